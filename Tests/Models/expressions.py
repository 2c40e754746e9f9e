"""User expressions evaluated by Python: the same text, Python's own grammar, float64."""
import ast
import json
import math
import sys


def on_surface(x, y, a=4 / 3):
    return a * x / math.hypot(a, 1), y / math.hypot(a, 1)


def names(v):
    x, y = on_surface(v["touch_x"], v["touch_y"])
    away, turn = v["touch_distance_from_start"], 2 * math.pi * v["touch_angle_from_start"]
    return dict(
        v, touch=(x, y), start=(x - away * math.cos(turn), y - away * math.sin(turn)),
        center=on_surface(0.5, 0.5),
        centroid=on_surface(v["group_centroid_x"], v["group_centroid_y"]), min=min, max=max, abs=abs,
        clamp=lambda x, lo, hi: min(max(x, lo), hi), sqrt=lambda x: math.sqrt(max(x, 0)),
        pow=lambda x, y: 0 if x <= 0 else max(x, 1e-9) ** y, exp2=lambda x: 2.0**x,
        log2=lambda x: math.log2(max(x, 1e-9)), sin=lambda x: math.sin(2 * math.pi * x),
        cos=lambda x: math.cos(2 * math.pi * x), floor=math.floor, fract=lambda x: x - math.floor(x),
        mix=lambda a, b, t: a + (b - a) * t, choose=lambda c, a, b: a if c > 0.5 else b, distance=math.dist,
        angle=lambda p, q: math.atan2(p[1] - q[1], p[0] - q[0]) / (2 * math.pi) % 1,
        divide=lambda a, b: 0 if b == 0 else a / b)


class Ours(ast.NodeTransformer):
    """A division by 0 gives 0."""

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.Div):
            return ast.Call(ast.Name("divide", ast.Load()), [node.left, node.right], [])
        return node


def main():
    bad = count = 0
    for line in open(sys.argv[1]):
        case = json.loads(line)
        tree = ast.fix_missing_locations(Ours().visit(
            ast.parse(case["text"].replace("if(", "choose("), mode="eval")))
        code = compile(tree, case["text"], "eval")
        for values, result in zip(case["values"], case["results"]):
            count += 1
            expected = min(max(float(eval(code, names(values))), 0), 1)
            apart = abs(expected - result)
            if case["isAngle"]:
                apart = min(apart, 1 - apart)
            if not apart <= 2e-5:
                bad += 1
                if bad < 10:
                    print(f"{case['text']}: {result}, Python says {expected}")
    print(f"{count} values of expressions, {bad} wrong")
    return int(bad > 0 or count < 1000)


sys.exit(main())
