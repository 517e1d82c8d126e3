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
        more: Fields that have another name or form there.

    Raises:
        AttributeError: A field is missing.
    """
    names: frozenset[str] = cast(Any, kind).__required_keys__
    fields = {
        name: getattr(source, name)
        for name in cast(Any, kind).__annotations__
        if name in names and name not in more
    }
    return cast(T, fields | more)
