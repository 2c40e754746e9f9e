"""Senders with ten fingers each in six languages, and a relay that loses, doubles and delays their packets.

As a program: `hands.py SECONDS LANGUAGE=PORT …` plays four senders for each port in real time, then prints
the number of touches of each language."""
import heapq
import random
import socket
import struct
import sys
import time

from osc import message

RATE, FINGERS, SENDERS = 120, 10, 4


def bundle(elements):
    return b"#bundle\0" + struct.pack(">Q", 1) + b"".join(struct.pack(">i", len(each)) + each
                                                          for each in elements)


class Template:
    """A message in which only some 32-bit words change."""

    def __init__(self, address, *arguments):
        raw = message(address, *arguments)
        self.head, self.size = raw, len(raw)

    def at(self, offset, form, *values):
        return self.head[:offset] + struct.pack(form, *values) + self.head[offset + struct.calcsize(form):]


CURSOR = Template("/tuio/2Dcur", "set", 0, 0.0, 0.0, 0.0, 0.0, 0.0)
POINTER = Template("/tuio2/ptr", 0, 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5)
MOVED = Template("/tactus/touch", "moved", 0, 0.0, 0.0)


class Hand:
    def __init__(self, language, seed):
        self.language, self.random = language, random.Random(seed)
        self.fingers = [None] * FINGERS
        self.waits = [self.random.randrange(60) for _ in range(FINGERS)]
        # Ids that no other sender uses: an unknown id may be taken for a touch of another socket on this
        # machine.
        self.first = self.next = seed * 100_000
        self.frame = 0
        self.source = message("/tuio/2Dcur", "source", f"hand{seed}@soak")
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    def packets(self, step, over, closing):
        self.frame += 1
        live, packets = [], []
        x, y = step % 100 / 100, self.frame % 50 / 50
        for place in range(FINGERS):
            finger = self.fingers[place]
            word = None
            if finger and (over or step >= finger[1]):
                self.fingers[place], self.waits[place], word = None, step + self.random.randint(6, 60), "up"
            elif finger:
                word = "xy"
            elif not closing and step >= self.waits[place]:
                finger = self.fingers[place] = (self.next, step + self.random.randint(24, 240))
                self.next += 1
                word = "down"
            if word and word != "up":
                live.append(finger[0])
            if word and self.language == "pdparty":
                packets.append(message("/pdparty/touch", word, finger[0], x, y))
            elif word and self.language == "touchosc":
                pad = f"/1/multixy1/{place + 1}"
                packets += [message(f"{pad}/z", 1.0)] if word == "down" else []
                packets.append(message(f"{pad}/z", 0.0) if word == "up" else message(pad, x, y))
        if self.language == "tuio":
            return [bundle([self.source, message("/tuio/2Dcur", "alive", *live)]
                           + [CURSOR.at(28, ">iff", id, x, y) for id in live]
                           + [message("/tuio/2Dcur", "fseq", self.frame)])]
        if self.language == "tuio2":
            frm = (b"/tuio2/frm\0\0,itis\0\0\0"
                   + struct.pack(">iIIi", self.frame, step // RATE + 1, 0, 1920 << 16 | 1080)
                   + b"t:0@soak\0\0\0\0")
            return [bundle([frm] + [POINTER.at(24, ">iiiff", id, 0, 0, x, y) for id in live]
                           + [message("/tuio2/alv", *live)])]
        if self.language == "tactus":
            return [bundle([message("/tactus/alive", *live)]
                           + [MOVED.at(32, ">iff", id, x, y) for id in live])]
        if self.language == "json":
            lines = [f'{{"alive": {live}}}'] + [f'{{"id": {id}, "x": {x}, "y": {y}}}' for id in live]
            return ["\n".join(lines).encode()]
        return packets


def play(seconds, ports, seed=1):
    """Plays all senders; returns the number of touches of each language."""
    hands = [(Hand(language, seed * 100 + index * 10 + each), port)
             for index, (language, port) in enumerate(ports.items()) for each in range(SENDERS)]
    relay, under_way, order = random.Random(seed), [], 0
    start, steps, sent = time.monotonic(), int(seconds * RATE), 0
    for step in range(steps + 60):
        # A touch that lasts for one frame only may be lost, so none begins at the end.
        over, closing, calm = step >= steps, step >= steps - 30, step >= steps + 30
        for hand, port in hands:
            for packet in hand.packets(step, over, closing):
                sent += 1
                copies = 1 if calm else 0 if relay.random() < 0.05 else 2 if relay.random() < 0.05 else 1
                for _ in range(copies):
                    order += 1
                    # A delay of up to 3.5 frames, different for each copy, so that the order changes.
                    heapq.heappush(under_way, (step + (4 if calm else relay.random() * 3.5), order, packet,
                                               hand.socket, port))
        while under_way and under_way[0][0] <= step:
            _, _, packet, out, port = heapq.heappop(under_way)
            out.sendto(packet, ("127.0.0.1", port))
        late = start + (step + 1) / RATE - time.monotonic()
        if late > 0:
            time.sleep(late)
    while under_way:
        _, _, packet, out, port = heapq.heappop(under_way)
        out.sendto(packet, ("127.0.0.1", port))
    print(f"sent {sent} in {time.monotonic() - start:.1f} s")
    return {language: sum(hand.next - hand.first for hand, _ in hands if hand.language == language)
            for language in ports}


if __name__ == "__main__":
    languages = {word.split("=")[0]: int(word.split("=")[1]) for word in sys.argv[2:]}
    for language, count in play(float(sys.argv[1]), languages).items():
        print(language, count)
