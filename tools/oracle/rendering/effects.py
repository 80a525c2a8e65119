"""What abilities do as they resolve, in words: an instruction a clause, as sentences without their last period.

What the words here can't say is said in those of the card (`lines.render`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ....events import abilities as a
from .phrases import COLOR_WORDS, ROLES, condition_clause, kind_of, quantity_of
from .words import NotRendered, joined, number_word, sentence, with_article

Says = Callable[[Any, "Saying"], str]
_YOU = a.Players(who="you")
_POINTED = {**{role: ROLES[role] for role in ("source", "subject", "host")}, "other": "that creature"}
_PLAYERS = {"you": "you", "opponents": "each opponent", "any": "each player", "defending": "defending player"}
_PLAYERS |= {"chosen": "that player", "controller": "its controller", "owner": "its owner", "active": "that player"}


class Saying:
    """What has been said so far of one ability: a target is described once."""

    def __init__(self, targets: Sequence[a.Target]) -> None:
        self._targets = list(targets)
        self.tail = ""

    def permanents(self, filter: a.Filter) -> str:
        """These permanents, where something is done to them."""
        match filter:
            case a.Is(role=role):
                return _POINTED[role]
            case a.IsTarget():
                return self._target(filter.permanents)
            case a.IsCreated():
                return "it"
            case a.IsChosen(minimum=1, maximum=1):
                return with_article(kind_of(filter.permanents, one=True))
            case a.IsOfGroup() | a.IsAffected():
                return "those creatures"
            case a.AllOf() | a.AnyOf() | a.HasType():
                return f"each {kind_of(filter, one=True)}"
        raise NotRendered(filter.kind)

    def _target(self, permanents: a.Filter) -> str:
        target = next((each for each in self._targets if each.permanents == permanents), None)
        if target is None:
            return "that creature"
        self._targets.remove(target)
        parts = permanents.parts if isinstance(permanents, a.AllOf) else (permanents,)
        another = a.Not(part=a.THIS) in parts
        rest = a.AllOf(parts=tuple(each for each in parts if each != a.Not(part=a.THIS)))
        if target.players or (target.minimum, target.maximum) not in ((1, 1), (0, 1)):
            raise NotRendered("several targets")
        up_to = "" if target.minimum else "up to one "
        which = f"{up_to}other " if another and up_to else "another " if another else up_to
        return f"{which}target {kind_of(rest, one=True)}"

    def aims(self) -> bool:
        """Whether a target may be a player too, which is said once."""
        target = next((each for each in self._targets if each.players and each.permanents is not None), None)
        if target is None or target.opponents or (target.minimum, target.maximum) != (1, 1):
            return False
        self._targets.remove(target)
        return True

    def players(self, players: a.Players) -> str:
        """Who does it, or to whom it is done."""
        if players.where is not None or players.of is not None:
            raise NotRendered(players.who)
        target = next((each for each in self._targets if each.players and each.permanents is None), None)
        if players.who == "chosen" and target is not None:
            self._targets.remove(target)
            return "target opponent" if target.opponents else "target player"
        return _PLAYERS[players.who]

    def number(self, quantity: a.Quantity, unit: str, *, plural: str | None = None) -> str:
        """So many of a unit; what "X" is, is said at the end."""
        several = plural or f"{unit}s"
        match quantity:
            case int():
                return with_article(unit) if quantity == 1 else f"{number_word(quantity)} {several}"
            case a.AmountOfOccasion():
                return f"that many {several}"
        self.tail = f", where X is {quantity_of(quantity)}"
        return f"X {several}"

    def much(self, quantity: a.Quantity, unit: str) -> str:
        """So much of something that isn't counted."""
        match quantity:
            case int():
                return f"{quantity} {unit}"
            case a.AmountOfOccasion():
                return f"that much {unit}"
        self.tail = f", where X is {quantity_of(quantity)}"
        return f"X {unit}"

    def done(self, instructions: Iterable[a.Instruction]) -> str:
        """What is done, one after the other."""
        return joined([_SAYS[type(each)](each, self) for each in instructions], "and")

    def does(self, who: a.Players, verb: str, what: str) -> str:
        """ "You draw a card", "each opponent draws a card"."""
        one = who.who != "you"
        return f"{self.players(who)} {verb}{'s' if one else ''} {what}"


def effect_words(does: a.Instructions) -> str:
    """What an ability does, in words. Raises NotRendered, or KeyError for what has none."""
    if does.modal is not None:
        return _modes(does.modal)
    saying = Saying(does.targets)
    sentences: list[str] = []
    for each in does.instructions:
        sentences.append(_SAYS[type(each)](each, saying) + saying.tail)
        saying.tail = ""
    first, *others = sentences
    return ". ".join([first, *(each[:1].upper() + each[1:] for each in others)])


def _modes(modal: a.ModalChoice) -> str:
    """ "Choose one —", and the modes, a line each."""
    several = modal.maximum > 1
    many = {(1, 1): "one", (1, 2): "one or both" if len(modal.modes) == 2 else "one or two", (2, 2): "two"}
    if several and modal.minimum == 1 and modal.maximum == len(modal.modes) > 2:
        many[1, modal.maximum] = "one or more"
    offered = "\n• ".join(["", *(sentence(effect_words(mode)) for mode in modal.modes)])
    return f"choose {many[modal.minimum, modal.maximum]} —{offered}".removesuffix(".")


_UNTIL: dict[a.Duration, str] = {
    "end of turn": " until end of turn",
    "end of combat": " until end of combat",
    "your next turn": " until your next turn",
    "indefinite": "",
}


def _size(quantity: a.Quantity, saying: Saying) -> str:
    if isinstance(quantity, int):
        return f"{'-' if quantity < 0 else '+'}{abs(quantity)}"
    if isinstance(quantity, a.Scaled) and quantity.times == 1 and not quantity.more:
        quantity = quantity.quantity
    saying.tail = f", where X is {quantity_of(quantity)}"
    return "+X"


def _begins(each: a.Begins, saying: Saying) -> str:
    """ "This creature gets +1/+1 and gains trample until end of turn"."""
    who: a.Filter | None = None
    said: list[str] = []
    for ability in each.abilities:
        if isinstance(ability, a.CantBlock) and len(each.abilities) == 1:
            whole = ability.attackers == a.ANYTHING
            return (
                f"{saying.permanents(ability.blockers)} can't block{_THIS[each.duration]}"
                if whole
                else f"{saying.permanents(ability.attackers)} can't be blocked{_THIS[each.duration]}"
            )
        if not isinstance(ability, a.ChangesCharacteristics | a.Grants) or who not in (None, ability.permanents):
            raise NotRendered(ability.kind)
        who = ability.permanents
        if isinstance(ability, a.ChangesCharacteristics):
            if ability.model_fields_set - {"kind", "text", "permanents", "power", "toughness"}:
                raise NotRendered("more than a size")
            said.append(f"gets {_size(ability.power, saying)}/{_size(ability.toughness, saying)}")
        elif all(isinstance(had, a.KeywordAbility) and (had.quality, had.number) == (None, None) for had in ability.abilities):
            said.append(f"gains {joined([had.keyword for had in ability.abilities if isinstance(had, a.KeywordAbility)], 'and')}")
        else:
            raise NotRendered("a quoted ability")
    if who is None:
        raise NotRendered("nothing")
    return f"{saying.permanents(who)} {' and '.join(said)}{_UNTIL[each.duration]}"


_THIS: dict[a.Duration, str] = {"end of turn": " this turn", "end of combat": " this combat"}


def _creates(each: a.CreatesTokens, saying: Saying) -> str:
    token = each.token
    if (
        token is None
        or each.players != _YOU
        or each.until is not None
        or each.attacking not in (None, "same")
        or each.attached_to
    ):
        raise NotRendered("tokens of another kind")
    if "Creature" not in token.types:
        if token.types[:1] != ("Artifact",) or token.name not in token.types:
            raise NotRendered(token.name)
        tapped = "tapped " if each.tapped else ""
        return f"create {saying.number(each.number, f'{tapped}{token.name} token')}"
    colors = joined([COLOR_WORDS[color] for color in token.colors], "and") or "colorless"
    kinds = [kind for kind in token.types if kind not in ("Creature", "Artifact", "Enchantment")]
    cards = [kind.lower() for kind in ("Enchantment", "Artifact", "Creature") if kind in token.types]
    keywords = [had.keyword for had in token.abilities if isinstance(had, a.KeywordAbility) and had.number is None]
    if len(keywords) < len(token.abilities) or token.name != " ".join(kinds) or not isinstance(token.power, int):
        raise NotRendered("a token with more")
    size = f"{token.power}/{token.toughness}"
    words = " ".join([*(["tapped"] if each.tapped and each.attacking is None else []), size, colors, *kinds, *cards, "token"])
    had = f" with {joined(keywords, 'and')}" if keywords else ""
    one = each.number == 1
    attacking = "" if each.attacking is None else f" {'that' + chr(39) + 's' if one else 'that are'} tapped and attacking"
    return f"create {saying.number(each.number, words)}{had}{attacking}"


def _life(each: a.ChangesLife, saying: Saying) -> str:
    verb, much = ("gain", each.gains) if each.gains != 0 else ("lose", each.loses)
    return saying.does(each.players, verb, saying.much(much, "life"))


def _damages(each: a.Damages, saying: Saying) -> str:
    if each.source != a.THIS or each.excess:
        raise NotRendered("another source, or excess damage")
    to = each.recipients
    if isinstance(to.permanents, a.IsTarget):
        aimed = _any_target(to.permanents, saying)
    elif to.permanents is not None and to.players is not None:
        raise NotRendered("players and permanents")
    else:
        aimed = saying.permanents(to.permanents) if to.permanents is not None else saying.players(to.players or _YOU)
    return f"this creature deals {saying.much(each.amount, 'damage')} to {aimed}"


def _any_target(filter: a.IsTarget, saying: Saying) -> str:
    types = filter.permanents.parts if isinstance(filter.permanents, a.AnyOf) else ()
    every = {each.type for each in types if isinstance(each, a.HasType)} == {"Creature", "Planeswalker", "Battle"}
    return "any target" if every and saying.aims() else saying.permanents(filter)


def _moves(each: a.Moves, saying: Saying) -> str:
    what = saying.permanents(each.permanents)
    if each.until_it_leaves:
        return f"exile {what} until this creature leaves the battlefield"
    if each.how == "returned":
        return f"return {what} to its owner's hand"
    verb = {"destroyed": "destroy", "exiled": "exile", "sacrificed": "sacrifice"}[each.how]
    return f"{verb} {what}{'' if each.regenerable else f'. It can{chr(39)}t be regenerated'}"


def _cards(each: a.MovesCards, saying: Saying) -> str:
    what = saying.number(each.number, "card")
    return f"{each.what} {what}" if each.players == _YOU else saying.does(each.players, each.what, what)


def _sacrifices(each: a.Sacrifices, saying: Saying) -> str:
    if each.how is not None or not isinstance(each.number, int):
        raise NotRendered("sacrifices")
    one = each.number == 1
    what = kind_of(each.permanents, one=one)
    many = with_article(what) if one else f"{number_word(each.number)} {what}"
    return f"sacrifice {many}" if each.players == _YOU else saying.does(each.players, "sacrifice", many)


def _may(each: a.May, saying: Saying) -> str:
    if each.by is not None:
        raise NotRendered("another player may")
    words = f"you may {saying.done(each.do).removeprefix('you ')}{saying.tail}"
    saying.tail = ""
    if each.then:
        words += f". If you do, {saying.done(each.then)}"
    words += f". If you don't, {saying.done(each.otherwise)}" if each.otherwise else ""
    return words + ". Do this only once each turn" * each.once_each_turn


def _if(each: a.If, saying: Saying) -> str:
    if each.otherwise:
        raise NotRendered("otherwise")
    return f"if {condition_clause(each.condition)}, {saying.done(each.do)}"


def _pays(each: a.Pays, saying: Saying) -> str:
    if each.by is not None or each.energy:
        raise NotRendered("paying")
    return f"pay {each.mana}" if each.mana else f"pay {saying.much(each.life, 'life')}"


_SAYS: dict[type[Any], Says] = {
    a.PutsCounters: lambda each, saying: (
        f"put {saying.number(each.number, f'{each.counter} counter')} on {saying.permanents(each.permanents)}"
    ),
    a.Taps: lambda each, saying: f"tap {saying.permanents(each.permanents)}",
    a.Untaps: lambda each, saying: f"untap {saying.permanents(each.permanents)}",
    a.Transforms: lambda each, saying: f"transform {saying.permanents(each.permanents)}",
    a.RemovesFromCombat: lambda each, saying: f"remove {saying.permanents(each.permanents)} from combat",
    a.Explores: lambda each, saying: f"{saying.permanents(each.permanents)} explores",
    a.PhasesOut: lambda each, saying: f"{saying.permanents(each.permanents)} phases out",
    a.Connives: lambda each, saying: f"{saying.permanents(each.permanents)} connives",
    a.Fights: lambda each, saying: f"{saying.permanents(each.creature)} fights {saying.permanents(each.other)}",
    a.Proliferates: lambda each, saying: "proliferate",
    a.AddsCombat: lambda each, saying: "after this phase, there is an additional combat phase",
    a.AddsMana: lambda each, saying: f"add {each.mana}",
    a.OffBoard: lambda each, saying: each.text.removesuffix("."),
    a.TakesDesignation: lambda each, saying: f"you become the {each.designation}",
    a.GivesPoison: lambda each, saying: saying.does(each.players, "get", saying.number(each.number, "poison counter")),
    a.ChangesLife: _life,
    a.Damages: _damages,
    a.Moves: _moves,
    a.MovesCards: _cards,
    a.Sacrifices: _sacrifices,
    a.CreatesTokens: _creates,
    a.Begins: _begins,
    a.May: _may,
    a.If: _if,
    a.Pays: _pays,
}
