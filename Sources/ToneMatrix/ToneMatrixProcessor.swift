// The Tone Matrix: the host's timeline in, MIDI out. Audio thread.
import Controls
import RealTime

/// The complete state of the Tone Matrix on the audio thread.
///
/// For each block call `begin`, then `apply` and `set` for changes, then `start`. Before each event call
/// `play(upTo:)`, then `handle` for the event; then call `play(upTo:)` for the block's end, and `end`. Each
/// event acts on the frame that the timeline gives it, so the same positions at the same frames give the same
/// MIDI for every division into blocks.
public struct ToneMatrixProcessor: ~Copyable {
  /// Frames per second.
  public let sampleRate: Double
  var ports = ToneMatrixValues()
  /// The grid that plays. The caller of `init` or `apply` owns it; never nil.
  public private(set) var grid: UnsafeMutablePointer<CompiledGrid>
  var host: Timeline
  var own: Timeline
  var isOwn = false
  // A variable, because Swift 6.3 cannot compile writes through a constant one under the thread sanitizer.
  var layers: UnsafeMutablePointer<LayerState>
  var sounding = ActiveNotes()
  /// The messages of the last block.
  public internal(set) var queue = MIDIQueue()
  var keys = Keys()
  var keyUse = KeyUse.pass
  var lights: PadFeedback
  /// The cells that the pads of MIDI in show.
  var padView = PadView(columns: 8, rows: 8)
  var monome = MonomeState()
  var lateStrikes = LateStrikes()
  var knobs = KnobState()
  var song = SongState()
  /// The frame from which steps were sought last: notes before it count for early cells.
  var soughtAt: Int64 = 0
  /// Frames from `activate` to the block's start, and frames of the block that have been played.
  var blockStart: Int64 = 0
  var played = 0
  /// The frame of the next action.
  var nextFrame = Int64.max
  /// Whether notes from before `activate` are still to be ended.
  var owesEnds = false

  /// Allocates; not real-time.
  /// - Parameter grid: the first grid; its memory belongs to the caller, and `apply` returns it.
  public init(sampleRate: Double, grid: UnsafeMutablePointer<CompiledGrid>) {
    self.sampleRate = sampleRate
    self.grid = grid
    host = Timeline(sampleRate: sampleRate)
    own = Timeline(sampleRate: sampleRate)
    lights = PadFeedback(sampleRate: sampleRate)
    layers = .allocate(capacity: GridLimit.layers)
    for layer in 0..<GridLimit.layers { (layers + layer).initialize(to: LayerState()) }
    song.chosen = ports[whole: .song] - 1
    padView = firstView
    restartSong()
    settle()
  }

  @inlinable deinit { free() }

  /// One function, because code that other modules inline from a `deinit` cannot reach further.
  @usableFromInline func free() {
    for layer in 0..<GridLimit.layers { layers[layer].free() }
    layers.deallocate()
    sounding.free()
    queue.free()
    keys.free()
    lights.free()
    lateStrikes.free()
  }

  /// Counts frames from 0 again. Notes that still sound end with the first frame that is played.
  @_noLocks public mutating func activate() {
    host.restart(at: blockStart)
    blockStart = 0
    played = 0
    own.isRolling = false
    own.move(to: 0, at: 0)
    owesEnds = true
    keys.forgetChords()
    for layer in 0..<GridLimit.layers { settleKeys(layer) }
    lights.forget()
    padView = firstView
    lateStrikes.forget()
    restartSong()
    for layer in 0..<GridLimit.layers {
      layers[layer].forgetStrikes()
      layers[layer].column = -1
      layers[layer].lit = 0
      restartPattern(layer)
    }
    nextFrame = .max
    if host.isRolling { seek() }
  }

  /// Restarts at another sample rate, as after `init` and `activate`, with the grid. Notes that sound end with the first
  /// frame that is played. Afterward, all ports must be set again. Allocates; must not be called while another thread
  /// plays.
  public mutating func restart(sampleRate: Double) {
    var next = ToneMatrixProcessor(sampleRate: sampleRate, grid: grid)
    next.sounding.keep(sounding)
    next.keys.keepPassed(keys)
    next.activate()
    self = next
  }

  // MARK: Blocks

  /// Begins a block.
  /// - Parameter room: the number of MIDI messages that the host takes.
  @_noLocks public mutating func begin(room: Int) {
    queue.begin(limit: room)
    played = 0
    if owesEnds {
      sounding.endAll(at: 0, into: &queue)
      keys.endAll(at: 0, into: &queue)
      owesEnds = false
    }
  }

  /// Must be called after the block's grid and ports have been applied.
  @_noLocks public mutating func start() {
    updateOwnClock()
    refresh()
  }

  /// Plays up to frame `end` of the block.
  @_noLocks public mutating func play(upTo end: Int) {
    let last = blockStart + Int64(end)
    if end > 0 && played == 0 && !isOwn, let change = host.confirm(at: blockStart) {
      apply(change, from: host.position(at: blockStart))
    }
    while nextFrame < last {
      let frame = max(nextFrame, blockStart + Int64(played))
      // A position report can make notes overdue: they sound on its frame, after the keys of that frame.
      if frame >= last { break }
      played = max(played, Int(frame - blockStart))
      perform(at: frame)
    }
    played = max(played, end)
  }

  /// Ends a block of `frames` frames, all of which have been played.
  @_noLocks public mutating func end(_ frames: Int) {
    sendLights(frames)
    if frames > 0 { host.lastRun = Int64(frames) }
    blockStart += Int64(frames)
    played = 0
  }

  /// The present frame, counted from `activate`.
  var now: Int64 { @_noLocks get { blockStart + Int64(played) } }

  /// Plays another grid from the present frame on; returns the old one. Ends the notes of cells that are off
  /// in the new grid.
  @_noLocks public mutating func apply(_ next: UnsafeMutablePointer<CompiledGrid>) -> UnsafeMutablePointer<
    CompiledGrid
  > {
    let old = grid
    grid = next
    if old.pointee.pads.signature != next.pointee.pads.signature {
      lights.forget()
      padView = firstView
    }
    settle()
    return old
  }

  /// Applies a port's new value.
  @_noLocks public mutating func set(_ port: ToneMatrixPort, _ value: Float) {
    let old = ports[port]
    ports.set(port, value)
    if ports[port] == old { return }
    switch port {
    case .enabled:
      if value < 0.5 { sounding.endAll(at: played, into: &queue) }
    case .panic:
      if value >= 0.5 {
        sounding.endAll(at: played, into: &queue)
        keys.endAll(at: played, into: &queue)
        releaseAll()
      }
    case .midiIn, .latch: keys.reset(at: played, into: &queue)
    case .lights: lights.forget()
    case .song: choose(song: ports[whole: .song] - 1)
    case .section: requestSong()
    case .loopSection: repeatSection(ports[.loopSection] >= 0.5)
    default:
      if let (layer, setting) = port.layerSetting {
        if setting == .pattern { request(ports[whole: port] - 1, layer) }
        settle(layer)
        return refresh()
      }
    }
    settle()
  }

  /// The value of a control port, within its range.
  @_noLocks public func value(_ port: ToneMatrixPort) -> Float { ports[port] }

  /// Applies a timeline position of the host for the present frame.
  @_noLocks public mutating func handle(_ transport: Transport) {
    let here = host.position(at: now)
    let change = host.update(transport, at: now, isFirst: played == 0)
    if isOwn { return }
    apply(change, from: here)
    followMeter()
  }

  /// - Parameter here: the position before the change.
  @_noLocks private mutating func apply(_ change: Timeline.Change, from here: Double) {
    switch change {
    case .nothing: return
    case .corrected: break
    case .recounted(let shift):
      sounding.shift(by: shift)
      shiftPast(by: shift)
      seek(keepsHeard: true)
    case .recountedLate(let from, let since, let shift):
      playLate(from: from, since: since, shift: shift, keepsEarlier: true)
    case .started(let from):
      knobs.finish()
      restartSong(at: from)
      for layer in 0..<GridLimit.layers { restartPattern(layer) }
      seek(from: from)
    case .jumped(let from, let since, let shift): playLate(from: from, since: since, shift: shift)
    case .located:
      let there = position(at: now)
      sounding.wrap(to: there, shift: there - here, at: played, into: &queue)
      shiftPast(by: there - here)
      seek(keepsHeard: true)
    case .stopped: stop()
    }
    refresh()
  }

  // MARK: State for display

  /// The column of a layer that plays, from 0; −1 while none does.
  @_noLocks public func column(of layer: Int) -> Int { layers[layer].column }
  /// The pattern that a layer plays, from 0.
  @_noLocks public func pattern(of layer: Int) -> Int { layers[layer].pattern }
  /// A bit for each row that was struck in the column that plays.
  @_noLocks public func lit(of layer: Int) -> UInt32 { layers[layer].lit }
  /// The number of active notes.
  public var notesSounding: Int { @_noLocks get { sounding.count + keys.passedCount } }

  // MARK: Time

  var isRolling: Bool { @_noLocks get { isOwn ? own.isRolling : host.isRolling } }

  /// Quarter notes a frame.
  var perFrame: Double { @_noLocks get { isOwn ? own.perFrame : host.perFrame } }

  @_noLocks func position(at frame: Int64) -> Double {
    isOwn ? own.position(at: frame) : host.position(at: frame)
  }

  @_noLocks func frame(of position: Double) -> Int64 {
    position == .infinity ? .max : isOwn ? own.frame(of: position) : host.frame(of: position)
  }

  /// The position up to which everything is due at `frame` or before.
  @_noLocks func due(at frame: Int64) -> Double {
    position(at: frame) + Timeline.slack * perFrame
  }

  /// Applies the ports of the own clock.
  @_noLocks mutating func updateOwnClock() {
    let wantsOwn = ports[.clock] >= 0.5
    if wantsOwn != isOwn {
      sounding.endAll(at: played, into: &queue)
      isOwn = wantsOwn
      own.isRolling = false
      own.move(to: 0, at: now)
      restartSong()
      if isRolling { seek() } else { stop() }
    }
    guard isOwn else { return }
    let tempo = Double(ports[.tempo])
    let here = own.position(at: now)
    let transport = ports[whole: .transport]
    let isChanged = own.beatsPerMinute != tempo
    own.beatsPerMinute = tempo
    own.beatsPerBar = host.beatsPerBar
    own.beatUnit = host.beatUnit
    followMeter()
    own.speed = 1
    if transport == 1 {
      if own.isRolling && !isChanged { return }
      let starts = !own.isRolling
      own.isRolling = true
      own.move(to: here, at: now)
      if starts { seek() }
    } else {
      if own.isRolling { stop() }
      own.isRolling = false
      own.move(to: transport == 0 ? 0 : here, at: now)
      if transport == 0 { restartSong() }
    }
  }

  /// Starts the own clock at the present frame, or stops it; without an effect while the host's timeline leads.
  @_noLocks mutating func startOwnClock() {
    guard isOwn else { return }
    set(.transport, own.isRolling ? 0 : 1)
    updateOwnClock()
    refresh()
  }

  /// Ends all notes, because the timeline stopped.
  @_noLocks private mutating func stop() {
    sounding.endAll(at: played, into: &queue)
    finishRecording()
    keys.forgetLatched()
    endTriggered()
    for layer in 0..<GridLimit.layers {
      layers[layer].forgetStrikes()
      layers[layer].column = -1
      layers[layer].lit = 0
    }
  }

  /// Finds the next action at `position` or after in all layers; nil: the present position.
  /// - Parameters:
  ///   - frame: of that position; nil: the present frame.
  ///   - keepsHeard: whether early strikes that were heard count for their steps; otherwise the timeline starts.
  @_noLocks mutating func seek(
    from position: Double? = nil, at frame: Int64? = nil, keepsHeard: Bool = false
  ) {
    soughtAt = frame ?? now
    if !keepsHeard {
      lateStrikes.forget()
      restartTriggered(at: position ?? self.position(at: now))
    }
    moveSong(to: position ?? self.position(at: now))
    for layer in 0..<GridLimit.layers {
      let goesOn = keepsHeard && frame == nil && layers[layer].isStarted
      seek(layer, from: goesOn ? playedTo + Timeline.slack * perFrame : position)
    }
    refresh()
  }

  /// Finds the next step of one layer, and those strikes of earlier steps that are still to come.
  @_noLocks mutating func seek(_ layer: Int, from position: Double? = nil) {
    guard isRolling else { return }
    let from = (position ?? self.position(at: now)) - Timeline.slack * perFrame
    layers[layer].forgetStrikes()
    layers[layer].span = span(at: from, layer)
    (layers[layer].sought, layers[layer].spanBar) = (from, meterBar)
    if layers[layer].hasSpans { applyRequest(at: from, layer) }
    let first = layers[layer].span.firstStep(from: from)
    layers[layer].nextStep = first
    seekLanes(layer, from: from)
    let previous = strikeEarlier(than: first, layer, from: from)
    strikeAhead(first, layer, previous: previous, from: from)
  }

  /// Computes the frame of the next action.
  @_noLocks mutating func refresh() {
    guard isRolling else {
      nextFrame = sounding.firstOff == -.infinity ? now : .max
      return
    }
    var next = sounding.firstOff
    for layer in 0..<GridLimit.layers {
      next = min(next, layers[layer].firstStrike)
      next = min(next, layers[layer].nextAction)
      next = min(next, layers[layer].ticks.next)
    }
    if !song.isReached { next = min(next, songBorder) }
    nextFrame = next == -.infinity ? now : frame(of: next)
    if !isOwn, let wrap = host.wrapFrame, wrap >= now { nextFrame = min(nextFrame, wrap) }
  }

  /// Performs everything that is due at `frame`: ends, then steps, then strikes.
  @_noLocks private mutating func perform(at frame: Int64) {
    if !isOwn, host.wrapFrame == frame {
      let end = position(at: frame)
      let from = host.wrap(at: frame)
      let shift = position(at: frame) - end
      sounding.wrap(to: from, shift: shift, at: played, into: &queue)
      shiftPast(by: shift)
      seek(from: from, keepsHeard: true)
    }
    let due = due(at: frame)
    let isFull = !queue.hasRoom(1)
    sounding.endDue(upTo: due, at: frame, in: played, into: &queue)
    if isRolling {
      strikeAll(upTo: due)
      if due >= songBorder { song.isReached = true }
    }
    refresh()
    // Notes that began on this frame end on the next one at the earliest. Messages without room wait for the
    // next block.
    if nextFrame <= frame { nextFrame = isFull ? .max : frame + 1 }
  }

  /// The most steps and stretches of a layer that one frame plays, after a late report. Of more, only those that are
  /// still to come are played.
  static var mostAtOnce: Int { @_noLocks get { 1024 } }

  /// Plays the steps and strikes up to position `due`.
  @_noLocks mutating func strikeAll(upTo due: Double) {
    for layer in 0..<GridLimit.layers {
      var count = 0
      while layers[layer].nextAction <= due {
        count += 1
        if count > Self.mostAtOnce {
          seek(layer)
          break
        }
        if layers[layer].isSpanOver {
          enterNextSpan(layer)
        } else {
          step(layer)
          layers[layer].nextStep += 1
        }
      }
      while layers[layer].ticks.next <= due { sendLanes(layer) }
      while let strike = layers[layer].popStrike(upTo: due) {
        if strike.overtakes {
          layers[layer].forget(row: strike.row, before: strike.place, after: strike.position)
        }
        sound(strike, layer)
      }
    }
  }
}
