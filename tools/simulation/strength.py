"""What the text of a creature is worth: how often it wins with the text and without, all else alike.

Games come in pairs on one board, with one seed: both players have the same creatures, and one more each, of the same power and
toughness. In the first game Ann's has the text, in the second Bob's. What is counted of a pair is the score of who has it (a win
1, ½ where nobody won) less that of who hasn't, over both games: what a seat or a seed brings weighs on both alike, and is gone.

Pairs are played until the interval leaves 0, or there are enough. So that looking again and again doesn't deceive, the interval
holds at all times together: the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from statistics import fmean, pstdev

from ...events.errors import InvalidInput
from ...events.journal.journal import Journal
from ...events.model import Model
from ...handlers.playing.advancing import TURNS
from ..cards.formats import CardFace
from ..cases.models import Case
from ..running.work import Executor
from .boards import CREATURES, board, fighting, to_draw
from .pairs import PairedGames, PairsPlayed
from .simulating import NOT_MODELLED, Played, SimulationPlan, seed_of, simulate

BATCH = 20
"""So many pairs are played before it is looked whether they suffice."""
TUNED_FOR = 200
"""The number of pairs at which the interval is narrowest for what it could be."""
CONFIDENCE = 0.95

_BODY = re.compile(r"([0-9]{1,3})/([0-9]{1,3})(?:\s+(\S.*))?", re.DOTALL)


class CardStrength(PairedGames):
    """What a creature's text is worth. `difference`: the mean score with the text less that without, from −1 to 1, with its 95%
    interval. `settled`: whether the interval leaves 0. The other fields are those of `PairedGames`: the games are those of who
    had the text."""

    card: str
    power: int
    toughness: int
    text: str
    pairs: int
    games: int
    difference: float | None
    interval: tuple[float, float] | None
    settled: bool


class StrengthReport(Model):
    """What `declarant strength --format json` prints: each creature, the one whose text is worth the most first."""

    seed: int
    policy: str
    size: int
    life: int
    cards: tuple[CardStrength, ...]
    not_modelled: tuple[str, ...]


@dataclass(frozen=True)
class StrengthPlan:
    """How creatures are compared: `size` creatures each, that one included, the others drawn from `against`."""

    against: Sequence[CardFace] = CREATURES
    policy: str = "best"
    size: int = 3
    life: int = 10
    seed: int = 0
    most: int = 500
    """So many pairs at most."""
    turns: int = TURNS
    kept: bool = False


def body(named: str, cards: Mapping[str, CardFace]) -> CardFace:
    """The creature of a name, or one written as `3/2 Menace`. Raises InvalidInput for another one, or one without a text."""
    found = cards.get(named)
    if found is None:
        if (written := _BODY.fullmatch(named)) is None:
            raise InvalidInput("CARD", repr(named), "a size and a text, as in '3/2 Menace'; or a card of --against by its name")
        power, toughness, text = written.groups()
        found = CardFace(name=named, types=("Creature",), power=power, toughness=toughness, text=text or "")
    if not found.text or not fighting(found):
        raise InvalidInput("CARD", repr(named), "a creature with a text that bears on nothing but combat, without triggers")
    return found


def strength(
    cards: Iterable[CardFace], plan: StrengthPlan, engine: Executor, journal: Journal | None = None
) -> Iterator[Played | StrengthReport]:
    """Every game as it is played, at last the report. `journal`: where the games are kept.

    Raises InvalidInput where there is nobody to draw, or a policy that there isn't.
    """
    drawn = to_draw(plan.against)
    if not drawn and plan.size > 1:
        raise InvalidInput("--against", "no creature that can be drawn", "creatures whose text bears on combat only")
    found: list[CardStrength] = []
    for number, card in enumerate(cards):
        pairs = PairsPlayed()
        while pairs.number < plan.most:
            begun = pairs.number
            count = min(BATCH, plan.most - begun)
            boards = [_boards(card, drawn, plan, number, begun + at) for at in range(count)]
            by_seat: list[list[Played]] = []
            for seat in (0, 1):
                scenarios = tuple(pair[seat] for pair in boards)
                policies = dict.fromkeys(scenarios[0].players, plan.policy)
                seed = seed_of(plan.seed, begun)  # the same for both, so that what is drawn is
                games = SimulationPlan(
                    scenarios, policies, seed, turns=plan.turns, kept=plan.kept, alternating=False, record=plan.kept
                )
                played = []
                for each in simulate(games, count, engine, journal):
                    played.append(each)
                    yield each
                by_seat.append(played)
            for pair in zip(*by_seat, strict=True):
                pairs.add(pair, _who(pair))
            interval = anytime(pairs.differences)
            if interval is not None and not interval[0] <= 0 <= interval[1]:
                break
        found.append(_summed(card, pairs))
    found.sort(key=lambda each: -(each.difference or 0.0))
    yield StrengthReport(
        seed=plan.seed, policy=plan.policy, size=plan.size, life=plan.life, cards=tuple(found), not_modelled=NOT_MODELLED
    )


def _boards(card: CardFace, drawn: Sequence[CardFace], plan: StrengthPlan, number: int, at: int) -> tuple[Case, Case]:
    """The board of a pair with the text on Ann's side, and on Bob's."""
    random = Random(seed_of(plan.seed, at))
    others = [drawn[random.randrange(len(drawn))] for _ in range(plan.size - 1)]
    plain = card.model_copy(update={"text": "", "name": f"{card.name} without its text"})
    sides = ([card, *others], [plain, *others])
    id = f"strength-{plan.seed}-{number}-{at:05d}"
    made = board(f"{id}-ann", sides), board(f"{id}-bob", sides[::-1])
    first, second = (each.model_copy(update={"life": dict.fromkeys(each.players, plan.life)}) for each in made)
    return first, second


def _who(pair: tuple[Played, ...]) -> list[str]:
    """Who has the text: the first player in the first game, the second in the second."""
    return [list(played.policies)[seat] for seat, played in enumerate(pair)]


def _summed(card: CardFace, pairs: PairsPlayed) -> CardStrength:
    interval = anytime(pairs.differences)
    return CardStrength(
        card=card.name,
        power=int(card.power or 0),
        toughness=int(card.toughness or 0),
        text=card.text,
        pairs=len(pairs.differences),
        games=len(pairs.scores),
        difference=pairs.difference,
        interval=interval,
        settled=interval is not None and not interval[0] <= 0 <= interval[1],
        **pairs.counted(),
    )


def anytime(values: Sequence[float]) -> tuple[float, float] | None:
    """A 95% interval of the mean of values from −1 to 1 that holds however often it is looked at; None of fewer than two.

    The deviation is that of the values and of both ends: values that are all alike don't say that others never are.
    """
    number = len(values)
    if number < 2:
        return None
    deviation = pstdev([*values, -1.0, 1.0])
    wrong = 1 - CONFIDENCE
    rho = (-2 * log(wrong) + log(1 - 2 * log(wrong))) / TUNED_FOR
    spread = number * rho + 1
    half = deviation * sqrt(2 * spread / (number**2 * rho) * log(sqrt(spread) / wrong))
    return max(-1.0, fmean(values) - half), min(1.0, fmean(values) + half)
