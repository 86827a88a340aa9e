"""Variants: small files on top of a rulebook, worked into its document before anything is read from it.

In: the document of a rulebook and variant files. Out: one document, in which every node keeps the file and the place that
gave it, so that whatever is said about it later names the right file.
"""
