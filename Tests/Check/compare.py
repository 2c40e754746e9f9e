"""Compares two builds of the project: every render, every state and every OSC answer must be equal to the
byte.

    compare.py OLD_COMMAND OLD_BUNDLE NEW_COMMAND NEW_BUNDLE

COMMAND is the built `tactus`, BUNDLE the built folder `tactus.lv2`. Renders each demo, each patch by keys
and each grid at two block sizes, restores each patch and grid in a host and saves it again, and sends both
plugins a list of good and bad messages and records the answers. Prints a line for each kind and one for
each difference."""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "HostTests"))
sys.path.insert(0, str(ROOT / "Tests" / "HostTests" / "support"))


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def renders(command, bundle, folder):
    """The digests of all that the command renders, by name."""
    found, out = {}, folder / "out.wav"

    def keep(name, *words):
        out.unlink(missing_ok=True)
        done = subprocess.run([command, *words, "--bundle", bundle, "-o", out], capture_output=True,
                              text=True)
        found[name] = digest(out) if out.exists(
            ) else f"status {done.returncode}: {done.stderr.strip()[-300:]}"

    for demo in sorted((ROOT / "bundle" / "demos").glob("*.tactus")):
        for block in (64, 512):
            keep(f"demo {demo.stem}, blocks of {block}", "render", demo, "--block", str(block))
    for patch in sorted((ROOT / "bundle" / "patches").glob("*.json")):
        for midi in ("keyboard", "mpe"):
            keep(f"patch {patch.stem} by {midi}.mid", "render", "--midi", ROOT / f"bundle/demos/{midi}.mid",
                 "--patch", patch, "--block", "256")
    for grid in sorted((ROOT / "bundle" / "grids").glob("*.json")):
        keep(f"grid {grid.stem}", "grid", "play", grid, "--quarters", "16")
    return found


PATCH_MESSAGES = [
    ("/tactus/patch/list",), ("/tactus/patch/set", "filter_1_cutoff", 900.0),
    ("/tactus/patch/set", "no_such", 1.0), ("/tactus/patch/set", "filter_1_cutoff", 1e9),
    ("/tactus/patch/set", 3),
    ("/tactus/patch/connect", "touch_pressure", "filter_1_cutoff", 400.0, 4000.0),
    ("/tactus/patch/connect", "touch_x", "nothing", 0.0, 1.0),
    ("/tactus/patch/disconnect", "touch_pressure", "filter_1_cutoff"),
    ("/tactus/patch/disconnect", "touch_pressure", "filter_1_cutoff"),
    ("/tactus/patch/edit", '{"set": {"osc_1_level": 0.25}}'),
    ("/tactus/patch/edit",
     '{"connect": {"source": "touch_y", "destination": "osc_1_level", "gate": "touch"}}'),
    ("/tactus/patch/edit", '{"nothing": 1}'), ("/tactus/patch/edit", '{'),
    ("/tactus/patch/edit", '{"snapshot": {"name": "One"}}'),
    ("/tactus/patch/edit", '{"recall": 1}'), ("/tactus/patch/edit", '{"recall": 7}'),
    ("/tactus/patch/edit", '{"route": {"trigger": "on_touch_began", "action": "patch.next"}}'),
    ("/tactus/patch/edit", '{"unroute": {"trigger": "on_touch_began", "action": "patch.next"}}'),
    ("/tactus/patch/edit", '{"user": {"1": "touch_x * 2"}}'),
    ("/tactus/patch/edit", '{"user": {"1": "touch_x *"}}'),
    ("/tactus/patch/snapshot",), ("/tactus/patch/snapshot", 2, "Two"), ("/tactus/patch/recall", 1),
    ("/tactus/patch/forget", 1),
    ("/tactus/patch/get",), ("/tactus/patch/load", "glass_pad"), ("/tactus/patch/load", "missing"),
    ("/tactus/patch/load", "../x"),
    ("/tactus/patch/next",), ("/tactus/patch/previous",), ("/tactus/patch/setlists",),
    ("/tactus/patch/setlist",),
    ("/tactus/patch/setlist", "none"), ("/tactus/patch/tune", "", ""), ("/tactus/patch/tune", "x", ""),
    ("/tactus/patch/set",), ("/tactus/patch/unknown",), ("/tactus/macro/learn", 1), ("/some/fader", 0.5),
    ("/tactus/patch/get",),
    ("/tactus/surface/3/patch/get",), ("/tactus/touch", "began", 1, 0.5),
    ("/tactus/touch", "flew", 1, 0.5, 0.5), ("/tactus/stats",),
]
GRID_MESSAGES = [
    ("/tactus/grid/cell", 1, 1, 1, 1), ("/tactus/grid/cell", 1, 1, 2, 3, 1, 90),
    ("/tactus/grid/cell", 19, 1, 1, 1),
    ("/tactus/grid/row", 1, 1, 2, "x.x.x.x."), ("/tactus/grid/column", 1, 1, 3, "xx.."),
    ("/tactus/grid/fill", 2, 1, 1, 4),
    ("/tactus/grid/euclid", 3, 1, 1, 5), ("/tactus/grid/euclid", 3, 1, 2, 3, 1),
    ("/tactus/grid/shift", 1, 1, 1),
    ("/tactus/grid/rotate", 1, 1, 2, 1), ("/tactus/grid/random", 2, 2, 0.4, 9),
    ("/tactus/grid/random", 2, 3, 0.4),
    ("/tactus/grid/life", 2, 2), ("/tactus/grid/reverse", 1, 1), ("/tactus/grid/mirror", 1, 1),
    ("/tactus/grid/clear", 1, 1),
    ("/tactus/grid/undo",), ("/tactus/grid/undo",), ("/tactus/grid/redo",),
    ("/tactus/grid/edit", '{"undo": true}'),
    ("/tactus/grid/edit", '{"layer": {"layer": 1, "steps": 12, "division": "1/8"}}'),
    ("/tactus/grid/edit", '{"nothing": {}}'),
    ("/tactus/grid/edit", '{'), ("/tactus/grid/set", '{"version": 1, "name": "New"}'),
    ("/tactus/grid/set", "[]"),
    ("/tactus/grid/get",), ("/tactus/grid/undo",), ("/tactus/grid/get",), ("/tactus/grid/unknown",),
    ("/tactus/stats",),
]


def answers(out):
    """What the plugins of LV2_PATH answer, written as JSON to a file. Runs in a process of its own."""
    import osc
    from lv2host import PLUGIN, Plugin, state_file
    found, home = {}, pathlib.Path(os.environ["XDG_DATA_HOME"])

    def ask(plugin, sender, message, wait=0.25):
        sender.send(osc.message(*message))
        sender.socket.settimeout(0.005)
        heard, end = [], time.monotonic() + wait
        while time.monotonic() < end:
            plugin.run(256)
            try:
                heard += osc.messages(sender.socket.recv(65536))
                end = max(end, time.monotonic() + 0.1)
            except TimeoutError:
                pass
        return [re.sub(r'\b(port|turns?)\b', r'\1', json.dumps(each)) for each in heard]

    def converse(uri, name, messages, document=None):
        state = state_file(home / name.replace(" ", "_"), document, uri.split(":")[-1]) if document else None
        port = osc.free_port()
        with Plugin(uri, longest_block=256, state=state, osc_port=port) as plugin, osc.Sender(port) as sender:
            plugin["osc_listen"] = 1
            for _ in range(30):
                plugin.run(256)
                time.sleep(0.01)
            for number, message in enumerate(messages):
                found[f"{name} {number:02} {' '.join(map(str, message))}"] = ask(plugin, sender, message)

    converse(PLUGIN, "touch", PATCH_MESSAGES)
    converse("urn:tactus:tonematrix", "tonematrix", GRID_MESSAGES)
    for path in sorted((ROOT / "bundle" / "patches").glob("*.json")):
        converse(PLUGIN, f"state of {path.stem}", [("/tactus/patch/get",)], path.read_text())
    for path in sorted((ROOT / "bundle" / "grids").glob("*.json")):
        converse("urn:tactus:tonematrix", f"grid state of {path.stem}", [("/tactus/grid/get",)],
                 path.read_text())
    pathlib.Path(out).write_text(json.dumps(found))


def answers_of(bundle, folder):
    out = folder / "answers.json"
    environment = dict(os.environ, COMPARED=f"{bundle.parent}:{ROOT}/.build/host/lv2:/usr/lib/lv2",
                       XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder))
    subprocess.run([sys.executable, __file__, "--answers", out], check=True, env=environment)
    # Ports differ from run to run.
    return json.loads(re.sub(r'\b127\.0\.0\.1:\d+', "127.0.0.1:PORT", out.read_text()))


def main():
    if sys.argv[1] == "--answers":
        import conftest  # sets LV2_PATH to this checkout's bundle; what is compared takes its place
        os.environ["LV2_PATH"] = os.environ["COMPARED"]
        return answers(sys.argv[2])
    sides = []
    for command, bundle in (sys.argv[1:3], sys.argv[3:5]):
        with tempfile.TemporaryDirectory() as folder:
            bundle = pathlib.Path(bundle).resolve()
            sides.append((renders(pathlib.Path(command).resolve(), bundle, pathlib.Path(folder)),
                          answers_of(bundle, pathlib.Path(folder))))
    status = 0
    for kind, old, new in zip(("renders", "states and OSC answers"), *sides):
        differing = [name for name in old
                     if old[name] != new.get(name)] + [name for name in new if name not in old]
        failed = sum(str(value).startswith("status") or value == [] and "state of" in name
                     for name, value in new.items())
        print(
            f"{kind}: {len(old)} of the old build, {len(new)} of the new, {len(differing)} differ, {failed} "
            f"failed")
        for name in differing:
            print(f"  {name}:\n    old {old.get(name)}\n    new {new.get(name)}")
        status |= bool(differing or failed)
    sys.exit(status)


main()
