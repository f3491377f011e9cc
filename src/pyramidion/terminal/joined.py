"""A table of a server in plain lines: what happens is told as it happens, and one types when it is one's turn."""

from pyramidion.client.sync import Table
from pyramidion.game import Illegal
from pyramidion.refusal import Refusal
from pyramidion.terminal.lines import HINTS, Quit
from pyramidion.wording import listed, sentence

HELP = """\
Type the number of a move, or the move itself. Or:
  board   show the board again        moves    list the moves again
  undo    ask to undo your last move  resign   give up
  hint    suggest the best moves      say ...  chat
  rules   show the rules              quit     leave; come back with the same link
  help    show this list"""


class JoinedLines:
    """One of a server's tables, at one keyboard."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._told = max(len(table.events) - 1, 0)  # of what was before, only the last
        self._said = 0

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        print(
            f"{self.table.game.title}: {listed([self.introduce(seat) for seat in range(len(self.table.sync['chairs']))])}."
        )
        print(f"Others join or watch at {self.table.link}. Type help for a list of commands.")
        try:
            self.play()
        except (Quit, EOFError, KeyboardInterrupt):
            print(f"\nTo continue: pyramidion join {self.table.link}")
            return
        finally:
            self.table.close()
        print(f"\n{self.table.text()}\n{self.table.ending} {self.table.turn}".rstrip())

    def introduce(self, seat: int) -> str:
        """A seat and who sits there."""
        chair = self.table.sync["chairs"][seat]
        if seat in self.table.seats:
            return f"{chair['name']} (you)"
        kind = ", bot" if chair["bot"] or chair["is_program"] else ""
        return f"{chair['name']} ({chair['title'] or 'free'}{kind})"

    def play(self) -> None:
        status = ""
        while not self.table.is_over:
            heard = self.table.heard
            self.tell_news()
            if self.table.status != status or self.table.status == "waiting":
                status = self.table.status
                print(self.table.turn)
            if self.table.may_act:
                self.turn()
            else:
                self.table.wait(heard)
        self.tell_news()

    def turn(self) -> None:
        """One's own turn."""
        seat, n = int(self.table.sync["legal"][0]["seat"]), self.table.n
        print(f"\n{self.table.text()}")
        self.show_moves(seat)
        while self.table.n == n and self.table.may_act:
            line = input(f"{self.table.game.seat_name(seat)}> ").strip()
            try:
                self.obey(seat, line)
            except Refusal as refusal:
                print(sentence(str(refusal)))
            self.tell_news()

    def obey(self, seat: int, line: str) -> None:
        """Do what was typed."""
        word, _, rest = line.partition(" ")
        match word:
            case "":
                pass
            case "quit" | "exit" | "q":
                raise Quit
            case "help":
                print(HELP)
            case "board":
                print(f"\n{self.table.text()}")
            case "moves":
                self.show_moves(seat)
            case "rules":
                print(self.table.game.rules_text)
            case "hint":
                self.show_hint(seat)
            case "say":
                self.table.say(rest)
            case "undo":
                self.table.undo()
            case "resign":
                self.table.resign(seat)
            case _:
                self.table.act(self.chosen(seat, line), seat)

    def chosen(self, seat: int, line: str) -> str:
        """A bare number is the number of a move in the list."""
        moves = self.table.legal(seat)
        if not line.isdecimal():
            return self.table.read(line)
        if not 1 <= int(line) <= len(moves):
            raise Illegal(f"choose a number from 1 to {len(moves)}")
        return moves[int(line) - 1]

    def show_moves(self, seat: int) -> None:
        for number, move in enumerate(self.table.moves(seat), start=1):
            print(f"{number:>4}  {move.written:<10} {move.told}".rstrip())

    def show_hint(self, seat: int) -> None:
        for choice in self.table.hint(seat).choices[:HINTS]:
            print(f"  {choice.win:>4.0%}  {choice.action:<10} {choice.told}")

    def tell_news(self) -> None:
        """What has happened and was said since one last looked."""
        news = self.table.events[self._told :]
        for event in news:
            print(f"  {event.told}")
        self._told += len(news)
        for remark in self.table.said[self._said :]:
            print(f"  {remark['title']}: {remark['text']}")
            self._said += 1
