// Stretches of the timeline in which a layer plays one pattern with steps of one length. Audio thread.
import Controls

/// A stretch of the timeline with one pattern. A layer whose patterns all have its own step length and never restart
/// has one without an end, in which the pattern may change.
struct PatternSpan: BitwiseCopyable {
  /// Bars are at least this long here, in quarter notes, so that a host's meter cannot ask for endless stretches.
  static var shortestBar: Double { @_noLocks get { 1.0 / 24 } }

  var pattern = 0
  /// Whether a song mutes the layer, or it is stopped.
  var isMuted = false
  /// In 96ths of a quarter note.
  var stepLength: Int64 = 24
  /// The position of step 0, in quarter notes.
  var origin = 0.0
  /// The stretch in quarter notes. A step within `Timeline.hostTick` before a border is behind it.
  var start = -Double.infinity
  var end = Double.infinity
  /// How often the pattern has restarted before, and the steps of each time; 0: it does not restart.
  var turn: Int64 = 0
  var perTurn: Int64 = 0

  @_noLocks init(stepLength: Int64 = 24) { self.stepLength = stepLength }

  @_noLocks func isSame(as other: PatternSpan) -> Bool {
    pattern == other.pattern && isMuted == other.isMuted && stepLength == other.stepLength
      && origin == other.origin && start == other.start && end == other.end && turn == other.turn
      && perTurn == other.perTurn
  }

  /// The position of a part of a step, in quarter notes. Without an origin it is rounded once.
  @_noLocks func position(_ step: Int64, part: Int64 = 0) -> Double {
    origin + Double((step * LayerState.parts + part) * stepLength) / Double(96 * LayerState.parts)
  }

  /// The first step at `position` or after.
  @_noLocks func step(from position: Double) -> Int64 {
    let steps = (position - origin) * 96 / Double(stepLength)
    var step = Int64(max(min(steps, 1e12), -1e12))
    // The whole part is off by a step at most, and so is rounding.
    for _ in 0..<2 where self.position(step) < position { step += 1 }
    for _ in 0..<2 where self.position(step - 1) >= position { step -= 1 }
    return step
  }

  /// The first step of the stretch at `position` or after.
  @_noLocks func firstStep(from position: Double) -> Int64 {
    step(from: start == -.infinity ? position : max(position, start - Timeline.hostTick))
  }

  /// The position from which the next stretch is due.
  var switchPosition: Double { @_noLocks get { end - Timeline.hostTick } }

  /// The number of a step of this stretch.
  @_noLocks func number(_ step: Int64) -> StepNumber {
    StepNumber(step: step, turn: turn, perTurn: perTurn)
  }
}

/// The number of a step: from the last restart of its pattern, and from the beginning of the timeline.
struct StepNumber: BitwiseCopyable {
  var step: Int64
  var turn: Int64 = 0
  var perTurn: Int64 = 0

  @_noLocks init(step: Int64, turn: Int64 = 0, perTurn: Int64 = 0) {
    (self.step, self.turn, self.perTurn) = (step, turn, perTurn)
  }

  /// Counts the steps of all turns, for what is random.
  var whole: Int64 { @_noLocks get { turn &* perTurn &+ step } }

  /// The number of complete passes before this step through `count` steps. A pass that a restart cuts short counts.
  @_noLocks func round(of count: Int64) -> Int64 {
    let here = StepOrder.floor(step, by: count)
    return perTurn == 0 ? here : turn &* ((perTurn + count - 1) / count) &+ here
  }
}

extension ToneMatrixProcessor {
  /// The length of a pattern's steps in 96ths of a quarter note, by the port, the pattern or the layer.
  @_noLocks func stepLength(_ layer: Int, _ pattern: Int) -> Int64 {
    let settings = grid.pointee.layers + layer
    let times = settings.pointee.times[pattern]
    let port = ports[whole: layer, .division]
    let division =
      port != 0
      ? Division.at(port - 1) : times.hasDivision ? times.division : settings.pointee.division
    return division.ninetySixths * Int64(times.stretch == 0 ? settings.pointee.stretch : times.stretch)
  }

  /// Notes whether a layer has stretches, by the times of its patterns, a song, keys that start it or a stop, and the
  /// length of its longest step.
  @_noLocks mutating func updateTimes(_ layer: Int) {
    layers[layer].stepLength = stepLength(layer, Int(grid.pointee.layers[layer].pattern))
    var hasSpans = hasSong || layers[layer].hasStop || grid.pointee.layers[layer].keys == .trigger
    var longest: Int64 = 0
    // Patterns without a division or time of their own have steps of one length.
    var isPlainKnown = false
    for pattern in 0..<GridLimit.patterns {
      let times = grid.pointee.layers[layer].times[pattern]
      if times.changesTime { hasSpans = true }
      let isPlain = !times.hasDivision && times.stretch == 0
      if isPlain && isPlainKnown { continue }
      if isPlain { isPlainKnown = true }
      longest = max(longest, stepLength(layer, pattern))
    }
    layers[layer].hasSpans = hasSpans
    layers[layer].longestStep = Double(longest) / 96
  }

  /// The stretch of a layer with `position`, by the grid, its song and a request that is due there.
  @_noLocks func span(at position: Double, _ layer: Int) -> PatternSpan {
    guard layers[layer].hasSpans else { return PatternSpan(stepLength: layers[layer].stepLength) }
    let bar = songBar
    let here = self.bar(at: position)
    let isRequestDue = layers[layer].isRequestDue(at: position)
    let chosen = isRequestDue ? layers[layer].requested : layers[layer].chosen
    var span = PatternSpan()
    var part = SongPart(pattern: chosen % GridLimit.patterns, isMuted: chosen >= GridLimit.patterns)
    if chosen < 0 {
      part = self.part(ofBar: here, layer)
      if part.bars > 0 {
        span.start = Double(part.first) * bar
        span.end = Double(part.first + part.bars) * bar
      }
      if here < song.border { span.end = min(span.end, Double(song.border) * bar) }
    }
    (span.pattern, span.isMuted) = (part.pattern, part.isMuted)
    span.stepLength = stepLength(layer, span.pattern)
    let restart = Int64(grid.pointee.layers[layer].times[span.pattern].restart)
    if grid.pointee.layers[layer].keys == .trigger {
      span.origin = layers[layer].startedAt
      span.start = max(span.start, span.origin)
    } else if restart > 0 {
      let turn = StepOrder.floor(here - part.first, by: restart)
      let begin = part.first + turn * restart
      span.turn = part.cycle * ((part.bars + restart - 1) / restart) + turn
      span.origin = Double(begin) * bar
      span.start = max(span.start, span.origin)
      span.end = min(span.end, Double(begin + restart) * bar)
      span.perTurn = span.step(from: Double(begin + restart) * bar - Timeline.hostTick)
    }
    if isRequestDue {
      span.start = max(span.start, layers[layer].switchAt)
    } else if layers[layer].requested != -2 {
      span.end = min(span.end, layers[layer].switchAt)
    }
    return span
  }

  /// Puts a request into force that is due at `position`.
  @_noLocks mutating func applyRequest(at position: Double, _ layer: Int) {
    guard layers[layer].isRequestDue(at: position) else { return }
    layers[layer].chosen = layers[layer].requested
    layers[layer].requested = -2
  }

  /// Goes on with the next stretch of a layer.
  @_noLocks mutating func enterNextSpan(_ layer: Int) {
    let end = layers[layer].span.end
    layers[layer].ticks = LaneTicks()
    layers[layer].span = span(at: end, layer)
    applyRequest(at: end, layer)
    layers[layer].nextStep = layers[layer].span.firstStep(from: end - Timeline.hostTick)
  }

  /// The position behind everything that the last frame has played.
  var playedTo: Double {
    @_noLocks get { position(at: now) - (1 - Timeline.slack) * perFrame }
  }

  /// Finds a layer's stretch and next step again, because a request or a meter has moved the borders. Strikes of
  /// steps that have been played stay.
  @_noLocks mutating func findSpan(_ layer: Int) {
    guard layers[layer].hasSpans, isRolling else { return }
    let from = max(playedTo, layers[layer].sought)
    layers[layer].span = span(at: from, layer)
    layers[layer].spanBar = meterBar
    applyRequest(at: from, layer)
    layers[layer].nextStep = layers[layer].span.firstStep(from: from)
  }

  /// Finds the stretches again after a change of meter without a jump.
  @_noLocks mutating func followMeter() {
    var isChanged = false
    for layer in 0..<GridLimit.layers where layers[layer].hasSpans && layers[layer].spanBar != meterBar {
      findSpan(layer)
      isChanged = true
    }
    if isChanged { refresh() }
  }

  /// Applies the times of patterns after a change of the grid or the ports.
  @_noLocks mutating func settleTimes(_ layer: Int) {
    let had = layers[layer].hasSpans
    updateTimes(layer)
    guard had || layers[layer].hasSpans else {
      if layers[layer].span.stepLength != layers[layer].stepLength {
        layers[layer].span = PatternSpan(stepLength: layers[layer].stepLength)
        soughtAt = now
        seek(layer)
      }
      return
    }
    let next = span(at: isRolling ? max(playedTo, layers[layer].sought) : position(at: now), layer)
    if next.isSame(as: layers[layer].span) { return }
    layers[layer].span = next
    soughtAt = now
    if isRolling { seek(layer, from: playedTo + Timeline.slack * perFrame) }
  }

  /// Remembers the strikes of steps before `step` that are due at `from` or later.
  ///
  /// It strikes at most four steps of each of 64 stretches, and the early cells of the rows that still have strikes of
  /// longer steps before: at most 1440 steps, which is the way of the longest steps in the shortest ones.
  /// - Returns: the position of the last one of these steps with its swing.
  @_noLocks mutating func strikeEarlier(than step: Int64, _ layer: Int, from: Double) -> Double {
    // Swing, delay and ratchet together are less than 2.5 steps.
    guard layers[layer].hasSpans else {
      let span = layers[layer].span
      for each in step - 3..<step { strike(each, layer, span, .all, previous: -.infinity, from: from) }
      return span.position(step - 1, part: swing(of: step - 1, layer))
    }
    var previous = -Double.infinity
    var at = from - min(2.5 * layers[layer].longestStep, 48 * max(meterBar, PatternSpan.shortestBar))
    var span = span(at: at, layer)
    for _ in 0..<64 {
      let isLast = span.switchPosition > from
      if isLast { span = layers[layer].span }
      let end = isLast ? step : span.step(from: span.switchPosition)
      var each = span.firstStep(from: at)
      // Steps before this one strike nothing at `from` or later. Their early cells end strikes of longer steps.
      let near = min(span.step(from: from - 2.5 * Double(span.stepLength) / 96), end)
      let rows = hasEarly(span.pattern, layer) ? layers[layer].waitingRows : 0
      if rows == 0 && each < near {
        previous = span.position(near - 1, part: swing(of: near - 1, layer))
        each = near
      }
      while each < end {
        strike(each, layer, span, .all, previous: previous, from: from, rows: each < near ? rows : .max)
        previous = span.position(each, part: swing(of: each, layer))
        each += 1
      }
      if isLast { break }
      at = span.switchPosition
      span = self.span(at: span.end, layer)
    }
    return previous
  }
}
