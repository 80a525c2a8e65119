"""Each keyword that means something for combat has a test file of its own: a closed list, by the files' names."""

from pathlib import Path

import pytest
from declarant.handlers.rulebook.keywords import KEYWORDS

TESTS = Path(__file__).parents[1]
OF_EFFECTS = ("battalion", "exert")
"""Abilities that aren't keywords of a line of their own."""
ELSEWHERE = {
    "first strike": "test_510_4_two_steps",
    "double strike": "test_510_4_two_steps",
    "vigilance": "test_508_1f_tapping",
    "haste": "test_302_6_summoning_sickness",
    "reach": "test_702_9_flying",
    "defender": "test_508_1c_restrictions",
    "totem armor": "test_702_89_umbra_armor",
}
"""Keywords whose whole meaning is another rule, or another name."""

OF_COMBAT = {word for word, keyword in KEYWORDS.items() if keyword.bears_on not in ("nothing", "phasing", "planeswalkers")} - {
    "bands with other"  # banding
}


@pytest.mark.parametrize("keyword", sorted({*OF_COMBAT, *OF_EFFECTS}))
def test_each_keyword_of_combat_has_its_file(keyword: str) -> None:
    files = [path for path in TESTS.glob("*/test_*.py") if path.parent.name in ("abilities", "rules")]
    ending = f"_{keyword.replace(' ', '_')}"
    named = [path for path in files if path.stem == ELSEWHERE.get(keyword) or path.stem.endswith(ending)]
    assert any(keyword in path.read_text("utf-8").lower() for path in named)
