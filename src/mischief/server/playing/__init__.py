"""The tables in play, in memory: commands wait their turn, are written down, and everybody is told."""
