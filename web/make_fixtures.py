"""Whole games played by bots, as the messages a page would get: fixtures to draw boards from, without a server.

    python web/make_fixtures.py            # all
    python web/make_fixtures.py senet      # those of one game

Each becomes web/fixtures/<game>.<name>.json: a list of Syncs, one for every action, as one seat or an onlooker sees them.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import pyramidion
from pyramidion.bots import levels
from pyramidion.bots.race import Race
from pyramidion.bots.reflex import Reflex
from pyramidion.engine.dispatch import CHANCE, EVERYONE
from pyramidion.play import Event, Play
from pyramidion.server.fairness.slap_judge import Finish, Slap, judge
from pyramidion.server.protocol.socket import Chair, Happened, Legal, Sync

FOLDER = Path(__file__).parent / "fixtures"
BEGAN = 1_750_000_000_000


class Scene(NamedTuple):
    """A game to be played, and whose eyes see it."""

    name: str
    game: str
    yours: tuple[int, ...] = (0,)
    seats: int | None = None
    options: dict[str, Any] = {}  # noqa: RUF012 (never written to)
    seed: int = 7
    position: str = ""
    longest: int = 400  # so many messages at most


SCENES = [
    Scene("game", "senet"),
    Scene("reels", "senet", yours=(1,), seed=8),
    Scene("onlooker", "senet", yours=(), seed=9),
    Scene("seven", "senet", options={"pieces": 7}, seed=10),
    Scene("bounce", "senet", position="r9/10/3c3r1c c 4 - 31"),
    Scene("game", "river"),
    Scene("second", "river", yours=(1,), seed=8),
    Scene("hidden", "river", options={"hands": "hidden"}, seed=9),
    Scene("confluence", "river", seats=3, seed=10),
    Scene("xeno", "river", options={"palette": "xeno"}, seed=11),
    Scene("own", "river", options={"palette": "own", "colours": "Gold,Silver,Coral,Olive,Indigo", "run": "loose"}, seed=13),
    Scene("secret_confluence", "river", yours=(1,), seats=3, options={"hands": "hidden", "claims": "unlimited"}, seed=14),
    Scene("onlooker", "river", yours=(), options={"hands": "hidden"}, seed=12),
    Scene("game", "iriri"),
    Scene("second", "iriri", yours=(1,), seed=8),
    Scene("four", "iriri", yours=(2,), seats=4, seed=9),
    Scene("onlooker", "iriri", yours=(), seats=3, seed=10),
    Scene("once", "iriri", options={"loop": "once"}, seed=11),
    Scene("reshuffle", "iriri", yours=(1,), seats=3, options={"no_opening": "reshuffle"}, seed=12),
    Scene("game", "egyptian_war"),
    Scene("four", "egyptian_war", yours=(1,), seats=4, seed=8),
    Scene("eight", "egyptian_war", seats=8, seed=9),
    Scene("onlooker", "egyptian_war", yours=(), seats=3, seed=10),
    Scene("short", "egyptian_war", options={"card_limit": 250, "burn": 2}, seed=11, longest=900),
    Scene("loose", "egyptian_war", yours=(2,), seats=5, options={"burn": 0, "slap_in": "2", "tens": True}, seed=12),
    Scene("game", "pyramid_poker"),
    Scene("second", "pyramid_poker", yours=(1,), seed=8),
    Scene("advanced", "pyramid_poker", options={"scoring": "advanced"}, seed=9),
    Scene("match", "pyramid_poker", options={"scoring": "advanced", "match": 7, "starter": "tut_tut"}, seed=11),
    Scene("onlooker", "pyramid_poker", yours=(), seed=10),
]


def main(games: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for scene in SCENES:
        if not games or scene.game in games:
            syncs = list(perform(scene))
            path = FOLDER / f"{scene.game}.{scene.name}.json"
            path.write_bytes(msgspec.json.encode(syncs))
            print(f"{path.name}: {len(syncs)} messages, {path.stat().st_size // 1024} KB")


def perform(scene: Scene) -> Iterator[Sync]:
    """Bots play the scene; a Sync after every action."""
    play = begin(scene)
    told = 0
    for finish in steps(play, scene.seed):
        yield sync(play, scene, play.events[told:], finish)
        told = len(play.events)
        scene = scene._replace(longest=scene.longest - 1)
        if not scene.longest:
            return


def begin(scene: Scene) -> Play:
    if scene.position:
        return pyramidion.load(scene.game, scene.position, seed=scene.seed)
    return pyramidion.new(scene.game, seats=scene.seats, seed=scene.seed, **scene.options)


def steps(play: Play, seed: int) -> Iterator[Finish | None]:
    """Let bots play: a stop at the beginning and after each action, with the photo finish if it was a slap."""
    yield None
    if play.game.real_time:
        race = Race(play, {seat: Reflex(play.game, seat, "scribe", seed) for seat in range(play.seats)})
        while not play.is_over:
            due = race.due()
            finish = photo(play, race) if due.action == play.game.rules.REFLEX else None
            race.act(*due)
            yield finish
        return
    bots = [levels.make("farmer", play.game, play.seats, seat, seed) for seat in range(play.seats)]
    while not play.is_over:
        seat = play.actors()[0]
        play.act(bots[seat].choose(play.observe(1 << seat)), seat)
        yield None


def photo(play: Play, race: Race) -> Finish:
    """What the judge would say of all the hands that are about to come down."""
    plans = {seat: bot.plan(play.observe(1 << seat)) for seat, bot in race.bots.items()}
    times = {seat: plan.after for seat, plan in plans.items() if plan and plan.action == play.game.rules.REFLEX}
    slaps = [Slap(seat, claim=time, arrival=time, exact=True) for seat, time in times.items()]
    return judge(slaps, pattern=bool(play.game.rules.cue(play.state)), turn=int(play.state.turn), seats=play.seats)


def sync(play: Play, scene: Scene, events: list[Event], finish: Finish | None) -> Sync:
    eyes = sum(1 << seat for seat in scene.yours)
    everything = (1 << play.seats) - 1
    eyes = everything if play.is_over else eyes
    view = play.view(eyes=eyes)
    text = play.presenter.text(view)
    return Sync(
        table="fixture",
        game=scene.game,
        status="over" if play.is_over else "live",
        n=len(play.events),
        events=[happened(play, event, eyes, finish) for event in events],
        yours=list(scene.yours),
        actors=[seat for seat in play.actors() if seat != CHANCE],
        turn=text.splitlines()[-1],
        view=msgspec.Raw(msgspec.json.encode(view)),
        legal=[Legal(seat, play.legal(seat)) for seat in scene.yours if seat in play.actors()],
        may_undo=False,
        chairs=[chair(play, scene, seat) for seat in range(play.seats)],
        options=play.options,
        scores=play.scores() if play.is_over else None,
        ending=text.splitlines()[-1] if play.is_over else "",
        clock=None,
        wishes={},
        again=None,
        fairness="",
    )


def happened(play: Play, event: Event, eyes: int, finish: Finish | None) -> Happened:
    heard = event.audience == EVERYONE or bool(event.audience & eyes)
    before = play.game.rules.State.from_bytes(play._before[event.n])
    action = play.game.notation.encode(before, event.action) if heard else None
    seat = None if event.seat == CHANCE else event.seat
    return Happened(event.n, seat, "act", action, play.tell(event, eyes=eyes), BEGAN + 2000 * event.n, finish)


def chair(play: Play, scene: Scene, seat: int) -> Chair:
    name = play.seat_name(seat)
    if seat in scene.yours:
        return Chair(name, user="me", title="Nefertari", bot=None, present=True)
    return Chair(name, user=None, title="Scribe", bot="scribe", present=True)


if __name__ == "__main__":
    main(sys.argv[1:])
