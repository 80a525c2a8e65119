"""A server of ours on a free port, as a user starts it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from declarant.events.journal.journal import Journal
from declarant.tools.cases.judging import judge
from page.browsing import case_of

CARDS = """[
 {"object": "card", "id": "1", "oracle_id": "1", "name": "Quarry Brute", "type_line": "Creature — Ogre", "oracle_text": "Menace",
  "power": "4", "toughness": "3", "colors": ["R"], "cmc": 4.0, "layout": "normal", "lang": "en"},
 {"object": "card", "id": "2", "oracle_id": "2", "name": "Tower Sentry", "type_line": "Creature — Soldier", "oracle_text": "",
  "power": "1", "toughness": "4", "colors": ["W"], "cmc": 2.0, "layout": "normal", "lang": "en"},
 {"object": "card", "id": "3", "oracle_id": "3", "name": "Grim Oxen", "type_line": "Creature — Ox", "oracle_text": "",
  "power": "2", "toughness": "2", "colors": ["B"], "cmc": 2.0, "layout": "normal", "lang": "en"},
 {"object": "card", "id": "4", "oracle_id": "4", "name": "Grim Ozen", "type_line": "Creature — Ox", "oracle_text": "",
  "power": "2", "toughness": "2", "colors": ["B"], "cmc": 2.0, "layout": "normal", "lang": "en"}
]"""


@pytest.fixture(scope="session")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("serve") / "games.db"
    with Journal.open(path) as kept:
        judge(case_of(), journal=kept)
    return path


@pytest.fixture(scope="session")
def address(journal: Path, _no_cache_of_the_user: None) -> Iterator[str]:
    pytest.importorskip("starlette", reason="needs the extra serve")
    import uvicorn
    from declarant.tools import cards
    from declarant.tools.serve.app import app
    from declarant.tools.serve.connections import config

    bulk = journal.parent / "cards.json"
    bulk.write_text(CARDS, "utf-8")
    cards.load(bulk)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        server = uvicorn.Server(config(app(str(journal))))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.02)
        yield f"http://127.0.0.1:{port}"
        server.should_exit = True
        thread.join(5)


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[Any]:
    import httpx

    with httpx.Client(base_url=address, timeout=30) as found:
        yield found
