"""Combined declarations of teams (805.10) against plain enumeration: what is legal, read off random boards by nothing shared.

Each sentence on a board is stated here by what it forbids or asks for; every declaration there is is gone through.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random

import pytest
from declarant import Game, permanent

Declared = dict[str, str]
"""Creature → the player it attacks, or the attacker it blocks."""
BOARDS = int(os.environ.get("TEAM_BOARDS", "120"))


@dataclass
class Board:
    """Two teams, the creatures of each with their texts, and enchantments."""

    teams: tuple[tuple[str, ...], tuple[str, ...]]
    variant: str
    creatures: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Creature → its controller and its text."""
    enchantments: list[tuple[str, str]] = field(default_factory=list)
    artifacts: list[str] = field(default_factory=list)
    """Who controls one."""

    def game(self) -> Game:
        players = [player for team in self.teams for player in team]
        game = Game.start(players, rules="2026-01-16", teams=self.teams, variant=self.variant, active=self.teams[0][0])
        for id, (controller, text) in self.creatures.items():
            game.enter(permanent(id, controller, types=["Creature"], power=2, toughness=2, text=text))
        for number, (controller, text) in enumerate(self.enchantments):
            game.enter(permanent(f"e{number}", controller, types=["Enchantment"], text=text))
        for number, controller in enumerate(self.artifacts):
            game.enter(permanent(f"t{number}", controller, types=["Artifact"]))
        return game

    def of(self, players: tuple[str, ...]) -> list[str]:
        return [id for id, (controller, _) in self.creatures.items() if controller in players]

    def team_of(self, player: str) -> tuple[str, ...]:
        return next(team for team in self.teams if player in team)


ATTACK_TEXTS = (
    "",
    "",
    "This creature attacks each combat if able.",
    "This creature can't attack alone.",
    "This creature can only attack alone.",
    "This creature can't attack unless at least two other creatures attack.",
    "This creature can't attack unless defending player controls an artifact.",
    "Defender",
)
ATTACK_ENCHANTMENTS = (
    "No more than one creature can attack each combat.",
    "No more than two creatures can attack each combat.",
    "No more than one creature can attack you each combat.",
    "Creatures can't attack you.",
    "Creatures your opponents control attack each combat if able.",
    "Creatures you control attack each combat if able.",
)
BLOCK_TEXTS = (
    "",
    "",
    "This creature can't block alone.",
    "This creature blocks each combat if able.",
    "This creature can't block.",
)
ATTACKER_TEXTS = (
    "",
    "Menace",
    "This creature can't be blocked by more than one creature.",
    "This creature must be blocked if able.",
    "All creatures able to block this creature do so.",
    "This creature can't be blocked as long as defending player controls an artifact.",
    "This creature can't be blocked unless all creatures defending player controls block it.",
)
BLOCK_ENCHANTMENTS = ("Creatures your opponents control can't block.", "All creatures able to block creatures you control do so.")


def drawn(random: Random, texts: tuple[tuple[str, ...], tuple[str, ...]], enchantments: tuple[str, ...], most: int) -> Board:
    sides = random.choice(
        [(2, 2, "two-headed giant"), (3, 3, "two-headed giant"), (1, 3, "archenemy"), (4, 4, "two-headed giant")]
    )
    names = iter("ABCDEFGH")
    teams = tuple(tuple(next(names) for _ in range(number)) for number in sides[:2])
    board = Board((teams[0], teams[1]), sides[2])
    for team, prefix, own in zip(board.teams, "xy", texts, strict=True):
        for number in range(random.randint(1, most)):
            board.creatures[f"{prefix}{number}"] = (random.choice(team), random.choice(own))
    everybody = [player for team in board.teams for player in team]
    board.enchantments = [(random.choice(everybody), random.choice(enchantments)) for _ in range(random.randint(0, 2))]
    board.artifacts = random.sample(everybody, random.randint(0, 2))
    return board


def declarations(units: list[str], targets: list[str]) -> Iterator[Declared]:
    for chosen in product([None, *targets], repeat=len(units)):
        yield {unit: target for unit, target in zip(units, chosen, strict=True) if target is not None}


def legal(
    every: list[Declared], allowed: Callable[[Declared], bool], asked: Callable[[Declared], int]
) -> set[frozenset[tuple[str, str]]]:
    """Those that disobey no restriction, and of these those that obey the most requirements."""
    possible = [declared for declared in every if allowed(declared)]
    most = max(map(asked, possible))
    return {frozenset(declared.items()) for declared in possible if asked(declared) == most}


# --- attacks ---------------------------------------------------------------------------------------------------------


def attack_is_allowed(board: Board, declared: Declared) -> bool:
    for creature, whom in declared.items():
        text, others = board.creatures[creature][1], len(declared) - 1
        if (
            text == "Defender"
            or (text.endswith("attack alone.") and "can't" in text and not others)
            or (text.endswith("only attack alone.") and others)
            or ("two other creatures" in text and others < 2)
            or ("controls an artifact" in text and whom not in board.artifacts)
        ):
            return False
    for controller, text in board.enchantments:
        at_you = sum(whom == controller for whom in declared.values())
        if (
            (text.startswith("No more than one creature can attack each") and len(declared) > 1)
            or (text.startswith("No more than two") and len(declared) > 2)
            or (text.startswith("No more than one creature can attack you") and at_you > 1)
            or (text == "Creatures can't attack you." and at_you)
        ):
            return False
    return True


def attacks_asked(board: Board, declared: Declared) -> int:
    asked = sum(board.creatures[id][1].startswith("This creature attacks each combat") for id in declared)
    for controller, text in board.enchantments:
        for id in declared:
            mine = board.creatures[id][0] == controller
            theirs = board.creatures[id][0] not in board.team_of(controller)
            asked += (text.startswith("Creatures you control attack") and mine) + (
                text.startswith("Creatures your opponents control attack") and theirs
            )
    return asked


# --- blocks ----------------------------------------------------------------------------------------------------------


def block_is_allowed(board: Board, attacks: Declared, declared: Declared) -> bool:
    for blocker in declared:
        controller, text = board.creatures[blocker]
        barred = any(
            said.startswith("Creatures your opponents control can't block") and controller not in board.team_of(other)
            for other, said in board.enchantments
        )
        if barred or text == "This creature can't block." or (text.endswith("block alone.") and len(declared) == 1):
            return False
    for attacker, whom in attacks.items():
        text, by = board.creatures[attacker][1], [blocker for blocker, blocked in declared.items() if blocked == attacker]
        if by and (
            (text == "Menace" and len(by) < 2)
            or ("more than one creature" in text and len(by) > 1)
            or ("controls an artifact" in text and whom in board.artifacts)
            or ("unless all creatures" in text and not set(board.of((whom,))) <= set(by))
        ):
            return False
    return True


def blocks_asked(board: Board, attacks: Declared, declared: Declared) -> int:
    asked = sum(board.creatures[id][1].startswith("This creature blocks each combat") for id in declared)
    for attacker in attacks:
        controller, text = board.creatures[attacker]
        by = list(declared.values()).count(attacker)
        asked += by > 0 and text == "This creature must be blocked if able."
        asked += by if text.startswith("All creatures able to block this") else 0
        asked += sum(by for other, said in board.enchantments if said.startswith("All creatures able") and other == controller)
    return asked


# --- the two against each other --------------------------------------------------------------------------------------


def check_attacks(random: Random) -> None:
    board = drawn(random, (ATTACK_TEXTS, ("",)), ATTACK_ENCHANTMENTS, 4)
    every = list(declarations(board.of(board.teams[0]), list(board.teams[1])))
    expected = legal(every, lambda declared: attack_is_allowed(board, declared), lambda declared: attacks_asked(board, declared))
    game = board.game()
    found = {frozenset(attack.items()) for attack in game.legal_attacks}
    assert found == expected, board
    assert game.legal_attacks.count() == len(expected), board
    declared = random.choice(every)
    assert (game.judge_attackers(declared).verdict == "legal") == (frozenset(declared.items()) in expected), (board, declared)


def check_blocks(random: Random) -> None:
    board = drawn(random, (ATTACKER_TEXTS, BLOCK_TEXTS), BLOCK_ENCHANTMENTS, 4)
    attackers = board.of(board.teams[0])[:3]
    attacks = {attacker: random.choice(board.teams[1]) for attacker in attackers}
    game = board.game()
    game.declare_attackers(attacks)
    every = list(declarations(board.of(board.teams[1]), attackers))
    expected = legal(
        every,
        lambda declared: block_is_allowed(board, attacks, declared),
        lambda declared: blocks_asked(board, attacks, declared),
    )
    found = {frozenset((blocker, blocked) for blocker, (blocked,) in block.items()) for block in game.legal_blocks}
    assert found == expected, (board, attacks)
    declared = random.choice(every)
    ruling = game.judge_blockers({blocker: [blocked] for blocker, blocked in declared.items()}, by=random.choice(board.teams[1]))
    assert (ruling.verdict == "legal") == (frozenset(declared.items()) in expected), (board, attacks, declared)


@pytest.mark.parametrize("check", [check_attacks, check_blocks])
def test_a_team_declares_as_enumeration_says(check: Callable[[Random], None]) -> None:
    """TEAM_BOARDS: how many boards (5,000 take some minutes)."""
    for seed in range(BOARDS):
        try:
            check(Random(seed))
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise
