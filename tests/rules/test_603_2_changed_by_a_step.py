"""What a step states to have changed triggers as if an ability had done it: what became tapped, and counters that were put."""

from typing import Any

import pytest
from referee import ANN, creature, given, life, resolve


@pytest.mark.parametrize(
    ("event", "change", "total"),
    [
        ("this creature becomes tapped", {"tapped": True}, 21),
        ("a creature you control becomes tapped", {"tapped": True}, 21),
        ("one or more +1/+1 counters are put on this creature", {"counters": {"+1/+1": 2}}, 21),
        ("a +1/+1 counter is put on this creature", {"counters": {"+1/+1": 3}}, 22),
        ("one or more +1/+1 counters are put on this creature", {"counters": {"oil": 1}}, 20),
        ("one or more +1/+1 counters are put on this creature", {"counters": {"+1/+1": 1}}, 20),
        ("this creature becomes tapped", {"power": 3}, 20),
    ],
)
def test_what_a_step_changes_triggers(event: str, change: dict[str, Any], total: int) -> None:
    ox = creature("ox", ANN, f"Whenever {event}, you gain 1 life.", counters={"+1/+1": 1})
    given(ox).when({"changes": {"id": "ox", **change}}, resolve()).then(life(Ann=total))


def test_what_is_tapped_already_doesnt_become_tapped() -> None:
    ox = creature("ox", ANN, "Whenever this creature becomes tapped, you gain 1 life.", tapped=True)
    given(ox).when({"changes": {"id": "ox", "tapped": True}}, resolve()).then(life(Ann=20))
