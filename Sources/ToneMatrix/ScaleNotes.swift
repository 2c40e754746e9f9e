// The notes of a layer's scale, to move along it. Audio thread.

/// The notes of one period of a scale.
public struct ScaleNotes: Sendable {
  /// The number of notes in a period, 1…128.
  public var count = 1
  /// Semitones above the root, ascending from 0; the first `count` are in use.
  public var semitones = InlineArray<128, Float>(repeating: 0)
  /// Semitones, above 0.
  public var period: Float = 12
  /// The key of the root nearest to middle C, which moves no row.
  public var root = 60

  /// Octaves of middle C.
  @_noLocks public init() {}

  /// Semitones above the root of a note, which is counted from 0 and can be below the root.
  @_noLocks func semitones(of note: Int) -> Float {
    let periods = Int(StepOrder.floor(Int64(note), by: Int64(count)))
    return Float(periods) * period + semitones[note - periods * count]
  }

  /// The note within half a semitone of a key, or else the next one below it.
  @_noLocks func note(at key: Int) -> Int {
    let above = Float(key - root) + 0.5
    let periods = Int(Timeline.floor(Double(above / period)))
    var note = periods * count
    for _ in 1..<max(count, 1) where semitones(of: note + 1) < above { note += 1 }
    return note
  }
}
