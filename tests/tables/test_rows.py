"""What the rows of each table state."""

import pytest
from declarant.events import declarations as d
from declarant.events import facts as t
from declarant.events.errors import CorruptJournal
from declarant.events.journal.cuts import Cut
from declarant.events.journal.journal import Journal
from declarant.events.ruling import Ruling
from declarant.projections.tables.fold import tabulate
from referee import ANN, BOB, WITH_ORDERS, attack, block, creature, enchantment, given, illegally
from tables.tabulating import Rows, rows


def rows_of(*battlefield: dict[str, object], steps: tuple[dict[str, object], ...], **board: object) -> Rows:
    """The rows of a judged case."""
    return rows(given(*battlefield, **board).when(*steps).outcome().game.journal, "case")


def test_a_legal_attack_is_a_declaration_and_a_row_for_each_attacker() -> None:
    found = rows_of(
        creature("brute", ANN, "Menace", power=4),
        creature("elf", ANN),
        creature("bear", BOB),
        steps=(attack(brute=BOB, elf=BOB),),
    )

    (declared,) = found["declarations"]
    assert declared["action"] == "attack"
    assert (declared["player"], declared["creatures"], declared["verdict"], declared["rule"]) == (ANN, 2, "legal", None)
    assert declared["stands"] and declared["taken_back_by"] is None
    brute, elf = found["attacks"]
    assert (brute["attacker"], brute["power"], brute["keywords"], brute["target"]) == ("brute", 4, ("menace",), BOB)
    assert (brute["target_kind"], brute["defending"], brute["tapped"], brute["attacking"]) == ("player", BOB, True, True)
    assert (elf["attacker"], elf["blocked"], elf["blockers"]) == ("elf", None, 0)
    assert brute["declaration"] == elf["declaration"] == declared["declaration"]


def test_an_illegal_attempt_is_a_row_with_the_rule_and_the_cut_that_took_it_back() -> None:
    found = rows_of(
        creature("brute", ANN, "Menace"),
        creature("bear", BOB),
        steps=(attack(brute=BOB), illegally(block(bear="brute")), block()),
    )

    attack_row, attempt, legal = sorted(found["declarations"], key=lambda row: row["declaration"])
    (cut,) = found["cuts"]
    assert (attempt["verdict"], attempt["rule"], attempt["concept"]) == ("illegal", "509.1b", "block.restrictions")
    assert attempt["wrong"] == ("RESTRICTIONS",)
    assert not attempt["stands"] and attempt["taken_back_by"] == cut["cut"]
    assert attempt["attack"] == legal["attack"] == attack_row["declaration"]
    assert (cut["declaration"], cut["rule"], cut["verdict"]) == (attempt["declaration"], "509.1b", "illegal")
    assert cut["cut"] - cut["back_to"] - 1 == cut["entries"]
    (blocked,) = found["blocks"]
    assert (blocked["declaration"], blocked["stands"], blocked["blocking"]) == (attempt["declaration"], False, False)
    (attacker,) = found["attacks"]
    assert (attacker["blocked"], attacker["blockers"], attacker["stands"]) == (False, 0, True)


def test_a_double_block_is_two_rows_and_counted_with_the_attacker() -> None:
    found = rows_of(
        creature("brute", ANN, "Menace", power=3),
        creature("bear", BOB),
        creature("wall", BOB, "Defender", power=0, toughness=5),
        steps=(attack(brute=BOB), block(bear="brute", wall="brute")),
    )

    bear, wall = found["blocks"]
    assert (bear["blocker"], bear["attacker"], bear["attacker_power"], bear["blockers"]) == ("bear", "brute", 3, 2)
    assert (wall["blocker_power"], wall["blocker_toughness"], wall["blocker_keywords"]) == (0, 5, ("defender",))
    assert bear["blocking"] and wall["blocking"]
    (attacker,) = found["attacks"]
    assert (attacker["blocked"], attacker["blockers"]) == (True, 2)


def test_costs_are_a_row_each_and_state_whether_the_total_was_paid() -> None:
    toll = "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."
    prison = enchantment("prison", BOB, toll)
    declined = {"attack": {"bear": BOB}, "expect": "illegal", "pay": False}
    found = rows_of(prison, creature("bear", ANN), steps=(declined, attack(bear=BOB)))

    first, second = found["costs"]
    assert (first["source"], first["creature"], first["paid"], first["stands"]) == ("prison", "bear", False, False)
    assert (second["source_name"], second["paid"], second["stands"]) == ("Prison", True, True)
    attempt, legal = found["declarations"]
    assert (attempt["cost"], attempt["paid"], attempt["rule"]) == ("{2}", False, "508.1j")
    assert (legal["cost_mana"], legal["cost_life"], legal["paid"]) == ("{2}", 0, True)
    assert second["declaration"] == legal["declaration"]


def test_triggers_and_orders_state_the_combat_they_belong_to() -> None:
    found = rows_of(
        creature("knight", ANN, "Flanking"),
        creature("bear", BOB),
        creature("wolf", BOB),
        steps=(attack(knight=BOB), block(bear="knight", wolf="knight"), {"order": {"knight": ["wolf", "bear"]}}),
        rules=WITH_ORDERS,
    )

    (attacked,) = [row for row in found["declarations"] if row["action"] == "attack"]
    assert {row["source"] for row in found["triggers"]} == {"knight"}
    assert {(row["source_name"], row["attack"]) for row in found["triggers"]} == {("Knight", attacked["declaration"])}
    (ordered,) = found["orders"]
    assert (ordered["creature"], ordered["order"], ordered["attack"]) == ("knight", ("wolf", "bear"), attacked["declaration"])


def test_a_turn_states_life_and_creatures_as_it_began() -> None:
    found = rows_of(creature("bear", ANN), creature("wolf", BOB), creature("elf", BOB), steps=({"turn": BOB},), life={ANN: 7})

    first, second = found["turns"]
    assert (first["turn"], first["player"], first["creatures"], first["opposing_creatures"]) == (1, ANN, 0, 0)
    assert (second["turn"], second["player"], second["creatures"], second["opposing_creatures"]) == (2, BOB, 2, 1)
    assert (second["life"], second["opposing_life"]) == (20, 7)


# --- recorded games ----------------------------------------------------------------------------------------------------


def recorded(*items: object) -> Journal:
    """A journal with one game that was imported, as an importer appends it."""
    journal = Journal.open("memory://")
    started = t.GameStarted.model_validate(
        {
            "players": ("1", "2"),
            "names": {"1": "Ann", "2": "Bob"},
            "edition": "2026-01-16",
            "declarant_version": "0.1.0",
            "played": "2026-02-22T12:54:11Z",
            "format": "Standard ranked",
            "source": "Player.log",
        }
    )
    bear = t.PermanentEntered(id="301", controller="1", owner="1", name="Bear", types=("Creature",), power=2, toughness=2)
    journal.log("game").append([started, bear, t.TurnBegan(player="1", number=3), t.CombatBegan(), *items])
    return journal


ATTACK = (
    d.AttackersDeclared(player="1", attackers=("301",)),
    d.AttackTargetsAnnounced(targets={"301": "2"}),
    d.BecameAttacking(player="1", attackers={"301": "2"}, defending={"301": "2"}),
)


def test_a_recorded_game_says_when_and_what_was_played_and_how_it_ended() -> None:
    found = rows(recorded(*ATTACK, t.GameEnded(winner="1", reason="concession")))

    (game,) = found["games"]
    assert (game["players"], game["names"]) == (("1", "2"), ("Ann", "Bob"))
    assert game["played"].isoformat() == "2026-02-22T12:54:11+00:00"
    assert (game["format"], game["source"], game["turns"]) == ("Standard ranked", "Player.log", 3)
    assert (game["ended"], game["winner"], game["reason"], game["tainted"]) == (True, "1", "concession", False)


def test_a_gap_in_the_record_taints_the_game_and_what_is_declared_in_it() -> None:
    found = rows(
        recorded(
            t.RecordInterrupted(reason="a message was summarised"),
            d.DeclarationStood(action="attack", player="1", reason="record interrupted"),
            *ATTACK,
            t.RecordResumed(),
        )
    )

    (game,) = found["games"]
    assert game["tainted"] and game["interruptions"] == 1
    (declared,) = found["declarations"]
    assert (declared["verdict"], declared["stood"], declared["interrupted"]) == (None, "record interrupted", True)
    assert found["attacks"][0]["interrupted"]


def test_a_declaration_that_stood_though_it_was_illegal_states_the_ruling() -> None:
    ruling = Ruling(action="attack", player="1", verdict="illegal", concept="attack.choose", rule="508.1a", why="tapped")
    found = rows(
        recorded(ATTACK[0], Cut(to=4, ruling=ruling), d.DeclarationStood(action="attack", player="1", reason="illegal"), *ATTACK)
    )

    attempt, stood = found["declarations"]
    assert (attempt["stands"], stood["stands"]) == (False, True)
    assert (stood["verdict"], stood["rule"], stood["stood"]) == ("illegal", "508.1a", "illegal")


def test_a_cut_without_a_ruling_takes_back_what_was_complete() -> None:
    found = rows(recorded(*ATTACK, Cut(to=4)))

    (declared,) = found["declarations"]
    (attacker,) = found["attacks"]
    assert (declared["verdict"], declared["stands"], declared["taken_back_by"]) == ("legal", False, 8)
    assert (attacker["stands"], attacker["version"]) == (False, 8)


# --- journals that can't be tabulated ------------------------------------------------------------------------------------


def test_a_stream_that_begins_without_a_game_is_refused() -> None:
    journal = Journal.open("memory://")
    journal.log("game").append([t.PermanentUntapped(id="bear")])
    with pytest.raises(CorruptJournal, match=r"it can't follow the entries before it: there is no 'bear'"):
        rows(journal)
    journal.log("other").append([d.PriorityReceived(player=ANN)])
    with pytest.raises(CorruptJournal, match="a game begins with GameStarted"):
        rows(journal, "other")


def test_a_missing_entry_is_refused() -> None:
    journal = recorded(*ATTACK)
    with pytest.raises(CorruptJournal, match="version 1: the entry is missing"):
        list(tabulate("game", journal.entries("game", 1), []))
