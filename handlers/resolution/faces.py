"""Faces of permanents: transforming, entering with the other face up or face down, manifesting (708, 712, 701.40)."""

from __future__ import annotations

from functools import cache

from ...events import abilities as a
from ...events import facts as t
from ...events import stack as s
from ...projections.board import Permanent
from ..combat import entering, removal
from ..view.characteristics import number_of
from ..view.context import Context
from .binding import NotCarriedOut
from .registry import carries_out
from .resolving import Resolving, name_cards, new_id, there
from .turning_up import begin, change_total, move_cards, turn_up

FACE_DOWN = "face-down"


@cache
def _incubated() -> t.PermanentEntered:
    """Made when it is asked for: models are built when they are first used, and few games use this one at once."""
    types = ("Artifact", "Creature", "Phyrexian")
    return t.PermanentEntered(id="", controller="", owner="", name="Phyrexian", types=types, stated=False)


@carries_out(a.Transforms, possible=there, makes=(a.IsAffected, a.AmountDone))
def _transform(doing: Resolving, instruction: a.Transforms) -> None:
    """701.27f: an ability of the permanent itself doesn't where it has transformed meanwhile."""
    ability = doing.binding.ability
    already = ability.source if ability.occasion.transformed else None
    meant = [each for each in doing.permanents(instruction.permanents) if each.id != already]
    for each in meant:
        transform(doing, each.id)
    doing.affected([each.id for each in meant])
    doing.counted(len(meant))


def transform(doing: Resolving, id: str) -> None:
    """A permanent is turned to its other face. Raises NotCarriedOut where nobody says what that is."""
    before = doing.draft.state.board.permanents[id]
    if before.other_face is None:
        doing.draft.append(s.OtherFaceTold(id=id, face=_other_face(doing, before), front=not _is_face_down(doing, before)))
    types = doing.view.permanents[id].types
    doing.draft.append(s.Transformed(id=id))
    designations = doing.draft.state.board.designations.get(id, frozenset())
    if FACE_DOWN in designations:
        doing.draft.append(t.FactsStated(about=id, designations=tuple(sorted(designations - {FACE_DOWN}))))
    removal.stop_being(doing.draft, id, types, doing.view.permanents[id].types)


def _is_face_down(doing: Resolving, permanent: Permanent) -> bool:
    return FACE_DOWN in doing.draft.state.board.designations.get(permanent.id, frozenset())


def _other_face(doing: Resolving, permanent: Permanent) -> t.PermanentEntered:
    if permanent.token and "Incubator" in permanent.types:
        return _incubated().model_copy(update={"id": permanent.id, "owner": permanent.owner, "controller": permanent.owner})
    return stated_face(doing, permanent.id)


def stated_face(doing: Resolving, id: str) -> t.PermanentEntered:
    """The other face of a permanent, or of a card. Raises NotCarriedOut where nobody states it."""
    found = next((each for each in doing.chooser.choices.faces if each.id == id), None)
    if found is None:
        raise NotCarriedOut(f"it isn't stated what the other face of {id} is")
    doing.chooser.showed(id)
    return found


def enter_with_face(
    doing: Resolving, new: t.PermanentEntered, card: t.PermanentEntered, face: str, attacking: str | None
) -> None:
    """A card enters with its other face up, or face down: as a 2/2 creature without anything else (708.2)."""
    if face == "face down":
        shown = _face_down(new.id, new.controller, new.owner).model_copy(update={"tapped": new.tapped})
    else:
        stated = stated_face(doing, card.id)
        kept = ("id", "controller", "owner", "counters", "tapped", "continuously_controlled", "this_turn")
        shown = stated.model_copy(update={name: getattr(new, name) for name in kept} | {"mana_value": card.mana_value})
        if "Aura" in shown.types:
            raise NotCarriedOut(f"what {card.id} is to enchant isn't carried out")
    entering.enter(doing.draft, shown, attacking=attacking)
    doing.draft.append(s.OtherFaceTold(id=new.id, face=card, front=False))
    if face == "face down":
        doing.draft.append(t.FactsStated(about=new.id, designations=(FACE_DOWN,)))


def _face_down(id: str, controller: str, owner: str) -> t.PermanentEntered:
    return t.PermanentEntered(
        id=id,
        controller=controller,
        owner=owner,
        types=("Creature",),
        power=2,
        toughness=2,
        stated=False,
        continuously_controlled=False,
        this_turn=True,
    )


@carries_out(a.Manifests, makes=(a.IsCreated, a.IsAffected, a.IsTurnedUp))
def _manifest(doing: Resolving, instruction: a.Manifests) -> None:
    """What nobody names is manifested all the same: face down it is like any other card."""
    entered = []
    number = doing.quantity(instruction.number)
    for player in doing.players(instruction.players) if number > 0 else ():
        begin(doing, "library")
        turn_up(doing, player, 2 if instruction.dread else number, "library")
        memory = doing.binding.memory
        known: list[str | None] = [*memory.turned_up, *[None] * memory.unknown.get(player, 0)]
        if instruction.dread:
            first = doing.chooser.chosen(memory.turned_up, memory.turned_up[:1], 0, 1)
            known = [first[0]] if first else known[:1]
            others = [id for id in memory.turned_up if id not in known]
            move_cards(doing, others, "graveyard")
            change_total(doing, "graveyard", player, 0 if others else 1)
        entered += [_one_manifested(doing, id, player, instruction.cloaked) for id in known]
    doing.binding.memory.created = tuple(entered)
    doing.affected(entered)


def _one_manifested(doing: Resolving, id: str | None, player: str, cloaked: bool) -> str:
    became = new_id(doing, "manifested")
    card = None if id is None else doing.draft.state.board.cards[id].card
    if id is not None:
        doing.draft.append(s.CardMoved(id=id, to="battlefield", became=became))
    shown = _face_down(became, doing.controller, player)
    if cloaked:
        shown = shown.model_copy(update={"abilities": (a.KeywordAbility(text="Ward {2}", keyword="ward"),)})
    entering.enter(doing.draft, shown)
    doing.draft.append(s.OtherFaceTold(id=became, face=card, front=False))
    doing.draft.append(t.FactsStated(about=became, designations=(FACE_DOWN,)))
    return became


@carries_out(a.Explores, makes=(a.IsAffected, a.IsTurnedUp))
def _explore(doing: Resolving, instruction: a.Explores) -> None:
    meant = doing.permanents(instruction.permanents)
    for each in meant:
        begin(doing, "library")
        turn_up(doing, each.controller, 1, "library")
        doing.binding.ids(a.IsTurnedUp(), doing.view)  # it has to be known
        (card,) = doing.binding.memory.turned_up
        if "Land" in doing.draft.state.board.cards[card].card.types:
            move_cards(doing, [card], "hand")
            continue
        doing.carry_out(doing, (a.PutsCounters(permanents=a.IsOneOf(ids=(each.id,)), counter="+1/+1"),))
        if doing.chooser.accepts((a.PutsCards(cards=a.IsTurnedUp(), zone="library", to="graveyard"),), "graveyard"):
            move_cards(doing, [card], "graveyard")
    doing.affected([each.id for each in meant])


def _can_collect(doing: Resolving, instruction: a.CollectsEvidence) -> bool:
    """Whether there are enough cards. Raises NotCarriedOut where it isn't known."""
    player = a.Players(who="named", ids=(doing.controller,))
    graveyard = a.Cards(zone="graveyard", players=player, filter=a.ANYTHING)
    context = Context(None, doing.controller)
    name_cards(doing.draft, [each for each in doing.chooser.all_cards() if each.owner == doing.controller], "graveyard")
    known = [number_of(doing.draft.state.board.cards[id].card, "mana_value") for id in doing.view.cards(graveyard, context)]
    if sum(known) >= instruction.number:
        return True
    if doing.view.unknown_cards(graveyard, context):
        raise NotCarriedOut("it isn't stated which cards are in the graveyard")
    return False


@carries_out(a.CollectsEvidence, possible=_can_collect, costs=True, makes=(a.IsAffected,))
def _collect_evidence(doing: Resolving, instruction: a.CollectsEvidence) -> None:
    """Cards of the graveyard that are stated are known from then on."""
    player = doing.controller
    name_cards(doing.draft, [each for each in doing.chooser.all_cards() if each.owner == player], "graveyard")
    cards = {id: known.card for id, known in doing.draft.state.board.cards.items() if known.zone == "graveyard"}
    own = {id: number_of(card, "mana_value") for id, card in cards.items() if card.owner == player}
    worth = sorted(own, key=lambda id: -own[id])
    enough = next((at for at in range(len(worth) + 1) if sum(own[id] for id in worth[:at]) >= instruction.number), None)
    chosen = doing.chooser.chosen(list(own), worth[: enough or 0], 0, None)
    if sum(own[id] for id in chosen) < instruction.number:
        raise NotCarriedOut(f"it isn't stated which cards are in the graveyard, of a total mana value of {instruction.number}")
    move_cards(doing, chosen, "exile")
    doing.affected(chosen)


@carries_out(a.PhasesOut, possible=there, supported=True, makes=(a.IsAffected,))
def _phase_out(doing: Resolving, instruction: a.PhasesOut) -> None:
    meant = doing.permanents(instruction.permanents)
    if phasing := [each.id for each in meant if each.id in doing.view.permanents]:
        removal.phase_out(doing.draft, phasing)
    doing.affected([each.id for each in meant])
