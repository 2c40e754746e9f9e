// The stage for a second screen or a telephone: the song, its place, the time, the levels, and a few actions.
import { Line } from './line.js'
import { message } from './osc.js'
import { Rig } from './rig.js'

const part = id => document.getElementById(id)
const rig = new Rig(part('rig'), place => line.ask('/tactus/page/instrument', 'i', place))

function showSong({ title, number, count, next, sentence, notes }) {
  part('place').textContent = count ? `${number} of ${count}` : ''
  part('title').textContent = title || '–'
  part('title').style.setProperty('--letters', (title || '–').length)
  part('next').textContent = next ? `next: ${next}` : ''
  part('notes').textContent = notes
  part('sentence').textContent = sentence
}

function clock(seconds) {
  const whole = Math.floor(seconds)
  const two = value => String(value).padStart(2, '0')
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

/** Decibels for people, with a minus instead of a hyphen. */
const decibels = level => `${level.toFixed(1).replace('-', '−')} dB`

let mix = { master: 0, muted: [] }
function showMix(all) {
  mix = all
  part('master').textContent = mix.master > -120 ? `master ${decibels(mix.master)}` : 'master off'
  part('master').className = mix.master > -120 ? '' : 'warning'
}

/** A row of the levels, made once for each name. */
function row(name) {
  const [item, label, meter, value] = ['li', 'span', 'i', 'span'].map(tag => document.createElement(tag))
  label.textContent = name
  item.append(label, meter, value)
  return item
}

/** The share of a meter from −60 to 6 dB. */
const share = level => `${100 * Math.max(0, Math.min(1, (level + 60) / 66))}%`

let names = ''
function showMoment({ clock: source, tempo, rolling, bar, beat, level, load, dropouts, recorded, meters }) {
  part('bar').textContent = !rolling ? 'stopped' : bar < 1 ? 'count-in' : `${bar}.${beat}`
  part('tempo').textContent = `${Math.round(tempo * 10) / 10} bpm, ${source}`
  part('start').textContent = rolling ? 'stop' : 'start'
  part('recording').hidden = recorded < 0
  part('recording').textContent = `● ${clock(Math.max(recorded, 0))}`
  part('record').setAttribute('aria-pressed', String(recorded >= 0))
  const each = meters.length > 1 ? meters.map((one, place) => ({ ...one, isMuted: mix.muted[place] })) : []
  const all = [...each, { name: 'all', level }]
  if (names !== all.map(one => one.name).join('\n')) {
    names = all.map(one => one.name).join('\n')
    part('meters').replaceChildren(...all.map(one => row(one.name)))
  }
  all.forEach(({ level, isMuted }, index) => {
    const [, meter, value] = part('meters').children[index].children
    meter.style.setProperty('--level', share(level))
    value.textContent = isMuted ? 'muted' : level > -120 ? decibels(level) : 'silent'
    value.className = level > 0 ? 'warning' : isMuted || level <= -120 ? 'muted' : ''
  })
  part('load').textContent = `CPU ${Math.round(load)} %, ${dropouts} ${dropouts === 1 ? 'dropout' : 'dropouts'}`
  part('load').className = dropouts || load > 80 ? 'warning' : ''
}

for (const button of part('actions').children) {
  button.onclick = () => line.ask('/tactus/page/do', 's', button.dataset.action)
}

const shows = { stage: showSong, now: showMoment, mix: showMix, rig: what => rig.tell(what) }
const line = new Line({
  alive: () => message('/tactus/alive'),
  changed(isOpen, reason) {
    part('sentence').textContent = reason
    if (isOpen) line.ask('/tactus/page/stage', '')
  },
  heard(text) {
    if (typeof text !== 'string') return
    const blank = text.indexOf(' ')
    const [word, rest] = [text.slice(0, blank), text.slice(blank + 1)]
    if (text === 'plugin none') part('sentence').textContent = 'No plugin is found: run tactus play.'
    if (word === 'error') part('sentence').textContent = rest
    if (Object.hasOwn(shows, word)) shows[word](JSON.parse(rest))
  },
})
document.documentElement.dataset.ready = 'true'
