"""A case of ours, and windows of a browser to look at its page with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from declarant.tools.cases.models import Case
from page.browsing import PHONE, Opened, case_of


@pytest.fixture
def case() -> Case:
    return case_of()


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
