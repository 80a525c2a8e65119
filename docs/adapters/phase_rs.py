"""An adapter, as an example: the engine of phase.rs, by its bindings for Python (`pip install phase-python`).

python phase_rs.py CORPUS [BOARDS]
declarant corpus --compare "python phase_rs.py"
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import phase
from compare import Comparison, Creatures, NotRead, answers, lines

SPARE = 8
"""Lands that each deck has besides the creatures: both players draw."""
COLORS = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}


def _card(name: str, text: str, **more: Any) -> Any:
    """A card, described as MTGJSON does."""
    stated = {"name": name, "text": text, "layout": "normal", "manaValue": 0, "identifiers": {}, "supertypes": [], "subtypes": []}
    return phase.build_oracle_face({**stated, "colors": [], "colorIdentity": [], **more}, None)


def _not_understood(part: Any) -> bool:
    """Whether the engine says of any part of a card that it doesn't understand it: it would play on without."""
    if isinstance(part, dict):
        return part.get("type") in ("Unimplemented", "Unrecognized") or any(map(_not_understood, part.values()))
    return isinstance(part, list) and any(map(_not_understood, part))


def _keywords(text: str) -> list[str]:
    """The keywords that a card database would list: lines that aren't sentences."""
    return [line.partition(" from ")[0] for line in text.splitlines() if not line.endswith(".")]


class PhaseRs:
    """States are pairs: what the engine exports of a game, and its numbers of the creatures, by name."""

    def board(self, line: Mapping[str, Any]) -> tuple[Any, dict[str, int]]:
        """A game is begun with the creatures in the decks; then its state is written anew, with them on the battlefield."""
        creatures = {each["id"]: each for each in line["battlefield"]}
        cards = [_card("Wastes", "", type="Basic Land", types=["Land"])]
        for id, each in creatures.items():
            size = {"power": str(each["power"]), "toughness": str(each["toughness"]), "colors": each["colors"]}
            size["manaValue"] = each.get("mana_value") or 0
            text = each["text"].replace(each.get("name") or id, id)
            kinds = {"types": each["types"], "subtypes": each.get("subtypes", []), "supertypes": each.get("supertypes", [])}
            type_line = (
                " ".join([*kinds["supertypes"], *kinds["types"]]) + " — " * bool(kinds["subtypes"]) + " ".join(kinds["subtypes"])
            )
            cards.append(_card(id, text, **kinds, type=type_line, keywords=_keywords(text), **size))
        if any(map(_not_understood, cards)):
            raise NotRead(line["id"])
        engine = phase.Engine.from_json(json.dumps({card["name"].lower(): card for card in cards}))
        decks = [
            [id for id, each in creatures.items() if each["controller"] == player] + ["Wastes"] * SPARE
            for player in line["players"]
        ]
        game = engine.new_game(*decks, seed=1, first_player=0, format="Freeform")
        while game.phase != "PreCombatMain":
            _go_on(game)
        exported = game.state()
        state, ids = exported["state"], {}
        for each in state["objects"].values():
            if (stated := creatures.get(each["name"])) is not None:
                ids[each["name"]] = each["id"]
                sick = stated.get("summoning_sick", False)
                each |= {"zone": "Battlefield", "tapped": stated.get("tapped", False), "summoning_sick": sick}
                each["entered_battlefield_turn"] = state["turn_number"] if sick else 0
        state["battlefield"] = [ids[id] for id in creatures]
        for seat, player in enumerate(line["players"]):
            stated = state["players"][seat]
            for zone in ("library", "hand"):
                stated[zone] = [each for each in stated[zone] if each not in ids.values()]
            stated |= {"life": line["life"][player], "poison_counters": line["poison"][player]}
        self._engine, self._players = engine, line["players"]
        game = engine.load_game(exported)
        while game.phase != "DeclareAttackers" and game.phase != "PostCombatMain":
            _go_on(game)
        return game.state(), ids

    def loaded(self, exported: Any) -> Any:
        """The game of a state that the engine exported."""
        return self._engine.load_game(exported)

    def attack(self, state: tuple[Any, dict[str, int]], creatures: Creatures) -> tuple[Any, dict[str, int]] | None:
        exported, ids = state
        game = self._engine.load_game(exported)
        if game.waiting_for()["type"] != "DeclareAttackers":
            return None if creatures else state  # it doesn't ask where nobody can attack
        attacks = [[ids[id], {"type": "Player", "data": self._players.index(player)}] for id, player in creatures.items()]
        if not _applied(game, 0, "DeclareAttackers", attacks=attacks, bands=[]):
            return None
        while creatures and game.waiting_for()["type"] == "Priority" and game.phase == "DeclareAttackers":
            _go_on(game)
        return game.state(), ids

    def block(self, state: tuple[Any, dict[str, int]], creatures: Creatures) -> tuple[Any, dict[str, int]] | None:
        exported, ids = state
        game = self._engine.load_game(exported)
        if game.waiting_for()["type"] != "DeclareBlockers":
            return None if creatures else state  # it doesn't ask where nobody can block
        pairs = [[ids[blocker], ids[attacker]] for blocker, attacker in creatures.items()]
        return (game.state(), ids) if _applied(game, 1, "DeclareBlockers", assignments=pairs) else None

    def damage(self, state: tuple[Any, dict[str, int]], steps: list[Mapping[str, Any]]) -> dict[str, Any]:
        exported, ids = state
        names = {number: name for name, number in ids.items()}
        game = self._engine.load_game(exported)
        waiting = [{**step["assigned"]} for step in steps]
        while game.waiting_for()["type"] != "GameOver" and game.phase in ("DeclareAttackers", "DeclareBlockers", "CombatDamage"):
            asked = game.waiting_for()
            if asked["type"] != "AssignCombatDamage":
                _go_on(game)
                continue
            data = asked["data"]
            name = names[data["attacker_id"]]
            to = next((step.pop(name) for step in waiting if name in step), {})
            blockers = [[each["blocker_id"], to.get(names[each["blocker_id"]], 0)] for each in data["blockers"]]
            through = to.get(self._players[1], 0)
            answer = {"assignments": blockers, "trample_damage": through, "controller_damage": 0, "mode": "Normal"}
            if not _applied(game, data["player"], "AssignCombatDamage", **answer):
                return {"died": [], "refused": {name: to}}
        stated = game.state()["state"]
        life = {player: stated["players"][seat]["life"] for seat, player in enumerate(self._players)}
        poison = {player: stated["players"][seat]["poison_counters"] for seat, player in enumerate(self._players)}
        return {
            "life": life,
            "poison": {player: number for player, number in poison.items() if number},
            "died": sorted(names[each] for player in stated["players"] for each in player["graveyard"] if each in names),
            "lost": [player for seat, player in enumerate(self._players) if stated["players"][seat]["is_eliminated"]],
        }


def _go_on(game: Any) -> None:
    """The first thing that whoever is asked may do; passing, where that is possible."""
    data = game.waiting_for().get("data") or {}
    player = data["player"] if "player" in data else data["pending"][0]["player"]
    actions = game.actions()
    game.apply(player, next((each for each in actions if each.kind == "PassPriority"), actions[0]))


def _applied(game: Any, player: int, kind: str, **data: Any) -> bool:
    """Whether the engine takes that action."""
    try:
        game.apply(player, {"type": kind, "data": data})
    except ValueError:
        return False
    return True


if __name__ == "__main__":
    if len(sys.argv) == 1:
        answers(PhaseRs(), "phase-rs", version("phase-python"))
        sys.exit()
    corpus = Path(sys.argv[1])
    (day, *_) = json.loads((corpus / "corpus.json").read_text("utf-8"))["rules"]
    comparison = Comparison(PhaseRs(), day)
    for line in lines(corpus, int(sys.argv[2]) if len(sys.argv) > 2 else None):
        comparison.add(line)
    print(comparison.report(), end="")
