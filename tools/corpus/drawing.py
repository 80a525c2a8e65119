"""Draws boards: a few creatures on either side, with what bears on attacking, blocking and combat damage."""

from __future__ import annotations

from random import Random
from typing import Required, TypedDict

ATTACKER, DEFENDER = PLAYERS = ("Ann", "Bob")
ATTACKERS, MOST_ATTACKERS = 4, 6
"""How many creatures the attacking player has at most, unless more are asked for; and how many may be asked for."""

LINES: tuple[tuple[str, float], ...] = (
    ("Flying", 0.16),
    ("Reach", 0.08),
    ("Menace", 0.12),
    ("Skulk", 0.04),
    ("Fear", 0.04),
    ("Defender", 0.04),
    ("Haste", 0.05),
    ("Vigilance", 0.05),
    ("First strike", 0.1),
    ("Double strike", 0.06),
    ("Trample", 0.15),
    ("Deathtouch", 0.1),
    ("Lifelink", 0.1),
    ("Wither", 0.04),
    ("Infect", 0.04),
    ("Indestructible", 0.05),
    ("Protection from red", 0.06),
    ("This creature attacks each combat if able.", 0.08),
    ("This creature blocks each combat if able.", 0.08),
    ("This creature can't attack alone.", 0.03),
    ("This creature can't block.", 0.03),
    ("This creature can block only creatures with flying.", 0.03),
    ("This creature must be blocked if able.", 0.06),
    ("All creatures able to block this creature do so.", 0.04),
    ("This creature can't be blocked.", 0.02),
    ("This creature can't be blocked by creatures with power 2 or less.", 0.04),
    ("This creature can't be blocked by more than one creature.", 0.04),
    ("This creature can't be blocked except by three or more creatures.", 0.02),
)
"""Lines of text, and how often a creature has each."""


class DrawnCreature(TypedDict, total=False):
    """A creature as a case writes it."""

    id: Required[str]
    controller: Required[str]
    types: list[str]
    colors: list[str]
    power: int
    toughness: int
    text: str
    tapped: bool
    summoning_sick: bool


class DrawnBoard(TypedDict):
    """A board as a case writes it. Life and poison counters are said of both players."""

    id: str
    players: list[str]
    life: dict[str, int]
    poison: dict[str, int]
    battlefield: list[DrawnCreature]


def board(seed: int, number: int, attackers: int = ATTACKERS) -> DrawnBoard:
    """A board of the corpus, as a case without steps: the same for the same seed, number and most attackers."""
    random = Random(f"{seed} {number}")
    own = random.choice([each for each in (1, 2, 3, 3, 4, 4, 5, 5, 6, 6) if each <= attackers])
    others = random.choice((0, 1, 2, 2, 3, 3, 4))
    battlefield = [_creature(random, f"a{place}", ATTACKER) for place in range(1, own + 1)]
    battlefield += [_creature(random, f"b{place}", DEFENDER) for place in range(1, others + 1)]
    return {
        "id": f"{seed}-{number:06d}",
        "players": list(PLAYERS),
        "life": {ATTACKER: random.choice((5, 20)), DEFENDER: random.choice((3, 6, 10, 20))},
        "poison": {ATTACKER: 0, DEFENDER: random.choice((0, 0, 0, 7))},
        "battlefield": battlefield,
    }


def _creature(random: Random, id: str, controller: str) -> DrawnCreature:
    text = [line for line, often in LINES if random.random() < often]
    creature: DrawnCreature = {
        "id": id,
        "controller": controller,
        "types": ["Creature"],
        "colors": [random.choice("WUBRG")],
        "power": random.choice((0, 1, 1, 2, 2, 3, 3, 4, 5)),
        "toughness": random.randint(1, 5),
        "text": "\n".join(text),
    }
    if random.random() < 0.1:
        creature["tapped"] = True
    if random.random() < 0.1:
        creature["summoning_sick"] = True
    return creature
