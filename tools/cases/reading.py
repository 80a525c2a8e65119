"""Cases from files: what a file holds, one after the other, the misfits among them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from pydantic import Field, ValidationError

from ...events.errors import InvalidInput
from ...events.journal.stores.registry import ALLOWED, NOT_SHOWN, NOT_WHOLE
from ...events.model import Model
from ..running.shards import Shard
from .checking import all_misfits, wording_misfits
from .documents import Document, decode_text, parse_yaml, read_json
from .line import data_of, is_line
from .misfits import describe, internal, invalid, misfits
from .models import MAX_ID, Case, ExpectedRefusal
from .models.editions import HouseEditions
from .models.own_keywords import OwnKeywords
from .places import WrittenCase
from .references import CaseParts, reference_misfits

MAX_LINE_BYTES = 16 * 2**20
"""How long a line of JSON Lines may be, and a whole JSON document."""

MAX_YAML_BYTES = 2**20
"""How long a YAML file may be. It is written by hand; large boards are JSON."""

MAX_CASES = 10_000
"""How many cases a list may hold."""

_CHUNK_BYTES = 2**20


class Heading(Model):
    """What the first object of a file says of all the cases after it, where it has nothing but these."""

    editions: HouseEditions = ()
    keywords: OwnKeywords = Field(default_factory=dict)


class RefusedCase(InvalidInput):
    """What can't be read as a case, though it can be said which: `case` names it in reports.

    `expected`: the refusal that it expects, if it does.
    """

    def __init__(self, case: str, error: InvalidInput, expected: ExpectedRefusal | None = None) -> None:
        super().__init__(error.where, error.found, error.allowed, error.kind, error.further)
        self.case = case
        self.expected = expected


def read_cases(path: Path | str) -> Iterator[Case | InvalidInput]:
    """The cases of a file, of a directory's files (in sorted order, at any depth) or, for `-`, of standard input; or the case
    that is given itself, in one line (`line.py`).

    `.jsonl` holds a case a line, `.json` a case or a list of them, `.yaml` and `.yml` the same in any number of documents,
    `.lines` a combat in words a line; standard input is JSON Lines, one JSON document, or lines in words. What can't be read
    comes as an `InvalidInput` in its place, and reading goes on behind it where that is possible. Nothing is raised for bad
    input. An object before the cases that has nothing but `editions` and `keywords` says these of each of them.
    """
    written, path = str(path), Path(path)
    if is_line(written):
        yield _in_words(written, "line")
    elif written == "-":
        yield from _guarded(_standard_input, sys.stdin.buffer, "<stdin>")
    elif path.is_dir():
        files = case_files(path)
        if not files:
            yield InvalidInput(str(path), "a directory without cases", f"files that end in {_SUFFIXES}")
        for file in files:
            yield from _read_file(file)
    else:
        yield from _read_file(path)


def case_files(folder: Path) -> list[Path]:
    """The files in a directory that may hold cases, at any depth, sorted."""
    return sorted(file for file in folder.rglob("*") if file.suffix in _READERS and file.is_file())


def named(case: Case | InvalidInput) -> str:
    """Where a case stands, and its id."""
    if isinstance(case, InvalidInput):
        return case.where
    return " ".join(dict.fromkeys(filter(None, (case.place, case.id))))


def read_case(data: object, place: str = "", written: WrittenCase | None = None) -> Case:
    """A case from plain data, as decoded from JSON, at that place or from that text.

    Raises `InvalidInput` with all that doesn't fit, with the `place`, or the line and the column in the text, before each path.
    """
    try:
        case = Case.model_validate(data)
    except ValidationError:
        raise invalid(all_misfits(data), place, written) from None
    if found := reference_misfits(parts := CaseParts.of(case)):
        raise invalid([*found, *wording_misfits(parts)], place, written)
    if not case.id:
        case = case.model_copy(update={"id": place})
    case._place, case._written = place, written
    return case


def read_line(text: str, place: str = "") -> Case:
    """The case that a line says. Raises InvalidInput."""
    try:
        data = data_of(text)
    except InvalidInput as error:
        raise InvalidInput(f"{place}: {error.where}" if place else error.where, error.found, error.allowed) from None
    return read_case(data, place)


def _in_words(text: str, place: str) -> Case | InvalidInput:
    try:
        return read_line(text, place)
    except InvalidInput as error:
        return error


def _read_file(path: Path) -> Iterator[Case | InvalidInput]:
    if NOT_WHOLE.match(str(path)):
        yield InvalidInput("PATH", NOT_SHOWN, f"a path, or a URL that begins with {ALLOWED}")
        return
    # A name need not be UTF-8, but reports are.
    file = str(path).encode(errors="backslashreplace").decode()
    reader = _READERS.get(path.suffix)
    if reader is None:
        found = f"a name that ends in {path.suffix!r}" if path.exists() else "nothing of that name"
        yield InvalidInput(file, found, f"a directory, or a name that ends in {_SUFFIXES}")
        return
    try:
        with path.open("rb") as stream:
            yield from _guarded(reader, stream, file)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        yield InvalidInput(file, getattr(error, "strerror", None) or str(error), "a file that can be read")


class _Found(NamedTuple):
    """What stands for a case in a file: its data, where it was read, and what was refused of it before."""

    data: object
    place: str
    written: WrittenCase
    refused: tuple[InvalidInput, ...] = ()


_Reader = Callable[[BinaryIO, str], Iterator[_Found | Case | InvalidInput]]


def _guarded(reader: _Reader, stream: BinaryIO, file: str) -> Iterator[Case | InvalidInput]:
    """The cases that the reader finds, then what stopped it; a file without cases is a misfit, too."""
    empty, heading = True, dict[str, Any]()
    try:
        for found in reader(stream, file):
            if empty and not heading and isinstance(found, _Found) and _is_heading(found.data):
                heading = _heading(found)
                continue
            empty = False
            yield _case(found, heading) if isinstance(found, _Found) else found
    except InvalidInput as invalid:
        yield invalid
    else:
        if empty:
            yield InvalidInput(file, "no case", "at least one case")


def _is_heading(data: object) -> bool:
    return isinstance(data, dict) and bool(data) and data.keys() <= Heading.model_fields.keys()


def _heading(found: _Found) -> dict[str, Any]:
    """What a file says of all its cases. Raises InvalidInput."""
    if found.refused:
        raise _together(found.refused)
    try:
        said = Heading.model_validate(found.data)
    except ValidationError as error:
        raise invalid([*misfits(error, Heading)], found.place, found.written) from None
    return said.model_dump(mode="json", exclude_unset=True)


def _said_of_all(data: object, heading: dict[str, Any]) -> object:
    """A case with what its file says of all cases; of keywords the case's own go before."""
    if not isinstance(data, dict):
        return data
    both = {name: (data.get(name), said) for name, said in heading.items()}
    return data | {
        name: [*own, *said] if isinstance(own, list) else {**said, **own} if isinstance(own, dict) else own if own else said
        for name, (own, said) in both.items()
    }


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """The lines that aren't blank, with their numbers; None for one that is too long, which is never held in memory."""
    number = 0
    while data := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(data) > MAX_LINE_BYTES:
            while data and not data.endswith(b"\n"):
                data = stream.readline(_CHUNK_BYTES)
            yield number, None
        elif not data.isspace():
            yield number, data


def _read_lines(stream: BinaryIO, file: str) -> Iterator[_Found | InvalidInput]:
    return (_line(number, data, file) for number, data in _lines(stream))


def _line(number: int, data: bytes | None, file: str) -> _Found | InvalidInput:
    if data is None:
        return InvalidInput(f"{file}:{number}", "a longer line", f"lines of at most {MAX_LINE_BYTES} bytes")
    try:
        document = read_json(decode_text(data, file, number), file, number)
    except InvalidInput as error:
        return error
    if isinstance(document.value, list):
        return InvalidInput(f"{file}:{number}", describe(document.value), "a case: an object")
    return _Found(document.value, f"{file}:{number}", document.written[0], *document.refused)


def _read_said(stream: BinaryIO, file: str) -> Iterator[Case | InvalidInput]:
    return (_said(number, data, file) for number, data in _lines(stream))


def _said(number: int, data: bytes | None, file: str) -> Case | InvalidInput:
    if data is None:
        return InvalidInput(f"{file}:{number}", "a longer line", f"lines of at most {MAX_LINE_BYTES} bytes")
    try:
        return _in_words(decode_text(data, file, number), f"{file}:{number}")
    except InvalidInput as error:
        return error


def _read_json(stream: BinaryIO, file: str) -> Iterator[_Found]:
    text = decode_text(_whole(stream, file, MAX_LINE_BYTES), file)
    if text.strip():
        yield from _cases(read_json(text, file), file)


def _read_yaml(stream: BinaryIO, file: str) -> Iterator[_Found]:
    for document in parse_yaml(decode_text(_whole(stream, file, MAX_YAML_BYTES), file), file):
        yield from _cases(document, file)


def _standard_input(stream: BinaryIO, file: str) -> Iterator[_Found | Case | InvalidInput]:
    """JSON Lines if the first line is an object by itself; else all of it is one document."""
    lines = _lines(stream)
    for number, data in lines:
        if data is not None and is_line(data.decode(errors="replace")):
            yield _said(number, data, file)
            yield from (_said(number, data, file) for number, data in lines)
        elif data is None or _is_object(data):
            yield _line(number, data, file)
            yield from (_line(number, data, file) for number, data in lines)
        else:
            # The blank lines keep the line numbers right.
            document = BytesIO(b"\n" * (number - 1) + data + stream.read(MAX_LINE_BYTES + 1 - len(data)))
            yield from _read_json(document, file)


def _is_object(data: bytes) -> bool:
    try:
        return isinstance(read_json(decode_text(data, ""), "").value, dict)
    except InvalidInput:
        return False


def _whole(stream: BinaryIO, file: str, limit: int) -> bytes:
    data = stream.read(limit + 1)
    if len(data) > limit:
        raise InvalidInput(file, "a longer document", f"at most {limit} bytes; more cases as JSON Lines")
    return data


def _cases(document: Document, file: str) -> Iterator[_Found]:
    """What stands for a case in a document, or in its list."""
    place = f"{file}:{document.line}"
    if isinstance(document.value, list):
        if len(document.value) > MAX_CASES:
            found = f"a list of {len(document.value)}"
            raise InvalidInput(place, found, f"at most {MAX_CASES} cases; more as JSON Lines")
        refused = document.refused or [()] * len(document.value)
        for index, (item, written, wrong) in enumerate(zip(document.value, document.written, refused, strict=True)):
            yield _Found(item, f"{place}[{index}]", written, wrong)
    else:
        yield _Found(document.value, place, document.written[0], *document.refused)


def _case(found: _Found, heading: dict[str, Any]) -> Case | InvalidInput:
    """The case, or all that is wrong with it: what was refused before, and what else doesn't fit."""
    data, place, written, refused = _said_of_all(found.data, heading), found.place, found.written, found.refused
    try:
        case = read_case(data, place, written)
        return RefusedCase(_name(data, place), _together(refused)) if refused else case
    except InvalidInput as error:
        return RefusedCase(_name(data, place), _together((*refused, error)) if refused else error, _refusal(data))
    except Exception as error:  # one case that nobody foresaw: the others are read
        return RefusedCase(_name(data, place), internal(error, place))


def _refusal(data: object) -> ExpectedRefusal | None:
    """The refusal that a case expects which can't be read."""
    try:
        return ExpectedRefusal.model_validate(data["refused"]) if isinstance(data, dict) and "refused" in data else None
    except ValidationError:
        return None


def _together(errors: Iterable[InvalidInput]) -> InvalidInput:
    """All of the errors as one, the first of those in one place."""
    placed: dict[str, InvalidInput] = {}
    for error in errors:
        for each in (error, *error.further):
            placed.setdefault(each.where.partition(": ")[0], each)
    first, *further = placed.values()
    return InvalidInput(first.where, first.found, first.allowed, first.kind, further)


def _name(data: object, place: str) -> str:
    """What a case that can't be read is called."""
    id = data.get("id") if isinstance(data, dict) else None
    return id if isinstance(id, str) and 0 < len(id) <= MAX_ID and id.isprintable() else place


_READERS: dict[str, _Reader] = {
    ".jsonl": _read_lines,
    ".lines": _read_said,
    ".json": _read_json,
    ".yaml": _read_yaml,
    ".yml": _read_yaml,
}
_SUFFIXES = ", ".join(_READERS)


def cases_of(shard: Shard, path: Path | str) -> Iterator[Case | InvalidInput]:
    """The cases of a file, a directory or a line that belong to a shard: by their ids, which say more than where they stand."""
    return (case for case in read_cases(path) if shard.has(case_id(case)))


def case_id(case: Case | InvalidInput) -> str:
    """The id of a case, also of one that was refused; else where it stands."""
    if isinstance(case, Case):
        return case.id
    return case.case if isinstance(case, RefusedCase) else case.where
