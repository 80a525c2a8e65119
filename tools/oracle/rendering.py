"""Abilities as sentences in current templating: `render` says what `read_permanent` reads.

A sentence is given only if reading it gives the ability back, so that none ever says something else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from ...events import abilities as a
from ...events.errors import WordingNotUnderstood
from .filters import COLORS
from .logic import both
from .reader import read_permanent
from .sentences import read_sentence
from .types import CARD_TYPES, GROUPS, SUPERTYPES, plural

_COLOR_WORDS = {letter: word for word, letter in COLORS.items()}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen")
_PLAYERS = {
    "any": "a player",
    "you": "you",
    "opponents": "an opponent",
    "others": "another player",
    "defending": "defending player",
    "active": "the active player",
    "enchanted": "enchanted player",
    "controller": "its controller",
    "owner": "its owner",
    "attacked before": "a player it has already attacked this turn",
    "most life": "the player with the most life or tied for most life",
    "host controller": "enchanted creature's controller",
    "monarch": "the monarch",
    "chosen": "the chosen player",
}
_ALL = {"any": "players", "opponents": "your opponents", "others": "other players"}
_BEFORE_NOUN = ("tapped", "untapped", "attacking", "blocking", "blocked", "unblocked", "enchanted", "equipped", "modified")
_DESCRIBING = (*_BEFORE_NOUN, "suspected", "goaded")
_COUNTS = {(0, 0): "colorless", (1, 1): "monocolored", (2, 5): "multicolored"}
_COMPARED = {"<=": "{} or less", ">=": "{} or greater", "=": "{}"}
_RELATED = {"<": "less than", "<=": "less than or equal to", "=": "equal to"}
_RELATED |= {">=": "greater than or equal to", ">": "greater than"}
_DESIGNATIONS = {
    "monarch": "you're the monarch",
    "city's blessing": "you have the city's blessing",
    "initiative": "you have the initiative",
    "max speed": "you have max speed",
    "enduring story": "you have an enduring story",
    "full party": "you have a full party",
    "night": "it's night",
    "day": "it's day",
}
_TO_DO = "…"
"""What a triggered ability does is no part of the vocabulary."""


class NotSaid(Exception):
    """No sentence is known that says it, and nothing else."""


def render(ability: a.Ability) -> str:
    """The line of a permanent that says so, in which the permanent is "this creature". Raises NotSaid."""
    try:
        sentence = worded(ability)
        read = read_permanent(sentence)
    except (KeyError, WordingNotUnderstood) as error:
        raise NotSaid(str(error)) from error
    if [same(each) for each in read] != [same(ability)]:
        raise NotSaid(sentence)
    return sentence


_UNTIL: dict[a.Duration | None, str] = {
    "end of turn": "until end of turn, ",
    "end of combat": "until end of combat, ",
    "your next turn": "until your next turn, ",
    None: "",
}


def render_effect(ability: a.Ability, duration: a.Duration | None) -> str:
    """The instruction that brings the ability about, for that long. Raises NotSaid."""
    try:
        sentence = _instruction(ability, duration)
    except KeyError as error:
        raise NotSaid(str(error)) from error
    read = read_sentence(sentence)
    if [same(each) for each in read.effects] != [same(ability)] or read.duration != duration or read.abilities:
        raise NotSaid(sentence)
    return sentence


def _instruction(ability: a.Ability, duration: a.Duration | None) -> str:
    if isinstance(ability, a.Designates) and ability.condition is None and not ability.no_longer:
        usual = {"goaded": "your next turn", "suspected": "indefinite"}[ability.designation] == duration
        if usual:
            return _sentence(f"{ability.designation.removesuffix('ed')} {_subject(ability.creatures)[0]}")
    if duration == "indefinite":
        words = worded(ability).removesuffix(".")
        return f"{words} for the rest of the game."
    return _sentence(_UNTIL[duration] + _ABILITIES[type(ability)](ability))


def same(ability: Any) -> Any:
    """What two abilities have in common that say the same: sentences aside, what triggered ones do, and the order of what is
    joined."""
    return _unordered(ability.model_dump(mode="json", exclude={"text"}))


def _unordered(data: Any) -> Any:
    if isinstance(data, dict):
        found = {key: _unordered(value) for key, value in data.items() if key not in ("text", "does")}
        if "parts" in found:
            found["parts"] = sorted(found["parts"], key=lambda part: json.dumps(part, sort_keys=True))
        return found
    return [_unordered(each) for each in data] if isinstance(data, list) else data


# --- words -------------------------------------------------------------------------------------------------------------


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _joined(words: Sequence[str], conjunction: str) -> str:
    if len(words) < 3:
        return f" {conjunction} ".join(words)
    return ", ".join(words[:-1]) + f", {conjunction} {words[-1]}"


def _article(words: str) -> str:
    return ("an " if words[:1].lower() in "aeiou" else "a ") + words


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + "."


def _players(players: a.Players) -> str:
    if players.where is not None:
        said = _condition(players.where)
        if not said.startswith("defending player "):
            raise NotSaid(said)
        return f"{_PLAYERS[players.who]} who {said.removeprefix('defending player ')}"
    return _PLAYERS[players.who]


def _controls(players: a.Players) -> str:
    if players.who == "you":
        return "you control"
    return "you don't control" if players.who == "others" else f"{_players(players)} controls"


def _targets(targets: a.Targets | None) -> str:
    """With a blank before it, what is attacked."""
    if targets is None:
        return ""
    named = [] if targets.players is None else [_players(targets.players)]
    if isinstance(targets.permanents, a.ControlledBy):
        named.append(f"permanents {_controls(targets.permanents.players)}")
    elif targets.permanents is not None:
        named.append("~")
    else:
        anybody = a.Players(who="any")
        if targets.planeswalkers is not None:
            owned = "a planeswalker" if targets.planeswalkers == anybody else f"planeswalkers {_controls(targets.planeswalkers)}"
            named.append(owned)
        if targets.battles is not None:
            protected = f"{_players(targets.battles)} protect{'' if targets.battles.who == 'you' else 's'}"
            named.append("a battle" if targets.battles == anybody else f"battles {protected}")
    return " " + _joined(named, "or")


# --- permanents --------------------------------------------------------------------------------------------------------


def _adjective(part: Any) -> str | None:
    """A word before the noun."""
    if isinstance(part, a.HasColor):
        return _COLOR_WORDS[part.color]
    if isinstance(part, a.ColorCount):
        return _COUNTS.get((part.minimum, part.maximum))
    if isinstance(part, a.IsInState):
        return part.state if part.state in _DESCRIBING else None
    if isinstance(part, a.IsDesignated):
        return None if part.designation == "commander" else part.designation
    if isinstance(part, a.HasType):
        return part.type.lower() if part.type in SUPERTYPES.values() else None
    if isinstance(part, a.Not):
        word = _adjective(part.part) or _noun_word(part.part)
        return None if word is None else f"non{'-' if word[:1].isupper() else ''}{word}"
    return None


def _noun_word(part: Any) -> str | None:
    if isinstance(part, a.HasType):
        grouped = part.type in CARD_TYPES.values() or part.type in GROUPS.values()
        return part.type.lower() if grouped else part.type
    if isinstance(part, a.IsInState) and part.state == "token":
        return "token"
    return "commander" if isinstance(part, a.IsDesignated) and part.designation == "commander" else None


def _quality(part: Any) -> str | None:
    """What follows "with", "has" or "have"."""
    if isinstance(part, a.HasKeyword):
        return part.keyword
    if isinstance(part, a.HasCounter):
        name = f"{part.counter} counter" if part.counter else "counter"
        return f"{_article(name) if part.minimum == 1 else f'{_number(part.minimum)} or more {name}s'} on it"
    if isinstance(part, a.Compares):
        what = part.characteristic.replace("_", " ")
        if isinstance(part.than, int):
            return f"{what} {_COMPARED[part.comparison].format(part.than)}"
        if isinstance(part.than, a.GreatestPower) and part.comparison == ">=":
            great = part.than.characteristic.replace("_", " ")
            return f"the greatest {great} among {_kind(part.than.filter, one=False)}"
        if isinstance(part.than, a.CharacteristicOf) and part.than.of in ("subject", "attacker", "blocker"):
            return f"{'greater' if part.comparison == '>' else 'lesser'} {what}"
        return f"{what} {_RELATED[part.comparison]} {_quantity(part.than)}"
    return None


def _after(part: Any) -> str:
    """What follows the noun."""
    if (quality := _quality(part)) is not None:
        return f"with {quality}"
    if isinstance(part, a.Not):
        return _unlike(part.part)
    if isinstance(part, a.IsOddOrEven):
        return f"with {'odd' if part.odd else 'even'} {part.characteristic.replace('_', ' ')}s"
    if isinstance(part, a.AnyOf) and isinstance(met := part.parts[0], a.InCombatWith):
        return f"blocking or blocked by {_role(met.other)}"
    if isinstance(part, a.AnyOf):
        qualities = [_quality(each) for each in part.parts]
        if all(qualities):
            return f"with {_joined([each or '' for each in qualities], 'or')}"
        return f"that's {_joined([_article(_noun_word(each) or '') for each in part.parts], 'or')}"
    if isinstance(part, a.ControlledBy):
        return _controls(part.players)
    if isinstance(part, a.OwnedBy):
        return "you own" if part.players.who == "you" else "your opponents own"
    if isinstance(part, a.AttacksWhat):
        return f"attacking{_targets(part.targets)}"
    if isinstance(part, a.IsInState):
        return f"that are {part.state}"
    if isinstance(part, a.IsNamed):
        return f"named {part.name}"
    if isinstance(part, a.EnchantedBy):
        return f"enchanted by {_article(_kind(part.auras, one=True))}"
    if isinstance(part, a.IsUnstated | a.IsOnRecord):
        return part.fact
    if isinstance(part, a.SharesColor | a.SharesCreatureType | a.SharesName):
        how = {"shares_color": "that share a color with", "shares_creature_type": "that share a creature type with"}
        return f"{how.get(part.kind, 'with the same name as')} {_role(part.other)}"
    if isinstance(part, a.AttachedTo):
        return f"attached to {_role(part.other)}"
    raise NotSaid(part.kind)


def _unlike(part: Any) -> str:
    """What follows the noun where it isn't so."""
    if (quality := _quality(part)) is not None:
        return f"without {quality}"
    if isinstance(part, a.AnyOf):
        qualities = [_quality(each) for each in part.parts]
        if all(qualities):
            return f"without {_joined([each or '' for each in qualities], 'or')}"
    if isinstance(part, a.OwnedBy | a.ControlledBy) and part.players.who == "you":
        return f"but don't {'own' if isinstance(part, a.OwnedBy) else 'control'}"
    raise NotSaid("not")


def _kind(filter: a.Filter, *, one: bool) -> str:
    """The permanents, without an article."""
    if isinstance(filter, a.AnyOf):
        named = [_role(each.role) if isinstance(each, a.Is) else _kind(each, one=one) for each in filter.parts]
        return _joined(named, "or" if one else "and")
    before: list[str] = []
    nouns: list[str] = []
    after: list[a.Filter] = []
    parts = filter.parts if isinstance(filter, a.AllOf) else (filter,)
    for part in parts:
        if isinstance(part, a.Not) and part.part == a.THIS:
            before.insert(0, "other")
        elif (adjective := _adjective(part)) is not None:
            before.append(adjective)
        elif (noun := _noun_word(part)) is not None:
            nouns.append(noun)
        elif isinstance(part, a.AnyOf) and all(_adjective(each) for each in part.parts):
            before.append(_joined([_adjective(each) or "" for each in part.parts], "or"))
        elif isinstance(part, a.AnyOf) and all(_noun_word(each) for each in part.parts) and part is parts[0]:
            nouns.append(_joined([_word(_noun_word(each) or "", one) for each in part.parts], "or" if one else "and"))
        else:
            after.append(part)
    nouns.sort(key=lambda noun: (noun == "token", noun in CARD_TYPES))
    nouns = nouns or ["permanent"]
    if not (len(nouns) == 1 and " " in nouns[0]):
        nouns[-1] = _word(nouns[-1], one)
    after.sort(key=lambda part: not isinstance(part, a.ControlledBy | a.OwnedBy))
    return " ".join([*before, *nouns, *map(_after, after)])


def _word(noun: str, one: bool) -> str:
    return noun if one else plural(noun)


_ROLES = {"source": "this creature", "host": "enchanted creature", "subject": "it", "attacker": "it", "blocker": "it"}


def _role(role: a.Role) -> str:
    return _ROLES.get(role, role)  # an id in brackets


def _subject(filter: a.Filter) -> tuple[str, bool]:
    """Who a sentence is about, and whether it is one."""
    if isinstance(filter, a.IsTarget):
        parts = _parts(filter.permanents)
        rest = both(*(part for part in parts if part != _NOT_THIS))
        return f"{'another ' if _NOT_THIS in parts else ''}target {_kind(rest, one=True)}", True
    if isinstance(filter, a.AnyOf) and any(isinstance(part, a.Is) for part in filter.parts):
        return _joined([_subject(part)[0] for part in filter.parts], "and"), False
    if isinstance(filter, a.Is):
        return _role(filter.role), True
    if isinstance(filter, a.AllOf) and filter.parts == (a.IsDesignated(designation="commander"), _OWN):
        return "your commander", True
    return _kind(filter, one=False), False


_NOT_THIS = a.Not(part=a.THIS)
_OWN = a.OwnedBy(players=a.Players(who="you"))


def _some(filter: a.Filter) -> str:
    """One of them, in a trigger: "a Goblin you control"."""
    if isinstance(filter, a.Is):
        return "that creature" if filter.role == "subject" else _role(filter.role)
    if isinstance(filter, a.IsTarget):
        return _subject(filter)[0]
    words = _kind(filter, one=True)
    if words.startswith(tuple(_ROLES.values())):
        return words
    return "an" + words if words.startswith("other ") else _article(words)


# --- quantities and conditions ---------------------------------------------------------------------------------------


def _quantity(quantity: a.Quantity) -> str:
    if isinstance(quantity, int):
        return str(quantity)
    if isinstance(quantity, a.CharacteristicOf):
        owner = {"source": "this creature's", "host": "enchanted creature's"}.get(quantity.of, "its")
        owner = f"{quantity.of}'s" if quantity.of.startswith("[") else owner
        return f"{owner} {quantity.characteristic.replace('_', ' ')}"
    if isinstance(quantity, a.CountOf):
        return f"the number of {_kind(quantity.filter, one=False)}"
    if isinstance(quantity, a.PlayerTotal) and quantity.players.who == "you" and quantity.what != "life":
        return f"the number of cards in your {quantity.what}"
    if isinstance(quantity, a.BasicLandTypes) and quantity.players.who == "you":
        return "the number of basic land types among lands you control"
    if isinstance(quantity, a.CountersOn):
        name = f"{quantity.counter} counters" if quantity.counter else "counters"
        return f"the number of {name} on {_role(quantity.of)}"
    raise NotSaid(quantity.kind)


def _amount(minimum: int, maximum: int | None) -> str | None:
    """How many, before a plural; None for one or more."""
    if maximum is None:
        return None if minimum == 1 else f"{_number(minimum)} or more"
    if minimum == maximum:
        return "no" if maximum == 0 else f"exactly {_number(maximum)}"
    return f"{_number(maximum)} or fewer"


def _exists(condition: a.Exists) -> str:
    parts = condition.filter.parts if isinstance(condition.filter, a.AllOf) else (condition.filter,)
    whose = [part for part in parts if isinstance(part, a.ControlledBy)]
    amount = _amount(condition.minimum, condition.maximum)
    if len(whose) == 1:
        rest = both(*(part for part in parts if part is not whose[0]))
        what = _some(rest) if amount is None else f"{amount} {_kind(rest, one=False)}"
        return f"{_controls(whose[0].players)} {what}"
    if amount is None:
        return f"{_some(condition.filter)} is on the battlefield"
    return f"there are {amount} {_kind(condition.filter, one=False)} on the battlefield"


def _matches(condition: a.Matches) -> str:
    who, filter = _role(condition.role), condition.filter
    if filter == a.AllOf():
        return f"{who} is on the battlefield"
    quality = _quality(filter)
    if quality is not None:
        return f"{who} has {quality}"
    if isinstance(filter, a.Not) and (quality := _quality(filter.part)) is not None:
        return f"{who} doesn't have {quality}"
    if isinstance(filter, a.ControlledBy):
        return f"{_controls(filter.players)} {who}"
    if isinstance(filter, a.IsInState) and filter.state.endswith((" turn", " combat")):
        return f"{who} {filter.state}"
    if isinstance(filter, a.IsInState | a.HasColor | a.ColorCount):
        state = filter.state if isinstance(filter, a.IsInState) else _adjective(filter)
        return f"{who} is {state}"
    if isinstance(filter, a.AttacksWhat):
        return f"{who} is attacking{_targets(filter.targets)}"
    if isinstance(filter, a.EnchantedBy):
        return f"{who} is {_after(filter)}"
    return f"{who} is {_some(filter)}"


def _compares(condition: a.QuantityCompares) -> str:
    quantity, than, sign = condition.quantity, condition.than, condition.comparison
    if isinstance(quantity, a.PlayerTotal) and isinstance(than, int):
        who, have = _players(quantity.players), "have" if quantity.players.who == "you" else "has"
        amount = _amount(than, None) if sign == ">=" else _amount(0, than) if sign == "<=" else _amount(than, than)
        if quantity.what == "life":
            return f"{who} {have} {_COMPARED[sign].format(than).replace('greater', 'more')} life"
        if quantity.what == "graveyard" and quantity.players.who == "you":
            return f"there are {amount} cards in your graveyard"
        if quantity.what == "graveyard":
            return f"{who} has {amount} cards in their graveyard"
        return f"{who} {have} {amount or 'one or more'} cards in hand"
    if isinstance(quantity, a.TotalPower) and isinstance(than, int):
        return f"{_kind(quantity.filter, one=False)} have total power {_COMPARED[sign].format(than)}"
    if isinstance(than, int):
        return f"{_quantity(quantity)} is {_COMPARED[sign].format(than)}"
    if isinstance(quantity, a.CountOf) and isinstance(than, a.CountOf):
        mine, other = (_last_controller(each) for each in (quantity.filter, than.filter))
        what = _kind(both(*(part for part in _parts(quantity.filter) if part != mine)), one=False)
        more = {">": "more", "<": "fewer"}[sign]
        return f"{_controls(mine.players)} {more} {what} than {_players(other.players)}"
    return f"{_quantity(quantity)} is {_RELATED[sign]} {_quantity(than)}"


def _parts(filter: a.Filter) -> tuple[a.Filter, ...]:
    return filter.parts if isinstance(filter, a.AllOf) else (filter,)


def _last_controller(filter: a.Filter) -> a.ControlledBy:
    found = [part for part in _parts(filter) if isinstance(part, a.ControlledBy)]
    if not found:
        raise NotSaid("of nobody")
    return found[-1]


def _turn(condition: a.TurnOf) -> str:
    return {"you": "it's your turn", "opponents": "it's an opponent's turn"}[condition.players.who]


def _designation(condition: a.HasDesignation) -> str:
    return _DESIGNATIONS.get(condition.designation, f"this creature is {condition.designation}")


def _some_player(condition: a.SomePlayer) -> str:
    if condition.players.where is None:
        raise NotSaid("anybody")
    return _condition(condition.players.where).replace("defending player", _PLAYERS[condition.players.who], 1)


def _not_so(condition: a.Unless) -> str:
    part = condition.part
    if isinstance(part, a.SomePlayer) and isinstance(said_of_each := part.players.where, a.Unless):
        each = {"opponents": "each opponent", "any": "each player", "others": "each other player"}[part.players.who]
        return _condition(said_of_each.part).replace("defending player", each, 1)
    if isinstance(part, a.TurnOf) and part.players.who == "you":
        return "it isn't your turn"
    if isinstance(part, a.Exists) and (said := _exists(part)).startswith("you control "):
        return said.replace("you control", "you don't control", 1)
    raise NotSaid("not so")


_CONDITIONS: dict[type[Any], Callable[[Any], str]] = {
    a.Exists: _exists,
    a.Matches: _matches,
    a.QuantityCompares: _compares,
    a.TurnOf: _turn,
    a.HasDesignation: _designation,
    a.Unstated: lambda condition: condition.fact,
    a.SomePlayer: _some_player,
    a.FirstCombat: lambda condition: "it's the first combat phase of the turn",
    a.OnRecord: lambda condition: condition.fact,
    a.Every: lambda condition: " and ".join(map(_condition, condition.parts)),
    a.Either: lambda condition: " or ".join(map(_condition, condition.parts)),
    a.Unless: _not_so,
}


def _condition(condition: a.Condition) -> str:
    return _CONDITIONS[type(condition)](condition)


def _while(condition: a.Condition | None) -> str:
    if condition is None:
        return ""
    if condition == a.HasDesignation(designation="extra turn"):
        return " during extra turns"
    if isinstance(condition, a.Unless) and not isinstance(condition.part, a.TurnOf):
        return f" unless {_condition(condition.part)}"
    return f" as long as {_condition(condition)}"


# --- abilities ---------------------------------------------------------------------------------------------------------


def _keyword(ability: a.KeywordAbility) -> str:
    if ability.condition is not None:
        raise NotSaid("a keyword with a condition")
    if ability.number is not None:
        return f"{ability.keyword} {ability.number}"
    if ability.keyword == "bands with other" and ability.quality is not None:
        return f"bands with other {_kind(ability.quality, one=False)}"
    if ability.keyword != "protection" or ability.quality is None:
        return ability.keyword
    quality = ability.quality
    if quality == a.ANYTHING:
        return "protection from everything"
    if quality == a.ColorCount(minimum=1, maximum=5):
        return "protection from each color"
    if isinstance(quality, a.HasColor | a.ColorCount):
        return f"protection from {_adjective(quality)}"
    if isinstance(quality, a.Compares):
        return f"protection from {_quality(quality)}"
    if isinstance(quality, a.IsUnstated):
        return f"protection from {quality.fact}"
    if isinstance(quality, a.IsOddOrEven):
        return f"protection from {_after(quality).removeprefix('with ')}"
    if isinstance(quality, a.SharesColorWithAny):
        return f"protection from the colors of {_kind(quality.permanents, one=False)}"
    if isinstance(quality, a.SharesColor):
        return "protection from its colors"
    if isinstance(quality, a.ControlledBy):
        return f"protection from {_ALL.get(quality.players.who, _players(quality.players))}"
    return f"protection from {_kind(quality, one=False)}"


def _cost(cost: a.Cost, who: str) -> str:
    verb = "" if who == "you" else "s"
    if cost.mana:
        times = "" if cost.times == 1 else f" for each {_times(cost.times)}"
        return f"{who} pay{verb} {cost.mana}{times}"
    if isinstance(cost.generic, a.UnstatedNumber):
        return f"{who} pay{verb} {{X}}"
    if cost.generic:
        return f"{who} pay{verb} {{X}}, where X is {_quantity(cost.generic)}"
    if cost.life:
        return f"{who} pay{verb} {_quantity(cost.life)} life"
    if cost.permanents:
        each = cost.permanents[0]
        what = _some(each.filter) if each.number == 1 else f"{_number(int(str(each.number)))} {_kind(each.filter, one=False)}"
        back = " to its owner's hand" if each.action == "return" else ""
        return f"{who} {each.action}{verb} {what}{back}"
    raise NotSaid("cost")


def _times(times: a.Quantity) -> str:
    if isinstance(times, a.CountOf):
        return _kind(times.filter, one=True)
    if isinstance(times, a.CountersOn):
        return f"{times.counter} counter on {_role(times.of)}"
    if isinstance(times, a.PlayerTotal) and times.what == "hand":
        return "card in your hand"
    raise NotSaid("times")


def _cant_attack(ability: a.CantAttack) -> str:
    return f"{_subject(ability.creatures)[0]} can't attack{_targets(ability.targets)}{_while(ability.condition)}"


def _cant_block(ability: a.CantBlock) -> str:
    attackers, blockers = ability.attackers, ability.blockers
    if attackers == a.ANYTHING:
        return f"{_subject(blockers)[0]} can't block{_while(ability.condition)}"
    if isinstance(attackers, a.Not) and attackers.part != a.THIS:
        return f"{_subject(blockers)[0]} can block only {_kind(attackers.part, one=False)}{_while(ability.condition)}"
    evading = f"{_subject(attackers)[0]} can't be blocked"
    if blockers == a.ANYTHING:
        return evading + _while(ability.condition)
    if isinstance(blockers, a.Not):
        return f"{evading} except by {_kind(blockers.part, one=False)}{_while(ability.condition)}"
    if isinstance(attackers, a.Is | a.IsTarget) and not isinstance(blockers, a.Is | a.IsTarget):
        return f"{evading} by {_kind(blockers, one=False)}{_while(ability.condition)}"
    return f"{_subject(blockers)[0]} can't block {_subject(attackers)[0]}{_while(ability.condition)}"


def _blocker_count(ability: a.BlockerCount) -> str:
    who = _subject(ability.attackers)[0]
    if ability.every:
        return f"{who} can't be blocked unless all creatures defending player controls block it"
    if ability.maximum is not None and ability.minimum == 1:
        most = int(str(ability.maximum))
        noun = "creature" if most == 1 else "creatures"
        return f"{who} can't be blocked by more than {_number(most)} {noun}{_while(ability.condition)}"
    least = _number(int(str(ability.minimum)))
    return f"{who} can't be blocked except by {least} or more creatures{_while(ability.condition)}"


def _limit(ability: a.DeclarationLimit) -> str:
    most = int(str(ability.maximum))
    noun = _kind(ability.creatures, one=most == 1)
    return f"no more than {_number(most)} {noun} can {ability.action}{_targets(ability.targets)} each {ability.period}"


def _company(ability: a.NeedsCompany) -> str:
    who = _subject(ability.creatures)[0]
    if ability.minimum == 1 and ability.others == a.HasType(type="Creature"):
        return f"{who} can't {ability.action} alone{_while(ability.condition)}"
    if ability.minimum == 1:
        return f"{who} can't {ability.action} unless {_some(ability.others)} also {ability.action}s"
    others = _kind(ability.others, one=False)
    return f"{who} can't {ability.action} unless at least {_number(ability.minimum)} {others} {ability.action}"


def _must_attack(ability: a.MustAttack) -> str:
    who, one = _subject(ability.creatures)
    if ability.if_attacks is not None:
        return f"if {_some(ability.if_attacks)} attacks, {who} attack{'s' if one else ''} if able"
    verb = f"attack{'s' if one else ''}{_targets(ability.targets)}"
    return f"{who} {verb} each {ability.period} if able{_while(ability.condition)}"


def _must_attack_with(ability: a.MustAttackWith) -> str:
    who = "each opponent" if ability.players.who == "opponents" else _players(ability.players)
    least = f"at least {_number(ability.minimum)} {_kind(ability.creatures, one=ability.minimum == 1)}"
    return f"{who} must attack{_targets(ability.targets)} with {least} each combat if able"


def _must_block(ability: a.MustBlock) -> str:
    if ability.attackers is None:
        who, one = _subject(ability.blockers)
        return f"{who} block{'s' if one else ''} each {ability.period} if able{_while(ability.condition)}"
    if isinstance(ability.blockers, a.Is | a.IsTarget):
        return f"{_subject(ability.blockers)[0]} blocks {_some(ability.attackers)} each {ability.period} if able"
    every = "creatures" if ability.blockers == a.ANYTHING else _kind(ability.blockers, one=False)
    now = " this turn" if ability.period == "turn" else ""
    return f"all {every} able to block {_subject(ability.attackers)[0]}{now} do so{_while(ability.condition)}"


def _must_be_blocked(ability: a.MustBeBlocked) -> str:
    by = ""
    if ability.blockers != a.ANYTHING or (ability.minimum, ability.maximum) != (1, None):
        exact = ability.minimum == ability.maximum
        amount = f"exactly {_number(ability.minimum)}" if exact else f"{_number(ability.minimum)} or more"
        by = f" by {amount} {_kind(ability.blockers, one=exact and ability.minimum == 1)}"
    return f"{_subject(ability.attackers)[0]} must be blocked{by} if able{_while(ability.condition)}"


def _attack_cost(ability: a.AttackCost) -> str:
    who, one = _subject(ability.creatures)
    payer = "you" if ability.creatures == a.THIS else f"{'its' if one else 'their'} controller"
    cost = _cost(ability.cost, payer)
    each = "" if one or not ability.cost.mana or ability.cost.times != 1 else " for each of those creatures"
    return f"{who} can't attack{_targets(ability.targets)} unless {cost}{each}{_while(ability.condition)}"


def _block_cost(ability: a.BlockCost) -> str:
    if ability.blockers == a.ANYTHING and ability.attackers is not None:
        cost = _cost(ability.cost, "defending player")
        return f"{_subject(ability.attackers)[0]} can't be blocked unless {cost}{_while(ability.condition)}"
    who, one = _subject(ability.blockers)
    payer = "you" if ability.blockers == a.THIS else f"{'its' if one else 'their'} controller"
    what = "" if ability.attackers is None else f" {_subject(ability.attackers)[0]}"
    each = "" if one or not ability.cost.mana or ability.cost.times != 1 else " for each of those creatures"
    return f"{who} can't block{what} unless {_cost(ability.cost, payer)}{each}{_while(ability.condition)}"


def _optional(ability: a.OptionalAttackCost) -> str:
    if ability.cost != "exert" or ability.condition is not None:
        raise NotSaid("optional cost")
    return f"you may exert {_subject(ability.creatures)[0]} as it attacks"


def _additional(ability: a.BlocksAdditional) -> str:
    who = f"{_subject(ability.blockers)[0]} can block"
    if ability.number is None:
        return f"{who} any number of creatures{_while(ability.condition)}"
    if isinstance(ability.number, a.CountOf):
        return f"{who} an additional creature each combat for each {_kind(ability.number.filter, one=True)}"
    number = int(str(ability.number))
    more = "an additional creature" if number == 1 else f"an additional {_number(number)} creatures"
    return f"{who} {more} each combat{_while(ability.condition)}"


def _attacks_as_though(ability: a.AttacksAsThough) -> str:
    who, one = _subject(ability.creatures)
    it = "it" if one else "they"
    though = f"{it} didn't have defender" if ability.as_though == "without defender" else f"{it} had haste"
    return f"{who} can attack{_targets(ability.targets)} as though {though}{_while(ability.condition)}"


def _blocks_as_though(ability: a.BlocksAsThough) -> str:
    who, one = _subject(ability.blockers)
    if ability.blockers == a.ANYTHING and ability.attacker_without is not None:
        evading, single = _subject(ability.attackers)
        it = "it" if single else "they"
        return f"{evading} can be blocked as though {it} didn't have {ability.attacker_without}{_while(ability.condition)}"
    what = "" if ability.attackers == a.ANYTHING else f" {_subject(ability.attackers)[0]}"
    it = "it" if one else "they"
    if ability.untapped:
        though = f"{it} were untapped" if not one else "it were untapped"
    elif ability.with_keyword is not None:
        though = f"{it} had {ability.with_keyword}"
    else:
        though = f"they didn't have {ability.attacker_without}"
    return f"{who} can block{what} as though {though}{_while(ability.condition)}"


def _grants(ability: a.Grants) -> str:
    who, one = _subject(ability.permanents)
    words = [_keyword(each) if isinstance(each, a.KeywordAbility) else f'"{worded(each)}"' for each in ability.abilities]
    return f"{who} {'has' if one else 'have'} {_joined(words, 'and')}{_while(ability.condition)}"


def _removes(ability: a.Removes) -> str:
    who, one = _subject(ability.permanents)
    lost = "all abilities" if ability.keywords is None else _joined(ability.keywords, "and")
    return f"{who} lose{'s' if one else ''} {lost}{_while(ability.condition)}"


def _designates(ability: a.Designates) -> str:
    who, one = _subject(ability.creatures)
    longer = "no longer " if ability.no_longer else ""
    return f"{who} {'is' if one else 'are'} {longer}{ability.designation}{_while(ability.condition)}"


def _chooses(ability: a.ChoosesBlocks) -> str:
    if ability.players.who == "you":
        return "you choose which creatures block each combat and how those creatures block"
    return f"{_players(ability.players)} chooses how each creature blocks each combat"


def _again(ability: a.TriggersAgain) -> str:
    whose = f"a triggered ability of {_some(ability.permanents)}"
    if ability.attacking is None:
        return f"if {whose} triggers, that ability triggers an additional time"
    return f"if {_some(ability.attacking)} attacking causes {whose} to trigger, that ability triggers an additional time"


def _mana_ability(ability: a.ManaAbility) -> str:
    cost = [*(["{T}"] if ability.taps else []), *(["sacrifice this creature"] if ability.sacrifices else [])]
    if ability.adds is None or ability.unread:
        raise NotSaid(ability.text)
    return f"{', '.join(cost)}: add {_joined(ability.adds, 'or')}"


def _untap_limit(ability: a.UntapLimit) -> str:
    most = int(str(ability.maximum))
    noun = _kind(ability.permanents, one=most == 1)
    return f"{_ALL[ability.players.who]} can't untap more than {_number(most)} {noun} during their untap steps"


def _stays_tapped(ability: a.StaysTapped) -> str:
    who, one = _subject(ability.permanents)
    step = "during your untap step" if ability.permanents == a.THIS else "during its controller's untap step"
    step = step if one else "during their controllers' untap steps"
    return f"{who} {'doesn' if one else 'don'}'t untap {step}{_while(ability.condition)}"


# --- triggers ----------------------------------------------------------------------------------------------------------


def _more(minimum: int, creatures: a.Filter) -> str:
    return f"{_number(minimum)} or more {_kind(creatures, one=False)}"


def _attacks(event: a.Attacks) -> str:
    who = _some(event.creatures)
    if event.minimum_others:
        exactly = event.maximum_others is not None
        if exactly and event.maximum_others != event.minimum_others:
            raise NotSaid("company of at most")
        many = f"{'exactly' if exactly else 'at least'} {_number(event.minimum_others)}"
        return f"{who} and {many} {_kind(event.others, one=event.minimum_others == 1)} attack"
    return f"{who} attacks{' alone' if event.alone else ''}{_targets(event.targets)}"


def _attacks_with(event: a.PlayerAttacksWith) -> str:
    who = f"{_players(event.players)} attack{'' if event.players.who == 'you' else 's'}{_targets(event.targets)} with "
    if event.minimum is None:
        return who + _some(event.creatures)
    if event.maximum is not None:
        return f"{who}exactly {_number(event.maximum)} {_kind(event.creatures, one=event.maximum == 1)}"
    return who + _more(event.minimum, event.creatures)


def _player_attacks(event: a.PlayerAttacks) -> str:
    verb = "attack" if event.players.who == "you" else "attacks"
    return f"{_players(event.players)} {verb}" + ("" if event.attacked is None else f" {_players(event.attacked)}")


_EVENTS: dict[type[Any], Callable[[Any], str]] = {
    a.Attacks: _attacks,
    a.SomeAttack: lambda event: f"{_more(event.minimum, event.creatures)} attack{_targets(event.targets)}",
    a.IsAttacked: lambda event: f"{_targets(event.targets).strip()} {_is_are(event.targets)} attacked",
    a.PlayerAttacksWith: _attacks_with,
    a.PlayerAttacks: _player_attacks,
    a.EntersAttacking: lambda event: f"{_some(event.creatures)} enters attacking",
    a.Exerts: lambda event: f"{_some(event.creatures)} is exerted",
    a.Enlists: lambda event: f"{_some(event.creatures)} enlists a creature",
    a.BecomesTapped: lambda event: f"{_some(event.permanents)} becomes tapped",
    a.Blocks: lambda event: f"{_some(event.creatures)} blocks{' alone' if event.alone else ''}",
    a.BlocksCreature: lambda event: f"{_some(event.creatures)} blocks {_some(event.attackers)}",
    a.BlocksNumber: lambda event: f"{_some(event.creatures)} blocks {_more(event.minimum, event.attackers)}",
    a.BecomesBlocked: lambda event: f"{_some(event.creatures)} becomes blocked",
    a.BecomesBlockedBy: lambda event: f"{_some(event.creatures)} becomes blocked by {_some(event.blockers)}",
    a.BecomesBlockedByNumber: lambda event: f"{_some(event.creatures)} becomes blocked by {_more(event.minimum, event.blockers)}",
    a.SomeBlock: lambda event: f"{_more(event.minimum, event.creatures)} block",
    a.SomeBecomeBlocked: lambda event: f"{_more(event.minimum, event.creatures)} become blocked",
    a.SomeArentBlocked: lambda event: (
        f"{_more(event.minimum, event.creatures)} attack{_targets(event.targets)} and aren't blocked"
    ),
    a.IsntBlocked: lambda event: f"{_some(event.creatures)} attacks{_targets(event.targets)} and isn't blocked",
}


def _is_are(targets: a.Targets) -> str:
    return "are" if targets.players == a.Players(who="you") and targets.planeswalkers is None else "is"


def _both_ways(events: Sequence[a.TriggerEvent]) -> str | None:
    """ "blocks or becomes blocked by a creature"."""
    if len(events) != 2:
        return None
    first, second = events
    if isinstance(first, a.BlocksCreature) and isinstance(second, a.BecomesBlockedBy) and first.attackers == second.blockers:
        return f"{_some(first.creatures)} blocks or becomes blocked by {_some(first.attackers)}"
    return None


def _triggered(ability: a.Triggered) -> str:
    if isinstance(ability.events[0], a.EndOfCombatBegins):
        return _at_end_of_combat(ability.events[0], ability.condition)
    when = _both_ways(ability.events) or " or ".join(_EVENTS[type(event)](event) for event in ability.events)
    if ability.limit == "first time each turn":
        when += " for the first time each turn"
    intervening = "" if ability.condition is None else f"if {_condition(ability.condition)}, "
    once = ". This ability triggers only once each turn" if ability.limit == "once each turn" else ""
    return f"whenever {when}, {intervening}{_TO_DO}{once}"


# --- combat damage -----------------------------------------------------------------------------------------------------


def _recipients(recipients: a.Recipients) -> str:
    named = [] if recipients.permanents is None else [_recipient(recipients.permanents)]
    if recipients.players is not None:
        player = recipients.players.who == "any" and named == ["a permanent"]
        named.append("player" if player else _players(recipients.players))
        named.reverse() if recipients.players.who == "you" else None
    return _joined(named, "or")


def _recipient(permanents: a.Filter) -> str:
    parts = permanents.parts if isinstance(permanents, a.AnyOf) else (permanents,)
    return _joined([_some(part) for part in parts], "or")


def _to(recipients: a.Recipients | None, before: str = " to ") -> str:
    return "" if recipients is None else before + _recipients(recipients)


def _damage(combat: bool) -> str:
    return "combat damage" if combat else "damage"


def _source(sources: a.Filter) -> str:
    return "a source" if sources == a.ANYTHING else _some(sources)


def _its(one: bool) -> str:
    return "its" if one else "their"


def _by_toughness(ability: a.AssignsByToughness) -> str:
    who, one = _subject(ability.creatures)
    it = _its(one)
    verb = "assigns" if one else "assign"
    return f"{who} {verb} combat damage equal to {it} toughness rather than {it} power{_while(ability.condition)}"


def _assigns_none(ability: a.AssignsNoDamage) -> str:
    who, one = _subject(ability.creatures)
    return f"{who} assign{'s' if one else ''} no combat damage{_while(ability.condition)}"


def _as_though_unblocked(ability: a.AssignsAsThoughUnblocked) -> str:
    who, one = _subject(ability.creatures)
    said = f"{_its(one)} combat damage as though {'it weren' if one else 'they weren'}'t blocked{_while(ability.condition)}"
    return f"you may have {who} assign {said}" if ability.optional else f"{who} assign{'s' if one else ''} {said}"


def _divides(ability: a.DividesDamage) -> str:
    who, one = _subject(ability.creatures)
    if not one:
        raise NotSaid("of several")
    among = "divided as you choose among defending player and/or any number of creatures they control"
    return f"you may assign {who}'s combat damage {among}{_while(ability.condition)}"


def _cant_deal(ability: a.CantDealDamage) -> str:
    return (
        f"{_subject(ability.sources)[0]} can't deal {_damage(ability.combat)}{_to(ability.recipients)}{_while(ability.condition)}"
    )


def _would_deal(sources: a.Filter, recipients: a.Recipients | None, combat: bool) -> str:
    return f"if {_source(sources)} would deal {_damage(combat)}{_to(recipients)}, "


def _leading(condition: a.Condition | None) -> str:
    if condition is None:
        return ""
    return f"as long as {_condition(condition)}, "


def _changes_damage(ability: a.ChangesDamage) -> str:
    if ability.more:
        deals = f"that much damage plus {ability.more}"
    else:
        deals = f"{ {2: 'double', 3: 'triple', 4: 'four times'}[ability.factor] } that damage"
    who = _would_deal(ability.sources, ability.recipients, ability.combat)
    return f"{_leading(ability.condition)}{who}it deals {deals} instead"


def _prevents(ability: a.PreventsDamage) -> str:
    first, damage = _leading(ability.condition), _damage(ability.combat)
    if ability.amount is not None or ability.all_but is not None:
        amount = f"all but {ability.all_but}" if ability.amount is None else str(ability.amount)
        return f"{first}{_would_deal(ability.sources, ability.recipients, ability.combat)}prevent {amount} of that damage"
    by = "" if ability.sources == a.ANYTHING else f" by {_some_or_all(ability.sources)}"
    whom = "" if ability.recipients is None else f" to {_some_or_all_recipients(ability.recipients)}"
    return f"{first}prevent all {damage} that would be dealt{whom}{by}"


def _some_or_all(filter: a.Filter) -> str:
    return _recipient(filter) if isinstance(filter, a.AnyOf) else _subject(filter)[0]


def _some_or_all_recipients(recipients: a.Recipients) -> str:
    return (
        _some_or_all(recipients.permanents) if recipients.players is None and recipients.permanents else _recipients(recipients)
    )


def _prevents_next(ability: a.PreventsNextDamage) -> str:
    by = "" if ability.sources == a.ANYTHING else f" by {_some_or_all(ability.sources)}"
    damage = f"the next {ability.amount} {_damage(ability.combat)}"
    return f"prevent {damage} that would be dealt to {_some_or_all_recipients(ability.recipients)}{by}"


def _unpreventable(ability: a.DamageCantBePrevented) -> str:
    said = _damage(ability.combat)
    if ability.sources != a.ANYTHING:
        said += f" that would be dealt by {_some_or_all(ability.sources)}"
    elif ability.recipients is not None:
        said += f" that would be dealt to {_some_or_all_recipients(ability.recipients)}"
    return f"{said} can't be prevented{_while(ability.condition)}"


def _life_gain(ability: a.ChangesLifeGain) -> str:
    if ability.players.who != "you":
        raise NotSaid("of others")
    gains = f"that much life plus {ability.more}" if ability.more else f"{ {2: 'twice'}[ability.factor] } that much life"
    return f"{_leading(ability.condition)}if you would gain life, you gain {gains} instead"


_PLACES = {
    "exile": "exile it",
    "hand": "return it to its owner's hand",
    "library": "shuffle it into its owner's library",
}


def _elsewhere(ability: a.LeavesInsteadOfDying) -> str:
    whom, first = _some(ability.permanents), _leading(ability.condition)
    if ability.permanents == a.ANYTHING:
        return f"{first}if a card or token would be put into a graveyard from anywhere, exile it instead"
    return f"{first}if {whom} would die, {_PLACES[ability.to]} instead"


_ALL_PLAYERS = {"any": "players", "opponents": "your opponents", "you": "you"}


def _unread(ability: a.Unread | a.NotModelled | a.ChangesStatedValues) -> str:
    raise NotSaid(ability.text)


def _deals(event: a.DealsDamage) -> str:
    return f"{_some(event.sources)} deals {_damage(event.combat)}{_to(event.recipients)}"


def _is_dealt(event: a.IsDealtDamage) -> str:
    verb = "are" if event.recipients.players == a.Players(who="you") else "is"
    return f"{_recipients(event.recipients)} {verb} dealt {_damage(event.combat)}"


def _loses_or_gains(players: a.Players, what: str) -> str:
    verb, object = what.split(" ", 1)
    return f"{_players(players)} {verb if players.who == 'you' else verb + 's'} {object}"


def _at_end_of_combat(event: a.EndOfCombatBegins, condition: a.Condition | None) -> str:
    whose = "" if event.turn_of is None else " on your turn"
    return f"at end of combat{whose}, {'' if condition is None else f'if {_condition(condition)}, '}{_TO_DO}"


def _counters_put(event: a.CountersPut) -> str:
    name = "counter" if event.counter is None else f"{event.counter} counter"
    if event.each:
        return f"{_article(name)} is put on {_some(event.permanents)}"
    return f"one or more {name}s are put on {_some(event.permanents)}"


_EVENTS |= {
    a.DealsDamage: _deals,
    a.SomeDealDamage: lambda event: f"{_more(event.minimum, event.sources)} deal {_damage(event.combat)}{_to(event.recipients)}",
    a.IsDealtDamage: _is_dealt,
    a.SomeAreDealtDamage: lambda event: f"{_more(event.minimum, event.permanents)} are dealt {_damage(event.combat)}",
    a.Dies: lambda event: f"{_some(event.permanents)} dies",
    a.SomeDie: lambda event: f"{_more(event.minimum, event.permanents)} die",
    a.Leaves: lambda event: f"{_some(event.permanents)} leaves the battlefield{' without dying' if event.unless_dying else ''}",
    a.GainsLife: lambda event: _loses_or_gains(event.players, "gain life"),
    a.LosesLife: lambda event: _loses_or_gains(event.players, "lose life"),
    a.LosesTheGame: lambda event: _loses_or_gains(event.players, "lose the game"),
    a.CountersPut: _counters_put,
}


_ABILITIES: dict[type[Any], Callable[[Any], str]] = {
    a.AssignsByToughness: _by_toughness,
    a.AssignsNoDamage: _assigns_none,
    a.AssignsAsThoughUnblocked: _as_though_unblocked,
    a.DividesDamage: _divides,
    a.CantDealDamage: _cant_deal,
    a.ChangesDamage: _changes_damage,
    a.PreventsDamage: _prevents,
    a.PreventsNextDamage: _prevents_next,
    a.DamageCantBePrevented: _unpreventable,
    a.Regenerates: lambda ability: f"regenerate {_subject(ability.permanents)[0]}",
    a.CantBeRegenerated: lambda ability: f"{_subject(ability.permanents)[0]} can't be regenerated{_while(ability.condition)}",
    a.CantGainLife: lambda ability: f"{_ALL_PLAYERS[ability.players.who]} can't gain life{_while(ability.condition)}",
    a.ChangesLifeGain: _life_gain,
    a.LeavesInsteadOfDying: _elsewhere,
    a.Unread: _unread,
    a.NotModelled: _unread,
    a.ChangesStatedValues: _unread,
    a.CantAttack: _cant_attack,
    a.CantBlock: _cant_block,
    a.BlockerCount: _blocker_count,
    a.DeclarationLimit: _limit,
    a.NeedsCompany: _company,
    a.OnlyAlone: lambda ability: f"{_subject(ability.creatures)[0]} can {ability.action} only alone{_while(ability.condition)}",
    a.MustAttack: _must_attack,
    a.MustAttackWith: _must_attack_with,
    a.MustBlock: _must_block,
    a.MustBeBlocked: _must_be_blocked,
    a.AttackCost: _attack_cost,
    a.BlockCost: _block_cost,
    a.OptionalAttackCost: _optional,
    a.BlocksAdditional: _additional,
    a.AttacksAsThough: _attacks_as_though,
    a.BlocksAsThough: _blocks_as_though,
    a.AttacksWithoutTapping: lambda ability: f"attacking doesn't cause {_subject(ability.creatures)[0]} to tap",
    a.StaysTapped: _stays_tapped,
    a.UntapsDuring: lambda ability: f"untap {_subject(ability.permanents)[0]} during each other player's untap step",
    a.UntapLimit: _untap_limit,
    a.ManaAbility: _mana_ability,
    a.MayStayTapped: lambda ability: f"you may choose not to untap {_subject(ability.permanents)[0]} during your untap step",
    a.ChoosesAttacks: lambda ability: f"{_players(ability.players)} choose which creatures attack",
    a.ChoosesBlocks: _chooses,
    a.TriggersAgain: _again,
    a.Grants: _grants,
    a.Removes: _removes,
    a.Designates: _designates,
    a.Triggered: _triggered,
}


def worded(ability: a.Ability) -> str:
    """The line that says so, whether it is read back or not. Raises NotSaid, or KeyError for what has no words."""
    if isinstance(ability, a.KeywordAbility):
        words = _keyword(ability)
        return words[:1].upper() + words[1:]
    return _sentence(_ABILITIES[type(ability)](ability))
