"""Pages read back: what they carry is judged again, and compared with what they state."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from ...events.errors import CorruptJournal, InvalidInput
from ...events.journal.chain import digest
from ...events.journal.entry import Entry
from ...events.journal.journal import Journal
from ...events.journal.people import Named, learn_from_outside
from ...events.version import __version__
from ..cases.documents import decode_text, parse_json
from ..cases.models import Case
from ..cases.reading import read_case
from ..cases.report import CaseReport, FieldDifference, StepReport
from ..history.moments import case_of
from ..history.recorded_games import judge_again
from ..page.dispute import Dispute, carried_case, dispute
from ..page.pages import game_page, page_of_turn, with_best
from ..proving.proofs import Proof

MAX_PAGE_BYTES = 32 * 2**20

_CARRIED = re.compile(r'<script type="application/json" id="declarant">(.*?)</script>', re.DOTALL)
_CASE = "a page that `declarant page` or `declarant serve` made"
_COMPARED = ("verdict", "rule", "why", "instead", "cost", "triggers", "attacking", "blocking", "blocked", "unblocked", "orders")


def carried(text: str, place: str) -> dict[str, Any]:
    """What a page carries. Raises InvalidInput."""
    found = _CARRIED.search(text)
    if found is None:
        raise InvalidInput(place, "no case and no journal in it", _CASE)
    data = parse_json(found[1], place).value
    if not isinstance(data, dict) or data.get("page") not in ("case", "journal"):
        raise InvalidInput(place, "something else in it", _CASE)
    return data


def read_page(path: Path) -> str:
    """A page as text. Raises InvalidInput."""
    try:
        with path.open("rb") as file:
            found = file.read(MAX_PAGE_BYTES + 1)
    except OSError as error:
        raise InvalidInput(str(path), error.strerror or str(error), "a page that can be read") from None
    if len(found) > MAX_PAGE_BYTES:
        raise InvalidInput(str(path), f"more than {MAX_PAGE_BYTES} bytes", f"a page of at most {MAX_PAGE_BYTES}")
    return decode_text(found, str(path))


def judged_again(path: Path, rules: date | None = None) -> tuple[Case | None, CaseReport]:
    """The case of a page (None: it is a game's), and the report on it, in which what the page says otherwise is a difference.

    What the page carries is judged again; then the page is made again, and compared to the last character, unless another version
    made it. Raises InvalidInput for what is no page, and where what it carries can't be judged.
    """
    text, place = read_page(path), str(path)
    data = carried(text, place)
    if data["page"] == "journal":
        return None, _game_again(text, data, place, rules)
    if (of_game := data.get("game")) is not None:
        return _turn_again(text, data, of_game if isinstance(of_game, dict) else {}, place, rules)
    case = read_case(data.get("case"), f"{place}: case")
    return case, _case_again(text, data, case, place, rules, Dispute.page)


def _case_again(
    text: str, data: dict[str, Any], case: Case, place: str, rules: date | None, made: Callable[[Dispute], str]
) -> CaseReport:
    """The case of a page judged again, and the page compared with what is made of it now."""
    report = data.get("report") if isinstance(data.get("report"), dict) else {}
    step = data.get("step") if isinstance(data.get("step"), int) else None
    if rules is None and isinstance(data.get("rules"), str):
        rules = _day(data["rules"], place)
    shown = with_best(dispute(case, step=step, rules=rules), data.get("best") is True)
    steps = tuple(
        _compared(judged, of_page) for judged, of_page in zip(shown.report.steps, _steps(report, len(case.steps)), strict=True)
    )
    if data.get("declarant") == __version__:
        steps = _with(steps, shown.lede.number if shown.lede else 0, _otherwise(text, made(shown)))
    return shown.report.model_copy(update={"steps": steps})


def _turn_again(
    text: str, data: dict[str, Any], of_game: dict[str, Any], place: str, rules: date | None
) -> tuple[Case, CaseReport]:
    """The case of a page of a turn: what it carries of the game gives that case, which is judged again."""
    turn = of_game.get("turn")
    if not isinstance(turn, int):
        raise InvalidInput(f"{place}: turn", repr(turn), "the number of a turn")
    with _game_of(of_game, place) as (journal, stream):
        case = case_of(journal, stream, turn=turn)
        if carried_case(case) != data.get("case"):
            raise InvalidInput(f"{place}: case", "another case than its game gives", "that of the turn")
        proof = _proof(of_game.get("proof"), place)
        return case, _case_again(text, data, case, place, rules, lambda shown: page_of_turn(shown, journal, stream, turn, proof))


def _game_again(text: str, data: dict[str, Any], place: str, rules: date | None) -> CaseReport:
    """The declarations of the game that a page carries, judged again. Raises InvalidInput where the page states another game."""
    with _game_of(data, place) as (journal, stream):
        made = game_page(journal, stream, _proof(data.get("proof"), place))
        report = judge_again(stream, journal.entries(stream), journal.cuts(stream), rules)
    otherwise = _otherwise(text, made) if data.get("declarant") == __version__ else None
    if otherwise is not None:
        raise InvalidInput(f"{place}: the page’s text", str(otherwise.expected), f"what its game gives: {otherwise.found}")
    return report


@contextmanager
def _game_of(data: dict[str, Any], place: str) -> Iterator[tuple[Journal, str]]:
    """A journal with the entries of a game that a page carries, and its name. Raises InvalidInput where it carries others."""
    stream = data.get("stream")
    if not isinstance(stream, str):
        raise InvalidInput(f"{place}: stream", repr(stream), "the name of a game")
    with Journal.open("memory://") as journal:
        try:
            _learn(data.get("names"), place)
            entries = list(_entries(stream, data.get("entries"), place))
            journal.adopt(entries)
            if not entries or entries[-1].digest != data.get("digest"):
                raise InvalidInput(f"{place}: entries", "other entries than its digest states", "the entries it was made of")
            yield journal, stream
        except CorruptJournal as error:
            raise InvalidInput(f"{place}: {error.entry}", error.reason, "an entry as it was appended") from None


def _learn(names: object, place: str) -> None:
    """Know what the signs in a page's entries stand for."""
    for row in names if isinstance(names, list) else []:
        if not isinstance(row, list) or len(row) != 4 or not all(isinstance(each, str) for each in row):
            raise InvalidInput(f"{place}: names", "something else", "what signs in entries stand for")
        learn_from_outside([Named(*row)])


def _proof(proof: object, place: str) -> Proof | None:
    if proof is None:
        return None
    if (
        not isinstance(proof, dict)
        or proof.keys() != {*Proof._fields}
        or not all(isinstance(each, str) for each in proof.values())
    ):
        raise InvalidInput(f"{place}: proof", "something else", "a proof, and the key that it is verified with")
    return Proof(**proof)


def _entries(stream: str, packed: object, place: str) -> Iterator[Entry]:
    where, allowed = f"{place}: entries", "the entries of a game, packed"
    try:
        inflate = zlib.decompressobj(31)
        found = inflate.decompress(base64.b64decode(str(packed), validate=True), MAX_PAGE_BYTES)
    except (ValueError, zlib.error) as error:
        raise InvalidInput(where, str(error), allowed) from None
    if not inflate.eof:
        raise InvalidInput(where, f"more than {MAX_PAGE_BYTES} bytes, or not all of them", allowed)
    rows = parse_json(decode_text(found, where), where).value
    previous = ""
    for number, row in enumerate(rows if isinstance(rows, list) else [rows], 1):
        match row:
            case [str(recorded), str(tag), int(schema), str(body)]:
                content = (stream, number, recorded, tag, schema, body)
                previous = digest(previous, content)
                yield Entry(number, *content, previous)
            case _:
                raise InvalidInput(f"{where}[{number - 1}]", "something else", "a time, a type, a schema and a body")


def _day(text: str, place: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidInput(f"{place}: rules", repr(text), "a date") from None


def _steps(report: Any, number: int) -> list[dict[str, Any]]:
    steps = report.get("steps")
    steps = steps if isinstance(steps, list) else []
    return [step if isinstance(step, dict) else {} for step in [*steps[:number], *[{}] * (number - len(steps))]]


def _compared(judged: StepReport, stated: dict[str, Any]) -> StepReport:
    """A ruling, and where the page's is another one."""
    found = judged.model_dump(mode="json")
    different = tuple(
        FieldDifference(field=f"the page’s {name}", expected=stated.get(name), found=found[name])
        for name in _COMPARED
        if stated.get(name) != found[name]
    )
    differences = (*judged.differences, *different)
    return judged.model_copy(update={"differences": differences, "agrees": not differences})


def _otherwise(text: str, made: str) -> FieldDifference | None:
    """Where the text of a page isn't what it is when it is made of the same case."""
    if text == made:
        return None
    at = next((at for at, (one, other) in enumerate(zip(text, made, strict=False)) if one != other), min(len(text), len(made)))
    start = max(0, at - 20)
    return FieldDifference(field="the page’s text", expected=_excerpt(text, start), found=_excerpt(made, start))


def _excerpt(text: str, start: int) -> str:
    return f"…{' '.join(text[start : start + 80].split())}…"


def _with(steps: tuple[StepReport, ...], index: int, difference: FieldDifference | None) -> tuple[StepReport, ...]:
    def added(step: StepReport) -> StepReport:
        assert difference is not None
        return step.model_copy(update={"differences": (*step.differences, difference), "agrees": False})

    return steps if difference is None else tuple(added(step) if step.step == index else step for step in steps)
