"""What the tables state of a game besides the game: whose it is, decks, opening hands, ranks, and how long a player thinks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from declarant import Game, permanent
from declarant.events import facts as t
from declarant.events import records as r
from declarant.events.model import Model
from freezegun import freeze_time
from tables.tabulating import rows


def append(game: Game, *events: Model) -> None:
    for event in events:
        game.happen(lambda draft, event=event: draft.append(event))


def recorded() -> Game:
    game = Game.start(["Ann", "Bob"], rules="2024-06-07")
    described = r.GameDescribed(owner="Ann", bots=("Bob",), best_of=3, deck={"Hill": 7, "Ox": 4}, rank="Gold level 3, step 2")
    hands = r.OpeningHandKept(player="Ann", mulligans=1, cards=("Hill", "Ox")), r.OpeningHandKept(player="Bob", mulligans=2)
    append(game, described, *hands)
    return game


def the_game(game: Game) -> dict[str, Any]:
    [row] = rows(game.journal)["games"]
    return row


def test_a_game_says_whose_it_is_and_what_was_brought_to_it() -> None:
    row = the_game(recorded())
    assert (row["owner"], row["bots"], row["best_of"], row["first"]) == ("Ann", ("Bob",), 3, "Ann")
    assert (row["deck"], row["sideboard"], row["rank"], row["rank_after"]) == (
        ("7 Hill", "4 Ox"),
        (),
        "Gold level 3, step 2",
        None,
    )
    assert (row["mulligans"], row["opposing_mulligans"], row["opening_hand"]) == (1, 2, ("Hill", "Ox"))


def test_the_owner_won_or_not_and_nobody_knows_before_the_end() -> None:
    game = recorded()
    assert the_game(game)["won"] is None
    append(game, t.GameEnded(winner="Bob"), r.RankTold(player="Ann", rank="Gold level 3, step 1"))
    assert (the_game(game)["won"], the_game(game)["rank_after"]) == (False, "Gold level 3, step 1")


def test_of_a_game_without_such_a_record_nothing_is_stated() -> None:
    row = the_game(Game.start(["Ann", "Bob"], rules="2024-06-07"))
    assert (row["owner"], row["bots"], row["mulligans"], row["opening_hand"], row["won"]) == (None, (), None, None, None)


def test_mulligans_of_players_of_whom_the_record_has_none_are_not_known() -> None:
    game = Game.start(["Ann", "Bob"], rules="2024-06-07")
    append(game, r.GameDescribed(owner="Ann"), r.OpeningHandKept(player="Ann", mulligans=1))
    assert (the_game(game)["mulligans"], the_game(game)["opposing_mulligans"]) == (1, None)


def test_thinking_is_the_time_from_the_request_to_the_declaration() -> None:
    with freeze_time("2026-02-22 12:00:00") as frozen:
        game = Game.start(["Ann", "Bob"], rules="2024-06-07")
        game.enter(permanent("ox", "Ann", types=["Creature"]))
        append(game, r.DeclarationAsked(player="Ann", action="attack"))
        frozen.tick(timedelta(milliseconds=4200))
        game.declare_attackers({"ox": "Bob"})
        game.declare_blockers({})
    assert [row["thinking_time"] for row in rows(game.journal)["declarations"]] == [4200, None]
