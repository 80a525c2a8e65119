"""What permanents did before, by the record of the game, in words: "attacked this turn", "wasn't blocked this combat"."""

from __future__ import annotations

from collections.abc import Iterator

from ...events.abilities import AnyOf, ControlledBy, EnteredUnder, Filter, IsInState, IsOnRecord, Not
from .logic import both, either
from .players import YOU

ATTACKED, BLOCKED = IsInState(state="attacked this turn"), IsInState(state="blocked this turn")
ATTACKED_NOW, BLOCKED_NOW = IsInState(state="attacked this combat"), IsInState(state="blocked this combat")
WAS_BLOCKED, WAS_BLOCKED_NOW = IsInState(state="was blocked this turn"), IsInState(state="was blocked this combat")
ENLISTED = IsInState(state="enlisted this combat")
EXERTED, ENTERED = IsInState(state="exerted this turn"), IsInState(state="entered this turn")
ENTERED_UNDER_YOU = EnteredUnder.model_construct(players=YOU)
LAST_TURN = IsInState(state="attacked during its controller's last turn")
CAME = IsInState(state="came under control this turn")
DEALT, DEALT_COMBAT = IsInState(state="dealt damage this turn"), IsInState(state="dealt combat damage this turn")
DEALT_PLAYER = IsInState(state="dealt damage to a player this turn")
DEALT_PLAYER_COMBAT = IsInState(state="dealt combat damage to a player this turn")
WAS_DEALT = IsInState(state="was dealt damage this turn")
AS_FAR_AS_RECORDED = (DEALT, DEALT_COMBAT, DEALT_PLAYER, DEALT_PLAYER_COMBAT, WAS_DEALT)
"""What may have happened though the record doesn't show it."""
WITH_ONE_OTHER = IsInState(state="attacked with exactly one other creature this combat")
EITHER, EITHER_NOW = either((ATTACKED, BLOCKED)), either((ATTACKED_NOW, BLOCKED_NOW))

DONE: tuple[tuple[tuple[str, ...], tuple[str, ...], Filter], ...] = (
    (("attacked this turn", "has attacked this turn"), ("didn't attack this turn", "hasn't attacked this turn"), ATTACKED),
    (("was declared as an attacker this turn",), ("wasn't declared as an attacker this turn",), ATTACKED),
    (("blocked this turn", "has blocked this turn"), ("didn't block this turn", "hasn't blocked this turn"), BLOCKED),
    (("was declared as a blocker this turn",), ("wasn't declared as a blocker this turn",), BLOCKED),
    (
        ("attacked or blocked this turn", "has attacked or blocked this turn"),
        ("didn't attack or block this turn", "hasn't attacked or blocked this turn"),
        EITHER,
    ),
    (("attacked this combat", "has attacked this combat"), ("didn't attack this combat",), ATTACKED_NOW),
    (("was declared as an attacker this combat",), ("wasn't declared as an attacker this combat",), ATTACKED_NOW),
    (("blocked this combat", "has blocked this combat"), ("didn't block this combat",), BLOCKED_NOW),
    (("attacked or blocked this combat",), ("didn't attack or block this combat",), EITHER_NOW),
    ((), ("wasn't declared as an attacking or blocking creature this combat",), EITHER_NOW),
    ((), ("wasn't declared as an attacking or blocking creature this turn",), EITHER),
    (
        ("was blocked this turn", "became blocked this turn", "has been blocked this turn"),
        ("wasn't blocked this turn", "hasn't been blocked this turn"),
        WAS_BLOCKED,
    ),
    (("was blocked this combat", "became blocked this combat"), ("wasn't blocked this combat",), WAS_BLOCKED_NOW),
    (("enlisted a creature this combat",), ("didn't enlist a creature this combat",), ENLISTED),
    (
        ("was exerted this turn", "has been exerted this turn", "been exerted this turn"),
        ("wasn't exerted this turn", "hasn't been exerted this turn"),
        EXERTED,
    ),
    (
        ("entered this turn", "entered the battlefield this turn"),
        ("didn't enter this turn", "didn't enter the battlefield this turn"),
        ENTERED,
    ),
    (("entered the battlefield under your control this turn", "entered under your control this turn"), (), ENTERED_UNDER_YOU),
    (
        ("attacked during its controller's last turn", "attacked during your last turn"),
        ("didn't attack during its controller's last turn", "didn't attack during your last turn"),
        LAST_TURN,
    ),
    (("attacked with exactly one other creature this combat",), (), WITH_ONE_OTHER),
    (
        ("dealt damage this turn", "has dealt damage this turn"),
        ("didn't deal damage this turn", "hasn't dealt damage this turn"),
        DEALT,
    ),
    (
        ("dealt combat damage this turn", "has dealt combat damage this turn"),
        ("didn't deal combat damage this turn", "hasn't dealt combat damage this turn"),
        DEALT_COMBAT,
    ),
    (
        ("dealt damage to a player this turn", "has dealt damage to a player this turn"),
        ("didn't deal damage to a player this turn", "hasn't dealt damage to a player this turn"),
        DEALT_PLAYER,
    ),
    (
        ("dealt combat damage to a player this turn", "has dealt combat damage to a player this turn"),
        ("didn't deal combat damage to a player this turn", "hasn't dealt combat damage to a player this turn"),
        DEALT_PLAYER_COMBAT,
    ),
    (
        ("was dealt damage this turn", "has been dealt damage this turn"),
        ("wasn't dealt damage this turn", "hasn't been dealt damage this turn"),
        WAS_DEALT,
    ),
    (
        ("came under your control this turn", "has come under your control this turn"),
        ("didn't come under your control this turn", "hasn't come under your control this turn"),
        both(CAME, ControlledBy.model_construct(players=YOU)),
    ),
)
"""What is said of a permanent that did it, of one that didn't, and the state that it is in."""


def _described() -> Iterator[tuple[str, Filter]]:
    """The same as it follows a noun: "that attacked this turn", "that weren't blocked this combat", "exerted this turn"."""
    for did, did_not, state in DONE:
        if state == LAST_TURN:
            did, did_not = did[:1], did_not[:1]  # your last turn isn't that of whoever controls it
        for phrase in (each for each in did if not each.startswith("been ")):
            for said in _numbers(phrase):
                known = state not in AS_FAR_AS_RECORDED
                yield f"that {said}", state if known else _as_far_as_recorded(f"that {said}", state)
        for phrase in did_not if isinstance(state, IsInState | AnyOf) and state not in AS_FAR_AS_RECORDED else ():
            for said in _numbers(phrase):
                yield f"that {said}", _not_so(phrase, state)
                if "declared" in said:
                    yield f"not {said.split(maxsplit=1)[1]}", _not_so(phrase, state)
    yield "exerted this turn", EXERTED
    yield "dealt damage this turn", _as_far_as_recorded("dealt damage this turn", WAS_DEALT)


def _as_far_as_recorded(fact: str, happened: Filter) -> Filter:
    return IsOnRecord.model_construct(fact=fact, happened=happened, complete=False)


def _numbers(phrase: str) -> tuple[str, str]:
    """What is said of one, and of several."""
    several = phrase
    for one, many in _SEVERAL.items():
        several = several.replace(one, many)
    return phrase, several


_SEVERAL = {
    "hasn't": "haven't",
    "has ": "have ",
    "wasn't": "weren't",
    "was ": "were ",
    "its controller's": "their controller's",
    "an attacking or blocking creature": "attacking or blocking creatures",
    "an attacker": "attackers",
    "a blocker": "blockers",
}


def _not_so(phrase: str, state: Filter) -> Filter:
    if isinstance(state, AnyOf) and "declared" in phrase:
        return IsOnRecord.model_construct(fact="not declared as an attacking or blocking creature", happened=state, negated=True)
    return Not.model_construct(part=state)


DESCRIBED = dict(_described()) | {
    f"not declared as attackers or blockers this {period}": _not_so("declared", state)
    for period, state in (("turn", EITHER), ("combat", EITHER_NOW))
}
"""What follows a noun, and which permanents it means."""
