"""Power and toughness as of combat damage, derived from what is printed, and from what triggers in the combat.

The game is taken as it was before attackers were declared, with printed values and texts in place of what Arena says of
creatures (613.4): from there the declarations are made again, and what triggers resolves, with the targets that were chosen. What
no text states is taken from the log, as of the declaration: tokens, and what spells and abilities had changed before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from ...events import abilities as a
from ...events import stack as s
from ...events.errors import DeclarantError, IllegalDeclaration
from ...handlers.game import Game
from ...handlers.procedure.commands import DeclareAttackers, DeclareBlockers
from ...projections.board import Permanent, grown
from ..cards import CardFace
from ..cases.permanents import abilities as read_text
from .abilities import KEYWORDS, ROLES, printed_abilities
from .course import Course, TriggerOnStack
from .messages import GameObject

Size = tuple[int, int]
"""Power and toughness."""
_BY_NUMBER = {keyword: number for number, keyword in KEYWORDS.items()}


@dataclass(frozen=True, slots=True)
class DerivedSizes:
    """What is derived of a combat: creature → power and toughness as combat damage is dealt.

    `differences`: in words, what else differs from the log: sizes before the combat, and which abilities resolved. `why`: what
    isn't understood or isn't stated, so that nothing can be said.
    """

    sizes: Mapping[str, Size] = field(default_factory=dict)
    differences: tuple[str, ...] = ()
    why: tuple[str, ...] = ()


def derive(course: Course, now: Mapping[str, Permanent]) -> DerivedSizes:
    """What is derived as combat damage is about to be dealt; `now`: the permanents then, as the log states them."""
    return _Deriving(course, now).derived()


class _Deriving:
    def __init__(self, course: Course, now: Mapping[str, Permanent]) -> None:
        self.course = course
        self.before = course.before.board.permanents
        self.new = [id for id in now if id not in self.before]
        """Those that entered in the combat."""
        self.now = now
        self.why = list(course.acts)
        self.differences: list[str] = []
        self.choices = False

    def derived(self) -> DerivedSizes:
        game = Game.on(self.course.before)
        try:
            game = self._as_printed()
            for command in self.course.declared:
                self._declare(game, command)
                self._resolve(game)
        except DeclarantError as error:
            self.why.append(str(error))
        self._compare_resolved(game)
        self.why += dict.fromkeys(f"{mark.source}: {mark.ability!r} isn't carried out: {mark.why}" for mark in game.stack.marks)
        if self.differences and self.choices:
            self.why.append("which of what may be done was done isn't in the log")
        called = {ours: theirs for theirs, ours in self._called(game).items()}
        sizes = {called.get(each.id, each.id): (each.power, each.toughness) for each in creatures(game.view.permanents)}
        return DerivedSizes(sizes, tuple(self.differences), tuple(self.why))

    # --- before the combat ----------------------------------------------------------------------------------------------

    def _as_printed(self) -> Game:
        """The game before the combat, with what is printed and with counters instead of what Arena states."""
        state = self.course.before.copy()
        state.stack.waiting = state.stack.abilities = state.stack.marks = ()
        permanents = state.board.permanents
        incomplete = []
        for id, permanent in self.before.items():
            found = self.course.objects.get(int(id)) if id.isdecimal() else None
            card = None if found is None or permanent.token else self.course.book.card(found.shown_grp_id)
            if card is None or found is None or not {f"CardType_{word}" for word in card.types} <= {*found.card_types}:
                self._check_known(permanent, found)
                abilities = (*permanent.abilities, *_of_role(found))
                power, toughness = grown(permanent.counters)
                permanents[id] = replace(permanent, stated=False, abilities=abilities, power=power, toughness=toughness)
                incomplete.append(id)
                continue
            permanents[id] = self._printed(permanent, card)
            if id in self.course.grown or "Creature" in permanent.types - {*card.types}:
                incomplete.append(id)
        self._add_keywords(permanents)
        derived = Game.on(state).view.permanents
        for id in incomplete:
            stated, ours, was = self.before[id], derived[id], permanents[id]
            power, toughness = was.power + stated.power - ours.power, was.toughness + stated.toughness - ours.toughness
            permanents[id] = replace(was, power=power, toughness=toughness)
        game = Game.on(state)
        for each in creatures(self.before):
            self._compare(each, game.view.permanents.get(each.id), "before attackers are declared")
        return game

    def _printed(self, permanent: Permanent, card: CardFace) -> Permanent:
        abilities: tuple[a.Ability, ...] = ()
        try:
            abilities = read_text(card.text, card.name, card.every_type, "declined") if card.text else ()
        except DeclarantError as error:
            self.why.append(f"{permanent.id}: {card.name}: {error}")
        self.why += [f"{permanent.id}: {each.text!r} isn't understood" for each in abilities if isinstance(each, a.Unread)]
        power, toughness = grown(permanent.counters)
        return replace(
            permanent,
            stated=False,
            abilities=abilities,
            power=_number(card.power) + power,
            toughness=_number(card.toughness) + toughness,
        )

    def _check_known(self, permanent: Permanent, found: GameObject | None) -> None:
        unknown = self.course.book.unknown(found) if found is not None else ()
        if unknown:
            self.why.append(f"{permanent.id}: what its abilities {', '.join(map(str, unknown))} say isn't known")

    def _add_keywords(self, permanents: dict[str, Permanent]) -> None:
        """What Arena says that permanents have besides, or no longer."""
        for id, permanent in list(permanents.items()):
            found = self.course.objects.get(int(id)) if id.isdecimal() else None
            card = self.course.book.card(found.shown_grp_id) if found is not None else None
            if found is None or card is None or permanent.token:
                continue
            numbers = [each.grp_id for each in found.unique_abilities]
            printed = {each.lower() for each in printed_abilities(card.text)}
            more = [KEYWORDS[number] for number in numbers if number in KEYWORDS and KEYWORDS[number] not in printed]
            gained = tuple(a.KeywordAbility(keyword=each, text=each) for each in dict.fromkeys(more))
            permanents[id] = replace(permanent, abilities=(*permanent.abilities, *gained))
            lost = [each for each in sorted(printed) if each in _BY_NUMBER and _BY_NUMBER[each] not in numbers]
            if lost:
                self.why.append(f"{id}: it has lost {', '.join(lost)}")

    # --- the combat -----------------------------------------------------------------------------------------------------

    def _declare(self, game: Game, command: DeclareAttackers | DeclareBlockers) -> None:
        if isinstance(command, DeclareBlockers):
            called = self._called(game)
            blocks = {
                called.get(blocker, blocker): tuple(called.get(each, each) for each in attackers)
                for blocker, attackers in command.blocks.items()
            }
            command = command.model_copy(update={"blocks": blocks})
        try:
            game.declare(command)
        except IllegalDeclaration:
            game.let_stand(command, "illegal")

    def _resolve(self, game: Game) -> None:
        """What has triggered resolves, with the targets that the log states."""
        resolved = list(self.course.resolved)
        targeted = set[int]()
        game.put_on_stack()
        while game.stack.abilities:
            self._choose_targets(game, resolved, targeted)
            game.resolve()
            self.choices |= any(isinstance(event, s.AbilityResolved) and event.choices for event in game.last_events)

    def _choose_targets(self, game: Game, resolved: list[TriggerOnStack], targeted: set[int]) -> None:
        """Targets are chosen before anything resolves (603.3d), of each ability once: `targeted` are those that were asked."""
        called = self._called(game)
        for ability in reversed(game.stack.abilities):
            if ability.number in targeted:
                continue
            targeted.add(ability.number)
            theirs = next((each for each in resolved if called.get(each.source, each.source) == ability.source), None)
            if theirs is None:
                continue
            resolved.remove(theirs)
            if theirs.targets and ability.targets is None and ability.does is not None and ability.does.targets:
                game.choose_targets(ability.number, (called.get(each, each) for each in theirs.targets))

    def _called(self, game: Game) -> dict[str, str]:
        """Arena's id → ours, of what entered in the combat: of each player the first is the first."""
        ours = [each for each in game.board.permanents.values() if each.id not in self.before]
        found: dict[str, str] = {}
        for player in game.board.seats:
            entered = [id for id in self.new if self.now[id].controller == player]
            found.update(zip(entered, (each.id for each in ours if each.controller == player), strict=False))
        return found

    # --- comparing ------------------------------------------------------------------------------------------------------

    def _compare(self, stated: Permanent, ours: Permanent | None, when: str) -> None:
        if ours is None or (ours.power, ours.toughness) != (stated.power, stated.toughness):
            derived = "isn't there" if ours is None else f"{ours.power}/{ours.toughness}"
            self.differences.append(f"{stated.id}: {stated.power}/{stated.toughness} {when}, derived {derived}")

    def _compare_resolved(self, game: Game) -> None:
        called = self._called(game)
        theirs = Counter(called.get(each.source, each.source) for each in self.course.resolved)
        ours: Counter[str] = Counter()
        for _, event in game.log.events():
            if isinstance(event, s.AbilityDidntResolve):
                ours[event.source] += event.why != "no target chosen"
            elif isinstance(event, s.AbilityResolved | s.AbilityNotCarriedOut):
                ours[event.source] += event.number > 0
        for source in dict.fromkeys((*theirs, *ours)):
            if theirs[source] != ours[source]:
                self.differences.append(f"{source}: {theirs[source]} of its abilities resolved, derived {ours[source]}")


def _of_role(found: GameObject | None) -> tuple[a.Ability, ...]:
    """What a Role token says of the creature that it enchants, where it is one whose numbers are known."""
    numbers = [each.grp_id for each in found.unique_abilities] if found is not None else []
    text = "\n".join(ROLES[number] for number in numbers if number in ROLES)
    return read_text(text, "", ("Enchantment", "Aura", "Role"), "declined") if text else ()


def creatures(permanents: Mapping[str, Permanent]) -> Iterator[Permanent]:
    """The creatures among permanents."""
    return (each for each in permanents.values() if "Creature" in each.types and not each.phased_out)


def _number(printed: str | None) -> int:
    """What is printed of power or toughness: a star counts as 0, for an ability says what it is."""
    found = (printed or "0").partition("+")[0]
    return int(found) if found.lstrip("-").isdigit() else 0
