"""Schemas made from types: what mypy checks in the code is what the OpenAPI document says."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest

from kifu.interfaces.web.json_schema import Schemas


class Point(TypedDict):
    """A point."""

    x: int
    name: NotRequired[Annotated[str, "as people say it"]]


class Shape(Point):
    """A shape of points."""

    points: list[Point]


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        (str, {"type": "string"}),
        (float, {"type": "number"}),
        (bool, {"type": "boolean"}),
        (None | int, {"anyOf": [{"type": "null"}, {"type": "integer"}]}),
        (Any, {}),
        (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}),
        (Literal[8], {"type": "integer", "enum": [8]}),
        (list[list[int]], {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}),
        (tuple[str, ...], {"type": "array", "items": {"type": "string"}}),
        (
            tuple[str, int],
            {
                "type": "array",
                "prefixItems": [{"type": "string"}, {"type": "integer"}],
                "minItems": 2,
                "maxItems": 2,
            },
        ),
        (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
        (Annotated[str, "a text"], {"type": "string", "description": "a text"}),
        (Annotated[Point, "where"], {"$ref": "#/components/schemas/Point", "description": "where"}),
    ],
)
def test_plain_types(kind: Any, schema: dict[str, Any]):
    assert Schemas().of(kind) == schema


def test_typed_dicts_are_components():
    schemas = Schemas()
    assert schemas.of(Shape) == {"$ref": "#/components/schemas/Shape"}
    assert schemas.components == {
        "Point": {
            "type": "object",
            "description": "A point.",
            "properties": {
                "x": {"type": "integer"},
                "name": {"type": "string", "description": "as people say it"},
            },
            "required": ["x"],
        },
        "Shape": {
            "type": "object",
            "description": "A shape of points.",
            "properties": {
                "x": {"type": "integer"},
                "name": {"type": "string", "description": "as people say it"},
                "points": {"type": "array", "items": {"$ref": "#/components/schemas/Point"}},
            },
            "required": ["x", "points"],
        },
    }


def test_what_json_does_not_have_is_refused():
    with pytest.raises(TypeError, match="expected a type that JSON has"):
        Schemas().of(dict[int, str])


def test_two_types_of_one_name_are_refused():
    other = TypedDict("Point", {"y": int})  # noqa: UP013, a name that is taken
    other.__module__ = "elsewhere"
    schemas = Schemas()
    schemas.of(Point)
    with pytest.raises(TypeError, match="expected one TypedDict called Point"):
        schemas.of(other)
