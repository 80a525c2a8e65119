"""What a record tells of a game besides the game itself: whose it is, decks, opening hands, ranks, when a player was asked."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from .model import Model, is_none

CardCounts = dict[str, int]
"""Name of a card → how many."""


class GameDescribed(Model):
    """What is known of a game as it begins. `owner`: the player whose record it is; the decks are the owner's.

    `bots`: players who are no people. `best_of`: so many games a match has at most. `rank`: the owner's before the game, in the
    words of the record; `opposing_rank` is the other player's, and is written only where it is told.
    """

    type: Literal["GameDescribed"] = "GameDescribed"
    owner: str | None = None
    bots: tuple[str, ...] = ()
    best_of: int | None = None
    deck: CardCounts = Field(default_factory=dict)
    sideboard: CardCounts = Field(default_factory=dict)
    commanders: CardCounts = Field(default_factory=dict)
    rank: str | None = None
    # Other games are written, and their digests are, as before there was one.
    opposing_rank: str | None = Field(None, exclude_if=is_none)


class OpeningHandKept(Model):
    """A player begins the game with this hand, after so many mulligans; `cards` is None where the record doesn't show it."""

    type: Literal["OpeningHandKept"] = "OpeningHandKept"
    player: str
    mulligans: int
    cards: tuple[str, ...] | None = None


class DeclarationAsked(Model):
    """A player is asked to declare attackers or blockers: from now on the player thinks.

    `time_left`: milliseconds on the timer of the player's turn (or response), `match_clock`: those for the rest of the match;
    written only where the record tells.
    """

    type: Literal["DeclarationAsked"] = "DeclarationAsked"
    player: str
    action: Literal["attack", "block"]
    time_left: int | None = Field(None, exclude_if=is_none)
    match_clock: int | None = Field(None, exclude_if=is_none)


class RankTold(Model):
    """The owner's rank after the game, in the words of the record."""

    type: Literal["RankTold"] = "RankTold"
    player: str
    rank: str
