// The choice of the instrument of a rig, beside the screen: one for all, and one for each.

/** Shows the instruments of a rig in `bar`; `choose(place)` gets the one that is pressed, 0 for all. */
export class Rig {
  constructor(bar, choose) { Object.assign(this, { bar, choose, names: [] }) }

  /** The names of the instruments, and the place of the one that is played. One alone is no choice. */
  tell({ names, instrument }) {
    const was = this.bar.hidden
    this.bar.hidden = names.length < 2
    // The screen has another height.
    if (this.bar.hidden !== was) queueMicrotask(() => dispatchEvent(new Event('resize')))
    const all = this.bar.hidden ? [] : ['all', ...names]
    this.bar.replaceChildren(...all.map((name, place) => {
      const button = document.createElement('button')
      button.textContent = name || String(place)
      button.setAttribute('aria-pressed', String(place === instrument))
      button.onclick = () => this.choose(place)
      return button
    }))
  }
}
