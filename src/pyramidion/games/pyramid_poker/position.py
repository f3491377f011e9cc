"""Positions of Pyramid Poker on one line of text, and the names of places and blocks in it. A position has ten fields:

    place 0 1/0 0:0 Kh,7c',-,-,-,-,-,- -/-/- -/-/- As - -

what is to be done, and by which seat; the round and who began it; the points; the pyramid row by row from the bottom, where
a stroke marks the blocks that face the second seat and `-` is an empty place; the hands of the first seat and of the second;
the block that is being placed or put, or those turned up; the blocks that have left the game; and the hands of the round
before, the seats parted by `|`, or `-` in the first round.
"""

import re
from collections.abc import Iterable

from pyramidion.engine import bits
from pyramidion.engine.record import UNKNOWN
from pyramidion.game import BadPosition
from pyramidion.games.pyramid_poker import rules
from pyramidion.games.pyramid_poker.cards import CARDS, JOKER, RANKS, SUITS, members, set_of
from pyramidion.games.pyramid_poker.pyramid import ROWS, open_places
from pyramidion.games.pyramid_poker.rules import BUILT, HAND, TURNED, State
from pyramidion.games.pyramid_poker.scoring import lead

PHASES = ("over", "start", "say", "draw", "place", "take", "turn", "choose", "put", "scored")
_BETWEEN_ROUNDS = (rules.OVER, rules.SCORED)
_SIGNS = str.maketrans("♣♦♥♠", SUITS)
_FIELDS = "step, seat, round, points, pyramid, hands, hands, block in play, blocks gone, hands before"


def place_text(place: int) -> str:
    """A place as people write it: c2."""
    return f"{'abcdefgh'[place % ROWS]}{place // ROWS + 1}"


def parse_place(text: str) -> int | None:
    """The place of a text, if it is one."""
    if not re.fullmatch("[a-h][1-8]", text):
        return None
    column, row = ord(text[0]) - ord("a"), int(text[1]) - 1
    return ROWS * row + column if column + row < ROWS else None


def block_text(block: int) -> str:
    """A block as people write it: Kh, joker; a back is a question mark."""
    if block in (UNKNOWN, JOKER):
        return "?" if block == UNKNOWN else "joker"
    return RANKS[block % 13] + SUITS[block // 13]


def parse_block(text: str) -> int | None:
    """The block of a text, if it is one: Kh, kh, K♥, 10d, joker."""
    plain = text.lower().replace("10", "t").translate(_SIGNS)
    if plain == "joker":
        return JOKER
    if len(plain) != 2 or plain[0].upper() not in RANKS or plain[1] not in SUITS:
        return None
    return 13 * SUITS.index(plain[1]) + RANKS.index(plain[0].upper())


def dump(s: State) -> str:
    """A position as one line of text."""
    block = int(s.block)
    fields = [
        PHASES[int(s.phase)],
        str(int(s.seat)),
        f"{int(s.rounds)}/{int(s.starter)}",
        f"{int(s.points[0])}:{int(s.points[1])}",
        _dump_pyramid(s),
        _dump_hands(s.hands[0]),
        _dump_hands(s.hands[1]),
        _dump_blocks(int(s.turned) if block == UNKNOWN else 1 << block),
        _dump_blocks(gone(s)),
        "-" if s.rounds == 1 else "|".join(_dump_hands(hands) for hands in s.previous),
    ]
    return " ".join(fields)


def _dump_pyramid(s: State) -> str:
    rows = []
    for row in range(ROWS):
        places = [ROWS * row + column for column in range(ROWS - row)]
        if row and not any(int(s.standing) >> place & 1 for place in places):
            break
        rows.append(",".join(_dump_place(s, place) for place in places))
    return "/".join(rows)


def _dump_place(s: State, place: int) -> str:
    if not int(s.standing) >> place & 1:
        return "-"
    return block_text(int(s.face[place])) + "'" * (int(s.facing) >> place & 1)


def _dump_hands(hands: Iterable[int]) -> str:
    return "/".join(_dump_blocks(int(hand)) for hand in hands)


def _dump_blocks(blocks: int) -> str:
    return ",".join(block_text(block) for block in members(blocks)) or "-"


def gone(s: State) -> int:
    """The set of blocks that have left the game: those that are nowhere else."""
    unseen, faces = int(s.unseen), [*s.face.tolist(), int(s.block)]
    sets = [unseen, int(s.turned), *s.hands.flatten().tolist()]
    known = set_of([block for block in faces if block not in (UNKNOWN, JOKER)])
    for blocks in sets:
        known |= blocks
    jokers = faces.count(JOKER) + sum((blocks >> JOKER).bit_count() for blocks in sets)
    return ((1 << CARDS) - 1) & ~known | ((1 << 2 - jokers) - 1) << JOKER


def _in_play(s: State) -> list[int]:
    """The blocks whose faces this record has: in the pyramid, at hand, turned up, in the hands."""
    faces = [block for block in (*s.face.tolist(), int(s.block)) if block != UNKNOWN]
    return faces + [block for blocks in (int(s.turned), *s.hands.flatten().tolist()) for block in members(blocks)]


def _others(blocks: list[int]) -> int:
    """The set of all blocks but these."""
    cards = set_of([block for block in blocks if block != JOKER])
    jokers = (1 << 2 - blocks.count(JOKER)) - 1
    return ((1 << CARDS) - 1) & ~cards | jokers << JOKER


def load(s: State, text: str) -> None:
    """Put a position into a state that is set up already."""
    fields = text.split()
    if len(fields) != 10:
        raise BadPosition(f"a position of Pyramid Poker has ten fields ({_FIELDS}), not {len(fields)}")
    phase, seat, rounds, points, pyramid, first, second, at_hand, left, before = fields
    _load_turn(s, phase, seat)
    _load_round(s, rounds)
    _load_pyramid(s, pyramid)
    s.hands[0], s.hands[1] = _load_hands(first), _load_hands(second)
    _load_at_hand(s, _load_blocks(at_hand))
    _load_previous(s, before)
    out_of_game = _load_blocks(left)
    used = [*out_of_game, *_in_play(s)]
    _refuse_repeats(used)
    s.unseen = _others(used)
    _load_points(s, points)
    _check_moment(s)
    _check_gone(s, out_of_game)


def _load_turn(s: State, phase: str, seat: str) -> None:
    if phase not in PHASES or seat not in ("0", "1"):
        raise BadPosition(f"a position begins with one of {', '.join(PHASES)}, then seat 0 or 1, not {phase!r} {seat!r}")
    s.phase, s.seat = PHASES.index(phase), int(seat)


def _load_round(s: State, text: str) -> None:
    numbers = re.fullmatch(r"([1-9][0-9]?)/([01])", text)
    if not numbers:
        raise BadPosition(
            f"{text!r}: the round and the seat that went first are written as in 1/0, up to {rules.MOST_ROUNDS}/1"
        )
    s.rounds, s.starter = int(numbers[1]), int(numbers[2])
    race = s.race if s.rounds == 1 else s.next_starter == rules.SAID_AGAIN
    if s.rounds > 1 and not s.target:
        raise BadPosition(f"round {s.rounds} is only for the option match")
    if (s.phase == rules.TO_SAY and not race) or (s.phase == rules.TO_START and (s.race or s.rounds > 1)):
        raise BadPosition(f"{PHASES[s.phase]} isn't how round {s.rounds} starts with these options")


def _load_points(s: State, text: str) -> None:
    numbers = re.fullmatch(r"([0-9]{1,2}):([0-9]{1,2})", text)
    if not numbers:
        raise BadPosition(f"{text!r}: the points of both seats are written as in 3:0")
    s.points[:] = int(numbers[1]), int(numbers[2])
    _check_points(s)


def _load_pyramid(s: State, text: str) -> None:
    rows = [row.split(",") for row in text.split("/")]
    if len(rows) > ROWS or any(len(row) != ROWS - number for number, row in enumerate(rows)):
        raise BadPosition(f"{text!r}: the pyramid has 8 places in the lowest row, 7 in the next, and so on")
    for number, row in enumerate(rows):
        for column, block in enumerate(row):
            if block != "-":
                _load_block(s, ROWS * number + column, block)


def _load_block(s: State, place: int, text: str) -> None:
    if not open_places(int(s.standing)) >> place & 1:
        raise BadPosition(f"the block on {place_text(place)} does not stand on two others (P-04)")
    s.face[place] = _load_face(text.removesuffix("'"))
    s.standing |= 1 << place
    if text.endswith("'"):
        s.facing |= 1 << place


def _load_face(text: str) -> int:
    block = parse_block(text)
    if block is None:
        raise BadPosition(f"{text!r} isn't a block: write Kh, 7c, Td or joker")
    return block


def _load_blocks(text: str) -> list[int]:
    blocks = [] if text == "-" else [_load_face(block) for block in text.split(",")]
    _refuse_repeats(blocks)
    return blocks


def _refuse_repeats(blocks: list[int]) -> None:
    for block in set(blocks):
        if blocks.count(block) > (2 if block == JOKER else 1):
            raise BadPosition(f"{block_text(block)} appears {blocks.count(block)} times")


def _load_hands(text: str) -> list[int]:
    hands = [_load_blocks(hand) for hand in text.split("/")]
    if len(hands) != 3 or any(len(hand) > HAND or JOKER in hand for hand in hands):
        raise BadPosition(f"{text!r}: a seat has three hands of up to five cards, as in Kh,Kd/-/7c (P-10)")
    return [set_of(hand) for hand in hands]


def _load_at_hand(s: State, blocks: list[int]) -> None:
    phase = int(s.phase)
    wanted = {rules.TO_PLACE: (1,), rules.TO_PUT: (1,), rules.TO_TURN: (0, 1, 2), rules.TO_CHOOSE: (TURNED,)}
    if len(blocks) not in wanted.get(phase, (0,)):
        raise BadPosition("the block in play is one block, up to three turned up, or - for none")
    if phase == rules.TO_PUT and JOKER in blocks:
        raise BadPosition("a joker can't be added to a hand (P-12)")
    if phase in (rules.TO_PLACE, rules.TO_PUT):
        s.block = blocks[0]
    else:
        s.turned = set_of(blocks)


def _load_previous(s: State, text: str) -> None:
    hands = [] if text == "-" else [_load_hands(three) for three in text.split("|")]
    if len(hands) != (0 if s.rounds == 1 else 2) or any(bits.count(hand) < HAND for three in hands for hand in three):
        raise BadPosition(f"{text!r}: the hands of the last round are six full ones, or - in the first round")
    for seat, three in enumerate(hands):
        s.previous[seat] = three
    _refuse_repeats([card for hand in s.previous.flat for card in members(int(hand))])


def _check_points(s: State) -> None:
    """Whether the points can have come together, and whether they end the match if it is over, and only then."""
    full = all(bits.count(int(hand)) == HAND for hand in s.hands.flat)
    earned = lead(s, s.hands) if s.phase in _BETWEEN_ROUNDS and full else 0
    before = [int(s.points[0]) - max(earned, 0), int(s.points[1]) - max(-earned, 0)]
    possible = min(before) >= 0 and max(before) < max(int(s.target), 1) and (s.rounds > 1 or before == [0, 0])
    if possible and s.phase in _BETWEEN_ROUNDS:
        possible = rules.match_is_over(s) == (s.phase == rules.OVER)
    if not possible:
        raise BadPosition(f"there can't be {s.points[0]}:{s.points[1]} points here, in round {s.rounds}")


def _check_moment(s: State) -> None:
    """Whether the numbers of blocks and the turn belong to the same moment of a round."""
    phase, standing = int(s.phase), bits.count(int(s.standing))
    facing = [standing - bits.count(int(s.facing)), bits.count(int(s.facing))]
    in_hands = [sum(bits.count(int(hand)) for hand in s.hands[seat]) for seat in (0, 1)]
    if phase in (rules.TO_START, rules.TO_SAY):
        right = standing == sum(in_hands) == s.seat == s.starter == 0
    elif phase in (rules.TO_DRAW, rules.TO_PLACE):
        right = sum(in_hands) == 0 and standing < BUILT and _in_turn(s, int(s.starter), facing)
    elif phase in _BETWEEN_ROUNDS:
        right = standing == 0 == s.seat and in_hands == [15, 15]
    else:
        begun = BUILT - standing
        first = int(s.starter) ^ int(s.second_takes)
        right = sum(in_hands) == begun - (phase != rules.TO_TAKE) and _in_turn(s, first, in_hands)
        right = right and max(facing) <= BUILT // 2 and (phase != rules.TO_TAKE or standing > 0)
    if not right:
        raise BadPosition(
            f"the blocks don't match: nobody can {PHASES[phase]} with {standing} standing and {sum(in_hands)} taken"
        )


def _in_turn(s: State, first: int, done: list[int]) -> bool:
    """Whether seats that take turns, this one first, have done so much when it is this seat's turn."""
    ahead = done[first] - done[1 - first]
    return ahead in (0, 1) and s.seat == first ^ ahead


def _check_gone(s: State, blocks: list[int]) -> None:
    """A joker that was taken is gone, with the two that were not chosen for it (P-12)."""
    turning = s.phase in (rules.TO_TURN, rules.TO_CHOOSE)
    jokers, rest = divmod(len(blocks), TURNED)
    taken = jokers + turning
    in_hands = sum(bits.count(int(hand)) for hand in s.hands.flat) + (s.phase == rules.TO_PUT)
    if rest != turning or not taken <= blocks.count(JOKER) <= 2 * taken or jokers > in_hands:
        raise BadPosition("gone are the jokers that were taken, each with the two blocks that were not chosen for it (P-12)")
