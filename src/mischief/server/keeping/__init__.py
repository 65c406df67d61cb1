"""Where it is written down: the database, its schema, and the one task that writes to it."""
