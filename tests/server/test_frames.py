"""Frames that are read and written without the library: as the library would."""

import os
import random

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from pyramidion.server.sockets.frames import short_text, text_frame

LENGTHS = [0, 1, 3, 4, 5, 63, 125, 126, 127, 3000, 65_535, 65_536]


def frame_of(text: bytes, opcode: Opcode = Opcode.TEXT, *, mask: bool = True, fin: bool = True) -> bytes:
    """What a page sends, by the library."""
    return Frame(opcode, text, fin=fin).serialize(mask=mask)


@pytest.mark.parametrize("length", LENGTHS)
def test_a_text_to_a_page_is_framed_as_the_library_would(length: int) -> None:
    text = b"x" * length
    assert text_frame(text) == frame_of(text, mask=False)


@pytest.mark.parametrize("length", LENGTHS)
def test_only_short_texts_are_read_at_once_and_then_as_they_were_said(length: int) -> None:
    text = os.urandom(length)
    assert short_text(frame_of(text)) == (text if length < 126 else None)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x81",
        frame_of(b"two") + frame_of(b"texts"),
        frame_of(b"half a text")[:-1],
        frame_of(b"more than a text") + b"\x81",
        frame_of(b"its mask is missing", mask=False),
        frame_of(b"a part", fin=False),
        frame_of(b"bytes", Opcode.BINARY),
        frame_of(b"a ping", Opcode.PING),
        frame_of(b"\x03\xe8", Opcode.CLOSE),
        b"\xc1" + frame_of(b"compressed")[1:],
    ],
)
def test_whatever_is_no_short_text_is_left_to_the_library(data: bytes) -> None:
    assert short_text(data) is None


def test_of_any_bytes_what_is_read_at_once_is_what_the_library_reads() -> None:
    choose = random.Random(1)
    for _ in range(2000):
        data = bytes([choose.choice([0x81, 0x81, 0x01, 0x82, 0x88]), choose.randrange(256)])
        data += choose.randbytes(choose.randrange(140))
        text = short_text(data)
        if text is not None:
            reader = StreamReader()
            reader.feed_data(data)
            parser = Frame.parse(reader.read_exact, mask=True)
            with pytest.raises(StopIteration) as read:
                next(parser)
            assert (read.value.value.opcode, read.value.value.data) == (Opcode.TEXT, text)
