"""Studies: many games of several variants on the same luck, and what the differences prove."""
