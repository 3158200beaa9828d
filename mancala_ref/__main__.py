"""`python -m mancala_ref` is the command `mancala-ref`."""

import sys

from .cli import main

sys.exit(main())
