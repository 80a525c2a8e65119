"""What a comparison of an engine with the referee found, in Markdown."""

from __future__ import annotations

import json

from .comparing import EngineComparison


def comparison(found: EngineComparison) -> str:
    """A table of what was asked, and each difference with its smallest board as a case."""
    rows = [
        f"| {asked} | {number} | {found.agree.get(asked, 0)} | {number - found.agree.get(asked, 0)} |"
        for asked, number in found.asked.items()
    ]
    sections = [
        f"## {number}. {each.asked} (found on {each.found_on})\n\n"
        f"Referee: `{json.dumps(each.referee)}`. {found.engine}: `{json.dumps(each.engine)}`.\n\n"
        f"```json\n{json.dumps(each.case, ensure_ascii=False)}\n```\n"
        for number, each in enumerate(found.differences, 1)
    ]
    head = [
        f"# {found.engine} {found.version} beside the referee\n",
        f"{found.boards} boards: the engine doesn't understand {found.not_read}, the referee declines {found.declined}.\n",
        "| question | asked | agree | differ |",
        "|---|---|---|---|",
    ]
    return "\n".join([*head, *rows, "", *sections])
