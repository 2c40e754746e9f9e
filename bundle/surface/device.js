// What a device can beside touch: the whole screen, staying awake, sensors, game controllers.

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
  return { readPads, letGoPads, sensors, place, fullScreen }
}
