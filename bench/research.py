"""The bars that research environments are held against: python bench/research.py [seconds [rounds]]

Ours and the peers' are measured in turn on one core (see `pyramidion.lab.doors`), two cores by the clock on the wall.
"""

import sys

from pyramidion.games import GAMES
from pyramidion.lab.doors import Doors, measure

BARS = (  # door, game, how the peer's name begins, how many times as fast at least
    ("batch", "senet", "EnvPool", 8.0),
    ("batch", "senet", "pgx", 300.0),
    ("batch", "river", "EnvPool", 4.0),
    ("batch", "pyramid_poker", "EnvPool", 4.0),
    ("batch", "iriri", "EnvPool", 0.5),
    ("aec", "senet", "PettingZoo", 2.0),
    ("open_spiel", "senet", "OpenSpiel", 3.0),
)
TWO_CORES = 1.7


def judged(doors: Doors) -> list[tuple[str, float, float]]:
    """What was compared, the ratio, and the bar."""
    found = []
    for door, game, peer, least in BARS:
        for ratio in doors.ratios:
            if (ratio.door, ratio.game) == (door, game) and ratio.peer.startswith(peer):
                found.append((f"{door} {game} / {ratio.peer}", ratio.times, least))
    found.extend(
        (f"two cores / one, {pace.game}", pace.per_second, TWO_CORES) for pace in doors.ours if pace.door == "halves"
    )
    return found


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    doors = measure(list(GAMES), seconds, print, rounds)
    for pace in doors.ours:
        print(f"{pace.door:>11} {pace.game:<14} {pace.per_second:>14,.2f}")
    for peer in doors.peers:
        print(f"{peer.peer:>28} {peer.per_second:>14,.0f}" if peer.per_second else f"{peer.peer:>28} {peer.error}")
    for what, ratio, least in judged(doors):
        print(f"{'reached' if ratio >= least else 'MISSED':>8}  {what}: {ratio:.2f} (at least {least:g})")


if __name__ == "__main__":
    main()
