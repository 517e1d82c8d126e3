"""Words that answers of several routes have in common."""

from typing import Annotated, Literal

from pydantic import Field

Game = Literal["go", "draughts"]
Colour = Literal["black", "white"]
Letter = Literal["B", "W"]
Status = Literal["alive", "dead", "seki", "doubtful"]
Vertex = Annotated[str, Field(description="a point such as D4, or pass")]
Stones = Annotated[
    list[list[int]], Field(description="row by row from the top: 0 empty, 1 Black's, 2 White's")
]
