"""A session in which assistive programs run, and two of them: one reads and presses what windows show by AT-SPI, as screen
readers do, in a process of its own; the other is Debian's screen reader."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import tty

if __name__ != "__main__":
    from conftest import tool


class Session:
    """A D-Bus session of its own. `reader`: whether it says that a screen reader runs."""

    def __init__(self, reader=True):
        self.reader = reader
        self.folder = tempfile.TemporaryDirectory()
        self.before = {name: os.environ.get(name) for name in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")}

    def __enter__(self):
        os.environ["XDG_RUNTIME_DIR"] = self.folder.name
        read, write = os.pipe()
        # The user's own settings may say that a screen reader runs.
        self.bus = subprocess.Popen([tool("dbus-daemon"), "--session", "--nofork", f"--print-address={write}"],
                                    pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                    env={**os.environ, "GSETTINGS_BACKEND": "memory"})
        os.close(write)
        with os.fdopen(read) as pipe:
            os.environ["DBUS_SESSION_BUS_ADDRESS"] = pipe.readline().strip()
        self.call("org.a11y.Bus.GetAddress")
        if self.reader:
            self.call("org.freedesktop.DBus.Properties.Set", "org.a11y.Status", "IsEnabled", "<true>")
        return self

    def call(self, *words):
        """Calls the service of the accessibility bus, which D-Bus starts."""
        subprocess.run([tool("gdbus"), "call", "--session", "-d", "org.a11y.Bus", "-o", "/org/a11y/bus", "-m", *words],
                       check=True, stdout=subprocess.DEVNULL, timeout=60)

    def __exit__(self, *_):
        self.bus.terminate()
        self.bus.wait(60)
        for name, value in self.before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        self.folder.cleanup()


class Assistive:
    """An assistive program. What it asks of windows is answered by their own process, so a test may wait for it."""

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait(60)

    def ask(self, *words):
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def controls(self):
        """What the window shows: role, name, value, states, and the place on the screen; empty: no window."""
        return self.ask("controls")

    def named(self, name, role=None):
        """The first control of a name, or None."""
        return next((each for each in self.controls()
                     if each["name"] == name and role in (None, each["role"])), None)

    def press(self, name, role=None):
        return self.ask("press", name, role)

    def set(self, name, percent):
        return self.ask("set", name, "slider", percent)

    def focus(self, name, role=None):
        return self.ask("focus", name, role)

    def focused(self):
        """How often the keyboard has come to a control, and the role and the name of the last one."""
        return self.ask("focused")

    def heard(self):
        """The events since the last call: kind, role, name, detail."""
        return self.ask("heard")


class Orca:
    """Debian's screen reader, without a voice. It says what it says to a terminal line by line; to a file it would write it
    in blocks, the last of them at its end."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.sentences = []
        self.terminal, theirs = os.openpty()
        tty.setraw(theirs)
        # Nobody hears it: it finds no speech server, and starts none.
        silent = {"SPEECHD_ADDRESS": f"unix_socket:{self.folder.name}/none", "SPEECHD_CMD": f"{self.folder.name}/none",
                  "GSETTINGS_BACKEND": "memory", "XDG_DATA_HOME": self.folder.name, "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(
            [tool("orca"), "--replace", f"--debug-file={os.ttyname(theirs)}", "--enable=speech", "--disable=braille"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **silent})
        self.reader = threading.Thread(target=self.read)
        self.reader.start()
        self.theirs = theirs
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait(60)
        os.close(self.theirs)
        self.reader.join()
        os.close(self.terminal)
        self.folder.cleanup()

    def read(self):
        rest = b""
        while True:
            try:
                rest += os.read(self.terminal, 65536)
            except OSError:
                return  # nobody has the terminal any more
            *lines, rest = rest.split(b"\n")
            for line in lines:
                _, mark, said = line.decode(errors="replace").partition("SPEECH OUTPUT: '")
                if mark:
                    self.sentences.append(said.rpartition("'{")[0])

    def said(self, start=0):
        """What it has said so far, from a sentence on."""
        return self.sentences[start:]


def serve():
    """The other process: one request a line."""
    import pyatspi
    from gi.repository import GLib
    heard, focused = [], [0, "", ""]

    def hear(event):
        try:
            if event.type == "object:state-changed:focused" and event.detail1:
                focused[:] = [focused[0] + 1, event.source.getRoleName(), event.source.name]
            heard.append([str(event.type), event.source.getRoleName(), event.source.name, event.detail1])
        except Exception:
            pass  # it has gone meanwhile

    for kind in ("object:state-changed", "object:property-change", "object:text-changed", "window:activate"):
        pyatspi.Registry.registerEventListener(hear, kind)

    def window():
        for application in pyatspi.Registry.getDesktop(0):
            if application and application.name == "Tactus" and application.childCount:
                return application[0]
        return None

    def described(control):
        interfaces = control.get_interfaces()
        value = control.description
        if "Value" in interfaces:
            value = dict(item.split(":", 1) for item in control.getAttributes()).get("valuetext", "")
        if "Text" in interfaces:
            value = control.queryText().getText(0, -1)
        place = control.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
        states = [pyatspi.stateToString(state) for state in control.getState().getStates()]
        return {"role": control.getRoleName(), "name": control.name, "value": value, "states": states,
                "place": [place.x, place.y, place.width, place.height],
                "percent": control.queryValue().currentValue if "Value" in interfaces else None}

    def found(name, role):
        return next((each for each in window() or [] if each.name == name and role in (None, each.getRoleName())), None)

    def answer(verb, name=None, role=None, percent=None):
        if verb == "heard":
            news = list(heard)
            heard.clear()
            return news
        if verb == "focused":
            return focused
        if verb == "controls":
            return [described(each) for each in window() or []]
        control = found(name, role)
        if control is None:
            return False
        if verb == "press":
            return control.queryAction().doAction(0)
        if verb == "focus":
            return control.queryComponent().grabFocus()
        control.queryValue().currentValue = percent
        return True

    def request(source, condition):
        line = sys.stdin.readline()
        if not line:
            return pyatspi.Registry.stop()
        try:
            done = answer(*json.loads(line))
        except Exception:
            done = False if "controls" not in line else []  # what was shown has changed meanwhile
        print(json.dumps(done), flush=True)
        return True

    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, request)
    pyatspi.Registry.start()


if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    serve()
