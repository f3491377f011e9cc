"""Every ruling of the rules page that is not about sets (test_sets) or about the result of Confluence (test_confluence)."""

import numpy as np
import pytest

import pyramidion
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.playout import playouts
from pyramidion.engine.random import generator
from pyramidion.game import BadOption, Illegal
from pyramidion.games.river.proofs import Whereabouts
from pyramidion.games.river.results import winning
from pyramidion.games.river.rules import State
from pyramidion.play import Play

RIVER = "-K3-/-R3-/-Y3-/-K2-/-R2-/-G2-/-K1-/-R1-/-Y1-"
# Thebes has a monochrome pair K1 at segment 1, and only another G2 would let Memphis beat it.
ONLY_G2 = "B3K1-K1-G2/-R1-/-Y1-/-K3-/-R3-/-Y3-/-G2-/-R2-/-Y2-"
TWO_CLAIMS = "B3B3-K3-R3Y2/Y3G3-R3-Y2G1/-Y3-/-K2-/-R2-/-G2-/-K1-/-R1-/-Y1- Y2G1/G3B2B1 t claim:3 t 0 -"
ALMOST = "B3B3K3-R3Y2/K3K3R3-Y2G1/R3G3-Y3-Y1B1/-K2-/-R2-/-G2-/-K1-/-R1-/-Y1- Y2G1/Y3B2B1 t claim:3 t 0 -"
ALL_PLAYED = (
    "R3G1-K3-K3Y3/B2B1-G2-R2G1/B3Y2-B3-G3Y1/K2Y2-K1-B3K2/Y2R1-K1-R3R3/K2G2-G3-Y3R1/K3Y1-G2-R2B1/R1B1-Y1-Y3R2/B2K1-B2-G3G1"
    " -/-"
)
EMPTY_HAND = (
    "G3G1-R3-B3K1/Y3Y1-Y3-B2/G3R1-G2-Y2G2/K3R3-R3-G3B3/R2R1-K2-K2Y1/R2Y2-Y1-B3B2/G2K1-R1-G1B1/R2K1-B2-K3K3/Y3Y2-B1-K2G1 B1/-"
)
DEAD_FOUR = (
    "Y2R1K1-K3R2/R3B2G2-Y3K2/R1Y1-K1B1K1/R2-R3-R3/K3Y3Y2-K2B1/Y3Y1B3-R2B2/G3G2B3-B2R1/B3Y1-G3B1G1/G2G1Y2-G3K2 K3G1/-/-"
)


def at(text: str, dice: object = None) -> Play:
    return pyramidion.load("river", text, dice=dice)  # type: ignore[arg-type]


def refusal(play: Play, action: str) -> str:
    """What is said to an illegal action, which changes nothing."""
    before = play.dump()
    with pytest.raises(Illegal) as refused:
        play.act(action)
    assert play.dump() == before
    return str(refused.value)


def sizes(play: Play) -> str:
    return "".join(str(3 - int(kind) // 5) for kind in State.of(play.state).river)


# Colours, the river, who starts


def test_five_colours_of_ones_own_have_five_different_names() -> None:
    """R-07."""
    play = pyramidion.new("river", palette="own", colours="Gold,Silver,Copper,Tin,Lead", seed=1)
    assert play.options["colours"] == "Gold,Silver,Copper,Tin,Lead"
    assert pyramidion.load("river", play.dump()).options == play.options
    for wrong in ("Gold,Silver", "Gold,Silver,Copper,Tin,Gold", "a b,c,d,e,f", "a,b,c,d,e,f", "a,b,,d,e"):
        with pytest.raises(BadOption, match="colours can't be"):
            pyramidion.new("river", colours=wrong)


def test_the_river_is_shuffled_or_in_an_order_of_sizes() -> None:
    """R-08."""
    assert sizes(pyramidion.new("river", seed=1, river="by_size")) == "333222111"
    assert sizes(pyramidion.new("river", seed=1, river="in_turn")) == "321321321"
    shuffled = [sizes(pyramidion.new("river", seed=seed)) for seed in range(5)]
    assert len(set(shuffled)) == 5
    assert all(sorted(order) == sorted("333222111") for order in shuffled)


def test_three_rivers_are_shuffled_or_each_has_every_size() -> None:
    """R-08, R-30: the order of one river does not matter to three."""
    assert sizes(pyramidion.new("river", seats=3, seed=1, confluence="balanced")) == "321321321"
    assert len({sizes(pyramidion.new("river", seats=3, seed=seed, river="by_size")) for seed in range(5)}) == 5


def test_anybody_starts_or_the_first_seat() -> None:
    """R-09."""
    start = f"{RIVER} K3K2K1/B3Y2B1 t start - 0 -"
    assert at(start).legal() == ["start t", "start m"]
    assert at(f"{start} starter=first_seat").legal() == ["start t"]


def test_the_weaker_hand_starts() -> None:
    """R-10, case 2: Anna's monochrome run against Betty's hand of no set."""
    play = at(f"{RIVER} K3K2K1/B3Y2B1 t start - 0 - starter=weaker_hand")
    assert play.legal() == ["start m"]
    play.act("start m")
    assert play.actors() == (1,)


def test_the_lot_falls_among_the_tied_weakest_hands_and_then_it_goes_clockwise() -> None:
    """R-10."""
    play = at(f"{RIVER} K3K2K1/B3Y2B1/G3Y2Y1 t start - 0 - starter=weaker_hand seats=3")
    assert play.legal() == ["start m", "start g"]
    for action in ("start g", "G3-9", "no claim", "draw G3"):
        play.act(action)
    assert play.actors() == (0,)


def test_hidden_hands_do_not_tell_whether_they_were_tied() -> None:
    """R-10: the same is said of a tie and of none."""
    told = set()
    for theirs in ("B3Y2B1", "B3Y2G1"):
        play = at(f"{RIVER} K3K2R1/{theirs} t start - 0 - starter=weaker_hand hands=hidden")
        event = play.act("start t")
        told.add(play.tell(event, seat=0))
        told.add(play.tell(event, eyes=0))
    assert len(told) == 1


# Hands and proofs


def test_hands_are_open_unless_chosen_otherwise() -> None:
    """R-11."""
    text = f"{RIVER} K3B2B1/R3R2R1 t play t 0 -"
    assert at(text).view(eyes=0).hands == [["K3", "B2", "B1"], ["R3", "R2", "R1"]]
    hidden = at(f"{text} hands=hidden")
    assert hidden.view(seat=0).hands == [["K3", "B2", "B1"], ["?3", "?2", "?1"]]
    assert hidden.view(eyes=0).hands == [["?3", "?2", "?1"], ["?3", "?2", "?1"]]
    assert hidden.view(seat=1).placings == hidden.view(eyes=0).placings == []


def test_a_piece_drawn_into_a_hidden_hand_is_told_to_that_hand_only() -> None:
    """R-11, R-14: the others learn its size."""
    play = at(f"{ONLY_G2} G3G2/K3K2R1 t draw:1 t 0 - hands=hidden")
    event = play.act("draw B1")
    assert play.tell(event, seat=0) == "Thebes draws B1."
    assert play.tell(event, seat=1) == play.tell(event, eyes=0) == "Thebes draws a small piece."


def test_after_the_end_hidden_hands_are_shown() -> None:
    """R-11."""
    play = at(f"{ALMOST} hands=hidden")
    assert play.view(seat=1).hands[0] == [None, "?2", "?1"]
    play.act("claim 3")
    assert play.view(eyes=0).hands == [[None, "Y2", "G1"], ["Y3", "B2", "B1"]]


def test_an_accepted_claim_shows_no_hand() -> None:
    """R-11: what is told of it, and what others see of it, does not depend on the hand that proves it."""
    play = at(f"{ONLY_G2} G3G2/K3K2R1 t claim:1 t 0 - hands=hidden")
    assert play.view(seat=1).claims == play.view(eyes=0).claims == []
    assert "G2" not in play.tell(play.act("claim 1"), seat=1)


def test_a_claim_is_accepted_when_the_last_beating_piece_is_in_the_claimants_hand() -> None:
    """R-12, case 5; the view of the claim says where the pieces are."""
    play = at(f"{ONLY_G2} G3G2/K3K2R1 t claim:1 t 0 -")
    assert play.legal() == ["claim 1", "no claim"]
    (claim,) = play.view(seat=0).claims
    assert (claim.early, claim.makes.name, claim.at_best.name) == (True, "Monochrome pair K1", "Monochrome pair K1")
    assert [(missed.pieces, missed.lacking) for missed in claim.missed] == [(["G2"], ["G2"])]
    assert claim.whereabouts == {
        "G2": [Whereabouts("river", segment=7), Whereabouts("side", segment=1, seat=1), Whereabouts("hand", seat=0)]
    }


@pytest.mark.parametrize("hands", ["G3K2/K3G2R1", "G3K2/K3Y2R1"], ids=["in the opponent's hand", "in the bag"])
@pytest.mark.parametrize("mode", ["open", "hidden"])
def test_a_claim_is_refused_with_a_counter_example(hands: str, mode: str) -> None:
    """R-13, R-15, case 5: it need not be likely, and the pool of two is the same with hidden hands."""
    play = at(f"{ONLY_G2} {hands} t claim:1 t 0 - hands={mode}")
    assert play.legal() == ["no claim"]
    assert refusal(play, "claim 1") == (
        "Memphis could still play G2 to segment 1 and make Monochrome pair G2, which beats your Monochrome pair K1 (R-13)"
    )


def test_with_three_and_open_hands_a_piece_in_the_third_hand_is_out_of_reach() -> None:
    """R-12, R-13: with hidden hands it might be the rival's."""
    text = f"{ONLY_G2} G3K2/K3Y2R1/B3G2B1 t claim:1 t 0 - seats=3"
    assert at(text).legal() == ["claim 1", "no claim"]
    assert at(f"{text} hands=hidden").legal() == ["no claim"]


def test_a_rival_gets_no_more_pieces_of_a_size_than_he_has_and_the_bag_holds() -> None:
    """R-14: all medium pieces but Giza's are on the table, and the hands' sizes are known to all."""
    sides = "B3K1-K1-G2/K2K2-R1-K2R2/R2Y2-Y1-Y2B2"
    rest = "/-R3-/-Y3-/-G2-/-R2-/-Y2-"
    without = f"{sides}/B2B2-K3-{rest} G3/K3R1/R3G2Y1 t claim:1 t 0 - seats=3 hands=hidden"
    claim = at(without).view(seat=0).claims[0]
    assert (claim.segment, claim.early) == (1, True)
    assert claim.whereabouts == {
        "G2": [
            Whereabouts("river", segment=7),
            Whereabouts("side", segment=1, seat=1),
            Whereabouts("few", seat=1, left=0),
        ]
    }
    with_one = f"{sides}/B2-K3-{rest} G3/K3B2R1/R3G2Y1 t claim:1 t 0 - seats=3 hands=hidden"
    assert "claim 1" not in at(with_one).legal()
    assert "claim 1" in at(with_one.replace("hidden", "open")).legal()


def test_a_segment_that_the_rival_can_not_complete_may_be_claimed() -> None:
    """R-16: Memphis has no piece left; at segment 2 Thebes needs no better set."""
    play = at(f"{EMPTY_HAND} t claim:2 t 0 -")
    claim = next(claim for claim in play.view(seat=0).claims if claim.segment == 2)
    assert claim.at_best is None
    assert "claim 2: Monochrome pair Y3; Memphis can no longer fill this segment." in play.text(seat=0)


def test_both_pieces_are_needed_to_claim() -> None:
    """R-16: three copies of K3 are better than anything, but one of them is still in the hand."""
    play = at(f"K3-K3-/{RIVER[5:]} K3K2/R3R2R1 t claim:1 t 0 -")
    assert "you need two pieces" in refusal(play, "claim 1")


def test_of_two_equal_sets_the_first_claimer_gets_the_segment() -> None:
    """R-03, R-06, case 4: river K3, a K3 on each side."""
    sides = f"K3B1-K3-K3G2/{RIVER[5:]}"
    first = at(f"{sides} B3B2/R3R2R1 t claim:1 t 0 -")
    second = at(f"{sides} B3B2B1/R3R1 m claim:2 t 0 -")
    assert first.legal() == second.legal() == ["claim 1", "no claim"]
    first.act("claim 1")
    assert first.view().segments[0].owner == 0
    assert "Thebes has claimed segment 1" in first.game.view.why_not(first.observe(2), 1, first.parse("claim 1"))


def test_a_weaker_full_side_can_not_claim() -> None:
    """R-13."""
    play = at(f"K2B1-K3-R3G2/{RIVER[5:]} B3B2/K3R2R1 t claim:1 t 0 -")
    assert refusal(play, "claim 1") == "Memphis's Pair of large at segment 1 beats your No set (R-13)"


# A turn


def test_one_segment_is_claimed_a_turn() -> None:
    """R-17, case 6: the second claim waits for the next turn."""
    play = at(TWO_CLAIMS)
    assert play.legal() == ["claim 1", "claim 2", "no claim"]
    for action in ("claim 1", "draw Y3", "G3-9", "no claim", "draw K3"):
        play.act(action)
    play.act("Y2-7")
    assert play.legal() == ["claim 2", "no claim"]


def test_unlimited_claims_go_on_until_no_claim() -> None:
    """R-17."""
    play = at(f"{TWO_CLAIMS} claims=unlimited")
    play.act("claim 1")
    assert play.legal() == ["claim 2", "no claim"]
    play.act("claim 2")
    assert play.legal() == ["no claim"]
    play.act("no claim")
    assert play.actors() == (CHANCE,)


def test_a_winning_claim_ends_the_game_before_the_draw() -> None:
    """R-18, case 6; with unlimited claims too (R-17)."""
    for claims in ("one", "unlimited"):
        play = at(f"{ALMOST} claims={claims}", dice="seeded")
        play.act("claim 3")
        assert play.is_over
        assert play.events[-1].seat == 0
        assert play.scores() == [1, 0]
        assert play.text().endswith("Thebes won three segments in a row. Memphis had none.")
        assert play.view().deciding == [1, 2, 3]


def test_a_turn_is_play_then_claim_then_draw() -> None:
    """R-18."""
    play = at(f"{RIVER} K3B2B1/R3R2R1 t play t 0 -")
    assert "play a piece first" in refusal(play, "claim 1")
    play.act("K3-1")
    assert "you have played your piece" in refusal(play, "B2-1")
    play.act("no claim")
    assert all(action.startswith("draw ") for action in play.legal())


def test_a_piece_is_drawn_even_without_a_free_place() -> None:
    """R-18: Thebes has just filled the last place."""
    play = at("K3R3-K3-/Y3G3-R3-/B3R3-Y3-/R2Y2-K2-/G2B2-R2-/K2Y2-G2-/R1Y1-K1-/G1B1-R1-/K1R1-Y1- B3B2/K3K2K1 t draw:1 t 0 -")
    assert play.legal() == ["draw Y1", "draw G1", "draw B1"]


def test_no_claim_is_always_an_action_even_the_only_one() -> None:
    """R-19."""
    play = at(f"{RIVER} K3B2B1/R3R2R1 t play t 0 -")
    play.act("K3-1")
    assert play.legal() == ["no claim"]


def test_who_has_no_place_or_no_piece_can_not_play_but_may_claim() -> None:
    """R-20."""
    play = at(f"{EMPTY_HAND} m stuck t 0 -")
    event = play.act("cannot play")
    assert play.tell(event) == "Memphis has no pieces left, but may claim."
    assert play.actors() == (1,)
    assert play.legal()[-1] == "no claim"
    play.act("no claim")
    assert play.actors() == (CHANCE,)  # nothing is drawn: it is Thebes, who has no place
    assert play.tell(play.act("cannot play")) == "Thebes has nowhere left to play, but may claim."


def test_a_piece_must_be_played_if_one_can_be() -> None:
    """R-21: any piece to any place of one's own."""
    play = at(f"{RIVER} K3B2B1/R3R2R1 t play t 0 -")
    assert play.legal() == [f"{piece}-{number}" for piece in ("K3", "B2", "B1") for number in range(1, 10)]
    assert "play a piece first" in refusal(play, "no claim")
    assert refusal(play, "R3-1") == "R3 isn't in your hand: you have K3, B2, B1"


def test_a_side_has_two_places() -> None:
    """R-21."""
    play = at(f"K3R3-K3-/{RIVER[5:]} Y3B2B1/R3R2R1 t play t 0 -")
    assert "two pieces at segment 1" in refusal(play, "Y3-1")


def test_after_a_round_of_idle_turns_whoever_can_claim_must() -> None:
    """R-22: `no claim` comes back when something has been claimed."""
    play = at(f"{ALL_PLAYED} m stuck m 0 -")
    for action in ("cannot play", "no claim", "cannot play", "no claim"):
        play.act(action)
    assert play.legal() == ["must claim"]
    assert "players who can claim must" in play.tell(play.act("must claim"))
    play.act("cannot play")
    assert "no claim" not in play.legal()
    assert "R-22" in refusal(play, "no claim")
    play.act(play.legal()[0])
    play.act("cannot play")
    assert play.legal()[-1] == "no claim"


def test_who_can_claim_nothing_stays_idle_until_another_one_claims() -> None:
    """R-22: of segment 8 alone, which is left, Thebes has the better set."""
    play = at(
        "R3G1K3-K3Y3/B2B1G2-R2G1/B3Y2-G3Y1B3/K2Y2K1-B3K2/Y2R1K1-R3R3/K2G2-Y3R1G3/K3Y1-R2B1G2/R1B1-Y1-Y3R2/B2K1-G3G1B2"
        " -/- m stuck m 3 -"
    )
    play.act("cannot play")
    assert play.legal() == ["no claim"]
    for action in ("no claim", "cannot play"):
        play.act(action)
    assert play.legal() == ["claim 8"]
    play.act("claim 8")
    assert play.text().endswith("Thebes won 5 segments to 4.")


@pytest.mark.slow
def test_two_players_never_come_to_a_dead_end_nor_to_a_draw() -> None:
    """R-23."""
    game = pyramidion.new("river").game
    start, state = game.start(2, game.choose({})), State.new()
    buffer, random = np.zeros(game.widest, dtype=np.int64), generator(23)
    for _ in range(3000):
        playouts(start, state, 1, random, buffer)
        assert sorted(game.rules.score(state, seat) for seat in (0, 1)) == [0, 6]
        assert any(winning(int(claimed)) for claimed in state.claimed)


def test_when_a_size_is_exhausted_nothing_is_drawn() -> None:
    """R-24."""
    play = at(
        "R3G1-K3-K3Y3/B1-G2-R2G1/-B3-G3Y1/-K1-K2/Y2R1-K1-R3R3/K2G2-G3-R1/K3Y1-G2-R2B1/R1B1-Y1-/B2K1-B2-G3"
        " B3Y2/Y3R2G1 t draw:1 m 0 -"
    )
    assert play.legal() == ["no draw"]
    assert play.tell(play.act("no draw")) == "No small pieces are left in the bag: Thebes draws nothing."
    assert play.view().hands[0] == ["B3", "Y2", None]
    assert play.actors() == (1,)


def test_the_size_drawn_is_the_size_played() -> None:
    """R-24, R-25: as from three bags."""
    play = at(f"{RIVER} K3B2B1/R3R2R1 t draw:2 t 0 -".replace("K3B2B1", "K3B1"))
    assert play.legal() == ["draw K2", "draw R2", "draw Y2", "draw G2", "draw B2"]
    assert dict(play.odds())[play.parse("draw K2")] == 2  # one of three is in the river
    assert dict(play.odds())[play.parse("draw R2")] == 1  # and another one in a hand


@pytest.mark.parametrize(("owned", "over"), [("123", True), ("129", False), ("1346", False), ("13579", True), ("789", True)])
def test_three_neighbours_or_any_five_win_and_the_line_has_no_wrap(owned: str, over: bool) -> None:
    """R-26."""
    claimed = sum(1 << int(number) - 1 for number in owned)
    assert winning(claimed) == over


def test_nobody_plays_to_a_claimed_segment_and_the_losers_pieces_stay() -> None:
    """R-27."""
    play = at(f"B3B3K3-R3/{RIVER[5:]} Y3Y2G1/Y3B2B1 m play t 0 -")
    assert refusal(play, "Y3-1") == "Thebes has claimed segment 1 (R-27)"
    assert play.view().segments[0].sides[1].pieces == ["R3"]
    assert "B3 B3+K3" in play.text()


def test_nothing_is_claimed_on_the_others_turn() -> None:
    """R-28."""
    play = at(TWO_CLAIMS)
    assert play.legal(1) == []
    with pytest.raises(Illegal, match="it's not your turn"):
        play.act("claim 1", seat=1)


# Confluence


def test_in_confluence_everybody_has_six_segments() -> None:
    """R-31."""
    play = at(f"{RIVER} K3B2B1/R3R2R1/Y3Y2Y1 t play t 0 - seats=3")
    assert {action[-1] for action in play.legal()} == set("123789")
    assert refusal(play, "K3-5") == "segment 5 is between Memphis and Giza, not yours (R-31)"


def test_a_claim_in_confluence_looks_at_one_rival_only_and_is_one_a_turn_over_both_rivers() -> None:
    """R-31: Giza's better set at another river is no matter."""
    sides = "B3B3-K3-R3Y2/-R3-/-Y3-/-K2-/-R2-/-G2-/R1B2-K1-K2Y1/-R1-/-Y1-"
    play = at(f"{sides} Y3Y2/G3B2B1/G3Y2B1 t claim:1 t 0 - seats=3")
    assert play.legal() == ["claim 1", "claim 7", "no claim"]
    play.act("claim 1")
    assert play.actors() == (CHANCE,)


def test_three_neighbours_or_five_segments_do_not_win_confluence() -> None:
    """R-32."""
    play = at(f"{ALMOST} seats=3".replace("Y3B2B1", "Y3B2B1/Y3R2R1"))
    play.act("claim 3")
    assert not play.is_over


def test_a_segment_nobody_can_claim_is_dead() -> None:
    """R-35: Memphis and Giza have one piece each at segment 4, and none in hand; Thebes does not sit there.

    Thebes and Memphis have three segments each, and Thebes two of their mutual river (R-33).
    """
    play = at(f"{DEAD_FOUR} t dead t 0 - seats=3")
    assert play.legal() == ["dead end"]
    assert play.tell(play.act("dead end")) == "Nobody can play or claim any more. Unclaimed: 4."
    assert play.is_over
    assert play.scores() == [1, 0, 0]
    assert play.view().deciding == play.view().claimed[0]


def test_dead_segments_are_looked_for_at_the_end_of_every_turn() -> None:
    """R-35: the last claim is Memphis's at segment 3."""
    before = DEAD_FOUR.replace("R1Y1-K1B1K1", "R1Y1-K1-K1B1")
    play = at(f"{before} m claim m 1 - seats=3")
    assert play.legal() == ["claim 3", "no claim"]
    play.act("claim 3")
    assert play.legal() == ["dead end"]
