"""Replay data of 17Lands: a CSV file with a row a game, of which many columns are stated again for each turn of each player.

A row says which creatures attacked, became blocked or unblocked, blocked and died in each turn, how much combat damage players
were dealt, and what was on the battlefield as the turn ended. It states neither what blocked what, nor what was attacked, nor
power and toughness, nor what dealt damage. Where that can't be said otherwise it is left open (`None`, no attackers), and
nothing is ruled on.

Source: the files at https://www.17lands.com/public_datasets. Cards are Arena's numbers, parted by `|`; cells of turns that
weren't played are empty or 0; damage may be below 0, and is no event then. What isn't taken from a file is stated, and marked.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Literal

from ...events import declarations as d
from ...events import facts as t
from ...events import records as r
from ...events.errors import InvalidInput
from ...events.journal.journal import STREAM_LIMIT, Journal
from ..cards import CardFace
from .importers import RecordFile
from .keeping import Imported, Problem, RecordedGame
from .knowledge import UNKNOWN
from .transcript import Transcript, game_started
from .unread import Unknown

Side = Literal["user", "oppo"]
CardKind = Literal["creature", "land", "other"]

COLUMNS_LIMIT = 20_000
"""Columns that a file has at most; public ones have up to 3,000."""
CARDS_LIMIT = 250
"""Cards in a cell at most."""
TURNS_LIMIT = 200
"""Turns of a player at most."""
LIFE = 20
"""With how much life a game of Limited begins (103.4): no column states it."""

_NOTHING = ("", "0", "0.0", "False")
"""Cells that say nothing."""
NEEDED = ("draft_id", "game_time", "on_play", "num_turns", "won", "user_turn_1_creatures_attacked")
"""Columns without which a file is no replay data."""
LEAVES_OUT = "17Lands tells who fought, not what blocked what, power, toughness, abilities, or what dealt damage"

_SIDES = ("user", "oppo")
_OF_CARDS = frozenset(
    (
        *("creatures_cast", "non_creatures_cast", "user_instants_sorceries_cast", "oppo_instants_sorceries_cast"),
        *("creatures_attacked", "creatures_blocked", "creatures_unblocked", "creatures_blocking", "eot_user_cards_in_hand"),
        *(f"{side}_creatures_killed_{how}" for side in _SIDES for how in ("combat", "non_combat")),
        *(f"eot_{side}_{kind}_in_play" for side in _SIDES for kind in ("lands", "creatures", "non_creatures")),
    )
)
_OF_NUMBERS = frozenset(
    ("user_combat_damage_taken", "oppo_combat_damage_taken", "eot_oppo_cards_in_hand", "eot_user_life", "eot_oppo_life")
)
_OF_GAME = frozenset(
    (
        *("draft_id", "game_time", "on_play", "num_turns", "won", "event_type", "expansion", "rank", "opp_rank", "num_mulligans"),
        *("opp_num_mulligans", "opening_hand", "match_number", "game_number", "missing_diffs"),
    )
)
_HANDS = "hands are stated by how many cards they have"
_NO_PLACE = "no table has a place for it"
_BETTER = "other columns state it better"
WITHOUT_BEARING = {
    "cards_drawn": _HANDS,
    "cards_tutored": _HANDS,
    "cards_discarded": _HANDS,
    "cards_drawn_or_tutored": _HANDS,
    "cards_drawn_count": _HANDS,
    "cards_tutored_count": _HANDS,
    "candidate_hand_#": _HANDS,
    "lands_played": "lands are stated as they are in play",
    "creatures_blitzed": _BETTER,
    "player_combat_damage_dealt": _BETTER,
    "…_total_…": _BETTER,
    "cards_foretold": _NO_PLACE,
    **{f"{side}_{what}": _NO_PLACE for side in _SIDES for what in ("abilities", "cards_learned", "mana_spent")},
    **{f"{side}_creatures_blitzed": _BETTER for side in _SIDES},
    **{f"eot_{side}_poison_counters": _NO_PLACE for side in _SIDES},
    "draft_time": "it is about the draft",
    "build_index": "it is about the draft",
    "main_colors": "decks are stated card by card",
    "splash_colors": "decks are stated card by card",
    "opp_colors": "cards are stated as they are played",
    "user_n_games_bucket": "it is about other games of the user",
    "user_game_win_rate_bucket": "it is about other games of the user",
}
"""Column, of a turn without its prefix → why nothing is taken from it. `#` is a number, `…` any words."""
_OF_TURN = re.compile(r"(user|oppo)_turn_([1-9][0-9]{0,3})_(\w+)")
_NUMBERED = re.compile(r"_[1-9]$")
_TOTAL = re.compile(r"^(?:user|oppo)_total_\w+$")
_NUMBER = re.compile(r"-?[0-9]{1,6}(\.0*)?")
_KINDS: tuple[tuple[CardKind, str], ...] = (("creature", "creatures"), ("land", "lands"), ("other", "non_creatures"))


@dataclass(slots=True)
class Header:
    """Where the columns of a file stand."""

    names: list[str]
    game: dict[str, int] = field(default_factory=dict)
    decks: dict[str, list[tuple[str, int]]] = field(default_factory=lambda: {"deck": [], "sideboard": []})
    turns: dict[tuple[Side, int], dict[str, int]] = field(default_factory=dict)
    unknown: dict[str, list[int]] = field(default_factory=dict)
    """Columns that nobody knows, of turns without their prefixes, and where they stand."""

    @classmethod
    def of(cls, names: list[str], place: str) -> Header:
        """Where the columns of that name are. Raises InvalidInput for those of no replay data."""
        missing = [name for name in NEEDED if name not in names]
        if missing:
            found = "draft data" if "pack_number" in names else "game data" if any(map(_of_game_data, names)) else "a file"
            raise InvalidInput(f"{place}, line 1", f"{found} without the column {missing[0]}", "replay data of 17Lands")
        if len(set(names)) < len(names):
            twice = next(name for name, number in Counter(names).items() if number > 1)
            raise InvalidInput(f"{place}, line 1", f"two columns {twice}", "columns with different names")
        header = cls(names)
        for index, name in enumerate(names):
            header._place(index, name)
        return header

    def _place(self, index: int, name: str) -> None:
        deck, _, card = name.partition("_")
        if (found := _OF_TURN.fullmatch(name)) is not None:
            side, number, column = found[1], int(found[2]), found[3]
            if column in _OF_CARDS | _OF_NUMBERS and number <= TURNS_LIMIT:
                self.turns.setdefault(("user" if side == "user" else "oppo", number), {})[column] = index
            elif column not in WITHOUT_BEARING:
                self.unknown.setdefault(f"columns of turns {column[:80]!r}", []).append(index)
        elif deck in self.decks and card:
            self.decks[deck].append((card, index))
        elif name in _OF_GAME:
            self.game[name] = index
        elif _TOTAL.sub("…_total_…", _NUMBERED.sub("_#", name)) not in WITHOUT_BEARING:
            self.unknown.setdefault(f"columns {name[:80]!r}", []).append(index)


def _of_game_data(name: str) -> bool:
    return name.startswith(("drawn_", "tutored_"))


class SeventeenLandsReader:
    """Reads a file. `card`: the card of one of Arena's numbers, None where it isn't known; `unknown`: what nobody knows."""

    def __init__(self, card: Callable[[int], CardFace | None], place: str, unknown: Unknown | None = None) -> None:
        self._card, self._place = card, place
        self._unknown = unknown or Unknown()

    def games(self, lines: Iterable[bytes]) -> Iterator[ReplayRow | Problem]:
        """The games of a file, and what can't be read of it. Raises InvalidInput for what is no replay data."""
        rows = self._rows(lines)
        line, names = next(rows, (1, []))
        if len(names) > COLUMNS_LIMIT:
            raise InvalidInput(f"{self._place}, line 1", f"{len(names)} columns", f"at most {COLUMNS_LIMIT}")
        header = Header.of(names, self._place)
        for line, cells in rows:
            if len(cells) != len(names):
                yield Problem(line, f"{len(cells)} cells in a file of {len(names)} columns")
            else:
                yield ReplayRow(header, cells, line, self._card, self._unknown)

    def _rows(self, lines: Iterable[bytes]) -> Iterator[tuple[int, list[str]]]:
        """The lines' cells; a cell goes on in the next line nowhere in such files."""
        for number, line in enumerate(lines, 1):
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
                cells = next(csv.reader([text], strict=True), [])
            except (UnicodeDecodeError, csv.Error) as error:
                raise InvalidInput(f"{self._place}, line {number}", str(error), "comma-separated values in UTF-8") from None
            if cells:
                yield number, cells


class ReplayRow:
    """A game of a file."""

    def __init__(
        self, header: Header, cells: Sequence[str], line: int, card: Callable[[int], CardFace | None], unknown: Unknown
    ) -> None:
        self._header, self._cells, self.line, self._card, self._unknown = header, cells, line, card, unknown
        self.problems: list[Problem] = []
        """What of it was left out."""

    @property
    def where(self) -> str:
        """Where it stands in the file."""
        return f"line {self.line}"

    def keep(self, kept: Journal) -> Imported:
        """Keep the game in a journal. Raises InvalidInput for a cell that has no sense; nothing is kept then."""
        played = self._played()
        names = [self._stated("draft_id"), self._stated("match_number"), self._stated("game_number") or "1"]
        game = "/".join(["17lands", *filter(None, names)])
        if len(game) > STREAM_LIMIT or not game.isprintable() or "#" in game:
            raise self._wrong("draft_id", names[0], "a name of a draft")
        return self._transcript(played).keep(kept, game, played)

    # --- the game -------------------------------------------------------------------------------------------------------

    def _transcript(self, played: datetime) -> Transcript:
        first, second = ("user", "oppo") if self._whether("on_play") else ("oppo", "user")
        started = game_started(
            (first, second),
            dict.fromkeys((first, second), LIFE),
            played.date(),
            ", ".join(filter(None, ["17Lands", self._stated("expansion"), f"draft {self._stated('draft_id')}"])),
            played=played,
            format=self._stated("event_type") or None,
        )
        described = r.GameDescribed(
            owner="user",
            deck=self._deck("deck"),
            sideboard=self._deck("sideboard"),
            rank=self._rank("rank"),
            opposing_rank=self._rank("opp_rank"),
        )
        game = _Game(Transcript(started, LEAVES_OUT, described, *self._hands()), self)
        for what, indexes in self._header.unknown.items():
            if any(self._cells[index] not in _NOTHING for index in indexes):
                self.not_known(game.transcript, what)
        if missing := self._number("missing_diffs", self._stated("missing_diffs")):
            game.transcript.miss(f"17Lands missed {missing} states of the game")
        turns = self._turns((first, second))
        for number, (side, turn) in enumerate(turns, 1):
            game.play(side, number, turn)
        winner = "user" if self._whether("won") else "oppo"
        game.transcript.end_combat()
        game.transcript.append(t.GameEnded(winner=winner))
        return game.transcript

    def not_known(self, transcript: Transcript, what: str) -> None:
        """The row says what nobody knows."""
        self.problems += self._unknown.problems(self.line, [what])
        transcript.miss(f"{what} aren't known")

    def _hands(self) -> Iterator[r.OpeningHandKept]:
        mulligans = self._number("num_mulligans", self._stated("num_mulligans"))
        if mulligans is not None:
            cell = self._stated("opening_hand")
            # After mulligans it is stated before cards are put on the bottom.
            cards = tuple(sorted(map(self.named, self._cards("opening_hand", cell)))) if cell and not mulligans else None
            yield r.OpeningHandKept(player="user", mulligans=mulligans, cards=cards)
        opposing = self._number("opp_num_mulligans", self._stated("opp_num_mulligans"))
        if opposing is not None:
            yield r.OpeningHandKept(player="oppo", mulligans=opposing)

    def _turns(self, order: Sequence[Any]) -> list[tuple[Side, ReplayTurn]]:
        """The turns that were played, in their order: of the slots in a file those up to the last one that states something."""
        last = self._number("num_turns", self._stated("num_turns")) or 0
        if not 0 <= last <= TURNS_LIMIT:
            raise self._wrong("num_turns", str(last), f"0 to {TURNS_LIMIT}")
        found = [(side, self._turn(side, number)) for number in range(1, last + 1) for side in order]
        while found and not found[-1][1].played:
            found.pop()
        return found

    def _turn(self, side: Side, number: int) -> ReplayTurn:
        cards: dict[str, list[str]] = {}
        numbers: dict[str, int] = {}
        lists = False
        for column, index in self._header.turns.get((side, number), {}).items():
            cell, name = self._cells[index], self._header.names[index]
            lists = lists or column == "eot_user_creatures_in_play"
            if column in _OF_CARDS:
                if cell:
                    cards[column] = self._cards(name, cell)
            elif (value := self._number(name, cell)) is not None:
                numbers[column] = value
        return ReplayTurn(cards, numbers, lists)

    def _deck(self, deck: str) -> dict[str, int]:
        numbers = {card: self._number(f"{deck}_{card}", self._cells[index]) or 0 for card, index in self._header.decks[deck]}
        return dict(sorted((card, number) for card, number in numbers.items() if number > 0))

    def _rank(self, column: str) -> str | None:
        rank = self._stated(column)
        return rank if rank not in ("", "None") else None

    def _played(self) -> datetime:
        time = self._stated("game_time")
        try:
            return datetime.strptime(time, "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
        except ValueError:
            raise self._wrong("game_time", time, "a time as in 2024-11-12 19:39:12") from None

    # --- cells ----------------------------------------------------------------------------------------------------------

    def named(self, card: str) -> str:
        """The name of a card that is named by Arena's number, or by its name."""
        known = self.card(card)
        return known.name if known is not None else f"{UNKNOWN}{card}" if card.isdecimal() else card

    def card(self, card: str) -> CardFace | None:
        """What is known of a card that is named by Arena's number."""
        number = arena_id(card)
        return self._card(number) if number is not None else None

    def _stated(self, column: str) -> str:
        index = self._header.game.get(column)
        return self._cells[index] if index is not None else ""

    def _whether(self, column: str) -> bool:
        cell = self._stated(column)
        if cell not in ("True", "False"):
            raise self._wrong(column, cell, "True or False")
        return cell == "True"

    def _number(self, column: str, cell: str) -> int | None:
        if not cell:
            return None
        if not _NUMBER.fullmatch(cell):
            raise self._wrong(column, cell, "a whole number of at most 6 digits")
        return int(float(cell))

    def _cards(self, column: str, cell: str) -> list[str]:
        cards = cell.split("|", CARDS_LIMIT)
        if len(cards) > CARDS_LIMIT or any(len(card) > 200 or (card.isdecimal() and len(card) > 9) for card in cards):
            raise self._wrong(column, cell, f"at most {CARDS_LIMIT} cards, parted by |")
        # A reader may have made a number with a point of a cell with one card.
        return [card.removesuffix(".0") if card.removesuffix(".0").isdecimal() else card for card in cards if card]

    def _wrong(self, column: str, found: str, allowed: str) -> InvalidInput:
        shown = f"{found[:60]}…" if len(found) > 60 else found
        return InvalidInput(column, repr(shown) if shown else "nothing", allowed)


@dataclass(slots=True)
class ReplayTurn:
    """What a row says of a turn: columns of cards and of numbers, without the prefix. `lists`: what is in play is stated, too."""

    cards: dict[str, list[str]]
    numbers: dict[str, int]
    lists: bool

    @property
    def played(self) -> bool:
        """Whether there was such a turn: the columns of one that wasn't are empty or 0."""
        return bool(self.cards) or any(self.numbers.values())


@dataclass(slots=True)
class _Game:
    """A game that is said turn by turn. Copies of a card can't be distinguished: which of them did what is as good as another."""

    transcript: Transcript
    row: ReplayRow
    count: int = 0
    cards: dict[str, tuple[Side, str, CardKind]] = field(default_factory=dict)
    """Permanent → whose it is, its card, and among what it was stated last."""

    def play(self, side: Side, number: int, turn: ReplayTurn) -> None:
        """A turn of that player."""
        cards, transcript = turn.cards, self.transcript
        other: Side = "oppo" if side == "user" else "user"
        transcript.begin_turn(side, number)
        self._spells(side, cards.get("creatures_cast", ()), ("Creature",))
        self._spells(side, cards.get("non_creatures_cast", ()))
        self._spells("user", cards.get("user_instants_sorceries_cast", ()))
        self._spells("oppo", cards.get("oppo_instants_sorceries_cast", ()))
        self._fight(side, other, turn)
        for who in (side, other):
            for card in cards.get(f"{who}_creatures_killed_non_combat", ()):
                transcript.leave(self._drop(who, card), to="graveyard")
        if turn.lists:
            for who in (side, other):
                self._in_play(who, turn)
        for who in (side, other):
            hand = len(cards.get("eot_user_cards_in_hand", ())) if turn.lists else None
            hand = turn.numbers.get("eot_oppo_cards_in_hand") if who == "oppo" else hand
            transcript.total(who, turn.numbers.get(f"eot_{who}_life"), hand)

    def _spells(self, player: Side, cards: Iterable[str], types: tuple[str, ...] = ()) -> None:
        for card in cards:
            known = self.row.card(card)
            line = known.every_type if known is not None else types
            value = known.mana_value if known is not None else None
            id, name, number = self._next(player), self.row.named(card), arena_id(card)
            self.transcript.append(t.SpellCast(id=id, player=player, name=name, types=line, mana_value=value, arena_id=number))

    def _fight(self, side: Side, other: Side, turn: ReplayTurn) -> None:
        cards, transcript = turn.cards, self.transcript
        attackers = self._take(side, cards.get("creatures_attacked", ()))
        if attackers:
            transcript.attack(side, dict.fromkeys(attackers), dict.fromkeys(attackers, other))
        blocked = self._among(attackers, side, other, cards.get("creatures_blocked", ()))
        free = [id for id in attackers if id not in blocked]
        unblocked = self._among(free, side, other, cards.get("creatures_unblocked", ()))
        blockers = self._take(other, cards.get("creatures_blocking", ()))
        if blocked or unblocked or blockers:
            transcript.block(other, _pairs(blockers, blocked), blocked, unblocked)
        killed = [(who, card) for who in (side, other) for card in cards.get(f"{who}_creatures_killed_combat", ())]
        damage = {who: turn.numbers.get(f"{who}_combat_damage_taken", 0) for who in (side, other)}
        if any(amount < 0 for amount in damage.values()):
            self.row.not_known(transcript, "amounts of combat damage below 0")
            damage = {who: max(0, amount) for who, amount in damage.items()}
        if attackers or blocked or unblocked or blockers or killed or any(damage.values()):
            transcript.begin_step("combat damage", "not told")
        for who, amount in damage.items():
            if amount:
                transcript.append(t.DamageDealt(source=None, target=who, amount=amount, combat=True))
        fighting = {*attackers, *blocked, *unblocked, *blockers}
        for who, card in killed:
            transcript.leave(self._drop(who, card, fighting), to="graveyard")
        transcript.end_combat()

    def _among(self, attackers: Sequence[str], side: Side, other: Side, cards: Iterable[str]) -> list[str]:
        """Those of the attackers that are these cards; what isn't among them was put onto the battlefield attacking."""
        free, found = list(attackers), list[str]()
        for card in cards:
            id = next((each for each in free if self.cards[each][1] == card), None)
            if id is None:
                (id,) = self._take(side, [card], found)
                entered = d.PutOntoBattlefieldAttacking(creature=id, target=None, defending=other)
                self.transcript.begin_combat()
                self.transcript.attackers.append(id)
                self.transcript.append(entered)
            else:
                free.remove(id)
            found.append(id)
        return found

    # --- permanents -----------------------------------------------------------------------------------------------------

    def _take(self, side: Side, cards: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
        """A permanent for each of these cards: one that is there, or else one that enters now."""
        found: list[str] = []
        busy = {*taken, *self.transcript.attackers, *self.transcript.blockers} if self.transcript.combat else {*taken}
        for card in cards:
            id = next((id for id in self._of(side, card) if id not in found and id not in busy), None)
            found.append(id or self._enter(side, card, "creature", this_turn=True, continuously_controlled=False))
        return found

    def _of(self, side: Side, card: str) -> list[str]:
        return [id for id, (whose, which, _) in self.cards.items() if (whose, which) == (side, card)]

    def _drop(self, side: Side, card: str, first: Iterable[str] = ()) -> str:
        """A permanent of that card that leaves, of those first."""
        there = self._of(side, card)
        preferred = set(first)
        id = next((id for id in there if id in preferred), next(iter(there), None)) or self._enter(side, card, "creature")
        del self.cards[id]
        return id

    def _in_play(self, side: Side, turn: ReplayTurn) -> None:
        """What is on the battlefield at the end of the turn."""
        there = [(card, kind) for kind, column in _KINDS for card in turn.cards.get(f"eot_{side}_{column}_in_play", ())]
        gone = [id for id, (whose, _, _) in self.cards.items() if whose == side]
        for alike in (True, False):
            for id in list(gone):
                _, card, kind = self.cards[id]
                match = next((each for each in there if each[0] == card and (each[1] == kind or not alike)), None)
                if match is not None:
                    there.remove(match)
                    gone.remove(id)
                    self._become(id, match[1])
        for id in gone:
            del self.cards[id]
            self.transcript.leave(id)
        for card, kind in there:
            self._enter(side, card, kind)

    def _become(self, id: str, kind: CardKind) -> None:
        side, card, before = self.cards[id]
        if kind != before:
            self.cards[id] = side, card, kind
            self.transcript.append(t.CharacteristicsChanged(id=id, types=self._types(card, kind)))

    def _enter(self, side: Side, card: str, kind: CardKind, **status: bool) -> str:
        id, known = self._next(side), self.row.card(card)
        value = known.mana_value if known is not None else None
        self.cards[id] = side, card, kind
        about = {"mana_value": value, "arena_id": arena_id(card), **status}
        self.transcript.enter(id, side, self.row.named(card), self._types(card, kind), **about)
        return id

    def _types(self, card: str, kind: CardKind) -> tuple[str, ...]:
        """The types of a permanent: those of its card, and what it is stated among."""
        known = self.row.card(card)
        among = {"creature": ("Creature",), "land": ("Land",), "other": ()}[kind]
        printed = known.every_type if known is not None else ()
        return tuple(dict.fromkeys((*printed, *among)))

    def _next(self, side: Side) -> str:
        self.count += 1
        return f"{side}-{self.count}"


def arena_id(card: str) -> int | None:
    """Arena's number of a card, if it is named by that."""
    return int(card) if card.isdecimal() else None


def _pairs(blockers: Sequence[str], blocked: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """What blocked what, where only one answer is left: one attacker was blocked."""
    attackers = tuple(blocked) if len(blocked) == 1 else ()
    return dict.fromkeys(blockers, attackers)


def games(file: RecordFile) -> Iterator[Problem | RecordedGame]:
    """The games of replay data, with their cards as far as they are known. Raises InvalidInput for another file."""
    with file.opened() as lines:
        yield from islice(SeventeenLandsReader(file.cards, str(file.path), file.unknown).games(lines), file.limit)
