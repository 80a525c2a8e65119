"""613.2–613.3: copy effects and changes of control, under the later layers, against plain code of its own.

Ann attacks; abilities of hers and Bob's that copy and change control resolve one by one, and the turn ends. Static ones stand
beside, so that who controls what, and what is a copy of what, decides what the layers 4 to 7 do, which the other reference knows.
`LAYERS_BOARDS` draws more of them, from `LAYERS_SEED` on. Text-changing effects (613.1c) aren't modelled: they are declined.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

import pytest
from declarant import Game, permanent
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB
from rules.test_613_layers_against_reference import WHAT, Thing, fitting, settled

BOARDS = int(os.environ.get("LAYERS_BOARDS", "40"))
SEED = int(os.environ.get("LAYERS_SEED", "0"))


@dataclass(frozen=True)
class Values:
    """What is copied: what is printed, or what copy effects have made of that (707.2)."""

    types: frozenset[str]
    colors: frozenset[str]
    texts: tuple[str, ...]
    power: int
    toughness: int


@dataclass
class Rule:
    """An effect: a copy's values or a controller, whether it ends with the turn, and while who controls what it lasts."""

    is_now: Values | str
    until_end_of_turn: bool = False
    while_controlled: tuple[str, str] | None = None


@dataclass
class Card:
    """A permanent, and the effects on it, oldest first."""

    id: str
    owner: str
    printed: Values
    copies: list[Rule] = field(default_factory=list)
    control: list[Rule] = field(default_factory=list)

    @property
    def values(self) -> Values:
        found = self.copies[-1].is_now if self.copies else self.printed
        assert isinstance(found, Values)
        return found

    @property
    def controller(self) -> str:
        return str(self.control[-1].is_now) if self.control else self.owner


Table = dict[str, Card]
EXCEPT: dict[str, Callable[[Values], Values]] = {
    "": lambda values: values,
    ", except it has flying": lambda values: replace(values, texts=(*values.texts, "Flying")),
    ", except it's 4/4": lambda values: replace(values, power=4, toughness=4),
    ", except it's 4/4 and has flying": lambda values: replace(values, power=4, toughness=4, texts=(*values.texts, "Flying")),
    ", except it's an artifact in addition to its other types": lambda values: replace(values, types=values.types | {"Artifact"}),
}


def _copies(table: Table, who: str, what: str, but: str, ends: bool) -> None:
    table[who].copies.append(Rule(EXCEPT[but](table[what].values), ends))


def _exchanges(table: Table, one: Card, other: Card) -> None:
    first, second = one.controller, other.controller
    if first != second:
        one.control.append(Rule(second))
        other.control.append(Rule(first))


def _as_long_as(table: Table, source: Card, target: Card, you: str) -> None:
    """611.2b: it doesn't begin where it would end at once."""
    if source.controller == you:
        target.control.append(Rule(you, while_controlled=(you, source.id)))


Do = Callable[[Table, Card, Card, str], None]
DOES: dict[str, Do] = {
    f"it becomes a copy of target creature{until}{but}": (
        lambda table, source, target, you, but=but, until=until: _copies(table, source.id, target.id, but, bool(until))  # type: ignore[misc]
    )
    for but in EXCEPT
    for until in ("", " until end of turn")
} | {
    "target creature becomes a copy of this creature until end of turn": (
        lambda table, source, target, you: _copies(table, target.id, source.id, "", True)
    ),
    "gain control of target creature": lambda table, source, target, you: target.control.append(Rule(you)),
    "gain control of target creature until end of turn": lambda table, source, target, you: target.control.append(
        Rule(you, True)
    ),
    "gain control of target creature for as long as you control this creature": _as_long_as,
    "exchange control of this creature and target creature": lambda table, source, target, you: _exchanges(table, source, target),
}
OF_BOB = "Whenever one or more creatures attack you, gain control of target creature until end of turn."

DECLINED = (
    "after several effects gave control",
    "is by itself isn't kept while it is a copy",
    "an exchange of what somebody controls for a time",
)
"""What isn't carried out yet: what follows once the later of two effects on one permanent ends."""


def _expire(table: Table) -> None:
    """What lasts while somebody controls something ends for good once that isn't so."""
    while True:
        ended = [
            (card, rule)
            for card in table.values()
            for rule in card.control
            if rule.while_controlled is not None and table[rule.while_controlled[1]].controller != rule.while_controlled[0]
        ]
        if not ended:
            return
        for card, rule in ended:
            card.control.remove(rule)


def _turn_ends(table: Table) -> None:
    for card in table.values():
        card.copies = [rule for rule in card.copies if not rule.until_end_of_turn]
        card.control = [rule for rule in card.control if not rule.until_end_of_turn]
    _expire(table)


def _static(random: Random) -> str:
    what = random.choice([*WHAT])
    text = f"{random.choice(fitting(what))} {what}"
    return text if text.endswith('"') else f"{text}."


def drawn(random: Random) -> Table:
    table: Table = {}
    for number, owner in enumerate((ANN, ANN, ANN, BOB, BOB, ANN, BOB)):
        is_creature = number < 5
        kinds = random.sample(["Goblin", "Elf", "Orc"], random.randint(0, 1)) if is_creature else []
        texts: list[str] = random.sample(["Flying", "Trample"], random.randint(0, 1)) if is_creature else [_static(random)]
        if number < 3 and random.random() < 0.8:
            texts.append(f"Whenever this creature attacks, {random.choice([*DOES])}.")
        elif is_creature and random.random() < 0.6:
            texts.append(_static(random))
        if number == 6 and random.random() < 0.5:
            texts = [OF_BOB]
        values = Values(
            types=frozenset(["Creature", *kinds] if is_creature else ["Enchantment"]),
            colors=frozenset(random.sample("RBG", random.randint(0, 2))),
            texts=tuple(texts),
            power=random.randint(1, 4),
            toughness=random.randint(2, 5),
        )
        table[f"p{number}"] = Card(f"p{number}", owner, values)
    return table


def entered(table: Table) -> Game:
    game = Game.start([ANN, BOB])
    for card in table.values():
        values = card.printed
        size = {"power": values.power, "toughness": values.toughness} if "Creature" in values.types else {}
        kinds = values.types & {"Creature", "Enchantment"}
        stated = permanent(
            card.id,
            card.owner,
            types=sorted(kinds),
            subtypes=sorted(values.types - kinds),
            colors=sorted(values.colors),
            text="\n".join(values.texts),
            stated=False,
            **size,
        )
        game.enter(stated)
    return game


def expected(table: Table) -> dict[str, object]:
    board = {}
    for stamp, card in enumerate(table.values()):
        values, texts = card.values, [(text, float(stamp)) for text in card.values.texts]
        board[card.id] = Thing(
            card.id, card.controller, {*values.types}, {*values.colors}, texts, values.power, values.toughness, 0, stamp
        )
    return {
        one.id: (
            one.controller,
            one.types,
            one.colors,
            {text.lower() for text, _ in one.abilities} & {"flying", "trample"},
            (one.power, one.toughness) if "Creature" in one.types else None,
        )
        for one in settled(board).values()
    }


def found(game: Game) -> dict[str, object]:
    view = game.view
    return {
        id: (
            one.controller,
            {*one.types},
            {*one.colors},
            {*view.keywords(id)} & {"flying", "trample"},
            (one.power, one.toughness) if "Creature" in one.types else None,
        )
        for id, one in view.permanents.items()
    }


def test_copies_and_control_on_random_boards() -> None:
    changed = declined = 0
    for seed in range(SEED, SEED + BOARDS):
        random = Random(seed)
        table = drawn(random)
        game = entered(table)
        texts = {card.id: (card.owner, *card.printed.texts) for card in table.values()}
        assert found(game) == expected(table), f"seed {seed}: {texts}"
        game.declare_attackers(dict.fromkeys(("p0", "p1", "p2"), BOB))
        game.put_on_stack()
        meant = {}
        for each in [*game.stack.abilities]:
            meant[each.number] = f"p{random.randrange(5)}"
            game.choose_targets(each.number, [meant[each.number]])
        decided = []
        while game.stack.abilities:
            top = game.stack.abilities[-1]
            said = top.ability.removeprefix("Whenever this creature attacks, ").removesuffix(".")
            do = DOES["gain control of target creature until end of turn" if top.ability == OF_BOB else said]
            game.resolve()
            do(table, table[top.source], table[meant[top.number]], top.controller)
            _expire(table)
            decided.append(f"{top.source}: {said}, {meant[top.number]}")
            if any(each in mark.why for mark in game.stack.marks for each in DECLINED):
                declined += 1
                break
            assert not game.stack.marks, (seed, game.stack.marks)
            assert found(game) == expected(table), f"seed {seed}: {texts} after {decided}"
            changed += 1
        else:
            game.end_combat()
            game.clean_up()
            _turn_ends(table)
            assert found(game) == expected(table), f"seed {seed}: {texts} after {decided}, as the turn has ended"
    print(f"{changed} copies and changes of control on {BOARDS} boards agree, {declined} boards are declined")
    assert declined < BOARDS / 4


@pytest.mark.parametrize(
    "does",
    [
        "change the text of target creature by replacing all instances of one color word with another until end of turn.",
        "change the text of target creature by replacing all instances of one creature type with another.",
    ],
)
def test_text_changing_effects_are_declined(does: str) -> None:
    """613.1c, 612."""
    (ability,) = read_permanent(f"Whenever this creature attacks, {does}")
    assert isinstance(ability, a.Triggered)
    assert ability.does is None


def test_each_of_two_instances_of_an_ability_that_is_granted_counts() -> None:
    """113.2c, seed 33 of the above."""
    game = Game.start([ANN, BOB])
    for id in ("one", "two"):
        text = 'Creatures have "Goblins get +1/+1."'
        game.enter(permanent(id, ANN, types=["Enchantment"], text=text, stated=False))
    game.enter(permanent("ox", ANN, types=["Creature"], subtypes=["Goblin"], power=1, toughness=1, stated=False))
    assert game.view.permanents["ox"].size == "3/3"
