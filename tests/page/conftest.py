"""A real browser for the pages, where this machine has one, and a case of ours to look at with it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from declarant.tools.cases.models import Case
from page.browsing import PHONE, Opened, case_of

BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
INSTALL = "apt-get install chromium-headless-shell fonts-dejavu-core"


@pytest.fixture
def case() -> Case:
    return case_of()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"needs a Chromium, which isn't on this machine: {INSTALL}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found)
        yield launched
        launched.close()


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Opened]:
    """Opens a page in a window of its own. Whatever it logs, asks of the network or fails with, fails the test."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def open_page(made: str, *, dark: bool = False, script: bool = True, size: dict[str, int] = PHONE, hash: str = "") -> Any:
        file = tmp_path / f"page{len(contexts)}.html"
        file.write_text(made, "utf-8")
        context = browser.new_context(
            viewport=size, color_scheme="dark" if dark else "light", java_script_enabled=script, offline=True
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on("dialog", lambda dialog: wrong.append(f"dialog: {dialog.message}"))
        page.on("request", lambda request: wrong.append(request.url) if not request.url.startswith("file:") else None)
        page.goto(file.as_uri() + hash)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []
