"""Egyptian War at a table: real time over real sockets."""

from pyramidion.server.fairness import slap_judge as judge


def war(house, *seats, **options):
    anna = house.visitor()
    table = anna.create("egyptian_war", *seats, options=options)
    return anna, table


def turn_when_due(page, seat=0):
    """Turn a card as soon as it is allowed: ask until the house no longer finds it too early."""
    n = page.sync["n"]
    while page.sync["status"] == "live" and page.sync["n"] == n:
        mine = [legal["actions"] for legal in page.sync["legal"] if legal["seat"] == seat]
        calm = [action for actions in mine for action in actions if action != "slap"]
        if not calm:
            page.read_sync()
            continue
        page.say("act", n=n, seat=seat, action=calm[0])
        while (message := page.read())["type"] != "refused" and page.sync["n"] == n:
            pass
        if message["type"] == "refused":
            assert "not so fast" in message["why"] or "judged" in message["why"] or "since" in message["why"]


def wait_until(page, is_so):
    while not is_so(page.sync):
        page.read()


def card_on_top(sync):
    pile = sync["view"]["pile"]
    return pile[-1] if pile else None


def test_a_card_is_not_played_before_everybody_could_see_the_last(house):
    anna, table = war(house, "me", "me", pace=1200)
    page = anna.arrive(table)
    page.wait_for("live")
    wait_until(page, lambda sync: sync["legal"])
    turn_when_due(page, page.sync["view"]["turn"])
    wait_until(page, lambda sync: sync["view"]["pile"])
    page.say("act", n=page.sync["n"], seat=page.sync["view"]["turn"], action="turn")
    assert "not so fast" in page.read_until("refused")["why"]


def two_people_who_see_a_card(house):
    anna, table = war(house, "me", "anybody")
    ben = house.visitor()
    ben.sit(table)
    pages = [anna.arrive(table), ben.arrive(table)]
    for page in pages:
        wait_until(page, lambda sync: sync["status"] == "live")
    mover = next(page for page in pages if "turn" in page.sync["legal"][0]["actions"])
    turn_when_due(mover, mover.sync["yours"][0])
    for page in pages:
        wait_until(page, lambda sync: sync["view"]["pile"])
    return pages


def test_a_false_slap_is_judged_after_a_hold_and_costs_a_card(house):
    slapper, other = two_people_who_see_a_card(house)
    before = slapper.sync["view"]["seats"][0]["cards"]
    slapper.say("slap", n=slapper.sync["n"], seat=0, reaction=300)
    assert slapper.read_until("judging")["seats"] == [0]
    assert other.read_until("judging")["seats"] == [0]
    sync = slapper.read_sync()
    finish = next(event["finish"] for event in sync["events"] if event["finish"])
    assert finish["places"][0]["verdict"] == "false"
    assert sync["view"]["seats"][0]["cards"] == before - 1


def test_when_everybody_has_slapped_nobody_is_waited_for(house, monkeypatch):
    monkeypatch.setattr(judge, "HOLD", 3_600_000)  # who waits for that, waits in vain
    pages = two_people_who_see_a_card(house)
    for seat, page in enumerate(pages):
        page.say("slap", n=page.sync["n"], seat=seat, reaction=300)
    finish = next(event["finish"] for event in pages[0].read_sync()["events"] if event["finish"])
    assert [place["verdict"] for place in finish["places"]] == ["false", "false"]


def test_a_slap_at_a_card_that_is_gone_is_void(house):
    anna, table = war(house, "me", "me", pace=200)
    page = anna.arrive(table)
    page.wait_for("live")
    wait_until(page, lambda sync: sync["legal"])
    old = page.sync["n"]
    while len(page.sync["view"]["pile"]) < 2:
        turn_when_due(page, page.sync["view"]["turn"])
    page.say("slap", n=old, seat=0, reaction=200)
    assert "too late" in page.read_until("refused")["why"]


def test_bots_alone_play_a_war(house):
    """Their times are real, so only its beginning is waited for."""
    anna, table = war(house, "pharaoh", "pharaoh", pace=200)
    page = anna.open(table)
    wait_until(page, lambda sync: sync["n"] > 20 or sync["status"] == "over")
    assert [event["n"] for event in page.events] == list(range(len(page.events)))


def test_the_faster_of_two_people_takes_the_pile(house, monkeypatch):
    """Both turn until there is something to slap; Ben's claim is faster though it arrives later."""
    monkeypatch.setattr(judge, "HOLD", 3_600_000)  # however slow this machine is, both slaps are judged together
    anna, table = war(house, "me", "anybody", pace=200)
    ben = house.visitor()
    ben.sit(table)
    pages = [anna.arrive(table), ben.arrive(table)]
    for page in pages:
        page.wait_for("live")
    while True:
        for page in pages:
            while page.sync["n"] < max(other.sync["n"] for other in pages):
                page.read_sync()
        pile = pages[0].sync["view"]["pile"]
        if len(pile) > 1 and pile[-1][:-1] == pile[-2][:-1]:
            break
        movers = [page for page in pages if any("turn" in legal["actions"] for legal in page.sync["legal"])]
        if not movers:
            pages[0].read_sync()
            continue
        turn_when_due(movers[0], movers[0].sync["yours"][0])
    n = pages[0].sync["n"]
    host = house.run(house.house.host(table))
    house.wait_until(lambda: host._passed() > 250)  # or nobody could have reacted after 240
    for page, reaction in zip(pages, (240, 200), strict=True):
        page.say("slap", n=n, seat=page.sync["yours"][0], reaction=reaction)
        page.read_until("judging")
    while not any(event["finish"] for event in pages[0].events[n:]):
        pages[0].read_sync()
    finish = next(event["finish"] for event in pages[0].events[n:] if event["finish"])
    assert {place["seat"] for place in finish["places"]} == {0, 1}
    reactions = {place["seat"]: place["reaction"] for place in finish["places"]}
    assert finish["winner"] == min(reactions, key=reactions.__getitem__) or finish["is_tie"]
