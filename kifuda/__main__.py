"""``python -m kifuda``: the same as the command ``kifuda``."""

import sys

from kifuda.cli import main

if __name__ == "__main__":
    sys.exit(main())
