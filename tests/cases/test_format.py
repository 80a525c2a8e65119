"""The case format, field by field: what it takes, and how it reports what it doesn't take."""

import datetime
import re
from typing import Any

import jsonschema
import pytest
from declarant import InvalidInput
from declarant.events.model import Model
from declarant.tools.cases import models
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import Case, Characteristics, EnlistChoice, ExactPayment, StatedPermanent, case_schema
from declarant.tools.cases.reading import read_case, read_line

CREATURES = [("ox", "Ann"), ("elf", "Ann"), ("bear", "Bob"), ("hen", "Bob")]
SCHEMA = jsonschema.Draft202012Validator(case_schema())


def creature(id: str, controller: str, /, **fields: Any) -> dict[str, Any]:
    return {"id": id, "controller": controller, "types": ["Creature"], "power": 2, "toughness": 2} | fields


def case(**fields: Any) -> dict[str, Any]:
    """Ann attacks Bob, or Cid, with an ox and an elf; Bob has a bear and a hen."""
    battlefield = [creature(id, controller) for id, controller in CREATURES]
    return {"players": ["Ann", "Bob", "Cid"], "battlefield": battlefield, "steps": []} | fields


def with_permanent(**fields: Any) -> dict[str, Any]:
    return case(battlefield=[creature("ox", "Ann", **fields)])


def with_step(**fields: Any) -> dict[str, Any]:
    return case(steps=[fields])


def read(data: dict[str, Any]) -> Case:
    """The case, after the published schema has taken it as well."""
    SCHEMA.validate(data)
    return read_case(data)


def misfit(data: object) -> InvalidInput:
    with pytest.raises(InvalidInput) as caught:
        read_case(data, "here")
    assert caught.value.kind == "invalid-input"
    return caught.value


def where(data: object) -> str:
    return misfit(data).where.removeprefix("here: ")


# --- the case --------------------------------------------------------------------------------------------------------


def test_what_is_not_stated_has_the_default_of_the_format() -> None:
    read_back = read(case())
    assert (read_back.source, read_back.rules, read_back.active) == (None, None, None)
    assert (read_back.life, read_back.hand, read_back.graveyard, read_back.mana) == ({}, {}, {}, {})
    assert read_back.effects == ()


def test_a_case_states_its_source_date_players_and_totals() -> None:
    read_back = read(
        case(
            source="a dispute at table 4",
            rules="2024-06-07",
            active="Bob",
            life={"Ann": -3},
            hand={"Bob": 7},
            graveyard={"Bob": 12},
            mana={"Ann": "{2}{W}", "Bob": "{0}"},
        )
    )
    assert read_back.rules == datetime.date(2024, 6, 7)
    assert (read_back.active, read_back.life, read_back.hand) == ("Bob", {"Ann": -3}, {"Bob": 7})
    assert (read_back.graveyard, read_back.mana) == ({"Bob": 12}, {"Ann": "{2}{W}", "Bob": "{0}"})


@pytest.mark.parametrize("field", ["players", "battlefield", "steps"])
def test_a_required_field_that_is_missing_is_named_with_what_belongs_there(field: str) -> None:
    data = case()
    del data[field]
    found = misfit(data)
    assert (found.where, found.found) == (f"here: {field}", "nothing")
    assert found.allowed.startswith("a list of")


def test_an_unknown_field_is_named_with_those_that_exist() -> None:
    found = misfit(case(board=[]))
    assert (found.where, found.found) == ("here: board", "an unknown field with a list of 0")
    assert "battlefield" in found.allowed.split(", ")


@pytest.mark.parametrize("date", ["2024-6-7", "20240607", "2024-02-30", "yesterday", 20240607, 1717718400, "1717718400"])
def test_the_rules_are_named_by_an_iso_date_alone(date: object) -> None:
    found = misfit(case(rules=date))
    assert (found.where, found.found) == ("here: rules", repr(date))
    assert found.allowed.startswith("an ISO date such as 2024-06-07")


@pytest.mark.parametrize("players", [[], ["Ann"], ["Ann", ""], ["Ann", "B[o]b"], ["Ann", "x" * 201], "Ann", ["Ann", 2]])
def test_players_are_two_or_more_names(players: object) -> None:
    assert where(case(players=players, battlefield=[])).startswith("players")


def test_there_are_at_most_a_thousand_players_and_twenty_thousand_permanents() -> None:
    assert len(read(case(players=["Ann", "Bob", *map(str, range(998))])).players) == 1_000
    assert where(case(players=["Ann", "Bob", *map(str, range(999))])) == "players"
    tokens = [creature(f"t{number}", "Ann") for number in range(20_001)]
    assert len(read_case(case(battlefield=tokens[:-1])).battlefield) == 20_000
    assert where(case(battlefield=tokens)) == "battlefield"


@pytest.mark.parametrize(
    "symbols",
    ["{0}", "{2}", "{12}{W}{W}", "{C}", "{W/U}", "{2/W}", "{C/G}", "{W/P}", "{G/U/P}", "{W}{U}{B}{R}{G}", "{S}", "{S/G}"],
)
def test_mana_is_written_in_symbols(symbols: str) -> None:
    assert read(case(mana={"Ann": symbols})).mana == {"Ann": symbols}


@pytest.mark.parametrize("symbols", ["", "2", "{X}", "{w}", "{}", "{02}", "{2}W", "{2} {W}", "{W/}", "{-1}", "{W}\n", 2])
def test_what_is_no_mana_symbol_is_refused(symbols: object) -> None:
    found = misfit(case(mana={"Ann": symbols}))
    assert (found.where, found.found) == ("here: mana.Ann", repr(symbols))
    assert '"{2}{W}"' in found.allowed


# --- permanents ------------------------------------------------------------------------------------------------------


def test_a_permanent_has_every_field_of_the_format() -> None:
    fields: dict[str, Any] = {
        "owner": "Bob",
        "name": "Ploughing Ox",
        "supertypes": ["Legendary"],
        "types": ["Enchantment", "Artifact"],
        "subtypes": ["Aura", "Clue"],
        "colors": ["W", "U", "B", "R", "G"],
        "mana_value": 4,
        "power": -1,
        "toughness": 5,
        "loyalty": 3,
        "defense": 4,
        "protector": "Cid",
        "text": "Menace\nVigilance (It doesn't tap.)",
        "tapped": True,
        "summoning_sick": True,
        "attached_to": "Bob",
        "counters": {"+1/+1": 2},
        "token": True,
        "marked": 1,
        "stated": False,
        "unknown_abilities": 2,
        "designations": ["monstrous"],
    }
    (permanent,) = read(with_permanent(**fields)).battlefield
    dumped = permanent.model_dump(mode="json")
    assert dumped == {"id": "ox", "controller": "Ann"} | fields
    assert fields.keys() | {"id", "controller"} == StatedPermanent.model_fields.keys()


def test_a_permanent_that_states_little_is_untapped_plain_and_its_controllers() -> None:
    (permanent,) = read(case(battlefield=[{"id": "rock", "controller": "Ann"}])).battlefield
    assert (permanent.owner, permanent.name, permanent.text, permanent.types) == (None, "", "", ())
    assert (permanent.power, permanent.toughness, permanent.loyalty, permanent.defense) == (0, 0, None, None)
    assert not (permanent.tapped or permanent.summoning_sick or permanent.token)


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"power": "2"}, ".power"),
        ({"power": 2.0}, ".power"),
        ({"power": True}, ".power"),
        ({"power": 1_000_001}, ".power"),
        ({"toughness": -1_000_001}, ".toughness"),
        ({"mana_value": -1}, ".mana_value"),
        ({"loyalty": -1}, ".loyalty"),
        ({"colors": ["W", "X"]}, ".colors[1]"),
        ({"colors": "W"}, ".colors"),
        ({"types": "Creature"}, ".types"),
        ({"types": [1]}, ".types[0]"),
        ({"tapped": 1}, ".tapped"),
        ({"tapped": "yes"}, ".tapped"),
        ({"counters": {"+1/+1": -1}}, ".counters['+1/+1']"),
        ({"counters": {"": 1}}, ".counters['']"),
        ({"counters": ["+1/+1"]}, ".counters"),
        ({"text": ["Menace"]}, ".text"),
        ({"text": "x" * 10_001}, ".text"),
        ({"controller": None}, ".controller"),
        ({"id": "o[x]"}, ".id"),
        ({"strength": 2}, ".strength"),
    ],
)
def test_a_misfit_of_a_permanent_is_reported_with_its_path(fields: dict[str, Any], path: str) -> None:
    assert where(with_permanent(**fields)) == f"battlefield[0]{path}"


def test_a_misfit_states_place_what_was_found_and_what_is_allowed() -> None:
    assert str(misfit(with_permanent(power="big"))) == (
        "here: battlefield[0].power: found 'big'; allowed: a whole number, -1000000 to 1000000"
    )


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (None, "null"),
        (True, "true"),
        ([1, 2], "a list of 2"),
        ({}, "an object without keys"),
        ({"a": 1, "b": 2}, "an object with the keys 'a', 'b'"),
        ("x" * 100, "'" + "x" * 78 + "…"),
        (10**1_000, "1" + "0" * 78 + "…"),
        ({"x" * 100: 1}, "an object with the keys '" + "x" * 54 + "…"),
    ],
)
def test_what_was_found_is_stated_in_a_few_words(value: object, found: str) -> None:
    assert misfit(with_permanent(marked=value)).found == found


# --- effects ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "model"),
    [
        ({"controller": "Ann", "text": "[bear] blocks [ox] this turn if able."}, models.WordedEffect),
        ({"goad": "bear", "by": "Ann"}, models.Goad),
        ({"suspect": "bear"}, models.Suspect),
        ({"on": "ox", "text": "Menace"}, models.GrantedAbility),
        ({"on": "ox", "loses_abilities": True}, models.LostAbilities),
    ],
)
def test_an_effect_is_at_work_or_begins(effect: dict[str, Any], model: type[Model]) -> None:
    read_back = read(case(effects=[effect], steps=[{"effect": effect}]))
    (step,) = read_back.steps
    assert isinstance(step, models.EffectBeginsStep)
    assert read_back.effects == (step.effect,) == (model.model_validate(effect),)
    assert type(step.effect) is model


@pytest.mark.parametrize(
    ("effect", "path"),
    [
        ({}, ""),
        (3, ""),
        ({"controller": "Ann"}, ""),
        ({"text": "Menace"}, ".controller"),
        ({"goad": "bear"}, ".by"),
        ({"suspect": "bear", "by": "Ann"}, ".by"),
        ({"on": "ox", "text": "Menace", "controller": "Ann"}, ".controller"),
        ({"on": "ox", "loses_abilities": False}, ".loses_abilities"),
        ({"on": "ox", "loses_abilities": 1}, ".loses_abilities"),
        ({"goad": "nobody", "by": "Ann"}, ".goad"),
        ({"goad": "bear", "by": "ox"}, ".by"),
        ({"suspect": "Bob"}, ".suspect"),
        ({"on": "Bob", "text": "Menace"}, ".on"),
        ({"controller": "ox", "text": "Menace"}, ".controller"),
    ],
)
def test_a_misfit_of_an_effect_is_reported_with_its_path(effect: object, path: str) -> None:
    assert where(case(effects=[effect])) == f"effects[0]{path}"
    assert where(with_step(effect=effect)) == f"steps[0].effect{path}"


# --- steps -----------------------------------------------------------------------------------------------------------

NEWCOMER = creature("newt", "Ann")
STEPS: dict[str, Any] = {
    "attack": {"ox": "Bob", "elf": "bear"},
    "block": {"bear": ["ox"], "hen": ["ox", "elf"]},
    "order": {"ox": ["hen", "bear"]},
    "becomes_blocked": "ox",
    "becomes_unblocked": "ox",
    "blocks": {"bear": "ox"},
    "stops_blocking": {"bear": "ox"},
    "enters": NEWCOMER,
    "states_attacking": {"ox": "Bob"},
    "reselect": {"ox": "Cid"},
    "leaves": "bear",
    "removed_from_combat": "bear",
    "phases_out": "bear",
    "changes": {"id": "bear", "power": 5},
    "effect": {"suspect": "bear"},
    "assign": {"ox": {"Bob": 2, "bear": 1}},
    "deals": True,
    "damage": {"ox": {}},
    "end_of_combat": True,
    "after_combat": True,
    "cleanup": True,
    "resolve": "all",
    "turn": "Bob",
    "defends": "Bob",
    "leaves_game": "Bob",
    "loses": ["Bob", "Cid"],
    "states": {"designations": {"Ann": ["monarch"]}, "facts": {"ox": {"of the chosen type": True}}},
    "combat": "again",
}


def test_every_kind_of_step_is_tried_here() -> None:
    assert STEPS.keys() == models.STEPS.keys()


@pytest.mark.parametrize("action", STEPS)
def test_a_step_is_stated_by_its_action(action: str) -> None:
    (step,) = read(with_step(**{action: STEPS[action]})).steps
    assert type(step) is models.STEPS[action]
    assert step.action == action
    assert step.model_dump(mode="json", include={action}, exclude_unset=True) == {action: STEPS[action]}


@pytest.mark.parametrize("step", [{}, {"expect": "legal"}, {"attack": {}, "block": {}}, [], "attack", None])
def test_a_step_has_exactly_one_action(step: object) -> None:
    found = misfit(case(steps=[step]))
    assert found.where == "here: steps[0]"
    assert f"exactly one of the keys {', '.join(STEPS)}" in found.allowed


@pytest.mark.parametrize("action", STEPS)
def test_an_action_of_the_wrong_shape_is_refused(action: str) -> None:
    wrong = -7 if action == "resolve" else 7
    found = misfit(with_step(**{action: wrong}))
    assert (found.where, found.found) == (f"here: steps[0].{action}", str(wrong))


@pytest.mark.parametrize("action", sorted(STEPS.keys() - {"enters"}))
def test_every_step_takes_every_expectation(action: str) -> None:
    expectations: dict[str, Any] = {
        "expect": "illegal",
        "rule": "509.1b",
        "cost": "{0}",
        "triggers": [{"source": "ox", "times": 2}, {"source": "elf"}],
        "blocked": ["ox"],
        "unblocked": [],
        "attacking": ["ox", "elf"],
        "blocking": {"bear": ["ox"], "hen": []},
        "orders": {"ox": ["bear"]},
        "tapped_after": ["ox"],
        "why": "a remark",
    }
    (step,) = read(with_step(**{action: STEPS[action]}, **expectations)).steps
    expectations["triggers"][1]["times"] = 1
    assert step.model_dump(mode="json", include=set(expectations)) == expectations


def test_an_expectation_that_is_not_stated_differs_from_one_of_nothing() -> None:
    silent, nothing = read(case(steps=[{"attack": {}}, {"attack": {}, "triggers": [], "attacking": []}])).steps
    assert silent.triggers is None
    assert nothing.triggers == ()


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"expect": "maybe"}, ".expect"),
        ({"rule": "508"}, ".rule"),
        ({"rule": 508.1}, ".rule"),
        ({"rule": "508.1ab"}, ".rule"),
        ({"triggers": [{"times": 1}]}, ".triggers[0].source"),
        ({"triggers": [{"source": "ox", "times": 0}]}, ".triggers[0].times"),
        ({"triggers": [{"source": "ox", "rule": "508.3a"}]}, ".triggers[0].rule"),
        ({"blocked": "ox"}, ".blocked"),
        ({"blocking": ["bear"]}, ".blocking"),
        ({"blocking": {"bear": "ox"}}, ".blocking.bear"),
        ({"expects": "legal"}, ".expects"),
        ({"bands": [["ox", 3]]}, ".bands[0][1]"),
        ({"bands": ["ox"]}, ".bands[0]"),
        ({"by": "Bob"}, ".by"),
        ({"optional_costs": {"ox": "tap"}}, ".optional_costs.ox"),
        ({"optional_costs": {"ox": {"enlist": 3}}}, ".optional_costs.ox.enlist"),
        ({"optional_costs": {"ox": {"exert": "elf"}}}, ".optional_costs.ox.enlist"),
        ({"optional_costs": {"ox": None}}, ".optional_costs.ox"),
        ({"mana_abilities": [{"source": "elf"}]}, ".mana_abilities[0].adds"),
        ({"mana_abilities": [{"source": "elf", "adds": "G"}]}, ".mana_abilities[0].adds"),
        ({"mana_abilities": [{"source": "elf", "adds": "{G}", "keep": 1}]}, ".mana_abilities[0].keep"),
        ({"mana_abilities": {"source": "elf", "adds": "{G}"}}, ".mana_abilities"),
    ],
)
def test_a_misfit_of_an_attack_is_reported_with_its_path(fields: dict[str, Any], path: str) -> None:
    assert where(with_step(attack={"ox": "Bob"}, **fields)) == f"steps[0]{path}"


@pytest.mark.parametrize(
    ("step", "path"),
    [
        ({"attack": {"ox": ["Bob"]}}, ".attack.ox"),
        ({"attack": ["ox"]}, ".attack"),
        ({"block": {"bear": "ox"}}, ".block.bear"),
        ({"block": {"bear": []}}, ".block.bear"),
        ({"block": {}, "bands": []}, ".bands"),
        ({"block": {}, "optional_costs": {}}, ".optional_costs"),
        ({"order": {"ox": "bear"}}, ".order.ox"),
        ({"blocks": {}}, ".blocks"),
        ({"combat": "ends"}, ".combat"),
        ({"leaves": ["bear"]}, ".leaves"),
        ({"leaves": "bear", "pay": True}, ".pay"),
        ({"changes": {"power": 3}}, ".changes.id"),
        ({"changes": {"id": "bear", "token": True}}, ".changes.token"),
        ({"changes": {"id": "bear", "power": None}}, ".changes"),
        ({"enters": {"id": "newt"}}, ".enters.controller"),
        ({"enters": NEWCOMER, "attacking": ["Bob"]}, ".attacking"),
        ({"enters": NEWCOMER, "blocking": {"newt": ["ox"]}}, ".blocking"),
    ],
)
def test_a_misfit_of_a_step_is_reported_with_its_path(step: dict[str, Any], path: str) -> None:
    assert where(case(steps=[step])) == f"steps[0]{path}"


def attack(**fields: Any) -> models.AttackStep:
    (step,) = read(with_step(attack={"ox": "Bob"}, **fields)).steps
    assert isinstance(step, models.AttackStep)
    return step


def test_a_payment_is_made_in_full_or_declined() -> None:
    assert attack().pay is None
    assert attack(pay=True).pay is True
    assert attack(pay=False).pay is False


@pytest.mark.parametrize(
    ("pay", "payment"),
    [
        ("{2}{W}", {"mana": "{2}{W}"}),
        ("2 life", {"life": 2}),
        ({}, {}),
        ({"mana": "{2}", "life": 2, "discard": 1}, {"mana": "{2}", "life": 2, "discard": 1}),
        (
            {"sacrifice": ["elf"], "tap": ["ox"], "return": ["hen"], "exile": ["bear"]},
            {"sacrifice": ["elf"], "tap": ["ox"], "return": ["hen"], "exile": ["bear"]},
        ),
    ],
)
def test_a_payment_says_exactly_what_is_offered(pay: object, payment: dict[str, Any]) -> None:
    assert attack(pay=pay).pay == ExactPayment.model_validate(payment)


@pytest.mark.parametrize(
    ("pay", "path"),
    [
        ("", ""),
        ("2", ""),
        ("life", ""),
        ("-2 life", ""),
        (2, ""),
        ([], ""),
        ({"mana": "2"}, ".mana"),
        ({"life": -1}, ".life"),
        ({"discard": "1"}, ".discard"),
        ({"return_": []}, ".return_"),
        ({"return": ["nobody"]}, ".return[0]"),
        ({"sacrifice": ["Bob"]}, ".sacrifice[0]"),
        ({"energy": 2}, ".energy"),
    ],
)
def test_a_misfit_of_a_payment_is_reported_with_its_path(pay: object, path: str) -> None:
    assert where(with_step(attack={}, pay=pay)) == f"steps[0].pay{path}"


def test_an_attack_says_its_bands_optional_costs_and_mana_abilities() -> None:
    step = attack(
        bands=[["ox", "elf"]],
        optional_costs={"ox": "exert", "elf": {"enlist": "hen"}, "bear": "pay"},
        mana_abilities=[
            {"source": "elf", "adds": "{G}"},
            {"source": "ox", "adds": "{W}", "keep": True, "spent_on": "elf"},
        ],
    )
    assert step.bands == (("ox", "elf"),)
    assert step.optional_costs == {"ox": "exert", "elf": EnlistChoice(enlist="hen"), "bear": "pay"}
    plain, kept = step.mana_abilities
    assert (plain.keep, plain.did, plain.spent_on) == (False, (), None)
    assert (kept.keep, kept.did, kept.spent_on) == (True, (), "elf")


def test_a_block_says_whose_it_is_and_what_it_pays() -> None:
    (step,) = read(with_step(block={"bear": ["ox"]}, by="Bob", pay="{1}")).steps
    assert isinstance(step, models.BlockStep)
    assert (step.by, step.pay) == ("Bob", ExactPayment(mana="{1}"))


def test_a_permanent_enters_attacking_blocking_or_neither() -> None:
    steps = [
        {"enters": creature("t1", "Ann"), "attacking": "Cid"},
        {"enters": creature("t2", "Bob"), "blocking": "ox"},
        {"enters": creature("t3", "Bob")},
    ]
    found = [step for step in read(case(steps=steps)).steps if isinstance(step, models.EntersStep)]
    assert [(step.attacking, step.blocking) for step in found] == [("Cid", None), (None, "ox"), (None, None)]


def test_no_permanent_enters_attacking_and_blocking() -> None:
    found = misfit(with_step(enters=NEWCOMER, attacking="Bob", blocking="ox"))
    assert (found.where, found.found) == ("here: steps[0].blocking", "'ox'")
    assert found.allowed == "nothing beside `attacking`: a permanent enters attacking, blocking or neither"


def test_changes_name_only_what_becomes_different_and_null_unattaches() -> None:
    (step,) = read(with_step(changes={"id": "bear", "colors": [], "attached_to": None})).steps
    assert isinstance(step, models.ChangesStep)
    assert step.changes.model_fields_set == {"id", "colors", "attached_to"}


def test_changes_can_name_whatever_of_a_permanent_can_change() -> None:
    assert StatedPermanent.model_fields.keys() - Characteristics.model_fields.keys() == {
        "owner",
        "token",
        "stated",
        "unknown_abilities",
        "designations",
    }
    assert Characteristics.model_fields.keys() <= StatedPermanent.model_fields.keys()


# --- who is meant ----------------------------------------------------------------------------------------------------


def test_a_creature_may_be_said_to_attack_itself_for_that_is_judged() -> None:
    read(with_step(attack={"ox": "ox"}, expect="illegal"))


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (case(players=["Ann", "Bob", "Cid", "Ann"]), "players[3]"),
        (case(battlefield=[creature("Bob", "Ann")]), "battlefield[0].id"),
        (case(battlefield=[creature("ox", "Ann"), creature("ox", "Bob")]), "battlefield[1].id"),
        (with_step(enters=creature("ox", "Ann")), "steps[0].enters.id"),
        (with_step(enters=creature("Bob", "Ann")), "steps[0].enters.id"),
        (case(steps=[{"leaves": "ox"}, {"enters": creature("ox", "Ann")}]), "steps[1].enters.id"),
    ],
)
def test_an_id_names_one_player_or_permanent(data: dict[str, Any], path: str) -> None:
    found = misfit(data)
    assert found.where == f"here: {path}"
    assert found.allowed == "an id that no other player or permanent has"


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (case(active="Dan"), "active"),
        (case(life={"Dan": 3}), "life.Dan"),
        (case(hand={"ox": 3}), "hand.ox"),
        (case(graveyard={"Dan": 3}), "graveyard.Dan"),
        (case(mana={"Dan the 2nd": "{2}"}), "mana['Dan the 2nd']"),
        (with_permanent(controller="Dan"), "battlefield[0].controller"),
        (with_permanent(owner="Dan"), "battlefield[0].owner"),
        (with_permanent(protector="ox"), "battlefield[0].protector"),
        (with_permanent(attached_to="oak"), "battlefield[0].attached_to"),
        (with_step(attack={"Ann": "Bob"}), "steps[0].attack.Ann"),
        (with_step(attack={"cow": "Bob"}), "steps[0].attack.cow"),
        (with_step(attack={"ox": "Dan"}), "steps[0].attack.ox"),
        (with_step(attack={}, bands=[[], ["ox", "cow"]]), "steps[0].bands[1][1]"),
        (with_step(attack={}, optional_costs={"cow": "exert"}), "steps[0].optional_costs.cow"),
        (with_step(attack={}, optional_costs={"ox": {"enlist": "cow"}}), "steps[0].optional_costs.ox.enlist"),
        (with_step(attack={}, mana_abilities=[{"source": "cow", "adds": "{G}"}]), "steps[0].mana_abilities[0].source"),
        (
            with_step(attack={}, mana_abilities=[{"source": "elf", "adds": "{G}", "spent_on": "cow"}]),
            "steps[0].mana_abilities[0].spent_on",
        ),
        (with_step(block={"cow": ["ox"]}), "steps[0].block.cow"),
        (with_step(block={"bear": ["cow"]}), "steps[0].block.bear[0]"),
        (with_step(block={}, by="bear"), "steps[0].by"),
        (with_step(order={"ox": ["bear", "cow"]}), "steps[0].order.ox[1]"),
        (with_step(becomes_blocked="Bob"), "steps[0].becomes_blocked"),
        (with_step(becomes_unblocked="cow"), "steps[0].becomes_unblocked"),
        (with_step(blocks={"bear": "cow"}), "steps[0].blocks.bear"),
        (with_step(stops_blocking={"cow": "ox"}), "steps[0].stops_blocking.cow"),
        (with_step(states_attacking={"cow": "Bob"}), "steps[0].states_attacking.cow"),
        (with_step(reselect={"ox": "cow"}), "steps[0].reselect.ox"),
        (with_step(leaves="cow"), "steps[0].leaves"),
        (with_step(removed_from_combat="cow"), "steps[0].removed_from_combat"),
        (with_step(phases_out="cow"), "steps[0].phases_out"),
        (with_step(changes={"id": "cow"}), "steps[0].changes.id"),
        (with_step(changes={"id": "ox", "controller": "Dan"}), "steps[0].changes.controller"),
        (with_step(changes={"id": "ox", "protector": "Dan"}), "steps[0].changes.protector"),
        (with_step(changes={"id": "ox", "attached_to": "cow"}), "steps[0].changes.attached_to"),
        (with_step(turn="ox"), "steps[0].turn"),
        (with_step(enters=creature("newt", "Dan")), "steps[0].enters.controller"),
        (with_step(enters=NEWCOMER, attacking="Dan"), "steps[0].attacking"),
        (with_step(enters=NEWCOMER, blocking="Bob"), "steps[0].blocking"),
        (with_step(combat="again", triggers=[{"source": "cow"}]), "steps[0].triggers[0].source"),
        (with_step(combat="again", blocked=["cow"]), "steps[0].blocked[0]"),
        (with_step(combat="again", unblocked=["cow"]), "steps[0].unblocked[0]"),
        (with_step(combat="again", attacking=["Ann"]), "steps[0].attacking[0]"),
        (with_step(combat="again", blocking={"bear": ["cow"]}), "steps[0].blocking.bear[0]"),
        (with_step(combat="again", orders={"cow": []}), "steps[0].orders.cow"),
        (with_step(combat="again", tapped_after=["cow"]), "steps[0].tapped_after[0]"),
    ],
)
def test_who_is_named_must_be_known(data: dict[str, Any], path: str) -> None:
    found = misfit(data)
    assert found.where == f"here: {path}"
    assert found.allowed.startswith(("the name of", "the id of"))


def test_a_permanent_is_known_from_the_step_in_which_it_enters() -> None:
    enters = {"enters": NEWCOMER, "attacking": "Bob", "triggers": [{"source": "newt"}]}
    read(case(steps=[enters, {"leaves": "newt"}, {"attack": {"newt": "Bob"}, "expect": "illegal"}]))
    assert where(case(steps=[{"attack": {"newt": "Bob"}}, enters])) == "steps[0].attack.newt"


def test_brackets_in_wording_are_left_to_the_reader_of_wording() -> None:
    read(case(effects=[{"controller": "Ann", "text": "[nobody] attacks this turn if able."}]))


# --- the schema ------------------------------------------------------------------------------------------------------


def test_the_schema_is_a_valid_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(case_schema())


@pytest.mark.parametrize(
    "data",
    [
        case(players=["Ann"]),
        case(board=[]),
        case(mana={"Ann": "{X}"}),
        with_permanent(power="2"),
        with_permanent(colors=["X"]),
        with_permanent(id="o[x]"),
        with_step(attack={}, block={}),
        with_step(attack={}, pay="2"),
        with_step(attack={}, optional_costs={"ox": "tap"}),
        with_step(block={"bear": []}),
        with_step(effect={"goad": "bear"}),
        with_step(effect={"on": "ox", "loses_abilities": False}),
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(data: dict[str, Any]) -> None:
    assert not SCHEMA.is_valid(data)
    misfit(data)


def test_every_field_says_what_may_stand_there() -> None:
    parts = case_schema()["$defs"] | {"Case": case_schema()}
    silent = [
        f"{name}.{field}"
        for name, part in parts.items()
        for field, about in part.get("properties", {}).items()
        if "description" not in about
    ]
    assert silent == []


@pytest.mark.parametrize(("cost", "agrees"), [(None, True), ("none", True), ("{0}", False), ("{2}", False)])
def test_a_step_may_expect_that_there_is_no_cost(cost: str | None, agrees: bool) -> None:
    bear = {"id": "bear", "controller": "Ann", "types": ["Creature"], "power": 2, "toughness": 2}
    case = {"players": ["Ann", "Bob"], "battlefield": [bear], "steps": [{"attack": {"bear": "Bob"}, "cost": cost}]}
    (step,) = judge(Case.model_validate(case)).steps
    assert step.agrees is agrees
    taxed = {**bear, "text": "This creature can't attack unless you pay {2}."}
    (step,) = judge(Case.model_validate({**case, "battlefield": [taxed]})).steps
    assert step.agrees is (cost == "{2}")


@pytest.mark.parametrize("known", ["shield", "stun", "+1/+1", "-1/-1", "first strike", "charge"])
@pytest.mark.parametrize("typed", ["{}s", "{} counter", "{} counters", " {}"])
def test_another_form_of_the_name_of_a_counter_is_refused(known: str, typed: str) -> None:
    if (known, typed) != ("charge", "{}s"):  # nobody knows which counters there are besides those of the rules
        with pytest.raises(InvalidInput, match=re.escape(f"(did you mean {known}?)")):
            read_line(f'Ann: ox 2/2 1x"{typed.format(known)}" | Bob:')
    assert read_line(f'Ann: ox 2/2 1x"{known}" | Bob:').battlefield[0].counters == {known: 1}


@pytest.mark.parametrize(("typed", "meant"), [("Goblins", "Goblin"), ("auras", "Aura"), ("Elves", "Elf"), ("mice", "Mouse")])
def test_the_plural_of_a_subtype_is_refused(typed: str, meant: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(f"(did you mean {meant}?)")):
        read_line(f"Ann: ox 2/2 -{typed} | Bob:")


def test_a_subtype_that_is_not_known_is_reported_in_a_note() -> None:
    report = judge(read_line("Ann: ox 2/2 -Gobblin; elf 1/1 -elf | Bob: | attack ox>Bob"))
    assert report.notes == ("ox: Gobblin is no subtype that is known (did you mean Goblin?)",)
