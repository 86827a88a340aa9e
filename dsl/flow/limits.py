"""The greatest sizes that check and play accept: a slip in a number is to be a message, never a program that hangs.

In: nothing. Out: numbers. Sizes of files and of their parts are limited where they are read, in `document` and `scan`.
"""

MOST_CELLS = 100_000  # values of all variables, and zones, of one game
MOST_COMPONENTS = 20_000
MOST_MEMBERS = 100_000  # of a range, and so of a loop over one
MOST_OPTIONS = 50_000  # of one choice
MOST_TRIED = 1_000_000  # combinations looked at for the options of one choice
MOST_APPLIED = 100_000  # definitions carried out for one value
DEEPEST = 250  # formulas inside one another, those of definitions included
CLOSEST = 20  # definitions worked out inside one another; only circles are ever near
MOST_WORK = 1_000_000  # members, between two decisions, for each of which another set is gone through
MOST_CHANCE = 10_000  # chance events between two decisions
HIGHEST = 2**63 - 1  # what a number can be
LOWEST = -(2**63)
DIGITS = 18  # of a number as it is written
LONGEST = 100_000  # signs of one formula
LONGEST_BLOCK = 1_000_000  # signs of one block
