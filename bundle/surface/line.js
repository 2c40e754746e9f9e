// The WebSocket to the server: it comes back by itself, and says at once when it is gone.

const silence = 2000

export class Line {
  /** `heard(text or bytes)`, `changed(isOpen, reason)`, `alive()`: the numbers of the touches that are down. */
  constructor({ heard, changed, alive }) {
    Object.assign(this, { heard, changed, alive })
    this.wait = 100
    this.last = 0
    this.sequence = 0
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
      else if (new Uint8Array(event.data, 0, 1)[0] !== 2) this.heard(new Uint8Array(event.data))
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

  send(message) {
    if (!this.isOpen) return false
    this.socket.send(message)
    return true
  }

  head(kind, count, size, time = performance.now()) {
    const bytes = new Uint8Array(8 + size)
    const view = new DataView(bytes.buffer)
    view.setUint8(0, kind)
    view.setUint8(1, count)
    view.setUint16(2, this.sequence = this.sequence + 1 & 0xffff, true)
    view.setUint32(4, Math.round(time * 10) >>> 0, true)
    return [bytes, view]
  }

  /** Points of touches: bytes of 14 each, and the time of each in milliseconds. */
  points(points) {
    if (!points.length) return
    const last = points[points.length - 1].time
    const [bytes, view] = this.head(1, points.length, 14 * points.length, last)
    points.forEach(({ data, time }, index) => {
      bytes.set(data, 8 + 14 * index)
      view.setUint16(10 + 14 * index, Math.min(65535, Math.max(0, Math.round((last - time) * 10))), true)
    })
    this.send(bytes)
    if (points.some(({ data }) => data[0] === 3)) this.says()
  }

  /** Says which touches are down, so that a lost end leaves none behind. */
  says() {
    const ids = this.alive()
    const [bytes] = this.head(3, ids.length, ids.length)
    bytes.set(ids, 8)
    this.send(bytes)
  }

  motion(sensor, x, y, z) {
    const [bytes, view] = this.head(4, sensor, 12)
    ;[x, y, z].forEach((value, index) => view.setFloat32(8 + 4 * index, value, true))
    if (![x, y, z].some(value => !Number.isFinite(value))) this.send(bytes)
  }

  midi(message, time) {
    const [bytes] = this.head(6, 1, 3, time)
    bytes.set(message, 8)
    this.send(bytes)
  }

  pad(controller, part, value) {
    const [bytes, view] = this.head(5, controller, 6)
    view.setUint16(8, part, true)
    view.setFloat32(10, value, true)
    this.send(bytes)
  }

  beat() {
    if (!this.isOpen) {
      // A socket that opens for ever is given up, too.
      if (this.socket && performance.now() - this.opened > 4000) this.lost()
      return
    }
    if (performance.now() - this.last > silence) return this.lost()
    this.send(this.head(2, 0, 0)[0])
    this.says()
  }
}
