"""The controllers of fingers, objects and devices, in numpy and float64, from the same events.

Written from docs/controllers.md: places are replayed event by event, and each controller is its formula."""
import collections
import json
import math
import sys

import numpy as np

from touch_parts import Finger, H, Rate, W, hull, turns


class World:
    def __init__(self):
        self.fingers, self.serial, self.last_begin = {}, 0, None
        self.before, self.rotation, self.scale = {}, 0.0, 0.0
        self.rotation_speed, self.scale_speed = Rate(0), Rate(0)
        self.steps, self.begins, self.group_began = [], [], 0.0
        self.hold, self.hold_at = 0.0, 0.0
        self.held = collections.defaultdict(float)
        self.tokens, self.device = {}, {}
        self.shake, self.shake_at, self.accel_heard, self.gravity_heard = 0.0, 0.0, -9.0, -9.0
        self.transport, self.controls = None, {}

    # Means and sums over the live fingers
    def sums(self):
        n = len(self.fingers)
        v = [f.velocity.value for f in self.fingers.values()]
        speeds = [np.linalg.norm(x) for x in v]
        pressure = sum(f.pressure for f in self.fingers.values())
        if not n:
            return np.array([0, 0, 0, 0, 0.0])
        return np.array([*(sum(v) / n), sum(speeds) / n, sum(speeds), pressure])

    def motion(self, now):
        common = [k for k in self.before if k in self.fingers and self.fingers[k].serial == self.before[k][0]]
        if len(common) >= 2:
            r = np.array([self.before[k][1] for k in common])
            q = np.array([self.fingers[k].p for k in common])
            r, q = r - r.mean(0), q - q.mean(0)
            turned = math.atan2((r[:, 0] * q[:, 1] - r[:, 1] * q[:, 0]).sum(), (r * q).sum()) / (2 * math.pi)
            scaled = math.log2((q**2).sum() / (r**2).sum()) / 2
            self.rotation += turned
            self.scale += scaled
            self.rotation_speed.add(turned, now)
            self.scale_speed.add(scaled, now)
        self.before = {k: (f.serial, f.p) for k, f in self.fingers.items()}
        if len(self.fingers) < 2:
            self.rotation_speed, self.scale_speed = Rate(now), Rate(now)

    def population(self, now, was, begins):
        after = self.sums()
        step = was - after
        step[3:] = np.maximum(step[3:], 0)
        self.steps.append((now, step))
        n_before = len(self.fingers) + (-1 if begins else 1)
        self.hold = n_before + (self.hold - n_before) * math.exp(self.hold_at - now)
        self.hold_at = now
        if begins:
            self.begins.append(now)
        self.motion(now)

    def event(self, now, kind, source, ident, x, y, pressure, radius):
        key = (source, ident)
        finger = self.fingers.get(key)
        if kind in (1, 2, 3):
            was = self.sums()
            if kind == 1 or finger is None:
                self.serial += 1
                finger = self.fingers[key] = Finger(now, (x, y), self.serial)
                finger.interval = 0 if self.last_begin is None else now - self.last_begin
                self.last_begin = now
                self.shape(finger, pressure, radius)
                if len(self.fingers) == 1:
                    self.rotation = self.scale = 0.0
                    self.group_began = now
                self.population(now, was, True)
                return
            if not math.isnan(x):
                old = finger.p
                finger.xy = (x, y)
                finger.path += np.linalg.norm(finger.p - old)
                finger.velocity.add(finger.p - old, now)
            self.shape(finger, pressure, radius)
            if kind == 3:
                del self.fingers[key]
                self.population(now, was, False)
                if not self.fingers:
                    self.rotation = self.scale = 0.0
        elif kind == 5 and finger:
            finger.aspect, finger.orientation = x, y % 0.5
        elif kind in (6, 7):
            self.token(now, kind, key, x, y, pressure, radius)
        elif kind == 8:
            self.motion_sensor(now, ident, [x, y, pressure])
        elif kind == 9:
            self.device[f"pad_axis_{ident}" if ident <= 6 else f"pad_button_{ident - 100}"] = x

    def shape(self, finger, pressure, radius):
        finger.pressure = finger.pressure if math.isnan(pressure) else pressure
        finger.radius = finger.radius if math.isnan(radius) else radius

    def token(self, now, kind, key, x, y, angle, cls):
        slot = next((s for s, t in self.tokens.items() if t["key"] == key and t["here"]), None)
        if kind == 7:
            self.tokens[slot].update(here=False)
            return
        p = np.array([x * W, y * H])
        if slot is None:
            free = [s for s in range(1, 17) if not self.tokens.get(s, {"here": False})["here"]]
            slot = int(cls) if cls in free else free[0]
            self.tokens[slot] = dict(key=key, here=True, xy=(x, y), p=p, angle=angle, turns=0.0,
                                     spin=Rate(now),
                                     speed=Rate(now, 2))
            return
        t = self.tokens[slot]
        turned = (angle - t["angle"] + 0.5) % 1 - 0.5
        t["speed"].add(p - t["p"], now)
        t["spin"].add(turned, now)
        t.update(xy=(x, y), p=p, angle=angle, turns=t["turns"] + turned)

    def motion_sensor(self, now, sensor, values):
        self.shaken(now)
        names = {1: ["pitch", "roll", "yaw"], 6: ["heading"]}
        for number, name in ((2, "accel"), (3, "gravity"), (4, "gyro"), (5, "magnet")):
            names[number] = [f"{name}_{axis}" for axis in "xyz"]
        for name, value in zip(names[sensor], values):
            self.device["motion_" + name] = value
        if sensor == 2:
            self.accel_heard = now
        if sensor == 3:
            self.gravity_heard = now

    def shaken(self, now):
        d = self.device
        force = 0.0
        if now - self.accel_heard <= 2 and "motion_accel_x" in d:
            accel = np.array([d[f"motion_accel_{axis}"] for axis in "xyz"])
            gravity = np.array([d.get(f"motion_gravity_{axis}", 0) for axis in "xyz"])
            known = now - self.gravity_heard <= 2
            force = np.linalg.norm(accel - gravity) if known else abs(np.linalg.norm(accel) - 1)
        self.shake += -math.expm1(-(now - self.shake_at) / 0.2) * (force - self.shake)
        self.shake_at = now

    # Values
    def angle(self, held, name, dx, dy, least=0.0):
        if math.hypot(dx, dy) > max(least, 1e-6):
            held[name] = turns(dx, dy)
        return held[name]

    def finger_values(self, finger, now, order):
        finger.velocity.settle(now)
        others = [f for f in order if f is not finger]
        p, h, out = finger.p, finger.held, {}
        i = order.index(finger)
        centroid = np.mean([f.p for f in order], axis=0)
        v = finger.velocity.value

        def relate(name, q):
            out[f"touch_distance_{name}"] = np.linalg.norm(p - q)
            out[f"touch_angle_{name}"] = self.angle(h, name, *(p - q))

        relate("to_center", np.array([W / 2, H / 2]))
        relate("from_start", finger.p0)
        relate("to_centroid", centroid)
        if i:
            relate("to_previous", order[i - 1].p)
            relate("to_first", order[0].p)
        else:
            for name in ("previous", "first"):
                out[f"touch_distance_to_{name}"] = out[f"touch_angle_to_{name}"] = 0
                h[f"to_{name}"] = 0
        for slot in (1, 2, 3, 4):
            if self.tokens.get(slot, {"here": False})["here"]:
                relate(f"to_token_{slot}", self.tokens[slot]["p"])
            else:
                out[f"touch_distance_to_token_{slot}"] = out[f"touch_angle_to_token_{slot}"] = 0
        here = [t["p"] for t in self.tokens.values() if t["here"]]
        if here:
            relate("to_nearest_token", min(here, key=lambda q: np.linalg.norm(p - q)))
        else:
            out["touch_distance_to_nearest_token"] = out["touch_angle_to_nearest_token"] = 0
        vertex = 0.0
        if len(order) >= 3:
            a, b = order[i - 1].p - p, order[(i + 1) % len(order)].p - p
            vertex = math.acos(np.clip(a @ b / np.linalg.norm(a) / np.linalg.norm(b), -1, 1)) / (2 * math.pi)
        x, y = finger.xy
        out.update(
            touch_x=x, touch_y=y, touch_timbre=y, touch_start_x=finger.start[0],
            touch_start_y=finger.start[1],
            touch_x_from_start=x - finger.start[0], touch_y_from_start=y - finger.start[1],
            touch_distance_to_edge=min(x * W, (1 - x) * W, y * H, (1 - y) * H),
            touch_distance_to_nearest=min([np.linalg.norm(p - f.p) for f in others], default=0),
            touch_vertex_angle=vertex, touch_speed=np.linalg.norm(v), touch_speed_x=v[0], touch_speed_y=v[1],
            touch_direction=self.angle(h, "direction", *v, least=0.02),
            touch_acceleration=finger.velocity.acceleration, touch_path_length=finger.path,
            touch_age=now - finger.began, touch_interval=finger.interval, touch_pressure=finger.pressure,
            touch_radius=finger.radius, touch_aspect=finger.aspect, touch_orientation=finger.orientation,
            touch_order=i, touch_release_velocity=min(np.linalg.norm(v), 1))
        return out

    def direct(self, now):
        """The direction is held, so every tick counts."""
        for f in self.fingers.values():
            f.velocity.settle(now)
        glide = sum([s * (1 - (now - t) / 0.15) for t, s in self.steps[-40:] if now - t < 0.15], np.zeros(5))
        self.angle(self.held, "direction", *(self.sums() + glide)[:2], least=0.02)

    def group_values(self, now, order):
        n, h, out = len(order), self.held, {}
        for f in order:
            f.velocity.settle(now)
        self.rotation_speed.settle(now)
        self.scale_speed.settle(now)
        glide = sum([s * (1 - (now - t) / 0.15) for t, s in self.steps if now - t < 0.15], np.zeros(5))
        plain = self.sums()
        vx, vy, mean, total, pressure = plain + glide
        out.update(
            group_count=n, group_total_speed=total, group_mean_speed=mean, group_pressure_sum=pressure,
            group_pressure_mean=plain[4] / max(n, 1),
            group_max_speed=max([np.linalg.norm(f.velocity.value) for f in order], default=0),
            group_centroid_speed=math.hypot(vx, vy),
            group_centroid_direction=self.angle(h, "direction", vx, vy, least=0.02),
            group_rotation=self.rotation, group_scale=self.scale,
            group_rotation_speed=self.rotation_speed.value[0],
            group_scale_speed=self.scale_speed.value[0],
            group_touch_rate=sum(math.exp(t - now) for t in self.begins),
            group_hold_rate=n + (self.hold - n) * math.exp(self.hold_at - now),
            group_age=now - self.group_began if n else 0,
            group_mean_age=np.mean([now - f.began for f in order]) if n else 0,
            group_synchrony=1 / (1 + np.std([f.began for f in order]) / 0.05) if n > 1 else 0)
        names = (
            "centroid_distance centroid_angle width height hull_area hull_perimeter spread spread_max "
            "pair_mean "
                 "pair_min pair_max alignment axis_angle")
        if not n:
            out.update({f"group_{name}": 0 for name in names.split()}, group_centroid_x=0.5,
                       group_centroid_y=0.5)
            h["angle"] = h["axis"] = 0
            return out
        p = np.array([f.p for f in order])
        m = p.mean(0)
        away = np.linalg.norm(p - m, axis=1)
        pairs = [np.linalg.norm(p[i] - p[j]) for i in range(n) for j in range(i)] or [0]
        area, perimeter = hull(p)
        axis, alignment = 0.0, 0.0
        if n > 1:
            values, vectors = np.linalg.eigh(np.cov(p.T, bias=True))
            alignment = 1 - values[0] / values[1]
            if alignment > 1e-4:
                h["axis"] = turns(*vectors[:, 1]) % 0.5
            axis = h["axis"]
        d = m - np.array([W / 2, H / 2])
        out.update(
            group_centroid_x=m[0] / W, group_centroid_y=m[1] / H, group_centroid_distance=np.linalg.norm(d),
            group_centroid_angle=self.angle(h, "angle", *d), group_width=np.ptp(p[:, 0]) / W,
            group_height=np.ptp(p[:, 1]) / H, group_hull_area=area / W / H, group_hull_perimeter=perimeter,
            group_spread=away.mean(), group_spread_max=away.max(), group_pair_mean=np.mean(pairs),
            group_pair_min=min(pairs), group_pair_max=max(pairs), group_alignment=alignment,
            group_axis_angle=axis)
        return out

    def thing_values(self, now):
        out = dict(self.device)
        self.shaken(now)
        out["motion_shake"] = self.shake
        for slot, t in self.tokens.items():
            t["speed"].settle(now)
            t["spin"].settle(now)
            here = t["here"]
            out.update({f"token_{slot}_{k}": v for k, v in dict(
                present=int(here), x=t["xy"][0], y=t["xy"][1], turns=t["turns"],
                **{"facing" if slot > 4 else "angle": t["angle"] % 1},
                rotation_speed=t["spin"].value[0] * here, speed=np.linalg.norm(t["speed"].value)
                * here).items()})
        for a in (1, 2, 3):
            for b in range(a + 1, 5):
                both = all(self.tokens.get(s, {"here": False})["here"] for s in (a, b))
                d = self.tokens[b]["p"] - self.tokens[a]["p"] if both else np.zeros(2)
                out[f"token_{a}{b}_distance"] = np.linalg.norm(d)
                out[f"token_{a}{b}_angle"] = turns(*d) if both else 0
        here = np.array([t["p"] for t in self.tokens.values() if t["here"]])
        if len(here):
            apart = np.linalg.norm(here[:, None] - here, axis=2)[np.triu_indices(len(here), 1)]
            out.update(token_count=len(here), token_pair_min=min(apart, default=0),
                       token_spread=np.linalg.norm(here - here.mean(axis=0), axis=1).mean())
        for number, value in self.controls.items():
            out[f"midi_cc_{number}"] = value / 127
        if 64 in self.controls:
            out["midi_sustain"] = self.controls[64] / 127
        if self.transport:
            at, speed, tempo, bar, bar_beat, per_bar = self.transport
            beats = bar_beat + speed * tempo / 60 * (now - at)
            out.update(host_beat_phase=(bar * per_bar + beats) % 1, host_bar_phase=beats / per_bar % 1,
                       host_tempo=tempo)
        return out


CYCLIC = ("_angle", "_direction", "_facing", "_phase")


def main():
    bad, count = 0, 0
    seen = collections.Counter()
    specs = {}
    for line in open(sys.argv[1]):
        case = json.loads(line)
        if "specs" in case:
            specs = case["specs"]
            continue
        rate, world = case["rate"], World()
        feed = sorted([(e[0], "event", e[1:]) for e in case["events"]]
                      + [(c[0], "control", c[1:]) for c in case["controls"]]
                      + [(t[0], "transport", t[1:]) for t in case["transport"]], key=lambda item: item[0])
        at = tick = 0
        for query in case["queries"]:
            while at < len(feed) and feed[at][0] <= query["frame"]:
                frame, what, words = feed[at]
                while tick < frame:
                    world.direct(tick / rate)
                    tick += 32
                now = frame / rate
                if what == "event":
                    world.event(now, *words)
                elif what == "control":
                    world.controls[words[0]] = words[1]
                else:
                    world.transport = (now, *words)
                at += 1
                if at == len(feed) or feed[at][0] != frame:
                    world.motion(now) if any(e[0] == frame and e[1] in (1, 2, 3)
                                             for e in case["events"]) else None
                    order = sorted(world.fingers.values(), key=lambda f: f.serial)
                    world.group_values(now, order)  # held angles are updated at every evaluation
                    for f in order:
                        world.finger_values(f, now, order)
            while tick < query["frame"]:
                world.direct(tick / rate)
                tick += 32
            now = query["frame"] / rate
            order = sorted(world.fingers.values(), key=lambda f: f.serial)
            wanted = [("all", {**world.group_values(now, order), **world.thing_values(now)}, query["shared"])]
            wanted += [(f.serial, world.finger_values(f, now, order), query["touches"][str(f.serial)])
                       for f in order]
            if len(order) != len(query["touches"]):
                print(
                    f"{case['name']} at {query['frame']}: {len(query['touches'])} touches, {len(order)} "
                    f"expected")
                bad += 1
            for who, expected, got in wanted:
                for symbol, value in expected.items():
                    full, rest = specs[symbol]
                    apart = abs(got[symbol] - value)
                    if symbol.endswith(CYCLIC) or "_angle_" in symbol:
                        cycle = 0.5 if symbol == "group_axis_angle" else 1
                        apart = min(apart, abs(cycle - apart))
                    count += 1
                    if abs(value - rest) > 1e-3 * full:
                        seen[symbol] += 1
                    if not apart <= 3e-4 * full:
                        bad += 1
                        if bad < 25:
                            print(
                                f"{case['name']} at {query['frame']}, {who}: {symbol} is {got[symbol]}, not "
                                f"{value}")
    print(f"{count} values of {len(seen)} controllers away from rest, {bad} wrong")
    with open(sys.argv[2], "w") as out:
        json.dump(sorted(seen), out)
    return int(bad > 0)


sys.exit(main())
