"""Games with decks of creatures: what players draw and cast between combats. Nobody casts anything else.

A player's turn: untap, draw a card, a land more, cast creatures with the mana of all lands, attack. Lands are no cards, mana has
no colors, the player who begins draws no card in the first turn (103.8a), and who can't draw loses (104.3c, 704.5b).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

from ...events.errors import InvalidInput
from ...events.facts import PermanentEntered, PlayerTotalsChanged
from ..attempt import Draft
from ..game import Game

ItemT = TypeVar("ItemT")

HAND = 7
"""Cards that a player begins with (103.5)."""

NOT_MODELLED = (
    "spells other than creatures, activated abilities, and what players do outside their own main phase before combat",
    "choices as abilities trigger and resolve: they are made by a fixed default",
    "lands as cards, colors of mana, costs other than mana value",
    "mulligans, and hands of more than seven cards being discarded",
)
"""What games with decks leave out: each result says so."""


@dataclass(frozen=True)
class DeckCard:
    """A creature card of a deck: its mana value, and what enters when it is cast."""

    cost: int
    enters: PermanentEntered

    @property
    def name(self) -> str:
        """Its name."""
        return self.enters.name


CreatureDeck: TypeAlias = tuple[DeckCard, ...]
"""The cards of a deck, each as often as it is in it."""


@runtime_checkable
class Casts(Protocol):
    """A policy that also decides which creatures are cast."""

    def cast(self, game: Game, player: str, hand: Sequence[DeckCard], mana: int) -> Sequence[int]:
        """Which cards of the hand are cast, by their places: together they cost no more than the mana."""
        ...


class Hands:
    """What players have in their libraries and hands, in a game that goes on."""

    def __init__(self, decks: Mapping[str, CreatureDeck], random: Mapping[str, Random]) -> None:
        """`random`: what each library is shuffled with."""
        self._libraries = {player: shuffled(deck, random[player]) for player, deck in decks.items()}
        self._hands: dict[str, list[DeckCard]] = {
            player: [library.pop() for _ in range(min(HAND, len(library)))] for player, library in self._libraries.items()
        }
        self._lands = dict.fromkeys(decks, 0)
        self._cast = 0

    def begin(self, game: Game) -> None:
        """The hands that the game begins with are stated."""
        for player in self._hands:
            self._state_hand(game, player)

    def main_phase(self, game: Game, policies: Mapping[str, object]) -> None:
        """The active player draws a card, gets a land, and casts what the policy says; by default what takes the most mana."""
        player = game.board.active
        assert player is not None, "a turn has begun"
        if game.board.turn > 1:
            if not self._libraries[player]:
                game.draw_from_no_cards(player)
                return
            self._hands[player].append(self._libraries[player].pop())
        self._lands[player] += 1
        hand, mana, policy = self._hands[player], self._lands[player], policies[player]
        chosen = sorted(policy.cast(game, player, tuple(hand), mana) if isinstance(policy, Casts) else most_mana(hand, mana))
        if len({*chosen}) < len(chosen) or not {*chosen} <= {*range(len(hand))} or sum(hand[at].cost for at in chosen) > mana:
            raise InvalidInput(
                "policy", f"cards {chosen} to cast", f"different ones of 0 to {len(hand) - 1}, for {mana} mana at most"
            )
        cast = [hand[at] for at in chosen]
        for at in reversed(chosen):
            del hand[at]
        self._state_hand(game, player)
        for card in cast:
            self._cast += 1
            id = f"{player} {self._cast}: {card.name}"
            game.enter(card.enters.model_copy(update={"id": id, "controller": player, "owner": player}))

    def _state_hand(self, game: Game, player: str) -> None:
        changed = PlayerTotalsChanged(player=player, hand=len(self._hands[player]))
        game.happen(lambda draft: Draft.append(draft, changed), fits=True)


def most_mana(hand: Sequence[DeckCard], mana: int) -> list[int]:
    """The cards that take the most of the mana together, the dearest first among equals."""
    best: dict[int, tuple[int, ...]] = {0: ()}
    for at in sorted(range(len(hand)), key=lambda at: -hand[at].cost):
        for spent, chosen in sorted(best.items(), reverse=True):
            after = spent + hand[at].cost
            if after <= mana and (after not in best or (len(chosen) + 1 > len(best[after]) and not hand[at].cost)):
                best[after] = (*chosen, at)
    return list(best[max(best)])


def at_random(hand: Sequence[DeckCard], mana: int, random: Random) -> list[int]:
    """Cards drawn one after the other, as long as there is mana for one; each time, drawing none stops it."""
    chosen: list[int] = []
    while True:
        able = [at for at in range(len(hand)) if at not in chosen and hand[at].cost <= mana]
        drawn = random.randrange(len(able) + 1)
        if drawn == len(able):
            return chosen
        chosen.append(able[drawn])
        mana -= hand[able[drawn]].cost


def shuffled(items: Sequence[ItemT], random: Random) -> list[ItemT]:
    """These in an order drawn at random, each as likely as any other; the same on every machine."""
    left, order = list(items), []
    while left:
        order.append(left.pop(random.randrange(len(left))))
    return order
