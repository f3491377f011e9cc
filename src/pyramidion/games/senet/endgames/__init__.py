"""Senet's endgames: every position with few pieces left, solved. docs/senet_tables.md tells how.

| module | |
|---|---|
| `positions` | every position as a number |
| `table` | a table of values: opened, checked, asked |
| `solver` | makes it, `pair` by `pair` of layers |
| `order`, `links` | through which positions, and where each throw leads |
| `guess`, `leaps` | bounds of their values, found quickly |
| `proof` | and proven |
| `work` | threads |
"""

from pyramidion.games.senet.endgames.table import known, table_for, warm

__all__ = ["known", "table_for", "warm"]
