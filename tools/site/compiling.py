"""Run inside Pyodide by `compile.mjs`: makes bytecode of what a site holds and of the standard library."""

import importlib._bootstrap_external as external
import importlib.util
import io
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from compression import zstd  # type: ignore[import-not-found]

CORE = "pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so"
# anyio reads its own source to import lazily.
SOURCE = ("anyio/__init__.py", "anyio/abc/__init__.py")
# fmt: off
UNUSED = (
    "antigravity", "asyncio/__main__", "asyncio/proactor", "asyncio/tools", "asyncio/windows", "bdb.py", "cProfile", "cmd.py",
    "compileall.py", "concurrent/futures/process", "configparser", "ctypes/_aix", "ctypes/macholib", "ctypes/util",
    "ctypes/wintypes", "curses", "distutils", "doctest", "email/mime", "encodings/big5", "encodings/cp", "encodings/euc",
    "encodings/gb", "encodings/hp", "encodings/hz", "encodings/iso2022", "encodings/iso8859", "encodings/johab",
    "encodings/koi", "encodings/kz", "encodings/mac", "encodings/ptcp", "encodings/shift", "encodings/tis", "ensurepip",
    "filecmp", "fileinput", "ftplib", "getpass", "graphlib", "__hello__", "html/parser", "http/cookiejar", "http/server.py",
    "idlelib", "imaplib", "json/__main__", "json/tool", "lib2to3", "logging/config", "logging/handlers", "mailbox",
    "_markupbase", "modulefinder.py", "msilib", "multiprocessing/", "nturl2path", "optparse", "pdb.py", "__phello__",
    "pickletools.py", "plistlib", "poplib", "profile.py", "profiling", "pstats", "pty.py", "pyclbr.py", "_pydatetime",
    "_pydecimal", "pydoc.py", "pydoc_data", "_pyio", "_pyrepl", "sched.py", "shelve", "smtplib", "socketserver",
    "sqlite3/__main__", "sre_", "symtable", "sysconfig/__main__", "tabnanny.py", "test/", "this.py", "timeit", "tkinter",
    "tomllib/", "trace.py", "tracemalloc.py", "turtle", "turtledemo", "unittest/", "urllib/robotparser", "venv", "wave.py",
    "webbrowser", "wsgiref", "xml/dom", "xml/etree", "xml/parsers", "xmlrpc", "zipapp", "zipfile/__main__",
)
# fmt: on


def compiled(name: str, source: bytes, level: int) -> bytes:
    """The bytecode of a module, which isn't compared with its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=level)
    made: bytes = external._code_to_hash_pyc(code, importlib.util.source_hash(source), False)  # type: ignore[attr-defined]
    return made


def read(path: str) -> Iterator[tuple[str, bytes]]:
    """The files of an archive by name, in order."""
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if not name.endswith("/"):
                yield name, archive.read(name)


def templates() -> Iterator[tuple[str, bytes]]:
    """The templates as modules, in place of their text."""
    with zipfile.ZipFile("/in.zip") as archive:
        archive.extractall("/work")
    sys.path.insert(0, "/work")
    from declarant.tools.page.render import COMPILED, environment

    environment().compile_templates("/compiled", zip=None)
    for path in sorted(Path("/compiled").iterdir()):
        yield str(COMPILED.relative_to("/work") / path.name), path.read_bytes()


def main() -> None:
    """Write `/site.tar.zst`, `/core.so` and `/stdlib.zip`."""
    files = {name: data for name, data in read("/in.zip") if not name.endswith(".jinja")} | dict(templates())
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in sorted(files.items()):
            if name == CORE:  # it is loaded before Python starts; Python only looks whether it is there
                with open("/core.so", "wb") as core:
                    core.write(data)
                data = b""
            if name.endswith(".py") and name not in SOURCE:
                # Descriptions in our schemas are docstrings.
                name, data = f"{name}c", compiled(name, data, 0 if name.startswith("declarant/") else 2)
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    level = {zstd.CompressionParameter.compression_level: 17, zstd.CompressionParameter.window_log: 24}
    Path("/site.tar.zst").write_bytes(zstd.compress(packed.getvalue(), options=level))
    with zipfile.ZipFile("/stdlib.zip", "w") as archive:
        for name, data in read("/std.zip"):
            if not name.startswith(tuple(UNUSED)):
                if name.endswith(".py"):
                    name, data = f"{name}c", compiled(name, data, 2)
                archive.writestr(zipfile.ZipInfo(name), data)


main()
