"""Twelve disputes as a judge enters them on a phone, in at most fifteen taps each: a field and Enter are a tap each.

It is one test of some seconds, for what is counted is the whole way in a browser.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from page.browsing import PHONE, violations
from page.test_pictures import KEPT, PICTURES

MOST_TAPS = 15


class Judge:
    """Somebody with a phone, whose taps are counted."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps = 0

    def put(self, player: str, *texts: str) -> None:
        """Type what a player has."""
        for text in texts:
            field = self.page.locator(f"input[name='add.{player}']")
            if not field.evaluate("each => each === document.activeElement"):
                self.taps += 1
            field.fill(text)
            self.taps += 1
            with self.page.expect_navigation():
                field.press("Enter")

    def ruled(self, selector: str, *, then: Callable[[Any], None] | None = None) -> None:
        """Tap something on which is ruled at once."""
        self.taps += 1
        self.page.evaluate("document.getElementById('sheet').firstElementChild.dataset.before = ''")
        (then or (lambda each: each.check(force=True)))(self.page.locator(selector).first)
        self.page.wait_for_selector("#sheet > [data-before]", state="detached")

    def go(self, selector: str) -> None:
        """Tap what leads to the table as it is then."""
        self.taps += 1
        with self.page.expect_navigation():
            self.page.locator(selector).first.click(force=True)

    def number(self, name: str, amount: str) -> None:
        """Type a number, or words, into a field."""

        def typed(field: Any) -> None:
            field.fill(amount)
            field.press("Tab")

        self.ruled(f"input[name='{name}']", then=typed)

    def attack(self, *creatures: str) -> None:
        for id in creatures:
            self.ruled(f"input[name='attack.{id}']")

    def block(self, **blocks: str) -> None:
        self.go("text=Now the blocks")
        for blocker, attacker in blocks.items():
            self.ruled(f"input[name='block.{blocker}.{attacker}']")

    def on(self, what: str, whom: str) -> None:
        self.taps += 1
        with self.page.expect_navigation():
            self.page.locator(f"input[name='on.{what}'][value='{whom}']").check(force=True)


def skulk(judge: Judge) -> None:
    judge.put("Ann", "2/2 skulk")
    judge.put("Bob", "3/3 with a -1/-1 counter", "3/3")
    judge.attack("c1")
    judge.block(c3="c1")


def everybody_must_block_it(judge: Judge) -> None:
    judge.put("Ann", "1/1 elf", "aura: All creatures able to block enchanted creature do so.")
    judge.put("Bob", "2x 2/2")
    judge.on("c2", "c1")
    judge.attack("c1")
    judge.block(c3="c1")


def equipped_with_menace(judge: Judge) -> None:
    judge.put("Ann", "2/2", "equipment: Equipped creature gets +1/+0 and has menace.")
    judge.put("Bob", "2/4")
    judge.on("c2", "c1")
    judge.attack("c1")
    judge.block(c3="c1")


def an_aura_grounds_it(judge: Judge) -> None:
    judge.put("Ann", "3/3 flying")
    judge.put("Bob", "1/4", "aura: Enchanted creature loses flying.")
    judge.on("c3", "c1")
    judge.attack("c1")
    judge.block(c2="c1")


def a_planeswalker_is_attacked(judge: Judge) -> None:
    judge.put("Ann", "3/3")
    judge.put("Bob", "planeswalker 4", "2/2 This creature can't block.")
    judge.ruled("select[name='attack.c1']", then=lambda each: each.select_option("c2"))
    judge.block(c3="c1")


def a_toll_isnt_paid(judge: Judge) -> None:
    toll = "pays {2} for each creature they control that's attacking you."
    judge.put("Ann", "2x 2/2")
    judge.put("Bob", f"enchantment: Creatures can't attack you unless their controller {toll}")
    judge.attack("c1")
    judge.ruled("select[name='pay.attack']", then=lambda each: each.select_option("nothing"))


def deathtouch_and_trample(judge: Judge) -> None:
    judge.put("Ann", "5/5 deathtouch, trample")
    judge.put("Bob", "0/8 wall defender")
    judge.attack("c1")
    judge.block(c2="c1")
    judge.go("text=Now the damage")
    judge.number("damage.0.c1.c2", "1")
    judge.number("damage.0.c1.Bob", "4")


def too_little_to_the_blocker(judge: Judge) -> None:
    judge.put("Ann", "4/4 trample")
    judge.put("Bob", "1/3")
    judge.attack("c1")
    judge.block(c2="c1")
    judge.go("text=Now the damage")
    judge.number("damage.0.c1.c2", "2")
    judge.number("damage.0.c1.Bob", "2")


def sacrificed_with_damage_on_the_stack(judge: Judge) -> None:
    judge.taps += 1
    judge.page.click("summary:has-text('Players')")
    judge.taps += 1
    with judge.page.expect_navigation():
        judge.page.fill("input[name='rules']", "2005-03-01")
        judge.page.press("input[name='rules']", "Tab")
    judge.put("Ann", "2/2")
    judge.put("Bob", "2/2")
    judge.attack("c1")
    judge.block(c2="c1")
    judge.go("text=Now the damage")
    judge.ruled("input[name='departs.0.c2']")


def goaded_by_a_player_who_isnt_the_only_one(judge: Judge) -> None:
    judge.taps += 1
    judge.page.click("summary:has-text('Players')")
    judge.go("text=Another player")
    judge.put("Ann", "2/2 goaded by Bob")
    judge.ruled("select[name='attack.c1']", then=lambda each: each.select_option("Bob"))


def not_the_monarch(judge: Judge) -> None:
    judge.put("Ann", "5/5 This creature can't attack unless you're the monarch.")
    judge.attack("c1")
    judge.go("text=It isn’t so")


def counters_and_a_lord(judge: Judge) -> None:
    judge.put("Ann", "1/1 goblin with two +1/+1 counters")
    judge.put("Ann", "enchantment: Goblins you control get +1/+1 and have first strike.")
    judge.put("Bob", "3/3")
    judge.attack("c1")
    judge.block(c3="c1")
    judge.go("text=Now the damage")


DISPUTES: dict[Callable[[Judge], None], tuple[str, str, str]] = {
    skulk: ("illegal", "509.1b", "skulk"),
    everybody_must_block_it: ("illegal", "509.1c", "2/2 B must block"),
    equipped_with_menace: ("illegal", "509.1b", "menace"),
    an_aura_grounds_it: ("legal", "", "1/4 blocks"),
    a_planeswalker_is_attacked: ("illegal", "509.1b", "can't block"),
    a_toll_isnt_paid: ("illegal", "508.1j", "{2}"),
    deathtouch_and_trample: ("legal", "", "Bob 16"),
    too_little_to_the_blocker: ("illegal", "702.19b", "3"),
    sacrificed_with_damage_on_the_stack: ("legal", "", "2/2 A dies"),
    goaded_by_a_player_who_isnt_the_only_one: ("illegal", "508.1d", "goaded"),
    not_the_monarch: ("illegal", "508.1c", "monarch"),
    counters_and_a_lord: ("legal", "", "3/3 dies"),
}


def test_the_picture_of_the_table(browser: Any, address: str, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": 1120, "height": 760})
    page.goto(f"{address}/")
    judge = Judge(page)
    judge.put("Ann", "2/2 goblin", "equipment: Equipped creature gets +1/+0 and has menace.")
    judge.put("Bob", "3x 1/1 goblin")
    judge.on("c2", "c1")
    judge.attack("c1")
    judge.block(c3="c1")
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    made = (PICTURES if KEPT else tmp_path) / "table.png"
    page.screenshot(path=made)
    assert violations(page) == []
    page.close()
    assert made.read_bytes().startswith(b"\x89PNG")


def test_twelve_disputes_take_fifteen_taps_each_at_most(browser: Any, address: str) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True)
    wrong: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    taps = {}
    for dispute, (verdict, rule, words) in DISPUTES.items():
        page.goto(f"{address}/")
        judge = Judge(page)
        dispute(judge)
        ruling = page.locator(".sheet [data-verdict]")
        ruling.wait_for()
        assert (ruling.get_attribute("data-verdict"), ruling.get_attribute("data-rule")) == (verdict, rule), dispute.__name__
        assert words in page.inner_text(".sheet"), dispute.__name__
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], dispute.__name__
        taps[dispute.__name__] = judge.taps
    context.close()
    assert wrong == [] and len(taps) == 12
    assert max(taps.values()) <= MOST_TAPS, taps
    print(taps)
