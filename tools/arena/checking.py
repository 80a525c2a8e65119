"""What Arena offered, beside what we derive from the journal; and our ruling on every declaration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from ...events.errors import Undecided, WordingNotUnderstood
from ...events.model import Model
from ..records.keeping import Problem
from . import deriving
from .abilities import CardLookup, no_cards
from .fighting import Deal, Derived, Fought
from .fighting import derive as derive_damage
from .framing import opened
from .importing import Importer, Located
from .recording import DeclarationRequest, RecordedDeclaration, Source

OfferedCreatures = dict[Literal["attack", "block"], dict[str, list[str | int]]]
"""Attacker → what it may attack (`player:2`, `permanent:387`), or blocker → the attackers that are open to it."""

ArenaChoice = dict[str, str | list[int]]
"""Attacker → what it attacks, or blocker → the attackers it blocks."""


class CheckedDamage(Model):
    """One line of `declarant arena check` of the kind `damage`: a combat damage step.

    `gameStateId`, `msgId`: of the state in which the step began. `step`: of the two, where something strikes first. `dealt`: what
    Arena dealt, `derived`: what we derive from the game before it, each as `[source, recipient, amount]` (`player:2`,
    `permanent:387`), amounts of 0 left out. `deaths`, `derived_deaths`: who died of it by state-based actions. `tainted`: the
    record has a gap before this. `agrees`: both are the same; None where that can't be said, as what differs may come of an
    ability that nobody knows. `differences` says what differs, or why it can't be said.
    """

    log: str
    match: str
    game: int
    msgId: int
    gameStateId: int
    kind: Literal["damage"] = "damage"
    step: Literal["first-strike", "regular"]
    tainted: bool
    dealt: tuple[tuple[int | str, str, int], ...]
    derived: tuple[tuple[int | str, str, int], ...] | None
    deaths: tuple[int | str, ...]
    derived_deaths: tuple[int | str, ...] | None
    agrees: bool | None
    differences: tuple[str, ...] = ()
    player: str


class CheckedSizes(Model):
    """One line of `declarant arena check` of the kind `sizes`: power and toughness as combat damage is about to be dealt.

    `told`: what Arena says of each creature, `derived`: what we derive from printed values and texts, counters, and what
    triggered since attackers were declared, each as `[creature, power, toughness]`. There is one for each combat, of its first
    damage. `agrees`: both are the same, before the combat too, and the same abilities resolved; None where that can't be said,
    since a text isn't understood or something else was done. `differences` says what differs, or why it can't be said.
    """

    log: str
    match: str
    game: int
    msgId: int
    gameStateId: int
    kind: Literal["sizes"] = "sizes"
    tainted: bool
    told: tuple[tuple[int | str, int, int], ...]
    derived: tuple[tuple[int | str, int, int], ...]
    agrees: bool | None
    differences: tuple[str, ...] = ()
    player: str


class Checked(Model):
    """One line of `declarant arena check`: a request, or a declaration (which has `declared`, and nothing `offered`).

    `log`: the file's name. `match`, `game`, `msgId`, `gameStateId`: Arena's own numbers of the game and of the message
    (None for a declaration that was only seen on the table). `initial`: nothing is chosen yet. `tainted`: the record has a gap
    before this, so the board isn't known. `agrees`: the same pairs are offered and derived; of a declaration, that it is legal;
    None where that can't be said. `differences` says what differs, or why it can't be said.
    """

    log: str
    match: str
    game: int
    msgId: int | None
    gameStateId: int
    kind: Literal["attack", "block"]
    initial: bool
    tainted: bool
    offered: OfferedCreatures | None = None
    derived: OfferedCreatures | None = None
    agrees: bool | None
    differences: tuple[str, ...] = ()
    player: str
    declared: ArenaChoice | None = None
    source: Source | None = None
    verdict: Literal["legal", "illegal", "undecided"] | None = None
    rule: str | None = None


def check(path: Path, cards: CardLookup = no_cards) -> Iterator[Checked | CheckedDamage | CheckedSizes | Problem]:
    """Every request, declaration and combat damage step of a log, in its order, and what of it can't be read.

    Power and toughness are derived where cards are known.

    Raises InvalidInput for a file that can't be read, or has no detailed logs.
    """
    importer = Importer(cards=cards)
    with opened(path) as (lines, _):
        for each in importer.read(lines, str(path)):
            if isinstance(each, Problem):
                yield each
            elif isinstance(each.found, DeclarationRequest):
                yield _asked(each.found, **_located(path, each))
            elif isinstance(each.found, Fought):
                yield from _sizes(each.found, **{**_located(path, each), "kind": "sizes"})
                yield _fought(each.found, **_located(path, each))
            else:
                yield _declared(each.found, **_located(path, each))


def _located(path: Path, each: Located) -> dict[str, Any]:
    """What a request and a declaration state alike."""
    found = each.found
    return {
        "log": path.name,
        "match": each.match,
        "game": each.number,
        "msgId": found.message,
        "gameStateId": found.state,
        "kind": found.kind,
        "player": found.player,
    }


def _asked(asked: DeclarationRequest, **located: Any) -> Checked:
    differences: tuple[str, ...] = ()
    derived, agrees = None, None
    try:
        open_now = derive(asked)
        derived = _as_offered(asked, open_now)
        differences = tuple(_differences(asked.offered, open_now))
        agrees = not differences
    except (Undecided, WordingNotUnderstood) as error:
        differences = (str(error),)
    return Checked(
        **located,
        initial=not asked.chosen,
        tainted=asked.game.board.interrupted,
        offered={asked.kind: {id: _shaped(asked, targets) for id, targets in asked.offered.items()}},
        derived=derived,
        agrees=agrees,
        differences=differences,
    )


def derive(asked: DeclarationRequest) -> dict[str, tuple[str, ...]]:
    """What we would offer: for attackers whatever some legal attack has, for blockers what is open once so much is chosen.

    Raises Undecided, WordingNotUnderstood.
    """
    if asked.kind == "attack":
        return asked.game.legal_attacks.pairs()
    legal = asked.game.legal_blocks_of(asked.player)
    possible = legal.pairs()
    chosen = {blocker: attackers for blocker, attackers in asked.chosen.items() if blocker in possible}
    return {**dict.fromkeys(possible, ()), **legal.open_pairs(chosen)}


def _as_offered(asked: DeclarationRequest, derived: Mapping[str, tuple[str, ...]]) -> OfferedCreatures:
    """In the shape and the order of what was offered: what was offered first, the rest after it."""
    offered = asked.offered
    creatures = [*(id for id in offered if id in derived), *(id for id in derived if id not in offered)]
    found = {}
    for id in creatures:
        first = [target for target in offered.get(id, ()) if target in derived[id]]
        found[id] = _shaped(asked, (*first, *(target for target in derived[id] if target not in first)))
    return {asked.kind: found}


def _shaped(asked: DeclarationRequest | RecordedDeclaration, targets: tuple[str, ...]) -> list[str | int]:
    if asked.kind == "block":
        return [int(target) for target in targets]
    return [target if target in asked.game.board.players else f"permanent:{target}" for target in targets]


def _differences(offered: Mapping[str, tuple[str, ...]], derived: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for id in dict.fromkeys((*offered, *derived)):
        theirs, ours = set(offered.get(id, ())), set(derived.get(id, ()))
        if theirs - ours:
            yield f"{id}: only Arena offers {', '.join(sorted(theirs - ours))}"
        if ours - theirs:
            yield f"{id}: only derived {', '.join(sorted(ours - theirs))}"


def _declared(made: RecordedDeclaration, **located: Any) -> Checked:
    ruling = made.ruling
    shaped = {id: _shaped(made, targets) for id, targets in made.declared.items()}
    declared: Any = shaped if made.kind == "block" else {id: target for id, (target,) in shaped.items()}
    return Checked(
        **located,
        initial=False,
        tainted=made.interrupted,
        agrees=ruling.verdict == "legal" if ruling is not None and ruling.verdict != "undecided" else None,
        differences=(made.why,) if made.why else (),
        declared=declared,
        source=made.source,
        verdict=ruling.verdict if ruling is not None else None,
        rule=ruling.rule if ruling is not None else None,
    )


# --- combat damage -----------------------------------------------------------------------------------------------------


def _fought(fought: Fought, **located: Any) -> CheckedDamage:
    derived: Derived | None = None
    try:
        derived = derive_damage(fought)
        differences = tuple(_differing(fought, derived))
    except (Undecided, WordingNotUnderstood) as error:
        differences = (str(error),)
    agrees: bool | None = not differences
    if derived is None or (differences and fought.unknown):
        agrees, differences = None, (*differences, *fought.unknown)
    return CheckedDamage(
        **located,
        step="first-strike" if fought.step == "first strike" else "regular",
        tainted=fought.interrupted,
        dealt=_named(fought, fought.dealt),
        derived=None if derived is None else _named(fought, derived.dealt),
        deaths=tuple(map(_number, fought.deaths)),
        derived_deaths=None if derived is None else tuple(map(_number, derived.deaths)),
        agrees=agrees,
        differences=differences,
    )


def _differing(fought: Fought, derived: Derived) -> Iterator[str]:
    yield from derived.why
    for words, theirs, ours in (
        ("deals", {*_lines(fought.dealt)}, {*_lines(derived.dealt)}),
        ("buries", {*fought.deaths}, {*derived.deaths}),
    ):
        if theirs - ours:
            yield f"only Arena {words} {', '.join(sorted(theirs - ours))}"
        if ours - theirs:
            yield f"only derived, what {words} {', '.join(sorted(ours - theirs))}"


def _sizes(fought: Fought, **located: Any) -> Iterator[CheckedSizes]:
    course = fought.course
    if course is None or not any(course.book.card(each.shown_grp_id) for each in course.objects.values()):
        return
    permanents = fought.draft.state.board.permanents
    stated = {each.id: (each.power, each.toughness) for each in deriving.creatures(permanents)}
    derived = deriving.derive(course, permanents)
    differences = [*derived.differences]
    for id in dict.fromkeys((*stated, *derived.sizes)):
        theirs, ours = stated.get(id), derived.sizes.get(id)
        if theirs != ours:
            differences.append(f"{id}: {_size(theirs)} as of combat damage, derived {_size(ours)}")
    yield CheckedSizes(
        **located,
        tainted=fought.interrupted,
        told=tuple((_number(id), *size) for id, size in stated.items()),
        derived=tuple((_number(id), *size) for id, size in derived.sizes.items()),
        agrees=None if derived.why else not differences,
        differences=(*differences, *derived.why),
    )


def _size(size: deriving.Size | None) -> str:
    return "not there" if size is None else f"{size[0]}/{size[1]}"


def _lines(dealt: Deal) -> Iterator[str]:
    for source, recipient, amount in dealt:
        yield f"{amount} from {source} to {recipient}"


def _named(fought: Fought, dealt: Deal) -> tuple[tuple[int | str, str, int], ...]:
    """In a stable order: by source and recipient."""
    players = fought.draft.state.board.seats
    found = [(_number(source), to if to in players else f"permanent:{to}", amount) for source, to, amount in dealt]
    return tuple(sorted(found, key=lambda each: (str(each[0]).rjust(12), each[1])))


def _number(id: str) -> int | str:
    return int(id) if id.isdecimal() else id
