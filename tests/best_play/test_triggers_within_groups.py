"""What triggers within one attacker's group: against plain minimax, against the game itself, and what is declined."""

import json
import os
from collections.abc import Callable
from copy import copy
from random import Random, SystemRandom
from typing import Any

import pytest
from best_play import minimax, triggers
from best_play.positions import case as case_of
from damage.reference import Combat, Creature, Era
from declarant.events.errors import NotModelled
from declarant.handlers.best_play.play import BestAttack, BestBlock, power_and_toughness, worth_of
from declarant.handlers.best_play.playing_out import best_by_playing
from declarant.handlers.legality.verification import NotProved
from declarant.tools.best_play import certificates
from declarant.tools.best_play.best import best
from declarant.tools.best_play.tricks import read_trick
from declarant.tools.cases.judging import judge, moments
from declarant.tools.cases.models import Case

pytest.importorskip("highspy")
ERAS: tuple[Era, ...] = ("free", "ordered", "stack")
SIMPLE = {"flying", "menace", "first strike", "trample", "deathtouch", "lifelink", "indestructible"}


def draw(random: Random, era: Era, *, attacking: bool, most: int = 3) -> minimax.Board:
    board = minimax.draw(random, era, most)
    for each in (*board.attackers, *board.blockers):
        each.keywords, each.color, each.toxic, each.protected_from = each.keywords & SIMPLE, "", 0, ""
    ids = [a.id for a in board.attackers], [b.id for b in board.blockers]
    board.texts = triggers.drawn(random, *ids, attacking=attacking)
    return board


def agree(board: minimax.Board, *, attacking: bool) -> bool:
    """Whether the search knew it; if so, that it found what minimax finds, with a proof and a line."""
    case = Case.model_validate(case_of(board, attacking=not attacking))
    report, found = best(case, worth="flat")
    if not isinstance(found, BestBlock | BestAttack):
        return False
    value, number = minimax.best_attack(board) if attacking else _best_block(board)
    if abs(value) == -minimax.LOSES:
        assert report.value is None and report.wins is attacking, board
    else:
        assert (report.value, report.equally_good) == (value, number), board
    certificate = json.loads(json.dumps(certificates.certificate(report, found, "flat")))
    certificates.verify(case, certificate)
    if report.value is not None:
        with pytest.raises(NotProved):
            certificates.verify(case, {**certificate, "value": report.value + 1})
        if board.era != "stack":  # there deathtouch and lifelink trigger between the steps
            legal(case, report.line)
    return True


def _best_block(board: minimax.Board) -> tuple[int, int]:
    value, blocks = minimax.best_block(board)
    return value, len(blocks)


def legal(case: Case, line: Any) -> None:
    given = case.model_dump(mode="json", by_alias=True, exclude_unset=True)
    judged = judge(Case.model_validate({**given, "steps": [*given["steps"], *json.loads(json.dumps(line))]}))
    assert judged.error is None and {step.verdict for step in judged.steps} <= {"legal", None}, judged


@pytest.mark.parametrize("attacking", [False, True])
@pytest.mark.parametrize("era", ERAS)
def test_the_best_is_that_of_minimax(era: Era, attacking: bool) -> None:
    random = Random(f"triggers {era} {attacking}")
    boards = 12 if attacking else 25
    known = sum(
        agree(draw(random, era, attacking=attacking, most=2 if attacking else 3), attacking=attacking) for _ in range(boards)
    )
    assert known > boards * 3 // 4


@pytest.mark.parametrize("attacking", [False, True])
def test_the_best_is_that_of_the_game_played_out(attacking: bool) -> None:
    random = Random(f"triggers played out {attacking}")
    for _ in range(8):
        case = Case.model_validate(case_of(draw(random, "free", attacking=attacking, most=2), attacking=not attacking))
        report, found = best(case, worth="flat")
        played = best_by_playing(list(moments(case))[-1].game, found.player, report.action, power_and_toughness)
        assert (played.value, played.wins) == (report.value, report.wins), case


COUNTERS = {
    True: (
        "Training",
        "Whenever this creature attacks, put a +1/+1 counter on it.",
        "Whenever this creature attacks, put two +1/+1 counters on it.",
        "Whenever this creature attacks, put a -1/-1 counter on it.",
        "Whenever this creature attacks, put a +1/+1 counter on each other attacking creature.",
        "Whenever this creature becomes blocked, put a +1/+1 counter on it.",
        "Whenever this creature becomes blocked by a creature, put a -1/-1 counter on that creature.",
        "Whenever this creature attacks, it gets +1/+1 until end of turn.",
    ),
    False: (
        "Whenever this creature blocks, put a +1/+1 counter on it.",
        "Whenever this creature blocks, put two -1/-1 counters on it.",
        "Whenever this creature blocks a creature, put a -1/-1 counter on that creature.",
        "Whenever this creature blocks, it gets +1/+1 until end of turn.",
    ),
}
KEYWORDS = ("", "", "", "Flying", "Menace", "First strike", "Wither", "Trample", "Deathtouch")


def with_counters(random: Random, *, attacking: bool) -> Case:
    def drawn(id: str, controller: str) -> dict[str, Any]:
        text = random.choice(("", *COUNTERS[controller == "Ann"], *COUNTERS[controller == "Ann"]))
        size = {"power": random.randint(0, 3), "toughness": random.randint(1, 4)}
        return {
            "id": id,
            "controller": controller,
            "types": ["Creature"],
            "text": f"{text}\n{random.choice(KEYWORDS)}".strip(),
            **size,
        }

    board = [drawn(f"a{n}", "Ann") for n in range(random.randint(1, 2))] + [drawn(f"b{n}", "Bob") for n in range(2)]
    life = {"Ann": random.randint(1, 20), "Bob": random.randint(1, 20)}
    steps = (
        []
        if attacking
        else [{"attack": {each["id"]: "Bob" for each in board if each["controller"] == "Ann"}}, {"resolve": "all"}]
    )
    return Case.model_validate({"id": "board", "players": ["Ann", "Bob"], "life": life, "battlefield": board, "steps": steps})


@pytest.mark.parametrize("attacking", [False, True])
def test_counters_that_are_put_are_worth_as_much_as_where_the_game_is_played_out(attacking: bool) -> None:
    """By the fitted worth, by which counters that stay are worth something, and more so on a creature that flies."""
    random, compared = Random(f"counters {attacking}"), 0
    for _ in range(40):
        case = with_counters(random, attacking=attacking)
        game = list(moments(case))[-1].game
        report, found = best(case, worth="one")
        if not isinstance(found, BestBlock | BestAttack) or not report.proven or report.next_turn:
            continue
        played = best_by_playing(game, found.player, report.action, worth_of("one", game.view))
        assert (played.value, played.wins) == (report.value, report.wins), case
        certificates.verify(case, json.loads(json.dumps(certificates.certificate(report, found, "one"))))
        compared += 1
    assert compared > 15


def test_a_counter_of_an_attack_is_worth_its_points_and_one_that_lasts_a_turn_is_not() -> None:
    values = {}
    for text in ("put a +1/+1 counter on it", "put two +1/+1 counters on it", "it gets +1/+1 until end of turn"):
        case = board(f"Whenever this creature attacks, {text}.", own="Defender")
        values[text] = best(case.model_copy(update={"steps": ()}), worth="one")[0].value
    one, two, none = values.values()
    assert one is not None and two is not None and none is not None
    assert (one - none) % 8 == 0 and two > one > none


TRICKS: dict[str, Callable[[str], triggers.Change]] = {
    "Target creature gets +2/+2 until end of turn.": lambda id: triggers.grows(id, 2, 2),
    "Target creature gets -2/-2 until end of turn.": lambda id: triggers.grows(id, -2, -2),
    "Target creature gets +1/+0 and gains first strike until end of turn.": lambda id: (
        lambda combat: [change(combat) for change in (triggers.grows(id, 1, 0), triggers.has(id, "first strike"))]
    ),
    "Target creature gains indestructible until end of turn.": lambda id: triggers.has(id, "indestructible"),
}


def agree_against_a_trick(board: minimax.Board, random: Random, *, attacking: bool = False) -> bool:
    """Whether the search knew it; if so, that each declaration was tried against nothing and the trick at whoever lives."""
    text, holder = random.choice([*TRICKS]), random.choice(["Ann", "Bob"])
    trick = read_trick({"controller": holder, "name": "Trick", "text": text})
    worst = min if holder == "Ann" else max

    def best_block(attackers: list[Creature]) -> int:
        at_home = [each for each in board.attackers if each not in attackers] if attackers else []
        done = [None, *(_if_alive(TRICKS[text](each.id)) for each in (*attackers, *board.blockers) if attackers)]
        beside = [0, *(each.power + each.toughness for each in at_home if _dies(each, TRICKS[text](each.id)))]
        return max(
            worst(
                *(minimax.value(board, attackers, block, each) for each in done),
                *(_plus(minimax.value(board, attackers, block), more) for more in beside),
            )
            for block in minimax.blocks(board, attackers)
        )

    attacks = [[a for n, a in enumerate(board.attackers) if mask >> n & 1] for mask in range(1 << len(board.attackers))]
    try:
        report, _ = best(Case.model_validate(case_of(board, attacking=not attacking)), tricks=[trick], worth="flat")
    except NotModelled:
        return False
    found = -min(map(best_block, attacks)) if attacking else best_block(board.attackers)
    expected = None if abs(found) == -minimax.LOSES else found
    assert (report.value, report.wins) == (expected, attacking and expected is None), (board, text, holder)
    return True


def _plus(value: int, more: int) -> int:
    return value if value == minimax.LOSES else value + more


def _dies(creature: Creature, change: triggers.Change) -> bool:
    combat = Combat("free", "Ann", "Bob", {creature.id: copy(creature)}, {"Ann": 1, "Bob": 1}, {"Ann": 0, "Bob": 0})
    triggers.resolve(combat, change)
    return not combat.creatures[creature.id].alive


def _if_alive(change: triggers.Change) -> triggers.Change:
    """Does nothing where it would change a creature that is dead: that is no target."""

    def done(combat: Any) -> None:
        before = minimax.copied(combat).creatures
        change(combat)
        if any(combat.creatures[id] != each and not each.alive for id, each in before.items()):
            combat.creatures.update(before)

    return done


@pytest.mark.parametrize("attacking", [False, True])
def test_the_best_against_a_trick_is_that_of_minimax(attacking: bool) -> None:
    random = Random(f"triggers and a trick {attacking}")
    boards = 10 if attacking else 25
    known = sum(
        agree_against_a_trick(draw(random, "free", attacking=attacking, most=2), random, attacking=attacking)
        for _ in range(boards)
    )
    assert known > boards * 3 // 5


@pytest.mark.slow
def test_the_best_is_that_of_minimax_on_boards_never_seen_before(capsys: pytest.CaptureFixture[str]) -> None:
    seed = int(os.environ.get("BEST_SEED") or SystemRandom().randrange(10**12))
    number, size = int(os.environ.get("BEST_BOARDS") or 40), int(os.environ.get("BEST_SIZE") or 3)
    with capsys.disabled():
        print(f"\nBEST_SEED={seed} BEST_BOARDS={number} BEST_SIZE={size}: so many triggered boards in each era")
    random, known = Random(seed), dict.fromkeys(("blocks", "attacks", "blocks against a trick", "attacks against a trick"), 0)
    for round in range(number):
        for era in ERAS:
            known["blocks"] += agree(draw(random, era, attacking=False, most=size), attacking=False)
        if round % 10 == 0:
            for era in ERAS:
                known["attacks"] += agree(draw(random, era, attacking=True, most=2), attacking=True)
        if round % 5 < 3:
            attacking = round % 5 == 0
            board = draw(random, "free", attacking=attacking, most=2)
            board.texts = board.texts if random.random() < 0.5 else {}
            kind = "attacks against a trick" if attacking else "blocks against a trick"
            known[kind] += agree_against_a_trick(board, random, attacking=attacking)
        if round % 10 == 9:
            with capsys.disabled():
                print(f"after {round + 1} rounds, agreed: {known}", flush=True)


def board(text: str, *, life: int = 20, own: str = "", attackers: int = 1) -> Case:
    def creature(id: str, controller: str, power: int, toughness: int, text: str) -> dict[str, Any]:
        return {"id": id, "controller": controller, "types": ["Creature"], "power": power, "toughness": toughness, "text": text}

    mine = [creature(f"a{n}", "Ann", 2, 2, text) for n in range(attackers)]
    theirs = [creature(f"b{n}", "Bob", 1, 2, own) for n in range(2)]
    steps = [{"attack": {each["id"]: "Bob" for each in mine}}]
    return Case.model_validate(
        {"id": "board", "players": ["Ann", "Bob"], "life": {"Bob": life}, "battlefield": mine + theirs, "steps": steps}
    )


@pytest.mark.parametrize(
    "text",
    [
        "Whenever this creature becomes blocked, target creature gets -1/-1 until end of turn.",
        "Whenever this creature becomes blocked, another creature you control gains trample until end of turn.",
        "Whenever another creature dies, put a +1/+1 counter on this creature.",
        "Flanking\nFlanking\nRampage 1",
    ],
)
def test_what_reaches_beyond_a_group_or_depends_on_an_order_is_played_out(text: str) -> None:
    _, found = best(board(text), worth="flat")
    assert not isinstance(found, BestBlock)


def test_life_lost_before_damage_is_not_made_up_for_by_lifelink() -> None:
    report, found = best(board("Afflict 2", life=2, own="Lifelink\nFirst strike"), worth="flat")
    assert not isinstance(found, BestBlock) and report.value is None


def test_large_boards_are_proved() -> None:
    report, found = best(board("Bushido 1", attackers=7), worth="flat")
    assert isinstance(found, BestBlock) and report.proven
