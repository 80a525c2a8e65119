"""An interrupt ends a search at once, also while HiGHS is at work."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import pytest
from declarant.handlers.budget import Budget
from declarant.handlers.legality.search import mixed_integer


def test_an_interrupt_stops_the_solver_and_is_passed_on() -> None:
    solver: Any = Mock()
    solver.wait.side_effect = [(False, None), KeyboardInterrupt]
    with pytest.raises(KeyboardInterrupt):
        mixed_integer._run(solver, Budget())
    solver.cancelSolve.assert_called_once()
    solver.startSolve.return_value.join.assert_called_once_with(mixed_integer.PATIENCE)
