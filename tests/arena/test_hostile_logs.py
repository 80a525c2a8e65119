"""Logs that are cut anywhere, shuffled, damaged, or lie: no traceback, and never a journal that doesn't verify."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from arena.logs import (
    FLYING,
    ME,
    MENACE,
    OPPONENT,
    Imported,
    Log,
    annotation,
    attacking,
    blocked,
    blocking,
    combat,
    creature,
    qualification,
)
from declarant.events.errors import DeclarantError
from declarant.events.journal.journal import Journal
from declarant.tools.arena.checking import derive
from hypothesis import given
from hypothesis import strategies as st


def game() -> bytes:
    """A game with something of everything."""
    ox, bird, bear = creature(301, ME, FLYING), creature(302, ME, MENACE), creature(401, OPPONENT)
    log = combat(ox, bird, theirs=(bear,)).asks_to_attack({301: [OPPONENT], 302: [OPPONENT]})
    log.asks_to_attack({301: [OPPONENT], 302: [OPPONENT]}, {301: OPPONENT}).submits()
    log.step("DeclareAttack", attacking(ox), turn=3, persistentAnnotations=[qualification(9, 33, 301, 301)])
    log.step("DeclareBlock", turn=3).diff(blocked(attacking(ox)), blocking(bear, 301))
    log.diff(creature(301, ME, zoneId=30), annotations=[annotation("DamageDealt", 401, (301,), {"damage": 2, "type": 1})])
    log.diff(creature(303, ME)).undo(
        bear, bird, states=1, turnInfo={"turnNumber": 3, "activePlayer": ME, "phase": "Phase_Combat"}
    )
    log.step("", turn=4, active=OPPONENT, phase="Phase_Main1").step("DeclareAttack", turn=4, active=OPPONENT)
    log.diff(attacking(bear, target=ME)).step("DeclareBlock", turn=4, active=OPPONENT).asks_to_block({302: [401]})
    log.diff({**attacking(bear, target=ME), "blockState": "BlockState_Unblocked"}).left_out()
    return log.full(bird, stage="GameStage_Play").diff(bear).content


GAME = game()
LINES = GAME.splitlines(keepends=True)


def survives(content: bytes) -> None:
    kept = Journal.open("memory://")
    try:
        imported = Imported(content, kept=kept)
        for asked in imported.asked:
            derive(asked)
    except DeclarantError:
        pass
    kept.verify()


@given(end=st.integers(0, len(GAME)))
def test_a_log_that_is_cut_anywhere_is_imported_up_to_there(end: int) -> None:
    survives(GAME[:end])


@given(begin=st.integers(0, len(GAME)))
def test_a_log_may_begin_anywhere(begin: int) -> None:
    survives(GAME[begin:])


@given(order=st.permutations(range(1, len(LINES))))
def test_lines_may_be_shuffled(order: list[int]) -> None:
    survives(b"".join(LINES[number] for number in order))


@given(seed=st.integers(0, 2**32))
def test_messages_may_be_shuffled(seed: int) -> None:
    bodies = [number for number, line in enumerate(LINES) if b"GreToClientEvent" in LINES[number - 1] and line.startswith(b"{")]
    shuffled = list(bodies)
    Random(seed).shuffle(shuffled)
    lines = list(LINES)
    for number, other in zip(bodies, shuffled, strict=True):
        lines[number] = LINES[other]
    survives(b"".join(lines))


@given(flips=st.lists(st.tuples(st.integers(0, len(GAME) - 1), st.integers(0, 255)), max_size=40))
def test_bytes_may_be_flipped(flips: list[tuple[int, int]]) -> None:
    damaged = bytearray(GAME)
    for place, value in flips:
        damaged[place] = value
    survives(bytes(damaged))


@given(seed=st.integers(0, 2**32))
def test_ids_may_lie(seed: int) -> None:
    random = Random(seed)
    lies = (0, 1, 2, 3, -1, 28, 301, 302, 401, 10**30, 2**31)

    def lie(found: re.Match[bytes]) -> bytes:
        return str(random.choice(lies)).encode() if random.random() < 0.05 else found[0]

    survives(re.sub(rb"(?<=[ \[])\d+", lie, GAME))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def _fields(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value: what holds it, and the key."""
    found = []
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            found += [(value, key), *_fields(part)]
    return found


@given(seed=st.integers(0, 2**32), lie=JSON)
def test_values_may_be_of_any_shape(seed: int, lie: Any) -> None:
    random, lines = Random(seed), list(LINES)
    number = random.choice([number for number, line in enumerate(lines) if line.startswith(b'{"timestamp"')])
    document = json.loads(lines[number])
    holder, key = random.choice(_fields(document))
    holder[key] = lie
    lines[number] = json.dumps(document).encode() + b"\n"
    survives(b"".join(lines))


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"greToClientEvent": ' * 5_000,
        b'{"timestamp": "' + b"9" * 100_000 + b'"}',
        b'{"greToClientEvent": {"greToClientMessages": [' + b"{}," * 50_000 + b"{}]}}",
        b'{"timestamp": NaN, "greToClientEvent": null}',
        b"\xff\xfe{\x00}\x00",
        b'{"greToClientEvent": {"greToClientMessages": [{"gameStateMessage": {"gameObjects": [{"instanceId": 1e400}]}}]}}',
    ],
    ids=["deep list", "deep object", "late", "many", "not a number", "other encoding", "infinite"],
)
def test_json_that_is_out_of_all_bounds_costs_only_itself(body: bytes) -> None:
    header = b"[UnityCrossThreadLogger]x: GreToClientEvent\n"
    imported = Imported(Log().full(creature(301, ME)).content + header + body + b"\n")
    assert imported.importer.games
    imported.journal().verify()
