// QR codes (ISO/IEC 18004) of texts: bytes in the smallest version, with error correction level L.
const checkCounts = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28,
  ...Array(14).fill(30)]
const blockCounts = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16,
  17, 18, 19, 19, 20, 21, 22, 24, 25]

/** Bytes of data and checks of a version. */
function wholeCount(version) {
  let modules = (16 * version + 128) * version + 64
  if (version > 1) {
    const marks = Math.floor(version / 7) + 2
    modules -= (25 * marks - 10) * marks - 55
    if (version > 6) modules -= 36
  }
  return modules >> 3
}

const dataCount = version => wholeCount(version) - checkCounts[version - 1] * blockCounts[version - 1]

function product(x, y) {
  let z = 0
  for (let bit = 7; bit >= 0; bit--) z = (z << 1) ^ ((z >> 7) * 0x11d) ^ ((y >> bit & 1) * x)
  return z
}

/** The bytes that Reed and Solomon's code adds to a block. */
function checks(data, count) {
  const divisor = Array(count - 1).fill(0).concat(1)
  for (let root = 1, turn = 0; turn < count; turn++, root = product(root, 2)) {
    for (let at = 0; at < count; at++) {
      divisor[at] = product(divisor[at], root) ^ (at + 1 < count ? divisor[at + 1] : 0)
    }
  }
  const rest = Array(count).fill(0)
  for (const byte of data) {
    const factor = byte ^ rest.shift()
    rest.push(0)
    divisor.forEach((coefficient, at) => { rest[at] ^= product(coefficient, factor) })
  }
  return rest
}

/** The bytes of a text as a version holds them: data and checks of all blocks, interleaved. */
function codewords(bytes, version) {
  const bits = []
  const add = (value, count) => { for (let bit = count - 1; bit >= 0; bit--) bits.push(value >> bit & 1) }
  add(4, 4)
  add(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) add(byte, 8)
  const room = 8 * dataCount(version)
  add(0, Math.min(4, room - bits.length))
  add(0, (8 - bits.length % 8) % 8)
  for (let pad = 0xec; bits.length < room; pad ^= 0xfd) add(pad, 8)
  const data = []
  for (let at = 0; at < bits.length; at += 8) data.push(parseInt(bits.slice(at, at + 8).join(''), 2))
  const whole = wholeCount(version), count = blockCounts[version - 1], check = checkCounts[version - 1]
  const short = Math.floor(whole / count) - check, shortBlocks = count - whole % count
  const blocks = []
  for (let block = 0, at = 0; block < count; block++) {
    const part = data.slice(at, at += short + (block < shortBlocks ? 0 : 1))
    blocks.push({ part, tail: checks(part, check) })
  }
  const words = []
  for (let at = 0; at <= short; at++) for (const { part } of blocks) if (at < part.length) words.push(part[at])
  for (let at = 0; at < check; at++) for (const { tail } of blocks) words.push(tail[at])
  return words
}

const masks = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, x => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => x * y % 2 + x * y % 3,
  (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2,
]

/** How much a pattern hinders readers: runs, squares, what looks like a corner, and too much of a color. */
function penalty(dark) {
  const size = dark.length
  let sum = 0
  for (const at of [(a, b) => dark[a][b], (a, b) => dark[b][a]]) {
    for (let a = 0; a < size; a++) {
      let run = 0, line = ''
      for (let b = 0; b < size; b++) {
        run = b && at(a, b) === at(a, b - 1) ? run + 1 : 1
        if (run === 5) sum += 3
        else if (run > 5) sum++
        line += at(a, b) ? 1 : 0
      }
      for (let b = 0; b + 11 <= size; b++) {
        const part = line.slice(b, b + 11)
        if (part === '10111010000' || part === '00001011101') sum += 40
      }
    }
  }
  let count = 0
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      count += dark[y][x] ? 1 : 0
      if (x && y && dark[y][x] === dark[y - 1][x] && dark[y][x] === dark[y][x - 1] && dark[y][x] === dark[y - 1][x - 1]) sum += 3
    }
  }
  return sum + 10 * Math.floor(Math.abs(20 * count / size / size - 10))
}

/** Returns the modules of a text's code, row by row, true where they are dark; null: the text is too long. */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text)
  let version = 1
  while (version <= 40 && 4 + (version < 10 ? 8 : 16) + 8 * bytes.length > 8 * dataCount(version)) version++
  if (version > 40) return null
  const size = 17 + 4 * version
  const dark = Array.from({ length: size }, () => Array(size).fill(false))
  const fixed = Array.from({ length: size }, () => Array(size).fill(false))
  const set = (x, y, isDark) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return
    dark[y][x] = Boolean(isDark)
    fixed[y][x] = true
  }
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy))
        set(x + dx, y + dy, ring !== 2 && ring !== 4)
      }
    }
  }
  const places = []
  if (version > 1) {
    const count = Math.floor(version / 7) + 2
    const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
    for (let place = size - 7; places.length < count - 1; place -= step) places.unshift(place)
    places.unshift(6)
  }
  const last = places.length - 1
  places.forEach((y, row) => places.forEach((x, column) => {
    if (row === 0 && column === 0 || row === 0 && column === last || row === last && column === 0) return
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
    }
  }))
  const format = mask => {
    let rest = 8 | mask
    for (let turn = 0; turn < 10; turn++) rest = rest << 1 ^ (rest >> 9) * 0x537
    const bits = ((8 | mask) << 10 | rest) ^ 0x5412
    const bit = index => bits >> index & 1
    for (let index = 0; index < 6; index++) set(8, index, bit(index))
    set(8, 7, bit(6))
    set(8, 8, bit(7))
    set(7, 8, bit(8))
    for (let index = 9; index < 15; index++) set(14 - index, 8, bit(index))
    for (let index = 0; index < 8; index++) set(size - 1 - index, 8, bit(index))
    for (let index = 8; index < 15; index++) set(8, size - 15 + index, bit(index))
    set(8, size - 8, true)
  }
  format(0)
  if (version > 6) {
    let rest = version
    for (let turn = 0; turn < 12; turn++) rest = rest << 1 ^ (rest >> 11) * 0x1f25
    const bits = version << 12 | rest
    for (let index = 0; index < 18; index++) {
      const a = size - 11 + index % 3, b = Math.floor(index / 3)
      set(a, b, bits >> index & 1)
      set(b, a, bits >> index & 1)
    }
  }
  const words = codewords(bytes, version)
  let next = 0
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let way = 0; way < size; way++) {
      for (const x of [right, right - 1]) {
        const y = (right + 1 & 2) === 0 ? size - 1 - way : way
        if (fixed[y][x] || next >= 8 * words.length) continue
        dark[y][x] = Boolean(words[next >> 3] >> 7 - (next & 7) & 1)
        next++
      }
    }
  }
  const turned = mask => {
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) if (!fixed[y][x] && masks[mask](x, y) === 0) dark[y][x] = !dark[y][x]
    }
  }
  const costs = masks.map((_, mask) => {
    format(mask)
    turned(mask)
    const cost = penalty(dark)
    turned(mask)
    return cost
  })
  const best = costs.indexOf(Math.min(...costs))
  format(best)
  turned(best)
  return dark
}

/** Shows a text as a QR code over the page until it is pressed. Returns whether there is room for the text. */
export function showCode(text, words) {
  const code = qrCode(text)
  if (!code) return false
  const dialog = document.createElement('dialog'), canvas = document.createElement('canvas')
  const quiet = 4, size = code.length + 2 * quiet
  const scale = Math.max(1, Math.floor(0.8 * Math.min(innerWidth, innerHeight - 60) * devicePixelRatio / size))
  canvas.width = canvas.height = size * scale
  canvas.style.width = canvas.style.height = `${size * scale / devicePixelRatio}px`
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  code.forEach((row, y) => row.forEach((isDark, x) => {
    if (isDark) pen.fillRect((x + quiet) * scale, (y + quiet) * scale, scale, scale)
  }))
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', 'QR code')
  const line = document.createElement('p'), close = document.createElement('button')
  line.textContent = words
  close.textContent = 'Close'
  dialog.className = 'shared'
  dialog.append(canvas, line, close)
  dialog.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  return true
}
