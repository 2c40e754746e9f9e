"""An example bridge for objects with a radio (docs/tangibles.md): what a Bluetooth sensor reports goes on,
and what a patch sends back goes to the object.

    pip install bleak
    python3 docs/perc_bridge.py --host 127.0.0.1 --port 3333 a4:c1:38:00:00:01

Each object is a peripheral of Bluetooth Low Energy with one characteristic of notifications. Byte 0 is 1
while its field sensor feels a touch screen, byte 1 is 1 while its light sensor sees light. Change `read` if
yours speaks otherwise. What the patch's `back` names is written to the same characteristic as a line of text,
`token_1_turns 0.25`. Change `write` if yours understands something else. The address of the peripheral is the
id in the object's definition."""
import argparse
import asyncio
import socket
import struct

CHARACTERISTIC = "0000ffe1-0000-1000-8000-00805f9b34fb"  # the UART of many small boards
REPEAT = 0.5  # seconds; a radio that is silent for 2 s is lost
TURN = 0.05  # seconds; Tactus sends each value at most this often
RENEW = 20  # seconds; a subscription ends after 60 s


def text(words):
    """A text as OSC has it."""
    words = words.encode() + b"\0"
    return words + b"\0" * (-len(words) % 4)


def message(word, name, value):
    """The OSC message /tactus/tangible/WORD of a text and a whole number."""
    return text(f"/tactus/tangible/{word}") + text(",si") + text(name) + struct.pack(">i", value)


def read(data):
    """What a notification says: words and values."""
    return [("field", int(data[0] > 0))] + ([("light", int(data[1] > 0))] if len(data) > 1 else [])


def write(name, value):
    """What an object is sent for a value of the patch."""
    return f"{name} {value:g}\n".encode()


def messages(packet):
    """The messages of an OSC packet: address and arguments, of texts and floating-point numbers."""
    if packet.startswith(b"#bundle\0"):
        place = 16
        while place + 4 <= len(packet):
            size = struct.unpack_from(">i", packet, place)[0]
            if size <= 0:
                return
            yield from messages(packet[place + 4:place + 4 + size])
            place += 4 + size
        return
    place, found = 0, []

    def next_text():
        nonlocal place
        end = packet.index(b"\0", place)
        words = packet[place:end].decode()
        place = end // 4 * 4 + 4
        return words

    try:
        address, kinds = next_text(), next_text()
        for kind in kinds[1:]:
            if kind == "s":
                found.append(next_text())
            else:
                found += struct.unpack_from(">f" if kind == "f" else ">i", packet, place)
                place += 4
    except (ValueError, struct.error):
        return
    yield address, found


class Values:
    """What the patch sends to the objects: the newest value of each name, and which of them wait."""

    def __init__(self):
        self.newest, self.waiting = {}, {}

    def hear(self, packet, answer):
        """Takes a packet of Tactus. `answer` sends one back."""
        for address, found in messages(packet):
            if address == "/tactus/tangible/send" and len(found) == 3:
                name, shown, value = found
                self.newest.setdefault(name, {})[shown] = value
                self.waiting.setdefault(name, {})[shown] = value
            elif address == "/tactus/answer/subscribe" and found:  # from another machine: a proof is wanted
                answer(text("/tactus/subscribe/confirm") + text(",s") + text(found[0]))

    def renew(self, name):
        """An object that comes back knows nothing."""
        self.waiting[name] = dict(self.newest.get(name, {}))

    def take(self, name):
        """What waits for an object."""
        return list(self.waiting.pop(name, {}).items())


async def follow(client_of, name, send, values):
    """Follows one object for as long as its radio is heard, and looks for it again afterwards."""
    while True:
        said = {}
        try:
            async with client_of(name) as client:
                def heard(_, data):
                    for word, value in read(data):
                        if said.get(word) != value:
                            said[word] = value
                            send(message(word, name, value))

                send(message("near", name, 1))
                await client.start_notify(CHARACTERISTIC, heard)
                values.renew(name)
                turn = 0
                while client.is_connected:
                    for shown, value in values.take(name):
                        await client.write_gatt_char(CHARACTERISTIC, write(shown, value), response=False)
                    await asyncio.sleep(TURN)
                    turn += 1
                    if turn % round(REPEAT / TURN) == 0:
                        send(message("near", name, 1))
        except (OSError, asyncio.TimeoutError) as error:
            print(f"{name}: {error}")
        except Exception as error:  # bleak has errors of its own, one for each system
            print(f"{name}: {error}")
        send(message("near", name, 0))
        await asyncio.sleep(1)


async def subscribe(line, send, values):
    """Asks for what the patch sends, again and again, and takes it."""
    def hear():
        try:
            values.hear(line.recv(65536), send)
        except OSError:  # no program listens yet
            pass

    asyncio.get_running_loop().add_reader(line, hear)
    while True:
        send(text("/tactus/subscribe") + text(",s") + text("tangibles"))
        await asyncio.sleep(RENEW)


async def main():
    from bleak import BleakClient

    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("objects", nargs="+", help="addresses of the peripherals")
    words.add_argument("--host", default="127.0.0.1")
    words.add_argument("--port", type=int, default=3333)
    words = words.parse_args()
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.connect((words.host, words.port))
    line.setblocking(False)

    def send(packet):
        try:
            line.send(packet)
        except OSError:  # no program listens yet
            pass

    values = Values()
    await asyncio.gather(subscribe(line, send, values),
                         *(follow(BleakClient, name, send, values) for name in words.objects))


if __name__ == "__main__":
    asyncio.run(main())
