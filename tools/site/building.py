"""Writes the folder of a site: files that any host can serve, below any path. The same input gives the same bytes."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import subprocess
import tarfile
import tempfile
import zipfile
from pathlib import Path

from ...events.errors import DeclarantError, InvalidInput
from ..page.render import source, style
from ..running.places import beside, put_in_place
from ..serve.permalink import dictionary, signs
from . import contents, fetching

HERE = Path(__file__).parent
OF_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
AS_THEY_ARE = ("index.html", "manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png", "failing.js")
SCRIPTS = ("editor.js", "dispute.js", "game.js")


def build(out: Path, materials: Path | None = None) -> dict[str, int]:
    """Write a site; name → bytes of each file. `materials`: where wheels and Pyodide lie, else they are fetched.

    Raises InvalidInput where the folder holds something else, or materials are missing, and MissingExtra without Node.
    """
    if out.exists() and not (out / "worker.mjs").is_file() and (not out.is_dir() or any(out.iterdir())):
        raise InvalidInput("--out", str(out), "a folder that is new or empty, or an older site")
    node, found = fetching.node(), fetching.fetched(materials)
    made = _files(node, found)
    place = beside(out)
    try:
        place.mkdir(parents=True)
        for name, data in made.items():
            (place / name).write_bytes(data)
        put_in_place(place, out)
    except OSError as error:
        raise InvalidInput("--out", str(out), f"a folder that can be made ({error.strerror or error})") from None
    return {name: len(data) for name, data in sorted(made.items())}


def _files(node: str, found: dict[str, Path]) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        with tarfile.open(found["pyodide"]) as archive:
            made = {name: _member(archive, f"package/{name}") for name in OF_PYODIDE}
        for name, data in made.items():
            (work / name).write_bytes(data)
        del made["python_stdlib.zip"]
        made |= _compiled(node, work, _packed(contents.files(found)))
    files = HERE / "files"
    made |= {name: (files / name).read_bytes() for name in AS_THEY_ARE}
    made["site.css"] = style("tokens.css", "site.css").encode()
    made |= {f"{name[:-3]}.mjs": f"{source(name)}\nexport {{ mount }};\n".encode() for name in SCRIPTS}
    made["licences.txt"] = contents.licences(found).encode()
    constants = {"OFTEN": dictionary().decode(), "SIGNS": signs()}
    made["often.mjs"] = "".join(f"export const {name} = {json.dumps(value)};\n" for name, value in constants.items()).encode()
    made["host.mjs"] = (files / "host.mjs").read_bytes()
    worker = (files / "worker.mjs").read_text("utf-8")
    version = hashlib.sha256(b"".join(made[name] for name in sorted(made)) + worker.encode()).hexdigest()[:12]
    made["worker.mjs"] = worker.replace("@VERSION@", version).encode()
    kept = json.dumps(["./", *sorted(made)])
    offline = (files / "offline.mjs").read_text("utf-8")
    made["offline.mjs"] = offline.replace("@VERSION@", version).replace("@FILES@", kept).encode()
    return made


def _packed(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), data)
    return packed.getvalue()


def _compiled(node: str, work: Path, packed: bytes) -> dict[str, bytes]:
    """The archives, compressed, for hosts compress few types: what Python starts with as gzip, which the page undoes."""
    (work / "in.zip").write_bytes(packed)
    done = subprocess.run([node, str(HERE / "compile.mjs"), str(work), str(work)], capture_output=True, text=True)
    if done.returncode:
        raise DeclarantError(f"Node couldn't compile the site: {done.stderr.strip()[-500:]}")
    made = {f"{name}.gz": gzip.compress((work / name).read_bytes(), 9, mtime=0) for name in ("core.so", "stdlib.zip")}
    return made | {"site.tar.zst": (work / "site.tar.zst").read_bytes()}


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    assert file is not None, "npm packs files"
    return file.read()
