"""Requests made from the OpenAPI document, right and wrong ones: nothing may make the server fail."""

from pathlib import Path
from urllib.parse import urlsplit

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from kifu.archive import Archive
from kifu.interfaces.web.openapi import ANSWERS
from kifu_lab.bench.life import make_games
from support.contract import Contract
from support.web_server import Server

_FEW = settings(
    max_examples=12,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


def test_every_operation_survives_what_its_schema_allows(server: Server):
    schema = schemathesis.openapi.from_url(f"{server.address}/api/v1/openapi.json")
    contract = Contract(server.get("openapi.json").json())
    seen = set()
    for result in schema.get_all_operations():
        operation = result.ok()
        seen.add(operation.label)

        @_FEW
        @given(case=st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode)))
        def ask(case):
            answer = case.call(base_url=server.address, timeout=60)
            assert answer.status_code < 500 or answer.status_code == 503, (
                case.as_curl_command(),
                answer.text,
            )
            path = urlsplit(answer.request.url).path
            # 503 and its problem document are held against the document too.
            contract.check(
                case.method,
                path,
                answer.status_code,
                answer.headers.get("content-type", [""])[0],
                answer.text,
            )

        ask()
    assert len(seen) >= 20


def test_every_operation_describes_its_answers_and_problems(server: Server):
    document = server.get("openapi.json").json()
    operations = [o for item in document["paths"].values() for o in item.values()]
    assert {operation["operationId"] for operation in operations} == set(ANSWERS)
    for operation in operations:
        good = next(status for status in operation["responses"] if status.startswith("2"))
        for status, answer in operation["responses"].items():
            if status != "204":
                assert all(kind["schema"] for kind in answer["content"].values())
            if status != good:
                assert list(answer["content"]) == ["application/problem+json"]
        if "requestBody" in operation:
            assert {"400", "413", "422", "503"} <= set(operation["responses"])


def test_work_that_cannot_be_done_now_is_a_503(tmp_path: Path):
    """The archive is gone: whatever asks it says so, as the document has it."""
    archive = tmp_path / "games.db"
    Archive.create(archive).close()
    with Server(tmp_path / "games", "--archive", str(archive)) as server:
        archive.write_bytes(b"not an archive any more")
        answers = [
            server.get("records", source="archive"),
            server.get("records/game", source="archive", id="1"),
            server.get("sources"),
            server.post("labels", record=make_games(9)[0].decode()),
            server.post("openings", board={"size": 9}),
        ]
        for answer in answers:
            assert answer.status_code == 503, answer.text
            assert answer.headers["retry-after"] == "1"


_PARTS = [
    b"(;",
    b")",
    b"[",
    b"]",
    b";B[aa]",
    b";W[tt]",
    b"SZ[19]",
    b"SZ[9:13]",
    b"AB[aa:ii]",
    b"\\",
    b"\xff\x00",
    b"(" * 50,
]
_PARTS += [
    b'[Event "x"]',
    b"1. 11-15 22-18",
    b"{",
    b"CA[EUC-JP]",
    b"RE[B+R]",
    b"LB[aa:<b>]",
    b"HA[9]",
    b"KM[nan]",
]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.one_of(st.binary(max_size=300), st.lists(st.sampled_from(_PARTS), max_size=30).map(b"".join)))
def test_any_bytes_can_be_uploaded(server: Server, data: bytes):
    answer = server.client.post("/api/v1/records/upload", content=data)
    assert answer.status_code in (200, 422), answer.text
    text = data.decode("latin-1")
    for path in ("score", "predict", "analysis"):
        assert server.post(path, record=text).status_code in (200, 422)


def test_broken_copies_of_a_game_are_read(server: Server):
    game = make_games(9)[0]
    for cut in range(1, len(game), 17):
        broken = game[:cut] + game[cut + 5 :]
        assert server.client.post("/api/v1/records/upload", content=broken).status_code in (200, 422)
