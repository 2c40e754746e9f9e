// Tokens that leave as MIDI, and tokens that MIDI plays. Audio thread.
import Controls
import Music
import RealTime
import Touch

extension TouchProcessor {
  /// Records what tokens do that lie on a surface; those that MIDI plays are not sent again.
  @_noLocks mutating func recordTokens() {
    if sources.shared[.tokenCount] == 0 && tokenRecorder.count == 0 { return }
    let sends = recordsTouches && patch.pointee.sendsTouches
    let isOn = sends && ports[isOn: .enabled] && !ports[isOn: .freeWheel]
    for slot in 0..<Controller.tokenLimit {
      guard isOn, let owner = sources.owner(ofToken: slot), owner.source < MIDIInput.recordedSource else {
        tokenRecorder.lift(slot)
        continue
      }
      let values = sources.shared
      tokenRecorder.see(
        .lies(
          slot, x: values[.token(slot, .x)], y: values[.token(slot, .y)],
          angle: values[.token(slot, .angle)]),
        outline: sources.outline(ofToken: slot).map {
          .outline(
            slot, halfWidth: $0.halfWidth, halfHeight: $0.halfHeight, ahead: $0.ahead, left: $0.left)
        })
    }
    tokenRecorder.send(at: frame, into: &outgoing)
  }

  /// Plays a token of a recording. It wants the slot that it had.
  @_noLocks mutating func play(_ message: TokenMessage) {
    let (source, id) = (MIDIInput.recordedSource, Int32(message.slot))
    switch message.word {
    case .lies:
      let place = message.place
      perform(
        .token(
          source: source, id: id, x: place.x, y: place.y, angle: place.angle,
          classNumber: Float(message.slot) + 1))
    case .lifted:
      for slot in 0..<Int32(Controller.tokenLimit) where message.slots & 1 << UInt16(slot) != 0 {
        perform(.tokenLifted(source: source, id: slot))
      }
    case .outline:
      let solid = message.solid
      perform(
        .tokenOutline(
          source: source, id: id, halfWidth: solid.halfWidth, halfHeight: solid.halfHeight,
          ahead: solid.ahead, left: solid.left))
    }
  }

  /// Takes the tokens away that MIDI has put there.
  @_noLocks mutating func liftPlayedTokens() {
    if sources.shared[.tokenCount] == 0 { return }
    for slot in 0..<Controller.tokenLimit {
      guard let owner = sources.owner(ofToken: slot), owner.source == MIDIInput.recordedSource else {
        continue
      }
      perform(.tokenLifted(source: owner.source, id: owner.id))
    }
  }
}
