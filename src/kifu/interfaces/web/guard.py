"""What stands before every request: host, token, size, number, and the headers of every answer."""

import asyncio
import hmac
from collections import Counter
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kifu.interfaces.web.problems import MEDIA_TYPE, body
from kifu.interfaces.web.settings import Settings

#: The page loads nothing from elsewhere and runs nothing that stands in a page or a record.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
COOKIE = "kifu-token"
_BODY_SECONDS = 30.0
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._busy: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, refuse, or hand on with the whole body read."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        sender = _Sender(send)
        refusal = self._refusal(headers) or await self._token(scope, headers, sender)
        if refusal == "done":
            return
        client = (scope.get("client") or ("",))[0]
        if refusal is None and self._busy[client] >= self._settings.requests_per_client:
            refusal = (429, f"expected at most {self._settings.requests_per_client} requests at once")
        if refusal is not None:
            await sender.refuse(*refusal)
            return
        self._busy[client] += 1
        try:
            whole = await self._read(headers, receive)
            if isinstance(whole, tuple):
                await sender.refuse(*whole)
            elif whole is not None:
                await self._app(scope, _replayed(whole, receive), sender)
        finally:
            self._busy[client] -= 1
            if not self._busy[client]:
                del self._busy[client]

    def _refusal(self, headers: dict[bytes, bytes]) -> tuple[int, str] | None:
        """A page of another site must not use this server, by its name or by another that leads here."""
        host = headers.get(b"host", b"").decode("latin-1")
        if self._settings.is_loopback:
            name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
            if name not in (*_LOOPBACK, self._settings.host):
                return 421, f"expected a request to localhost, got one to {host[:100]!r}"
        origin = headers.get(b"origin")
        if origin is not None and origin.decode("latin-1").split("://", 1)[-1] != host:
            return (
                403,
                f"expected a request from {host[:100]}, got one from {origin.decode('latin-1')[:100]!r}",
            )
        return None

    async def _token(self, scope: Scope, headers: dict[bytes, bytes], sender: "_Sender") -> Any:
        """Whether the token is there: in Authorization, in the cookie, or once in the address of a page."""
        token = self._settings.token
        if not token:
            return None
        given = headers.get(b"authorization", b"").decode("latin-1")
        if _same(given.removeprefix("Bearer ").strip(), token) or _same(_cookie(headers), token):
            return None
        query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        if scope["method"] == "GET" and _same(query.pop("token", ""), token):
            await sender.redirect(scope["path"] + ("?" + urlencode(query) if query else ""), token)
            return "done"
        return 401, (
            "expected the token that the server was started with: in the header Authorization: Bearer TOKEN, "
            "or for a browser once as ?token=TOKEN"
        )

    async def _read(self, headers: dict[bytes, bytes], receive: Receive) -> Any:
        """The whole body, a refusal, or None when the client has gone; nothing is read beyond the limit."""
        limit = self._settings.body_limit
        refused = 413, f"expected a body of at most {limit:,} bytes; got more"
        length = headers.get(b"content-length", b"")
        if length.isdigit() and int(length[:20]) > limit:
            return refused
        if not length and b"transfer-encoding" not in headers:
            return b""
        parts, size = [], 0
        try:
            async with asyncio.timeout(_BODY_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > limit:
                        return refused
                    if not message.get("more_body"):
                        return b"".join(parts)
        except TimeoutError:
            return 408, f"expected the whole request within {_BODY_SECONDS:g} seconds"


class _Sender:
    """Adds the headers to whatever is sent."""

    def __init__(self, send: Send) -> None:
        self._send = send

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS]
        await self._send(message)

    async def refuse(self, status: int, detail: str) -> None:
        """Send a problem document and close the connection, whose body may be unread."""
        await self._answer(
            status, body(status, detail), [(b"content-type", MEDIA_TYPE.encode()), (b"connection", b"close")]
        )

    async def redirect(self, where: str, token: str) -> None:
        """Keep the token in a cookie that no script can read, and take it out of the address."""
        cookie = f"{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict"
        place = "/" + where.lstrip("/\\")  # never to another site
        await self._answer(303, b"", [(b"location", place.encode()), (b"set-cookie", cookie.encode())])

    async def _answer(self, status: int, data: bytes, headers: list[tuple[bytes, bytes]]) -> None:
        headers = [*headers, (b"content-length", str(len(data)).encode())]
        await self({"type": "http.response.start", "status": status, "headers": headers})
        await self({"type": "http.response.body", "body": data})


def _replayed(whole: bytes, receive: Receive) -> Receive:
    """Give the body that was read already, then what comes."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if not given:
            given = True
            return {"type": "http.request", "body": whole, "more_body": False}
        return await receive()

    return replay


def _same(given: str, token: str) -> bool:
    return hmac.compare_digest(given.encode(), token.encode())


def _cookie(headers: dict[bytes, bytes]) -> str:
    try:
        found = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""
