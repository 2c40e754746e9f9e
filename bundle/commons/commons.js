// The pages of a commons with a script: searching by words and by sound, players over the pictures, and comparing a
// document with its parent. Everything else works without it.
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

const files = new Map()
/** A file of the index; each is loaded once. */
function load(name, kind = 'json') {
  if (!files.has(name)) {
    files.set(name, fetch(`${root}index/${name}`).then(answer => {
      if (!answer.ok) throw Error(`${name} is missing on this site`)
      return kind === 'json' ? answer.json() : answer.arrayBuffer()
    }))
    files.get(name).catch(() => files.delete(name))
  }
  return files.get(name)
}

/** The words of a text, divided as the index has them. */
function wordsOf(text) {
  return (text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').match(/[\p{L}\p{N}]+/gu) ?? [])
    .map(word => [...word].slice(0, 24).join('')).filter(word => [...word].length > 1)
}

const shardFile = prefix =>
  `words/${[...prefix].map(letter => letter.codePointAt(0).toString(16)).join('-') || 'all'}.json`

/** The entries with a word that begins so: their numbers, each with its weight. */
async function find(word, index) {
  const shards = index.shards.filter(shard => shard.startsWith(word) || word.startsWith(shard))
  const found = new Map()
  for (const part of await Promise.all(shards.map(shard => load(shardFile(shard))))) {
    for (const [key, numbers] of Object.entries(part)) {
      if (!key.startsWith(word)) continue
      let last = 0
      for (const step of numbers) {
        last += step
        const weight = (key === word ? 2 : 1) + (last & 1 ? 3 : 0)
        const number = last >> 1
        if (weight > (found.get(number) ?? 0)) found.set(number, weight)
      }
    }
  }
  return found
}

/** The numbers of entries with all these words, the best first, then the newest. */
export async function search(text) {
  const index = await load('index.json')
  const words = wordsOf(text)
  if (!words.length) return []
  const all = await Promise.all(words.map(word => find(word, index)))
  const start = performance.now()
  const [first, ...others] = all.sort((a, b) => a.size - b.size)
  const hits = []
  for (const [number, weight] of first) {
    let sum = weight
    if (others.every(other => { sum += other.get(number) ?? 0; return other.has(number) })) hits.push([number, sum])
  }
  hits.sort((a, b) => b[1] - a[1] || b[0] - a[0])
  document.documentElement.dataset.searchTime = performance.now() - start
  return hits.map(hit => hit[0])
}

/** The numbers of all entries with a sound, the nearest to one of them first. */
export async function like(number) {
  const index = await load('index.json')
  const count = index.features
  const names = Array.from({ length: Math.ceil(index.count / index.sounds) }, (_, part) => `sounds/${part}.bin`)
  const parts = (await Promise.all(names.map(name => load(name, 'bytes')))).map(part => new Uint8Array(part))
  const start = performance.now()
  const own = parts[Math.floor(number / index.sounds)]?.subarray(number % index.sounds * count, (number % index.sounds + 1) * count)
  if (!own?.length) return []
  const hits = []
  parts.forEach((part, place) => {
    for (let at = 0; at < part.length; at += count) {
      let sum = 0, heard = 0
      for (let each = 0; each < count; each++) {
        const difference = part[at + each] - own[each]
        sum += difference * difference
        heard |= part[at + each]
      }
      if (heard) hits.push([place * index.sounds + at / count, sum])
    }
  })
  hits.sort((a, b) => a[1] - b[1])
  document.documentElement.dataset.searchTime = performance.now() - start
  return hits.map(hit => hit[0])
}

/** The list item of an entry, as the pages have it. */
async function card(number, index) {
  const part = await load(`cards/${Math.floor(number / index.cards)}.json`)
  const [name, author, kind, category, file, key] = part[number % index.cards]
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
  const index = await load('index.json')
  const list = make('ul', '', { class: 'cards' })
  let shown = 0
  const more = make('button', 'More', { type: 'button' })
  const add = async () => {
    const items = await Promise.all(numbers.slice(shown, shown + inOnePage).map(number => card(number, index)))
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
      const numbers = Number.isInteger(number) && number >= 0 ? (await like(number)).slice(0, 96) : []
      byId('words').value = ''
      return await show(numbers.length ? 'Sounds like the first one' : 'There is no such sound', numbers)
    }
    const text = options.get('q') ?? ''
    if (byId('words').value !== text) byId('words').value = text
    if (!wordsOf(text).length) return clear()
    const numbers = await search(text)
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
