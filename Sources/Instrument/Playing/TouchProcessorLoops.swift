// The touch looper in the instrument: what it records, and the touches that it plays. Audio thread.
import Controls
import Loops
import Music
import RealTime
import Touch

extension TouchProcessor {
  /// As `render`, with the events of loops on their frames.
  @_noLocks mutating func renderLoops(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    var done = 0
    while done < count {
      advanceLoops()
      let span = Int(min(Int64(count - done), max(looper.nextFrame &- frame, 1)))
      renderSpan(left + done, right + done, count: span)
      done += span
    }
  }

  /// Performs the events of loops on the present frame, before anything else happens on it.
  @_noLocks mutating func advanceLoops() {
    while looper.nextFrame <= frame {
      looper.advance(to: frame)
      performLoops()
    }
    if looper.capturing != 0 { captureTouches() }
  }

  @_noLocks private mutating func performLoops() {
    playsLoop = true
    while let event = looper.pop() {
      guard event.kind == .midi else {
        perform(event)
        continue
      }
      guard var bytes = event.midi, let message = withUnsafeBytes(of: &bytes, { MIDIMessage($0) }) else {
        continue
      }
      play(looped: message)
    }
    playsLoop = false
  }

  // MARK: Timeline

  /// The time of loops from the present frame.
  private var loopClock: LoopClock {
    @_noLocks get {
      var clock = LoopClock()
      if let line = sources.beatLine {
        clock.isRolling = true
        (clock.beat, clock.at, clock.beatsPerFrame) = line
      }
      clock.shift = loopShift
      return clock
    }
  }

  /// Passes a position of the host on, which has been applied.
  /// - Parameter expected: the beat of this frame before, if a loop is there and the timeline rolled.
  @_noLocks mutating func followTimeline(
    _ position: Transport, _ change: TransportFollower.Change, expected: Double?
  ) {
    switch change {
    case .started, .located: if let there = position.frame { loopShift = there &- frame }
    case .stopped, .unchanged: break
    }
    if !looper.isActive { return }
    let beat = sources.beats(at: frame)
    var jumps = change != .unchanged || (beat == nil) != (expected == nil)
    // Hosts round beats; a hundredth of a beat is no jump (`HostTime`).
    if let beat, let expected, (beat - expected).magnitude > 0.01 { jumps = true }
    if jumps { jumpLoops() } else { looper.set(loopClock, jumps: false, at: frame) }
  }

  /// Ends recordings and looped touches, because the timeline is somewhere else.
  @_noLocks mutating func jumpLoops() {
    looper.set(loopClock, jumps: true, at: frame)
    performLoops()
  }

  /// Continues with the timeline as it is now.
  @_noLocks mutating func continueLoops() { looper.set(loopClock, jumps: false, at: frame) }

  // MARK: Watchers

  /// Writes each layer into a live frame.
  @_noLocks func showLoops(_ writer: inout LiveFrameWriter) {
    for index in 0..<Looper.layers {
      let layer = looper.layer(index)
      var shown = LiveLoop()
      (shown.state, shown.isMuted) = (layer.state, layer.settings.isMuted)
      shown.isSelected = index == looper.selected
      shown.count = UInt32(truncatingIfNeeded: layer.count)
      shown.part = looper.part(of: index, at: frame)
      writer.add(shown)
    }
  }

  // MARK: Sessions and takes

  /// Plays restored layers from this frame instead of those that are there.
  @_noLocks public mutating func apply(_ restored: UnsafeMutablePointer<PreparedLooper>) {
    jumpLoops()
    looper.replace(with: restored.pointee.looper)
    continueLoops()
    clock.isStale = true
  }

  /// Hands out what has changed of the layers, as far as there is room: at most 1024 records.
  /// - Returns: whether the session must be saved again.
  @_noLocks public mutating func handOutLoops(to exchange: UnsafeMutablePointer<LoopExchange>) -> Bool {
    looper.isOwed && looper.handOut(to: exchange, limit: 1024, rate: sampleRate)
  }

  /// Ends recordings, and hands out all that has changed. Not for the audio thread.
  /// - Parameter collect: empties the exchange.
  public mutating func handOutAllLoops(
    to exchange: UnsafeMutablePointer<LoopExchange>, _ collect: () -> Void
  ) {
    jumpLoops()
    while looper.isOwed {
      _ = handOutLoops(to: exchange)
      collect()
    }
  }

  // MARK: Commands

  /// Performs a command to the looper; one that is unknown does nothing.
  @_noLocks mutating func command(_ event: SurfaceEvent) {
    guard let command = LoopCommand.at(event.loop.command) else { return }
    perform(command, layer: event.id, event.loop.amount, source: event.source)
  }

  /// Performs an action on the looper; others do nothing. What a loop plays does not act on the looper, or a recorded
  /// tap would record again.
  @_noLocks mutating func performLoop(_ action: Action) {
    if playsLoop || actingSlot >= 0 && LoopTarget.layer(of: sources.touches.touches[actingSlot].source) != nil
    {
      return
    }
    let layer = actingLayer
    switch action {
    case .loopRecord: perform(.record, layer: layer)
    case .loopPlay:
      let index = layer > 0 ? Int(layer) - 1 : looper.selected
      perform(.play, layer: layer, looper.layer(index).state == .playing ? 0 : 1)
    case .loopStop: perform(.stop, layer: layer > 0 ? layer : LoopTarget.all)
    case .loopUndo: perform(.undo, layer: layer)
    case .loopRedo: perform(.redo, layer: layer)
    case .loopClear: perform(.clear, layer: layer)
    case .loopMute: perform(.mute, layer: layer)
    case .loopReverse: perform(.reverse, layer: layer)
    case .loopNext: perform(.select, layer: layer)
    default: break
    }
  }

  @_noLocks mutating func perform(
    _ command: LoopCommand, layer: Int32 = LoopTarget.selected, _ amount: Float = .nan, source: UInt32 = 0
  ) {
    if !looper.isActive { looper.set(loopClock, jumps: false, at: frame) }
    looper.apply(command, to: layer, amount, source: source, at: frame)
    performLoops()
    advanceLoops()
  }

  // MARK: Recording

  /// Records an event that has been applied, for the layers that record.
  @_noLocks mutating func recordLoops(_ event: SurfaceEvent, _ change: TouchChange) {
    switch change {
    case .began(let slot): recordLoops(began: slot, in: looper.recording)
    case .moved(let slot):
      let touch = sources.touches.touches[slot]
      if event.kind == .shape {
        looper.move(
          .touch, source: touch.source, id: touch.id, SIMD4(touch.aspect, touch.orientation, .nan, .nan),
          phase: .shape, at: frame)
      } else {
        looper.move(.touch, source: touch.source, id: touch.id, numbers(ofTouch: slot), at: frame)
      }
    case .ended(let slot), .withdrawn(let slot):
      let touch = sources.touches.touches[slot]
      looper.end(.touch, source: touch.source, id: touch.id, numbers(ofTouch: slot), at: frame)
    case .full: break
    case .nothing: if Looper.records(event.source) { recordLoops(thing: event) }
    }
  }

  @_noLocks private mutating func recordLoops(began slot: Int, in layers: UInt16) {
    let touch = sources.touches.touches[slot]
    guard Looper.records(touch.source) else { return }
    let part = (part(of: .touch(slot: slot)) ?? -1) + 1
    looper.begin(
      .touch, source: touch.source, id: touch.id, numbers(ofTouch: slot),
      part: UInt8(truncatingIfNeeded: part),
      in: layers, at: frame)
  }

  /// The numbers of a touch on the surface, whatever the source's calibration.
  @_noLocks private func numbers(ofTouch slot: Int) -> SIMD4<Float> {
    let touch = sources.touches.touches + slot
    // A surface that sends no pressure or size has 0 here, and sends none again.
    return SIMD4(touch.pointee.x, touch.pointee.y, touch.pointee.pressure, touch.pointee.radius)
  }

  /// Records a token or a sensor.
  @_noLocks private mutating func recordLoops(thing event: SurfaceEvent) {
    switch event.kind {
    case .token, .tokenOutline:
      guard let slot = sources.token(of: event.source, id: event.id) else { return }
      if event.kind == .tokenOutline {
        if let outline = sources.outline(ofToken: slot) {
          looper.move(
            .token, source: event.source, id: event.id,
            SIMD4(outline.halfWidth, outline.halfHeight, outline.ahead, outline.left), phase: .shape,
            at: frame)
        }
        return
      }
      let words = numbers(ofToken: slot)
      looper.begin(
        .token, source: event.source, id: event.id, words, part: 0, in: looper.recording, at: frame)
      looper.move(.token, source: event.source, id: event.id, words, at: frame)
    case .tokenLifted:
      looper.end(.token, source: event.source, id: event.id, SIMD4(repeating: .nan), at: frame)
    case .motion: looper.move(sensor: event.id, source: event.source, event.words, at: frame)
    default: break
    }
  }

  /// Place, angle and class of a token on the surface.
  @_noLocks private func numbers(ofToken slot: Int) -> SIMD4<Float> {
    let values = sources.shared
    return SIMD4(
      values[.token(slot, .x)], values[.token(slot, .y)], values[.token(slot, .angle)], Float(slot + 1))
  }

  /// Records a key, before it plays.
  /// - Parameter velocity: 0: it ends.
  @_noLocks mutating func recordLoops(key: UInt8, channel: UInt8, velocity: Float) {
    let id = Int32(channel) << 8 | Int32(key)
    if velocity <= 0 {
      return looper.end(.key, source: 0, id: id, SIMD4(repeating: .nan), at: frame)
    }
    let bytes =
      UInt32(0x90 | channel) | UInt32(key) << 8 | UInt32(min(max(velocity * 127 + 0.5, 1), 127)) << 16
    looper.begin(
      .key, source: 0, id: id, SIMD4(Float(bitPattern: bytes), .nan, .nan, .nan),
      part: UInt8(truncatingIfNeeded: (part(ofKey: key) ?? -1) + 1), in: looper.recording, at: frame)
  }

  /// Records what is down already for the layers that have just begun to record.
  @_noLocks private mutating func captureTouches() {
    let layers = looper.capturing
    for index in 0..<sources.touches.count {
      recordLoops(began: sources.touches.order[index], in: layers)
    }
    for slot in 0..<Controller.tokenLimit {
      guard let owner = sources.owner(ofToken: slot), Looper.records(owner.source) else { continue }
      looper.begin(
        .token, source: owner.source, id: owner.id, numbers(ofToken: slot), part: 0, in: layers, at: frame)
    }
    looper.captured()
  }

  // MARK: Parts and levels

  /// The level of a touch's layer; 1 for a touch of a hand.
  @_noLocks func loopedLevel(ofTouch slot: Int) -> Float {
    guard let layer = LoopTarget.layer(of: sources.touches.touches[slot].source) else { return 1 }
    return looper.layer(layer).settings.level
  }

  /// The part that a looped touch plays; nil: the touch is none, or its place decides.
  @_noLocks func loopedPart(ofTouch slot: Int) -> Int? {
    guard LoopTarget.layer(of: sources.touches.touches[slot].source) != nil,
      let part = Looper.part(ofID: sources.touches.touches[slot].id), part < patch.pointee.partCount
    else { return nil }
    return part
  }
}
