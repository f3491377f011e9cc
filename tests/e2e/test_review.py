"""Looking through a finished game: replay, eyes, chances, verification, playing on."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.test_everybody import both_looks
from tests.e2e.visitor import Visitor
from tests.server.conftest import Running


def table_over(server: Running, game: str = "senet", actions: int = 8, **more: Any) -> str:
    """A table where the game is over: some actions, then the first seat resigns."""
    anna = server.visitor()
    table = anna.create(game, "me", "me", **more)
    page = anna.arrive(table)
    page.wait_for("live")
    for _ in range(actions):
        if page.wait_for_turn():
            page.act()
    if page.sync["status"] == "live":
        page.say("resign", n=page.sync["n"], seat=0)
        page.wait_for("over")
    return table


def record_of(server: Running, table: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(server.visitor().http.get(f"/api/tables/{table}/record").text)
    return found


def scrubber(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("slider", name="Position in the game")


def told(visitor: Visitor) -> Locator:
    return visitor.page.locator("p.told")


def status(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("status")


def test_a_replay_is_verified_green(come: Any, server: Running) -> None:
    visitor = come(f"/review/{table_over(server)}")
    visitor.page.get_by_role("button", name="Verify this game").click()
    expect(status(visitor)).to_contain_text("Verified: every throw matches what the server committed to before the game.")
    expect(status(visitor)).to_contain_text(re.compile(r"\d+ throws and draws checked"))
    expect(visitor.page.get_by_text("This browser didn't see the commitment before the game")).to_be_visible()


def test_who_played_can_say_that_the_commitment_is_the_one_from_before(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Senet")
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("link", name="Review the game").click()
    visitor.page.get_by_role("button", name="Verify this game").click()
    expect(status(visitor)).to_contain_text("Verified")
    expect(visitor.page.get_by_text("This browser saw this commitment before the first move.")).to_be_visible()
    expect(visitor.page.get_by_text("Your salt is among them.")).to_be_visible()


@pytest.mark.parametrize("game", ["senet", "river", "iriri", "pyramid_poker"])
def test_a_record_from_a_file_is_green(come: Any, server: Running, tmp_path: Path, game: str) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record_of(server, table_over(server, game)), indent=2))
    visitor = come("/verify")
    visitor.page.get_by_label("Verify a game record from a file").set_input_files(file)
    expect(status(visitor)).to_contain_text("Verified")


def test_a_tampered_throw_is_caught_and_named(come: Any, server: Running, tmp_path: Path) -> None:
    record = record_of(server, table_over(server))
    n = next(n for n, (who, _) in enumerate(record["events"]) if who == "chance")
    throw = record["events"][n][1]
    record["events"][n][1] = other = "throw 6" if throw != "throw 6" else "throw 1"
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    visitor = come("/verify")
    visitor.page.get_by_label("Verify a game record from a file").set_input_files(file)
    expect(status(visitor)).to_contain_text("Not verified")
    expect(status(visitor)).to_contain_text(f"Event {n + 1}: the dice gave “{throw}”, but the record says “{other}”.")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda record: record.update(ending="Reels resigned."), "The record was changed after it was sealed."),
        (lambda record: record["fairness"].update(secret="5a" * 32), "The secret doesn't match"),
        (
            lambda record: record["fairness"]["salts"].reverse() or record["fairness"]["salts"].append("x"),
            "A salt doesn't match the commitment",
        ),
        (lambda record: record.pop("fairness"), "This file isn't a game record that can be verified."),
    ],
)
def test_any_other_change_is_caught_too(come: Any, server: Running, tmp_path: Path, change: Any, sentence: str) -> None:
    record = record_of(server, table_over(server))
    change(record)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    visitor = come("/verify")
    visitor.page.get_by_label("Verify a game record from a file").set_input_files(file)
    expect(status(visitor)).to_contain_text(sentence)
    expect(status(visitor)).not_to_contain_text("Verified: ")


def test_the_whole_game_is_gone_through_by_keyboard_and_spoken(come: Any, server: Running) -> None:
    table = table_over(server)
    events = server.visitor().ask("GET", f"/api/tables/{table}/review")["events"]
    visitor, anybody = come(f"/review/{table}?n=0"), server.visitor()
    scrubber(visitor).focus()
    for n, event in enumerate(events):
        visitor.page.keyboard.press("ArrowRight")
        expect(told(visitor)).to_have_text(event["told"])
        expect(visitor.page).to_have_url(re.compile(rf"\?n={n + 1}$"))
        text = anybody.ask("GET", f"/api/tables/{table}/at/{n + 1}")["text"]
        expect(visitor.page.locator("[aria-live=polite]")).to_contain_text(f"{event['told']} {text}")
    visitor.page.keyboard.press("Home")
    expect(told(visitor)).to_have_text("Start of the game.")
    visitor.page.keyboard.press("End")
    expect(told(visitor)).to_have_text(events[-1]["told"])


def test_it_runs_by_itself_to_the_end(come: Any, server: Running) -> None:
    table = table_over(server, actions=2)
    visitor = come(f"/review/{table}")
    visitor.page.get_by_label("Speed").select_option("very fast")
    visitor.page.get_by_role("button", name="Play").click()
    expect(told(visitor)).to_have_text(re.compile("resigned"))
    expect(visitor.page.get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1440, 900)])
def test_a_review_opens_at_the_decisive_moment_with_its_controls_in_view(
    come: Any, server: Running, size: tuple[int, int]
) -> None:
    table = table_over(server, actions=5)
    visitor = come(f"/review/{table}", width=size[0], height=size[1])
    expect(visitor.page.get_by_text("Decisive moment").first).to_be_visible()
    expect(visitor.page).to_have_url(re.compile(r"\?n=\d+$"))
    expect(scrubber(visitor)).to_be_in_viewport(ratio=1)
    expect(visitor.page.get_by_role("button", name="Play")).to_be_in_viewport(ratio=1)
    expect(visitor.page.locator("[aria-live=polite]")).to_contain_text("Decisive moment.")


def test_who_has_chosen_a_position_is_left_there(come: Any, server: Running) -> None:
    visitor = come(f"/review/{table_over(server, actions=5)}")
    scrubber(visitor).focus()
    visitor.page.keyboard.press("Home")
    expect(visitor.page.get_by_role("heading", name="Turning points")).to_be_visible()
    expect(told(visitor)).to_have_text("Start of the game.")


def test_a_link_leads_to_its_position(come: Any, server: Running) -> None:
    table = table_over(server)
    events = server.visitor().ask("GET", f"/api/tables/{table}/review")["events"]
    visitor = come(f"/review/{table}?n=5")
    expect(told(visitor)).to_have_text(events[4]["told"])
    expect(visitor.page.get_by_label("Link to this position")).to_have_value(re.compile(rf"/review/{table}\?n=5$"))
    moved = next(event["told"] for event in events if event["seat"] is not None)  # a throw stands in the line of its move
    visitor.page.locator("li", has_text=moved).first.get_by_role("button").click()
    expect(visitor.page.get_by_label("Link to this position")).to_have_value(re.compile(r"\?n=\d$"))


def test_the_eyes_of_one_seat_see_less_than_everybodys(come: Any, server: Running) -> None:
    table = table_over(server, "pyramid_poker", actions=12)
    seen = [server.visitor().ask("GET", f"/api/tables/{table}/at/12{eyes}")["text"] for eyes in ("", "?eyes=0", "?eyes=1")]
    assert len(set(seen)) == 3
    visitor = come(f"/review/{table}?n=12")
    words = visitor.page.locator("details pre")
    for text, eyes in zip(seen, ("", "0", "1"), strict=True):
        visitor.page.get_by_label("Seen by").select_option(eyes)
        expect(words).to_have_text(text)


def test_chances_are_drawn_and_a_point_of_the_graph_leads_there(come: Any, server: Running) -> None:
    table = table_over(server, actions=5)
    visitor = come(f"/review/{table}")
    graph = visitor.page.get_by_role("slider", name=re.compile("^Winning chances"))
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"Cones .*\d+%, Reels .*\d+%"))
    expect(visitor.page.get_by_role("heading", name="Turning points")).to_be_visible()
    expect(visitor.page.locator("progress")).to_have_count(0)
    visitor.page.get_by_text("Show as a table").click()
    last = visitor.page.get_by_role("row").last
    expect(last).to_contain_text("0%")
    expect(last).to_contain_text("100%")
    graph.focus()
    visitor.page.keyboard.press("End")
    expect(told(visitor)).to_have_text(re.compile("resigned"))
    graph.click(position={"x": 3, "y": 40})
    expect(told(visitor)).not_to_have_text(re.compile("resigned"))


def test_in_real_time_the_share_of_the_cards_is_shown_and_called_so(come: Any, server: Running) -> None:
    visitor = come(f"/review/{table_over(server, 'egyptian_war', actions=0)}")
    expect(visitor.page.get_by_role("heading", name="Share of cards held")).to_be_visible()
    graph = visitor.page.get_by_role("slider", name=re.compile("^Share of cards"))
    expect(graph).to_have_attribute("aria-valuetext", re.compile("50%"))
    expect(visitor.page.get_by_role("heading", name="Turning points")).to_have_count(0)


def test_one_plays_on_from_the_middle_against_a_bot(come: Any, server: Running) -> None:
    table = table_over(server, position="rcrcrcrcrc/10/10 r 3 - 1")  # the second seat moves first
    events = server.visitor().ask("GET", f"/api/tables/{table}/review")["events"]
    n = next(event["n"] for event in events if event["seat"] == 1)
    before = server.visitor().ask("GET", f"/api/tables/{table}/at/{n}")["view"]
    visitor = come(f"/review/{table}?n={n}")
    visitor.page.get_by_label("You play").select_option("1")
    visitor.page.get_by_label("Opponents").select_option("farmer")
    visitor.page.get_by_role("button", name="Continue from here").click()
    visitor.page.wait_for_url("**/t/*")
    movable = visitor.page.locator(".man.may")
    expect(movable).to_have_count(len(before["moves"]))
    men = visitor.page.get_by_role("group", name="Senet board").aria_snapshot()
    for square, seat in enumerate(before["squares"], 1):
        if seat is not None:
            assert re.search(rf"{('Cone', 'Reel')[seat]} on {square}\b", men)


def test_a_game_that_is_not_over_says_so_and_leads_to_it(come: Any, server: Running) -> None:
    anna = server.visitor()
    table = anna.create("senet", "me", "me")
    anna.arrive(table).wait_for("live")
    page = come(f"/review/{table}").page
    expect(page.get_by_role("heading", name="This game isn't finished yet")).to_be_visible()
    page.get_by_role("link", name="Go to the game").click()
    page.wait_for_url(f"**/t/{table}")


def test_nothing_keeps_anybody_out_of_a_review(come: Any, server: Running) -> None:
    visitor = come(f"/review/{table_over(server, actions=3)}?n=2", bypass_csp=True)
    expect(visitor.page.get_by_role("heading", name="Turning points")).to_be_visible()
    visitor.page.get_by_role("button", name="Verify this game").click()
    expect(status(visitor)).to_contain_text("Verified")
    assert both_looks(visitor) == []


@pytest.mark.parametrize("game", ["senet", "river", "iriri", "pyramid_poker", "egyptian_war"])
def test_a_review_fits_a_phone(come: Any, server: Running, game: str) -> None:
    table = table_over(server, game, actions=0 if game == "egyptian_war" else 6)
    visitor = come(f"/review/{table}?n=4", width=360, height=740)
    expect(told(visitor)).to_be_visible()
    visitor.page.get_by_role("heading", name=re.compile("Winning chances|Share of cards")).wait_for()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360
