"""A network between a browser and `tactus surface` that can vanish, and a plugin of which nothing is there
but its port."""
import select
import socket
import struct
import threading

import osc

STAMP = 35  # SO_TIMESTAMPNS, of Linux


class Air:
    """Passes TCP on to a server, for use with `with`. While `is_gone` nothing passes and nothing closes, as
    when a tablet leaves a room."""

    def __init__(self, server):
        self.server = server
        self.ears = socket.socket()
        self.ears.bind(("127.0.0.1", 0))
        self.ears.listen(64)
        self.port = self.ears.getsockname()[1]
        self.is_gone = self.ends = False
        # The server knows its own name alone.
        self.names = f"localhost:{self.port}".encode(), server.host.encode()
        self.address = server.address.replace(server.host, self.names[0].decode())

    def __enter__(self):
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.ends = True
        self.ears.close()

    def accept(self):
        while not self.ends:
            try:
                browser = self.ears.accept()[0]
                server = socket.create_connection(("127.0.0.1", self.server.port))
            except OSError:
                return
            for line in (browser, server):
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self.carry, args=(browser, server), daemon=True).start()

    def carry(self, browser, server):
        try:
            while not self.ends:
                ready = select.select([] if self.is_gone else [browser, server], [], [], 0.05)[0]
                for line in [] if self.is_gone else ready:
                    data = line.recv(1 << 16)
                    if not data:
                        return
                    (server if line is browser else browser).sendall(
                        data.replace(*self.names) if line is browser else data)
        except OSError:
            pass
        finally:
            browser.close()
            server.close()


class SilentPlugin:
    """Answers as a plugin does when it is looked for, and notes what it is told: messages with the second of
    the real-time clock at which the kernel received them. For use with `with`."""

    def __init__(self, frame=None):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, STAMP, 1)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(0.1)
        self.port = self.socket.getsockname()[1]
        self.frame, self.heard, self.ends = frame, [], False

    def __enter__(self):
        threading.Thread(target=self.listen, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.ends = True

    def listen(self):
        while not self.ends:
            try:
                packet, control, _, sender = self.socket.recvmsg(65536, 128)
            except TimeoutError:
                continue
            seconds, nanoseconds = struct.unpack("qq", control[0][2][:16])
            for message in osc.messages(packet):
                self.heard.append((seconds + nanoseconds / 1e9, message))
                self.answer(message[0], sender)

    def answer(self, address, sender):
        if address == "/tactus/stats":
            text = osc.message("/tactus/answer/stats", "instances")
            # One number of 64 bits more.
            self.socket.sendto(text.replace(b",s\0\0", b",sh\0") + struct.pack(">q", 1), sender)
        elif address == "/tactus/patch/library":
            self.socket.sendto(osc.message("/tactus/answer/patch/library",
                                           '{"count": 0, "first": 0, "entries": []}'), sender)
        elif address == "/tactus/subscribe" and self.frame:
            head = osc.message("/tactus/live/frame", 0)[:-8] + b",b\0\0"
            self.socket.sendto(head + struct.pack(">i", len(self.frame)) + self.frame, sender)

    def began(self):
        """When each touch began."""
        return [at for at, message in self.heard if message[:2] == ["/tactus/touch", "began"]]
