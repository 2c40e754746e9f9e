"""An X server with a touch screen that a program touches: Xorg without hardware, with its driver
`inputtest`."""
import ctypes
import os
import pathlib
import socket
import struct
import subprocess
import time

from conftest import tool
from window import Screen

CONFIG = """
Section "ServerLayout"
  Identifier "layout"
  Screen "screen"
  InputDevice "touch"
  InputDevice "pen"
EndSection
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoAddGPU" "false"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 32768
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5-1000
  VertRefresh 5-200
  Modeline "1600x1000" 132.25 1600 1696 1864 2128 1000 1003 1009 1038
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "1600x1000"
  EndSubSection
EndSection
Section "InputDevice"
  Identifier "touch"
  Driver "inputtest"
  Option "SocketPath" "%s"
  Option "DeviceType" "Touch"
  Option "TouchCount" "10"
EndSection
Section "InputDevice"
  Identifier "pen"
  Driver "inputtest"
  Option "SocketPath" "%s"
  Option "DeviceType" "PointerAbsoluteProximity"
  Option "PointerHasPressure" "true"
EndSection
"""
WIDTH, HEIGHT = 1600, 1000
HELLO, WAIT, MOTION, BUTTON, TOUCH = 0, 1, 2, 4, 6
BEGIN, MOVE, END = 18, 19, 20  # XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd


class TouchScreen(Screen):
    """A screen of 1600 × 1000 pixels with ten fingers at most. Only root may start its server."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        super().__init__()
        self.fingers, self.tablet = self.connect("touch"), self.connect("pen")

    def connect(self, name):
        path = self.folder / f"{name}.sock"
        end = time.monotonic() + 60
        while not path.exists():
            assert time.monotonic() < end, f"the server has no {name}"
            time.sleep(0.05)
        device = socket.socket(socket.AF_UNIX)
        device.connect(str(path))
        device.sendall(struct.pack("<IIHH", 12, HELLO, 1, 1))
        length, _ = struct.unpack("<II", device.recv(8))
        device.recv(length - 8)
        return device

    def start(self, write, size):
        config = self.folder / "xorg.conf"
        config.write_text(CONFIG % (self.folder / "touch.sock", self.folder / "pen.sock"))
        return subprocess.Popen(
            [tool("Xorg"), "-displayfd", str(write), "-config", config, "-logfile", self.folder / "xorg.log",
             "-nolisten", "tcp", "-noreset", "-novtswitch", "-sharevts", "-keeptty"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @staticmethod
    def send(device, kind, body, x, y, pressure, most):
        """An event with the axes x, y and, if it is known, pressure (0…1); the server has dealt with it when this
        returns."""
        values, mask = [0.0] * 64, 0b11
        values[:2] = x * 65535 / WIDTH, y * 65535 / HEIGHT
        if pressure is not None:
            values[4], mask = pressure * most, 0b10011
        # C aligns the axes, and in them the doubles, to eight bytes.
        body += bytes(-len(body) % 8)
        data = struct.pack("<I", 0) + bytes([mask]) + bytes(11) + struct.pack("<64d", *values) + bytes(64 * 8)
        device.sendall(struct.pack("<II", 8 + len(body) + len(data), kind) + body + data)
        device.sendall(struct.pack("<II", 8, WAIT))
        device.recv(8)

    def finger(self, kind, identity, x, y, pressure=None):
        """One finger at a pixel."""
        self.send(self.fingers, TOUCH, struct.pack("<II", identity, kind), x, y, pressure, 2047)

    def pen(self, x, y, pressure=None, tip=None):
        """The pen at a pixel; its tip goes down or up, or it moves."""
        if tip is None:
            self.send(self.tablet, MOTION, struct.pack("<I", 1), x, y, pressure, 1000)
        else:
            self.send(self.tablet, BUTTON, struct.pack("<III", 1, 1, tip), x, y, pressure, 1000)

    def __exit__(self, *words):
        self.fingers.close()
        self.tablet.close()
        super().__exit__(*words)
