// The controls of the canvas once more as elements, for screen readers and for the keyboard's walk.

const roles = {
  application: 'img', button: 'button', switch: 'switch', tab: 'button', slider: 'slider', listbox: 'group',
  option: 'button', textbox: 'button', gridcell: 'button',
}

export class Mirror {
  /** `press(index)`, `focus(index)`: what is done to the control at an index. */
  constructor(root, { press, focus }) {
    Object.assign(this, { root, press, focus, text: '', controls: [] })
    root.addEventListener('focusin', event => this.focus(this.index(event.target)))
    root.addEventListener('focusout', () => this.focus(-1))
    root.addEventListener('click', event => this.press(this.index(event.target)))
  }

  index(element) { return [...this.root.children].indexOf(element) }

  /** Takes over the controls, JSON of room Page. */
  show(text) {
    if (text === this.text) return
    this.text = text
    this.controls = JSON.parse(text)
    this.controls.forEach((control, index) => this.fill(this.element(index), control))
    while (this.root.children.length > this.controls.length) this.root.lastChild.remove()
  }

  element(index) {
    return this.root.children[index] ?? this.root.appendChild(document.createElement('div'))
  }

  fill(element, { role, name, value, place, on, part, focus }) {
    const set = (key, text) => {
      if (text === undefined) element.removeAttribute(key)
      else if (element.getAttribute(key) !== text) element.setAttribute(key, text)
    }
    set('role', roles[role])
    set('aria-label', name)
    set('tabindex', focus ? '0' : undefined)
    if (role === 'slider') {
      set('aria-valuemin', '0')
      set('aria-valuemax', '100')
      set('aria-valuenow', String(part ?? 0))
      set('aria-valuetext', value ?? String(part ?? 0))
    } else {
      for (const key of ['aria-valuemin', 'aria-valuemax', 'aria-valuenow', 'aria-valuetext']) set(key)
      set('aria-description', value)
    }
    set('aria-checked', role === 'switch' ? String(Boolean(on)) : undefined)
    set('aria-pressed', role === 'gridcell' ? String(Boolean(on)) : undefined)
    set('aria-current', on && (role === 'tab' || role === 'option') ? 'true' : undefined)
    const [x, y, width, height] = place
    element.style.cssText = `left:${x}px;top:${y}px;width:${width}px;height:${height}px`
  }
}
