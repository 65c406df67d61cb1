"""Last Crumb, a small game to start your own from."""
