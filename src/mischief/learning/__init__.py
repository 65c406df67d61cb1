"""For learners: many tables at once, as arrays."""
