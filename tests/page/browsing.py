"""What tests of pages share: a case of ours, sizes of windows, and axe."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import axe_playwright_python
import yaml
from declarant.tools.cases.models import Case
from declarant.tools.cases.reading import read_case

CASE = """
id: menace-needs-two
source: a test
rules: 2024-06-07
players: [Ann, Bob]
battlefield:
  - {id: brute, controller: Ann, name: Quarry Brute, types: [Creature], power: 4, toughness: 3, text: Menace}
  - {id: piper, controller: Ann, name: Fen Piper, types: [Creature], power: 2, toughness: 2,
     text: "Whenever this creature becomes blocked, draw a card."}
  - {id: squire, controller: Bob, name: Zealous Squire, types: [Creature], power: 1, toughness: 2,
     text: This creature blocks each combat if able.}
  - {id: sentry, controller: Bob, name: Tower Sentry, types: [Creature], power: 1, toughness: 4}
steps:
  - {attack: {brute: Bob}, expect: legal}
  - {block: {squire: [brute]}, expect: illegal, rule: 509.1b, why: One is too few.}
  - {block: {}, expect: illegal, rule: 509.1c}
  - {block: {squire: [brute], sentry: [brute]}, expect: legal}
"""


def case_of(text: str = CASE, **changes: Any) -> Case:
    """A case from YAML, with other values at its top."""
    return read_case({**yaml.safe_load(text), **changes}, "case.yaml")


def without_piper() -> Case:
    """The case without the creature whose ability the search for best play doesn't know."""
    return case_of(battlefield=[each.model_dump(exclude_unset=True) for each in case_of().battlefield if each.id != "piper"])


PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}

HOSTILE = [
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(2)>",
    '"><svg onload=alert(3)>',
    "' onfocus='alert(4)' autofocus='",
    "\u202egnorw\u202c",
    "\u200b",
    "&lt;b&gt;&#60;i&#62;",
    "{{ 7 * 7 }}{% raw %}",
    "x" * 10_000,
    "W" * 120,
    "</style><style>*{display:none}",
    "]]><!-- -->",
    "javascript:alert(5)",
    "e" + "\u0301" * 60,
]
"""Names that somebody might give a creature who means harm."""

Opened = Callable[..., Any]


def violations(page: Any) -> list[str]:
    """What axe finds wrong with the accessibility of a page. Axe is put into a copy that allows any script."""
    axe = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
    session = page.context.new_cdp_session(page)
    # In a world of its own, which the page's policy doesn't bind and which sees the same document.
    tree = session.send("Page.getFrameTree")
    world = session.send("Page.createIsolatedWorld", {"frameId": tree["frameTree"]["frame"]["id"]})["executionContextId"]
    session.send("Runtime.evaluate", {"expression": axe + ";0", "contextId": world})
    run = "axe.run().then((r) => r.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html.slice(0, 200)).join(' | ')))"
    found = session.send(
        "Runtime.evaluate",
        {
            "expression": run,
            "contextId": world,
            "awaitPromise": True,
            "returnByValue": True,
        },
    )
    return found["result"]["value"]
