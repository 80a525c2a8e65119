"""What all tests share: where the read-only material is, and how hard hypothesis tries."""

import os
import shutil
import signal
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

# A model that is imported while a test has frozen the time would keep the frozen classes of dates, also for the tests after it.
import declarant.tools.cli.schemas
import declarant.tools.page.pages  # noqa: F401
import pytest
import typer.testing
from hypothesis import settings

# A commit passes or fails for what it changes, not for what was drawn: HYPOTHESIS_PROFILE=random looks further.
settings.register_profile("default", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None)
settings.register_profile("slow", deadline=None, max_examples=5_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# The tree of commands is made once: to make it takes longer than most commands do.
typer.testing._get_command = cache(typer.main.get_command)  # type: ignore[attr-defined]

SHARED = Path(__file__).resolve().parents[2] / "shared"


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # As of what a shell script starts in the background: processes that tests start would never hear of Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)


LONG = (
    "abilities/test_random_boards.py",
    "oracle/test_coverage.py",
    "package/test_documentation.py",
    "package/test_packaging.py",
    "site/test_in_a_browser.py",
)
"""Files without a test that is marked as slow which take long nevertheless."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that take long come first: no worker is left alone with one at the end."""
    long = {item.path for item in items if item.get_closest_marker("slow") or item.path.as_posix().endswith(LONG)}
    items.sort(key=lambda item: item.path not in long)


@pytest.fixture(scope="session", autouse=True)
def _no_cache_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The cards that whoever runs the tests has loaded are neither asked nor replaced."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder `shared` beside the checkout: rules, judged cases, game logs, card texts; no part of the project."""
    if not SHARED.is_dir():
        pytest.skip(f"needs the material in {SHARED}, which isn't there")
    return SHARED


BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
INSTALL = "apt-get install chromium-headless-shell fonts-dejavu-core"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A real browser, where this machine has one; it ends with its file, since no other event loop can run beside its own."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"needs a Chromium, which isn't on this machine: {INSTALL}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found)
        yield launched
        launched.close()
