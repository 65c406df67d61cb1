"""Bots at work, in processes of their own, so that no table waits for a thought."""
