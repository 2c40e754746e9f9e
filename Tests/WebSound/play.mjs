// Renders patches with the module of Tests/WebSound/build: node play.mjs MODULE TABLES JOBS OUT
// JOBS is JSON: [{patch, rate, block, frames, events: [[frame, "midi" | "touch", ...numbers]]}]. OUT gets the
// floats of each job, left and then right.
import fs from "fs"

const [, , module, tables, jobs, out] = process.argv
const compiled = new WebAssembly.Module(fs.readFileSync(module))
const file = fs.openSync(out, "w")
for (const job of JSON.parse(fs.readFileSync(jobs))) {
  const { exports } = new WebAssembly.Instance(compiled, {})
  const put = bytes => {
    const at = exports.sound_memory(bytes.length)
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes)
    return at
  }
  const text = Buffer.from(job.patch)
  if (exports.sound_start(job.rate, put(fs.readFileSync(tables)), put(text), text.length)) throw job.patch
  const left = exports.sound_memory(4 * job.frames), right = exports.sound_memory(4 * job.frames)
  let at = 0
  for (let begin = 0; begin < job.frames; begin += job.block) {
    const end = Math.min(begin + job.block, job.frames)
    while (at < end) {
      while (job.events.length && job.events[0][0] <= at) {
        const [, kind, ...numbers] = job.events.shift()
        exports["sound_" + kind](...numbers)
      }
      const until = job.events.length ? Math.min(job.events[0][0], end) : end
      exports.sound_render(left + 4 * at, right + 4 * at, until - at)
      at = until
    }
  }
  for (const side of [left, right])
    fs.writeSync(file, new Uint8Array(exports.memory.buffer, side, 4 * job.frames))
}
