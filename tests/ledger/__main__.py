"""The command: `python -m tests.ledger [FILE...]`."""

import sys

from tests.ledger.command import main

sys.exit(main(sys.argv[1:]))
