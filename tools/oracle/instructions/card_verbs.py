"""What is done to cards: returned, put onto the battlefield, exiled, found in a library."""

from __future__ import annotations

from typing import Any, Literal

from ....events import abilities as a
from ....events.model import parts_of, rewritten
from ..cards import card, cards_from, in_all
from ..cursor import Cursor, attempt, rule
from ..filters import counter_name
from ..logic import both
from ..numbers import number
from ..players import ANY
from ..scope import AFFECTED, CHOSEN, HOST, OPPONENTS, TURNED_UP, YOU, Scope, types_in
from ..tables import listed
from .elsewhere import off_board
from .objects import how_many, objects, targets_counted, up_to_many
from .places import INTO_LIBRARY, TO_LIBRARY

_IT = ("it", "that card", "him", "her", "the card", "them", "those cards")
_ITSELF = ("~", "this card", "this creature", "this permanent")
_HAND_OR_GRAVEYARD = "from your hand or graveyard"
_SEARCHES = tuple(
    f"{verb} {whose} library for"
    for verb, whose in (*(("search", each) for each in ("your", "that player's", "their")), ("searches", "their"))
)
_REST = listed(
    """
    the revealed cards, all cards revealed this way, all of them, the revealed card, the rest of the revealed cards,
    the rest of those cards, the rest of the cards, the rest, the other cards
    """
)
_REVEALED = tuple(f"{joint} put {them}" for joint in ("and", ",") for them in ("it", "that card", "them", "those cards"))
"""What is done with a card that is revealed of those that are looked at."""
_TO_HAND = listed(
    """
    into that player's hand, into their hand, to its owner's hand, to their owner's hand, to their owners' hands, to your hand,
    to their hand, to their hands, to his or her hand, into its owner's hand, into their owner's hand, into their owners' hands,
    into your hand
    """
)
_ATTACKING = ("tapped and attacking", "attacking")
_THAT_PLAYER = ("that player", "that opponent")
_TRANSFORMED = ("transformed", "and transformed", "converted", "and converted", "flipped")
_UNDER = {"under your control": YOU, "under the control of that card's owner": None} | {
    f"under {whose} control": None for whose in ("its owner's", "their owner's", "their owners'", "his owner's", "her owner's")
}
_PLACES_AHEAD = (
    *(f"{onto} the battlefield{tapped}" for onto in ("to", "onto") for tapped in (" tapped", "")),
    "to your hand",
)
"""Where cards are put, said before them."""
_PUTTING = ("return", "returns", "put", "puts", "exile", "exiles")


@rule
def puts_cards(c: Cursor, known: Scope) -> list[a.Instruction] | None:
    """ "return target creature card from your graveyard to your hand", "put a land card from your hand onto the battlefield"."""
    if (searched := c.take(*_SEARCHES)) is not None:
        return _searches(c, known, YOU if "your" in searched else CHOSEN)
    if (at := _found(c, _HAND_OR_GRAVEYARD)) is not None:
        return _from_either(c, known, at)
    if (at := _found(c, "card and/or a")) is not None:
        return _and_or(c, known, at)
    if c.sees("shuffle", "shuffles"):
        return _shuffles(c, known)
    it, that = known.it, known.that
    chosen = chosen_card(c, known) if c.take("chooses") else None
    if chosen is not None:
        c.filler("and")
        known.it = known.that = chosen
    verb = c.take(*_PUTTING) or (c.take("reveal") if known.looking is not None else None)
    if verb is None:
        return None
    place = c.take(*_PLACES_AHEAD) if verb in ("return", "returns", "put") else None
    cards = (_all_of_graveyards(c) if verb == "exile" else None) or _meant(c, known)
    if cards is None or (verb == "reveal" and not c.take(*_REVEALED)):
        return None
    if place == "to your hand":
        return [a.PutsCards(cards=cards, zone=_zone(cards, known), to="hand")]
    if place is not None:
        entering = _entering(c, known, cards, tapped=place.endswith("tapped"))
        return None if entering is None else [entering]
    if (at := _found(c, "attached to")) is not None and all(token.word != "," for token in c.tokens[c.at : at]):
        known.it, known.that = it, that  # what is attached isn't attached to itself
    if verb.startswith("exile"):
        c.filler("face down")
        zone = _zone(cards, known)
        known.did, known.exiled = "exiled", cards
        return [a.PutsCards(cards=cards, zone=zone, to="exile"), *_with_counters_in_exile(c)]
    return _to(c, known, cards)


def _with_counters_in_exile(c: Cursor) -> list[a.Instruction]:
    """ "[exile it] with an egg counter on it": no board holds counters on cards in exile."""
    start = c.mark()
    named = c.take("with") is not None and number(c) is not None and counter_name(c) is not None and c.take("on it", "on them")
    if not named:
        c.back_to(start)
        return []
    return [off_board(c, start.at)]


@rule
def _shuffles(c: Cursor, known: Scope) -> list[a.Instruction] | None:
    """ "shuffle it into its owner's library", "shuffle up to three target cards from your graveyard into your library"."""
    cards = _all_of_graveyards(c) or _meant(c, known) if c.take("shuffle", "shuffles") else None
    if cards is None or not c.take(*INTO_LIBRARY):
        return None
    return [a.PutsCards(cards=cards, zone=_zone(cards, known), to="library", place="shuffled")]


_GRAVEYARDS = {
    "your graveyard": YOU,
    "their graveyard": CHOSEN,
    "that player's graveyard": CHOSEN,
    "defending player's graveyard": a.Players.model_construct(who="defending"),
    "each opponent's graveyard": OPPONENTS,
    "each player's graveyard": ANY,
    "all graveyards": ANY,
}


@rule
def _all_of_graveyards(c: Cursor) -> a.Filter | None:
    """ "your graveyard", "all graveyards": each card in them."""
    whose = c.look_up(_GRAVEYARDS)
    if whose is None:
        return None
    cards = a.Cards(zone="graveyard", players=whose, filter=a.ANYTHING)
    return a.IsChosenCard(cards=cards, minimum=0, maximum=None, every=True)


def _found(c: Cursor, phrase: str) -> int | None:
    """Where in the sentence the phrase stands, of the words that weren't read ahead."""
    words, said = phrase.split(), c.coming
    return next((c.at + at for at in range(len(said)) if said[at : at + len(words)] == words), None)


def _and_or(c: Cursor, known: Scope, at: int) -> list[a.Instruction] | None:
    """ "[you may put] a Saga card and/or a land card from among them [into your hand]": each may be by itself."""
    end = next((end for end in range(at + 2, len(c.tokens)) if c.tokens[end].word == "card"), None)
    if end is None or not known.optional:
        return None
    start = c.mark()
    c.pass_ahead(at + 1, end + 1)
    one = puts_cards(c, known)
    c.back_to(start)
    c.pass_ahead(start.at + 1, at + 2)
    other = puts_cards(c, known)
    return None if one is None or other is None else [a.May(do=tuple(one)), a.May(do=tuple(other))]


def _from_either(c: Cursor, known: Scope, at: int) -> list[a.Instruction] | None:
    """ "from your hand or graveyard": one or the other is chosen."""
    c.pass_ahead(at + 3, at + 5)
    of_hand = puts_cards(c, known)
    if of_hand is None or len(of_hand) != 1:
        return None
    return [a.Modes(modes=((of_hand[0],), (_of_graveyard(of_hand[0]),)))]


def _of_graveyard(part: Any) -> Any:
    """The same, done to cards in a graveyard, and not in a hand."""
    changed = rewritten(part, _of_graveyard)
    return changed.model_copy(update={"zone": "graveyard"}) if getattr(part, "zone", None) == "hand" else changed


def _to(c: Cursor, known: Scope, cards: a.Filter) -> list[a.Instruction] | None:
    put: a.Instruction | None
    if c.take(*_TO_HAND):
        put = a.PutsCards(cards=cards, zone=_zone(cards, known), to="hand")
    elif (words := c.take(*TO_LIBRARY)) is not None:
        place, order = TO_LIBRARY[words]
        put = a.PutsCards(cards=cards, zone=_zone(cards, known), to="library", place=place, order=order)
    elif c.take("into your graveyard", "into their graveyard", "into its owner's graveyard", "to its owner's graveyard"):
        put = a.PutsCards(cards=cards, zone=_zone(cards, known), to="graveyard")
    else:
        put = onto_battlefield(c, known, cards)
    if put is None:
        return None
    rest = _to(c, known, TURNED_UP) if known.looking is not None and c.take("and the rest", "and the other") else []
    return None if rest is None else [put, *rest]


def onto_battlefield(c: Cursor, known: Scope, cards: a.Filter) -> a.PutsOntoBattlefield | None:
    """After the cards: "onto the battlefield tapped and attacking"."""
    return _entering(c, known, cards) if c.take("to the battlefield", "onto the battlefield") else None


def _entering(c: Cursor, known: Scope, cards: a.Filter, tapped: bool = False) -> a.PutsOntoBattlefield | None:
    """How it enters: tapped, attacking, under whose control, with which counters."""
    attacking: bool | Literal["that player"] = False
    or_planeswalker = False
    players: a.Players | None = None
    counters: dict[str, int] = {}
    face: Literal["transformed", "face down"] | None = None
    blocking: a.Filter | None = None
    attached_to: a.Filter | None = None
    while True:
        if known.attacker is not None and c.take("blocking that creature", "blocking it", "blocking that attacker"):
            blocking = known.attacker
        elif c.take(*_TRANSFORMED):
            face = "transformed"
        elif c.take("face down"):
            face = "face down"
        elif attached_to is None and _is_attached(cards, known) and c.take("attached to"):
            attached_to = objects(c, known)
            if not isinstance(attached_to, a.Is | a.IsTarget | a.IsChosen | a.IsCreated):
                return None
        elif (how := c.take(*_ATTACKING)) is not None:
            attacking, tapped = True, tapped or how.startswith("tapped")
            if c.take(*_THAT_PLAYER):
                attacking = "that player"
            else:
                c.filler("defending player")
            if c.last in ("player", "opponent"):
                or_planeswalker = c.take("or a planeswalker they control") is not None
        elif c.take("tapped", "and tapped"):
            tapped = True
        elif (under := c.take(*_UNDER)) is not None:
            players = _UNDER[under]
        elif c.take("with"):
            amount = 1 if c.take("an additional") else number(c)
            c.filler("additional")
            name = counter_name(c)
            if amount is None or name is None:
                return None
            if c.take("and a", "and an") and (also := counter_name(c)) is not None:
                counters[also] = 1
            if not c.take("on it", "on him", "on her", "on them"):
                return None
            counters[name] = amount
        else:
            break
    if c.sees("face", "attached", "blocking"):
        return None
    if players is None and not isinstance(cards, a.Is) and not isinstance(cards, a.IsOneOf | a.IsAffected):
        players = YOU if _is_yours(cards) else players
    known.it = known.that = known.those = a.IsCreated()
    several = isinstance(cards, a.IsTargetCard | a.IsChosenCard) and _several(known, cards)
    known.created = 0 if several else 1
    return a.PutsOntoBattlefield(
        cards=cards,
        zone=_zone(cards, known),
        players=players,
        tapped=tapped,
        attacking=attacking,
        or_planeswalker=or_planeswalker,
        blocking=blocking,
        counters=counters,
        face=face,
        attached_to=attached_to,
    )


def _is_attached(cards: a.Filter, known: Scope) -> bool:
    """Whether it is an Aura or Equipment: one that is named, or that what died was attached to."""
    return not {"Aura", "Equipment"}.isdisjoint(types_in(cards)) or (cards == a.THIS and HOST in known.gone)


def _zone(cards: a.Filter, known: Scope) -> a.Zone:
    """Where they are: what died is in a graveyard."""
    if cards == TURNED_UP:
        return known.turned_to
    if isinstance(cards, a.IsExiledWith):
        return "exile"
    if isinstance(cards, a.IsTargetCard | a.IsChosenCard):
        return cards.cards.zone
    if cards == known.exiled:
        return "exile"
    return known.zone if cards == a.THIS and known.zone is not None else "graveyard"


def _is_yours(cards: a.Filter) -> bool:
    meant = cards.cards if isinstance(cards, a.IsTargetCard | a.IsChosenCard) else None
    return meant is not None and meant.players == YOU


def _several(known: Scope, cards: a.IsTargetCard | a.IsChosenCard) -> bool:
    if isinstance(cards, a.IsChosenCard):
        return cards.maximum != 1
    return any(each.cards == cards.cards and each.maximum != 1 for each in known.targets)


@rule
def _meant(c: Cursor, known: Scope) -> a.Filter | None:
    """The cards meant: what died, a target, or one that is chosen."""
    if known.looking is not None and c.take(*_REST):
        return TURNED_UP
    if known.those == TURNED_UP and known.it != TURNED_UP and c.take("those cards", "them"):
        return TURNED_UP
    if (known.those == a.IsOfGroup() and known.those in known.gone) and (died := _of_those_that_died(c)) is not None:
        return died
    if known.exiled is not None and c.take("the exiled card", "the exiled cards"):
        return known.exiled
    if (with_it := exiled_with(c, known)) is not None:
        return with_it
    if isinstance(known.that, a.IsTargetCard | a.IsChosenCard) and c.take("the chosen card", "the chosen cards"):
        return known.that
    if known.is_card and known.first in known.gone and c.take("the first card"):
        return known.first
    pronoun = c.take(*_IT, *_ITSELF)
    if pronoun is not None:
        gone = a.THIS if pronoun in _ITSELF else known.it if pronoun != "that card" else known.that
        if gone is None and pronoun not in _ITSELF:
            gone = known.exiled
        if pronoun in ("them", "those cards") and known.did == "exiled" and known.those in (AFFECTED, known.exiled):
            known.exiled = known.those
            return known.those
        c.filler("from your graveyard")
        if known.zone is not None and gone == a.THIS:
            return gone
        if (gone in known.gone and known.is_card) or (gone == a.THIS and HOST in known.gone and pronoun in _ITSELF):
            return gone
        if isinstance(gone, a.IsTargetCard | a.IsChosenCard | a.IsTurnedUp) or (gone is not None and gone == known.exiled):
            return gone
        return None
    if (found := target_card(c, known)) is not None or _target_at(c) is not None:
        return found
    chosen = chosen_card(c, known)
    if chosen is not None:
        known.it = known.that = chosen
    return chosen


@rule
def _of_those_that_died(c: Cursor) -> a.Filter | None:
    """ "one of them", "those cards": of what died together."""
    many = c.take("one of", "up to one of", "any number of")
    if not c.take("them", "those cards"):
        return None
    if many is None:
        return a.IsOfGroup()
    died = a.Cards(zone="graveyard", players=ANY, filter=a.IsOfGroup())
    return a.IsChosenCard(cards=died, minimum=1 if many == "one of" else 0, maximum=None if many.startswith("any") else 1)


@rule
def exiled_with(c: Cursor, known: Scope) -> a.Filter | None:
    """ "each card exiled with it", "a creature card exiled with ~", "the exiled card": that abilities of the permanent exiled."""
    if known.exiled is None and known.turned_to != "exile" and c.take("the exiled card", "the exiled cards"):
        return a.IsExiledWith()
    every = c.take("all", "each other", "each", "the")
    one = not every and c.take("a", "an") is not None
    which = card(c, known) if every or one else None
    if which is None or not c.take("exiled with it", "exiled with ~", "exiled with this creature"):
        return None
    others = (a.Not(part=a.IsAffected()),) if every == "each other" else ()
    with_it = both(a.IsExiledWith(every=every is not None), which, *others)
    cards = a.Cards(zone="exile", players=ANY, filter=with_it)
    return a.IsChosenCard(cards=cards, minimum=0 if every else 1, maximum=None if every else 1)


@attempt
def chosen_card(c: Cursor, known: Scope) -> a.IsChosenCard | None:
    """ "a nonland card from it", "up to two creature cards from your graveyard", "one of them": no targets."""
    every = c.take("all", "each") is not None
    another = not every and known.it in (a.THIS, None) and c.take("another") is not None
    up_to = up_to_many(c, known, targets=False)
    least, most = (0, None) if every or up_to is not None else (1, 1) if another else how_many(c)
    another = another or (least is not None and known.it in (a.THIS, None) and c.take("other") is not None)
    of_those = c.take("of them", "of those cards") or c.sees("into", "onto", "on the bottom", "on top")
    if least is not None and known.looking is not None and of_those:
        cards: a.Cards | None = a.Cards(zone=known.turned_to, players=known.looking, filter=TURNED_UP)
        return a.IsChosenCard(cards=cards, minimum=least, maximum=most, up_to=up_to)
    random = least is not None and least == most and _is_random(c)
    cards = None if least is None else cards_from(c, known)
    if cards is None or least is None or (random and cards.players.who == "any"):
        return None  # of which graveyard isn't said
    if another:
        cards = cards.model_copy(update={"filter": both(cards.filter, a.Not(part=a.THIS))})
    least = 0 if cards.zone == "library" and not known.hand else least
    return a.IsChosenCard(cards=cards, minimum=least, maximum=most, every=every, random=random, up_to=up_to)


def _is_random(c: Cursor) -> bool:
    """Whether nobody chooses: "a random creature card", "a land card at random from your graveyard"."""
    if c.take("random"):
        return True
    words = [token.word for token in c.tokens]
    end = next((at for at in range(c.at, len(words)) if words[at] in (",", ".", "and", "then", "to", "onto")), len(words))
    at = next((at for at in range(c.at, end - 1) if words[at : at + 2] == ["at", "random"]), None)
    if at is None or ("card" not in words[c.at : at] and "cards" not in words[c.at : at]):
        return False
    c.pass_ahead(at - (words[at - 1] == "chosen"), at + 2)
    return True


def _target_at(c: Cursor) -> int | None:
    return next((at for at in range(c.at, min(len(c.tokens), c.at + 8)) if c.tokens[at].word == "target"), None)


@rule
def target_card(c: Cursor, known: Scope) -> a.Filter | None:
    """ "target creature card from your graveyard", "up to two target cards in graveyards"."""
    start, at = c.at, _target_at(c)
    if at is None:
        return None
    up_to = up_to_many(c, known, targets=True)
    counts = (0, None) if up_to is not None else targets_counted(c.tokens[start : at + 1], at - start)
    before = {token.word for token in c.tokens[c.at : at]}
    if counts is None or before - {"up", "to", "one", "or", "two", "three", "any", "number", "of", "another", "other", "a"}:
        return None
    c.move(at + 1 - c.at)
    cards = cards_from(c, known)
    if cards is None:
        return None
    other = not before.isdisjoint(("another", "other"))
    if other and known.gone and known.it in known.gone and isinstance(known.it, a.Is):
        cards = cards.model_copy(update={"filter": a.AllOf(parts=(cards.filter, a.Not(part=known.it)))})
    elif other:
        return None
    known.target(a.Target(cards=cards, minimum=counts[0], maximum=counts[1], up_to=up_to))
    found = a.IsTargetCard(cards=cards)
    known.it = known.that = found
    known.created = None
    return found


def _searches(c: Cursor, known: Scope, whose: a.Players) -> list[a.Instruction] | None:
    """ "search your library for a basic land card, put it onto the battlefield tapped, then shuffle" (701.23)."""
    up_to = up_to_many(c, known, targets=False)
    least, most = (0, None) if up_to is not None else how_many(c)
    which = card(c, known) if least is not None else None
    if which is None:
        return None
    of_power = c.sees("with total power") is not None
    cards_asked = a.Cards(zone="library", players=whose, filter=which, total=in_all(c, known), of_power=of_power)
    cards = a.IsChosenCard(cards=cards_asked, minimum=0, maximum=most, up_to=up_to)
    c.filler(", reveal it", ", reveal that card", ", reveal them")
    if c.take("and exile it", ", exile it"):
        done: list[a.Instruction] | None = [a.PutsCards(cards=cards, zone="library", to="exile")]
    elif c.take(*(f"{joint} {put} {them}" for joint in (",", "and") for put in ("put", "puts") for them in _IT)):
        done = _to(c, known, cards)
    else:
        return None
    if done is None or not (c.take(*_SHUFFLED) or c.ended):
        return None
    return done


_WHO_SHUFFLES = (
    *(f"{who} shuffles" for who in ("that player", "the player", "each player who searched their library this way")),
    "they shuffle",
)
_SHUFFLED = (
    ", then shuffle your library",
    *(f"{joint} {shuffle}" for joint in (", then", "and") for shuffle in ("shuffle", "shuffles", *_WHO_SHUFFLES)),
)


@rule
def shuffled_afterwards(c: Cursor, last: a.Instruction | None) -> bool | None:
    """ "Then that player shuffles", of a library that was just searched: its search says so."""
    searched = any(isinstance(each, a.IsChosenCard) and each.cards.zone == "library" for each in parts_of(last))
    start = c.at
    c.filler("then")
    if not searched or not c.take("shuffle your library", "shuffle", *_WHO_SHUFFLES) or not c.ended:
        return None
    c.pass_over(start, "elsewhere")
    return True
