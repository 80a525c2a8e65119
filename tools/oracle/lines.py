"""Lines of a permanent's text: keywords, activated, triggered and static abilities.

What an activated or triggered ability does when it resolves is no part of what a line says of declarations: a case
states the effect.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ...events import abilities as a
from ...events.filters import role_named_by
from ...events.model import parts_of
from ...handlers.rulebook.keywords import keyword_called
from . import clauses, predicates
from .accounting import unaccounted
from .bearing import concerns_damage, first_bearing, set_off_by_damage
from .changes import changes_characteristics, defining, is_also
from .clauses import Statement, conditioned, statement
from .commas import missing_comma
from .conditions import ELSEWHERE, condition
from .cursor import Cursor, Setting
from .damage import removing
from .grants import Quoted, keyword_line
from .happenings import ends_nowhere, may_trigger, triggers, with_self
from .instructions import does
from .mana_abilities import mana_ability
from .misspelling import misspelt
from .passing import says_nothing
from .players import CONTROLLER, OWNER
from .references import CONTRACTED, reference
from .scope import HOST, attacks_somebody, known_of, names_one_creature, player_asked_of
from .tables import listed, words
from .tokens import BULLETS, LEFT_OUT, QUOTE, Lexeme, ends_sentence, own_names, tokenize, without_reminders
from .triggers import Trigger, TriggerLimit, trigger, unrelated
from .unfinished import unfinished
from .unmodelled import of_line

DEEPEST_QUOTE = 3
_LONGEST_EXCERPT = 120
TRIGGER_WORDS = ("when", "whenever", "at")


class Declined(Exception):
    """Words that aren't understood: their offset in the line, what they are, and perhaps were meant to be."""

    def __init__(self, offset: int, words: str, meant: str = "") -> None:
        super().__init__(words)
        self.offset = offset
        self.meant = meant
        self.words = words if len(words) <= _LONGEST_EXCERPT else words[:_LONGEST_EXCERPT] + "…"


def decline(tokens: list[Lexeme], at: int, text: str) -> Declined:
    """The refusal of a sentence that is understood up to a token: of all of it, where no words are left."""
    left = any(token.word[:1].isalnum() for token in tokens[at:])
    first = tokens[at if left else 0]
    return Declined(first.start, text[first.start : tokens[-1].end].strip())


def sentences(tokens: list[Lexeme]) -> list[list[Lexeme]]:
    """The sentences of a line; a quotation ends one where it holds the full stop."""
    found: list[list[Lexeme]] = [[]]
    for at, token in enumerate(tokens):
        found[-1].append(token)
        if ends_sentence(tokens, at):
            found.append([])
    return [each for each in found if any(token.word != "." for token in each)]


def printed(text: str, tokens: list[Lexeme]) -> str:
    """The tokens as they stand in the text, without reminders."""
    return " ".join(without_reminders(text)[tokens[0].start : tokens[-1].end].split()) if tokens else ""


def said(abilities: list[a.Ability], text: str) -> list[a.Ability]:
    """The abilities, with the sentence that says so."""
    return [each if each.text else each.model_copy(update={"text": text}) for each in abilities]


def without_ability_word(tokens: list[Lexeme]) -> list[Lexeme]:
    """The line without "Landfall —" or the like before it."""
    for at, token in enumerate(tokens[:12]):
        if token.word == "—" and at:
            before = {each.word for each in tokens[:at]}
            if before & {":", ".", QUOTE} or tokens[0].word in (*TRIGGER_WORDS, "as", "if"):
                return tokens
            return tokens[at + 1 :]
    return tokens


_OF_A_CONDITION = tuple(
    listed(
        """
        threshold, hellbent, metalcraft, delirium, corrupted, ferocious, formidable, coven, fateful hour, spell mastery,
        lieutenant, raid, revolt, morbid, celebration, void, descend 4, descend 8, fathomless descent, survival,
        level 1, level 2, level 3
        """
    )
)
_CONDITIONAL = words("if as when whenever at unless while for where : with")


def _lacks_its_condition(tokens: list[Lexeme]) -> bool:
    """ "Threshold — Flying": the ability word stands for a condition (207.2c), which the line doesn't say."""
    named = any(_words(tokens, len(each.split()) + 1) == f"{each} —" for each in _OF_A_CONDITION)
    return named and _CONDITIONAL.isdisjoint(token.word for token in tokens)


def activated(tokens: list[Lexeme]) -> bool:
    """Whether the line has a cost, a colon and an effect."""
    for token in tokens:
        if token.word in (":", "."):
            return token.word == ":"
    return False


_PAYING = clauses.INSTRUCTIONS | words("exert forage blight collect unattach say mill")
_LOYALTY = re.compile(r"\[?[+-]?(?:\d{1,2}|x)\]?|-", re.IGNORECASE)


def _has_a_cost(tokens: list[Lexeme]) -> bool:
    """Whether what stands before the colon can be paid: symbols, loyalty, or something to do."""
    colon = next(at for at, token in enumerate(tokens) if token.word == ":")
    start = next((at + 1 for at, token in enumerate(tokens[:colon]) if token.word == "—"), 0)
    cost = [token.word for token in tokens[start:colon]]
    return bool(cost) and (any("{" in word for word in cost) or cost[0] in _PAYING or _LOYALTY.fullmatch(cost[0]) is not None)


def _is_unknown_with_a_cost(tokens: list[Lexeme]) -> bool:
    """ "Frob—Pay 3 life.": a keyword that nobody knows with its cost, since no spaces stand around the dash."""
    for at, (before, dash, after) in enumerate(zip(tokens[:4], tokens[1:5], tokens[2:6], strict=False), 1):
        if dash.word == "—":
            costs = before.end == dash.start and dash.end == after.start and ("{" in after.word or after.word in _PAYING)
            return costs and keyword_called(_words(tokens, at)) is None
    return False


def _chapter(tokens: list[Lexeme]) -> bool:
    """Whether it is a chapter ability, e.g. "I, II —"."""
    words = [token.word for token in tokens[:8]]
    if "—" not in words:
        return False
    return all(word in ("i", "ii", "iii", "iv", "v", "vi", ",") for word in words[: words.index("—")])


def _station(tokens: list[Lexeme]) -> int | None:
    """The number of charge counters in "8+ | Flying" (rule 721)."""
    if len(tokens) > 3 and tokens[1].word == "+" and tokens[2].word == "|" and tokens[0].word.isdecimal():
        return int(tokens[0].word[:6])
    return None


_DESIGNATION_WORDS = {("max", "speed", "—"): "max speed", ("solved", "—"): "solved"}


def designation_word(tokens: list[Lexeme]) -> tuple[a.HasDesignation | None, list[Lexeme]]:
    """When the ability is had to which "max speed —" or "solved —" leads, and that ability (702.169c, 702.178a)."""
    for phrase, designation in _DESIGNATION_WORDS.items():
        if tuple(token.word for token in tokens[: len(phrase)]) == phrase:
            return a.HasDesignation(designation=designation), tokens[len(phrase) :]
    return None, tokens


def line(text: str, setting: Setting) -> list[a.Ability]:
    """The abilities of one line of a permanent's text. Raises Declined."""
    tokens = tokenize(text, setting.name, setting.legendary)
    comma = missing_comma(tokens)
    if comma is None:
        return _line(tokens, text, setting)
    meant = f"{text[:comma]},{text[comma:]}"
    try:
        return _line(tokenize(meant, setting.name, setting.legendary), meant, setting)
    except Declined as declined:
        offset = declined.offset - (declined.offset > comma)
        missing = comma - declined.offset
        said = declined.words[:missing] + declined.words[missing + 1 :] if 0 <= missing < len(declined.words) else declined.words
        raise Declined(offset, said, declined.meant) from None


def _line(tokens: list[Lexeme], text: str, setting: Setting) -> list[a.Ability]:
    if not tokens or _chapter(tokens):
        return []
    if (keywords := keyword_line(Cursor(tokenize(text), setting))) is not None:
        return keywords  # also of a creature that is called "Changeling"
    if (wrong := misspelt(tokens)) is not None:
        token = tokens[wrong[0]]
        raise Declined(token.start, text[token.start : tokens[-1].end].strip(), wrong[1])
    for sentence in sentences(tokens):
        if (at := unfinished(sentence)) is not None:
            raise decline(sentence, at, text)
    if (charges := _station(tokens)) is not None:
        enough = a.QuantityCompares(quantity=a.CountersOn(of="source", counter="charge"), comparison=">=", than=charges)
        return [conditioned(each, enough) for each in _abilities(tokens[3:], text, setting)]
    holds, rest = designation_word(tokens)
    if holds is not None:
        return [conditioned(each, holds) for each in _abilities(rest, text, setting)]
    if _lacks_its_condition(tokens) or _is_unknown_with_a_cost(tokens):
        raise decline(tokens, 0, text)
    return _abilities(without_ability_word(tokens), text, setting)


def _abilities(tokens: list[Lexeme], text: str, setting: Setting) -> list[a.Ability]:
    cursor = Cursor(tokens, setting)
    listed = keyword_line(cursor)
    if listed is not None:
        if (lost := unaccounted(cursor, listed)) is not None:
            raise decline(tokens, lost, text)
        return listed
    if not tokens:
        return []
    if activated(tokens) and delayed(tokens)[0][0].word not in TRIGGER_WORDS:
        if not _has_a_cost(tokens):
            raise decline(tokens, 0, text)
        return mana_ability(printed(text, tokens), setting.name)
    trigger_words, until = delayed(tokens)
    if trigger_words[0].word in TRIGGER_WORDS:
        abilities, _, first = triggered(trigger_words, text, setting)
        if abilities and (until is not None or (first is not None and first.duration is not None)):
            raise decline(tokens, 0, text)  # it is what something brings about when it resolves
        return abilities
    found: list[a.Ability] = []
    read = Statement()
    for sentence in sentences(tokens):
        if (also := removing(sentence, setting, found)) is not None:
            found = [also.model_copy(update={"text": f"{also.text} {printed(text, sentence)}"})]
            continue
        read = following(sentence, text, setting, read)
        if read.duration is not None or any(read.durations):
            raise decline(sentence, 0, text)
        if not read.abilities and any(map(clauses.replaces, found)) and _instructs(sentence):
            read.abilities.append(a.Unread(text=printed(text, sentence)))
        found += said(read.abilities, printed(text, sentence))
    return found


def _instructs(sentence: list[Lexeme]) -> bool:
    """Whether it says what is done besides, where something is replaced or prevented: "Remove a counter", "When you do, …"."""
    return sentence[0].word in clauses.INSTRUCTIONS or sentence[0].word in (*TRIGGER_WORDS, "you", "each", "if")


def following(sentence: list[Lexeme], text: str, setting: Setting, before: Statement) -> Statement:
    """What a sentence says after another.

    "When you do" is the cost that was offered, "otherwise" the contrary of the condition, and "it" may be what that was about.
    """
    if (cost := when_you_do(sentence, before)) is not None:
        exerts = a.Exerts(creatures=cost.creatures, linked=True)
        cursor = Cursor(sentence, setting)
        doing = _does(cursor, [Trigger(events=[exerts])], setting) if cursor.take(_WHEN_YOU_DO) else None
        # What hadn't been done before was done then.
        condition = None if isinstance(cost.condition, a.OnRecord) else cost.condition
        done = a.Triggered(events=(exerts,), condition=condition, text=printed(text, sentence), does=doing)
        return Statement([done], before.duration, before.durations)
    otherwise = _words(sentence, 2) == "otherwise ,"
    read = static(sentence[2:] if otherwise else sentence, text, setting, before.subject)
    if not read.abilities and any(isinstance(each, a.OptionalAttackCost) for each in before.abilities):
        raise decline(sentence, 0, text)  # what comes of paying a cost begins with "when you do"
    if otherwise:
        read.abilities = [conditioned(each, _contrary(before, sentence, text)) for each in read.abilities]
    return read


def _does(c: Cursor, triggers: list[Trigger], setting: Setting) -> a.Instructions | None:
    """What the rest of the text says to do; None where something in it, quotations included, isn't understood."""
    try:
        # What a token's or a changed creature's abilities make of power and toughness no board states.
        return does(c, triggers, setting, _granted(replace(setting, derived=True, as_far_as_read=False)))
    except Declined:
        return None


def when_you_do(sentence: list[Lexeme], before: Statement) -> a.OptionalAttackCost | None:
    """The cost that the sentence before offered, where this one begins with "when you do"."""
    last = before.abilities[-1] if before.abilities else None
    return last if isinstance(last, a.OptionalAttackCost) and _words(sentence, 4) == _WHEN_YOU_DO else None


_WHEN_YOU_DO = "when you do ,"


def _contrary(before: Statement, sentence: list[Lexeme], text: str) -> a.Condition:
    """What "otherwise" means: that the condition of the sentence before, which must be one for all of it, doesn't hold."""
    conditions = {each.condition for each in before.abilities}
    holds = conditions.pop() if len(conditions) == 1 else before.holds
    if holds is None:
        raise decline(sentence, 0, text)
    return a.Unless(part=holds)


def _words(tokens: list[Lexeme], number: int) -> str:
    return " ".join(token.word for token in tokens[:number])


def _quoted(setting: Setting) -> Quoted:
    """How an ability in quotation marks is read: as a line of the permanent that has it."""

    def read(cursor: Cursor, quotation: str, offset: int) -> tuple[a.Ability, ...]:
        if quotation == LEFT_OUT:
            return ()
        if setting.depth >= DEEPEST_QUOTE:
            raise Declined(offset, quotation)
        own = cursor.called or setting.name
        inner = replace(setting, name=own, instruction=False, granted=not cursor.called, depth=setting.depth + 1)
        try:
            return tuple(line(quotation, inner))
        except Declined as declined:
            raise Declined(offset + declined.offset, declined.words, declined.meant) from None

    return read


def _granted(setting: Setting) -> Quoted:
    """How an ability is read that an effect gives, or a token has: with what of it isn't modelled, which no text says else."""
    reads = _quoted(setting)

    def read(cursor: Cursor, quotation: str, offset: int) -> tuple[a.Ability, ...]:
        def again(said: str) -> tuple[a.Ability, ...] | None:
            try:
                return reads(cursor, said, offset)
            except Declined:
                return None

        found = reads(cursor, quotation, offset)
        said = without_reminders(quotation).strip(_QUOTES)
        names = own_names(cursor.called or setting.name, setting.legendary)
        more = tuple(each for each in of_line(said, names, again) if each not in found)
        return (*found, *more) or (a.NotModelledAbility(text=said, on=("elsewhere",)),)

    return read


_QUOTES = ' "“”'


def _changes(ability: a.Ability) -> bool:
    """Whether it changes characteristics, or gives an ability that does."""
    return isinstance(ability, a.ChangesCharacteristics) or (
        isinstance(ability, a.Grants) and any(map(_changes, ability.abilities))
    )


def _derived(sentence: list[Lexeme], text: str, setting: Setting, topic: a.Filter | None) -> Statement:
    """What a static ability makes of characteristics. Raises Declined."""
    cursor = Cursor(sentence, setting)
    defined = defining(cursor)
    if defined is not None and (lost := unaccounted(cursor, defined)) is not None:
        raise decline(sentence, lost, text)
    derived = Statement([defined]) if defined is not None else static(sentence, text, setting, topic)
    if not any(map(_changes, derived.abilities)):
        raise decline(sentence, 0, text)
    return derived


def _only_asked(sentence: list[Lexeme], setting: Setting, topic: a.Filter | None) -> Statement:
    """A sentence without bearing: the condition under which it is said, which an "otherwise" after it may deny, and what it is
    about where it says no more than a size."""
    cursor = Cursor(sentence, setting, mentioned=topic)
    if not cursor.take("as long as"):
        about = reference(cursor)
        sized = about is not None and cursor.take("gets") is not None and _SIZE.fullmatch(cursor.peek()) is not None
        return Statement(subject=about if sized and len(sentence) - cursor.at <= 2 else None)
    holds = condition(cursor)
    if holds is None or cursor.too_deep or not cursor.take(","):
        return Statement()
    return Statement(subject=cursor.mentioned, holds=holds)


def static(sentence: list[Lexeme], text: str, setting: Setting, topic: a.Filter | None = None) -> Statement:
    """What a sentence says; nothing if it doesn't bear on declarations. Raises Declined.

    `topic` is what it may call "it" from the start.
    """
    if _words(sentence, 2) == "activate only" and first_bearing(sentence) is None:
        return Statement()
    if not setting.instruction and (also := is_also(sentence)) is not None:
        return Statement([also])
    if setting.derived and not setting.instruction and changes_characteristics(sentence):
        try:
            return _derived(sentence, text, replace(setting, derived=False, changes=True), topic)
        except Declined:
            if not setting.as_far_as_read:
                raise
    if any(token.word in _BEING for token in sentence[-2:] if token is sentence[-1] or sentence[-1].word == "."):
        raise decline(sentence, 0, text)  # it ends before it says what something is
    if not setting.instruction and (dropped := _after_a_size(sentence)) is not None:
        raise decline(sentence, dropped, text)
    bearing = first_bearing(sentence)
    of_damage = not setting.instruction and not setting.aside and concerns_damage(sentence)
    if bearing is None and not of_damage and not setting.instruction and not setting.changes:
        if not says_nothing(sentence):
            raise decline(sentence, 0, text)
        if (more := _after_still(sentence)) is not None:
            raise decline(sentence, more, text)
        if _of_this_effect(sentence):
            raise decline(sentence, 0, text)
        return _only_asked(sentence, setting, topic)
    cursor = Cursor(sentence, setting, mentioned=topic, topic=topic)
    read = statement(cursor, _quoted(setting))
    if read is not None and (lost := unaccounted(cursor, read)) is not None:
        read, cursor.furthest = None, lost
    if read is not None and not setting.instruction and not all(map(_is_asked_of_each, read.abilities)):
        read = None
    if read is not None and not cursor.too_deep:
        if _is_colored(sentence) and not any(isinstance(each, a.ChangesCharacteristics) for each in read.abilities):
            raise decline(sentence, 0, text)  # of which color something is may matter, and that wasn't read
        return read
    if of_damage:
        # Declarations go on as if what concerns damage weren't there: dealing it is declined.
        rest = static(sentence, text, replace(setting, aside=True), topic)
        rest.abilities.append(a.Unread(text=printed(text, sentence)))
        return rest
    if cursor.too_deep:
        raise decline(sentence, 0, text)
    if bearing is None and not setting.changes and _passed_over(sentence, setting):
        return Statement()
    raise decline(sentence, cursor.furthest, text)


_ASKED_OF_EACH = (
    *(a.AttackCost, a.BlockerCount, a.BlocksAdditional, a.CantAttack, a.ChangesCharacteristics, a.Designates, a.Grants),
    *(a.MustAttack, a.MustBeBlocked, a.NeedsCompany, a.OnlyAlone, a.Removes, a.Triggered),
)
"""Abilities whose condition is asked of each permanent that they are about."""


def _is_asked_of_each(ability: a.Ability) -> bool:
    """Whether it is settled of which permanents its condition is asked, where that is about each of some."""
    asked = parts_of(ability.condition or ())
    if isinstance(ability, _ASKED_OF_EACH) or not any(
        role_named_by(each) == "subject" or each in (CONTROLLER, OWNER) for each in asked
    ):
        return True
    if isinstance(ability, a.CantBlock | a.BlockCost | a.MustBlock):  # else it may be about the attackers, or the blockers
        return a.ANYTHING in (ability.blockers, ability.attackers) or ability.attackers is None
    return False


_STILL = tuple(phrase.split() for phrase in ("it's still a", "it's still an", "they're still"))


def _after_still(sentence: list[Lexeme]) -> int | None:
    """Where words stand behind "It's still a land", which says nothing besides: None where there are none."""
    said = [token.word.replace("’", "'") for token in sentence]
    if said[:1] in (["it's"], ["they're"]) and "still" in said and not any(said[: len(start)] == start for start in _STILL):
        return 1
    end = next((len(start) + 1 for start in _STILL if said[: len(start)] == start), None)
    return None if end is None or not [word for word in said[end:] if word != "."] else end


_THIS_EFFECT = re.compile(
    r"this effect (?:doesn't remove (?:this (?:aura|equipment|permanent)|~|auras"
    r"(?: and equipment you control)?(?: that are already attached to it)?)"
    r"|can't reduce the mana in that cost to less than \w+ mana|reduces only the amount of \w+ mana you pay)"
)


def _of_this_effect(sentence: list[Lexeme]) -> bool:
    """Whether it says of "this effect" what cards don't say of theirs, which bears on nothing declared."""
    said = [token.word for token in sentence if token.word != "."]
    return said[0] == "this" and "effect" in said[:12] and _THIS_EFFECT.fullmatch(" ".join(said)) is None


_SIZE = re.compile(r"[+-][\dx]+/[+-][\dx]+")
_GOES_ON = ("until", "and", ".", "for", ",", "as", "or", "", "if", "unless", "where", "while")
"""What may stand behind a size that something gets. Board and fields state the size; what else is said is read."""
_FOR_A_TIME = ("until end of turn", "this turn", "until end of combat", "this combat", "until your next turn")


def _after_a_size(sentence: list[Lexeme]) -> int | None:
    """Where words stand behind a size that nobody reads: "gets +2/+2 with menace", and "gets +3/+3 until end of turn" of what no
    ability of a permanent is, but an effect; None where there are none."""
    said = [token.word for token in sentence]
    if said[0] == "with":
        return 0
    for at, word in enumerate(said):
        if _SIZE.fullmatch(word) is None or (at and said[at - 1] not in ("gets", "get")):
            continue
        if (said[at + 1] if at + 1 < len(said) else "") not in _GOES_ON:
            return at + 1
        of_itself = said[0] in ("~", "gets", "get", "it", word) or said[:2] in _ITSELF
        rest = " ".join(said[at + 1 :])
        if of_itself and any(rest.startswith(each) for each in _FOR_A_TIME):
            return 0
    return None


_ITSELF = (["this", "creature"], ["this", "permanent"], ["this", "token"])
_BEING = (*CONTRACTED, "you're")
_COLORED = words("white blue black red green colorless")


def _is_colored(tokens: list[Lexeme]) -> bool:
    """Whether the words also say, after a comma, of which color something is: "…, they're red"."""
    triples = zip(tokens, tokens[1:], tokens[2:], strict=False)
    return any(comma.word == "," and being.word in _BEING and color.word in _COLORED for comma, being, color in triples)


def _passed_over(sentence: list[Lexeme], setting: Setting) -> bool:
    """Whether a sentence without bearing that isn't read may be passed over: always, but where readings are compared."""
    use = "passed over", setting.depth, sentence[0].start, sentence[-1].end
    return setting.choices is None or setting.choices.allows(use, last_resort=True)


def delayed(tokens: list[Lexeme]) -> tuple[list[Lexeme], a.Duration | None]:
    """A trigger without "until end of turn" or the like before it, and until when that is."""
    for phrase, duration in predicates.LEADING.items():
        length = len(phrase.split())
        if _words(tokens, length) == phrase and len(tokens) > length and tokens[length].word in TRIGGER_WORDS:
            return tokens[length:], duration
    return tokens, None


def triggered(tokens: list[Lexeme], text: str, setting: Setting) -> tuple[list[a.Ability], list[Lexeme], Trigger | None]:
    """The triggered abilities of a line, the tokens of what they do, and the trigger: None if nothing declared sets it off.

    Raises Declined.
    """
    end = unrelated(tokens)
    if end is None:
        return _triggered(tokens, text, setting)
    if not set_off_by_damage(tokens[:end]):
        return [], tokens[end + 1 :], None
    try:
        abilities, rest, first = _triggered(tokens, text, setting)
    except Declined:
        return _may_trigger(tokens, text, setting), tokens[end + 1 :], None
    return abilities, rest, replace(first, subject=None) if first is not None and abilities else None


def _triggered(tokens: list[Lexeme], text: str, setting: Setting) -> tuple[list[a.Ability], list[Lexeme], Trigger | None]:
    """The abilities that a trigger sets off which is read whole. Raises Declined."""
    cursor = Cursor(tokens, setting)
    found = trigger(cursor)
    if found is None or cursor.too_deep or not (cursor.peek() == "," or cursor.ended):
        raise decline(tokens, cursor.furthest, text)
    cursor.filler(",")
    of_what_is_dealt = _is_of_what_is_dealt(tokens[: cursor.at], found)
    asked: a.Condition | None = None
    if cursor.take("if"):
        start = cursor.at
        events = [event for each in found for event in each.events]
        meant = known_of(events, _quoted(setting))
        somebody = meant.names_player or attacks_somebody(events)
        cursor.setting = replace(setting, instruction=False, player=player_asked_of(events) if somebody else None)
        cursor.mentioned, cursor.that = meant.it or cursor.mentioned, meant.that or cursor.mentioned
        before = len(cursor.derivations)
        declared = cursor.sees("you attacked with creatures with total power") is not None
        cursor.past = all(map(_is_departure, found))
        held = ELSEWHERE(cursor) or condition(cursor)
        if isinstance(held, a.Matches) and isinstance(size := held.filter, a.Compares) and not isinstance(size.than, int):
            # What it is compared with may have changed when that is asked again.
            its = a.CharacteristicOf(characteristic=size.characteristic, of=held.role)
            held = a.QuantityCompares(quantity=its, comparison=size.comparison, than=size.than)
            cursor.restate(start, held)
        was = cursor.past and isinstance(held.part if isinstance(held, a.Unless) else held, a.Matches)
        cursor.past = False
        if held is None or cursor.too_deep or not cursor.take(",") or cursor.sees("and", "or"):  # type: ignore[redundant-expr]
            raise decline(tokens, cursor.furthest, text)
        pronouns = cursor.pronouns(before)
        asked = held
        no_creature = meant.that in (None, a.THIS) or any(map(names_one_creature, events))
        if ("it" in pronouns and (meant.it is None or of_what_is_dealt)) or ("that" in pronouns and no_creature):
            raise decline(tokens, start, text)  # who that is isn't said
        if a.IsOfGroup() in parts_of(held) and meant.those != a.IsOfGroup():
            raise decline(tokens, start, text)
        declared = declared or _WHOM_THEY_ATTACKED.match(_words(tokens[start:], _LONGEST)) is not None
        for each in found:
            # What was attacked with stays so, whatever becomes of it (pack tactics); so does what something was as it left.
            (each.happens_while if declared or was else each.require)(held)
    if (lost := unaccounted(cursor, found)) is not None:
        raise decline(tokens, lost, text)
    rest = tokens[cursor.at :]
    seldom = any(_words(each, 8) == "this ability triggers only once each turn ." for each in sentences(rest))
    once: TriggerLimit | None = "once each turn" if seldom else None
    modes = next((at for at, token in enumerate(tokens) if token.word in BULLETS), len(tokens))
    sentence = printed(text, tokens[:modes])
    for each in found:
        if _RETURNS_ITSELF.search(_words(rest, len(rest))) and a.THIS not in parts_of(tuple(each.events), closed=a.Not):
            each.happens_while(a.SourceInZone(zone="graveyard"))  # 113.6: that is where it triggers
    said = _words(rest, len(rest))
    # "It" is what is dealt damage, "that creature" the one that is called so, and "that player" whoever was named last: all are
    # read as something else.
    of_creature = any(names_one_creature(event) for each in found for event in each.events) and "that creature" in said
    harms = asked is None and _HARMS_IT.match(said) and _says_of_another(found)
    of_it = harms or (of_what_is_dealt and re.search(r"\bits?\b", said))
    of_player = any(each in (CONTROLLER, OWNER) for each in parts_of(asked)) and re.search(r"\bthat player\b", said)
    done = None if of_it or of_creature or of_player else _does(cursor, found, setting)
    abilities: list[a.Ability] = [
        a.Triggered(
            events=tuple(each.events),
            condition=each.condition,
            circumstances=each.circumstances,
            limit=each.limit or once,
            text=sentence,
            does=done,
        )
        for each in found
        if each.events
    ]
    if any(each.unread for each in found):
        abilities += _may_trigger(tokens, text, setting)
    return abilities, rest, found[0]


def _is_of_what_is_dealt(tokens: list[Lexeme], found: list[Trigger]) -> bool:
    """Whether a trigger begins with what is dealt damage, and says by what: "a creature is dealt damage by a Goblin"."""
    dealing = [event for each in found for event in each.events if isinstance(event, a.DealsDamage) and event.recipients]
    others = any(each.recipients.permanents not in (None, a.THIS, HOST) for each in dealing if each.recipients is not None)
    return others and any(token.word == "dealt" for token in tokens)


_HARMS_IT = re.compile(
    r"(?:you may )?(?:destroy|exile|tap|gain control of|return) it\b|its controller (?:loses|discards|sacrifices)\b"
)
"""Harm to "it", where cards say "that creature" of the other one: which is meant isn't said."""


def _says_of_another(found: list[Trigger]) -> bool:
    """Whether a trigger begins with one creature and names another one: what it blocks, is blocked by or deals damage to."""
    events = [event for each in found for event in each.events]
    dealing = (each.recipients for each in events if isinstance(each, a.DealsDamage))
    return any(isinstance(each, a.BlocksCreature | a.BecomesBlockedBy) for each in events) or any(
        to is not None and to.players is None and to.permanents not in (None, a.THIS, HOST) for to in dealing
    )


_WHOM_THEY_ATTACKED = re.compile(r"(?:they|[a-z ]+ of those creatures) attacked\b")
_LONGEST = 12
_RETURNS_ITSELF = re.compile(r"\breturn (?:~|this card) from your graveyard\b")


def _is_departure(one: Trigger) -> bool:
    return bool(one.events) and all(isinstance(event, a.Dies | a.Leaves) for event in one.events)


def _may_trigger(tokens: list[Lexeme], text: str, setting: Setting) -> list[a.Ability]:
    """A trigger that isn't understood: what it may be set off by, so that the game is marked where that happens."""
    sentence = printed(text, tokens)
    said = with_self(sentence, own_names(setting.name, setting.legendary))  # a name may hold a comma
    clause = next(triggers(said), said)
    found: list[a.Ability] = [] if ends_nowhere(said, clause) else [*may_trigger(clause, sentence)]
    return found or [a.NotModelledAbility(text=sentence)]
