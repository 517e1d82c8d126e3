"""Answers whose bytes a worker has made already."""

from fastapi.responses import Response

JSON = "application/json"


def json_answer(data: bytes) -> Response:
    """JSON that was written elsewhere."""
    return Response(data, media_type=JSON)


def file_answer(data: bytes, name: str, kind: str) -> Response:
    """A file to be saved, never shown: names and comments in it are somebody else's."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=kind, headers=headers)
