"""What messages state becomes events: turns, permanents, declarations and what follows from them."""

from __future__ import annotations

import pytest
from arena.logs import (
    DEFENDER,
    FLYING,
    HASTE,
    MATCH,
    ME,
    MENACE,
    OPPONENT,
    START,
    STREAM,
    VIGILANCE,
    Imported,
    Json,
    Log,
    annotation,
    attacking,
    blocked,
    blocking,
    combat,
    creature,
    leaving,
    qualification,
    unblocked,
)
from declarant.events import abilities as a
from declarant.events import declarations as d
from declarant.events import facts as t
from declarant.events import stack as s
from declarant.handlers.game import Game

OX, BEAR = creature(301, ME), creature(401, OPPONENT)
PLAYER_1, PLAYER_2 = "player:1", "player:2"


def test_a_game_starts_with_its_players_its_day_and_what_is_played() -> None:
    [started] = Imported(combat()).events(t.GameStarted)
    assert isinstance(started, t.GameStarted)
    assert (started.players, started.names) == ((PLAYER_1, PLAYER_2), {PLAYER_1: "Ann", PLAYER_2: "Bob"})
    assert (str(started.edition), started.format, str(started.played)) == (
        "2025-07-25",
        "Ladder",
        "2026-02-22 20:54:12.005000+00:00",
    )


def test_turns_and_steps_are_as_arena_counts_them() -> None:
    log = (
        combat()
        .step("EndCombat", turn=3)
        .step("", turn=3, phase="Phase_Main2")
        .step("End", turn=3, phase="Phase_Ending")
        .step("Upkeep", turn=4, active=OPPONENT, phase="Phase_Beginning")
        .step("", turn=4, active=OPPONENT, phase="Phase_Main1")
    )
    found = Imported(log).events(t.TurnBegan, t.CombatBegan, t.StepBegan, t.CombatEnded)
    assert found == [
        t.TurnBegan(player=PLAYER_1, number=3),
        t.StepBegan(step="precombat main"),
        t.CombatBegan(),
        t.StepBegan(step="beginning of combat"),
        t.StepBegan(step="declare attackers"),
        t.StepBegan(step="end of combat"),
        t.CombatEnded(),
        t.StepBegan(step="postcombat main"),
        t.StepBegan(step="other"),
        t.TurnBegan(player=PLAYER_2, number=4),
        t.StepBegan(step="precombat main"),
    ]


def test_a_second_combat_of_a_turn_is_another_one() -> None:
    log = combat().step("EndCombat", turn=3).step("BeginCombat", turn=3)
    assert Imported(log).events(t.CombatBegan, t.CombatEnded) == [t.CombatBegan(), t.CombatEnded(), t.CombatBegan()]


def test_a_permanent_enters_as_the_table_states_it() -> None:
    found = creature(301, ME, FLYING, sick=True, superTypes=["SuperType_Legendary"], color=["CardColor_Blue", "CardColor_Black"])
    [entered] = Imported(combat(found)).events(t.PermanentEntered)
    assert entered == t.PermanentEntered(
        id="301",
        controller=PLAYER_1,
        owner=PLAYER_1,
        name="grp 70301",
        arena_id=70301,
        types=("Legendary", "Creature", "Ox"),
        colors=("U", "B"),
        mana_value=None,
        power=2,
        toughness=2,
        continuously_controlled=False,
        abilities=(a.KeywordAbility(text="flying", keyword="flying"),),
    )


def test_a_token_is_called_after_its_subtypes() -> None:
    [entered] = Imported(combat(creature(301, ME, type="GameObjectType_Token"))).events(t.PermanentEntered)
    assert isinstance(entered, t.PermanentEntered)
    assert (entered.name, entered.token) == ("Ox token", True)


@pytest.mark.parametrize(
    ("now", "event"),
    [
        (creature(301, ME, tapped=True), t.PermanentTapped(id="301")),
        (creature(301, OPPONENT), t.ControllerChanged(id="301", controller=PLAYER_2)),
        (creature(301, ME, power={}), t.CharacteristicsChanged(id="301", power=0)),
        (creature(301, ME, color=[]), t.CharacteristicsChanged(id="301", colors=())),
        (
            creature(301, ME, HASTE),
            t.CharacteristicsChanged(id="301", abilities=(a.KeywordAbility(text="haste", keyword="haste"),)),
        ),
        (creature(301, ME, grpId=80_000), t.CharacteristicsChanged(id="301", name="grp 80000")),
        (creature(301, ME, overlayGrpId=80_000), t.CharacteristicsChanged(id="301", name="grp 80000")),
        (creature(301, ME, overlayGrpId=3, isFacedown=True), t.CharacteristicsChanged(id="301", name="")),
        (creature(301, ME, sick=True), t.ContinuousControlChanged(id="301", continuously_controlled=False)),
        (creature(301, ME, zoneId=30), t.PermanentLeft(id="301")),
    ],
)
def test_a_permanent_changes_as_the_table_states_it(now: Json, event: object) -> None:
    before = len(Imported(combat(OX)).events())
    assert event in Imported(combat(OX).diff(now)).events()[before:]


def test_a_deleted_object_has_left() -> None:
    assert Imported(combat(OX).diff(gone=(301,))).events()[-1] == t.PermanentLeft(id="301")


def test_counters_and_what_a_permanent_is_attached_to_are_known_by_what_goes_on() -> None:
    counter = annotation("Counter", 301, (301,), {"count": 3, "counter_type": 1}, id=7)
    attachment = annotation("Attachment", 301, (401,), id=8)
    log = combat(OX, theirs=(BEAR,)).diff(persistentAnnotations=[counter, attachment])
    log.diff(diffDeletedPersistentAnnotationIds=[8])
    assert Imported(log).events(t.CharacteristicsChanged, t.AttachmentChanged) == [
        t.AttachmentChanged(id="301", attached_to="401"),
        t.CharacteristicsChanged(id="301", counters={"+1/+1": 3}),
        t.AttachmentChanged(id="301", attached_to=None),
    ]


@pytest.mark.parametrize(
    ("number", "counter", "unknown"),
    [(1, "+1/+1", 0), (109, "+1/+2", 0), (86, "shield", 0), (172, "stun", 0), (999, "Arena's counter 999", 1)],
)
def test_a_counter_has_its_name_or_something_of_the_permanent_is_not_known(number: int, counter: str, unknown: int) -> None:
    put = annotation("Counter", 301, (301,), {"count": 2, "counter_type": number}, id=7)
    journal = Imported(combat(OX).diff(persistentAnnotations=[put])).journal()
    ox = Game(journal, STREAM).board.permanents["301"]
    assert (ox.counters, ox.unknown_abilities) == ({counter: 2}, unknown)


def test_loyalty_is_stated_by_the_permanent_and_not_counted_again() -> None:
    put = annotation("Counter", 301, (301,), {"count": 2, "counter_type": 7}, id=7)
    assert Imported(combat(OX).diff(persistentAnnotations=[put])).events(t.CharacteristicsChanged) == []


def test_poison_and_other_counters_of_players_come_and_go() -> None:
    def counters(poison: int, energy: int) -> list[Json]:
        numbers = ((3, poison), (35, energy))
        return [annotation("Counter", 0, (OPPONENT,), {"count": n, "counter_type": kind}, id=kind) for kind, n in numbers]

    log = combat(OX).diff(persistentAnnotations=counters(2, 3)).diff(persistentAnnotations=counters(3, 1))
    log.diff(diffDeletedPersistentAnnotationIds=[3, 35])
    imported = Imported(log)
    assert imported.events(s.PoisonGiven) == [s.PoisonGiven(player=PLAYER_2, number=number) for number in (2, 1, -3)]
    assert [event.counters for event in imported.events(s.PlayerCountersChanged)] == [
        {"energy": number} for number in (3, -2, -1)
    ]


@pytest.mark.parametrize(("stated", "type"), [("AssemblyWorker", "Assembly-Worker"), ("TimeLord", "Time Lord"), ("Ox", "Ox")])
def test_a_type_is_spelled_as_the_rules_spell_it(stated: str, type: str) -> None:
    [entered] = Imported(combat({**OX, "subtypes": [f"SubType_{stated}"]})).events(t.PermanentEntered)
    assert entered.types == ("Creature", type)


def test_attackers_are_declared_when_the_table_shows_them_attacking() -> None:
    imported = Imported(combat(OX, theirs=(BEAR,)).step("DeclareAttack", attacking(OX), turn=3))
    [declared] = imported.declared
    assert (declared.kind, declared.player, declared.declared, declared.source) == (
        "attack",
        PLAYER_1,
        {"301": (PLAYER_2,)},
        "observed",
    )
    assert declared.ruling is not None and declared.ruling.verdict == "legal"
    assert [type(event) for event in imported.events()[-6:]] == [
        d.AttackTargetsAnnounced,
        d.RestrictionsChecked,
        d.RequirementsChecked,
        d.AttackersTapped,
        d.BecameAttacking,
        d.PriorityReceived,
    ]


def test_creatures_that_are_only_chosen_do_not_attack_yet() -> None:
    chosen = {**OX, "attackState": "AttackState_Declared"}
    assert not Imported(combat(OX).diff(chosen)).events(d.AttackersDeclared)


def test_a_declaration_that_was_submitted_is_stated_with_the_message_that_it_answers() -> None:
    log = combat(OX).asks_to_attack({301: [OPPONENT]}).asks_to_attack({301: [OPPONENT]}, {301: OPPONENT})
    accepted = log.message
    [declared] = Imported(log.submits().step("DeclareAttack", attacking(OX), turn=3)).declared
    assert (declared.source, declared.message) == ("submit", accepted)


def test_that_nothing_attacks_is_stated_by_the_answer_alone() -> None:
    log = combat(OX).asks_to_attack({301: [OPPONENT]}).submits().step("EndCombat", turn=3).step("", turn=3, phase="Phase_Main2")
    imported = Imported(log)
    [declared] = imported.declared
    assert (declared.declared, declared.source) == ({}, "submit")
    assert imported.events(d.StepsSkipped) == [d.StepsSkipped()]


def test_the_server_answers_for_a_player_whose_time_is_up() -> None:
    log = combat(OX).asks_to_attack({301: [OPPONENT]})
    edict = {"edictMessage": {"type": "ClientMessageType_SubmitAttackersReq", "respId": log.message}}
    log.server({"type": "GREMessageType_EdictalMessage", "edictalMessage": edict})
    [declared] = Imported(log).declared
    assert (declared.declared, declared.source, declared.message) == ({}, "edict", log.message)


def test_a_creature_with_vigilance_stays_untapped() -> None:
    ox = creature(301, ME, VIGILANCE)
    assert not Imported(combat(ox).step("DeclareAttack", attacking(ox, tapped=False), turn=3)).events(t.PermanentUntapped)


def test_an_illegal_attack_is_cut_and_stands_all_the_same() -> None:
    wall = creature(301, ME, DEFENDER)
    imported = Imported(combat(wall).step("DeclareAttack", attacking(wall), turn=3))
    [declared] = imported.declared
    assert declared.ruling is not None and (declared.ruling.verdict, declared.ruling.rule) == ("illegal", "508.1c")
    assert imported.events(d.DeclarationStood) == [d.DeclarationStood(action="attack", player=PLAYER_1, reason="illegal")]
    assert imported.events(d.BecameAttacking) == [
        d.BecameAttacking(player=PLAYER_1, attackers={"301": PLAYER_2}, defending={"301": PLAYER_2})
    ]
    assert [
        entry.type for entry in imported.journal().entries("arena/" + imported.importer.games[0].match + "/1") if entry.is_cut
    ]


def fight(*blocks: tuple[Json, tuple[int, ...]], attackers: tuple[Json, ...]) -> Log:
    """A combat up to the blocks: (blocker, what it blocks)."""
    shown = [attacking(each) for each in attackers]
    log = combat(*attackers, theirs=tuple(blocker for blocker, _ in blocks)).step("DeclareAttack", *shown, turn=3)
    log.step("DeclareBlock", turn=3)
    hit = {attacker for _, attacked in blocks for attacker in attacked}
    settled = [blocked(each) if each["instanceId"] in hit else unblocked(each) for each in shown]
    return log.diff(*settled, *(blocking(blocker, *attacked) for blocker, attacked in blocks if attacked))


def test_blockers_are_declared_when_attackers_are_blocked_or_unblocked() -> None:
    imported = Imported(fight((BEAR, (301,)), attackers=(OX, creature(302, ME))))
    _, declared = imported.declared
    assert (declared.kind, declared.player, declared.declared) == ("block", PLAYER_2, {"401": ("301",)})
    assert imported.events(d.BecameBlocked, d.BecameUnblocked) == [
        d.BecameBlocked(attackers=("301",)),
        d.BecameUnblocked(attackers=("302",)),
    ]


def test_that_nothing_blocks_is_a_declaration_too() -> None:
    _, declared = Imported(fight((BEAR, ()), attackers=(OX,))).declared
    assert (declared.declared, declared.ruling and declared.ruling.verdict) == ({}, "legal")


def ordered(time: int) -> Log:
    """Two creatures block one, and then are in an order."""
    wolf = creature(402, OPPONENT)
    log = combat(OX, theirs=(BEAR, wolf), time=time).step("DeclareAttack", attacking(OX), turn=3).step("DeclareBlock", turn=3)
    log.diff(blocked(attacking(OX)), blocking(BEAR, 301), blocking(wolf, 301))
    info = {"targetId": OPPONENT, "damageOrdered": True, "orderedBlockers": [{"instanceId": 402}, {"instanceId": 401}]}
    return log.diff(blocked(attacking(OX, attackInfo=info)))


def test_a_damage_assignment_order_is_announced_under_rules_that_have_one() -> None:
    in_2023 = 1_690_000_000_000
    assert Imported(ordered(in_2023)).events(d.DamageOrderAnnounced) == [
        d.DamageOrderAnnounced(orders={"301": ("402", "401")}, concept="block.order_attacker")
    ]


def test_a_list_of_blockers_is_no_order_under_rules_that_have_none() -> None:
    assert not Imported(ordered(START)).events(d.DamageOrderAnnounced)


def test_an_illegal_block_is_ruled_on() -> None:
    _, declared = Imported(fight((BEAR, (301,)), attackers=(creature(301, ME, MENACE),))).declared
    assert declared.ruling is not None and (declared.ruling.verdict, declared.ruling.rule) == ("illegal", "509.1b")


def test_a_creature_that_enters_attacking_was_not_declared() -> None:
    token = creature(310, ME, type="GameObjectType_Token")
    log = combat(OX).step("DeclareAttack", attacking(OX), turn=3).diff(attacking(token))
    assert Imported(log).events(d.PutOntoBattlefieldAttacking) == [
        d.PutOntoBattlefieldAttacking(creature="310", target=PLAYER_2, defending=PLAYER_2)
    ]


def test_a_creature_that_stops_attacking_is_removed_from_combat() -> None:
    log = combat(OX).step("DeclareAttack", attacking(OX), turn=3).diff({**OX, "isTapped": True})
    assert Imported(log).events(d.RemovedFromCombat) == [d.RemovedFromCombat(id="301", reason="an effect said so")]


def test_creatures_that_stop_attacking_as_the_combat_ends_are_not_removed() -> None:
    log = combat(OX).step("DeclareAttack", attacking(OX), turn=3).step("", {**OX, "isTapped": True}, turn=3, phase="Phase_Main2")
    assert not Imported(log).events(d.RemovedFromCombat)


def test_an_attacker_may_go_on_to_attack_something_else() -> None:
    walker = creature(402, OPPONENT, cardTypes=["CardType_Planeswalker"], loyalty={"value": 3})
    log = combat(OX, theirs=(walker,)).step("DeclareAttack", attacking(OX), turn=3).diff(attacking(OX, target=402))
    assert Imported(log).events(d.AttackReselected) == [d.AttackReselected(creature="301", target="402", defending=PLAYER_2)]


def test_damage_life_and_hands_are_stated() -> None:
    dealt = annotation("DamageDealt", 301, (OPPONENT,), {"damage": 2, "type": 1})
    players = [{"systemSeatNumber": OPPONENT, "lifeTotal": 18, "teamId": OPPONENT}]
    hand = [{"zoneId": 31, "type": "ZoneType_Hand", "ownerSeatId": 1, "objectInstanceIds": [501, 502]}]
    log = combat(OX).step("DeclareAttack", attacking(OX), turn=3).diff(annotations=[dealt], players=players, zones=hand)
    assert Imported(log).events(t.DamageDealt, t.PlayerTotalsChanged) == [
        t.DamageDealt(source="301", target=PLAYER_2, amount=2, combat=True),
        t.PlayerTotalsChanged(player=PLAYER_1, hand=2),
        t.PlayerTotalsChanged(player=PLAYER_2, life=18),
    ]


def test_no_damage_is_no_damage() -> None:
    none = annotation("DamageDealt", 301, (OPPONENT,), {"type": 1})
    assert not Imported(combat(OX).diff(annotations=[none])).events(t.DamageDealt)


def test_a_qualification_is_an_effect_as_long_as_it_goes_on() -> None:
    log = combat(OX).diff(persistentAnnotations=[qualification(9, 30, 402, 301)]).diff(diffDeletedPersistentAnnotationIds=[9])
    [began, ended] = Imported(log).events(t.EffectBegan, t.EffectEnded)
    assert isinstance(began, t.EffectBegan)
    assert began.effect.abilities == (a.CantAttack(creatures=a.IsOneOf(ids=("301",))),)
    assert ended == t.EffectEnded(id="qualification 9")


def test_a_qualification_of_an_ability_that_is_known_is_not_counted_twice() -> None:
    ox = creature(301, ME, MENACE)
    log = combat(ox).diff(persistentAnnotations=[qualification(9, 40, 301, 301, ability=MENACE)])
    assert not Imported(log).events(t.EffectBegan)


def test_a_qualification_that_says_nothing_of_declarations_is_passed_over() -> None:
    assert not Imported(combat(OX).diff(persistentAnnotations=[qualification(9, 25, 301, ME)])).events(t.EffectBegan)


def test_the_game_ends_with_its_winner() -> None:
    results = [
        {"scope": "MatchScope_Game", "result": "ResultType_WinLoss", "winningTeamId": ME, "reason": "ResultReason_Concede"}
    ]
    log = combat(OX)
    log.diff(gameInfo={"matchID": log.match, "gameNumber": 1, "stage": "GameStage_GameOver", "results": results})
    assert Imported(log).events()[-1] == t.GameEnded(winner=PLAYER_1, reason="Concede")


def test_the_result_of_an_earlier_game_of_the_match_doesnt_end_this_one() -> None:
    def result(team: int) -> dict[str, object]:
        return {"scope": "MatchScope_Game", "winningTeamId": team, "reason": "ResultReason_Concede"}

    log = Log(game=2).full(OX, gameInfo={"matchID": MATCH, "gameNumber": 2, "stage": "GameStage_Start", "results": [result(ME)]})
    stream = f"arena/{MATCH}/2"
    begun = Imported(log)
    assert not any(isinstance(event, t.GameEnded) for _, event in begun.journal(stream).log(stream).events())
    log.diff(gameInfo={"matchID": MATCH, "gameNumber": 2, "results": [result(ME), result(OPPONENT)]})
    ended = [event for _, event in Imported(log).journal(stream).log(stream).events() if isinstance(event, t.GameEnded)]
    assert ended == [t.GameEnded(winner=PLAYER_2, reason="Concede")]


def test_what_is_taken_back_is_cut() -> None:
    log = combat(OX).diff(creature(301, ME, tapped=True)).diff(creature(302, ME))
    imported = Imported(log.undo(OX, states=2))
    assert not imported.events(t.PermanentTapped)
    [cut] = imported.journal().log(imported.importer.games[0].stream).rewound()
    assert [type(event) for _, event in cut.events] == [t.PermanentTapped, t.PermanentEntered]


def test_the_game_goes_on_from_what_was_taken_back() -> None:
    log = combat(OX).diff(creature(301, ME, tapped=True)).undo(OX, states=1)
    [declared] = Imported(log.step("DeclareAttack", attacking(OX), turn=3)).declared
    assert declared.ruling is not None and declared.ruling.verdict == "legal"


@pytest.mark.parametrize(
    ("category", "place", "to", "why"),
    [
        ("SBA_Damage", "graveyard", "graveyard", "lethal damage"),
        ("SBA_Deathtouch", "graveyard", "graveyard", "deathtouch"),
        ("SBA_Damage", "exile", "exile", "lethal damage"),
        ("Sacrifice", "graveyard", "graveyard", "sacrificed"),
        ("Put", "hand", "hand", "other"),
    ],
)
def test_a_permanent_leaves_for_a_zone_and_a_reason(category: str, place: str, to: t.Place, why: t.Departure) -> None:
    log = combat(OX, theirs=(BEAR,)).diff(gone=(401,), annotations=leaving(401, 777, category, place))
    assert Imported(log).events(t.PermanentLeft) == [t.PermanentLeft(id="401", to=to, why=why)]


def test_a_permanent_that_is_gone_without_a_word_left_for_nobody_knows_where() -> None:
    assert Imported(combat(OX, theirs=(BEAR,)).diff(gone=(401,))).events(t.PermanentLeft) == [t.PermanentLeft(id="401")]


def test_damage_marked_on_a_creature_is_taken_over_and_goes_when_it_does() -> None:
    log = combat(OX, theirs=(BEAR,)).diff({**BEAR, "damage": 1}).diff(BEAR)
    changes = Imported(log).events(t.CharacteristicsChanged)
    assert changes == [t.CharacteristicsChanged(id="401", marked=1), t.CharacteristicsChanged(id="401", marked=0)]


def test_the_mana_value_of_a_card_that_isnt_known_isnt_stated_and_a_tokens_is_0() -> None:
    token = creature(302, ME, type="GameObjectType_Token")
    entered = Imported(combat(OX, token)).events(t.PermanentEntered)
    assert {event.id: event.mana_value for event in entered if event.id in ("301", "302")} == {"301": None, "302": 0}
