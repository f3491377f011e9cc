"""Tables of a server, played from Python: `pyramidion.connect(url, token=…)`.

    server = pyramidion.connect("http://localhost:8000")      # as a guest; or with the token of an account
    table = server.open("senet", "me", "farmer")              # or join(link), challenge(name, "senet")
    while table.wait_for_turn():
        table.act(table.legal()[0])
    print(table.text(), table.ending)

`connect_async` gives the same with `await`. A table stays joined whatever happens to the connection or the server.
"""
