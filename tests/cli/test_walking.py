"""A game walked turn by turn: what is stated of each event, in the order of the journal."""

from __future__ import annotations

import pytest
from declarant import Game, permanent
from declarant.events import declarations as d
from declarant.events import facts as t
from declarant.events import records as r
from declarant.events.catalogue import Event
from declarant.events.errors import CorruptJournal
from declarant.events.journal.journal import Journal
from declarant.tools.history.turn_by_turn import HistoryItem, Walker, folded


def walked(game: Game) -> list[tuple[str, str]]:
    walker = Walker()
    return [(item.kind, item.words) for entry in game.journal.entries(game.log.stream) for item in walker.read(entry)]


def game() -> Game:
    """Ann may attack Bob."""
    started = Game.start(["Ann", "Bob"], rules="2024-06-07")
    started.enter(permanent("ox", "Ann", name="Grim Ox", types=["Creature"], text="Whenever this creature attacks, draw a card."))
    started.enter(permanent("cat", "Bob", types=["Creature"]))
    return started


def test_declarations_and_triggers_are_stated_with_names() -> None:
    played = game()
    played.declare_attackers({"ox": "Bob"})
    played.declare_blockers({"cat": ["ox"]})
    assert walked(played) == [
        ("game", "rules of 2024-03-08"),
        ("turn", "turn 1, Ann; Ann at 20, Bob at 20"),
        ("attack", "Grim Ox [ox] ?/? attacks Bob"),
        ("trigger", "Grim Ox [ox]: Whenever this creature attacks, draw a card."),
        ("block", "cat ?/? blocks Grim Ox [ox] ?/?"),
    ]


def test_declaring_nothing_is_stated() -> None:
    played = game()
    played.declare_attackers({})
    assert walked(played)[-1] == ("attack", "Ann declares no attackers")


def test_what_was_taken_back_without_a_ruling_is_reported_and_the_board_is_as_before() -> None:
    played = game()
    version = played.version
    played.declare_attackers({"ox": "Bob"})
    played.take_back(version)
    played.declare_attackers({"ox": "Bob"})
    assert [kind for kind, _ in walked(played)][2:] == ["attack", "trigger", "taken back", "attack", "trigger"]


@pytest.mark.parametrize(
    ("event", "item"),
    [
        (t.DamageDealt(source="ox", target="Bob", amount=2, combat=True), ("damage", "Grim Ox [ox] deals 2 damage to Bob")),
        (t.RecordInterrupted(reason="a page is missing"), ("gap", "a page is missing")),
        (t.RecordResumed(), ("gap", "the whole board is known again")),
        (t.GameEnded(winner="Ann", reason="Concede"), ("end", "Ann wins (Concede)")),
        (t.GameEnded(), ("end", "nobody wins")),
        (
            d.NeverEnteredCombat(creature="ox", action="attack", concept="attack.entering", reason="it is late"),
            ("combat", "it is late"),
        ),
        (d.DamageOrderAnnounced(orders={"ox": ("cat",)}, concept="block.orders"), ("order", "Grim Ox [ox]: cat")),
    ],
)
def test_an_event_is_stated(event: Event, item: tuple[str, str]) -> None:
    played = game()
    played.happen(lambda draft: draft.append(event))
    assert walked(played)[-1] == item


def test_who_won_and_lost_life_died_and_cast_what_is_stated() -> None:
    played = game()
    played.happen(lambda draft: draft.append(r.GameDescribed(owner="Ann", bots=("Bob",), best_of=3, rank="Gold level 3, step 2")))
    played.happen(lambda draft: draft.append(r.OpeningHandKept(player="Ann", mulligans=2, cards=("Hill", "Ox"))))
    played.happen(lambda draft: draft.append(t.SpellCast(id="s", player="Bob", name="Shock")))
    played.happen(lambda draft: draft.append(t.PlayerTotalsChanged(player="Bob", life=17)))
    played.happen(lambda draft: draft.append(t.PermanentLeft(id="ox", to="graveyard", why="lethal damage")))
    assert walked(played)[2:] == [
        ("record", "Bob is a bot, best of 3, rank Gold level 3, step 2"),
        ("hand", "Ann (you) keeps a hand after 2 mulligans: Hill, Ox"),
        ("spell", "Bob casts Shock"),
        ("life", "Bob goes from 20 to 17 life"),
        ("death", "Grim Ox [ox] dies of lethal damage"),
    ]


def test_turns_in_which_nothing_is_stated_are_folded() -> None:
    turns = [HistoryItem(number, "turn", f"turn {number}, Ann") for number in range(1, 6)]
    attack = HistoryItem(9, "attack", "ox attacks Bob")
    assert list(folded([*turns, attack])) == [
        turns[0]._replace(words="turn 1, Ann … nothing until the end of turn 4"),
        turns[4],
        attack,
    ]
    assert list(folded([turns[0], turns[1], attack])) == [turns[0], turns[1], attack]
    assert list(folded([attack, turns[0]])) == [attack, turns[0]]


def test_damage_outside_combat_is_not_stated() -> None:
    played = game()
    played.happen(lambda draft: draft.append(t.DamageDealt(source="ox", target="Bob", amount=2, combat=False)))
    assert walked(played)[-1][0] == "turn"


def test_an_entry_that_can_not_follow_is_reported() -> None:
    journal = Journal.open("memory://")
    journal.log("game").append([t.PermanentLeft(id="ghost")])
    [entry] = journal.entries("game")
    with pytest.raises(CorruptJournal, match="can't follow"):
        list(Walker().read(entry))


def test_an_item_is_a_version_a_kind_and_words() -> None:
    assert HistoryItem(1, "turn", "turn 1")._asdict() == {"version": 1, "kind": "turn", "words": "turn 1"}
