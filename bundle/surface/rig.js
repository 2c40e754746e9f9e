// A bar of buttons that choose an instrument of a rig, or all. On the page that plays, it also records.

function button(text, isPressed, press) {
  const made = document.createElement('button')
  made.textContent = text
  made.setAttribute('aria-pressed', String(isPressed))
  made.onclick = press
  return made
}

/** Shows the instruments of a rig in `bar`. A press calls `choose(place)`, with 0 for all. With `record`, there is a
    button that calls it. */
export class Rig {
  constructor(bar, choose, record) { Object.assign(this, { bar, choose, record }) }

  /** Takes the names of the instruments, the place of the chosen one, and whether a recording runs, which is undefined
      without a stage. A single instrument has no buttons. */
  tell({ names, instrument, recording }) {
    const all = names.length < 2 ? [] : ['all', ...names]
    const buttons = all.map((name, place) => button(name || String(place), place === instrument, () => this.choose(place)))
    if (this.record && recording !== undefined) {
      buttons.push(button('record', recording, this.record))
      buttons.at(-1).className = 'record'
    }
    const was = this.bar.hidden
    this.bar.hidden = !buttons.length
    this.bar.replaceChildren(...buttons)
    // The screen has another height.
    if (this.bar.hidden !== was) queueMicrotask(() => dispatchEvent(new Event('resize')))
  }
}
