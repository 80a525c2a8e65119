"""The check for known vulnerabilities: what it finds, and that it says where it couldn't look."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / ".ci/vulnerabilities"
PINNED = re.search(r"^structlog==(.+)$", (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE)

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")


def checked(service: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The check with the data of a service."""
    variables = {
        **os.environ,
        "PYTHON": sys.executable,
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
        "OSV": service,
        **environment,
    }
    return subprocess.run([SCRIPT], env=variables, capture_output=True, text=True, timeout=300, check=False)


class Service(BaseHTTPRequestHandler):
    """Answers as osv.dev does: one version of one package is vulnerable."""

    vulnerable: dict[str, Any] | None = None
    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self._answer({"id": self.path.rpartition("/")[2]})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.asked.append(asked["package"]["name"])
        known = {"package": asked["package"], "version": asked["version"]} == self.vulnerable
        affected = {
            "package": asked["package"],
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "99"}]}],
        }
        self._answer({"vulns": [{"id": "GHSA-made-up-0000", "summary": "It leaks.", "affected": [affected]}]} if known else {})

    def _answer(self, answer: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def service() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Service) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_where_the_data_cannot_be_reached_the_check_is_skipped_and_says_so() -> None:
    done = checked("http://127.0.0.1:9")
    assert done.returncode == 0 and done.stdout == "vulnerabilities: skipped, http://127.0.0.1:9 can't be reached from here\n"


@pytest.mark.slow
def test_a_version_of_which_a_vulnerability_is_known_is_reported(
    service: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert PINNED is not None
    pip = [sys.executable, "-m", "pip", "--python", tmp_path / "bin" / "python"]
    made = (
        [sys.executable, "-m", "venv", "--without-pip", tmp_path],
        [*pip, "install", "--quiet", "--no-compile", "pip-audit==2.10.1"],
    )
    if any(subprocess.run(command, capture_output=True, timeout=280, check=False).returncode for command in made):
        pytest.skip("pip-audit can't be installed here")
    monkeypatch.setattr(Service, "asked", [])
    done = checked(service, PLACE=str(tmp_path))
    assert (done.returncode, "structlog" in Service.asked) == (0, True), done.stderr
    package = {"name": "structlog", "ecosystem": "PyPI"}
    monkeypatch.setattr(Service, "vulnerable", {"package": package, "version": PINNED[1].split()[0]})
    done = checked(service, PLACE=str(tmp_path))
    assert done.returncode == 1 and re.search(r"structlog +\S+ +GHSA-made-up-0000 +99", done.stdout), done
