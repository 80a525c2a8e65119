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

_Done = tuple[tuple[str, ...], tuple[str, ...], Filter]


def _did(past: str, base: str, state: Filter, when: str = "this turn") -> _Done:
    """ "attacked this turn", "hasn't attacked this turn"."""
    return (f"{past} {when}", f"has {past} {when}"), (f"didn't {base} {when}", f"hasn't {past} {when}"), state


def _was_done(what: str, state: Filter, *also: str) -> _Done:
    """ "was exerted this turn", "hasn't been exerted this turn"; "it's been exerted this turn"."""
    has = (f"was {what} this turn", *also, f"has been {what} this turn", f"been {what} this turn")
    return has, (f"wasn't {what} this turn", f"hasn't been {what} this turn"), state


DONE: tuple[_Done, ...] = (
    _did("attacked", "attack", ATTACKED),
    (("was declared as an attacker this turn",), ("wasn't declared as an attacker this turn",), ATTACKED),
    _did("blocked", "block", BLOCKED),
    (("was declared as a blocker this turn",), ("wasn't declared as a blocker this turn",), BLOCKED),
    _did("attacked or blocked", "attack or block", EITHER),
    _did("attacked", "attack", ATTACKED_NOW, "this combat"),
    (("was declared as an attacker this combat",), ("wasn't declared as an attacker this combat",), ATTACKED_NOW),
    _did("blocked", "block", BLOCKED_NOW, "this combat"),
    _did("attacked or blocked", "attack or block", EITHER_NOW, "this combat"),
    ((), ("wasn't declared as an attacking or blocking creature this combat",), EITHER_NOW),
    ((), ("wasn't declared as an attacking or blocking creature this turn",), EITHER),
    _was_done("blocked", WAS_BLOCKED, "became blocked this turn"),
    (("was blocked this combat", "became blocked this combat"), ("wasn't blocked this combat",), WAS_BLOCKED_NOW),
    _did("enlisted a creature", "enlist a creature", ENLISTED, "this combat"),
    _was_done("exerted", EXERTED),
    _did("entered", "enter", ENTERED),
    _did("entered the battlefield", "enter the battlefield", ENTERED),
    (("entered the battlefield under your control this turn", "entered under your control this turn"), (), ENTERED_UNDER_YOU),
    (
        ("attacked during its controller's last turn", "attacked during your last turn"),
        ("didn't attack during its controller's last turn", "didn't attack during your last turn"),
        LAST_TURN,
    ),
    (("attacked with exactly one other creature this combat",), (), WITH_ONE_OTHER),
    _did("dealt damage", "deal damage", DEALT),
    _did("dealt combat damage", "deal combat damage", DEALT_COMBAT),
    _did("dealt damage to a player", "deal damage to a player", DEALT_PLAYER),
    _did("dealt combat damage to a player", "deal combat damage to a player", DEALT_PLAYER_COMBAT),
    _was_done("dealt damage", WAS_DEALT),
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
