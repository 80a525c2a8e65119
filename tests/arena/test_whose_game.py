"""What a log states of a game besides the game: whose it is, decks, opening hands, ranks, and how long its owner thinks."""

from __future__ import annotations

import json
from typing import Any

from arena.logs import ME, OPPONENT, Imported, Log, attacking, combat, creature
from declarant.events import records as r
from declarant.tools.cards import CardFace

OX = creature(301, ME)
IN_HAND = {"grpId": 80_001, "type": "GameObjectType_Card", "ownerSeatId": ME, "controllerSeatId": ME, "zoneId": 31}


def named(number: int) -> CardFace | None:
    return CardFace(name="Hill") if number == 80_001 else None


def connected(log: Log, *cards: int, sideboard: tuple[int, ...] = ()) -> Log:
    deck = {"deckCards": list(cards), "sideboardCards": list(sideboard)}
    resp = {"connectResp": {"deckMessage": deck}}
    return log.server({"type": "GREMessageType_ConnectResp", "systemSeatIds": [ME], "msgId": 1, **resp})


def ranked(log: Log, **rank: Any) -> Log:
    return log.line("<== RankGetCombinedRankInfo(1ff3)").line(json.dumps(rank))


def started(log: Log, hand: int = 2, mulligans: int = 1) -> Log:
    ids = list(range(401, 401 + hand))
    zones = [
        {"zoneId": 31, "type": "ZoneType_Hand", "ownerSeatId": ME, "objectInstanceIds": ids},
        {"zoneId": 35, "type": "ZoneType_Hand", "ownerSeatId": OPPONENT, "objectInstanceIds": [501]},
    ]
    log.full(*({**IN_HAND, "instanceId": id} for id in ids))
    players = [
        {"systemSeatNumber": ME, "lifeTotal": 20, "teamId": ME},
        {"systemSeatNumber": OPPONENT, "lifeTotal": 20, "teamId": OPPONENT, "mulliganCount": mulligans},
    ]
    return log.diff(zones=zones, players=players).step("Upkeep", phase="Phase_Beginning")


def test_the_owner_is_the_player_to_whom_the_first_state_is_sent_and_brings_the_deck() -> None:
    log = connected(Log(), 80_001, 80_001, 80_002, sideboard=(80_001,))
    [described] = Imported(log.full(OX), cards=named).events(r.GameDescribed)
    assert described == r.GameDescribed(owner="player:1", deck={"Hill": 2, "grp 80002": 1}, sideboard={"Hill": 1})


def test_an_opponent_may_be_a_bot_and_a_match_of_several_games() -> None:
    log = Log()
    config = {
        "matchId": log.match,
        "reservedPlayers": [{"systemSeatId": 1}, {"systemSeatId": 2, "isBotPlayer": True, "playerName": "Sparky"}],
    }
    log.line("[UnityCrossThreadLogger]2/22/2026 12:54:00 PM: Match to X: MatchGameRoomStateChangedEvent")
    log.line(json.dumps({"matchGameRoomStateChangedEvent": {"gameRoomInfo": {"gameRoomConfig": config}}}))
    info = {"matchID": log.match, "gameNumber": 1, "stage": "GameStage_Start", "matchWinCondition": "MatchWinCondition_Best2of3"}
    [described] = Imported(log.full(OX, gameInfo=info)).events(r.GameDescribed)
    assert (described.bots, described.best_of) == (("player:2",), 3)


def test_the_deck_of_the_next_game_is_the_one_that_was_submitted() -> None:
    log = connected(Log(), 80_001).full(OX)
    log.client("SubmitDeckResp", 5, submitDeckResp={"deck": {"deckCards": [80_002]}})
    second = Log(game=2).full(OX)
    imported = Imported(log.content + second.content, cards=named)
    found = [
        event.deck
        for game in imported.importer.games
        for _, event in imported.journal(game.stream).log(game.stream).events()
        if isinstance(event, r.GameDescribed)
    ]
    assert found == [{"Hill": 1}, {"grp 80002": 1}]


def test_opening_hands_are_stated_as_the_first_turn_begins_the_opponents_without_its_cards() -> None:
    assert Imported(started(Log()), cards=named).events(r.OpeningHandKept) == [
        r.OpeningHandKept(player="player:1", mulligans=0, cards=("Hill", "Hill")),
        r.OpeningHandKept(player="player:2", mulligans=1),
    ]


def test_a_game_that_is_conceded_before_its_first_turn_has_mulligans_and_no_hand() -> None:
    log = Log().full({**IN_HAND, "instanceId": 401}, turnInfo={})
    log.diff(players=[{"systemSeatNumber": OPPONENT, "lifeTotal": 20, "teamId": OPPONENT, "mulliganCount": 2}])
    result = {"scope": "MatchScope_Game", "winningTeamId": ME, "reason": "ResultReason_Concede"}
    imported = Imported(log.diff(gameInfo={"matchID": log.match, "gameNumber": 1, "results": [result]}))
    assert imported.events(r.OpeningHandKept) == [
        r.OpeningHandKept(player="player:1", mulligans=0),
        r.OpeningHandKept(player="player:2", mulligans=2),
    ]


def test_a_rank_before_and_after_the_game_is_in_the_words_of_the_record() -> None:
    log = ranked(Log(), constructedClass="Gold", constructedLevel=3, constructedStep=2).full(OX)
    result = {"scope": "MatchScope_Game", "winningTeamId": ME, "reason": "ResultReason_Concede"}
    log.diff(gameInfo={"matchID": log.match, "gameNumber": 1, "results": [result]})
    ranked(log, constructedClass="Gold", constructedLevel=2, constructedStep=0)
    imported = Imported(log)
    assert [event.rank for event in imported.events(r.GameDescribed)] == ["Gold level 3, step 2"]
    assert [event.rank for event in imported.events(r.RankTold)] == ["Gold level 2, step 0"]


def test_a_rank_in_the_middle_of_a_game_is_not_the_one_after_it() -> None:
    assert not Imported(ranked(Log().full(OX), constructedLevel=1)).events(r.RankTold)


def test_a_player_who_is_asked_again_while_choosing_thinks_since_the_first_time() -> None:
    log = combat(OX).asks_to_attack({301: [OPPONENT]}).asks_to_attack({301: [OPPONENT]}, {301: OPPONENT})
    log.submits().step("DeclareAttack", attacking(OX), turn=3)
    assert Imported(log).events(r.DeclarationAsked) == [r.DeclarationAsked(player="player:1", action="attack")]


def timer(id: int, kind: str, seconds: int, elapsed: int, running: bool = True) -> dict[str, object]:
    fields = {"timerId": id, "type": f"TimerType_{kind}", "durationSec": seconds, "elapsedMs": elapsed}
    return {**fields, **({"running": True} if running else {}), "behavior": "TimerBehavior_Timeout", "warningThresholdSec": 30}


def asked_with(*timers: dict[str, object], seat: int = ME) -> list[r.DeclarationAsked]:
    """A request a second after timers were stated."""
    log = combat(OX)
    log.server({"type": "GREMessageType_TimerStateMessage", "timerStateMessage": {"seatId": seat, "timers": list(timers)}})
    return Imported(log.asks_to_attack({301: [OPPONENT]})).events(r.DeclarationAsked)


def test_how_long_a_player_has_left_is_known_by_the_timers_of_the_turn_and_of_the_match() -> None:
    others = timer(6, "Inactivity", 150, 5), timer(9, "Delay", 2, 0), timer(4, "NonActivePlayer", 1, 900)
    (asked,) = asked_with(timer(3, "ActivePlayer", 60, 10_000), timer(7, "MatchClock", 1800, 100_000), *others)
    assert (asked.time_left, asked.match_clock) == (49_000, 1_699_000)


def test_time_stands_still_on_a_timer_that_does_not_run_and_never_is_below_0() -> None:
    (still,) = asked_with(timer(3, "ActivePlayer", 60, 10_000, running=False))
    (over,) = asked_with(timer(3, "ActivePlayer", 1, 900))
    (other,) = asked_with(timer(3, "ActivePlayer", 60, 0), seat=OPPONENT)
    assert [asked.time_left for asked in (still, over, other)] == [50_000, 0, None]


def test_a_state_states_timers_of_the_player_whom_they_are_named_with() -> None:
    log = combat(OX).diff(
        players=[{"systemSeatNumber": ME, "lifeTotal": 20, "timerIds": [3]}], timers=[timer(3, "ActivePlayer", 60, 0)]
    )
    (asked,) = Imported(log.asks_to_attack({301: [OPPONENT]})).events(r.DeclarationAsked)
    assert asked.time_left == 59_000
