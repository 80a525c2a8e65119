"""By the worth `one`, half of the other player's best attack of the next turn counts: as by minimax of both turns; certified."""

import json
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from best_play import minimax
from best_play.minimax import Block, Board
from best_play.positions import case
from damage.reference import Combat, Creature, deal, is_over, legal_assignments
from declarant import Game, NotModelled, permanent
from declarant.handlers.budget import Budget
from declarant.handlers.legality.verification import NotProved
from declarant.tools.best_play import certificates
from declarant.tools.best_play.best import best
from declarant.tools.cases.models import Case

pytest.importorskip("highspy")

LOSES_NEXT = -(2**30)
WORDS = ("flying", "vigilance", "menace", "first strike", "deathtouch", "trample", "lifelink")


def drawn(random: Random) -> Board:
    def creature(id: str, player: str) -> Creature:
        words = frozenset({random.choice(WORDS)} if random.random() < 0.4 else ())
        return Creature(id, player, random.randint(1, 4), random.randint(1, 4), words)

    sides = [[creature(f"{player[0].lower()}{n}", player) for n in range(random.randint(1, 2))] for player in ("Ann", "Bob")]
    life, attacking_life = random.choice([3, 6, 12, 20]), random.choice([2, 4, 8, 20])
    return Board(sides[0], sides[1], life, 0, "free", worth="one", attacking_life=attacking_life)


def ends(combat: Combat) -> Iterator[Combat]:
    """What a combat may come to, damage divided in every way."""
    if combat.lost or is_over(combat) or not any(c.alive and (c.attacks or c.blocks) for c in combat.creatures.values()):
        yield combat
        return
    for assigned in legal_assignments(combat):
        after = minimax.copied(combat)
        deal(after, assigned)
        yield from ends(after)


def combat_of(board: Board, attackers: Sequence[Creature], block: Block) -> Combat:
    combat = Combat("free", "Ann", "Bob", {}, {"Ann": 10**6, "Bob": board.life}, {"Ann": -(10**6), "Bob": 0})
    combat.creatures |= {each.id: copy(each) for each in (*attackers, *board.blockers)}
    for each in attackers:
        combat.creatures[each.id].attacks = "Bob"
        combat.creatures[each.id].blocked = each.id in block.values()
    for blocker, attacker in block.items():
        combat.creatures[blocker].blocks = (attacker,)
    return combat


def next_turn(board: Board, attackers: Sequence[Creature], after: Combat) -> int:
    """What Bob's best attack of the next turn takes off, after a combat."""
    alive = {
        each.id: each.id not in after.creatures or after.creatures[each.id].alive for each in (*board.attackers, *board.blockers)
    }
    away = {each.id for each in attackers if not each.has("vigilance")}
    # In the reference it is always Ann who attacks.
    theirs = [replace(each, controller="Ann") for each in board.blockers if alive[each.id]]
    mine = [replace(each, controller="Bob") for each in board.attackers if alive[each.id] and each.id not in away]
    life = board.attacking_life + after.life["Ann"] - 10**6
    value, _ = minimax.best_attack(Board(theirs, mine, life, 0, "free", worth="one", attacking_life=after.life["Bob"]))
    return -LOSES_NEXT if value == -minimax.LOSES else max(0, value) // 2


def scores(board: Board, attackers: Sequence[Creature]) -> set[int] | None:
    """What an attack is worth with the next turn, after each of its best blocks; None: it wins."""
    if not attackers:
        return {-next_turn(board, (), combat_of(board, (), {}))}
    value, blocks = minimax.best_block(board, attackers)
    if value == minimax.LOSES:
        return None
    found = set()
    for block in blocks:
        for after in ends(combat_of(board, attackers, block)):
            if not after.lost and minimax._worth(after, board) == value:
                found.add(-value - next_turn(board, attackers, after))
    return found


def test_the_best_attack_is_best_with_half_of_the_next_turn() -> None:
    random, counted, refused = Random(6), 0, 0
    for number in range(40):
        board = drawn(random)
        stated = case(board, f"next-{number}", attacking=False)
        stated["life"]["Ann"] = board.attacking_life
        asked = Case.model_validate(stated)
        report, found = best(asked, action="attack", worth="one")
        subsets = [[a for n, a in enumerate(board.attackers) if mask >> n & 1] for mask in range(1 << len(board.attackers))]
        worths = [scores(board, attackers) for attackers in subsets]
        if None in worths:
            assert report.wins
            continue
        chosen = worths[subsets.index([a for a in board.attackers if a.id in report.declaration])]
        assert chosen is not None and report.value is not None and report.proven
        assert {report.value, report.value + LOSES_NEXT} & chosen, board
        score = report.value if report.value in chosen else report.value + LOSES_NEXT
        assert all(score >= min(each or ()) for each in worths), board
        certificate = json.loads(json.dumps(certificates.certificate(report, found, "one")))
        assert "half of the best attack of the next turn counted" in certificates.verify(asked, certificate)
        counted += score != -minimax.best_block(board, subsets[worths.index(chosen)])[0] if report.declaration else 0
        for lie in lies(certificate):
            refused += 1
            with pytest.raises(NotProved):
                certificates.verify(asked, lie)
    assert counted > 5 and refused > 60


def test_the_bounds_hold_where_the_budget_ends_before_the_next_turn_is_known() -> None:
    random, cut = Random(11), 0
    for number in range(25):
        board = drawn(random)
        board = replace(
            board, attackers=[*board.attackers, *drawn(random).attackers], blockers=[*board.blockers, *drawn(random).blockers]
        )
        stated = case(board, f"cut-{number}", attacking=False)
        stated["life"]["Ann"] = board.attacking_life
        for place, each in enumerate(stated["battlefield"]):
            each["id"] = f"{each['id']}-{place}"
        asked = Case.model_validate(stated)
        exact, _ = best(asked, action="attack", worth="one")
        assert exact.proven
        for steps in (0, 100, 400, 1_000, 2_000):
            report, _ = best(asked, action="attack", worth="one", budget=Budget(steps))
            low, high = report.bounds
            cut += not report.proven
            assert not report.wins or exact.wins
            if exact.value is None:
                assert high is None or report.proven
            else:
                assert (low is None or low <= exact.value) and (high is None or exact.value <= high)
    assert cut > 30


def test_that_no_creature_is_thrown_away_is_proved_by_a_block_that_survives_the_next_attack() -> None:
    board = Board([Creature("titan", "Ann", 6, 6)], [Creature("elves", "Bob", 1, 1)], 20, 0, "free", worth="one")
    asked = Case.model_validate(case(board, "elves"))
    report, found = best(asked, worth="one")
    certificate = json.loads(json.dumps(certificates.certificate(report, found, "one")))
    assert (report.declaration, certificate["next_block"]) == ({}, {"elves": ["titan"]})
    assert "blocks that throw a creature away aside" in certificates.verify(asked, certificate)
    with pytest.raises(NotProved, match="no more than"):
        certificates.verify(asked, {name: value for name, value in certificate.items() if name != "next_block"})
    thrown = {**certificate, "declaration": {"elves": ["titan"]}, "value": -20}
    with pytest.raises(NotProved, match="a creature is thrown away"):
        certificates.verify(asked, thrown)
    dying = Case.model_validate(case(replace(board, life=12), "dying"))
    certificate = json.loads(json.dumps(certificates.certificate(*best(dying, worth="one"), "one")))
    with pytest.raises(NotProved, match="lives through the next attack of all"):
        certificates.verify(dying, {**certificate, "next_block": {}})


MUST = ("All creatures able to block this creature do so.", "This creature must be blocked if able.", "Menace")


@pytest.mark.parametrize("seed", range(8))
def test_the_best_attack_is_certified_where_creatures_must_be_blocked(seed: int) -> None:
    """Attacks that are worth more before the next turn are answered by that, and not by a block."""
    random = Random(seed)

    def creature(id: str, player: str) -> dict[str, Any]:
        said = "\n".join(random.sample(MUST, random.randint(1, 2))) if player == "Ann" else ""
        size = (random.randint(1, 3), random.randint(1, 3)) if player == "Ann" else (1, 1)
        return {"id": id, "controller": player, "types": ["Creature"], "power": size[0], "toughness": size[1], "text": said}

    board = [creature(f"a{n}", "Ann") for n in range(random.randint(1, 2))]
    board += [creature(f"b{n}", "Bob") for n in range(random.randint(3, 5))]
    asked = Case.model_validate({"id": "lured", "players": ["Ann", "Bob"], "battlefield": board, "steps": []})
    certificate = json.loads(json.dumps(certificates.certificate(*best(asked, action="attack", worth="one"), "one")))
    assert "no other attack is worth more" in certificates.verify(asked, certificate)


def lies(true: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What isn't so: another value, a next turn left out or worth another number."""
    yield {**true, "value": true["value"] + 1}
    yield {**true, "value": true["value"] - 1}
    for number, each in enumerate(true["ahead"]):
        if each["attack"] == sorted(true["declaration"]):
            yield {**true, "ahead": [claim for claim in true["ahead"] if claim is not each]}
            if each.get("value"):
                changed = [
                    {**claim, "value": claim["value"] - 2} if n == number else claim for n, claim in enumerate(true["ahead"])
                ]
                yield {**true, "ahead": changed}


IMPENDING = {"types": ["Enchantment"], "power": 5, "toughness": 5, "text": "Impending 4—{1}{B}"}


@pytest.mark.parametrize(
    ("player", "odd", "known"),
    [
        (
            "Bob",
            {"types": ["Enchantment"], "text": "At the beginning of your upkeep, tap target creature you don't control."},
            False,
        ),
        ("Bob", {"types": ["Enchantment"], "text": "At the beginning of each end step, destroy all creatures."}, False),
        ("Bob", {"types": ["Enchantment"], "text": "At the beginning of combat on your turn, you gain 1 life."}, False),
        ("Ann", {"types": ["Enchantment"], "text": "At the beginning of combat on your turn, you gain 1 life."}, True),
        (
            "Ann",
            {"types": ["Artifact", "Creature"], "subtypes": ["Vehicle"], "power": 5, "toughness": 5, "text": "Crew 1"},
            False,
        ),
        ("Ann", {"types": ["Artifact"], "subtypes": ["Vehicle"], "power": 5, "toughness": 5, "text": "Crew 1"}, True),
        ("Ann", IMPENDING | {"counters": {"time": 1}}, False),
        ("Ann", IMPENDING | {"counters": {"time": 2}}, True),
        ("Bob", IMPENDING | {"counters": {"time": 1}}, True),  # its counter is removed after that turn's combat
    ],
)
def test_the_next_turn_counts_only_where_nothing_unknown_happens_before_its_attack(
    player: str, odd: dict[str, Any], known: bool
) -> None:
    game = Game.start(["Ann", "Bob"], rules="2025-06-07", life={"Ann": 4})
    size = {"types": ["Creature"], "power": 4, "toughness": 4}
    game.lay([permanent("ox", "Ann", **size), permanent("odd", player, **odd), permanent("cub", "Bob", **size)])
    assert (game.best_attack().ahead is not None) == known
    if known:
        game.best_attack(hold=True)
    else:
        with pytest.raises(NotModelled, match="before the attack of the next turn"):
            game.best_attack(hold=True)
