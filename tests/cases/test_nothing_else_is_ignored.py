"""Every field of a case changes some ruling, or is on the list of what has no bearing."""

from copy import deepcopy
from typing import Any

import pytest
from cases.mutations import Data, judged, rulings
from declarant.events.model import Model
from declarant.tools.cases import models
from declarant.tools.cases.models import Characteristics, StatedPermanent
from declarant.tools.cases.report import CaseReport
from declarant.tools.ignored import FIELDS_OF_CASES, ignored

BLOCK = "This creature can't block."


def creature(id: str, controller: str, text: str = "", **more: Any) -> Data:
    return {"id": id, "controller": controller, "types": ["Creature"], "power": 2, "toughness": 2, "text": text, **more}


ATTACK: Data = {"attack": {"ox": "Bob"}}
STEPS_OF_ALL: list[Data] = [ATTACK, {"block": {"bear": ["ox"]}}]
DAMAGE: list[Data] = [ATTACK, {"block": {}}, {"damage": {"ox": {"Bob": 2}}}]


def board(text: str = "", *others: Data, bear: str = "", steps: list[Data] | None = None, **more: Any) -> Data:
    """Ann's ox attacks Bob, whose bear blocks."""
    battlefield = [creature("ox", "Ann", text), creature("bear", "Bob", bear), *others]
    return {"players": ["Ann", "Bob"], "battlefield": battlefield, "steps": STEPS_OF_ALL if steps is None else steps, **more}


def with_permanent(case: Data, whose: str, /, **fields: Any) -> Data:
    """The case with a permanent of which more is stated."""
    battlefield = [{**each, **fields} if each["id"] == whose else each for each in case["battlefield"]]
    return {**case, "battlefield": battlefield}


def ruled_by_house(walls_attack: bool) -> Data:
    """Ann's wall attacks under house rules."""
    edition = {"from": "2024-06-07", "name": "our cube", "doctrines": {"walls_attack": walls_attack}}
    return with_permanent(board(editions=[edition]), "ox", subtypes=["Wall"])


def with_step(case: Data, index: int, **fields: Any) -> Data:
    """The case with a step of which more is stated."""
    return {**case, "steps": [{**step, **fields} if at == index else step for at, step in enumerate(case["steps"])]}


def cannot(whom: str) -> Data:
    """Bears can't block an ox that can't be blocked by such creatures."""
    return board(f"This creature can't be blocked by {whom}.")


DIVIDED = "Whenever this creature attacks, it deals 3 damage divided as you choose among one, two, or three targets."
MODAL = "Whenever this creature attacks, choose one —\n• You gain 1 life.\n• You lose 1 life."
CHOSEN = "Whenever this creature attacks, put a +1/+1 counter on another creature you control."
TYPED = "Whenever this creature attacks, choose a creature type. You lose 1 life for each creature of that type."
VOTED = "Whenever this creature attacks, each player votes for calm or storm. You lose 1 life for each storm vote."
FLIPPED = "Whenever this creature attacks, flip a coin. If you lose the flip, you lose 1 life."
CONNIVED = "Whenever this creature attacks, it connives."
TURNED_UP = "Whenever this creature attacks, reveal the top card of your library. If it's a creature card, you gain 1 life."
TRANSFORMED = "Whenever this creature attacks, transform it."
ROLLED = "Whenever this creature attacks, roll a d20. It gets +X/+0 until end of turn, where X is the result."
REMOVED = (
    "Whenever this creature attacks, put a +1/+1 counter and a charge counter on target creature you control. "
    "Remove a counter from it."
)
PAID_X = "Whenever this creature attacks, you may pay {X}. If you do, put X +1/+1 counters on it."
FOUND = "Whenever this creature attacks, you may put a creature card from your hand onto the battlefield."


def resolving(text: str, *choices: Data, elf: str = "") -> Data:
    """Ann's ox attacks with two small creatures, and its ability resolves."""
    others = [
        creature("elf", "Ann", elf),
        creature("imp", "Ann"),
        creature("cat", "Bob"),
        creature("dog", "Bob", subtypes=["Dog"]),
    ]
    others[0]["power"] = others[1]["power"] = 1
    attack = {"attack": {"ox": "Bob", "elf": "Bob", "imp": "Bob"}}
    return board(text, *others, steps=[attack, {"resolve": "all", **({"choices": choices} if choices else {})}])


DRUM = resolving(
    "Whenever this creature attacks, other attacking creatures get +1/+1 until end of turn.",
    elf="Whenever this creature attacks, put a +1/+1 counter on each other attacking creature with power 1 or less.",
)


TEAMS = [["Ann", "Bob"], ["Cid", "Dan"]]
HIT: list[Data] = [{"attack": {"ox": "Cid"}}, {"block": {}}, {"damage": {}}]


def four(**more: Any) -> Data:
    """Ann's ox attacks the second of four players, or the third."""
    players = ["Ann", "Bob", "Cid", "Dan"]
    return {"players": players, "battlefield": [creature("ox", "Ann")], "steps": [ATTACK, {"attack": {"ox": "Cid"}}], **more}


def emperors(first: str) -> Data:
    """One of two teams of three loses a player."""
    teams = [["Ann", "Eve", "Bob"], ["Cid", "Dan", "Fay"]]
    options = {"emperors": [first, "Dan"]}
    steps = [{"loses": "Ann"}]
    return {
        **four(),
        "players": [player for team in teams for player in team],
        "teams": teams,
        "variant": "emperor",
        "options": options,
        "steps": steps,
    }


def commander(dealt: int) -> Data:
    """Ann's ox is a commander that deals combat damage to Bob, who has been dealt some."""
    return with_permanent(board(steps=DAMAGE, commander_damage={"Bob": {"ox": dealt}}), "ox", designations=["commander"])


def paid_by(pays: bool) -> Data:
    """Both players of a team pay for what attacks."""
    text = "Creatures can't attack you unless their controller pays {1} for each creature they control that's attacking you."
    prison = {"id": "prison", "controller": "Cid", "types": ["Enchantment"], "text": text}
    attack = {"attack": {"ox": "Cid", "elf": "Cid"}, "pays": {"Bob": pays}}
    battlefield = [creature("ox", "Ann"), creature("elf", "Bob"), prison]
    return four(teams=TEAMS, variant="two-headed giant", battlefield=battlefield, steps=[attack])


SAGE: Data = {"id": "sage", "controller": "Bob", "types": ["Planeswalker"], "loyalty": 2}
SIEGE: Data = {"id": "siege", "controller": "Ann", "types": ["Battle"], "subtypes": ["Siege"], "defense": 2, "protector": "Bob"}
AURA: Data = {"id": "aura", "controller": "Ann", "types": ["Enchantment"], "subtypes": ["Aura"]}
CHAINS = {**AURA, "text": "Enchanted creature can't block."}


def attacking(target: Data) -> Data:
    return board("", target, steps=[{"attack": {"ox": target["id"]}}, {"block": {}}, {"damage": {"ox": {target["id"]: 2}}}])


PERMANENTS: dict[str, tuple[Data, str, Any]] = {
    "controller": (board(), "bear", "Ann"),
    "name": (cannot("creatures named Bear"), "bear", "Bear"),
    "supertypes": (cannot("legendary creatures"), "bear", ["Legendary"]),
    "types": (board(), "bear", ["Artifact"]),
    "subtypes": (cannot("Bears"), "bear", ["Bear"]),
    "colors": (cannot("green creatures"), "bear", ["G"]),
    "mana_value": (cannot("creatures with mana value 4 or greater"), "bear", 4),
    "power": (cannot("creatures with power 3 or greater"), "bear", 3),
    "toughness": (cannot("creatures with toughness 3 or greater"), "bear", 3),
    "loyalty": (attacking(SAGE), "sage", 3),
    "defense": (attacking(SIEGE), "siege", 3),
    "protector": (attacking(SIEGE), "siege", "Ann"),
    "text": (board(), "bear", BLOCK),
    "tapped": (board(), "bear", True),
    "summoning_sick": (board(), "ox", True),
    "attached_to": (board("", CHAINS), "aura", "bear"),
    "counters": (board(), "ox", {"flying": 1}),
    "marked": (board(steps=[*STEPS_OF_ALL, {"damage": {"ox": {"bear": 2}, "bear": {"ox": 2}}}]), "ox", 1),
}
"""What of a permanent can also become different: a case, whose permanent, and what is stated of it."""
PERMANENTS["marked"] = (with_permanent(PERMANENTS["marked"][0], "ox", toughness=3), "ox", 1)

ONLY_STATED: dict[str, tuple[Data, str, Any]] = {
    "owner": (board("This creature can't be blocked by creatures you own."), "bear", "Ann"),
    "token": (cannot("creature tokens"), "bear", True),
    "stated": (
        board("This creature gets +1/+1 as long as you control a creature.", steps=[ATTACK, {"block": {}}, {"damage": {}}]),
        "ox",
        False,
    ),
    "designations": (cannot("renowned creatures"), "bear", ["renowned"]),
    "unknown_abilities": (cannot("creatures with abilities"), "bear", 1),
}


@pytest.mark.parametrize(("case", "id", "value"), PERMANENTS.values(), ids=PERMANENTS)
def test_what_is_stated_of_a_permanent_and_what_it_becomes(case: Data, id: str, value: Any, request: Any) -> None:
    field = request.node.callspec.id
    differ(case, with_permanent(case, id, **{field: value}))
    becomes = {"changes": {"id": id, field: value}}
    differ(case, {**case, "steps": [becomes, *case["steps"]]}, after=1)


@pytest.mark.parametrize(("case", "id", "value"), ONLY_STATED.values(), ids=ONLY_STATED)
def test_what_is_only_stated_of_a_permanent(case: Data, id: str, value: Any, request: Any) -> None:
    differ(case, with_permanent(case, id, **{request.node.callspec.id: value}))


def differ(case: Data, other: Data, after: int = 0) -> None:
    """Both are ruled on, the other otherwise."""
    before, now = judged(deepcopy(case)), judged(deepcopy(other))
    assert isinstance(before, CaseReport) and before.error is None, before
    assert isinstance(now, CaseReport) and now.error is None, now
    ruled = [{**step, "step": None} for step in rulings(now)[after:]]
    assert ruled != [{**step, "step": None} for step in rulings(before)]


def test_every_field_of_a_permanent_is_tried() -> None:
    assert {"id"} | PERMANENTS.keys() | ONLY_STATED.keys() == StatedPermanent.model_fields.keys()
    assert PERMANENTS.keys() | {"id"} == Characteristics.model_fields.keys()


def taxed(cost: str, *others: Data, **pay: Any) -> Data:
    """Ann's ox can't attack unless she does that."""
    return board(f"This creature can't attack unless you {cost}.", *others, steps=[{**ATTACK, **pay}])


def paying(cost: str, *others: Data, **payment: Any) -> tuple[Data, Data]:
    return taxed(cost, *others, pay={}), taxed(cost, *others, pay=payment)


def made_mana(*, text: str = "{T}: Add {G}.", tapped: bool = False, **more: Any) -> Data:
    """Ann's ox attacks for {1}{G}, which her elf helps to pay."""
    ability = {"source": "elf", "adds": "{G}", **more}
    elf = creature("elf", "Ann", text, tapped=tapped)
    case = taxed("pay {1}{G}", elf, creature("imp", "Ann", "{T}: Add {B}."), mana_abilities=[ability])
    return {**case, "mana": {"Ann": "{1}"}, "rules": "2024-06-07"}


def taken_back(**more: Any) -> Data:
    """Ann's elf attacks after mana was made of it for an attack that she didn't pay for."""
    abilities = [{"source": "elf", "adds": "{G}", **more}, {"source": "imp", "adds": "{B}", "did": ["revealed"]}]
    makers = creature("elf", "Ann", "{T}: Add {G}."), creature("imp", "Ann", "{T}: Add {B}.")
    case = taxed("pay {2}", *makers, pay=False, mana_abilities=abilities)
    return {**case, "steps": [*case["steps"], {"attack": {"elf": "Bob"}}], "rules": "2024-06-07"}


def sacrificed(sacrifices: bool) -> Data:
    """Ann's ox pays for its attack, perhaps with itself."""
    text = "This creature can't attack unless you pay {G}.\nSacrifice this creature: Add {G}."
    ability = {"source": "ox", "adds": "{G}", "taps": False, "sacrifices": sacrifices}
    return board(text, steps=[{**ATTACK, "mana_abilities": [ability]}])


def effect(**fields: Any) -> Data:
    return board(steps=[{"effect": fields}, *STEPS_OF_ALL], effects=[])


UNTAPS = "You may choose not to untap this creature during your untap step."
LAND: Data = {"id": "land", "controller": "Ann", "types": ["Land"]}
ELK, HEN, ELF = creature("elk", "Ann"), creature("hen", "Bob"), creature("elf", "Ann")
BANDING = creature("elf", "Ann", "Banding")
EXERT = "You may exert this creature as it attacks. When you do, draw a card."
ENLIST = board("Enlist", ELF, creature("elk", "Ann"), steps=[ATTACK])
THREE = {"players": ["Ann", "Bob", "Cat"]}
GOADED = {**board(steps=[]), **THREE}
GOADED["battlefield"] = [creature("ox", "Ann"), creature("bear", "Bob"), creature("cow", "Cat")]
ORDERED = [*STEPS_OF_ALL, {"order": {"ox": ["bear"]}}]
FACT = "you've cast a creature spell this turn"
OTHERS: dict[str, tuple[Data, Data]] = {
    "Case.rules": (board(steps=ORDERED, rules="2024-06-07"), board(steps=ORDERED, rules="2025-06-06")),
    "Case.players": (board(steps=[{"attack": {"ox": "Bob"}}]), board(steps=[{"attack": {"ox": "Bob"}}], players=["Bob", "Ann"])),
    "Case.active": (board(), board(active="Bob")),
    "Case.keywords": (
        board("Skyguard", keywords={"Skyguard": "This creature can't attack if you have 10 or less life."}),
        board("Skyguard", keywords={"Skyguard": "This creature can't attack."}),
    ),
    "Case.editions": (ruled_by_house(True), ruled_by_house(False)),
    "Case.stated": (
        board("This creature gets +1/+1 as long as you control a creature.", steps=DAMAGE),
        board("This creature gets +1/+1 as long as you control a creature.", steps=[*DAMAGE[:2], {"damage": {}}], stated=False),
    ),
    "Case.life": (
        board("This creature can't attack if you have 10 or less life."),
        board("This creature can't attack if you have 10 or less life.", life={"Ann": 5}),
    ),
    "Case.hand": (
        board("This creature can't attack unless you have four or more cards in hand."),
        board("This creature can't attack unless you have four or more cards in hand.", hand={"Ann": 4}),
    ),
    "Case.graveyard": (
        board("This creature can't attack unless there are seven or more cards in your graveyard."),
        board("This creature can't attack unless there are seven or more cards in your graveyard.", graveyard={"Ann": 7}),
    ),
    "Case.poison": (
        board("Infect", steps=DAMAGE),
        board("Infect", steps=DAMAGE, poison={"Bob": 9}),
    ),
    "Case.mana": (taxed("pay {2}"), {**taxed("pay {2}"), "mana": {"Ann": "{0}"}}),
    "Case.battlefield": (board(), board("", bear=BLOCK)),
    "Case.designations": (
        board("This creature can't attack unless you're the monarch.", designations={"Ann": []}),
        board("This creature can't attack unless you're the monarch.", designations={"Ann": ["monarch"]}),
    ),
    "Case.facts": (
        board(f"This creature can't attack unless {FACT}.", facts={"Ann": {FACT: False}}),
        board(f"This creature can't attack unless {FACT}.", facts={"Ann": [FACT]}),
    ),
    "Case.effects": (board(), board(effects=[{"controller": "Ann", "text": "[bear] can't block this turn."}])),
    "Case.steps": (board(), board(steps=[ATTACK, {"block": {}}])),
    "WordedEffect.controller": (
        effect(controller="Ann", text="Creatures you control can't block this turn."),
        effect(controller="Bob", text="Creatures you control can't block this turn."),
    ),
    "WordedEffect.text": (
        effect(controller="Ann", text="[bear] can't block this turn."),
        effect(controller="Ann", text="[ox] can't block this turn."),
    ),
    "Goad.goad": (
        {**GOADED, "effects": [{"goad": "ox", "by": "Bob"}], "steps": [{"attack": {}}]},
        {**GOADED, "effects": [{"goad": "bear", "by": "Bob"}], "steps": [{"attack": {}}]},
    ),
    "Goad.by": (
        {**GOADED, "effects": [{"goad": "ox", "by": "Bob"}], "steps": [{"attack": {"ox": "Bob"}}]},
        {**GOADED, "effects": [{"goad": "ox", "by": "Cat"}], "steps": [{"attack": {"ox": "Bob"}}]},
    ),
    "Suspect.suspect": (effect(suspect="bear"), effect(suspect="ox")),
    "GrantedAbility.on": (effect(on="ox", text="Menace"), effect(on="bear", text="Menace")),
    "GrantedAbility.text": (effect(on="ox", text="Menace"), effect(on="ox", text="Vigilance")),
    "LostAbilities.on": (
        board("Menace", steps=[{"effect": {"on": "ox", "loses_abilities": True}}, *STEPS_OF_ALL]),
        board("Menace", steps=[{"effect": {"on": "bear", "loses_abilities": True}}, *STEPS_OF_ALL]),
    ),
    "ExactPayment.mana": paying("pay {2}", mana="{2}"),
    "ExactPayment.life": paying("pay 2 life", life=2),
    "ExactPayment.discard": tuple({**each, "hand": {"Ann": 3}} for each in paying("discard a card", discard=1)),  # type: ignore[dict-item]
    "ExactPayment.sacrifice": paying("sacrifice a land", LAND, sacrifice=["land"]),
    "ExactPayment.tap": paying("tap an untapped land you control", LAND, tap=["land"]),
    "ExactPayment.return_": paying("return a land you control to its owner's hand", LAND, **{"return": ["land"]}),
    "ExactPayment.exile": paying("exile a land you control", LAND, exile=["land"]),
    "ManaAbilityActivation.source": (made_mana(), made_mana(source="imp", adds="{B}")),
    "ManaAbilityActivation.adds": (
        made_mana(text="{T}: Add {G} or {C}."),
        {**made_mana(text="{T}: Add {G} or {C}.", adds="{C}")},
    ),
    "ManaAbilityActivation.taps": (made_mana(tapped=True, taps=False), made_mana(tapped=True, taps=True)),
    "ManaAbilityActivation.sacrifices": (sacrificed(False), sacrificed(True)),
    "ManaAbilityActivation.keep": (taken_back(), taken_back(keep=True)),
    "ManaAbilityActivation.did": (taken_back(), taken_back(did=["revealed"])),
    "ManaAbilityActivation.spent_on": (taken_back(), taken_back(spent_on="imp")),
    "TurnStep.untaps": (
        board(UNTAPS, steps=[ATTACK, {"turn": "Bob"}, {"turn": "Ann", "untaps": []}, ATTACK]),
        board(UNTAPS, steps=[ATTACK, {"turn": "Bob"}, {"turn": "Ann", "untaps": ["ox"]}, ATTACK]),
    ),
    "AttackStep.bands": (
        board("", BANDING, steps=[{"attack": {"ox": "Bob", "elf": "Bob"}}, {"block": {"bear": ["ox"]}}]),
        board(
            "", BANDING, steps=[{"attack": {"ox": "Bob", "elf": "Bob"}, "bands": [["ox", "elf"]]}, {"block": {"bear": ["ox"]}}]
        ),
    ),
    "AttackStep.optional_costs": (board(EXERT), with_step(board(EXERT), 0, optional_costs={"ox": "exert"})),
    "EnlistChoice.enlist": (
        with_step(ENLIST, 0, optional_costs={"ox": {"enlist": "elf"}}),
        with_step(ENLIST, 0, optional_costs={"ox": {"enlist": "ox"}}),
    ),
    "DeclarationStep.pay": (taxed("pay {2}"), taxed("pay {2}", pay=False)),
    "DeclarationStep.mana_abilities": (
        {**taxed("pay {2}", creature("elf", "Ann", "{T}: Add {G}.")), "mana": {"Ann": "{1}"}},
        made_mana(),
    ),
    "BlockStep.by": (
        {**GOADED, "steps": [ATTACK, {"block": {}, "by": "Bob"}]},
        {**GOADED, "steps": [ATTACK, {"block": {}, "by": "Cat"}]},
    ),
    "EntersStep.attacking": (
        board(steps=[ATTACK, {"enters": creature("imp", "Ann")}]),
        board(steps=[ATTACK, {"enters": creature("imp", "Ann"), "attacking": "Bob"}]),
    ),
    "EntersStep.blocking": (
        board(steps=[*STEPS_OF_ALL, {"enters": creature("imp", "Bob")}]),
        board(steps=[*STEPS_OF_ALL, {"enters": creature("imp", "Bob"), "blocking": "ox"}]),
    ),
    "AssignStep.by": (
        board(steps=[*STEPS_OF_ALL, {"assign": {"ox": {"bear": 2}}, "by": "Ann"}]),
        board(steps=[*STEPS_OF_ALL, {"assign": {"ox": {"bear": 2}}, "by": "Bob"}]),
    ),
    "ResolveStep.choices": (resolving("Mentor"), resolving("Mentor", {"source": "ox", "targets": ["imp"]})),
    "ResolutionChoice.source": (
        resolving("Provoke", {"source": "ox", "sacrificed": ["cat"]}, elf="Annihilator 1"),
        resolving("Provoke", {"source": "elf", "sacrificed": ["cat"]}, elf="Annihilator 1"),
    ),
    "ResolutionChoice.targets": (
        resolving("Mentor", {"source": "ox", "targets": ["elf"]}),
        resolving("Mentor", {"source": "ox", "targets": ["imp"]}),
    ),
    "ResolutionChoice.accept": (
        resolving("Provoke", {"source": "ox", "accept": [True]}),
        resolving("Provoke", {"source": "ox", "accept": [False]}),
    ),
    "ResolutionChoice.division": (
        resolving(DIVIDED, {"source": "ox", "targets": ["cat", "dog"], "division": {"cat": 1, "dog": 2}}),
        resolving(DIVIDED, {"source": "ox", "targets": ["cat", "dog"], "division": {"cat": 2, "dog": 1}}),
    ),
    "ResolutionChoice.modes": (
        resolving(MODAL, {"source": "ox", "modes": [0]}),
        resolving(MODAL, {"source": "ox", "modes": [1]}),
    ),
    "ResolutionChoice.flips": (
        resolving(FLIPPED, {"source": "ox", "flips": [True]}),
        resolving(FLIPPED, {"source": "ox", "flips": [False]}),
    ),
    "ResolutionChoice.votes": (
        resolving(VOTED, {"source": "ox", "votes": ["calm", "storm"]}),
        resolving(VOTED, {"source": "ox", "votes": ["calm", "calm"]}),
    ),
    "ResolutionChoice.types": (
        resolving(TYPED, {"source": "ox", "types": ["Dog"]}),
        resolving(TYPED, {"source": "ox", "types": ["Goat"]}),
    ),
    "ResolutionChoice.nonland": (
        resolving(CONNIVED, {"source": "ox", "nonland": 0}),
        resolving(CONNIVED, {"source": "ox", "nonland": 1}),
    ),
    "ResolutionChoice.chosen": (
        resolving(CHOSEN, {"source": "ox", "chosen": ["elf"]}),
        resolving(CHOSEN, {"source": "ox", "chosen": ["imp"]}),
    ),
    "ResolutionChoice.cards": (
        resolving(FOUND, {"source": "ox", "cards": [creature("owl", "Ann")]}),
        resolving(FOUND, {"source": "ox"}),
    ),
    "ResolutionChoice.library": (
        resolving(TURNED_UP, {"source": "ox", "library": [creature("owl", "Ann")]}),
        resolving(TURNED_UP, {"source": "ox", "library": [{**creature("owl", "Ann"), "types": ["Land"]}]}),
    ),
    "ResolutionChoice.discarded": (
        {**resolving(CONNIVED, {"source": "ox", "discarded": [creature("owl", "Ann")]}), "hand": {"Ann": 1}},
        {
            **resolving(CONNIVED, {"source": "ox", "discarded": [{**creature("owl", "Ann"), "types": ["Land"]}]}),
            "hand": {"Ann": 1},
        },
    ),
    "ResolutionChoice.faces": (
        resolving(TRANSFORMED, {"source": "ox", "faces": [creature("ox", "Ann")]}),
        resolving(TRANSFORMED, {"source": "ox", "faces": [{**creature("ox", "Ann"), "power": 7}]}),
    ),
    "ResolutionChoice.counters": (
        resolving(REMOVED, {"source": "ox", "counters": ["+1/+1"]}),
        resolving(REMOVED, {"source": "ox", "counters": ["charge"]}),
    ),
    "ResolutionChoice.x": (
        resolving(PAID_X, {"source": "ox", "accept": [True], "x": 1}),
        resolving(PAID_X, {"source": "ox", "accept": [True], "x": 2}),
    ),
    "ResolutionChoice.rolls": (
        resolving(ROLLED, {"source": "ox", "rolls": [2]}),
        resolving(ROLLED, {"source": "ox", "rolls": [3]}),
    ),
    "ResolutionChoice.sacrificed": (
        resolving("Annihilator 1", {"source": "ox", "sacrificed": ["bear"]}),
        resolving("Annihilator 1", {"source": "ox", "sacrificed": ["cat"]}),
    ),
    "ResolveStep.in_order": (DRUM, {**DRUM, "steps": [DRUM["steps"][0], {"resolve": "all", "in_order": ["ox", "elf"]}]}),
    "Case.teams": (four(), four(teams=TEAMS)),
    "Case.variant": (four(teams=TEAMS, steps=HIT), four(teams=TEAMS, variant="two-headed giant", steps=HIT)),
    "Case.options": (four(), four(options={"attack": "right"})),
    "StatedOptions.attack": (four(options={"attack": "left"}), four(options={"attack": "right"})),
    "StatedOptions.range": (four(options={"range": 1}), four(options={"range": {"Ann": 0, "Bob": 1, "Cid": 1, "Dan": 1}})),
    "StatedOptions.emperors": (emperors("Eve"), emperors("Ann")),
    "Case.commander_damage": (commander(20), commander(3)),
    "DeclarationStep.pays": (paid_by(True), paid_by(False)),
    "LeavesStep.to": (
        board("Whenever another creature dies, you gain 1 life.", steps=[{"leaves": "bear", "to": "graveyard"}]),
        board("Whenever another creature dies, you gain 1 life.", steps=[{"leaves": "bear", "to": "exile"}]),
    ),
    "Stated.designations": (
        board("This creature can't attack unless you're the monarch.", designations={"Ann": []}),
        board(
            "This creature can't attack unless you're the monarch.",
            steps=[{"states": {"designations": {"Ann": ["monarch"]}}}, *STEPS_OF_ALL],
            designations={"Ann": []},
        ),
    ),
    "Stated.facts": (
        board(f"This creature can't attack unless {FACT}.", facts={"Ann": {FACT: False}}),
        board(
            f"This creature can't attack unless {FACT}.",
            steps=[{"states": {"facts": {"Ann": [FACT]}}}, *STEPS_OF_ALL],
            facts={"Ann": {FACT: False}},
        ),
    ),
}


@pytest.mark.parametrize(("case", "other"), OTHERS.values(), ids=OTHERS)
def test_other_fields(case: Data, other: Data) -> None:
    differ(case, other)


ONE_VALUE = {"LostAbilities.loses_abilities", "StatedOptions.shared_turns", "StatedOptions.shared_life"}
"""What may only be said in one way."""


def test_every_field_of_a_case_is_tried_or_on_the_list() -> None:
    found = set()
    for model in vars(models).values():
        if not (isinstance(model, type) and issubclass(model, Model)) or model in (Model, StatedPermanent, Characteristics):
            continue
        inherited = {field for base in model.__bases__ for field in getattr(base, "model_fields", {})}
        action = None if model.__name__ in EXPECTING else getattr(model, "action", None)
        found |= {f"{model.__name__}.{field}" for field in model.model_fields if field not in inherited and field != action}
    expected = {field.removeprefix("expected ") for field in FIELDS_OF_CASES if field.startswith("expected ")}
    compared = {each for each in found if each.partition(".")[0] in EXPECTING and each.partition(".")[2] in expected}
    compared |= {each for each in found if each.startswith("ExpectedTrigger.")}
    compared |= {each for each in found if each.startswith("ExpectedRefusal.")} | {"Case.refused"}
    assert found - compared - ONE_VALUE == OTHERS.keys() | {"Case.id", "Case.source", "CaseStep.why"}


EXPECTING = ("CaseStep", "StepExpectingCombat", "StepExpectingOutcome", "DeclarationStep")


def test_the_list_says_why_of_everything() -> None:
    assert all(row.where and row.what and row.why for row in ignored())
    assert len({row.what for row in ignored()}) == len(ignored())


REMARKS: dict[str, Data] = {"id": board(id="x"), "source": board(source="x"), "why": with_step(board(), 0, why="x")}


@pytest.mark.parametrize("other", REMARKS.values(), ids=REMARKS)
def test_what_is_on_the_list_changes_no_ruling(other: Data) -> None:
    before, now = judged(board()), judged(other)
    assert isinstance(before, CaseReport) and isinstance(now, CaseReport)
    assert rulings(now) == rulings(before)
