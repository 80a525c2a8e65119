"""Every event can be said in words, and changes are found wherever they are."""

from dataclasses import dataclass, field
from string import Formatter

import pytest
from declarant.events import declarations as d
from declarant.events import facts as t
from declarant.events.catalogue import EVENT_TYPES
from declarant.events.model import Model
from declarant.tools.history.events_in_words import SENTENCES, event_in_words, in_words, taken_back_in_words
from declarant.tools.history.replay import StateChange, compare


def test_every_sentence_is_of_a_kind_of_event() -> None:
    assert SENTENCES.keys() <= set(EVENT_TYPES.values())


def test_an_event_without_a_sentence_is_stated_by_its_name() -> None:
    class DrawOffered(Model):
        player: str

    assert event_in_words(DrawOffered(player="Ann")) == "draw offered (player Ann)"


@pytest.mark.parametrize(("model", "sentence"), SENTENCES.items(), ids=lambda value: getattr(value, "__name__", ""))
def test_a_sentence_names_only_fields_of_its_event(model: type[Model], sentence: str) -> None:
    named = {name for _, name, _, _ in Formatter().parse(sentence) if name}
    assert named <= {*model.model_fields, "details"}


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (t.TurnBegan(player="Ann", number=3), "turn 3 begins: Ann is the active player"),
        (d.BlockersDeclared(player="Bob", blocks={"a": ("x", "y"), "b": ("x",)}), "Bob declares blockers: a → x, y, b → x"),
        (d.BlockersDeclared(player="Bob", blocks={}), "Bob declares blockers: nothing"),
        (d.BandsAnnounced(bands=(("a", "b"), ("c", "d"))), "bands: a + b, c + d"),
        (d.CostsPaid(player="Ann", mana="{2}", sacrificed=("ox",)), "Ann pays the total (mana {2}, sacrificed ox)"),
        (t.PlayerTotalsChanged(player="Ann", life=0), "Ann's totals change (life 0)"),
        (t.AttachmentChanged(id="a", attached_to=None), "a is now attached to nothing"),
        (t.PermanentEntered(id="{id}", controller="{x}", owner="A"), "{id} enters the battlefield under {x}'s control"),
    ],
)
def test_an_event_is_said_in_words(event: Model, words: str) -> None:
    assert event_in_words(event) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"),
        (True, "yes"),
        (0, "0"),
        ((), "nothing"),
        (frozenset({"b", "a"}), "a, b"),
        ({"a": None}, "a → nothing"),
    ],
)
def test_a_value_is_written_as_people_do(value: object, words: str) -> None:
    assert in_words(value) == words


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        (15, 17, "the log is back at version 14; entries 15–17 stay in the journal"),
        (15, 15, "the log is back at version 14; entry 15 stays in the journal"),
        (15, 14, "the log is back at version 14"),
    ],
)
def test_a_cut_is_said_in_words(first: int, last: int, words: str) -> None:
    assert taken_back_in_words(first, last) == words


@dataclass
class Part:
    number: int = 0
    names: set[str] = field(default_factory=set)
    parts: dict[str, "Part"] = field(default_factory=dict)


def test_changes_are_stated_where_they_are() -> None:
    before = Part(1, {"a", "b"}, {"gone": Part(), "same": Part(), "other": Part(1)})
    after = Part(2, {"b", "c"}, {"same": Part(), "other": Part(5), "new": Part()})
    assert list(compare(before, after)) == [
        StateChange("changed", ("number",), 1, 2),
        StateChange("removed", ("names",), "a", None),
        StateChange("added", ("names",), None, "c"),
        StateChange("removed", ("parts", "gone"), Part(), None),
        StateChange("changed", ("parts", "other", "number"), 1, 5),
        StateChange("added", ("parts", "new"), None, Part()),
    ]
    assert list(compare(before, before)) == []
