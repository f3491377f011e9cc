"""How much the levels give away with a move: python bench/mistakes.py POSITIONS [GAME ...]

In positions of games between Scribes that leave a choice, a longer search says what each action is worth, and each level
that makes mistakes chooses. Its mean regret is what its choices are worth less than the best action, in hundredths of a win.
"""

import argparse
import random
from collections.abc import Iterator

from pyramidion.bots.assess import assess
from pyramidion.bots.levels import LEVELS, make, warm
from pyramidion.bots.search import Budget
from pyramidion.engine.record import Record
from pyramidion.game import Game
from pyramidion.games import GAMES, find
from pyramidion.play import new

PLAYERS = "scribe"
JUDGE = Budget(iterations=6000, use_policy=True, use_judge=True)
SHARE = 0.2  # of the positions of a game


def positions(game: Game, number: int) -> Iterator[tuple[Record, int]]:
    """What seats with a choice saw in such games, and which seats."""
    dice, seen = random.Random(1), 0
    while seen < number:
        play = new(game, seed=dice.getrandbits(32))
        while not play.is_over and seen < number:
            seat = play.actors()[0]
            if len(play.legal_actions(seat)) > 1 and dice.random() < SHARE:
                seen += 1
                yield play.observe(1 << seat), seat
            play.act(make(PLAYERS, game, play.seats, seat, dice.getrandbits(32)).choose(play.observe(1 << seat)), seat)


def regrets(game: Game, number: int) -> dict[str, float]:
    """The mean regret of each level that makes mistakes."""
    lost = {name: 0.0 for name, level in LEVELS.items() if level.temperature_in(game)}
    for count, (observation, seat) in enumerate(positions(game, number)):
        opinion = assess(game, observation, game.seats[0], seat, JUDGE, seed=count)
        worth = {choice.action: choice.win for choice in opinion.choices}
        for name in lost:
            action = make(name, game, game.seats[0], seat, count).choose(observation)
            lost[name] += max(worth.values()) - worth.get(action, min(worth.values()))
    return {name: 100 * total / number for name, total in lost.items()}


def main(number: int, names: list[str]) -> None:
    for game in map(find, names):
        warm(game)
        found = ", ".join(f"{name} {regret:.2f}" for name, regret in regrets(game, number).items())
        print(f"{game.name}, {number} positions, hundredths of a win: {found}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("positions", type=int)
    parser.add_argument("games", nargs="*", default=[name for name in GAMES if not find(name).real_time])
    chosen = parser.parse_args()
    main(chosen.positions, chosen.games)
