"""The page as others open it: documents in its address, sharing, MIDI devices and the computer's keyboard."""
import base64
import json
import subprocess
import sys
import zlib

import mido
import numpy

from chromium import browser  # noqa: F401
from conftest import BUILD, ROOT, figure
from firefox import Firefox
from solo import LINE, RATE, begun, patch, played, site, told  # noqa: F401
from surface import COMMAND

sys.path.insert(0, str(ROOT / "Tests" / "Models"))
import outputs as model  # noqa: E402

# A device of MIDI, in place of those that this machine may have.
DEVICE = """
globalThis.sent = []
const port = (id, name) => ({ id, name, state: 'connected', send(bytes) { sent.push([...bytes]) } })
globalThis.midi = { inputs: new Map([['a', port('a', 'Seaboard')], ['t', port('t', 'Midi Through Port-0')]]),
    outputs: new Map([['o', port('o', 'Synth')]]) }
globalThis.comes = (id, ...data) => midi.inputs.get(id).onmidimessage?.(
    { target: midi.inputs.get(id), data: new Uint8Array(data), timeStamp: performance.now() })
navigator.requestMIDIAccess = async () => midi
"""
SHARES = "globalThis.shared = []; navigator.share = async all => { shared.push(all.url) }"


def packed(text):
    work = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(work.compress(text.encode()) + work.flush()).decode().rstrip("=")


def unpacked(address):
    word, letters = address.split("#", 1)[1].split("=", 1)
    return word, zlib.decompress(base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4)), -15).decode()


def prepared(browser, address, source):
    page = browser.page("about:blank", waits=False)
    page("Page.addScriptToEvaluateOnNewDocument", source=source)
    page.go(address)
    return page


def test_a_patch_goes_by_its_address(browser, site):
    page = begun(prepared(browser, f"{site.address}?patch=glass_pad", SHARES))
    page.until(f"{LINE}.kind === 'patch'")
    page.js(f"""{LINE}.ask('/tactus/patch/edit', 's', '{{"set": {{"filter_1_cutoff": 777}}}}')""")
    mine = patch(page)
    page.js(f"{LINE}.does('a')")
    page.until("shared.length")
    address = page.js("shared[0]")
    word, text = unpacked(address)
    assert word == "patch" and json.loads(text) == mine and mine["parameters"]["filter_1_cutoff"] == 777
    assert "?" not in address and len(address) < 8192 + 100
    figure(f"the address of Glass pad has {len(address)} letters")
    # What an address opens can be taken back.
    page.js(f"location.hash = 'patch={packed(json.dumps({'version': 1, 'name': 'Another'}))}'")
    page.until(f"{LINE}.kind === 'patch'")
    for _ in range(100):
        if patch(page)["name"] == "Another":
            break
    assert patch(page)["name"] == "Another"
    page.js(f"""{LINE}.ask('/tactus/patch/edit', 's', '{{"undo": true}}')""")
    assert patch(page) == mine
    # Damaged, or more than it may unpack to: nothing changes.
    for letters in ("AAAA", packed(" " * (1 << 21))):
        page.js(f"location.hash = 'patch={letters}'")
        page.until("document.getElementById('state').textContent.includes('damaged')")
        page.js("document.getElementById('state').textContent = ''")
    assert patch(page) == mine
    # A shared text as well.
    shared = sorted((site.folder / "patches").glob("*.txt"))[0]
    page.js(f"location.hash = {json.dumps(shared.read_text().strip())}")
    name = json.loads(shared.with_suffix(".json").read_text())["name"]
    for _ in range(100):
        if patch(page)["name"] == name:
            break
    assert patch(page)["name"] == name
    page.close()
    other = begun(browser.page(address))
    for _ in range(100):
        if patch(other) == mine:
            break
    assert patch(other) == mine
    sound = played(other, 1, lambda: other.touch("start", [(0, 640, 300)]))
    assert abs(sound).max() > 0.003
    other.close()


def test_what_is_too_long_is_a_file_and_what_can_not_be_copied_is_in_the_address(browser, site):
    page = begun(browser.page(site.address))
    page.js("navigator.clipboard.writeText = () => Promise.reject()")
    page.js(f"{LINE}.does('a')")
    page.until("location.hash.startsWith('#patch=')")
    assert told(page).startswith("The page's address has the patch in it")
    page.js(f"globalThis.given = null; {LINE}.give = (name, bytes) => {{ given = [name, bytes.length] }}")
    numbers = numpy.random.default_rng(7).random(4000)
    take = "# tactus performance 2\n" + "\n".join(f"{number}" for number in numbers)
    page.js(f"{LINE}.lastTake = {json.dumps(take)}; {LINE}.does('k')")
    page.until("given")
    assert page.js("given") == ["take.tactus", len(take)]
    page.js(f"{LINE}.lastTake = null; {LINE}.does('k')")
    page.until("document.getElementById('state').textContent === 'Record a take first.'")
    # An older browser shares files, and says what it can't open.
    page.js("delete globalThis.CompressionStream; given = null")
    page.js(f"{LINE}.does('a')")
    page.until("given && document.getElementById('state').textContent.startsWith(\"This browser can't pack\")")
    page.js("location.hash = 'patch=AAAA'")
    page.until("document.getElementById('state').textContent.startsWith(\"This browser can't unpack\")")
    page.close()


def test_a_grid_and_a_take_wait_in_the_address(browser, site):
    grid = json.loads((ROOT / "bundle" / "grids" / "rain.json").read_text())
    page = begun(browser.page(f"{site.address}#grid={packed(json.dumps(grid))}"))
    page.until(f"{LINE}.kind === 'grid'")
    page.until("[...document.querySelectorAll('#mirror > *')].length > 100")
    assert patch(page)["name"] == grid["name"]
    page.close()
    take = sorted((site.folder / "takes").glob("*.tactus"), key=lambda path: path.stat().st_size)[0]
    page = browser.page(f"{site.address}#take={packed(take.read_text())}")
    page.until("document.getElementById('state').textContent === 'Touch to play the take of this address.'")
    assert not page.js(f"Boolean({LINE}.isReplaying)")
    page.tap(3, 790)
    page.until(f"{LINE}.isReplaying")
    page.close()


def test_midi_comes_in_and_keys_go_out(browser, site):
    page = begun(prepared(browser, f"{site.address}?midi&screen=keys", DEVICE))
    sound = played(page, 1, lambda: page.js("comes('a', 0x90, 60, 100)"))
    assert abs(sound).max() > 0.003
    page.js("comes('a', 0x80, 60, 0)")
    # What it sends itself does not come back, and clocks are not passed on.
    page.js("globalThis.plays = []; globalThis.play = tactusFigures.line.play.bind(tactusFigures.line);"
            "tactusFigures.line.play = all => { plays.push(all.length); play(all) }")
    page.js("comes('t', 0x90, 60, 100); comes('a', 0xF8)")
    assert page.js("plays.length") == 0
    # A key of the screen, by the keyboard, goes to the instrument outside.
    page.js("comes('a', 0x90, 62, 90)")
    page("Input.dispatchKeyEvent", type="keyDown", key="z", code="KeyZ", text="z")
    page("Input.dispatchKeyEvent", type="keyUp", key="z", code="KeyZ")
    page.until("sent.length >= 2")
    (on, key, velocity), (off, end, _) = page.js("sent")[0], page.js("sent")[-1]
    assert on & 0xF0 == 0x90 and off & 0xF0 == 0x80 and key == end and velocity > 0
    # Its cable is pulled: the key that it held ends.
    count = page.js("plays.length")
    page.js("midi.inputs.delete('a'); midi.onstatechange()")
    assert page.js("plays.length") == count + 1
    assert not page.errors, page.errors
    page.close()


def test_outputs_of_the_patch_leave_by_web_midi(browser, site, tmp_path):
    """The patch makes no sound. What it sends is what the model makes of the take, and what a render writes."""
    outputs = [{"source": "touch_x", "to": "cc", "number": 20, "rate": 1500},
               {"source": "touch_y", "to": "pitch_bend", "channel": 2, "rate": 1500},
               {"source": "touch_note", "to": "note", "channel": 3, "voices": "each", "velocity": "touch_pressure"},
               {"to": "mmc", "command": "play", "trigger": "on_touch_began"}]
    text = json.dumps({"version": 1, "name": "Sends", "sound": False, "mpe_out": False, "connections": [],
                       "map": {"quantise": "at_begin"}, "outputs": outputs})
    page = begun(prepared(browser, f"{site.address}?midi&screen=set-up#patch={packed(text)}", DEVICE))
    for _ in range(100):
        if patch(page)["name"] == "Sends":
            break
    page.js(f"globalThis.given = null; {LINE}.give = (name, bytes) => {{ given = new TextDecoder().decode(bytes) }}")
    page.press("Record a take")
    for _ in range(1200):
        if told(page) == "The take has begun.":
            break
        page.js("new Promise(done => setTimeout(done, 50))")
    page.js(f"""(async () => {{
        const wait = () => new Promise(done => setTimeout(done, 12))
        const play = (...all) => {LINE}.playNow('/tactus/touch', ...all)
        play('sifff', 'began', 1, 0.1, 0.2, 0.7)
        for (let step = 1; step <= 40; step += 1) {{
          await wait()
          play('sifff', 'moved', 1, 0.1 + 0.02 * step, 0.2 + 0.015 * step, 0.7)
        }}
        play('sifff', 'began', 2, 0.3, 0.9, 0.4)
        await wait()
        play('si', 'ended', 1)
        play('si', 'ended', 2)
        await wait()
    }})()""")
    page.until("sent.filter(([status]) => status === 0x82).length >= 2")
    page.press("Stop take")
    page.until("given")
    take, rate, sent = page.js("given"), page.js(RATE), page.js("sent")
    page.close()
    assert not page.errors, page.errors

    lines, frames = [], 0
    for line in take.splitlines():
        at, kind, *rest = (*line.split(), "", "")[:7]
        if kind in ("began", "moved", "ended"):
            lines.append((int(at), kind, *(float(word) if word not in ("-", "") else 1.0 for word in rest[1:])))
        elif kind == "end":
            frames = int(at)
    for output, status in zip(outputs[:2], (0xB0, 0xE1)):
        wanted = [list(message) for _, number in model.sent(output, lines, frames, rate)
                  for message in model.messages(output, number)]
        # The take begins with a restart, which sends the first value again.
        found = [message for message in sent if message[0] == status][-len(wanted):]
        assert len(found) == len(wanted) > 20
        for one, other in zip(found, wanted):
            numbers = [message[2] if status == 0xB0 else message[1] | message[2] << 7 for message in (one, other)]
            assert abs(numbers[0] - numbers[1]) <= 1, (one, other)
    notes = [message for message in sent if message[0] in (0x82, 0x92)]
    assert [status for status, *_ in notes] == [0x92, 0x92, 0x82, 0x82]
    assert [round(velocity / 127, 1) for status, _, velocity in notes if status == 0x92] == [0.7, 0.4]
    assert all(message[0] in (0xB0, 0xE1, 0x82, 0x92) for message in sent), "MMC needs System Exclusive"
    # A render of the take has the same messages, and MMC.
    (tmp_path / "take.tactus").write_text(take)
    subprocess.run([COMMAND, "render", tmp_path / "take.tactus", "--midi-out", tmp_path / "take.mid", "--bundle",
                    BUILD / "tactus.lv2"], check=True, capture_output=True, timeout=120)
    rendered = [message.bytes() for message in mido.MidiFile(tmp_path / "take.mid").tracks[0] if not message.is_meta]
    assert sum(message[0] == 0xF0 for message in rendered) == 2
    rendered = [message for message in rendered if message[0] != 0xF0]
    assert sent[-len(rendered):] == rendered and len(sent) - len(rendered) <= 4
    figure(f"Web MIDI: {len(rendered)} messages of outputs, as the model and a render have them")


def test_a_browser_without_midi_says_so(browser, site):
    for source, words in (("delete Navigator.prototype.requestMIDIAccess", "no Web MIDI"),
                          ("navigator.requestMIDIAccess = async () => { throw Error() }", "refused")):
        page = prepared(browser, f"{site.address}?midi", source)
        begun(page)
        page.until(f"document.getElementById('state').textContent.includes('{words}')")
        page.close()


def test_addresses_in_firefox(site, tmp_path):
    """Without a sound card, Firefox's audio has no clock: the instrument answers, and nothing is heard."""
    pad = json.loads((BUILD / "tactus.lv2" / "patches" / "glass_pad.json").read_text())
    with Firefox(tmp_path / "profile") as firefox:
        firefox.go(f"{site.address}?midi#patch={packed(json.dumps(pad))}")
        firefox.until(f"{LINE}.isOpen")
        # The page is open before it has unpacked the address.
        firefox.js(f"globalThis.asked = '{{}}'; {LINE}.answerDocument = text => {{ asked = text }}; 1")
        firefox.until(f"({LINE}.ask('/tactus/page/document'), JSON.parse(asked).name === 'Glass pad')")
        # A finger brings the sentence that there is no MIDI here.
        firefox.fingers(((100, 300), (110, 300)))
        firefox.until("document.getElementById('state').textContent.includes('no Web MIDI')")
        firefox.js("delete Navigator.prototype.share; navigator.clipboard.writeText = () => Promise.reject();"
                   f"{LINE}.does('a'); 1")
        firefox.until("location.hash.length > 100")
        word, text = unpacked(firefox.js("location.href"))
        assert word == "patch" and json.loads(text)["name"] == "Glass pad"
