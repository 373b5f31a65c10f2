"""The file of keys, which the command line of the TypeScript package shares."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from scripted_server import ROOT, VirtualClock

from research_intelligence import Credentials, ResearchError


def file_in(folder: Path) -> Credentials:
    return Credentials({"XDG_CONFIG_HOME": str(folder)}, VirtualClock())


def test_keys_are_kept_for_their_owner_in_the_form_of_the_command_line(tmp_path: Path) -> None:
    file = file_in(tmp_path)
    file.prepare()
    assert not file.path.exists()
    file.save("https://a.example", "ri_live_a")
    expected = {
        "version": 1,
        "keys": {"https://a.example": {"key": "ri_live_a", "saved_at": "2026-10-05T12:00:00.000Z"}},
    }
    assert file.path.read_text() == f"{json.dumps(expected, indent=2)}\n"
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.path.parent.stat().st_mode) == 0o700
    assert [one.name for one in file.path.parent.iterdir()] == ["credentials.json"]
    assert (file.key_for("https://a.example"), file.latest()) == ("ri_live_a", "https://a.example")
    assert file.remove("https://a.example") and not file.remove("https://a.example")
    assert not file.path.exists()


def test_a_file_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    file = file_in(tmp_path)
    file.save("https://a.example", "ri_live_a")
    file.path.chmod(0o644)
    with pytest.raises(ResearchError) as caught:
        file.key_for("https://a.example")
    assert caught.value.code == "credentials-unsafe" and "ri_live_a" not in str(caught.value)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"version": 2, "keys": {}}', '{"version": 1, "keys": {"a": 1}}'])
def test_a_file_of_another_form_is_left_alone(content: str, tmp_path: Path) -> None:
    file = file_in(tmp_path)
    file.path.parent.mkdir()
    file.path.write_text(content)
    file.path.chmod(0o600)
    for act in (file.latest, lambda: file.save("https://a.example", "ri_live_a")):
        with pytest.raises(ResearchError) as caught:
            act()
        assert caught.value.code == "credentials-unreadable"
    assert file.path.read_text() == content


def test_a_lock_that_was_left_behind_is_taken_over(tmp_path: Path) -> None:
    file = file_in(tmp_path)
    file.prepare()
    lock = file.path.with_name("credentials.json.lock")
    lock.write_text("somebody who was killed")
    file.save("https://a.example", "ri_live_a")
    assert file.key_for("https://a.example") == "ri_live_a" and not lock.exists()


def test_programs_of_both_packages_that_save_at_once_lose_no_key(tmp_path: Path) -> None:
    count = 10
    own = [sys.executable, str(Path(__file__).with_name("keep_keys.py"))]
    other = [str(ROOT / "node_modules/.bin/tsx"), str(ROOT / "scripts/clients/keep-keys.ts")]
    started = [
        subprocess.Popen([*program, str(tmp_path), name, str(count)])
        for program, name in ((own, "a"), (other, "b"), (own, "c"), (other, "d"))
    ]
    assert [one.wait() for one in started] == [0, 0, 0, 0]
    file = Credentials({"XDG_CONFIG_HOME": str(tmp_path)})
    kept = {file.key_for(f"https://{name}-{number}.example") for name in "abcd" for number in range(count)}
    assert kept == {f"ri_live_{name}_{number}" for name in "abcd" for number in range(count)}
