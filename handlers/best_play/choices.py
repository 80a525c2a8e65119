"""Every choice that a player has in the rest of a combat, one after the other, as commands; and what isn't gone through.

Declarations with their bands, optional costs and what is paid with permanents; damage assignment orders and damage; the order of
abilities that trigger at one time, their modes and targets; and, as one resolves, whatever its instructions let somebody choose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, pairwise, permutations, product
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from ...events import abilities as a
from ...events import stack as s
from ...events.errors import NotModelled
from ...events.model import Model
from ...projections.board import Permanent
from ...projections.stack import OnStack
from ..procedure.attackers_508_1 import optional_costs
from ..procedure.commands import (
    AnnounceDamageOrder,
    AssignCombatDamage,
    ChooseTargets,
    Command,
    DealCombatDamage,
    DeclareAttackers,
    DeclareBlockers,
    Enlist,
    Offer,
    OptionalCost,
    OrderTriggers,
    Pay,
)
from ..procedure.resolving_608 import resolve_next
from ..procedure.targeting_603_3 import candidates
from ..resolution.choosing import DEFAULT, Choices, Chooser
from ..rulebook.keywords import MEANINGS
from .reading import DAMAGE, DECLARED, EVASION, WITHOUT_BEARING, not_modelled, told

if TYPE_CHECKING:
    from ..game import Game

ResolutionAnswer: TypeAlias = bool | tuple[int, ...] | tuple[str, ...]
"""What is chosen as an ability resolves: whether something is done, modes, permanents."""

CARRIED_OUT = (
    *DECLARED,
    a.UntapsDuring,
    a.UntapLimit,
    a.MayStayTapped,
    a.ManaAbility,
    a.ChangesCharacteristics,
    a.Grants,
    a.Removes,
    a.AssignsByToughness,
    a.AssignsNoDamage,
    a.CantDealDamage,
    a.ChangesDamage,
    a.PreventsDamage,
    a.DamageCantBePrevented,
    a.CantBeRegenerated,
    a.CantGainLife,
    a.ChangesLifeGain,
    a.Triggered,
    a.NotModelledAbility,
    a.ChangesStatedValues,
)
"""Abilities that the game carries out, or is marked with where it would have to."""
GONE_THROUGH = (
    a.Begins,
    a.PutsCounters,
    a.DoublesCounters,
    a.MovesCounters,
    a.PhasesOut,
    a.Taps,
    a.Untaps,
    a.Damages,
    a.DamagesTogether,
    a.ChangesLife,
    a.GivesPoison,
    a.GivesCounters,
    a.Moves,
    a.Sacrifices,
    a.GainsControl,
    a.Attaches,
    a.Pays,
    a.RemovesFromCombat,
    a.Fights,
    a.Designating,
    a.Elsewhere,
)
"""Instructions by which nobody chooses anything, or what `AnsweringChooser` asks for; those that hold others are looked into."""


class ChoiceNeeded(Exception):
    """Somebody has to choose as an ability resolves: who (None: its controller), and one of which answers."""

    def __init__(self, by: str | None, answers: Sequence[ResolutionAnswer]) -> None:
        super().__init__(by, answers)
        self.by, self.answers = by, answers


@dataclass(slots=True)
class AnsweringChooser(Chooser):
    """Takes the answers that are given, one after the other; where there are none, raises ChoiceNeeded: there is no default."""

    answers: tuple[ResolutionAnswer, ...] = ()
    accepted: list[bool] = field(default_factory=list)
    chose: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    _next: int = 0

    def accepts(self, do: Sequence[a.Instruction], what: str = "may", by: str | None = None) -> bool:
        """Whether what a player may do is done."""
        answer = bool(self._answer([True, False], by))
        self.accepted.append(answer)
        return answer

    def modes(self, asked: a.Modes | a.ModalChoice, possible: Sequence[int]) -> tuple[int, ...]:
        """Which modes."""
        answer = self._answer(_some(possible, asked.minimum, asked.maximum))
        self.chose["modes"] = answer  # type: ignore[assignment]
        return self.chose["modes"]

    def sacrificed(
        self, candidates: list[Permanent], number: int | None, player: str, how: Literal["sacrificed", "exiled", "returned"]
    ) -> list[str]:
        """Which permanents a player sacrifices, exiles or returns."""
        ids = [each.id for each in candidates]
        number_at_least = 0 if number is None else min(number, len(ids))
        return list(self._ids("sacrificed", _some(ids, number_at_least, len(ids) if number is None else number), player))

    def chosen(self, candidates: Sequence[str], by_worth: Sequence[str], least: int, most: int | None) -> tuple[str, ...]:
        """Which of some permanents are chosen."""
        return self._ids("chosen", _some(candidates, min(least, len(candidates)), len(candidates) if most is None else most))

    def _ids(self, kind: str, answers: Sequence[ResolutionAnswer], by: str | None = None) -> tuple[str, ...]:
        answer: tuple[str, ...] = self._answer(answers, by)  # type: ignore[assignment]
        self.chose[kind] = (*self.chose.get(kind, ()), *answer)
        return answer

    def _answer(self, answers: Sequence[ResolutionAnswer], by: str | None = None) -> ResolutionAnswer:
        if len(answers) == 1:
            return answers[0]
        if self._next == len(self.answers):
            raise ChoiceNeeded(by, answers)
        self._next += 1
        return self.answers[self._next - 1]

    @property
    def in_full(self) -> Choices:
        """What was chosen, as a command tells it."""
        return Choices(accept=tuple(self.accepted), **self.chose)


def _some(of: Sequence[Any], least: int, most: int) -> list[tuple[Any, ...]]:
    """Each choice of so many of these, the larger ones first."""
    return [chosen for number in range(min(most, len(of)), least - 1, -1) for chosen in combinations(of, number)] or [()]


class Resolves(NamedTuple):
    """The topmost ability resolves, with what is chosen meanwhile."""

    answers: tuple[ResolutionAnswer, ...] = ()


def resolve(game: Game, answers: tuple[ResolutionAnswer, ...]) -> Choices:
    """The topmost ability resolves in the game. Tells what was chosen; raises ChoiceNeeded where more is to be chosen."""
    chooser = AnsweringChooser(DEFAULT, answers=answers)

    def made(choices: Choices) -> Chooser:
        nonlocal chooser
        chooser = AnsweringChooser(choices, answers=answers)
        return chooser

    game.happen(lambda draft: resolve_next(draft, DEFAULT, made))
    return chooser.in_full


# --- declarations and damage ----------------------------------------------------------------------------------------------


def choices(game: Game, player: str) -> Iterator[Command]:
    """Every legal choice of the player who decides now, in what the game waits for. Raises NotModelled where that isn't known."""
    match next(each.command for each in reversed(game.awaited) if each.player == player):
        case "DeclareAttackers":
            yield from _attacks(game)
        case "DeclareBlockers":
            pay = None if _costs_permanents(game) else True
            yield from (DeclareBlockers(blocks=block, by=player, pay=pay) for block in game.legal_blocks_of(player))
        case "Pay":
            yield from _payments(game)
        case "AnnounceDamageOrder":
            from ..playing.policies import to_order

            faced = dict(to_order(game))
            for orders in product(*(permutations(each) for each in faced.values())):
                yield AnnounceDamageOrder(orders=dict(zip(faced, orders, strict=True)))
        case "DealCombatDamage":
            yield DealCombatDamage()
        case "AssignCombatDamage" if game.judge(DealCombatDamage()).verdict == "legal":
            yield DealCombatDamage()  # nobody has a choice
        case "AssignCombatDamage":
            legal = game.legal_assignments_of(player)
            yield from (AssignCombatDamage(assignment=assignment, by=player) for assignment in legal)
        case asked:
            raise NotModelled([f"{asked}, which is asked for"])


def _attacks(game: Game) -> Iterator[Command]:
    pay = None if _costs_permanents(game) else True
    for attack in game.legal_attacks:
        for bands, costs in product(_bands(game, attack), _optional_costs(game, attack)):
            command = DeclareAttackers(attackers=attack, bands=bands, optional_costs=costs, pay=pay)
            if not (bands or costs) or game.judge(command).verdict == "legal":
                yield command


def _costs_permanents(game: Game) -> bool:
    """Whether something may have to be paid with permanents, so that it is chosen with which."""
    costs: list[a.Cost | str] = [each.ability.cost for each in game.view.held(a.AttackCost)]
    costs += [each.ability.cost for each in game.view.held(a.BlockCost)]
    costs += [each.ability.cost for each in game.view.held(a.OptionalAttackCost)]
    return any(isinstance(cost, a.Cost) and cost.permanents for cost in costs)


def _bands(game: Game, attack: dict[str, str]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to form attackers into bands, whether it is legal or not; none where nothing has banding."""
    if all(game.view.keywords(each).isdisjoint(("banding", "bands with other")) for each in attack):
        yield ()
        return

    def divided(left: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], ...]]:
        if not left:
            yield ()
            return
        first, *others = left
        for with_it in chain.from_iterable(combinations(others, size) for size in range(len(others) + 1)):
            for rest in divided(tuple(each for each in others if each not in with_it)):
                yield (((first, *with_it), *rest)) if with_it else rest

    yield from divided(tuple(attack))


def _optional_costs(game: Game, attack: dict[str, str]) -> Iterator[dict[str, tuple[OptionalCost, ...]]]:
    """Every choice of costs to be paid as creatures attack, whether it is legal or not."""
    view = game.view
    if not view.held(a.OptionalAttackCost):
        yield {}
        return
    helpers: list[OptionalCost] = [
        Enlist(id) for id, each in view.permanents.items() if each.controller == game.board.active and id not in attack
    ]
    each_of: list[list[tuple[OptionalCost, ...]]] = []
    for creature in attack:
        kinds: list[list[tuple[OptionalCost, ...]]] = []
        every: dict[str, list[OptionalCost]] = {"exert": ["exert"], "enlist": helpers, "pay": ["pay"]}
        for kind, costs in every.items():
            if optional_costs(view, creature, kind):
                kinds.append([(), *((cost,) for cost in costs)])
        each_of.append([tuple(chain.from_iterable(chosen)) for chosen in product(*kinds)])
    for chosen in product(*each_of):
        yield {creature: costs for creature, costs in zip(attack, chosen, strict=True) if costs}


def _payments(game: Game) -> Iterator[Command]:
    """Each choice of the permanents that the locked-in total is paid with."""
    pending = game.state.declarations.pending
    assert pending is not None and pending.locked is not None, "something is to be paid"
    parts = pending.locked.total.permanents
    seen = set()
    for chosen in product(*(combinations(part.candidates, part.number) for part in parts)):
        by: dict[str, tuple[str, ...]] = {}
        for part, ids in zip(parts, chosen, strict=True):
            by[part.action] = (*by.get(part.action, ()), *ids)
        by = {action: tuple(sorted(ids)) for action, ids in by.items()}
        key = tuple(sorted(by.items()))
        if key in seen or any(first == second for ids in by.values() for first, second in pairwise(ids)):
            continue
        seen.add(key)
        offer = Offer(tap=by.get("tap"), sacrifice=by.get("sacrifice"), return_=by.get("return"), exile=by.get("exile"))
        if game.judge(Pay(pay=offer)).verdict == "legal":
            yield Pay(pay=offer)


# --- the stack -------------------------------------------------------------------------------------------------------------


def to_order(game: Game, ordered: frozenset[int]) -> tuple[str, list[OrderTriggers]] | None:
    """The next player who puts several abilities on the stack at one time, where their order may matter, and each order."""
    stack = game.stack
    put = [each for each in stack.abilities if each.number in stack.put_at_once and each.number not in ordered]
    for player in dict.fromkeys(each.controller for each in put):
        own = [each for each in put if each.controller == player]
        if len({_alike(each) for each in own}) > 1 and not all(map(_commutes, own)):
            orders = {tuple(map(_alike, order)): order for order in permutations(own)}
            return player, [OrderTriggers(order=tuple(each.number for each in order)) for order in orders.values()]
    return None


def _alike(waiting: OnStack) -> tuple[str, str, str]:
    return waiting.source, waiting.ability, str(waiting.occasion)


def _commutes(waiting: OnStack) -> bool:
    """Whether it does the same whatever resolves before it that commutes, too: it makes something greater that it names."""
    return waiting.condition is None and waiting.does is not None and all(map(_makes_greater, waiting.does.instructions))


def _makes_greater(instruction: a.Instruction) -> bool:
    match instruction:
        case a.PutsCounters(permanents=a.Is(), counter="+1/+1", number=int(number)):
            return number >= 0
        case a.ChangesLife(gains=int(gains), loses=0):
            return gains >= 0
        case a.Begins(abilities=abilities):
            return all(isinstance(each, a.ChangesCharacteristics) and _grows(each) for each in abilities)
    return isinstance(instruction, a.Elsewhere)


def _grows(ability: a.ChangesCharacteristics) -> bool:
    known = a.ChangesCharacteristics(
        permanents=ability.permanents, power=ability.power, toughness=ability.toughness, text=ability.text
    )
    sizes = ability.power, ability.toughness
    return isinstance(ability.permanents, a.Is) and ability == known and all(isinstance(n, int) and n >= 0 for n in sizes)


def to_target(game: Game) -> OnStack | None:
    """The first ability on the stack whose modes and targets aren't chosen."""
    asking = (each for each in game.stack.abilities if each.targets is None and each.does is not None)
    return next((each for each in asking if each.does is not None and (each.does.targets or each.does.modal)), None)


def targetings(game: Game, ability: OnStack) -> Iterator[ChooseTargets]:
    """Every choice of its modes and targets. Raises NotModelled for what isn't gone through."""
    assert ability.does is not None, "what has targets is understood"
    modal = ability.does.modal
    if modal is None:
        for ids, division in _targets(game, ability):
            yield ChooseTargets(number=ability.number, targets=ids, division=division)
        return
    possible = [
        number
        for number, mode in enumerate(modal.modes)
        if all(len(candidates(game.view, ability, target)) >= target.minimum for target in mode.targets)
    ]
    if len(possible) < modal.minimum:
        yield ChooseTargets(number=ability.number, targets=())
        return
    for modes in _some(possible, modal.minimum, modal.maximum):
        branch = type(game).on(game.state, budget=game.budget)
        event = s.ModesChosen(number=ability.number, modes=tuple(map(int, modes)))
        branch.happen(lambda draft, event=event: draft.append(event))  # type: ignore[misc]
        (chosen,) = (each for each in branch.stack.abilities if each.number == ability.number)
        for ids, division in _targets(branch, chosen):
            yield ChooseTargets(number=ability.number, targets=ids, modes=event.modes, division=division)


def _targets(game: Game, ability: OnStack) -> Iterator[tuple[tuple[str, ...], dict[str, int] | None]]:
    """Every choice of targets, in the order of the text, and how something is divided among them."""
    assert ability.does is not None, "it is understood"
    check_gone_through(ability)
    slots = ability.does.targets
    found = [candidates(game.view, ability, target) for target in slots]
    if any(len(ids) < target.minimum for ids, target in zip(found, slots, strict=True)):
        yield (), None
        return
    each_of: list[list[Any]] = []
    for ids, target in zip(found, slots, strict=True):
        most = len(ids) if target.maximum is None else target.maximum
        each_of.append(_some(ids, target.minimum, min(most, target.divided or most)))
    taken = 0
    for chosen in product(*each_of):
        flat = tuple(chain.from_iterable(chosen))
        if any(
            target.other and {*ids} & {*chain(*chosen[:at])} for at, (ids, target) in enumerate(zip(chosen, slots, strict=True))
        ):
            continue
        if _as_read(flat, found, slots) == chosen:
            taken += 1
            divided = [(ids, target.divided) for ids, target in zip(chosen, slots, strict=True) if target.divided and ids]
            for division in product(*(_divisions(amount, ids) for ids, amount in divided)):
                yield flat, {id: n for part in division for id, n in part.items()} if divided else None
        else:
            raise NotModelled([f"{ability.source}: {ability.ability} (which target is which)"])
    if not taken:
        yield (), None  # one object alone can't be all of its targets


def _as_read(given: tuple[str, ...], found: list[list[str]], slots: Sequence[a.Target]) -> tuple[tuple[str, ...], ...]:
    """What targets that are told in one list are taken for."""
    left: list[str] = list(given)
    read: list[tuple[str, ...]] = []
    for ids, target in zip(found, slots, strict=True):
        most = len(left) if target.maximum is None else target.maximum
        taken = {*chain(*read)} if target.other else set()
        picked = tuple(dict.fromkeys(id for id in left if id in ids and id not in taken))[:most]
        for id in picked:
            left.remove(id)
        read.append(picked)
    return tuple(read)


def _divisions(amount: int, among: tuple[str, ...]) -> Iterator[dict[str, int]]:
    """Every division of an amount, at least one for each (601.2d)."""
    first, *others = among
    if not others:
        yield {first: amount}
        return
    for given in range(1, amount - len(others) + 1):
        for rest in _divisions(amount - given, tuple(others)):
            yield {first: given, **rest}


# --- what isn't gone through -----------------------------------------------------------------------------------------------


def declined(game: Game) -> Iterator[str]:
    """What is in force and isn't carried out."""
    if game.board.recorded:
        yield from not_modelled(game.view)
    for held in game.view.every_held():
        ability = held.ability
        if isinstance(ability, a.KeywordAbility):
            word = ability.keyword
            known = word in EVASION or word in DAMAGE or word in WITHOUT_BEARING or word in MEANINGS or word.endswith("walk")
            if not known and word not in ("banding", "bands with other"):
                yield told(held)
        elif isinstance(ability, a.ChoosesAttacks | a.ChoosesBlocks) or not isinstance(ability, CARRIED_OUT):
            yield told(held)


def check_gone_through(ability: OnStack) -> None:
    """Raises NotModelled where an ability lets somebody choose something that isn't gone through."""
    does = ability.does
    if does is None:
        return
    in_zones = any(target.cards is not None or target.up_to is not None or target.each_of is not None for target in does.targets)
    modes = does.modal.modes if does.modal is not None else ()
    if in_zones or not all(map(_is_gone_through, chain(does.instructions, *(mode.instructions for mode in modes)))):
        raise NotModelled([f"{ability.source}: {ability.ability}"])


def _is_gone_through(instruction: a.Instruction) -> bool:
    parts: tuple[a.Instruction, ...] = ()
    match instruction:
        case _ if _asks_others(instruction):
            return False
        case a.If():
            parts = (*instruction.do, *instruction.otherwise)
        case a.May() | a.IfDone():
            parts = (*instruction.do, *instruction.then, *instruction.otherwise)
        case a.Delayed() | a.ForEach():
            parts = instruction.do
        case a.Pays(mana=mana) if "{X}" in mana:
            return False
        case a.RemovesCounters(counter=counter):
            return counter is not None
        case a.Reflexive():
            parts = instruction.does.instructions
        case a.CreatesTokens():
            return instruction.attacking is None
        case a.MovesCards(what=what):
            return what != "discard"
        case _:
            return isinstance(instruction, GONE_THROUGH)
    return all(map(_is_gone_through, parts))


def _asks_others(part: object) -> bool:
    """Whether cards that aren't on the battlefield are chosen, which nobody tells all of, or another player chooses."""
    if isinstance(part, tuple):
        return any(map(_asks_others, part))
    if isinstance(part, a.IsChosenCard) or (isinstance(part, a.IsChosen) and part.by is not None):
        return True
    return isinstance(part, Model) and any(_asks_others(getattr(part, name)) for name in type(part).model_fields)
