"""Abilities that are had, gained or lost: keywords with what belongs to them, and quoted abilities."""

from __future__ import annotations

from collections.abc import Callable

from ...events import abilities as a
from ...handlers.rulebook.keywords import KEYWORDS
from .bearing import first_bearing
from .cursor import Cursor, rule
from .descriptors import COLOR_COUNTS, COLORS, descriptor, kind, landwalk
from .filters import characteristic, noun
from .grammar import Grammar, Reads, phrase
from .keywords import COUNTED
from .logic import both
from .numbers import number
from .players import players
from .quantities import quantity
from .tables import listed
from .tokens import QUOTE

Quoted = Callable[[Cursor, str, int], tuple[a.Ability, ...]]
"""Reads a quoted ability, given the quotation and its offset."""


def _printed(c: Cursor, start: int) -> str:
    """What stands between a place and the cursor, with a capital."""
    words = c.printed(start)
    return words[:1].upper() + words[1:]


_NO_PERMANENTS = listed(
    """
    spells that are one or more colors, colored spells, spells, instants, sorceries, activated abilities, triggered abilities,
    activated and triggered abilities, each of its colors, white spells, blue spells, black spells, red spells, green spells,
    multicolored spells, monocolored spells, colorless spells
    """
)
_OF_COLORS = {*COLORS, *COLOR_COUNTS}
_RULES: dict[str, Reads] = {
    "no_permanents": lambda c: a.AnyOf(parts=()) if c.take(*_NO_PERMANENTS) else None,
    "colored": lambda c: noun(c) if c.peek() in _OF_COLORS else None,  # "red creatures": what is red and no creature isn't meant
    "color": lambda c: c.look_up(COLORS, words=1),
    "compared": lambda c: characteristic(c) if c.sees("power", "toughness", "mana value") else None,
    **dict.fromkeys(("noun", "several"), noun),
    "descriptor": descriptor,
    "players": players,
}
QUALITY: Grammar[a.Filter] = Grammar(
    _RULES,
    phrase("everything", a.ANYTHING),
    phrase("<no_permanents>"),
    phrase("(each color|all colors)", a.ColorCount, minimum=1, maximum=5),
    phrase("<colored>"),
    phrase("<color>", a.HasColor),
    *(phrase(word, count) for word, count in COLOR_COUNTS.items()),
    phrase("odd mana values", a.IsOddOrEven, characteristic="mana_value", odd=True),
    phrase("even mana values", a.IsOddOrEven, characteristic="mana_value", odd=False),
    phrase("the colors of <permanents:several>", a.SharesColorWithAny),
    phrase("<compared>"),
    phrase("<noun>"),
    phrase("<descriptor>"),
    phrase("<players>", a.ControlledBy),
)
"""What protection, or hexproof, is from."""
_CHOSEN = listed(
    """
    the chosen color, that color, the chosen colors, the chosen card name, the chosen name, the chosen player,
    the chosen card type, the chosen type, the chosen creature type,
    the card type of your choice, each of that creature's colors, each mana value of the chosen quality, each of the exiled
    card's card types, each color with the most votes or tied for most votes, creatures of the chosen type, the last chosen color
    """
)
"""What was chosen is stated by no board: with a color, for instance, a case gives the text "protection from red"."""
_TRIGGERED = ("activated and triggered abilities", "triggered abilities")
_CHOSEN_COLOR = ("the color of your choice", "the chosen color", "the color of its controller's choice", "a color of your choice")


@rule
def _from_qualities(c: Cursor, word: str) -> list[a.Ability] | None:
    """ "protection from black and from red", "hexproof from artifacts"."""
    start = c.at
    if not c.take(f"{word} from"):
        return None
    named_so = word.capitalize()
    found: list[a.Ability] = []
    while True:
        first = c.at
        if c.take("its colors", "each of its colors"):
            own = a.SharesColor(other="source")
            found.append(a.KeywordAbility(keyword=word, quality=own, text=f"{named_so} from its colors"))
            break
        if word == "hexproof" and c.take(*_TRIGGERED):
            found.append(a.KeywordAbility(keyword=word, text=_printed(c, start)))  # nothing else is carried out
            break
        if (chosen := c.take(*_CHOSEN)) is not None:
            found.append(a.KeywordAbility(keyword=word, quality=a.IsUnstated(fact=chosen), text=f"{named_so} from {chosen}"))
            break
        if c.setting.instruction and c.take(*_CHOSEN_COLOR):
            found += [
                a.KeywordAbility(keyword=word, quality=a.HasColor(color=color), text=f"{named_so} from {name}")
                for name, color in COLORS.items()
            ]
            c.choice = True
            break
        quality = QUALITY(c)
        if quality is None:
            return None
        named = c.printed(first)
        found.append(a.KeywordAbility(keyword=word, quality=quality, text=f"{named_so} from {named}"))
        if c.setting.instruction and c.take("or from"):
            c.choice = True
        elif not c.take("and from", ", and from", ", from", "from"):
            break
    return found if c.at > start else None


@rule
def keyword(c: Cursor) -> list[a.Ability] | None:
    """One keyword with what belongs to it: no abilities where it has no bearing on declarations."""
    start = c.at
    if c.take("partner with"):
        c.to_the_end()  # a name
        return []
    if c.peek(1) == "offering" and (kind(c) is not None or c.take("artifact")) and c.take("offering"):
        return []
    if (word := c.sees("protection", "hexproof from")) is not None:
        return _from_qualities(c, word.removesuffix(" from"))
    if c.take("bands with other"):
        quality = kind(c)
        return (
            None if quality is None else [a.KeywordAbility(keyword="bands with other", quality=quality, text=_printed(c, start))]
        )
    if c.take("enchant"):
        if c.take("player", "opponent"):
            return []
        enchanted = noun(c)
        return None if enchanted is None else [a.KeywordAbility(keyword="enchant", quality=enchanted, text=_printed(c, start))]
    if c.take("landwalk of the chosen type"):
        land = both(a.HasType(type="Land"), a.IsUnstated(fact="of the chosen type"))
        return [a.KeywordAbility(keyword="landwalk", quality=land, text=_printed(c, start))]
    if (walk := landwalk(c)) is not None:
        return [a.KeywordAbility(keyword=walk[0], quality=walk[1], text=_printed(c, start))]
    known = c.look_up(_NAMED, 5)
    if known is None:
        return None
    if known.takes == "rest":
        if c.peek().startswith("{") or c.peek().isdigit():
            c.move()
        return []
    amount = None if known.takes == "nothing" or c.take("— sunburst") else number(c)
    if amount is None and known.takes == "number":
        return None  # X is stated where the game can't look yet: what the keyword does isn't known
    return [a.KeywordAbility(keyword=known.word, number=amount, text=_printed(c, start))]


_NAMED = {word: keyword for word, keyword in KEYWORDS.items() if keyword.takes != "quality"}


@rule
def ability_list(c: Cursor, quoted: Quoted) -> list[a.Ability] | None:
    """'flying, first strike, and "…"'."""
    found: list[a.Ability] = []
    chosen = c.setting.instruction and c.take("your choice of") is not None
    c.choice = c.choice or chosen
    while True:
        if c.peek() == QUOTE:
            found += quoted(c, c.raw(), c.tokens[c.at].start)
            c.move()
            if c.peek() == QUOTE:
                continue  # the comma stands within the quotation marks
        elif c.take("base power and toughness"):
            c.move()  # stated by the board
        else:
            more = keyword(c)
            if more is None:
                return None
            found += more
        start = c.mark()
        joined = c.take(", and", "and", ", or", "or", ",")
        if joined is None or not (c.peek() == QUOTE or keyword_next(c)):
            c.back_to(start)
            return found
        if joined.endswith("or"):
            if not c.setting.instruction:
                return None
            c.choice = True
        elif chosen and joined != ",":
            c.back_to(start)
            return found


@rule
def keyword_next(c: Cursor) -> bool | None:
    """Whether a keyword comes next; the cursor stays."""
    start = c.mark()
    found = keyword(c)
    c.back_to(start)
    return found is not None


@rule
def lost(c: Cursor) -> tuple[str, ...] | None:
    """Keywords that are lost: "flying", "first strike and trample", "all landwalk abilities"."""
    found: list[str] = []
    while True:
        if c.take("all landwalk abilities"):
            found.append("landwalk")
        elif c.take("protection from"):
            return None
        else:
            before = c.at
            if keyword(c) is None:
                return None
            c.pass_over(before, "card's words")
            found.append(c.printed(before).lower())
        start = c.mark()
        if not c.take(", and", "and", "or", ",") or not (keyword_next(c) or c.sees("all landwalk")):
            c.back_to(start)
            return tuple(found)


@rule
def _counted(c: Cursor) -> list[a.Ability] | None:
    """ "Annihilator X, where X is the number of Goblins you control": X is counted as the ability resolves."""
    start = c.at
    if (named := c.take(*(f"{word} x" for word in COUNTED))) is None or not c.take(", where x is"):
        return None
    amount = quantity(c, its="source")
    if amount is None or not c.ended:
        return None
    return [a.KeywordAbility(keyword=named.removesuffix(" x"), number=amount, text=_printed(c, start).replace(" ,", ","))]


@rule
def keyword_line(c: Cursor) -> list[a.Ability] | None:
    """A line of keywords, joined by commas or semicolons."""
    found: list[a.Ability] = []
    while True:
        more = keyword(c)
        if more is None:
            more = _counted(c)
        if more is None:
            return None
        found += more
        if c.ended:
            return found
        if not more and c.peek() not in (",", ";"):
            # What belongs to a keyword without bearing: up to the next comma or semicolon.
            start = c.at
            while c.at < len(c.tokens) and c.peek() not in (",", ";"):
                c.move()
            c.pass_over(start, "bears on nothing")
            if first_bearing(c.tokens, start, c.at) is not None:
                return None
            if c.at == len(c.tokens):
                return found
        if not c.take(",", ";"):
            return None
