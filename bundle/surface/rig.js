// The choice of the instrument of a rig, beside the screen: one for all, and one for each. On some pages it also records.

function button(text, isPressed, press) {
  const made = document.createElement('button')
  made.textContent = text
  made.setAttribute('aria-pressed', String(isPressed))
  made.onclick = press
  return made
}

/** Shows the instruments of a rig in `bar`; `choose(place)` gets the one that is pressed, 0 for all. `record()`, if there
    is one, gets a button of its own. */
export class Rig {
  constructor(bar, choose, record) { Object.assign(this, { bar, choose, record }) }

  /** The names of the instruments, the place of the one that is played, and whether a recording runs: undefined without a
      stage. One instrument alone is no choice. */
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
