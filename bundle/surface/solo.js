// The page plays by itself: the instrument in its audio thread, its files in the browser's storage. To the
// rest of the page it looks as the line to a server does.
import { waveFile } from './wave.js'

const store = 'tactus:'
const encoder = new TextEncoder(), decoder = new TextDecoder()

export class Solo {
  /** `heard(text or bytes)`, `changed(isOpen, reason)`, `say(sentence)`. */
  constructor({ heard, changed, say }) {
    Object.assign(this, { heard, changed, say })
    for (const event of ['pointerup', 'keydown']) addEventListener(event, () => this.now())
    addEventListener('dragover', event => event.preventDefault())
    addEventListener('drop', event => { event.preventDefault(); this.take(event.dataTransfer.files) })
    this.open().catch(error => this.changed(false, `The instrument does not start: ${error.message}`))
  }

  get isOpen() { return Boolean(this.isReady) }

  async open() {
    await null  // the rest of the page is not there yet
    if (!window.AudioWorklet || !window.isSecureContext) {
      return this.changed(false, 'A browser lets a page sound only by https or on its own machine: open it so, '
        + 'or play the plugin of your DAW with tactus surface.')
    }
    const [module, library] = await Promise.all([
      WebAssembly.compileStreaming(fetch('solo.wasm')), fetch('library.json').then(answer => answer.json())])
    this.context = new AudioContext({ latencyHint: 'interactive' })
    await this.context.audioWorklet.addModule('worklet.js')
    this.node = new AudioWorkletNode(this.context, 'tactus', {
      numberOfInputs: 0, outputChannelCount: [2], processorOptions: { module } })
    this.node.connect(this.context.destination)
    this.node.onprocessorerror = () => this.changed(false, 'The instrument has stopped: load the page again.')
    this.node.port.onmessage = ({ data: [word, ...values] }) => this[word](...values)
    this.context.onstatechange = () => this.hint()
    for (const [path, text] of Object.entries(library.files)) this.file(`/bundle/${path}`, encoder.encode(text))
    for (const [path, text] of this.kept()) this.file(path, encoder.encode(text))
    this.post('start')
    this.sounds = Promise.all(library.sounds.map(async path => {
      const answer = await fetch(path)
      if (answer.ok) this.file(`/bundle/${path}`, new Uint8Array(await answer.arrayBuffer()))
    })).catch(() => {})
  }

  /** What this browser has kept: paths and texts. */
  kept() {
    try {
      return Object.keys(localStorage).filter(key => key.startsWith(store))
        .map(key => [key.slice(store.length), localStorage.getItem(key)])
    } catch { return [] }
  }

  post(...message) { this.node?.port.postMessage(message) }
  file(path, bytes) { this.post('file', encoder.encode(path), bytes) }

  // What the instrument answers.

  ready() {
    this.isReady = true
    this.changed(true, '')
    this.send('hello')
    this.hint()
  }

  said(bytes) {
    for (const text of decoder.decode(bytes).split('\0')) if (text) this.heard(text)
  }

  picture(bytes) {
    const frame = new Uint8Array(bytes.length + 4)
    frame.set(bytes, 4)
    this.heard(frame)
  }

  saved(bytes) {
    const end = bytes.indexOf(10), path = decoder.decode(end < 0 ? bytes : bytes.subarray(0, end))
    try {
      if (end < 0) localStorage.removeItem(store + path)
      else localStorage.setItem(store + path, decoder.decode(bytes.subarray(end + 1)))
    } catch {
      this.say('This browser keeps nothing: its storage is full or switched off. Save the patch as a file.')
    }
  }

  sound(left, right) { this.recording?.push([left, right]) }

  recorded() {
    if (this.recording?.length) this.give('tactus.wav', waveFile(this.recording, this.context.sampleRate))
    this.recording = null
  }

  /** Plays the patches that are dropped onto the page. */
  async take(files) {
    for (const file of files) {
      if (file.size > 1 << 20) this.say(`“${file.name}” is longer than a patch can be.`)
      else this.send(`replace ${await file.text()}`)
    }
  }

  /** Lets the user save a file. */
  give(name, bytes) {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([bytes]))
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60000)
  }

  // What the rest of the page asks.

  /** Sounds begin with a gesture of the user. */
  now() {
    if (this.context && this.context.state !== 'running') this.context.resume().catch(() => {})
  }

  hint() {
    if (!this.isReady) return
    if (this.context.state === 'running') this.say('')
    else this.say('Touch to begin: a browser lets a page sound after a touch.')
  }

  get isRecording() { return Boolean(this.recording) }

  record() {
    if (this.recording) return this.post('record', false)
    this.recording = []
    this.post('record', true)
  }

  send(text) {
    if (!this.isReady) return false
    const go = () => this.post('ask', encoder.encode(text))
    if (/^(load|ask) /.test(text)) this.sounds.then(go)  // a patch may play a recorded sound
    else go()
    return true
  }

  points(points) {
    for (const { data } of points) {
      const numbers = new DataView(data.buffer, data.byteOffset, data.byteLength)
      const part = at => { const value = numbers.getUint16(at, true); return value === 65535 ? NaN : value / 65534 }
      this.post('touch', data[0], data[1], part(4), part(6), part(8), part(10))
    }
  }

  says() {}
  motion(sensor, x, y, z) { this.post('motion', sensor, x, y, z) }
  pad(controller, part, value) { this.post('pad', controller, part, value) }
  midi(message) { this.post('midi', message.slice()) }
}
