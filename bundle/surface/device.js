// What a device can beside touch: the whole screen, staying awake, sensors, game controllers, MIDI.
import { message } from './osc.js'

const midiAddress = '/tactus/midi'
const midiHead = message(midiAddress, 'iii', 0, 0, 0).subarray(0, -12)

/** `line` sends; `say(sentence)` tells people. Returns what the page calls: for each picture, and when asked. */
export function useDevice(line, say) {
  let lock = null
  async function stayAwake() {
    if (document.hidden || lock || !navigator.wakeLock) return
    lock = await navigator.wakeLock.request('screen').catch(() => null)
    lock?.addEventListener('release', () => { lock = null })
  }
  document.addEventListener('visibilitychange', stayAwake)
  addEventListener('pointerup', stayAwake)

  // Turns and g; x to the right, y upwards on the device, z out of it.
  function motion(event) {
    const all = event.accelerationIncludingGravity, rate = event.rotationRate
    if (all?.x != null) line.motion(2, -all.x / 9.80665, -all.y / 9.80665, -all.z / 9.80665)
    if (rate?.alpha != null) line.motion(4, rate.beta / 360, rate.gamma / 360, rate.alpha / 360)
  }
  function orientation(event) {
    if (event.alpha == null) return
    line.motion(1, event.beta / 360, event.gamma / 360, event.alpha / 360)
    const heading = event.webkitCompassHeading ?? (event.absolute ? 360 - event.alpha : null)
    if (heading != null) line.motion(6, heading % 360 / 360, 0, 0)
  }
  async function sensors() {
    if (!window.isSecureContext || !window.DeviceMotionEvent) {
      return say('Sensors need https: start tactus surface without --plain.')
    }
    for (const kind of [window.DeviceMotionEvent, window.DeviceOrientationEvent]) {
      if (kind?.requestPermission && await kind.requestPermission().catch(() => 'denied') !== 'granted') {
        return say('The sensors were refused; the browser’s settings allow them again.')
      }
    }
    addEventListener('devicemotion', motion)
    addEventListener('deviceorientation', orientation)
    say('The sensors play along.')
  }

  /** Where the device is, how fast it goes and how high it is. Scenes alone want it, so the address must ask. */
  function place() {
    if (!navigator.geolocation) return say('The place needs https: start tactus surface without --plain.')
    navigator.geolocation.watchPosition(({ coords }) => {
      line.motion(7, coords.latitude, coords.longitude, coords.accuracy)
      if (coords.speed != null) line.motion(8, coords.speed, coords.heading || 0, 0)
      if (coords.altitude != null) line.motion(9, coords.altitude, coords.altitudeAccuracy ?? 0, 0)
    }, () => say('The place was refused; the browser’s settings allow it again.'), { enableHighAccuracy: true })
  }

  function fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen()
    else if (document.documentElement.requestFullscreen) document.documentElement.requestFullscreen().catch(() => {})
    else say('This browser has no full screen: put the page on the home screen.')
  }

  const pads = new Map()
  /** Releases everything that a disconnected controller holds. */
  function letGoPad(number) {
    for (const [part, value] of (pads.get(number) ?? []).entries()) if (value) line.pad(number + 1, part, 0)
    if (pads.delete(number)) line.padGone(number + 1)
  }
  function letGoPads() { for (const number of [...pads.keys()]) letGoPad(number) }
  /** Says which axes and buttons have changed; upwards counts up. Returns whether there is a controller. */
  function readPads() {
    // A hidden page gets no updates from controllers.
    const all = document.hidden ? [] : navigator.getGamepads?.() ?? []
    for (let number = 0; number < 4; number += 1) {
      const pad = all[number]
      if (!pad) {
        letGoPad(number)
        continue
      }
      const now = []
      pad.axes.slice(0, 4).forEach((value, axis) => { now[axis + 1] = axis % 2 ? -value : value })
      pad.buttons.slice(0, 16).forEach((button, index) => { now[index + 101] = button.value })
      const before = pads.get(number) ?? []
      now.forEach((value, part) => {
        if (Math.abs(value - (before[part] ?? 0)) > 0.002) line.pad(number + 1, part, Math.max(-1, Math.min(1, value)))
        else now[part] = before[part] ?? 0
      })
      pads.set(number, now)
    }
    return all.some(Boolean)
  }

  // Web MIDI. What the screen *Keys* plays goes out, and touches where the page plays alone.
  let access = null
  /** The keys and pedals of each input that are down: what an end of it is, by status and number. */
  const held = new Map()
  function play(bytes, time) {
    line.play([{ packet: message(midiAddress, 'iii', bytes[0], bytes[1], bytes[2] ?? 0), time }])
  }
  function heard({ target, data, timeStamp }) {
    const [status, number, value = 0] = data
    if (status < 0x80 || status >= 0xF0) return
    const keys = held.get(target.id) ?? held.set(target.id, new Map()).get(target.id)
    const kind = status & 0xF0, channel = status & 0x0F
    if (kind === 0x90 && value) keys.set(`${channel} ${number}`, [0x80 | channel, number, 64])
    else if (kind === 0x80 || kind === 0x90) keys.delete(`${channel} ${number}`)
    else if (kind === 0xB0 && number === 64) {
      if (value >= 64) keys.set(`${channel} pedal`, [status, 64, 0])
      else keys.delete(`${channel} pedal`)
    }
    play(data, timeStamp)
  }
  function connect() {
    for (const input of access.inputs.values()) {
      // Programs send to it what others receive: what the page sends would come back.
      if (!/^midi through/i.test(input.name ?? '')) input.onmidimessage = heard
      if (input.state === 'disconnected') letGoInput(input.id)
    }
    for (const id of held.keys()) if (!access.inputs.has(id)) letGoInput(id)
  }
  function letGoInput(id) {
    for (const end of held.get(id)?.values() ?? []) play(end, performance.now())
    held.delete(id)
  }
  async function midi() {
    if (!window.isSecureContext) return say('MIDI needs https: start tactus surface without --plain.')
    if (!navigator.requestMIDIAccess) return say('This browser has no Web MIDI. Chrome, Edge and Firefox have it.')
    access ??= await navigator.requestMIDIAccess().catch(() => null)
    if (!access) return say('MIDI was refused. Allow it in the browser’s settings for this page, then try again.')
    access.onstatechange = connect
    connect()
    const names = ports => [...ports.values()].map(port => port.name).filter(Boolean).join(', ') || 'none'
    say(`MIDI inputs: ${names(access.inputs)}. Outputs: ${names(access.outputs)}.`)
  }
  /** Sends a message to all outputs. */
  function sendMIDI(bytes) {
    const count = bytes[0] >= 0xF8 ? 1 : [0xC0, 0xD0].includes(bytes[0] & 0xF0) ? 2 : 3
    for (const output of access?.outputs.values() ?? []) output.send(bytes.subarray(0, count))
  }
  /** Sends what a packet of the page plays, if it is MIDI. */
  function pass(packet) {
    if (!access || !midiHead.every((byte, index) => packet[index] === byte)) return
    sendMIDI(Uint8Array.from([0, 4, 8], at => packet[midiHead.length + at + 3]))
  }
  return { readPads, letGoPads, sensors, place, fullScreen, midi, sendMIDI, pass }
}
