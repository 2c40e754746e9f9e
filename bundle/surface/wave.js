// A recording as a WAV file of 32-bit floats.

/** `blocks` are pairs of arrays, left and right. */
export function waveFile(blocks, rate) {
  const frames = blocks.reduce((sum, [left]) => sum + left.length, 0)
  const bytes = new Uint8Array(58 + 8 * frames), view = new DataView(bytes.buffer)
  const text = (at, letters) => bytes.set([...letters].map(letter => letter.charCodeAt(0)), at)
  const word = (at, value) => view.setUint32(at, value, true)
  const half = (at, value) => view.setUint16(at, value, true)
  text(0, 'RIFF'); word(4, 50 + 8 * frames); text(8, 'WAVE')
  // Floats, two channels, four bytes each; formats that are not PCM tell their frames in `fact`.
  text(12, 'fmt '); word(16, 18); half(20, 3); half(22, 2); word(24, rate); word(28, 8 * rate); half(32, 8)
  half(34, 32); half(36, 0)
  text(38, 'fact'); word(42, 4); word(46, frames)
  text(50, 'data'); word(54, 8 * frames)
  let at = 58
  for (const [left, right] of blocks) {
    for (let index = 0; index < left.length; index += 1, at += 8) {
      view.setFloat32(at, left[index], true)
      view.setFloat32(at + 4, right[index], true)
    }
  }
  return bytes
}
