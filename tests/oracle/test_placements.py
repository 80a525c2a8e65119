"""A sentence that is understood on a card is understood as an effect as well: on a permanent, and with ids; with its duration."""

import json
from typing import Any

import pytest
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import Case
from declarant.tools.oracle import read_effect, read_permanent
from referee import ANN, BOB, CAT, attack, block, creature, effect, given, illegal, legal, refused

FORMS = [
    # What a card says, and what an effect says that lasts a turn; {} is whom it is about.
    ("{} can't attack.", "{} can't attack this turn."),
    ("{} can't block.", "{} can't block this turn."),
    ("{} can't attack or block.", "{} can't attack or block this turn."),
    ("{} can't attack or block alone.", "Until end of turn, {} can't attack or block alone."),
    ("{} can't attack you.", "{} can't attack you this turn."),
    ("{} can't attack you or planeswalkers you control.", "{} can't attack you or planeswalkers you control this turn."),
    ("{} can't attack unless defending player controls an Island.", "This turn, {} can't attack unless you control an Island."),
    ("{} can attack only alone.", "This turn, {} can attack only alone."),
    ("{} can block only creatures with flying.", "This turn, {} can block only creatures with flying."),
    ("{} can't block creatures with power 3 or greater.", "{} can't block creatures with power 3 or greater this turn."),
    ("{} can't block [bull].", "{} can't block [bull] this turn."),
    ("{} can block an additional creature each combat.", "{} can block an additional creature this turn."),
    ("{} can block any number of creatures.", "{} can block any number of creatures this turn."),
    ("{} can block creatures with shadow as though they had shadow.", "{} can block this turn as though it were untapped."),
    ("{} can attack as though it didn't have defender.", "{} can attack this turn as though it didn't have defender."),
    ("{} can attack as though it had haste.", "{} can attack this turn as though it had haste."),
    ("{} can't be blocked.", "{} can't be blocked this turn."),
    ("{} can't be blocked by Walls.", "{} can't be blocked by Walls this turn."),
    ("{} can't be blocked by [bull].", "{} can't be blocked by [bull] this turn."),
    ("{} can't be blocked by more than one creature.", "{} can't be blocked by more than one creature this turn."),
    ("{} can't be blocked except by two or more creatures.", "{} can't be blocked this turn except by two or more creatures."),
    ("{} can't be blocked except by creatures with flying.", "{} can't be blocked this turn except by creatures with flying."),
    ("{} attacks each combat if able.", "{} attacks this turn if able."),
    ("{} attacks [Bob] each combat if able.", "{} attacks [Bob] this turn if able."),
    ("{} attacks or blocks each combat if able.", "{} attacks or blocks this turn if able."),
    ("{} blocks each combat if able.", "{} blocks this turn if able."),
    ("{} blocks [bull] each combat if able.", "{} blocks [bull] this turn if able."),
    ("{} must be blocked if able.", "{} must be blocked this turn if able."),
    ("{} must be blocked by exactly one creature if able.", "{} must be blocked by exactly one creature this turn if able."),
    ("{} must be blocked by two or more creatures if able.", "{} must be blocked this turn by two or more creatures if able."),
    ("All creatures able to block {} do so.", "All creatures able to block {} this turn do so."),
    ("{} doesn't untap during your untap step.", "{} doesn't untap during its controller's untap step."),
    ("Attacking doesn't cause {} to tap.", "Until end of turn, attacking doesn't cause {} to tap."),
    ("{} has flying.", "{} gains flying until end of turn."),
    ("{} has first strike and vigilance.", "{} gains first strike and vigilance until end of turn."),
    ("{} has protection from red.", "{} gains protection from red until end of turn."),
    ("{} has flying as long as you control an Island.", "Until end of turn, {} has flying as long as you control an Island."),
    ("{} loses flying.", "{} loses flying until end of turn."),
    ("{} loses all abilities.", "{} loses all abilities until end of turn."),
    ("{} is goaded.", "Goad {}."),
    ("{} is suspected.", "Suspect {}."),
    ("Whenever {} attacks, draw a card.", "Whenever {} attacks this turn, draw a card."),
    ("Whenever {} blocks, draw a card.", "Until end of turn, whenever {} blocks, draw a card."),
    ("Whenever {} becomes blocked, draw a card.", "Until your next turn, whenever {} becomes blocked, draw a card."),
    ("Creatures can't block {}.", "Creatures can't block {} this turn."),
]
OF_NOBODY = [
    # What is about no one permanent.
    "Creatures can't attack.",
    "No creatures can block this turn.",
    "No creatures can attack you this turn.",
    "Creatures you control can't be blocked this turn.",
    "Goad all creatures you don't control.",
    "All creatures attack this turn if able.",
    "No more than one creature can attack this turn.",
    "Whenever a creature attacks this turn, draw a card.",
    "Detain [bear].",
    "Suspect [bear] and [bull].",
    "Until the end of your next turn, creatures can't attack you.",
    "Until [Bob]'s next turn, creatures can't block.",
    "During [Bob]'s next turn, creatures can't attack you.",
]
IDS = ("bear", "bull")


def plain(abilities: Any, of: str = "bear") -> Any:
    """What is said, "this" and the permanent with the id taken for one, and without the words."""
    data = [each.model_dump(mode="json", exclude={"text"}) for each in abilities]
    said = json.dumps(data).replace(json.dumps({"kind": "one_of", "ids": [of]}), json.dumps({"kind": "is", "role": "source"}))
    return json.loads(said)


def on(text: str) -> Any:
    return read_effect(text, ids=IDS, players=(ANN, BOB), on="bear", name="Grim Bear")


def of(text: str) -> Any:
    return read_effect(text, ids=IDS, players=(ANN, BOB))


def sentence(form: str, whom: str) -> str:
    said = form.format(whom)
    return said[0].upper() + said[1:]


@pytest.mark.parametrize("form", [form for form, _ in FORMS])
def test_what_a_card_says_a_permanent_is_granted(form: str) -> None:
    (granted,) = on(sentence(form, "this creature")).abilities
    if "[" not in form:
        assert plain(granted.abilities) == plain(read_permanent(sentence(form, "this creature")))
    assert on(sentence(form, "Grim Bear")).abilities[0].abilities
    assert on(sentence(form, "[bear]")).abilities


@pytest.mark.parametrize("form", [form for form, _ in FORMS])
def test_what_a_card_says_is_said_with_ids(form: str) -> None:
    (granted,) = on(sentence(form, "this creature")).abilities
    assert [each["kind"] for each in plain(of(sentence(form, "[bear]")).abilities)] == [
        each["kind"] for each in plain(granted.abilities)
    ]


@pytest.mark.parametrize("form", [form for _, form in FORMS])
def test_what_lasts_a_turn_is_said_on_a_permanent_and_with_ids(form: str) -> None:
    here, there = on(sentence(form, "this creature")), of(sentence(form, "[bear]"))
    if form.startswith(("{} doesn't", "{} has")):
        here = here._replace(abilities=here.abilities[0].abilities)
    assert here.duration == there.duration != "" and plain(here.abilities) == plain(there.abilities)
    assert ("turn" in form.split("draw")[0] or "oad" in form) == (here.duration in ("end of turn", "your next turn"))


@pytest.mark.parametrize("text", OF_NOBODY)
def test_what_is_about_no_one_permanent_is_an_effect_anywhere(text: str) -> None:
    assert of(text).abilities
    assert on(text).abilities


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("This creature can't block this turn.", "of"),
        ("This creature can't block.", "of"),
        ("Flying", "of"),
        ("Equipped creature can't be blocked.", "of"),
        ("Creatures with power less than this creature's power can't block.", "of"),
        ("Cycling {2}", "on"),
        ("Draw a card.", "on"),
        ("Draw a card.", "of"),
        ("", "of"),
        ("", "on"),
        ("[bear] gains flying until end of turn. [bull] can't block this combat.", "of"),
        ("Target creature can't block this turn.", "of"),
    ],
)
def test_an_effect_of_nobody_and_one_that_says_nothing_are_declined(text: str, place: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        of(text) if place == "of" else on(text)


# --- as a case has it -----------------------------------------------------------------------------------------------------

BEAR, OX = creature("bear", ANN), creature("ox", BOB)


def test_the_example_of_the_case_format_is_judged() -> None:
    text = "This creature must be blocked this turn if able."
    given(BEAR, OX, effects=({"on": "bear", "text": text},)).when(attack(bear=BOB), block()).then(illegal("509.1c"))


@pytest.mark.parametrize(
    "where",
    [{"on": "bear", "text": "This creature can't be blocked this turn."}, effect(ANN, "[bear] can't be blocked this turn.")],
)
def test_an_effect_ends_when_it_says(where: dict[str, Any]) -> None:
    steps = (attack(bear=BOB), {"turn": BOB}, {"turn": ANN}, attack(bear=BOB), block(ox="bear"))
    given(BEAR, OX, effects=(where,)).when(*steps).then(legal)
    given(BEAR, OX).when(attack(bear=BOB), {"effect": where}, block(ox="bear")).then(illegal("509.1b"))


def test_until_the_end_of_your_next_turn_lasts_through_that_turn() -> None:
    wall = effect(ANN, "Until the end of your next turn, [ox] can't block.")
    board = given(BEAR, OX, effects=(wall,))
    board.when({"turn": BOB}, {"turn": ANN}, attack(bear=BOB), block(ox="bear")).then(illegal("509.1b"))
    board.when({"turn": BOB}, {"turn": ANN}, {"turn": BOB}, {"turn": ANN}, attack(bear=BOB), block(ox="bear")).then(legal)


def test_during_a_players_next_turn_is_only_that_turn() -> None:
    must = effect(BOB, "During [Bob]'s next turn, [ox] attacks if able.")
    peace = given(BEAR, OX, creature("cow", CAT), players=(ANN, BOB, CAT), effects=(must,))
    peace.when({"turn": BOB}, attack()).then(illegal("508.1d"))
    peace.when({"turn": BOB}, {"turn": CAT}, {"turn": BOB}, attack()).then(legal)


def test_during_a_players_next_turn_is_declined_in_that_players_turn() -> None:
    text = "During [Ann]'s next turn, [bear] attacks if able."
    given(BEAR, OX, effects=(effect(BOB, text),)).when(attack()).then(refused("invalid-input", "effects[0].text", "Ann"))


def test_each_wording_at_fault_is_told_with_its_place() -> None:
    case = given(BEAR, OX, effects=(effect(ANN, "This creature can't block."),)).when(attack(bear=BOB)).case
    error = judge(Case.model_validate(case)).error
    assert error is not None and error.kind == "wording-not-understood" and "by its id" in error.allowed
