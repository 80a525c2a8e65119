"""A game: its log, the state folded from it, and the commands that decide what is appended next.

A command runs on a draft. What is legal is committed in one append; an illegal declaration is appended together with the cut
that takes it back, so that the log is as it was and the journal knows what was tried and why it couldn't be.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import cache, partial
from importlib import metadata
from pathlib import Path
from typing import Any, Literal

from ..events import facts as t
from ..events.abilities import AttackCost, BlockCost, Effect
from ..events.catalogue import Event
from ..events.declarations import CostsLocked, ManaAbilityActivated, RequirementsChecked, RestrictionsChecked
from ..events.errors import IllegalDeclaration, InvalidInput, JournalConflict
from ..events.journal.cuts import Cut
from ..events.journal.journal import Journal
from ..events.journal.log import Log, Rewound
from ..events.ruling import Ruling
from ..projections.board import Board
from ..projections.combat import Combat
from ..projections.pending import PendingDeclaration
from ..projections.rulings import Judged, rulings
from ..projections.state import State, fold
from .attempt import Draft, Violated
from .combat import damage_orders as orders
from .combat import entering, removal, turns
from .combat.assigning import LegalAssignments
from .diagnosis import Diagnosis, diagnose_attack, diagnose_block
from .input_checks import check_mana, fitting
from .legality.attacks import formulate_attacks
from .legality.blocks import formulate_blocks
from .legality.checks import way_out
from .legality.explanation import Explanation, explain
from .legality.formulation import Formulation
from .legality.options import LegalAttacks, LegalBlocks
from .procedure import attackers_508_1 as attack
from .procedure import blockers_509_1 as block
from .procedure import damage_510_1 as damage
from .procedure import payment
from .procedure.attackers_508_1 import AttackDeclaration, OptionalCosts
from .procedure.costs import Offer
from .procedure.illegal_actions import done_again, ruling_on, violations
from .procedure.mana_abilities import activate, as_its_permanent_says
from .rulebook.editions import Edition, edition_of
from .unstated import settled
from .view.view import View

Payment = Offer | bool | None
"""True: the whole total, if the player can. False: declined. An offer: exactly that. None: left for `Game.pay`."""


class Game:
    """One game in a journal. `log` is its history, `board` and `combat` its state, `rewound` what was taken back."""

    def __init__(self, journal: Journal, stream: str, budget: int | None = None) -> None:
        if budget is not None and budget < 0:
            raise InvalidInput("budget", str(budget), "a number of steps, or None for as many as it takes")
        self.journal = journal
        self.budget = budget
        """How many steps the search for the maximum of requirements may take; what it doesn't settle is ruled `undecided`."""
        self.log: Log = journal.log(stream)
        self.version = self.log.version
        self.state = fold(self.log.events())
        self.time: datetime | None = None
        """When what is appended next was recorded, if that was elsewhere and before; None: now."""
        self.last_events: tuple[Event, ...] = ()
        """What the last command appended and didn't take back."""

    @classmethod
    def open(cls, journal: Journal | str | Path, stream: str, *, budget: int | None = None) -> Game:
        """A game that was started before, by itself or in a journal given by its URL.

        `budget`: how many steps the search for the maximum of requirements may take on each part of a board (None: as many as it
        takes); where they don't suffice the ruling is `undecided`. It is no time, so that rulings are the same everywhere.
        Raises InvalidInput if there is no such game, CorruptJournal if it can't be read.
        """
        journal = journal if isinstance(journal, Journal) else Journal.open(journal)
        game = cls(journal, stream, budget)
        if not game.version:
            raise InvalidInput("stream", stream, f"a game of this journal: {', '.join(journal.streams()) or 'none yet'}")
        return game

    @classmethod
    def start(
        cls,
        players: Sequence[str],
        *,
        rules: date | str | None = None,
        journal: Journal | str | Path = "memory://",
        stream: str = "game",
        active: str | None = None,
        budget: int | None = None,
        **totals: Mapping[str, Any],
    ) -> Game:
        """Start a game under the rules of a day (default: the day on which its log begins), and its first turn.

        `totals`: `life`, `hand`, `graveyard` (player → number) and `mana` (player → mana that can be produced).
        `budget`: as for `open`. Raises InvalidInput, and JournalConflict if the stream isn't empty.
        """
        journal = journal if isinstance(journal, Journal) else Journal.open(journal)
        edition = _edition(rules)
        if len(set(players)) < 2 or len(set(players)) < len(players) or not all(players):
            raise InvalidInput("players", repr(list(players)), "two or more different names")
        for total, amounts in {"active": [active or players[0]], **totals}.items():
            for player in amounts:
                _check_player(total, player, players)
        game = cls(journal, stream, budget)
        if game.version:
            raise JournalConflict(stream, 0, game.version)
        draft = game._draft()
        with fitting("start"):
            started = t.GameStarted(
                players=tuple(players),
                edition=edition.effective,
                declarant_version=_package_version(),
                **totals,
            )
        for player, producible in started.mana.items():
            check_mana(f"mana.{player}", producible)
        draft.append(started)
        turns.begin_turn(draft, active or players[0])
        game._commit(draft)
        return game

    @classmethod
    def on(cls, state: State, *, budget: int | None = None) -> Game:
        """A game that goes on from a state, to try what would follow: its journal is its own and begins there."""
        game = cls(Journal.open("memory://"), "game", budget)
        game.state = state.copy()
        return game

    # --- what it is now -----------------------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """Players, permanents, effects, turn and step."""
        return self.state.board

    @property
    def combat(self) -> Combat:
        """Attackers, blockers, bands, blocked and unblocked, orders."""
        return self.state.combat

    @property
    def edition(self) -> Edition:
        """The rules in force."""
        assert self.board.edition is not None, "no game has started"
        return edition_of(self.board.edition)

    @property
    def rewound(self) -> list[Rewound]:
        """What was tried and taken back, with the rulings."""
        return self.log.rewound()

    @property
    def rulings(self) -> list[Judged]:
        """Every declaration that was tried, legal or not."""
        return rulings(self.journal.entries(self.log.stream))

    # --- declarations -------------------------------------------------------------------------------------------------

    def declare_attackers(
        self,
        attackers: Mapping[str, str],
        *,
        bands: Iterable[Iterable[str]] = (),
        optional_costs: Mapping[str, OptionalCosts] | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Ruling:
        """508.1: the active player declares attackers: creature → the player, planeswalker or battle it attacks.

        Raises IllegalDeclaration with the ruling; the log is as it was before.
        """
        declaration = AttackDeclaration.of(attackers, bands, optional_costs)
        activated = tuple(mana_abilities)
        return self._commit_attempt(settled(self.state, lambda: self._attack(declaration, activated, pay), _same_ruling))

    def judge_attackers(
        self,
        attackers: Mapping[str, str],
        *,
        bands: Iterable[Iterable[str]] = (),
        optional_costs: Mapping[str, OptionalCosts] | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Ruling:
        """The ruling that declaring these attackers would get. Nothing is appended."""
        declaration = AttackDeclaration.of(attackers, bands, optional_costs)
        activated = tuple(mana_abilities)
        return settled(self.state, lambda: self._attack(declaration, activated, pay), _same_ruling).ruling

    def declare_blockers(
        self,
        blocks: Mapping[str, Iterable[str]],
        *,
        by: str | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Ruling:
        """509.1: a defending player declares blockers: creature → the attackers it blocks.

        `by`: which player; by default the next one in turn order who is to declare. Raises IllegalDeclaration with the
        ruling; the log is as it was before.
        """
        chosen, activated = {blocker: tuple(attackers) for blocker, attackers in blocks.items()}, tuple(mana_abilities)
        return self._commit_attempt(settled(self.state, lambda: self._block(chosen, by, activated, pay), _same_ruling))

    def judge_blockers(
        self,
        blocks: Mapping[str, Iterable[str]],
        *,
        by: str | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Ruling:
        """The ruling that declaring these blockers would get. Nothing is appended."""
        chosen, activated = {blocker: tuple(attackers) for blocker, attackers in blocks.items()}, tuple(mana_abilities)
        return settled(self.state, lambda: self._block(chosen, by, activated, pay), _same_ruling).ruling

    def explain_attackers(
        self,
        attackers: Mapping[str, str],
        *,
        bands: Iterable[Iterable[str]] = (),
        optional_costs: Mapping[str, OptionalCosts] | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Explanation:
        """The ruling that declaring these attackers would get, and why. Nothing is appended."""
        declaration, activated = AttackDeclaration.of(attackers, bands, optional_costs), tuple(mana_abilities)
        draft, player = self._draft_to_attack(), self._active
        formulation = formulate_attacks(draft.view, draft.edition, player, draft.budget)
        diagnosis = self._diagnose_attack(declaration, activated, pay)
        ruling = self._attack(declaration, activated, pay).ruling
        return self._explain(formulation, draft, ruling, diagnosis, declaration.chosen, bool(self.legal_attacks))

    def explain_blockers(
        self,
        blocks: Mapping[str, Iterable[str]],
        *,
        by: str | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Explanation:
        """The ruling that declaring these blockers would get, and why. Nothing is appended."""
        chosen = {blocker: tuple(attackers) for blocker, attackers in blocks.items()}
        chosen, activated = {blocker: attackers for blocker, attackers in chosen.items() if attackers}, tuple(mana_abilities)
        draft = self._draft_with_priority()
        player = self._declaring(draft, by)
        formulation = formulate_blocks(draft.view, draft.edition, player, draft.budget)
        diagnosis = self._diagnose_block(chosen, player, activated, pay)
        ruling = self._block(chosen, player, activated, pay).ruling
        return self._explain(formulation, draft, ruling, diagnosis, chosen, bool(self.legal_blocks_of(player)))

    @property
    def legal_attacks(self) -> LegalAttacks:
        """The attacks that the active player may declare now."""
        draft, player = self._draft_to_attack(), self._active
        formulation = formulate_attacks(draft.view, draft.edition, player, draft.budget)
        trial = self._draft_to_attack()
        possible = _complied(lambda: attack.choose(trial, player, AttackDeclaration.of({}), formulation))
        return LegalAttacks(formulation, draft.edition, possible)

    @property
    def legal_blocks(self) -> LegalBlocks:
        """The blocks that the next defending player in turn order may declare now."""
        return self.legal_blocks_of(None)

    def legal_blocks_of(self, player: str | None) -> LegalBlocks:
        """The blocks that this player may declare now (None: the next defending player)."""
        draft = self._draft_with_priority()
        player = self._declaring(draft, player)
        formulation = formulate_blocks(draft.view, draft.edition, player, draft.budget)
        trial = self._draft_with_priority()
        return LegalBlocks(formulation, draft.edition, _complied(lambda: block.choose(trial, player, {}, formulation)))

    def activate_mana_ability(self, activated: ManaAbilityActivated) -> None:
        """508.1i, 509.1e: while a declaration waits for payment. Raises IllegalDeclaration."""
        self._commit_attempt(self._continue(lambda draft: activate(draft, activated)))

    def mana_ability(self, activated: ManaAbilityActivated) -> ManaAbilityActivated:
        """The activation, tapping and sacrificing its source as the permanent's own mana ability says. Raises InvalidInput."""
        return as_its_permanent_says(self._draft().view, activated)

    def pay(self, offer: Offer | bool = True) -> Ruling:
        """508.1j, 509.1f: pay what a declaration waits for, and complete it; False declines. Raises IllegalDeclaration."""
        return self._commit_attempt(self._continue(lambda draft: _complete(draft, offer)))

    def announce_orders(self, announced: Mapping[str, Iterable[str]]) -> Ruling:
        """509.2, 509.3, 509.6, 509.7: damage assignment orders, creature → order. Raises IllegalDeclaration."""
        named = {creature: tuple(order) for creature, order in announced.items()}

        def decide(draft: Draft) -> None:
            orders.announce(draft, named)
            if not turns.orders_awaited(draft):
                turns.receive_priority(draft)

        self._check_nothing_pending()
        return self._commit_attempt(self._attempt("order", self._active, decide, self._draft()))

    def reselect(self, targets: Mapping[str, str]) -> Ruling:
        """508.7: what attackers attack is reselected: attacker → target. Raises IllegalDeclaration."""
        draft = self._draft_with_priority()
        attempt = self._attempt("reselect", self._active, lambda draft: entering.reselect(draft, targets), draft)
        return self._commit_attempt(attempt)

    # --- combat damage ------------------------------------------------------------------------------------------------

    def assign_combat_damage(self, assignment: damage.Assignment, *, by: str | None = None) -> Ruling:
        """510.1: a player announces how creatures assign combat damage: creature → recipient → amount.

        The combat damage step begins if it hasn't. `by`: which player; by default the next one in turn order who is to assign.
        What can be assigned in one way only may be left out. Raises IllegalDeclaration; what others assigned stands.
        """
        return self._commit_attempt(self._assign(assignment, by))

    def judge_combat_damage(self, assignment: damage.Assignment, *, by: str | None = None) -> Ruling:
        """The ruling that this announcement would get. Nothing is appended."""
        return self._assign(assignment, by).ruling

    def deal_combat_damage(self, assignment: damage.Assignment | None = None) -> Ruling:
        """510.1–2: every player who hasn't assigned combat damage yet does, in turn order, and it is dealt with all that follows.

        `assignment`: of all these players together. Raises IllegalDeclaration; the log is as it was before.
        """
        return self._commit_attempt(self._deal(assignment or {}))

    def judge_dealing(self, assignment: damage.Assignment | None = None) -> Ruling:
        """The ruling that `deal_combat_damage` would get. Nothing is appended."""
        return self._deal(assignment or {}).ruling

    @property
    def legal_assignments(self) -> LegalAssignments:
        """How the next player in turn order may assign combat damage now."""
        return self.legal_assignments_of(None)

    def legal_assignments_of(self, player: str | None) -> LegalAssignments:
        """How this player may assign combat damage now (None: the next one in turn order)."""
        if player is not None:
            self._check_player("by", player)
        return damage.legal_assignments(self._draft_for_damage(), player)

    def begin_end_of_combat(self) -> None:
        """511: the end of combat step begins, and what triggers "at end of combat". Raises InvalidInput outside of combat."""
        self._end(turns.begin_end_of_combat)

    def end_combat(self) -> None:
        """511.3: the end of combat step ends, and the combat phase with it: all are out of combat."""
        self._end(turns.leave_combat)

    def clean_up(self) -> None:
        """514.2: damage wears off, and what lasts until end of turn ends."""
        self._end(turns.clean_up)

    # --- what happens -------------------------------------------------------------------------------------------------

    def begin_turn(self, player: str, *, untaps: Collection[str] | None = None) -> None:
        """The next turn begins: `player` is the active player, and untaps.

        `untaps`: which permanents do, of those among which effects let the player choose. Raises InvalidInput where it is needed.
        """
        self._check_player("turn", player)
        self._end(lambda draft: turns.begin_turn(draft, player, untaps))

    def begin_combat(self) -> None:
        """Another combat phase begins this turn."""
        self._end(turns.begin_combat)

    def enter(self, entered: t.PermanentEntered, *, attacking: str | None = None, blocking: str | None = None) -> None:
        """A permanent enters the battlefield, perhaps attacking or blocking (508.4, 509.4, 509.7)."""
        if not entered.id or entered.id in self.board.permanents or entered.id in self.board.players:
            raise InvalidInput("enter.id", repr(entered.id), "an id that no other permanent or player has")
        for role in ("controller", "owner", "protector"):
            if (player := getattr(entered, role)) is not None:
                self._check_player(f"enter.{role}", player)
        self.happen(lambda draft: entering.enter(draft, entered, attacking, blocking))

    def begin_effect(self, effect: Effect) -> None:
        """A continuous effect begins."""
        if effect.id in self.board.effects:
            raise InvalidInput("effect.id", repr(effect.id), "an id that no other effect has")
        self._check_player("effect.controller", effect.controller)
        self.happen(lambda draft: draft.append(t.EffectBegan(effect=effect)))

    def state_facts(self, stated: t.FactsStated) -> None:
        """Designations and facts of a player or a permanent are stated, which no board can derive."""
        if stated.about not in self.board.players:
            self._known(stated.about)
        self.happen(lambda draft: draft.append(stated))

    def state_attacking(self, creature: str, target: str) -> None:
        """An effect states that a creature is attacking (508.4)."""
        self.happen(lambda draft: entering.state_attacking(draft, self._known(creature), target))

    def cause_block(self, blocker: str, attacker: str) -> None:
        """An effect makes a creature block (509.6)."""
        self.happen(lambda draft: entering.cause_block(draft, blocker, attacker))

    def stop_blocking(self, blocker: str, attacker: str) -> None:
        """An effect ends a block (509.2a, 509.3a)."""
        self.happen(lambda draft: removal.stop_blocking(draft, blocker, attacker))

    def become_blocked(self, attacker: str) -> None:
        """An effect says that an attacker becomes blocked (509.1h)."""
        self.happen(lambda draft: entering.become_blocked(draft, attacker))

    def become_unblocked(self, attacker: str) -> None:
        """An effect says that an attacker becomes unblocked (509.1h)."""
        self.happen(lambda draft: entering.become_unblocked(draft, attacker))

    def leave(self, id: str) -> None:
        """A permanent leaves the battlefield (506.4)."""
        self.happen(lambda draft: removal.leave(draft, self._known(id)))

    def phase_out(self, id: str) -> None:
        """A permanent phases out (506.4)."""
        self.happen(lambda draft: removal.phase_out(draft, self._known(id)))

    def remove_from_combat(self, id: str) -> None:
        """An effect removes a permanent from combat (506.4)."""
        self.happen(lambda draft: removal.remove_from_combat(draft, self._known(id)))

    def change(self, id: str, **changes: Any) -> None:
        """Named characteristics of a permanent become these: those of `CharacteristicsChanged`, and `controller`, `tapped`,
        `protector`, `attached_to`, `summoning_sick`."""
        for role in ("controller", "protector"):
            if changes.get(role) is not None:
                self._check_player(f"change.{role}", changes[role])
        self.happen(lambda draft: removal.change(draft, self._known(id), changes))

    def happen(self, decide: Callable[[Draft], None]) -> None:
        """Whatever is decided on the draft happens, in one append: for records that tell many things at once."""

        def happened() -> Draft:
            draft = self._draft_with_priority()
            decide(draft)
            return draft

        self._commit(settled(self.state, happened, _same_events))

    def _end(self, decide: Callable[[Draft], None]) -> None:
        """A step, a phase or a turn ends, whatever of it is left: also while combat damage has been assigned."""
        draft = self._draft_for_damage()
        decide(draft)
        self._commit(draft)

    def take_back(self, to: int) -> None:
        """The log goes back to that version, without a ruling: a player took something back. Raises InvalidInput."""
        self.version = self.log.append([Cut(to=to)], self.version, self.time).version
        self.state = fold(self.log.events())
        self.last_events = ()

    # --- how ----------------------------------------------------------------------------------------------------------

    @property
    def _active(self) -> str:
        active = self.board.active
        assert active is not None, "no turn has begun"
        return active

    def _attack(self, declaration: AttackDeclaration, mana_abilities: Iterable[ManaAbilityActivated], pay: Payment) -> _Attempt:
        player, activated = self._active, tuple(mana_abilities)

        def decide(draft: Draft) -> None:
            attack.declare(draft, player, declaration)
            _pay_and_complete(draft, activated, pay)

        diagnose = partial(self._diagnose_attack, declaration, activated, pay)
        return self._attempt("attack", player, decide, self._draft_to_attack(), diagnose)

    def _block(
        self,
        blocks: Mapping[str, Iterable[str]],
        by: str | None,
        mana_abilities: Iterable[ManaAbilityActivated],
        pay: Payment,
    ) -> _Attempt:
        chosen = {blocker: tuple(attackers) for blocker, attackers in blocks.items()}
        chosen, activated = {blocker: attackers for blocker, attackers in chosen.items() if attackers}, tuple(mana_abilities)
        draft = self._draft_with_priority()
        player = self._declaring(draft, by)
        turns.begin_declare_blockers(draft)

        def decide(draft: Draft) -> None:
            block.declare(draft, player, chosen)
            _pay_and_complete(draft, activated, pay)

        return self._attempt("block", player, decide, draft, partial(self._diagnose_block, chosen, player, activated, pay))

    def _assign(self, assignment: damage.Assignment, by: str | None) -> _Attempt:
        draft = self._draft_for_damage()
        if by is not None:
            self._check_player("by", by)
        player = by or damage.next_to_assign(draft)
        return self._attempt("damage", player, lambda draft: damage.assign(draft, player, assignment), draft)

    def _deal(self, assignment: damage.Assignment) -> _Attempt:
        def decide(draft: Draft) -> None:
            damage.assign_the_rest(draft, assignment)
            damage.deal_damage(draft)

        draft = self._draft_for_damage()
        return self._attempt("damage", damage.next_to_assign(draft), decide, draft)

    def _declaring(self, draft: Draft, by: str | None) -> str:
        """The defending player who declares blockers: that one, or the next in turn order. Raises InvalidInput."""
        player = by if by is not None else block.next_to_declare(draft)
        self._check_player("by", player)
        return player

    def _diagnose_attack(
        self, declaration: AttackDeclaration, mana_abilities: Iterable[ManaAbilityActivated], pay: Payment
    ) -> Diagnosis:
        draft = self._draft_to_attack()
        formulation = formulate_attacks(draft.view, draft.edition, self._active, draft.budget)
        return diagnose_attack(draft, formulation, self._active, declaration, mana_abilities, pay)

    def _diagnose_block(
        self, blocks: block.Blocks, player: str, mana_abilities: Iterable[ManaAbilityActivated], pay: Payment
    ) -> Diagnosis:
        draft = self._draft_with_priority()
        return diagnose_block(
            draft, formulate_blocks(draft.view, draft.edition, player, draft.budget), player, blocks, mana_abilities, pay
        )

    def _explain(
        self,
        formulation: Formulation,
        draft: Draft,
        ruling: Ruling,
        diagnosis: Diagnosis,
        chosen: Mapping[str, tuple[str, ...]],
        possible: bool,
    ) -> Explanation:
        locked = diagnosis.locked
        return explain(
            formulation,
            draft.edition,
            ruling,
            [violation for violated in diagnosis.violated for violation in violations(draft.edition, violated)],
            chosen,
            diagnosis.choosable,
            locked.total.text if locked is not None else None,
            (lambda instead: _payable(draft, formulation, instead)) if possible else None,
        )

    def _continue(self, decide: Callable[[Draft], None]) -> _Attempt:
        """Go on with the declaration that waits for payment."""
        pending = self.state.declarations.pending
        if pending is None:
            raise InvalidInput("pay", "no declaration that waits for payment", "a declaration made with pay=None")
        return self._attempt(pending.action, pending.player, decide, self._draft())

    def _attempt(
        self,
        action: Literal["attack", "block", "order", "reselect", "damage"],
        player: str,
        decide: Callable[[Draft], None],
        draft: Draft,
        diagnose: Callable[[], Diagnosis] | None = None,
    ) -> _Attempt:
        """Decide on a draft, and rule on it; `diagnose` finds all that is wrong. Nothing is appended."""
        pending = self.state.declarations.pending
        since = self.version if pending is None else pending.since
        try:
            decide(draft)
        except Violated as violated:
            before = self.state if since == self.version else fold(self.log.events(version=since))
            if violated.concept.endswith((".mana", ".pay")) or not _can_be_paid(before, draft, violated.instead):
                violated.instead = _free_way_out(before, draft)
            everything = diagnose().violated if diagnose is not None else ()
            ruling = ruling_on(
                self.edition, action, violated.player or player, violated, _locked_total(draft, pending), everything
            )
            return _Attempt(draft, since, ruling)
        return _Attempt(draft, since, Ruling(action=action, player=player, verdict="legal", cost=_locked_total(draft, pending)))

    def _commit_attempt(self, attempt: _Attempt) -> Ruling:
        """Append what was decided; if it isn't legal, with the cut that takes it back and the mana abilities that stay."""
        draft, ruling = attempt.draft, attempt.ruling
        if ruling.verdict == "legal":
            self._commit(draft)
            return ruling
        pending = draft.state.declarations.pending
        staying: list[Event] = []
        if pending is not None and pending.mana_abilities:
            before = self.state if attempt.since == self.version else fold(self.log.events(version=attempt.since))
            staying = done_again(Draft.of(before, attempt.since, self.budget), pending.mana_abilities)
        items: list[Event | Cut] = [*draft.events, Cut(to=attempt.since, ruling=ruling), *staying]
        self.version = self.log.append(items, self.version, self.time).version
        self.last_events = tuple(staying)
        if staying or self.state.declarations.pending is not None:
            self.state = fold(self.log.events())
        raise IllegalDeclaration(ruling)

    def _draft(self) -> Draft:
        return Draft.of(self.state, self.version, self.budget)

    def _draft_with_priority(self) -> Draft:
        """A draft for anything but orders: if those weren't announced, the active player gets priority without.

        While combat damage has been assigned and not dealt, nobody has priority unless it is on the stack (510.2, 310.1): raises
        IllegalDeclaration.
        """
        draft = self._draft_for_damage()
        step = draft.state.combat.damage
        if step is not None and not step.dealt:
            attempt = self._attempt("damage", damage.next_to_assign(draft), damage.respond, draft)
            if attempt.ruling.verdict != "legal":
                raise IllegalDeclaration(attempt.ruling)
        return draft

    def _draft_for_damage(self) -> Draft:
        """A draft for combat damage, after the active player got priority."""
        self._check_nothing_pending()
        draft = self._draft()
        if self.board.active is not None and block.all_declared(draft):
            turns.receive_priority(draft)
        return draft

    def _draft_to_attack(self) -> Draft:
        """A draft in the combat phase, which begins if it hasn't."""
        draft = self._draft_with_priority()
        if not draft.state.combat.phase:
            turns.begin_combat(draft)
        return draft

    def _commit(self, draft: Draft) -> None:
        draft.state.board.assumed.clear()
        if draft.events:
            self.version = self.log.append(draft.events, self.version, self.time).version
            self.state = draft.state
        self.last_events = tuple(draft.events)

    def _check_nothing_pending(self) -> None:
        if self.state.declarations.pending is not None:
            raise InvalidInput("command", "something else while a declaration waits for payment", "paying, or declining to")

    def _check_player(self, where: str, player: str) -> None:
        _check_player(where, player, self.board.players)

    def _known(self, id: str) -> str:
        """The id of a permanent; one that is phased out is treated as though it didn't exist (702.26b)."""
        known = [permanent.id for permanent in self.board.permanents.values() if not permanent.phased_out]
        if id not in known:
            raise InvalidInput("id", repr(id), f"a permanent on the battlefield: {', '.join(known)}")
        return id


@dataclass(frozen=True, slots=True)
class _Attempt:
    """What was decided, the version before it, and the ruling on it."""

    draft: Draft
    since: int
    ruling: Ruling


def _same_events(first: Draft, second: Draft) -> Draft | None:
    """What happened, if it is the same but for how many restrictions and requirements were in force."""
    counted = (RestrictionsChecked, RequirementsChecked)
    mine, theirs = ([event for event in draft.events if not isinstance(event, counted)] for draft in (first, second))
    return first if mine == theirs else None


def _same_ruling(first: _Attempt, second: _Attempt) -> _Attempt | None:
    """The ruling, if it is the same whatever isn't stated: for the reasons that both have, with a way out that both name."""
    mine, theirs = first.ruling, second.ruling
    same = ("verdict", "concept", "rule", "cost")
    if any(getattr(mine, name) != getattr(theirs, name) for name in same) or _same_events(first.draft, second.draft) is None:
        return None
    if mine.why != theirs.why:
        return None
    return first if mine.instead == theirs.instead else replace(first, ruling=mine.model_copy(update={"instead": None}))


def _complied(step: Callable[[], None]) -> bool:
    """Whether a step can be complied with."""
    try:
        step()
    except Violated:
        return False
    return True


def _payable(before: Draft, formulation: Formulation, instead: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether the player can pay for a declaration that is legal on that draft."""
    trial = Draft.of(before.state, before.version, before.budget)
    if formulation.action == "attack":
        declaration = AttackDeclaration.of({attacker: target for attacker, (target,) in instead.items()})
        return not diagnose_attack(trial, formulation, formulation.player, declaration).violated
    return not diagnose_block(trial, formulation, formulation.player, instead).violated


def _can_be_paid(before: State, draft: Draft, instead: Mapping[str, tuple[str, ...]] | None) -> bool:
    """Whether the player can pay for a declaration instead of the one that was tried on the draft."""
    pending = draft.state.declarations.pending
    if instead is None or pending is None or not (bool(draft.view.held(AttackCost)) or bool(draft.view.held(BlockCost))):
        return True
    trial = Draft.of(before, before.version, draft.budget)
    try:
        if pending.action == "attack":
            targets = {attacker: target for attacker, (target,) in instead.items()}
            attack.declare(trial, pending.player, AttackDeclaration.of(targets))
        else:
            block.declare(trial, pending.player, instead)
        payment.pay(trial, Offer())
    except Violated:
        return False
    return True


def _free_way_out(before: State, draft: Draft) -> dict[str, tuple[str, ...]] | None:
    """A legal declaration that costs nothing, like the one that was tried on the draft."""
    pending = draft.pending
    view = View(before)
    if pending.action == "block":
        return way_out(formulate_blocks(view, draft.edition, pending.player, draft.budget), dict(pending.blocks), free=True)
    chosen = {attacker: (target,) for attacker, target in pending.targets}
    return way_out(formulate_attacks(view, draft.edition, pending.player, draft.budget), chosen, free=True)


def _check_player(where: str, player: str, players: Sequence[str]) -> None:
    if player not in players:
        raise InvalidInput(where, repr(player), f"a player: {', '.join(players)}")


@cache
def _package_version() -> str:
    return metadata.version("declarant")


def _edition(rules: date | str | None) -> Edition:
    if rules is None:
        return edition_of(datetime.now(UTC).date())
    try:
        return edition_of(date.fromisoformat(rules) if isinstance(rules, str) else rules)
    except ValueError:
        raise InvalidInput("rules", str(rules), "a date as in 2024-06-07") from None


def _locked_total(draft: Draft, pending: PendingDeclaration | None) -> str | None:
    """The total of the declaration that the draft makes, or that it goes on with."""
    locked = pending.locked if pending is not None else None
    locked = locked or next((event for event in draft.events if isinstance(event, CostsLocked)), None)
    return locked.total.text if locked is not None else None


def _pay_and_complete(draft: Draft, mana_abilities: Iterable[ManaAbilityActivated], pay: Payment) -> None:
    pending = draft.pending
    for activated in mana_abilities:
        activate(draft, activated)
    if pay is not None or pending.locked is None:
        _complete(draft, True if pay is None else pay)


def _complete(draft: Draft, pay: Offer | bool) -> None:
    """The last steps of a declaration: pay, become attacking or blocking, priority."""
    pending = draft.pending
    payment.pay(draft, Offer() if pay is True else pay or None)
    if pending.action == "attack":
        if draft.edition.tapping == "as a cost":
            attack.tap_as_a_cost(draft)
        attack.become_attacking(draft)
        turns.receive_priority(draft)
        return
    block.become_blocking(draft)
    if block.all_declared(draft) and not turns.orders_awaited(draft):
        turns.receive_priority(draft)
