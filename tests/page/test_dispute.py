"""A case as a page: what stands first, what is stated of it, and that it can be checked."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from declarant import InvalidInput
from declarant.events.errors import DeclarantError
from declarant.handlers.budget import Budget
from declarant.tools.audit.audit import audit
from declarant.tools.cases.models import Case
from declarant.tools.cases.reading import read_case
from declarant.tools.page.dispute import best_play, dispute
from declarant.tools.page.pages import case_page, case_picture
from declarant.tools.page.words import shown
from declarant.tools.text.cases import audited
from page.browsing import case_of, without_piper
from referee import attack, creature, given
from rich.console import Console


def text_of(made: str) -> str:
    """What a page says, without its markup."""
    body = re.sub(r"<(style|script|title)[^>]*>.*?</\1>", " ", made, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", body).replace("&#39;", "'").split())


def test_the_first_ruling_that_isnt_legal_stands_first(case: Case) -> None:
    lede = dispute(case).lede
    assert lede is not None
    assert (lede.number, lede.verdict, lede.rule, lede.head) == (1, "illegal", "509.1b", "A restriction is disobeyed.")


def test_a_step_asked_for_stands_first(case: Case) -> None:
    lede = dispute(case, step=3).lede
    assert lede is not None and (lede.number, lede.verdict) == (3, "legal")


def test_a_step_that_isnt_there_is_refused(case: Case) -> None:
    with pytest.raises(InvalidInput, match="--step"):
        dispute(case, step=4)


def test_reasons_name_creatures_by_name_and_quote_the_card_apart(case: Case) -> None:
    said = text_of(case_page(case))
    assert "Quarry Brute can't be blocked except by 2 or more creatures" in said
    assert "Quarry Brute : “Menace”" in said
    assert "brute can't" not in said


def test_a_requirement_is_stated_without_counting(case: Case) -> None:
    lede = dispute(case, step=2).lede
    assert lede is not None and [reason.words for reason in lede.reasons] == [
        "<b><bdi>Zealous Squire</bdi></b> must block if able, and it can: with <b><bdi>Tower Sentry</bdi></b> it could block "
        "<b><bdi>Quarry Brute</bdi></b>"
    ]


def test_what_would_be_legal_is_stated_with_its_picture(case: Case) -> None:
    lede = dispute(case, step=2).lede
    assert lede is not None and lede.fewest
    assert [figure.caption for figure in lede.figures] == ["Declared", "Legal instead"]
    assert "Zealous Squire</bdi></b> and <b><bdi>Tower Sentry</bdi></b> block" in str(lede.instead)


def test_a_refused_assignment_of_damage_is_reported_by_name_and_drawn_with_a_legal_one() -> None:
    steps = [
        {"attack": {"brute": "Bob"}},
        {"block": {"squire": ["brute"], "sentry": ["brute"]}},
        {"damage": {"brute": {"squire": 3}}},
    ]
    lede = dispute(case_of(steps=steps)).lede
    assert lede is not None and (lede.verdict, lede.rule) == ("illegal", "510.1a")
    assert [reason.words for reason in lede.reasons] == ["<b><bdi>Quarry Brute</bdi></b> assigns 4 damage, not 3"]
    declared, legal = lede.figures
    assert "dmg bad" in declared.picture and "dmg new" in legal.picture and "−4" in legal.picture
    assert any("Quarry Brute</bdi></b> assigns 4 damage to <b><bdi>Zealous Squire" in each for each in lede.assigning)


def test_who_never_comes_into_combat_is_named() -> None:
    late = {"id": "late", "controller": "Bob", "name": "Latecomer", "types": ["Creature"], "power": 1, "toughness": 1}
    lede = dispute(case_of(steps=[{"attack": {"brute": "Bob"}}, {"enters": late, "attacking": "Bob"}]), step=1).lede
    assert lede is not None
    facts = [str(text) for kind, text, _ in lede.facts if kind == "combat"]
    assert facts == [
        "<b><bdi>Latecomer</bdi></b> doesn’t take part in combat: <b><bdi>Bob</bdi></b> isn&#39;t an attacking player"
    ]


def test_all_years_are_stated_with_the_change_that_made_the_difference(case: Case) -> None:
    lede = dispute(case, step=2).lede
    assert lede is not None
    legal, illegal, *_ = lede.spans
    assert (legal.verdict, legal.when) == ("legal", "until 30 April 2007") and illegal.verdict == "illegal"
    assert any("since 1 May 2007" in text for _, text in illegal.because)


def test_creatures_of_one_name_are_distinguished(case: Case) -> None:
    twin = {**case.battlefield[3].model_dump(exclude_unset=True), "id": "sentry2"}
    found = dispute(case_of(battlefield=[*(p.model_dump(exclude_unset=True) for p in case.battlefield), twin]))
    assert "Tower Sentry B" in case_page(found.case)


def test_the_same_case_gives_the_same_page(case: Case) -> None:
    assert case_page(case) == case_page(case)


def test_a_picture_is_a_file_of_its_own(case: Case) -> None:
    drawn = case_picture(case, step=1)
    assert drawn.startswith("<svg xmlns=") and "<style>" in drawn and len(drawn) < 20_000


def test_a_page_is_judged_again_and_agrees(case: Case, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(case_page(case, step=3), "utf-8")
    (audited,) = audit([tmp_path / "page.html"])
    assert audited.report.status == 0 and all(step.agrees for step in audited.report.steps)


def test_a_case_without_steps_shows_the_board_and_the_best_attack_on_it(tmp_path: Path) -> None:
    asked = read_case(given(creature("ogre", "Ann", "Flying"), creature("rat", "Bob")).case | {"steps": []}, "asked")
    made = case_page(asked, best=True)
    assert "The board" in text_of(made) and "Ogre flying 2/2" in text_of(made)
    assert "The best play Ogre attacks Bob ." in text_of(made) and "The best attack" in made
    assert "The best play" not in text_of(case_page(asked))
    assert case_picture(asked).startswith("<svg")
    (tmp_path / "page.html").write_text(made, "utf-8")
    (audited,) = audit([tmp_path / "page.html"])
    assert audited.report.status == 0


def test_where_no_step_declares_anything_the_best_play_is_that_of_the_board_then() -> None:
    asked = read_case(
        given(creature("ogre", "Ann"), creature("drake", "Bob", "Flying")).case | {"steps": [{"turn": "Bob"}]}, "asked"
    )
    shown = best_play(dispute(asked))
    assert shown is not None and "Drake" in shown.sentence
    assert best_play(dispute(asked, step=0)) is None


@pytest.mark.parametrize(
    ("one", "other"), [(">Not legal<", ">Legal<"), ("509.1b", "509.1c"), ('"verdict":"illegal"', '"verdict":"legal"')]
)
def test_a_page_that_was_changed_is_found_out(case: Case, tmp_path: Path, one: str, other: str) -> None:
    made = case_page(case)
    assert one in made
    (tmp_path / "page.html").write_text(made.replace(one, other, 1), "utf-8")
    (audited,) = audit([tmp_path / "page.html"])
    assert audited.report.status == 1


@pytest.mark.parametrize("text", ["", "<p>", '<script type="application/json" id="declarant">{</script>', "\0" * 100])
def test_what_is_no_page_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "page.html").write_text(text, "utf-8")
    (audited,) = audit([tmp_path / "page.html"])
    assert audited.report.status == 2


def test_unseen_and_turning_characters_are_shown_by_their_numbers() -> None:
    assert shown("a\u202eb\u200bc\x07\u2028") == "a\\u202eb\\u200bc\\u0007\\u2028"
    assert shown("é" + "\u0301" * 9).count("\\u0301") == 6
    assert shown("x" * 10, 3) == "xxx…"


def test_every_shared_case_makes_a_page(shared: Path) -> None:
    from declarant.tools.cases.reading import read_cases

    made = 0
    for case in [each for each in read_cases(shared / "cases" / "seeds.jsonl") if isinstance(each, Case)][:40]:
        try:
            found = dispute(case, years=False)
        except DeclarantError:
            continue
        made += 1
        assert len(found.turns) >= 1
    assert made


def test_the_best_play_isnt_guessed_where_an_ability_isnt_known_to_it(case: Case) -> None:
    permanents = [each.model_dump(exclude_unset=True) for each in case.battlefield]
    permanents[-1]["text"] = "Whenever this creature blocks, take an extra turn after this one."
    assert "It isn’t known" in case_page(case_of(battlefield=permanents), step=2, best=True)


def test_the_best_play_is_stated_where_it_is_asked_for(tmp_path: Path) -> None:
    case = without_piper()
    made = case_page(case, step=2, best=True)
    assert "The best block" in made and "The best block" not in case_page(case, step=2)
    (tmp_path / "page.html").write_text(made, "utf-8")
    (audited,) = audit([tmp_path / "page.html"])
    assert audited.report.status == 0


@pytest.mark.parametrize(("step", "ends"), [(0, "perhaps a win"), (1, "at most")])
def test_a_search_that_is_cut_short_states_the_best_found_and_its_bounds(step: int, ends: str) -> None:
    sides = (("a", "Ann"), ("b", "Bob"))
    every = [
        {"id": f"{side}{n}", "controller": player, "types": ["Creature"], "power": 1 + n % 5, "toughness": 1 + n % 4}
        for side, player in sides
        for n in range(10)
    ]
    case = case_of(battlefield=every, steps=[{"attack": {f"a{n}": "Bob" for n in range(10)}}, {"block": {}}])
    found = best_play(dispute(case, step=step, years=False), Budget(100))
    assert found is not None
    assert re.fullmatch(rf"Worth (perhaps a loss|[-+][\d.]+ points at least), .*{ends}: the search was cut short\.", found.worth)


def test_a_requirement_that_nobody_can_obey_is_stated_with_why() -> None:
    loner = {
        "id": "loner",
        "controller": "Ann",
        "name": "Lone Wolf",
        "types": ["Creature"],
        "power": 2,
        "toughness": 2,
        "text": "This creature attacks each combat if able.\nThis creature can't attack alone.",
    }
    case = Case.model_validate({"id": "loner", "players": ["Ann", "Bob"], "battlefield": [loner], "steps": [{"attack": {}}]})
    lede = dispute(case).lede
    assert lede is not None
    restriction, impossible = lede.binding
    assert (restriction.obeyed, impossible.obeyed) == (True, None)
    assert "nobody can obey: Lone Wolf attacks if able" in text_of(case_page(case))
    assert [str(reason.quote) for reason in impossible.because] == ["This creature can&#39;t attack alone."]


FOUR = ["Ann", "Bob", "Cat", "Dan"]


def bars(agreed: dict[str, object], target: str) -> list[tuple[str, bool, str, bool]]:
    """The bars of a picture from above: the player, whether greyed, the number that says why, and whether life is stated."""
    creature = {"id": "ox", "controller": "Ann", "types": ["Creature"], "power": 2, "toughness": 2}
    case = {"id": "x", "players": FOUR, "battlefield": [creature], "steps": [{"attack": {"ox": target}}], **agreed}
    found = re.findall(r'<g class="bar( off)?">(.*?)</g>', case_picture(Case.model_validate(case)))
    return [
        (
            re.findall(r'class="pn"[^>]*>([^<]+)', bar)[0],
            bool(off),
            "".join(re.findall(r"can’t be attacked .([0-9.a-z]+)", bar)),
            'class="lf"' in bar,
        )
        for off, bar in found
    ]


def test_a_team_is_on_one_side_with_its_shared_total_once() -> None:
    giants = {"teams": [["Ann", "Bob"], ["Cat", "Dan"]], "variant": "two-headed giant"}
    assert bars(giants, "Cat") == [
        ("Cat", False, "", True),
        ("Dan", False, "", False),
        ("Ann", False, "", True),
        ("Bob", False, "", False),
    ]


def test_who_cant_be_attacked_is_greyed_with_the_number() -> None:
    apart = {"teams": [["Ann", "Cat"], ["Bob", "Dan"]], "rules": "2026-01-16"}
    assert bars(apart, "Bob") == [
        ("Bob", False, "", True),
        ("Dan", False, "", True),
        ("Ann", False, "", True),
        ("Cat", True, "508.1b", True),
    ]
    near = {"options": {"range": 1}, "rules": "2026-01-16"}
    assert [bar[:3] for bar in bars(near, "Bob")] == [
        *[("Bob", False, ""), ("Cat", True, "801.3"), ("Dan", False, "")],
        ("Ann", False, ""),
    ]


def test_a_game_of_several_names_its_variant_and_that_the_rules_of_the_day_arent_known() -> None:
    case: dict[str, Any] = {
        "rules": "2020-01-24",
        "players": ["Ann", "Bob", "Cat", "Dan"],
        "teams": [["Ann", "Bob"], ["Cat", "Dan"]],
        "variant": "two-headed giant",
        "battlefield": [{"id": "ox", "controller": "Ann", "types": ["Creature"], "power": 2, "toughness": 2}],
        "steps": [{"attack": {"ox": "Cat"}}],
    }
    said = text_of(case_page(read_case(case, "")))
    assert "Two-headed giant: Ann and Bob against Cat and Dan" in said.replace("  ", " ")
    assert "The wording on that day of the rules of several players isn't known" in said


def test_what_isnt_carried_out_is_reported_at_its_step_on_the_page_in_text_and_in_the_report(tmp_path: Path) -> None:
    elf = creature("elf", "Ann", "When this creature enters, you gain 1 life.")
    case = given(creature("ox", "Ann"), rules="2025-04-04").when({"enters": elf}, attack(ox="Bob")).case
    said = text_of(case_page(Case.model_validate(case)))
    assert said.count("Not carried out, of Elf : When this creature enters, you gain 1 life. (") == 1
    file = tmp_path / "elf.json"
    file.write_text(json.dumps(case))
    (judged,) = audit([str(file)])
    assert [[each.source for each in step.not_carried_out] for step in judged.report.steps] == [["elf"], ["elf"]]
    console = Console(file=StringIO(), width=200)
    console.print(audited(judged))
    assert console.file.getvalue().count("not carried out  elf: When this creature enters") == 1  # type: ignore[attr-defined]
