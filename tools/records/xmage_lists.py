"""Which fields and sentences of XMage's records have no bearing, and why. Others that aren't read are stated.

In a sentence `…` stands for any words, `#` for a number. Sources: the bench's JSON Schemas, versions 2 to 9, and the sentences
with which XMage itself informs players of a game; single cards have hundreds more, of which most are in no list.
"""

from __future__ import annotations

import re

from pydantic.alias_generators import to_camel

_OF_BENCH = "it is about the program that played, or about showing the game"
_NUMBERING = "it numbers or names what is stated elsewhere"
_STACK = "of the stack, spells as they are cast are stated"
_BOARD = "the board at the next decision says what came of it"
_HIDDEN = "hands and libraries are stated by how many cards they have, as far as journals have a place for it"
_TEXTS = "types, power and toughness are stated; nothing is ruled on, so that no table asks for it"
_DECLARED = "boards say who attacks and blocks what"
_TURNS = "the turn and the step are stated as they begin"
_ENDED = "the end of the game is stated with its winner"
_CHOICES = "what comes of a choice is stated, or shows on the board"
_NO_PLACE = "no table has a place for it"
_PREVENTED = "the damage that is dealt is stated"

_FIELDS = {
    "Record": {
        _OF_BENCH: "deck_type total_turns harness_epoch youtube_url card_images llm_events llm_trace annotations "
        "blunder_script_version season tournament decisions errors",
    },
    "NamedPlayer": {
        _OF_BENCH: "type model deck_name deck_strategy commander reasoning_effort total_cost_usd tools tool_calls_ok "
        "tool_calls_failed thinking_time_secs",
        _ENDED: "placement timed_out",
    },
    "Metadata": {_TEXTS: "mana_cost oracle_text power toughness loyalty defense"},
    "GameOver": {_ENDED: "seq message"},
    "GameSnapshot": {_NUMBERING: "phase ts", _STACK: "stack", _OF_BENCH: "priority_player"},
    "Player": {
        _NUMBERING: "is_active",
        _HIDDEN: "library_size commanders command_zone",
        _ENDED: "has_left",
        _NO_PLACE: "counters mana_pool",
    },
    "ListedCard": {
        _TEXTS: "mana_cost rules loyalty counters face_down original_card copy attached_to",
        _OF_BENCH: "visible_to playable is_land",
    },
    "Group": {},
    "LoggedAction": {_NUMBERING: "phase ts", _OF_BENCH: "from"},
}
WITHOUT_BEARING = {
    f"{part}.{spelled}": why
    for part, reasons in _FIELDS.items()
    for why, names in reasons.items()
    for name in names.split()
    for spelled in dict.fromkeys((name, to_camel(name)))
}
"""Part of a record and field, as both spellings have it → why nothing is taken from it."""

_SENTENCES = {
    _DECLARED: (
        *("… attacks … with # creature", "… attacks … with # creatures", "… skip attack", "Attacked player: …"),
        *("… removed from combat", "… are ordered: …"),
        *("… formed a band with # creatures: …", "… can't be blocked … Blockers discarded."),
    ),
    _BOARD: (
        *("… puts … onto the Battlefield", "… puts … into their hand", "… puts … into its owner's hand"),
        *("… puts … into their graveyard", "… puts … graveyard", "… puts … library", "… puts … command zone"),
        *("… puts … counter on …", "… puts … counters on …", "… removes … counter from …", "… removes … counters from …"),
        *("… moves … to the exile zone", "… has moved … to the command zone instead of their …", "… sacrificed …"),
        *("… is put into graveyard from battlefield", "… was destroyed", "… was destroyed by …", "… untapped …"),
        *("… creates a … token", "… enters the battlefield as a token under …'s control", "… transforms into …"),
        *("… enters the battlefield under the control of …", "… phased in", "… phased out", "Convoke: …", "Improvise: …"),
        *("… has been chosen to protect …", "… attaches … to …", "… levelled up from # to #", "… unattaches …"),
    ),
    _HIDDEN: (
        *("… draws … card", "… draws … cards", "… draws … from the bottom of their library", "… discards …"),
        *("… shuffles … into their library", "…'s library is shuffled", "… is put into …'s library …"),
        *("… searches their library", "… searches the library of …", "… reveals …", "… looks at …", "… seeks a card …"),
        *("… scries #", "… surveils #", "… mills …", "… dredges …", "… decides to take mulligan", "… draws a revealed card (…)"),
    ),
    _STACK: (
        *("… activates: …", "… Ability triggers: …", "… has been fizzled.", "Ability has been fizzled: …"),
        *("… is countered by …", "… could not be countered by …", "… created … copy of …", "… created … copies of …"),
        *("… will be copied # time", "… will be copied # times", "… is now targeting …", "… announces a value of # for …"),
    ),
    _CHOICES: (
        *("… has chosen …", "… has chosen: …", "… chose …", "… flipped …", "… won the flip", "… lost the flip", "… rolled …"),
        *("… pays {…}.", "… pays the cost to prevent the effect", "… chooses to pay …", "… chooses not to pay …"),
        *("… did not pay for …", "… paid for …", "Chosen color: …", "… exerted …"),
    ),
    _TURNS: (
        *("Turn #", "… chooses that … take the first turn", "… won the toss"),
        *("… skips … step", "… skips … phase", "… skips their turn", "… takes an extra turn", "… takes an extra … step"),
        *("… starts an additional … phase", "The current turn ends"),
        "State-based actions or triggers happened on cleanup step, so players get priority due 514.3a",
    ),
    _ENDED: (
        "… has won the game",
        "… has lost the game.",
        "… wants to concede",
        "For … the game is a draw.",
        "… quits the match.",
    ),
    _NO_PLACE: (
        *("It has become day", "It has become night", "… is the monarch", "… takes the initiative"),
        *("… gets the city's blessing for the rest of the game.", "… has entered … (dungeon: …)", "… has completed …"),
        *("…'s speed is now 1.", "…'s speed has increased to #", "…'s speed has decreased to #", "… is now renowned"),
        "… gains a new Ring ability: …",
    ),
    _PREVENTED: ("# damage from … to … prevented because of protection", "# damage … has been prevented …"),
}
SENTENCES_WITHOUT_BEARING = {sentence: why for why, sentences in _SENTENCES.items() for sentence in sentences}
"""Sentence of a record → why nothing is taken from it. It may end with what its source is, in parentheses."""

_PATTERN = re.compile(
    "|".join(
        re.escape(sentence).replace("…", ".+?").replace(r"\#", "[0-9]{1,6}") + r"\.?(?: \(.+\))?"
        for sentence in SENTENCES_WITHOUT_BEARING
    )
)


def has_no_bearing(sentence: str) -> bool:
    """Whether nothing is taken from a sentence, by the list."""
    return _PATTERN.fullmatch(sentence) is not None
