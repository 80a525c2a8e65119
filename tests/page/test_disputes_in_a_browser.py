"""Disputes in a real browser: offline, without script, by keyboard, at 320 pixels, in both themes, with hostile names."""

from __future__ import annotations

from typing import Any

import pytest
from declarant.tools.cases.models import Case
from declarant.tools.page.pages import case_page
from page.browsing import DESKTOP, HOSTILE, PHONE, Opened, case_of, violations


def width_beyond(page: Any) -> int:
    """How much has to be scrolled sideways, in pixels."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def test_the_ruling_stands_first_and_the_record_opens(case: Case, opened: Opened) -> None:
    page = opened(case_page(case))
    assert page.locator("h1").inner_text() == "Zealous Squire blocks Quarry Brute."
    assert (
        page.locator(".ruling .stamp").inner_text() == "Not legal" and page.locator(".ruling .rule").inner_text() == "Rule 509.1b"
    )
    page.get_by_role("button", name="Open all").click()
    assert page.locator("details[data-step]:not([open])").count() == 0
    page.get_by_role("button", name="Close all").click()
    assert page.locator("details[data-step][open]").count() == 0


def test_on_paper_what_is_folded_is_there_and_no_button(case: Case, opened: Opened) -> None:
    page = opened(case_page(case), size=DESKTOP)
    quote = page.locator(".binding .text").first
    assert not quote.is_visible() and page.locator("[data-all]").is_visible()
    page.emulate_media(media="print")
    assert quote.is_visible() and not page.locator("[data-all]").is_visible()


def test_the_record_is_walked_by_keyboard_alone(case: Case, opened: Opened) -> None:
    page = opened(case_page(case), size=DESKTOP)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('.step').id") == "s1"
    assert page.locator("details[data-step][open]").count() == 1
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.closest('.step').id") == "s3"


def test_without_script_everything_is_there_to_open(case: Case, opened: Opened) -> None:
    page = opened(case_page(case), script=False)
    assert page.locator("details[data-step]").count() == 4
    page.locator("#s2 summary").first.click()
    assert page.locator("#s2 .way").is_visible()
    assert not page.get_by_role("button", name="Open all").is_visible()


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing(case: Case, opened: Opened, dark: bool) -> None:
    page = opened(case_page(case), dark=dark)
    page.get_by_role("button", name="Open all").click()
    page.locator("details.more").first.evaluate("(each) => each.open = true")
    assert violations(page) == []


def test_320_pixels_and_text_twice_as_large_need_no_scrolling_sideways(case: Case, opened: Opened) -> None:
    page = opened(case_page(case), size={"width": 320, "height": 640})
    page.get_by_role("button", name="Open all").click()
    assert width_beyond(page) == 0
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert width_beyond(page) == 0


def test_a_screen_reader_hears_the_ruling_then_why_then_what_would_be_legal_then_the_record(case: Case, opened: Opened) -> None:
    heard = opened(case_page(case, step=2)).locator("body").aria_snapshot()
    order = [
        'heading "Bob declares no blockers." [level=1]',
        "Not legal Rule 509.1c",
        "A requirement isn’t obeyed, though it can be.",
        "This creature blocks each combat if able.",
        "Legal instead, with the fewest changes",
        'img "Declared. Ann, 20 life: Quarry Brute 4/3',
        'img "Legal instead. Ann, 20 life',
        'heading "The same step, 1999–2026" [level=2]',
        'heading "The record" [level=2]',
        'heading "Turn 1 · Ann" [level=3]',
    ]
    at = [heard.find(each) for each in order]
    assert -1 not in at and at == sorted(at), [(place, each) for place, each in zip(at, order, strict=True)]


def test_with_forced_colours_the_boards_keep_their_shapes_and_the_rulings_their_words(case: Case, opened: Opened) -> None:
    page = opened(case_page(case), size=PHONE)
    page.emulate_media(forced_colors="active")
    ink = page.evaluate("getComputedStyle(document.querySelector('.ruling h1')).color")
    for mark in (".t", ".board .ln", ".board .wall", ".bar rect"):
        assert page.evaluate(f"getComputedStyle(document.querySelector('{mark}')).stroke") == ink, mark
    assert "Not legal" in page.inner_text(".ruling .stamp") and width_beyond(page) == 0


def test_hostile_names_are_only_text(opened: Opened) -> None:
    made = case_of()
    permanents = [permanent.model_dump(exclude_unset=True) for permanent in made.battlefield]
    for number, name in enumerate(HOSTILE):
        permanents.append(
            {"id": f"h{number}", "controller": "Bob", "name": name, "types": ["Creature"], "power": 1, "toughness": 1}
        )
    case = case_of(
        battlefield=permanents,
        source=HOSTILE[1],
        id=HOSTILE[0],
        steps=[
            {"attack": {"brute": "Bob"}, "why": HOSTILE[2]},
            {"block": {f"h{number}": ["brute"] for number in range(len(HOSTILE))}, "why": HOSTILE[10]},
            {"changes": {"id": "h0", "name": HOSTILE[1]}},
        ],
    )
    page = opened(case_page(case))
    page.get_by_role("button", name="Open all").click()
    assert page.locator("body > main script, body > main img, main [onload], main [onfocus], main style").count() == 0
    assert "<script>alert(1)</script>" in page.locator("body").inner_text()
    assert "\u202e" not in page.content()
    assert width_beyond(page) == 0


def test_markup_that_is_put_in_by_hand_is_stopped_by_the_policy(case: Case, browser: Any, tmp_path: Any) -> None:
    made = case_page(case).replace(
        "<main>", "<main><img src=x onerror=\"document.title='ran'\"><script>document.title='ran'</script>"
    )
    (tmp_path / "page.html").write_text(made, "utf-8")
    page = browser.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    page.wait_for_timeout(100)
    assert page.title() != "ran"
    page.close()
