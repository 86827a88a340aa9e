"""What is different between two rulebooks, for people: rules, numbers, steps, texts, each with its places.

In: two books, each with the document it was read from. Out: `Difference`s in the order of the rulebook. What is written
in another way but says the same is no difference: the books are compared as syntax without its places.
"""
