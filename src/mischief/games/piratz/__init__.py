"""Piratz: reveal treasures, leave in time, and keep an eye on the rats."""
