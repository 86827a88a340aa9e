"""A review sheet: everything about a rulebook that a co-designer wants to look at, on one page."""
