"""Logs of Forge, as its simulation prints them (`forge sim`): a caption and a sentence a line, in English.

They state turns and steps, lands and spells, who attacked and blocked what, damage, life, and what left the battlefield; not what
else is on it, power and toughness, or abilities. So a permanent is on the board from its first attack, block or land drop on, and
nothing is ruled on. A log has no times: its games count as recorded on 1970-01-01, under the newest rules.

Source: the sentences of Forge's game log (`GameLogFormatter`), in logs that others publish. Whether damage to a permanent is
combat damage isn't said: it is what is dealt in a combat damage step before anything goes on the stack or resolves (510.2).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Literal, NamedTuple

from ...events import facts as t
from ...events import records as r
from ...events.errors import InvalidInput
from ...events.journal.journal import Journal
from .importers import RecordFile
from .keeping import Imported, Problem, RecordedGame
from .transcript import LIMIT, Transcript, game_started, seated
from .unread import Unknown

TIME = datetime(1970, 1, 1, tzinfo=UTC)
LIFE = 20
"""What players begin with where no line names anybody's life."""
LINE = 4_000
"""Characters that a line has at most."""
LEAVES_OUT = "Forge's log tells who fought, not what else was on the battlefield, power, toughness or abilities"

STEPS: dict[str, tuple[t.Step, Literal["first strike", "regular"] | None]] = {
    "beginning of combat step": ("beginning of combat", None),
    "declare attackers step": ("declare attackers", None),
    "declare blockers step": ("declare blockers", None),
    "first strike combat damage step": ("combat damage", "first strike"),
    "first strike damage step": ("combat damage", "first strike"),
    "combat damage step": ("combat damage", "regular"),
    "end of combat step": ("end of combat", None),
}
"""The steps of combat, as they end a line of the caption `Phase`."""
MAIN_PHASES: dict[str, t.Step] = {"main phase, precombat": "precombat main", "main phase, postcombat": "postcombat main"}
ZONES: dict[str, t.Place] = {
    "graveyard": "graveyard",
    "exile": "exile",
    "hand": "hand",
    "library": "library",
    "command": "command",
}
WITHOUT_BEARING = {
    **dict.fromkeys(("resolve stack", "mana"), "of the stack, spells as they are cast are stated"),
    **dict.fromkeys(("effect replaced", "replacement effect"), "what happens instead is stated"),
    **dict.fromkeys(("discard", "draw", "ante", "planechase", "player control", "information", "random"), "no table has a place"),
    **dict.fromkeys(("match result", "match results", "simulation mode"), "each game states its own result"),
}
"""Caption → why nothing is taken from its lines."""
GO_ON = frozenset(("add to stack", "resolve stack", "effect replaced", "replacement effect", "information"))
"""Captions whose text may go on in lines without one: what spells and abilities say."""

_CAPTION = re.compile(r"([A-Z][A-Za-z]*(?: [A-Za-z]+){0,2}): (.*)")
_REFERENCE = re.compile(r"(?:^|, | and |, and )(.+?) \(([0-9]{1,9})\)(?=$|, | and )")
_ONE = re.compile(r"(.+) \(([0-9]{1,9})\)")
_TURN = re.compile(r"Turn ([0-9]{1,5}) \((.+)\)")
_KEPT = re.compile(r"(.+) has kept a hand of ([0-9]{1,3}) cards?\.?")
_MULLIGAN = re.compile(r"(.+) has mulliganed down to ([0-9]{1,3}) cards?\.?")
_PLAYED = re.compile(r"(.+) played (.+) \(([0-9]{1,9})\)\.?")
_CAST = re.compile(r"(.+?) cast (.+?)(?: targeting \[.*)?")
_OTHER_USE = re.compile(r".+ (?:triggered|activated) .+")
_DAMAGE = re.compile(r"(.+) \(([0-9]{1,9})\) deals ([0-9]{1,6}) (?:(combat|non-combat) )?damage(?: \([^)]*\))? to (.+)\.")
_OTHER_DAMAGE = re.compile(r".+ (?:poison|rad) counters?.*")
_LIFE = re.compile(r"(?:Life: )?(.+) (-?[0-9]{1,6}) > (-?[0-9]{1,6})")
_LEFT = re.compile(r"(.+) \(([0-9]{1,9})\) was put into (\w+) from (\w+)\.?", re.IGNORECASE)
_RESULT = re.compile(r"Game ([0-9]+) ended in (?:a Draw!.*|[0-9]+ ms(?:\. (.+) has won!)?)")
_OUTCOME = re.compile(r"(.+) has (?:lost|won) because (.+)")


class ForgeLine(NamedTuple):
    """A line of a game: its number, its caption in small letters (empty where it has none), and what it says."""

    number: int
    caption: str
    words: str


@dataclass(slots=True)
class ForgeGame:
    """The lines of a game that is over."""

    lines: list[ForgeLine] = field(default_factory=list)

    @property
    def name(self) -> str:
        """A name that is the same for the same lines."""
        text = "\n".join(f"{line.caption}: {line.words}" for line in self.lines)
        return f"forge/{sha256(text.encode()).hexdigest()[:16]}"


def games_of(lines: Iterable[bytes], place: str) -> Iterator[ForgeGame | Problem]:
    """The games of a log, one after the other. Raises InvalidInput for what is no such log."""
    game, found = ForgeGame(), False
    for number, line in enumerate(lines, 1):
        said = _said(number, line)
        if said.caption == "game result":
            found = True
            game.lines.append(said)
            if any(each.caption == "turn" for each in game.lines):
                yield game
            game = ForgeGame()
        elif said.caption or game.lines:
            game.lines.append(said)
            if len(game.lines) > LIMIT:
                raise InvalidInput(f"{place}, line {number}", f"a game of more than {LIMIT} lines", "a log of Forge")
    if any(each.caption == "turn" for each in game.lines):
        yield Problem(game.lines[-1].number, "the log ends before the game does: it isn't imported")
    elif not found:
        raise InvalidInput(place, "no game that is over", "a log that Forge's simulation prints (forge sim)")


def _said(number: int, line: bytes) -> ForgeLine:
    words = line[:LINE].decode("utf-8", "replace").rstrip()
    found = _CAPTION.fullmatch(words)
    return ForgeLine(number, found[1].casefold(), found[2]) if found else ForgeLine(number, "", words)


@dataclass(slots=True)
class ForgeReader:
    """Reads a game. `called`: what players are called, by the names that the log has; `unknown`: what nobody knows, said once."""

    game: ForgeGame
    called: Callable[[str], str] = str
    unknown: Unknown = field(default_factory=Unknown)
    problems: list[Problem] = field(default_factory=list)
    """Lines that weren't understood."""
    players: dict[str, str] = field(default_factory=dict)
    """What players are called in the log → their ids."""
    transcript: Transcript = field(init=False)
    dealing: bool = False
    """A combat damage step has begun, and nothing happened in it but its damage."""
    hit: dict[str, int] = field(default_factory=dict)
    """Player → damage of which the change of life is yet to be stated."""
    caption: str = ""
    """That of the line before, or of the line that the one before went on."""
    blocks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    blocked: dict[str, bool] = field(default_factory=dict)
    defenders: dict[str, str] = field(default_factory=dict)
    """Of blocks that aren't declared yet: blocker → attackers; attacker → whether it is blocked, and by whose choice."""
    targets: dict[str, str | None] = field(default_factory=dict)
    defending: dict[str, str] = field(default_factory=dict)
    active: str = ""
    winner: str | None = None
    reason: str = ""

    @property
    def where(self) -> str:
        """Where the game begins."""
        return f"line {self.game.lines[0].number}"

    def keep(self, kept: Journal) -> Imported:
        """Keep the game in a journal. Raises InvalidInput for a game that doesn't state its steps; nothing is kept then."""
        self._find_players()
        if any(each.caption == "combat" for each in self.game.lines) and not any(e.caption == "phase" for e in self.game.lines):
            raise InvalidInput("Combat", "combats without phases", "a log that states phases")
        names = {id: self.called(name) for name, id in self.players.items()}
        started = game_started(self.players.values(), self._life(), date.max, "Forge", names=names)
        bots = tuple(id for name, id in self.players.items() if name.startswith("Ai("))
        self.transcript = Transcript(started, LEAVES_OUT, r.GameDescribed(bots=bots), *self._hands())
        for line in self.game.lines:
            self._read(line)
        self._declare()
        self.transcript.end_combat()
        self.transcript.append(t.GameEnded(winner=self.winner, reason=self.reason))
        return self.transcript.keep(kept, self.game.name, TIME)

    # --- who plays ------------------------------------------------------------------------------------------------------

    def _find_players(self) -> None:
        """The players in the order of their first turns, then those who had none."""
        turns = (found[2] for each in self.game.lines if each.caption == "turn" and (found := _TURN.fullmatch(each.words)))
        kept = (
            found[1]
            for each in self.game.lines
            if each.caption == "mulligan" and (found := _KEPT.fullmatch(each.words) or _MULLIGAN.fullmatch(each.words))
        )
        names = list(dict.fromkeys((*turns, *kept)))
        if not 2 <= len(names) <= 16:
            raise InvalidInput("Turn", f"a game of {len(names)} players", "2 to 16")
        self.players = seated(names)

    def _life(self) -> dict[str, int]:
        """What players begin with: the first total that is said of anybody, for all begin with the same (103.4)."""
        totals = (found for each in self.game.lines if each.caption == "life" and (found := _LIFE.fullmatch(each.words)))
        first = next((int(found[2]) for found in totals if found[1] in self.players), LIFE)
        return dict.fromkeys(self.players.values(), first)

    def _hands(self) -> Iterator[r.OpeningHandKept]:
        mulligans = dict.fromkeys(self.players, 0)
        for each in self.game.lines:
            if each.caption == "mulligan" and (found := _MULLIGAN.fullmatch(each.words)) and found[1] in mulligans:
                mulligans[found[1]] += 1
        if any(each.caption == "mulligan" for each in self.game.lines):
            for name, number in mulligans.items():
                yield r.OpeningHandKept(player=self.players[name], mulligans=number)

    # --- lines ----------------------------------------------------------------------------------------------------------

    def _read(self, line: ForgeLine) -> None:
        caption = line.caption
        if not caption:
            # A declaration of several sentences goes on without a caption, and so do texts of spells and abilities.
            if self.caption == "combat" and line.words and not self._combat(line.words):
                self._problem(line, f"a combat isn't understood: {line.words[:80]}")
            elif line.words and self.caption not in ("combat", *GO_ON):
                self._not_known(line, f"lines without a caption after one that begins with {self.caption!r}")
            return
        self.caption = caption
        if caption not in ("combat", "damage", "life"):
            self._declare()
        if caption in ("add to stack", "resolve stack"):
            self.dealing = False
        reads = _READERS.get(caption)
        if reads is None and caption not in WITHOUT_BEARING:
            self._not_known(line, f"lines that begin with {caption!r}")
        elif reads is not None and not reads(self, line.words):
            self._problem(line, f"it isn't understood: {line.words[:80]}")

    def _problem(self, line: ForgeLine, reason: str) -> None:
        self.problems.append(Problem(line.number, reason))
        self.transcript.miss(reason)

    def _not_known(self, line: ForgeLine, what: str) -> None:
        self.problems += self.unknown.problems(line.number, [what])
        self.transcript.miss(f"{what} aren't known")

    def _turn(self, words: str) -> bool:
        found = _TURN.fullmatch(words)
        if found is None or found[2] not in self.players:
            return False
        self.active, self.hit, self.dealing = self.players[found[2]], {}, False
        self.transcript.begin_turn(self.active, int(found[1]))
        return True

    def _phase(self, words: str) -> bool:
        small = words.casefold()
        found = next((step for name, step in STEPS.items() if small.endswith(name)), None)
        self.dealing = found is not None and found[0] == "combat damage"
        if found is not None:
            self.transcript.begin_step(*found)
        else:
            main = (step for name, step in MAIN_PHASES.items() if small.endswith(name))
            self.transcript.begin_outside_combat(next(main, "other"))
        return True

    def _land(self, words: str) -> bool:
        found = _PLAYED.fullmatch(words)
        if found is None or found[1] not in self.players:
            return False
        if found[3] in self.transcript.permanents:
            self.transcript.leave(found[3])
        self.transcript.enter(found[3], self.players[found[1]], found[2], ("Land",))
        return True

    def _stack(self, words: str) -> bool:
        found = _CAST.fullmatch(words)
        if found is not None and found[1] in self.players:
            self.transcript.cast(self.players[found[1]], found[2])
            return True
        return _OTHER_USE.fullmatch(words) is not None

    def _combat(self, words: str) -> bool:
        player, does = self._who(words.removesuffix("."))
        if does.startswith(" didn't block "):
            attacker = _ONE.fullmatch(does.removeprefix(" didn't block "))
            if attacker is None or not self._attacks(attacker[2]):
                return False
            self.blocked.setdefault(attacker[2], False)
            self.defenders.setdefault(attacker[2], player)
            return True
        if not does.startswith(" assigned "):
            return False
        creatures, attack, target = does.removeprefix(" assigned ").rpartition(" to attack ")
        if attack:
            return self._attack(player, creatures, target)
        creatures, _, attacked = does.removeprefix(" assigned ").rpartition(" to block ")
        return self._block(player, creatures, attacked)

    def _who(self, words: str) -> tuple[str, str]:
        """The player whom a sentence begins with, and what follows; nothing of another sentence."""
        name = next((name for name in sorted(self.players, key=len, reverse=True) if words.startswith(f"{name} ")), None)
        return ("", "") if name is None else (self.players[name], words.removeprefix(name))

    def _attacks(self, id: str) -> bool:
        return id in self.targets or (self.transcript.combat and id in self.transcript.attackers)

    def _attack(self, player: str, creatures: str, target: str) -> bool:
        attackers, aim = _references(creatures), _ONE.fullmatch(target)
        if attackers is None:
            return False
        aimed = self.players.get(target)
        if aimed is None and aim is not None and aim[2] in self.transcript.permanents:
            aimed = aim[2]
        for name, id in attackers:
            self._on_the_board(id, name, player)
            self.targets[id] = aimed
            self.defending[id] = self.transcript.defending(aimed, self.active)
        return True

    def _block(self, player: str, creatures: str, attacker: str) -> bool:
        blockers, attacked = _references(creatures), _ONE.fullmatch(attacker)
        if blockers is None or attacked is None or not self._attacks(attacked[2]):
            return False
        for name, id in blockers:
            self._on_the_board(id, name, player)
            self.blocks[id] = (*self.blocks.get(id, ()), attacked[2])
        self.blocked[attacked[2]] = True
        self.defenders[attacked[2]] = player
        return True

    def _declare(self) -> None:
        """What was said of a declaration is all of it."""
        transcript = self.transcript
        if self.targets:
            transcript.attack(self.active, self.targets, self.defending)
            self.targets, self.defending = {}, {}
        if self.blocked:
            for player in dict.fromkeys(self.defenders[attacker] for attacker in self.blocked):
                mine = [attacker for attacker in self.blocked if self.defenders[attacker] == player]
                blocks = {
                    blocker: attackers
                    for blocker, attackers in self.blocks.items()
                    if transcript.permanents[blocker].controller == player
                }
                blocked = [attacker for attacker in mine if self.blocked[attacker]]
                transcript.block(player, blocks, blocked, [attacker for attacker in mine if attacker not in blocked])
            self.blocks, self.blocked, self.defenders = {}, {}, {}

    def _on_the_board(self, id: str, name: str, controller: str) -> None:
        known = self.transcript.permanents.get(id)
        if known is not None and (known.controller != controller or "Creature" not in known.types):
            self.transcript.leave(id)
        if id not in self.transcript.permanents:
            types = known.types if known is not None else ()
            self.transcript.enter(id, controller, name, dict.fromkeys((*types, "Creature")))

    def _damage(self, words: str) -> bool:
        found = _DAMAGE.fullmatch(words)
        if found is None:
            return _OTHER_DAMAGE.fullmatch(words) is not None
        self._declare()
        player = next((name for name in sorted(self.players, key=len, reverse=True) if found[5].startswith(name)), None)
        card = _ONE.fullmatch(found[5])
        if player is not None and (card is None or card[0] == player):
            target, combat = self.players[player], found[4] == "combat"
            self.hit[target] = self.hit.get(target, 0) + int(found[3])
        elif card is not None:
            target, combat = card[2], self.dealing
        else:
            return False
        self.transcript.append(t.DamageDealt(source=found[2], target=target, amount=int(found[3]), combat=combat))
        return True

    def _life_changes(self, words: str) -> bool:
        found = _LIFE.fullmatch(words)
        if found is None or found[1] not in self.players:
            return False
        player, before, now = self.players[found[1]], int(found[2]), int(found[3])
        if now < before and self.hit.pop(player, 0) == before - now:
            self.transcript.append(t.LifeChanged(player=player, change=now - before))
        self.transcript.total(player, now)
        return True

    def _zone(self, words: str) -> bool:
        found = _LEFT.fullmatch(words)
        if found is None:
            return False
        if found[4].casefold() == "battlefield" and found[2] in self.transcript.permanents:
            self.transcript.leave(found[2], ZONES.get(found[3].casefold(), "other"))
        return True

    def _ends(self, words: str) -> bool:
        found = _OUTCOME.fullmatch(words)
        if found is not None and found[1] in self.players and not self.reason:
            self.reason = found[2]
        return found is not None or words.startswith("Turn ")

    def _result(self, words: str) -> bool:
        found = _RESULT.fullmatch(words)
        if found is not None and found[2] is not None:
            self.winner = self.players.get(found[2])
        return found is not None

    def _mulligan(self, words: str) -> bool:
        return bool(_KEPT.fullmatch(words) or _MULLIGAN.fullmatch(words))


_READERS: dict[str, Callable[[ForgeReader, str], bool]] = {
    "turn": ForgeReader._turn,
    "phase": ForgeReader._phase,
    "land": ForgeReader._land,
    "add to stack": ForgeReader._stack,
    "combat": ForgeReader._combat,
    "damage": ForgeReader._damage,
    "life": ForgeReader._life_changes,
    "zone change": ForgeReader._zone,
    "game outcome": ForgeReader._ends,
    "game result": ForgeReader._result,
    "mulligan": ForgeReader._mulligan,
}
"""What a line states, by its caption; each is said whether it was understood."""


def _references(words: str) -> list[tuple[str, str]] | None:
    """Cards in a list, as in `Grim Ox (3), Keen Elf (4) and Old Wall (5)`: names and ids; None for another text."""
    found = [(match[1], match[2]) for match in _REFERENCE.finditer(words)]
    rest = words
    for name, id in found:
        rest = rest.replace(f"{name} ({id})", "", 1)
    return found if found and not rest.replace(",", "").replace("and", "").strip() else None


def games(file: RecordFile) -> Iterator[Problem | RecordedGame]:
    """The games of a log that are over, and what couldn't be read. Raises InvalidInput for another file."""
    with file.opened() as lines:
        for game in games_of(lines, str(file.path)):
            yield ForgeReader(game, file.called, file.unknown) if isinstance(game, ForgeGame) else game
