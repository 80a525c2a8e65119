"""A case with one thing different is ruled as before, refused at the right place, or ruled otherwise for a reason named."""

from collections import Counter
from pathlib import Path
from typing import Any

import declarant.tools.demo
import pytest
import yaml
from cases.mutations import Data, outcomes, shared_cases


def creature(id: str, controller: str, **more: Any) -> Data:
    return {"id": id, "controller": controller, "name": id.title(), "types": ["Creature"], "power": 2, "toughness": 2, **more}


TAX = "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."
OURS: list[Data] = [
    {
        "id": "tax",
        "source": "invented",
        "rules": "2024-06-07",
        "players": ["Ann", "Bob"],
        "mana": {"Ann": "{2}"},
        "battlefield": [
            creature("ox", "Ann", text="Menace", subtypes=["Ox"], colors=["G"]),
            creature("elf", "Ann", text="{T}: Add {G}.", tapped=False, summoning_sick=False),
            creature("bear", "Bob", supertypes=["Legendary"], text="Bear can't block creatures with power 3 or greater."),
            {"id": "gate", "controller": "Bob", "types": ["Enchantment"], "text": TAX},
        ],
        "effects": [{"goad": "ox", "by": "Bob"}, {"controller": "Bob", "text": "[bear] blocks [elf] this turn if able."}],
        "steps": [
            {"attack": {"ox": "Bob", "elf": "Bob"}, "pay": "{2}", "expect": "illegal", "why": "a remark"},
            {"attack": {"ox": "Bob"}, "pay": "{2}", "expect": "legal", "cost": "{2}", "tapped_after": ["ox"]},
            {"block": {"bear": ["ox"]}, "expect": "illegal", "rule": "509.1b"},
            {"block": {}, "expect": "legal", "unblocked": ["ox"]},
        ],
    },
    {
        "id": "damage",
        "players": ["Ann", "Bob"],
        "life": {"Bob": 5},
        "battlefield": [
            creature("ox", "Ann", text="Trample", power=5),
            creature("bear", "Bob", marked=1),
            {"id": "sage", "controller": "Bob", "types": ["Planeswalker"], "loyalty": 3},
        ],
        "steps": [
            {"attack": {"ox": "Bob"}, "expect": "legal"},
            {"block": {"bear": ["ox"]}, "blocked": ["ox"]},
            {"changes": {"id": "bear", "toughness": 3}},
            {"damage": {"ox": {"bear": 1, "Bob": 4}, "bear": {"ox": 2}}, "expect": "illegal"},
            {"damage": {"ox": {"bear": 2, "Bob": 3}, "bear": {"ox": 2}}, "expect": "legal", "life": {"Bob": 2}},
            {"end_of_combat": True},
        ],
    },
]


def demonstration() -> Data:
    text = Path(declarant.tools.demo.__file__).with_name("demo.yaml").read_text("utf-8")
    case: Data = yaml.load(text, Loader=yaml.BaseLoader)
    for permanent in case["battlefield"]:
        permanent.update({field: int(permanent[field]) for field in ("power", "toughness") if field in permanent})
    case["life"] = {player: int(life) for player, life in case["life"].items()}
    case["steps"] = [step for step in case["steps"] if "enters" not in step]
    return case


def wrong(cases: list[Data], number: int) -> tuple[list[str], Counter[str]]:
    counts: Counter[str] = Counter()
    found = []
    for mutation, outcome in outcomes(cases, number):
        counts[outcome.partition(":")[0]] += 1
        if outcome.startswith("wrong"):
            found.append(f"{mutation.kind} {mutation.at}: {mutation.old!r} → {mutation.new!r}: {outcome}")
    return found, counts


def test_a_thousand_of_our_own() -> None:
    found, counts = wrong([*OURS, demonstration()], 1_000)
    assert found == []
    assert min(counts[each] for each in ("as before", "refused", "changed")) > 50


@pytest.mark.slow
def test_a_thousand_of_others(shared: Path) -> None:
    found, counts = wrong(shared_cases(shared / "cases"), 1_200)
    assert found == []
    assert min(counts[each] for each in ("as before", "refused", "changed")) > 50
