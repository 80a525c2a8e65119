"""How `declarant serve` holds out when many ask: `python -m bench.serve`.

So many clients ask for rulings for so long, as fast as they are answered. Server and clients share this machine, so times are
those of a busy one.

Aim: no request fails. The exit status is 1 where one does.
"""

from __future__ import annotations

import http.client
import socket
import subprocess
import sys
import threading
import time
from importlib.resources import files
from pathlib import Path
from statistics import median, quantiles
from typing import Annotated

import typer
from declarant.tools.cases.models import Case
from declarant.tools.cases.reading import read_cases

from .measuring import command


def main(
    clients: Annotated[int, typer.Option(min=1, help="How many ask at a time.")] = 50,
    seconds: Annotated[float, typer.Option(min=0, help="For how long they ask.")] = 60,
) -> None:
    """Ask a server of its own; print how many were answered and failed, and how long it took."""
    case = next(each for each in read_cases(Path(str(files("declarant.tools") / "demo.yaml"))) if isinstance(each, Case))
    stated = case.model_dump_json(by_alias=True, exclude_unset=True).encode()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", "declarant", "serve", "--port", str(port)], stdout=subprocess.DEVNULL)
    took: list[float] = []
    failed: list[str] = []
    try:
        _wait(port)
        end = time.monotonic() + seconds
        asking = [threading.Thread(target=_ask, args=(port, stated, end, took, failed)) for _ in range(clients)]
        for client in asking:
            client.start()
        for client in asking:
            client.join()
    finally:
        server.terminate()
        server.wait()
    print(f"{len(took)} rulings to {clients} clients in {seconds:g} s, {len(failed)} failed: {sorted(set(failed))[:5]}")
    print(
        f"median {1000 * median(took):.0f} ms, p99 {1000 * quantiles(took, n=100)[98]:.0f} ms, longest {1000 * max(took):.0f} ms"
    )
    raise typer.Exit(1 if failed else 0)


def _wait(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the server doesn't answer")


def _ask(port: int, stated: bytes, end: float, took: list[float], failed: list[str]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    while time.monotonic() < end:
        start = time.monotonic()
        try:
            connection.request("POST", "/api/audit", stated)
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                failed.append(str(answer.status))
        except OSError as error:
            failed.append(repr(error))
            connection.close()
        took.append(time.monotonic() - start)


if __name__ == "__main__":
    command(main, __doc__)
