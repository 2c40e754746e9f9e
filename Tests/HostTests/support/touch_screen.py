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
"""
WIDTH, HEIGHT = 1600, 1000
HELLO, WAIT, TOUCH = 0, 1, 6
BEGIN, MOVE, END = 18, 19, 20  # XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd


class TouchScreen(Screen):
    """A screen of 1600 × 1000 pixels with ten fingers at most. Only root may start its server."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        super().__init__()
        fingers = self.folder / "touch.sock"
        end = time.monotonic() + 60
        while not fingers.exists():
            assert time.monotonic() < end, "the server has no touch screen"
            time.sleep(0.05)
        self.fingers = socket.socket(socket.AF_UNIX)
        self.fingers.connect(str(fingers))
        self.fingers.sendall(struct.pack("<IIHH", 12, HELLO, 1, 1))
        length, _ = struct.unpack("<II", self.fingers.recv(8))
        self.fingers.recv(length - 8)

    def start(self, write, size):
        config = self.folder / "xorg.conf"
        config.write_text(CONFIG % (self.folder / "touch.sock"))
        return subprocess.Popen(
            [tool("Xorg"), "-displayfd", str(write), "-config", config, "-logfile", self.folder / "xorg.log",
             "-nolisten", "tcp", "-noreset", "-novtswitch", "-sharevts", "-keeptty"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def finger(self, kind, identity, x, y):
        """One finger at a pixel; the server has dealt with it when this returns."""
        values = [0.0] * 64
        values[:2] = x * 65535 / WIDTH, y * 65535 / HEIGHT
        body = struct.pack("<II", identity, kind)
        data = struct.pack("<I", 0) + bytes([0b11]) + bytes(7)
        data += bytes(-(8 + len(body) + len(data)) % 8) + struct.pack("<64d", *values) + bytes(64 * 8)
        self.fingers.sendall(struct.pack("<II", 8 + len(body) + len(data), TOUCH) + body + data)
        self.fingers.sendall(struct.pack("<II", 8, WAIT))
        self.fingers.recv(8)

    def __exit__(self, *words):
        self.fingers.close()
        super().__exit__(*words)
