// Fingers, pens, mice and keys on the canvas.

const keys = {
  ArrowLeft: 0, ArrowRight: 1, ArrowUp: 2, ArrowDown: 3, PageUp: 4, PageDown: 5, Home: 6, End: 7, Enter: 9,
  Escape: 10, Backspace: 12, Delete: 13, ContextMenu: 14, F2: 15,
}
// Pd's names of keys without a letter, as far as browsers have others.
const names = {
  ArrowLeft: 'Left', ArrowRight: 'Right', ArrowUp: 'Up', ArrowDown: 'Down', PageUp: 'Prior', PageDown: 'Next',
  Enter: 'Return', Backspace: 'BackSpace', ' ': 'Space', CapsLock: 'Caps_Lock',
}
const kinds = { mouse: 0, touch: 1, pen: 2 }
/** Pressure, width, height and both tilts of a pointer that has none. */
export const noContact = [NaN, NaN, NaN, NaN, NaN]

/** The name that a patch gets of a key, or nothing if it has a letter or does something in the browser alone. */
function nameOf(event) {
  if (event.key in names) return names[event.key]
  if (/^(Shift|Control|Alt|Meta)$/.test(event.key)) return event.key + (event.location === 2 ? '_R' : '_L')
  if (/^(F\d+|Home|End|Insert|Delete|Escape|Pause)$/.test(event.key)) return event.key
}

/**
 * `act(time, body)` calls the view at a time of the page's clock and carries out what it wishes; `step(±1)` gives the
 * keyboard to the next control or the previous one.
 */
export function watchHands(canvas, view, act, step) {
  const down = new Map()
  const letters = new Set()
  const hasRaw = 'onpointerrawupdate' in window

  function place(event) {
    const box = canvas.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }

  function tell(phase, event, id) {
    const [x, y] = place(event)
    // Where a device knows no pressure, it says 0 or ½.
    const isKnown = event.pointerType === 'pen' || event.pointerType === 'touch' && ![0, 0.5, 1].includes(event.pressure)
    const pressure = isKnown && phase < 2 ? event.pressure : NaN
    // A contact of one point is the answer of a device that knows no sizes.
    const isSized = event.pointerType === 'touch' && Math.max(event.width, event.height) > 2
    const [width, height] = isSized ? [event.width, event.height] : [NaN, NaN]
    const [tiltX, tiltY] = event.pointerType === 'pen' ? [event.tiltX, event.tiltY] : [NaN, NaN]
    const held = event.shiftKey | event.ctrlKey << 1 | event.altKey << 2
      | (event.pointerType === 'mouse' && event.button === 2) << 3
    act(event.timeStamp, seconds => view.page_pointer(
      phase, kinds[event.pointerType] ?? 1, id, x, y, pressure, width, height, tiltX, tiltY, held, seconds))
  }

  function moved(event) {
    const id = down.get(event.pointerId)
    if (id === undefined) return
    const all = event.getCoalescedEvents?.() ?? []
    for (const each of all.length ? all : [event]) tell(1, each, id)
  }

  function end(phase, event) {
    const id = down.get(event.pointerId)
    if (id === undefined) return
    down.delete(event.pointerId)
    tell(phase, event, id)
  }

  canvas.addEventListener('pointerdown', event => {
    event.preventDefault()
    if (event.pointerType === 'mouse' && event.button === 2) return tell(0, event, 0)
    if (event.pointerType === 'mouse' && event.button !== 0) return
    document.activeElement?.blur()
    try { canvas.setPointerCapture(event.pointerId) } catch { /* it has gone already */ }
    const used = new Set(down.values())
    let id = 1
    while (used.has(id)) id += 1
    down.set(event.pointerId, id)
    tell(0, event, id)
  })
  canvas.addEventListener('pointermove', event => {
    if (down.has(event.pointerId)) {
      if (!hasRaw) moved(event)
    } else if (event.pointerType === 'mouse') {
      act(event.timeStamp, seconds => view.page_hover(true, ...place(event), event.altKey, seconds))
    }
  })
  if (hasRaw) canvas.addEventListener('pointerrawupdate', moved)
  canvas.addEventListener('pointerup', event => end(2, event))
  canvas.addEventListener('pointercancel', event => end(3, event))
  canvas.addEventListener('lostpointercapture', event => end(3, event))
  canvas.addEventListener('pointerleave', event => act(event.timeStamp, seconds => view.page_hover(false, 0, 0, false, seconds)))
  canvas.addEventListener('wheel', event => {
    event.preventDefault()
    act(event.timeStamp, seconds => view.page_scroll(
      ...place(event), -event.deltaX, -event.deltaY, event.shiftKey, seconds))
  }, { passive: false })
  // What the systems would do with fingers: loupes, menus, swipes from the edge, zoom.
  for (const kind of ['touchstart', 'touchmove', 'gesturestart']) {
    canvas.addEventListener(kind, event => event.preventDefault(), { passive: false })
  }
  for (const kind of ['contextmenu', 'selectstart', 'dragstart']) {
    addEventListener(kind, event => event.preventDefault())
  }

  addEventListener('keydown', event => {
    const isTyping = event.target.id === 'typing'
    const name = nameOf(event)
    if (name && !isTyping) {
      letters.add(name)
      // What the view has a use for tells it the name, too.
      if (!(event.key in keys) && event.key !== ' ') act(event.timeStamp, seconds => view.press(name, seconds))
    }
    if ((event.metaKey || event.ctrlKey) && /^[zy]$/i.test(event.key) && !isTyping) {
      const again = event.shiftKey || event.key === 'y'
      event.preventDefault()
      act(event.timeStamp, seconds => view.page_key(again ? 22 : 21, false, true, seconds))
      return
    }
    if (event.metaKey || event.ctrlKey || event.altKey || event.key === 'Tab') return
    if (event.key === ' ' && !isTyping) {
      event.preventDefault()
      act(event.timeStamp, seconds => view.page_key(11, event.shiftKey, false, seconds))
      act(event.timeStamp, seconds => view.type(' ', seconds))
    } else if (event.key.startsWith('Arrow') && event.target.closest?.('#mirror > :not([role=slider])')) {
      // The view would move the focus without the browser's.
      event.preventDefault()
      step(event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 1)
    } else if (event.key in keys) {
      event.preventDefault()
      act(event.timeStamp, seconds => view.page_key(keys[event.key], event.shiftKey, false, seconds))
    } else if (event.key.length === 1 && !isTyping) {
      event.preventDefault()
      letters.add(event.key)
      act(event.timeStamp, seconds => view.type(event.key, seconds))
    }
  })
  addEventListener('keyup', event => {
    const name = nameOf(event) ?? (event.key.length === 1 ? event.key : '')
    letters.delete(name)
    if (name) act(event.timeStamp, seconds => view.release(name, seconds))
  })
  const typing = document.getElementById('typing')
  typing.addEventListener('input', event => {
    const text = typing.value
    typing.value = ''
    if (text) act(event.timeStamp, seconds => view.type(text, seconds))
  })
  addEventListener('paste', event => {
    event.preventDefault()
    const text = event.clipboardData.getData('text/plain')
    if (text) act(event.timeStamp, seconds => view.paste(text, seconds))
  })
  // An on-screen keyboard says nothing of its keys, but what it does.
  typing.addEventListener('beforeinput', event => {
    if (event.inputType !== 'deleteContentBackward') return
    event.preventDefault()
    act(event.timeStamp, seconds => view.page_key(12, false, false, seconds))
  })

  /** Ends all that is down: the page is hidden, turned, or has lost its server. */
  return function letGo() {
    for (const id of down.values()) {
      act(performance.now(), seconds => view.page_pointer(3, 1, id, 0, 0, ...noContact, 0, seconds))
    }
    down.clear()
    for (const letter of letters) act(performance.now(), seconds => view.release(letter, seconds))
    letters.clear()
  }
}
