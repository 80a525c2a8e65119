"""Each benchmark says in its docstring, which is its `--help`, what it aims at."""

import ast
from importlib import import_module
from pathlib import Path

import declarant
import pytest

FOLDER = Path(declarant.__file__).parent / "bench"
BENCHMARKS = sorted(path.stem for path in FOLDER.glob("*.py") if "command(main, __doc__)" in path.read_text())
WITHOUT_AIM = {"startup"}


@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_benchmark_runs_from_a_checkout(name: str) -> None:
    assert callable(import_module(f"bench.{name}").main)


@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_benchmark_says_what_it_aims_at(name: str) -> None:
    docstring = ast.get_docstring(ast.parse((FOLDER / f"{name}.py").read_text())) or ""
    assert f"`python -m bench.{name}" in docstring
    assert ("\n\nAim" in docstring) == (name not in WITHOUT_AIM)


def test_every_benchmark_is_a_command_of_the_same_kind() -> None:
    runs = {path.stem for path in FOLDER.glob("*.py") if "__main__" in path.read_text()}
    assert runs == {*BENCHMARKS}


ROWS = [
    {"what": "all files by gzip", "MB": 9.25, "met": True},
    {"what": "x" * 60, **{f"step {number} ms": 4_000.4 for number in range(9)}},
]


@pytest.mark.parametrize("terminal", [True, False], ids=["a narrow terminal", "a pipe"])
def test_a_report_shows_every_value_whole(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from bench.measuring import report

    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("FORCE_COLOR" if terminal else "NO_COLOR", "1")
    report("What was measured", ROWS, None)
    printed = capsys.readouterr().out
    assert (
        "all files by gzip" in printed and "x" * 60 in printed and printed.count("4,000") == 9 and printed.count("step 8 ms") == 1
    )
    assert terminal != (max(map(len, printed.splitlines())) > 80)
