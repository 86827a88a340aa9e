"""Runs the exact checks of a ledger file through the engine: `python -m tests.ledger FILE...`.

A ledger lists the rules of a printed game with checks in a notation that its own `notation` text fixes. Each game's
notation has an adapter here, found by the file's `game:`.
"""
