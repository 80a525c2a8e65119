"""The columns of tables: each is a field of a row class, annotated with its meaning and its unit.

Consumers read columns by name: a new one stands where it belongs. Any other change is a new version of the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime
from inspect import cleandoc
from types import NoneType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

ColumnType = Literal["string", "strings", "integer", "number", "boolean", "date", "timestamp"]
"""`integer` has 64 bits, `number` is a double, `timestamp` is in UTC with microseconds, `strings` is a list."""

Row = tuple[Any, ...]
"""A row: an instance of its table's row class, whose values are in the order of the columns."""


class Means(NamedTuple):
    """What a column means. `unit`: what a number counts, or how a text or a time is written; empty where there is none."""

    meaning: str
    unit: str = ""


class Column(NamedTuple):
    """A column of a table, as its row class defines it. `nullable`: it may be None."""

    name: str
    type: ColumnType
    meaning: str
    unit: str = ""
    nullable: bool = False


class Table(NamedTuple):
    """A table. No two rows of one export have the same values in the columns of the key."""

    name: str
    meaning: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names."""
        return tuple(column.name for column in self.columns)


RowClass = TypeVar("RowClass", bound=type[Row])

_TYPES: dict[Any, ColumnType] = {
    str: "string",
    tuple[str, ...]: "strings",
    int: "integer",
    float: "number",
    bool: "boolean",
    date: "date",
    datetime: "timestamp",
}
_TABLES: dict[type[Row], Table] = {}


def table(name: str, key: tuple[str, ...]) -> Callable[[RowClass], RowClass]:
    """Make a row class the schema of a table: its docstring is the meaning of the table, its fields are the columns."""

    def declare(row: RowClass) -> RowClass:
        meaning = " ".join(cleandoc(row.__doc__ or "").split())
        _TABLES[row] = Table(name, meaning, ("game", *key), tuple(_columns(row)))
        return row

    return declare


def table_of(row: type[Row]) -> Table:
    """The table that a row class is the schema of."""
    return _TABLES[row]


def _columns(row: type[Row]) -> Iterator[Column]:
    for name, hint in get_type_hints(row, include_extras=True).items():
        kind, (meaning, unit) = get_args(hint)
        if get_origin(kind) is tuple or not (options := get_args(kind)):
            options = (kind,)
        (of,) = (option for option in options if option is not NoneType)
        yield Column(name, _TYPES[of], meaning, unit, NoneType in options)


# --- columns of several tables -------------------------------------------------------------------------------------------

GameName = Annotated[str, Means("The game: the name of its stream.")]
AtVersion = Annotated[int, Means("The version of the game's log at which this row was last changed.", "version")]
EditionDate = Annotated[date, Means("The effective date of the edition of the rules.")]
Stands = Annotated[bool, Means("Whether it is part of the game's history: no cut took it back.")]
TakenBackBy = Annotated[int | None, Means("The cut that took it back: `cut` in `cuts`.", "version")]
TurnNumber = Annotated[int, Means("The number of the turn.", "turns, from 1")]
CombatNumber = Annotated[int, Means("The number of the combat phase in the turn.", "combat phases, from 1")]
CombatsBegun = Annotated[int, Means("The number of the combat phases that have begun in the turn.", "combat phases")]
StepName = Annotated[
    str,
    Means(
        "The step of the combat phase, or the main phase: `precombat main`, `postcombat main`. `other` elsewhere, "
        "and where the record doesn't say."
    ),
]
ActivePlayer = Annotated[str | None, Means("The active player.")]
Interrupted = Annotated[bool, Means("The record that the game is from left something out: the board isn't known.")]
RecordedAt = Annotated[datetime, Means("When it was appended.", "UTC")]
DeclaredAt = Annotated[int, Means("The declaration, as in `declarations`.", "version")]
AttackDeclaredAt = Annotated[int | None, Means("The declaration of the attackers in this combat.", "version")]
AttackOrBlock = Annotated[str, Means("`attack` or `block`.")]
DecidingRule = Annotated[str | None, Means("The rule that decided, by its number in the edition.")]
DecidingConcept = Annotated[str | None, Means("That rule by a name that is the same in all editions.")]
Why = Annotated[str | None, Means("What is wrong, in words.")]
Team = Annotated[tuple[str, ...], Means("The team of that player, in seats; empty where each plays alone.")]
WrongSteps = Annotated[tuple[str, ...], Means("Every step of the procedure that is wrong, as in `Ruling.wrong`.")]
