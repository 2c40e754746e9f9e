// Renders patches with the page's own instrument: node play.mjs MODULE JOBS OUT
// JOBS is JSON: [{patch, rate, block, frames, events: [[frame, "midi" | "touch", ...numbers]]}]. OUT gets the
// floats of each job, left and then right; `OUT.tables` the wavetables that the module has computed.
import fs from "fs"
import { message } from "../../bundle/surface/osc.js"

const [, , module, jobs, out] = process.argv
const compiled = new WebAssembly.Module(fs.readFileSync(module))
const file = fs.openSync(out, "w")
for (const job of JSON.parse(fs.readFileSync(jobs))) {
  const { exports } = new WebAssembly.Instance(compiled, {})
  const put = bytes => {
    const at = exports.solo_input(bytes.length)
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes)
  }
  const memory = (at, count) => new Float32Array(exports.memory.buffer, at, count)
  exports.solo_start(job.rate)
  const path = "/dropped/patch.json"
  put(Buffer.from(path + job.patch))
  exports.solo_file(path.length)
  const send = (...parts) => { put(message(...parts)); exports.solo_packet() }
  send("/tactus/patch/library", "s", `{"open": "${path}"}`)
  const count = exports.solo_said()
  const said = Buffer.from(exports.memory.buffer, exports.solo_output(), count).toString()
  if (!said.includes("changed 1 ")) throw new Error(said)
  fs.writeFileSync(out + ".tables", memory(exports.solo_tables(), job.tables))
  const sides = [new Float32Array(job.frames), new Float32Array(job.frames)]
  const act = {
    touch: (kind, ...numbers) => send("/tactus/touch", "sifff", ["began", "moved", "ended"][kind - 1], ...numbers),
    midi: (...bytes) => send("/tactus/midi", "iii", ...bytes),
  }
  let at = 0
  for (let begin = 0; begin < job.frames; begin += job.block) {
    const end = Math.min(begin + job.block, job.frames)
    while (at < end) {
      while (job.events.length && job.events[0][0] <= at) {
        const [, kind, ...numbers] = job.events.shift()
        act[kind](...numbers)
      }
      // The module renders 128 frames at most.
      const count = Math.min(job.events.length ? job.events[0][0] : end, end, at + 128) - at
      exports.solo_render(count)
      sides[0].set(memory(exports.solo_left(), count), at)
      sides[1].set(memory(exports.solo_right(), count), at)
      at += count
    }
  }
  for (const side of sides) fs.writeSync(file, side)
}
