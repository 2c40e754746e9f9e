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
  frame.append(picture, progress, button)
  audio.controls = false
  players.add(audio)
  button.addEventListener('click', () => {
    if (!audio.paused) return audio.pause()
    audio.play().catch(() => { button.setAttribute('aria-label', `${name} can't be played here`) })
  })
  audio.addEventListener('play', () => {
    for (const other of players) if (other !== audio) other.pause()
    button.setAttribute('aria-pressed', 'true')
    const step = () => {
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
  const { title: name, author, kind, category, name: file, key } = await finder.card(number)
  const item = make('li', '', { class: 'card' })
  const article = make('article')
  const title = make('h3')
  title.append(make('a', name, { href: `${root}entries/${file}.html` }))
  article.append(
    key ? make('img', '', { src: `${root}pictures/${key}.svg`, alt: '', width: 640, height: 360, loading: 'lazy' })
      : make('div', '', { class: 'blank' }),
    title, make('p', `${[kind, category].filter(Boolean).join(' · ')} · by ${author}`, { class: 'facts' }))
  if (key) {
    article.append(make('audio', '', { preload: 'none', src: `${root}sounds/${key}.mp3`, 'aria-label': name }))
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
