"""The flow: the one form in which a game is run, checked and drawn."""
