// Executes draw lists on a canvas. The numbers of the operations are those of View's DrawList.
// The page loads it as a module, a worker as a script.

const turn = 2 * Math.PI
const colors = new Map()
const decoder = new TextDecoder()

function color(word) {
  let text = colors.get(word)
  if (text === undefined) {
    text = `rgba(${word >>> 24},${word >>> 16 & 255},${word >>> 8 & 255},${(word & 255) / 255})`
    colors.set(word, text)
  }
  return text
}

/** Pictures of files, by their paths without the ending; null: it has not come yet, or there is none. */
const pictures = new Map()
let last
/** What a picture is filled with first: the look's background. */
let ground

/** A picture of the scene that is shown. When it has come, all is painted once more. */
function pictureOf(path) {
  if (pictures.has(path)) return pictures.get(path)
  if (pictures.size >= 64) {
    const [first] = pictures.keys()
    pictures.get(first)?.close()
    pictures.delete(first)
  }
  pictures.set(path, null)
  fetch(`/picture?${encodeURIComponent(path)}`).then(answer => answer.status === 200 ? answer.blob() : Promise.reject())
    .then(blob => createImageBitmap(blob)).then(image => {
      if (image.width > 4096 || image.height > 4096 || !pictures.has(path)) return image.close()
      pictures.set(path, image)
      if (last) self.showPicture(...last)
    }).catch(() => {})
  return null
}

/** Paints all commands: `words` as 32-bit integers, `floats` the same memory, `texts` UTF-8. */
function paint(context, words, floats, texts) {
  const alphas = []
  context.lineCap = context.lineJoin = 'round'
  context.textBaseline = 'alphabetic'
  context.beginPath()
  let at = 0
  while (at < words.length) {
    const a = at + 1
    switch (words[at]) {
    case 0: context.moveTo(floats[a], floats[a + 1]); at += 3; break
    case 1: context.lineTo(floats[a], floats[a + 1]); at += 3; break
    case 2:
      context.bezierCurveTo(floats[a], floats[a + 1], floats[a + 2], floats[a + 3], floats[a + 4], floats[a + 5])
      at += 7
      break
    case 3:
      context.arc(floats[a], floats[a + 1], Math.max(0, floats[a + 2]), floats[a + 3] * turn, floats[a + 4] * turn)
      at += 6
      break
    case 4: context.closePath(); at += 1; break
    case 5:
      ground ??= color(words[a])
      context.fillStyle = color(words[a])
      context.fill()
      if (!words[a + 1]) context.beginPath()
      at += 3
      break
    case 6: {
      const fade = context.createLinearGradient(floats[a], floats[a + 1], floats[a + 2], floats[a + 3])
      fade.addColorStop(0, color(words[a + 4]))
      fade.addColorStop(1, color(words[a + 5]))
      context.fillStyle = fade
      context.fill()
      context.beginPath()
      at += 7
      break
    }
    case 7: {
      const dash = floats[a + 2]
      context.strokeStyle = color(words[a])
      context.lineWidth = floats[a + 1]
      if (dash > 0) context.setLineDash([dash, dash])
      context.stroke()
      if (dash > 0) context.setLineDash([])
      context.beginPath()
      at += 4
      break
    }
    case 8: {
      const first = words[a + 5]
      context.font = `${words[a + 3] ? 600 : 400} ${floats[a + 2]}px Tactus`
      context.fillStyle = color(words[a + 4])
      context.fillText(decoder.decode(texts.subarray(first, first + words[a + 6])), floats[a], floats[a + 1])
      context.beginPath()
      at += 8
      break
    }
    case 9:
      context.save()
      context.beginPath()
      context.rect(floats[a], floats[a + 1], floats[a + 2], floats[a + 3])
      context.clip()
      context.beginPath()
      at += 5
      break
    case 10: context.restore(); context.beginPath(); at += 1; break
    case 11:
      alphas.push(context.globalAlpha)
      context.globalAlpha *= floats[a]
      at += 2
      break
    case 12: context.globalAlpha = alphas.pop() ?? 1; at += 1; break
    case 13: {
      const [x, y, wide, high, fills] = [floats[a], floats[a + 1], floats[a + 2], floats[a + 3], words[a + 4]]
      const image = pictureOf(decoder.decode(texts.subarray(words[a + 5], words[a + 5] + words[a + 6])))
      if (image) {
        const sides = [wide / image.width, high / image.height]
        const scale = fills ? Math.max(...sides) : Math.min(...sides)
        const [w, h] = [image.width * scale, image.height * scale]
        context.save()
        context.beginPath()
        context.rect(x, y, wide, high)
        context.clip()
        context.drawImage(image, x + (wide - w) / 2, y + (high - h) / 2, w, h)
        context.restore()
        context.beginPath()
      }
      at += 8
      break
    }
    default: return
    }
  }
}

/**
 * Shows a picture: the draw list's `words` and `texts`, and the size and scale in pixels. Returns milliseconds and the
 * color behind everything.
 */
self.showPicture = function (context, { words, texts, width, height, scale }) {
  const began = performance.now(), canvas = context.canvas
  last = [context, { words, texts, width, height, scale }]
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  context.setTransform(scale, 0, 0, scale, 0, 0)
  ground = undefined
  paint(context, new Uint32Array(words), new Float32Array(words), new Uint8Array(texts))
  return [performance.now() - began, ground]
}

// As a worker: it says whether it has the letters, is given the canvas, and answers each picture.
if (self.WorkerGlobalScope) {
  let context
  self.onmessage = ({ data }) => {
    if (data.canvas) context = data.canvas.getContext('2d', { alpha: false })
    else requestAnimationFrame(() => postMessage(self.showPicture(context, data)))
  }
  const fonts = [['400', 'regular'], ['600', 'semibold']].map(([weight, name]) => {
    const font = new FontFace('Tactus', `url(/${name}.otf)`, { weight })
    self.fonts.add(font)
    return font.load()
  })
  Promise.all(fonts).then(() => postMessage('ready'), () => postMessage('none'))
}
