"""The comparison of docs/adapters: with an engine that knows the answers, with one that forgets a rule, and with the peer."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from declarant import Game, IllegalDeclaration, permanent
from declarant.tools.corpus.writing import CorpusPlan, write
from declarant.tools.running.work import Here

pytest.importorskip("highspy")
ADAPTERS = Path(__file__).resolve().parents[2] / "docs" / "adapters"
DAY = date(2026, 1, 16)


@pytest.fixture(scope="module")
def compare() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ADAPTERS))
        yield importlib.import_module("compare")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    for _ in write(CorpusPlan(1, 12, (DAY,)), folder, Here()):
        pass
    return folder


class Referee:
    """The referee itself, by its face in Python; `forgets`: a line of text that it passes over."""

    def __init__(self, forgets: str = "") -> None:
        self.forgets = forgets

    def board(self, line: Mapping[str, Any]) -> Game:
        game = Game.start(line["players"], rules=DAY, life=line["life"], poison=line["poison"])
        for row in line["battlefield"]:
            text = "\n".join(each for each in row["text"].splitlines() if each != self.forgets)
            fields = {key: value for key, value in row.items() if key not in ("id", "controller", "text")}
            game.enter(permanent(row["id"], row["controller"], text=text, **fields))
        return game

    def attack(self, state: Game, creatures: Mapping[str, str]) -> Game | None:
        return self._declared(state, lambda game: game.declare_attackers(creatures))

    def block(self, state: Game, creatures: Mapping[str, str]) -> Game | None:
        return self._declared(state, lambda game: game.declare_blockers({each: [to] for each, to in creatures.items()}))

    def _declared(self, state: Game, declare: Any) -> Game | None:
        game = state.branch()
        try:
            declare(game)
        except IllegalDeclaration:
            return None
        return game

    def damage(self, state: Game, steps: list[Mapping[str, Any]]) -> dict[str, Any]:
        game, before = state.branch(), {*state.board.permanents}
        for step in steps:
            game.deal_combat_damage(step["assigned"])
        board = game.board
        return {
            "died": sorted(before - board.permanents.keys()),
            "lost": [player for player in board.seats if player not in board.players],
            "life": dict(board.life),
            "poison": {player: number for player, number in board.poison.items() if number},
        }


def test_an_engine_that_knows_the_answers_agrees_on_all(compare: ModuleType, corpus: Path) -> None:
    comparison = compare.Comparison(Referee(), DAY.isoformat())
    for line in compare.lines(corpus):
        comparison.add(line)
    assert len(comparison.tallies) == 5
    assert all(tally.asked >= 10 and not tally.differs for tally in comparison.tallies.values())
    assert "| number of legal blocks | " in comparison.report()


def test_what_an_engine_forgets_is_reported(compare: ModuleType, corpus: Path) -> None:
    forgets = "This creature attacks each combat if able."
    comparison = compare.Comparison(Referee(forgets), DAY.isoformat())
    for line in compare.lines(corpus):
        comparison.add(line)
    differs = comparison.tallies["number of legal attacks"].differs
    assert differs and all(each["engine"] > each["corpus"] for each in differs)
    assert f"- number of legal attacks, {differs[0]['id']}" in comparison.report()


def test_a_board_that_is_not_read_is_counted(compare: ModuleType, corpus: Path) -> None:
    class Illiterate(Referee):
        def board(self, line: Mapping[str, Any]) -> Game:
            raise compare.NotRead

    comparison = compare.Comparison(Illiterate(), DAY.isoformat())
    for line in compare.lines(corpus, 3):
        comparison.add(line)
    assert not comparison.tallies and "Boards that weren't read: 3." in comparison.report()


def test_the_peer_agrees(compare: ModuleType, corpus: Path) -> None:
    pytest.importorskip("phase", reason="needs the peer: pip install phase-python==0.103.0")
    comparison = compare.Comparison(importlib.import_module("phase_rs").PhaseRs(), DAY.isoformat())
    for line in compare.lines(corpus):
        comparison.add(line)
    assert all(not tally.differs for tally in comparison.tallies.values()), comparison.report()
