// The controls of the canvas once more as elements, for screen readers and for the keyboard's focus.

const roles = {
  application: 'img', button: 'button', switch: 'switch', tab: 'button', slider: 'slider', listbox: 'group',
  option: 'button', textbox: 'button', gridcell: 'button',
}
/** The offset of a control that is scrolled out of view, as the toolkit has it. */
const aside = 1e6

/** The attributes of a control's element; undefined: it has none of that name. */
function attributes({ role, name, value, on, part, focus }) {
  const isSlider = role === 'slider'
  return {
    role: roles[role],
    'aria-label': name,
    tabindex: focus ? '0' : undefined,
    'aria-valuemin': isSlider ? '0' : undefined,
    'aria-valuemax': isSlider ? '100' : undefined,
    'aria-valuenow': isSlider ? String(part ?? 0) : undefined,
    'aria-valuetext': isSlider ? value ?? String(part ?? 0) : undefined,
    'aria-description': isSlider ? undefined : value,
    'aria-checked': role === 'switch' ? String(Boolean(on)) : undefined,
    'aria-pressed': role === 'gridcell' ? String(Boolean(on)) : undefined,
    'aria-current': on && (role === 'tab' || role === 'option') ? 'true' : undefined,
  }
}

export class Mirror {
  /**
   * `press(control)`, `focus(index)`: what is done to a control; `reveal(x, y)` scrolls so that a point that is out
   * of view comes to the middle.
   */
  constructor(root, { press, focus, reveal }) {
    Object.assign(this, { root, focus, reveal, text: '', controls: [], elements: [] })
    root.addEventListener('focusin', event => this.focused(event.target))
    // An element that goes away loses the focus as well; `show` decides who has it then.
    root.addEventListener('focusout', () => { if (!this.isShowing) this.focus(-1) })
    root.addEventListener('click', event => {
      const control = this.control(event.target)
      if (control && control.role !== 'slider') press(control)
    })
  }

  control(element) { return this.controls[this.elements.indexOf(element)] }

  /** The element that has the keyboard; null: none here. */
  get active() {
    const element = document.activeElement
    return this.root.contains(element) && element !== this.root ? element : null
  }

  focused(element) {
    const index = this.elements.indexOf(element)
    if (index < 0) return
    this.focus(index)
    const { role, place: [x, y, width, height] } = this.controls[index]
    const isAside = x >= aside / 2, middle = y + height / 2
    // Lists of parameters have elements only for what is seen: the next ones come as the focus goes on.
    const part = middle / this.root.clientHeight
    if (isAside || role === 'slider' && (part < 0.3 || part > 0.6)) {
      this.reveal(x - (isAside ? aside : 0) + width / 2, middle)
    }
  }

  /** The keyboard goes to the next control, or to the previous one. */
  step(way) {
    const all = this.elements.filter(element => element.tabIndex === 0)
    all[(all.indexOf(this.active) + way + all.length) % all.length]?.focus()
  }

  /** Takes the keyboard away for a text, and gives it back to the control that had it. */
  lend() { this.lender = this.active?.key ?? this.lender }
  giveBack() {
    this.wanted = this.lender
    this.lender = null
    this.elements.find(each => each.key === this.wanted)?.focus()
  }

  /** Takes over the controls, JSON of module Page. A control keeps its element as long as it is there. */
  show(text) {
    if (text === this.text) return
    this.text = text
    this.controls = JSON.parse(text)
    this.isShowing = true
    const active = this.active, index = this.elements.indexOf(active)
    const before = this.elements, found = this.matched()
    found.forEach((element, at) => {
      element.key = this.keys[at]
      this.fill(element, this.controls[at])
    })
    this.arrange(found, active)
    this.elements = found
    this.isShowing = false
    const wanted = this.wanted && found.find(element => element.key === this.wanted)
    this.wanted = null
    if (wanted) wanted.focus()
    else if (active?.isConnected) this.focus(found.indexOf(active))
    else if (active) {
      // Its place has the keyboard now; where nothing remained, something was opened, which begins at its first.
      const first = before.some(element => element.isConnected) ? index : 0
      const next = found.slice(first).find(element => element.tabIndex === 0)
      if (next) next.focus()
      else this.focus(-1)
    }
  }

  /** The elements of the controls: of the same role and name, else of a button in the same place, else new ones. */
  matched() {
    const count = new Map(), old = new Map(this.elements.map(element => [element.key, element]))
    this.keys = this.controls.map(({ role, name }) => {
      const number = count.get(`${role} ${name}`) ?? 0
      count.set(`${role} ${name}`, number + 1)
      return `${role} ${name} ${number}`
    })
    const found = this.keys.map(key => {
      const element = old.get(key)
      old.delete(key)
      return element
    })
    // A button may change its name: Load, Load again.
    const left = new Map([...old.values()].filter(element => element.key.startsWith('button '))
      .map(element => [element.style.cssText, element]))
    return found.map((element, at) => {
      if (element) return element
      const made = document.createElement('div')
      this.place(made, this.controls[at].place)
      const renamed = this.controls[at].role === 'button' && left.get(made.style.cssText)
      left.delete(made.style.cssText)
      return renamed || made
    })
  }

  /** Puts the elements in order, and removes the others. The one with the keyboard does not move: it would lose it. */
  arrange(elements, active) {
    let next = this.root.firstChild
    for (const element of elements) {
      if (element === active) while (next !== active) {
        const other = next
        next = next.nextSibling
        this.root.append(other)
      }
      if (element === next) next = next.nextSibling
      else this.root.insertBefore(element, next)
    }
    const kept = new Set(elements)
    for (const element of [...this.root.children]) if (!kept.has(element)) element.remove()
  }

  fill(element, control) {
    for (const [key, text] of Object.entries(attributes(control))) {
      if (text === undefined) element.removeAttribute(key)
      else if (element.getAttribute(key) !== text) element.setAttribute(key, text)
    }
    this.place(element, control.place)
  }

  place(element, [x, y, width, height]) {
    const text = `left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px;`
    if (element.style.cssText !== text) element.style.cssText = text
  }
}
