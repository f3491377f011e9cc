"""Settings: by a file, by the environment, by flags, and by names that they had before."""

from pathlib import Path

import pytest

from pyramidion.cli import command_line
from pyramidion.refusal import Refusal
from pyramidion.server.settings import PREFIX, RENAMED, Settings, settle


def flags(*words: str) -> dict[str, object]:
    return vars(command_line().parse_args(["serve", *words]))


def test_each_overrules_the_one_before(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("port = 1\nbot_pace = 2\ngrace = 3")
    settings = settle(flags("--port", "5"), {f"{PREFIX}PORT": "4", f"{PREFIX}BOT_PACE": "4"}, file)
    assert (settings.port, settings.bot_pace, settings.grace) == (5, 4, 3)


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_old_names_still_work(old: str, new: str, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f"{old} = 3")
    flag = f"--{old.replace('_', '-')}"
    settled = [settle({}, {}, file), settle({}, {PREFIX + old.upper(): "3"}, None), settle(flags(flag, "3"), {}, None)]
    assert [getattr(settings, new) for settings in settled] == [3, 3, 3]
    assert old not in Settings.__struct_fields__


def test_a_setting_that_is_wrong_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="invalid setting: Expected `int`"):
        settle({"port": "eighty"}, {}, None)
    with pytest.raises(Refusal, match="can't read settings from"):
        settle({}, {}, tmp_path / "nowhere.toml")
