"""The texts of judged cases: every one is read."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from declarant.tools.oracle import read_effect, read_permanent


def cases(shared: Path) -> Iterator[dict[str, Any]]:
    for name in ("seeds", "peers", "editions"):
        for line in (shared / "cases" / f"{name}.jsonl").read_text("utf-8").splitlines():
            yield json.loads(line)


def permanents(case: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from case["battlefield"]
    yield from (step["enters"] for step in case["steps"] if "enters" in step)


def test_every_text_of_a_permanent_is_read(shared: Path) -> None:
    read = [
        read_permanent(each["text"], name=each["name"], types=(*each.get("supertypes", ()), *each["types"]))
        for case in cases(shared)
        for each in permanents(case)
        if each.get("text")
    ]
    assert sum(map(len, read)) > 300


def test_every_wording_of_an_effect_is_read(shared: Path) -> None:
    number = 0
    for case in cases(shared):
        ids = [each["id"] for each in permanents(case)]
        stated = [*case.get("effects", ()), *(step["effect"] for step in case["steps"] if "effect" in step)]
        for effect in stated:
            if "text" in effect:
                assert read_effect(effect["text"], ids=ids, players=case["players"], on=effect.get("on"))[0]
                number += 1
    assert number > 10
