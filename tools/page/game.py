"""Makes what a page shows of the entries of a game: a frame a turn, with a stop for each attack, attempt, block and damage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup

from ...events import damage as g
from ...events import declarations as d
from ...events import facts as t
from ...events.catalogue import Event
from ...events.errors import CorruptJournal
from ...events.journal.cuts import Cut
from ...events.journal.entry import Entry, cuts_among
from ...events.prose import Parts, Reference
from ...events.ruling import Ruling
from ...handlers.rulebook.concepts import REQUIREMENTS
from ...handlers.rulebook.editions import Edition, edition_of, editions
from ...projections.board import Permanent
from ...projections.pending import PendingDeclaration
from ...projections.state import State
from ...projections.timeline import Timeline
from ..cases.plainly import capital
from ..history.games import Listed
from . import words
from .board import Marks, Tiles, board_picture
from .game_shown import Frame, GameShown, ReplayLine
from .happened import happened
from .step import HEADS, marks_of
from .words import Names, shown

_FIGHTS = (
    d.BecameAttacking,
    d.BecameBlocking,
    d.BecameBlocked,
    d.BecameUnblocked,
    d.PutOntoBattlefieldAttacking,
    d.PutOntoBattlefieldBlocking,
    d.StatedAttacking,
    d.BlockCaused,
    d.AttackReselected,
)
"""After these, the combat is drawn as it is then."""

_STATED_TOGETHER = (t.PermanentEntered, t.PermanentLeft, t.DamageDealt)
"""Events that are stated together with others of their kind."""


def game(listed: Listed, entries: Sequence[Entry], owner: str | None = None) -> GameShown:
    """A game from its entries; `owner`: the player who is called "(you)". Raises CorruptJournal for one that can't be read or
    can't follow."""
    return _Walk(listed, entries, owner).walked()


class _Walk:
    """Walks the entries of a game."""

    def __init__(self, listed: Listed, entries: Sequence[Entry], owner: str | None) -> None:
        self.listed = listed
        self.entries = entries
        self.started = next((item for item in (entry.item for entry in entries[:1]) if isinstance(item, t.GameStarted)), None)
        self.owner = owner
        self.names, self.tiles = Names(dict(self.started.names) if self.started is not None else {}), Tiles()
        self.timeline = Timeline(State(), cuts_among(entries))
        self.frames: list[Frame] = []
        self.drawn: State | None = None
        """The board that is drawn of this frame."""
        self.events: list[Event] = []
        """What stands of this frame since the board that is drawn."""
        self.alike: list[Event] = []
        self.hurt = Counter[str]()
        """Player → combat damage that was stated, and the life lost by it not yet."""
        """What waits to be stated at once."""
        self.version = 0
        self.combats = 0
        self.taken_back = 0

    @property
    def state(self) -> State:
        """The game as it is before the entry that is stated."""
        return self.timeline.now

    @property
    def edition(self) -> Edition:
        board = self.state.board
        return edition_of(board.edition or editions()[0].effective, board.house)

    @property
    def frame(self) -> Frame | None:
        return self.frames[-1] if self.frames else None

    def walked(self) -> GameShown:
        """The game."""
        # All names first: who shares one is distinguished from the beginning.
        for entry in self.entries:
            if isinstance(entry.item, t.PermanentEntered | t.CharacteristicsChanged | t.GameStarted):
                self._note(entry.item)
        for entry in self.entries:
            self._walk(entry)
        self._finish()
        board = self.state.board
        players = board.seats or board.players
        won = " and ".join(self.listed.winners)
        title = f"{won} win{'s' if len(self.listed.winners) == 1 else ''}" if won else " v ".join(map(self.names, players))
        if won and len(players) == 2:
            loser = next(
                (self.names(player) for player in players if won not in (self.names(player).removesuffix(" (you)"), player)), None
            )
            title = f"{won} beats {loser}" if loser else title
        source = self.started.source if self.started is not None and self.started.source else ""
        return GameShown(
            self.listed,
            shown(title, 160),
            self.names,
            {sharing[0]: sharing for sharing in map(board.sharing_life, players)},
            board.team_of(players[0]),
            shown(source),
            self.frames,
            self.tiles,
            self.taken_back,
        )

    def _note(self, event: t.PermanentEntered | t.CharacteristicsChanged | t.GameStarted) -> None:
        if isinstance(event, t.GameStarted):
            for player in event.players:
                self.names.take(player, f"{event.names.get(player) or player}{' (you)' if player == self.owner else ''}")
        elif isinstance(event, t.PermanentEntered):
            self.names.take(event.id, event.name or event.id)
        elif event.name:
            self.names.take(event.id, event.name)

    def _walk(self, entry: Entry) -> None:
        """State an entry, and take it in."""
        item = entry.item
        self.version = entry.version
        if self.alike and type(item) is not type(self.alike[-1]):
            self._state_alike()
        if isinstance(item, Cut):
            self._cut(entry, item)
            return
        if isinstance(item, t.TurnBegan):
            self._finish()
            self.combats = 0
            self._begin(item.number, item.player, "")
        elif isinstance(item, t.CombatBegan) and self.frame is not None:
            self.combats += 1
            if self.combats > 1:
                self._finish()
                self._begin(self.frame.number, self.frame.player, f", combat {self.combats}")
        elif isinstance(item, t.PermanentLeft | t.PermanentPhasedOut | d.RemovedFromCombat):
            self._draw()
        if self.frame is not None and type(item) in _STATED_TOGETHER:
            self.alike.append(item)
        elif self.frame is not None:
            self._state(item)
        self.timeline.read(entry)
        self.events.append(item)
        if isinstance(item, _FIGHTS):
            self.drawn, self.events = self.state.copy(), []

    def _begin(self, number: int, player: str, more: str) -> None:
        id = f"t{number}" if not more else f"t{number}c{self.combats}"
        self.frames.append(Frame(number, id, player, f"Turn {number}{more}", dict(self.state.board.life), self.version))
        self.drawn, self.events = None, []

    def _draw(self) -> None:
        """Keep the board as it is before somebody leaves, once somebody fights on it."""
        if self.drawn is None and self.state.combat.attackers:
            self.drawn, self.events = self.state.copy(), []

    def _finish(self) -> None:
        """The frame is over: its board is drawn."""
        frame = self.frame
        if self.alike:
            self._state_alike()
        if frame is None or frame.picture:
            return
        frame.after = dict(self.state.board.life)
        state = self.drawn or self.state
        found = happened(self.events, self.edition) if self.drawn is not None else None
        marks = replace(marks_of(state, found), ordered={})
        fights = [f"{self.names(attacker)} attacks" for attacker in marks.attacks]
        fights += [
            f"{self.names(blocker)} blocks {', '.join(map(self.names, attackers))}"
            for blocker, attackers in marks.blocks.items()
            if attackers
        ]
        label = f"The board of turn {frame.number}. {'; '.join(fights) or 'Nobody fights'}."
        frame.picture = self._picture(state, marks, label)

    def _picture(self, state: State, marks: Marks, label: str) -> Markup:
        players = state.board.players
        if not players:
            raise CorruptJournal("the game", "it has no players")
        below = self.state.board.seats[0] if self.state.board.seats[0] in players else players[0]
        return board_picture(state, marks, self.names, self.tiles, below=below, label=label)

    # --- rows ---------------------------------------------------------------------------------------------------------------

    def _row(self, parts: Parts, kind: str = "", phase: str = "", stands: bool = False) -> None:
        assert self.frame is not None
        self.frame.rows.append(ReplayLine(self.names.text(parts), self.version, kind, phase, stands))

    def _state(self, event: Event) -> None:
        """What an event states, before it is taken in."""
        frame, ref = self.frame, Reference
        assert frame is not None
        match event:
            case d.BecameAttacking() if event.attackers:
                frame.attacked = True
                attacked = {attacker: target or () for attacker, target in event.attackers.items()}
                parts = words.declared("attack", event.player, attacked)
                self._row(parts, phase=frame.stop("attack"), stands=True)
            case d.BecameBlocking():
                pending = self.state.declarations.pending
                blockers = {blocker: attackers for blocker, attackers in event.blockers.items() if attackers}
                player = pending.player if pending is not None else frame.player
                open_blocks = [blocker for blocker, attackers in pending.blocks if not attackers] if pending is not None else []
                parts = (
                    (*words.listed(open_blocks), " block (whom isn’t stated)")
                    if open_blocks
                    else words.declared("block", player, blockers)
                )
                self._row(parts, phase=frame.stop("block"), stands=True)
            case t.SpellCast():
                self._row((ref(ref=event.player), " casts ", event.name), "spell")
            case d.DamageOrderAnnounced():
                self._row(words.ordered(event.orders), stands=True)
            case g.CombatDamageAssigned() | g.CombatDamageStepBegan():
                pass
            case d.PutOntoBattlefieldAttacking() | d.StatedAttacking():
                self._row((ref(ref=event.creature), " is attacking"), "an effect")
            case d.PutOntoBattlefieldBlocking() | d.BlockCaused():
                blocker = event.creature if isinstance(event, d.PutOntoBattlefieldBlocking) else event.blocker
                self._row((ref(ref=blocker), " is blocking"), "an effect")
            case d.DeclarationStood():
                self._row((f"No legal declaration ({event.reason}), but the game went on with it:",), "ruling")
            case t.LifeChanged():
                damage = self.hurt.pop(event.player, 0)
                if event.change != -damage:
                    change = f" {'gains' if event.change > 0 else 'loses'} {abs(event.change)} life"
                    known = event.source is not None and event.source in self.state.board.permanents
                    by: Parts = (", by ", ref(ref=str(event.source))) if known else ()
                    self._row((ref(ref=event.player), change, *by), "life")
            case t.PlayerTotalsChanged():
                self.hurt.pop(event.player, None)
            case t.RecordInterrupted():
                self._row((words.capital(event.reason),), "gap in the record")
            case t.RecordResumed():
                self._row(("The whole board is known again",), "record")
            case t.GameEnded():
                won = event.won_by
                winner: Parts = (*words.listed(won), " wins" if len(won) == 1 else " win") if won else ("Nobody wins",)
                self._row((*winner, f": {event.reason}") if event.reason else winner, "the end")
            case _:
                for fact in happened([event], self.edition).facts:
                    kind = {"trigger": "trigger", "cost": "cost", "damage": "combat damage", "life": "life", "lost": "the end"}
                    name = kind.get(fact.kind, "") + (f" · rule {fact.rule}" if fact.rule else "")
                    phase = frame.stop("damage") if fact.kind == "damage" else ""
                    self._row(fact.parts, name.removeprefix(" · "), phase)

    def _state_alike(self) -> None:
        """Who enters and who leaves, and damage from the game's record, each stated at once."""
        assert self.frame is not None
        events, self.alike = self.alike, []
        entered: dict[str, list[str]] = {}
        for event in events:
            if isinstance(event, t.PermanentEntered) and "Land" not in event.types:
                entered.setdefault(event.controller, []).append(event.id)
        for player, ids in entered.items():
            enters = " enters, " if len(ids) == 1 else " enter, "
            self._row((*words.listed(ids), enters, Reference(ref=player), "’s"))
        gone: dict[str, list[str]] = {}
        for event in events:
            if isinstance(event, t.PermanentLeft):
                gone.setdefault(_why(event), []).append(event.id)
        for why, ids in gone.items():
            self._row((*words.listed(ids), " leaves the battlefield" if len(ids) == 1 else " leave the battlefield", why))
        damage = [event for event in events if isinstance(event, t.DamageDealt) and event.combat]
        for event in damage:
            self.hurt[event.target] += event.amount
        for fact in happened(damage, self.edition).facts:
            self._row(fact.parts, "combat damage", self.frame.stop("damage"))

    def _cut(self, entry: Entry, cut: Cut) -> None:
        """Something is taken back: it branches off."""
        pending = self.state.declarations.pending
        self.timeline.read(entry)
        while len(self.frames) > 1 and self.frames[-1].version > cut.to:
            self.frames.pop()
        frame = self.frame
        if frame is None:
            return
        gone = [row for row in frame.rows if row.version > cut.to and not row.tried]
        frame.rows = [row for row in frame.rows if row not in gone]
        frame.phases = [phase for phase in frame.phases if any(row.phase == phase for row in frame.rows)]
        tried = self.names.text(_attempted(pending)) if pending is not None else gone[0].text if gone else None
        if cut.ruling is None:
            self.taken_back += 1
            frame.client += 1
            frame.rows.append(
                ReplayLine(tried or Markup("What was just done"), self.version, "taken back by the client", tried="client")
            )
            return
        ruling = cut.ruling
        frame.attempts += 1
        phase = frame.stop(f"x{frame.attempts}")
        text = tried or Markup("{}: {}").format(self.names.name(ruling.player), ruling.action)
        row = ReplayLine(text, self.version, phase=phase, tried=ruling.verdict, rule=ruling.rule)
        row.word = "not legal" if ruling.verdict == "illegal" else ruling.verdict
        head = HEADS.get(ruling.concept or "")
        row.reasons = [Markup("<b>{}</b>").format(head)] if head else []
        row.reasons += [self.names.text(capital(violation.parts or (violation.why,))) + "." for violation in ruling.violations]
        row.reasons = row.reasons or [words.with_symbols(words.capital(ruling.why))]
        if ruling.instead is not None and ruling.action in ("attack", "block"):
            instead: Mapping[str, str | tuple[str, ...]] = {
                creature: aims for creature, aims in ruling.instead.items() if not isinstance(aims, dict)
            }
            row.instead = self.names.text(words.declared(ruling.action, ruling.player, instead))
        row.picture = self._picture(self.state, self._tried(pending, ruling), "Declared, not legal: " + text.striptags())
        frame.rows.append(row)

    def _tried(self, pending: PendingDeclaration | None, ruling: Ruling) -> Marks:
        fighting = marks_of(self.state, None)
        attacks, blocks = {**fighting.attacks}, {**fighting.blocks}
        spoken = {part.ref for each in ruling.violations for part in each.parts if isinstance(part, Reference)}
        if pending is not None and pending.action == "attack":
            attacks |= dict(pending.targets)
            declared = set(dict(pending.targets))
        elif pending is not None:
            blocks |= dict(pending.blocks)
            declared = set(dict(pending.blocks))
        else:
            declared = set()
        wrong = spoken & declared or {id for id in spoken if id in self.state.board.permanents}
        if ruling.concept in REQUIREMENTS.values():
            unmet = [id for each in ruling.violations for id in _first_permanent(each.parts, self.state.board.permanents)]
            labels = {id: "to be blocked" if id in fighting.attacks else f"must {ruling.action}" for id in unmet}
            return Marks(attacks, blocks, unmet=labels)
        return Marks(attacks, blocks, wrong=frozenset(wrong))


def _why(event: t.PermanentLeft) -> str:
    """Why a permanent left, or where to, as far as the record says."""
    if event.why is not None and event.why != "other":
        return f": {event.why}"
    return f": to {'the ' if event.to in ('graveyard', 'library') else ''}{event.to}" if event.to not in (None, "other") else ""


def _first_permanent(parts: Parts, permanents: Mapping[str, Permanent]) -> list[str]:
    return [part.ref for part in parts if isinstance(part, Reference) and part.ref in permanents][:1]


def _attempted(pending: PendingDeclaration) -> Parts:
    if pending.action == "attack":
        targets: Mapping[str, str] = dict(pending.targets) or dict.fromkeys(pending.attackers, "")
        if targets and not any(targets.values()):
            return (*words.listed(targets), " attack" if len(targets) > 1 else " attacks")
        return words.declared("attack", pending.player, targets)
    return words.declared("block", pending.player, dict(pending.blocks))
