"""What fingers do in the claims of patches: a function plays its gesture little (0) or much (1) and returns
the part of the sound to measure, in seconds."""


def finger(**ways):
    """One finger for three seconds; each of x, y, p and radius as (little, much), or as one curve for
    both."""
    def play(p, much):
        at = {"x": 0.4, "y": 0.5, "p": 0.6} | {key: way[much] for key, way in ways.items()}
        p.finger(0.2, 3.2, at.pop("x"), at.pop("y"), at.pop("p"), **at)
        return 0.9, 3.1
    return play


def tap(**ways):
    def play(p, much):
        at = {"x": 0.5, "y": 0.5, "p": 0.6, "length": 0.15} | {key: way[much] for key, way in ways.items()}
        p.finger(0.2, 0.2 + at.pop("length"), at.pop("x"), at.pop("y"), at.pop("p"), **at)
        return 0.2, 0.8
    return play


def pad(first, second=None, force=(0.7, 0.7), then=None):
    """A pad of a kit of four times four, or another one; or the same, and soon after it a further one."""
    def play(player, much):
        column, row = second if much and second else first
        player.finger(0.2, 0.3, (column + 0.5) / 4, (row + 0.5) / 4, force[much])
        if then and much:
            player.finger(0.35, 0.45, (then[0] + 0.5) / 4, (then[1] + 0.5) / 4, force[much])
        return 0.2, 0.8
    return play


def pair(*places, p=0.6, second=0.3, begin=1.2):
    """Two fingers that do not move, the second a little later: their places little and much."""
    def play(player, much):
        for number, (x, y) in enumerate(places[much]):
            player.finger(0.2 + second * number, 4.2 + 0.01 * number, x, y, p)
        return begin, 4.0
    return play


def hand(window=(2.6, 4.0), **ways):
    """A hand for four seconds; a tuple is (little, much)."""
    def play(player, much):
        at = {"count": 3, "size": 0.2, "turn": 0.0, "x": 0.5, "y": 0.5, "stagger": 0.02, "p": 0.6}
        at |= {key: way[much] if isinstance(way, tuple) else way for key, way in ways.items()}
        player.hand(0.2, 4.2, at["count"], at["x"], at["y"], at["size"], at["turn"], at["p"], at["stagger"],
                    lift=0.01)
        return window
    return play


def device(window=(1.0, 3.4), **ways):
    """A hand that does not move, and a device that is held in one way or another."""
    def play(player, much):
        player.device(0.0, 3.6, **{key: way[much] for key, way in ways.items()})
        player.hand(0.2, 3.5, 3, 0.5, 0.5, 0.15)
        return window
    return play


def macro(number):
    """A hand that does not move, and a macro at 0 or 1."""
    def play(player, much):
        player.macro(number, 0.0, 0.2, float(much))
        player.hand(0.4, 4.2, 3, 0.5, 0.5, 0.15, 0.0, 0.5, 0.02, lift=0.01)
        return 2.0, 4.0
    return play


def token(*ways, at=(0.6, 0.5)):
    """Objects as (number, x, y, angle), little and much, and one finger."""
    def play(player, much):
        for number, x, y, angle in ways[much]:
            player.token(number, 0.05, 4.0, x, y, angle)
        player.finger(0.4, 3.9, *at, 0.6)
        return 1.2, 3.8
    return play


def away(player, much):
    player.finger(0.2, 3.2, [(0, 0.3), (0.6, 0.3 + (0.02, 0.4)[much])], 0.5, 0.6)
    return 1.2, 3.1


def stroke(player, much):
    """A finger that goes up and down, slowly or eight times as fast."""
    beat = (2.4, 0.3)[much]
    player.finger(0.2, 3.2, 0.4,
                  [(step * beat, 0.35 + 0.3 * (step % 2)) for step in range(int(3 / beat) + 2)], 0.6)
    return 0.9, 3.1


def moving(player, much):
    """A finger that does not move, or goes up and down."""
    player.finger(0.2, 3.2, 0.4, [(step * 0.3, 0.35 + 0.3 * (step % 2)) for step in range(12)] if much
                  else 0.5, 0.7)
    return 1.2, 3.1


def age(player, much):
    player.finger(0.2, 8.2, 0.4, 0.5, 0.6)
    return (6.5, 8.1) if much else (0.8, 1.6)


def hurry(player, much):
    """A second tap late, or soon after the first."""
    gap = (1.2, 0.12)[much]
    player.tap(0.3, 0.4, 0.5, 0.6, 0.05)
    player.finger(0.3 + gap, 0.5 + gap, 0.55, 0.5, 0.6)
    return 0.3 + gap, 0.8 + gap


def together(seconds):
    """Three fingers one after the other, or at once; the measured part begins with the last."""
    def play(player, much):
        for place in range(3):
            player.finger(0.2 + (0.3, 0.002)[much] * place, 2.6, 0.3 + 0.2 * place, 0.5, 0.7)
        begin = 0.2 if much else 0.8
        return begin, begin + seconds
    return play


def thrown(p, much):
    """A key that is held, and a ball that lies on the floor or is held up in the room."""
    p.finger(0.2, 4.0, 0.5, 0.2, 0.6)
    if much:
        p.finger(1.0, 3.9, 0.175, [(0, 0.45), (0.6, 0.95)], 0.6)
    return 2.4, 3.8


def spun(p, much):
    """A note, and the lower weight as it hangs or pulled up and let go."""
    p.finger(0.2, 4.0, 0.5, 0.2, 0.6)
    if not much:
        p.finger(0.3, 4.0, 0.69, 0.81, 0.6)
    return 1.0, 3.8


def gathered(p, much):
    """A key, and a finger that draws the flock together, or none."""
    p.finger(0.2, 5.0, 0.5, 0.2, 0.6)
    if much:
        p.finger(0.3, 5.0, 0.5, 0.7, 0.6)
    return 2.0, 4.8


def rained(p, much):
    """A finger that rests for a moment or for long."""
    p.finger(0.2, (0.4, 4.0)[much], 0.5, 0.8, 0.8)
    return 1.0, 3.8


def held_back(p, much):
    """A chord, and the block that runs round, or a finger that holds it in the dark half."""
    p.finger(0.2, 5.0, 0.5, 0.2, 0.6)
    if much:
        p.finger(0.02, 5.0, [(0, 0.51), (0.4, 0.2)], [(0, 0.9), (0.4, 0.95)], 0.6)
    return 1.2, 4.8


def struck_puck(p, much):
    """A mallet beside the puck that stands still, or that drives it."""
    for place in range(5 if much else 1):
        way = [(step * 0.4, 0.2 + 0.6 * ((step + place) % 2)) for step in range(10)]
        p.finger(0.1, 4.0, 0.3 + 0.1 * place, way if much else 0.95, 0.6)
    return 0.5, 3.9


def pulled(p, much):
    """A note, and the bell as it hangs, or a finger that holds it at the right."""
    p.finger(0.2, 5.0, 0.5, 0.2, 0.6)
    if much:
        p.finger(0.02, 5.0, [(0, 0.875), (0.3, 0.95)], 0.95, 0.6)
    else:
        p.finger(0.02, 5.0, [(0, 0.875), (0.8, 0.15)], [(0, 0.95), (0.8, 0.8)], 0.6)
    return 2.5, 4.8


def near_sun(p, much):
    """A chord; the inner planet runs, or is held far from the sun."""
    p.finger(0.2, 5.0, 0.5, 0.2, 0.6)
    if not much:
        p.finger(0.02, 5.0, [(0, 0.675), (0.3, 0.95)], [(0, 0.71), (0.3, 0.95)], 0.6)
    return 1.2, 4.8


def storm(player, much):
    """One tap, long after another one or after many."""
    for place in range(15 if much else 1):
        player.tap(0.2 + place * 0.11, 0.3 + 0.4 * (place % 2), 0.5, 0.6, 0.06)
    player.tap(2.0, 0.5, 0.5, 0.6, 0.1)
    return 2.0, 2.4


def tapped(player, much):
    """Three taps, one after the other or at once."""
    for place in range(3):
        player.finger(0.2 + (0.3, 0.002)[much] * place, 0.32 + (0.3, 0.002)[much] * place, 0.3 + 0.2 * place,
                      0.5, 0.7)
    return (0.2, 0.45) if much else (0.8, 1.05)


def press_later(player, much):
    player.finger(0.2, 2.2, 0.45, 0.5, [(0, 0.5), (0.08, 0.5), (0.2, (0.05, 1.0)[much])])
    return 0.45, 1.0


def row(player, much):
    """Four fingers, crooked or in one line."""
    for place in range(4):
        player.finger(0.2, 4.2, 0.2 + 0.2 * place, 0.5 + (0 if much else (0.3, -0.3)[place % 2]), 0.6)
    return 1.2, 4.0


def circling(player, much):
    player.finger(0.2, 4.2, 0.5, 0.5, 0.6)
    player.hand(0.3, 4.2, 1, 0.5, 0.5, 0.2, turn=[(0, 0), (4, (0.05, 4)[much])], p=0.6)
    return 1.2, 4.0


def sweeping(player, much):
    """A hand that does not move, or goes from side to side."""
    way = [(step * 0.4, 0.35 + 0.3 * (step % 2)) for step in range(11)] if much else 0.5
    player.hand(0.2, 4.2, 3, way, 0.5, 0.15, p=0.6, stagger=0.02)
    return 1.2, 4.0


STRUCK, LAID = together(0.25), together(1.0)
PRESSURE, HEIGHT = finger(p=(0.15, 0.95)), finger(y=(0.1, 0.9))
STRIKE = tap(p=(0.2, 0.95))
APART = pair(((0.45, 0.5), (0.55, 0.5)), ((0.12, 0.5), (0.88, 0.5)))
SPREAD = hand(size=(0.05, 0.32))
COUNT = hand(count=(1, 5))
STAND = hand(x=(0.2, 0.8))
RISE = hand(y=(0.2, 0.8), size=0.1)
TURN = hand(turn=([(0, 0), (2, -0.25)], [(0, 0), (2, 0.25)]))
PINCH = hand(size=([(0, 0.15), (2, 0.05)], [(0, 0.15), (2, 0.36)]))
LONG = tap(p=(0.2, 0.95), length=(1.2, 1.2))
NEAR = pair(((0.12, 0.5), (0.88, 0.5)), ((0.47, 0.5), (0.53, 0.5)))
RIM = tap(x=(0.5, 0.95))
TILT, TILT_BACK = device(pitch=(0.0, 0.2)), device(pitch=(0.0, -0.2))
