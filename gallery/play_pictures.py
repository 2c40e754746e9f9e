"""Pictures of *Play* to look at: forty single controllers, and twenty patches in motion, each at three sizes, and
contact sheets of them.

    python3 gallery/play_pictures.py [FOLDER]

They are for the eye, so nothing is pinned; FOLDER is .build/play otherwise. It needs the built command."""
import json
import math
import pathlib
import subprocess
import sys

from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parents[1]
TACTUS = ROOT / ".build" / "release" / "tactus"
# Name, --size, --scale, --sizes, and the width of a picture in a contact sheet.
SIZES = [("small", "800x500", 1, "medium", 400), ("phone", "390x844", 1, "finger", 240),
         ("large", "1920x1200", 2, "medium", 480)]
CONTROLLERS = """
motion_pitch motion_roll motion_yaw motion_heading motion_shake motion_accel_x motion_accel_z motion_gravity_x
motion_gravity_z motion_gyro_x motion_gyro_y motion_gyro_z motion_magnet_x motion_magnet_y macro_1 pad_axis_1
pad_axis_2 pad_axis_5 pad_button_1 lfo_1 env_1 midi_modulation user_1 token_1_present token_1_angle token_2_turns
touch_distance_to_token_1 token_spread touch_x touch_distance_to_nearest touch_angle_to_center touch_speed
touch_pressure touch_age group_spread group_hull_area group_axis_angle group_rotation group_scale host_beat_phase
""".split()
PATCHES = """
air_hockey carousel compass_rose falling_cards first_touch flock_chord four_stones glass_marimba lighthouse
night_walk orbit_stones pinch_nebula poured_water seed_shaker star_map stair_choir tilt_whistle turning_strings
two_lanterns whole_kit
""".split()
# Three touches, two tokens, and what else moves, at half a second: source, id and four numbers each.
PLACES = [(0.25, 0.3), (0.7, 0.45), (0.45, 0.8)]
RATE, END = 48000, 1.0


def events():
    """The lines of a take between 0 and 1 s."""
    lines = [(0.0, "token 1 1 0.3 0.6 0.12 1"), (0.0, "token 1 2 0.75 0.75 0.4 2")]
    for step in range(60):
        part = step / 60
        for index, (x, y) in enumerate(PLACES):
            if step >= 6 * index:
                word = "began" if step == 6 * index else "moved"
                turn = 0.6 * part
                dx, dy = x - 0.5, y - 0.5
                lines.append((part, f"{word} 1 {index} {0.5 + dx * math.cos(turn) - dy * math.sin(turn):.4f} "
                                    f"{0.5 + dx * math.sin(turn) + dy * math.cos(turn):.4f} "
                                    f"{0.3 + 0.2 * index:.2f} -"))
        lines.append((part, f"token 1 2 0.75 0.75 {0.4 + 0.2 * part:.4f} 2"))
    return lines


def take(patch, more=()):
    """The text of a take on a patch."""
    lines = ["# tactus performance 2", f"rate {RATE}.0", "0 patch -"]
    lines += ["| " + line for line in json.dumps(patch, indent=1).splitlines()]
    lines += [f"{round(second * RATE)} {words}" for second, words in sorted(events() + list(more))]
    return "\n".join(lines + [f"{round(END * RATE)} end", ""])


def draw(name, folder, arguments):
    """One picture for each size."""
    for size, points, scale, sizes, _ in SIZES:
        done = subprocess.run(
            [TACTUS, "picture", "play", "--at", str(END - 0.03), "--size", points, "--scale", str(scale),
             "--sizes", sizes, *arguments, "-o", folder / f"{name}-{size}.png"], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{name}: {done.stderr}")


def sheets(names, folder, title):
    """Contact sheets of the pictures at each size."""
    for size, points, _, _, width in SIZES:
        across, down = (int(each) for each in points.split("x"))
        height = width * down // across
        columns = 1920 // width
        rows = min(-(-len(names) // columns), 1600 // height)
        for first in range(0, len(names), columns * rows):
            sheet = Image.new("RGB", (columns * width, rows * height))
            for place, name in enumerate(names[first:first + columns * rows]):
                picture = Image.open(folder / f"{name}-{size}.png").resize((width - 4, height - 4))
                sheet.paste(picture, (place % columns * width, place // columns * height))
            sheet.save(folder / f"sheet-{title}-{size}-{first // (columns * rows) + 1}.png")


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build" / "play").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    moves = [(0.4, f"motion 1 {sensor} {x} {y} {z} -") for sensor, x, y, z in
             [(1, 0.12, 0.15, 0.13), (2, 1.2, 0.8, 1.0), (3, 0.7, -0.5, 0.6), (4, 0.9, -1.1, 1.3), (5, 60, 40, -50),
              (6, 0.15, 0, 0)]]
    moves += [(0.4, f"pad 1 {number} {value} - - -") for number, value in [(1, 0.7), (2, 0.6), (5, 0.5), (101, 1)]]
    moves += [(0.4, "macro 1 1 0.7 - - -")]
    for name in CONTROLLERS:
        connections = [{"source": name, "destination": "filter_1_cutoff", "low": 200, "high": 8000}]
        patch = {"version": 1, "name": name, "map": {"axis": "none"}, "connections": connections,
                 "user": {"1": "clamp(1 - touch_distance_to_nearest * 1.6, 0, 1) * lfo_1"}}
        path = folder / f"{name}.tactus"
        path.write_text(take(patch, moves))
        draw(name, folder, ["--take", path])
    sheets(CONTROLLERS, folder, "controllers")
    for name in PATCHES:
        patch = json.loads((ROOT / "bundle" / "patches" / f"{name}.json").read_text())
        path = folder / f"patch-{name}.tactus"
        path.write_text(take(patch, moves))
        draw(f"patch-{name}", folder, ["--take", path])
    sheets([f"patch-{name}" for name in PATCHES], folder, "patches")
    print(folder)


main()
