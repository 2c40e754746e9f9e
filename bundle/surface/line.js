// The WebSocket to the server: it comes back by itself, and says at once when it is gone.
import { bundle, Sender } from './osc.js'

const silence = 2000

/** Reports the progress of a download. Unpacked, it may be longer than its content-length. */
export function counted(answer, say) {
  if (!answer.ok) throw Error(`${answer.url}: ${answer.status}`)
  const size = Number(answer.headers.get('content-length'))
  let count = 0
  const counter = new TransformStream({
    transform(part, to) {
      count += part.length
      say(size >= count ? `${Math.floor(100 * count / size)} %` : `${count >> 10} KiB`)
      to.enqueue(part)
    },
  })
  return new Response(answer.body.pipeThrough(counter), { headers: { 'content-type': 'application/wasm' } })
}

export class Line extends Sender {
  /** `heard(text or bytes)`, `changed(isOpen, reason)`, `alive()`: the packet that says which touches are down. */
  constructor({ heard, changed, alive }) {
    super()
    Object.assign(this, { heard, changed, alive })
    this.wait = 100
    this.last = 0
    setInterval(() => this.beat(), 500)
    for (const event of ['online', 'pageshow']) addEventListener(event, () => this.now())
    document.addEventListener('visibilitychange', () => document.hidden || this.now())
    this.open()
  }

  get isOpen() { return this.socket?.readyState === WebSocket.OPEN }

  open() {
    clearTimeout(this.timer)
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/socket`)
    socket.binaryType = 'arraybuffer'
    this.socket = socket
    this.opened = performance.now()
    socket.onopen = () => {
      this.wait = 100
      this.last = performance.now()
      this.changed(true, '')
    }
    socket.onmessage = event => {
      this.last = performance.now()
      if (typeof event.data === 'string') this.heard(event.data)
      else if (new Uint8Array(event.data, 0, 1)[0] === 1) this.heard(new Uint8Array(event.data))
    }
    socket.onclose = () => { if (socket === this.socket) this.lost() }
  }

  /** Gives the connection up. A network that vanishes closes nothing by itself. */
  lost() {
    const socket = this.socket
    this.socket = null
    if (socket) socket.onopen = socket.onclose = socket.onmessage = null
    socket?.close()
    this.changed(false, 'The connection is gone; it is tried again.')
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + 0.5 * Math.random()))
    this.wait = Math.min(2000, 2 * this.wait)
    this.explain()
  }

  /** Says why, if a request is answered although the socket is not. */
  async explain() {
    const wish = { cache: 'no-store', signal: AbortSignal.timeout(1500) }
    const status = await fetch('/counts.json', wish).then(answer => answer.status, () => 0)
    if (this.isOpen) return
    if (status === 401) {
      this.changed(false, 'This address is of another evening: scan the code again that tactus surface shows.')
    } else if (status === 200 && location.protocol === 'https:' && this.last === 0) {
      this.changed(false, 'This browser refuses the connection although it shows the page, as iPads do with a '
        + 'certificate of one’s own: start tactus surface with --plain.')
    }
  }

  /** Tries again at once. */
  now() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return
    this.wait = 100
    this.open()
  }

  send(packet) {
    if (!this.isOpen) return false
    this.socket.send(packet)
    return true
  }

  /** Sends packets that act at times of the page's clock in milliseconds: one bundle, with others for other times. */
  play(all) {
    if (!all.length) return
    const first = all[0].time
    this.send(bundle(first, all.map(({ packet, time }) => time === first ? packet : bundle(time, [packet]))))
  }

  beat() {
    if (!this.isOpen) {
      // A socket that opens for ever is given up, too.
      if (this.socket && performance.now() - this.opened > 4000) this.lost()
      return
    }
    if (performance.now() - this.last > silence) return this.lost()
    // The server answers it.
    this.play([{ packet: this.alive(), time: performance.now() }])
  }
}
