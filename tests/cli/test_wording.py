"""`declarant wording`: how much is understood, and how a sentence is."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

ROWS = [
    {"sentence": "~ can't block.", "categories": ["restriction-block"]},
    {"sentence": "~ can't block on Tuesdays.", "categories": ["restriction-block"]},
    {"sentence": "Destroy target attacking creature.", "categories": ["state-filter"]},
]


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    path = tmp_path / "lines.jsonl.gz"
    path.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in ROWS).encode()))
    return path


@pytest.mark.parametrize("arguments", [(), ("coverage",), ("read",)])
def test_help_says_how_it_is_used(invoke: Any, arguments: tuple[str, ...]) -> None:
    result = invoke("wording", *arguments, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.stdout


def test_the_sentences_in_the_help_are_understood(invoke: Any) -> None:
    help_text = invoke("wording", "read", "--help").stdout
    assert 'read "Creatures with flying can\'t block ~."' in help_text
    assert invoke("wording", "read", "Creatures with flying can't block ~.").exit_code == 0
    assert invoke("wording", "read", "Grim Ox attacks each combat if able.", "--name", "Grim Ox").exit_code == 0


def test_coverage_is_stated_by_category_with_the_commonest_declined(invoke: Any, lines: Path) -> None:
    result = invoke("wording", "coverage", str(lines))
    assert result.exit_code == 0
    assert "restriction-block" in result.stdout
    assert "~ can't block on Tuesdays." in result.stdout


def test_coverage_as_json_is_one_object(invoke: Any, lines: Path) -> None:
    found = json.loads(invoke("wording", "coverage", str(lines), "--format", "json").stdout)
    assert (found["lines"], found["understood"], found["declined"], found["ambiguous"]) == (3, 2, 1, 0)
    assert found["by_category"]["restriction-block"]["declined"] == 1
    assert found["commonest_declined"] == [["~ can't block on Tuesdays.", 1]]


def test_cards_are_counted_by_line(invoke: Any, tmp_path: Path) -> None:
    card = {"name": "Grim Ox", "text": "Grim Ox can't block.\nTrample", "types": ["Creature"]}
    (tmp_path / "cards.jsonl").write_text(json.dumps(card), "utf-8")
    assert json.loads(invoke("wording", "coverage", "cards.jsonl", "--format", "json").stdout)["understood"] == 2


@pytest.mark.parametrize(
    "content", [b"{", b"[1]", b'{"name": "Grim Ox"}', b"\xff", b"[" * 100_000], ids=["half", "list", "no text", "bytes", "deep"]
)
def test_what_is_no_sentence_or_card_is_bad_input(invoke: Any, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "lines.jsonl").write_bytes(content)
    result = invoke("wording", "coverage", "lines.jsonl")
    assert result.exit_code == 2
    assert "lines.jsonl:1" in result.stderr


def test_a_file_cut_short_or_missing_is_bad_input(invoke: Any, lines: Path) -> None:
    lines.write_bytes(lines.read_bytes()[:-12])
    assert invoke("wording", "coverage", str(lines)).exit_code == 2
    assert invoke("wording", "coverage", "nowhere.jsonl").exit_code == 2


def test_a_reading_is_said_in_words_and_as_data(invoke: Any) -> None:
    result = invoke("wording", "read", "Grim Ox can't block creatures with flying.", "--name", "Grim Ox")
    assert result.exit_code == 0
    assert "understood" in result.stdout
    assert '"kind": "cant_block"' in result.stdout


def test_a_reading_as_json_is_an_object_a_line(invoke: Any) -> None:
    result = invoke("wording", "read", "Menace\nGrim Ox can't block.", "--name", "Grim Ox", "--format", "json")
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["abilities"][0]["keyword"] == "menace"
    assert second["abilities"][0]["kind"] == "cant_block"


def test_effects_are_stated_with_their_durations(invoke: Any) -> None:
    printed = invoke("wording", "read", "Target creature can't block this turn.").stdout
    assert "Until end of turn, target creature can't block." in printed
    printed = invoke("wording", "read", "It gains haste until end of turn and attacks this combat if able.").stdout
    assert printed.index("until: end of turn") < printed.index("until: end of combat")


def test_declined_words_are_reported_with_their_place_and_status_2(invoke: Any) -> None:
    result = invoke("wording", "read", "Menace\n~ can't block on Tuesdays.")
    assert result.exit_code == 2
    assert "line 2, character 14" in result.stderr
    assert "on Tuesdays" in result.stderr
    assert invoke("wording", "read", "~ can't block on Tuesdays.", "--format", "json").exit_code == 2


def test_what_is_read_does_not_command_a_terminal(invoke: Any) -> None:
    result = invoke("wording", "read", "~ can't block\x1b[31m.")
    assert "\x1b" not in result.stdout + result.stderr


def test_cards_are_loaded_for_cases_that_name_them(invoke: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    card = {"name": "Grim Ox", "type_line": "Creature — Ox", "power": "4", "toughness": "3", "oracle_text": "Menace"}
    (tmp_path / "cards.json").write_text(json.dumps([card]), "utf-8")
    assert invoke("cards", "load", "cards.json").stdout.startswith("1 names of cards loaded into ")
    case = {"players": ["Ann", "Bob"], "battlefield": [{"id": "ox", "controller": "Ann", "name": "Grim Ox"}], "steps": []}
    case["steps"] = [{"attack": {"ox": "Bob"}, "expect": "legal"}]
    (tmp_path / "case.jsonl").write_text(json.dumps(case), "utf-8")
    assert invoke("audit", "case.jsonl").exit_code == 0


def test_a_file_that_holds_no_cards_is_bad_input(invoke: Any, tmp_path: Path) -> None:
    (tmp_path / "cards.json").write_text("[]", "utf-8")
    result = invoke("cards", "load", "cards.json")
    assert result.exit_code == 2
    assert "cards.json" in result.stderr


def test_words_that_nobody_knows_are_declined_with_the_nearest(invoke: Any) -> None:
    result = invoke("wording", "read", "Menance")
    assert (result.exit_code, result.stdout) == (2, "declined\n")
    assert "did you mean" in result.stderr or "nearest" in result.stderr


def test_what_belongs_into_another_field_is_said_so(invoke: Any) -> None:
    for line, words in (("no defender", "loses defender"), ("2/2 tapped", "`tapped`"), ("5/5", "`power` (5)")):
        found = invoke("wording", "read", line)
        assert found.exit_code == 2 and words in found.stderr


def test_what_has_no_other_words_is_said_in_its_own(invoke: Any) -> None:
    text = "Whenever Aclazotz attacks, each opponent discards a card. For each opponent who can't, you draw a card."
    assert f"it says: {text}" in invoke("wording", "read", text).stdout
