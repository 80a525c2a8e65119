"""How much is understood, and what hostile text does."""

import gzip
import json
import tracemalloc
from pathlib import Path

import pytest
from declarant.events.errors import InvalidInput, WordingNotUnderstood
from declarant.tools.oracle import coverage, read_effect, read_permanent, read_sentence
from declarant.tools.oracle.coverage import MAX_LINE_BYTES, bears, in_words, kept_apart, measure
from declarant.tools.oracle.doing import kind
from declarant.tools.oracle.sentences import LONGEST_SENTENCE


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    rows = [
        {"sentence": "~ can't block.", "categories": ["restriction-block"]},
        {"sentence": "~ can't block on Tuesdays.", "categories": ["restriction-block"]},
        {"sentence": "Destroy target attacking creature.", "categories": ["state-filter"]},
    ]
    path = tmp_path / "lines.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    return path


def test_what_abilities_do_is_counted_in_files_of_cards(tmp_path: Path) -> None:
    texts = (
        "Whenever ~ attacks, you gain 1 life.",
        "Whenever ~ attacks, if you're the monarch, you gain 1 life.",
        "Whenever ~ attacks, create a 1/1 red Goblin creature token for each color of mana spent to cast it.",
        "Whenever ~ attacks, you may put a creature card from your hand onto the battlefield.",
        "Whenever ~ attacks, roll a d20. You gain life equal to the result.",
        "Whenever ~ attacks, scry 1.",
        "Flying",
    )
    path = tmp_path / "cards.jsonl"
    path.write_text("\n".join(json.dumps({"name": "Ox", "text": text.replace("~", "Ox")}) for text in texts), "utf-8")
    assert measure(path)["what_abilities_do"] == {
        "carried_out": 1,
        "fact_stated": 1,
        "card_stated": 1,
        "chance_stated": 1,
        "understood_only": 1,
        "declined": 0,
    }
    shares = "80.0% carried out: 20.0% by the board alone, 20.0% fact stated, 20.0% card stated, 20.0% chance stated"
    assert f"({shares})" in in_words(measure(path))


def test_what_a_spell_says_is_counted_as_the_effect_that_a_case_states() -> None:
    says = "Whenever a creature you control attacks this turn, you gain 1 life."
    assert (kind(says, "Ox's Charge", ["Sorcery"]), kind(says, "Ox", ["Creature"])) == ("carried_out", "declined")


def test_the_kept_fifth_is_counted_apart_and_none_of_its_sentences_is_shown(tmp_path: Path) -> None:
    names = [f"Ox {number}" for number in range(50)]
    kept = [name for name in names if kept_apart(name)]
    rows = [{"sentence": f"{name} can't block on Tuesdays.", "name": name, "categories": ["evasion"]} for name in names]
    path = tmp_path / "lines.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    coverage = measure(path, commonest=50, split=True)
    assert coverage["split"] is not None and 5 <= len(kept) <= 15
    assert (coverage["split"]["read"]["lines"], coverage["split"]["kept"]["lines"]) == (50 - len(kept), len(kept))
    assert not any(name + " can't" in sentence for sentence, _ in coverage["commonest_declined"] for name in kept)
    assert "fifth kept unread: understood 0.0%" in in_words(coverage)


@pytest.mark.parametrize(
    "card",
    [
        {"text": "Whenever Ox attacks, you gain 1 life.", "digital": True},
        {"text": "Whenever Ox attacks, seek a creature card."},
        {"text": "Specialize {2}\nWhenever Ox attacks, you gain 1 life."},
        {"text": "Whenever Ox attacks, conjure a card named Grim Ox onto the battlefield."},
    ],
)
def test_cards_of_digital_games_only_are_not_counted(tmp_path: Path, card: dict[str, object]) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text(json.dumps({"name": "Ox", **card}), "utf-8")
    assert measure(path)["what_abilities_do"] is None


def test_sentences_are_counted_by_category(lines: Path) -> None:
    coverage = measure(lines)
    assert (coverage["lines"], coverage["understood"], coverage["declined"], coverage["ambiguous"]) == (3, 2, 1, 0)
    assert coverage["bearing_on_declarations"]["lines"] == 2
    assert coverage["by_category"]["state-filter"]["not_about_declarations"] == 1
    assert coverage["commonest_declined"] == [("~ can't block on Tuesdays.", 1)]


def test_a_sentence_is_understood_only_if_a_permanent_with_it_can_be_put_into_a_case(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    said = {"sentence": "Wraith can't be blocked.", "categories": ["evasion"]}
    path.write_text(json.dumps({**said, "name": "Wraith"}) + "\n" + json.dumps({**said, "name": "Grim Ox"}), "utf-8")
    assert (measure(path)["understood"], measure(path)["declined"]) == (1, 1)


def test_cards_are_counted_by_line(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text(json.dumps({"name": "Grim Ox", "text": "Grim Ox can't block.\nTrample", "types": ["Creature"]}), "utf-8")
    assert measure(path)["by_category"]["permanent"]["understood"] == 2


@pytest.mark.parametrize(
    "row",
    [
        {"sentence": "a" * 2 * MAX_LINE_BYTES},
        {"sentence": "~ can't block.", "categories": "restriction-block"},
        {"sentence": "~ can't block.", "categories": [["restriction-block"]]},
        {"sentence": 1},
        {"text": None},
        {"sentence": "~ can't block.", "categories": [str(number) for number in range(2_000)]},
        ["~ can't block."],
    ],
)
def test_what_is_no_row_is_reported_with_its_line(row: object, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("\n" + json.dumps(row), "utf-8")
    with pytest.raises(InvalidInput) as refusal:
        measure(path)
    assert str(path) in refusal.value.where and len(str(refusal.value)) < 500


@pytest.mark.parametrize("nested", ["[" * 500_000, '{"sentence":' * 80_000, '{"sentence": "a", "categories": ' + "[" * 900_000])
def test_what_is_nested_deeply_is_reported_with_its_line(nested: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(nested, "utf-8")
    with pytest.raises(InvalidInput, match=r"rows\.jsonl:1"):
        measure(path)


@pytest.mark.parametrize("piece", [b"\n", b" ", b'{"text": "", "name": "Grim Ox"}\n'])
def test_a_small_archive_that_unpacks_to_a_huge_file_is_refused(
    piece: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coverage, "MAX_BYTES", 2**16)
    path = tmp_path / "bomb.jsonl.gz"
    with gzip.open(path, "wb") as file:
        file.write(piece * (2**18 // len(piece)))
    assert path.stat().st_size < 2**12
    tracemalloc.start()
    with pytest.raises(InvalidInput) as refusal:
        measure(path)
    assert "longer" in refusal.value.found and tracemalloc.get_traced_memory()[1] < 2**22
    tracemalloc.stop()


def test_a_long_legendary_name_is_no_burden(tmp_path: Path) -> None:
    path = tmp_path / "card.jsonl"
    path.write_text(json.dumps({"name": "Grim Ox " * 60_000, "types": ["Legendary"], "text": "Grim can't block."}), "utf-8")
    assert measure(path)["understood"] == 1


def sample(path: Path, folder: Path, every: int) -> Path:
    """Some of the rows of a file."""
    found = folder / "sample.jsonl"
    with gzip.open(path, "rt", encoding="utf-8") as rows:
        found.write_text("".join([*rows][::every]), "utf-8")
    return found


def test_the_sentences_of_real_cards_are_understood_but_for_a_known_share(shared: Path, tmp_path: Path) -> None:
    coverage = measure(sample(shared / "cards" / "lines-visible.jsonl.gz", tmp_path, 10), second_readings=False)
    bearing = coverage["bearing_on_declarations"]
    assert bearing["understood"] >= 0.98 * bearing["lines"]
    for category, tally in coverage["by_category"].items():
        assert tally["understood"] >= 0.9 * tally["lines"] or not bears(category), category


def test_the_cards_themselves_are_understood_but_for_a_known_share(shared: Path, tmp_path: Path) -> None:
    total = measure(sample(shared / "cards" / "visible.jsonl.gz", tmp_path, 10))
    assert total["declined"] <= 0.05 * total["lines"]


HOSTILE = [
    "attack ",
    "Whenever a creature, ",
    "~ has “this creature attacks “",
    "Creatures you control can't attack and ",
    "As long as you control a Goblin and ",
    "You draw a card, then ",
    "Flying, ",
    "Goblins, Elves, ",
    "~ gains your choice of flying, ",
    "It and Zombies you control and ",
    "non",
    "Creatures of the chosen type ",
    "Creatures that share a color with ",
    "Creatures with power less than the number of creatures ",
    "Whenever ~ attacks a player who controls a creature attacking ",
    "~ can't attack you, planeswalkers you control, ",
    "~ can't block as long as you attacked this turn and ",
    "Old Vessa the ",
    "a\N{COMBINING ACUTE ACCENT}ttack \N{COMBINING ACUTE ACCENT}",
    "\N{RIGHT-TO-LEFT OVERRIDE}attacks ",
    "\N{GRINNING FACE}",
    "\0attack",
    "[",
    "(",
]


@pytest.mark.parametrize("length", [LONGEST_SENTENCE - 40, 100_000])
@pytest.mark.parametrize("part", HOSTILE)
def test_hostile_text_is_declined(part: str, length: int) -> None:
    text = part * (length // len(part)) + " can't attack on Tuesdays."
    assert read_sentence(text).kind in ("declined", "not about declarations")
    with pytest.raises(WordingNotUnderstood):
        read_effect(text, ids=(), players=())
    if "(" not in part:
        with pytest.raises(WordingNotUnderstood):
            read_permanent(text)


def test_descriptions_within_descriptions_are_declined_beyond_what_anybody_says() -> None:
    within = "Creatures with power less than the number of {} can't attack."
    assert read_permanent(within.format("Islands you control"))
    with pytest.raises(WordingNotUnderstood):
        read_permanent(within.format("creatures with power less than the number of " * 6 + "Islands"))


def test_a_text_of_many_lines_has_a_bound() -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent("Flying\n" * 10_000)
