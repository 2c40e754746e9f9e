// The gallery: cards of patches with their takes, and a stage on which the page of the instrument plays them.
const byId = id => document.getElementById(id)
const stage = document.querySelector('iframe')
const colours = ['#ffb84d', '#6fa8ff', '#7ee081', '#ff7d9d', '#c79bff', '#4dd0b4']
let shown = []
let now = null
let isAll = false

/** Makes an element with its text and its attributes. */
function make(tag, text, attributes = {}) {
  const element = document.createElement(tag)
  if (text) element.textContent = text
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

/** The ways of the fingers: rows of x, y, x, y of 0…999, upwards. */
function picture(trails) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '-20 -20 1040 640')
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', 'The ways of the fingers')
  trails.forEach((row, index) => {
    const points = []
    for (let at = 0; at < row.length; at += 2) points.push(`${row[at]},${600 - row[at + 1] * 0.6}`)
    const line = document.createElementNS(svg.namespaceURI, 'polyline')
    // A line of one point would not be drawn.
    line.setAttribute('points', (points.length < 2 ? [...points, ...points] : points).join(' '))
    line.setAttribute('stroke', colours[index % colours.length])
    svg.append(line)
  })
  return svg
}

function card(entry) {
  const article = make('article')
  const deeds = make('div', '', { class: 'deeds' })
  const play = make('button', 'Play the take', { type: 'button' })
  play.addEventListener('click', () => { isAll = false; start(entry) })
  const share = make('button', 'Copy as text', { type: 'button' })
  share.addEventListener('click', async () => {
    const text = await (await fetch(`patches/${entry.file}.txt`)).text()
    await navigator.clipboard.writeText(text).catch(() => prompt('The patch as a text:', text))
    share.textContent = 'Copied: paste it in your Tactus'
  })
  deeds.append(
    play, make('a', 'Play it yourself', { class: 'button', href: `./?patch=${entry.file}` }),
    make('a', 'The patch', { class: 'button', href: `patches/${entry.file}.json`, download: '' }),
    make('a', 'The take', { class: 'button', href: `takes/${entry.file}.tactus`, download: '' }), share)
  article.append(
    picture(entry.trails), make('h2', entry.name),
    make('p', [entry.category, entry.author && `by ${entry.author}`].filter(Boolean).join(' · '), { class: 'facts' }))
  if (entry.description) article.append(make('p', entry.description))
  if (entry.how) article.append(make('p', entry.how, { class: 'how' }))
  article.append(deeds)
  entry.article = article
  entry.words = [entry.name, entry.author, entry.category, entry.description, entry.how, ...entry.tags]
    .join(' ').toLowerCase()
  return article
}

/** The instrument of the stage. */
async function instrument() {
  for (;;) {
    const line = stage.contentWindow.tactusFigures?.line
    if (line?.isOpen) return line
    await new Promise(done => setTimeout(done, 50))
  }
}

async function start(entry) {
  now?.article.classList.remove('plays')
  now = entry
  entry.article.classList.add('plays')
  byId('name').textContent = entry.name
  byId('hint').textContent = entry.how || 'Put your fingers on it as well.'
  byId('yours').href = `./?patch=${entry.file}`
  byId('stop').hidden = false
  stage.contentWindow.tactusFigures?.line.now()  // a browser lets it sound for the click
  const line = await instrument()
  if (now === entry) line.fetchTake(`takes/${entry.file}.tactus`)
}

function end() {
  now?.article.classList.remove('plays')
  now = null
  byId('stop').hidden = true
}

function search() {
  const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean)
  const kind = document.querySelector('#kinds [aria-pressed=true]')?.textContent
  for (const entry of shown) {
    entry.article.hidden = !(words.every(word => entry.words.includes(word)) && (!kind || entry.category === kind))
  }
  byId('none').hidden = shown.some(entry => !entry.article.hidden)
}

const kinds = byId('kinds')
function addKind(kind) {
  const button = make('button', kind, { type: 'button', 'aria-pressed': 'false' })
  button.addEventListener('click', () => {
    const isOn = button.getAttribute('aria-pressed') === 'true'
    for (const each of kinds.children) each.setAttribute('aria-pressed', String(each === button && !isOn))
    search()
  })
  kinds.append(button)
}

stage.addEventListener('load', () => stage.contentWindow.addEventListener('played', () => {
  const playable = shown.filter(entry => !entry.article.hidden)
  const next = playable[playable.indexOf(now) + 1]
  if (isAll && now && next) start(next)
  else end()
}))
byId('all').addEventListener('click', () => {
  const first = shown.find(entry => !entry.article.hidden)
  isAll = true
  if (first) start(first)
})
byId('stop').addEventListener('click', async () => { isAll = false; (await instrument()).ask('/tactus/page/stop') })
byId('search').addEventListener('input', search)

shown = await (await fetch('gallery.json')).json()
byId('cards').append(...shown.map(card))
for (const kind of new Set(shown.map(entry => entry.category).filter(Boolean))) addKind(kind)
document.documentElement.dataset.ready = 'true'
