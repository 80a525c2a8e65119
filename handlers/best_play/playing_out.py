"""Best play by playing out every line of the combat in the game itself: for small boards that have no other way.

Whatever the rules here carry out is taken along: abilities that trigger, planeswalkers and battles, bands, creatures that block
several, costs, other eras of combat damage. Both players choose with full information, and nobody casts anything. What would not
be carried out (the game would be marked) or asks for a choice that isn't gone through declines the whole: `NotModelled`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ...events import abilities as a
from ...events.errors import NotModelled, Undecided
from ...events.stack import AbilityResolved
from ...projections.stack import OnStack
from ..budget import PAYING
from ..procedure.commands import (
    AnnounceDamageOrder,
    AssignCombatDamage,
    Command,
    DealCombatDamage,
    DeclareAttackers,
    DeclareBlockers,
    ResolveAbility,
)
from ..procedure.resolving_608 import candidates
from ..resolution.choosing import Choices
from ..rulebook.keywords import MEANINGS
from .reading import DAMAGE, DECLARED, EVASION, WITHOUT_BEARING, Worth, not_modelled, told

if TYPE_CHECKING:
    from ..game import Game

Action: TypeAlias = Literal["attack", "block", "damage"]

MOST_LINES = 10_000
"""Choices that are tried at most, in all lines together."""
ENDLESS = 10**9
"""What a game won is worth."""

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
    a.NotModelled,
    a.ChangesStatedValues,
)
"""Abilities that the game carries out, or is marked with where it would have to."""
NOBODY_CHOOSES = (
    a.Begins,
    a.PutsCounters,
    a.RemovesCounters,
    a.Taps,
    a.Untaps,
    a.Damages,
    a.ChangesLife,
    a.GivesPoison,
    a.Moves,
    a.RemovesFromCombat,
    a.Fights,
    a.Designating,
    a.Elsewhere,
)
"""Instructions by which nobody is asked for anything; in `If`, `Delayed` and `May` parts are looked at."""
IN_ANY_ORDER = (a.Begins, a.PutsCounters, a.ChangesLife, a.CreatesTokens, a.GivesPoison, a.Taps, a.Elsewhere)
"""What abilities that trigger at one time may do in any order alike."""


@dataclass(frozen=True)
class BestPlayed:
    """The best declaration, found by playing out every line; so it is proved, but for a certificate there is nothing to write."""

    player: str
    action: Action
    value: int | None
    """None: the player wins (`wins`) or loses, whatever is declared."""
    wins: bool
    declaration: dict[str, Any]
    line: list[dict[str, Any]]
    """The steps that follow, as a case writes them."""
    equally_good: int = field(default=1)

    @property
    def proven(self) -> bool:
        """Every line was played out."""
        return True

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """What the best declaration is worth at least, and at most."""
        return self.value, self.value


def best_by_playing(game: Game, player: str, action: Action, worth: Worth) -> BestPlayed:
    """The best declaration of a player who is to declare now. `game` stays as it is.

    Raises NotModelled where something isn't carried out, or asks for a choice that isn't gone through; Undecided where there are
    too many lines.
    """
    game, steps = _resolved(game)
    out = PlayingOut(game, player, worth)
    best: int | None = None
    found: list[tuple[Command, list[dict[str, Any]]]] = []
    for command in out.choices(game, player):
        value, line = out.after(game, command, -2 * ENDLESS if best is None else best - 1, 2 * ENDLESS)
        if best is None or value > best:
            best, found = value, []
        if value == best:
            found.append((command, line))
    assert best is not None, "some declaration is legal"
    command, line = found[0]
    told = None if abs(best) >= ENDLESS else best
    return BestPlayed(player, action, told, best >= ENDLESS, _declaration(command), [*steps, *line], len(found))


def value_by_playing(game: Game, player: str, command: Command, worth: Worth) -> tuple[int | None, bool]:
    """What a declaration of a player is worth with the best that may follow (None: it wins, or loses), and whether it wins.

    Raises as `best_by_playing`, and IllegalDeclaration.
    """
    game, _ = _resolved(game)
    value, _ = PlayingOut(game, player, worth).after(game, command, -2 * ENDLESS, 2 * ENDLESS)
    return None if abs(value) >= ENDLESS else value, value >= ENDLESS


class PlayingOut:
    """Both players' best choices in the rest of a combat, and what it is worth to one of them."""

    def __init__(self, game: Game, player: str, worth: Worth) -> None:
        self.player, self.value_of, self.budget = player, worth, game.budget
        board = game.board
        unknown = list(dict.fromkeys(_declined(game)))
        if len(board.players) != 2:
            unknown.append(f"{len(board.players)} players")
        if unknown:
            raise NotModelled(unknown)
        (self.other,) = (each for each in board.players if each != player)
        self.life = dict(board.life)
        self.owned = {each.id: (each.controller, worth(each)) for each in board.permanents.values()}
        self.lines = 0

    def after(self, game: Game, command: Command, least: int, most: int) -> tuple[int, list[dict[str, Any]]]:
        """The value of the rest of the combat after a choice, and the line to it, if it is between these (alpha and beta)."""
        self.lines += 1
        self.budget.spend(PAYING)
        if self.lines > MOST_LINES:
            raise Undecided(f"more than {MOST_LINES:,} choices would have to be tried to play out every line")
        step = _step(command, game)
        branch = _branch(game)
        branch.declare(command)
        _check_choices(command, branch)
        value, line = self._value(branch, least, most)
        return value, [*step, *line]

    def _value(self, game: Game, least: int, most: int, ends: bool = False) -> tuple[int, list[dict[str, Any]]]:
        """`ends`: the end of combat step is on."""
        stack = game.stack
        unknown = [f"{mark.source}: {mark.ability} ({mark.why})" for mark in stack.marks]
        unknown += [f"{_text(each)} (passed over)" for each in stack.passed_over]
        if unknown:
            raise NotModelled(list(dict.fromkeys(unknown)))
        if len(game.board.players) < 2:
            return (-ENDLESS if self.player not in game.board.players else ENDLESS), []
        if stack.waiting:
            game.put_on_stack()
        if game.stack.abilities:
            decides = game.stack.abilities[-1].controller
        elif game.awaited:
            decides = game.awaited[-1].player
        elif game.combat.phase and not ends:
            game.begin_end_of_combat()
            return self._value(game, least, most, ends=True)
        else:
            if game.combat.phase:
                game.end_combat()
            return self._worth(game), []
        own = decides == self.player
        best: int | None = None
        best_line: list[dict[str, Any]] = []
        for command in self.choices(game, decides):
            value, line = self.after(game, command, least, most)
            if best is None or (value > best if own else value < best):
                best, best_line = value, line
            if own:
                least = max(least, best)
            else:
                most = min(most, best)
            if least >= most:
                break
        assert best is not None, "some choice is legal"
        return best, best_line

    def _worth(self, game: Game) -> int:
        """Worth of the other player's permanents lost, less own ones lost (more, where some came), and life."""
        board = game.board
        if game.stack.delayed:
            raise NotModelled([f"{each.source}: {each.ability} (later than this combat)" for each in game.stack.delayed])
        value = sum(worth if controller == self.other else -worth for controller, worth in self.owned.values())
        for each in board.permanents.values():
            worth = self.owned[each.id][1] if each.id in self.owned else self.value_of(each)
            value += worth if each.controller == self.player else -worth
        value += board.life[self.player] - self.life[self.player]
        return value - board.life[self.other] + self.life[self.other]

    def choices(self, game: Game, player: str) -> Iterator[Command]:
        """Every legal choice of the player who decides now: for what is on the stack, or what the game waits for."""
        if game.stack.abilities:
            yield from (ResolveAbility(choices=each) for each in _resolutions(game))
            return
        match next(each.command for each in reversed(game.awaited) if each.player == player):
            case "DeclareAttackers":
                yield from (DeclareAttackers(attackers=attack) for attack in game.legal_attacks)
            case "DeclareBlockers":
                yield from (DeclareBlockers(blocks=block, by=player) for block in game.legal_blocks_of(player))
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


def _branch(game: Game) -> Game:
    """The same game to be played on, of which no journal is kept."""
    return type(game).on(game.state, budget=game.budget)


def _resolved(game: Game) -> tuple[Game, list[dict[str, Any]]]:
    """A branch on which what triggered before has resolved, and the steps that say so. Raises NotModelled where that asks for a
    choice, which isn't the player's who declares now."""
    game, steps = _branch(game), []
    while game.stack.unresolved:
        game.put_on_stack()
        first, *others = _resolutions(game)
        if others:
            raise NotModelled([f"{_text(game.stack.abilities[-1])} (it hasn't resolved)"])
        steps += _step(ResolveAbility(choices=first), game)
        game.declare(ResolveAbility(choices=first))
    return game, steps


def _resolutions(game: Game) -> list[Choices]:
    """What may be chosen for the topmost ability. Raises NotModelled where that, or an order, isn't gone through."""
    abilities = game.stack.abilities
    top = abilities[-1]
    unknown = [_text(each) for each in abilities if each.does is not None and not _can_be_gone_through(each.does)]
    if sum(each.does is not None and bool(each.does.targets) for each in abilities) > 1:
        unknown += [f"{_text(each)} (targets of several abilities)" for each in abilities]
    for controller in {each.controller for each in abilities}:
        own = [each for each in abilities if each.controller == controller]
        if len({str(each.does) for each in own}) > 1 and not all(_in_any_order(each) for each in own):
            unknown += [f"{_text(each)} (in which order)" for each in own]
    if unknown:
        raise NotModelled(list(dict.fromkeys(unknown)))
    if top.does is None:
        return [Choices()]
    targets: list[tuple[str, ...] | None] = [None]
    if top.does.targets:
        (target,) = top.does.targets
        found = candidates(game.view, top, target)
        targets = [(each,) for each in found] + [()] * (target.minimum == 0 or not found)
    accepts = product((True, False), repeat=sum(isinstance(each, a.May) for each in top.does.instructions))
    return [Choices(targets=chosen, accept=accept) for accept in accepts for chosen in targets]


def _check_choices(command: Command, after: Game) -> None:
    """Raises NotModelled where more was chosen as an ability resolved than the command says."""
    if not isinstance(command, ResolveAbility):
        return
    for event in after.last_events:
        if isinstance(event, AbilityResolved):
            asked = [each for each in event.choices if not each.startswith("may: ")]
            if asked or len(event.choices) > len(command.choices.accept):
                raise NotModelled([f"{event.source}: {event.ability} ({'; '.join(event.choices)})"])


def _can_be_gone_through(does: a.Does) -> bool:
    """Whether what is chosen is one target at most, and whether what its controller "may" do is done."""
    parts: list[a.Instruction] = []
    for each in does.instructions:
        parts += (*each.do, *each.then, *each.otherwise) if isinstance(each, a.May) else (each,)
    one = all(target.maximum == 1 and target.cards is None and not target.divided for target in does.targets)
    return len(does.targets) <= 1 and one and does.modal is None and not any(map(_asks, parts))


def _declined(game: Game) -> Iterator[str]:
    """What is in force and isn't carried out, or asks for a choice that isn't gone through."""
    if game.board.recorded:
        yield from not_modelled(game.view)
    for held in game.view.every_held():
        ability = held.ability
        if isinstance(ability, a.KeywordAbility):
            word = ability.keyword
            known = word in EVASION or word in DAMAGE or word in WITHOUT_BEARING or word in MEANINGS or word.endswith("walk")
            if not known or word in ("enlist", "exert", "myriad"):
                yield told(held)
        elif isinstance(ability, a.AttackCost | a.BlockCost):
            if ability.cost.permanents or ability.cost.discard:
                yield told(held)
        elif isinstance(ability, a.OptionalAttackCost | a.ChoosesAttacks) or not isinstance(ability, CARRIED_OUT):
            yield told(held)


def _asks(instruction: a.Instruction) -> bool:
    match instruction:
        case a.If():
            return any(map(_asks, (*instruction.do, *instruction.otherwise)))
        case a.Delayed():
            return any(map(_asks, instruction.do))
        case a.CreatesTokens():
            return instruction.attacking is not None
        case a.MovesCards(what=what):
            return what == "discard"
    return not isinstance(instruction, NOBODY_CHOOSES)


def _in_any_order(waiting: OnStack) -> bool:
    return waiting.does is not None and all(isinstance(each, IN_ANY_ORDER) for each in waiting.does.instructions)


def _text(waiting: OnStack) -> str:
    return f"{waiting.source}: {waiting.ability}"


def _declaration(command: Command) -> dict[str, Any]:
    match command:
        case DeclareAttackers():
            return dict(command.attackers)
        case DeclareBlockers():
            return dict(command.blocks)
        case AssignCombatDamage():
            return dict(command.assignment)
    return {}


def _step(command: Command, game: Game) -> list[dict[str, Any]]:
    """The step of a case that a choice is."""
    match command:
        case ResolveAbility(choices=choices):
            chosen = {"targets": list(choices.targets)} if choices.targets is not None else {}
            told = chosen | ({"accept": list(choices.accept)} if choices.accept else {})
            return [{"resolve": 1} | ({"choices": [{"source": game.stack.abilities[-1].source} | told]} if told else {})]
        case DealCombatDamage():
            return [{"damage": {}}]
        case DeclareAttackers():
            return [{"attack": dict(command.attackers)}]
        case DeclareBlockers():
            return [{"block": {blocker: list(whom) for blocker, whom in command.blocks.items()}}]
        case AnnounceDamageOrder():
            return [{"order": {creature: list(order) for creature, order in command.orders.items()}}]
        case AssignCombatDamage():
            return [{"assign": dict(command.assignment), "by": command.by}]
    return []
