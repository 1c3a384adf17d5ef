"""The Module tree as JSON: its schema, and the way there and back. A door, so it is guarded by pydantic.

Each node class becomes a pydantic model of the same name with a `node` field that says which it is; a span becomes two
offsets. The models are made from the dataclasses themselves, so a new node is known here without another word.
"""

from __future__ import annotations

import types
import typing
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Annotated, Any, ForwardRef, Literal, Union

from pydantic import BaseModel, ConfigDict, Field, create_model

from rulewright.dsl import nodes as n
from rulewright.dsl.source import SourceFile, Span

# Types are made here while running, of what is not written anywhere: to a type checker these are plain values.
_ANNOTATED: Any = Annotated
_UNION: Any = Union


class Place(BaseModel):
    """Where a node stands: offsets in characters from 0, the end exclusive."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    start: int
    end: int


@cache
def classes() -> dict[str, type[Any]]:
    """Every node class by its name."""
    return {name: x for name, x in vars(n).items() if isinstance(x, type) and is_dataclass(x)}


def _hints(class_: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(class_, vars(n))
    return {f.name: hints[f.name] for f in fields(class_)}


def _type(hint: Any) -> Any:
    """The type of a model's field for the type of a node's."""
    if hint is Span:
        return Place
    if isinstance(hint, type) and is_dataclass(hint):
        return ForwardRef(f"node_{hint.__name__}")
    args = typing.get_args(hint)
    if typing.get_origin(hint) is tuple:
        # `typing.Tuple`: inside the plain `tuple[...]` Python 3.11 leaves forward references as they are.
        inner_types = tuple(x if x is ... else _type(x) for x in args)
        return typing.Tuple.__getitem__(inner_types)  # noqa: UP006
    if typing.get_origin(hint) in (Union, types.UnionType):
        inner = [x for x in args if isinstance(x, type) and is_dataclass(x)]
        others = [_type(x) for x in args if x not in inner]
        if len(inner) > 1:
            whole = _UNION[tuple(map(_type, inner))]
            others.append(_ANNOTATED[whole, Field(discriminator="node")])
        else:
            others.extend(map(_type, inner))
        return _UNION[tuple(others)]
    return hint


@cache
def models() -> dict[str, type[BaseModel]]:
    """A pydantic model for each node class."""
    made: dict[str, type[BaseModel]] = {}
    for name, class_ in classes().items():
        found: dict[str, Any] = {key: (_type(hint), ...) for key, hint in _hints(class_).items()}
        config = ConfigDict(extra="forbid", frozen=True)
        found["node"] = (Literal.__getitem__(name), ...)
        made[name] = create_model(name, __config__=config, __doc__=class_.__doc__, **found)
    namespace = {f"node_{name}": model for name, model in made.items()}
    for model in made.values():
        model.model_rebuild(_types_namespace=namespace)
    return made


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a Module."""
    return models()["Module"].model_json_schema()


def to_data(node: Any) -> Any:
    """A node as plain data, ready for `json.dumps`."""
    if isinstance(node, Span):
        return {"start": node.start, "end": node.end}
    if isinstance(node, tuple):
        return [to_data(x) for x in node]
    if is_dataclass(node) and not isinstance(node, type):
        return {"node": type(node).__name__} | {f.name: to_data(getattr(node, f.name)) for f in fields(node)}
    return node


def from_data(data: Any, file: SourceFile) -> n.Module:
    """The Module that data describes, once pydantic has found nothing wrong with it."""
    checked = models()["Module"].model_validate(data)
    made = _node(checked, file)
    assert isinstance(made, n.Module)
    return made


def _node(value: Any, file: SourceFile) -> Any:
    if isinstance(value, Place):
        return Span(file, value.start, value.end)
    if isinstance(value, tuple | list):
        return tuple(_node(x, file) for x in value)
    if isinstance(value, BaseModel):
        class_ = classes()[type(value).__name__]
        return class_(*(_node(getattr(value, f.name), file) for f in fields(class_)))
    return value
