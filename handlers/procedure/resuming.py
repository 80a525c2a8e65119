"""Going on with a declaration that waits for payment: mana abilities, then payment, and what comes of the declaration."""

from __future__ import annotations

from .attackers_508_1 import ATTACKERS_508_1, tap_as_a_cost
from .blockers_509_1 import BLOCKERS_509_1
from .mana_abilities import activate_mana_abilities
from .payment import pay

ACTIVATING = {
    "attack": ATTACKERS_508_1._replace(steps=(activate_mana_abilities,), completion=(), resumes=ATTACKERS_508_1),
    "block": BLOCKERS_509_1._replace(steps=(activate_mana_abilities,), completion=(), resumes=BLOCKERS_509_1),
}
"""508.1i, 509.1e: mana abilities are activated while the declaration waits for payment."""

PAYING = {
    "attack": ATTACKERS_508_1._replace(steps=(pay, tap_as_a_cost), resumes=ATTACKERS_508_1),
    "block": BLOCKERS_509_1._replace(steps=(pay,), resumes=BLOCKERS_509_1),
}
"""508.1j–m, 509.1f–i: the costs are paid, and the declaration is completed."""
