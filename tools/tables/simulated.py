"""Games between players who draw a few legal declarations and take the one that looks best: something to make tables of.

Creatures are drawn by a seed, so that everybody gets the same games. At times a player tries something without asking whether it
is legal, as players do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from random import Random

from ...events.errors import IllegalDeclaration
from ...events.facts import PermanentEntered
from ...events.journal.journal import Journal
from ...handlers.game import Game
from ..oracle import read_permanent

PLAYERS = ("Ann", "Bob")
CREATURES = 6
TURNS = 6
CONSIDERED = 24
"""How many legal declarations a player looks at."""

HASTY = 0.15
"""How often a player declares without asking."""

TEXTS = ("", "", "", "Flying", "Menace", "Vigilance", "Deathtouch", "Reach", "Trample", "This creature can't block alone.")
TOLL = "Creatures can't attack you unless their controller pays {1} for each creature they control that's attacking you."


def play(journal: Journal, games: int, seed: int = 0) -> None:
    """Play so many games, each a stream of the journal."""
    for number in range(games):
        _play(Game.start(PLAYERS, rules="2025-04-04", journal=journal, stream=f"game-{number:04d}"), Random(f"{seed} {number}"))


def _play(game: Game, random: Random) -> None:
    for player in PLAYERS:
        for number in range(CREATURES):
            game.enter(_creature(player, number, random))
    if random.random() < 0.3:
        abilities = read_permanent(TOLL, name="Toll Gate", types=("Enchantment",))
        gate = PermanentEntered(
            id="gate", controller="Bob", owner="Bob", name="Toll Gate", types=("Enchantment",), abilities=abilities
        )
        game.enter(gate)
    for turn in range(TURNS):
        active, other = PLAYERS[turn % 2], PLAYERS[1 - turn % 2]
        if turn:
            game.begin_turn(active)
        _attack(game, random, active, other)
        if game.combat.attackers:
            _block(game, random, other)
            _damage(game)


def _creature(player: str, number: int, random: Random) -> PermanentEntered:
    text = random.choice(TEXTS)
    return PermanentEntered(
        id=f"{player.lower()}{number}",
        controller=player,
        owner=player,
        name="Bear",
        types=("Creature",),
        power=random.choice((1, 1, 2, 2, 2, 3, 3, 4, 5, 6)),
        toughness=random.choice((1, 2, 2, 3, 3, 4, 5)),
        abilities=read_permanent(text, name="Bear", types=("Creature",)) if text else (),
    )


def _attack(game: Game, random: Random, active: str, other: str) -> None:
    mine = [permanent.id for permanent in game.board.permanents.values() if permanent.controller == active and permanent.power]
    if mine and random.random() < HASTY:
        with suppress(IllegalDeclaration):
            game.declare_attackers(
                dict.fromkeys(random.sample(mine, random.randint(1, len(mine))), other), pay=random.random() < 0.5
            )
            return
    game.declare_attackers(dict(game.legal_attacks.sample(random)))


def _block(game: Game, random: Random, defending: str) -> None:
    creatures = [
        permanent.id for permanent in game.board.permanents.values() if permanent.controller == defending and permanent.power
    ]
    if creatures and random.random() < HASTY:
        chosen = random.sample(creatures, random.randint(1, len(creatures)))
        with suppress(IllegalDeclaration):
            game.declare_blockers({blocker: [random.choice(list(game.combat.attackers))] for blocker in chosen})
            return
    legal = game.legal_blocks
    considered = [dict(legal.sample(random)) for _ in range(CONSIDERED)]
    game.declare_blockers(max(considered, key=lambda blocks: _worth(game, blocks)))


def _worth(game: Game, blocks: Mapping[str, Iterable[str]]) -> int:
    """What blocks keep off and kill, less what they lose, in power and toughness."""
    worth, permanents = 0, game.board.permanents
    for attacker in game.combat.attackers:
        attacking = permanents[attacker]
        blocking = [permanents[blocker] for blocker, attackers in blocks.items() if attacker in attackers]
        if not blocking:
            continue
        worth += attacking.power
        if sum(blocker.power for blocker in blocking) >= attacking.toughness:
            worth += attacking.power + attacking.toughness
        left = attacking.power
        for blocker in blocking:
            if left >= blocker.toughness:
                left -= blocker.toughness
                worth -= blocker.power + blocker.toughness
    return worth


def _damage(game: Game) -> None:
    """Blocked creatures that are dealt enough leave; whoever was to die first among several blockers does."""
    permanents, dead = game.board.permanents, set()
    for attacker in game.combat.blocked:
        blocking = game.combat.blockers_of(attacker)
        if sum(permanents[blocker].power for blocker in blocking) >= permanents[attacker].toughness:
            dead.add(attacker)
        left = permanents[attacker].power
        for blocker in blocking:
            if left >= permanents[blocker].toughness:
                left -= permanents[blocker].toughness
                dead.add(blocker)
    for id in sorted(dead):
        game.leave(id, "graveyard")
