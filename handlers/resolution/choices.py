"""What a player states of the choices for an ability."""

from pydantic import Field

from ...events.facts import PermanentEntered
from ...events.model import Model

MOST_MANA = 1_000_000
"""The greatest X that may be stated."""


class Choices(Model):
    """What a player chooses for one ability; what is left out is chosen by the default policy.

    `targets`: ids of its targets, in the order of its text. `division`: target → how much it gets of what is divided. `accept`:
    yes or no to each "may" in turn. `modes`: the numbers of its modes, from 0, or of one for each choice in turn. `sacrificed`:
    ids of the permanents that players choose to sacrifice. `chosen`: ids of permanents, and of cards in other zones, that are
    chosen without being targets. `cards`: what the chosen cards in other zones are, which the board doesn't know. `library`:
    the cards turned up from the tops of libraries, in order; `discarded`: the cards that players discard; `faces`: the other
    faces of permanents and cards, under the same ids. `flips`: for each coin in turn, whether the flip is won; `rolls`: the
    results of dice, in turn. `nonland`: how many of the discarded cards aren't lands. `x`: the value of X in a cost that is
    paid. `counters`: the kinds of counters of which one is removed. `votes`: what players vote for, in turn order from the
    ability's controller on. `types`: creature types that are chosen, in turn.
    """

    targets: tuple[str, ...] | None = None
    division: dict[str, int] | None = None
    accept: tuple[bool, ...] = ()
    modes: tuple[int, ...] | None = None
    sacrificed: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    cards: tuple[PermanentEntered, ...] = ()
    library: tuple[PermanentEntered, ...] = ()
    discarded: tuple[PermanentEntered, ...] = ()
    faces: tuple[PermanentEntered, ...] = ()
    flips: tuple[bool, ...] = ()
    rolls: tuple[int, ...] = ()
    nonland: int | None = None
    x: int | None = Field(None, ge=0, le=MOST_MANA)
    counters: tuple[str, ...] = ()
    votes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


DEFAULT = Choices.model_construct()  # whose validator is built where choices are first stated, not on import
