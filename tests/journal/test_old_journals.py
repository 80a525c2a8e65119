"""A journal written before the house was rebuilt and combat damage moved in (commit 171dc34) opens, verifies and replays.

It was made by random games under five editions, with declarations taken back, paid for later and refused; beside it stands what
the boards were at the end, as they were folded then.
"""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from declarant.events.journal.journal import Journal
from declarant.handlers.game import Game
from declarant.tools.history.replay import replay

WRITTEN = Path(__file__).with_name("written_by_0_1_0.jsonl")
STATES: dict[str, Any] = json.loads(WRITTEN.with_suffix(".states.json").read_text("utf-8"))


@pytest.fixture
def journal() -> Journal:
    kept = Journal.open("memory://")
    kept.import_jsonl(WRITTEN)
    return kept


def test_every_digest_is_as_it_was(journal: Journal) -> None:
    journal.verify()
    assert journal.streams() == list(STATES)


def test_an_export_of_it_is_the_same_to_the_byte(journal: Journal) -> None:
    file = BytesIO()
    journal.export_jsonl(file)
    assert file.getvalue() == WRITTEN.read_bytes()


@pytest.mark.parametrize("stream", STATES)
def test_each_game_is_folded_to_what_it_was(journal: Journal, stream: str) -> None:
    game, state = Game.open(journal, stream), STATES[stream]
    board, combat = game.board, game.combat
    assert state == {
        "version": game.version,
        "active": board.active,
        "turn": board.turn,
        "step": board.step,
        "life": board.life,
        "hand": board.hand,
        "permanents": {
            id: [p.controller, sorted(p.types), p.power, p.tapped, p.phased_out, p.timestamp]
            for id, p in board.permanents.items()
        },
        "effects": sorted(board.effects),
        "attackers": {id: [attack.target, attack.defending] for id, attack in combat.attackers.items()},
        "blockers": {blocker: list(attackers) for blocker, attackers in combat.blockers.items()},
        "blocked": sorted(combat.blocked),
        "orders": {creature: list(order) for creature, order in combat.orders.items()},
        "rewound": [[rewound.first, rewound.last] for rewound in game.rewound],
        "rulings": [[judged.ruling.verdict if judged.ruling else None] for judged in game.rulings],
    }


@pytest.mark.parametrize("stream", STATES)
def test_each_game_goes_on(journal: Journal, stream: str) -> None:
    game = Game.open(journal, stream)
    if game.state.declarations.pending is not None:
        game.take_back(game.state.declarations.pending.since)
    game.begin_turn(game.board.players[0])
    journal.verify()


@pytest.mark.parametrize("stream", STATES)
def test_each_game_is_replayed(journal: Journal, stream: str) -> None:
    *_, last = replay(list(journal.entries(stream)))
    assert last.entry.version == STATES[stream]["version"]
