"""Rattus Cartus: influence in six classes, and fewer rats than there are nuns to pray for you."""
