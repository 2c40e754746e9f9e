// Passes live touches to the recorder. Audio thread.
import Controls
import Lanes
import Music
import Touch

extension TouchProcessor {
  /// Whether a hand plays the touch now, instead of MIDI.
  @_noLocks private func isLive(_ slot: Int) -> Bool {
    sources.touches.touches[slot].source < MIDIInput.recordedSource && !ports[isOn: .freeWheel]
      && ports[isOn: .enabled]
  }

  @_noLocks private func numbers(_ slot: Int) -> SIMD4<Float> {
    let touch = sources.touches.touches + slot
    return SIMD4(touch.pointee.x, touch.pointee.y, touch.pointee.radius, touch.pointee.pressure)
  }

  /// Records that a touch began.
  @_noLocks mutating func record(began slot: Int) {
    guard recordsTouches, patch.pointee.sendsTouches, isLive(slot) else { return }
    let input = input(ofTouch: slot)
    recorder.begin(
      slot: slot, numbers(slot), pitch: input.pitch, velocity: input.velocity, at: frame, into: &outgoing)
  }

  /// Records that a touch ended; its slot still holds its last state.
  @_noLocks mutating func record(ended slot: Int) {
    guard let channel = recorder.channel(ofSlot: slot) else { return }
    recorder.end(channel, numbers(slot), pitch: input(ofTouch: slot).pitch, at: frame, into: &outgoing)
  }

  /// Records at an evaluation what moved since the last one.
  @_noLocks mutating func updateRecorder() {
    if recorder.count == 0 { return }
    for channel in 1..<16 {
      let one = recorder.touches + channel
      if one.pointee.slot < 0 { continue }
      let slot = one.pointee.slot
      guard one.pointee.waits || sources.touches.touches[slot].heardAt >= one.pointee.seenAt else { continue }
      recorder.move(channel, numbers(slot), pitch: input(ofTouch: slot).pitch, at: frame, into: &outgoing)
    }
  }
}
