"""Flow in, pictures out."""
