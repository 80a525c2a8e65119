"""The answers of the corpus, counted out by the plain counters of the tests: every declaration, every order, every division.

Nothing here comes of the referee. What a line of text means stands in a table; what is legal is stated by `legality.reference`,
what damage does by `damage.reference`, and what a block is worth by `best_play.minimax`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from best_play import minimax
from damage.reference import Combat, Creature, Era, deal, is_legal, is_over
from declarant.events import abilities as a
from legality import boards
from legality.reference import Attacks, Blocks, Enumeration

ANN, BOB = "Ann", "Bob"
FLIERS = a.HasKeyword(keyword="flying")
MEANS: dict[str, a.Ability] = {
    "This creature attacks each combat if able.": a.MustAttack(creatures=a.THIS),
    "This creature blocks each combat if able.": a.MustBlock(blockers=a.THIS),
    "This creature can't attack alone.": a.NeedsCompany(action="attack", creatures=a.THIS),
    "This creature can't block.": a.CantBlock(blockers=a.THIS),
    "This creature can block only creatures with flying.": a.CantBlock(blockers=a.THIS, attackers=a.Not(part=FLIERS)),
    "This creature must be blocked if able.": a.MustBeBlocked(attackers=a.THIS),
    "All creatures able to block this creature do so.": a.MustBlock(blockers=a.ANYTHING, attackers=a.THIS),
    "This creature can't be blocked.": a.CantBlock(blockers=a.ANYTHING, attackers=a.THIS),
    "This creature can't be blocked by creatures with power 2 or less.": a.CantBlock(
        attackers=a.THIS, blockers=a.Compares(characteristic="power", comparison="<=", than=2)
    ),
    "This creature can't be blocked by more than one creature.": a.BlockerCount(attackers=a.THIS, maximum=1),
    "This creature can't be blocked except by three or more creatures.": a.BlockerCount(attackers=a.THIS, minimum=3),
    "Protection from red": a.KeywordAbility(keyword="protection", quality=a.HasColor(color="R")),
}
KEYWORDS = frozenset(
    """flying, reach, menace, skulk, fear, defender, haste, vigilance, first strike, double strike, trample, deathtouch, lifelink,
    wither, infect, indestructible""".replace("\n   ", "").split(", ")
)
"""Lines that are keywords, which the oracles know by name."""
ERAS: dict[str, Era] = {"2026-01-16": "free", "2016-01-22": "ordered", "2008-10-03": "stack"}
"""The days that are asked, and how damage was assigned then."""
NUMBERS = {
    "2008-10-03": ("308.2a", "500.2", "500.4", "309.2a", "500.3", "500.4"),
    "later": ("508.1a", "508.1c", "508.1d", "509.1a", "509.1b", "509.1c"),
}
CONCEPTS = [f"{action}.{letter}" for action in ("attack", "block") for letter in ("choose", "restrictions", "requirements")]


def _permanent(row: Mapping[str, Any]) -> Any:
    lines = row["text"].splitlines()
    abilities = [MEANS[line] if line in MEANS else a.KeywordAbility(keyword=line.lower()) for line in lines]
    return boards.creature(
        row["id"],
        row["controller"],
        *abilities,
        power=row["power"],
        toughness=row["toughness"],
        colors=tuple(row["colors"]),
        tapped=row.get("tapped", False),
        continuously_controlled=not row.get("summoning_sick", False),
    )


def _fighter(row: Mapping[str, Any]) -> Creature:
    keywords = frozenset(line.lower() for line in row["text"].splitlines() if line not in MEANS)
    protected = "R" if "Protection from red" in row["text"] else ""
    (color,) = row["colors"]
    return Creature(row["id"], row["controller"], row["power"], row["toughness"], keywords, color, protected)


def _declared(found: Enumeration, declarations: list[dict[str, Any]], day: str) -> list[dict[str, Any]]:
    """The declarations that the corpus states, with the verdict and the rule that the enumeration has for each."""
    numbers = dict(zip(CONCEPTS, NUMBERS.get(day, NUMBERS["later"]), strict=True))
    concepts = {tuple(sorted(each.items())): concept for each, concept in found.verdicts}
    answers = []
    for each in declarations:
        concept = concepts[tuple(sorted((creature, (target,)) for creature, target in each["creatures"].items()))]
        rule = None if concept is None else numbers[concept]
        answers.append({"creatures": each["creatures"], "verdict": "illegal" if concept else "legal", "rule": rule})
    return answers


def answers(entry: Mapping[str, Any], line: Mapping[str, Any]) -> dict[str, Any]:
    """What the plain counters say of what the corpus asks, of the same attack, block, orders and divisions of damage."""
    day, permanents = line["rules"], tuple(map(_permanent, entry["battlefield"]))
    attacks = Attacks(boards.Board("attack", (ANN, BOB), permanents), ANN)
    legal = [attack for attack, concept in attacks.verdicts if concept is None]
    found: dict[str, Any] = {
        "rules": day,
        "legal_attacks": len(legal),
        "attacks": _declared(attacks, line["attacks"], day),
        "combat": None,
    }
    if any(legal):
        assert {id: (target,) for id, target in line["combat"]["attack"].items()} in legal
        found["combat"] = _combat(entry, line["combat"], day, permanents)
    return found


def _combat(entry: Mapping[str, Any], line: Mapping[str, Any], day: str, permanents: tuple[Any, ...]) -> dict[str, Any]:
    blocks = Blocks(boards.Board("block", (ANN, BOB), permanents, attacking=line["attack"]), BOB)
    legal = [{id: to for id, (to,) in block.items()} for block, concept in blocks.verdicts if concept is None]
    assert line["block"] in legal
    best, number = _best(entry, line["attack"], legal, ERAS[day])
    return {
        "attack": line["attack"],
        "legal_blocks": len(legal),
        "blocks": _declared(blocks, line["blocks"], day),
        "best_block": {"value": best, "blocks": number},
        "block": line["block"],
        "orders": line["orders"],
        "damage": _damage(entry, line, ERAS[day]),
    }


def _best(entry: Mapping[str, Any], attack: Mapping[str, str], legal: list[minimax.Block], era: Era) -> tuple[Any, Any]:
    fighters = list(map(_fighter, entry["battlefield"]))
    board = minimax.Board(
        [each for each in fighters if each.id in attack],
        [each for each in fighters if each.controller == BOB],
        entry["life"][BOB],
        entry["poison"][BOB],
        era,
    )
    worths = [minimax.value(board, board.attackers, block) for block in legal]
    best = max(worths)
    return (None, None) if best == minimax.LOSES else (best, worths.count(best))


def _damage(entry: Mapping[str, Any], line: Mapping[str, Any], era: Era) -> list[dict[str, Any]]:
    creatures = {each["id"]: _fighter(each) for each in entry["battlefield"]}
    for attacker, player in line["attack"].items():
        creatures[attacker].attacks = player
    for blocker, attacker in line["block"].items():
        creatures[blocker].blocks = (attacker,)
        creatures[attacker].blocked = True
    for attacker, order in line["orders"].items():
        creatures[attacker].order = tuple(order)
    combat = Combat(era, ANN, BOB, creatures, dict(entry["life"]), dict(entry["poison"]))
    steps = []
    for step in line["damage"]:
        assert not is_over(combat)
        assert is_legal(combat, step["assigned"]), step
        was = {id for id, each in creatures.items() if each.alive}
        result = deal(combat, step["assigned"])
        if era == "stack" and not combat.lost:  # else the game is over, and nothing resolves
            minimax.resolve_triggers(combat, result.dealt)
        living = {id: each for id, each in creatures.items() if each.alive}
        steps.append(
            {
                "assigned": step["assigned"],
                "dealt": result.dealt,
                "died": sorted(was - living.keys()),
                "lost": sorted(result.lost),
                "life": combat.life,
                "poison": {player: number for player, number in combat.poison.items() if number},
                "marked": {id: each.marked for id, each in living.items() if each.marked},
                "counters": {id: each.minus for id, each in living.items() if each.minus},
            }
        )
        combat.life, combat.poison = dict(combat.life), dict(combat.poison)
    return steps
