"""Tables that never lose a move and never leak a secret. Each folder is a room; imports between rooms go one way, down
this list, as a contract in pyproject.toml holds:

run          starts it all, with logs
speaking     what goes over the network
playing      the tables in memory             afterwards   what is told once a game is over
keeping      where it is written down         thinking     bots in worker processes
tables       what a table is and what may happen at it
protocol     what is said, as data
"""
