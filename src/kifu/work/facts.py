"""Facts for JSON: `TypedDict`s made from objects, and the type of JSON objects that have no fixed shape."""

from typing import Any, TypeVar, cast

#: A JSON object whose names are not fixed: options of a run, a line of its log, a model's card.
JsonObject = dict[str, Any]

T = TypeVar("T")


def pick(kind: type[T], source: object, **more: object) -> T:
    """Make a `TypedDict` from the attributes of an object that have the names of its fields.

    Args:
        kind: The `TypedDict`.
        source: Has an attribute for every required field that is not in `more`.
        more: Fields that have another name or form there, and those that are not required.

    Raises:
        AttributeError: A field is missing.
    """
    fields: Any = kind
    return cast(
        T,
        {
            name: more[name] if name in more else getattr(source, name)
            for name in fields.__annotations__
            if name in more or name in fields.__required_keys__
        },
    )
