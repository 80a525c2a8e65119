"""License, citation, security, and the licences of what is installed."""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import declarant
import yaml
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
TABLE = ROOT / "docs" / "licences.md"
ALLOWED = re.compile(r"MIT|BSD|Apache|ISC|PSF|0BSD|Zlib|CC0|LGPL|MPL|Python Software Foundation|Mozilla")
"""Licences under which a library may be used by a work under another one."""


def needed(name: str, extra: str = "") -> Iterator[str]:
    """A distribution and what it needs here, with that extra."""
    yield name
    for stated in metadata.requires(name) or ():
        requirement = Requirement(stated)
        if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            yield from needed(requirement.name, ",".join(requirement.extras))


def licence(name: str) -> str:
    """What the metadata of a distribution say of its licence, in a few words."""
    stated = metadata.metadata(name)
    classified = [each.rpartition(" :: ")[2] for each in stated.get_all("Classifier", []) if each.startswith("License :: OSI")]
    found = stated.get("License-Expression") or " or ".join(classified) or stated.get("License") or "not told"
    return found.splitlines()[0]


def test_the_table_states_the_licence_of_everything_that_the_package_and_its_extras_install() -> None:
    installed = sorted({re.sub(r"[-_.]+", "-", name).lower() for name in needed("declarant", "all")} - {"declarant"})
    rows = [f"| {name} | {licence(name)} |" for name in installed]
    table = TABLE.read_text("utf-8")
    # Some are needed on other systems or by other versions of Python only: the table may have more rows.
    assert [row for row in rows if row not in table] == [], "docs/licences.md"
    assert [row for row in rows if not ALLOWED.search(row)] == []


def test_the_citation_is_of_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert (citation["version"], citation["license"]) == (declarant.__version__, PROJECT["project"]["license"])


def test_the_metadata_state_no_address_but_that_of_the_repository_which_publishes(tmp_path: Path) -> None:
    assert "urls" not in PROJECT["project"], "the project has no home yet: see .ci/addresses"
    assert ".ci/addresses" in (ROOT / ".github" / "workflows" / "publish.yml").read_text("utf-8")
    (tmp_path / ".ci").mkdir()
    for name in ("pyproject.toml", "CITATION.cff", ".ci/addresses"):
        shutil.copy(ROOT / name, tmp_path / name)
    script = [sys.executable, tmp_path / ".ci" / "addresses"]
    assert subprocess.run([*script, "somewhere"], capture_output=True).returncode == 2
    subprocess.run([*script, "https://example.org/us/declarant"], check=True)
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["urls"]["Source"] == "https://example.org/us/declarant"
    citation = yaml.safe_load((tmp_path / "CITATION.cff").read_text("utf-8"))
    assert citation["repository-code"] == project["urls"]["Source"]


def test_the_security_paper_states_the_limits_that_hold() -> None:
    from declarant.tools.audit import pages as reading
    from declarant.tools.serve import answers, exchange, permalink, working

    paper = " ".join((ROOT / "SECURITY.md").read_text("utf-8").split())
    for words in (
        f"{exchange.MAX_BODY // 1024} kB",
        f"its body in {exchange.SECONDS_TO_SEND:g} s",
        f"{answers.SECONDS:g} s; searches within it {answers.STEPS:,} steps",
        f"{working.AT_ONCE} answers being worked on, {working.WAITING} waiting",
        f"{permalink.MAX_CODE:,} characters",
        f"{answers.MAX_STEPS} steps, {answers.MAX_PERMANENTS} permanents",
        f"{reading.MAX_PAGE_BYTES // 2**20} MiB",
    ):
        assert words in paper, words
