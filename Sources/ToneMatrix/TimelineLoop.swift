// A loop with wraps that the host reports late. Audio thread.

/// The loop of a host that jumps back within a block and says so at the next one, as Ardour does.
///
/// The first such jump shows the loop's length. Its start is a musical position that the last block can have
/// reached. From the second turn on the wrap is played on its own frame.
struct TimelineLoop {
  /// In frames of the timeline.
  var start: Int64
  var end: Int64
  /// The position on the frame `start`, and the position from which notes belong to the loop.
  var place: Double
  var first: Double
  /// Whether the frames are known exactly; otherwise they are off by up to a tick.
  var isExact: Bool
  var beatsPerMinute: Double
  var beatsPerBar: Double
  var beatUnit: Double
}

/// A wrap that was played before the host reported it, with the line that goes on if the host did not wrap.
struct UnreportedWrap {
  var frame: Int64
  /// The position on that frame, counted as if there were no loop.
  var end: Double
  var length: Int64
  var perFrame: Double
  var beatsPerMinute: Double
  var beatsPerBar: Double
  var beatUnit: Double
}

extension Timeline {
  /// The frame of the next wrap; nil when none is known.
  var wrapFrame: Int64? {
    @_noLocks get {
      guard let loop, isRolling, speed == 1, wasToldFrame, loop.end > toldFrame else { return nil }
      return toldAt + (loop.end - toldFrame)
    }
  }

  /// Jumps to the start of the loop at `frame`.
  /// - Returns: the position from which notes are to be played.
  @_noLocks mutating func wrap(at frame: Int64) -> Double {
    guard let loop else { return position(at: frame) }
    wrapped = UnreportedWrap(
      frame: frame, end: position(at: frame), length: loop.end - loop.start, perFrame: perFrame,
      beatsPerMinute: beatsPerMinute, beatsPerBar: beatsPerBar, beatUnit: beatUnit)
    (beatsPerMinute, beatsPerBar, beatUnit) = (loop.beatsPerMinute, loop.beatsPerBar, loop.beatUnit)
    (toldFrame, toldAt) = (loop.start, frame)
    reading.forget()
    drift = TempoDrift()
    move(to: loop.place, at: frame)
    return loop.first
  }

  /// Must be called at the first frame of each block, after the position that the host sent for it. A host
  /// that wrapped in the last block, or that wraps now, has reported a jump. If it has not, the timeline goes
  /// on behind the end of the loop. Where the host's positions are rounded, the wrap may come a little later.
  @_noLocks mutating func confirm(at frame: Int64) -> Change? {
    if wrapFrame == frame, let known = loop {
      loop = nil
      if !known.isExact {
        loop = known
        loop?.start += 1
        loop?.end += 1
      }
      return .corrected
    }
    guard let wrap = wrapped, wrap.frame < frame else { return nil }
    let wrong = position(at: wrap.frame)
    forgetRun()
    (beatsPerMinute, beatsPerBar, beatUnit) = (wrap.beatsPerMinute, wrap.beatsPerBar, wrap.beatUnit)
    toldFrame += wrap.length
    anchor = wrap.end
    anchorFrame = wrap.frame
    perFrame = wrap.perFrame
    return .jumped(from: Self.next(wrap), since: wrap.frame, shift: wrap.end - wrong)
  }

  /// The position behind everything that the frame before a wrap has played.
  @_noLocks private static func next(_ wrap: UnreportedWrap) -> Double {
    wrap.end - (1 - 2 * slack) * wrap.perFrame
  }

  /// The change if a jump shows that the last wrap did not happen; `toldFrame` is the reported frame.
  @_noLocks mutating func unwrapped(to told: Double?, at frame: Int64) -> Change? {
    guard let wrap = wrapped, wrap.frame < frame, speed == 1, let loop,
      toldFrame - loop.start == wrap.length + (frame - wrap.frame)
    else { return nil }
    let wrong = anchor + Double(wrap.frame - anchorFrame) * perFrame
    let (tempo, beats, unit) = (beatsPerMinute, beatsPerBar, beatUnit)
    forgetRun()
    anchor = wrap.end
    anchorFrame = wrap.frame
    perFrame = wrap.perFrame
    let here = position(at: frame)
    let isSame = (tempo, beats, unit) == (wrap.beatsPerMinute, wrap.beatsPerBar, wrap.beatUnit)
    if let told, !isSame || (told - here).magnitude > 2 * Self.hostTick { move(to: told, at: frame) }
    return .jumped(from: Self.next(wrap), since: wrap.frame, shift: wrap.end - wrong)
  }

  /// The change if a jump to `place` is the wrap of a loop.
  /// - Parameters:
  ///   - to: the timeline frame of `place`.
  ///   - end: the position if there had been no jump; `from` is its timeline frame.
  ///   - isSteady: whether tempo and speed are the same as before, and the speed is 1.
  @_noLocks mutating func looped(
    to place: Double, _ to: Int64, from end: Double, _ from: Int64, at frame: Int64, isSteady: Bool
  ) -> Change? {
    guard from > to, end > place, lastRun > 0, speed == 1, wrapped == nil || wrapped?.frame == frame else {
      return nil
    }
    let tick = Self.hostTick
    let slope = beatsPerMinute / (60 * sampleRate)
    let frames = from - to
    var length = end - place
    let isEven = isSteady && (length - Double(frames) * slope).magnitude <= 4 * tick
    var here = place
    var isExact = false
    if isEven {
      length = Double(frames) * slope
      // More exact than a rounded position: frames times tempo, or the line until now.
      let (there, back) = (Double(to) * slope, end - length)
      if (there - place).magnitude <= tick && (Double(from) * slope - end).magnitude <= 2 * tick {
        here = there
        isExact = true
      } else if (back - place).magnitude <= 2 * tick {
        here = back
        isExact = (back - place).magnitude <= 0.02 * tick
      }
    }
    guard
      let start = loopStart(
        here, length, reach: Double(lastRun) * slope, tolerance: isEven ? tick : 4 * tick)
    else { return nil }
    var first = to - Int64(max(Self.floor((here - start) / slope + 0.5), 0))
    // The wrap was in the last block, from whose first frame a rounded place can be up to a tick away.
    let least = from - lastRun - frames
    if !isExact && Double(least - first) * slope <= tick { first = max(first, least) }
    guard first + frames <= from, first >= least else { return nil }
    // Without an even tempo the length proves nothing, unless the timeline has rolled through all of it.
    guard isEven || first >= rolledFrom && start >= rolledFromPlace - Self.longestCorrection else {
      return nil
    }
    let wrap = frame - (to - first)
    forgetRun()
    move(to: here, at: frame)
    let begin = here - Double(to - first) * slope
    loop = TimelineLoop(
      start: first, end: first + frames, place: begin, first: min(start, begin), isExact: isExact,
      beatsPerMinute: beatsPerMinute, beatsPerBar: beatsPerBar, beatUnit: beatUnit)
    return .jumped(from: min(start, begin), since: wrap, shift: here - end)
  }

  /// The musical position at which a loop of `length` most probably starts: a quarter note, or else a smaller
  /// division, that is not after `here` and not earlier than `reach`; nil when there is none.
  @_noLocks private func loopStart(
    _ here: Double, _ length: Double, reach: Double, tolerance: Double
  ) -> Double? {
    // A host that jumps to a sixteenth at the beginning of a block means that one.
    let near = 0.75 * Self.hostTick
    let sixteenth = Self.multiple(of: 0.25, in: length, below: here + near, tolerance)
    if let sixteenth, sixteenth > here - near { return sixteenth }
    let parts: InlineArray<5, Double> = [1, 2, 4, 3, 6]
    for index in parts.indices {
      let start = Self.multiple(of: 1 / parts[index], in: length, below: here + near, tolerance)
      if let start, start > here - reach - near { return start }
    }
    return nil
  }

  /// The greatest multiple of `grid` that is not above `position`; nil if `length` is no multiple.
  @_noLocks private static func multiple(
    of grid: Double, in length: Double, below position: Double, _ tolerance: Double
  ) -> Double? {
    let isWhole = (length - floor(length / grid + 0.5) * grid).magnitude <= tolerance && length > grid / 2
    return isWhole ? floor(position / grid) * grid : nil
  }
}
