"""A sentence that is understood on a card is understood as an effect as well: on a permanent, and with ids; with its duration."""

import json
from functools import cache
from typing import Any, NamedTuple

import pytest
from declarant.events.declarations import AbilityTriggered
from declarant.events.errors import IllegalDeclaration, WordingNotUnderstood
from declarant.handlers.game import Game
from declarant.handlers.procedure.commands import DeclareAttackers, DeclareBlockers
from declarant.tools.cases.judging import judge, moments
from declarant.tools.cases.models import Case
from declarant.tools.oracle import read_effect, read_permanent
from referee import ANN, BOB, CAT, attack, block, creature, effect, enchantment, given, illegal, land, legal, refused


class Form(NamedTuple):
    """What a card says, and what an effect says that lasts a turn or so; {} is whom it is about. `bear`: what that is besides."""

    says: str
    lasting: str
    bear: dict[str, Any] | None = None


FORMS = [
    Form("{} can't attack.", "{} can't attack this turn."),
    Form("{} can't block.", "{} can't block this turn."),
    Form("{} can't attack or block.", "{} can't attack or block this turn."),
    Form("{} can't attack or block alone.", "Until end of turn, {} can't attack or block alone."),
    Form("{} can't attack an opponent.", "{} can't attack your opponents this turn."),
    Form(
        "{} can't attack unless defending player controls a Forest.",
        "This turn, {} can't attack unless defending player controls a Forest.",
    ),
    Form("{} can't attack unless you pay {{2}}.", "{} can't attack this turn unless you pay {{2}}."),
    Form(
        "{} can't attack unless a creature with greater power also attacks.",
        "Until end of turn, {} can't attack unless a creature with greater power also attacks.",
    ),
    Form("{} can attack only alone.", "This turn, {} can attack only alone."),
    Form("{} can block only creatures with flying.", "This turn, {} can block only creatures with flying."),
    Form("{} can't block creatures with power 3 or greater.", "{} can't block creatures with power 3 or greater this turn."),
    Form("{} can't block creatures with greater power.", "{} can't block creatures with greater power this turn."),
    Form("{} can't block red creatures.", "{} can't block red creatures this turn."),
    Form("{} can block an additional creature each combat.", "{} can block an additional creature this turn."),
    Form("{} can block any number of creatures.", "{} can block any number of creatures this turn."),
    Form(
        "{} can block creatures with shadow as though they had shadow.",
        "{} can block creatures with shadow this turn as though they had shadow.",
    ),
    Form("{} can block as though it were untapped.", "{} can block this turn as though it were untapped.", {"tapped": True}),
    Form(
        "{} can attack as though it didn't have defender.",
        "{} can attack this turn as though it didn't have defender.",
        {"text": "Defender"},
    ),
    Form("{} can attack as though it had haste.", "{} can attack this turn as though it had haste.", {"summoning_sick": True}),
    Form("{} can't be blocked.", "{} can't be blocked this turn."),
    Form("{} can't be blocked by Walls.", "{} can't be blocked by Walls this turn."),
    Form("{} can't be blocked by red creatures.", "{} can't be blocked by red creatures this turn."),
    Form("{} can't be blocked by more than one creature.", "{} can't be blocked by more than one creature this turn."),
    Form(
        "{} can't be blocked except by two or more creatures.", "{} can't be blocked this turn except by two or more creatures."
    ),
    Form(
        "{} can't be blocked except by creatures with flying.", "{} can't be blocked this turn except by creatures with flying."
    ),
    Form(
        "{} can't be blocked as long as defending player controls an Island.",
        "{} can't be blocked this turn as long as defending player controls an Island.",
    ),
    Form(
        "{} can't be blocked as long as it's attacking alone.", "{} can't be blocked this turn as long as it's attacking alone."
    ),
    Form(
        "{} can't be blocked by creatures with power less than {}'s power.",
        "{} can't be blocked by creatures with power less than {}'s power this turn.",
    ),
    Form(
        "Creatures with power less than {}'s power can't block it.",
        "Creatures with power less than {}'s power can't block it this turn.",
    ),
    Form("Creatures can't block {}.", "Creatures can't block {} this turn."),
    Form("{} attacks each combat if able.", "{} attacks this turn if able."),
    Form("{} attacks an opponent each combat if able.", "{} attacks an opponent this turn if able."),
    Form("{} attacks or blocks each combat if able.", "{} attacks or blocks this turn if able."),
    Form("{} blocks each combat if able.", "{} blocks this turn if able."),
    Form("{} blocks a red creature each combat if able.", "{} blocks a red creature this turn if able."),
    Form("{} must be blocked if able.", "{} must be blocked this turn if able."),
    Form("{} must be blocked by exactly one creature if able.", "{} must be blocked by exactly one creature this turn if able."),
    Form(
        "{} must be blocked by two or more creatures if able.", "{} must be blocked this turn by two or more creatures if able."
    ),
    Form("All creatures able to block {} do so.", "All creatures able to block {} this turn do so."),
    Form("All Walls able to block {} do so.", "All Walls able to block {} this turn do so."),
    Form(
        "If {} attacks, all creatures you control attack if able.",
        "If {} attacks, all creatures you control attack this turn if able.",
    ),
    Form("Attacking doesn't cause {} to tap.", "Until end of turn, attacking doesn't cause {} to tap."),
    Form("{} has flying.", "{} gains flying until end of turn."),
    Form("{} has first strike and vigilance.", "{} gains first strike and vigilance until end of turn."),
    Form("{} has menace and can't block.", "{} gains menace until end of turn and can't block this turn."),
    Form("{} has protection from red.", "{} gains protection from red until end of turn."),
    Form("{} has flying as long as you control a Goblin.", "Until end of turn, {} has flying as long as you control a Goblin."),
    Form("{} loses flying.", "{} loses flying until end of turn.", {"text": "Flying"}),
    Form("{} loses all abilities.", "{} loses all abilities until end of turn.", {"text": "Flying"}),
    Form("{} is goaded.", "Goad {}."),
    Form("{} is suspected.", "Suspect {}."),
    Form("You may exert {} as it attacks.", "Until end of turn, you may exert {} as it attacks."),
    Form(
        "You may exert {} as it attacks. When you do, draw a card.",
        "Until end of turn, you may exert {} as it attacks. When you do, draw a card.",
    ),
    Form("Whenever {} attacks, draw a card.", "Whenever {} attacks this turn, draw a card."),
    Form("Whenever {} attacks alone, draw a card.", "Until end of turn, whenever {} attacks alone, draw a card."),
    Form("Whenever {} attacks and isn't blocked, draw a card.", "Whenever {} attacks and isn't blocked this turn, draw a card."),
    Form("Whenever {} blocks, draw a card.", "Until end of turn, whenever {} blocks, draw a card."),
    Form("Whenever {} becomes blocked, draw a card.", "Until your next turn, whenever {} becomes blocked, draw a card."),
    Form(
        "Whenever {} blocks or becomes blocked by a red creature, draw a card.",
        "Whenever {} blocks or becomes blocked by a red creature this turn, draw a card.",
    ),
    Form("Whenever a creature blocks {}, draw a card.", "Whenever a creature blocks {} this turn, draw a card."),
    Form("Creatures that share a color with {} can't block.", "Creatures that share a color with {} can't block this turn."),
    # What is about no one permanent.
    Form("Creatures can't attack.", "Creatures can't attack this turn."),
    Form("No creatures can block.", "No creatures can block this turn."),
    Form("Creatures you control can't be blocked.", "Creatures you control can't be blocked this turn."),
    Form("Red creatures attack each combat if able.", "Red creatures attack this turn if able."),
    Form("No more than one creature can attack each combat.", "No more than one creature can attack this turn."),
    Form("Creatures you control have flying.", "Creatures you control gain flying until end of turn."),
    Form("Creatures your opponents control lose flying.", "Creatures your opponents control lose flying until end of turn."),
    Form("Creatures without flying can't block.", "Creatures without flying can't block this turn."),
    Form(
        "Creatures can't block unless their controller pays {{1}} for each of those creatures.",
        "This turn, creatures can't block unless their controller pays {{1}} for each of those creatures.",
    ),
    Form("Whenever a creature attacks, draw a card.", "Whenever a creature attacks this turn, draw a card."),
    Form(
        "Whenever one or more creatures you control attack, draw a card.",
        "Until end of turn, whenever one or more creatures you control attack, draw a card.",
    ),
]
BESIDE_DECLARATIONS = [
    Form("Creatures blocking {} have first strike.", "Until end of turn, creatures blocking {} have first strike."),
    Form(
        "{} doesn't untap during your untap step.",
        "Until your next turn, {} doesn't untap during its controller's untap step.",
    ),
]
WITH_OTHER_IDS = [
    Form("{} can't block [cow].", "{} can't block [cow] this turn."),
    Form("{} can't be blocked by [bull].", "{} can't be blocked by [bull] this turn."),
    Form(
        "{} can't be blocked by creatures with power less than [bull]'s power.",
        "This turn, {} can't be blocked by [bull] and [kite].",
    ),
    Form("{} attacks [Bob] each combat if able.", "{} attacks [Bob] this turn if able."),
    Form("{} blocks [cow] each combat if able.", "{} blocks [cow] this turn if able."),
    Form("{} must be blocked by [bull] if able.", "{} must be blocked by [bull] this turn if able."),
    Form("[bull] can't block {}.", "[bull] can't block {} this turn."),
    Form("[bull] blocks {} each combat if able.", "[bull] blocks {} this turn if able."),
    Form("Creatures [Bob] controls can't block {}.", "Creatures [Bob] controls can't block {} this turn."),
    Form("{} has flying as long as [bull] is untapped.", "Until end of turn, {} has flying as long as [Bob] controls [bull]."),
]
OF_SEVERAL = [
    "No creatures can attack you this turn.",
    "Goad all creatures you don't control.",
    "Detain [bear].",
    "Suspect [bear] and [bull].",
    "Until the end of your next turn, creatures can't attack you.",
    "Until [Bob]'s next turn, creatures can't block.",
    "During [Bob]'s next turn, creatures can't attack you.",
]
IDS = ("bear", "bull", "kite", "cow")


def plain(abilities: Any, of: str = "bear") -> Any:
    """What is said, "this" and the permanent with the id taken for one, and without the words."""
    data = [each.model_dump(mode="json", exclude={"text"}) for each in abilities]
    said = json.dumps(data).replace(json.dumps({"kind": "one_of", "ids": [of]}), json.dumps({"kind": "is", "role": "source"}))
    return json.loads(said.replace(f'"[{of}]"', '"source"'))


def on(text: str) -> Any:
    return read_effect(text, ids=IDS, players=(ANN, BOB), on="bear", name="Grim Bear")


def of(text: str) -> Any:
    return read_effect(text, ids=IDS, players=(ANN, BOB))


def sentence(form: str, whom: str) -> str:
    said = form.replace("{}", whom).replace("{{", "{").replace("}}", "}")
    return said[0].upper() + said[1:]


@pytest.mark.parametrize("form", [form.says for form in FORMS + BESIDE_DECLARATIONS])
def test_what_a_card_says_a_permanent_is_granted(form: str) -> None:
    (granted,) = on(sentence(form, "this creature")).abilities
    assert plain(granted.abilities) == plain(read_permanent(sentence(form, "this creature")))
    assert on(sentence(form, "Grim Bear")).abilities[0].abilities
    assert on(sentence(form, "[bear]")).abilities


@pytest.mark.parametrize("form", [form.lasting for form in FORMS + BESIDE_DECLARATIONS + WITH_OTHER_IDS])
def test_what_lasts_a_turn_is_said_on_a_permanent_and_with_ids(form: str) -> None:
    here, there = on(sentence(form, "this creature")), of(sentence(form, "[bear]"))
    assert here.duration == there.duration in ("end of turn", "your next turn", "indefinite")
    assert (here.duration == "indefinite") == form.startswith("Suspect")
    assert plain(here.abilities) == plain(there.abilities)


@pytest.mark.parametrize("text", OF_SEVERAL)
def test_what_is_about_several_is_an_effect_anywhere(text: str) -> None:
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


AT_ONCE = {
    "Tap [bull].": {"changes": {"id": "bull", "tapped": True}},
    "[bull] becomes tapped.": {"changes": {"id": "bull", "tapped": True}},
    "Destroy [bull].": {"leaves": "bull"},
    "Return [bull] to its owner's hand.": {"leaves": "bull"},
    "[bull] phases out.": {"phases_out": "bull"},
    "[cow] becomes blocked.": {"becomes_blocked": "cow"},
    "Remove [bull] from combat.": {"removed_from_combat": "bull"},
    "[Ann] gains control of [bull] until end of turn.": {"changes": {"id": "bull", "controller": ANN}},
    "Put a +1/+1 counter on [bull].": {"changes": {"id": "bull", "counters": {"+1/+1": 1}}},
    "[bull] is goaded by [Ann].": {"effect": {"goad": "bull", "by": ANN}},
    "[bull] is detained.": {"effect": {"controller": ANN, "text": "Detain [bull]."}},
}


@pytest.mark.parametrize("text", AT_ONCE)
def test_what_happens_at_once_is_declined_with_the_step_that_says_it(text: str) -> None:
    step = AT_ONCE[text]
    with pytest.raises(WordingNotUnderstood) as refusal:
        of(text)
    assert f"{{{next(iter(step))}: " in refusal.value.allowed
    assert judge(Case.model_validate(board(creature("bear", ANN), steps=[attack(cow=BOB), step]))).error is None


@pytest.mark.parametrize("text", ["[bear] or [bull] can't block this turn.", "[bear] or [bull] attacks this turn if able."])
def test_one_of_two_permanents_isnt_both(text: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        of(text)


# --- how declarations are ruled -----------------------------------------------------------------------------------------

BOARD = [
    creature("cow", ANN, power=3, toughness=3, colors=["R"]),
    creature("bird", ANN, "Flying", power=1, toughness=1),
    creature("shade", ANN, "Shadow", power=1, toughness=1),
    creature("bull", BOB, power=4, toughness=4, colors=["R"]),
    creature("kite", BOB, "Flying", power=1, toughness=1),
    creature("fence", BOB, power=0, toughness=4, subtypes=["Wall"]),
    land("isle", BOB, "Island"),
]
BLOCKS: tuple[dict[str, tuple[str, ...]], ...] = (
    {},
    {"bull": ("bear",)},
    {"kite": ("bear",)},
    {"fence": ("bear",)},
    {"bull": ("bear",), "kite": ("bear",), "fence": ("bear",)},
    {"bull": ("cow",)},
    {"bear": ("cow",)},
    {"bear": ("bird",)},
    {"bear": ("shade",)},
    {"bear": ("cow",), "bull": ("cow",), "fence": ("shade",)},
    {"bear": ("cow", "bird")},
)
ATTACKS = (("bear",), ("bear", "cow"), ("cow", "bird", "shade"))
EXERTING = {"bear": ("exert",)}
TURNS = ({"turn": BOB}, {"turn": ANN})


def board(*bear: dict[str, Any], effects: Any = (), steps: Any = ()) -> dict[str, Any]:
    return {"players": [ANN, BOB], "battlefield": [*bear, *BOARD], "effects": list(effects), "steps": list(steps)}


def with_text(text: str, bear: dict[str, Any]) -> dict[str, Any]:
    return {**bear, "text": f"{bear.get('text', '')}\n{text}".strip()}


def stands(place: str, text: str, bear: dict[str, Any]) -> dict[str, Any]:
    """The case in which the text stands there."""
    whose = bear["controller"]
    match place:
        case "battlefield":
            return board(with_text(text, bear))
        case "enters":
            return board(steps=[{"enters": {"summoning_sick": False, **with_text(text, bear)}}])
        case "changes":
            return board(bear, steps=[{"changes": {"id": "bear", "text": with_text(text, bear)["text"]}}])
        case "quoted":
            aura = enchantment("aura", whose, f'Enchanted creature has "{text}"', subtypes=["Aura"], attached_to="bear")
            return board(bear, aura)
        case "effects on":
            return board(bear, effects=[{"on": "bear", "text": text}])
        case "effects [id]":
            return board(bear, effects=[effect(whose, text)])
        case "effect on":
            return board(bear, steps=[{"effect": {"on": "bear", "text": text}}])
        case _:
            return board(bear, steps=[{"effect": effect(whose, text)}])


OF_A_TEXT = ("enters", "changes", "quoted")
OF_AN_EFFECT = ("effects on", "effects [id]", "effect on", "effect [id]")


Declared = tuple[tuple[str, ...], dict[str, Any], dict[str, Any] | None]
"""Attackers, optional costs, and who blocks what, where blocks are declared."""

DECLARED: list[Declared] = [
    ((), {}, None),
    (("bear",), EXERTING, None),
    *((attackers, {}, None) for attackers in ATTACKS),
    *(
        (attackers, {}, blocks)
        for attackers in ATTACKS
        for blocks in BLOCKS
        if {id for ids in blocks.values() for id in ids} <= set(attackers) and not set(blocks) & set(attackers)
    ),
]


def ruled(case: dict[str, Any], *further: dict[str, Any], declared: list[Declared] = DECLARED) -> list[Any]:
    """How declarations are ruled, what they cost and tap, and how often they make an ability trigger."""
    *_, last = moments(Case.model_validate({**case, "steps": [*case["steps"], *further]}))
    after: dict[Any, Any] = {}
    found = []
    for attackers, costs, blocks in declared:
        if blocks is None or attackers not in after:
            game = Game.on(last.game.state)
            attack = DeclareAttackers(attackers=dict.fromkeys(attackers, BOB), optional_costs=costs)
            after[attackers] = ruling(game, attack), game
        if blocks is not None and after[attackers][1].combat.attackers:
            found.append(ruling(Game.on(after[attackers][1].state), DeclareBlockers(blocks=blocks)))
        else:
            found.append(after[attackers][0])
    return found


def ruling(game: Game, command: Any) -> Any:
    try:
        made = game.declare(command)
    except IllegalDeclaration as illegal:
        return illegal.ruling.rule
    times = sum(event.times for event in game.last_events if isinstance(event, AbilityTriggered))
    return made.cost, times, sorted(id for id, each in game.board.permanents.items() if each.tapped)


@cache
def silent(bear: str, *further: str) -> list[Any]:
    """The rulings where nothing is said."""
    return ruled(board(json.loads(bear)), *map(json.loads, further))


class Telling(NamedTuple):
    """A bear of the player for whom what is said makes a difference, declarations that show it, and how they are ruled."""

    bear: dict[str, Any]
    declared: list[Declared]
    rulings: list[Any]


@cache
def telling(form: int, place: str = "battlefield", lasting: bool = False) -> Telling:
    says = ALL[form].lasting if lasting else ALL[form].says
    for controller in (ANN, BOB):
        bear = creature("bear", controller, **{"subtypes": ["Goblin"], "colors": ["R"], **(ALL[form].bear or {})})
        rulings, others = ruled(stands(place, sentence(says, "this creature"), bear)), silent(json.dumps(bear))
        if differing := [at for at, (one, other) in enumerate(zip(rulings, others, strict=True)) if one != other]:
            chosen = dict.fromkeys((differing[0], differing[-1], 0, len(DECLARED) // 2))
            return Telling(bear, [DECLARED[at] for at in chosen], [rulings[at] for at in chosen])
    raise AssertionError("it makes no difference on this board")


ALL = FORMS + WITH_OTHER_IDS


def at(place: str, form: str, bear: dict[str, Any]) -> dict[str, Any]:
    return stands(place, sentence(form, "[bear]" if place.endswith("[id]") else "this creature"), bear)


@pytest.mark.parametrize("form", range(len(FORMS)), ids=lambda form: FORMS[form].says)
def test_it_is_ruled_alike_wherever_it_stands(form: int) -> None:
    bear, declared, rulings = telling(form)
    for place in OF_A_TEXT + OF_AN_EFFECT:
        assert ruled(at(place, FORMS[form].says, bear), declared=declared) == rulings, place


@pytest.mark.parametrize("form", range(len(FORMS)), ids=lambda form: FORMS[form].lasting)
def test_what_lasts_a_turn_is_ruled_alike_and_ends(form: int) -> None:
    bear, declared, rulings = telling(form)
    lasting = FORMS[form].lasting
    for place in OF_AN_EFFECT:
        assert ruled(at(place, lasting, bear), declared=declared) == rulings, place
    for place in OF_AN_EFFECT[:2]:
        if not lasting.startswith("Suspect"):
            ended = ruled(at(place, lasting, bear), *TURNS, declared=declared)
            assert ended == ruled(board(bear), *TURNS, declared=declared), place


@pytest.mark.parametrize("form", range(len(FORMS), len(ALL)), ids=lambda form: ALL[form].says)
@pytest.mark.parametrize("lasting", [False, True])
def test_what_names_others_is_ruled_alike_as_any_effect(form: int, lasting: bool) -> None:
    bear, declared, rulings = telling(form, "effects on", lasting)
    for place in OF_AN_EFFECT:
        assert ruled(at(place, ALL[form].lasting if lasting else ALL[form].says, bear), declared=declared) == rulings, place


UNDER_A_CONDITION = ("LEVEL 1+\n", "1+ | ", "Max speed — ")


@pytest.mark.parametrize("form", range(len(FORMS)), ids=lambda form: FORMS[form].says)
def test_what_is_had_under_a_condition_is_ruled_alike_where_that_holds_and_nothing_where_it_doesnt(form: int) -> None:
    bear, declared, rulings = telling(form)
    before = UNDER_A_CONDITION[form % len(UNDER_A_CONDITION)]
    text = before + sentence(FORMS[form].says, "this creature")
    counter = "level" if before.startswith("LEVEL") else "charge"
    for holds in (True, False):
        stated = {**with_text(text, bear), "counters": {counter: int(holds)}}
        speedy = {**board(stated), "designations": {bear["controller"]: ["max speed"] if holds else []}}
        expected = rulings if holds else ruled(board(bear), declared=declared)
        assert ruled(speedy, declared=declared) == expected, holds


@pytest.mark.parametrize("place", OF_A_TEXT + OF_AN_EFFECT)
def test_what_stays_tapped_does_so_wherever_it_is_said(place: str) -> None:
    bear = creature("bear", ANN, tapped=True)
    ((ruled_so,), (not_so,)) = (
        ruled(case, *TURNS, declared=[(("bear",), {}, None)])
        for case in (at(place, "{} doesn't untap during your untap step.", bear), board(bear))
    )
    assert ruled_so == "508.1a" != not_so


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


def test_each_wording_at_fault_is_reported_with_its_place() -> None:
    case = given(BEAR, OX, effects=(effect(ANN, "This creature can't block."),)).when(attack(bear=BOB)).case
    error = judge(Case.model_validate(case)).error
    assert error is not None and error.kind == "wording-not-understood" and "by its id" in error.allowed
