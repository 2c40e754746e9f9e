// Knobs that record lanes: a controller of MIDI in sets the lane that has learned it. Audio thread.
import Controls
import RealTime

/// The turn of a knob that goes on.
struct KnobState: BitwiseCopyable {
  /// The number of the turn, from 1; its changes of the grid are undone together.
  private(set) var stroke: UInt32 = 0
  private var controller: UInt8 = 255
  private var last: Int64 = 0

  /// Follows a movement at a frame. A pause of a second, or another knob, begins another turn.
  @_noLocks mutating func move(_ controller: UInt8, at frame: Int64, pause: Int64) {
    if controller != self.controller || frame - last > pause { stroke = stroke == .max ? 1 : stroke + 1 }
    (self.controller, last) = (controller, frame)
  }

  /// Ends the turn.
  @_noLocks mutating func finish() { controller = 255 }
}

extension LaneTarget {
  /// The value of a knob in the range of the target: its ends are those of the range, and the middle is no bend.
  @_noLocks func value(of knob: Int) -> Int {
    let (low, high) = (range.lowerBound, range.upperBound)
    if self == .bend && knob < 127 { return (knob - 64) * 128 }
    return low + knob * (high - low) / 127
  }
}

extension ToneMatrixProcessor {
  /// Sends the value of a knob by its lanes, and requests it for the step that plays. Renders record nothing.
  /// - Returns: whether a lane has learned the knob, which then does not pass.
  @_noLocks mutating func turnKnob(_ controller: UInt8, to value: UInt8) -> Bool {
    guard ports[.enabled] >= 0.5, controller < 120, value < 128 else { return false }
    var isLearned = false
    for layer in 0..<GridLimit.layers {
      let settings = grid.pointee.layers + layer
      for index in 0..<Int(settings.pointee.laneCount) where settings.pointee.lanes[index].knob == controller
      {
        if !isLearned { knobs.move(controller, at: now, pause: Int64(sampleRate)) }
        isLearned = true
        let lane = settings.pointee.lanes[index]
        let sent = lane.target.value(of: Int(value))
        send(lane, sent, layer)
        layers[layer].ticks.sent[index] = Int16(sent)
        guard isRolling, ports[.freeWheel] < 0.5, layers[layer].column >= 0 else { continue }
        keys.ask(
          .lane(
            GridCellIndex(
              layer: UInt8(layer), pattern: UInt8(layers[layer].pattern), step: UInt8(layers[layer].column),
              row: UInt8(index)), value: Int16(sent), stroke: knobs.stroke))
      }
    }
    return isLearned
  }
}
