"""States the best declaration of a case, at one of its moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Literal, TypeAlias

from pydantic import Field

from ...events.abilities import Cost
from ...events.errors import InvalidInput, Undecided
from ...events.instructions import Pays
from ...events.model import Model, is_default, is_none, parts_of
from ...handlers.best_play.assignment import BestAssignment
from ...handlers.best_play.best_race import BestRace
from ...handlers.best_play.fitted import UNIT
from ...handlers.best_play.play import FITTED, NAMED, BestAttack, BestBlock, check_worth
from ...handlers.best_play.playing_out import BestPlayed
from ...handlers.best_play.trick_combat import Trick, TrickUse
from ...handlers.best_play.tricks import BestAgainstTricks
from ...handlers.budget import Budget
from ...handlers.game import Game
from ...projections.rulings import RuledAction
from ..cases.documents import parse_json
from ..cases.judging import CaseMoment, moments
from ..cases.models import AssignStep, AttackStep, BlockStep, Case, CaseStep, DealDamageStep
from ..editions import house_notes

BestDecision: TypeAlias = BestBlock | BestAttack | BestAssignment | BestPlayed | BestRace | BestAgainstTricks
StatedWorths: TypeAlias = dict[str, int] | str
"""What permanents are worth: by id or name, where the others are worth their power and toughness; or the name of a worth."""


class BestPlay(Model):
    """What `declarant best --format json` prints: the best declaration when so many steps of a case are done.

    `value` is from the declaring player's side: worth of the other player's permanents lost - worth of own permanents lost + own
    life gained - own life lost, the other player's life the other way round. `null` means with `wins` a win, and else a loss.
    `line`: what follows, as steps of a case: the other player's best reply and the damage.
    `equally_good`: how many declarations are worth as much (`null`: too many to be counted, or the player loses or wins
    anyway). `bounds`: what the best declaration is worth at least (`null`: it may lose) and at most (`null`: it may win);
    where they are the same it is `proven`. Where tricks have weights, it is on average that nothing is better: `bounds` are of
    `expected`, and `value` is what the declaration is worth in the worst case.
    `unit`: so many of what `value` and `bounds` are counted in are a point of power (by flat worths, or of life).
    `turns`: both players attack and block on for so many turns. Then `result` is to the player (`null`: only bounds are known),
    `value` the worth of creatures and life at the end less the other player's, and `first` has every first attack that gets it.
    """

    case: str
    rules: date
    step: int
    action: RuledAction
    player: str
    value: int | None
    wins: bool = False
    declaration: dict[str, str] | dict[str, tuple[str, ...]] | dict[str, dict[str, int]]
    line: tuple[dict[str, Any], ...]
    equally_good: int | None
    proven: bool
    bounds: tuple[int | float | None, int | float | None]
    unit: int = 1
    turns: int | None = None
    result: Literal["win", "loss", "worth"] | None = None
    first: tuple[dict[str, str], ...] | None = None
    trick: TrickUse | None = None
    """How one of the tricks is cast, before damage, as is best for its player."""
    lost: int | None = None
    """Where tricks have weights: in how many of a hundred games the block loses, or the attack wins."""
    expected: float | None = None
    """Where tricks have weights: what it is worth in the other games, on average. Both decide then, not the worst case."""
    next_turn: bool | None = Field(None, exclude_if=is_none)
    """Of an attack by `one` that doesn't win: whether the other player's next attack counts in what it is worth."""
    presumed: tuple[str, ...] = ()
    """What the case doesn't state and was taken not to be so, since it matters."""
    notes: tuple[str, ...] = Field((), exclude_if=is_default)
    """The house rules by which it is so, and names of a table of worths that nothing on the board has."""

    def points(self, value: int | float) -> str:
        """So much in points, with its sign."""
        return f"{value / self.unit:+.15g}" if value else "0"

    @property
    def between(self) -> str:
        """The bounds in words, where it isn't proven."""
        low, high = (None if bound is None else self.points(bound) for bound in self.bounds)
        least = "perhaps a loss" if low is None else f"{low} points at least"
        most = "perhaps a win" if high is None else f"{high} at most"
        return f"{least}, {most}: the search was cut short"


def best(
    case: Case,
    *,
    step: int | None = None,
    action: RuledAction | None = None,
    worth: StatedWorths = FITTED,
    hold: bool = False,
    turns: int | None = None,
    tricks: Sequence[Trick] | None = None,
    rules: date | None = None,
    budget: Budget | None = None,
) -> tuple[BestPlay, BestDecision]:
    """The best attack, block or assignment of combat damage of a case when so many steps are done.

    By default after all of them; with an `action` before the first declaration of that kind, or after all where there is none.
    `worth`, `hold`, `turns` and `tricks` are as for `Game.best_block` and `Game.best_attack`, `budget` as for `Game.start`.
    Raises InvalidInput, NotModelled, Undecided.
    """
    if worth == "mana value":
        for index, each in enumerate(case.battlefield):
            if "Creature" in each.types and "mana_value" not in each.model_fields_set and not each.mana_value and not each.token:
                raise InvalidInput(f"battlefield[{index}].mana_value", "nothing", "its mana value, where worth is stated by it")
    moment = _moment(case, step, action, rules, budget)
    by = moment.step.by if isinstance(moment.step, BlockStep) else None
    day = moment.game.edition.effective if rules is None and case.rules is None else rules or case.rules
    assert day is not None, "an edition has a day"
    return best_now(
        moment.game, case.id, moment.done, day, action=action, worth=worth, hold=hold, turns=turns, tricks=tricks, by=by
    )


def best_now(
    game: Game,
    name: str,
    step: int,
    rules: date,
    *,
    action: RuledAction | None = None,
    worth: StatedWorths = FITTED,
    hold: bool = False,
    turns: int | None = None,
    tricks: Sequence[Trick] | None = None,
    by: str | None = None,
) -> tuple[BestPlay, BestDecision]:
    """The best declaration of a game now: what is to be declared next, where no `action` is said. The rest as for `best`."""
    awaited = [_KINDS[each.command] for each in game.awaited if each.command in _KINDS]
    kind: RuledAction = action or (awaited[0] if awaited else "attack")
    if hold and kind != "attack":
        raise InvalidInput("hold", f"with a {kind}", "with an attack: it is about the creatures left at home")
    if turns is not None and kind != "attack":
        raise InvalidInput("turns", f"with a {kind}", "with an attack: a race begins with one")
    found: BestDecision
    if tricks is not None and (kind == "damage" or hold or turns is not None):
        raise InvalidInput("tricks", "with damage, `hold` or `turns`", "with an attack or a block alone")
    if tricks is not None:
        found = (
            game.best_block(worth=worth, by=by, tricks=tricks)
            if kind == "block"
            else game.best_attack(worth=worth, tricks=tricks)
        )
    elif kind == "damage":
        found = game.best_assignment(worth=worth)
    elif kind == "block":
        found = game.best_block(worth=worth, by=by)
    else:
        found = (
            game.best_attack(worth=worth, hold=hold) if turns is None else game.best_attack(worth=worth, hold=hold, turns=turns)
        )
    presumed = (*map(str, game.presumed), *_paying(game, tricks or ()))
    weighed = found.weighed if isinstance(found, BestAgainstTricks) else None
    if isinstance(found, BestPlayed | BestRace | BestAgainstTricks):
        wins = found.wins
    else:
        wins = not isinstance(found, BestBlock) and found.value is None
    report = BestPlay(
        case=name,
        rules=rules,
        step=step,
        action=kind,
        player=found.player,
        value=found.value,
        wins=wins,
        declaration=found.declaration,
        line=tuple(found.line),
        equally_good=found.equally_good,
        proven=found.proven,
        bounds=found.bounds,
        unit=UNIT if worth == FITTED else 1,
        turns=turns,
        result=found.result if isinstance(found, BestRace) else None,
        first=_first(found) if isinstance(found, BestRace) else None,
        trick=found.use if isinstance(found, BestAgainstTricks) else None,
        lost=weighed.lost if weighed is not None else None,
        expected=weighed.expected if weighed is not None else None,
        next_turn=_looks_ahead(found) if worth == FITTED and kind == "attack" and turns is None and not wins else None,
        presumed=presumed,
        notes=(*house_notes(game.board.house, rules), *_of_nothing(game, worth)),
    )
    return report, found


def _of_nothing(game: Game, worth: StatedWorths) -> Iterator[str]:
    """Of a table of worths, what it says of nothing on the board."""
    there = {name for each in game.board.permanents.values() for name in (each.id, each.name)}
    missing = [name for name in worth if name not in there] if isinstance(worth, dict) else []
    if missing:
        yield f"nothing on the board is called {', '.join(missing)}, of which the worths speak"


def _paying(game: Game, tricks: Sequence[Trick]) -> Iterator[str]:
    """Who is taken to have any mana that is asked for, where a cost asks for some and nobody states how much there is."""
    costs = (part for held in game.view.every_held() for part in parts_of(held.ability) if isinstance(part, Cost | Pays))
    asked = any(cost.mana or (isinstance(cost, Cost) and cost.generic != 0) for cost in costs)
    casting = {trick.controller for trick in tricks if trick.cost}
    for player in game.board.players:
        if (asked or player in casting) and game.board.mana.get(player) is None:
            yield f"{player} can pay any mana: how much there is isn't stated"


def _looks_ahead(found: BestDecision) -> bool:
    return isinstance(found, BestAttack) and found.ahead is not None


def _first(found: BestRace) -> tuple[dict[str, str], ...] | None:
    try:
        return tuple(found.first) or None
    except Undecided:
        return None


_KINDS: dict[str, RuledAction] = {"DeclareBlockers": "block", "AssignCombatDamage": "damage"}
_STEPS: dict[RuledAction, tuple[type[CaseStep], ...]] = {
    "attack": (AttackStep,),
    "block": (BlockStep,),
    "damage": (AssignStep, DealDamageStep),
}


def _moment(case: Case, step: int | None, action: RuledAction | None, rules: date | None, budget: Budget | None) -> CaseMoment:
    """The game when so many steps are done, or before the first declaration of that kind; else when all are done."""
    last = None
    for moment in moments(case, rules=rules, budget=budget):
        last = moment
        if moment.done == step:
            return moment
        if step is None and action is not None and isinstance(moment.step, _STEPS[action]):
            return moment
    if step is not None or last is None:
        raise InvalidInput("--step", str(step), f"0 to {len(case.steps)}: so many steps are done first")
    return last


def read_worths(named: str | None) -> StatedWorths:
    """What permanents are worth: `one` (fitted by self-play; the default), `flat`, `mana-value`, or from a JSON file an object of
    ids or names and whole numbers.

    Raises InvalidInput.
    """
    if named is None:
        return FITTED
    if (name := named.replace("-", " ")) in NAMED or name == FITTED:
        return name
    try:
        table = parse_json(Path(named).read_text(encoding="utf-8"), named).value
    except (OSError, UnicodeDecodeError) as error:
        found = f"{named}: {getattr(error, 'strerror', None) or error}"
        raise InvalidInput("--worth", found, 'one, flat, mana-value, or a JSON file as {"Serra Avatar": 40}') from None
    if not isinstance(table, dict):
        raise InvalidInput("--worth", f"{named}: {type(table).__name__}", 'an object as {"Serra Avatar": 40}')
    for name, number in table.items():
        check_worth(f"--worth.{name}", number)
    return table
