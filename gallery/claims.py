"""The claims of the patches' lines as a table that is measured by playing: more of a gesture raises (+1) or
lowers (-1) a feature of the sound. `python3 gallery/claims.py [PATCH …]` prints the result of each."""
import json
import pathlib
import sys
import tempfile

import claims_learned
import claims_new
import claims_relations
import measure
from features import FEATURES
from gestures import Player
from measure import RATE
from moves import (
    finger, tap, pad, pair, hand, device, macro, token, away, stroke, moving, age, hurry, thrown, spun,
    gathered, rained, held_back, struck_puck, pulled, near_sun, storm, tapped, press_later, row, circling,
    sweeping, STRUCK, LAID, PRESSURE, HEIGHT, STRIKE, APART, SPREAD, COUNT, STAND, RISE, TURN, PINCH,
    LONG, NEAR, RIM, TILT, TILT_BACK)

# Patch: (gesture, feature, direction; 0 is either), in the order of its line.
CLAIMS = {
    "tine_piano": [(STRUCK, "highs", +1), (STRIKE, "brightness", +1)],
    "felt_upright": [(STRIKE, "brightness", +1), (hurry, "ring", -1), (COUNT, "tail", +1)],
    "clav_fist": [(storm, "level", +1), (STRIKE, "level", +1)],
    "crystal_keys": [(tap(y=(0.1, 0.9)), "level", -1), (STRIKE, "brightness", +1)],
    "brass_section": [(HEIGHT, "brightness", +1), (PRESSURE, "brightness", +1)],
    "spread_organ": [(SPREAD, "brightness", +1), (RISE, "level", +1), (STAND, "right", +1)],
    "sieve": [(HEIGHT, "octave", 0), (PRESSURE, "brightness", +1), (SPREAD, "brightness", 0)],
    "belfry": [(STRIKE, "brightness", +1), (tap(y=(0.1, 0.9)), "highs", -1), (PRESSURE, "level", +1),
               (SPREAD, "width", +1), (macro(3), "tail", +1)],
    "solo_bow": [(moving, "level", +1),
                 (finger(y=([(step * 0.3, 0.35 + 0.3 * (step % 2)) for step in range(12)],) * 2,
                         p=(0.2, 0.95)), "level", +1)],
    "question_mark": [(away, "tail", +1)],
    "two_reeds": [(PRESSURE, "brightness", +1), (moving, "highs", +1)],
    "breath": [(PRESSURE, "level", +1), (HEIGHT, "brightness", +1),
               (finger(radius=(0.005, 0.095)), "brightness", +1), (APART, "tail", +1)],
    "first_touch": [(HEIGHT, "brightness", +1), (PRESSURE, "brightness", +1)],
    "nylon": [(tap(y=(0.1, 0.9), length=(1, 1)), "brightness", +1), (press_later, "ring", -1),
              (hurry, "tail", -1)],
    "harp_of_streams": [(hurry, "ring", -1), (tap(y=(0.1, 0.9)), "brightness", +1)],
    "thumb_box": [(RIM, "ring", -1), (RIM, "brightness", +1), (hurry, "noise", +1)],
    "glass_marimba": [(tapped, "tail", +1), (STRIKE, "level", +1), (tap(y=(0.1, 0.9)), "highs", +1)],
    "dulcimer_rain": [(APART, "beating", +1), (tap(y=(0.1, 0.9)), "ring", +1), (storm, "tail", +1)],
    "bent_koto": [(finger(y=([(0, 0.5), (0.3, 0.15)], [(0, 0.5), (0.3, 0.85)])), "pitch", +1)],
    "pluck": [(LONG, "ring", +1), (RIM, "tail", +1)],
    "vowel_choir": [(SPREAD, "width", +1), (PRESSURE, "highs", +1)],
    "turning_strings": [(TURN, "brightness", +1), (STAND, "right", +1), (RISE, "brightness", +1)],
    "slow_bloom": [(age, "brightness", +1)],
    "aurora": [(row, "wander", -1), (NEAR, "brightness", 0)],
    "three_of_glass": [(hand(size=(0.08, 0.34)), "tail", +1), (hand(size=(0.34, 0.05)), "wander", +1),
                       (pair(((0.2, 0.4), (0.5, 0.75), (0.8, 0.4)), ((0.2, 0.5), (0.5, 0.53), (0.8, 0.5))),
                        "overtone", 0)],
    "warm_ensemble": [(LAID, "highs", +1), (PRESSURE, "brightness", +1), (macro(4), "brightness", +1),
                      (macro(4), "tail", +1)],
    "pinch_nebula": [(PINCH, "noise", +1)],
    "glass_pad": [(HEIGHT, "brightness", +1), (PRESSURE, "brightness", +1), (APART, "beating", +1),
                  (macro(4), "brightness", +1)],
    "tanpura_field": [(pair(((0.45, 0.5), (0.5, 0.5)), ((0.1, 0.5), (0.9, 0.5))), "brightness", 0),
                      (age, "brightness", +1)],
    "engine_room": [(sweeping, "rate", +1), (HEIGHT, "brightness", +1), (COUNT, "level", +1)],
    "beating_bowls": [(APART, "beating", +1), (circling, "overtone", 0)],
    "undertow": [(hand(size=(0.15, [(0, 0.15), (2, 0.28)])), "pitch", +1), (sweeping, "noise", +1)],
    "night_grid": [(NEAR, "noise", +1), (row, "highs", +1)],
    "cluster_drone": [(hand(size=(0.05, 0.32), window=(3.0, 4.0)), "brightness", +1)],
    "sub_swell": [(away, "brightness", +1), (PRESSURE, "level", +1)],
    "acid_thread": [(hurry, "brightness", +1), (HEIGHT, "brightness", +1)],
    "fretless": [(PRESSURE, "highs", +1), (STRIKE, "highs", +1)],
    "growl": [(PRESSURE, "brightness", +1), (moving, "pulse", +1)],
    "rubber_bass": [(away, "brightness", +1), (PRESSURE, "level", +1)],
    "wobble": [(HEIGHT, "steps", +1), (PRESSURE, "wander", +1)],
    "hand_drum": [(press_later, "pitch", -1), (RIM, "pitch", +1), (RIM, "ring", -1)],
    "metal_plate": [(LAID, "ring", +1), (STRIKE, "brightness", +1), (RIM, "brightness", +1),
                    (macro(2), "ring", +1), (macro(2), "brightness", +1)],
    "whole_kit": [(pad((0, 0), (2, 0)), "brightness", +1), (pad((0, 1), (2, 1)), "pitch", +1),
                  (pad((0, 2), (2, 2)), "ring", +1), (pad((2, 2), then=(0, 2)), "ring", -1),
                  (pad((2, 0), force=(0.2, 0.95)), "brightness", +1)],
    "circuit_kit": [(pad((0, 0), (2, 0)), "brightness", +1), (pad((0, 1), (2, 1)), "pitch", +1),
                    (pad((0, 2), (2, 2)), "ring", +1), (pad((2, 2), then=(0, 2)), "ring", -1),
                    (pad((2, 0), force=(0.2, 0.95)), "brightness", +1)],
    "log_drums": [(tap(x=(0.8, 0.25), y=(0.65, 0.3)), "pitch", +1),
                  (tap(x=(0.55, 0.95), length=(1, 1)), "level", +1)],
    "tabla_talk": [(finger(y=([(0, 0.3), (0.1, 0.3), (0.3, 0.15)], [(0, 0.3), (0.1, 0.3), (0.3, 0.5)])),
                    "pitch", +1), (tap(radius=(0.005, 0.095)), "noise", +1)],
    "weather": [(stroke, "level", +1), (HEIGHT, "brightness", +1)],
    "gravel": [(moving, "level", +1), (HEIGHT, "brightness", +1)],
    "between_stations": [(pair(((0.3, 0.5), (0.404, 0.5)), ((0.3, 0.5), (0.508, 0.5))), "noise", -1)],
    "swarm": [(NEAR, "noise", +1), (moving, "brightness", +1)],
    "tape_garden": [(PRESSURE, "tail", +1)],
    "stair_choir": [(SPREAD, "wander", +1), (COUNT, "pulse", +1), (RISE, "brightness", +1)],
    "three_against_four": [(STAND, "pulse", +1), (PRESSURE, "highs", 0)],
    "ratchet": [(moving, "swing", +1), (stroke, "pulse", +1)],
    "night_walk": [(pair(((0.5, 0.4), (0.5, 0.1)), ((0.5, 0.4), (0.5, 0.9))), "pitch", +1),
                   (sweeping, "pulse", +1)],
    "falling_cards": [(hand(turn=([(0, 0), (1, -0.25)], [(0, 0), (1, 0.25)]), window=(1.6, 4.0)), "climb",
                       +1), (PINCH, "pulse", +1), (PRESSURE, "brightness", +1)],
    "tilt_whistle": [(TILT, "pitch", +1), (device(yaw=(-0.2, 0.2)), "right", +1),
                     (device(shakes=((), ((0.8, 2.6, 1.8),))), "noise", +1)],
    "seed_shaker": [(device(shakes=((), ((0.8, 2.6, 1.8),))), "level", +1),
                    (device(roll=(-0.15, 0.15)), "right", +1)],
    "poured_water": [(TILT, "level", +1), (TILT_BACK, "level", +1)],
    "compass_rose": [(TILT, "highs", +1), (device(heading=(0.75, 0.25)), "brightness", +1),
                     (device(heading=(0.0, 0.5)), "brightness", 0)],
    "token_filters": [(token(((1, 0.1, 0.9, 0.1),), ((1, 0.1, 0.9, 0.8),)), "brightness", +1),
                      (token(((1, 0.05, 0.5, 0.3),), ((1, 0.6, 0.5, 0.3),)), "octave", +1),
                      (token(((1, 0.05, 0.5, 0.3), (2, 0.05, 0.4, 0.3)),
                             ((1, 0.05, 0.5, 0.3), (2, 0.6, 0.5, 0.3))), "octave", +1)],
    "orbit_stones": [(token(((1, 0.3, 0.5, [(0, 0), (1, -0.5)]),), ((1, 0.3, 0.5, [(0, 0), (1, 0.5)]),)),
                      "brightness", +1)],
    "lighthouse": [(token(((1, 0.2, 0.5, 0.5),), ((1, 0.2, 0.5, 0.0),)), "brightness", +1),
                   (token(((1, 0.05, 0.9, 0.3),), ((1, 0.95, 0.9, 0.3),)), "noise", +1)],
    "four_stones": [(token(((1, 0.2, 0.05, 0),), ((1, 0.2, 0.95, 0),)), "level", +1)],
    "tug_of_war": [(APART, "pitch", +1), (APART, "brightness", +1)],
    "call_and_answer": [(hurry, "tail", -1)],
    "mirror_dance": [(row, "noise", -1), (TURN, "brightness", +1)],
    "bouncing_board": [(thrown, "level", +1)],
    "clock_hands": [(held_back, "wander", -1)],
    "double_pendulum": [(spun, "wander", +1)],
    "orbits": [(near_sun, "level", 0)],
    "xylophone_rain": [(rained, "level", +1)],
    "flock_chord": [(gathered, "brightness", 0)],
    "bell_chain": [(pulled, "right", +1)],
    "air_hockey": [(struck_puck, "level", +1)],
    "ether_duet": [(pair(((0.4, 0.5), (0.6, 0.1)), ((0.4, 0.5), (0.6, 0.9))), "brightness", +1),
                   (APART, "level", -1), (circling, "wander", +1)],
    **claims_new.CLAIMS,
    **claims_learned.CLAIMS,
    **claims_relations.CLAIMS,
}


# Gestures with the same places in both: places stay pitches, because voices of one pitch could cancel each
# other.
PITCHED = {STRUCK, LAID, tapped, row, RISE, TURN}


def played(name, gesture, much):
    """The arguments of the features: the part of the sound that the gesture names, and half a second after
    its end."""
    patch = json.loads((measure.PATCHES / f"{name}.json").read_text())
    if gesture not in PITCHED:
        patch["map"]["axis"] = "none"  # so that a place does not change the pitch
    with tempfile.TemporaryDirectory() as folder:
        player = Player(name, patch["map"])
        begin, end = gesture(player, much)
        (pathlib.Path(folder) / "play.tactus").write_text(player.text(name))
        (pathlib.Path(folder) / "patch.json").write_text(json.dumps(patch))
        last = max(time for time, _, _ in player.packets)
        sound = measure.render(pathlib.Path(folder) / "patch.json", pathlib.Path(folder) / "play.tactus",
                               seconds=max(last, end) + 1.2).astype(float)
    after = sound[int((max(last, end) + 0.5) * RATE):int((max(last, end) + 1.0) * RATE)]
    return sound[int(begin * RATE):int(end * RATE)], after


def shown(name):
    """(gesture's index, feature, direction, little, much, holds) of each claim of a patch."""
    rows = []
    for place, (gesture, feature, direction) in enumerate(CLAIMS[name]):
        function, least = FEATURES[feature]
        little, much = (function(*played(name, gesture, amount)) for amount in (0, 1))
        rows.append((place, feature, direction, little, much, direction * (much - little) >= least
                     if direction else abs(much - little) >= least))
    return rows


def main():
    names = sys.argv[1:] or CLAIMS
    paths = [measure.PATCHES / f"{name}.json" for name in names]
    wrong = 0
    for name, rows in measure.every(paths, work).items():
        for place, feature, direction, little, much, holds in rows:
            print(
                f"{name:20} {place} {feature:11} {'+' if direction > 0 else '-' if direction < 0 else '~'} "
                f"{little:8.2f} {much:8.2f} {'' if holds else '  << FAILS'}", flush=True)
            wrong += not holds
    return wrong > 0


def work(path):
    return shown(path.stem)


if __name__ == "__main__":
    sys.exit(main())
