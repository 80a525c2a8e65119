"""`declarant ignored`: what has no bearing, and why, in one place."""

import json
from typing import Any

from declarant.tools.ignored import ignored


def test_the_list_is_stated_in_text_and_as_json(invoke: Any) -> None:
    shown = invoke("ignored")
    assert shown.exit_code == 0
    assert [line for line in shown.stdout.splitlines() if not line.startswith(" ")] == [
        "of a case",
        "of a rules text",
        "of a record",
        "of what isn't stated",
    ]
    printed = [json.loads(line) for line in invoke("ignored", "--format", "json").stdout.splitlines()]
    assert printed == [row.model_dump() for row in ignored()]
