"""What lies over the board for a moment: something to read, a list to choose from, a question, a curtain."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Markdown, OptionList, Static

from pyramidion.wording import possessive

Bindings = list[Binding | tuple[str, str] | tuple[str, str, str]]

CLOSE: Bindings = [Binding("escape,q", "dismiss(None)", show=False)]


class Reading(ModalScreen[None]):
    """A text: the rules, the help, the moves."""

    BINDINGS: ClassVar[Bindings] = CLOSE

    def __init__(self, text: str, *, is_markdown: bool = False) -> None:
        super().__init__()
        self._text = text
        self._is_markdown = is_markdown

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="sheet"):
            yield Markdown(self._text) if self._is_markdown else Static(self._text, markup=False)
        yield Label("Escape: back to the board", classes="foot")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()


class Picking(ModalScreen[int | None]):
    """A list of which one is chosen, by its number."""

    BINDINGS: ClassVar[Bindings] = CLOSE

    def __init__(self, title: str, lines: list[str]) -> None:
        super().__init__()
        self._title = title
        self._lines = lines

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Label(self._title, classes="title", markup=False)
            yield OptionList(*self._lines, markup=False)
        yield Label("Enter: play it   Escape: back to the board", classes="foot")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)


class Asking(ModalScreen[bool]):
    """Yes or no."""

    BINDINGS: ClassVar[Bindings] = [Binding("y", "dismiss(True)", "Yes"), Binding("n,escape", "dismiss(False)", "No")]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        yield Label(f"{self._question}  Y: yes   N: no", classes="question", markup=False)


class Writing(ModalScreen[str | None]):
    """A line to type: a move, or something to say."""

    BINDINGS: ClassVar[Bindings] = [Binding("escape", "dismiss(None)", "Close")]

    def __init__(self, prompt: str) -> None:
        super().__init__()
        self._prompt = prompt

    def compose(self) -> ComposeResult:
        yield Input(placeholder=self._prompt, classes="line")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)


class Curtain(ModalScreen[None]):
    """Nothing is seen until the next person has the keyboard."""

    BINDINGS: ClassVar[Bindings] = [Binding("enter", "dismiss(None)", "Go on")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name_of = name

    def compose(self) -> ComposeResult:
        yield Label(f"{possessive(self._name_of)} turn: take the keyboard and press Enter.", classes="curtain", markup=False)
