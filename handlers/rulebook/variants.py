"""The variants of games of three and more players (806–811, 904): the teams and options of each, and with what totals it begins.

What was asked for is settled once, as the game starts. What doesn't fit is refused, with what is allowed there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Annotated, Any, Literal, NamedTuple, get_args

from pydantic import Field, ValidationError

from ...events.errors import InvalidInput
from ...events.model import Model
from ...events.multiplayer import AttackOption, GameVariant, MultiplayerOptions, Teams
from .editions import Edition

Seats = Annotated[int, Field(strict=True, ge=0, le=1_000)]

KNOWN_SINCE = date(2009, 7, 11)
"""From this day on teams, ranges and whom one may attack are ruled on. Before it, no text states enough of them."""
SHARED_TURNS_SINCE = date(2018, 4, 27)
"""From this day on creatures attack players of a team that shares its turns. Until then they attacked the team."""
TEXT = date(2026, 1, 16)
"""The day of the text of these rules by which every day is ruled."""
NOTE = f"the wording on that day of the rules of several players isn't known: read as that of {TEXT}"

POISON = 10
SHARED_LIFE = 30
SHARED_POISON = 15
MORE_LIFE, MORE_POISON = 15, 5
"""810.11: for each player of a team beyond the second."""
ARCHENEMY_LIFE = 40
ARCHENEMY_SHARED_LIFE = 60


class AskedOptions(Model):
    """The options that are asked for; what is left out is as the variant has it. `range`: everybody's seats, or each one's."""

    attack: AttackOption | None = None
    range: Seats | dict[str, Seats] | None = None
    shared_turns: Literal[True] | None = None
    shared_life: Literal[True] | None = None
    emperors: tuple[str, ...] | None = None


class Agreed(NamedTuple):
    """What a game of several players is played with. None: nothing was agreed on."""

    teams: Teams | None
    variant: GameVariant | None
    options: MultiplayerOptions | None
    life: dict[str, int]
    poison: dict[str, int]


class _Rules(NamedTuple):
    """What a variant is played with. `check`: raises InvalidInput for other teams than it has."""

    teams: bool
    check: Callable[[Sequence[str], Teams], None] = lambda players, teams: None
    attack: tuple[AttackOption, ...] = get_args(AttackOption)
    seated_next: bool = False
    range: int | None = None
    shared_turns: bool = False
    shared_totals: bool = False


def agreed(
    players: Sequence[str],
    teams: Sequence[Sequence[str]] | None,
    variant: str | None,
    options: Mapping[str, Any] | None,
    life: Mapping[str, int],
    poison: Mapping[str, int],
    edition: Edition,
) -> Agreed:
    """What a game is played with, settled. Raises InvalidInput for what doesn't fit, and for days without rules of it."""
    if teams is None and variant is None and not options:
        return Agreed(None, None, None, dict(life), dict(poison))
    name = _variant(variant, teams)
    rules = _RULES[name]
    if options and len(players) == 2:
        raise InvalidInput("options", ", ".join(options), "none in a game of two: they are options of games of three and more")
    seated = _teams(players, teams, name)
    rules.check(players, seated)
    settled = _options(players, seated, rules, _asked(options), name)
    _check_day(seated, settled, edition)
    options_stated = settled if settled != MultiplayerOptions() else None
    return Agreed(
        seated or None,
        name,
        options_stated,
        _stated("life", players, life, _life(seated, settled, name), seated if settled.shared_life else ()),
        _stated("poison", players, poison, {}, seated if settled.shared_poison else ()),
    )


def note_on(variant: str | None, teams: object, options: object, edition: Edition, text: Edition) -> str:
    """What a reader has to know of these rules on a day whose edition isn't that of the text; empty where there is nothing."""
    asked = teams is not None or variant not in (None, "free-for-all") or bool(options)
    return NOTE if asked and edition is not text else ""


def poison_that_loses(options: MultiplayerOptions, members: int) -> int:
    """How many poison counters a player loses with, or a team of so many that shares them (704.5c, 704.6b, 810.11)."""
    return SHARED_POISON + MORE_POISON * (members - 2) if options.shared_poison and members > 1 else POISON


def _variant(variant: str | None, teams: object) -> GameVariant:
    if variant is None:
        return "team vs team" if teams is not None else "free-for-all"
    for known in get_args(GameVariant):
        if variant == known:
            return known  # type: ignore[no-any-return]
    allowed = f"one of {', '.join(get_args(GameVariant))}"
    if variant == "grand melee":
        allowed += '; of a grand melee, with several turns at a time, the combat is that of {"range": 1, "attack": "left"}'
    raise InvalidInput("variant", repr(variant), allowed)


def _teams(players: Sequence[str], teams: Sequence[Sequence[str]] | None, variant: GameVariant) -> Teams:
    if not _RULES[variant].teams:
        if teams is not None:
            raise InvalidInput("teams", f"{len(teams)} teams", f"none in the variant {variant}")
        return ()
    if teams is None:
        raise InvalidInput("teams", "nothing", f"the teams of the variant {variant}: lists of players' names")
    members = [player for team in teams for player in team]
    if len(teams) < 2 or sorted(members) != sorted(players) or not all(teams):
        allowed = f"two or more lists of names, with each of {', '.join(players)} in exactly one"
        raise InvalidInput("teams", "; ".join(", ".join(team) for team in teams), allowed)
    return tuple(tuple(player for player in players if player in team) for team in teams)


def in_a_row(players: Sequence[str], team: Sequence[str]) -> tuple[str, ...] | None:
    """The members of a team from right to left, if they sit in adjacent seats (seats are a circle); else None."""
    for first in range(len(players)):
        row = tuple(players[(first + seat) % len(players)] for seat in range(len(team)))
        if set(row) == set(team):
            return row
    return None


def _refuse(teams: Teams, allowed: str) -> None:
    raise InvalidInput("teams", "; ".join(", ".join(team) for team in teams), allowed)


def _adjacent(players: Sequence[str], teams: Teams) -> bool:
    return all(in_a_row(players, team) is not None for team in teams)


def _giant(players: Sequence[str], teams: Teams) -> None:
    """810.1, 810.11, 805.1."""
    if len(teams) != 2 or len(teams[0]) != len(teams[1]) or len(teams[0]) < 2 or not _adjacent(players, teams):
        _refuse(teams, "two teams of as many players each, two or more, in adjacent seats")


def _archenemy(players: Sequence[str], teams: Teams) -> None:
    """904.2."""
    if len(teams) != 2 or 1 not in map(len, teams) or not _adjacent(players, teams):
        _refuse(teams, "two teams, one of them of one player, the archenemy")


def _emperor(players: Sequence[str], teams: Teams) -> None:
    """809.1–2, 809.6."""
    if len({*map(len, teams)}) != 1 or len(teams[0]) < 3 or not _adjacent(players, teams):
        _refuse(teams, "two or more teams of as many players each, three (or more), in adjacent seats")


def _alternating(players: Sequence[str], teams: Teams) -> None:
    """811.1, 811.3."""
    team_of = {player: team for team in teams for player in team}
    beside = any(team_of[player] == team_of[players[at - 1]] for at, player in enumerate(players))
    if len({*map(len, teams)}) != 1 or beside:
        _refuse(teams, "teams of as many players each, with no teammates side by side")


def _asked(options: Mapping[str, Any] | None) -> AskedOptions:
    try:
        return AskedOptions.model_validate(dict(options or {}))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(["options", *map(str, first["loc"][:1])])
        raise InvalidInput(where, repr(first["input"])[:200], first["msg"]) from None


def _options(
    players: Sequence[str], teams: Teams, rules: _Rules, asked: AskedOptions, variant: GameVariant
) -> MultiplayerOptions:
    shared_turns = rules.shared_turns or bool(asked.shared_turns)
    if asked.shared_turns and not (len(teams) == 2 and _adjacent(players, teams) and not rules.seated_next):
        raise InvalidInput("options.shared_turns", "true", "only for two teams in adjacent seats")
    if asked.shared_life and not teams:
        raise InvalidInput("options.shared_life", "true", "only for teams")
    allowed = ("multiple",) if shared_turns else rules.attack
    if asked.attack is not None and asked.attack not in allowed:
        raise InvalidInput("options.attack", repr(asked.attack), f"one of {', '.join(allowed)} in this game")
    emperors = _emperors(players, teams, asked, variant)
    return MultiplayerOptions(
        attack=asked.attack or "multiple",
        seated_next=rules.seated_next,
        range=_range(players, teams, rules, asked, emperors),
        shared_turns=shared_turns,
        shared_life=rules.shared_totals or bool(asked.shared_life),
        shared_poison=rules.shared_totals,
        emperors=emperors,
    )


def _emperors(players: Sequence[str], teams: Teams, asked: AskedOptions, variant: GameVariant) -> tuple[str, ...]:
    """809.2: who sits in the middle of each team; of teams of another size, who is named."""
    if variant != "emperor":
        if asked.emperors is not None:
            raise InvalidInput("options.emperors", ", ".join(asked.emperors), "none in another variant than emperor")
        return ()
    if asked.emperors is not None:
        if sorted(sum(player in team for player in asked.emperors) for team in teams) != [1] * len(teams) or len(
            asked.emperors
        ) != len(teams):
            raise InvalidInput("options.emperors", ", ".join(asked.emperors) or "nobody", "one player of each team")
        return asked.emperors
    if len(teams[0]) != 3:
        raise InvalidInput("options.emperors", "nobody", "one player of each team, in teams of more than three")
    return tuple(row[1] for row in (in_a_row(players, team) for team in teams) if row is not None)


def _range(
    players: Sequence[str], teams: Teams, rules: _Rules, asked: AskedOptions, emperors: tuple[str, ...]
) -> dict[str, int] | None:
    if isinstance(asked.range, dict):
        if set(asked.range) != set(players):
            allowed = f"one number for all, or one for each of {', '.join(players)}"
            raise InvalidInput("options.range", ", ".join(asked.range) or "nobody's", allowed)
        return {player: asked.range[player] for player in players}
    if asked.range is not None:
        return dict.fromkeys(players, asked.range)
    if emperors:
        if len(teams[0]) != 3:
            raise InvalidInput("options.range", "nothing", "each player's range, in teams of more than three (809.6a)")
        return {player: 2 if player in emperors else 1 for player in players}
    return None if rules.range is None else dict.fromkeys(players, rules.range)


def _check_day(teams: Teams, options: MultiplayerOptions, edition: Edition) -> None:
    day = edition.effective
    if options.shared_turns and day < SHARED_TURNS_SINCE:
        allowed = f"a day from {SHARED_TURNS_SINCE} on: before it no text says how creatures attack a team that shares its turns"
        raise InvalidInput("rules", day.isoformat(), allowed)
    if (teams or options != MultiplayerOptions()) and day < KNOWN_SINCE:
        allowed = f"a day from {KNOWN_SINCE} on: before it no text states enough of teams and of options of several players"
        raise InvalidInput("rules", day.isoformat(), allowed)


def _life(teams: Teams, options: MultiplayerOptions, variant: GameVariant) -> dict[str, int]:
    """With how much life players begin, where it isn't 20."""
    life: dict[str, int] = {}
    if variant == "two-headed giant":
        life = {player: SHARED_LIFE + MORE_LIFE * (len(team) - 2) for team in teams for player in team}
    if variant == "archenemy":
        (archenemy,) = next(team for team in teams if len(team) == 1)
        life = {archenemy: ARCHENEMY_LIFE}
        if options.shared_life:
            life = {player: ARCHENEMY_SHARED_LIFE for team in teams for player in team}
    return life


def _stated(
    what: str, players: Sequence[str], stated: Mapping[str, int], begins: Mapping[str, int], sharing: Teams
) -> dict[str, int]:
    """The totals that are stated, or else those that the variant begins with; one member's is the team's where it is shared."""
    totals = {**begins, **stated}
    for team in sharing:
        totals_of_team = {stated[player] for player in team if player in stated}
        if len(totals_of_team) > 1:
            found = ", ".join(f"{stated[player]} of {player}" for player in team if player in stated)
            raise InvalidInput(what, found, f"one total: {', '.join(team)} share it")
        totals |= dict.fromkeys(team, *totals_of_team) if totals_of_team else {}
    return {player: totals[player] for player in players if player in totals}


_RULES: dict[GameVariant, _Rules] = {
    "free-for-all": _Rules(teams=False),
    "team vs team": _Rules(teams=True),
    "two-headed giant": _Rules(teams=True, check=_giant, shared_turns=True, shared_totals=True),
    "archenemy": _Rules(teams=True, check=_archenemy, shared_turns=True),
    "emperor": _Rules(teams=True, check=_emperor, seated_next=True),
    "alternating teams": _Rules(teams=True, check=_alternating, attack=("multiple", "left", "right"), seated_next=True, range=2),
}
"""The variants of section 8, and Archenemy."""
