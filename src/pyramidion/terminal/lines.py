"""Playing line by line: it works over a pipe and with a screen reader, and needs nothing but text."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pyramidion.bots import Bot
from pyramidion.engine.memory import equal
from pyramidion.game import Illegal
from pyramidion.play import Play
from pyramidion.refusal import Refusal
from pyramidion.terminal import saves
from pyramidion.wording import sentence

HELP = """\
Type the number of a move, or the move itself. Or:
  board   show the board again        moves   list the moves again
  undo    undo your last move         rules   show the rules
  hint    suggest the best moves      quit    save and leave
  help    show this list"""

HINTS = 5  # so many of the best moves are shown


class Quit(Exception):
    """Somebody wants to leave."""


class Lines:
    """One game at one keyboard, with people on some seats and bots on the others."""

    def __init__(self, play: Play, bots: Mapping[int, Bot], bot_name: str, file: Path) -> None:
        self.play = play
        self.bots = bots
        self.bot_name = bot_name
        self.people = [seat for seat in range(play.seats) if seat not in bots]
        self.file = file
        self.told = dict.fromkeys(self.people, 0)  # how many events each person has heard of
        self.looks: int | None = None  # who has the screen; nobody in particular if all may look

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        print(f"{self.play.game.title}: {', '.join(map(self.introduce, range(self.play.seats)))}.")
        print("Type help for a list of commands.")
        try:
            while not self.play.is_over:
                self.save()
                if self.play.is_timed:
                    self.contest()
                else:
                    self.turn(self.play.actors()[0])
        except (Quit, EOFError, KeyboardInterrupt):
            self.save()
            print(f"\n{saves.farewell(self.play.game.name)}")
            return
        self.save()
        self.end()

    def introduce(self, seat: int) -> str:
        return f"{self.play.seat_name(seat)} {f'({self.bot_name.title()}, bot)' if seat in self.bots else '(you)'}"

    def turn(self, seat: int) -> None:
        if seat in self.bots:
            self.play.act(self.bots[seat].choose(self.play.observe(1 << seat)), seat)
            return
        if self.is_forced(seat):
            self.play.act(self.play.legal_actions(seat)[0], seat)
            return
        if seat != self.looks and self.has_secrets(seat):
            self.draw_curtain(seat)
        self.looks = seat
        self.show_board(seat)
        self.show_moves(seat)
        while not self.obey(seat, input(f"{self.play.seat_name(seat)}> ").strip()):
            pass

    def contest(self) -> None:
        """The first of several seats counts. People say who was first: nobody else can tell, and a bot never calls."""
        rivals = [seat for seat in self.play.actors() if seat in self.people]
        if len(rivals) < 2:
            self.play.tick()
            return
        self.looks = None
        print(f"\n{self.play.text(eyes=0)}")
        keys = " or ".join(f"{self.key(seat, rivals)} ({self.play.seat_name(seat)})" for seat in rivals)
        while not self.settle(rivals, input(f"Who was first? {keys}, or Enter for nobody: ").strip()):
            pass

    def key(self, seat: int, rivals: Sequence[int]) -> str:
        """The first letters of a seat's name that no other rival's name begins with."""
        name, others = self.play.seat_name(seat), [self.play.seat_name(rival) for rival in rivals if rival != seat]
        beginnings = [name[:length] for length in range(1, len(name) + 1)]
        return next((one for one in beginnings if not any(other.startswith(one) for other in others)), name).lower()

    def settle(self, rivals: Sequence[int], line: str) -> bool:
        """Do what was typed about a contest; whether it is over."""
        first = [seat for seat in rivals if line and self.play.seat_name(seat).lower().startswith(line.lower())]
        if not line:
            self.play.tick()
        elif len(first) == 1:
            self.play.act(self.play.legal_actions(first[0])[0], first[0])
        elif line in ("help", "rules", "undo", "quit", "exit", "q"):
            return self.obey(rivals[0], line)
        else:
            print(f"Type {' or '.join(self.key(seat, rivals) for seat in rivals)}, or just Enter.")
            return False
        return True

    def is_forced(self, seat: int) -> bool:
        """A person alone with bots need not type the only move there is; between two it could tell what a hand holds."""
        return self.people == [seat] and len(self.play.legal_actions(seat)) == 1

    def has_secrets(self, seat: int) -> bool:
        """Whether somebody else at this screen may not see all that this person sees, or the other way round."""
        seen = self.play.observe(1 << seat)
        return not all(equal(seen, self.play.observe(1 << other)) for other in self.people)

    def draw_curtain(self, seat: int) -> None:
        """Two people share one screen, and something on it is secret."""
        input(f"{self.play.seat_name(seat)}, it's your turn: take the keyboard and press Enter." + "\n" * 40)

    def obey(self, seat: int, line: str) -> bool:
        """Do what was typed; whether the turn is over."""
        commands = {
            "board": self.show_board,
            "moves": self.show_moves,
            "hint": self.show_hint,
            "help": self.show_help,
            "rules": self.show_rules,
        }
        if line in commands:
            commands[line](seat)
        elif line in ("quit", "exit", "q"):
            raise Quit
        elif line == "undo":
            return self.undo()
        elif line:
            return self.act(seat, line)
        return False

    def act(self, seat: int, line: str) -> bool:
        try:
            self.play.act(self.chosen(seat, line), seat)
        except Refusal as refusal:
            print(sentence(str(refusal)))
            return False
        return True

    def chosen(self, seat: int, line: str) -> int:
        """A bare number is the number of a move in the list."""
        if not line.isdecimal():
            return self.play.display.parse(self.play.observe(1 << seat), line)
        moves = self.play.legal_actions(seat)
        if not 1 <= int(line) <= len(moves):
            raise Illegal(f"choose a number from 1 to {len(moves)}")
        return moves[int(line) - 1]

    def undo(self) -> bool:
        """Take back to the last choice of a person, over those of bots and over moves that were the only ones."""
        chosen = [event for event in self.play.events if event.seat in self.people and not self.play.was_forced(event)]
        if not chosen:
            print("There is nothing to undo.")
            return False
        self.play.undo(chosen[-1])
        self.told = {seat: min(heard, len(self.play.events)) for seat, heard in self.told.items()}
        print("Move undone.")
        return True

    def show_board(self, seat: int) -> None:
        self.tell_news(seat)
        print(f"\n{self.play.text(seat)}")

    def show_moves(self, seat: int) -> None:
        observation = self.play.observe(1 << seat)
        for number, action in enumerate(self.play.legal_actions(seat), start=1):
            move = self.play.display.encode(observation, action)
            print(f"{number:>4}  {move:<10} {self.play.display.tell(observation, seat, action)}")

    def show_hint(self, seat: int) -> None:
        opinion, observation = self.play.hint(seat), self.play.observe(1 << seat)
        for choice in opinion.choices[:HINTS]:
            move = self.play.display.encode(observation, choice.action)
            print(f"  {choice.win:>4.0%}  {move:<10} {self.play.display.tell(observation, seat, choice.action)}")
        source = f"from {opinion.iterations:,} random games" if opinion.iterations else "from the endgame table"
        print(f"  ({'exact' if opinion.is_exact else 'estimated'} winning chances, {source})")

    def show_help(self, _seat: int) -> None:
        print(HELP)

    def show_rules(self, _seat: int) -> None:
        print(self.play.game.rules_text)

    def tell_news(self, seat: int) -> None:
        """What has happened since this person last looked."""
        for event in self.play.events[self.told[seat] :]:
            print(f"  {self.play.tell(event, seat)}")
        self.told[seat] = len(self.play.events)

    def save(self) -> None:
        saves.save(self.file, self.play, self.people, self.bot_name)

    def end(self) -> None:
        for seat in self.people[:1]:
            self.tell_news(seat)
        print(f"\n{self.play.text()}")
        print(self.play.ending())
