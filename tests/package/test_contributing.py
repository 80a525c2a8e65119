"""The exercises of CONTRIBUTING.md, each on a scratch copy of the package; and what ARCHITECTURE.md names is there."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
CHANGE = re.compile(
    r"In `(?P<path>[^`]+)`,(?: [^`]*,)? (?P<where>before|after) `(?P<place>[^`]+)`:\n\n```text\n(?P<code>.*?)```", re.DOTALL
)
NEW_FILE = re.compile(r"New file `(?P<path>[^`]+)`:\n\n```text\n(?P<code>.*?)```", re.DOTALL)
CHECK = re.compile(r"Then this holds:\n\n```python\n(.*?)```", re.DOTALL)
EXERCISES = {
    title: body
    for title, body in re.findall(r"^## (Add .+?)\n(.*?)(?=^## |\Z)", CONTRIBUTING, re.DOTALL | re.MULTILINE)
    if CHECK.search(body)
}


@pytest.mark.parametrize("title", EXERCISES)
def test_an_exercise_works_on_a_scratch_copy(title: str, tmp_path: Path) -> None:
    copy = tmp_path / "declarant"
    for part in ("events", "projections", "handlers", "tools"):
        shutil.copytree(ROOT / part, copy / part)  # with what was compiled: only what is changed is compiled again
    for name in ("__init__.py", "__main__.py"):
        shutil.copy(ROOT / name, copy)
    for file in NEW_FILE.finditer(EXERCISES[title]):
        assert not (copy / file["path"]).exists()
        (copy / file["path"]).parent.mkdir(exist_ok=True)
        (copy / file["path"]).write_text(file["code"], "utf-8")
    for change in CHANGE.finditer(EXERCISES[title]):
        path, place = copy / change["path"], change["place"].replace("\\n", "\n")
        text = path.read_text("utf-8")
        assert text.count(place) >= 1, f"{place!r} isn't in {change['path']}"
        at = text.index(place) if change["where"] == "before" else text.index("\n", text.index(place)) + 1
        path.write_text(text[:at] + change["code"] + text[at:], "utf-8")
    check = CHECK.search(EXERCISES[title])
    assert check is not None
    program = f"import declarant\nassert declarant.__file__.startswith({str(tmp_path)!r})\n{check[1]}"
    done = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONPATH": str(tmp_path)}, cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_there_are_exercises() -> None:
    assert len(EXERCISES) == 9


@pytest.mark.parametrize(
    ("title", "files"),
    [
        ("an edition", 1),
        ("a keyword", 1),
        ("an importer", 2),
        ("an event, with a column", 2),
        ("an instruction", 3),
        ("an instruction with an event", 5),
    ],
)
def test_what_is_added_often_touches_few_files(title: str, files: int) -> None:
    exercise = EXERCISES[f"Add {title}"]
    assert len({change["path"] for pattern in (CHANGE, NEW_FILE) for change in pattern.finditer(exercise)}) == files


def test_an_instruction_with_an_event_takes_less_than_thirty_lines() -> None:
    code = "".join(change["code"] for change in CHANGE.finditer(EXERCISES["Add an instruction with an event"]))
    assert len([line for line in code.splitlines() if line]) < 30


@pytest.mark.parametrize("text", [ARCHITECTURE, CONTRIBUTING], ids=["ARCHITECTURE", "CONTRIBUTING"])
def test_every_path_that_is_named_is_there(text: str) -> None:
    named = re.findall(r"`((?:events|projections|handlers|tools|tests|bench)/[\w./]*)`", text)
    assert named
    made = {file["path"] for file in NEW_FILE.finditer(text)}
    assert [path for path in named if not (ROOT / path).exists() and path not in made] == []


def test_the_architecture_takes_two_pages_at_most() -> None:
    assert len(ARCHITECTURE.split()) <= 1000
