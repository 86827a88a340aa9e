"""Rulebook text in, flow out: no play, no drawing."""
