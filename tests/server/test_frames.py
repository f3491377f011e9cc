"""Frames that are read and written without the library: as the library would."""

import itertools
import os
import random
from unittest.mock import MagicMock

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.streams import StreamReader

from pyramidion.server.connection_limits import LimitedSocket
from pyramidion.server.sockets.frames import are_whole, short_text, text_frame

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


OTHERS = {
    "nothing": b"",
    "half a head": b"\x81",
    "two texts": frame_of(b"two") + frame_of(b"texts"),
    "half a text": frame_of(b"half a text")[:-1],
    "more than a text": frame_of(b"more than a text") + b"\x81",
    "no mask": frame_of(b"its mask is missing", mask=False),
    "a part": frame_of(b"a part", fin=False),
    "bytes": frame_of(b"bytes", Opcode.BINARY),
    "a ping": frame_of(b"a ping", Opcode.PING),
    "a close": frame_of(b"\x03\xe8", Opcode.CLOSE),
    "compressed": b"\xc1" + frame_of(b"compressed")[1:],
}


@pytest.mark.parametrize("data", OTHERS.values(), ids=OTHERS)  # named, since masks are random
def test_whatever_is_no_short_text_is_left_to_the_library(data: bytes) -> None:
    assert short_text(data) is None


def test_frames_are_told_from_parts_of_them() -> None:
    several = b"".join(frame_of(os.urandom(length)) for length in LENGTHS) + frame_of(b"", Opcode.PONG)
    assert are_whole(b"")
    assert are_whole(several)
    short = frame_of(b"one") + frame_of(bytes(200)) + frame_of(b"two", mask=False)
    ends = {len(frame_of(b"one")), len(frame_of(b"one") + frame_of(bytes(200))), len(short), 0}
    assert {end for end in range(len(short) + 1) if are_whole(short[:end])} == ends


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


class Heard(LimitedSocket):
    """A socket that is open, and notes what it hears."""

    def __init__(self) -> None:
        self.conn = ServerProtocol(state=State.OPEN)
        self.transport = MagicMock(**{"is_closing.return_value": False})
        self.frames = []
        self.texts: list[bytes] = []

    def handle_text(self, event: Frame) -> None:
        self.texts.append(bytes(event.data))


def test_the_rest_of_a_frame_that_looks_like_a_text_is_none() -> None:
    inner = frame_of(b"say something else")
    outer = Frame(Opcode.TEXT, inner).serialize(mask=False)
    head, unmasked = bytes((outer[0], outer[1] | 0x80)) + bytes(4), outer[2:]  # by this mask a text stays as it is
    socket = Heard()
    for data in (frame_of(b"one"), head, unmasked, frame_of(b"two")):
        socket.data_received(data)
    assert socket.texts == [b"one", inner, b"two"]


def test_however_frames_are_cut_the_same_is_heard() -> None:
    choose = random.Random(2)
    texts = [os.urandom(choose.randrange(300)) for _ in range(40)]
    whole = b"".join(map(frame_of, texts))
    for _ in range(50):
        cuts = sorted(choose.sample(range(len(whole)), 60))
        socket = Heard()
        for start, end in itertools.pairwise([0, *cuts, len(whole)]):
            socket.data_received(whole[start:end])
        assert socket.texts == texts
