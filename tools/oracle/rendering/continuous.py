"""Effects that begin, in words: what something gets, gains and becomes, and until when; tokens, which are described likewise."""

from __future__ import annotations

from ....events import abilities as a
from ....events.model import parts_of, rewritten
from ..cursor import Forward
from ..descriptors import COLOR_WORDS
from ..instructions.afterwards import LATER as WHEN_LATER
from ..predicates import SAID_UNTIL
from ..scope import YOU
from .phrases import condition_clause
from .saying import Saying
from .statements import CLAUSES
from .words import NotRendered, joined, sentences, with_article

ability_words = Forward[a.Ability, str]()
"""The sentence that says an ability (`lines.worded`)."""
keyword_words = Forward[a.KeywordAbility, str]()
_UNTIL: dict[a.Duration, str] = {**{until: f" {words}" for until, words in SAID_UNTIL.items()}, "indefinite": ""}
_THIS: dict[a.Duration, str] = {**_UNTIL, "end of turn": " this turn", "end of combat": " this combat"}
_CREATURE = a.HasType(type="Creature")


def begins(each: a.Begins, saying: Saying) -> str:
    """ "This creature gets +1/+1 and gains trample until end of turn"."""
    if not each.abilities:
        raise NotRendered("nothing")
    first, duration = each.abilities[0], each.duration
    if each.during or each.turn_of is not None:
        whole = begins(a.Begins(abilities=each.abilities), saying)
        return f"{whole} {'during' if each.during else _AS_TURNS[duration]} {_whose(each.turn_of)} next turn"
    if len(each.abilities) == 1 and (said := _alone(first, duration, saying)) is not None:
        return said
    if len(each.abilities) == 2 and isinstance(first, a.CantAttack) and duration == "your next turn":
        return f"detain {saying.permanents(first.creatures)}"
    if all(isinstance(ability, a.ChangesCharacteristics | a.Grants | a.Removes) for ability in each.abilities):
        return _said_of(each, saying)
    if len(each.abilities) > 1:
        raise NotRendered("several that begin")
    return _stated(first, duration, saying)


_AS_TURNS: dict[a.Duration, str] = {"your next turn": "until", "end of your next turn": "until the end of"}


def _whose(player: a.Players | None) -> str:
    """Whose next turn it is."""
    if player is None:
        return "your"
    return "its controller's" if player.who == "controller" else "that player's"


def _alone(ability: a.Ability, duration: a.Duration, saying: Saying) -> str | None:
    """What has words of its own where nothing else begins with it."""
    match ability:
        case a.Designates(no_longer=False, condition=None):
            if (ability.designation, duration) in (("goaded", "your next turn"), ("suspected", "indefinite")):
                return f"{ability.designation.removesuffix('ed')} {saying.permanents(ability.creatures)}"
        case a.StaysTapped() if duration == "next untap step":
            who, several = saying.subject(ability.permanents), saying.is_several(ability.permanents)
            whose = "their controllers' next untap steps" if several else "its controller's next untap step"
            if ability.players is not None:
                whose = {"you": "your", "chosen": "that player's"}[ability.players.who] + " next untap step"
            return f"{who} {'don' if several else 'doesn'}'t untap during {whose}"
        case a.Regenerates():
            return f"regenerate {saying.permanents(ability.permanents)}"
        case a.LeavesInsteadOfDying(leaving=True, condition=None) if duration == "indefinite":
            who = saying.permanents(ability.permanents)
            return f"if {who} would leave the battlefield, exile it instead of putting it anywhere else"
        case a.LeavesInsteadOfDying(to="exile", condition=None, leaving=False) if duration == "end of turn":
            return f"if {saying.permanents(ability.permanents)} would die this turn, exile it instead"
        case a.ChangesCharacteristics(switches=True):
            return f"switch {saying.permanents(ability.permanents)}'s power and toughness{_UNTIL[duration]}"
        case a.ChangesCharacteristics() if (doubled := _doubled(ability)) is not None:
            return f"double the {doubled} of {saying.permanents(ability.permanents)}{_UNTIL[duration]}"
    return None


def _doubled(ability: a.ChangesCharacteristics) -> str | None:
    own = a.CharacteristicOf(characteristic="power", of="itself"), a.CharacteristicOf(characteristic="toughness", of="itself")
    return {own: "power and toughness", (own[0], 0): "power", (0, own[1]): "toughness"}.get((ability.power, ability.toughness))


def _said_of(each: a.Begins, saying: Saying) -> str:
    """What the same permanents get, gain, lose and become."""
    held = [ability for ability in each.abilities if isinstance(ability, a.ChangesCharacteristics | a.Grants | a.Removes)]
    of = {(ability.permanents, ability.condition) for ability in held}
    if len(of) > 1:
        raise NotRendered("of several")
    ((permanents, condition),) = of
    who, several = saying.subject(permanents), saying.is_several(permanents)
    said = joined([_predicate(ability, several, saying) for ability in held], "and")
    if condition is not None:
        return f"{who} {said} for as long as {condition_clause(condition)}"
    return f"{who} {said}{_UNTIL[each.duration]}"


def _predicate(ability: a.ChangesCharacteristics | a.Grants | a.Removes, several: bool, saying: Saying) -> str:
    verb = "" if several else "s"
    if isinstance(ability, a.Grants):
        return f"gain{verb} {joined(had(ability.abilities), 'and')}"
    if isinstance(ability, a.Removes):
        return f"lose{verb} {'all abilities' if ability.keywords is None else joined(ability.keywords, 'and')}"
    changed = {name for name, field in type(ability).model_fields.items() if getattr(ability, name) != field.default}
    changed -= {"kind", "text", "permanents", "condition"}
    if changed <= {"power", "toughness"}:
        return f"get{verb} {_size(ability.power, saying)}/{_size(ability.toughness, saying)}"
    if changed == {"base_power", "base_toughness"}:
        size = f"{_digits(ability.base_power, saying)}/{_digits(ability.base_toughness, saying)}"
        return f"{'have' if several else 'has'} base power and toughness {size}"
    if changed <= {"base_power", "base_toughness", "colors", "types", "kept"}:
        return _becomes(ability, several)
    raise NotRendered("what it becomes")


def _becomes(ability: a.ChangesCharacteristics, several: bool) -> str:
    sized = ability.base_power is not None
    size = [f"{ability.base_power}/{ability.base_toughness}"] if sized else []
    if sized and not (isinstance(ability.base_power, int) and isinstance(ability.base_toughness, int)):
        raise NotRendered("a size that is counted")
    colors = [COLOR_WORDS[each] for each in ability.colors] if ability.colors else ["colorless"] if ability.colors == () else []
    words = " ".join([*size, *([joined(colors, "and")] if colors else []), *kinds(ability.types)])
    kept = ""
    if ability.kept:
        what = "colors and types" if ability.colors and ability.types else "colors" if ability.colors else "types"
        kept = f" in addition to {'their' if several else 'its'} other {what}"
    return f"become{'' if several else 's'} {with_article(words) if ability.types and not several else words}{kept}"


def kinds(types: tuple[str, ...]) -> list[str]:
    """Types in the order in which they are said: "legendary Dragon artifact creature"."""
    cards = [kind for kind in ("Enchantment", "Artifact", "Land", "Creature") if kind in types]
    before = [kind.lower() for kind in types if kind in ("Legendary", "Snow", "Basic")]
    return [*before, *(kind for kind in types if kind not in cards and kind.lower() not in before), *map(str.lower, cards)]


def _digits(quantity: a.Quantity | None, saying: Saying) -> str:
    return str(quantity) if isinstance(quantity, int) or quantity is None else saying.is_x(quantity)


def _size(quantity: a.Quantity, saying: Saying) -> str:
    if isinstance(quantity, int):
        return f"{'-' if quantity < 0 else '+'}{abs(quantity)}"
    if isinstance(quantity, a.Scaled) and quantity.times in (1, -1) and not quantity.more:
        return f"{'+' if quantity.times == 1 else '-'}{saying.is_x(quantity.quantity)}"
    return f"+{saying.is_x(quantity)}"


def had(abilities: tuple[a.Ability, ...]) -> list[str]:
    """Keywords, and other abilities in quotation marks."""
    return [keyword_words(each) if isinstance(each, a.KeywordAbility) else f'"{ability_words(each)}"' for each in abilities]


def _stated(ability: a.Ability, duration: a.Duration, saying: Saying) -> str:
    """What a sentence of a permanent would say of the same, for a time."""
    for target in {each for each in parts_of(ability) if isinstance(each, a.IsTarget)}:
        first = saying.once(target)
        if first is None:
            raise NotRendered("targets of another kind")
        if not first:
            ability = _of_it(ability, target)
    words = CLAUSES[type(ability)](ability)
    if (each := next((each for each in (" each combat", " each turn") if each in words), None)) is not None:
        return words.replace(each, _THIS[duration], 1)
    return words + _THIS[duration]


def _of_it(ability: a.Ability, target: a.IsTarget) -> a.Ability:
    """The same, in which the target is "it"."""
    return rewritten(ability, lambda part: a.Is(role="subject") if part == target else part)


# --- tokens --------------------------------------------------------------------------------------------------------------


def creates(each: a.CreatesTokens, saying: Saying) -> str:
    """ "Create a tapped 2/2 black Zombie creature token"."""
    if each.attacking == "each opponent":
        return f"for each opponent, {creates(each.model_copy(update={'attacking': 'that player'}), saying)}"
    one = each.number == 1
    words, after = _copy(each.copy_of, one, saying) if each.token is None else _token(each.token, saying)
    tapped = "tapped " if each.tapped and each.attacking is None else ""
    copied = each.copy_of is not None and each.attacking is not None and each.tapped
    unit = f"{tapped}{'tapped and attacking ' * copied}{words}"
    after += "" if each.differs is None else f", except {_except(each.differs)}"
    if words == "populate":
        saying.created = "it"
        return f"populate{'. The token enters tapped and attacking' if each.attacking else ''}"
    named = saying.number(each.number, unit, plural=unit.replace("token", "tokens", 1))
    if each.attacking is not None and not copied:
        how = "tapped and attacking" if each.tapped else "attacking"
        at = " that player" if each.attacking == "that player" else ""
        after += f" {_THATS if one else 'that are'} {how}{at}{' or a planeswalker they control' * each.or_planeswalker}"
    if each.attached_to is not None:
        after += f" attached to {saying.permanents(each.attached_to)}"
    saying.created = "it" if one else "them"
    said = f"create {named}{after}" if each.players == YOU else f"{saying.does(each.players, 'create', named)}{after}"
    return said if each.until is None else sentences([said + saying.tail, _until(each.until, saying)])


def _except(differs: a.CopyExcept) -> str:
    """ "It has haste", "it's a 1/1 black Zombie in addition to its other types"."""
    said: list[str] = []
    size = "" if differs.power is None else f"{differs.power}/{differs.toughness}"
    if size or differs.types or differs.colors:
        words = " ".join([*([size] if size else []), *[COLOR_WORDS[each] for each in differs.colors], *differs.types])
        kept = "other types" if differs.only_colors or not differs.colors else "other colors and types"
        addition = "" if differs.only_types or differs.only_card_types else f" in addition to its {kept}"
        said.append(f"it's {with_article(words)}{addition}" if differs.types else f"it's {words}")
    if differs.only_card_types:
        said.append("loses all other card types")
    if not differs.legendary:
        said.append("it isn't legendary")
    if differs.abilities:
        said.append(f"it has {joined(had(differs.abilities), 'and')}")
    if differs.name is not None or not said:
        raise NotRendered("another exception")
    return " and ".join(said)


_THATS = "that's"


def _until(until: a.Delayed, saying: Saying) -> str:
    """ "Exile it at end of combat", of the tokens."""
    done = until.do[0] if len(until.do) == 1 else None
    if not isinstance(done, a.Moves) or done.permanents != a.Is(role="subject") or done.how not in ("exiled", "sacrificed"):
        raise NotRendered("what is done to tokens later")
    saying.tail = ""
    return f"{ {'exiled': 'Exile', 'sacrificed': 'Sacrifice'}[done.how] } {saying.created} {LATER[until.when]}"


LATER = {when: words for words, when in reversed(WHEN_LATER.items())}


def _copy(of: a.Filter | None, one: bool, saying: Saying) -> tuple[str, str]:
    mine = a.AllOf(parts=(a.IsInState(state="token"), _CREATURE, a.ControlledBy(players=YOU)))
    if of == a.IsChosen(permanents=mine):
        return "populate", ""
    if of is None:
        raise NotRendered("no token")
    return "token", f" {_THATS + ' a copy' if one else 'that are copies'} of {saying.permanents(of)}"


def _token(token: a.Token, saying: Saying) -> tuple[str, str]:
    """What stands before "token", with the word, and what stands after it."""
    if "Creature" not in token.types:
        if token.types[:1] == ("Artifact",) and token.name in token.types and not token.abilities:
            return f"{token.name} token", ""
        if token.types == ("Enchantment", "Aura", "Role"):
            return f"{token.name} Role token", ""
        if token.types == ("Land", token.name) or not token.name:
            raise NotRendered(token.name)
    colors = joined([COLOR_WORDS[color] for color in token.colors], "and") or "colorless"
    said = kinds(token.types)
    plain = " ".join(kind for kind in said if kind[:1].isupper())
    named = f" named {token.name}" if token.name != plain else ""
    every = len(token.colors) == len(COLOR_WORDS)
    size = [f"{_digits(token.power, saying)}/{_digits(token.toughness, saying)}"] if "Creature" in token.types else []
    before = [kind for kind in said if kind in ("legendary", "snow", "basic")]
    named = f" that's all colors{named}" if every else named
    words = " ".join([*before, *size, *([] if every else [colors]), *(kind for kind in said if kind not in before), "token"])
    return words, f"{named} with {joined(had(token.abilities), 'and')}" if token.abilities else named
