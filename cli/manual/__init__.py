"""A game written out: the resolved rulebook as YAML, as a manual for players, and as data."""
