"""The board as a picture: players' bars bound the field; before a bar stands who fights, behind it who doesn't.

Shape states the role: an attack is a line with a head, a block one that ends in a wall before the attacker, an attempt that
broke a rule is dashed and crossed out. The first player is always below. Lengths are in units of the picture, which is as wide
as a phone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from ...events.errors import FactNotStated
from ...handlers.legality.reach import why_not_reached
from ...handlers.rulebook.editions import edition_of, editions
from ...handlers.view.view import View
from ...projections.board import Permanent
from ...projections.state import State
from .words import Names, shown

WIDTH = 358
TILE_WIDTH, TILE_HEIGHT = 84, 66
COLUMNS, PITCH = 4, 91
BAR_HEIGHT = 32
ROW_GAP, GAP = 8, 10
LINE = 38
"""How far apart attackers and their blockers stand, at least: the length of a line between them."""
MAX_QUIET = 12
"""How many tiles of permanents that don't fight are drawn for a player; the rest is counted."""
TILTED = 5
"""How far a tapped permanent is turned, in degrees."""


@dataclass(frozen=True)
class Marks:
    """What is drawn on a board: who attacks and blocks, and what of it is how."""

    attacks: Mapping[str, str | None] = field(default_factory=dict)
    blocks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    wrong: frozenset[str] = frozenset()
    """Creatures whose lines broke a rule."""
    unmet: Mapping[str, str] = field(default_factory=dict)
    """Creature → what it had to do and doesn't, in two words."""
    added: frozenset[str] = frozenset()
    """Creatures that a legal declaration adds or declares otherwise."""
    damage: Mapping[str, int] = field(default_factory=dict)
    """Permanent or player → how much damage it was dealt, or is assigned."""
    misassigned: frozenset[str] = frozenset()
    """Permanents and players that too much or too little of that is assigned to."""
    reassigned: frozenset[str] = frozenset()
    """Those to which a legal announcement assigns another amount."""
    gone: frozenset[str] = frozenset()
    """Permanents that left the battlefield then."""
    ordered: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Creature → the order in which it assigns damage."""


class Tiles:
    """The faces of permanents, each written once however many boards show it."""

    def __init__(self) -> None:
        self._ids: dict[Markup, str] = {}

    def id_of(self, face: Markup) -> str:
        """The id by which a face is used."""
        return self._ids.setdefault(face, f"k{len(self._ids)}")

    def __html__(self) -> Markup:
        """The definitions, for `<defs>`."""
        return self._defined(self._ids.values())

    def used_by(self, picture: Markup) -> Markup:
        """The definitions that a picture uses."""
        return self._defined(set(re.findall(r'href="#([^"]+)"', picture)))

    def _defined(self, ids: Collection[str]) -> Markup:
        return Markup("").join(Markup('<g id="{}">{}</g>').format(id, face) for face, id in self._ids.items() if id in ids)


_NARROW, _WIDE = set("iljI.,'’:;|!()[]ft r-"), set("mwMWOQGDHNU@%")


_A_WORD = 1.1
"""How much wider than a line a single word may be, rather than be cut in two."""


def width_of(text: str, size: float) -> float:
    """About how wide text is, which is set in the reader's own font."""
    return sum(0.34 if letter in _NARROW else 0.86 if letter in _WIDE else 0.585 for letter in text) * size


def wrapped(text: str, width: float, size: float, lines: int) -> list[str]:
    """Text in lines that fit; the last one ends in dots where the rest doesn't."""
    found: list[str] = []
    words = text.split()
    while words and len(found) < lines:
        line = words.pop(0)
        while words and width_of(f"{line} {words[0]}", size) <= width:
            line += " " + words.pop(0)
        if width_of(line, size) > _A_WORD * width:
            cut = len(line)
            while cut > 1 and width_of(line[:cut], size) > width:
                cut -= 1
            words.insert(0, line[cut:])
            line = line[:cut]
        found.append(line)
    if words and found:
        while width_of(found[-1] + "…", size) > width and len(found[-1]) > 1:
            found[-1] = found[-1][:-1]
        found[-1] += "…"
    return found


_NEARLY = 0.85
"""From this share of a width on, text may be wider in a reader's font than it is thought to be."""


def _fitted(text: str, width: float, size: float) -> Markup:
    """What keeps text within a width in any font, where it nearly fills it."""
    if width_of(text, size) < _NEARLY * width:
        return Markup("")
    return Markup(' textLength="{}" lengthAdjust="spacingAndGlyphs"').format(_n(width))


@dataclass(frozen=True)
class _Placed:
    """Where a permanent stands."""

    x: float
    y: float

    @property
    def middle(self) -> float:
        return self.x + TILE_WIDTH / 2

    @property
    def bottom(self) -> float:
        return self.y + TILE_HEIGHT


@dataclass
class _Lane:
    """A creature that attacks, or that somebody tried to block, and those who block it, or it first."""

    leader: str
    blockers: list[str] = field(default_factory=list)

    @property
    def columns(self) -> int:
        return min(COLUMNS, max(1, len(self.blockers)))

    @property
    def rows(self) -> int:
        return -(-len(self.blockers) // COLUMNS)


class Picture:
    """A board being drawn."""

    def __init__(self, state: State, marks: Marks, names: Names, tiles: Tiles, below: str) -> None:
        self._state, self._marks, self._names, self._tiles = state, marks, names, tiles
        self._view = View(state)
        self._board = state.board
        self._below = below
        self._side = sorted((p for p in self._board.players if p in self._board.team_of(below)), key=below.__ne__)
        """Who sits below, with teammates."""
        self._others = [
            player
            for team in dict.fromkeys(map(self._board.team_of, self._board.players))
            for player in team
            if player in self._board.players and player not in self._side
        ]
        self._unreached = not_reached(self._view)
        self._sharing: dict[str, set[str]] = {"life": set(), "poison": set()}
        """Players whose total stands on a teammate's bar."""
        self._placed: dict[str, _Placed] = {}
        self._drawn: list[Markup] = []
        """What stands on the board, below the lines."""
        self._lines: dict[str, list[Markup]] = {"La": [], "Lb": [], "Ld": []}
        """Attacks, blocks, damage: each can be left away."""
        self._y = 0.0

    def drawn(self, label: str) -> Markup:
        """The picture, which `label` describes."""
        lanes = self._lanes()
        fighting = {creature for lane in lanes for creature in (lane.leader, *lane.blockers)}
        for player in self._others:
            self._quiet(player, fighting)
            self._bar(player)
        self._field(lanes)
        for player in self._side:
            self._bar(player)
            self._quiet(player, fighting)
        height = round(self._y + 2)
        layers = (
            Markup('<g class="{}">{}</g>').format(name, Markup("").join(lines)) for name, lines in self._lines.items() if lines
        )
        return Markup('<svg class="board" viewBox="0 -2 {} {}" role="img" aria-label="{}">{}{}</svg>').format(
            WIDTH, height + 2, label, Markup("").join(self._drawn), Markup("").join(layers)
        )

    # --- who stands where ---------------------------------------------------------------------------------------------------

    def _lanes(self) -> list[_Lane]:
        known = self._view.permanents
        lanes = {attacker: _Lane(attacker) for attacker in self._marks.attacks if attacker in known}
        for blocker, attackers in self._marks.blocks.items():
            if blocker not in known or blocker in lanes:
                continue
            first = next((attacker for attacker in attackers if attacker in known and attacker != blocker), None)
            if first is not None:
                lanes.setdefault(first, _Lane(first)).blockers.append(blocker)
        return list(lanes.values())

    def _field(self, lanes: list[_Lane]) -> None:
        upward = not lanes or known_controller(self._view, lanes[0].leader) in self._side
        self._y += GAP
        if not lanes:
            self._y += 14
        for band in _bands(lanes):
            self._band(band, upward)
        self._walls()
        self._y += GAP

    def _band(self, lanes: list[_Lane], upward: bool) -> None:
        """Lanes beside each other: attackers in a row, their blockers opposite."""
        rows = max(lane.rows for lane in lanes)
        top = self._y
        depth = rows * (TILE_HEIGHT + ROW_GAP) - ROW_GAP + LINE if rows else LINE
        column = (COLUMNS - sum(lane.columns for lane in lanes)) / 2
        for lane in lanes:
            x = 1 + column * PITCH
            leader = x + (lane.columns - 1) * PITCH / 2
            self._tile(lane.leader, leader, top + depth if upward else top, "at")
            for number, blocker in enumerate(lane.blockers):
                row, place = divmod(number, COLUMNS)
                shift = (lane.columns - min(COLUMNS, len(lane.blockers) - row * COLUMNS)) / 2
                offset = row * (TILE_HEIGHT + ROW_GAP)
                y = top + depth - LINE - TILE_HEIGHT - offset if upward else top + TILE_HEIGHT + LINE + offset
                self._tile(blocker, x + (place + shift) * PITCH, y, "bl")
            column += lane.columns
        for lane in lanes:
            self._arrow(lane, top, depth, upward)
        self._y = top + depth + TILE_HEIGHT + GAP

    def _quiet(self, player: str, fighting: set[str]) -> None:
        """Who doesn't fight, but lands: those alike once, with their number."""
        alike: Counter[tuple[Markup, bool]] = Counter()
        marked: list[tuple[str, str]] = []
        for permanent in self._view.permanents.values():
            if permanent.controller != player or permanent.id in fighting or permanent.phased_out or _is_land(permanent):
                continue
            if permanent.id in self._marks.unmet or permanent.id in self._marks.damage or permanent.id in self._marks.gone:
                marked.append((permanent.id, "unmet" if permanent.id in self._marks.unmet else "q"))
            else:
                alike[self._face(permanent, self._names.base(permanent.id)), permanent.tapped] += 1
        faces = [(face, tapped, number) for (face, tapped), number in alike.items()]
        left_out = sum(number for *_, number in faces[MAX_QUIET:])
        faces = faces[:MAX_QUIET]
        if not faces and not marked:
            return
        self._y += GAP
        tag = 10 if any(kind == "unmet" for _, kind in marked) else 0
        self._y += tag
        slots = [
            (1 + (slot % COLUMNS) * PITCH, slot // COLUMNS * (TILE_HEIGHT + ROW_GAP)) for slot in range(len(marked) + len(faces))
        ]
        top = self._y
        for (id, kind), (x, y) in zip(marked, slots, strict=False):
            self._tile(id, x, top + y, kind)
        for (face, tapped, number), (x, y) in zip(faces, slots[len(marked) :], strict=True):
            self._drawn.append(_use(self._tiles.id_of(face), x, top + y, "q", tapped))
            if number > 1:
                self._drawn.append(_badge(f"×{number}", x + TILE_WIDTH - 10, top + y - 1, "cnt"))
        self._y = top + slots[-1][1] + TILE_HEIGHT + GAP
        if left_out:
            self._drawn.append(Markup('<text class="k" x="2" y="{}">and {} more</text>').format(_n(self._y + 6), left_out))
            self._y += 14

    # --- drawing ------------------------------------------------------------------------------------------------------------

    def _tile(self, id: str, x: float, y: float, kind: str) -> None:
        permanent, marks = self._view.permanents[id], self._marks
        self._placed[id] = _Placed(x, y)
        classes = kind
        if id in marks.unmet:
            classes = "unmet"
        elif id in marks.wrong:
            classes += " tr"
        if id in marks.gone:
            classes += " dead"
        face = self._face(permanent, self._names(id) if kind != "q" else self._names.base(id))
        self._drawn.append(_use(self._tiles.id_of(face), x, y, classes, permanent.tapped))
        if id in marks.gone:
            line = Markup('<path class="x" d="M{} {}l{} {}"/>').format(_n(x + 6), _n(y + 6), TILE_WIDTH - 12, TILE_HEIGHT - 12)
            self._lines["Ld"].append(line)
        if id in marks.damage:
            self._lines["Ld"].append(_badge(f"−{marks.damage[id]}", x + TILE_WIDTH - 18, y, self._damage_kind(id)))
        if id in marks.unmet:
            self._drawn.append(_badge(marks.unmet[id], x + TILE_WIDTH / 2, y - 5, "flag"))
        if id in marks.added:
            plus = Markup('<g class="plus"><circle cx="{0}" cy="{1}" r="9"/><path d="M{2} {1}h9M{0} {3}v9"/></g>')
            cx, cy = x + TILE_WIDTH - 3, y + 3
            self._drawn.append(plus.format(_n(cx), _n(cy), _n(cx - 4.5), _n(cy - 4.5)))

    def _damage_kind(self, id: str) -> str:
        return "dmg" + (" bad" if id in self._marks.misassigned else " new" if id in self._marks.reassigned else "")

    def _face(self, permanent: Permanent, name: str) -> Markup:
        """What is written on a tile: name, keywords and the like, power and toughness."""
        types = permanent.types
        corner = ""
        if "Creature" in types:
            corner = permanent.size
        elif permanent.loyalty is not None:
            corner = str(permanent.loyalty)
        elif permanent.defense is not None:
            corner = str(permanent.defense)
        small = [*self._keywords(permanent.id)] if "Creature" in types else [_kind_of(types)]
        small += [f"{number} {shown(kind, 20)}" for kind, number in permanent.counters.items() if number]
        small += [f"{permanent.marked} damage"] if permanent.marked else []
        corner_width = 0.0 if not corner else width_of(corner, 15) + 5
        lines = wrapped(name, TILE_WIDTH - 16, 11, 3)
        notes = self._notes(", ".join(filter(None, small)), TILE_WIDTH - 13 - corner_width, len(lines) < 3)
        parts = [Markup('<rect class="t" width="{}" height="{}" rx="6"/>').format(TILE_WIDTH, TILE_HEIGHT)]
        parts += [
            Markup('<text class="n" x="7" y="{}"{}>{}</text>').format(16 + 12 * at, _fitted(line, TILE_WIDTH - 13, 11), line)
            for at, line in enumerate(lines)
        ]
        parts += [Markup('<text class="k" x="7" y="{}">{}</text>').format(y, line) for y, line in notes]
        if corner:
            parts.append(Markup('<text class="p" x="{}" y="58">{}</text>').format(TILE_WIDTH - 6, corner))
        return Markup("").join(parts)

    def _notes(self, text: str, beside: float, above: bool) -> list[tuple[int, str]]:
        """Small print: beside power and toughness where it fits, else in a line above, too."""
        if not text or not above or width_of(text, 10.5) <= beside:
            return [(59, line) for line in wrapped(text, beside, 10.5, 1)]
        first, *more = wrapped(text, TILE_WIDTH - 12, 10.5, 9)
        rest = text[len(first) :].strip() if more else ""
        return [(44, first), *((59, line) for line in wrapped(rest, beside, 10.5, 1))]

    def _keywords(self, id: str) -> list[str]:
        try:
            return sorted(self._view.keywords(id))
        except FactNotStated:
            return []

    def _bar(self, player: str) -> None:
        """A player: name, hand, lands, and life."""
        board, y = self._board, self._y
        lands = [p for p in self._view.permanents.values() if p.controller == player and _is_land(p) and not p.phased_out]
        tapped = sum(land.tapped for land in lands)
        about = [f"hand {board.hand[player]}"] if board.hand.get(player) else []
        if lands:
            about.append(f"{len(lands)} land{'s' if len(lands) > 1 else ''}" + (f", {tapped} tapped" if tapped else ""))
        if board.poison.get(player) and self._first_of("poison", board.sharing_poison(player)):
            about.append(f"{board.poison[player]} poison")
        if player in self._unreached:
            about.insert(0, self._unreached[player])
        own_life = self._first_of("life", board.sharing_life(player))
        life = str(board.life.get(player, 0)) if own_life else ""
        name = (wrapped(self._names(player), 150, 14, 1) or [""])[0]
        heart = WIDTH - 18 - 10.5 * len(life)
        details = (wrapped(" · ".join(about), heart - 74 - width_of(name, 14), 11, 1) or [""])[0] if about else ""
        self._drawn.append(
            Markup(
                '<g class="bar{}"><rect x=".5" y="{}" width="357" height="{}" rx="6"/>'
                '<text x="10" y="{}"><tspan class="pn">{}</tspan>{}</text>{}</g>'
            ).format(
                " off" if player in self._unreached else "",
                _n(y + 0.5),
                BAR_HEIGHT,
                _n(y + 21),
                name,
                Markup(' <tspan class="pb" dx="6">{}</tspan>').format(details) if details else "",
                Markup('<path class="heart" d="M{} {}l5 6l-5 6l-5-6z"/><text class="lf" x="348" y="{}">{}</text>').format(
                    _n(heart), _n(y + 10), _n(y + 22), life
                )
                if own_life
                else "",
            )
        )
        if self._marks.damage.get(player):
            self._lines["Ld"].append(_badge(f"−{self._marks.damage[player]}", heart - 30, y + 16, self._damage_kind(player)))
        self._y = y + BAR_HEIGHT + 1

    def _first_of(self, total: str, sharing: tuple[str, ...]) -> bool:
        """Whether none of those who share a total has it on the bar yet; then it stands on this one."""
        drawn = self._sharing[total]
        first = not drawn.intersection(sharing)
        drawn.update(sharing)
        return first

    def _arrow(self, lane: _Lane, top: float, depth: float, upward: bool) -> None:
        """An attack: a line from the attacker to the far side; of a blocked one only where blocks aren't shown yet."""
        if lane.leader not in self._marks.attacks:
            return
        at, target = self._placed[lane.leader], self._marks.attacks[lane.leader]
        start, end = (at.y - 3, top - 1) if upward else (at.bottom + 3, top + depth + TILE_HEIGHT + 1)
        wrong = lane.leader in self._marks.wrong and not lane.blockers
        head = 11 if upward else -11
        classes = "atk" + (" pre" if lane.blockers else "") + (" bad" if wrong else "")
        if lane.leader in self._marks.added and not lane.blockers:
            classes += " new"
        drawn = [
            Markup('<path class="ln" d="M{0} {1}V{2}"/><path class="hd" d="M{0} {3}l-7 {4}h14z"/>').format(
                _n(at.middle), _n(start), _n(end + head), _n(end), head
            )
        ]
        if wrong:
            drawn.append(_cross(at.middle, (start + end + head) / 2))
        if target is not None and (len(self._others) > 1 or target not in self._board.players):
            goal = (wrapped(f"→ {self._names(target)}", TILE_WIDTH - 8, 10.5, 1) or [""])[0]
            drawn.append(
                Markup('<text class="goal" x="{}" y="{}">{}</text>').format(_n(at.middle + 9), _n((start + end) / 2 + 4), goal)
            )
        self._lines["La"].append(Markup('<g class="{}">{}</g>').format(classes, Markup("").join(drawn)))

    def _walls(self) -> None:
        """Blocks: a line from each blocker to a wall before each attacker that it blocks."""
        pairs = [
            (blocker, attacker)
            for blocker, attackers in self._marks.blocks.items()
            for attacker in attackers
            if blocker in self._placed and attacker in self._placed
        ]
        opposite = Counter(attacker for _, attacker in pairs)
        met: Counter[str] = Counter()
        for blocker, attacker in pairs:
            one, other = self._placed[blocker], self._placed[attacker]
            spread = min(34, (TILE_WIDTH - 8) / opposite[attacker])
            aim = other.middle + (met[attacker] - (opposite[attacker] - 1) / 2) * spread
            met[attacker] += 1
            down = one.y < other.y
            start, end = (one.bottom + 1, other.y - 5) if down else (one.y - 1, other.bottom + 5)
            wall = min(26.0, spread - 5)
            wrong = blocker in self._marks.wrong or attacker in self._marks.wrong
            classes = "blk" + (" bad" if wrong else " new" if blocker in self._marks.added else "")
            drawn = [
                Markup('<path class="ln" d="M{} {}L{} {}"/><path class="wall" d="M{} {}h{}"/>').format(
                    _n(one.middle), _n(start), _n(aim), _n(end), _n(aim - wall / 2), _n(end), _n(wall)
                )
            ]
            if wrong:
                drawn.append(_cross((one.middle + aim) / 2, (start + end) / 2))
            self._lines["Lb"].append(Markup('<g class="{}">{}</g>').format(classes, Markup("").join(drawn)))


def not_reached(view: View) -> dict[str, str]:
    """Who can't be attacked this turn, beside those whose turn it is: that in words, with the number of the rule that says so."""
    board = view.board
    if board.active is None or len(board.players) < 3:
        return {}
    edition = edition_of(board.edition or editions()[0].effective, board.house)
    found = {}
    for player in board.players:
        why = why_not_reached(view, edition, board.active, player)
        if why is not None and player not in board.active_side:
            number = edition.number(why.concept)
            found[player] = "can’t be attacked" + (f" ({number})" if number else "")
    return found


def board_picture(state: State, marks: Marks, names: Names, tiles: Tiles, *, below: str, label: str) -> Markup:
    """A board as SVG. `below`: the player who sits there; `tiles` takes the faces, to be defined once on the page."""
    return Picture(state, marks, names, tiles, below).drawn(label)


def in_words(state: State, marks: Marks, names: Names) -> str:
    """A board in words, for those who don't see it."""
    view = View(state)
    parts, unreached = [], not_reached(view)
    for player in state.board.players:
        mine = [p for p in view.permanents.values() if p.controller == player and not p.phased_out and not _is_land(p)]
        stated = ", ".join(_permanent_in_words(permanent, names) for permanent in mine[: 2 * MAX_QUIET]) or "nothing but lands"
        more = f" and {len(mine) - 2 * MAX_QUIET} more" if len(mine) > 2 * MAX_QUIET else ""
        reached = f", {unreached[player]}" if player in unreached else ""
        poison = f", {counters} poison counters" if (counters := state.board.poison.get(player)) else ""
        parts.append(f"{names(player)}, {state.board.life.get(player, 0)} life{poison}{reached}: {stated}{more}.")
    for attacker, target in marks.attacks.items():
        parts.append(f"{names(attacker)} attacks {names(target)}." if target else f"{names(attacker)} attacks nothing any more.")
    for blocker, attackers in marks.blocks.items():
        if attackers:
            parts.append(f"{names(blocker)} blocks {', '.join(map(names, attackers))}.")
    parts += [f"{names(creature)} {words}." for creature, words in marks.unmet.items()]
    parts += [f"{amount} damage to {names(recipient)}." for recipient, amount in marks.damage.items() if amount]
    return " ".join(parts)


def _permanent_in_words(permanent: Permanent, names: Names) -> str:
    size = f" {permanent.size}" if "Creature" in permanent.types else ""
    return f"{names(permanent.id)}{size}" + (" (tapped)" if permanent.tapped else "")


def known_controller(view: View, id: str) -> str | None:
    """Who controls a permanent; None where it isn't there."""
    permanent = view.permanents.get(id)
    return permanent.controller if permanent is not None else None


def _is_land(permanent: Permanent) -> bool:
    return "Land" in permanent.types and "Creature" not in permanent.types


def _kind_of(types: Iterable[str]) -> str:
    return next((kind for kind in ("Planeswalker", "Battle", "Artifact", "Enchantment") if kind in set(types)), "")


def _bands(lanes: list[_Lane]) -> Iterator[list[_Lane]]:
    """Lanes in bands as wide as the picture."""
    band: list[_Lane] = []
    for lane in lanes:
        if sum(each.columns for each in band) + lane.columns > COLUMNS:
            yield band
            band = []
        band.append(lane)
    if band:
        yield band


def _use(id: str, x: float, y: float, kind: str, tapped: bool) -> Markup:
    turned = (
        Markup(' transform="rotate({} {} {})"').format(TILTED, _n(x + TILE_WIDTH / 2), _n(y + TILE_HEIGHT / 2)) if tapped else ""
    )
    return Markup('<use href="#{}" x="{}" y="{}" class="c {}"{}/>').format(id, _n(x), _n(y), kind, turned)


def _badge(words: str, x: float, y: float, kind: str) -> Markup:
    """Words in a pill, by its middle."""
    width = max(26.0, width_of(words, 11.5) + 14)
    return Markup(
        '<g class="{}"><rect x="{}" y="{}" width="{}" height="19" rx="9.5"/><text x="{}" y="{}"{}>{}</text></g>'
    ).format(kind, _n(x - width / 2), _n(y - 9.5), _n(width), _n(x), _n(y + 4.2), _fitted(words, width - 8, 11.5), words)


def _cross(x: float, y: float) -> Markup:
    return Markup('<circle class="no" cx="{0}" cy="{1}" r="8.5"/><path class="nx" d="M{2} {3}l8 8m0-8l-8 8"/>').format(
        _n(x), _n(y), _n(x - 4), _n(y - 4)
    )


def _n(number: float) -> str:
    """A number, short."""
    return f"{round(number, 1):g}"
