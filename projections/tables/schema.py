"""The tables, in their order. Schemas, documentation and the contract in the tests are made from them.

A table is its row class, which stands beside what makes its rows.
"""

from __future__ import annotations

from .attacks import AttackRow
from .blocks import BlockRow
from .columns import Table, table_of
from .damage import DamageRow, DeathRow
from .declarations import CostRow, DeclarationRow
from .games import CutRow, GameRow, TurnRow
from .life import LifeRow, SpellRow
from .triggers import OrderRow, TriggerRow

TABLES: tuple[Table, ...] = tuple(
    table_of(row)
    for row in (
        GameRow,
        TurnRow,
        DeclarationRow,
        AttackRow,
        BlockRow,
        TriggerRow,
        CostRow,
        OrderRow,
        DamageRow,
        DeathRow,
        LifeRow,
        SpellRow,
        CutRow,
    )
)

BY_NAME: dict[str, Table] = {table.name: table for table in TABLES}
"""The tables by their names."""
