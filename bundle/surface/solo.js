// The page plays by itself: the instrument in its audio thread, its files in the browser's storage. To the
// rest of the page it looks as the line to a server does.
import { message, Sender } from './osc.js'
import { counted } from './line.js'
import { waveFile } from './wave.js'
import { showCode } from './qr.js'

const store = 'tactus:'
/** Seconds of sound that are kept at most: half a gigabyte. */
const longest = 1200
const encoder = new TextEncoder(), decoder = new TextDecoder()

/** A file as a text for the browser's storage; one that is no text as letters behind a sign. */
function toText(bytes) {
  try { return new TextDecoder('utf-8', { fatal: true }).decode(bytes) } catch {
    return `\x01${btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''))}`
  }
}

function fromText(text) {
  return text[0] === '\x01' ? Uint8Array.from(atob(text.slice(1)), letter => letter.charCodeAt(0))
    : encoder.encode(text)
}

/** Requests that may read a recorded sound: loads, questions and takes. */
const reads = /^\/tactus\/((patch|grid)\/(load\0|set\0|library\0+,s)|page\/replay\0)/

/** Letters of a document in an address at most; a longer one is shared as a file. */
const addressLimit = 8192
/** Bytes of a document at most that an address may unpack to. */
const unpackedLimit = 1 << 20
const words = { 'tp1.': 'patch', 'tm1.': 'grid' }

/** Returns the bytes that a stream makes of others, at most `limit`. */
async function through(bytes, stream, limit = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader()
  const parts = []
  let count = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    count += part.value.length
    if (count > limit) {
      reader.cancel()
      throw Error('it is longer than 1 MiB')
    }
    parts.push(part.value)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

/** Whether the browser can pack and unpack; some know the streams, but not without a head. */
function canPack() {
  try { return Boolean(new CompressionStream('deflate-raw') && new DecompressionStream('deflate-raw')) } catch {
    return false
  }
}

/** A text as deflated letters for an address, and back. */
async function packed(text) {
  const bytes = await through(encoder.encode(text), new CompressionStream('deflate-raw'))
  const letters = btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), ''))
  return letters.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
async function unpacked(letters) {
  const text = atob(letters.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(text, letter => letter.charCodeAt(0))
  return decoder.decode(await through(bytes, new DecompressionStream('deflate-raw'), unpackedLimit))
}

export class Solo extends Sender {
  /** `heard(text or bytes)`, `changed(isOpen, reason)`, `say(sentence)` and `unsay(it)`, `note(sentence)` of passing
      interest, `doing(bits)` as page_solo has them, `midi(bytes)`: a message of the instrument. */
  constructor({ heard, changed, say, unsay, note, doing, midi }) {
    super()
    Object.assign(this, { heard, changed, say, unsay, note, doing })
    Object.assign(this, { sendMIDI: midi, kind: 'patch' })
    addEventListener('hashchange', () => this.openAddress())
    for (const event of ['pointerup', 'keydown']) addEventListener(event, () => this.now())
    addEventListener('dragover', event => event.preventDefault())
    addEventListener('drop', event => { event.preventDefault(); this.take(event.dataTransfer.files) })
    this.open().catch(error => this.changed(false, `The instrument does not start: ${error.message}`))
  }

  /** Tells the page what goes on. */
  tell() {
    const all = [this.recording, this.isTaking, this.isReplaying, this.lastTake,
      document.documentElement.dataset.plays !== 'here']
    this.doing(all.reduce((bits, is, index) => bits | (is ? 1 << index : 0), 0))
  }

  /** What *Settings* and *Share* ask, by its letter. */
  does(letter, copied) {
    const deeds = {
      w: 'record', t: 'writeTake', r: 'replay', o: 'choose', g: 'showGallery', a: 'share', k: 'shareTake', q: 'showAddress',
    }
    this[deeds[letter]]?.(copied)
  }

  /** Shows the address of a shared text as a QR code. */
  showAddress(text) {
    const address = new URL('./', location.href)
    address.hash = text
    if (!showCode(address.href, 'Scan this with a phone to open it there. The text to paste is copied.')) {
      this.note('The text to paste is copied. It is too long for a QR code.')
    }
  }

  get isOpen() { return Boolean(this.isReady) }

  async open() {
    await null  // the rest of the page is not there yet
    if (!window.AudioWorklet || !window.isSecureContext) {
      return this.changed(false, 'A browser lets a page sound only by https or on its own machine: open it so, '
        + 'or play the plugin of your DAW with tactus surface.')
    }
    const [module, library] = await Promise.all([
      fetch('solo.wasm').then(answer => WebAssembly.compileStreaming(counted(answer, text => this.changed(
        false, `Loading the instrument: ${text}`)))),
      fetch('library.json').then(answer => answer.json())])
    const rate = Number(new URLSearchParams(location.search).get('rate')) || undefined
    this.context = new AudioContext({ latencyHint: 'interactive', sampleRate: rate })
    await this.context.audioWorklet.addModule('worklet.js')
    this.node = new AudioWorkletNode(this.context, 'tactus', {
      numberOfInputs: 0, outputChannelCount: [2], processorOptions: { module } })
    this.node.connect(this.context.destination)
    this.node.onprocessorerror = () => this.changed(false, 'The instrument has stopped: load the page again.')
    this.node.port.onmessage = ({ data: [word, ...values] }) => this[word](...values)
    this.context.onstatechange = () => this.hint()
    for (const [path, text] of Object.entries(library.files)) this.file(`/bundle/${path}`, encoder.encode(text))
    this.names = new Set(Object.keys(library.files).map(path => path.match(/^patches\/(.*)\.json$/)?.[1]))
    for (const [path, bytes] of this.kept()) this.file(path, bytes)
    this.post('start')
    this.sounds = Promise.all(library.sounds.map(async path => {
      const answer = await fetch(path)
      if (answer.ok) this.file(`/bundle/${path}`, new Uint8Array(await answer.arrayBuffer()))
    })).catch(() => {}).then(() => {
      for (const [path, text] of Object.entries(library.files)) {
        const name = /"(samples|wavetable)"/.test(text) && path.match(/^patches\/(.*)\.json$/)?.[1]
        if (name) this.post('packet', message('/tactus/page/prepare', 's', name))
      }
      this.hasSounds = true
    })
  }

  /** What this browser has kept: paths and texts. */
  kept() {
    try {
      return Object.keys(localStorage).filter(key => key.startsWith(store))
        .map(key => [key.slice(store.length), fromText(localStorage.getItem(key))])
    } catch { return [] }
  }

  post(...message) { this.node?.port.postMessage(message) }
  file(path, bytes) { this.post('file', encoder.encode(path), bytes) }

  // What the instrument answers.

  ready() {
    this.isReady = true
    this.changed(true, '')
    this.ask('/tactus/page/plugin', 'i', 1)
    this.tell()
    this.hint()
    const options = new URLSearchParams(location.search)
    if (options.has('patch')) this.fetchPatch(options.get('patch'))
    // `?take=` names a take of this site. A take in the address itself waits for a touch.
    if (/^[\w-]+$/.test(options.get('take') ?? '')) this.fetchTake(`takes/${options.get('take')}.tactus`)
    this.openAddress()
  }

  /** Opens the document behind the # of the address: a word and its packed text, or a shared text. */
  async openAddress() {
    let text = location.hash.slice(1)
    try { text = decodeURIComponent(text) } catch { return }
    const [, name, letters] = text.match(/^(patch|grid|take)=([\w-]+)$/) ?? []
    const word = name ?? words[text.slice(0, 4)]
    if (!word || !this.isReady) return
    if (letters && !canPack()) {
      return this.note(`This browser can't unpack the ${word} in the address: update it, or ask for the file.`)
    }
    const isShort = !letters || letters.length <= addressLimit
    const content = letters ? isShort && await unpacked(letters).catch(() => null) : text
    if (!content) return this.note(`The ${word} in the address is damaged: ask for the address again.`)
    if (word === 'take') {
      // A stranger's take waits until it is wanted.
      this.offered = content
      if (this.context.state === 'running') this.note('The address has a take: touch to play it.')
      return this.hint()
    }
    this.replace(word, content)
  }

  /** Plays another patch, grid or take. */
  replace(kind, text) {
    if (kind === 'take') return this.playTake(text)
    if (kind !== this.kind) this.ask('/tactus/page/plugin', 'i', kind === 'grid' ? 2 : 1)
    this.ask(`/tactus/${kind}/set`, 's', text)
  }

  /** A sound that a patch plays. It isn't kept in this browser. */
  addSound(name, bytes) { this.file(`/user/samples/${name}`, bytes) }

  /** Shares the patch or grid that is shown by an address; one that is too long for it as a file. */
  async share() {
    const text = await new Promise(answer => {
      this.answerDocument = answer
      this.ask('/tactus/page/document')
    })
    return this.shareText(this.kind, text, JSON.parse(text).name || this.kind, 'json')
  }

  shareTake() {
    if (this.lastTake) return this.shareText('take', this.lastTake, 'take', 'tactus')
    this.note('Record a take first.')
  }

  async shareText(word, text, title, ending) {
    const isShort = encoder.encode(text).length <= unpackedLimit
    const letters = canPack() ? isShort && await packed(text) : null
    if (!letters || letters.length > addressLimit) {
      const file = new File([text], `${title.replace(/[^\w -]/g, '_')}.${ending}`, { type: 'text/plain' })
      this.note(canPack() ? `This ${word} is too long for a link, so it is shared as a file.`
        : `This browser can't pack the ${word} into an address, so it is shared as a file.`)
      if (!navigator.canShare?.({ files: [file] })) return this.give(file.name, encoder.encode(text))
      return navigator.share({ title, files: [file] }).catch(() => {})
    }
    const address = new URL('./', location.href)
    address.hash = `${word}=${letters}`
    if (navigator.share) {
      // Whoever closes the system's sheet wants nothing more.
      const fault = await navigator.share({ title, url: address.href }).then(() => null, error => error.name)
      if (!fault || fault === 'AbortError') return
    }
    const isCopied = await navigator.clipboard?.writeText(address.href).then(() => true, () => false)
    if (!isCopied) history.replaceState(null, '', address)
    this.note(isCopied ? `The address is copied, with the ${word} in it. Paste it into a message.`
      : `The page's address has the ${word} in it now. Copy it.`)
  }

  said(bytes) {
    this.hasFailed = false
    for (const text of decoder.decode(bytes).split('\0')) {
      const word = text.split(' ', 1)[0]
      const rest = text.slice(word.length + 1)
      if (word in this.answers) this.answers[word](rest)
      else if (text) this.heard(text)
      if (word === 'plugin') this.kind = rest.split(' ', 1)[0]
    }
  }

  /** Messages of the instrument, three bytes each. */
  midi(bytes) {
    for (let at = 0; at + 3 <= bytes.length; at += 3) this.sendMIDI(bytes.subarray(at, at + 3))
  }

  /** What a page alone is told. */
  answers = {
    note: text => this.note(text),
    shared: text => this.answerDocument(text),
    took: text => {
      this.lastTake = text
      this.isTaking = false
      this.give('take.tactus', encoder.encode(text))
      this.tell()
    },
    // One that was refused is never offered again.
    playing: () => {
      this.lastTake = this.askedTake
      this.isReplaying = true
      this.tell()
    },
    played: () => {
      this.isReplaying = false
      // It ended with an error in the same block: its patch is none.
      if (this.hasFailed) this.lastTake = null
      this.tell()
      dispatchEvent(new Event('played'))
    },
    error: text => {
      this.hasFailed = true
      // Refused, a take does not begin.
      if (this.isTaking && text.startsWith('Nothing was recorded')) this.isTaking = false
      this.tell()
      this.heard(`error ${text}`)
    },
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
      else localStorage.setItem(store + path, toText(bytes.subarray(end + 1)))
    } catch {
      this.say('This browser keeps nothing: its storage is full or switched off. Save the patch as a file.')
    }
  }

  sound(left, right) {
    this.recording?.push([left, right])
    if (this.recording?.length * left.length > longest * this.context.sampleRate) this.record()
  }

  recorded() {
    if (this.recording?.length) this.give('tactus.wav', waveFile(this.recording, this.context.sampleRate))
    this.recording = null
    this.tell()
  }

  /** Opens files: takes, patches, grids, scales, sounds. */
  async take(files) {
    for (const file of files) {
      if (file.size > 1 << 26) this.say(`“${file.name}” is longer than a file of Tactus can be.`)
      else if (/\.tactus$/i.test(file.name)) this.playTake(await file.text())
      else {
        const path = `/dropped/${file.name}`
        this.file(path, new Uint8Array(await file.arrayBuffer()))
        this.ask('/tactus/patch/library', 's', JSON.stringify({ open: path }))
      }
    }
  }

  choose() {
    const input = document.createElement('input')
    Object.assign(input, { type: 'file', multiple: true, accept: '.tactus,.json,.scl,.kbm,.wav' })
    input.onchange = () => this.take(input.files)
    input.click()
  }

  /** A patch of the library, or of this site's gallery. */
  async fetchPatch(name) {
    if (this.names.has(name)) return this.ask('/tactus/patch/load', 's', name)
    const answer = /^[\w-]+$/.test(name) ? await fetch(`patches/${name}.json`).catch(() => null) : null
    if (answer?.ok) this.take([new File([await answer.blob()], `${name}.json`)])
    else this.say('This patch is not on this site.')
  }

  async fetchTake(path) {
    const answer = await fetch(path).catch(() => null)
    if (answer?.ok) this.playTake(await answer.text())
    else this.say('This take is not on this site.')
  }

  /** Plays a take, from its text. */
  playTake(text) {
    this.askedTake = text
    this.ask('/tactus/page/replay', 's', text)
  }

  replay() { if (this.isReplaying) this.ask('/tactus/page/stop'); else if (this.lastTake) this.playTake(this.lastTake) }

  writeTake() {
    this.ask(this.isTaking ? '/tactus/take/end' : '/tactus/take/begin')
    this.isTaking = true
    this.tell()
  }

  showGallery() {
    if (document.documentElement.dataset.plays === 'here') location.href = 'gallery.html'
    else this.say('The gallery is a part of what tactus site writes.')
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
    if (this.isReady && this.offered) {
      this.playTake(this.offered)
      this.offered = null
    }
  }

  hint() {
    if (!this.isReady) return
    if (this.context.state === 'running') {
      this.hasSounded = true
      return this.unsay(this.hinted)
    }
    this.hinted = this.hasSounded ? 'The device has stopped the sound: touch to go on.'
      : this.offered ? 'Touch to play the take of this address.'
        : 'Touch to begin: a browser lets a page sound after a touch.'
    this.say(this.hinted)
  }

  /** Keeps the sound from here on, or gives what was kept as a file. */
  record() {
    if (this.recording) return this.post('record', false)
    this.recording = []
    this.post('record', true)
    this.tell()
  }

  send(packet) {
    if (!this.isReady) return false
    const go = () => this.post('packet', packet)
    // A patch may play a recorded sound; what is asked behind it waits as well.
    this.isWaiting ||= !this.hasSounds && reads.test(decoder.decode(packet.subarray(0, 40)))
    if (this.isWaiting && !this.hasSounds) this.sounds.then(go)
    else go()
    return true
  }

  play(all) { for (const { packet } of all) this.post('packet', packet.slice()) }
}
