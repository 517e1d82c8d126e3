"""What the PDN reader repaired, in words."""

_MESSAGES = {
    "text-outside": "text outside the games was passed over: {found!r}",
    "stray-text": "text among the moves was passed over: {found!r}",
    "stray-number": "a number that is no move and no move's number was passed over: {found!r}",
    "spelled-move": "a move in an unusual spelling was read: {found!r}",
    "unclosed-comment": "a comment without its '}}' was closed before the next game: {found!r}",
    "stray-brace": "a '}}' without its '{{' was passed over",
    "unclosed-variation": "a variation without its ')' was closed: {found!r}",
    "extra-close": "a ')' without its '(' was passed over",
    "empty-variation": "a variation without moves was passed over",
    "early-variation": "a variation before the first move was read as another first move",
    "result-in-variation": "a result inside a variation was kept as a comment: {found!r}",
    "early-star": "a '*' before the last move was passed over: {found!r}",
    "missing-result": "the game has no result after its moves; '*' was assumed, or what the Result tag says",
    "tag-without-quotes": "a tag's value has no quotes: {found!r}",
    "unclosed-tag": "a tag has no '\"]' at its end: {found!r}",
    "unnamed-tag": "a tag without a name was passed over: {found!r}",
    "duplicate-tag": "a tag that the game already has was passed over: {found!r}",
    "too-many-tags": "more than 200 tags; this one was passed over: {found!r}",
    "setup-in-moves": "a setup among the moves was kept as a comment: {found!r}",
    "bad-nag": "expected a NAG from $0 to $255 or !, ?, !!, ??, !?, ?!; passed over: {found!r}",
}


def describe(kind: str, found: str) -> str:
    """The message for a kind of problem, with the text that was found."""
    return _MESSAGES[kind].format(found=found)
