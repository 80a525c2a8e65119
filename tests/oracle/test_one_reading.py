"""A sentence has one reading: where the use of any rule of the grammar is refused, no other comes of it."""

from pathlib import Path

import pytest
from declarant.tools.oracle import filters
from declarant.tools.oracle.alternatives import readings
from declarant.tools.oracle.coverage import bears, measure, rows


def test_the_sentences_of_real_cards_have_one_reading(shared: Path) -> None:
    found = (row for row in rows(shared / "cards" / "lines-visible.jsonl.gz") if not row.kept_apart)
    sentences = dict.fromkeys(row.sentence for row in found if row.sentence and any(map(bears, row.categories)))
    assert [each for each in list(sentences)[::12] if len(readings(each)) > 1] == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Enchanted creature can't be blocked.",
        "Creatures with a counter on them can't attack.",
        "~ can't be blocked except by Walls and/or creatures with flying.",
        "~ and other Goats you control have flying.",
        "Whenever ~ attacks, creatures you control gain trample until end of turn.",
        "If they don't, they can't attack you this combat.",
        "When ~ enters, until your next turn, creatures your opponents control attack each combat if able.",
        "As long as you control three or more creatures with different powers, ~ can't be blocked.",
        "If a Goat attacks, all Goats attack if able.",
        "If ~ is a Goat, it becomes a 3/3 Horse creature with flying in addition to its other types.",
        "As long as another player controls enchanted creature, it can't attack.",
    ],
)
def test_what_was_open_once_has_one_reading(sentence: str) -> None:
    assert len(readings(sentence)) == 1


def test_a_second_reading_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filters, "_one", lambda cursor: False)
    first, second = readings("Enchanted creature can't be blocked.")
    assert first != second


def test_a_sentence_with_two_readings_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text('{"sentence": "Enchanted creature can\'t be blocked.", "categories": ["evasion"]}\n', "utf-8")
    assert measure(path)["ambiguous"] == 0
    monkeypatch.setattr(filters, "_one", lambda cursor: False)
    coverage = measure(path)
    assert (coverage["ambiguous"], coverage["understood"], coverage["by_category"]["evasion"]["ambiguous"]) == (1, 1, 1)


def test_cards_are_not_looked_through_for_second_readings(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text('{"name": "Grim Ox", "text": "Grim Ox can\'t block."}\n', "utf-8")
    assert measure(path)["ambiguous"] is None
