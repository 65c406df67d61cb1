"""Pie Rats of the Carob Bean Farm."""
