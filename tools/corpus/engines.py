"""An engine that is asked: a command that reads lines of JSON and answers each with one.

Its first line names it: `{"engine": "phase-rs", "version": "0.103.0"}`. Questions and answers are those of `rating.py` and
`comparing.py`; to each it may answer `{"not_read": true}`, where it doesn't understand the board.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from types import TracebackType
from typing import Any

from ...events.errors import InvalidInput
from ..running.diagnostics import log_info

SECONDS = 120
"""How long an answer may take."""
PATIENCE = 5
"""Seconds after which it is said what is waited for."""
NAMED = 'a first line as {"engine": "name", "version": "1.0"}'


class EngineProcess:
    """The command of an engine while it runs. Raises InvalidInput where it doesn't answer as it should.

    `option`: what names it on the command line.
    """

    def __init__(self, command: str, option: str = "--engine") -> None:
        self.command, self._option = command, option
        try:
            if not (words := shlex.split(command)):
                raise ValueError("no words")
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        except (OSError, ValueError) as error:
            raise InvalidInput(self._option, f"{command}: {error}", "a command that can be started") from None
        self._lines: Queue[str | None] = Queue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        named = self._answer(NAMED)
        self.name, self.version = str(named.get("engine", "")), str(named.get("version", ""))
        for name in (self.name, self.version):
            if not name or not name.isprintable() or "|" in name:
                raise self.refused(json.dumps(named)[:80], f"{NAMED}, in letters that can be printed, without |")

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the command."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what wasn't sent yet
                    pipe.close()

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any] | None:
        """The answer to a question; None where the engine doesn't understand the board."""
        try:
            assert self._process.stdin is not None, "it is a pipe"
            self._process.stdin.write(json.dumps(question, ensure_ascii=True) + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise self.refused(str(error), "a command that reads on") from None
        answer = self._answer("an answer")
        return None if answer.get("not_read") is True else answer

    def declared(self, question: Mapping[str, Any]) -> dict[str, str] | None:
        """What the engine declares; None where it doesn't understand the board."""
        answer = self.ask(question)
        if answer is None:
            return None
        declared = answer.get("declaration")
        if not isinstance(declared, dict) or not all(isinstance(each, str) for each in declared.values()):
            raise self.refused(json.dumps(answer)[:80], "a declaration: an object of creature and whom it attacks or blocks")
        return dict(declared)

    def _read(self) -> None:
        assert self._process.stdout is not None, "it is a pipe"
        try:
            for line in self._process.stdout:
                self._lines.put(line)
        except ValueError:  # it isn't UTF-8
            pass
        self._lines.put(None)

    def _answer(self, awaited: str) -> dict[str, Any]:
        try:
            try:
                line = self._lines.get(timeout=PATIENCE)
            except Empty:
                log_info(f"{self.command}: nothing for {PATIENCE} seconds, up to {SECONDS} are waited for {awaited}")
                line = self._lines.get(timeout=SECONDS - PATIENCE)
        except Empty:
            raise self.refused(f"nothing in {SECONDS} seconds", awaited) from None
        if line is None:
            raise self.refused("no more lines", "a line of JSON for each question")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self.refused(f"{line[:60]!r}: {error}", "a line of JSON") from None
        if not isinstance(answer, dict):
            raise self.refused(line[:80], "an object")
        return answer

    def refused(self, found: str, allowed: str) -> InvalidInput:
        """The error of an answer that doesn't fit; the command is ended."""
        self.close()
        return InvalidInput(self._option, f"{self.command}: {found}", allowed)
