"""The package as it is installed: complete, typed, and quick to start."""

import json
import os
import pydoc
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import declarant
import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
ROOMS = ("events", "projections", "handlers", "tools")


def files_of_the_package() -> set[str]:
    """Every file that belongs into a wheel, by its path in there."""
    files = [*ROOT.glob("*.py"), ROOT / "py.typed", *(file for room in ROOMS for file in (ROOT / room).rglob("*"))]
    return {
        f"declarant/{file.relative_to(ROOT).as_posix()}" for file in files if file.is_file() and "__pycache__" not in file.parts
    }


def test_every_folder_with_python_files_is_a_listed_package() -> None:
    folders = {Path(file).parent for file in files_of_the_package() if file.endswith(".py")}
    assert {".".join(folder.parts) for folder in folders} == set(PROJECT["tool"]["setuptools"]["packages"])


def test_every_listed_package_is_a_package_and_no_mere_folder() -> None:
    for package in PROJECT["tool"]["setuptools"]["packages"]:
        assert ROOT.joinpath(*package.split(".")[1:], "__init__.py").is_file(), package


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where both distributions are, the wheel made of the source distribution, and that of a copy: a build leaves folders."""
    source, target = tmp_path_factory.mktemp("source") / "declarant", tmp_path_factory.mktemp("built")
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("needs the repository: the files that are kept in it")
    for name in filter(lambda name: (ROOT / name).is_file(), listed.stdout.splitlines()):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(source)]
    done = subprocess.run(build, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


@pytest.fixture(scope="module")
def wheel(built: Path) -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as archive:
        yield archive


def test_the_source_distribution_holds_all_that_building_and_testing_need(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    kept = {name for name in listed.stdout.splitlines() if (ROOT / name).is_file() and not name.startswith(".github/")}
    assert kept - held == set()


def test_the_metadata_state_the_license(wheel: zipfile.ZipFile) -> None:
    (name,) = [name for name in wheel.namelist() if name.endswith("/METADATA")]
    metadata = wheel.read(name).decode()
    assert "License-Expression: MIT" in metadata and "License-File: LICENSE" in metadata


def test_the_wheel_holds_the_package_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    assert {name for name in wheel.namelist() if ".dist-info/" not in name} == files_of_the_package()


def test_the_extra_named_all_takes_every_optional_extra() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    optional = {dependency for extra in extras.keys() - {"all"} for dependency in extras[extra]}
    assert set(extras["all"]) == optional
    assert "all" in metadata.metadata("declarant").get_all("Provides-Extra", [])


def test_the_public_names_are_those_of_their_modules() -> None:
    from declarant.events import errors, ruling

    assert declarant.InvalidInput is errors.InvalidInput
    assert declarant.IllegalDeclaration is errors.IllegalDeclaration
    assert declarant.Ruling is ruling.Ruling
    assert issubclass(declarant.WordingNotUnderstood, declarant.DeclarantError)


@pytest.mark.parametrize("name", sorted({*declarant.__all__} - {"Command"}))
def test_a_public_name_can_be_imported(name: str) -> None:
    assert getattr(getattr(declarant, name), "__name__", name) == name


def test_the_face_is_listed_for_tab_and_help() -> None:
    assert set(declarant.__all__) < set(dir(declarant))
    assert declarant.__version__ == metadata.version("declarant")
    shown = pydoc.plain(pydoc.render_doc(declarant))
    assert all(name in shown for name in ("class Game", "class DeclareAttackers", "class IllegalDeclaration", "permanent("))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Referee'"):
        _ = declarant.Referee  # type: ignore[attr-defined]


HEAVY = """
import runpy, sys
sys.argv = ["declarant", *sys.argv[1:]]
{code}
print(sorted({{"pydantic", "pydantic_core", "typer", "rich", "yaml", "structlog"}} & sys.modules.keys()))
"""


@pytest.mark.parametrize(
    "code",
    [
        "import declarant",
        "from declarant.tools.entry import main; main()",
        "runpy.run_module('declarant', run_name='__main__')",
    ],
    ids=["import", "entry", "module"],
)
def test_the_start_imports_nothing_heavy(code: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", HEAVY.format(code=code), "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    *version, heavy = done.stdout.splitlines()
    assert heavy == "[]"
    assert version == ([] if code == "import declarant" else [f"declarant {metadata.version('declarant')}"])


def test_the_command_is_installed() -> None:
    (script,) = metadata.entry_points(group="console_scripts", name="declarant")
    assert script.value == "declarant.tools.entry:main"


def test_what_continuous_integration_runs_can_be_executed() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_lock_pins_every_direct_dependency() -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8").lower()
    extras = PROJECT["project"]["optional-dependencies"]
    for dependency in [*PROJECT["project"]["dependencies"], *extras["all"], *PROJECT["dependency-groups"]["dev"]]:
        name = dependency.split(">=")[0].split("[")[0].lower()
        assert f"\n{name}==" in lock, f"{name} isn't pinned: run `make lock`"


GOOD = """
from pathlib import Path

import declarant
from declarant import DeclareBlockers, Game, IllegalDeclaration, permanent

game = Game.start(["Ann", "Bob"], rules="2024-06-07")
game.enter(permanent("ox", "Ann", types=["Creature"], power=4, toughness=3, text="Menace"))
game.declare_attackers({"ox": "Bob"})
try:
    game.declare(DeclareBlockers(blocks={"wall": ("ox",)}))
except IllegalDeclaration as illegal:
    print(illegal.ruling.rule, str(game), game.describe())
for case in declarant.load_cases(Path("cases")):
    print([step.verdict for step in declarant.judge(case).steps], declarant.case_page(case)[:80])
"""
BAD = 'from declarant import permanent\n\npermanent("ox", "Ann", powr=1)\n'


@pytest.fixture(scope="module")
def python(request: pytest.FixtureRequest, built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which the package is installed so; what it needs is taken from here."""
    folder = tmp_path_factory.mktemp(request.param)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    (site / "needed.pth").write_text(sysconfig.get_paths()["purelib"], "utf-8")
    executable = folder / "venv" / "bin" / "python"
    if request.param == "wheel":
        with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
            wheel.extractall(site)
        return executable
    with tarfile.open(next(built.glob("*.tar.gz"))) as source:
        source.extractall(folder, filter="data")
    (package,) = folder.glob("declarant-*")
    # As docs/how-to.md says.
    install = ["install", "--quiet", "--no-deps", "--no-build-isolation", "--config-settings", "editable_mode=strict"]
    pip = [sys.executable, "-m", "pip", "--python", str(executable), "--disable-pip-version-check"]
    subprocess.run([*pip, *install, "--force-reinstall", "--editable", str(package)], check=True)
    assert list(site.glob("__editable__*")), "it is installed there, not here"
    return executable


@pytest.mark.parametrize(("python", "checker"), [("editable", "mypy"), ("wheel", "pyright")], indirect=["python"])
def test_types_state_what_fits(python: Path, tmp_path: Path, checker: str) -> None:
    executable = str(python)
    (tmp_path / "good.py").write_text(GOOD, "utf-8")
    (tmp_path / "bad.py").write_text(BAD, "utf-8")
    found: list[str]
    if checker == "mypy":
        command = [
            sys.executable,
            "-m",
            "mypy",
            "--cache-dir",
            os.devnull,
            "--strict",
            "--python-executable",
            executable,
            "good.py",
            "bad.py",
        ]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        found = [line for line in done.stdout.splitlines() if ": error:" in line]
    else:
        command = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", executable, "--level", "error"]
        (tmp_path / "pyrightconfig.json").write_text(
            '{"typeCheckingMode": "standard", "include": ["good.py", "bad.py"]}', "utf-8"
        )
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        diagnostics: list[dict[str, Any]] = json.loads(done.stdout)["generalDiagnostics"]
        found = [f"{each['file']}: {each['message']}" for each in diagnostics]
    assert len(found) == 1 and "bad.py" in found[0] and "powr" in found[0], done.stdout + done.stderr
