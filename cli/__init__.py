"""Rulewright: write a game's rules as text; check, draw, play and simulate them."""
