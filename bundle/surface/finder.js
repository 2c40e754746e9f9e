// Searching a commons in parts of its index: by words and by sound. Used by its site and by the page that plays.

/** The words of a text, divided as the index has them. */
export function wordsOf(text) {
  return (text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').match(/[\p{L}\p{N}]+/gu) ?? [])
    .map(word => [...word].slice(0, 24).join('')).filter(word => [...word].length > 1)
}

const shardFile = prefix =>
  `words/${[...prefix].map(letter => letter.codePointAt(0).toString(16)).join('-') || 'all'}.json`

async function loaded(address) {
  const answer = await fetch(address)
  if (!answer.ok) throw Error(`${address} is missing`)
  return answer.arrayBuffer()
}

export class Finder {
  /** Milliseconds that the last search took, without loading. */
  time = 0
  files = new Map()

  /** `root`: the address of the site with a slash at its end, or the path to it; `read(address)`: loads its bytes. */
  constructor(root, read = loaded) { Object.assign(this, { root, read }) }

  /** A file of the index; each is loaded once. */
  load(name, kind = 'json') {
    if (!this.files.has(name)) {
      this.files.set(name, this.read(`${this.root}index/${name}`).then(bytes =>
        kind === 'json' ? JSON.parse(new TextDecoder().decode(bytes)) : bytes))
      this.files.get(name).catch(() => this.files.delete(name))
    }
    return this.files.get(name)
  }

  /** The entries with a word that begins so: their numbers, each with its weight. */
  async find(word, index) {
    const shards = index.shards.filter(shard => shard.startsWith(word) || word.startsWith(shard))
    const found = new Map()
    for (const part of await Promise.all(shards.map(shard => this.load(shardFile(shard))))) {
      for (const [key, numbers] of Object.entries(part)) {
        if (!key.startsWith(word)) continue
        let last = 0
        for (const step of numbers) {
          last += step
          const weight = (key === word ? 2 : 1) + (last & 1 ? 3 : 0)
          const number = last >> 1
          if (weight > (found.get(number) ?? 0)) found.set(number, weight)
        }
      }
    }
    return found
  }

  /** The numbers of entries with all these words, the best first, then the newest. */
  async search(text) {
    const index = await this.load('index.json')
    const words = wordsOf(text)
    if (!words.length) return []
    const all = await Promise.all(words.map(word => this.find(word, index)))
    const start = performance.now()
    const [first, ...others] = all.sort((a, b) => a.size - b.size)
    const hits = []
    for (const [number, weight] of first) {
      let sum = weight
      if (others.every(other => { sum += other.get(number) ?? 0; return other.has(number) })) hits.push([number, sum])
    }
    hits.sort((a, b) => b[1] - a[1] || b[0] - a[0])
    this.time = performance.now() - start
    return hits.map(hit => hit[0])
  }

  /** The numbers of all entries with a sound, the nearest to one of them first. */
  async like(number) {
    const index = await this.load('index.json')
    const count = index.features
    const names = Array.from({ length: Math.ceil(index.count / index.sounds) }, (_, part) => `sounds/${part}.bin`)
    const parts = (await Promise.all(names.map(name => this.load(name, 'bytes')))).map(part => new Uint8Array(part))
    const start = performance.now()
    const own = parts[Math.floor(number / index.sounds)]?.subarray(number % index.sounds * count, (number % index.sounds + 1) * count)
    if (!own?.length) return []
    const hits = []
    parts.forEach((part, place) => {
      for (let at = 0; at < part.length; at += count) {
        let sum = 0, heard = 0
        for (let each = 0; each < count; each++) {
          const difference = part[at + each] - own[each]
          sum += difference * difference
          heard |= part[at + each]
        }
        if (heard) hits.push([place * index.sounds + at / count, sum])
      }
    })
    hits.sort((a, b) => a[1] - b[1])
    this.time = performance.now() - start
    return hits.map(hit => hit[0])
  }

  /** What lists show of an entry. */
  async card(number) {
    const index = await this.load('index.json')
    const part = await this.load(`cards/${Math.floor(number / index.cards)}.json`)
    const [title, author, kind, category, name, key, hands] = part[number % index.cards]
    return { number, title, author, kind, category, name, key, hasHands: Boolean(hands) }
  }
}
