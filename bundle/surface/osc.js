// OSC 1.0: packets of messages and bundles, and who sends them.
const encoder = new TextEncoder()

/** The bytes of a text, with one to four NULs. */
function text(word) {
  const bytes = encoder.encode(word)
  const padded = new Uint8Array((bytes.length & ~3) + 4)
  padded.set(bytes)
  return padded
}

const writers = {
  i: value => { const view = new DataView(new ArrayBuffer(4)); view.setInt32(0, value); return new Uint8Array(view.buffer) },
  f: value => { const view = new DataView(new ArrayBuffer(4)); view.setFloat32(0, value); return new Uint8Array(view.buffer) },
  s: text,
}

function joined(parts) {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) { all.set(part, at); at += part.length }
  return all
}

/** The packet of a message; `tags` has a letter for each value: i, f or s. */
export function message(address, tags = '', ...values) {
  return joined([text(address), text(`,${tags}`), ...[...tags].map((tag, index) => writers[tag](values[index]))])
}

/** A bundle of packets at a time in milliseconds. */
export function bundle(time, packets) {
  const head = new DataView(new ArrayBuffer(16))
  new Uint8Array(head.buffer).set(encoder.encode('#bundle'))
  head.setUint32(8, Math.floor(time / 1000))
  head.setUint32(12, Math.floor((time / 1000 % 1) * 2 ** 32))
  return joined([new Uint8Array(head.buffer), ...packets.flatMap(packet => [writers.i(packet.length), packet])])
}

/** Sensors by their number, and how many values each has. */
const sensors = [
  ['/tactus/motion/attitude', 3], ['/tactus/motion/acceleration', 3], ['/tactus/motion/gravity', 3],
  ['/tactus/motion/gyroscope', 3], ['/tactus/motion/magnet', 3], ['/tactus/motion/heading', 1],
  ['/pdparty/loc', 3], ['/pdparty/speed', 2], ['/pdparty/altitude', 2],
]

/** What a page sends, to a server or to its own instrument: `play([{packet, time}])` and `send(packet)`. */
export class Sender {
  ask(address, tags, ...values) { return this.send(message(address, tags, ...values)) }

  playNow(...parts) { this.play([{ packet: message(...parts), time: performance.now() }]) }

  /** A sensor, 1…9. */
  motion(sensor, ...values) {
    const [address, count] = sensors[sensor - 1]
    if (values.every(Number.isFinite)) this.playNow(address, 'f'.repeat(count), ...values.slice(0, count))
  }

  /** An axis, 1…6, or a button, 101…116, of a controller, 1…4. */
  pad(controller, part, value) {
    if (part > 100) this.playNow('/tactus/pad/button', 'ifi', part - 100, value, controller)
    else this.playNow('/tactus/pad/axis', 'ifi', part, value, controller)
  }

  padGone(controller) { this.playNow('/tactus/pad/gone', 'i', controller) }
}
