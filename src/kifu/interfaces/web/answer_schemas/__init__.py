"""What answers look like, a file for each kind of route; `words` has what several of them share.

For the OpenAPI document and the tests alone: the server does not check itself. `TypedDict` is that of
typing_extensions, for pydantic reads Python's own only from 3.12 on.
"""

from kifu.interfaces.web.answer_schemas.analysis import DraughtsTurn, FailedTurn, GoTurn
from kifu.interfaces.web.answer_schemas.games import GameList, Hints, PlayedGame, Players
from kifu.interfaces.web.answer_schemas.moves import OpeningFacts, Predictions
from kifu.interfaces.web.answer_schemas.positions import DraughtsPlace, GoPlace
from kifu.interfaces.web.answer_schemas.records import DraughtsTree, ExtendedRecord, GoTree, Listing, Sources
from kifu.interfaces.web.answer_schemas.runs import RunLog, Runs, RunTable
from kifu.interfaces.web.answer_schemas.score import ScoreSheet, StoredLabel
from kifu.interfaces.web.answer_schemas.service import Health, Problem, Version

__all__ = [
    "DraughtsPlace",
    "DraughtsTree",
    "DraughtsTurn",
    "ExtendedRecord",
    "FailedTurn",
    "GameList",
    "GoPlace",
    "GoTree",
    "GoTurn",
    "Health",
    "Hints",
    "Listing",
    "OpeningFacts",
    "PlayedGame",
    "Players",
    "Predictions",
    "Problem",
    "RunLog",
    "RunTable",
    "Runs",
    "ScoreSheet",
    "Sources",
    "StoredLabel",
    "Version",
]
