// The stage for a second screen or a telephone: the song, its place, the time and the levels.
import { Line } from './line.js'
import { message } from './osc.js'
import { Rig } from './rig.js'

const part = id => document.getElementById(id)
const rig = new Rig(part('rig'), place => line.ask('/tactus/page/instrument', 'i', place))

function showSong({ title, number, count, next, sentence, notes }) {
  part('place').textContent = count ? `${number} of ${count}` : ''
  part('title').textContent = title || '–'
  part('next').textContent = next ? `next: ${next}` : ''
  part('notes').textContent = notes
  part('sentence').textContent = sentence
}

function clock(seconds) {
  const whole = Math.floor(seconds)
  const two = value => String(value).padStart(2, '0')
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

/** A row of the levels, made once for each name. */
function row(name) {
  const [item, label, meter, value] = ['li', 'span', 'meter', 'span'].map(tag => document.createElement(tag))
  label.textContent = name
  Object.assign(meter, { min: -60, max: 6, low: -12, high: 0, optimum: -30, value: -60 })
  item.append(label, meter, value)
  return item
}

let names = ''
function showMoment({ clock: source, tempo, rolling, bar, beat, level, load, dropouts, recorded, meters }) {
  part('bar').textContent = !rolling ? 'stopped' : bar < 1 ? 'count-in' : `${bar}.${beat}`
  part('tempo').textContent = `${Math.round(tempo * 10) / 10} a minute, ${source}`
  part('recording').hidden = recorded < 0
  part('recording').textContent = `● ${clock(Math.max(recorded, 0))}`
  const all = [...(meters.length > 1 ? meters : []), { name: 'all', level }]
  if (names !== all.map(each => each.name).join('\n')) {
    names = all.map(each => each.name).join('\n')
    part('meters').replaceChildren(...all.map(each => row(each.name)))
  }
  all.forEach((each, index) => {
    const [, meter, value] = part('meters').children[index].children
    meter.value = Math.max(-60, each.level)
    value.textContent = each.level > -120 ? `${each.level.toFixed(1)} dB` : 'silent'
    value.className = each.level > 0 ? 'warning' : ''
  })
  part('machine').textContent = `CPU ${Math.round(load)} %, ${dropouts} ${dropouts === 1 ? 'dropout' : 'dropouts'}`
  part('machine').className = dropouts || load > 80 ? 'warning' : ''
}

const shows = { stage: showSong, now: showMoment, rig: what => rig.tell(what) }
const line = new Line({
  alive: () => message('/tactus/alive'),
  changed(isOpen, reason) {
    part('sentence').textContent = reason
    if (isOpen) line.ask('/tactus/page/stage', '')
  },
  heard(text) {
    if (typeof text !== 'string') return
    const blank = text.indexOf(' ')
    const word = text.slice(0, blank)
    if (text === 'plugin none') part('sentence').textContent = 'No plugin is found: run tactus play.'
    if (Object.hasOwn(shows, word)) shows[word](JSON.parse(text.slice(blank + 1)))
  },
})
document.documentElement.dataset.ready = 'true'
