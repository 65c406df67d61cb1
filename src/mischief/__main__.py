"""`python -m mischief` is `mischief`."""

from mischief.cli import main

main()
