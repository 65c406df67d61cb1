"""One package per rulebook, nothing shared between them; and the shelf that finds them by name."""
