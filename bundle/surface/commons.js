// *Library* of a page searches a commons, and loads documents from it. Nothing is sent before somebody asks, and only
// by https, except to this machine.
import { Finder } from './finder.js'

const kept = 'tactus-commons', prefix = 'commons/'
/** Entries that a search shows at most, and bytes of a file at most. */
const most = 60, limits = { index: 4 << 20, entry: 1 << 16, patch: 1 << 20, grid: 4 << 20, take: 8 << 20, sample: 16 << 20 }
/** Seconds of a preview: as long as the sounds of a commons. */
const longest = 20
const decoder = new TextDecoder()
const asked = /^\/tactus\/(patch|grid)\/library\0+,s\0+(\{"(?:commons|load|preview)":.*?)\0*$/s

/** What was loaded is kept for a time without a network. */
const cached = () => globalThis.caches?.open(kept).catch(() => null)

/** The bytes of a file, at most `limit`. */
async function bytesOf(address, limit) {
  const cache = await cached()
  const answer = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => null)
    ?? await cache?.match(address)
  if (!answer) throw Error('it can’t be reached. Another site than this one must allow it (CORS)')
  if (!answer.ok) throw Error(`it answers ${answer.status}`)
  const reader = answer.body.getReader(), parts = []
  let count = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    count += part.value.length
    if (count > limit) {
      reader.cancel()
      throw Error(`a file is larger than ${limit >> 10} KiB, the most that is loaded`)
    }
    parts.push(part.value)
  }
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  await cache?.put(address, new Response(bytes)).catch(() => {})
  return bytes
}

/** The address of a site with a slash at its end; null: it is none that is asked. */
function checked(text) {
  try {
    const address = new URL(text)
    const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname)
    const isPlain = !address.username && !address.password && !address.search && !address.hash
    if (!isPlain || address.protocol !== 'https:' && !(isHere && address.protocol === 'http:')) return null
    return address.href.endsWith('/') ? address.href : `${address.href}/`
  } catch { return null }
}

export class PageCommons {
  /** `tell(answer)`: the view is told an answer about the library; `note(sentence)`; `replace(kind, text)`: another
      document; `addSound(name, bytes)`: a sound that it plays. */
  constructor({ tell, note, replace, addSound }) {
    Object.assign(this, { note, replace, addSound })
    this.tell = answer => tell({ commons: { address: this.address, ...answer.commons }, ...answer.said && { said: answer.said },
      ...'preview' in answer && { preview: answer.preview, heard: [] } })
    const own = document.documentElement.dataset.commons
    this.use(own ? new URL(own, location.href).href : this.stored())
    this.audio = new Audio()
    this.audio.onended = () => this.stop()
    this.audio.ontimeupdate = () => { if (this.audio.currentTime > longest) this.stop() }
  }

  stored() { try { return localStorage.getItem(kept) ?? '' } catch { return '' } }

  use(address) {
    this.address = address
    this.cards = new Map()
    this.finder = address ? new Finder(address, async path => (await bytesOf(path, limits.index)).buffer) : null
  }

  /** The page has met its instrument: it knows the commons, and opens the entry that its address names. */
  begin() {
    if (!this.address) return
    this.tell({})
    const name = new URLSearchParams(location.search).get('entry')
    if (!this.hasBegun && document.documentElement.dataset.commons && /^[a-z0-9][\w-]*$/.test(name ?? '')) this.load(name)
    this.hasBegun = true
  }

  /** Does what a request of the view asks of a commons; false: it concerns none. */
  takes(packet) {
    const [, kind, text] = decoder.decode(packet).match(asked) ?? []
    if (!kind) return false
    const { commons, load, preview } = JSON.parse(text)
    if (this.isHeard && commons === undefined) this.stop()
    if (Array.isArray(commons)) this.choose(commons[0] ?? '')
    else if (typeof commons === 'string') this.search(commons, kind)
    else if (`${load}`.startsWith(prefix)) this.load(load.slice(prefix.length))
    else if (`${preview}`.startsWith(prefix)) this.preview(preview.slice(prefix.length))
    else return false
    return true
  }

  choose(text) {
    const address = text && checked(text)
    if (address === null) return this.note('This is no address of a commons: it begins with https://.')
    this.use(address)
    try { localStorage.setItem(kept, address) } catch { /* Then it is only known until the page is left. */ }
    this.tell({ commons: { searched: '', found: [] }, said: address ? `The commons is ${address}.` : 'No commons is asked any more.' })
  }

  async search(words, kind) {
    if (!this.finder) return
    const turn = this.turn = (this.turn ?? 0) + 1
    this.tell({ commons: { searched: words, found: [] }, said: 'Searching…' })
    try {
      const numbers = await this.finder.search(`${words} ${kind}`)
      const all = await Promise.all(numbers.slice(0, most).map(number => this.finder.card(number)))
      if (turn !== this.turn) return
      const found = all.filter(card => card.kind === kind && /^[a-z0-9][\w-]*$/.test(card.name))
      for (const card of found) this.cards.set(card.name, card)
      this.tell({
        commons: { searched: words, found: found.map(({ name, title, author, category }) => (
          { file: prefix + name, name: title, category, text: `by ${author}` })) },
        said: found.length === 1 ? '1 entry.' : `${found.length} entries.`,
      })
    } catch (error) { this.refuse(error) }
  }

  refuse(error) { this.note(`${new URL(this.address).host}: ${error.message}.`) }

  /** Plays the sound of an entry. */
  preview(name) {
    const key = this.cards.get(name)?.key
    if (!/^[0-9a-f]+$/.test(key ?? '')) return this.tell({ preview: '' })
    this.isHeard = true
    this.audio.src = `${this.address}sounds/${key}.mp3`
    this.audio.play().catch(error => {
      this.isHeard = false
      this.refuse(error)
      this.tell({ preview: '' })
    })
    this.tell({ preview: prefix + name })
  }

  stop() {
    this.audio.pause()
    this.isHeard = false
    this.tell({ preview: '' })
  }

  /** Loads an entry with its sounds, and compares all with their hashes. */
  async load(name) {
    try {
      const entry = JSON.parse(decoder.decode(await bytesOf(`${this.address}entries/${name}.json`, limits.entry)))
      const ending = { patch: '.json', grid: '.json', take: '.tactus' }[entry.kind]
      if (!ending) throw Error(`a ${entry.kind} can’t be opened here`)
      const text = decoder.decode(await this.file(entry.file, ending, limits[entry.kind]))
      for (const sound of entry.sounds ?? []) {
        this.addSound(String(sound.name), await this.file(sound.file, '.wav', limits.sample))
      }
      this.replace(entry.kind, text)
      this.tell({ said: `“${entry.name}” by ${entry.author}, ${entry.license}` })
    } catch (error) { this.refuse(error) }
  }

  async file(hash, ending, limit) {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw Error('the entry has no hash')
    const bytes = await bytesOf(`${this.address}files/${hash}${ending}`, limit)
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    if ([...digest].map(each => each.toString(16).padStart(2, '0')).join('') !== hash) {
      throw Error('a file has another SHA-256 than its entry says')
    }
    return bytes
  }
}
