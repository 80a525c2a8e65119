"""What an ability is said to do, read again."""

from declarant.events.abilities import Triggered
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render


def check_said_as_read(text: str) -> None:
    """What a creature's triggered ability does is read, and the words for it read as the same value."""
    (ability,) = read_permanent(text, types=["Creature"])
    assert isinstance(ability, Triggered) and ability.does is not None
    (again,) = read_permanent(render(ability), types=["Creature"])
    assert again.model_copy(update={"text": ""}) == ability.model_copy(update={"text": ""})
