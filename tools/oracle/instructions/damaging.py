"""Damage that permanents deal, and fights."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ....events import abilities as a
from ....events.model import parts_of
from ..cursor import Cursor, rule
from ..filters import noun
from ..numbers import number
from ..quantities import quantity, where
from ..scope import AFFECTED, EACH, OTHER, UNCLEAR, YOU, Scope, role
from .amounts import amount, amount_of, for_each_of
from .objects import divided_among, objects, several
from .people import one_of_them, people

_ANY_TARGET = a.AnyOf.model_construct(
    parts=(a.HasType(type="Creature"), a.HasType(type="Planeswalker"), a.HasType(type="Battle"))
)
_OR = (
    ("target player or planeswalker", ("Planeswalker",)),
    ("target opponent or planeswalker", ("Planeswalker",)),
    ("target opponent , battle , or planeswalker", ("Battle", "Planeswalker")),
    ("target player , planeswalker , or battle", ("Planeswalker", "Battle")),
    ("target creature or player", ("Creature",)),
    ("target creature , player , or planeswalker", ("Creature", "Planeswalker")),
    ("target creature or opponent", ("Creature",)),
)
_ATTACKED = ("the player or planeswalker", "the player , planeswalker , or battle", "the player or permanent")


def deals(c: Cursor, known: Scope, source: a.Filter) -> list[a.Instruction] | None:
    """After "deals": "2 damage to any target", "damage equal to its power to each opponent", "1 damage to X and 1 to Y"."""
    found: list[a.Instruction] = []
    known.dealt_again = known.dealt
    if source == AFFECTED or (isinstance(source, a.IsCreated) and known.created != 1):
        return None
    if each := _is_each_of(source, known):
        known.other = UNCLEAR  # "its controller": of each, or of what was named before
    while True:
        done = _one(c, known, source)
        if done is None:
            return None
        found.append(done)
        known.dealt = True
        to = done.recipients.permanents if isinstance(done, a.Damages) else None
        known.dealer = source, to
        known.dealt_to = to if isinstance(to, a.IsTarget) and known.is_one(to) else None
        known.those = AFFECTED if known.those is None else known.those
        start = c.mark()
        joined = c.take("and")
        more = c.mark()
        if joined is None or each or not (number(c) is not None and c.sees("damage to")):
            c.back_to(start)
            return found if len(found) == 1 else [a.DamagesTogether(parts=tuple(_parts(found)))]
        c.back_to(more)


def _parts(found: list[a.Instruction]) -> Iterator[a.Damages]:
    for each in found:
        yield from each.parts if isinstance(each, a.DamagesTogether) else (each,) if isinstance(each, a.Damages) else ()


def _one(c: Cursor, known: Scope, source: a.Filter) -> a.Instruction | None:
    much: a.Quantity | None
    to: a.Recipients | None = None
    each = _is_each_of(source, known)
    if c.take("damage to"):
        to = recipients(c, known)
        if to is None or not c.take("equal to"):
            return None
        with _dealt_to(known, to):
            much = _power(c, known, source)
    elif c.take("damage equal to"):
        much = _power(c, known, source)
        if much is not None and not each and c.take("divided as you choose among"):
            return _divided(c, known, source, much)
        if much is None or not c.take("to"):
            return None
    else:
        start, much = c.mark(), amount(c, known)
        if much is not None and not each and c.take("damage divided as you choose among"):
            return _divided(c, known, source, much)
        c.back_to(start)
        if c.sees("x damage to") and known.x is None and (to_them := _so_much_to_them(c, known)) is not None:
            to, much = to_them
            return a.Damages(source=source, recipients=to, amount=much)
        much = amount_of(c, known, "damage")
        if much is None or not c.take("to", ", to"):
            return None
        if c.sees("each of up to") and not each and (together := _to_each(c, known, source, much)) is not None:
            return together
    if much is None:
        return None
    to = to or recipients(c, known)
    if to is None:
        return None
    with _dealt_to(known, to):
        much = for_each_of(c, known, much)
    if much is None or (to.permanents is not None and to.players is not None and _of_each(much)):
        return None
    if isinstance(much, a.CharacteristicOf) and much.of == "sacrificed":
        known.amount = much
    dealt = a.Damages(source=source, recipients=to, amount=much)
    if each or not c.sees(*_AND_TO) or to.players is None or _of_each(much):
        return dealt
    others = recipients(c, known) if c.take("and to", "and") else None
    return None if others is None else a.DamagesTogether(parts=(dealt, dealt.model_copy(update={"recipients": others})))


@rule
def _so_much_to_them(c: Cursor, known: Scope) -> tuple[a.Recipients, a.Quantity] | None:
    """ "X damage to defending player, where X is the number of creatures they control": "they" are named before X is."""
    if not any(word in ("they", "their") for word in " ".join(c.words).partition(" where x is ")[2].split()):
        return None
    c.move()
    to = recipients(c, known) if c.take("damage to") else None
    if to is None or to.players in (None, YOU) or to.permanents is not None:
        return None
    with _dealt_to(known, to):
        much = where(c)
    return None if much is None or not c.ended else (to, much)


_AND_TO = ("and any target", "and to any target")


@contextmanager
def _dealt_to(known: Scope, to: a.Recipients) -> Iterator[None]:
    """ "1 damage to each opponent for each creature they control": "they" are those to whom it is dealt, each by itself."""
    before = known.doer
    known.doer = before if to.players in (None, YOU) else to.players
    yield
    known.doer = before


def _of_each(much: a.Quantity) -> bool:
    """Whether it is another number of each player."""
    return any(part == EACH for part in parts_of((much,)))


_EACH_UP_TO = {
    "target creature": a.HasType(type="Creature"),
    "target planeswalker": a.HasType(type="Planeswalker"),
    "target player": None,
    "target opponent": None,
}


@rule
def _to_each(c: Cursor, known: Scope, source: a.Filter, much: a.Quantity) -> a.Instruction | None:
    """ "each of up to one target creature, up to one target player, and/or up to one target planeswalker", "each of up to two
    other targets"."""
    c.filler("each of")
    parts: list[a.Damages] = []
    while c.take("up to"):
        many = number(c)
        if many is None:
            break
        if c.take("other targets", "other target"):
            filter: a.Filter = a.IsTarget(permanents=_ANY_TARGET, number=1)
            known.target(a.Target(permanents=_ANY_TARGET, players=True, minimum=0, maximum=many, number=1, other=True))
            parts.append(a.Damages(source=source, recipients=a.Recipients(permanents=filter), amount=much))
            break
        if not parts and c.take("targets"):
            known.target(a.Target(permanents=_ANY_TARGET, players=True, minimum=0, maximum=many))
            to = a.Recipients(permanents=a.IsTarget(permanents=_ANY_TARGET))
            return a.Damages(source=source, recipients=to, amount=much)
        kind = c.take(*_EACH_UP_TO)
        if kind is None or many != 1:
            break
        if (permanents := _EACH_UP_TO[kind]) is None:
            known.target(a.Target(players=True, opponents="opponent" in kind, minimum=0))
            to = a.Recipients(players=a.Players(who="chosen"))
        else:
            known.target(a.Target(permanents=permanents, minimum=0))
            to = a.Recipients(permanents=a.IsTarget(permanents=permanents))
        parts.append(a.Damages(source=source, recipients=to, amount=much))
        if not c.take(", and/or", ", and", ",", "and/or", "and"):
            break
    if not parts or not (c.ended or c.sees(",", ".")):
        return None
    return parts[0] if len(parts) == 1 else a.DamagesTogether(parts=tuple(parts))


@rule
def _divided(c: Cursor, known: Scope, source: a.Filter, much: a.Quantity) -> a.Instruction | None:
    """601.2d: divided among targets as they are chosen."""
    among = divided_among(c, known, much, _ANY_TARGET)
    return None if among is None else a.Damages(source=source, recipients=a.Recipients(permanents=among), amount=much)


def _is_each_of(source: a.Filter, known: Scope) -> bool:
    """Whether several deal it, each by itself."""
    if isinstance(source, a.IsTarget):
        return any(target.permanents == source.permanents and target.maximum != 1 for target in known.targets)
    return not isinstance(source, a.Is | a.IsCreated | a.IsChosen)


def _power(c: Cursor, known: Scope, source: a.Filter) -> a.Quantity | None:
    """The damage's amount: "its power" is the source's."""
    if _is_each_of(source, known):
        own = c.take("its power", "their power", "that creature's power")
        return quantity(c) if own is None else a.CharacteristicOf(characteristic="power", of="itself")
    if source == a.THIS and c.take("his power", "her power"):
        return a.CharacteristicOf(characteristic="power", of="source")  # nothing else is called so
    if c.sees("its power", "his power", "her power"):
        if known.other is not None or (source == a.THIS and known.is_host):
            return None  # "exile a creature. ~ deals damage equal to its power": whose isn't said
        of = role(source)
        c.move(2)
        if of is None:
            return None if c.sees("plus") else a.NumberOf(filter=source, characteristic="power")
        if c.take("plus"):
            more = number(c)
            if more is None:
                return None
            return a.Scaled(quantity=a.CharacteristicOf(characteristic="power", of=of), more=more)
        return a.CharacteristicOf(characteristic="power", of=of)
    return quantity(c)


def recipients(c: Cursor, known: Scope) -> a.Recipients | None:
    """To whom: targets, players, permanents, or some of both: "each creature with flying and each player"."""
    first = _recipients(c, known)
    return first if first is None else _and_others(c, known, first) or first


@rule
def _and_others(c: Cursor, known: Scope, first: a.Recipients) -> a.Recipients | None:
    """ "… and each opponent", where that is the end of those to whom it is dealt."""
    second = _recipients(c, known) if first.attacked_by is None and c.take("and") else None
    if second is None or not (c.ended or c.sees(",", ".", "and", "equal to", "for each")):
        return None
    if (first.players is None) == (second.players is None) or (first.permanents is None) == (second.permanents is None):
        return None
    return a.Recipients(players=first.players or second.players, permanents=first.permanents or second.permanents)


def _recipients(c: Cursor, known: Scope) -> a.Recipients | None:
    if c.take("any target"):
        any_one: a.Filter = _ANY_TARGET
        if c.take("that isn't"):
            c.filler("a", "an")
            spared = noun(c)
            if spared is None or c.too_deep:
                return None
            any_one = a.AllOf(parts=(_ANY_TARGET, a.Not(part=spared)))
        known.target(a.Target(permanents=any_one, players=True))
        return a.Recipients(permanents=a.IsTarget(permanents=any_one))
    if c.take("any other target"):
        if known.it not in (a.THIS, None):
            return None
        other = a.AllOf(parts=(_ANY_TARGET, a.Not(part=a.THIS)))
        known.target(a.Target(permanents=other, players=True))
        return a.Recipients(permanents=a.IsTarget(permanents=other))
    for phrase, kinds in _OR:
        if c.take(phrase):
            types = tuple(a.HasType(type=kind) for kind in kinds)
            filter: a.Filter = types[0] if len(types) == 1 else a.AnyOf(parts=types)
            known.target(a.Target(permanents=filter, players=True, opponents="opponent" in phrase))
            return a.Recipients(permanents=a.IsTarget(permanents=filter))
    if (whom := c.take(*_ATTACKED)) is not None:
        return _attacked(c, known, spares_battles=whom == _ATTACKED[0])
    if known.those is None and known.doer is not None and not known.doer.several and c.take("them"):
        return a.Recipients(players=known.doer)
    start = c.mark()
    meant = one_of_them(c, known, ("", ".", ",", "and", "equal", "for")) or people(c, known)
    if meant is not None:
        return _and_theirs(c, meant) or a.Recipients(players=meant)
    c.back_to(start)
    if c.take("itself"):
        return a.Recipients(permanents=a.THIS) if known.it == a.THIS else None
    what = several(c, known)
    if what is None or isinstance(what, a.IsCreated):
        return None
    if c.sees("and to"):
        return None
    return a.Recipients(permanents=what)


def _attacked(c: Cursor, known: Scope, *, spares_battles: bool) -> a.Recipients | None:
    """ "the player or planeswalker it's attacking"."""
    if c.take("it's attacking", "he's attacking", "she's attacking", "they're attacking"):
        attacker = known.it if known.that == OTHER else known.that
        return a.Recipients(attacked_by=attacker, spares_battles=spares_battles) if isinstance(attacker, a.Is) else None
    if c.take("~ is attacking", "~'s attacking", "this creature is attacking"):
        return a.Recipients(attacked_by=a.THIS, spares_battles=spares_battles)
    if c.take("that creature is attacking", "that creature's attacking"):
        return a.Recipients(attacked_by=known.that, spares_battles=spares_battles) if isinstance(known.that, a.Is) else None
    return None


@rule
def _and_theirs(c: Cursor, who: a.Players) -> a.Recipients | None:
    """ "[each opponent] and each creature they control"."""
    kinds = c.look_up(_THEIRS, 6) if c.take("and each") else None
    if kinds is None or not c.take("they control", "that player controls"):
        return None
    return a.Recipients(players=who, permanents=a.AllOf(parts=(kinds, a.ControlledBy(players=who))))


_CREATURE, _PLANESWALKER = a.HasType(type="Creature"), a.HasType(type="Planeswalker")
_BOTH = a.AnyOf.model_construct(parts=(_CREATURE, _PLANESWALKER))
_THEIRS: dict[str, a.Filter] = {
    "creature": _CREATURE,
    "planeswalker": _PLANESWALKER,
    "creature and planeswalker": _BOTH,
    "creature and each planeswalker": _BOTH,
}


def fights(c: Cursor, known: Scope, what: a.Filter) -> list[a.Instruction] | None:
    """After "fights"."""
    if not isinstance(what, a.Is | a.IsTarget | a.IsChosen | a.IsCreated):
        return None
    other = objects(c, known)
    known.dealt = other is not None
    return None if other is None else [a.Fights(creature=what, other=other)]
