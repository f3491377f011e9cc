"""Games, bots, and positions at no table."""

from functools import partial

from litestar import get, post
from litestar.params import FromPath, JSONBody

from pyramidion.bots import levels
from pyramidion.game import Game
from pyramidion.games import find, names
from pyramidion.refusal import NotFound
from pyramidion.server.http.dependencies import READS, REFUSALS, Ask, game_named, who_asks
from pyramidion.server.protocol.rest import (
    BotInfo,
    ChoiceInfo,
    DefaultWith,
    GameInfo,
    Lesson,
    Look,
    Looked,
    OptionInfo,
    Preparation,
    PresetInfo,
)
from pyramidion.server.services import services_of
from pyramidion.server.thinking import positions
from pyramidion.server.thinking.lessons import lesson_of


@get("/api/games", responses=REFUSALS)
async def games() -> list[GameInfo]:
    """Every game with its options."""
    return [game_info(find(name)) for name in names()]


@get("/api/preparation", responses=REFUSALS)
async def preparation(request: Ask) -> list[Preparation]:
    """The games that are still being prepared; nothing if all can be played at once."""
    going_on = services_of(request).bot_pool.preparations.progress()
    return [Preparation(one.game.name, one.share, one.seconds_left) for one in going_on]


@get("/api/games/{name:str}/rules", media_type="text/markdown", responses=REFUSALS)
async def rules(name: FromPath[str]) -> str:
    """A game's rules."""
    return game_named(name).rules_text


@get("/api/games/{name:str}/lesson", responses=REFUSALS)
async def lesson(name: FromPath[str]) -> Lesson:
    """A game's lesson."""
    found = lesson_of(game_named(name))
    if found is None:
        raise NotFound(f"{find(name).title} has no lesson yet")
    return found


@post("/api/games/{name:str}/look", responses=REFUSALS, status_code=200, opt=READS)
async def look(request: Ask, name: FromPath[str], data: JSONBody[Look]) -> Looked:
    """Any position of a game, after any actions, as any seats see it. Nothing is written."""
    game, bot_pool = game_named(name), services_of(request).bot_pool
    await bot_pool.preparations.prepare(game)
    return await bot_pool.look(partial(positions.look, game, data), who_asks(request))


@get("/api/bots", responses=REFUSALS)
async def bots() -> list[BotInfo]:
    """The levels of the bots, and the bots that other packages add."""
    return [bot_info(name, one.title, one.sentence) for name, one in (levels.LEVELS | levels.added_kinds()).items()]


def game_info(game: Game) -> GameInfo:
    """A game, for a page or a script."""
    options = [
        OptionInfo(
            name=option.name,
            title=option.title,
            explanation=option.explanation,
            choices=[ChoiceInfo(choice.value, choice.meaning) for choice in option.choices],
            default=option.default,
            default_between_people=option.default_between_people,
            default_with=[DefaultWith(*key, default) for key, default in option.default_with.items()],
            ruling=option.ruling,
            scope=option.scope,
            pattern=option.pattern,
        )
        for option in game.options
    ]
    presets = [PresetInfo(p.name, p.title, p.sentence, p.seats, dict(p.options)) for p in game.presets]
    return GameInfo(
        name=game.name,
        title=game.title,
        sentence=game.sentence,
        credit=game.credit,
        version=game.version,
        seats=list(game.seats),
        seat_names=list(game.seat_names),
        options=options,
        presets=presets,
        real_time=game.real_time,
        seats_by_lot=game.seats_by_lot,
        lesson=found.sentence if (found := lesson_of(game)) else "",
    )


def bot_info(name: str, title: str, sentence: str) -> BotInfo:
    """Somebody to play against."""
    games = [game for game in names() if levels.plays(name, find(game))]
    return BotInfo(name, title, sentence, levels.face(name), levels.ratings(name), games)


HANDLERS = [games, preparation, rules, lesson, look, bots]
