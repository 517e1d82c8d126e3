"""JSON Schema made from types: what the OpenAPI document says of answers is what mypy checks in the code."""

from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from kifu.work.facts import JsonObject

Schema = JsonObject

_PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Any: {},
    object: {},
}


class Schemas:
    """Makes schemas; a `TypedDict` becomes a component with its name, and a reference to it.

    Attributes:
        components: Schemas of all `TypedDict`s met so far, by name.
    """

    def __init__(self) -> None:
        self.components: dict[str, Schema] = {}
        self._modules: dict[str, str] = {}

    def of(self, kind: Any) -> Schema:
        """The schema of a type.

        Raises:
            TypeError: JSON has no such type, or two `TypedDict`s have the same name.
        """
        origin, arguments = get_origin(kind), get_args(kind)
        if kind in _PLAIN:
            return dict(_PLAIN[kind])
        if is_typeddict(kind):
            return {"$ref": f"#/components/schemas/{self._component(kind)}"}
        if origin is Annotated:
            return self.of(arguments[0]) | {"description": arguments[-1]}
        if origin is NotRequired:
            return self.of(arguments[0])
        if origin is Literal:
            return {"type": _PLAIN[type(arguments[0])]["type"], "enum": list(arguments)}
        if origin in (Union, UnionType):
            return {"anyOf": [self.of(one) for one in arguments]}
        if origin is list or (origin is tuple and arguments[1:] == (...,)):
            return {"type": "array", "items": self.of(arguments[0])}
        if origin is tuple:
            number = len(arguments)
            parts = [self.of(one) for one in arguments]
            return {"type": "array", "prefixItems": parts, "minItems": number, "maxItems": number}
        if origin is dict and arguments[0] is str:
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        raise TypeError(f"expected a type that JSON has, such as str or a TypedDict, got {kind!r}")

    def _component(self, kind: Any) -> str:
        name: str = kind.__name__
        if self._modules.setdefault(name, kind.__module__) != kind.__module__:
            raise TypeError(
                f"expected one TypedDict called {name}, got those of {self._modules[name]} and "
                f"{kind.__module__}; rename one of them"
            )
        if name not in self.components:
            schema = self.components[name] = {"type": "object", "description": kind.__doc__}
            hints = get_type_hints(kind, include_extras=True)
            schema["properties"] = {field: self.of(hint) for field, hint in hints.items()}
            schema["required"] = [field for field in hints if field in kind.__required_keys__]
        return name
