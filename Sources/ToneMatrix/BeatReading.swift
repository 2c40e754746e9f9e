// A host's way of counting the parts of a beat in meters of eighths. Audio thread.

/// Whether the host counts parts of a beat in ticks of a quarter note in every meter, as Ardour 7 does: in
/// 6/8 its beat 1.25 means halfway from 1 to 2.
///
/// The two readings of one position cannot be told apart. Those of two positions can: the right one moves as
/// far as the frames between them say.
struct BeatReading {
  /// A position by both readings, in quarter notes.
  struct Places {
    /// The bar's beginning, and the position within the bar.
    let start: Double
    let plain: Double
    let ticks: Double

    /// - Parameters:
    ///   - start: the beginning of the bar in quarter notes.
    ///   - barBeat: beats since then.
    @_noLocks init(start: Double, barBeat: Double, beatUnit: Double) {
      self.start = start
      plain = barBeat * 4 / beatUnit
      let part = barBeat - Timeline.floor(barBeat)
      // A part of so many quarter notes is longer than the beat.
      let canBeTicks = beatUnit > 4 && barBeat >= 0 && part * beatUnit < 4
      ticks = canBeTicks ? plain + part * (1 - 4 / beatUnit) : plain
    }
  }

  private(set) var countsTicks = false
  /// The position from which the differences are taken, and its frame.
  private var reference: Places?
  private var frame: Int64 = 0

  /// The position in quarter notes.
  @_noLocks func place(_ places: Places) -> Double {
    places.start + (countsTicks ? places.ticks : places.plain)
  }

  @_noLocks mutating func forget() { reference = nil }

  /// Takes the differences from here on, after a start, a jump or a change of tempo or meter.
  @_noLocks mutating func begin(_ places: Places?, at frame: Int64) {
    reference = places
    self.frame = frame
  }

  /// Compares the way since the reference with the frames since then. If the reading changes, the positions before were
  /// wrong.
  @_noLocks mutating func learn(_ places: Places, at frame: Int64, perFrame: Double) {
    guard let from = reference else { return begin(places, at: frame) }
    let way = Double(frame - self.frame) * perFrame
    let plain = places.start + places.plain - (from.start + from.plain) - way
    let ticks = places.start + places.ticks - (from.start + from.ticks) - way
    // Two rounded positions differ by up to one tick more or less.
    guard (plain.magnitude - ticks.magnitude).magnitude > 2 * Timeline.hostTick else { return }
    countsTicks = ticks.magnitude < plain.magnitude
    begin(places, at: frame)
  }

  /// Compares the first position in a new meter with the quarter notes since the last bar line of the old
  /// one, because meters change at bar lines.
  @_noLocks mutating func learn(_ places: Places, sinceBarLine: Double) {
    let plain = (places.plain - sinceBarLine).magnitude
    let ticks = (places.ticks - sinceBarLine).magnitude
    let limit = 2 * Timeline.hostTick
    if (plain <= limit) != (ticks <= limit) { countsTicks = ticks <= limit }
  }
}
