"""Boards of the minimax as positions of the search, and as cases."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from best_play.minimax import Board, can_block, point_of_life, quarters
from damage.reference import Creature, Era
from declarant.handlers.best_play.fighters import DamageRules, Fighter
from declarant.handlers.best_play.fitted import POINTS
from declarant.handlers.best_play.life_worth import LifeWorth
from declarant.handlers.best_play.position import BlockLimit, Position

RULES: dict[Era, DamageRules] = {
    "free": DamageRules(),
    "ordered": DamageRules(ordered=True),
    "stack": DamageRules(deathtouch="trigger", lifelink_is_result=False),
}
DAYS: dict[Era, str] = {"free": "2026-01-16", "ordered": "2016-01-22", "stack": "2008-10-03"}
"""A day of each era on which every keyword of the boards is known, or in the last means what it means today."""


def fighter(creature: Creature, others: list[Creature], worth: str = "flat") -> Fighter:
    of_power = quarters(creature) - quarters(replace(creature, power=creature.power - 1))
    double = creature.has("double strike")
    return Fighter(
        creature.id,
        creature.power,
        creature.toughness,
        creature.power + creature.toughness if worth == "flat" else quarters(creature),
        early=double or creature.has("first strike"),
        late=double or not creature.has("first strike"),
        trample=creature.has("trample"),
        deathtouch=creature.has("deathtouch"),
        lifelink=creature.has("lifelink"),
        wither=creature.has("wither"),
        infect=creature.has("infect"),
        toxic=creature.toxic,
        marked=creature.marked,
        indestructible=creature.has("indestructible"),
        unharmed_by=frozenset(other.id for other in others if creature.protected_from and creature.protected_from == other.color),
        wears=(0, 0, 0) if worth == "flat" else (creature.power, of_power, 4),
    )


def position(board: Board) -> Position:
    every = (1 << len(board.blockers)) - 1
    return Position(
        attackers=tuple(fighter(a, board.blockers, board.worth) for a in board.attackers),
        blockers=tuple(fighter(b, board.attackers, board.worth) for b in board.blockers),
        life=board.life,
        defender="Bob",
        able=tuple(sum(1 << i for i, a in enumerate(board.attackers) if can_block(b, a)) for b in board.blockers),
        rules=RULES[board.era],
        poison_left=10 - board.poison,
        life_worth=LifeWorth(POINTS, point_of_life(board.attacking_life + 1)) if board.worth == "one" else LifeWorth(),
        limits={i: (BlockLimit(every, 2, None, every),) for i, a in enumerate(board.attackers) if a.has("menace")},
    )


def case(board: Board, id: str = "drawn", *, attacking: bool = True) -> dict[str, Any]:
    """The board as a case in which all attackers attack, or which ends before."""

    def permanent(creature: Creature) -> dict[str, Any]:
        text = [word.capitalize() for word in sorted(creature.keywords)]
        text += [f"Toxic {creature.toxic}"] * bool(creature.toxic)
        text += ["Protection from red"] * bool(creature.protected_from)
        text += board.texts.get(creature.id, ())
        return {
            "id": creature.id,
            "controller": creature.controller,
            "types": ["Creature"],
            "colors": [creature.color] if creature.color else [],
            "power": creature.power,
            "toughness": creature.toughness,
            "marked": creature.marked,
            "text": "\n".join(text),
        }

    return {
        "id": id,
        "rules": DAYS[board.era],
        "players": ["Ann", "Bob"],
        "life": {"Ann": board.attacking_life, "Bob": board.life},
        "poison": {"Bob": board.poison},
        "battlefield": [permanent(creature) for creature in (*board.attackers, *board.blockers)],
        "steps": [{"attack": {a.id: "Bob" for a in board.attackers}}] if attacking else [],
    }
