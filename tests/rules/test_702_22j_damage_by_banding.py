"""702.22j–k: who divides the damage."""

from referee import ANN, BOB, DEALS, assign, attack, block, creature, dealt, given, illegal, legal, marked

ELK, OWL = creature("elk", BOB, power=1, toughness=3), creature("owl", BOB, power=1, toughness=3)
BOTH = (attack(bear=BOB), block(elk="bear", owl="bear"))


def bear(text: str, power: int = 5, toughness: int = 9) -> dict[str, object]:
    return creature("bear", ANN, text, power=power, toughness=toughness)


def test_702_22j_the_defending_player_chooses_for_what_a_creature_with_banding_blocks() -> None:
    board = given(bear(""), {**ELK, "text": "Banding"}, OWL)
    board.when(*BOTH, assign(ANN, bear={"elk": 5})).then(illegal("702.22j", "Bob chooses"))
    board.when(*BOTH, assign(BOB, bear={"elk": 2, "owl": 3}), DEALS).then(
        legal, dealt(bear={"elk": 2, "owl": 3}, elk={"bear": 1}, owl={"bear": 1})
    )


def test_702_22k_the_active_player_chooses_for_what_blocks_a_creature_with_banding() -> None:
    board = given(bear("Banding"), creature("ox", ANN, toughness=9), {**ELK, "power": 4})
    declared = (attack(bear=BOB, ox=BOB, step={"bands": [["bear", "ox"]]}), block(elk="ox"))
    board.when(*declared, assign(ANN, elk={"bear": 1, "ox": 3}), DEALS).then(legal, marked(bear=1, ox=3))
    board.when(*declared, assign(ANN, elk={"ox": 4}), assign(BOB, elk={"bear": 4})).then(illegal("702.22k", "Ann chooses"))
