"""What PettingZoo's and Gymnasium's spaces of a game are, and what is drawn of it in the terminal."""

import numpy as np
from gymnasium import spaces

from pyramidion.engine.record import Record
from pyramidion.research.setting import Setting

RENDER_MODES = ["human", "ansi"]


def tensor_space(chosen: Setting) -> spaces.Box:
    """What a seat sees: bytes, as the game's `tensor.py` tells them."""
    return spaces.Box(0, 255, (chosen.tensor.SIZE,), np.uint8)


def masked_space(chosen: Setting, actions: int) -> spaces.Dict:
    """The same with the mask of legal actions beside it, where RLlib, Tianshou and TorchRL look for it."""
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": tensor_space(chosen), "action_mask": mask})


def metadata(chosen: Setting, *, parallelizable: bool) -> dict[str, object]:
    return {
        "name": chosen.title,
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": parallelizable,
    }


def drawn(chosen: Setting, state: Record, mode: str | None) -> str | None:
    """The table as text, with everything on it; printed for people."""
    if mode is None:
        return None
    seen = chosen.game.rules.State.new()
    chosen.game.rules.observe(state, (1 << chosen.seats) - 1, seen)
    text = str(chosen.game.view.text(chosen.game.view.view(seen)))
    if mode == "human":
        print(text)
        return None
    return text


def check_mode(mode: str | None) -> str | None:
    if mode not in (None, *RENDER_MODES):
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)} or None, not {mode!r}")
    return mode
