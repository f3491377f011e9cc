"""No message to a seat depends on a face that it has not seen, neither in what it says nor in how long it is."""

import random
from typing import Any

import msgspec
import pytest

import pyramidion
from pyramidion import Play
from pyramidion.engine.dispatch import CHANCE, EVERYONE
from pyramidion.engine.random import generator
from pyramidion.games.pyramid_poker.rules import State
from tests.games.pyramid_poker.twin import DECK
from tests.soak import more

ONLOOKER = 0
EYES = [ONLOOKER, 0b01, 0b10]


def random_play(dice: random.Random, length: int) -> Play:
    """Some way into a match; its draws are wherever they fell."""
    play = pyramidion.new("pyramid_poker", seed=dice.getrandbits(32), scoring="advanced", match=7)
    while len(play.events) < length and not play.is_over:
        play.act(dice.choice(play.legal()))
    return play


def redealt(play: Play, eyes: int, dice: random.Random) -> Play:
    """The same events, but for the faces that these eyes have not seen by now: those are dealt anew in this round."""
    record = play.record()
    actions = [str(action) for _, action in record["events"]]
    begun = max((n for n, action in enumerate(actions) if action == "next round"), default=0)
    draws = [n for n, action in enumerate(actions) if n >= begun and action.startswith("draw ")]
    turned = [n for n, action in enumerate(actions) if n >= begun and action.startswith("turn ")]
    hidden = [n for n in draws if is_hidden(play.view(eyes=eyes), actions[n + 1 : n + 2])]
    faces = list(DECK)
    for n in (set(draws) | set(turned)) - set(hidden):
        faces.remove(actions[n].split()[1])
    dice.shuffle(faces)
    for n, face in zip(hidden, faces, strict=False):
        record["events"][n][1] = f"draw {face}"
    return pyramidion.replay(record)


def is_hidden(view: Any, placing: list[str]) -> bool:
    """Whether a block still shows its back: in the place where it was put next, or in the hand of its builder."""
    if not placing:
        return view.block is None
    return any(
        placing == [f"place {place.name}"] and place.faces is not None and place.face is None for place in view.places
    )


def messages(play: Play, eyes: int) -> list[bytes]:
    """All that a table would send to these eyes: each event as they are told it, and in words; the view and its text."""
    sent = []
    for event in play.events:
        heard = event.audience == EVERYONE or event.audience & eyes
        told = [event.n, event.seat, event.action if heard else None, event.audience, play.tell(event, eyes=eyes)]
        sent.append(msgspec.json.encode(told))
    sent.append(msgspec.json.encode(play.view(eyes=eyes)))
    sent.append(play.text(eyes=eyes).encode())
    sent.append(msgspec.json.encode([play.legal_actions(seat) for seat in (0, 1) if eyes >> seat & 1]))
    return [*sent, play.observe(eyes).tobytes()]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(more(60)))
def test_other_faces_behind_the_backs_change_no_message(seed: int) -> None:
    """P-05, P-15, P-26"""
    dice = random.Random(seed)
    play = random_play(dice, dice.randrange(4, 200))
    for eyes in EYES:
        other = redealt(play, eyes, dice)
        assert messages(other, eyes) == messages(play, eyes)
        assert [event.seat for event in other.events] == [event.seat for event in play.events]


def test_faces_behind_the_backs_are_really_dealt_anew() -> None:
    dice = random.Random(1)
    play = random_play(dice, 62)
    for eyes in EYES:
        other = redealt(play, eyes, dice)
        assert play.state.tobytes() != other.state.tobytes()
        assert play.observe(eyes).tobytes() == other.observe(eyes).tobytes()


def test_a_draw_is_told_to_its_builder_only() -> None:
    """P-03, P-05"""
    play = random_play(random.Random(2), 130)
    for event, (seat, action) in zip(play.events, play.record()["events"], strict=True):
        if str(action).startswith("draw "):
            assert seat == "chance"
            assert event.audience in (0b01, 0b10)
        elif event.seat == CHANCE:
            assert event.audience == EVERYONE


def test_a_sample_deals_every_unseen_block_sooner_or_later() -> None:
    """P-05: one hidden block of the second seat, from the first seat's eyes, may be any of the 53 that it has not seen."""
    play = pyramidion.load("pyramid_poker", "draw 0 1/0 0:0 Kh,7c',-,-,-,-,-,- -/-/- -/-/- - - -", dice=None)
    numbers, faces = generator(4), set()
    for _ in range(1500):
        o = State.of(play.observe(0b01))
        play.game.rules.sample(o, numbers)
        faces.add(int(o.face[1]))
    assert faces == set(range(53)) - {int(State.of(play.state).face[0])}
