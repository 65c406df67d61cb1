"""Trials that a server must stand: killed in mid-game, pelted with nonsense. They use a server from outside, through a
player of their own, as browsers do."""
