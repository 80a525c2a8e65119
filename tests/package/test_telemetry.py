"""What the library reports of itself: every event and span is listed, and nothing is reported unless it is asked for."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import declarant
import pytest
import structlog
from declarant import DeclareAttackers, Game, IllegalDeclaration, permanent
from declarant.events import telemetry
from structlog.testing import CapturingLogger

ROOT = Path(__file__).resolve().parents[2]
TELLERS = {"log_event", "_observe", "warning", "info"}
SPANS = {"span", "span_until_ended"}


def named_in_the_code(functions: set[str]) -> Iterator[str]:
    """The constant first arguments of calls of such functions."""
    for room in ("events", "projections", "handlers", "tools"):
        for file in (ROOT / room).rglob("*.py"):
            text = file.read_text("utf-8")
            if not any(each in text for each in functions):
                continue
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                    called = node.func
                    name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
                    if name in functions and isinstance(node.args[0].value, str):
                        yield node.args[0].value


def test_every_event_and_span_of_the_code_is_listed_and_no_other() -> None:
    assert {*named_in_the_code(TELLERS)} == telemetry.EVENTS.keys()
    assert {*named_in_the_code(SPANS)} == telemetry.SPANS.keys()


def played(journal: Path) -> Game:
    """An attack, a block that isn't legal, and something that is taken back."""
    game = Game.start(["Ann", "Bob"], rules="2024-06-07", journal=journal, stream="final")
    game.enter(permanent("ox", "Ann", types=["Creature"], power=4, toughness=3, text="Menace"))
    game.enter(permanent("imp", "Bob", types=["Creature"], power=1, toughness=1))
    version = game.version
    game.declare_attackers({"ox": "Bob"})
    with pytest.raises(IllegalDeclaration):
        game.declare_blockers({"imp": ["ox"]})
    game.take_back(version)
    return game


@pytest.fixture
def logger() -> Iterator[CapturingLogger]:
    logger = CapturingLogger()
    declarant.observe(logger)
    yield logger
    declarant.observe(None)


def logged(logger: CapturingLogger) -> dict[str, dict[str, object]]:
    """The last event of each kind."""
    return {call.args[0]: call.kwargs for call in logger.calls}


def test_what_happens_is_reported_to_who_asks(logger: CapturingLogger, tmp_path: Path) -> None:
    played(tmp_path / "games.db").journal.close()
    events = [call.args[0] for call in logger.calls if call.args[0] in ("declared", "taken_back")]
    assert events == ["declared", "taken_back", "taken_back"]
    assert logged(logger)["appended"]["stream"] == "final"
    first = next(call.kwargs for call in logger.calls if call.args[0] == "taken_back")
    assert first["rule"] == "509.1b" and first["stream"] == "final"


def test_a_slow_ruling_is_reported(logger: CapturingLogger, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(telemetry, "SLOW", -1.0)
    played(tmp_path / "games.db").journal.close()
    slow = logged(logger)["judged_slowly"]
    assert slow["command"] == "DeclareBlockers" and isinstance(slow["seconds"], float)


def test_imports_and_exports_are_reported(logger: CapturingLogger, tmp_path: Path, shared: Path) -> None:
    pytest.importorskip("pyarrow")
    from declarant.tools.tables.export import export

    log = sorted((shared / "arena" / "logs").glob("*.log.gz"))[0]
    streams = declarant.import_arena(log, tmp_path / "games.db")
    assert {call.kwargs["stream"] for call in logger.calls if call.args[0] == "imported"} == {*streams}
    export([str(tmp_path / "games.db")], tmp_path / "tables")
    exported = logged(logger)["exported"]
    assert exported["to"] == str(tmp_path / "tables") and exported["rows"]["games"] == len(streams)  # type: ignore[index]


def test_the_library_is_silent_and_imports_no_opentelemetry() -> None:
    program = """
import sys
from declarant import Game, IllegalDeclaration, permanent
game = Game.start(["Ann", "Bob"])
game.enter(permanent("ox", "Ann", types=["Creature"], power=4, toughness=3, text="Menace"))
game.enter(permanent("imp", "Bob", types=["Creature"], power=1, toughness=1))
game.declare_attackers({"ox": "Bob"})
try:
    game.declare_blockers({"imp": ["ox"]})
except IllegalDeclaration:
    pass
assert not [name for name in sys.modules if name.startswith("opentelemetry")]
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_logger_of_structlog_writes_them(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    declarant.observe(structlog.wrap_logger(structlog.PrintLogger(sys.stdout), processors=[structlog.processors.JSONRenderer()]))
    try:
        played(tmp_path / "games.db").journal.close()
    finally:
        declarant.observe(None)
    assert '"event": "declared"' in capsys.readouterr().out


def test_spans_are_around_rulings_appends_imports_and_exports(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shared: Path
) -> None:
    pytest.importorskip("pyarrow")
    from declarant.tools.tables.export import export
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    # A provider gives tracers as the module does; the module's own is of the whole process, and may be set once.
    monkeypatch.setitem(sys.modules, "opentelemetry.trace", provider)
    played(tmp_path / "games.db").journal.close()
    game = Game.start(["Ann", "Bob"], journal=tmp_path / "once.db")
    game.declare(DeclareAttackers(key="c-1", correlation="match-7", causation="message-3"))
    game.journal.close()
    log = sorted((shared / "arena" / "logs").glob("*.log.gz"))[0]
    declarant.import_arena(log, tmp_path / "arena.db")
    export([str(tmp_path / "arena.db")], tmp_path / "tables")
    spans = exporter.get_finished_spans()
    assert {span.name for span in spans} == telemetry.SPANS.keys()
    ids = {"declarant.key": "c-1", "declarant.correlation": "match-7", "declarant.causation": "message-3"}
    assert {span.name for span in spans if ids.items() <= dict(span.attributes or {}).items()} == {
        "declarant.judge",
        "declarant.append",
    }
    judged = next(span for span in spans if span.name == "declarant.judge")
    assert judged.attributes is not None
    assert dict(judged.attributes) == {"declarant.stream": "final", "declarant.command": "DeclareAttackers"}
