"""Matches between bots: fair seats, common seeds, every game written down as it ends."""
