"""What players choose as abilities are put on the stack and resolve: as they say, and otherwise by the default policy.

That policy is in `default_choices.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Literal, TypeVar

from ...events import abilities as a
from ...events.errors import InvalidInput
from ...events.facts import PermanentEntered
from ...events.types import is_creature_type
from ...projections.board import Permanent
from .choices import Choices
from .default_choices import costs, given_up_first, is_hidden

AnswerT = TypeVar("AnswerT")

ASKED_FOR = {
    "accept": 'an answer to each "may" that can be done',
    "modes": "modes of an ability that has some, none of which is chosen yet",
    "sacrificed": "what the ability lets a player sacrifice",
    "chosen": "what the ability lets its controller choose",
    "cards": "as many cards as the ability asks for, each of which matches",
    "library": "cards that are turned up by the ability",
    "discarded": "cards that are discarded by the ability",
    "faces": "faces that are turned up by the ability",
    "flips": "a result for each coin that is flipped",
    "rolls": "a result for each die that is rolled",
    "nonland": "a number where it isn't known which cards are discarded",
    "x": "a number where X is chosen",
    "counters": "kinds of counters of which the ability lets its controller choose",
    "votes": "a vote of each player who votes",
    "types": "a type each time that a creature type is chosen",
}
"""What may be stated of each choice that is made as an ability resolves."""


@dataclass(slots=True, eq=False, repr=False)
class Chooser:
    """The choices for one ability, asked for one after the other; `chosen_in_words` keeps what was chosen."""

    choices: Choices
    chosen_in_words: list[str] = field(default_factory=list)
    _taken: Counter[str] = field(default_factory=Counter)
    """How many of the answers that are given in turn were taken, by their field."""
    _chosen: Counter[str] = field(default_factory=Counter)
    _sacrificed: Counter[str] = field(default_factory=Counter)
    luck: Random | None = None
    """What chance is drawn with where nobody states it."""
    _turned_up: set[str] = field(default_factory=set)
    _modes_chosen: int = 0
    _asked: set[str] = field(default_factory=set)
    """The fields that were asked for, of those that are stated as a whole."""
    _counters: set[str] = field(default_factory=set)
    _cards: set[str] = field(default_factory=set)

    def accepts(self, do: Sequence[a.Instruction], what: str = "may", by: str | None = None) -> bool:
        """Whether what a player may do is done, which is kept in words; `by`: who may."""
        answer = self.chooses_to(do, by)
        self.chosen_in_words.append(f"{what}: {'done' if answer else 'not done'}")
        return answer

    def chooses_to(self, do: Sequence[a.Instruction], by: str | None) -> bool:
        """Whether what a player may do is done."""
        if given := self._in_turn(self.choices.accept, "accept"):
            return given[0]
        # Of what is hidden nobody chooses anything unless it is stated.
        return not any(costs(each) for each in do) and (self._states_cards or not any(map(is_hidden, do)))

    def _in_turn(
        self, given: tuple[AnswerT, ...], name: Literal["accept", "flips", "rolls", "votes", "types"], number: int = 1
    ) -> tuple[AnswerT, ...]:
        """The next so many of the answers that are given in turn in that field; fewer, where there are no more."""
        taken = self._taken[name]
        self._taken[name] += number
        return given[taken : taken + number]

    @property
    def _states_cards(self) -> bool:
        return bool(self.choices.cards or self.choices.library or self.choices.discarded)

    def from_library(self, player: str, number: int) -> tuple[PermanentEntered, ...]:
        """The next cards on top of a player's library: of so many those that are stated."""
        return self._turn_up(self.choices.library, player, number)

    def discarded(self, player: str, number: int) -> tuple[PermanentEntered, ...]:
        """What a player discards: of so many cards those that are stated."""
        return self._turn_up(self.choices.discarded, player, number)

    def _turn_up(self, stated: Sequence[PermanentEntered], player: str, number: int) -> tuple[PermanentEntered, ...]:
        found = tuple(each for each in stated if each.owner == player and each.id not in self._turned_up)[:number]
        self._turned_up.update(each.id for each in found)
        return found

    def showed(self, id: str) -> None:
        """The other face of that permanent, or card, that the player named is shown."""
        self._turned_up.add(id)

    def modes(self, asked: a.Modes | a.ModalChoice, possible: Sequence[int]) -> tuple[int, ...]:
        """Which modes, in their order; by default the first of those that are possible. Raises InvalidInput."""
        self._asked.add("modes")
        chosen = self.choices.modes
        if chosen is None:
            chosen = tuple(possible[: max(asked.minimum, 1)])
            if len(chosen) < asked.minimum:
                return ()
        elif isinstance(asked, a.Modes) and asked.minimum == asked.maximum == 1 < len(chosen):
            chosen = chosen[self._modes_chosen :][:1] or chosen[-1:]  # several choices, one after the other
            self._modes_chosen += 1
        if not asked.minimum <= len(set(chosen)) <= asked.maximum or any(not 0 <= each < len(asked.modes) for each in chosen):
            allowed = f"{asked.minimum} to {asked.maximum} of the modes 0 to {len(asked.modes) - 1}"
            raise InvalidInput("choices.modes", str(list(chosen)), allowed)
        self.chosen_in_words.append(f"modes: {', '.join(map(str, sorted(set(chosen))))}")
        return tuple(sorted(set(chosen)))

    def sacrificed(
        self, candidates: list[Permanent], number: int | None, player: str, how: Literal["sacrificed", "exiled", "returned"]
    ) -> list[str]:
        """Which of so many permanents a player sacrifices, exiles or returns: all, where there are no more. None: any number, by
        default none."""
        does = {"sacrificed": "sacrifices", "exiled": "exiles", "returned": "returns"}[how]
        named = [each for each in dict.fromkeys(self.choices.sacrificed) if each in {candidate.id for candidate in candidates}]
        if number is None:
            self.chosen_in_words.append(f"{player} {does} {', '.join(named) or 'nothing'}")
            found = named
        elif len(candidates) <= number:
            found = [each.id for each in candidates]
        else:
            others = [each.id for each in sorted(candidates, key=given_up_first) if each.id not in named]
            found = [*named, *others][:number]
            self.chosen_in_words.append(f"{player} {does} {', '.join(found)}")
        self._sacrificed.update(found)
        return found

    def cards_among(self, candidates: Sequence[str], most: int | None = None) -> tuple[str, ...]:
        """Those of the candidates that the player states among the chosen cards: the first of so many."""
        found = tuple(dict.fromkeys(each.id for each in self.choices.cards if each.id in candidates))[:most]
        self._cards.update(found)
        return found

    def all_cards(self) -> tuple[PermanentEntered, ...]:
        """The cards that the player states, each of which is asked for."""
        self._cards.update(each.id for each in self.choices.cards)
        return self.choices.cards

    def are_on_the_stack(self, does: a.Instructions) -> None:
        """Modes and cards of an ability that are chosen as it is put on the stack, if it has some: they are asked for then."""
        if does.modal is not None:
            self._asked.add("modes")
        if any(target.cards is not None for target in does.targets):
            self.all_cards()

    def _still_named(self, candidates: Sequence[str]) -> list[str]:
        """Those of the candidates that the player names, and hasn't chosen as often as they are named."""
        named = dict.fromkeys(each for each in self.choices.chosen if each in candidates)
        return [each for each in named if self.choices.chosen.count(each) > self._chosen[each]]

    def flips(self, number: int) -> tuple[bool, ...] | None:
        """How so many coins land; None where that isn't stated, and isn't drawn."""
        results = self._in_turn(self.choices.flips, "flips", number)
        if len(results) < number and self.luck is not None:
            results = tuple(self.luck.random() < 0.5 for _ in range(number))
        if len(results) < number:
            return None
        self.chosen_in_words.append(f"flips: {', '.join('won' if each else 'lost' for each in results)}")
        return results

    def rolls(self, number: int, sides: int) -> tuple[int, ...] | None:
        """The results of so many dice; None where they aren't stated, and aren't drawn. Raises InvalidInput."""
        results = self._in_turn(self.choices.rolls, "rolls", number)
        if len(results) < number and self.luck is not None:
            results = tuple(self.luck.randint(1, sides) for _ in range(number))
        if len(results) < number:
            return None
        if any(not 1 <= each <= sides for each in results):
            raise InvalidInput("choices.rolls", str(list(results)), f"results of dice with {sides} sides: 1 to {sides}")
        self.chosen_in_words.append(f"rolls: {', '.join(map(str, results))}")
        return results

    def creature_type(self, but: Sequence[str]) -> str | None:
        """The creature type that is chosen; None where that isn't stated. Raises InvalidInput for what is none."""
        if not (types := self._in_turn(self.choices.types, "types")):
            return None
        (found,) = types
        if not is_creature_type(found) or not found[:1].isupper() or found in but:
            raise InvalidInput("choices.types", found, "a creature type" + (f" other than {', '.join(but)}" if but else ""))
        self.chosen_in_words.append(f"creature type: {found}")
        return found

    def votes(self, voters: Sequence[str], options: Sequence[str]) -> tuple[str, ...] | None:
        """What each of the voters votes for; None where that isn't stated. Raises InvalidInput for what nobody may vote for."""
        votes = self._in_turn(self.choices.votes, "votes", len(voters))
        if len(votes) < len(voters):
            return None
        if any(each not in options for each in votes):
            raise InvalidInput("choices.votes", ", ".join(votes), f"votes for {', '.join(options) or 'nothing'}")
        self.chosen_in_words.append(f"votes: {', '.join(f'{player} {each}' for player, each in zip(voters, votes, strict=True))}")
        return votes

    def x(self) -> int | None:
        """The value of X in a cost that is paid; None where it isn't stated."""
        self._asked.add("x")
        return self.choices.x

    def nonland(self) -> int | None:
        """How many of the discarded cards aren't lands; None where it isn't stated."""
        self._asked.add("nonland")
        return self.choices.nonland

    def counters(self, kinds: Collection[str]) -> list[str]:
        """Those of these kinds of counters that are stated, one of each counter."""
        found = [name for name in self.choices.counters if name in kinds]
        self._counters.update(found)
        return found

    @property
    def unused(self) -> dict[str, tuple[str, ...]]:
        """What is stated, and nothing asked for: the field of the choices → what is left of it."""
        stated, taken = self.choices, self._taken
        left: dict[str, Iterable[object]] = {
            "accept": ("yes" if each else "no" for each in stated.accept[taken["accept"] :]),
            "flips": ("won" if each else "lost" for each in stated.flips[taken["flips"] :]),
            "rolls": stated.rolls[taken["rolls"] :],
            "votes": stated.votes[taken["votes"] :],
            "types": stated.types[taken["types"] :],
            "chosen": (Counter(stated.chosen) - self._chosen).elements(),
            "sacrificed": (Counter(stated.sacrificed) - self._sacrificed).elements(),
            "counters": (each for each in stated.counters if each not in self._counters),
            "cards": (each.id for each in stated.cards if each.id not in self._cards),
        }
        left |= {name: [getattr(stated, name)] for name in ("modes", "x", "nonland") if name not in self._asked}
        for name in ("library", "discarded", "faces"):
            left[name] = [card.id for card in getattr(stated, name) if card.id not in self._turned_up]
        found = {name: tuple(str(each) for each in what if each is not None) for name, what in left.items()}
        return {name: what for name, what in found.items() if what}

    def at_random(self, candidates: Sequence[str], number: int) -> tuple[str, ...] | None:
        """Which so many of some permanents, players or cards are chosen at random: all, where there are no more; None where it
        isn't stated, and isn't drawn."""
        if len(candidates) <= number:
            return tuple(candidates)
        named = tuple(self._still_named(candidates)[:number])
        if not named and self.luck is not None:
            named = tuple(self.luck.sample(list(candidates), number))
        if len(named) < number:
            return None
        self._chosen.update(named)
        self.chosen_in_words.append(f"at random: {', '.join(named)}")
        return named

    def chosen(self, candidates: Sequence[str], by_worth: Sequence[str], least: int, most: int | None) -> tuple[str, ...]:
        """Which of some permanents or cards are chosen; `by_worth`: as the default policy would, those that it wants first.

        Raises InvalidInput where fewer are named than must be.
        """
        named = tuple(self._still_named(candidates)[:most])
        if named or not by_worth:
            if len(named) < min(least, len(candidates)):
                raise InvalidInput("choices.chosen", str(list(named)), f"at least {least} of {', '.join(candidates)}")
            found = named
        else:
            found = tuple(by_worth[: len(by_worth) if most is None else most])
        self._chosen.update(found)
        if len(candidates) > len(found) or len(found) != least:
            self.chosen_in_words.append(f"chosen: {', '.join(found) or 'nothing'}")
        return found


def drawn_with(seed: str) -> Random:
    """Draws that are the same on every machine."""
    return Random(int.from_bytes(sha256(seed.encode()).digest()[:16], "big"))
