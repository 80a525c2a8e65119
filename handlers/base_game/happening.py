"""What happens in a game without a command: turns, permanents that enter and leave, effects, stated facts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any

from ...events import facts as t
from ...events.abilities import ControlsWhat, Effect
from ...events.errors import FactNotStated, InvalidInput
from ...events.journal.encoding import ENCODING
from ...events.stack import AbilityNotCarriedOut
from ...projections.board import changes_characteristics
from ..attempt import Draft
from ..combat import control_613_1b, effects_611_2, entering, losing_104_3, removal, turns
from ..combat.state_based_actions_704 import before_priority, drew_from_no_cards
from ..input_checks import check_type
from ..triggers.damage_510_3 import Departed, departure_triggers
from ..triggers.not_modelled import mark_not_modelled
from ..triggers.resolving_603_2 import change_triggers
from .deciding import Decider, Moment


class Happening(ABC):
    """What happens without a command: methods made of `_happen`."""

    decider: Decider
    chance: str | None

    @abstractmethod
    def _happen(self, moment: Moment, decide: Callable[[Draft], None], *, write: bool = False) -> None:
        """What `decide` appends to the draft of that moment happens. `write`: a journal in memory is written first."""

    @abstractmethod
    def take_back(self, to: int) -> None:
        """The log goes back to that version, without a ruling."""

    def put_on_stack(self) -> None:
        """What triggered and waits is put on the stack, and the active player gets priority (603.3)."""
        from ..procedure.targeting_603_3 import put_on_stack

        self._happen("priority", put_on_stack)

    def resolve_all(self) -> None:
        """Everything on the stack resolves, with all that triggers meanwhile, in one append. All choices are made by default."""
        from ..procedure.resolving_608 import resolve_all
        from ..resolution.choosing import drawn_with

        luck = None if self.chance is None else f"{self.chance} {self.decider.version}"
        self._happen("priority", lambda draft: resolve_all(draft, None if luck is None else drawn_with(luck)))

    def begin_end_of_combat(self) -> None:
        """The end of combat step begins, and what triggers "at end of combat" (511). Raises InvalidInput outside of combat."""
        self._end(turns.begin_end_of_combat)

    def end_combat(self) -> None:
        """The end of combat step ends, and the combat phase with it: everything is removed from combat (511.3)."""
        self._end(turns.leave_combat)

    def clean_up(self) -> None:
        """The end step and the cleanup step (513, 514.2): damage wears off, and what lasts until end of turn ends."""
        from ..procedure.resolving_608 import pass_end_step

        def end(draft: Draft) -> None:
            pass_end_step(draft)
            turns.clean_up(draft)

        self._end(end)

    def begin_turn(self, player: str, *, untaps: Collection[str] | None = None) -> None:
        """The next turn begins: `player` is the active player, and untaps.

        `untaps`: which permanents untap where effects let the player choose. Raises InvalidInput where that isn't stated.
        """
        from ..procedure.resolving_608 import begin_turn

        self.decider.check_player("turn", player)

        def begin(draft: Draft) -> None:
            begin_turn(draft, player, untaps)

        self._end(begin)

    def begin_combat(self) -> None:
        """Another combat phase begins this turn."""
        self._end(turns.begin_combat)

    def enter(self, entered: t.PermanentEntered, *, attacking: str | None = None, blocking: str | None = None) -> None:
        """A permanent enters the battlefield; `declarant.permanent` makes it. Raises InvalidInput.

        `attacking`: the player, planeswalker or battle that it enters attacking (508.4); `blocking`: the attacker that it enters
        blocking (509.4).
        """
        entered = self._checked(entered, self.decider.now)

        def enter(draft: Draft) -> None:
            takes = any(isinstance(each, ControlsWhat) for each in entered.abilities)
            given = control_613_1b.given(draft.view) if takes else {}
            entering.enter(draft, _as_stated(draft, entered, attacking, blocking), attacking, blocking)
            if takes:
                removal.follow_control(draft, given)
            if draft.state.combat.phase:
                before_priority(draft)

        self._happen("priority", lambda draft: _marked(draft, enter))

    def lay(
        self, laid: Sequence[t.PermanentEntered], placing: Callable[[int], AbstractContextManager[None]] = lambda _: nullcontext()
    ) -> None:
        """Permanents are there as a board is laid out, stated together; effects on them are in `included`.

        `placing`: within what each of them, by its number, is laid: it may say where an error comes from.
        """

        def lay(draft: Draft) -> None:
            for number, entered in enumerate(laid):
                with placing(number):
                    entering.enter(draft, self._checked(entered, draft))

        self._happen("priority", lay)

    def _checked(self, entered: t.PermanentEntered, draft: Draft) -> t.PermanentEntered:
        """A permanent that may enter. Raises InvalidInput."""
        made = 'a permanent, as in declarant.permanent("ox", "Ann", types=["Creature"], power=4, toughness=3)'
        check_type("enter", entered, t.PermanentEntered, made)
        ENCODING.encode(entered)  # `model_copy` checks nothing, so its values are checked here
        if not entered.id or entered.id in draft.state.board.permanents or entered.id in draft.state.board.players:
            raise InvalidInput("enter.id", repr(entered.id), "an id that no other permanent or player has")
        for role in ("controller", "owner", "protector"):
            if (player := getattr(entered, role)) is not None:
                self.decider.check_player(f"enter.{role}", player)
        return entered.model_copy(update={"counters": dict(entered.counters)}) if entered.counters else entered

    def begin_effect(self, effect: Effect, *, laid: bool = False) -> None:
        """A continuous effect begins, or (`laid`) is at work already as a board is laid out.

        Raises InvalidInput for an id that another effect has, and for an unknown player.
        """
        if effect.id in self.decider.state.board.effects:
            raise InvalidInput("effect.id", repr(effect.id), "an id that no other effect has")
        self.decider.check_player("effect.controller", effect.controller)
        if laid:
            self._happen("priority", lambda draft: effects_611_2.begin(draft, effect), write=True)
        else:
            self.happen(lambda draft: effects_611_2.begin(draft, effect))

    def state_facts(self, stated: t.FactsStated) -> None:
        """State designations and facts of a player or a permanent that the board can't say, as that a player is the monarch.

        FactNotStated says which fact a ruling depends on. Raises InvalidInput for a permanent that isn't there, and for one
        that is `crewed` and no creature: what crewing makes of it is stated (702.122a).
        """
        if stated.about not in self.decider.state.board.players:
            self.decider.known(stated.about)

        def happens(draft: Draft) -> None:
            about, crewed = stated.about, "crewed" in (stated.designations or ())
            if crewed and about in draft.view.permanents and "Creature" not in draft.view.permanents[about].types:
                raise InvalidInput(about, f"{about} stated as crewed and no creature", "Creature among its types, or not crewed")
            draft.append(stated)

        # At any time: nothing happens by it. A copy may not fit, which writing shows.
        self._happen("damage", happens, write=True)

    def state_attacking(self, creature: str, target: str) -> None:
        """An effect states that a creature is attacking that player, planeswalker or battle (508.4)."""
        self.happen(lambda draft: entering.state_attacking(draft, self.decider.known(creature), target))

    def cause_block(self, blocker: str, attacker: str) -> None:
        """An effect makes a creature block (509.1g; 509.6 until 2024-11-07)."""
        self.happen(lambda draft: entering.cause_block(draft, blocker, attacker))

    def stop_blocking(self, blocker: str, attacker: str) -> None:
        """An effect ends a block, and the place in damage assignment orders (509.2a, 509.3a until 2024-11-07)."""
        self.happen(lambda draft: removal.stop_blocking(draft, blocker, attacker))

    def become_blocked(self, attacker: str) -> None:
        """An effect says that an attacker becomes blocked (509.1h)."""
        self.happen(lambda draft: entering.become_blocked(draft, attacker))

    def become_unblocked(self, attacker: str) -> None:
        """An effect says that an attacker becomes unblocked (509.1h)."""
        self.happen(lambda draft: entering.become_unblocked(draft, attacker))

    def concede(self, player: str) -> None:
        """A player concedes, and leaves the game (104.3a, 800.4a). Raises InvalidInput for who isn't in the game.

        A declaration that waits for payment, whoever's it is, is taken back: it is made anew among those who are left.
        """
        self.decider.check_player("concede", player)
        pending = self.decider.state.declarations.pending
        if pending is not None:
            self.take_back(pending.since)
        self._happen("damage", lambda draft: losing_104_3.concede(draft, player))

    def lose(self, players: Sequence[str]) -> None:
        """An effect says that these players lose the game, at one time (104.3e). Raises InvalidInput for who isn't in it."""
        for player in players:
            self.decider.check_player("lose", player)
        self._happen("damage", lambda draft: losing_104_3.lose(draft, players))

    def draw_from_no_cards(self, player: str) -> None:
        """The player attempts to draw from a library with no cards in it, and loses (104.3c).

        Raises InvalidInput for who isn't in the game.
        """
        self.decider.check_player("draw_from_no_cards", player)
        self._happen("damage", lambda draft: drew_from_no_cards(draft, player))

    def leave(self, id: str, to: t.Place | None = None) -> None:
        """A permanent leaves the battlefield, and combat with it (506.4); what triggers on that does.

        `to`: the zone that it goes to. Where that isn't said, the game is marked with what triggers only if it died, or didn't.
        """
        self.happen(lambda draft: _leave(draft, self.decider.known(id), to))

    def phase_out(self, id: str) -> None:
        """A permanent phases out, and is removed from combat (506.4)."""
        self.happen(lambda draft: removal.phase_out(draft, (self.decider.known(id),)))

    def remove_from_combat(self, id: str) -> None:
        """An effect removes a permanent from combat (506.4)."""
        self.happen(lambda draft: removal.remove_from_combat(draft, self.decider.known(id)))

    def change(self, id: str, **changes: Any) -> None:
        """Characteristics of a permanent change to these, as in `game.change("ox", power=5, tapped=True)`.

        Names are the fields of the event `CharacteristicsChanged`, and `controller`, `tapped`, `protector`, `attached_to`,
        `summoning_sick`. Raises InvalidInput for others.
        """
        for role in ("controller", "protector"):
            if changes.get(role) is not None:
                self.decider.check_player(f"change.{role}", changes[role])

        def happens(draft: Draft) -> None:
            before = draft.state.board.permanents[self.decider.known(id)]
            removal.change(draft, id, changes)
            now = draft.state.board.permanents.get(id)
            if now is not None and not draft.state.board.recorded:
                for each in change_triggers(draft.view, before, now):
                    draft.append(each)

        self.happen(happens)

    def happen(self, decide: Callable[[Draft], None], *, fits: bool = False) -> None:
        """What `decide` appends to the draft happens, all in one append: for records that state many things at once.

        `fits`: it is known to fit, so that a journal in memory needn't be written to find out.
        """

        def happens(draft: Draft) -> None:
            decide(draft)
            before_priority(draft)

        self._happen("priority", lambda draft: _marked(draft, happens), write=not fits)

    def settle(self) -> None:
        """State-based actions are performed, as whenever a player would get priority (704.3).

        What enters before a combat may come with others: these are performed as attackers are declared, or where this is called.
        """
        self._happen("damage", before_priority)

    def _end(self, decide: Callable[[Draft], None]) -> None:
        """A step, a phase or a turn ends, whatever of it is left: also while combat damage has been assigned."""
        self._happen("damage", lambda draft: _marked(draft, decide))


def _marked(draft: Draft, decide: Callable[[Draft], None]) -> None:
    """What `decide` appends marks the game with what it may set off that isn't modelled, and with what of power and toughness it
    changes and can't be derived.

    A fact that isn't stated is asked for where a ruling depends on it, not here.
    """
    before, since = None, len(draft.events)
    if not draft.state.board.recorded:
        with suppress(FactNotStated):
            before = draft.view
    decide(draft)
    if before is not None:
        with suppress(FactNotStated):
            mark_not_modelled(draft, before, since)


def _leave(draft: Draft, id: str, to: t.Place | None) -> None:
    """A permanent leaves: 603.10a looks back at the board before. What triggers by a record is stated in it."""
    if draft.state.board.recorded:
        removal.leave(draft, id, to)
        return
    before = draft.fork().view
    removal.leave(draft, id, to)
    after = draft.view
    died, else_left = (list(departure_triggers(before, Departed(died=died, left=(id,)), after)) for died in ((id,), ()))
    triggering = {None: [each for each in died if each in else_left], "graveyard": died}.get(to, else_left)
    for each in triggering:
        draft.append(each)
    for each in (*died, *else_left) if to is None else ():
        if each not in triggering:
            why = f"whether {id} died isn't stated: where it went `to`"
            marked = AbilityNotCarriedOut(number=0, source=each.source, controller=each.controller, ability=each.ability, why=why)
            draft.append(marked)


def _as_stated(draft: Draft, entered: t.PermanentEntered, attacking: str | None, blocking: str | None) -> t.PermanentEntered:
    """The permanent with what effects make of it, where it is stated as it is now. Raises InvalidInput where it can't be that."""
    board = draft.state.board
    if board.recorded or not entered.stated or not (board.changing or changes_characteristics(entered.abilities)):
        return entered
    from ..view.stated_613 import infer

    scratch = draft.fork()
    entering.enter(scratch, entered, attacking, blocking)
    included = infer(scratch.state.copy(), (entered.id,), draft.budget, {entered.id: entered.printed}).get(entered.id)
    return entered if included is None else entered.model_copy(update={"included": included})
