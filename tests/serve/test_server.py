"""The server for programs and for those who mean it harm."""

from __future__ import annotations

import base64
import json
import socket
import threading
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jsonschema
import pytest
from cli.test_interrupts import exact_cover
from declarant import InvalidInput
from declarant.tools.best_play.certificates import verify
from declarant.tools.cases.models import Case
from declarant.tools.cases.reading import read_case, read_cases
from declarant.tools.serve import answers, assistants, permalink
from page.browsing import case_of, without_piper


def as_json(case: Case) -> dict[str, Any]:
    found: dict[str, Any] = case.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return found


def test_programs_get_rulings_in_the_shape_of_our_models(client: Any) -> None:
    answer = client.post("/api/audit", json=as_json(case_of()))
    assert answer.status_code == 200
    assert [step["verdict"] for step in answer.json()["steps"]] == ["legal", "illegal", "illegal", "legal"]


@pytest.mark.parametrize("name", ["audit", "explain", "options", "best", "certificate", "compare"])
def test_answers_fit_the_schemas_of_the_openapi_document(client: Any, name: str) -> None:
    document = client.get("/api/openapi.json").json()
    declared = document["paths"][f"/api/{name}"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    parameters = {each["name"] for each in document["paths"][f"/api/{name}"]["post"]["parameters"]}
    answer = client.post(f"/api/{name}{'?step=1' if 'step' in parameters else ''}", json=as_json(without_piper()))
    assert answer.status_code == 200
    jsonschema.validate(answer.json(), {**declared, "components": document["components"]})


def test_a_case_that_doesnt_fit_is_reported_with_where_and_why(client: Any) -> None:
    answer = client.post("/api/audit", json={**as_json(case_of()), "players": ["Ann"]})
    assert answer.status_code == 400
    assert {"kind", "where", "found", "allowed"} <= answer.json()["error"].keys()


def test_best_play_takes_what_its_command_takes(client: Any) -> None:
    sides = [("ogre", "Ann", 3), ("bear", "Bob", 2)]
    case = {
        "id": "c",
        "players": ["Ann", "Bob"],
        "battlefield": [
            {"id": id, "controller": player, "types": ["Creature"], "power": size, "toughness": size}
            for id, player, size in sides
        ],
        "steps": [],
    }
    growth = json.dumps([{"controller": "Bob", "name": "Growth", "text": "Target creature gets +3/+3 until end of turn."}])
    assert client.post("/api/best", json=case).json()["declaration"] == {"ogre": "Bob"}
    assert client.post("/api/best", params={"tricks": growth}, json=case).json()["declaration"] == {}
    assert "no other attack is worth more" in verify(read_case(case, "case"), client.post("/api/certificate", json=case).json())
    assert client.post("/api/best?turns=2", json=case).json()["result"] == "worth"
    assert client.post("/api/best?hold=true", json=case).json()["proven"]
    attack = {**case, "steps": [{"attack": {"ogre": "Bob"}}]}
    dominated = client.post("/api/dominated", json=attack).json()
    assert dominated["dominated"] is False
    document = client.get("/api/openapi.json").json()
    jsonschema.validate(dominated, {"$ref": "#/components/schemas/DominanceReport", "components": document["components"]})
    assert client.post("/api/best", params={"tricks": "[5]"}, json=case).status_code == 400


REFUSED = {
    "a step that is a word": ("POST", "/api/explain?step=abc", b"", 400, "step", "0 or more"),
    "a step of many digits": ("POST", f"/api/explain?step={'9' * 5_000}", b"", 400, "step", "0 or more"),
    "too high a limit": ("POST", "/api/options?limit=101", b"", 400, "limit", "0 to 100"),
    "a flag that is a number": ("POST", "/api/best?hold=1", b"", 400, "hold", "true or false"),
    "a misspelt parameter": ("POST", "/api/options?lmit=3", b"", 400, "request", "did you mean limit?"),
    "a parameter twice": ("POST", "/api/options?limit=3&limit=4", b"", 400, "limit", "one"),
    "a parameter of another answer": ("POST", "/api/audit?step=1", b"", 400, "request", "rules"),
    "bytes that aren't UTF-8": ("POST", "/api/audit", b'{"id": "\xff"}', 400, "request, byte 8", "UTF-8"),
    "a case that is a list": ("POST", "/api/audit", b"[1, 2]", 400, "the case", "an object"),
    "a question without a case": ("GET", "/api/audit", b"", 405, "request", "POST"),
    "a case where none is asked for": ("POST", "/api/rules", b"", 405, "request", "GET"),
    "a method that nothing has": ("DELETE", "/api/audit", b"", 405, "request", "POST"),
    "no such answer": ("GET", "/api/nothing", b"", 404, "request", "/api/audit"),
    "no such address": ("GET", "/nothing", b"", 404, "request", "/games"),
    "a game to follow that isn't there": ("GET", "/follow/nobody", b"", 404, "request", "a game of the journal"),
    "a review of no game": ("GET", "/review/nobody", b"", 404, "request", "a game of the journal"),
    "a version that is a word": ("GET", "/follow/menace-needs-two?after=x", b"", 400, "after", "0 or more"),
    "too many fields": ("POST", "/rule", b"&".join(b"a=1" for _ in range(6_000)), 400, "request", "5,000"),
}


@pytest.mark.parametrize("wrong", REFUSED)
def test_what_is_asked_wrongly_is_reported_with_where_and_what_is_allowed(client: Any, wrong: str) -> None:
    method, address, sent, status, where, allowed = REFUSED[wrong]
    answer = client.request(method, address, content=sent, headers={"accept": "application/json"})
    error = answer.json()["error"]
    assert (answer.status_code, error["where"], error["kind"]) == (status, where, "invalid-input")
    assert error["found"] and allowed in error["allowed"]


def test_a_fault_of_ours_is_reported_as_one(
    client: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(answers, "edition", lambda _: 1 / 0)
    answer = client.get("/api/rules")
    assert answer.status_code == 500 and answer.json()["error"]["kind"] == "internal"
    assert "ZeroDivisionError" in answer.json()["error"]["found"] and "Traceback" not in capsys.readouterr().err


def test_rules_of_a_day_and_the_games_are_stated(client: Any) -> None:
    assert client.get("/api/rules", params={"rules": "2005-03-01"}).json()["effective"] == "2004-10-01"
    assert "menace-needs-two" in [game["game"] for game in client.get("/api/games").json()]
    assert 'href="/review/menace-needs-two">Review' in client.get("/g/menace-needs-two").text
    reviewed = client.get("/review/menace-needs-two").text
    assert 'id="h-review"' in reviewed and 'href="/g/menace-needs-two">Replay' in reviewed
    listed = client.get("/games").text
    assert "<h2>" in listed and '<svg class="line"' in listed and 'href="/g/menace-needs-two"' in listed


def test_a_permalink_carries_the_whole_case(client: Any) -> None:
    answer = client.post("/c/", json=as_json(case_of()))
    assert answer.status_code == 303
    link = answer.headers["location"]
    assert client.get(link + ".json").json() == as_json(case_of())
    assert "Not legal" in client.get(link).text and client.get(link + ".svg").text.startswith("<svg")


def test_permalinks_of_shared_cases_are_short_and_round(shared: Path) -> None:
    lengths = []
    for case in [each for each in read_cases(shared / "cases" / "seeds.jsonl") if isinstance(each, Case)]:
        code = permalink.encode(case)
        assert as_json(permalink.decode(code)) == as_json(case)
        lengths.append(len(code))
    assert lengths and sorted(lengths)[len(lengths) // 2] < 500


def test_a_bomb_of_a_permalink_does_nothing(client: Any) -> None:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=permalink._OFTEN)
    bomb = base64.urlsafe_b64encode(deflate.compress(b" " * 20_000_000) + deflate.flush()).decode().rstrip("=")
    with pytest.raises(InvalidInput):
        permalink.decode("1." + bomb)
    assert client.get("/c/1." + bomb[: permalink.MAX_CODE - 2]).status_code in (400, 414)


@pytest.mark.parametrize("code", ["", "1.", "2.abc", "1.!!!!", "1." + "A" * 400, "../../etc/passwd", "%00"])
def test_what_is_no_permalink_is_refused(client: Any, code: str) -> None:
    assert client.get(f"/c/{code}").status_code in (400, 404, 405)


def test_no_file_of_the_machine_can_be_reached(client: Any) -> None:
    for path in ("/g/../../../etc/passwd", "/g/%2e%2e/%2e%2e/etc/passwd", "/static/../app.py", "/g//etc/passwd"):
        answer = client.get(path)
        assert answer.status_code in (400, 404) and "root:" not in answer.text


def test_other_names_of_the_host_are_refused(client: Any) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_every_answer_forbids_guessing_framing_and_telling_where_readers_came_from(client: Any) -> None:
    headers = client.get("/").headers
    assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in headers["content-security-policy"] and "set-cookie" not in headers


def test_too_much_is_refused(client: Any) -> None:
    assert client.post("/api/audit", content=b"[" * 70_000).status_code == 413
    assert client.post("/api/audit", content=b"[" * 60_000).status_code == 400
    many = {**as_json(case_of()), "steps": [{"turn": "Ann"}] * 61}
    assert client.post("/api/audit", json=many).status_code == 400


def test_who_sends_slowly_or_goes_away_harms_nobody(client: Any, address: str) -> None:
    place = urlsplit(address)
    slow = []
    for _ in range(30):
        each = socket.create_connection((place.hostname or "", place.port or 0))
        each.sendall(b"POST /api/audit HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5000\r\n\r\n{")
        slow.append(each)
    assert client.post("/api/audit", json=as_json(case_of())).status_code == 200
    for each in slow:
        each.close()
    assert client.get("/").status_code == 200


def test_who_begins_a_request_and_goes_on_slowly_is_cut_off(client: Any, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("declarant.tools.serve.connections.SECONDS_TO_ASK", 0.5)
    place, slow = urlsplit(address), []
    for _ in range(200):
        each = socket.create_connection((place.hostname or "", place.port or 0))
        each.sendall(b"GET / HTTP/1.1\r\nhost: loc")
        slow.append(each)
    assert client.post("/api/audit", json=as_json(case_of())).status_code == 200
    for each in slow:
        each.settimeout(10)
        assert each.recv(10) == b""  # closed, without an answer
        each.close()
    assert client.get("/").status_code == 200


def test_who_doesnt_read_the_answer_harms_nobody(client: Any, address: str) -> None:
    place, deaf = urlsplit(address), []
    content = json.dumps(as_json(case_of())).encode()
    head = f"POST /api/audit HTTP/1.1\r\nhost: localhost\r\ncontent-length: {len(content)}\r\n\r\n".encode()
    for _ in range(10):
        each = socket.create_connection((place.hostname or "", place.port or 0))
        each.sendall(head + content)
        deaf.append(each)
    assert client.post("/api/audit", json=as_json(case_of())).status_code == 200
    for each in deaf:
        each.close()


def test_fifty_clients_get_their_rulings(address: str) -> None:
    import httpx

    content = json.dumps(as_json(case_of()))

    def ask(_: int) -> int:
        return httpx.post(f"{address}/api/audit", content=content, timeout=60).status_code

    with ThreadPoolExecutor(50) as many:
        assert set(many.map(ask, range(50))) == {200}


def test_near_names_of_cards_are_reported(client: Any) -> None:
    assert client.get("/cards", params={"q": "quary brut"}).json() == ["Quarry Brute"]
    assert client.get("/cards", params={"q": "tow"}).json() == ["Tower Sentry"]


def test_a_search_that_takes_too_long_is_undecided_and_its_thread_ends(client: Any, tmp_path: Path) -> None:
    pytest.importorskip("highspy")
    hard = exact_cover(tmp_path / "cover.json", 25, 150).read_text()
    answers.limit(10**9, 0.4)  # a quick machine needs more than a second
    try:
        answer = client.post("/api/audit", content=hard)
    finally:
        answers.limit(None, None)
    assert answer.status_code == 503 or "the search was given up" in answer.json()["steps"][1]["why"]
    for _ in range(100):
        if not any("__solve" in thread.name for thread in threading.enumerate()):
            break
        time.sleep(0.1)
    else:
        raise AssertionError("a solver is still at work, for nobody")


def test_best_play_that_is_given_up_is_undecided_for_programs_and_assistants(client: Any) -> None:
    sides = [(f"{player[0]}{number}", player) for player in ("Ann", "Bob") for number in range(6)]
    board = [{"id": id, "controller": player, "types": ["Creature"], "power": 2, "toughness": 2} for id, player in sides]
    case = {"id": "c", "players": ["Ann", "Bob"], "life": {"Ann": 20, "Bob": 20}, "battlefield": board, "steps": []}
    answers.limit(0, None)
    try:
        race = client.post("/api/best?turns=3", json=case)
        close = case | {"life": {"Ann": 3, "Bob": 20}}
        answer = client.post("/api/best?hold=true", json=close)
        expected = assistants.best(close, hold=True)
    finally:
        answers.limit(None, None)
    assert race.status_code == 200 and not race.json()["proven"], "it has bounds"
    assert answer.status_code == 503 and answer.json() == expected and expected["error"]["kind"] == "undecided"


@pytest.mark.parametrize("path", ["/rule", "/nothing", "/c/1.x", "/g/nobody"])
def test_a_page_that_isnt_there_leads_to_the_table(client: Any, path: str) -> None:
    answer = client.get(path, headers={"accept": "text/html"})
    assert answer.status_code in (400, 404, 405) and '<a class="button" href="/">To the table</a>' in answer.text


def test_options_that_are_too_many_to_count_are_undecided(client: Any) -> None:
    sides = [(f"{player[0]}{number}", player) for player in ("Ann", "Bob") for number in range(6)]
    board = [{"id": id, "controller": player, "types": ["Creature"], "power": 2, "toughness": 2} for id, player in sides]
    text = "This creature attacks each combat if able."
    case = {"id": "c", "players": ["Ann", "Bob"], "battlefield": [{**each, "text": text} for each in board], "steps": []}
    answers.limit(0, None)
    try:
        answer = client.post("/api/options", json=case)
        expected = assistants.options(case)
    finally:
        answers.limit(None, None)
    assert answer.status_code == 503 and answer.json() == expected and expected["error"]["kind"] == "undecided"


def test_the_link_of_a_case_is_made_once_for_all_its_declarations(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(permalink, "encode", lambda case: made.append(case.id) or "1.x")
    explained = answers.explained(case_of().model_dump(mode="json", by_alias=True, exclude_unset=True))
    assert len(explained) > 1 and len({each.link for each in explained}) == 1 and len(made) == 1


def test_searches_are_limited_to_so_many_steps(client: Any, tmp_path: Path) -> None:
    hard = exact_cover(tmp_path / "cover.json", 8, 48).read_text()
    answers.limit(0, None)
    try:
        answer = client.post("/api/audit", content=hard)
    finally:
        answers.limit(None, None)
    assert "at least" in answer.json()["steps"][1]["why"]


LINE = 'Ann 20: brute 3/2 "Menace" | Bob 20: bear 2/2; wall 0/4 "Defender" | attack brute>Bob | block bear>brute'


def test_a_line_is_a_case_for_programs_in_links_and_on_the_table(client: Any) -> None:
    report = client.post("/api/audit", content=LINE).json()
    assert [step["rule"] for step in report["steps"]] == [None, "509.1b"]
    link = client.post("/c/", content=LINE).headers["location"]
    assert (
        link == "/c/2.Ann_20~c_brute_3~d2_~qMenace~q_~p_Bob_20~c_bear_2~d2~s_wall_0~d4_~qDefender~q_~p_attack_brute~gBob_~p_"
        "block_bear~gbrute"
    )
    assert "Not legal" in client.get(link).text
    for table in (client.get("/", params={"line": LINE}), client.post("/rule", data={"add.Ann": LINE})):
        assert 'data-verdict="illegal" data-rule="509.1b"' in table.text
    assert client.post("/api/audit", content="Ann 20: brute 3/x | Bob:").json()["error"]["where"] == "line, character 14"
