"""Games whose figures are known: a coin flip, a win of the first, a pure race, a dominant action."""

from pyramidion.game import Game


def facts(name: str, actions: int, seat_actions: int, widest: int, longest: int) -> Game:
    return Game(
        name=name,
        title=name.capitalize(),
        sentence="",
        credit="ours",
        package=f"{__name__}.{name}",
        version=1,
        seats=(2,),
        seat_names=("first", "second"),
        options=(),
        actions=actions,
        seat_actions=seat_actions,
        widest=widest,
        longest=longest,
        unit=1,
        total=1,
    )


COIN = facts("coin", actions=3, seat_actions=1, widest=2, longest=2)
FIRST = facts("first", actions=5, seat_actions=5, widest=3, longest=2)
RACE = facts("race", actions=3, seat_actions=1, widest=2, longest=400)
DOMINANT = facts("dominant", actions=4, seat_actions=2, widest=2, longest=2)
