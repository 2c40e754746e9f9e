"""serialosc as a simulation: the server at port 12002 and grids with ports of their own, by the published protocol
(monome.org/docs/serialosc/osc). Nothing waits here: `pump` answers what has come."""
import select
import socket

from osc import message, messages

SERVER = 12002


def _socket(port=0):
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.bind(("127.0.0.1", port))
    made.setblocking(False)
    return made


class Grid:
    """One grid: its settings, and its lights as a list of rows from the top. One without levels takes bits only."""

    def __init__(self, name, columns=16, rows=8, has_levels=True):
        self.name, self.columns, self.rows, self.has_levels = name, columns, rows, has_levels
        self.socket = _socket()
        self.port = self.socket.getsockname()[1]
        self.host, self.destination, self.prefix, self.rotation = "127.0.0.1", 8000, "/monome", 0
        self.lights = [[0] * columns for _ in range(rows)]
        self.refused, self.received = [], []

    def close(self):
        self.socket.close()

    def send(self, address, *arguments, to=None):
        self.socket.sendto(message(address, *arguments), to or (self.host, self.destination))

    def key(self, x, y, state):
        self.send(self.prefix + "/grid/key", x, y, state)

    def press(self, x, y):
        self.key(x, y, 1)
        self.key(x, y, 0)

    def handle(self, address, *arguments):
        self.received.append([address, *arguments])
        kinds = [type(each) for each in arguments]
        if address == "/sys/port" and kinds == [int]:
            before, self.destination = self.destination, arguments[0]
            self.send("/sys/port", self.destination, to=(self.host, before))
            self.send("/sys/port", self.destination)
        elif address == "/sys/host" and kinds == [str]:
            self.host = arguments[0]
            self.send("/sys/host", self.host)
        elif address == "/sys/prefix" and kinds == [str]:
            self.prefix = arguments[0]
            self.send("/sys/prefix", self.prefix)
        elif address == "/sys/info" and kinds == [str, int]:
            self.info(arguments)
        elif address == self.prefix + "/grid/led/all" and kinds == [int]:
            self.fill(0, 0, [[15 * (arguments[0] != 0)] * self.columns] * self.rows)
        elif address == self.prefix + "/grid/led/map" and kinds == [int] * 10:
            left, top, *rows = arguments
            self.fill(left, top, [[15 * (row >> bit & 1) for bit in range(8)] for row in rows])
        elif address == self.prefix + "/grid/led/level/map" and kinds == [int] * 66 and self.has_levels:
            left, top, *levels = arguments
            assert all(0 <= level <= 15 for level in levels), levels
            self.fill(left, top, [levels[at:at + 8] for at in range(0, 64, 8)])
        else:
            self.refused.append([address, *arguments])

    def info(self, to):
        for word, *values in (("id", self.name), ("size", self.columns, self.rows), ("host", self.host),
                              ("port", self.destination), ("prefix", self.prefix), ("rotation", self.rotation)):
            self.send("/sys/" + word, *values, to=tuple(to))

    def fill(self, left, top, rows):
        assert left % 8 == 0 and top % 8 == 0, (left, top)
        for y, row in enumerate(rows):
            for x, level in enumerate(row):
                if left + x < self.columns and top + y < self.rows:
                    self.lights[top + y][left + x] = level


class Serialosc:
    """The server and the grids that are plugged in, for use with `with`."""

    def __init__(self, *grids):
        self.grids, self.receivers, self.received = list(grids), [], []
        self.socket = _socket(SERVER)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
        for grid in self.grids:
            grid.close()

    def send(self, to, address, *arguments):
        self.socket.sendto(message(address, *arguments), to)

    def pump(self, seconds=0):
        """Handles what has come to the server and the grids; waits so long for the first packet."""
        waits = seconds
        while True:
            sockets = {self.socket: self, **{grid.socket: grid for grid in self.grids}}
            ready = select.select(list(sockets), [], [], waits)[0]
            waits = 0
            if not ready:
                return
            for each in ready:
                for words in messages(each.recv(65536)):
                    sockets[each].handle(*words)

    def handle(self, address, *arguments):
        self.received.append([address, *arguments])
        if address == "/serialosc/list":
            for grid in self.grids:
                self.send(arguments, "/serialosc/device", grid.name, "monome", grid.port)
        elif address == "/serialosc/notify":
            self.receivers.append(arguments)

    def notify(self, word, grid):
        """Tells all who wanted the next change, once."""
        for receiver in self.receivers:
            self.send(receiver, "/serialosc/" + word, grid.name, "monome", grid.port)
        self.receivers = []

    def plug(self, grid):
        self.grids.append(grid)
        self.notify("add", grid)

    def unplug(self, grid, says_so=True):
        """Ends a grid's process; without a word, as one that has crashed together with its server."""
        self.grids.remove(grid)
        grid.close()
        if says_so:
            self.notify("remove", grid)
