"""The table that a judge edits: a case of one combat, and what a form says of it.

A form's fields are named by what they state and of whom: `attack.c1=Bob`, `block.c2.c1=1`, `damage.0.c1.c2=3`. The combat goes as
far as the form's `stage` asks and the rulings let it: attackers, then each defending player's blockers, then damage.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from ...events.damage import Assignment
from ...events.errors import InvalidInput
from ...handlers.budget import Budget
from ...handlers.combat.damage_orders import missing_orders
from ...handlers.game import Game
from ...handlers.procedure.attackers_508_1 import optional_costs
from ...handlers.procedure.damage_explained import AssigningCreature
from ...handlers.rulebook.editions import editions
from ...handlers.view.view import View
from .. import cards
from ..cases import models as m
from ..cases.judging import moments
from ..cases.life import together
from ..cases.models import Case
from ..cases.plainly import names_of
from ..cases.reading import read_case
from ..page.dispute import settled
from . import stating, typed
from .sources import KeywordSource, keyword_sources
from .stating import Form

MAX_PERMANENTS = 60
"""How many permanents a table has at most."""

MAX_PLAYERS = 8
"""How many players sit at it at most."""

COUNTED = ("hand", "graveyard", "poison")
"""What is counted of players, besides life."""

NEWCOMERS = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")

NOTHING = "-"
"""What something is attached to that is attached to nothing."""

STAGES = ("attack", "block", "damage")
Stage = Literal["attack", "block", "damage"]

_KIND = re.compile(
    r"\s*(artifact|enchantment|land|planeswalker|battle|aura|equipment)\b\s*(\d{0,4})\s*:?\s*(.*)", re.DOTALL | re.IGNORECASE
)
_ATTACHED = {"Aura": ("Enchantment", "enchanted "), "Equipment": ("Artifact", "equipped creature")}
"""Subtype → its card type, and the words of a text by which it is known."""


@dataclass(frozen=True)
class Put:
    """What somebody puts on the table: permanents and effects, as data, and how it is taken, where it is another name."""

    permanents: list[dict[str, Any]]
    effects: list[dict[str, Any]] = field(default_factory=list)
    note: str | None = None


@dataclass(frozen=True)
class CaseTable:
    """A case on the table, the form that states it, and how what was typed is taken, in sentences."""

    case: Case
    form: Form
    notes: tuple[str, ...] = ()


def empty() -> Case:
    """A table with nobody's creatures on it."""
    newest = editions()[0].effective
    return read_case(
        {
            "id": "table",
            "rules": newest.isoformat(),
            "players": list(NEWCOMERS[:2]),
            "stated": False,
            "battlefield": [],
            "steps": [],
        }
    )


# --- what is put on it ------------------------------------------------------------------------------------------------------


def put(text: str, controller: str, taken: Sequence[str], players: Sequence[str] = ()) -> Put:
    """The permanents that somebody types, with the effects about them, and how it is taken, where it is another name.

    It is the name of a card that is loaded, in which letters may be wrong; or size and words, as in “3x 1/1 goblin tapped”; or a
    kind and words, as in “enchantment: Creatures you control have flying.” Raises InvalidInput, stating the names it may be.
    """
    ids = (f"c{number}" for number in range(1, 10_000) if f"c{number}" not in taken)
    if creatures := typed.typed(text, controller, players or (controller,)):
        about = {"controller": controller, "name": typed.called(creatures.fields), **creatures.fields}
        found = [{"id": next(ids), **about} for _ in range(creatures.number)]
        return Put(found, [effect for each in found for effect in creatures.effects(each["id"], controller)])
    id = next(ids)
    try:
        return Put([{"id": id, "controller": controller, "name": cards.find(text.strip()).name}])
    except InvalidInput as error:
        if kind := _KIND.fullmatch(text):
            return Put([_of_kind(id, controller, kind)])
        allowed = error.allowed
        try:
            near = cards.meant(text)
        except InvalidInput:  # no cards are loaded: no command helps who sits at the table
            near, allowed = [], "a name, once card data is loaded or opened"
        if len(near) == 1:
            note = f"“{text.strip()}” is taken as {near[0]}."
            return Put([{"id": id, "controller": controller, "name": near[0]}], note=note)
        some = near[:5] or cards.suggested(text, 3) if near else []
        hint = f": {' or '.join(some)}" if some else "; or size and words, as in “2/2 flying”"
        raise InvalidInput("card", error.found, allowed + hint) from None


def _described(id: str, controller: str, name: str, kind: str, words: str) -> dict[str, Any]:
    return {"id": id, "controller": controller, "name": name, "types": [kind], **({"text": words} if words else {})}


def _of_kind(id: str, controller: str, kind: re.Match[str]) -> dict[str, Any]:
    named, number, words = kind[1].capitalize(), int(kind[2] or 3), kind[3].strip()
    subtype = next((each for each, (type, known) in _ATTACHED.items() if named in (each, type) and known in words.lower()), named)
    type, subtypes = (_ATTACHED[subtype][0], {"subtypes": [subtype]}) if subtype in _ATTACHED else (named, {})
    stated = {name: number for name, of in stating.COUNTED_DOWN.items() if of == type}
    return {**_described(id, controller, subtype, type, words[:1].upper() + words[1:]), **subtypes, **stated}


# --- what a form changes ------------------------------------------------------------------------------------------------------


def edited(case: Case, form: Form, budget: Budget | None = None) -> CaseTable:
    """The table after what a form says of it. Raises InvalidInput."""
    before = together(case)
    written = case.as_data() | {"life": before.life}
    _seat(written, form)
    if case.teams:  # a shared total is said of the first who shares it
        written["life"] = {player: written["life"][before.sharing_life(player)[0]] for player in case.players}
    permanents, effects, notes = _put(written, form)
    written |= {"battlefield": permanents, "effects": effects, "steps": [], "facts": {}, "designations": {}}
    laid = settled(read_case(written, ""))
    said = stating.kept(stating.said(form, (*written["players"], *(each["id"] for each in permanents))), case, laid)
    written = {**laid.as_data(), **stating.stated(laid, said)}
    written = {name: value for name, value in written.items() if value or name in ("battlefield", "steps", "stated")}
    written["steps"] = list(_steps(read_case(written, ""), form, budget))
    form = {name: value for name, value in form.items() if not name.startswith("say")} | stating.fields_of(said)
    dealt = announced(written["steps"])
    form |= {name: value for n, each in enumerate(dealt) for name, value in fields_of_damage(n, each).items() if name not in form}
    names = {player: name for player in laid.players if (name := form.get(f"name.{player}", "").strip()) and name != player}
    found = settled(read_case(_renamed(written, names), ""))
    # Its fields are named by players: those who are called otherwise now have other fields.
    if names:
        said = {(names.get(who, who), fact): answer for (who, fact), answer in said.items()}
        form = {**form_of(found)[0], **stating.fields_of(said), "stage": stage_of(form)}
    return CaseTable(found, form, tuple(notes))


def _seat(written: dict[str, Any], form: Form) -> None:
    """Who plays, and what is said of each."""
    players = list(written["players"])
    if form.get("more") and len(players) < MAX_PLAYERS:
        players.append(next(name for name in NEWCOMERS if name not in players))
    if (gone := form.get("leaves")) in players and len(players) > 2:
        _drop_player(written, str(gone))
        players.remove(str(gone))
    written["players"] = players
    if form.get("active") in players:
        written["active"] = form["active"]
    written["life"] = {player: _life(form.get(f"life.{player}"), written["life"].get(player, 20)) for player in players}
    written["mana"] = {
        player: mana for player in players if (mana := _mana(form.get(f"mana.{player}", written.get("mana", {}).get(player))))
    }
    for kind in COUNTED:
        counts = {player: form.get(f"{kind}.{player}", str(written.get(kind, {}).get(player, ""))) for player in players}
        written[kind] = {player: stating.whole(kind, count) for player, count in counts.items() if count}
    if form.get("rules"):
        written["rules"] = form["rules"]


def _put(written: Mapping[str, Any], form: Form) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[str]]:
    """The permanents and effects that are there then, and how what was typed is taken."""
    gone, notes = form.get("remove"), list[str]()
    if chip := form.get("off"):
        written = typed.without(written, chip)
    found = [dict(each) for each in written["battlefield"] if each["id"] != gone]
    effects = [dict(each) for each in written.get("effects", ()) if gone is None or not typed.about(each, gone)]
    for each in found:
        each.pop("designations", None)  # they are stated with those of players
        if gone is not None and each.get("attached_to") == gone:
            del each["attached_to"]
        if (on := form.get(f"on.{each['id']}")) is not None:
            each |= {"attached_to": on}
            if on in (NOTHING, gone):
                del each["attached_to"]
    if not form.get("off"):
        found = [stating.detailed(each, form) if each["id"] == form.get("details") else each for each in found]
        for each in found:
            if each["id"] == form.get("details"):
                effects += [
                    new
                    for new in stating.lasting(each["id"], each["controller"], form)
                    if "goad" not in new or new not in effects
                ]
    for player in written["players"]:
        if text := form.get(f"add.{player}", "").strip():
            added = put(text, player, [each["id"] for each in found], written["players"])
            if len(found) + len(added.permanents) > MAX_PERMANENTS:
                raise InvalidInput("card", f"{MAX_PERMANENTS} permanents already", "a table with fewer")
            found += added.permanents
            effects += added.effects
            notes += [added.note] if added.note else []
    return found, effects, notes


_OF_PLAYERS = ("life", "hand", "graveyard", "poison", "mana", "facts", "designations", "commander_damage")
"""What a case says of players by their names."""


def _drop_player(written: dict[str, Any], player: str) -> None:
    """A player leaves the table, and what they control and own with them."""
    written["battlefield"] = [each for each in written["battlefield"] if player not in (each["controller"], each.get("owner"))]
    for name in _OF_PLAYERS:
        written.get(name, {}).pop(player, None)
    if written.get("active") == player:
        del written["active"]


def _renamed(written: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The same case with other names of players."""

    def new(name: Any) -> Any:
        return names.get(name, name) if isinstance(name, str) else name

    def keyed(found: dict[str, Any]) -> dict[str, Any]:
        return {new(key): value for key, value in found.items()}

    if not names:
        return written
    found = {**written, "players": [new(player) for player in written["players"]]}
    found |= {"active": new(written["active"])} if "active" in written else {}
    found |= {name: keyed(written[name]) for name in _OF_PLAYERS if name in written}
    found |= {"teams": [list(map(new, team)) for team in written["teams"]]} if "teams" in written else {}
    if options := written.get("options"):
        named: dict[str, Any] = {"emperors": list(map(new, options["emperors"]))} if options.get("emperors") else {}
        named |= {"range": keyed(options["range"])} if isinstance(options.get("range"), dict) else {}
        found["options"] = {**options, **named}
    whose = ("controller", "owner", "protector", "attached_to", "by", "on")
    for name in ("battlefield", "effects"):
        found[name] = [
            {key: new(value) if key in whose else value for key, value in each.items()} for each in written.get(name, ())
        ]
    steps = []
    for step in written["steps"]:
        step = {**step, **({"by": new(step["by"])} if "by" in step else {})}
        if "attack" in step:
            step["attack"] = {creature: new(target) for creature, target in step["attack"].items()}
        if "damage" in step:
            step["damage"] = {creature: keyed(amounts) for creature, amounts in step["damage"].items()}
        steps.append(step)
    return {**found, "steps": steps}


def _life(text: str | None, default: int) -> int:
    return max(-9_999, min(99_999, stating.whole("life", text))) if text else default


def _mana(text: str | None) -> str | None:
    """Mana as it is typed: `{2}{W}`, or `2W`; None: whatever is needed."""
    if text is None or not text.strip():
        return None
    typed = "".join(text.upper().split())
    return typed if "{" in typed else "".join(f"{{{symbol}}}" for symbol in re.findall(r"\d+|.", typed))


PERMANENTS_PAID = ("sacrifice", "tap", "return", "exile")
"""What a cost may ask to be done with permanents."""

_COUNTED = re.compile(r"(\d{1,4})\s*(life)|discard\s+(\d{1,4})(?:\s+cards?)?", re.IGNORECASE)


def _paid(form: Form, key: str) -> dict[str, Any]:
    """What is offered for a declaration; nothing is said where all of the cost is paid."""
    if form.get(f"pay.{key}") == "nothing":
        return {"pay": False}
    if form.get(f"pay.{key}") != "exactly":
        return {}
    paid: dict[str, Any] = {}
    for each in filter(None, (part.strip() for part in re.split(r",|\band\b", form.get(f"offer.{key}", "")))):
        if counted := _COUNTED.fullmatch(each):
            kind = "life" if counted[2] else "discard"
            paid[kind] = paid.get(kind, 0) + int(counted[1] or counted[3])
        else:
            paid["mana"] = paid.get("mana", "") + (_mana(each) or "")
    for kind in PERMANENTS_PAID:
        start = f"offer.{key}.{kind}."
        if ids := [name.removeprefix(start) for name in form if name.startswith(start)]:
            paid[kind] = ids
    return {"pay": paid} if paid else {}


# --- the combat -----------------------------------------------------------------------------------------------------------


def stage_of(form: Form) -> Stage:
    """How far the combat is to go."""
    return cast(Stage, form["stage"]) if form.get("stage") in STAGES else "attack"


def _steps(case: Case, form: Form, budget: Budget | None) -> Iterator[dict[str, Any]]:
    """The choices that the form states, as far as its stage goes and each ruling lets the next come."""
    stage, written = stage_of(form), case.as_data()
    attacking = together(case).declaring(case.active or case.players[0])
    attack = {
        each.id: target for each in case.battlefield if each.controller in attacking and (target := form.get(f"attack.{each.id}"))
    }
    if not attack and stage == "attack" and "stage" not in form:
        return
    steps = [_attack(attack, form)]
    yield steps[0]
    previous = None
    while stage != "attack":
        try:
            game = _after({**written, "steps": steps}, budget)
        except InvalidInput as error:
            if stating.asked(case, {}, error) is None:
                raise
            return  # what has to be said first is asked for by the ruling
        awaited = next(iter(game.awaited), None)
        if awaited is None or awaited == previous:
            return
        choice = _choice(game, form, awaited.command, awaited.player, stage, steps)
        if choice is None:
            return
        # What isn't legal is awaited again; damage may come twice.
        previous = awaited if "damage" not in choice else None
        if "damage" in choice and game.judge_dealing(choice["damage"]).verdict != "legal":
            yield choice
            return
        responded = _responded(game, form, choice, steps) if "damage" in choice else [choice]
        steps += responded
        yield from responded


def _attack(attack: dict[str, str], form: Form) -> dict[str, Any]:
    bands: dict[str, list[str]] = {}
    costs: dict[str, list[Any]] = {}
    for id in attack:
        if band := form.get(f"band.{id}"):
            bands.setdefault(band, []).append(id)
        chosen: list[Any] = [kind for kind in ("exert", "pay") if form.get(f"{kind}s.{id}")]
        chosen += [{"enlist": helper}] if (helper := form.get(f"enlists.{id}")) else []
        if chosen:
            costs[id] = chosen
    found: dict[str, Any] = {"attack": attack, **_paid(form, "attack")}
    return {**found, **({"bands": list(bands.values())} if bands else {}), **({"optional_costs": costs} if costs else {})}


def _choice(
    game: Game, form: Form, command: str, player: str, stage: Stage, steps: Sequence[dict[str, Any]]
) -> dict[str, Any] | None:
    """What the form says of a choice that comes next; None where the stage doesn't go so far."""
    if command == "DeclareBlockers":
        side = game.board.side(player)
        mine = [id for id, permanent in game.board.permanents.items() if permanent.controller in side]
        blocks = {id: [attacker for attacker in game.combat.attackers if form.get(f"block.{id}.{attacker}")] for id in mine}
        by = {"by": player} if len(game.board.players) > 2 else {}
        return {"block": {id: attackers for id, attackers in blocks.items() if attackers}, **by, **_paid(form, f"block.{player}")}
    if stage != "damage":
        return None
    if command == "AnnounceDamageOrder":
        missing = missing_orders(game.combat, game.edition.damage_orders)
        return {"order": {creature: _ordered(form, creature, faced) for creature, faced in missing.items()}}
    if command in ("AssignCombatDamage", "DealCombatDamage"):
        number = len(announced(steps))
        assigned = _assigned(form, number, game)
        if not any(name.startswith(f"damage.{number}.") for name in form):
            assigned = cast(Assignment, game.judge_dealing(assigned).instead or assigned)  # a legal one to begin with
        return {"damage": assigned}
    return None


def announced(steps: Iterable[Mapping[str, Any]]) -> list[dict[str, dict[str, int]]]:
    """The damage that is assigned in each damage step, whether players respond before it is dealt or not."""
    found: list[dict[str, dict[str, int]]] = []
    waiting = False
    for step in steps:
        if "damage" in step:
            found.append(step["damage"])
        elif "assign" in step:
            found += [] if waiting else [{}]
            found[-1] = found[-1] | step["assign"]
        waiting = "assign" in step or (waiting and "deals" not in step)
    return found


def _responded(game: Game, form: Form, choice: dict[str, Any], steps: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The steps of a damage step: where damage goes on the stack, what players do before it is dealt comes in between."""
    number = len(announced(steps))
    responses = list(_responses(game, form, number))
    if not responses or game.edition.combat_damage != "on the stack":
        return [choice]
    choosers = {each.creature: each.chooser for each in game.explain_dealing({}).creatures}
    found: list[dict[str, Any]] = []
    for player in _in_turn_order(game):
        if player in choosers.values():
            mine = {creature: amounts for creature, amounts in choice["damage"].items() if choosers.get(creature) == player}
            found.append({"assign": mine, "by": player})
    return [*found, *responses, {"deals": True}]


def _in_turn_order(game: Game) -> Sequence[str]:
    players = game.board.players
    first = players.index(game.board.active) if game.board.active in players else 0
    return (*players[first:], *players[:first])


def _responses(game: Game, form: Form, number: int) -> Iterator[dict[str, Any]]:
    """What players do once the damage of that number is on the stack: who gets what until end of turn, and who leaves."""
    for id in responding(game):
        if words := form.get(f"gets.{number}.{id}", "").strip(" ."):
            yield {"effect": stating.until_end_of_turn(id, game.board.permanents[id].controller, words)}
    for id in responding(game):
        if form.get(f"departs.{number}.{id}"):
            yield {"leaves": id}


_RESPONSE = re.compile(r"\[(?P<id>[^\]]+)\] (?:gets |gains )?(?P<words>.+) until end of turn\.")


def _response(case: Case, effect: m.WordedEffect) -> tuple[str, str] | None:
    """Which creature gets what, where the table would say the effect just so."""
    found = _RESPONSE.fullmatch(effect.text)
    controller = next((each.controller for each in case.battlefield if found and each.id == found["id"]), None)
    if found is None or controller is None:
        return None
    said = stating.until_end_of_turn(found["id"], controller, found["words"])
    return (found["id"], found["words"]) if said == effect.model_dump(mode="json", exclude_unset=True) else None


def responding(game: Game) -> list[str]:
    """The creatures that fight."""
    return [*game.combat.attackers, *game.combat.blockers]


def _ordered(form: Form, creature: str, faced: Sequence[str]) -> list[str]:
    """Creatures by the places that the form gives them, else as they came."""
    places = {other: form.get(f"order.{creature}.{other}", "") for other in faced}
    return sorted(faced, key=lambda other: stating.whole("order", places[other]) if places[other] else len(faced))


def _assigned(form: Form, number: int, game: Game) -> dict[str, dict[str, int]]:
    """The amounts that the form gives for the damage step of this number."""
    found: dict[str, dict[str, int]] = {}
    for creature in (*game.combat.attackers, *game.combat.blockers):
        for recipient in (*game.board.players, *game.board.permanents):
            text = form.get(f"damage.{number}.{creature}.{recipient}", "").strip()
            if text and (amount := stating.whole("damage", text)):
                found.setdefault(creature, {})[recipient] = amount
    return found


def _after(written: dict[str, Any], budget: Budget | None) -> Game:
    """The game when all steps of a case are done."""
    *_, last = moments(read_case(written, ""), budget=budget)
    return last.game


# --- the form of a case -----------------------------------------------------------------------------------------------------


def form_of(case: Case) -> tuple[dict[str, str], bool]:
    """What a form would say of the first combat of a case, and whether that is all it states."""
    form = stating.form_of_stated(case)
    damage, responding, assigning = 0, False, set[str]()
    whole = True
    for step in case.steps:
        match step:
            case m.AttackStep() if "stage" not in form:
                form |= {"stage": "attack", **_form_of_attack(step)}
            case m.BlockStep(block=blocks) if form.get("stage") in ("attack", "block"):
                by = step.by or next((p for p in case.players if p != (case.active or case.players[0])), "")
                player = together(case).declaring(by)[0]
                if form["stage"] == "block" and len(case.players) == 2:
                    whole = False
                    continue
                form |= {f"block.{id}.{attacker}": "1" for id, attackers in blocks.items() for attacker in attackers}
                form |= {"stage": "block", **_form_of_pay(step, f"block.{player}")}
            case m.OrderStep(order=orders) if form.get("stage") == "block":
                form |= {
                    f"order.{id}.{other}": str(place)
                    for id, order in orders.items()
                    for place, other in enumerate(order, 1)
                    if len(order) > 1
                }
                form["stage"] = "damage"
            case m.DealDamageStep(damage=assignment) if form.get("stage") in ("block", "damage"):
                form |= fields_of_damage(damage, assignment)
                form["stage"], damage = "damage", damage + 1
            case m.AssignStep(assign=assignment) if form.get("stage") in ("block", "damage") and assigning.isdisjoint(assignment):
                form |= fields_of_damage(damage, assignment)
                form["stage"], responding = "damage", True
                assigning |= assignment.keys()
            case m.LeavesStep(leaves=id) if responding:
                form[f"departs.{damage}.{id}"] = "1"
            case m.EffectBeginsStep(effect=m.WordedEffect() as effect) if responding and (gets := _response(case, effect)):
                form[f"gets.{damage}.{gets[0]}"] = gets[1]
            case m.DealsStep() if responding:
                damage, responding, assigning = damage + 1, False, set()
            case _:
                whole = False
                if not isinstance(step, m.BlockStep | m.OrderStep):
                    break
    return form, whole


def _form_of_attack(step: m.AttackStep) -> dict[str, str]:
    form = {f"attack.{id}": target for id, target in step.attack.items()} | _form_of_pay(step, "attack")
    form |= {f"band.{id}": str(number) for number, band in enumerate(step.bands, 1) for id in band}
    for id, costs in step.optional_costs.items():
        for cost in costs if isinstance(costs, tuple) else (costs,):
            form |= {f"enlists.{id}": cost.enlist} if isinstance(cost, m.EnlistChoice) else {f"{cost}s.{id}": "1"}
    return form


def _form_of_pay(step: m.AttackStep | m.BlockStep, key: str) -> dict[str, str]:
    if step.pay is False:
        return {f"pay.{key}": "nothing"}
    if not isinstance(step.pay, m.ExactPayment):
        return {}
    paid = step.pay
    amounts = [paid.mana or "", f"{paid.life} life" if paid.life else "", f"discard {paid.discard}" if paid.discard else ""]
    form = {f"pay.{key}": "exactly", f"offer.{key}": ", ".join(filter(None, amounts))}
    for kind in PERMANENTS_PAID:
        form |= {f"offer.{key}.{kind}.{id}": "1" for id in getattr(paid, "return_" if kind == "return" else kind)}
    return form


def fields_of_damage(number: int, assignment: Mapping[str, Mapping[str, int]]) -> dict[str, str]:
    """An assignment of damage in the step of this number, as fields of a form."""
    return {
        f"damage.{number}.{creature}.{recipient}": str(amount)
        for creature, amounts in assignment.items()
        for recipient, amount in amounts.items()
    }


def with_declaration(case: Case, form: Form, index: int, declared: Mapping[str, Any]) -> dict[str, str]:
    """The form with another declaration at a step of the case."""
    step = case.steps[index]
    kept = dict(form)
    if isinstance(step, m.AttackStep):
        kept = {key: value for key, value in kept.items() if not key.startswith(("attack.", "band."))}
        kept |= {f"attack.{id}": target for id, target in declared.items()}
    elif isinstance(step, m.BlockStep):
        declaring = together(case).declaring(step.by) if step.by is not None else case.players
        mine = tuple(f"block.{each.id}." for each in case.battlefield if each.controller in declaring)
        kept = {key: value for key, value in kept.items() if not key.startswith(mine)}
        kept |= {f"block.{id}.{attacker}": "1" for id, attackers in declared.items() for attacker in attackers}
    elif isinstance(step, m.DealDamageStep):
        number = len(announced(case.as_data()["steps"][:index]))
        kept = {key: value for key, value in kept.items() if not key.startswith(f"damage.{number}.")}
        kept |= fields_of_damage(number, declared)
    return kept


# --- what can be chosen -----------------------------------------------------------------------------------------------------


def names(case: Case) -> dict[str, str]:
    """What permanents are called, by id."""
    return names_of({each.id: each.name or each.id for each in case.battlefield})


@dataclass
class TableOptions:
    """What there is to choose on a table, besides who attacks and blocks what."""

    costs: dict[str, list[str]] = field(default_factory=dict)
    """Creature → exert, enlist, pay: what it may do as it attacks."""
    bands: bool = False
    orders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Creature → those between which its damage is ordered."""
    sizes: dict[str, str] = field(default_factory=dict)
    """Creature → power and toughness, with all that is at work."""
    damage: list[list[AssigningCreature]] = field(default_factory=list)
    """For each damage step, the creatures whose damage can be assigned in several ways."""
    responding: list[list[str]] = field(default_factory=list)
    """For each damage step, the creatures with which players may respond before it is dealt (until 2009-07-10)."""
    keywords: dict[str, list[KeywordSource]] = field(default_factory=dict)
    """Permanent → the keywords that it gained and lost, and by what."""
    next: Stage | None = None
    """What comes after what was ruled on."""


def choices(case: Case, budget: Budget | None = None) -> TableOptions:
    """What there is to choose. Raises InvalidInput where the case can't go on."""
    found, before = TableOptions(), None
    game = None
    for done, moment in enumerate(moments(case, budget=budget)):
        game = moment.game
        if done == 0:
            view = View(game.state)
            found.keywords = keyword_sources(view, names(case))
            found.sizes = {
                id: f"{each.power}/{each.toughness}" for id, each in view.permanents.items() if "Creature" in each.types
            }
            mine = [
                id for id, each in view.permanents.items() if each.controller == game.board.active and "Creature" in each.types
            ]
            if game.edition.optional_costs:
                kinds = {id: [kind for kind in ("exert", "enlist", "pay") if optional_costs(view, id, kind)] for id in mine}
                found.costs = {id: each for id, each in kinds.items() if each}
            found.bands = any(not {"banding", "bands with other"}.isdisjoint(view.keywords(id)) for id in mine)
        if isinstance(moment.step, m.OrderStep):
            missing = missing_orders(game.combat, game.edition.damage_orders)
            found.orders |= {creature: faced for creature, faced in missing.items() if len(faced) > 1}
        elif isinstance(moment.step, m.DealDamageStep | m.AssignStep) and not isinstance(before, m.AssignStep):
            found.damage.append([each for each in game.explain_dealing({}).creatures if each.options])
            found.responding.append(responding(game) if game.edition.combat_damage == "on the stack" else [])
        before = moment.step
    awaited = next(iter(game.awaited), None) if game is not None and case.steps else None
    found.next = {"DeclareBlockers": "block", "AnnounceDamageOrder": "damage", "AssignCombatDamage": "damage"}.get(  # type: ignore[assignment]
        awaited.command if awaited is not None else ""
    )
    return found
