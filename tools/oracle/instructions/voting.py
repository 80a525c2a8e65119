"""Votes (701.38): "each player votes for strength or wealth", what got more votes, and how many there are for each."""

from __future__ import annotations

from ....events import abilities as a
from ..cursor import Cursor, rule
from ..filters import noun
from ..players import ANY
from ..scope import OPPONENTS, Scope

_VOTING = {
    f"{start}{who} {votes} for": whom
    for start in ("starting with you , ", "")
    for who, whom in (("each player", ANY), ("each opponent", OPPONENTS))
    for votes in ("votes", "secretly votes")
}
_REVEALED = tuple(
    f", then {revealed}"
    for revealed in ("those votes are revealed", "the votes are revealed", "all votes are revealed", "reveal those votes")
)
_MOST_WORDS = 4


@rule
def votes(c: Cursor, known: Scope) -> a.Votes | None:
    """A vote: what is voted for is known from then on."""
    voters = c.look_up(_VOTING, 9)
    if voters is None:
        return None
    if c.take("a", "an"):
        found = noun(c)
        if found is None or c.too_deep or c.sees("card", "cards"):
            return None
        vote = a.Votes(players=voters, permanents=found)
        known.voted = True
    else:
        options = _options(c, voters)
        if options is None:
            return None
        vote = a.Votes(players=voters, options=options)
        known.options = options
    whole = c.ended or c.take(*_REVEALED) is not None
    return vote if whole and c.ended else None


def _options(c: Cursor, who: a.Players) -> tuple[str, ...] | None:
    """ "strength or wealth", "fire, water, or earth": names, which mean nothing else."""
    start, found, name, last = c.at, list[str](), list[str](), False
    while not (c.ended or c.sees(*_REVEALED)):
        if (joint := c.take(", or", "or", ",")) is not None:
            if last:
                return None  # what follows the last option is no option
            found, name, last = [*found, " ".join(name)], [], joint.endswith("or")
        else:
            name.append(c.peek())
            c.move()
    found.append(" ".join(name))
    named = all(0 < len(each.split()) <= _MOST_WORDS for each in found) and len(set(found)) == len(found)
    c.restate(start, a.Votes(players=who, options=tuple(found)))
    return tuple(found) if last and named else None


_A_TIE = ("the vote is tied", "there is a tie", "there's a tie", "the votes are tied")
_MORE = ("gets more votes", "receives more votes", "got more votes")
_TIED = ("or the vote is tied", "or there is a tie", "or there's a tie", "or the votes are tied", "or votes are tied")


@rule
def of_votes(c: Cursor, known: Scope) -> a.Condition | None:
    """After "if": "wealth gets more votes or the vote is tied"."""
    if known.voted and c.take(*_A_TIE):
        return a.Exists(filter=a.HasMostVotes(), minimum=2)
    if known.options is None or len(known.options) != 2:
        return None
    one, other = (a.VotesFor(option=each) for each in known.options)
    if c.take(*_A_TIE):
        return a.QuantityCompares(quantity=one, comparison="=", than=other)
    more = next((each for each in (one, other) if c.take(each.option)), None)
    if more is None or not c.take(*_MORE):
        return None
    comparison: a.Comparison = ">=" if c.take(*_TIED) else ">"
    return a.QuantityCompares(quantity=more, comparison=comparison, than=other if more is one else one)
