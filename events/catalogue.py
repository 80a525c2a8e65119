"""Every kind of event, by its type tag: how events are encoded for a journal and decoded from it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter

from . import damage as g
from . import declarations as d
from . import facts as t
from . import records as r
from . import stack as s
from .model import Model

Event = Annotated[t.FactEvent | r.RecordEvent | d.DeclarationEvent | g.DamageEvent | s.StackEvent, Field(discriminator="type")]
"""Any event: each module of events ends with the list of its own."""

EVENT_TYPES: dict[str, type[Model]] = {
    model.__name__: model
    for module in (t, r, d, g, s)
    for model in vars(module).values()
    if isinstance(model, type) and issubclass(model, Model) and "type" in model.model_fields
}

EVENT_ADAPTER: TypeAdapter[Any] = TypeAdapter(Event, config=ConfigDict(defer_build=True))
