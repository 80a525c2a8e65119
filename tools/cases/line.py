"""A combat in one line of ASCII, which a person can read, paste and post: a case but for its source and its remarks.

    2024-06-07 | Ann 20: brute 3/2 "Menace" | Bob 20: bear 2/2; wall 0/4 "Defender" | attack brute>Bob | block bear>brute

Parts between `|`: the day of the rules, each player with life and permanents, effects, and the steps in their order; an effect
behind a step begins then. What has no words here stands as JSON behind what it is said of, so that the line of a case says as
much as the case.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...events.errors import InvalidInput
from ...events.types import BASIC_LAND_TYPES, CARD_TYPES, SUPERTYPES, card_type_of
from .documents import STRICT_JSON
from .models import Case, StatedPermanent

MAX_LINE = 8_000
"""How long a line may be. A usual combat takes some 200 characters; a case that takes more than this is a file."""

NAMELESS = "line"
"""What a case is called whose line doesn't say."""

Data = dict[str, Any]

_BARE = re.compile(r"[A-Za-z0-9_.'-][A-Za-z0-9_.'/-]*")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SIZE = re.compile(r"(-?[0-9]{1,7})/(-?[0-9]{1,7})")
_COUNTERS = re.compile(r'([0-9]{1,7})x("(?:[^"\\]|\\.)*"|[^"]+)')
_TOKEN = re.compile(
    r'(?P<space>[ \t]+)|(?P<end>[|;])|(?P<word>(?:[^\s|;"]|(?<=[^\s|;])"(?:[^"\\]|\\.)*"|"(?:[^"\\]|\\.)*"(?=[>+:,=]))+)'
)
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_ATOM = re.compile(r'("(?:[^"\\]|\\.)*")|([>+:,=])|([^">+:,=]+)')

_COUNTED = ("hand", "graveyard", "poison", "mana")
_FLAGS = {"tapped": "tapped", "sick": "summoning_sick", "token": "token"}
_NUMBERS = {"marked": "marked", "mv": "mana_value", "loyalty": "loyalty", "defense": "defense"}
_NAMES = {"owner": "owner", "on": "attached_to", "protector": "protector"}
_TARGETS = ("attack", "block", "order")
_DAMAGE = ("damage", "assign")
_SIMPLE = ("deals", "combat", "end_of_combat", "after_combat", "cleanup")
_OF_ONE = ("turn", "leaves", "phases_out", "removed_from_combat", "becomes_blocked", "becomes_unblocked", "defends", "resolve")
_STEPS = (*_TARGETS, *_DAMAGE, *_SIMPLE, *_OF_ONE)
_EFFECTS = ("effect", "gains", "loses", "goad", "suspect")
_REMARKS = ("source", "why")
_TYPELESS = "typeless"
_WORDS = frozenset((*_STEPS, *_EFFECTS, "step", "none"))


def is_line(text: str) -> bool:
    """Whether a text is meant as a combat in one line."""
    return "|" in text and ":" in text and "\n" not in text.strip() and not text.lstrip().startswith(("{", "["))


# --- written ------------------------------------------------------------------------------------------------------------------


def line_of(case: Case) -> str:
    """The line of a case. Raises InvalidInput for one that takes more than `MAX_LINE` characters."""
    written = case.as_data()
    head = [f"#{_name(case.id)}"] if case.id not in ("", NAMELESS, case.place) else []
    head += [written["rules"]] if written.get("rules") else []
    players: dict[str, Data] = {player: {} for player in written["players"]}
    for field in ("life", *_COUNTED):
        for player, value in written.get(field, {}).items():
            players[player][field] = value
    rest = {name: value for name, value in written.items() if name not in _SAID and value not in ({}, [], None)}
    rest.pop("stated", None) if rest.get("stated") is True else None
    parts = [" ".join((*head, *_json(rest)))] if head or rest else []
    parts += _seats(written, players)
    parts += map(_effect, written.get("effects", ()))
    parts += map(_step, written["steps"])
    line = " | ".join(parts)
    if len(line) > MAX_LINE:
        raise InvalidInput("line", f"{len(line):,} characters", f"a case that takes at most {MAX_LINE:,}; a larger one is a file")
    return line


_SAID = ("id", "rules", "players", "battlefield", "life", "effects", "steps", *_COUNTED, *_REMARKS, "active")


def _seats(written: Data, players: Mapping[str, Data]) -> Iterator[str]:
    """Each player with the permanents that come next in the case and are theirs; what comes in another order stands again."""
    runs: list[tuple[str, list[Data]]] = []
    for permanent in written["battlefield"]:
        if not runs or runs[-1][0] != permanent["controller"]:
            runs.append((permanent["controller"], []))
        runs[-1][1].append(permanent)
    for player, about in players.items():
        head = [_name(player), *([str(about["life"])] if "life" in about else [])]
        head += [f"{name}:{about[name]}" for name in _COUNTED if name in about]
        head += ["active"] if written.get("active") == player else []
        theirs = runs.pop(0)[1] if runs and runs[0][0] == player else []
        yield f"{' '.join(head)}: {'; '.join(map(_permanent, theirs))}".rstrip()
    for player, theirs in runs:
        yield f"{_name(player)}: {'; '.join(map(_permanent, theirs))}"


def _permanent(fields: Data) -> str:
    fields = {**fields}
    del fields["controller"]
    is_card = bool(fields.get("name")) and not {"types", "text"} & fields.keys()
    if not is_card:
        fields = {field: value for field, value in fields.items() if value != _DEFAULTS.get(field, ...) or field in _ALWAYS}
    presumed = _presumed({field: value for field, value in fields.items() if field != "types"})
    none: Data = {"subtypes": []} if "subtypes" in _presumed(fields) else {}
    words = [_name(fields.pop("id")) + (f"={_name(name)}" if (name := fields.pop("name", "")) else "")]
    if "power" in fields and "toughness" in fields:
        words.append(f"{fields.pop('power')}/{fields.pop('toughness')}")
    types, text = fields.pop("types", []), fields.pop("text", "")
    if types != ["Creature"] or presumed != {"types": types} or fields.get("supertypes"):
        words += [*fields.pop("supertypes", ()), *types]
        words += [_TYPELESS] if not types and not is_card else []
    words += [f"-{_name(each)}" for each in fields.pop("subtypes", ())]
    words += [_quoted(text)] if text else []
    words += [word for word, field in _FLAGS.items() if fields.get(field) is True and fields.pop(field)]
    words += [f"{number}x{_kind(kind)}" for kind, number in fields.pop("counters", {}).items()]
    words += [f"colors:{''.join(fields.pop('colors'))}"] if fields.get("colors") else []
    words += [f"{word}:{fields.pop(field)}" for word, field in _NUMBERS.items() if fields.get(field) is not None]
    words += [f"{word}:{_name(fields.pop(field))}" for word, field in _NAMES.items() if fields.get(field) is not None]
    return " ".join((*words, *_json({**fields, **none})))


def _presumed(said: Data) -> Data:
    """The types that are meant where they aren't said: by a subtype (205.3), the name of a basic land (305.6), or a number."""
    named, subtypes = str(said.get("name") or said["id"]).title(), said.get("subtypes", ())
    is_land = said.get("types") == ["Land"] or {"types", "power", "text"}.isdisjoint(said)
    if named in BASIC_LAND_TYPES and is_land and "subtypes" not in said:
        return {"types": ["Land"], "supertypes": ["Basic"], "subtypes": [named]}
    if "types" in said or (said.get("name") and "text" not in said):
        return {}
    numbered = [kind for number, kind in _NUMBERED.items() if number in said]
    return {"types": list(dict.fromkeys((*map(card_type_of, subtypes), *numbered))) or ["Creature"]}


_NUMBERED = {"loyalty": "Planeswalker", "defense": "Battle"}
"""What a permanent with such a number is (209.1, 210.1)."""


_DEFAULTS: Data = {
    name: json.loads(json.dumps(field.get_default(call_default_factory=True)))
    for name, field in StatedPermanent.model_fields.items()
    if not field.is_required()
}
_ALWAYS = ("power", "toughness")
"""Of these it counts whether they are stated."""


def _effect(effect: Data) -> str:
    match effect:
        case {"goad": creature, "by": player}:
            return f"goad {_name(creature)} by:{_name(player)}"
        case {"suspect": creature}:
            return f"suspect {_name(creature)}"
        case {"on": permanent, "loses_abilities": True}:
            return f"loses {_name(permanent)}"
        case {"on": permanent}:
            return f"gains {_name(permanent)} {_quoted(effect['text'])}"
    return f"effect {_name(effect['controller'])} {_quoted(effect['text'])}"


def _step(fields: Data) -> str:
    fields = {name: value for name, value in fields.items() if name not in _REMARKS}
    verb = next((name for name in _STEPS if name in fields), "")
    words = [verb or "step"]
    if verb in _TARGETS:
        words += _targets(fields.pop(verb))
    elif verb in _DAMAGE:
        found = fields.pop(verb)
        words += [f"{_name(one)}>{'+'.join(f'{_name(to)}:{n}' for to, n in amounts.items())}" for one, amounts in found.items()]
        words += [] if found else ["none"]
    elif verb in _OF_ONE and isinstance(fields[verb], str | int):
        words.append(_name(str(fields.pop(verb))))
    elif verb in _SIMPLE and fields[verb] is True:
        del fields[verb]
    elif verb:
        words = ["step"]
    words += [f"by:{_name(fields.pop('by'))}"] if fields.get("by") and words[0] != "step" else []
    words += _pay(fields)
    if fields.get("bands"):
        words.append(f"bands:{','.join('+'.join(map(_name, band)) for band in fields.pop('bands'))}")
    if fields.get("expect"):
        words += ["=", fields.pop("expect"), *([fields.pop("rule")] if fields.get("rule") else [])]
    return " ".join((*words, *_json(fields)))


def _pay(step: Data) -> list[str]:
    match step.get("pay"):
        case False:
            found = "no"
        case True:
            found = "all"
        case {"mana": str(mana), **rest} if not rest:
            found = mana
        case {"life": int(life), **rest} if not rest:
            found = f"{life}-life"
        case _:
            return []
    del step["pay"]
    return [f"pay:{found}"]


def _targets(declared: Mapping[str, Any]) -> list[str]:
    """Creatures with what each is declared for; those that come one after the other with the same stand together."""
    found: list[tuple[list[str], str]] = []
    for creature, aims in declared.items():
        aimed_at = "+".join(map(_name, [aims] if isinstance(aims, str) else aims))
        if found and found[-1][1] == aimed_at:
            found[-1][0].append(_name(creature))
        else:
            found.append(([_name(creature)], aimed_at))
    return [f"{'+'.join(creatures)}>{aims}" for creatures, aims in found] or ["none"]


def _quoted(text: str) -> str:
    return json.dumps(text)


def _name(name: str) -> str:
    return name if _BARE.fullmatch(name) and name not in _WORDS else _quoted(name)


def _kind(kind: str) -> str:
    return kind if re.fullmatch(r"[A-Za-z0-9_.'+/-]+", kind) else _quoted(kind)


def _json(value: Data) -> list[str]:
    return [json.dumps(value, separators=(",", ":"))] if value else []


# --- read ---------------------------------------------------------------------------------------------------------------------


class _Token(NamedTuple):
    kind: str
    """word, text, json, or what ends a part: `|` or `;`."""
    value: Any
    at: int


def data_of(text: str) -> Data:
    """What a line says, as plain data of a case. Raises InvalidInput, with the character at which it can't be read."""
    if len(text) > MAX_LINE:
        raise InvalidInput("line", f"{len(text):,} characters", f"at most {MAX_LINE:,}")
    found: Data = {"players": [], "battlefield": [], "steps": []}
    for number, part in enumerate(_parts(text.strip())):
        first = part[0] if part else _Token("|", "nothing", 0)
        if first.kind == "word" and first.value in (*_STEPS, "step"):
            found["steps"].append(_read_step(part, found))
        elif first.kind == "word" and first.value in _EFFECTS:
            effect = _read_effect(part)
            if found["steps"]:
                found["steps"].append({"effect": effect})
            else:
                found.setdefault("effects", []).append(effect)
        elif any(_is_head(each) for each in part):
            if found["steps"]:
                raise _unread(first, 'players before the steps; what enters later is a step: `step {"enters":{…}}`')
            _read_seat(part, found)
        elif number == 0 and part:
            _read_head(part, found)
        else:
            raise _unread(first, "a player, as in `Ann 20:`, an effect or a step")
    return {"id": NAMELESS, **found}


def _parts(text: str) -> Iterator[list[_Token]]:
    part: list[_Token] = []
    at = 0
    while at < len(text):
        if text[at] in '"{' and (text[at] == '"' or text[at + 1 : at + 2] in '"}'):
            quoted = _QUOTED.match(text, at)
            if quoted is None or text[quoted.end() : quoted.end() + 1] not in tuple(">+:,="):
                try:
                    value, end = STRICT_JSON.raw_decode(text, at)
                except (ValueError, RecursionError):
                    raise _unread(_Token("text", text[at:], at), "text between quotes, or an object of JSON") from None
                part.append(_Token("text" if isinstance(value, str) else "json", value, at))
                at = end
                continue
        token = _TOKEN.match(text, at)
        if token is None:
            raise _unread(_Token("text", text[at:], at), "words, text between quotes, | and ;")
        if token.lastgroup == "end" and token[0] == "|":
            yield part
            part = []
        elif token.lastgroup != "space":
            part.append(_Token("word" if token.lastgroup == "word" else ";", token[0], at))
        at = token.end()
    yield part


def _is_head(token: _Token) -> bool:
    return token.kind == "word" and token.value.endswith(":")


def _put(found: Data, name: str, value: Any, token: _Token) -> None:
    """Raises InvalidInput for what is said twice."""
    if name in found:
        raise _unread(token, f"{name} once")
    found[name] = value


def _put_all(found: Data, token: _Token) -> None:
    for name, value in token.value.items():
        if name in _SAID and "battlefield" in found:
            raise _unread(token, f"{name} in words")
        _put(found, name, value, token)


def _unread(token: _Token, allowed: str) -> InvalidInput:
    return InvalidInput(f"line, character {token.at}", repr(str(token.value)[:40]), allowed)


def _atoms(token: _Token) -> Iterator[str]:
    """The names and signs that a word is made of; a sign stands by itself."""
    for quoted, sign, bare in _ATOM.findall(token.value):
        if quoted:
            try:
                yield json.loads(quoted)
            except ValueError:
                raise _unread(token, "a name between quotes") from None
        else:
            yield f"\0{sign}" if sign else bare


def _one_name(token: _Token, text: str | None = None) -> str:
    if token.kind not in ("word", "text"):
        raise _unread(token, "a name")
    found = [token.value] if token.kind == "text" else list(_atoms(token if text is None else token._replace(value=text)))
    if len(found) != 1 or found[0].startswith("\0"):
        raise _unread(token, "a name; one with other signs than letters, digits and _ . ' - stands between quotes")
    return str(found[0])


def _split(atoms: Sequence[str], sign: str) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for atom in atoms:
        if atom == f"\0{sign}":
            found.append([])
        else:
            found[-1].append(atom)
    return found


def _names(token: _Token, atoms: Sequence[str]) -> list[str]:
    found = _split(atoms, "+")
    if any(len(each) != 1 or each[0].startswith("\0") for each in found):
        raise _unread(token, "names, with + between them")
    return [each[0] for each in found]


def _read_head(part: Sequence[_Token], found: Data) -> None:
    for token in part:
        if token.kind == "json":
            _put_all(found, token)
        elif token.kind == "word" and _DAY.fullmatch(token.value):
            _put(found, "rules", token.value, token)
        elif token.kind == "word" and token.value.startswith("#"):
            _put(found, "id", _one_name(token, token.value[1:]), token)
        else:
            raise _unread(token, "the day of the rules, as in 2024-06-07, or a player, as in `Ann 20:`")


def _read_seat(part: Sequence[_Token], found: Data) -> None:
    ends = next(number for number, each in enumerate(part) if _is_head(each))
    head = [*part[:ends], *([last] if (last := part[ends]._replace(value=part[ends].value[:-1])).value else [])]
    if not head:
        raise _unread(part[ends], "a player before the colon, as in `Ann 20:`")
    player = _one_name(head[0])
    if player not in found["players"]:
        found["players"].append(player)
    for token in head[1:]:
        name, _, value = str(token.value).partition(":")
        if token.value == "active":
            _put(found, "active", player, token)
        elif re.fullmatch("-?[0-9]{1,7}", str(token.value)):
            _put(found.setdefault("life", {}), player, int(token.value), token)
        elif name in _COUNTED and value:
            _put(found.setdefault(name, {}), player, value if name == "mana" else _number(token, value), token)
        else:
            raise _unread(token, f"the player's life, a number; or {', '.join(f'{each}:…' for each in _COUNTED)}, active")
    one: list[_Token] = []
    for token in (*part[ends + 1 :], _Token(";", ";", 0)):
        if token.kind != ";":
            one.append(token)
        elif one:
            found["battlefield"].append(_read_permanent(one, player))
            one = []


def _number(token: _Token, text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,7}", text):
        raise _unread(token, "a whole number")
    return int(text)


def _read_permanent(part: Sequence[_Token], controller: str) -> Data:
    first, rest = part[0], part[1:]
    if first.kind == "json":
        raise _unread(first, "what it is called: an id, or id=name")
    called = [first.value] if first.kind == "text" else list(_atoms(first))
    if len(called) not in (1, 3) or (len(called) == 3 and called[1] != "\0="):
        raise _unread(first, "what it is called: an id, or id=name")
    found: Data = {"id": called[0], "controller": controller, **({"name": called[2]} if len(called) == 3 else {})}
    types: list[str] = []
    for token in rest:
        if token.kind == "text":
            _put(found, "text", token.value, token)
        elif token.kind != "json":
            _read_about(token, found, types)
    if not {*SUPERTYPES}.issuperset(types):
        found["types"] = [each for each in types if each not in (_TYPELESS, *SUPERTYPES)]
    if supertypes := [each for each in types if each in SUPERTYPES]:
        found["supertypes"] = supertypes
    for token in rest:  # an object of JSON says what is left
        if token.kind == "json":
            _put_all(found, token)
    presumed = _presumed(found)
    meant = presumed["types"] if "types" in presumed and "types" not in found else ["Creature"]
    fights = meant == ["Creature"] or not {"Vehicle", "Spacecraft"}.isdisjoint(found.get("subtypes", ()))
    if len(meant) > 1 or ("power" in found and not fights):
        raise _unread(
            first, f"card types, as {' '.join(dict.fromkeys((*meant, 'Creature')))}: not all that is said is of creatures"
        )
    return presumed | found


def _read_about(token: _Token, found: Data, types: list[str]) -> None:
    """One word about a permanent."""
    word = token.value
    name, _, value = word.partition(":")
    if size := _SIZE.fullmatch(word):
        _put(found, "power", int(size[1]), token)
        found["toughness"] = int(size[2])
    elif word in (*CARD_TYPES, *SUPERTYPES, _TYPELESS):
        if word not in SUPERTYPES and (_TYPELESS in types or (word == _TYPELESS and not {*SUPERTYPES}.issuperset(types))):
            raise _unread(token, f"types, or {_TYPELESS} once")
        types.append(word)
    elif word in _FLAGS:
        _put(found, _FLAGS[word], True, token)
    elif counters := _COUNTERS.fullmatch(word):
        kind = json.loads(counters[2]) if counters[2].startswith('"') else counters[2]
        _put(found.setdefault("counters", {}), kind, int(counters[1]), token)
    elif name == "colors" and value:
        _put(found, "colors", list(value), token)
    elif name in _NUMBERS and value:
        _put(found, _NUMBERS[name], _number(token, value), token)
    elif name in _NAMES and value:
        _put(found, _NAMES[name], _one_name(token, value), token)
    elif word.startswith("-") and len(word) > 1:
        found.setdefault("subtypes", []).append(_one_name(token, word[1:]))
    else:
        raise _unread(
            token,
            'size (2/2), types, -Subtype, text between quotes ("Flying"), tapped, sick, token, 2x+1/+1, on:…, marked:…, '
            "colors:…, mv:…; or a semicolon, and the next permanent",
        )


def _read_effect(part: Sequence[_Token]) -> Data:
    verb, *rest = part
    by = [each for each in rest if verb.value == "goad" and each.kind == "word" and each.value.startswith("by:")]
    match verb.value, [each for each in rest if each not in by], by:
        case "goad", [creature], [player]:
            return {"goad": _one_name(creature), "by": _one_name(player, player.value[3:])}
        case "suspect", [creature], []:
            return {"suspect": _one_name(creature)}
        case "loses", [permanent], []:
            return {"on": _one_name(permanent), "loses_abilities": True}
        case "gains", [permanent, _Token(kind="text") as text], []:
            return {"on": _one_name(permanent), "text": text.value}
        case "effect", [controller, _Token(kind="text") as text], []:
            return {"controller": _one_name(controller), "text": text.value}
    forms = 'goad ID by:PLAYER, suspect ID, loses ID, gains ID "text" or effect PLAYER "text"'
    raise _unread(verb, forms)


def _read_step(part: Sequence[_Token], known: Data) -> Data:
    verb, *rest = part
    name = verb.value
    found: Data = {} if name == "step" else {name: True if name in _SIMPLE else None if name in _OF_ONE else {}}
    at = next((number for number, token in enumerate(rest) if token.kind == "word" and token.value == "="), len(rest))
    said = [token for token in rest[:at] if token.kind != "json"]
    for token in said:
        if name not in (*_TARGETS, *_DAMAGE) or token.kind != "word" or token.value != "none":
            _read_about_step(token, name, found, known)
        elif len(said) - sum(map(_is_about, said)) > 1:
            raise _unread(token, "none by itself")
    if at < len(rest):
        expected = [each for each in rest[at + 1 :] if each.kind != "json"]
        if not 1 <= len(expected) <= 2:
            raise _unread(rest[at], _EXPECTED)
        for field, token in zip(("expect", "rule"), expected, strict=False):
            if token.kind != "word":
                raise _unread(token, _EXPECTED)
            found[field] = token.value
    for token in rest:
        if token.kind == "json":
            _put_all(found, token)
    return found


_EXPECTED = "legal or illegal, perhaps with the number of a rule, behind ="


def _is_about(token: _Token) -> bool:
    """Whether it is about the declaration as a whole."""
    name, _, value = str(token.value).partition(":")
    return token.kind == "word" and name in ("by", "pay", "bands") and bool(value)


def _read_about_step(token: _Token, verb: str, found: Data, known: Data) -> None:
    key, _, value = str(token.value).partition(":")
    if token.kind == "word" and key == "by" and value:
        _put(found, "by", _one_name(token, value), token)
    elif token.kind == "word" and key == "pay" and value:
        _put(found, "pay", {"no": False, "all": True}.get(value, value.replace("-life", " life")), token)
    elif token.kind == "word" and key == "bands" and value:
        bands = [_names(token, band) for band in _split(list(_atoms(token._replace(value=value))), ",")]
        _put(found, "bands", bands, token)
    elif verb in _OF_ONE and found[verb] is None:
        said = _one_name(token)
        found[verb] = int(said) if verb == "resolve" and said.isdecimal() else said
    elif verb in (*_TARGETS, *_DAMAGE):
        _read_pairs(token, verb, found[verb], known)
    else:
        raise _unread(token, "what the step needs, = and what it expects, or an object of JSON")


def _read_pairs(token: _Token, verb: str, into: Data, known: Data) -> None:
    sides = _split([token.value] if token.kind == "text" else list(_atoms(token)), ">")
    others = [player for player in known["players"] if player != known.get("active", known["players"][0])]
    if verb == "attack" and len(sides) == 1 and len(others) == 1:
        sides.append(others)
    if len(sides) != 2:
        raise _unread(token, f"creatures and what for, as in `{verb} ox>bear`, `a+b>Bob`" + _DAMAGE_FORM * (verb in _DAMAGE))
    creatures = _names(token, sides[0])
    if verb in _DAMAGE:
        amounts: Data = {}
        for each in _split(sides[1], "+") if sides[1] else ():
            match each:
                case [to, "\0:", number]:
                    _put(amounts, to, _number(token, number), token)
                case _:
                    raise _unread(token, "recipients and amounts" + _DAMAGE_FORM)
        for creature in creatures:
            _put(into, creature, amounts, token)
    else:
        aims = _names(token, sides[1]) if sides[1] or verb != "order" else []
        if verb == "attack" and len(aims) != 1:
            raise _unread(token, "one player, planeswalker or battle that is attacked")
        for creature in creatures:
            _put(into, creature, aims[0] if verb == "attack" else aims, token)


_DAMAGE_FORM = ", as in `ox>bear:2+Bob:1`"
