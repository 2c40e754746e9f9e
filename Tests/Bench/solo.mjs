// The cost of a patch in WebAssembly: node solo.mjs MODULE PATCH NOTES. Each line of the input asks for so many
// blocks of 64 frames; the answer is the nanoseconds of one.
import fs from "fs"
import readline from "readline"
import { message } from "../../bundle/surface/osc.js"

const [, , module, patch, notes] = process.argv
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(module)), {})
const put = bytes => {
  const at = exports.solo_input(bytes.length)
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes)
}
exports.solo_start(48000)
const path = "/dropped/patch.json"
put(Buffer.from(path + fs.readFileSync(patch)))
exports.solo_file(path.length)
const send = (...parts) => { put(message(...parts)); exports.solo_packet() }
send("/tactus/patch/library", "s", `{"open": "${path}"}`)
for (const note of JSON.parse(notes)) send("/tactus/midi", "iii", 0x90, note, 100)
for await (const line of readline.createInterface({ input: process.stdin })) {
  const blocks = Number(line), began = process.hrtime.bigint()
  for (let block = 0; block < blocks; block += 1) exports.solo_render(64)
  const took = Number(process.hrtime.bigint() - began) / blocks
  const sound = new Float32Array(exports.memory.buffer, exports.solo_left(), 64)
  console.log(took, Math.max(...sound.map(Math.abs)))
}
