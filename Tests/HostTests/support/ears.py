"""What an instrument tells by OSC, for tests that play it from another program."""
import time

import osc


class Ears:
    """What the instrument tells by OSC."""

    def __init__(self, port, *topics):
        self.sender, self.heard, self.topics = osc.Sender(port), [], topics or ("touches",)
        self.sender.socket.setblocking(False)
        self.asked = 0

    def listen(self, seconds=0.0):
        end = time.monotonic() + seconds
        while True:
            if time.monotonic() - self.asked > 5:
                self.sender.send(osc.message("/tactus/subscribe", *self.topics))
                self.asked = time.monotonic()
            try:
                while True:
                    self.heard += osc.messages(self.sender.socket.recv(65536))
            except BlockingIOError:
                pass
            if time.monotonic() >= end:
                return
            time.sleep(0.02)

    def until(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "this never came to be"
            self.listen(0.05)

    def touches(self):
        """The last message of each touch, by its number, and how many each had."""
        last, count = {}, {}
        for message in self.heard:
            if message[0] == "/tactus/live/touch":
                last[message[1]] = message
                count[message[1]] = count.get(message[1], 0) + 1
        return last, count

    def ended(self):
        return {message[1] for message in self.heard if message[0] == "/tactus/live/ended"}

    def patch(self):
        """The whole patch as the instrument tells it, JSON."""
        self.heard.clear()
        self.sender.send(osc.message("/tactus/patch/get"))

        def told():
            return [each[1] for each in self.heard if each[0] == "/tactus/answer/patch"]
        self.until(told)
        return told()[-1]

    def until_patch(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while not condition(self.patch()):
            assert time.monotonic() < end, "the patch never came to be so"
