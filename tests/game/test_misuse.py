"""Misuse of what is public in Python gets errors of ours, which say which argument and what to give."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import declarant
import pytest
from declarant import Game
from declarant.events.errors import DeclarantError, InvalidInput
from declarant.events.facts import PermanentEntered, TurnBegan
from declarant.events.journal.cuts import Cut
from declarant.events.journal.journal import Journal
from declarant.events.journal.log import Log
from declarant.events.journal.subscription import Subscriber

TURN = TurnBegan(player="Ann", number=1)
VALUES: list[Any] = [
    *(None, 0, 1, -1, 2**70, 1.5, float("nan"), True, "", "g", "Ann", "elf", "x" * 300, "\ud800", "\x9b", "\0", b"g"),
    *([], [1], ["Ann"], {}, {"elf": "Bob"}, {"elf": 3}, {1: 2}, {"elf": ["Bob"]}, {"elf": None}, (), set(), object()),
    *(datetime(2020, 1, 1), datetime.now(UTC), Path("x"), TURN, [TURN], Cut(to=0), [Cut(to=99)]),
]


def game() -> Game:
    started = Game.start(["Ann", "Bob"], stream="g", rules="2025-04-04")
    started.enter(PermanentEntered(id="elf", controller="Ann", owner="Ann", types=("Creature",), power=1, toughness=1))
    return started


CLASSES: dict[type, Callable[[], Any]] = {
    Journal: lambda: game().journal,
    Log: lambda: game().log,
    Game: game,
    Subscriber: lambda: Subscriber(game().journal, "scores"),
}
METHODS = [
    (kind, name)
    for kind in CLASSES
    for name in dir(kind)
    if not name.startswith("_") and name != "page" and callable(getattr(kind, name))
]
"""`page` is what the package sets for notebooks."""
PLAIN = {"Journal.open": Journal.open, "feed": declarant.feed, "tables": declarant.tables}


def attempts(call: Callable[..., Any], rng: random.Random) -> dict[str, Any]:
    wanted = {
        name: rng.choice(VALUES)
        for name, parameter in inspect.signature(call).parameters.items()
        if parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)
        and (parameter.default is parameter.empty or rng.random() < 0.5)
    }
    return wanted | {"follow": False} if "follow" in wanted else wanted


def tried(call: Callable[..., Any], rng: random.Random) -> None:
    arguments = attempts(call, rng)
    try:
        given = call(**arguments)
        if isinstance(given, Iterator):
            list(islice(given, 20))
    except DeclarantError:
        pass
    except Exception as error:
        pytest.fail(f"{call.__qualname__}({arguments!r:.300}) raises {error!r:.300}")


@pytest.mark.parametrize(("kind", "name"), METHODS, ids=[f"{kind.__name__}.{name}" for kind, name in METHODS])
def test_whatever_is_given_to_a_method_no_error_is_bare(
    kind: type, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rng = random.Random(f"{kind.__name__}.{name}")
    for _ in range(6):
        tried(getattr(CLASSES[kind](), name), rng)


@pytest.mark.parametrize("name", PLAIN)
def test_whatever_is_given_to_a_function_no_error_is_bare(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rng = random.Random(name)
    for _ in range(40):
        tried(PLAIN[name], rng)


@pytest.mark.parametrize(
    ("call", "where", "allowed"),
    [
        (lambda: game().log.append(3), "Log.append: items", "Sequence[Item]"),  # type: ignore[arg-type]
        (lambda: game().log.append([TURN], "2"), "Log.append: expected_version", "int | None"),  # type: ignore[arg-type]
        (lambda: game().log.append([3]), "append", "an event or a Cut"),  # type: ignore[list-item]
        (lambda: list(game().log.events(version="2")), "Log.events: version", "int | None"),  # type: ignore[arg-type]
        (lambda: game().journal.feed("1"), "Journal.feed: after_id", "int"),  # type: ignore[arg-type]
        (lambda: game().journal.entries(1), "Journal.entries: stream", "str"),  # type: ignore[arg-type]
        (lambda: game().journal.entries(), "Journal.entries", "stream"),  # type: ignore[call-arg]
        (lambda: game().begin_effect({"id": "e"}), "Game.begin_effect: effect", "Effect"),  # type: ignore[arg-type]
        (lambda: Subscriber(3, "scores").done(1), "Subscriber", "Journal"),  # type: ignore[arg-type]
        (lambda: Journal.open("a\0b"), "journal", "a path that a file system can have"),
    ],
)
def test_the_error_says_which_argument_and_what_to_give(call: Callable[[], object], where: str, allowed: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        call()
    assert refused.value.where.startswith(where)
    assert allowed in refused.value.allowed


def test_an_error_of_a_callback_stays_what_it_is() -> None:
    def failing(draft: object) -> None:
        raise TypeError("of the user")

    with pytest.raises(TypeError, match="of the user"):
        game().happen(failing)


def test_a_game_without_a_turn_declares_nothing() -> None:
    with Journal.open("memory://") as journal:
        first = next(game().log.events())[1]
        journal.log("final").append([first])
        opened = Game.open(journal, "final")
        for call in (lambda: opened.declare_attackers({}), lambda: opened.legal_attacks.count()):
            with pytest.raises(InvalidInput, match="begin_turn"):
                call()
        opened.begin_turn("Ann")
        assert opened.declare_attackers({}).verdict == "legal"


def test_help_shows_a_game_as_one_class() -> None:
    public = [name for name in dir(Game) if not name.startswith("_")]
    assert len(public) > 70
    assert [name for name in public if name not in vars(Game)] == []
    assert Game.declare_blockers.__qualname__ == "Game.declare_blockers"
