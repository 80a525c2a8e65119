"""The page of puzzles in a real browser, as on a phone: by keyboard alone, right and wrong answers, both themes."""

import pytest
from declarant.tools.puzzles import kept
from declarant.tools.puzzles.page_of import page as page_of
from page.browsing import Opened, violations

PUZZLES = [next(each for each in kept.puzzles(60) if each.goal == goal) for goal in ("win", "survive", "lose nothing")]


@pytest.mark.parametrize("dark", [False, True])
def test_puzzles_are_solved_by_keyboard_on_a_phone(opened: Opened, dark: bool) -> None:
    page = opened(page_of(PUZZLES), dark=dark)
    for number, puzzle in enumerate(PUZZLES):
        section = page.locator(f"[data-puzzle='{number}']")
        output, selects = section.locator("output"), section.locator("select")
        # A wrong answer: the opposite of the right one.
        for at in range(selects.count()):
            if selects.nth(at).get_attribute("data-creature") not in puzzle.solution:
                selects.nth(at).select_option(index=1)
        selects.first.focus()
        for _ in range(selects.count()):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert output.inner_text().startswith("✗ Not this.")
        selects.first.focus()
        for at in range(selects.count()):
            whom = puzzle.solution.get(selects.nth(at).get_attribute("data-creature"), "")
            options = [each.get_attribute("value") for each in selects.nth(at).locator("option").all()]
            page.keyboard.press("Home")
            for _ in range(options.index(whom)):
                page.keyboard.press("ArrowDown")
            page.keyboard.press("Tab")
        assert output.inner_text().strip() == ""  # what was said was about another declaration
        page.keyboard.press("Space")
        assert output.inner_text() == "✓ Right: nothing else does it."
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert all(f"{creature} → {whom}" in output.inner_text() for creature, whom in puzzle.solution.items())
        for each in (*selects.all(), *section.locator("button").all()):
            assert each.bounding_box()["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []


def test_a_tempting_attack_is_answered_and_nothing_is_promised_without_a_script(opened: Opened) -> None:
    puzzle = next(each for each in kept.puzzles(60) if each.tempting and each.tempting[0].answer)
    page = opened(page_of([puzzle]))
    for creature, whom in puzzle.tempting[0].declared.items():
        page.locator(f"[data-creature='{creature}']").select_option(whom)
    page.get_by_role("button", name="Declare").click()
    assert "It is held by the block " in page.locator("output").inner_text()
    assert "doesn't run" in opened(page_of([puzzle]), script=False).locator("noscript").inner_text()
