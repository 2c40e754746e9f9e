"""A program that drags files over another one's window: XDND 5, written from its specification, on Xlib."""
import ctypes
import struct
import time

CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY = 33, 30, 31
LONG = ctypes.c_ulong


class Foreign:
    """A window of another program, which takes its turns by itself."""

    def __init__(self, window):
        self.id = window

    def turn(self):
        time.sleep(0.02)


class DragSource:
    def __init__(self, screen, files, kind=b"text/uri-list"):
        self.x, self.kind, self.screen = screen.x, kind, screen
        self.content = "".join(f"{each}\r\n" for each in files).encode()
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(screen.name.encode()))
        self.x.XInternAtom.restype = self.x.XCreateSimpleWindow.restype = LONG
        self.window = self.x.XCreateSimpleWindow(self.display, screen.root, 0, 0, 9, 9, 0, LONG(0), LONG(0))
        self.told = []

    def atom(self, name):
        return self.x.XInternAtom(self.display, name, 0)

    def say(self, target, name, *words):
        """A message to a window; the first word is always who says it."""
        event = struct.pack("=iiQiiQQQii5q", CLIENT_MESSAGE, 0, 0, 1, 0, 0, target, self.atom(name), 32, 0,
                            self.window, *words, *[0] * (4 - len(words)))
        self.x.XSendEvent(self.display, LONG(target), 0, ctypes.c_long(0), event.ljust(192, b"\0"))
        self.x.XFlush(self.display)

    def hear(self):
        """Answers who asks for the files, and keeps what was told."""
        while self.x.XPending(self.display):
            event = ctypes.create_string_buffer(192)
            self.x.XNextEvent(self.display, event)
            kind = struct.unpack_from("=i", event.raw)[0]
            if kind == SELECTION_REQUEST:
                asker, selection, target, place, when = struct.unpack_from("=5Q", event.raw, 40)
                assert selection == self.atom(b"XdndSelection") and target == self.atom(self.kind)
                self.x.XChangeProperty(self.display, LONG(asker), LONG(place), LONG(target), 8, 0,
                                       self.content, len(self.content))
                answer = struct.pack("=iiQiiQ5Q", SELECTION_NOTIFY, 0, 0, 1, 0, 0, asker, selection, target,
                                     place, when)
                self.x.XSendEvent(self.display, LONG(asker), 0, ctypes.c_long(0), answer.ljust(192, b"\0"))
            elif kind == CLIENT_MESSAGE:
                name = struct.unpack_from("=Q", event.raw, 40)[0]
                self.told.append((name, struct.unpack_from("=5q", event.raw, 56)))
        self.x.XFlush(self.display)

    def until(self, window, name):
        """Turns of the window until it has said something; returns what."""
        end, atom = time.monotonic() + 60, self.atom(name)
        while True:
            window.turn()
            self.hear()
            for known, words in self.told:
                if known == atom:
                    return words
            assert time.monotonic() < end, f"the window never said {name}"

    def target(self, x, y):
        """The window that a drag over a place of the screen is told: the outermost that welcomes drags."""
        aware, found, inner = self.atom(b"XdndAware"), None, LONG(self.screen.root.value)
        while inner.value and not found:
            across, down, count = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
            here = inner.value
            self.x.XTranslateCoordinates(self.display, self.screen.root, LONG(here), x, y,
                                         ctypes.byref(across), ctypes.byref(down), ctypes.byref(inner))
            self.x.XListProperties.restype = ctypes.POINTER(LONG)
            names = self.x.XListProperties(self.display, LONG(here), ctypes.byref(count))
            found = here if aware in [names[index] for index in range(count.value)] else None
        return found

    def drop(self, window):
        """Enters, moves, drops if that is welcome; returns whether it was taken."""
        self.x.XSetSelectionOwner(self.display, LONG(self.atom(b"XdndSelection")), LONG(self.window),
                                  LONG(0))
        self.say(window.id, b"XdndEnter", 5 << 24, self.atom(self.kind))
        self.say(window.id, b"XdndPosition", 0, 300 << 16 | 300, 0, self.atom(b"XdndActionCopy"))
        if not self.until(window, b"XdndStatus")[1] & 1:
            self.say(window.id, b"XdndLeave")
            return False
        self.say(window.id, b"XdndDrop", 0, 0)
        return bool(self.until(window, b"XdndFinished")[1] & 1)

    def close(self):
        self.x.XCloseDisplay(self.display)


class DropTarget(DragSource):
    """A window of a program that takes files, at a place of the screen."""

    def __init__(self, screen, x, y, size=100):
        super().__init__(screen, [])
        self.window = self.x.XCreateSimpleWindow(self.display, screen.root, x, y, size, size, 0, LONG(0), LONG(0))
        version = LONG(5)
        self.x.XChangeProperty(self.display, LONG(self.window), LONG(self.atom(b"XdndAware")), LONG(4), 32, 0,
                               ctypes.byref(version), 1)
        self.x.XMapRaised(self.display, LONG(self.window))
        self.x.XSync(self.display, 0)
        self.names, self.taken = [], None

    def hear(self):
        """Welcomes what comes, and asks for it when it is dropped."""
        known = {self.atom(name): name for name in (b"XdndEnter", b"XdndPosition", b"XdndLeave", b"XdndDrop")}
        while self.x.XPending(self.display):
            event = ctypes.create_string_buffer(192)
            self.x.XNextEvent(self.display, event)
            kind = struct.unpack_from("=i", event.raw)[0]
            if kind == CLIENT_MESSAGE:
                name = known.get(struct.unpack_from("=Q", event.raw, 40)[0])
                words = struct.unpack_from("=5q", event.raw, 56)
                self.names.append(name)
                if name == b"XdndPosition":
                    self.say(words[0], b"XdndStatus", 1, 0, 0, self.atom(b"XdndActionCopy"))
                elif name == b"XdndDrop":
                    self.source = words[0]
                    self.x.XConvertSelection(
                        self.display, LONG(self.atom(b"XdndSelection")), LONG(self.atom(self.kind)),
                        LONG(self.atom(b"HERE")), LONG(self.window), LONG(words[2]))
            elif kind == SELECTION_NOTIFY:
                self.taken = self.property(b"HERE")
                self.say(self.source, b"XdndFinished", 1, self.atom(b"XdndActionCopy"))
        self.x.XFlush(self.display)

    def property(self, name):
        kind, form, count, left = LONG(), ctypes.c_int(), LONG(), LONG()
        content = ctypes.POINTER(ctypes.c_char)()
        self.x.XGetWindowProperty(
            self.display, LONG(self.window), LONG(self.atom(name)), ctypes.c_long(0), ctypes.c_long(1024), 1,
            LONG(0), ctypes.byref(kind), ctypes.byref(form), ctypes.byref(count), ctypes.byref(left),
            ctypes.byref(content))
        return ctypes.string_at(content, count.value)
