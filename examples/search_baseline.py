"""Our search as a baseline: python examples/search_baseline.py [GAME]

How often a random agent and a greedy bot win against a search of a few iterations, which sees only what its seat sees.
"""

import sys

from pyramidion import research
from pyramidion.bots.levels import make
from pyramidion.games import find


def share(game: str, agent: str, baseline: str, games: int, seed: int = 1) -> float:
    """The agent's share of victories in so many games, on every seat in turn."""
    env = research.aec(game)
    won = 0.0
    for number in range(games):
        own = number % env.setting.seats
        bots = {}
        for seat, name in enumerate(env.possible_agents):
            who = agent if seat == own else baseline
            bots[name] = make(who, env.setting.game, env.setting.seats, seat, seed + number)
        env.reset(seed=seed + number)
        for name, _ in research.turns(env):
            env.step(bots[name].choose(env.record(name)))
        won += env.rewards[env.possible_agents[own]]
    return won / games


if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) > 1 else "river"
    if find(name).real_time:
        sys.exit("there is nothing to search in a game of real time")
    for agent in ("uniform", "greedy"):
        print(f"{agent} against a search of 50 iterations: {share(name, agent, 'search:50', games=20):.0%} of victories")
