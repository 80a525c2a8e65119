"""Races: both players attack and block on for some turns, both playing best; against playing every line out."""

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from declarant import Game, InvalidInput
from declarant.events.errors import NotModelled
from declarant.handlers.best_play.endings import endings
from declarant.handlers.best_play.fighters import Fighter
from declarant.handlers.best_play.life_worth import LifeWorth
from declarant.handlers.best_play.race_bounds import sure
from declarant.handlers.best_play.races import WINS, Race, RaceBoard, _undominated, minimal
from declarant.handlers.budget import Budget
from declarant.tools.best_play.best import best
from declarant.tools.cases.judging import judge, moments
from declarant.tools.cases.models import Case
from hypothesis import example, given
from hypothesis import strategies as st


def creature(id: str, controller: str, power: int, toughness: int, text: str = "", **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "controller": controller,
        "types": ["Creature"],
        "power": power,
        "toughness": toughness,
        "text": text,
        **more,
    }


def race_of(*battlefield: dict[str, Any], **more: Any) -> Case:
    given = {"id": "race", "rules": "2026-01-16", "players": ["Ann", "Bob"], "battlefield": battlefield, "steps": []}
    return Case.model_validate(given | more)


def test_the_races_of_the_shared_material_end_as_they_do(shared: Path) -> None:
    for line in (shared / "cases" / "races.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        report, _ = best(Case.model_validate(row["case"]), turns=row["turns"], worth="flat")
        assert (report.result, report.value, report.proven) == (row["result"], row["value"], True), report.case
        assert report.wins == (row["result"] == "win")
        assert report.declaration in row["first"] and report.equally_good == len(row["first"]), report.case
        assert sorted(map(sorted, report.first or ())) == sorted(map(sorted, row["first"])), report.case


def test_the_line_of_a_race_is_legal_and_comes_to_its_value(shared: Path) -> None:
    played = 0
    for line in (shared / "cases" / "races.jsonl").read_text("utf-8").splitlines()[::6]:
        row = json.loads(line)
        report, _ = best(Case.model_validate(row["case"]), turns=row["turns"], worth="flat")
        case = Case.model_validate({**row["case"], "steps": json.loads(json.dumps(report.line))})
        judged = judge(case)
        assert judged.error is None and all(step.verdict in ("legal", None) for step in judged.steps), row["case"]["id"]
        board = list(moments(case))[-1].game.board
        if report.result == "worth":
            worth = {each["id"]: each["power"] + each["toughness"] for each in row["case"]["battlefield"]}
            sides = {"Ann": 1, "Bob": -1}
            value = sum(sides[each.controller] * worth[each.id] for each in board.permanents.values())
            assert value + board.life["Ann"] - board.life["Bob"] == report.value
            played += 1
        else:
            assert board.life["Ann" if report.result == "loss" else "Bob"] <= 0
    assert played > 5


KEYWORDS = ("trample", "deathtouch", "lifelink", "wither", "infect", "indestructible")
Side = tuple[tuple[int, int], ...]
"""For each creature counters, and 0 (untapped) or 1 (tapped); −1 counters: it is dead."""


def drawn(random: Random) -> RaceBoard:
    def fighter(id: str) -> Fighter:
        strikes = random.choice([(False, True), (False, True), (True, False)])
        has: dict[str, Any] = {word: random.random() < 0.15 for word in KEYWORDS}
        toxic = random.choice([0, 0, 0, 2])
        return Fighter(id, random.randint(0, 3), random.randint(1, 3), random.randint(1, 9), *strikes, toxic=toxic, **has)

    sizes = random.choice([(1, 1), (1, 2), (2, 1), (2, 2)])
    sides = tuple(tuple(fighter(f"{name}{n}") for n in range(size)) for name, size in zip("ab", sizes, strict=True))
    every = tuple((1 << size) - 1 for size in sizes)

    def able(of: int) -> tuple[int, ...]:
        return tuple(random.choice([every[1 - of]] * 3 + [0]) for _ in range(sizes[of]))

    tapped = [sum(1 << n for n in range(size) if random.random() < 0.1) for size in sizes]
    return RaceBoard(
        (sides[0], sides[1]),
        (random.randint(1, 6), random.randint(1, 6)),
        (random.randint(1, 4), random.randint(1, 4)),
        (every[0], every[1]),
        every[0] & ~tapped[0],
        every[1] & ~tapped[1],
        (able(0), able(1)),
        ({}, {}),
        (random.randint(0, every[0]), random.randint(0, every[1])),
        tapped_now=tapped[0],
        life_worth=random.choice([LifeWorth(), LifeWorth((9, 4, 2, 1))]),
    )


def plainly(
    board: RaceBoard, turns: int, side: int, life: tuple[int, int], poison: tuple[int, int], own: Side, other: Side
) -> int:
    """What a race is worth to the player whose turn it is: every attack, block and division, nothing left out."""
    if not turns:
        mine, theirs = board.fighters[side], board.fighters[1 - side]
        worth = sum(each.worth for each, (n, _) in zip(mine, own, strict=True) if n >= 0)
        worth -= sum(each.worth for each, (n, _) in zip(theirs, other, strict=True) if n >= 0)
        return worth + board.life_worth.of_all(life[side]) - board.life_worth.of_all(life[1 - side])
    best = -WINS
    able = [n for n, (counters, tapped) in enumerate(own) if counters >= 0 and not tapped]
    blockers = [n for n, (counters, tapped) in enumerate(other) if counters >= 0 and not tapped]
    for chosen in product((False, True), repeat=len(able)):
        attack = [n for n, attacks in zip(able, chosen, strict=True) if attacks]
        worst = WINS
        options = [[None, *(a for a in attack if board.able[1 - side][b] >> a & 1)] for b in blockers]
        for block in product(*options):
            teams = [[b for b, whom in zip(blockers, block, strict=True) if whom == a] for a in attack]
            found = []
            for a, team in zip(attack, teams, strict=True):
                fighters = board.fighters[side][a], [board.fighters[1 - side][b] for b in team]
                counters = [own[a][0], *(other[b][0] for b in team)]
                found.append(list(endings(*fighters, board.rules, Budget(), counters)))
            most = -WINS
            for ends in product(*found):
                lost, poisoned = sum(e.lost for e in ends), sum(e.poison for e in ends)
                lost_first, poisoned_first = sum(e.lost_first for e in ends), sum(e.poison_first for e in ends)
                if max(lost, lost_first) >= life[1 - side] or max(poisoned, poisoned_first) >= poison[1 - side]:
                    most = WINS
                    break
                mine, theirs = list(own), list(other)
                for a, team, end in zip(attack, teams, ends, strict=True):
                    tapped = not board.vigilant[side] >> a & 1
                    mine[a] = (end.counters[0], int(tapped)) if end.alive[0] else (-1, 0)
                    for b, alive, n in zip(team, end.alive[1:], end.counters[1:], strict=True):
                        theirs[b] = (n, other[b][1]) if alive else (-1, 0)
                lives, poisons = list(life), list(poison)
                lives[1 - side] -= lost
                lives[side] += sum(e.linked for e in ends)
                poisons[1 - side] -= poisoned
                after = (lives[0], lives[1]), (poisons[0], poisons[1])
                untapped = tuple((n, 0) for n, _ in theirs)
                most = max(most, -plainly(board, turns - 1, 1 - side, *after, untapped, tuple(mine)))
            worst = min(worst, most)
        best = max(best, worst)
    return best


def test_no_race_is_worth_anything_else_than_every_line_played_out() -> None:
    random, ends = Random(7), set()
    for _ in range(60):
        board, turns = drawn(random), random.randint(1, 3)
        ready = ~board.tapped_now, board.untapped_now
        begins = [
            tuple((0, 1 - (mask >> n & 1)) for n in range(len(side))) for side, mask in zip(board.fighters, ready, strict=True)
        ]
        plain = plainly(board, turns, 0, board.life, board.poison_left, begins[0], begins[1])
        race = Race(board, Budget())
        assert race.value(race.begins, turns) == plain, (board, turns)
        ends.add(plain if abs(plain) == WINS else 0)
        for few, sign in (((1, None), 1), ((None, 1), -1)):
            bound = Race(board, Budget(), few)
            assert sign * bound.value(bound.begins, turns) <= sign * plain
        for steps in (None, 300, 0):
            assert sure(board, 0, turns, Budget(steps)).value <= plain <= -sure(board, 1, turns, Budget(steps)).value
    assert ends == {0, WINS, -WINS}


GUARDS = 0b1000_1000_1000
"""Of three fields of three bits each."""
FIELD = st.integers(0, 3)
OUTCOME = st.builds(lambda *fields: sum(field << 4 * place for place, field in enumerate(fields)), FIELD, FIELD, FIELD)


def blocks_of(few: list[int]) -> st.SearchStrategy[list[tuple[int, ...]]]:
    block = st.sets(st.sampled_from(few), min_size=1).map(lambda outcomes: _undominated(sorted(outcomes), GUARDS))
    return st.lists(block, min_size=2, max_size=5)


FEW = st.lists(OUTCOME, min_size=3, max_size=5)


@example(([(0x022, 0x300), (0x011, 0x300)], [(0x011, 0x300), (0x022, 0x300)]))
@given(FEW.flatmap(blocks_of).flatmap(lambda blocks: st.tuples(st.just(blocks), st.permutations(blocks))))
def test_which_blocks_are_needless_does_not_depend_on_their_order(given: tuple[list[Any], list[Any]]) -> None:
    blocks, another = given
    assert sorted(minimal(blocks, GUARDS)) == sorted(minimal(another, GUARDS))


def big(random: Random) -> Case:
    each = [
        creature(f"{player[0].lower()}{n}", player, random.randint(1, 5), random.randint(1, 5), random.choice(["", "Flying"]))
        for player in ("Ann", "Bob")
        for n in range(5)
    ]
    return race_of(*each)


def test_where_the_budget_is_spent_there_are_true_bounds() -> None:
    random, bounded = Random(1), 0
    for _ in range(3):
        case = big(random)
        (value,) = {best(case, turns=4, worth="flat")[0].value}
        for steps in (0, 2_000, 24_000):
            report, _ = best(case, turns=4, budget=Budget(steps), worth="flat")
            low, high = report.bounds
            bounded += not report.proven and None not in report.bounds
            if value is not None:
                assert (low is None or low <= value) and (high is None or high >= value)
    assert bounded > 1


def test_a_race_beyond_reach_has_bounds_and_the_best_attack_found() -> None:
    """Ann's dragons can't be blocked, and Bob's walls don't attack: whatever happens, she takes 10 life a turn."""
    dragons = [creature(f"dragon{n}", "Ann", 5, 5, "Flying") for n in range(2)]
    walls = [creature(f"wall{n}", "Bob", n, 9, "Defender") for n in range(7)]
    oxen = [creature(f"ox{n}", "Ann", n, n, "Trample") for n in range(1, 7)]
    report, _ = best(race_of(*dragons, *oxen, *walls), turns=1, budget=Budget(3_000), worth="flat")
    assert report.declaration.keys() == {"dragon0", "dragon1"} and report.proven
    case = race_of(*dragons, *oxen, *walls, life={"Bob": 10})
    report, _ = best(case, turns=4, budget=Budget(3_000), worth="flat")
    assert report.result == "win" and report.declaration.keys() >= {"dragon0", "dragon1"}


def test_what_is_tapped_does_not_block_in_the_next_turn() -> None:
    ox, bear = creature("ox", "Ann", 3, 3, tapped=True), creature("bear", "Bob", 3, 3)
    assert best(race_of(ox, bear, life={"Ann": 3}), turns=2, worth="flat")[0].result == "loss"


def test_who_is_tapped_takes_nobody_elses_place() -> None:
    """Tapped permanents aren't among those that may block now; whoever stands behind one of them is."""
    random = Random(7)
    for _ in range(40):
        sides = [("a", "Ann", 2), ("b", "Bob", 3)]
        board = [
            creature(
                f"{letter}{n}",
                player,
                random.randint(1, 4),
                random.randint(1, 4),
                random.choice(["", "", "Flying", "Shadow", "Menace", "Defender", "Vigilance"]),
                tapped=random.random() < 0.4,
            )
            for letter, player, number in sides
            for n in range(number)
        ]
        life = {"Ann": random.randint(2, 8), "Bob": random.randint(2, 8)}
        one, other = (best(race_of(*each, life=life), turns=2, worth="flat")[0] for each in (board, board[::-1]))
        assert (one.result, one.value, one.proven) == (other.result, other.value, True), board
        assert sorted(map(sorted, one.first or ())) == sorted(map(sorted, other.first or ())), board


def test_what_changes_from_turn_to_turn_is_declined() -> None:
    bear = creature("bear", "Ann", 2, 2)
    for text in (
        "This creature attacks each combat if able.",
        "Whenever this creature attacks, you gain 1 life.",
        "Bushido 1",
        "Other creatures you control have flying.",
        "This creature doesn't untap during your untap step.",
    ):
        with pytest.raises(NotModelled):
            best(race_of(bear, creature("odd", "Bob", 2, 2, text)), turns=2, worth="flat")


@pytest.mark.parametrize(
    ("controller", "counters", "turns", "known"),
    [
        ("Ann", 0, 4, True),
        ("Ann", 1, 1, True),  # its end step is the last thing that happens
        ("Ann", 1, 2, False),  # it may block in Bob's turn
        ("Ann", 2, 3, True),
        ("Ann", 2, 4, False),
        ("Bob", 1, 2, True),
        ("Bob", 1, 3, False),
        ("Bob", 2, 4, True),
        ("Bob", 2, 5, False),
    ],
)
def test_impending_matters_where_the_last_counter_goes_within_the_race(
    controller: str, counters: int, turns: int, known: bool
) -> None:
    """702.176a: one counter is removed in each end step of its controller; with any left it is no creature."""
    stated = {"counters": {"time": counters}, "types": ["Enchantment"]} if counters else {}
    odd = creature("odd", controller, 4, 4, "Impending 4—{1}{B}") | stated
    game = race_of(creature("ox", "Ann", 2, 2), odd, creature("bear", "Bob", 3, 3))
    if not known:
        with pytest.raises(NotModelled, match="Impending"):
            best(game, turns=turns, worth="flat")
        return
    found, _ = best(game, turns=turns, worth="flat")
    there = [] if counters else [odd | {"text": ""}]
    alike, _ = best(race_of(creature("ox", "Ann", 2, 2), creature("bear", "Bob", 3, 3), *there), turns=turns, worth="flat")
    assert (found.result, found.value, found.declaration) == (alike.result, alike.value, alike.declaration)


def test_where_counters_cancel_what_asks_for_them_is_declined() -> None:
    """704.5q: wither takes a +1/+1 counter away, and who unleashed it may block from then on."""
    unleashed = creature("odd", "Bob", 3, 3, "Unleash", counters={"+1/+1": 1})
    best(race_of(creature("bear", "Ann", 1, 4), unleashed), turns=2, worth="flat")
    with pytest.raises(NotModelled, match="unleash beside"):
        best(race_of(creature("bear", "Ann", 1, 4, "Wither"), unleashed), turns=2, worth="flat")


def test_a_choice_as_creatures_attack_is_declined() -> None:
    with pytest.raises(NotModelled, match="Enlist"):
        best(race_of(creature("bear", "Ann", 1, 4), creature("odd", "Ann", 2, 2, "Enlist")), turns=2, worth="flat")


def test_who_is_tapped_or_new_waits_for_a_turn() -> None:
    """Ann's ox is tapped: she attacks in her second turn; Bob's wall blocks again by then."""
    ox, wall = creature("ox", "Ann", 3, 3, tapped=True), creature("wall", "Bob", 0, 4, "Defender", tapped=True)
    assert best(race_of(ox, wall, life={"Bob": 3}), turns=1, worth="flat")[0].declaration == {}
    assert best(race_of(ox, wall, life={"Bob": 3}), turns=3, worth="flat")[0].result == "worth"
    assert best(race_of(ox, life={"Bob": 3}), turns=3, worth="flat")[0].result == "win"
    fresh = creature("ox", "Ann", 3, 3, summoning_sick=True)
    assert best(race_of(fresh, life={"Bob": 3}), turns=1, worth="flat")[0].result == "worth"
    assert best(race_of(fresh, life={"Bob": 3}), turns=3, worth="flat")[0].result == "win"


def test_turns_are_a_whole_number() -> None:
    game: Game = list(moments(race_of(creature("ox", "Ann", 1, 1))))[-1].game
    for turns in (0, -1, 2.0, True, "2"):
        with pytest.raises(InvalidInput):
            game.best_attack(turns=turns, worth="flat")  # type: ignore[call-overload]
    assert game.best_attack(turns=1, worth="flat").value == 21 - 20 + 2
    with pytest.raises(InvalidInput, match="hold and turns"):
        game.best_attack(turns=2, hold=True, worth="flat")
