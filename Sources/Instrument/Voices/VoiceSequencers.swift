// The sequencers of sixteen voices, each with its own state. Audio thread, one step an evaluation.
import Controls
import Lanes
import Matrix
import Signal

extension VoiceModules {
  /// Advances a sequencer of each voice.
  /// - Parameters:
  ///   - index: 0…3.
  ///   - turns: the steps that pass in voices that are not `fresh`; `ahead`: the steps to look ahead.
  ///   - sounding: bit n for lane n.
  ///   - moves: those of the first lane; nil: no step moves.
  @_noLocks mutating func evaluate(
    row index: Int, _ sequence: UnsafePointer<StepSequence>, turns: Float, ahead: Float, fresh: UInt32,
    sounding: UInt32, moves: UnsafePointer<Float>?
  ) -> Lanes {
    let seeds = rowSeeds
    // By pointer, because subscripts of arrays in structs copy the whole array.
    return withUnsafeMutablePointer(to: &rows) { all in
      let rows = UnsafeMutableRawPointer(all).assumingMemoryBound(to: Sequencer.self) + 16 * index
      var values = Lanes(repeating: 0)
      for lane in 0..<Lanes.width where sounding & (1 << UInt32(lane)) != 0 {
        let isNew = fresh & (1 << UInt32(lane)) != 0
        rows[lane].advance(
          sequence, turns: isNew ? 0 : turns, ahead: ahead, position: nil, seed: seeds[lane],
          moves: moves?.advanced(by: lane))
        values[lane] = rows[lane].value
      }
      return values
    }
  }

  /// - Parameter index: 0…3.
  @_noLocks mutating func apply(row index: Int, _ verb: Action.Verb) {
    for lane in 0..<Lanes.width { rows[16 * index + lane].apply(verb) }
  }

  /// The events of one voice's sequencer at the last evaluation.
  @_noLocks func events(row index: Int, lane: Int) -> (hasBegun: Bool, hasEnded: Bool) {
    (rows[16 * index + lane].hasBegun, rows[16 * index + lane].hasEnded)
  }
}
