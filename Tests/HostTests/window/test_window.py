"""The window of the built plugins in a small host, on a screen of its own."""
import json
import os
import pathlib
import struct
import subprocess

import numpy
import pytest

from conftest import BUILD, figure, tool
from lv2host import PLUGIN, Plugin
from window import Screen, Window

BLOCK = 256
MATRIX = "urn:tactus:tonematrix"


@pytest.fixture(scope="module")
def screen():
    with Screen() as screen:
        yield screen
        assert screen.errors == 0, "an X error of the window reached the host"


def resident():
    """Resident memory in kB, open files, threads."""
    status = pathlib.Path("/proc/self/status").read_text()
    kilobytes = int(status.split("VmRSS:")[1].split()[0])
    return kilobytes, len(os.listdir("/proc/self/fd")), int(status.split("Threads:")[1].split()[0])


def test_one_name_is_exported_and_no_toolkit_is_needed():
    library = BUILD / "tactus.lv2" / "tactus_ui.so"
    names = subprocess.run([tool("nm"), "-D", "--defined-only", library], capture_output=True, text=True,
                           check=True).stdout.split()[2::3]
    needed = subprocess.run([tool("readelf"), "-d", library], capture_output=True, text=True,
                            check=True).stdout
    needed = {line.split("[")[1].split("]")[0] for line in needed.splitlines() if "(NEEDED)" in line}
    figure(f"tactus_ui.so needs {', '.join(sorted(needed))}")
    assert names == ["lv2ui_descriptor"]
    assert needed <= {"libc.so.6", "libm.so.6", "libcairo.so.2", "libfreetype.so.6", "libjpeg.so.62",
                      "libxcb.so.1", "libxcb-xinput.so.0", "libxcb-shm.so.0"}


def test_a_click_sounds_and_a_drag_moves(screen):
    with Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin)
        assert window.handle and window.id
        window.turns(0.5)
        before = screen.picture(window.id)
        assert len(numpy.unique(before.reshape(-1, 3), axis=0)) > 4, "nothing is drawn"
        silence = window.turns(0.2)
        assert numpy.abs(silence).max() == 0
        screen.hand("mousemove", 300, 300, "mousedown", 1)
        window.until(lambda: plugin["live_count"] == 1)
        sound = window.turns(0.4)
        assert numpy.abs(sound).max() > 0.01
        x = plugin["live_last_x"]
        screen.hand("mousemove", 500, 300)
        window.until(lambda: plugin["live_last_x"] > x + 0.1)
        during = screen.picture(window.id)
        assert (during != before).any(axis=2).sum() > 100, "the finger is not drawn"
        screen.hand("mouseup", 1)
        window.until(lambda: plugin["live_count"] == 0)
        window.close()


def test_a_window_that_closes_leaves_no_note(screen):
    with Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin)
        window.turns(0.3)
        screen.hand("mousemove", 300, 300, "mousedown", 1)
        window.until(lambda: plugin["live_count"] == 1)
        window.close()
        screen.hand("mouseup", 1)
        plugin.run(BLOCK)
        assert plugin["live_count"] == 0


def test_ten_openings_leave_nothing_behind(screen):
    sizes = []
    with Plugin(longest_block=BLOCK) as plugin:
        for _ in range(10):
            window = Window(screen, plugin)
            window.turns(0.15)
            screen.hand("mousemove", 300, 300, "mousedown", 1)
            window.until(lambda: plugin["live_count"] == 1)
            screen.hand("mousemove", 420, 350, "mouseup", 1)
            window.until(lambda: plugin["live_count"] == 0)
            window.close()
            sizes.append(resident())
    figure(f"ten openings: {sizes[2][0]} kB after the third, {sizes[-1][0]} after the tenth; files "
           f"{sizes[2][1]}, {sizes[-1][1]}; threads {sizes[2][2]}, {sizes[-1][2]}")
    # The sockets of an instance before this test may close meanwhile.
    assert sizes[-1][0] < sizes[2][0] + 2000
    assert sizes[-1][1] <= sizes[2][1] and sizes[-1][2] <= sizes[2][2]


def test_a_host_that_destroys_the_parent_only_loses_the_window(screen):
    with Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin)
        window.turns(0.2)
        screen.hand("mousemove", 300, 300, "mousedown", 1)
        window.until(lambda: plugin["live_count"] == 1)
        screen.destroy(window.parent)
        window.until(lambda: window.turn()[0] != 0)
        window.close(keeps_parent=True)
        screen.hand("mouseup", 1)
        plugin.run(BLOCK)
        assert plugin["live_count"] == 0


def test_two_windows_of_one_instance(screen):
    with Plugin(longest_block=BLOCK) as plugin:
        one, two = Window(screen, plugin), Window(screen, plugin)
        for _ in range(10):
            one.turn()
            two.turn()
        # The second one lies above.
        screen.hand("mousemove", 300, 300, "mousedown", 1)
        two.until(lambda: plugin["live_count"] == 1)
        one.close()
        two.turns(0.1)
        assert plugin["live_count"] == 1, "the finger of the other window is not lifted"
        two.close()
        screen.hand("mouseup", 1)
        plugin.run(BLOCK)
        assert plugin["live_count"] == 0


@pytest.mark.parametrize("width, height", [(320, 200), (97, 41), (1000, 700)])
def test_users_resize_it(screen, width, height):
    with Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin)
        window.turns(0.1)
        screen.resize(window.parent.value, width, height)
        screen.resize(window.id, width, height)
        window.turns(0.2)
        picture = screen.picture(window.id, (width, height))
        assert len(numpy.unique(picture.reshape(-1, 3), axis=0)) > 2
        window.close()


def test_another_version_and_nonsense_are_survived(screen):
    with Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin)
        window.turns(0.2)
        known = screen.picture(window.id)
        assert window.handle
        newer = struct.pack("<16I", 0x02464C54, 16, *[0] * 14)
        for body in [newer, b"TLF\x01", b"TLF\x01" + bytes(5000), b""]:
            atom = struct.pack("=II", len(body), window.frame) + body
            window.calls.port_event(window.handle, window.output, len(atom), window.transfer, atom)
            window.idle(window.handle)
        for size in range(0, 80, 4):
            atom = struct.pack("=IIII", size, window.object, 0, window.urid(
                "http://lv2plug.in/ns/ext/patch#Set")) + b"\xff" * size
            window.calls.port_event(window.handle, window.output, len(atom), window.transfer, atom[:8 + size])
            window.calls.port_event(window.handle, window.output, 8 + size, window.transfer, atom)
            window.idle(window.handle)
        window.turns(0.3)
        assert (screen.picture(window.id) == known).all(axis=2).mean() > 0.9
        window.close()


def test_a_bundle_without_fonts_opens(screen, tmp_path):
    with Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin, bundle=tmp_path / "nowhere")
        window.turns(0.2)
        assert len(numpy.unique(screen.picture(window.id).reshape(-1, 3), axis=0)) > 2
        window.close()


def test_the_library_comes_in_pages_and_a_patch_is_loaded(screen):
    """The messages that the window sends, sent by hand: a page, the next one, a load, what is refused."""
    from test_live_frame import messages, patch_message
    from lv2host import ATOM
    with Plugin(longest_block=BLOCK) as plugin:
        def ask(text):
            plugin.event(patch_message(plugin, "Set", "library", text), kind=ATOM + "Object")
        names, first = [], 0
        while True:
            ask(f'{{"list": {first}}}')
            answer = next(body for kind, body in messages(plugin, b'"entries"') if b'"entries"' in body)
            assert len(answer) < 32_000
            page = json.loads(answer[answer.index(b'{"loaded"'):].rstrip(b"\0"))
            assert page["first"] == first
            names += [entry["file"] for entry in page["entries"]]
            first = len(names)
            if first >= page["count"]:
                break
        shipped = sorted(path.stem for path in (BUILD / "tactus.lv2" / "patches").glob("*.json"))
        assert [name for name in names if name in shipped] == shipped
        ask('{"load": "glass_marimba"}')
        loaded = messages(plugin, b'"loaded"')
        assert any(b'"loaded": "glass_marimba"' in body for _, body in loaded)
        assert any(b'"undo": 1, "redo": 0, "side": ""' in body for _, body in loaded)
        ask('{"load": "nothing like it"}')
        assert any(b"there is no patch of this name" in body for _, body in messages(plugin, b"there is no"))


def test_the_tone_matrix_has_a_window(screen):
    with Plugin(MATRIX, longest_block=BLOCK) as plugin:
        window = Window(screen, plugin, uri=MATRIX)
        assert window.handle
        window.turns(0.4)
        assert len(numpy.unique(screen.picture(window.id).reshape(-1, 3), axis=0)) > 2
        window.close()


def test_scaled_it_is_larger(screen):
    with Plugin(longest_block=BLOCK) as plugin:
        window = Window(screen, plugin, scale=1.25)
        window.turns(0.3)
        picture = screen.picture(window.id, (1000, 625))
        assert len(numpy.unique(picture.reshape(-1, 3), axis=0)) > 4
        window.close()
