"""The model of a board's blocks or attacks."""

from declarant.handlers.attempt import Draft
from declarant.handlers.legality.attacks import formulate_attacks
from declarant.handlers.legality.blocks import formulate_blocks
from declarant.handlers.legality.search.model import DeclarationModel

from bench.boards import BenchBoard


def formulated(position: BenchBoard) -> DeclarationModel:
    """What the player who declares on that board may do."""
    draft = Draft.of(position.state, position.state.version)
    if position.action == "attack":
        return formulate_attacks(draft.view, draft.edition, "Ann").model
    return formulate_blocks(draft.view, draft.edition, "Bob").model
