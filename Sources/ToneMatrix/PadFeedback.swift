// The lights of a note grid: the light of each pad is sent when it changes, at most 60 times a second.
// Audio thread.
import Controls

/// The light that each pad was sent last.
struct PadFeedback: ~Copyable {
  /// By note; 255: unknown.
  let shown: UnsafeMutablePointer<UInt8>
  let period: Int
  var wait = 0

  /// Allocates.
  init(sampleRate: Double) {
    shown = .allocate(capacity: 128)
    shown.initialize(repeating: 255, count: 128)
    period = Int(sampleRate / 60) + 1
  }

  func free() { shown.deallocate() }

  @_noLocks mutating func forget() {
    for note in 0..<128 { shown[note] = 255 }
    wait = 0
  }
}

extension ToneMatrixProcessor {
  /// Sends changed lights at the block's end, as far as there is room.
  @_noLocks mutating func sendLights(_ frames: Int) {
    lights.wait -= frames
    guard ports[.lights] >= 0.5, frames > 0, lights.wait <= 0 else { return }
    lights.wait = lights.period
    let layer = ports[whole: .editLayer] - 1
    let pattern = layers[layer].pattern
    let column = layers[layer].column
    let pads = grid
    for note in 0..<128 {
      let step = Int(pads.pointee.pads.steps[note])
      let row = Int(pads.pointee.pads.rows[note])
      guard step < GridLimit.steps, row < GridLimit.rows else { continue }
      let isOn = isShown(step: step, row: row, layer) && cell(layer, pattern, row, step)?.isOn == true
      let isPlaying = step == column
      let light =
        isOn
        ? (isPlaying ? pads.pointee.pads.playing : pads.pointee.pads.on)
        : (isPlaying ? pads.pointee.pads.column : pads.pointee.pads.off)
      guard lights.shown[note] != light else { continue }
      let status = 0x90 | pads.pointee.pads.channel
      guard queue.put(frames - 1, status, UInt8(note), light, from: .light) else { return }
      lights.shown[note] = light
    }
  }
}
