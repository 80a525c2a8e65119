"""Variants and options of games of three and more players (800–811, 904), as a game keeps them."""

from typing import Literal

from pydantic import Field

from .model import Model, is_default, is_none

GameVariant = Literal["free-for-all", "team vs team", "two-headed giant", "archenemy", "emperor", "alternating teams"]
"""The variants whose combat is known."""

AttackOption = Literal["multiple", "left", "right", "one"]
"""Whom a player can attack: several opponents (802), the one to the left or to the right (803), or one who is chosen (507.1)."""

Teams = tuple[tuple[str, ...], ...]
"""The teams, each with its players in the order of their seats."""


class MultiplayerOptions(Model):
    """The options of a game, all settled: those of its variant, and those chosen besides.

    `seated_next`: only who is seated immediately next can be attacked (809.3c, 811.4). `range`: player → seats (801.2a).
    `shared_turns`: teams take turns (805). `shared_life`, `shared_poison`: a team has one total (810.4). `emperors`: the team of
    each of them loses with that player (809.5b).
    """

    attack: AttackOption = "multiple"
    seated_next: bool = Field(False, exclude_if=is_default)
    range: dict[str, int] | None = Field(None, exclude_if=is_none)
    shared_turns: bool = Field(False, exclude_if=is_default)
    shared_life: bool = Field(False, exclude_if=is_default)
    shared_poison: bool = Field(False, exclude_if=is_default)
    emperors: tuple[str, ...] = Field((), exclude_if=is_default)
