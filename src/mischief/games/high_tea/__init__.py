"""RATS: High Tea at Sea: five turns of exceeding politeness on a sinking ship."""
