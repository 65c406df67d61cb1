"""Our games as other libraries know games: `zoo` for PettingZoo, `gym` for Gymnasium, `spiel` for OpenSpiel.

Each needs its extra (`pip install 'mischief[zoo]'` or `'mischief[spiel]'`), and says so where it is missing.
docs/bridges.md shows how they are used.
"""
