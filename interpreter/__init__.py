"""Flow in, play out: states, choices, observations, playouts."""
