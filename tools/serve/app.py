"""The routes of `declarant serve`: the table, permalinks, the games of a journal, and the same as JSON for programs.

Everything is read only. A request may bring so many bytes in so many seconds; so many are worked on at once, each for so long.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import date
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, quote

import segno
from anyio import CapacityLimiter, to_thread
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...events.errors import DeclarantError, InvalidInput
from ...events.journal.journal import Journal
from ...handlers.budget import Budget
from ...projections.tables.life import LifeRow
from .. import cards
from ..cases.documents import parse_json
from ..cases.models import Attack, Block, Case, Permanent
from ..history.games import Listed, in_time, listed, listed_game, with_life
from ..page.dispute import Dispute, StepShown, best_play, could_be_declared, dispute
from ..page.game import GameShown, game, life_line
from ..page.render import environment, page, picture, picture_style, policy
from . import answers, openapi, stating, table
from .permalink import decode, encode

MAX_BODY = 64 * 1024
SECONDS_TO_SEND = 10.0
AT_ONCE = 4
WAITING = 64
POLL = 0.5

Answer = Callable[[Request], Awaitable[Response]]


class TooMuch(Exception):
    """More was sent, or asked at once, than is dealt with."""

    def __init__(self, status: int, found: str, allowed: str) -> None:
        self.status = status
        self.error = InvalidInput("request", found, allowed)
        super().__init__(found)


class Server:
    """What the routes share: the journal's address, and how much goes on at once."""

    def __init__(self, journal: str | None) -> None:
        self.journal = journal
        self.limiter: CapacityLimiter | None = None
        self.waiting = 0

    async def work(self, job: Callable[[Budget], Any]) -> Any:
        """Do something within a budget, in a thread, of which there are few; too many who wait are sent away.

        Where the time is up or the server ends, the thread is told to give up, too.
        """
        if self.waiting >= WAITING:
            raise TooMuch(503, f"{WAITING} requests that wait", "another try in a moment")
        if self.limiter is None:
            self.limiter = CapacityLimiter(AT_ONCE)
        self.waiting += 1
        budget = answers.a_budget()
        try:
            return await asyncio.wait_for(
                to_thread.run_sync(job, budget, limiter=self.limiter, abandon_on_cancel=True), answers.seconds()
            )
        except TimeoutError:
            raise TooMuch(
                503, f"{answers.seconds():g} seconds gone", "a case that takes less; longer on your own machine"
            ) from None
        finally:
            self.waiting -= 1
            budget.stop()

    def opened(self) -> Journal:
        """The journal, read only; each thread opens its own."""
        if self.journal is None:
            raise InvalidInput("games", "no journal", "`declarant serve JOURNAL`")
        return Journal.open(self.journal, read_only=True)

    def listed(self) -> list[Listed]:
        """The games of the journal."""
        with self.opened() as journal:
            return list(listed(journal))

    def games_shown(self) -> GamesShown:
        """The games of the journal with their life, the newest first."""
        with self.opened() as journal:
            return GamesShown([with_life(journal, stream) for stream in in_time(journal)])

    def read(self, stream: str) -> tuple[GameShown, int] | None:
        """A game of the journal, and its version; None where there is none of that name."""
        with self.opened() as journal:
            entries = list(journal.entries(stream)) if stream in journal.streams() else []
            return (game(listed_game(journal, stream), entries), entries[-1].version) if entries else None

    # --- the table ----------------------------------------------------------------------------------------------------------

    async def table(self, request: Request) -> Response:
        """The table as a link says, or an empty one."""
        code = request.query_params.get("c")
        case = await self.work(lambda _: decode(code) if code else table.empty())
        form, whole = table.form_of(case)
        return await self._shown(request, case, form, [] if whole else [_LEFT_OUT])

    async def rule(self, request: Request) -> Response:
        """The table after a tap: what was declared is ruled on."""
        form = dict(parse_qsl((await body(request)).decode("utf-8", "replace"), keep_blank_values=False, max_num_fields=5_000))
        case = await self.work(lambda _: decode(form["case"]) if form.get("case") else table.empty())
        return await self._shown(request, case, form, [])

    async def _shown(self, request: Request, case: Case, form: dict[str, str], notes: list[str]) -> Response:
        context = await self.work(lambda budget: _edited(case, form, notes, budget))
        context.games = bool(self.journal)
        if "fragment" in request.headers.get("accept", ""):
            return HTMLResponse(environment().get_template("sheet.jinja").render(page=context))
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
        sent = (await body(request)).decode("utf-8", "replace")
        code = await self.work(lambda _: encode(answers.case_of(parse_json(sent, "case").value)))
        return RedirectResponse(f"/c/{code}", 303)

    async def permalink(self, request: Request) -> Response:
        """The case of a link: as a page, as JSON, or as a picture."""
        code, _, form = request.path_params["code"].partition("/")
        for ending in (".json", ".svg"):
            if code.endswith(ending):
                code, form = code.removesuffix(ending), ending
        case = await self.work(lambda _: answers.case_of(decode(code).model_dump(mode="json", by_alias=True, exclude_unset=True)))
        if form == ".json":
            return JSONResponse(case.model_dump(mode="json", by_alias=True, exclude_unset=True))
        if form == ".svg":
            drawn = await self.work(lambda budget: _drawn(dispute(case, years=False, budget=budget)))
            return Response(drawn, media_type="image/svg+xml", headers={"content-security-policy": policy(picture_style())})
        best = "best" in request.query_params
        shown = await self.work(lambda budget: _with_options(dispute(case, budget=budget), best, budget))
        share = Share(f"{str(request.base_url).rstrip('/')}/c/{code}", f"/?c={code}")
        return HTMLResponse(shown.page(share=share))

    # --- games ----------------------------------------------------------------------------------------------------------------

    async def games(self, request: Request) -> Response:
        """The games of the journal."""
        shown = await self.work(lambda _: self.games_shown())
        return self._page("games.jinja", "Games · declarant", shown, styles=("editor.css", "game.css"))

    async def game(self, request: Request) -> Response:
        """A game, with replay; with `live` it is read again whenever something is appended."""
        stream = request.path_params["stream"]
        live = "live" in request.query_params
        found = await self.work(lambda _: self.read(stream))
        if found is None:
            raise TooMuch(404, f"the game {stream[:80]!r}", "a game of the journal")
        shown, now = found
        follow = f"/follow/{quote(stream)}?after={now}" if live else None
        made = shown.page(
            connect=live,
            live=follow,
            links=(("/games", "All games"), (f"?{'' if live else 'live'}", "Stop following" if live else "Follow live")),
        )
        return HTMLResponse(made)

    async def follow(self, request: Request) -> Response:
        """Server-sent events: the version of the game, whenever it is another one."""
        stream = request.path_params["stream"]
        after = int(request.query_params.get("after", "0")) if request.query_params.get("after", "0").isdecimal() else 0

        async def told() -> AsyncIterator[str]:
            known = after
            with self.opened() as journal:
                while not await request.is_disconnected():
                    now = journal.log(stream).version
                    if now != known:
                        known = now
                        yield f"id: {now}\ndata: {now}\n\n"
                    else:
                        yield ": nothing new\n\n"
                    await asyncio.sleep(POLL)

        headers = {"cache-control": "no-store"}
        return StreamingResponse(told(), media_type="text/event-stream", headers=headers)

    # --- programs ---------------------------------------------------------------------------------------------------------------

    async def api(self, request: Request) -> Response:
        """An answer for a program."""
        query = request.query_params
        name = request.path_params["name"]
        if name == "rules":
            return JSONResponse((await self.work(lambda _: answers.edition(query.get("rules")))).model_dump(mode="json"))
        if name == "games":
            found = await self.work(lambda _: self.listed())
            return JSONResponse([each.model_dump(mode="json") for each in found])
        raise TooMuch(404, f"/api/{name[:40]}", ", ".join(openapi.document()["paths"]))

    async def ask(self, request: Request) -> Response:
        """An answer about a case."""
        query, name = request.query_params, request.path_params["name"]
        sent = (await body(request)).decode("utf-8", "replace")
        step = int(query["step"]) if query.get("step", "").isdecimal() else None
        limit = int(query["limit"]) if query.get("limit", "").isdecimal() else answers.MAX_OPTIONS
        rules = query.get("rules")
        jobs: dict[str, Callable[[Any, Budget], Any]] = {
            "audit": lambda data, budget: answers.audit(data, rules, budget),
            "explain": lambda data, budget: answers.explained(data, step, rules, budget),
            "options": lambda data, budget: answers.legal_options(data, step, rules, limit, budget),
            "best": lambda data, budget: answers.best_play(data, step, query.get("action"), rules, budget),
            "compare": lambda data, budget: answers.compared(data, rules or "all", budget),
        }
        if name not in jobs:
            raise TooMuch(404, f"/api/{name[:40]}", ", ".join(openapi.document()["paths"]))
        found = await self.work(lambda budget: jobs[name](parse_json(sent, "case").value, budget))
        if isinstance(found, list):
            return JSONResponse([each.model_dump(mode="json") for each in found])
        return JSONResponse(found.model_dump(mode="json"), 400 if getattr(found, "error", None) is not None else 200)

    async def openapi(self, request: Request) -> Response:
        """The OpenAPI document."""
        return JSONResponse(openapi.document())

    def _page(self, template: str, title: str, shown: Any, *, styles: tuple[str, ...], script: str = "") -> Response:
        return HTMLResponse(page(template, title, shown, styles=styles, script=script, data=None, forms=True, connect=True))


class Share:
    """How a ruling is passed on: its link, its QR code, and the way back to the table."""

    def __init__(self, link: str, edit: str) -> None:
        self.link, self.edit = link, edit

    @property
    def qr(self) -> Markup | None:
        """The link as a picture for cameras; None where it is too long for one."""
        try:
            made = segno.make(self.link, error="l", micro=False)
        except segno.DataOverflowError:
            return None
        return Markup(made.svg_inline(scale=1, border=3, svgclass="qr", lineclass="", omitsize=True, dark="#000", light="#fff"))


class GamesShown:
    """The games of a journal, as they are shown."""

    def __init__(self, games: list[tuple[Listed, dict[str, list[LifeRow]]]]) -> None:
        games = sorted(games, key=lambda each: each[0].played or each[0].recorded, reverse=True)
        self.games = [(each, life_line(each.turns, list(lives.values()))) for each, lives in games]
        self.tiles = Markup("")

    @property
    def days(self) -> list[tuple[date, list[tuple[Listed, Markup]]]]:
        """The days on which they were played, each with its games."""
        days: dict[str, list[tuple[Listed, Markup]]] = {}
        for each, line in self.games:
            days.setdefault((each.played or each.recorded)[:10], []).append((each, line))
        return [(date.fromisoformat(day), games) for day, games in days.items()]


class Editor:
    """The table, as it is shown: the case on it, what the form says, the rulings, and what there is to choose."""

    def __init__(self, case: Case, form: dict[str, str], notes: list[str]) -> None:
        self.case, self.form, self.notes = case, form, notes
        self.shown: Dispute | None = None
        self.error: InvalidInput | None = None
        self.games = False
        self.asked: tuple[str, str] | None = None
        """Of whom, and which fact, has to be said before it can be ruled on."""
        self.put_for: str | None = None
        """For whom a card was just put on the table: another may follow."""
        self.choices = table.Choices()
        self.code = encode(case)
        self.active = case.active or case.players[0]
        self.others_first = [player for player in case.players if player != self.active]
        creatures = [each for each in case.battlefield if "Creature" in each.types]
        self.attackers = [each for each in creatures if each.controller == self.active]
        self.blockers = [each for each in creatures if each.controller != self.active]
        self.others = [each for each in case.battlefield if "Creature" not in each.types]
        self.targets = [*self.others_first]
        self.targets += [each.id for each in self.others if {"Planeswalker", "Battle"} & set(each.types)]
        self.names = {each.id: each.name or each.id for each in case.battlefield} | {player: player for player in case.players}
        self.attacked = [each.id for each in self.attackers if self.value(f"attack.{each.id}")]

    @property
    def stage(self) -> str:
        """How far the combat goes."""
        return table.stage_of(self.form)

    @property
    def tiles(self) -> Any:
        """The faces that pictures use: they are in the sheet, with its picture."""
        return Markup("")

    @property
    def detailed(self) -> Permanent | None:
        """The permanent whose details are open."""
        opened = self.form.get("open") or self.form.get("details")
        return next((each for each in self.case.battlefield if each.id == opened), None)

    def typed(self, name: str, otherwise: Any) -> Any:
        """What stands in a field of the details: what was typed, where it couldn't be taken."""
        return self.value(f"is.{name}") if self.value("details") else otherwise

    @property
    def said(self) -> dict[tuple[str, str], str]:
        """What is said of whom, as the form tells it."""
        about = (*self.case.players, *(each.id for each in self.case.battlefield))
        return dict(stating.answers(self.form, about))

    @property
    def lede(self) -> StepShown | None:
        """The step whose ruling stands first."""
        return self.shown.lede if self.shown is not None else None

    @property
    def wrong(self) -> frozenset[str]:
        """Creatures whose choice broke a rule."""
        if self.shown is None or self.lede is None:
            return frozenset()
        step = self.case.steps[self.lede.number]
        if isinstance(step, Block):
            return frozenset(id for id, attackers in step.block.items() if not self.lede.blamed.isdisjoint((id, *attackers)))
        return self.lede.blamed if isinstance(step, Attack) else frozenset()

    @property
    def cost(self) -> tuple[Markup, str] | None:
        """What the choice that is ruled on costs, with the name of the fields that tell how it is paid."""
        if self.shown is None or self.lede is None:
            return None
        step = self.case.steps[self.lede.number]
        if self.lede.cost is None or not isinstance(step, Attack | Block):
            return None
        defending = getattr(step, "by", None) or self.others_first[0]
        return self.lede.cost, "attack" if isinstance(step, Attack) else f"block.{defending}"

    @property
    def payable(self) -> list[tuple[str, list[Any]]]:
        """What the cost asks to be done with permanents, and which of the payer's there are."""
        if self.cost is None:
            return []
        cost, key = self.cost
        payer = self.active if key == "attack" else key.removeprefix("block.")
        mine = [each for each in self.case.battlefield if each.controller == payer]
        return [(kind, mine) for kind in table.PERMANENTS_PAID if f"to {kind} " in cost]

    def line(self, permanent: Permanent) -> str:
        """Its type line."""
        return " ".join((*permanent.supertypes, *permanent.types, *(("—", *permanent.subtypes) if permanent.subtypes else ())))

    def counters(self, permanent: Permanent) -> str:
        """Its counters, as they are typed."""
        return ", ".join(f"{number} {kind}" for kind, number in permanent.counters.items())

    def state(self, permanent: Permanent) -> list[str]:
        """What of its state isn't as it is of most, in words."""
        attached = permanent.attached_to
        return [*stating.state_of(permanent), *([f"on {self.names[attached]}"] if attached in self.names else [])]

    def value(self, name: str) -> str:
        """What the form says in a field."""
        return self.form.get(name, "")


_LEFT_OUT = "The table holds one combat: what else the case tells isn’t on it."


def _edited(case: Case, form: dict[str, str], notes: list[str], budget: Budget) -> Editor:
    """The table after what a form says of it, with the rulings; what can't be done is told on it."""
    try:
        found = table.edited(case, form, budget)
        form = dict(found.form)
        context = _ruled(found.case, form, [*notes, *found.notes], budget)
        lede = context.lede
        if form.get("take") and lede is not None and lede.declaration is not None:
            form = table.with_declaration(found.case, form, lede.number, lede.declaration)
            context = _ruled(table.edited(found.case, form, budget).case, form, notes, budget)
    except InvalidInput as error:
        context = Editor(case, form, notes)  # with all that was typed, to be put right
        context.error = error
    return context


def _ruled(case: Case, form: dict[str, str], notes: list[str], budget: Budget) -> Editor:
    context = Editor(case, {name: value for name, value in form.items() if not name.startswith(_ONCE)}, notes)
    context.put_for = next((player for player in case.players if form.get(f"add.{player}")), None)
    try:
        if case.steps:
            context.shown = dispute(case, years=False, budget=budget)
        context.choices = table.choices(case, budget)
    except InvalidInput as error:
        context.asked = stating.asked(case, stating.said(form, (*case.players, *context.names)), error)
        if context.asked is None:
            raise
    return context


_ONCE = ("take", "more", "leaves", "remove", "details", "is.", "add.")
"""What a form says of one moment only."""


def _with_options(shown: Dispute, best: bool, budget: Budget) -> Dispute:
    shown.best = best_play(shown, budget) if best else None
    shown.could = could_be_declared(shown, 10, budget)
    return shown


def _drawn(shown: Dispute) -> str:
    if shown.lede is None or not shown.lede.figures:
        raise InvalidInput("case", "no step with a board to show", "a step that declares attackers or blockers")
    return picture(shown.lede.figures[0].picture, shown.tiles)


async def body(request: Request) -> bytes:
    """What was sent, which is so long at most and comes in so many seconds. Raises TooMuch."""
    found = bytearray()

    async def read() -> None:
        async for chunk in request.stream():
            found.extend(chunk)
            if len(found) > MAX_BODY:
                raise TooMuch(413, f"more than {MAX_BODY} bytes", f"at most {MAX_BODY} bytes")

    try:
        await asyncio.wait_for(read(), SECONDS_TO_SEND)
    except TimeoutError:
        raise TooMuch(408, f"{SECONDS_TO_SEND:g} seconds gone", "what is sent, sooner") from None
    return bytes(found)


class Headers:
    """What every answer says to browsers: guess no types, tell nobody where readers came from, stand in no frame."""

    def __init__(self, app: ASGIApp, embed: str | None) -> None:
        self.app = app
        ancestors = embed or "'none'"
        self.headers = [
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"no-referrer"),
            (b"content-security-policy", f"frame-ancestors {ancestors}".encode()),
            (b"cross-origin-resource-policy", b"same-origin"),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *self.headers]
            await send(message)

        await self.app(scope, receive, told)


def _errors(endpoint: Answer) -> Answer:
    """Errors as programs and people get them."""

    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except TooMuch as much:
            return _refused(request, much.error, much.status)
        except InvalidInput as error:
            return _refused(request, error, 400)
        except ClientDisconnect:
            return PlainTextResponse("", 400)
        except DeclarantError as error:
            return _refused(request, InvalidInput("journal", str(error), "a journal that can be read"), 500)

    return answered


def _refused(request: Request, error: InvalidInput, status: int) -> Response:
    if request.url.path.startswith("/api") or "json" in request.headers.get("accept", ""):
        return JSONResponse(answers.error_of(error), status)
    shown = Refused(error)
    return HTMLResponse(page("refused.jinja", "declarant", shown, script="", data=None), status)


class Refused:
    """What couldn't be done."""

    def __init__(self, error: InvalidInput) -> None:
        self.error = error
        self.tiles = Markup("")


def app(
    journal: str | None = None, *, hosts: tuple[str, ...] = ("127.0.0.1", "localhost"), embed: str | None = None
) -> Starlette:
    """The application. `hosts`: the names it answers to; `embed`: an origin whose pages may show it in a frame."""
    server = Server(journal)
    get, post = partial(Route, methods=["GET"]), partial(Route, methods=["POST"])
    return Starlette(
        routes=[
            get("/", _errors(server.table)),
            post("/rule", _errors(server.rule)),
            get("/cards", _errors(server.cards)),
            post("/c/", _errors(server.keep)),
            get("/c/{code:path}", _errors(server.permalink)),
            get("/games", _errors(server.games)),
            get("/g/{stream:path}", _errors(server.game)),
            get("/follow/{stream:path}", _errors(server.follow)),
            get("/api/openapi.json", _errors(server.openapi)),
            get("/api/{name}", _errors(server.api)),
            post("/api/{name}", _errors(server.ask)),
        ],
        middleware=[
            Middleware(Headers, embed=embed),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
        ],
    )


def serve(journal: str | None, host: str, port: int, hosts: tuple[str, ...], embed: str | None) -> None:
    """Serve until Ctrl-C."""
    import uvicorn

    from .connections import config

    with contextlib.suppress(KeyboardInterrupt):
        server = uvicorn.Server(config(app(journal, hosts=hosts, embed=embed), host, port))
        server.run()
    if not server.started:
        raise InvalidInput("--port", str(port), f"a port of {host} that is free")
