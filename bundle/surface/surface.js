// The page: the view as WebAssembly, a canvas, the line to the server.
import { PageCommons } from './commons.js'
import { useDevice } from './device.js'
import { noContact, watchHands } from './hands.js'
import { counted, Line } from './line.js'
import { Mirror } from './mirror.js'
import './paint.js'
import { Rig } from './rig.js'
import { Solo } from './solo.js'

const wish = { play: 1, request: 2, keyboard: 3, copy: 4, device: 5 }
const news = { live: 0, document: 1, library: 2, error: 3, patch: 4, grid: 5, none: 6, scene: 7, told: 8 }
const byId = id => document.getElementById(id)
const [canvas, typing, state] = ['screen', 'typing', 'state'].map(byId)
const encoder = new TextEncoder(), decoder = new TextDecoder()

let sentence = 0
/** Tells people; a sentence of passing interest goes after a while. */
function say(text, passes = true) {
  clearTimeout(sentence)
  state.textContent = text
  sentence = text && passes ? setTimeout(say, 5000, '') : 0
}
// It lies above what is played: a finger sends it away.
addEventListener('pointerdown', () => { if (sentence) say('') }, { capture: true })

const loading = byId('loading')
async function load() {
  const answer = fetch('view.wasm').then(answer => {
    if (!answer.ok) throw Error(`view.wasm: ${answer.status}`)
    return counted(answer, text => { loading.textContent = `Loading the screens: ${text}` })
  })
  const { instance } = await WebAssembly.instantiateStreaming(answer, {})
  const view = { ...instance.exports }
  const memory = view.memory
  /** Writes bytes or a text for the next call. */
  view.put = data => {
    const bytes = typeof data === 'string' ? encoder.encode(data) : data
    const at = view.page_input(bytes.length)  // the memory may be another one behind it
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes)
  }
  view.output = count => new Uint8Array(memory.buffer, view.page_output(), count)
  view.type = (text, seconds) => { view.put(text); view.page_text(seconds) }
  view.press = (name, seconds) => { view.put(name); view.page_named(seconds) }
  view.paste = (text, seconds) => { view.put(text); view.page_paste(seconds) }
  view.release = (text, seconds) => { view.put(text); view.page_released(seconds) }
  view.tell = (kind, data, seconds) => { view.put(data); return view.page_news(kind, seconds) }
  return view
}

/**
 * Who shows pictures: `show(picture, shown)`. A worker, if there can be one: while a page asks for frames of its own
 * thread, Chromium holds its fingers back until the next one.
 */
async function findPainter() {
  if (canvas.transferControlToOffscreen) {
    const worker = new Worker(new URL('paint.js', import.meta.url))
    const said = await new Promise(answer => {
      worker.onmessage = ({ data }) => answer(data)
      worker.onerror = () => answer('none')
    })
    if (said === 'ready') {
      const surface = canvas.transferControlToOffscreen()
      worker.postMessage({ canvas: surface }, [surface])
      return (picture, shown) => {
        worker.onmessage = ({ data }) => shown(data)
        worker.postMessage(picture, [picture.words, picture.texts])
      }
    }
    worker.terminate()
  }
  const context = canvas.getContext('2d', { alpha: false })
  return (picture, shown) => requestAnimationFrame(() => shown(showPicture(context, picture)))
}

const view = await load().catch(error => {
  loading.textContent = window.WebAssembly
    ? `Tactus can't be loaded (${error.message}). Check the network, then load the page again.`
    : 'WebAssembly is switched off in this browser. On an iPhone or iPad, switch Lockdown Mode off for this page.'
  throw error
})
const show = await findPainter()
await Promise.all(['400 16px Tactus', '600 16px Tactus'].map(font => document.fonts.load(font)))
for (const id of ['loading', 'old']) byId(id).remove()

const options = new URLSearchParams(location.search)
const looks = ['dark', 'light', 'contrast']
const look = Math.max(0, looks.indexOf(options.get('look')))
const size = ['small', 'medium', 'finger'].indexOf(options.get('size'))
const isBare = options.has('bare')
/** Whether the page plays by itself, rather than a plugin of a DAW. */
const isSolo = options.has('here') || document.documentElement.dataset.plays === 'here'

let pixels
function fit() {
  // The elements above the canvas fill the safe area.
  const box = byId('mirror').getBoundingClientRect()
  const [width, height] = [Math.max(1, box.width), Math.max(1, box.height)]
  const scale = Math.min(2, devicePixelRatio || 1)
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
  pixels = { width: Math.round(width * scale), height: Math.round(height * scale), scale }
  return [width, height]
}
function applyLook() {
  const isFinger = matchMedia('(pointer: coarse)').matches || innerWidth < 600
  view.page_look(look, size >= 0 ? size : isFinger ? 2 : 1)
}
view.page_start(...fit())
applyLook()
if (isBare) view.page_bare()
const part = (options.get('part') ?? '').split(',').map(Number)
if (part.length === 4 && part.every(Number.isFinite)) view.page_part(...part)
if (options.has('screen')) {
  view.put(options.get('screen'))
  view.page_open(!isBare)
}

/** The instruments of a rig and the recording: a bar below the screen, which then has less room. */
const rig = new Rig(
  byId('rig'), place => line.ask('/tactus/page/instrument', 'i', place),
  () => line.ask('/tactus/page/do', 's', 'record'))

const line = new (isSolo ? Solo : Line)({
  say: text => say(text, false),
  unsay: text => { if (state.textContent === text) say('') },
  note: say,
  doing: bits => { view.page_solo(bits); carry() },
  midi: bytes => device.sendMIDI(bytes),
  alive: () => { const count = view.page_alive(); return view.output(count).slice() },
  changed(isOpen, reason) {
    if (isOpen) return say('')
    letGoAll()
    hasMet = false
    say(reason, false)
  },
  heard(message) {
    const seconds = performance.now() / 1000
    if (typeof message !== 'string') {
      if (!view.tell(news.live, message.subarray(4), seconds)) {
        say('The plugin and tactus surface have different versions. Install both from the same package.', false)
      }
      return carry()
    }
    const blank = message.indexOf(' ')
    const [word, rest] = blank < 0 ? [message, ''] : [message.slice(0, blank), message.slice(blank + 1)]
    if (word === 'plugin') meet(rest, seconds)
    else if (word === 'kinds') { view.put(rest); view.page_kinds() }
    else if (word === 'rig') rig.tell(JSON.parse(rest))
    else if (word === 'changed') view.page_revision(Number.parseInt(rest) >>> 0, seconds)
    else if (word in news) {
      if (word === 'error') say(rest)
      view.tell(news[word], rest, seconds)
    }
    carry()
  },
})

/** A commons that *Library* searches, and entries of which are played. */
const commons = new PageCommons({
  tell(answer) {
    view.tell(news.library, JSON.stringify(answer), performance.now() / 1000)
    carry()
  },
  note: say,
  replace(kind, text) {
    if (isSolo) line.replace(kind, text)
    else if (kind !== 'take') line.ask(`/tactus/${kind}/set`, 's', text)
  },
  addSound(name, bytes) { if (isSolo) line.addSound(name, bytes) },
})

let plugin = '', hasMet = false
function meet(words, seconds) {
  const [kind, port, ...others] = words.split(' ')
  const isSame = plugin.startsWith(`${kind} ${port} `) && kind !== 'none'
  view.put(others.map(each => each.split(':')[0]).join(' '))
  view.page_plugins(Number(port) || 0)
  plugin = words
  // Another plugin has come or gone beside the one that is played.
  if (isSame && hasMet) return
  hasMet = true
  if (kind === 'none') {
    view.tell(news.none, '', seconds)
    say('No plugin is found. Load Tactus Touch in your host; its “OSC listen” must be “this machine”.', false)
  } else {
    view.tell(news[kind], '', seconds)
    if (!isSolo) line.ask('/tactus/source', 's', matchMedia('(pointer: coarse)').matches ? 'finger' : 'pointer')
    if (!isSolo) say(`It plays the plugin at port ${port}.`)
    commons.begin()
  }
}

// What one handler plays goes in one message.
let plays = []
/** Whether a picture is on its way. What has changed meanwhile is in the next one. */
let isDrawn = 0
/** The text that was copied last. */
let copied = ''
/** Carries out what the view wishes. */
function carry(time = performance.now()) {
  isDrawn ||= setTimeout(draw)
  const count = view.page_wishes()
  if (!count) return
  const bytes = view.output(count).slice()
  const numbers = new DataView(bytes.buffer)
  for (let at = 0; at < bytes.length;) {
    const length = numbers.getUint32(at + 1, true)
    const data = bytes.subarray(at + 5, at + 5 + length)
    switch (bytes[at]) {
    case wish.play:
      device.pass(data)
      plays.push({ packet: data, time })
      if (plays.length === 1) queueMicrotask(() => { const all = plays; plays = []; line.play(all) })
      break
    case wish.request:
      if (!commons.takes(data) && !line.send(data)) say('There is no connection: this is not done.')
      break
    case wish.keyboard:
      if (data[0]) {
        mirror.lend()
        typing.focus({ preventScroll: true })
      } else {
        typing.blur()
        mirror.giveBack()
      }
      break
    case wish.device: {
      const letter = String.fromCharCode(data[0])
      if (letter === 's') device.sensors()
      else if (letter === 'm') device.midi()
      else if (letter === 'f') device.fullScreen()
      else if (letter === 'h' || letter === 'd') playElsewhere(letter === 'h')
      else line.does(letter, copied)
      break
    }
    case wish.copy:
      copied = decoder.decode(data)
      navigator.clipboard?.writeText(copied)
      break
    }
    at += 5 + length
  }
}
/** Loads the page again: it plays by itself, or the plugin. */
function playElsewhere(isHere) {
  if (isHere) options.set('here', '')
  else options.delete('here')
  location.search = options
}
function act(time, body) {
  body(time / 1000)
  carry(time)
}

const letGo = watchHands(canvas, view, act, way => mirror.step(way))
addEventListener('blur', letGo)
addEventListener('pagehide', letGoAll)
document.addEventListener('visibilitychange', () => document.hidden && letGoAll())
/** Releases everything the page holds, because it is hidden or has lost its server. */
function letGoAll() {
  letGo()
  device.letGoPads()
}
addEventListener('resize', () => {
  letGo()
  const [width, height] = fit()
  applyLook()
  act(performance.now(), seconds => view.page_resize(width, height, seconds))
})
addEventListener('pointerdown', () => line.now(), { capture: true })

const mirror = new Mirror(byId('mirror'), {
  press({ place: [x, y, width, height] }) {
    act(performance.now(), seconds => view.page_pointer(0, 1, 99, x + width / 2, y + height / 2, ...noContact, 0, seconds))
    act(performance.now(), seconds => view.page_pointer(2, 1, 99, x + width / 2, y + height / 2, ...noContact, 0, seconds))
  },
  focus: index => act(performance.now(), () => view.page_focus(index)),
  reveal: (x, y) => act(performance.now(), seconds => {
    const middle = byId('mirror').clientHeight / 2
    view.page_scroll(x, middle, 0, middle - y, seconds)
  }),
})
const device = useDevice(line, say)
if (options.has('place')) device.place()
if (options.has('midi')) {
  // Browsers ask for MIDI, best after a gesture.
  const begins = new AbortController()
  for (const kind of ['pointerup', 'keydown']) {
    addEventListener(kind, () => { begins.abort(); device.midi() }, { signal: begins.signal })
  }
}
/** Figures for tests and the bench: milliseconds of script for the last pictures. */
const figures = window.tactusFigures = { pictures: 0, script: [], line, commons }
let mirrorDue = 0, layer = 0
function draw() {
  const began = performance.now()
  const count = view.page_draw()
  if (!count) return isDrawn = 0
  const copy = (at, size) => view.memory.buffer.slice(at, at + size)
  const [words, texts] = [copy(view.page_output(), 4 * count), copy(view.page_texts(), view.page_letters())]
  const script = performance.now() - began
  show({ words, texts, ...pixels }, ([painted, color]) => {
    figures.pictures += 1
    figures.script[figures.pictures % 600] = script + painted
    // Beside the safe area the page has the look's color as well.
    if (color !== document.body.style.background) {
      document.querySelector('meta[name=theme-color]').content = document.body.style.background = color
    }
    draw()
  })
  // What opens or closes is there at once: an old element would lead a press to what has gone.
  const now = view.page_layer()
  if (now !== layer) {
    layer = now
    return showControls()
  }
  if (began < mirrorDue) return
  mirrorDue = began + 200
  setTimeout(showControls, 200)
}
function showControls() {
  mirror.show(decoder.decode(view.output(view.page_controls())))
}
/** What waits for its time; axes and buttons tell nothing by themselves. */
function turn() {
  act(performance.now(), view.page_turn)
  setTimeout(turn, device.readPads() ? 8 : 50)
}
turn()
document.documentElement.dataset.ready = 'true'
// On a site of its own the page is kept, so that it plays without a network.
if (document.documentElement.dataset.plays === 'here') navigator.serviceWorker?.register('offline.js').catch(() => {})
