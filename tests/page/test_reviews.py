"""A game's page as its review: marked mistakes, what was better in a sentence and drawn, a table a player, an index."""

import errno
import re
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from declarant import Game, Journal, permanent
from declarant.events.records import GameDescribed
from declarant.tools.best_play.analysing import reviewed
from declarant.tools.cli.app import app
from declarant.tools.page.given_up import _rows
from declarant.tools.page.review import review
from declarant.tools.page.reviews import ReviewIndex, index_entry
from declarant.tools.running import places
from page.browsing import PHONE, Opened
from typer.testing import CliRunner


def played(url: str = "memory://", stream: str = "final", described: GameDescribed | None = None) -> Game:
    game = Game.start(["Ann", "Bob"], rules="2026-01-16", journal=url, stream=stream, life={"Bob": 3})
    if described is not None:
        game.happen(lambda draft: draft.append(described))
        game.begin_turn("Ann")
    game.enter(permanent("ogre", "Ann", name="Grim Ogre", types=["Creature"], power=4, toughness=4, text="Flying"))
    game.enter(permanent("bear", "Ann", name="Old Bear", types=["Creature"], power=1, toughness=1))
    game.enter(permanent("wall", "Bob", name="Wall", types=["Creature"], power=3, toughness=4))
    game.declare_attackers({"bear": "Bob"})
    game.declare_blockers({})
    game.deal_combat_damage()
    return game


def test_a_missed_win_is_marked_and_the_better_attack_is_said_with_names_and_drawn() -> None:
    game = played()
    found = review(game.journal, "final", reviewed(game.journal, "final"))
    assert [remark.mistake for remark in found.remarks.values()] == ["missed win", "dominated"]
    attack, block = found.remarks.values()
    assert "Grim Ogre" in attack.instead.striptags() and "Bob loses" in attack.instead.striptags()
    assert "Wall blocks Old Bear" in block.instead.striptags() and "Old Bear dies" in block.instead.striptags()
    page = found.page()
    assert "Missed win" in page and "The better line, drawn" in page and "Nothing to tell" not in page
    assert len(page.encode()) < 250_000
    assert ".review table{overflow-wrap: normal;" in page  # on a phone no word is torn
    assert ".remark .label{display: block;" in page
    ann, bob = found.table
    assert (ann.player, ann.action, ann.accuracy.decisions, ann.accuracy.missed) == ("Ann", "attack", 1, 1)
    assert (bob.player, bob.action, bob.accuracy.dominated, bob.accuracy.best) == ("Bob", "block", 1, 0)


def test_whose_record_it_is_is_said_wherever_the_player_is_named() -> None:
    game = played(described=GameDescribed(owner="Bob"))
    (_, attack, _), (_, block, _) = review(game.journal, "final", reviewed(game.journal, "final")).costliest
    assert "Old Bear attacks Bob (you)" in attack.striptags() and "Bob (you) declares no blockers" in block.striptags()


def test_damage_is_assigned_and_not_declared() -> None:
    game = Game.start(["Ann", "Bob"], rules="2026-01-16", journal="memory://", stream="final")
    for name, player, power, toughness in (("Ogre", "Ann", 4, 4), ("Wall", "Bob", 1, 4), ("Bear", "Bob", 3, 3)):
        game.enter(permanent(name.lower(), player, name=name, types=["Creature"], power=power, toughness=toughness))
    game.declare_attackers({"ogre": "Bob"})
    game.declare_blockers({"wall": ["ogre"], "bear": ["ogre"]})
    game.deal_combat_damage({"ogre": {"wall": 2, "bear": 2}})
    found = review(game.journal, "final", reviewed(game.journal, "final"))
    (_, line, remark), *_ = found.costliest
    assert line.striptags() == "Turn 1: Ogre assigns 2 to Wall; Ogre assigns 2 to Bear"
    assert "Ogre assigns 4 to Bear" in remark.instead.striptags() and "damageers" not in found.page()


def test_a_line_over_the_game_shows_what_each_gave_up_and_a_tap_on_a_mistake_leads_to_its_stop(opened: Opened) -> None:
    game = Game.start(["Ann", "Bob"], rules="2026-01-16", stream="final")
    for player in ("Ann", "Bob"):
        game.enter(permanent(f"{player}'s", player, types=["Creature"], power=2, toughness=2))
    for player, other in (("Ann", "Bob"), ("Bob", "Ann")):
        game.begin_turn(player)
        game.enter(permanent(f"ogre{player}", player, types=["Creature"], power=4, toughness=4))
        game.declare_attackers({f"{player}'s": other})
        game.declare_blockers({})
        game.deal_combat_damage()
    found = review(game.journal, "final", reviewed(game.journal, "final"))
    page = found.page()
    sums = {each: sum(row.gave_up or 0 for row in found.rows if row.player == each) for each in ("Ann", "Bob")}
    assert sums["Ann"] > 0
    for player, points in sums.items():
        assert f"<b><bdi>{player}</bdi></b> gave up {points:g} point" in page
    marked = re.findall('<a href="#([^"]+)" class="(?:dominated|less)"', page)
    assert len(marked) == len(found.remarks) > 1
    for address in marked:
        assert page.count(f'id="{address}"') == 1
    for script in (True, False):
        window = opened(page, script=script)  # as wide as a phone
        assert window.locator(".given").bounding_box()["width"] < PHONE["width"]
        assert window.locator(".given").bounding_box()["width"] <= PHONE["width"]
        window.locator(".lane a").last.click()
        assert window.url.endswith(f"#{marked[-1]}")
        window.locator(f'[id="{marked[-1]}"]').wait_for()  # visible


def test_marks_that_would_meet_on_a_phone_stand_in_rows() -> None:
    places = sorted(Random(3).uniform(0, 60) for _ in range(40))
    rows = _rows(places, apart=4.5)
    assert {0, 1, 2} <= set(rows)
    for row in set(rows):
        mine = [place for place, at in zip(places, rows, strict=True) if at == row]
        assert all(after - before >= 4.5 for before, after in pairwise(mine))
    assert _rows([0, 4, 6, 10.5, 11], apart=4.5) == [0, 1, 0, 0, 1]


def test_a_combat_in_which_nothing_was_declared_is_stated() -> None:
    game = Game.start(["Ann", "Bob"], rules="2026-01-16", stream="final")
    game.enter(permanent("ogre", "Ann", types=["Creature"], power=4, toughness=4))
    game.declare_attackers({})
    game.begin_turn("Bob")
    found = review(game.journal, "final", reviewed(game.journal, "final"))
    (remark,) = found.remarks.values()
    assert remark.mistake == "less" and "Better" in found.page()


def test_the_command_writes_a_page_a_game_and_an_index(tmp_path: Path) -> None:
    url = str(tmp_path / "games.db")
    played(url)
    played(url, "second")

    def run(*arguments: str) -> int:
        return CliRunner().invoke(app, ["review", url, *arguments]).exit_code

    assert run("-o", str(tmp_path / "review")) == 0
    index = (tmp_path / "review" / "index.html").read_text()
    assert "2 games reviewed" in index and 'href="final.html"' in index and 'href="second.html#t' in index
    assert run("--stream", "fin", "-o", str(tmp_path / "one.html")) == 0
    assert "Missed win" in (tmp_path / "one.html").read_text()
    assert run("-o", str(tmp_path / "both.html")) == 2


def test_what_holds_no_game_is_named_and_nothing_is_written_for_it(tmp_path: Path) -> None:
    (tmp_path / "empty.log").touch()
    Journal.open(str(tmp_path / "none.db")).close()
    for name, found in (("empty.log", "a file with nothing in it"), ("none.db", "no game")):
        done = CliRunner().invoke(app, ["review", str(tmp_path / name), "-o", str(tmp_path / "review")])
        assert (done.exit_code, done.stdout, (tmp_path / "review").exists()) == (2, "", False)
        assert f"{name}: found {found}" in done.stderr


def test_a_game_that_cannot_be_read_leaves_the_others_of_its_journal(tmp_path: Path) -> None:
    url = tmp_path / "games.db"
    for name in ("first", "second", "third"):
        played(str(url), name)
    with closing(sqlite3.connect(url)) as opened, opened:
        for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            opened.execute(f"DROP TRIGGER {name}")
        opened.execute("UPDATE entries SET digest = 'none' WHERE stream = 'first' AND version = 3")
    done = CliRunner().invoke(app, ["review", str(url), "-o", str(tmp_path / "review")])
    assert done.exit_code == 2 and "stream 'first', version 3" in done.stderr and "2 games reviewed" in done.stdout
    assert {each.name for each in (tmp_path / "review").iterdir()} == {"index.html", "second.html", "third.html"}


def test_two_journals_of_a_game_each_are_not_written_to_one_page(tmp_path: Path) -> None:
    for name in ("one", "two"):
        played(str(tmp_path / f"{name}.db"))
    both = [str(tmp_path / "one.db"), str(tmp_path / "two.db")]
    done = CliRunner().invoke(app, ["review", *both, "-o", str(tmp_path / "page.html")])
    assert done.exit_code == 2 and "a directory, for 2 games" in done.stderr


def test_the_index_counts_by_deck_rank_who_began_turn_and_kind_and_says_what_is_not_known() -> None:
    index = ReviewIndex()
    brought = {"Plains": 17, "Ox": 4, "Elf": 2}
    whole = GameDescribed(owner="Ann", deck=brought, rank="Gold level 2, step 1", opposing_rank="mythic")
    other = GameDescribed(owner="Ann", deck={**brought, "Plains": 16, "Yak": 1})
    for number, described in enumerate([whole, whole, other, None]):
        found = played(stream=f"game{number}", described=described)
        one = review(found.journal, f"game{number}", reviewed(found.journal, f"game{number}"))
        index.add(index_entry(f"{number}.html", one))
    counted = {
        whose: {(each.kind, each.value): (each.declared, each.analysed, each.best) for each in shares}
        for whose, shares in index.shares.items()
    }
    assert counted["What you declared"] == {
        ("deck", "Ox, Elf (23 cards)"): (2, 2, 0),
        ("deck", "Ox, Elf, Yak (23 cards)"): (1, 1, 0),
        ("opponent's rank", "mythic"): (2, 2, 0),
        ("opponent's rank", "not known"): (1, 1, 0),
        ("on the play or draw", "on the play"): (3, 3, 0),
        ("turn", "1 to 4"): (3, 3, 0),
        ("kind", "attack"): (3, 3, 0),
    }
    others = counted["What the other players declared"]
    assert others["deck", "not known"] == others["on the play or draw", "on the draw"] == others["kind", "block"] == (3, 3, 0)
    assert others["opponent's rank", "Gold level 2"] == (2, 2, 0)
    ownerless = counted["What was declared in games whose record names no owner"]
    assert ownerless["deck", "not known"] == ownerless["opponent's rank", "not known"] == (2, 2, 0)
    page = index.page()
    assert "0% (0 to 56)" in page and "not known" in page  # Wilson's interval of 0 of 3


def test_a_full_disk_leaves_the_page_that_was_there_and_no_half_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, page = str(tmp_path / "games.db"), tmp_path / "pages" / "one.html"
    played(url)
    page.parent.mkdir()
    page.write_text("as it was")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(places.os, "fsync", full)
    done = CliRunner().invoke(app, ["review", url, "-o", str(page)])
    assert done.exit_code == 2 and "No space left" in done.output and "reviewed" not in done.output
    assert [(each.name, each.read_text()) for each in page.parent.iterdir()] == [("one.html", "as it was")]
