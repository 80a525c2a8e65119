"""A judge's whole way on a phone: cards by name, attackers, blockers, the ruling, what would be legal, and the link."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from declarant import Game, permanent
from declarant.events.journal.journal import Journal
from page.browsing import DESKTOP, PHONE, violations


@pytest.fixture(params=["light", "dark"])
def phone(browser: Any, address: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    wrong: list[str] = []
    context = browser.new_context(viewport=PHONE, has_touch=True, color_scheme=request.param)
    page = context.new_page()
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: wrong.append(request.url) if not request.url.startswith(address) else None)
    page.goto(address + "/")
    yield page
    context.close()
    assert wrong == []


def put(page: Any, player: str, card: str) -> None:
    page.fill(f"input[name='add.{player}']", card)
    with page.expect_navigation():
        page.press(f"input[name='add.{player}']", "Enter")


def test_a_judges_whole_way(phone: Any) -> None:
    put(phone, "Ann", "quarry brute")
    put(phone, "Bob", "Tower Sentri")
    assert phone.inner_text("[role=status]") == "“Tower Sentri” is taken as Tower Sentry."
    put(phone, "Bob", "1/1 flying")
    phone.check("input[name='attack.c1']")
    phone.wait_for_selector(".sheet .stamp")
    assert phone.inner_text(".sheet .stamp") == "Legal"
    with phone.expect_navigation():
        phone.click("text=Now the blocks")
    phone.check("input[name='block.c2.c1']")
    phone.wait_for_selector(".sheet .illegal")
    assert "Rule 509.1b" in phone.inner_text(".sheet")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(phone) == []
    with phone.expect_navigation():
        phone.click("text=Do that")
    assert phone.inner_text(".sheet .stamp") == "Legal"
    with phone.expect_navigation():
        phone.click("text=Why, and share")
    assert "/c/" in phone.url
    phone.click("summary:has-text('Share')")
    assert phone.locator(".qr").is_visible()
    assert violations(phone) == []
    with phone.expect_navigation():
        phone.click("text=To the table")
    assert phone.locator(".blocker").count() == 2


def test_hostile_names_are_only_text_on_the_table(phone: Any) -> None:
    put(phone, "Ann", "2/2 <script>alert(1)</script>")
    assert phone.locator("form script").count() == 0
    assert "script" in phone.inner_text("body")


def test_the_whole_combat_of_three_on_one_table(phone: Any) -> None:
    phone.click("summary:has-text('Players')")
    with phone.expect_navigation():
        phone.click("text=Another player")
    for player, card in (("Ann", "4/4 double strike"), ("Cat", "1/5"), ("Cat", "1/6"), ("Bob", "1/1")):
        put(phone, player, card)
    phone.select_option("select[name='attack.c1']", "Cat")
    phone.wait_for_selector(".sheet .legal")
    with phone.expect_navigation():
        phone.click("text=Now the blocks")
    phone.check("input[name='block.c2.c1']")
    phone.check("input[name='block.c3.c1']")
    phone.wait_for_selector(".sheet >> text=1/5 and 1/6 block")
    with phone.expect_navigation():
        phone.click("text=Now the damage")
    assert phone.inner_text(".sheet .stamp").strip() == "Legal"  # it begins with a legal assignment
    phone.fill("input[name='damage.0.c1.c2']", "3")
    phone.press("input[name='damage.0.c1.c2']", "Tab")
    phone.wait_for_selector(".sheet .illegal")
    phone.fill("input[name='damage.0.c1.c3']", "1")
    phone.press("input[name='damage.0.c1.c3']", "Tab")
    phone.wait_for_selector(".sheet .legal")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(phone) == []


def test_the_games_and_a_replay_that_follows_a_game_being_played(phone: Any, address: str, journal: Path) -> None:
    with Journal.open(journal) as kept:
        stream = f"live {len(kept.streams())}"
        played = Game.start(["Ann", "Bob"], rules="2024-06-07", journal=kept, stream=stream)
        played.enter(permanent("bear", "Ann", name="Patient Bear", types=["Creature"], power=2, toughness=2))
        phone.goto(address + "/games")
        assert violations(phone) == []
        phone.goto(f"{address}/g/{stream}")
        assert violations(phone) == []
        phone.click("text=Follow live")
        phone.wait_for_selector("[data-live]", state="attached")
        assert "attacks" not in phone.inner_text("main")
        played.declare_attackers({"bear": "Bob"})
        phone.locator(".bar-at output", has_text="Patient Bear attacks Bob").wait_for()
        played.declare_blockers({})
        played.deal_combat_damage()
        phone.locator(".bar-at output", has_text="deals 2 to Bob").wait_for()
        with phone.expect_navigation():
            phone.click("text=Stop following")


def test_what_no_card_states_and_what_a_creature_is_like_now(phone: Any) -> None:
    put(phone, "Ann", "2/2 This creature can't attack unless you're the monarch.")
    phone.wait_for_function("document.activeElement.name === 'add.Ann'")
    put(phone, "Bob", "1/1")
    phone.check("input[name='attack.c1']")
    phone.wait_for_selector(".sheet .undecided")
    assert violations(phone) == []
    with phone.expect_navigation():
        phone.click("text=It is so")
    assert phone.inner_text(".sheet .stamp") == "Legal" and phone.locator(".said select").input_value() == "yes"
    phone.set_viewport_size(DESKTOP)
    with phone.expect_navigation():
        phone.click("[aria-label^='Details of 2/2']")
    phone.fill("[name='is.counters']", "2 +1/+1")
    phone.fill("[name='is.until']", "+1/+1")
    phone.check("[name='is.tapped']")
    phone.wait_for_selector(".sheet .illegal")
    assert violations(phone) == []
    with phone.expect_navigation():
        phone.click("text=Done")
    tile = phone.inner_text(".tile")
    assert "tapped, 2 +1/+1" in tile and tile.count("gets +1/+1") == 1
    assert phone.inner_text(".sheet .stamp") == "Not legal" and phone.locator(".sheet .board").is_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= DESKTOP["width"]


def test_the_address_is_the_position(phone: Any, address: str) -> None:
    put(phone, "Ann", "4/3 menace")
    assert phone.url.startswith(f"{address}/?c=")
    put(phone, "Bob", "1/1")
    before = phone.url
    phone.check("input[name='attack.c1']")
    phone.wait_for_selector(".sheet >> text=attacks Bob")
    assert phone.get_attribute(".sheet [data-verdict]", "data-verdict") == "legal"
    after = phone.url
    assert after != before and after.startswith(f"{address}/?c=")
    phone.reload()
    assert phone.is_checked("input[name='attack.c1']") and phone.inner_text(".sheet .stamp") == "Legal"
    phone.go_back()
    phone.wait_for_selector("input[name='attack.c1']:not(:checked)", state="attached")
    assert phone.url == before
    phone.go_forward()
    phone.wait_for_selector("input[name='attack.c1']:checked", state="attached")
    assert phone.url == after
    with phone.context.browser.new_page() as other:
        other.goto(after)
        assert other.is_checked("input[name='attack.c1']") and other.inner_text(".sheet .stamp") == "Legal"


def test_what_is_typed_but_not_added_isnt_put_on_the_table_by_a_tap(phone: Any) -> None:
    put(phone, "Ann", "4/3")
    phone.fill("input[name='add.Bob']", "1/1")
    phone.check("input[name='attack.c1']")
    phone.wait_for_selector(".sheet >> text=attacks Bob")
    with phone.expect_navigation():
        phone.press("input[name='add.Bob']", "Enter")
    assert phone.locator("[data-id]").count() == 2
