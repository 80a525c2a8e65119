"""A game of a journal as a page: offline, a stop for each attack, attempt, block and damage, and it can be checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from declarant import Game, InvalidInput, permanent
from declarant.events.facts import DamageDealt, LifeChanged, PlayerTotalsChanged
from declarant.events.journal.journal import Journal
from declarant.tools.audit.audit import audit
from declarant.tools.cases.judging import judge
from declarant.tools.history.games import listed_game, with_life
from declarant.tools.page.game import game
from declarant.tools.page.game_shown import GameShown, life_line
from declarant.tools.page.pages import game_page, game_picture
from freezegun import freeze_time
from page.browsing import DESKTOP, HOSTILE, Opened, case_of, violations


@pytest.fixture
@freeze_time("2026-01-16")
def journal() -> Journal:
    kept = Journal.open("memory://")
    case = case_of()
    steps = [step.model_dump(exclude_unset=True) for step in case.steps]
    judge(case_of(rules="2025-06-06", steps=[*steps, {"damage": {"brute": {"squire": 2, "sentry": 2}}}]), journal=kept)
    return kept


def shown(journal: Journal) -> GameShown:
    return game(listed_game(journal, "menace-needs-two"), list(journal.entries("menace-needs-two")))


def test_each_attack_attempt_block_and_damage_is_a_stop(journal: Journal) -> None:
    (frame,) = shown(journal).frames
    assert frame.phases == ["attack", "x1", "x2", "block", "damage"]


def test_what_was_taken_back_branches_off_with_its_reason_and_picture(journal: Journal) -> None:
    (frame,) = shown(journal).frames
    first, second = [row for row in frame.rows if row.tried]
    assert (first.tried, first.rule, second.rule) == ("illegal", "509.1b", "509.1c")
    assert "can't be blocked except by 2 or more creatures" in " ".join(reason.striptags() for reason in first.reasons)
    assert first.picture is not None and "blk bad" in first.picture and "flag" in str(second.picture)


def test_damage_and_deaths_are_stated_and_drawn(journal: Journal) -> None:
    (frame,) = shown(journal).frames
    rows = " ".join(row.text.striptags() for row in frame.rows)
    assert "Quarry Brute deals 2 to Zealous Squire" in rows and "Zealous Squire dies" in rows
    assert "−2" in frame.picture and "dead" in frame.picture


def test_life_that_a_record_states_is_stated_unless_combat_damage_states_it() -> None:
    with Journal.open("memory://") as kept:
        played = Game.start(["Ann", "Bob"], rules="2024-06-07", journal=kept, stream="final")
        for id in ("bear", "fox"):
            played.enter(permanent(id, "Ann", name=id.title(), types=["Creature"], power=2, toughness=2))
        played.declare_attackers({"bear": "Bob"})
        damage = DamageDealt(source="bear", target="Bob", amount=2, combat=True)
        lost = LifeChanged(player="Bob", change=-2, source="bear")
        drained = LifeChanged(player="Bob", change=-3, source="fox")
        gained = LifeChanged(player="Ann", change=1)
        totals = [PlayerTotalsChanged(player=player, life=life) for player, life in (("Bob", 18), ("Bob", 15), ("Ann", 21))]
        kept.log("final").append([damage, lost, totals[0], drained, gained, *totals[1:]])
        (frame,) = game(listed_game(kept, "final"), list(kept.entries("final"))).frames
        assert [row.text.striptags() for row in frame.rows if row.kind == "life"] == [
            "Bob loses 3 life, by Fox",
            "Ann gains 1 life",
        ]
        _, lives = with_life(kept, "final")
        assert {player: [row.life for row in rows] for player, rows in lives.items()} == {"Ann": [21], "Bob": [18, 15]}
        assert 'class="l0" points="0,' in life_line(1, list(lives.values()))


def test_each_moment_is_a_picture_of_its_own(journal: Journal) -> None:
    name = "menace-needs-two"
    attack, tried, damage = (game_picture(journal, name, at) for at in ("t1-attack", "t1-x1", None))
    assert all(made.startswith("<svg xmlns=") and len(made.encode()) < 12_000 for made in (attack, tried, damage))
    assert 'data-upto="attack"' in attack and "blk bad" in tried and "−2" in damage and 'data-upto="damage"' in damage
    with pytest.raises(InvalidInput, match="t1-block"):
        game_picture(journal, name, "t1-blok")


def test_a_page_of_a_game_is_judged_again_and_agrees(journal: Journal, tmp_path: Path) -> None:
    made = game_page(journal, "menace-needs-two")
    assert made == game_page(journal, "menace-needs-two")
    (tmp_path / "page.html").write_text(made, "utf-8")
    (audited,) = audit([tmp_path / "page.html"])
    assert audited.report.status == 0 and audited.report.steps


@pytest.mark.parametrize(
    ("one", "other"), [(">Ann<", ">Cat<"), ('"digest":"', '"digest":"0'), ('"entries":"H4sI', '"entries":"H4sJ')]
)
def test_a_page_of_a_game_that_was_changed_is_found_out(journal: Journal, tmp_path: Path, one: str, other: str) -> None:
    made = game_page(journal, "menace-needs-two")
    assert one in made
    (tmp_path / "page.html").write_text(made.replace(one, other, 1), "utf-8")
    (audited,) = audit([tmp_path / "page.html"])
    assert audited.report.status == 2


def test_a_game_is_replayed_by_keys_buttons_and_address(journal: Journal, opened: Opened) -> None:
    page = opened(game_page(journal, "menace-needs-two"), size=DESKTOP)
    output = page.locator(".bar-at output")
    assert "attacks Bob" in output.inner_text()
    page.keyboard.press("ArrowRight")
    assert "not legal" in output.inner_text() and page.url.endswith("#t1-x1")
    assert page.locator(".pair > figure .bad").count() >= 1
    page.keyboard.press("End")
    assert "deals" in output.inner_text() and page.get_by_role("button", name="On", exact=True).is_disabled()
    page.get_by_role("button", name="Back").click()
    assert "block" in output.inner_text()
    page.evaluate("location.hash = '#t1-attack'")
    page.locator(".bar-at output", has_text="attacks Bob").wait_for()
    page.get_by_role("button", name="Show everything").click()
    assert page.locator(".turn:visible").count() == page.locator(".turn").count()


def test_without_script_all_turns_stand_in_order(journal: Journal, opened: Opened) -> None:
    page = opened(game_page(journal, "menace-needs-two"), script=False)
    assert page.locator(".turn:visible").count() == 1 and not page.locator(".bar-at").is_visible()


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_on_a_game(journal: Journal, opened: Opened, dark: bool) -> None:
    page = opened(game_page(journal, "menace-needs-two"), dark=dark)
    assert violations(page) == []
    page.get_by_role("button", name="Show everything").click()
    page.locator("details").first.evaluate("(each) => each.open = true")
    assert violations(page) == []


def test_hostile_names_are_only_text_on_a_game(opened: Opened) -> None:
    creatures = [
        {"id": f"h{number}", "controller": "Bob", "name": name, "types": ["Creature"], "power": 1, "toughness": 1}
        for number, name in enumerate(HOSTILE)
    ]
    case = case_of(
        id="menace-needs-two",
        battlefield=[*(each.model_dump(exclude_unset=True) for each in case_of().battlefield), *creatures],
        steps=[
            {"attack": {"brute": "Bob"}},
            {"block": {"h0": ["brute"]}},
            {"block": {each["id"]: ["brute"] for each in creatures}},
            {"damage": {"brute": {"h0": 1, "h1": 1, "h2": 1, "h3": 1}}},
        ],
    )
    with Journal.open("memory://") as kept:
        judge(case, journal=kept)
        page = opened(game_page(kept, "menace-needs-two"))
    page.get_by_role("button", name="Show everything").click()
    assert page.locator("body > main script, body > main img, main [onload], main [onfocus], main style").count() == 0
    assert "<script>alert(1)</script>" in page.locator("body").inner_text() and "\u202e" not in page.content()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    for _ in range(6):
        page.keyboard.press("ArrowRight")


def test_a_game_of_thirty_turns_fits_150_kilobytes(shared: Path) -> None:
    from declarant.tools.arena.framing import opened as opened_log
    from declarant.tools.arena.importing import Importer

    with Journal.open("memory://") as journal, opened_log(shared / "arena" / "logs" / "draft-premier-elves.log.gz") as (lines, _):
        importer = Importer(kept=journal)
        list(importer.read(lines, "log"))
        importer.finish()
        for stream in journal.streams():
            made = game_page(journal, stream)
            turns = listed_game(journal, stream).turns
            # What every page has, and the rest by the turn.
            assert 30_000 + (len(made.encode()) - 30_000) / turns * 30 < 150_000
