"""Tables of the visible logs beside what the logs annotate, read here line by line: damage, deaths, life and who won."""

from __future__ import annotations

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from declarant.events.journal.journal import Journal
from declarant.tools.arena.importing import Importer
from tables.tabulating import rows

Json = dict[str, Any]
Game = tuple[str, int]

LOGS = (
    "brawl",
    "disconnect-wifi",
    "draft-premier-elves",
    "draft-quick-selesnya",
    "historic-planeswalker",
    "pioneer-ranked-bo3",
    "sealed-menace",
    "standard-bo1-truncated",
    "standard-must-attack",
)


class Annotated:
    """What a log annotates in one game; a state that was taken back states the same annotation again, by its id."""

    def __init__(self) -> None:
        self.damage: dict[int, tuple[str, int, bool]] = {}
        """Recipient (by seat or id), how much, whether combat damage."""
        self.life: dict[int, tuple[str, int]] = {}
        self.dead: dict[int, str] = {}
        self.won: int | None = None
        """The winning seat, 0 for none."""
        self.battlefield = 28
        self.graveyards: set[int] = set()
        self.seats: set[int] = set()

    def called(self, id: int) -> str:
        return f"player:{id}" if id in self.seats else str(id)


def details(annotation: Json) -> dict[str, Any]:
    return {
        detail["key"]: (detail.get("valueInt32") or detail.get("valueString") or [None])[0]
        for detail in annotation.get("details", ())
    }


def states(path: Path) -> Iterator[Json]:
    """Every state of the game in a log, in the order of its lines."""
    for line in gzip.decompress(path.read_bytes()).splitlines():
        if line.startswith(b"{") and b'"greToClientMessages"' in line:
            for message in json.loads(line)["greToClientEvent"]["greToClientMessages"]:
                if "gameStateMessage" in message:
                    yield message["gameStateMessage"]


def annotated(path: Path) -> dict[Game, Annotated]:
    """What a log annotates, by match and game."""
    found: dict[Game, Annotated] = defaultdict(Annotated)
    now: Game | None = None
    for state in states(path):
        info = state.get("gameInfo", {})
        if "matchID" in info:
            now = info["matchID"], info.get("gameNumber", 0)
        if now is None:
            continue
        game = found[now]
        game.seats |= {player["systemSeatNumber"] for player in state.get("players", ())}
        for zone in state.get("zones", ()):
            if zone["type"] == "ZoneType_Graveyard":
                game.graveyards.add(zone["zoneId"])
        if state.get("type") != "GameStateType_Full":
            note(game, state)
        results = [result for result in info.get("results", ()) if result["scope"] == "MatchScope_Game"]
        if 0 < now[1] <= len(results):
            game.won = results[now[1] - 1].get("winningTeamId", 0)
    return found


def note(game: Annotated, state: Json) -> None:
    """The annotations of a state."""
    before = {}
    for annotation in state.get("annotations", ()):
        detail = details(annotation)
        if "AnnotationType_ObjectIdChanged" in annotation["type"]:
            before[detail["new_id"]] = detail["orig_id"]
    for annotation in state.get("annotations", ()):
        detail, id, types = details(annotation), annotation["id"], annotation["type"]
        affected = annotation.get("affectedIds", [0])[0]
        if "AnnotationType_DamageDealt" in types and detail.get("damage"):
            game.damage.setdefault(id, (game.called(affected), detail["damage"], detail.get("type") == 1))
        if "AnnotationType_ModifiedLife" in types and detail.get("life"):
            game.life.setdefault(id, (game.called(affected), detail["life"]))
        if "AnnotationType_ZoneTransfer" in types and detail.get("zone_src") == game.battlefield:
            for each in annotation["affectedIds"]:
                if detail.get("zone_dest") in game.graveyards:
                    game.dead.setdefault(id, str(before.get(each, each)))


@pytest.mark.parametrize("name", LOGS)
def test_tables_state_what_the_log_annotates(shared: Path, name: str) -> None:
    path = shared / "arena" / "logs" / f"{name}.log.gz"
    with Journal.open("memory://") as kept:
        importer = Importer(kept)
        for _ in importer.read(gzip.decompress(path.read_bytes()).splitlines(keepends=True)):
            pass
        importer.finish()
        compared = 0
        for (match, number), log in annotated(path).items():
            stream = f"arena/{match}/{number}"
            if stream not in kept.streams():
                continue
            found = {table: [row for row in of if row.get("stands", True)] for table, of in rows(kept, stream).items()}
            (game,) = found["games"]
            dealt = Counter((row["recipient"], row["dealt"], row["combat_damage"]) for row in found["damage"])
            assert dealt == Counter(log.damage.values())
            changed = Counter((row["player"], row["change"]) for row in found["life"] if row["cause"] is not None)
            assert changed == Counter(log.life.values())
            assert {row["permanent"] for row in found["deaths"] if row["to"] == "graveyard"} == set(log.dead.values())
            winner = f"player:{log.won}" if log.won else None
            assert (game["ended"], game["winner"]) == (log.won is not None, winner)
            compared += len(log.damage) + len(log.life) + len(log.dead)
        assert compared
