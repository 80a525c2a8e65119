"""How rule tests read: `given(board).when(steps).then(what the last step brought about)`.

The board and the steps are written as in a case file and judged as a user's case is: wording, legality, events and all.

    given(creature("brute", ANN, "Menace"), creature("bear", BOB)).when(attack(brute=BOB), block(bear="brute")).then(
        illegal("509.1b", "menace")
    )
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from declarant.events.journal.journal import Journal
from declarant.events.types import CARD_TYPES, SUPERTYPES
from declarant.handlers.game import Game
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import Case
from declarant.tools.cases.report import CaseReport, DamageReport, StepReport

ANN, BOB, CAT = "Ann", "Bob", "Cat"
BEFORE_BATTLES, WITH_ORDERS, WITHOUT_ORDERS = "2022-10-07", "2024-06-07", "2025-04-04"
"""The editions of the rule documents 000, 002 and 004, by what distinguishes them."""

Check = Callable[["Outcome"], None]


def numbered(with_orders: str, without_orders: str) -> pytest.MarkDecorator:
    """Test under both editions, `rules`, with the number that the rule has in each, `rule`."""
    return pytest.mark.parametrize(("rules", "rule"), [(WITH_ORDERS, with_orders), (WITHOUT_ORDERS, without_orders)])


class Outcome:
    """The case's report, the step that is checked (the last), and the game that was judged."""

    def __init__(self, report: CaseReport, game: Game | None) -> None:
        self.report = report
        self._game = game

    @property
    def step(self) -> StepReport:
        assert self.report.error is None, self.report.error
        return self.report.steps[-1]

    @property
    def game(self) -> Game:
        assert self.report.error is None and self._game is not None, self.report.error
        return self._game


class When:
    """A case with its steps."""

    def __init__(self, case: dict[str, Any], steps: tuple[dict[str, Any], ...]) -> None:
        self.case = {**case, "steps": steps}

    def outcome(self) -> Outcome:
        """Judge the case. Every step before the last is expected to be legal, unless it says otherwise."""
        journal = Journal.open("memory://")
        report = judge(Case.model_validate(self.case), journal=journal)
        for step in report.steps[:-1]:
            assert step.verdict in (None, self.case["steps"][step.step].get("expect", "legal")), step
        return Outcome(report, Game.open(journal, "case") if journal.streams() else None)

    def then(self, *checks: Check) -> Outcome:
        """Check what the last step brought about."""
        outcome = self.outcome()
        for check in checks:
            check(outcome)
        return outcome


class Given:
    """A board."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.case = case

    def when(self, *steps: dict[str, Any]) -> When:
        return When(self.case, steps)

    def game(self) -> Game:
        """The game with this board, before anything is declared."""
        return self.when().outcome().game


def given(
    *battlefield: dict[str, Any],
    rules: str = WITHOUT_ORDERS,
    players: tuple[str, ...] = (ANN, BOB),
    effects: tuple[dict[str, Any], ...] = (),
    active: str | None = None,
    **totals: dict[str, Any],
) -> Given:
    """A board: permanents, the edition by date, players in turn order (`active`: the first), effects, life, hand, mana, …"""
    board = {"players": players, "rules": rules, "battlefield": battlefield, "effects": effects, **totals}
    return Given({**board, "active": active} if active else board)


# --- permanents and effects --------------------------------------------------------------------------------------------


def permanent(id: str, controller: str, text: str = "", *, types: tuple[str, ...], **more: Any) -> dict[str, Any]:
    """A permanent; `types` may hold its subtypes, too."""
    known = [each for each in types if each in (*CARD_TYPES, *SUPERTYPES)]
    subtypes = (*(each for each in types if each not in known), *more.pop("subtypes", ()))
    return {
        "id": id,
        "controller": controller,
        "name": id.capitalize(),
        "types": known,
        "subtypes": subtypes,
        "text": text,
        **more,
    }


def creature(id: str, controller: str, text: str = "", *, power: int = 2, toughness: int = 2, **more: Any) -> dict[str, Any]:
    types = ("Creature", *more.pop("types", ()))
    return permanent(id, controller, text, types=types, power=power, toughness=toughness, **more)


def enchantment(id: str, controller: str, text: str, **more: Any) -> dict[str, Any]:
    return permanent(id, controller, text, types=("Enchantment",), **more)


def planeswalker(id: str, controller: str, **more: Any) -> dict[str, Any]:
    return permanent(id, controller, types=("Planeswalker",), loyalty=3, **more)


def battle(id: str, controller: str, protector: str, **more: Any) -> dict[str, Any]:
    return permanent(id, controller, types=("Battle",), subtypes=("Siege",), defense=3, protector=protector, **more)


def land(id: str, controller: str, *subtypes: str, **more: Any) -> dict[str, Any]:
    """A land; one without basic land types adds {G}."""
    return permanent(id, controller, "" if subtypes else "{T}: Add {G}.", types=("Land",), subtypes=subtypes, **more)


def effect(controller: str, text: str) -> dict[str, Any]:
    return {"controller": controller, "text": text}


# --- steps ---------------------------------------------------------------------------------------------------------------


def attack(
    _attackers: dict[str, str] | None = None, /, *, step: dict[str, Any] | None = None, **attackers: str
) -> dict[str, Any]:
    """Attackers are declared: `attack(bear=BOB)`; other keys of the step in `step`."""
    return {"attack": {**(_attackers or {}), **attackers}, **(step or {})}


def block(
    _blocks: Mapping[str, str | list[str]] | None = None,
    /,
    *,
    by: str | None = None,
    step: dict[str, Any] | None = None,
    **blocks: str | list[str],
) -> dict[str, Any]:
    """Blockers are declared: `block(wall="bear", giant=["bear", "ox"])`; other keys of the step in `step`."""
    named = {**(_blocks or {}), **blocks}
    chosen = {blocker: [attackers] if isinstance(attackers, str) else attackers for blocker, attackers in named.items()}
    return {"block": chosen, **({"by": by} if by else {}), **(step or {})}


Amounts = Mapping[str, int]


def damage(
    _assignment: Mapping[str, Amounts] | None = None, /, *, step: dict[str, Any] | None = None, **assignment: Amounts
) -> dict[str, Any]:
    """Combat damage is assigned by everybody and dealt: `damage(bear={"elk": 2})`; other keys of the step in `step`."""
    return {"damage": {**(_assignment or {}), **assignment}, **(step or {})}


def assign(by: str | None = None, /, **assignment: Amounts) -> dict[str, Any]:
    """A player announces combat damage: `assign(ANN, bear={"elk": 2})`."""
    return {"assign": assignment, **({"by": by} if by else {})}


DEALS: dict[str, Any] = {"deals": True}
END_OF_COMBAT: dict[str, Any] = {"end_of_combat": True}
AFTER_COMBAT: dict[str, Any] = {"after_combat": True}
CLEANUP: dict[str, Any] = {"cleanup": True}


def resolve(number: int | str = "all", /, *choices: dict[str, Any]) -> dict[str, Any]:
    """Abilities on the stack resolve: `resolve("all", {"source": "imp", "targets": ["bear"]})`."""
    return {"resolve": number, **({"choices": choices} if choices else {})}


def illegally(step: dict[str, Any]) -> dict[str, Any]:
    """A step before the last one that is expected to be illegal."""
    return {**step, "expect": "illegal"}


# --- checks --------------------------------------------------------------------------------------------------------------


def legal(outcome: Outcome) -> None:
    assert outcome.step.verdict == "legal", outcome.step


def illegal(rule: str | None, *words: str) -> Check:
    """Illegal by that rule number, with these words in the reason."""

    def check(outcome: Outcome) -> None:
        assert (outcome.step.verdict, outcome.step.rule) == ("illegal", rule), outcome.step
        for word in words:
            assert word.lower() in outcome.step.why.lower(), outcome.step.why

    return check


def instead(**declaration: str | list[str]) -> Check:
    """The ruling names this legal declaration."""

    def check(outcome: Outcome) -> None:
        found = {k: list(v) if isinstance(v, tuple) else v for k, v in (outcome.step.instead or {}).items()}
        assert outcome.step.instead is not None and found == declaration, outcome.step.instead

    return check


def a_legal_way_out(outcome: Outcome) -> None:
    """The ruling on an attack names a declaration, and that one is legal."""
    assert outcome.step.instead is not None, outcome.step
    assert outcome.game.declare_attackers(outcome.step.instead).verdict == "legal"


def costs(total: str | None) -> Check:
    def check(outcome: Outcome) -> None:
        assert outcome.step.cost == total, outcome.step.cost

    return check


def triggers(_rule: str | None = None, /, **times: int) -> Check:
    """Exactly these abilities triggered: source=times; all of them by that rule number, if one is given."""

    def check(outcome: Outcome) -> None:
        found: Counter[str] = Counter()
        for trigger in outcome.step.triggers:
            found[trigger.source] += trigger.times
            assert _rule is None or trigger.rule == _rule, trigger
        assert found == Counter(times), outcome.step.triggers

    return check


def blocked(*attackers: str) -> Check:
    def check(outcome: Outcome) -> None:
        assert set(outcome.step.blocked) == set(attackers), outcome.step.blocked

    return check


def unblocked(*attackers: str) -> Check:
    def check(outcome: Outcome) -> None:
        assert set(outcome.step.unblocked) == set(attackers), outcome.step.unblocked

    return check


def attacking(**targets: str | None) -> Check:
    def check(outcome: Outcome) -> None:
        assert outcome.step.attacking == targets, outcome.step.attacking

    return check


def blocking(**blocks: list[str]) -> Check:
    def check(outcome: Outcome) -> None:
        found = {blocker: list(attackers) for blocker, attackers in outcome.step.blocking.items()}
        assert found == blocks, found

    return check


def orders(**announced: list[str]) -> Check:
    def check(outcome: Outcome) -> None:
        found = {creature: list(order) for creature, order in outcome.step.orders.items()}
        assert found == announced, found

    return check


def dealt(**amounts: Amounts) -> Check:
    """Exactly this damage was dealt in the step: source → recipient → amount."""

    def check(outcome: Outcome) -> None:
        assert isinstance(outcome.step, DamageReport)
        assert outcome.step.dealt == amounts, outcome.step.dealt

    return check


def life(**totals: int) -> Check:
    def check(outcome: Outcome) -> None:
        found = {player: outcome.game.board.life[player] for player in totals}
        assert found == totals, found

    return check


def poison(**totals: int) -> Check:
    def check(outcome: Outcome) -> None:
        found = {player: outcome.game.board.poison.get(player, 0) for player in totals}
        assert found == totals, found

    return check


def marked(**amounts: int) -> Check:
    """Damage marked on these permanents, all of them on the battlefield."""

    def check(outcome: Outcome) -> None:
        found = {id: outcome.game.board.permanents[id].marked for id in amounts}
        assert found == amounts, found

    return check


def has(id: str, **characteristics: Any) -> Check:
    """A permanent has these: `has("elk", power=1, counters={"-1/-1": 1})`."""

    def check(outcome: Outcome) -> None:
        permanent = outcome.game.board.permanents[id]
        found = {name: getattr(permanent, name) for name in characteristics}
        assert found == characteristics, found

    return check


def sizes(**of: str) -> Check:
    """Creatures have this power and toughness, with all effects: `sizes(bear="2/2")`."""

    def check(outcome: Outcome) -> None:
        seen = outcome.game.view.permanents
        assert {id: f"{seen[id].power}/{seen[id].toughness}" if id in seen else None for id in of} == of

    return check


def resolved(*sources: str) -> Check:
    """Exactly the abilities of these resolved in the step, in that order, and all were carried out."""

    def check(outcome: Outcome) -> None:
        assert isinstance(outcome.step, DamageReport)
        assert [each.source for each in outcome.step.resolved] == list(sources), outcome.step.resolved
        assert not outcome.step.not_carried_out, outcome.step.not_carried_out

    return check


def not_carried_out(source: str, *words: str) -> Check:
    """The game is marked: an ability of that source wasn't carried out, and why."""

    def check(outcome: Outcome) -> None:
        found = [mark for mark in outcome.game.stack.marks if mark.source == source]
        assert found and all(word in found[-1].why for word in words), outcome.game.stack.marks

    return check


def left(*ids: str) -> Check:
    """Exactly these permanents left the battlefield in the step."""

    def check(outcome: Outcome) -> None:
        assert isinstance(outcome.step, DamageReport)
        assert set(outcome.step.left) == set(ids), outcome.step.left

    return check


def dies(_rule: str | None = None, /, *ids: str) -> Check:
    """Exactly these permanents are put into a graveyard by state-based actions; all by that rule number, if one is given."""

    def check(outcome: Outcome) -> None:
        assert isinstance(outcome.step, DamageReport)
        assert set(outcome.step.destroyed) == set(ids), outcome.step.destroyed
        assert all(id not in outcome.game.board.permanents for id in ids)
        for id in ids:
            assert _rule is None or outcome.step.sba[id] == _rule, outcome.step.sba

    return check


def loses(_rule: str | None = None, /, *players: str) -> Check:
    """Exactly these players lose; all of them by that rule number, if one is given."""

    def check(outcome: Outcome) -> None:
        assert isinstance(outcome.step, DamageReport)
        assert set(outcome.step.lost) == set(players), outcome.step.lost
        for player in players:
            assert _rule is None or outcome.step.sba[player] == _rule, outcome.step.sba

    return check


def tapped(*ids: str) -> Check:
    def check(outcome: Outcome) -> None:
        found = {id for id, permanent in outcome.game.board.permanents.items() if permanent.tapped}
        assert found == set(ids), found

    return check


def logged(*types: str) -> Check:
    """The log ends with events of these types."""

    def check(outcome: Outcome) -> None:
        found = [type(event).__name__ for _, event in outcome.game.log.events()]
        assert found[-len(types) :] == list(types), found

    return check


def refused(kind: str, *words: str) -> Check:
    """The case can't be judged: the kind of the error, and words in what it says."""

    def check(outcome: Outcome) -> None:
        error = outcome.report.error
        assert error is not None and error.kind == kind, outcome.report
        for word in words:
            assert word in f"{error.where} {error.found} {error.allowed}", error

    return check
