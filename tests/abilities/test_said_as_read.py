"""What abilities do is said in words, which read as the same value."""

import pytest
from abilities.resolving import ATTACKS
from abilities.saying import check_said_as_read

DONE = (
    "return to the battlefield tapped target creature card in your graveyard.",
    "you may put an Equipment card from your hand onto the battlefield attached to it.",
    "it gets +2/+0 until end of turn unless an opponent pays 3 life.",
    "draw a card unless any player pays 2 life.",
    "each opponent blights 1.",
    "each opponent may blight 1.",
    "for each opponent, that player blights 1.",
    "target player blights 2.",
    "support 2. Those creatures gain trample until end of turn.",
    "it gets +1/+0 until end of turn for each card in defending player's hand.",
    "it explores, then it explores again.",
    "add one mana of any color.",
    "add X mana in any combination of colors, where X is its power.",
    "add an amount of {R} equal to its power.",
    "after this phase, there is an additional combat phase followed by an additional main phase.",
    "untap up to X lands, where X is the number of attacking creatures.",
    "put up to X land cards from your hand onto the battlefield tapped, where X is its power.",
    "move any number of +1/+1 counters from it onto target creature.",
    "return target artifact card from your graveyard to the battlefield if its mana value is 3 or less.",
    "it deals 1 damage to each of up to three targets.",
    "investigate. If you attacked with two or more creatures this turn, investigate twice instead.",
    "it gets +X/+0 until end of turn, where X is the total mana value of artifacts you control.",
    "it gets +X/+0 until end of turn, where X is your speed.",
    "it gets +X/+0 until end of turn, where X is the number of spells you've cast this turn.",
    "you may pay {R} any number of times. If you do, draw a card.",
    "sacrifice it at end of combat unless you pay {R}.",
    "each other attacking creature deals 1 damage to defending player.",
    "if it's neither day nor night, you gain 2 life.",
    "if its power is greater than its base power, you gain 2 life.",
    "if you have fewer cards in hand than defending player, you gain 2 life.",
    "this creature deals 1 damage to the player or planeswalker it's attacking.",
    "this creature deals 1 damage to the player, planeswalker, or battle it's attacking.",
    "put a +1/+1 counter on it for each Goblin you control and each creature card in your graveyard.",
    "until end of turn, it gets +2/+0 and can't be blocked.",
    "you may cast a spell from your hand without paying its mana cost. If you do, draw a card.",
    "search your library for up to X basic land cards, where X is its power, put them onto the battlefield, then shuffle.",
    "put the cards exiled with it into their owners' hands.",
    "investigate for each nontoken attacking creature.",
    "investigate X times, where X is the number of artifacts you control.",
    "target opponent chooses a creature they control and exiles it.",
    "an opponent chooses a creature they control and exiles it.",
    "it deals 2 damage to any target. If you control a Wizard, it deals 4 damage to that permanent or player instead.",
    "defending player chooses an artifact they control and returns it to its owner's hand.",
    "tap target creature. If that creature is a Goblin or its power is 2 or less, you gain 1 life.",
    "tap target creature. If you control an artifact or that creature is a Goblin, you gain 1 life.",
)
TRIGGERED = (
    "Whenever this creature deals combat damage to a player or battle, you gain 1 life. If a source would deal damage to a "
    "player this turn, it deals that much damage plus 2 instead.",
    "Whenever another creature dies, return it to the battlefield face down and tapped under its owner's control.",
    "Whenever this creature becomes blocked by a Wall, destroy that creature at end of combat. It can't be regenerated.",
    "Whenever this creature is dealt damage, each other creature deals damage equal to its power to this creature.",
)


@pytest.mark.parametrize("text", [*(ATTACKS + done for done in DONE), *TRIGGERED])
def test_it_is_said_as_it_is_read(text: str) -> None:
    check_said_as_read(text)
