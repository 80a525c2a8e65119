"""What all tests share: where the read-only material is, and how hard hypothesis tries."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("default", deadline=None)
settings.register_profile("slow", deadline=None, max_examples=5_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder `shared` beside the checkout: rules, judged cases, game logs, card texts; no part of the project."""
    if not SHARED.is_dir():
        pytest.skip(f"needs the material in {SHARED}, which isn't there")
    return SHARED
