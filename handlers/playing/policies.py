"""Policies: given a game and the player who must decide, a command.

A policy is any callable `(game, player) -> Command`. A named one is made for each player of each game, by a function that is
given what that player's draws are made with; the names are those below and the entry points of the group `declarant.policies`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import EntryPoint
from math import inf
from pathlib import Path
from random import Random
from typing import Protocol, TypeAlias, runtime_checkable

from ...events.errors import InvalidInput, NotModelled, Undecided
from ...events.misuse import explaining_misuse
from ...events.optional import installed, loaded
from ...projections.board import Permanent
from ..best_play.best_race import BestRace
from ..best_play.play import FITTED, FLAT, BestAttack, BestBlock
from ..best_play.playing_out import BestPlayed
from ..best_play.questions import MOST_TURNS
from ..budget import Budget
from ..combat.damage_orders import missing_orders
from ..damage_assignment.assigning import DamageToAssign
from ..game import Game
from ..procedure.commands import (
    AnnounceDamageOrder,
    AssignCombatDamage,
    ChooseDefendingPlayer,
    Command,
    DeclareAttackers,
    DeclareBlockers,
)
from .decks import DeckCard, at_random, shuffled


@runtime_checkable
class Policy(Protocol):
    """What decides for a player in `play`: a callable that is given the game and the player, and returns a command."""

    def __call__(self, game: Game, player: str) -> Command:
        """What the player chooses: one of the commands of `game.awaited` that is the player's. It may try it on branches."""
        ...


MakePolicy: TypeAlias = Callable[[Random], Policy]
"""Makes a policy for one player of one game, with what its draws are made with."""

RECORDED = "recorded"
"""The name of the policy that declares what a scenario's steps declare: only `declarant simulate` knows them."""
GROUP = "declarant.policies"
"""The group of entry points, each of which names a `MakePolicy`."""
A_POLICY = "a function that is given a random.Random and makes a policy"


def awaited_of(game: Game, player: str) -> str:
    """The type of the command that the player is to give. Raises InvalidInput where the game doesn't wait for that player."""
    for awaited in game.awaited:
        if awaited.player == player:
            return awaited.command
    raise InvalidInput("policy", f"{player}, whom the game doesn't wait for", "the player who must decide")


# --- those that need no heuristics ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Uniform:
    random: Random

    def __call__(self, game: Game, player: str) -> Command:
        match awaited_of(game, player):
            case "ChooseDefendingPlayer":
                return ChooseDefendingPlayer(defending=self.random.choice(game.board.opponents(player)))
            case "DeclareAttackers":
                return DeclareAttackers(attackers=game.legal_attacks.sample(self.random))
            case "DeclareBlockers":
                return DeclareBlockers(blocks=game.legal_blocks_of(player).sample(self.random), by=player)
            case "AnnounceDamageOrder":
                missing = missing_orders(game.combat, game.edition.damage_orders)
                orders = {creature: tuple(shuffled(faced, self.random)) for creature, faced in missing.items()}
                return AnnounceDamageOrder(orders=orders)
            case _:
                return AssignCombatDamage(assignment=game.legal_assignments_of(player).sample(self.random), by=player)

    def cast(self, game: Game, player: str, hand: Sequence[DeckCard], mana: int) -> list[int]:
        return at_random(hand, mana, self.random)


def uniform(random: Random) -> Policy:
    """A draw from all legal declarations, each as likely as any other; of damage assignment orders and assignments, too. In games
    with decks, creatures are drawn one after the other while there is mana; any number may be enough."""
    return _Uniform(random)


def never(random: Random) -> Policy:
    """Attacks and blocks with as few creatures as the rules allow, and assigns damage in the order in which blockers stand."""

    def decide(game: Game, player: str) -> Command:
        match awaited_of(game, player):
            case "ChooseDefendingPlayer":
                return ChooseDefendingPlayer(defending=game.board.opponents(player)[0])
            case "DeclareAttackers":
                return made_legal(game, DeclareAttackers())
            case "DeclareBlockers":
                return made_legal(game, DeclareBlockers(by=player))
            case "AnnounceDamageOrder":
                return AnnounceDamageOrder(orders=missing_orders(game.combat, game.edition.damage_orders))
            case _:
                return AssignCombatDamage(assignment=game.legal_assignments_of(player).step.near({}), by=player)

    return decide


def best(random: Random) -> Policy:
    """The best attack, block and division of damage by the worth that was fitted by self-play (`one`).

    It attacks as is best where both players attack and block on for `RACE` turns, each playing best. Where that isn't known to
    the search, or takes more than `RACE_STEPS` steps, half of what the other player's best attack of the next turn is worth
    counts. No creature blocks that dies and destroys nothing where that isn't needed by then.

    Raises NotModelled where something in force isn't known to the search, Undecided where the game's budget doesn't suffice to
    prove that nothing is better.
    """

    def decide(game: Game, player: str) -> Command:
        match awaited_of(game, player):
            case "ChooseDefendingPlayer":
                raise NotModelled(["whom to attack in this combat (507.1), which is to be chosen before the best attack"])
            case "DeclareAttackers":
                if (race := _race(game, RACE, FITTED)) is not None:
                    return DeclareAttackers(attackers=race.declaration)
                attack = game.best_attack()
                _check_proven("attack", attack, game)
                return DeclareAttackers(attackers=attack.declaration)
            case "DeclareBlockers":
                block = game.best_block(by=player)
                _check_proven("block", block, game)
                return DeclareBlockers(blocks=block.declaration, by=player)
            case "AnnounceDamageOrder":
                return AnnounceDamageOrder(orders=game.best_orders())
            case _:
                return AssignCombatDamage(assignment=game.best_assignment().declaration, by=player)

    return decide


RACE = 3
"""So many turns, its own included, `best` and by default `lookahead` look ahead."""
RACE_STEPS = 20_000
"""Steps that looking ahead takes at most: the same on every machine."""


def lookahead(random: Random, turns: int = RACE) -> Policy:
    """Attacks as is best by power, toughness and life where both players go on for so many turns, each playing best.

    What isn't an attack is chosen as `best` does; so is an attack where the race isn't known to the search, or takes more than
    `RACE_STEPS` steps. Raises InvalidInput for less than one turn or more than `MOST_TURNS`.
    """
    if not 1 <= turns <= MOST_TURNS:
        raise InvalidInput("policy", f"lookahead({turns})", f"1 to {MOST_TURNS} turns")
    else_best = best(random)

    def decide(game: Game, player: str) -> Command:
        if awaited_of(game, player) == "DeclareAttackers" and (race := _race(game, turns, FLAT)) is not None:
            return DeclareAttackers(attackers=race.declaration)
        return else_best(game, player)

    return decide


def _race(game: Game, turns: int, worth: str) -> BestRace | None:
    """The best race of so many turns by a worth; None where it isn't known."""
    tried = game.branch(record=False)
    left = game.budget.seconds_left
    tried.budget = Budget(RACE_STEPS, None if left == inf else max(0.0, left))
    try:
        race = tried.best_attack(worth=worth, turns=turns)
    except (NotModelled, Undecided):
        return None
    return race if race.proven else None


def _check_proven(action: str, found: BestAttack | BestBlock | BestPlayed, game: Game) -> None:
    """What may not be the best isn't passed off as such."""
    if not found.proven:
        ends = zip(found.bounds, ("a loss", "a win"), strict=True)
        least, most = (end if bound is None else f"{bound:+d}" for bound, end in ends)
        raise Undecided(
            f"the best {action} is worth {least} at least, {most} at most: the search was given up{game.budget.words}"
        )


def recorded(commands: Iterable[Command]) -> Policy:
    """What was recorded: these commands, one after the other, as they are asked for.

    Raises InvalidInput when the next one isn't what the game waits for, or there is none.
    """
    remaining = iter(commands)

    def decide(game: Game, player: str) -> Command:
        asked = awaited_of(game, player)
        command = next(remaining, None)
        if command is None or command.type != asked:
            found = "nothing" if command is None else command.type
            raise InvalidInput("policy", f"{found} as the next that {player} recorded", f"{asked}, which the game waits for")
        return command

    decide.__name__ = RECORDED
    return decide


def made_legal(game: Game, command: DeclareAttackers | DeclareBlockers) -> Command:
    """The command, if it is legal; else the nearest legal declaration, which the ruling names."""
    ruling = game.judge(command)
    if ruling.verdict == "legal":
        return command
    if ruling.instead is None:
        raise InvalidInput("policy", f"{command.type} that is {ruling.verdict} ({ruling.why})", "a board small enough to decide")
    if isinstance(command, DeclareAttackers):
        return DeclareAttackers(attackers={creature: str(target) for creature, target in ruling.instead.items()})
    return DeclareBlockers(blocks={creature: tuple(whom) for creature, whom in ruling.instead.items()}, by=command.by)


# --- a plain heuristic ---------------------------------------------------------------------------------------------------


def greedy(random: Random) -> Policy:
    """A plain heuristic that looks at one creature at a time, by power and toughness alone.

    It attacks with what survives any one blocker or takes it along, and with everything where enough is left unblocked to win; it
    blocks the greatest attackers first, with what kills and survives, or trades up; with anything where it would lose. What
    isn't legal becomes the nearest that is. Damage kills as much as it can, in the order in which blockers stand.
    """

    def decide(game: Game, player: str) -> Command:
        match awaited_of(game, player):
            case "ChooseDefendingPlayer":
                return ChooseDefendingPlayer(defending=_weakest(game, player))
            case "DeclareAttackers":
                return made_legal(game, DeclareAttackers(attackers=_greedy_attack(game, player)))
            case "DeclareBlockers":
                return made_legal(game, DeclareBlockers(blocks=_greedy_block(game, player), by=player))
            case "AnnounceDamageOrder":
                permanents = game.board.permanents
                orders = {
                    c: tuple(sorted(faced, key=lambda id: permanents[id].toughness))
                    for c, faced in missing_orders(game.combat, game.edition.damage_orders).items()
                }
                return AnnounceDamageOrder(orders=orders)
            case _:
                step = game.legal_assignments_of(player).step
                return AssignCombatDamage(assignment=_killing(step), by=player)

    return decide


def _weakest(game: Game, player: str) -> str:
    """The opponent with the least life, the first of them in turn order."""
    return min(game.board.opponents(player), key=lambda each: game.board.life[each])


def _greedy_attack(game: Game, player: str) -> dict[str, str]:
    board = game.board
    able = game.legal_attacks.pairs()
    attackers: dict[str, str] = {}
    target = game.combat.chosen or _weakest(game, player)
    defending = board.side(target)
    theirs = [p for p in board.permanents.values() if p.controller in defending and "Creature" in p.types and not p.tapped]
    mine = sorted((board.permanents[id] for id in able), key=lambda p: p.power)
    if sum(p.power for p in mine[: max(0, len(mine) - len(theirs))]) >= board.life[target]:
        chosen = mine
    else:
        chosen = [p for p in mine if p.power > 0 and all(_fares_well(p, blocker) for blocker in theirs)]
    for permanent in chosen:
        targets = able[permanent.id]
        attackers[permanent.id] = target if target in targets else targets[0]
    return {id: attackers[id] for id in able if id in attackers}


def _fares_well(attacker: Permanent, blocker: Permanent) -> bool:
    """Whether an attacker survives this blocker, or takes it along and isn't worth more."""
    survives = attacker.toughness - attacker.marked > blocker.power
    kills = attacker.power >= blocker.toughness - blocker.marked
    return survives or (kills and _size(attacker) <= _size(blocker))


def _greedy_block(game: Game, player: str) -> dict[str, tuple[str, ...]]:
    board, combat = game.board, game.combat
    able = game.legal_blocks_of(player).pairs()
    attackers = sorted(
        (board.permanents[id] for id, attack in combat.attackers.items() if attack.defending == player),
        key=lambda p: (-p.power, p.timestamp),
    )
    coming = sum(p.power for p in attackers)
    blocks: dict[str, tuple[str, ...]] = {}
    for attacker in attackers:
        free = [board.permanents[id] for id, targets in able.items() if id not in blocks and attacker.id in targets]
        good = [b for b in free if b.power >= attacker.toughness - attacker.marked]
        good = [b for b in good if b.toughness - b.marked > attacker.power or _size(b) <= _size(attacker)]
        if not good and coming >= board.life[player]:
            good = free
        if good:
            blocks[min(good, key=lambda b: (_size(b), b.timestamp)).id] = (attacker.id,)
            coming -= attacker.power
    return {id: blocks[id] for id in able if id in blocks}


def _size(permanent: Permanent) -> int:
    return permanent.power + permanent.toughness


def _killing(step: DamageToAssign) -> dict[str, dict[str, int]]:
    """Lethal damage to one after the other, as long as there is some; the rest where it may go last."""
    assignment: dict[str, dict[str, int]] = {}
    for striker in step.strikers.values():
        wanted: dict[str, int] = {}
        left = striker.amount
        recipients = striker.recipients
        for recipient in recipients:
            lethal = step.left(assignment, recipient)
            given = min(left, min(1, lethal) if striker.deathtouch else lethal)
            if given > 0:
                wanted[recipient] = given
                left -= given
        if left > 0 and recipients:
            wanted[recipients[-1]] = wanted.get(recipients[-1], 0) + left
        assignment[striker.id] = wanted
    return step.near(assignment)


# --- by their names ------------------------------------------------------------------------------------------------------

BUILT_IN: dict[str, MakePolicy] = {
    "uniform": uniform,
    "greedy": greedy,
    "best": best,
    "lookahead": lookahead,
    "never": never,
}


@explaining_misuse
def policy_named(name: str) -> MakePolicy:
    """What makes the policy of that name: it is called with a `random.Random`, for one player of one game.

    Names are those of `BUILT_IN`, `lookahead(TURNS)`, entry points of the group `declarant.policies`, and `module:function`, of a
    module that can be imported from here. Raises InvalidInput for a name that there isn't, and for what can't be loaded.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]
    if (ahead := re.fullmatch(r"lookahead\(([0-9]{1,9})\)", name)) is not None:
        return partial(lookahead, turns=int(ahead[1]))
    found = installed(GROUP, taken=BUILT_IN)
    if name in found:
        return _loaded(found[name])
    if re.fullmatch(r"[\w.]+:[\w.]+", name):
        return _loaded(EntryPoint(name, name, GROUP))
    allowed = (
        f"one of {', '.join(sorted({*BUILT_IN, *found}))}; lookahead(TURNS); module:function; or `recorded(commands)` in Python"
    )
    raise InvalidInput("policy", repr(name), f"{allowed}, and of a case's steps")


def _loaded(entry: EntryPoint) -> MakePolicy:
    """What an entry point names; modules are looked for in the current directory, too, as `python -m` does."""
    if not {"", str(Path.cwd())} & {*sys.path}:
        sys.path.append(str(Path.cwd()))
    make = loaded(entry, A_POLICY)
    if not callable(make):
        raise InvalidInput(GROUP, f"{entry.name!r}: {type(make).__name__}", A_POLICY)

    def made(random: Random) -> Policy:
        try:
            policy = make(random)
        except TypeError as error:
            raise InvalidInput(GROUP, f"{entry.name!r}: {error}", A_POLICY) from None
        if not callable(policy):
            raise InvalidInput(GROUP, f"{entry.name!r}, which makes {policy!r:.40}", "one that makes a policy: a callable")
        made_policy: Policy = policy
        return made_policy

    return made
