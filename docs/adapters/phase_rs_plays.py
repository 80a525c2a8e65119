"""The engine of phase.rs as one that plays, for `declarant rate`.

python phase_rs_plays.py [DIFFICULTY]
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from typing import Any

from compare import NotRead
from phase_rs import PhaseRs


def declared(engine: PhaseRs, question: dict[str, Any], difficulty: str) -> dict[str, Any]:
    """What the engine declares."""
    board, attack = question["board"], question.get("attack")
    try:
        state: tuple[Any, dict[str, int]] | None = engine.board(board)
    except NotRead:
        return {"not_read": True}
    if attack is not None and state is not None:
        state = engine.attack(state, attack)
    if state is None:
        return {"not_read": True}  # it takes the attack for illegal
    exported, ids = state
    names = {number: name for name, number in ids.items()}
    game = engine.loaded(exported)
    asked = "DeclareAttackers" if attack is None else "DeclareBlockers"
    if game.waiting_for()["type"] != asked:
        return {"declaration": {}}
    action = game.choose_action(0 if attack is None else 1, difficulty=difficulty)
    data = action.to_dict()["data"] if action is not None and action.kind == asked else {}
    if attack is None:
        return {"declaration": {names[each]: board["players"][1] for each, _ in data.get("attacks", [])}}
    return {"declaration": {names[blocker]: names[attacker] for blocker, attacker in data.get("assignments", [])}}


if __name__ == "__main__":
    difficulty = sys.argv[1] if len(sys.argv) > 1 else "VeryHard"
    print(json.dumps({"engine": f"phase-rs {difficulty}", "version": version("phase-python")}), flush=True)
    engine = PhaseRs()
    for line in sys.stdin:
        print(json.dumps(declared(engine, json.loads(line), difficulty)), flush=True)
