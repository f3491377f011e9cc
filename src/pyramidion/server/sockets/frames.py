"""Frames of WebSockets, as nearly all of them are: one short text that came in one piece, one text to a page.

The library that uvicorn uses reads and writes every kind of frame. It takes ten times as long, so it is left what is rarer.
"""

TEXT, MASKED = 0x81, 0x80  # a whole text; a page masks what it says, we don't
SHORT, TWO_BYTES = 126, 65_536  # below the first a length has one byte, below the second two more
MASK_AT, TEXT_AT = 2, 6  # in a short frame of a page


def short_text(data: bytes) -> bytes | None:
    """The text that these bytes are a frame of; None if they are anything else than just that."""
    if len(data) < TEXT_AT or data[0] != TEXT or len(data) != TEXT_AT + data[1] - MASKED:
        return None
    length = len(data) - TEXT_AT
    if length >= SHORT:
        return None
    mask = (data[MASK_AT:TEXT_AT] * (length // 4 + 1))[:length]
    return (int.from_bytes(data[TEXT_AT:], "big") ^ int.from_bytes(mask, "big")).to_bytes(length, "big")


def are_whole(data: bytes) -> bool:
    """Whether these bytes are whole frames, one after the other."""
    at = 0
    while at + MASK_AT <= len(data):
        is_masked, length = data[at + 1] & MASKED, data[at + 1] & ~MASKED
        at += MASK_AT
        if length >= SHORT:
            more = 2 if length == SHORT else 8
            length = int.from_bytes(data[at : at + more], "big")
            at += more
        at += (TEXT_AT - MASK_AT if is_masked else 0) + length
    return at == len(data)


def text_frame(text: bytes) -> bytes:
    """The frame that brings a page this text."""
    length = len(text)
    if length < SHORT:
        return bytes((TEXT, length)) + text
    if length < TWO_BYTES:
        return bytes((TEXT, SHORT)) + length.to_bytes(2, "big") + text
    return bytes((TEXT, SHORT + 1)) + length.to_bytes(8, "big") + text
