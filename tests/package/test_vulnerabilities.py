"""The check for known vulnerabilities says so where it couldn't look."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / ".ci/vulnerabilities"


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_where_the_data_cannot_be_reached_the_check_is_skipped_and_says_so() -> None:
    environment = {**os.environ, "OSV": "http://127.0.0.1:9", "PYTHON": sys.executable}
    done = subprocess.run([SCRIPT], env=environment, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "vulnerabilities: skipped, http://127.0.0.1:9 can't be reached from here\n"
