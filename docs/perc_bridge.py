"""An example bridge for objects with a radio (docs/tangibles.md): what a Bluetooth sensor reports goes on.

    pip install bleak
    python3 docs/perc_bridge.py --host 127.0.0.1 --port 3333 a4:c1:38:00:00:01

Each object is a peripheral of Bluetooth Low Energy with one characteristic of notifications. Byte 0 is 1
while its field sensor feels a touch screen, byte 1 is 1 while its light sensor sees light. Change `read` if
yours speaks otherwise. The address of the peripheral is the id in the object's definition."""
import argparse
import asyncio
import socket
import struct

CHARACTERISTIC = "0000ffe1-0000-1000-8000-00805f9b34fb"  # the UART of many small boards
REPEAT = 0.5  # seconds; a radio that is silent for 2 s is lost


def message(word, name, value):
    """The OSC message /tactus/tangible/WORD of a text and a whole number."""
    def text(words):
        words = words.encode() + b"\0"
        return words + b"\0" * (-len(words) % 4)
    return text(f"/tactus/tangible/{word}") + text(",si") + text(name) + struct.pack(">i", value)


def read(data):
    """What a notification says: words and values."""
    return [("field", int(data[0] > 0))] + ([("light", int(data[1] > 0))] if len(data) > 1 else [])


async def follow(client_of, name, send):
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
                while client.is_connected:
                    await asyncio.sleep(REPEAT)
                    send(message("near", name, 1))
        except (OSError, asyncio.TimeoutError) as error:
            print(f"{name}: {error}")
        except Exception as error:  # bleak has errors of its own, one for each system
            print(f"{name}: {error}")
        send(message("near", name, 0))
        await asyncio.sleep(1)


async def main():
    from bleak import BleakClient

    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("objects", nargs="+", help="addresses of the peripherals")
    words.add_argument("--host", default="127.0.0.1")
    words.add_argument("--port", type=int, default=3333)
    words = words.parse_args()
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    send = lambda packet: line.sendto(packet, (words.host, words.port))
    await asyncio.gather(*(follow(BleakClient, name, send) for name in words.objects))


if __name__ == "__main__":
    asyncio.run(main())
