"""The routes of `declarant serve`: the table, permalinks, the games of a journal, and the same as JSON for programs.

Everything is read only. A request may bring so many bytes in so many seconds; so many are worked on at once, each for so long.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from ...events.errors import CorruptJournal, InvalidInput
from ...events.journal.journal import Journal
from ...events.journal.stores.registry import shown, store_of
from ...handlers.budget import Budget
from .. import cards
from ..cases.models import Case
from ..page.dispute import Dispute, best_play, could_be_declared, dispute
from ..page.render import environment, page, picture, picture_style, policy
from ..running.diagnostics import log_error
from . import answers, table
from .editor import LEFT_OUT, editor_after
from .exchange import ERRORS, Headers, JournalFailed, Refusal, text, with_errors
from .followed import Followed
from .permalink import decode, encode
from .working import InThreads, Worker

if TYPE_CHECKING:  # what few answers need is imported where they are given
    from ..history.games import Listed
    from ..page.game_shown import GameShown
    from ..page.review import GameReview
    from .games import GamesShown

POLL = 0.5
"""Seconds between two looks at a game that is followed."""


class Server:
    """What the routes share: the journal's address, how work is done, and what addresses begin with.

    `base`: what stands before the path of each link; `address`: where visitors find it, by default as they ask for it; `live`:
    whether games can be followed. `progress` is called with how far a long answer has come.
    """

    def __init__(
        self, journal: str | None, work: Worker | None = None, *, base: str = "", address: str | None = None, live: bool = True
    ) -> None:
        self.journal = journal
        self.work = work or InThreads()
        self.base = base
        self.address = address
        self.live = live
        self.progress: Callable[[str], None] = lambda _: None
        self.followed = Followed()

    @contextlib.contextmanager
    def opened(self) -> Iterator[Journal]:
        """The journal, read only; each thread opens its own. What is wrong with it is stated without the path where it is."""
        if self.journal is None:
            raise InvalidInput("games", "no journal", "`declarant serve JOURNAL`")
        try:
            with Journal.open(self.journal, read_only=True) as journal:
                yield journal
        except (CorruptJournal, InvalidInput) as error:
            log_error(error)
            raise JournalFailed(named(str(error), self.journal)) from None

    def listed(self) -> list[Listed]:
        """The games of the journal."""
        from ..history.games import listed

        with self.opened() as journal:
            return list(listed(journal))

    def games_shown(self) -> GamesShown:
        """The games of the journal with their life, the newest first."""
        from .games import games_shown

        with self.opened() as journal:
            return games_shown(journal)

    def has(self, stream: str) -> bool:
        """Whether there is a game of that name."""
        with self.opened() as journal:
            return stream in journal.streams()

    def read(self, stream: str) -> tuple[GameShown, int] | None:
        """A game of the journal, and its version; None where there is none of that name."""
        from .games import read

        with self.opened() as journal:
            return read(journal, stream)

    def reviewed(self, stream: str, budget: Budget) -> GameReview | None:
        """A game of the journal and what its declarations were worth; None where there is none of that name."""
        from .games import reviewed

        with self.opened() as journal:
            return reviewed(journal, stream, budget, self.progress)

    # --- the table ----------------------------------------------------------------------------------------------------------

    async def table(self, request: Request) -> Response:
        """The table as a link says, or an empty one."""
        code = request.query_params.get("c")
        line = request.query_params.get("line")
        case = await self.work(lambda _: decode(code) if code else answers.case_of(line) if line else table.empty())
        form, whole = table.form_of(case)
        return await self._shown(request, case, form, [] if whole else [LEFT_OUT])

    async def rule(self, request: Request) -> Response:
        """The table after a tap: what was declared is ruled on."""
        try:
            form = dict(parse_qsl(await text(request), keep_blank_values=False, max_num_fields=5_000))
        except ValueError:
            raise InvalidInput("request", "more than 5,000 fields", "at most 5,000") from None
        case = await self.work(lambda _: decode(form["case"]) if form.get("case") else table.empty())
        return await self._shown(request, case, form, [])

    async def _shown(self, request: Request, case: Case, form: dict[str, str], notes: list[str]) -> Response:
        context = await self.work(lambda budget: editor_after(case, form, notes, budget))
        context.games = bool(self.journal)
        if "fragment" in request.headers.get("accept", ""):
            return HTMLResponse(environment().get_template("sheet.jinja").render(page=context, base=self.base))
        context.moved = request.method == "POST"
        return self._page("editor.jinja", "declarant: judge a combat", context, script="editor.js", styles=("editor.css",))

    async def cards(self, request: Request) -> Response:
        """Names of cards that are loaded, near to what was typed."""
        query = request.query_params.get("q", "")[:80]
        try:
            found = await self.work(lambda _: cards.suggested(query, 8))
        except InvalidInput:
            found = []
        return JSONResponse(found)

    # --- permalinks -----------------------------------------------------------------------------------------------------------

    async def keep(self, request: Request) -> Response:
        """A case is sent: on to its link."""
        sent = await text(request)
        code = await self.work(lambda _: encode(answers.case_of(answers.sent(sent))))
        return RedirectResponse(f"{self.base}/c/{code}", 303)

    async def permalink(self, request: Request) -> Response:
        """The case of a link: as a page, as JSON, or as a picture. `brief`: the page without other years, which take longest."""
        code, _, form = request.path_params["code"].partition("/")
        for ending in (".json", ".svg"):
            if code.endswith(ending):
                code, form = code.removesuffix(ending), ending
        case = await self.work(lambda _: answers.case_of(decode(code).as_data()))
        if form == ".json":
            return JSONResponse(case.as_data())
        if form == ".svg":
            drawn = await self.work(lambda budget: _drawn(dispute(case, years=False, budget=budget)))
            return Response(drawn, media_type="image/svg+xml", headers={"content-security-policy": policy(picture_style())})
        best, years = "best" in request.query_params, "brief" not in request.query_params
        shown = await self.work(lambda budget: _with_options(dispute(case, years=years, budget=budget), best, budget))
        here = self.address or str(request.base_url).rstrip("/")
        says = f"?says={shown.lede.verdict}.{shown.lede.rule or ''}" if shown.lede is not None and shown.lede.verdict else ""
        best_play = f"{self.base}/c/{code}?best{'' if self.base else '#best'}"  # a site has one fragment, which is the address
        share = Share(f"{here}{self.base}/c/{code}{says}", f"{self.base}/?c={code}", best_play)
        return HTMLResponse(shown.page(share=share))

    # --- games ----------------------------------------------------------------------------------------------------------------

    async def games(self, request: Request) -> Response:
        """The games of the journal."""
        shown = await self.work(lambda _: self.games_shown())
        return self._page("games.jinja", "Games · declarant", shown, styles=("editor.css", "game.css"))

    async def game(self, request: Request) -> Response:
        """A game, with replay; with `live` it is read again whenever something is appended."""
        stream = request.path_params["stream"]
        live = self.live and "live" in request.query_params
        found = await self.work(lambda _: self.read(stream))
        if found is None:
            raise _no_game(stream)
        shown, now = found
        links = [(f"{self.base}/games", "All games"), (f"{self.base}/review/{quote(stream)}", "Review")]
        if self.live:
            links.append((f"?{'' if live else 'live'}", "Stop following" if live else "Follow live"))
        follow = f"{self.base}/follow/{quote(stream)}?after={now}" if live else None
        return HTMLResponse(shown.page(connect=live, live=follow, links=links))

    async def review(self, request: Request) -> Response:
        """The review of a game: what each declaration was worth, and what was better."""
        stream = request.path_params["stream"]
        found = await self.work(lambda budget: self.reviewed(stream, budget))
        if found is None:
            raise _no_game(stream)
        links = [(f"{self.base}/games", "All games"), (f"{self.base}/g/{quote(stream)}", "Replay")]
        return HTMLResponse(found.page(links=links))

    async def follow(self, request: Request) -> Response:
        """Server-sent events: the version of the game, whenever it is another one."""
        stream, stated_after = request.path_params["stream"], request.query_params.get("after", "0")
        if not re.fullmatch("[0-9]{1,9}", stated_after):
            raise InvalidInput("after", repr(stated_after[:80]), "a version of the game, 0 or more")
        after = int(stated_after)
        if not await self.work(lambda _: self.has(stream)):
            raise _no_game(stream)

        async def messages() -> AsyncIterator[str]:
            known = after
            with self.followed.by_one_more(self.opened):
                while not await request.is_disconnected():
                    now = self.followed.version(stream)
                    if now != known:
                        known = now
                        yield f"id: {now}\ndata: {now}\n\n"
                    else:
                        yield ": nothing new\n\n"
                    await asyncio.sleep(POLL)

        headers = {"cache-control": "no-store"}
        return StreamingResponse(messages(), media_type="text/event-stream", headers=headers)

    # --- programs ---------------------------------------------------------------------------------------------------------------

    async def api(self, request: Request) -> Response:
        """An answer for a program."""
        asked = _asked(request, "get")
        if request.path_params["name"] == "rules":
            return JSONResponse((await self.work(lambda _: answers.edition(asked.get("rules")))).model_dump(mode="json"))
        found = await self.work(lambda _: self.listed())
        return JSONResponse([each.model_dump(mode="json") for each in found])

    async def ask(self, request: Request) -> Response:
        """An answer about a case."""
        asked = _asked(request, "post")
        sent = await text(request)
        step, rules, limit = asked.get("step"), asked.get("rules"), asked.get("limit", answers.MAX_OPTIONS)
        here = f"{self.address or str(request.base_url).rstrip('/')}{self.base}"
        jobs: dict[str, Callable[[Any, Budget], Any]] = {
            "audit": lambda data, budget: answers.audit(data, rules, budget, here),
            "explain": lambda data, budget: answers.explained(data, step, rules, budget, here),
            "options": lambda data, budget: answers.legal_options(data, step, rules, limit, budget),
            "best": lambda data, budget: _best(answers.best_play, data, asked, budget),
            "certificate": lambda data, budget: _best(answers.certificate, data, asked, budget),
            "dominated": lambda data, budget: answers.dominance(data, step, asked.get("action"), rules, budget),
            "compare": lambda data, budget: answers.compared(data, rules or "all", budget),
        }
        job = jobs[request.path_params["name"]]
        found = await self.work(lambda budget: job(answers.sent(sent), budget))
        if isinstance(found, list):
            return JSONResponse([each.model_dump(mode="json") for each in found])
        if isinstance(found, dict):
            return JSONResponse(found)
        return JSONResponse(found.model_dump(mode="json"), 400 if getattr(found, "error", None) is not None else 200)

    async def openapi(self, request: Request) -> Response:
        """The OpenAPI document."""
        from . import openapi

        return JSONResponse(openapi.document())

    def _page(self, template: str, title: str, shown: object, *, styles: tuple[str, ...], script: str = "") -> Response:
        return HTMLResponse(
            page(template, title, shown, styles=styles, script=script, data=None, forms=True, connect=True, base=self.base)
        )


def _asked(request: Request, method: str) -> dict[str, Any]:
    """What a program asks for, as the OpenAPI document says. Raises Refusal for another address, InvalidInput."""
    from . import openapi

    path, paths = request.url.path, openapi.document()["paths"]
    if path not in paths:
        raise Refusal(404, path[:80], ", ".join(paths))
    if method not in paths[path]:
        raise Refusal(405, f"{method.upper()} {path}", ", ".join(paths[path]).upper())
    return openapi.parameters(path, method, request.query_params.multi_items())


def _best(answer: Callable[..., Any], data: object, asked: dict[str, Any], budget: Budget) -> Any:
    more = {name: asked[name] for name in ("turns", "tricks") if name in asked}
    hold = asked.get("hold") == "true"
    return answer(data, asked.get("step"), asked.get("action"), asked.get("rules"), budget, hold=hold, **more)


def _no_game(stream: str) -> Refusal:
    return Refusal(404, f"the game {stream[:80]!r}", "a game of the journal")


def named(words: str, journal: str) -> str:
    """Words about a journal with its name in place of the path or the URL where it is."""
    path = journal.partition("://")[2] if "://" in journal else journal
    places = {journal, shown(journal), store_of(journal).source(journal), path, path[1:], str(Path(path).absolute())}
    for place in sorted(filter(lambda each: len(each) > 1, places), key=len, reverse=True):
        words = words.replace(place, store_of(journal).label(journal))
    return words


class Share:
    """How a ruling is passed on: its link, its QR code, the way back to the table, and the way to the best play."""

    def __init__(self, link: str, edit: str, best: str) -> None:
        self.link, self.edit, self.best = link, edit, best

    @property
    def qr(self) -> Markup | None:
        """The link as a picture for cameras; None where it is too long for one."""
        import segno

        try:
            made = segno.make(self.link, error="l", micro=False)
        except segno.DataOverflowError:
            return None
        return Markup(made.svg_inline(scale=1, border=3, svgclass="qr", lineclass="", omitsize=True, dark="#000", light="#fff"))


def _with_options(shown: Dispute, best: bool, budget: Budget) -> Dispute:
    shown.best = best_play(shown, budget) if best else None
    shown.could = could_be_declared(shown, 10, budget)
    return shown


def _drawn(shown: Dispute) -> str:
    if not shown.figures:
        raise InvalidInput("case", "no step with a board to show", "a step that declares attackers or blockers")
    return picture(shown.figures[0].picture, shown.tiles)


def app(
    journal: str | None = None, *, hosts: tuple[str, ...] = ("127.0.0.1", "localhost"), embed: str | None = None
) -> Starlette:
    """The application. `hosts`: the names it answers to; `embed`: an origin whose pages may show it in a frame."""
    return routed(Server(journal), hosts=hosts, embed=embed)


def routed(server: Server, *, hosts: tuple[str, ...], embed: str | None = None) -> Starlette:
    """The routes of a server, as `app` says."""
    get, post = partial(Route, methods=["GET"]), partial(Route, methods=["POST"])
    made = Starlette(
        routes=[
            get("/", with_errors(server.table)),
            post("/rule", with_errors(server.rule)),
            get("/cards", with_errors(server.cards)),
            post("/c/", with_errors(server.keep)),
            get("/c/{code:path}", with_errors(server.permalink)),
            get("/games", with_errors(server.games)),
            get("/g/{stream:path}", with_errors(server.game)),
            get("/review/{stream:path}", with_errors(server.review)),
            get("/follow/{stream:path}", with_errors(server.follow)),
            get("/api/openapi.json", with_errors(server.openapi)),
            get("/api/{name}", with_errors(server.api)),
            post("/api/{name}", with_errors(server.ask)),
        ],
        exception_handlers=ERRORS,
        middleware=[
            Middleware(Headers, embed=embed),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
        ],
    )
    made.state.base = server.base
    return made


def serve(journal: str | None, host: str, port: int, hosts: tuple[str, ...], embed: str | None) -> None:
    """Serve until Ctrl-C."""
    import uvicorn

    from .connections import config

    with contextlib.suppress(KeyboardInterrupt):
        server = uvicorn.Server(config(app(journal, hosts=hosts, embed=embed), host, port))
        server.run()
    if not server.started:
        raise InvalidInput("--port", str(port), f"a port of {host} that is free")
