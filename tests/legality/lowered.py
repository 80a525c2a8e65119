"""The model of a board's blocks or attacks."""

from declarant.handlers.attempt import Draft
from declarant.handlers.legality.lowering import lower_attack, lower_block
from declarant.handlers.legality.search.model import Model
from declarant.tools.bench.boards import Position


def lowered_model(position: Position) -> Model:
    """What the player who declares on that board may do."""
    draft = Draft.of(position.state, position.state.version)
    if position.action == "attack":
        return lower_attack(draft.view, draft.edition, "Ann").model
    return lower_block(draft.view, draft.edition, "Bob").model
