"""The pictures in the README and the documentation: a browser makes them of a case of ours.

DECLARANT_PICTURES=1 puts them into the repository.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import declarant
from declarant.events.journal.journal import Journal
from declarant.tools.page.pages import case_page, game_page
from page.browsing import DESKTOP, Opened, case_of
from page.test_games import journal

__all__ = ["journal"]

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "tools" / "page"
KEPT = os.environ.get("DECLARANT_PICTURES") == "1"


def test_the_picture_of_a_dispute(opened: Opened, tmp_path: Path) -> None:
    page = opened(case_page(case_of(), step=2), size={"width": 1120, "height": 900})
    made = (PICTURES if KEPT else tmp_path) / "dispute.png"
    page.screenshot(path=made, clip={"x": 0, "y": 0, "width": 1120, "height": 640})
    assert made.read_bytes().startswith(b"\x89PNG")


def test_the_picture_of_a_game(journal: Journal, opened: Opened, tmp_path: Path) -> None:
    page = opened(game_page(journal, "menace-needs-two"), dark=True, size={**DESKTOP, "width": 1120}, hash="#t1-damage")
    made = (PICTURES if KEPT else tmp_path) / "game.png"
    page.screenshot(path=made, clip={"x": 0, "y": 0, "width": 1120, "height": 640})
    assert made.read_bytes().startswith(b"\x89PNG")


def test_the_readme_and_the_documentation_show_them() -> None:
    texts = [(ROOT / name).read_text("utf-8") for name in ("README.md", "docs/pages.md")]
    shown = [each for text in texts for each in re.findall(r"!\[[^]]+\]\((?:\.\./)?(tools/page/[^)]+)\)", text)]
    assert shown == ["tools/page/dispute.png", "tools/page/dispute.png", "tools/page/game.png", "tools/page/table.png"]
    assert all((ROOT / each).is_file() for each in shown)


def test_notebooks_show_a_case_and_a_game_in_a_frame() -> None:
    shown = declarant.show(case_of(), step=1)._repr_html_()
    assert shown.startswith('<iframe sandbox="allow-scripts"') and "&lt;!doctype html&gt;" in shown and "<script" not in shown
    game = declarant.Game.start(["Ann", "Bob"], rules="2024-06-07")
    game.enter(declarant.permanent("bear", "Ann", types=["Creature"], power=2, toughness=2))
    game.declare_attackers({"bear": "Bob"})
    assert "bear" in declarant.show(game)._repr_html_()
