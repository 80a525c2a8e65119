"""Asks the referee about a board: what is legal, what is best, and what a combat does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from itertools import islice
from random import Random
from typing import TypeVar

from ...events.ruling import Ruling
from ...handlers.best_play.play import FLAT
from ...handlers.combat.damage_orders import missing_orders
from ...handlers.game import Game
from ...handlers.playing.play import resolve_triggers
from ..cases import judging
from ..cases.models import Case
from ..cases.outcomes import outcome
from .drawing import ATTACKER, ATTACKERS, DEFENDER, DrawnBoard, board
from .models import Answers, Best, CombatAnswers, CorpusEntry, DamageStep, Declared

OptionT = TypeVar("OptionT")

LEGAL, ANY = 2, 3
"""How many legal declarations are drawn, and how many of all that could be written down."""


def entry(seed: int, number: int, days: Iterable[date], attackers: int = ATTACKERS) -> CorpusEntry:
    """A line of the corpus, of a board with so many attackers at most."""
    drawn = board(seed, number, attackers)
    answers = tuple(_answers(drawn, day, Random(f"{seed} {number} {day}")) for day in days)
    return CorpusEntry.model_validate({**drawn, "answers": answers})


def _answers(drawn: DrawnBoard, day: date, random: Random) -> Answers:
    (start,) = judging.moments(Case.model_validate({**drawn, "rules": day, "steps": []}))
    game = start.game
    legal = list(game.legal_attacks)
    attackers = _ids(drawn, ATTACKER)
    written = dict.fromkeys(attackers, (DEFENDER,))
    tried = [*_some(random, legal, LEGAL), *(_any(random, written) for _ in range(ANY))]
    nonempty = [attack for attack in legal if attack]
    return Answers(
        rules=day,
        legal_attacks=len(legal),
        attacks=tuple(_declared(tried, game.judge_attackers)),
        combat=_combat(game, drawn, _one(random, nonempty), random) if nonempty else None,
    )


def _one(random: Random, attacks: list[dict[str, str]]) -> dict[str, str]:
    """One of the attacks, of each number of attackers as likely as of another."""
    size = random.choice(sorted({len(attack) for attack in attacks}))
    return random.choice([attack for attack in attacks if len(attack) == size])


def _combat(game: Game, drawn: DrawnBoard, attack: dict[str, str], random: Random) -> CombatAnswers:
    game.declare_attackers(attack)
    legal = [{blocker: attacker for blocker, (attacker,) in block.items()} for block in game.legal_blocks]
    written = {id: tuple(attack) for id in _ids(drawn, DEFENDER)}
    tried = [*_some(random, legal, LEGAL), *(_any(random, written) for _ in range(ANY))]
    blocks = tuple(_declared(tried, lambda block: game.judge_blockers(as_lists(block))))
    best = game.best_block(worth=FLAT)
    assert best.proven, "nothing limits the search"
    block = random.choice(legal)
    game.declare_blockers(as_lists(block))
    orders = {}
    if game.awaited and game.awaited[-1].command == "AnnounceDamageOrder":
        orders = {
            creature: tuple(random.sample(faced, len(faced)))
            for creature, faced in missing_orders(game.combat, game.edition.damage_orders).items()
        }
        game.announce_orders(orders)
    return CombatAnswers(
        attack=attack,
        legal_blocks=len(legal),
        blocks=blocks,
        best_block=Best(value=best.value, blocks=best.equally_good),
        block=block,
        orders={attacker: order for attacker, order in orders.items() if len(order) > 1},
        damage=tuple(damage_steps(game, random)),
    )


def damage_steps(game: Game, random: Random) -> Iterator[DamageStep]:
    """The combat damage steps, with a division of damage drawn from the legal ones."""
    while game.awaited and not game.is_over:
        before, version = game.board.permanents.keys(), game.version
        legal = game.legal_assignments_of(ATTACKER)
        chosen = next(islice(legal, random.randrange(legal.count()), None)) if legal else {}
        game.deal_combat_damage(chosen)
        resolve_triggers(game)
        found = outcome(game, [event for at, event in game.log.events() if at > version])
        permanents = game.board.permanents
        counters = {id: permanent.counters.get("-1/-1", 0) for id, permanent in permanents.items()}
        yield DamageStep(
            assigned={id: to for by in found["assigned"].values() for id, to in by.items() if to},
            dealt=found["dealt"],
            died=tuple(sorted(before - permanents.keys())),
            lost=found["lost"],
            life=found["life"],
            poison=found["poison"],
            marked=found["marked"],
            counters={id: number for id, number in counters.items() if number},
        )


def _ids(drawn: DrawnBoard, player: str) -> list[str]:
    return [creature["id"] for creature in drawn["battlefield"] if creature["controller"] == player]


def _some(random: Random, options: list[OptionT], number: int) -> list[OptionT]:
    return random.sample(options, min(number, len(options)))


def _any(random: Random, written: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Any declaration that could be written down: each creature stays out or is declared for a target, legal or not."""
    chosen = {id: random.choice((None, *targets)) for id, targets in written.items()}
    return {id: target for id, target in chosen.items() if target is not None}


def _declared(tried: Iterable[dict[str, str]], judge: Callable[[dict[str, str]], Ruling]) -> Iterator[Declared]:
    """Each declaration once, judged."""
    seen: list[dict[str, str]] = []
    for declaration in tried:
        if declaration not in seen:
            seen.append(declaration)
            ruling = judge(declaration)
            yield Declared.model_validate({"creatures": declaration, "verdict": ruling.verdict, "rule": ruling.rule})


def as_lists(block: Mapping[str, str]) -> dict[str, list[str]]:
    """A block as it is declared: blocker → the attackers it blocks."""
    return {blocker: [attacker] for blocker, attacker in block.items()}
