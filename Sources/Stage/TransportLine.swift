// The beats of JACK's transport, of which its master tells whole ticks only. The audio thread.

/// A line of beats through what is told: at 97.5 a minute a tick lasts 15 frames, and notes would tremble by
/// them.
struct TransportLine {
  private var tempo = 0.0
  /// A frame of the transport, and its beat.
  private var frame: Int64 = 0
  private var beat = 0.0

  @_noLocks init() {}

  /// The beat of a frame: on the line if what is told lies on it, or on the line from the transport's
  /// beginning, which most masters count from; else as it is told, where a new line begins.
  /// - Parameters:
  ///   - frame: of the transport.
  ///   - told: its beat, as the master tells it.
  ///   - tick: by how much that may be rounded; 0: it is exact.
  @_noLocks mutating func beat(
    at frame: Int64, told: Double, tick: Double, tempo: Double, rate: Double
  ) -> Double {
    let step = tempo / 60 / rate
    let held = beat + Double(frame &- self.frame) * step
    if tempo == self.tempo, abs(held - told) <= tick { return held }
    let counted = Double(frame) * step
    (self.tempo, self.frame) = (tempo, frame)
    beat = abs(counted - told) <= tick ? counted : told
    return beat
  }
}
