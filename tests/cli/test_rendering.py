"""The text forms, compared line by line."""

import datetime
from io import StringIO

from declarant.events.journal.cuts import Cut
from declarant.events.journal.log import Rewound
from declarant.events.ruling import Ruling
from declarant.tools.audit.audit import Audited
from declarant.tools.cases.judging import moments
from declarant.tools.cases.models import Case
from declarant.tools.cases.report import CaseReport, FieldDifference, ReportedTrigger, StepReport
from declarant.tools.page.board import Marks, in_words
from declarant.tools.page.words import Names
from declarant.tools.text import cases as rendering
from declarant.tools.text.console import text
from rich.console import Console, RenderableType


def lines(renderable: RenderableType) -> list[str]:
    file = StringIO()
    Console(file=file, width=80).print(renderable)
    return [line.rstrip() for line in file.getvalue().rstrip().splitlines()]


CASE = Case.model_validate(
    {
        "id": "toll",
        "players": ["Ann", "Bob"],
        "life": {"Bob": 3},
        "mana": {"Ann": "{2}"},
        "battlefield": [
            {
                "id": "ox",
                "controller": "Ann",
                "name": "Plough Ox",
                "supertypes": ["Legendary"],
                "types": ["Creature"],
                "subtypes": ["Ox"],
                "power": 2,
                "toughness": 4,
                "text": "Vigilance\nWhenever this creature attacks, draw a card.",
                "counters": {"stun": 1},
                "summoning_sick": True,
            },
            {"id": "walker", "controller": "Bob", "types": ["Planeswalker"], "loyalty": 4, "tapped": True},
        ],
        "effects": [{"goad": "ox", "by": "Bob"}],
        "steps": [
            {"attack": {"ox": "walker"}, "pay": "{2}", "expect": "legal", "why": "a remark"},
            {"attack": {"ox": "walker"}, "bands": [["ox", "ox"]], "optional_costs": {"ox": "exert"}, "pay": False},
            {"changes": {"id": "ox", "power": 5, "tapped": True}},
        ],
    }
)

STATE = {"blocked": (), "unblocked": (), "orders": {}, "attacking": {}, "blocking": {}, "triggers": ()}


def step(number: int, action: str, **fields: object) -> StepReport:
    unsaid = {"rule": None, "concept": None, "why": "", "instead": None, "cost": None, "agrees": None, "differences": ()}
    return StepReport.model_validate({"step": number, "action": action, **STATE, **unsaid, **fields})


def test_an_audited_case_shows_board_attempt_ruling_and_way_out() -> None:
    refused = step(
        0,
        "attack",
        verdict="illegal",
        rule="508.1j",
        why="{2} isn't all",
        instead={},
        cost="{4}",
        agrees=False,
        differences=(FieldDifference(field="expect", expected="legal", found="illegal"),),
    )
    legal = step(
        1,
        "attack",
        verdict="legal",
        cost="{4}",
        attacking={"ox": "walker"},
        unblocked=("ox",),
        triggers=(ReportedTrigger(source="ox", ability="Whenever this creature attacks, draw a card.", rule="508.3a", times=2),),
    )
    changes = step(2, "changes", verdict=None, attacking={"ox": "walker"}, unblocked=("ox",))
    report = CaseReport(case="toll", rules=datetime.date(2024, 6, 7), steps=(refused, legal, changes))
    assert lines(rendering.audited(Audited(CASE, report, [Rewound(15, 17, None, (), 18)]))) == [
        "toll · rules of 2024-06-07 · differs from what it expects",
        "  Ann  20 life, can produce {2}",
        "    ox  Plough Ox, 2/4, 1 stun counters, summoning sick, Legendary Creature — Ox",
        "        Vigilance",
        "        Whenever this creature attacks, draw a card.",
        "  Bob  3 life",
        "    walker  loyalty 4, tapped, Planeswalker",
        "  effect  ox is goaded by Bob",
        "",
        "  0  attack    ox → walker, offering mana {2}",
        "     remark    a remark",
        "     illegal   508.1j  {2} isn't all",
        "     instead   no creature",
        "     log       the log is back at version 14; entries 15–17 stay in the journal",
        "     differs   expect: expected legal, found illegal",
        "  1  attack    ox → walker, in bands ox + ox, with ox → exert, offering nothing",
        "     legal     for {4}",
        "     triggers  ox: Whenever this creature attacks, draw a card. (508.3a, 2",
        "               times)",
        "     now       attacking ox → walker; unblocked ox",
        "  2  changes   ox: power 5, tapped yes",
    ]


def test_a_board_says_what_brings_a_loss_nearer() -> None:
    ox = {"id": "ox", "controller": "Ann", "types": ["Creature"], "power": 2, "toughness": 4, "marked": 1}
    stated = {
        "battlefield": [ox | {"designations": ["commander"]}],
        "poison": {"Bob": 8},
        "commander_damage": {"Bob": {"ox": 15}},
    }
    case = Case.model_validate({"id": "poison", "players": ["Ann", "Bob"], "rules": "2024-06-07", "steps": [], **stated})
    report = CaseReport(case="poison", rules=datetime.date(2024, 6, 7), steps=())
    assert lines(rendering.audited(Audited(case, report, [])))[1:4] == [
        "  Ann  20 life",
        "    ox  2/4, 1 damage marked, Creature",
        "  Bob  20 life, 8 poison counters, 15 damage by the commander ox",
    ]
    (moment,) = moments(case)
    assert "Bob, 20 life, 8 poison counters: " in in_words(moment.game.state, Marks(), Names())


def test_a_board_says_the_colors_of_its_permanents() -> None:
    ox = {"id": "ox", "controller": "Ann", "types": ["Creature"], "power": 2, "toughness": 4, "colors": ["G", "W"]}
    case = Case.model_validate(
        {"id": "colors", "players": ["Ann", "Bob"], "rules": "2024-06-07", "steps": [], "battlefield": [ox]}
    )
    report = CaseReport(case="colors", rules=datetime.date(2024, 6, 7), steps=())
    assert "    ox  2/4, white and green, Creature" in lines(rendering.audited(Audited(case, report, [])))


def test_the_last_line_counts_the_cases() -> None:
    assert lines(rendering.tally(1, 0, 0, 0)) == ["1 case · 1 agree · 0 differ · 0 couldn't be judged"]
    assert lines(rendering.tally(1, 0, 2, 3)) == ["6 cases · 1 agree · 2 differ · 3 couldn't be judged"]


def test_nobody_agrees_where_nothing_is_expected() -> None:
    assert lines(rendering.tally(0, 1, 0, 0)) == ["1 case · 1 expects nothing · 0 differ · 0 couldn't be judged"]
    assert lines(rendering.tally(1, 2, 0, 0)) == ["3 cases · 1 agree · 2 expect nothing · 0 differ · 0 couldn't be judged"]


def test_what_cannot_be_printed_is_escaped() -> None:
    assert text("a\x1b[0m\n\u200bé").plain == "a\\x1b[0m\\n\\u200bé"


def test_a_ruling_is_read_from_a_cut() -> None:
    ruling = Ruling(action="block", player="Bob", verdict="illegal", rule="509.1c", why="must", instead={"a": ("x",)})
    assert rendering.ruling_lines(Cut(to=1, ruling=ruling).ruling) == [
        ("illegal", "bold red", "509.1c  must"),
        ("instead", "green", "a → x"),
    ]
