"""What a record has about a game besides the game itself: its owner, decks, opening hands, ranks, when a player was asked."""

from typing import Literal

from pydantic import Field

from .model import OfType, is_none

CardCounts = dict[str, int]
"""Name of a card → how many."""


class GameDescribed(OfType):
    """What is known of a game as it begins. `owner`: the player whose record it is; the decks are the owner's.

    `bots`: the players who aren't people. `best_of`: how many games the match can have at most. `rank`: the owner's rank before
    the game, in the words of the record. `opposing_rank`: the other player's rank; written only where the record has it.
    """

    owner: str | None = None
    bots: tuple[str, ...] = ()
    best_of: int | None = None
    deck: CardCounts = Field(default_factory=dict)
    sideboard: CardCounts = Field(default_factory=dict)
    commanders: CardCounts = Field(default_factory=dict)
    rank: str | None = None
    # A game without it is written as before this field existed, so that its digest stays the same.
    opposing_rank: str | None = Field(None, exclude_if=is_none)


class OpeningHandKept(OfType):
    """A player begins the game with this hand, after `mulligans` mulligans.

    `cards`: None where the record doesn't show them, and where the game was over before a hand was kept.
    """

    player: str
    mulligans: int
    cards: tuple[str, ...] | None = None


class DeclarationAsked(OfType):
    """A player is asked to declare attackers or blockers: from now on the player thinks.

    `time_left`: milliseconds left on the timer of the player's turn (or response). `match_clock`: milliseconds left for the rest
    of the match. Both are written only where the record has them.
    """

    player: str
    action: Literal["attack", "block"]
    time_left: int | None = Field(None, exclude_if=is_none)
    match_clock: int | None = Field(None, exclude_if=is_none)


class RankTold(OfType):
    """The owner's rank after the game, in the words of the record."""

    player: str
    rank: str


RecordEvent = GameDescribed | OpeningHandKept | DeclarationAsked | RankTold
"""Any of these."""
