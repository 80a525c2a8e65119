"""Tokens that are created: described, predefined, copies; investigate, populate, amass."""

from __future__ import annotations

from ....events import abilities as a
from ....events.types import BASIC_LAND_TYPES, is_creature_type
from ..changes import IN_ADDITION, is_size, power_and_toughness
from ..cursor import Cursor, rule
from ..descriptors import COLORS, SIZE, colors_and_types
from ..grants import ability_list
from ..predicates import UNTIL
from ..quantities import quantity
from ..scope import CREATED, ONE, YOU, Scope
from ..tables import listed
from ..tokens import QUOTE
from ..types import CARD_TYPES, SUBTYPES, SUPERTYPES
from .amounts import amount, for_each_of
from .card_verbs import target_card
from .objects import objects

_PREDEFINED = {
    **{word: ("Artifact", word.capitalize()) for word in ("treasure", "food", "clue", "blood", "map", "powerstone", "gold")},
    **{word: ("Artifact", word.capitalize()) for word in ("junk", "lander", "shard", "incubator")},
}
# Made when they are read: a token's schema holds all abilities.
_OF_THEIR_OWN = {
    "vibranium": lambda: a.Token(
        name="Vibranium",
        types=("Artifact", "Vibranium"),
        abilities=(a.KeywordAbility(keyword="indestructible", text="Indestructible"),),
    ),
    "walker": lambda: a.Token(name="Walker", types=("Creature", "Zombie"), colors=("B",), power=2, toughness=2),
}
_ATTACKING = listed(
    """
    and that's tapped and attacking, and that are tapped and attacking, that's tapped and attacking,
    that are tapped and attacking, tapped and attacking, that's attacking, that are attacking
    """
)
_BLOCKING = tuple(
    f"{that}blocking {whom}" for that in ("that's ", "that are ", "and ") for whom in ("that creature", "that attacker", "it")
)
_TARGETS = {"that player": "that player", "that opponent": "that player", "defending player": "same"}
_TAKES = 20
"""So many words say what a token is, at most."""


@rule
def creates(c: Cursor, known: Scope, who: a.Players = YOU) -> list[a.Instruction] | None:
    """ "create two 1/1 red Goblin creature tokens that are tapped and attacking", "investigate", "populate", "amass Orcs 2"."""
    if c.take("investigate", "investigates"):
        return _investigates(c, known, who)
    if c.take("populate"):
        mine = a.AllOf(parts=(a.IsInState(state="token"), a.HasType(type="Creature"), a.ControlledBy(players=YOU)))
        known.created, known.made = 1, a.CreatesTokens(copy_of=a.IsChosen(permanents=mine))
        return [known.made]
    if c.take("amass"):
        return _amasses(c, known)
    if c.take("incubate"):
        return _incubates(c, known)
    if not c.take("create", "creates"):
        return None
    if c.take("your choice of"):
        return _creates_one_of(c, known, who)
    found: list[a.Instruction] = []
    while True:
        made = _one(c, known, who)
        if made is None:
            return None
        found.append(made)
        if not (_another_token(c) and c.take(", and", ",", "and")):
            break
    if len(found) > 1:
        known.created = None
        known.it = known.that = None
    return found


def _incubates(c: Cursor, known: Scope) -> list[a.Instruction] | None:
    """701.53a: an Incubator token enters with so many +1/+1 counters."""
    many = amount(c, known)
    if many is None:
        return None
    made = a.CreatesTokens(token=a.Token(name="Incubator", types=_PREDEFINED["incubator"]))
    known.created, known.made = 1, made
    return [made, a.PutsCounters(permanents=CREATED, counter="+1/+1", number=many)]


@rule
def _creates_one_of(c: Cursor, known: Scope, who: a.Players) -> list[a.Instruction] | None:
    """ "create your choice of a Food token or a Treasure token"."""
    made: list[a.Instruction | None] = []
    while not made or c.take(", or", "or", ","):
        made.append(_one(c, known, who))
    modes = tuple((each,) for each in made if each is not None)
    return [a.Modes(modes=modes)] if len(modes) == len(made) > 1 else None


def _another_token(c: Cursor) -> bool:
    """Whether a comma or "and" joins one more token that is created."""
    ahead = 2 if c.sees(", and") else 1 if c.sees(",", "and") else 0
    words = [c.peek(ahead + at) for at in range(_TAKES)]
    end = next((at for at, word in enumerate(words) if word in ("token", "tokens", ".", "")), None)
    return bool(ahead and words[0] in ("a", "an", "two", "three") and end is not None and words[end].startswith("token"))


def _investigates(c: Cursor, known: Scope, who: a.Players) -> list[a.Instruction] | None:
    many: a.Quantity | None = 1
    if c.take("twice"):
        many = 2
    elif c.take("that many times"):
        many = known.amount
    elif c.take("once") or c.sees("for each"):
        many = for_each_of(c, known, 1)
    elif c.sees("x times"):
        many = amount(c, known)
        many = many if c.take("times") else None
    known.created = 1 if many == 1 else 0
    if many is None:
        return None
    known.made = a.CreatesTokens(token=a.Token(name="Clue", types=_PREDEFINED["clue"]), number=many, players=who)
    return [known.made]


def _amasses(c: Cursor, known: Scope) -> list[a.Instruction] | None:
    """701.47a: an Army is created where there is none; counters are put on one, which gets the type."""
    type = SUBTYPES.get(c.peek())
    if type is not None:
        c.move()
    many = amount(c, known)
    if many is None:
        return None
    armies = a.AllOf(parts=(a.HasType(type="Army"), a.HasType(type="Creature"), a.ControlledBy(players=YOU)))
    kind = type or "Zombie"
    army = a.Token(name=f"{kind} Army", types=("Creature", kind, "Army"), colors=("B",), power=0, toughness=0)
    chosen = a.IsChosen(permanents=armies)
    typed = a.ChangesCharacteristics(permanents=chosen, types=(kind,), kept=True)
    known.it = known.that = known.those = chosen
    known.created = None
    return [
        a.If(condition=a.Exists(filter=armies), do=(), otherwise=(a.CreatesTokens(token=army),)),
        a.PutsCounters(permanents=chosen, counter="+1/+1", number=many),
        a.Begins(abilities=(typed,), duration="indefinite"),
    ]


def _one(c: Cursor, known: Scope, who: a.Players) -> a.Instruction | None:
    if c.take("a number of"):
        many: a.Quantity | None = None
    else:
        start = c.mark()
        many = amount(c, known)
        if many is None and (c.raw()[:1].isupper() or (c.raw() == "~" and c.raw(1)[:1].isupper()) or c.sees("~ the")):
            c.back_to(start)
            return _named_first(c, known, who)
        if many is None:
            return None
        if known.made is not None and c.take("of those tokens"):
            known.created = 0
            return known.made.model_copy(update={"number": many, "players": who})
    first = c.take("tapped and attacking")
    tapped = first is not None or c.take("tapped") is not None
    if c.take("token that's a copy of", "token that is a copy of", "tokens that are copies of"):
        made = _copy(c, known)
    else:
        token = _token(c, known)
        made = None if token is None else a.CreatesTokens(token=token)
    if made is None:
        return None
    if c.take("attached to"):
        it = known.it
        to = objects(c, known)
        to = known.outer if to == ONE else to  # nothing is attached to itself
        if not isinstance(to, a.Is | a.IsTarget | a.IsChosen):
            return None
        known.it = it
        made = made.model_copy(update={"attached_to": to})
    if known.attacker is not None and c.take(*_BLOCKING):
        made = made.model_copy(update={"blocking": known.attacker})
    later = c.take(*_ATTACKING)
    if many is None:
        many = quantity(c) if c.take("equal to") else None
        if many is None:
            return None
        later = later or c.take(*_ATTACKING)
    many = for_each_of(c, known, many)
    if many is None:
        return None
    how, or_planeswalker = None, False
    if first is not None or later is not None:
        how = next((said for phrase, said in _TARGETS.items() if c.take(phrase)), "same")
        if how != "same" or c.last == "player":
            or_planeswalker = c.take("or a planeswalker they control") is not None
    tapped = tapped or (later is not None and "tapped" in later)
    known.created = 1 if many == 1 else 0
    known.made = made.model_copy(
        update={"number": many, "tapped": tapped, "attacking": how, "or_planeswalker": or_planeswalker, "players": who}
    )
    return known.made


def _named_first(c: Cursor, known: Scope, who: a.Players) -> a.Instruction | None:
    """ "create Ragavan, a legendary 2/1 red Monkey creature token"."""
    start = c.at
    while c.at < len(c.tokens) and not c.sees(", a", ", an"):
        if c.peek() == "." or c.at - start > _TAKES:
            return None
        c.move()
    name = _name(c, start)
    if not c.take(", a", ", an"):
        return None
    c.called = name
    token = _token(c, known, name)
    c.called = ""
    if token is None:
        return None
    attacking = c.take(*_ATTACKING)
    known.created = 1
    known.made = a.CreatesTokens(
        token=token.model_copy(update={"name": name}),
        players=who,
        tapped=attacking is not None and "tapped" in attacking,
        attacking=None if attacking is None else "same",
    )
    return known.made


def _proper_name(c: Cursor) -> str:
    """After "named": "Scrap", "Eye of the Deep"; its own name stands for the card."""
    start = c.at
    while c.peek() != QUOTE and (c.raw()[:1].isupper() or c.raw()[:1] == "~" or c.peek() in ("of", "the")):
        c.move()
    return _name(c, start)


def _name(c: Cursor, start: int) -> str:
    """What stands between a place and the cursor, where "~" is as much of the card's name as stands there: "Stangg Twin"."""
    own = c.setting.name
    said = (each.raw.replace("~", own[: each.end - each.start + 1 - len(each.raw)]) for each in c.tokens[start : c.at])
    return " ".join(said).replace(" ,", ",")


def _token(c: Cursor, known: Scope, called: str = "") -> a.Token | None:
    """What a token is; `called`: its name, where that was said before."""
    if c.peek() in _PREDEFINED and c.peek(1) in ("token", "tokens"):
        word = c.peek()
        c.move(2)
        return a.Token(name=word.capitalize(), types=_PREDEFINED[word])
    if c.peek() in _OF_THEIR_OWN and c.peek(1) in ("token", "tokens"):
        c.move(2)
        return _OF_THEIR_OWN[c.tokens[c.at - 2].word]()
    if (role := _role(c, known)) is not None:
        return role
    supertypes: list[str] = []
    while c.peek() in SUPERTYPES:
        supertypes.append(SUPERTYPES[c.peek()])
        c.move()
    if not is_size(c.peek()):
        return _of_size(c, supertypes, known) or _noncreature(c, supertypes, known, called)
    sizes = power_and_toughness(c)
    read = None if sizes is None else _types(c)
    if sizes is None or read is None:
        return None
    types, colors, name = read
    if "Creature" not in types and "Vehicle" not in types:
        return None
    abilities: tuple[a.Ability, ...] = ()
    colors = _colors_after(c) or colors
    if c.take("with"):
        listed = abilities_of_token(c, known)
        if listed is None:
            return None
        abilities = tuple(listed)
    if c.take("named"):
        name = _proper_name(c)
        if not name:
            return None
        colors = _colors_after(c) or colors
        if not abilities and c.take("with"):
            listed = abilities_of_token(c, known)
            if listed is None:
                return None
            abilities = tuple(listed)
    return a.Token(
        name=name,
        types=(*supertypes, *types),
        colors=colors,
        power=sizes[0],
        toughness=sizes[1],
        abilities=abilities,
    )


@rule
def _colors_after(c: Cursor) -> tuple[a.Color, ...] | None:
    """ "that's red, green, and white", "that's all colors"."""
    if not c.take("that's", "that are"):
        return None
    if c.take("all colors"):
        return tuple(COLORS.values())
    colors, types = colors_and_types(c)
    return None if types else colors


def abilities_of_token(c: Cursor, known: Scope) -> list[a.Ability] | None:
    """The abilities of a token."""
    listed = ability_list(c, known.quoted)
    return None if c.choice else listed


@rule
def _of_size(c: Cursor, supertypes: list[str], known: Scope) -> a.Token | None:
    """ "green Ooze creature token with base power and toughness each equal to the number of creatures you control"."""
    read = _types(c)
    if read is None or "Creature" not in read[0]:
        return None
    types, colors, name = read
    abilities: list[a.Ability] = []
    if c.take("with base power and toughness each equal to"):
        size = quantity(c)
        if size is None:
            return None
    else:
        size, listed = 0, abilities_of_token(c, known) if c.take("with") else None
        if listed is None or not any(isinstance(each, a.ChangesCharacteristics) and each.defining for each in listed):
            return None
        abilities = listed
    return a.Token(
        name=name,
        types=(*supertypes, *types),
        colors=colors,
        power=size,
        toughness=size,
        abilities=tuple(abilities),
    )


def _noncreature(c: Cursor, supertypes: list[str], known: Scope, name: str) -> a.Token | None:
    """ "colorless artifact token named Scrap"; or of that name."""
    read = _types(c)
    if read is None or "Creature" in read[0] or not (name or c.take("named")):
        return None
    types = list(read[0])
    name = name or _proper_name(c)
    if c.take("that is every basic land type", "that's every basic land type"):
        types += BASIC_LAND_TYPES
    abilities = abilities_of_token(c, known) if c.take("with") else []
    if not name or abilities is None:
        return None
    return a.Token(name=name, types=(*supertypes, *types), colors=read[1], abilities=tuple(abilities))


_ROLES = {
    "cursed": "Enchanted creature has base power and toughness 1/1.",
    "monster": "Enchanted creature gets +1/+1 and has trample.",
    "royal": "Enchanted creature gets +1/+1 and has ward {1}.",
    "sorcerer": 'Enchanted creature gets +1/+1 and has "Whenever this creature attacks, scry 1."',
    "virtuous": "Enchanted creature gets +1/+1 for each enchantment you control.",
    "wicked": "Enchanted creature gets +1/+1.\n"
    "When this Aura is put into a graveyard from the battlefield, each opponent loses 1 life.",
    "young hero": 'Enchanted creature has "Whenever this creature attacks, if its toughness is 3 or less, '
    'put a +1/+1 counter on it."',
}
"""What the predefined Role tokens say (111.10), but that they enchant a creature."""


def _role(c: Cursor, known: Scope) -> a.Token | None:
    name = c.take(*(f"{role} role token" for role in _ROLES))
    if name is None:
        return None
    name = name.removesuffix(" role token")
    said = tuple(ability for line in _ROLES[name].split("\n") for ability in known.quoted(c, line, 0))
    return a.Token(name=name.title(), types=("Enchantment", "Aura", "Role"), abilities=said)


def _types(c: Cursor) -> tuple[tuple[str, ...], tuple[a.Color, ...], str] | None:
    """Types and colors up to "token", and what it is named by them."""
    colors, types = colors_and_types(c)
    subtypes = (each for each in types if each not in CARD_TYPES.values() and each not in SUPERTYPES.values())
    return (types, colors or (), " ".join(subtypes)) if c.take("token", "tokens") else None


# --- copies --------------------------------------------------------------------------------------------------------------


def _copy(c: Cursor, known: Scope) -> a.CreatesTokens | None:
    copied = _copied(c, known)
    if copied is None or (isinstance(copied, a.IsChosen) and copied.random):
        return None  # at random of all cards that there are, or of permanents: that isn't said
    start = c.mark()
    attacking = c.take(*_ATTACKING)
    differs = None
    if c.take(", except", "except"):
        differs = _except(c, known)
        if differs is None:
            return None
    if attacking is not None and differs is not None:
        return None
    if attacking is not None:
        c.back_to(start)  # it is said of the tokens
    return a.CreatesTokens(copy_of=copied, differs=differs)


def becomes_copy(c: Cursor, known: Scope, what: a.Filter) -> list[a.Instruction] | None:
    """After "becomes a copy of": "another target creature, except it has this ability", "that card until end of turn"."""
    of = _copied(c, known)
    until = None if of is None else c.look_up(UNTIL, 7)
    differs = _except(c, known) if of is not None and c.take(", except", "except") else None
    until = until or c.look_up(UNTIL, 7)
    if of is None or of == what or (until is None and not c.ended):
        return None
    known.it = known.that = what
    return [a.BecomesCopy(permanents=what, of=of, differs=differs, duration=until or "indefinite")]


def _copied(c: Cursor, known: Scope) -> a.Filter | None:
    if c.take("that card", "the exiled card"):
        if c.tokens[c.at - 2].word == "exiled" and known.exiled is None and known.looking is None:
            return a.IsExiledWith() if not known.targets else None
        died = known.is_card and known.that in known.gone
        return known.that if died or isinstance(known.that, a.IsTargetCard | a.IsTurnedUp | a.IsChosenCard) else None
    if c.take("itself"):
        return known.it if isinstance(known.it, a.Is) else None
    if isinstance(known.it, a.IsTargetCard | a.IsChosenCard | a.IsTurnedUp) and c.take("it"):
        return known.it
    if (card := target_card(c, known)) is not None:
        return card
    found = objects(c, known)
    if isinstance(found, a.Is | a.IsChosen):
        return found
    if isinstance(found, a.IsTarget) and any(each.permanents == found.permanents and each.maximum == 1 for each in known.targets):
        return found
    return None


_AND = (", and", ",", "and")
_HAS = ("it has", "it gains", "has", "they gain", "the token has", "they have", "those tokens have", "the tokens have", "have")
_IT_IS = ("it's", "it is", "is", "they're", "they are", "the token is")
_ONLY_CARD_TYPES = tuple(f"{joint} {it}loses all other card types" for joint in (", and", "and") for it in ("", "it "))
_NOT_LEGENDARY = tuple(
    f"{which} legendary"
    for which in ("it's not", "it isn't", "isn't", "the token isn't", "they aren't", "they're not", "the tokens aren't", "aren't")
)
_MORE = tuple(
    f"{joint} {word}" for joint in _AND for word in dict.fromkeys(each.split()[0] for each in (*_HAS, *_IT_IS, *_NOT_LEGENDARY))
)


def _except(c: Cursor, known: Scope) -> a.CopyExcept | None:
    """ "it's 1/1", "it's a Spirit in addition to its other types", "it has haste", "it isn't legendary"."""
    changes: dict[str, object] = {}
    while True:
        if c.take(*_NOT_LEGENDARY):
            changes["legendary"] = False
        elif c.take("it has this ability", "has this ability"):
            changes["this_ability"] = True
        elif c.take(*_HAS):
            listed = ability_list(c, known.quoted)
            if listed is None or c.choice:
                return None
            changes["abilities"] = tuple(listed)
        elif c.take(*_IT_IS):
            if not _is(c, known, changes):
                return None
        elif c.take("its name is"):
            if not c.take("~"):
                return None
            changes["name"] = c.setting.name
        else:
            return None
        if c.ended or not c.sees(*_MORE):
            break
        c.filler(*_AND)
    return a.CopyExcept.model_validate(changes)


def _is(c: Cursor, known: Scope, changes: dict[str, object]) -> bool:
    """ "a 3/3 black Zombie creature with flying in addition to its other colors and types"."""
    c.filler("a", "an")
    if (size := SIZE.fullmatch(c.peek())) is not None:
        changes["power"], changes["toughness"] = int(size[1]), int(size[2])
        c.move()
    colors, types = colors_and_types(c)
    if colors == ():
        return False
    if c.take("with"):
        listed = ability_list(c, known.quoted)
        if listed is None or c.choice:
            return False
        changes["abilities"] = tuple(listed)
    if types or colors:
        kept = c.take(*IN_ADDITION)
        if kept is None and (kept := c.take(*_ONLY_CARD_TYPES)) is not None:
            changes["only_card_types"] = True
        if kept is None and not all(each not in CARD_TYPES.values() and is_creature_type(each) for each in types):
            return False
        changes["only_types"] = bool(types) and kept is None
        changes["only_colors"] = bool(colors) and (kept is None or "colors" not in kept)
        changes["types"], changes["colors"] = types, colors or ()
    return bool(types or colors or size)
