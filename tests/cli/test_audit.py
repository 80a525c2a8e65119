"""`declarant audit`: what it prints, in what order, and how it ends."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from declarant.events.journal.journal import Journal
from declarant.tools.cli.schemas import schema as schema_of
from jsonschema import Draft202012Validator

Case = dict[str, Any]
Cases = Callable[..., Path]

KEYS = [
    *("step", "action", "verdict", "rule", "concept", "why", "instead", "cost", "triggers", "blocked", "unblocked"),
    *("orders", "attacking", "blocking", "agrees", "differences", "presumed", "costs", "sentence", "reasons", "not_carried_out"),
]


def reports(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_cases_that_agree_end_with_status_0(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace, {**menace, "id": "again"})
    result = invoke("audit", "cases.jsonl")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout.splitlines()[-1] == "2 cases · 2 agree · 0 differ · 0 couldn't be judged"


def test_a_case_that_differs_ends_with_status_1_and_names_the_field(invoke: Any, cases: Cases, menace: Case) -> None:
    menace["steps"][1]["rule"] = "509.1c"
    cases(menace)
    result = invoke("audit", "cases.jsonl")
    assert result.exit_code == 1
    assert "differs  rule: expected 509.1c, found 509.1b" in result.stdout


def test_a_case_that_cannot_be_judged_wins_with_status_2(invoke: Any, cases: Cases, menace: Case) -> None:
    differs = {**menace, "id": "differs", "steps": [{"attack": {"brute": "Bob"}, "expect": "illegal"}]}
    cases(menace, "not a case", differs)
    result = invoke("audit", "cases.jsonl")
    assert result.exit_code == 2
    assert result.stdout.splitlines()[-1] == "3 cases · 1 agree · 1 differ · 1 couldn't be judged"


def test_a_refused_case_in_the_middle_is_reported_in_its_place_and_the_rest_goes_on(
    invoke: Any, cases: Cases, menace: Case
) -> None:
    cases(menace, {**menace, "id": "bad", "steps": [{"attack": {"nobody": "Bob"}}]}, {**menace, "id": "last"})
    result = invoke("audit", "cases.jsonl", "--format", "json")
    assert result.exit_code == 2
    first, bad, last = reports(result.stdout)
    column = 1 + Path("cases.jsonl").read_text("utf-8").splitlines()[1].index('"nobody"')
    assert (first["case"], last["case"]) == ("menace", "last")
    assert bad == {
        "case": "bad",
        "rules": None,
        "steps": [],
        "error": {
            "kind": "invalid-input",
            "where": f"cases.jsonl:2:{column}: steps[0].attack.nobody",
            "found": "'nobody'",
            "allowed": "the id of a permanent that is or was on the battlefield",
        },
        "further_errors": [],
        "understood": [],
        "notes": [],
    }
    (error,) = reports(result.stderr)
    assert {key: error[key] for key in ("where", "found", "allowed", "kind")} == bad["error"]


def test_a_wording_that_is_not_understood_is_declined(invoke: Any, cases: Cases, menace: Case) -> None:
    menace["battlefield"][0]["text"] = "This creature can't block unless it has eaten at least three attacking hats."
    cases(menace)
    result = invoke("audit", "cases.jsonl", "--format", "json")
    assert result.exit_code == 2
    (report,) = reports(result.stdout)
    assert report["steps"] == []
    assert report["rules"] == "2024-06-07"
    assert report["error"]["kind"] == "wording-not-understood"
    assert re.fullmatch(r"cases\.jsonl:1:\d+: battlefield\[0\]\.text, character \d+", report["error"]["where"])


def test_json_is_as_its_schema_says_and_its_keys_are_in_order(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace, "{}", {**menace, "steps": [{"turn": "Bob"}]})
    result = invoke("audit", "cases.jsonl", "--format", "json")
    validator = Draft202012Validator(schema_of("report"))
    found = reports(result.stdout)
    for report in found:
        validator.validate(report)
        assert list(report) == ["case", "rules", "steps", "error", "further_errors", "understood", "notes"]
        assert all(list(step) == KEYS for step in report["steps"])
    assert [len(report["steps"]) for report in found] == [2, 0, 1]
    assert found[0]["steps"][1]["rule"] == "509.1b"
    assert found[0]["steps"][1]["instead"] == {}
    assert found[2]["steps"][0] | {"agrees": None, "verdict": None} == found[2]["steps"][0]


def test_rules_of_another_day_override_those_of_the_case(invoke: Any, cases: Cases, menace: Case) -> None:
    order = {"order": {"brute": ["sentry", "other"]}}
    other = {**menace["battlefield"][1], "id": "other"}
    steps = [{"attack": {"brute": "Bob"}}, {"block": {"sentry": ["brute"], "other": ["brute"]}}, order]
    cases({**menace, "battlefield": [*menace["battlefield"], other], "steps": steps})
    for arguments, verdict, day in (
        ((), "legal", "2024-06-07"),
        (("--rules", "2025-06-01"), "illegal", "2025-06-01"),
    ):
        (report,) = reports(invoke("audit", "cases.jsonl", "--format", "json", *arguments).stdout)
        assert report["steps"][2]["verdict"] == verdict
        assert report["rules"] == day


def test_directories_and_yaml_are_read_in_order(invoke: Any, cases: Cases, menace: Case, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "b.yaml").write_text("players: [Ann, Bob]\nbattlefield: []\nsteps: []\n", "utf-8")
    cases(menace, name="folder/a.jsonl")
    found = reports(invoke("audit", "folder", "folder/b.yaml", "--format", "json").stdout)
    assert [report["case"] for report in found] == ["menace", "folder/b.yaml:1", "folder/b.yaml:1"]


def test_quiet_leaves_out_the_cases_that_agree(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace, {**menace, "id": "differs", "steps": [{"attack": {}, "expect": "illegal"}]})
    (report,) = reports(invoke("audit", "cases.jsonl", "--quiet", "--format", "json").stdout)
    assert report["case"] == "differs"
    assert "menace" not in invoke("audit", "cases.jsonl", "--quiet").stdout


def test_a_journal_keeps_every_game_and_the_text_says_where(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace, {**menace, "id": "again"})
    result = invoke("audit", "cases.jsonl", "--journal", "sqlite:///games.db")
    assert result.exit_code == 0
    with Journal.open("games.db", read_only=True) as journal:
        assert journal.streams() == ["again", "menace"]
        journal.verify()
        (rewound,) = journal.log("menace").rewound()
    words = f"the log is back at version {rewound.first - 1}; entries {rewound.first}–{rewound.last} stay in the journal"
    assert result.stdout.count(words) == 2


def test_a_case_whose_game_is_in_the_journal_already_is_refused(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace)
    assert invoke("audit", "cases.jsonl", "--journal", "games.db").exit_code == 0
    again = invoke("audit", "cases.jsonl", "--journal", "games.db")
    assert again.exit_code == 2
    assert "cases.jsonl:1: id: found 'menace', of which the journal has a game already" in again.stderr


def test_without_a_journal_ids_may_repeat_and_be_any_text(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace, menace, {**menace, "id": "x" * 5_000}, {**menace, "id": "a\nb"})
    assert invoke("audit", "cases.jsonl", "--format", "json").exit_code == 0


def test_names_cannot_command_the_terminal(invoke: Any, cases: Cases, menace: Case) -> None:
    menace["battlefield"][0]["name"] = "\x1b[2J\x07evil\u202e"
    menace["id"] = "id\x1b]0;title\x07"
    cases(menace, {**menace, "players": "\x1b[31m"})
    result = invoke("audit", "cases.jsonl")
    assert "\\x1b[2J\\x07evil\\u202e" in result.stdout
    assert "\x1b" not in result.stdout + result.stderr


def test_standard_input_is_judged_line_by_line_as_it_comes(menace: Case) -> None:
    """Each report is there before the next case is sent."""
    command = [sys.executable, "-m", "declarant", "audit", "-", "--format", "json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        for id in ("one", "two"):
            process.stdin.write(json.dumps({**menace, "id": id}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["case"] == id
        process.stdin.close()
    assert process.returncode == 0


def test_a_closed_pipe_ends_it_quietly(run: Any, cases: Cases, menace: Case, tmp_path: Path) -> None:
    cases(*({**menace, "id": f"{number}"} for number in range(300)))
    for format in ("text", "json"):
        command = [sys.executable, "-m", "declarant", "audit", "cases.jsonl", "--format", format]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path) as process:
            assert process.stdout is not None and process.stderr is not None
            process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode == 141


def interruptible() -> None:
    """A job in the background of a shell ignores interruptions, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_an_interruption_ends_it_quietly(menace: Case) -> None:
    command = [sys.executable, "-m", "declarant", "audit", "-", "--format", "json"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=interruptible,
    ) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdin.write(json.dumps(menace).encode() + b"\n")
        process.stdin.flush()
        process.stdout.readline()  # it is judging now
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
    assert process.returncode == 130


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is always full")
def test_a_full_disk_is_one_clear_error(cases: Cases, menace: Case, tmp_path: Path) -> None:
    cases(menace)
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "declarant", "audit", "cases.jsonl"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == b"error: standard output: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals there")
def test_progress_is_shown_on_standard_error_only_if_it_is_a_terminal(cases: Cases, menace: Case, tmp_path: Path) -> None:
    import pty

    cases(menace)
    command = [sys.executable, "-m", "declarant", "audit", "cases.jsonl", "--format", "json"]
    terminal, its_end = pty.openpty()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=its_end, cwd=tmp_path, env={**os.environ, "TERM": "xterm"})
    os.close(its_end)
    shown = os.read(terminal, 10_000)
    os.close(terminal)
    assert b"1 cases" in shown
    assert len(reports(done.stdout.decode())) == 1
    assert b"1 cases" not in subprocess.run(command, capture_output=True, cwd=tmp_path).stderr


def test_every_case_that_others_wrote_down_is_reported(invoke: Any, shared: Path) -> None:
    files = [str(shared / "cases" / name) for name in ("seeds.jsonl", "peers.jsonl")]
    expected = [json.loads(line)["id"] for file in files for line in Path(file).read_text("utf-8").splitlines()]
    result = invoke("audit", *files, "--format", "json")
    assert [report["case"] for report in reports(result.stdout)] == expected


def test_a_line_of_json_holds_nothing_that_ends_a_line(invoke: Any, cases: Cases, menace: Case) -> None:
    odd = "a\u2028b\u2029c\x85d"
    cases({**menace, "id": odd})
    for command in ("audit", "explain", "options"):
        for line in invoke(command, "cases.jsonl", "--format", "json").stdout.splitlines():
            assert json.loads(line)["case"] == odd


def test_cases_that_expect_nothing_are_distinguished_from_those_that_agree(invoke: Any, cases: Cases, menace: Case) -> None:
    cases(menace, {**menace, "id": "silent", "steps": [{"attack": {"brute": "Bob"}}]})
    result = invoke("audit", "cases.jsonl")
    assert result.stdout.splitlines()[-1] == "2 cases · 1 agree · 1 expects nothing · 0 differ · 0 couldn't be judged"


FAR = "nobody has the text of the rules of 2026-06-19 and 2026-09-25, nor knows any later ones: read as those of 2026-04-17"


@pytest.mark.parametrize(
    ("day", "note"),
    [
        ("2024-06-07", None),
        ("2026-04-17", None),
        ("2024-05-01", None),
        ("2026-06-18", None),
        ("2026-07-01", "nobody has the text of the rules of 2026-06-19: read as those of 2026-04-17"),
        ("2031-01-01", FAR),
    ],
)
def test_rules_that_nobody_has_are_reported(invoke: Any, cases: Cases, menace: Case, day: str, note: str | None) -> None:
    cases({**menace, "rules": day, "steps": menace["steps"][:1]})
    (report,) = reports(invoke("audit", "cases.jsonl", "--format", "json").stdout)
    assert report["notes"] == ([note] if note else [])
    said = " ".join(invoke("audit", "cases.jsonl").stdout.split())
    assert f"note {note}" in said if note else "note" not in said
    for command in ("explain", "options"):
        (noted,) = reports(invoke(command, "cases.jsonl", "--format", "json").stdout)
        assert noted["notes"] == report["notes"]
