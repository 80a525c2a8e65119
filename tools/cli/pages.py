"""`declarant page`: a dispute or a game as a page that anybody can open."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...events.errors import InvalidInput, some_of
from . import common
from .app import app
from .cases import CaseOption

if TYPE_CHECKING:
    from ...handlers.budget import Budget
    from ..proving.proofs import Proof


@app.command()
def page(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A file of cases, a journal, or a log of MTG Arena.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to write it; by default to standard output.")
    ] = None,
    case: CaseOption = None,
    step: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="The step, counted from 0, whose ruling stands first; else the first not legal."),
    ] = None,
    stream: common.StreamOption = None,
    svg: Annotated[bool, typer.Option("--svg", help="Only the picture of the board, as SVG.")] = False,
    at: Annotated[
        str | None, typer.Option(metavar="STOP", help="Which moment of a game --svg draws, as in the page's address: t7-block.")
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Of a game: the declarations of that turn as a dispute, with the game in the page."
        ),
    ] = None,
    proof: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A proof of an entry of the game (`declarant journal prove`), which the page carries."),
    ] = None,
    by: Annotated[str | None, typer.Option(metavar="KEY", help="Who signed the proof's head: a key, or a file with it.")] = None,
    best: Annotated[bool, typer.Option("--best", help="Also what the best play would have been at that step.")] = False,
    rules: common.RulesOption = None,
    budget: common.BudgetOption = None,
    seconds: common.SecondsOption = None,
) -> None:
    """Write a dispute or a game as one page: it needs no network and no script, prints, and carries what it is about.

    \b
    declarant page dispute.yaml -o dispute.html
        the ruling, why, what would be legal, other years, the record
    declarant page dispute.yaml --step 3 --best -o dispute.html
    declarant page dispute.yaml --step 3 --svg -o board.svg
    declarant page games.db --stream final -o final.html
        the game, attack by attack
    declarant page games.db --stream final --svg --at t7-block -o board.svg
    declarant page games.db --stream final --turn 3 -o dispute.html
        the dispute of a turn, with the game in the page
    declarant page games.db --stream final --turn 3 --proof FILE --by KEY
        with a proof, and what it proves; so is the page of a whole game
    declarant audit dispute.html
        judges a page again, and says whether it says the truth

    Exit status: 0 fine, 2 bad input.
    """
    with common.ending():
        if turn is not None or proof is not None or by is not None:
            asked = "--turn" if turn is not None else "--proof"
            others = {} if turn is not None else {"--best": best, "--step": step, "--rules": rules}
            _only_of_games(path, asked, **others, **{"--case": case, "--svg": svg, "--at": at})
            carried = _proof(proof, by)
            day, limit = common.day_of(rules), common.budgets(budget, seconds)()
            from ..page import pages

            with common.games_of(path) as journal:
                name = common.one_game(journal, stream)
                if turn is None:
                    made = pages.game_page(journal, name, carried)
                else:
                    made = pages.turn_page(journal, name, turn, carried, step=step, rules=day, best=best, budget=limit)
            _write(made, out)
            return
        _write(_made(path, case, step, stream, svg, at, best, rules, common.budgets(budget, seconds)()), out)


def _only_of_games(path: str, asked: str, **given: object) -> None:
    if not common.is_games(path):
        raise InvalidInput(asked, path, "a journal: a case doesn't say which game it is of")
    for name, value in given.items():
        if value not in (None, False):
            raise InvalidInput(name, f"with {asked}", "one of them")


def _proof(proof: Path | None, by: str | None) -> Proof | None:
    from ..proving.notes import Verifier
    from ..proving.proofs import Proof

    if proof is None and by is None:
        return None
    if proof is None or by is None:
        raise InvalidInput("--proof", "one of --proof and --by", "both of them")
    return Proof(common.text_of(proof), str(Verifier.given(by)))


def _made(
    path: str,
    case: str | None,
    step: int | None,
    stream: str | None,
    svg: bool,
    at: str | None,
    best: bool,
    rules: str | None,
    budget: Budget,
) -> str:
    from ..history import explanations as explaining
    from ..page import pages

    if common.is_games(path):
        for name, given in (("--best", best), ("--case", case), ("--step", step), ("--rules", rules)):
            if given not in (None, False):
                raise InvalidInput(name, path, "a file of cases: a game has the rulings that its journal states")
        if at is not None and not svg:
            raise InvalidInput("--at", repr(at), "--svg as well: a page holds every moment")
        return _game(path, stream, svg, at)
    if stream is not None:
        raise InvalidInput("--stream", repr(stream), "--case, for a file of cases")
    if at is not None:
        raise InvalidInput("--at", repr(at), "--step, for a file of cases")
    cases = list(explaining.read(path, case))
    for each in cases:
        if isinstance(each, InvalidInput):
            raise each
    if len(cases) != 1:
        named = some_of([each.id for each in cases if not isinstance(each, InvalidInput)])
        raise InvalidInput("--case", "nothing", f"one of the cases of {path}: {named or 'it has none'}")
    (chosen,) = cases
    assert not isinstance(chosen, InvalidInput)
    if svg:
        return pages.case_picture(chosen, step=step, rules=common.day_of(rules))
    return pages.case_page(chosen, step=step, rules=common.day_of(rules), best=best, budget=budget)


def _game(path: str, stream: str | None, svg: bool, at: str | None) -> str:
    from ..page import pages

    with common.games_of(path) as journal:
        stream = common.one_game(journal, stream)
        return pages.game_picture(journal, stream, at) if svg else pages.game_page(journal, stream)


@app.command()
def serve(
    journal: Annotated[str | None, typer.Argument(metavar="JOURNAL", help="A journal whose games are shown, too.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65_535, metavar="PORT", help="Where it listens.")] = 8420,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address it binds to: by default only this machine can reach it.")
    ] = "127.0.0.1",
    name: Annotated[
        list[str] | None, typer.Option("--name", metavar="HOST", help="Another name that it is reached by; repeat it for more.")
    ] = None,
    cards: Annotated[
        Path | None,
        typer.Option(metavar="FILE", exists=True, dir_okay=False, help="Card data to load first, as `cards load` does."),
    ] = None,
    embed: Annotated[str | None, typer.Option(metavar="ORIGIN", help="An origin whose pages may show it in a frame.")] = None,
    budget: common.BudgetOption = None,
    seconds: common.SecondsOption = None,
) -> None:
    """Judge combats in the browser, replay games, and answer programs; needs the extra `serve`.

    \b
    declarant serve                       then open http://127.0.0.1:8420
    declarant serve games.db
        with the games of a journal, also while they are being played
    declarant serve --host 192.168.1.7    for phones in the same network

    Cards are typed by name where `declarant cards load` has been used, or --cards is. Journals are only read, and nothing that
    is asked is stored. Programs: /api/openapi.json
    """
    with common.ending():
        from ...events.journal.journal import Journal
        from ...events.optional import required

        for module in ("starlette", "uvicorn", "segno"):
            required(module, "serve")
        if journal is not None:
            Journal.open(journal, read_only=True).close()
        if embed is not None and not re.fullmatch(r"https?://[A-Za-z0-9.:\[\]-]+", embed):
            raise InvalidInput("--embed", repr(embed), "an origin such as https://example.org")
        if cards is not None:
            from ..cards import load

            load(cards)
        from ..serve import answers
        from ..serve import app as server

        answers.limit(budget, seconds)
        print(f"http://{host}:{port}", flush=True)
        server.serve(journal, host, port, ("127.0.0.1", "localhost", host, *(name or ())), embed)


@app.command()
def mcp(budget: common.BudgetOption = None, seconds: common.SecondsOption = None) -> None:
    """Give rulings to assistants, as tools of the Model Context Protocol on standard input and output; needs the extra `mcp`.

    Tools: audit, explain, options, best, rules. An assistant is set up to start it as `declarant mcp`. Searches are limited as by
    `declarant serve`.
    """
    with common.ending():
        from ..serve import answers, assistants

        answers.limit(budget, seconds)
        assistants.server().run()


def _write(made: str, out: Path | None) -> None:
    if out is None:
        sys.stdout.write(made)
        return
    from ..running.places import file_made

    with file_made(out) as file:
        file.write(made.encode())
