// The instrument on the audio thread of the page. It is asked by messages and answers by messages; a message
// is a list that begins with a word.
const block = 128

class Tactus extends AudioWorkletProcessor {
  constructor({ processorOptions: { module } }) {
    super()
    this.solo = new WebAssembly.Instance(module, {}).exports
    this.port.onmessage = ({ data: [word, ...values] }) => this[word](...values)
  }

  put(bytes) {
    const at = this.solo.solo_input(bytes.length)  // the memory may be another one behind it
    new Uint8Array(this.solo.memory.buffer, at, bytes.length).set(bytes)
  }

  tell(word, count) {
    if (!count) return
    const bytes = new Uint8Array(this.solo.memory.buffer, this.solo.solo_output(), count).slice()
    this.port.postMessage([word, bytes], [bytes.buffer])
  }

  // What the page asks.

  file(path, bytes) {
    const all = new Uint8Array(path.length + bytes.length)
    all.set(path)
    all.set(bytes, path.length)
    this.put(all)
    this.solo.solo_file(path.length)
  }

  start() {
    this.solo.solo_start(sampleRate)
    this.isReady = true
    this.port.postMessage(['ready'])
  }

  packet(bytes) {
    this.put(bytes)
    this.solo.solo_packet()
    this.say()
  }

  record(isOn) { this.isRecording = isOn; if (!isOn) this.port.postMessage(['recorded']) }

  say() {
    const { solo } = this
    this.tell('said', solo.solo_said())
    for (let count; (count = solo.solo_saved());) this.tell('saved', count)
  }

  process(inputs, [output]) {
    if (!this.isReady) return true
    const { solo } = this
    for (let at = 0; at < output[0].length; at += block) {
      const count = Math.min(block, output[0].length - at)
      solo.solo_render(count)
      const sides = [solo.solo_left(), solo.solo_right()].map(
        side => new Float32Array(solo.memory.buffer, side, count))
      sides.forEach((side, channel) => output[channel]?.set(side, at))
      if (this.isRecording) this.port.postMessage(['sound', ...sides.map(side => side.slice())])
    }
    this.tell('picture', solo.solo_picture())
    this.tell('midi', solo.solo_midi?.())
    this.say()
    return true
  }
}

registerProcessor('tactus', Tactus)
