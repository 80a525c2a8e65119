"""The package as it is installed: complete, typed, and quick to start."""

import os
import pydoc
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

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
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    """The wheel, built from a copy: a build leaves folders behind."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for room in ROOMS:
        shutil.copytree(ROOT / room, source / room, ignore=shutil.ignore_patterns("__pycache__"))
    for file in [*ROOT.glob("*.py"), *(ROOT / name for name in ("py.typed", "pyproject.toml", "README.md"))]:
        shutil.copy(file, source)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", str(target), str(source)], check=True, capture_output=True)
    with zipfile.ZipFile(next(target.glob("*.whl"))) as archive:
        yield archive


def test_the_wheel_holds_the_package_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    assert {name for name in wheel.namelist() if ".dist-info/" not in name} == files_of_the_package()


def test_the_extra_named_all_takes_every_optional_extra() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    optional = {dependency for extra in extras.keys() - {"all", "dev"} for dependency in extras[extra]}
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
    for dependency in [*PROJECT["project"]["dependencies"], *extras["all"], *extras["dev"]]:
        name = dependency.split(">=")[0].split("[")[0].lower()
        assert f"\n{name}==" in lock, f"{name} isn't pinned: run `make lock`"
