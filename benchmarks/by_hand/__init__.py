"""Three games written by hand, in Python and in C: what generated code is measured against.

Each plays one game at random from a seed and gives the number of decisions and the winner (-1: nobody). They are written
as somebody would who knows the game and wants it quick, without tricks that only fit one measurement.
"""
