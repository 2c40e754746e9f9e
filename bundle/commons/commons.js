// The pages of a commons with a script: searching by words and by sound, players over the pictures, and comparing a
// document with its parent. Everything else works without it.
import { Finder, wordsOf } from './finder.js'

const root = document.body.dataset.root
const byId = id => document.getElementById(id)
const results = byId('results')

/** Makes an element with its text and its attributes. */
function make(tag, text, attributes = {}) {
  const element = document.createElement(tag)
  if (text) element.textContent = text
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

// The hands of a performance, drawn over its picture while its sound plays.

/** Seconds of a path that are seen, and in which a hand that has left fades. */
const trace = 0.9, fading = 0.4
const isStill = matchMedia('(prefers-reduced-motion: reduce)')

class Hands {
  /** `canvas` lies over the picture, in its units. */
  constructor(canvas, address) { Object.assign(this, { canvas, address, fingers: [] }) }

  load() {
    this.loading ??= fetch(this.address).then(answer => answer.ok ? answer.json() : [])
      .then(all => { this.fingers = all.map(numbers => numbers.map((each, at) => each / (at % 3 ? 1000 : 100))) })
      .catch(() => {})
  }

  /** The place of the point at an index of a finger's numbers. */
  place(finger, at) { return [20 + finger[at + 1] * 600, 340 - finger[at + 2] * 320] }

  draw(now) {
    const context = this.canvas.getContext('2d')
    context.clearRect(0, 0, 640, 360)
    for (const finger of this.fingers) {
      const end = finger[finger.length - 1]
      if (finger[0] > now || end + fading < now) continue
      const alpha = Math.min(1, (end + fading - now) / fading)
      let last = 0, first = 0
      for (let at = 0; at < finger.length - 1 && finger[at] <= now; at += 3) {
        last = at
        if (finger[at] < now - trace) first = at
      }
      let [x, y] = this.place(finger, last)
      const next = last + 3
      if (next < finger.length - 1) {
        const part = (now - finger[last]) / Math.max(0.001, finger[next] - finger[last])
        const [nextX, nextY] = this.place(finger, next)
        x += part * (nextX - x)
        y += part * (nextY - y)
      }
      context.strokeStyle = `rgb(255 184 77 / ${0.75 * alpha})`
      context.lineWidth = 5
      context.lineCap = context.lineJoin = 'round'
      context.beginPath()
      for (let at = first; at <= last; at += 3) context.lineTo(...this.place(finger, at))
      context.lineTo(x, y)
      context.stroke()
      for (const [radius, part] of [[22, 0.3], [10, 0.95]]) {
        context.fillStyle = `rgb(255 214 150 / ${part * alpha})`
        context.beginPath()
        context.arc(x, y, radius, 0, 7)
        context.fill()
      }
    }
  }
}

// Players.

const players = new Set()

/** A button over the picture of an article, instead of the browser's player below it. */
function enhance(article) {
  const audio = article.querySelector(':scope > audio')
  const picture = article.querySelector(':scope > img')
  if (!audio || !picture) return
  const name = audio.getAttribute('aria-label')
  const button = make('button', '', { type: 'button', class: 'listen', 'aria-label': `Listen to ${name}`, 'aria-pressed': 'false' })
  const progress = make('span', '', { class: 'progress', 'aria-hidden': 'true' })
  const frame = make('div', '', { class: 'frame' })
  picture.replaceWith(frame)
  frame.append(picture)
  let hands
  if (audio.dataset.hands && !isStill.matches) {
    const canvas = make('canvas', '', { class: 'hands', width: 640, height: 360, 'aria-hidden': 'true' })
    hands = new Hands(canvas, audio.dataset.hands)
    frame.append(canvas)
  }
  frame.append(progress, button)
  audio.controls = false
  players.add(audio)
  button.addEventListener('click', () => {
    if (!audio.paused) return audio.pause()
    audio.play().catch(() => { button.setAttribute('aria-label', `${name} can't be played here`) })
  })
  audio.addEventListener('play', () => {
    for (const other of players) if (other !== audio) other.pause()
    button.setAttribute('aria-pressed', 'true')
    hands?.load()
    const step = () => {
      hands?.draw(audio.currentTime)
      if (audio.duration) progress.style.setProperty('--at', audio.currentTime / audio.duration)
      if (!audio.paused) requestAnimationFrame(step)
    }
    step()
  })
  audio.addEventListener('pause', () => button.setAttribute('aria-pressed', 'false'))
}

for (const article of document.querySelectorAll('article')) enhance(article)

// Opening in Tactus: the address of the site is only known here.

for (const link of document.querySelectorAll('a[data-open]')) {
  if (!/^https?:$/.test(location.protocol)) continue
  const address = new URL(root + link.dataset.open, location.href)
  link.href = `tactus://${address.host}${address.pathname}`
  link.hidden = false
}

// Comparing with the parent: both play on from the same place.

const section = document.querySelector('.compare')
const own = document.querySelector('.entry > audio'), older = section?.querySelector('audio')
if (own && older) {
  players.add(older)
  const button = make('button', 'Hear the difference', { type: 'button' })
  button.addEventListener('click', () => {
    const [from, to] = own.paused ? [older, own] : [own, older]
    to.currentTime = from.ended ? 0 : from.currentTime
    from.pause()
    to.play()
    button.textContent = to === own ? 'Now this one: hear the parent' : 'Now the parent: hear this one'
  })
  older.addEventListener('play', () => own.pause())
  older.after(button)
}
const entry = document.querySelector('.entry')
if (entry?.querySelector(':scope > .frame')) {
  entry.querySelector('.deeds').append(
    make('a', 'Sounds like this', { class: 'button', href: `${root}index.html#like=${entry.dataset.number}` }))
}

// Searching.

const finder = new Finder(root)
/** Milliseconds of the last search, for tests. */
const note = numbers => { document.documentElement.dataset.searchTime = finder.time; return numbers }

/** The list item of an entry, as the pages have it. */
async function card(number) {
  const { title: name, author, kind, category, name: file, key, hasHands } = await finder.card(number)
  const item = make('li', '', { class: 'card' })
  const article = make('article')
  const title = make('h3')
  title.append(make('a', name, { href: `${root}entries/${file}.html` }))
  article.append(
    key ? make('img', '', { src: `${root}pictures/${key}.svg`, alt: '', width: 640, height: 360, loading: 'lazy' })
      : make('div', '', { class: 'blank' }),
    title, make('p', `${[kind, category].filter(Boolean).join(' · ')} · by ${author}`, { class: 'facts' }))
  if (key) {
    const audio = make('audio', '', { preload: 'none', src: `${root}sounds/${key}.mp3`, 'aria-label': name })
    if (hasHands) audio.dataset.hands = `${root}hands/${key}.json`
    article.append(audio)
    const near = make('a', 'Sounds like this', { class: 'near', href: `#like=${number}` })
    article.append(near)
  }
  enhance(article)
  item.append(article)
  return item
}

const inOnePage = 24
let latest = 0

async function show(title, numbers) {
  const turn = ++latest
  const list = make('ul', '', { class: 'cards' })
  let shown = 0
  const more = make('button', 'More', { type: 'button' })
  const add = async () => {
    const items = await Promise.all(numbers.slice(shown, shown + inOnePage).map(card))
    shown += items.length
    list.append(...items)
    more.hidden = shown >= numbers.length
    return items[0]
  }
  more.addEventListener('click', async () => (await add())?.querySelector('a, button')?.focus())
  await add()
  if (turn !== latest) return
  const back = make('a', 'Show all', { href: '#', class: 'button' })
  results.replaceChildren(make('h2', title), list, more, back)
  for (const part of ['browse', 'list']) byId(part).hidden = true
  document.documentElement.dataset.shown = String(turn)
}

function clear() {
  latest++
  results.replaceChildren()
  for (const part of ['browse', 'list']) byId(part).hidden = false
}

/** Shows what the part of the address behind # asks for. */
async function open() {
  const options = new URLSearchParams(location.hash.slice(1))
  try {
    if (options.has('like')) {
      const number = Number(options.get('like'))
      const numbers = Number.isInteger(number) && number >= 0 ? note(await finder.like(number)).slice(0, 96) : []
      byId('words').value = ''
      return await show(numbers.length ? 'Sounds like the first one' : 'There is no such sound', numbers)
    }
    const text = options.get('q') ?? ''
    if (byId('words').value !== text) byId('words').value = text
    if (!wordsOf(text).length) return clear()
    const numbers = note(await finder.search(text))
    if (byId('words').value !== text) return
    const count = numbers.length === 1 ? '1 result' : `${numbers.length} results`
    await show(numbers.length ? `${count} for “${text}”` : `Nothing has the words “${text}”`, numbers)
  } catch (error) {
    results.replaceChildren(make('p', `The search does not work: ${error.message}. Load the page again.`))
  }
}

const form = byId('search')
form.hidden = false
form.addEventListener('submit', event => {
  event.preventDefault()
  const address = `${root}index.html#${new URLSearchParams({ q: byId('words').value })}`
  if (!results) location.href = address
})
if (results) {
  byId('words').addEventListener('input', () => {
    const text = byId('words').value
    history.replaceState(null, '', text ? `#${new URLSearchParams({ q: text })}` : '#')
    open()
  })
  addEventListener('hashchange', open)
  open()
}
addEventListener('keydown', event => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || document.activeElement === byId('words')) return
  event.preventDefault()
  byId('words').focus()
})
document.documentElement.dataset.ready = 'true'
