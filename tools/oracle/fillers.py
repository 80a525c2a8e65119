"""What may be passed over, and why: words that say nothing more, a closed list, and stretches that bear on nothing here."""

from __future__ import annotations

ARTICLE = "an article: how many there are is said by the noun's number"
PARTITIVE = "of those that are named next: how many was read before, or is read from them"
CHOOSER = "whoever does it chooses, which is so without the words (608.2d)"
SAME = "another way to say what was read already"
DOER = "who does it was read already, and none but they can"
CASE = "of an instruction that a case states: the case knows when it happens, and instead of what"
JOINT = "joins what is read one by one"
VERB = "the verb of what is described"
SUBJECT = "the subject that the clause before had, too"
NUMBER = "what follows is the number"
RECIPIENT = "to whom the damage would have been dealt that is dealt otherwise"
HAND = "nobody's hand is known by name"

FILLERS = {
    "a": ARTICLE,
    "an": ARTICLE,
    "the": ARTICLE,
    "that": ARTICLE,
    "and": JOINT,
    "then": CASE,
    "then ,": CASE,
    "otherwise ,": CASE,
    "instead ,": CASE,
    "instead": CASE,
    "each": PARTITIVE,
    "each of": PARTITIVE,
    "up to": PARTITIVE,
    "any number of": PARTITIVE,
    "is": VERB,
    "was": VERB,
    "are": VERB,
    "were": VERB,
    "it": SUBJECT,
    "they": SUBJECT,
    "he": SUBJECT,
    "she": SUBJECT,
    "you": DOER,
    "have": "the verb of a choice: you may have it done",
    "as it last existed on the battlefield": "what is asked of what has left is always that (608.2h)",
    "to that permanent or player": RECIPIENT,
    "to that creature or player": RECIPIENT,
    "also": SAME,
    "as well": SAME,
    ".": "the sentence ends",
    "perpetually": "for as long as the game lasts, which no combat outlives",
    "for each": NUMBER,
    "equal to": NUMBER,
    "additional": "on top of what it has, as every change is (613.4c)",
    "an additional": "on top of what it has, as every change is (613.4c)",
    "other": "the caller looks back at it, and excepts what was named before",
    "does": VERB,
    "do": VERB,
    "control": VERB,
    "controls": VERB,
    "abilities": "of the kind that was named",
    "counter": "the word for what was named, said once for several",
    "at random": "which cards are discarded, of which only the number is known",
    "face down": "of a card that nobody looks at again",
    "created this way": SAME,
    "of their choice": CHOOSER,
    "of your choice": CHOOSER,
    "of his or her choice": CHOOSER,
    "from your graveyard": SAME,
    **dict.fromkeys(
        ("that could enchant it", "that could enchant that creature", "that could enchant ~"),
        "an Aura that couldn't isn't put onto the battlefield attached to it (303.4i)",
    ),
    "defending player": "whom the token attacks, as what made it says",
    ", reveal it": HAND,
    ", reveal that card": HAND,
    ", reveal them": HAND,
    ",": JOINT,
    ", and": JOINT,
    ", or": JOINT,
}
"""Phrase → why it can be left out without a difference."""

STRETCHES = {
    "bears on nothing": "what nothing declared, no combat damage and no death depends on (`bearing`)",
    "another event": "sets an ability off, too, and is none that a declaration, combat damage or a death is",
    "noncombat": "of damage that no combat deals",
    "card's words": "kept in the card's own words, which nothing else is made of",
    "another form": "it is in what is read, in another form",
    "tied": "one of several that have the greatest or least has it, too",
    "stated": "a board or a case states it",
    "a choice": "each of the ways that it names is in the value, as a mode",
    "a name": "of a mode, which means nothing (207.2d)",
    "elsewhere": "what is done to cards, spells and mana, of which nothing is known (`instructions.elsewhere`)",
}
"""Why a stretch of words has no part in what is read."""
