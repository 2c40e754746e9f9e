// Commands to layers. Audio thread.
import RealTime

extension Looper {
  /// Performs a command on a frame to which `advance` has brought the layers. Numbers beyond a command's range are
  /// clamped; a number that is infinite is ignored, as is a layer that does not exist.
  /// - Parameters:
  ///   - target: 1…16, or a `LoopTarget`.
  ///   - source: the source that sends the command.
  @_noLocks public mutating func apply(
    _ command: LoopCommand, to target: Int32, _ amount: Float, source: UInt32, at frame: Int64
  ) {
    if amount.isInfinite { return }
    switch command {
    case .quantum:
      quantum = amount.isNaN ? 1 : min(max(amount, 0), 64)
      changedSettings()
    case .unit:
      prefersFrames = amount.isNaN ? !prefersFrames : amount >= 0.5
      changedSettings()
    case .select:
      select(target, amount)
      changedSettings()
    default:
      if target == LoopTarget.all {
        for index in 0..<Self.layers { apply(command, index, amount, source, frame) }
      } else if 0...Int32(Self.layers) ~= target {
        apply(command, target == LoopTarget.selected ? selected : Int(target) - 1, amount, source, frame)
      }
      updateActive()
    }
  }

  /// Notes whether a layer is in use.
  @_noLocks mutating func updateActive() {
    isActive = false
    for index in 0..<Self.layers where layers[index].state != .empty { isActive = true }
  }

  @_noLocks private mutating func select(_ target: Int32, _ amount: Float) {
    if 1...Int32(Self.layers) ~= target {
      selected = Int(target) - 1
    } else if amount.isNaN {
      selected = (selected + 1) % Self.layers
    } else {
      selected = Int(min(max(amount, 1), Float(Self.layers))) - 1
    }
  }

  @_noLocks private mutating func apply(
    _ command: LoopCommand, _ index: Int, _ amount: Float, _ source: UInt32, _ frame: Int64
  ) {
    let layer = layers + index
    let isOff = amount < 0.5
    changed(index, events: false)
    switch command {
    case .record: record(index, amount, frame)
    case .overdub: overdub(index, isOn: amount.isNaN ? layer.pointee.state != .overdubbing : !isOff, frame)
    case .play: if isOff { stop(index, frame) } else { play(index, frame) }
    case .stop: stop(index, frame)
    case .undo: undo(index, frame)
    case .redo:
      if layer.pointee.shownTakes < layer.pointee.takes { layer.pointee.shownTakes += 1 }
    case .clear:
      endAll(index)
      empty(index)
    case .mute: layer.pointee.settings.isMuted = amount.isNaN ? !layer.pointee.settings.isMuted : !isOff
    case .level: layer.pointee.settings.level = amount.isNaN ? 1 : min(max(amount, 0), 1)
    case .part: layer.pointee.settings.part = amount.isNaN ? 0 : UInt8(min(max(amount + 0.5, 0), 16))
    case .reverse:
      let isReversed = amount.isNaN ? !layer.pointee.settings.isReversed : !isOff
      if isReversed && layer.pointee.state == .overdubbing { endOverdub(index, at: frame) }
      anchor(index, frame)
      layer.pointee.settings.isReversed = isReversed
    case .speed:
      anchor(index, frame)
      layer.pointee.settings.speed = amount < 0.75 ? -1 : amount > 1.5 ? 1 : 0
    case .mirror:
      layer.pointee.settings.mirror =
        amount.isNaN ? (layer.pointee.settings.mirror + 1) & 3 : UInt8(min(max(amount + 0.5, 0), 3))
    case .scale: layer.pointee.settings.scale = amount.isNaN ? 1 : min(max(amount, 0.1), 4)
    case .driftX: layer.pointee.settings.driftX = amount.isNaN ? 0 : min(max(amount, -1), 1)
    case .driftY: layer.pointee.settings.driftY = amount.isNaN ? 0 : min(max(amount, -1), 1)
    case .filter:
      layer.pointee.settings.filter = amount.isNaN ? 0 : amount < 0 ? -1 : Int8(min(amount + 0.5, 16))
      layer.pointee.settings.source = source
    case .quantum, .unit, .select: break
    }
    switch command {
    case .filter: return
    case .level, .mirror, .scale, .driftX, .driftY: return moveAll(index)
    default: break
    }
    // The events that are held now are compared at once.
    layer.pointee.needsRelocation = true
    layer.pointee.nextFrame = frame
    nextFrame = min(nextFrame, frame)
  }

  /// Goes on from where the layer is, before its speed or direction changes.
  @_noLocks private func anchor(_ index: Int, _ frame: Int64) {
    let layer = layers + index
    // While it records, its beginning must stay.
    if !layer.pointee.isPlaying && layer.pointee.state != .stopped { return }
    let tick = clock.ticks(layer.pointee.unit, at: frame)
    layer.pointee.origin = layer.pointee.place(at: tick)
    layer.pointee.start = tick
  }

  @_noLocks private mutating func record(_ index: Int, _ amount: Float, _ frame: Int64) {
    let layer = layers + index
    let (begins, ends) = (!(amount < 0.5), amount.isNaN || amount < 0.5)
    switch layer.pointee.state {
    case .empty: if begins { arm(index, frame) }
    case .armed: if ends { empty(index) }
    case .recording: if ends { close(index, from: frame) }
    case .closing: break
    case .playing, .stopped:
      if !begins { return }
      if layer.pointee.shownTakes == 0 {
        endAll(index)
        empty(index)
        arm(index, frame)
      } else if layer.pointee.state == .stopped {
        play(index, frame)
      } else {
        overdub(index, isOn: true, frame)
      }
    case .overdubbing: if ends { endOverdub(index, at: frame) }
    }
  }

  /// Begins to record, at once or on the next beat.
  @_noLocks private mutating func arm(_ index: Int, _ frame: Int64) {
    let layer = layers + index
    layer.pointee.unit = prefersFrames || !clock.isRolling ? .frames : .beats
    // It begins forward, as it will be played first.
    (layer.pointee.settings.isReversed, layer.pointee.settings.speed) = (false, 0)
    isActive = true
    layer.pointee.boundary = boundary(layer.pointee.unit, 0, frame)
    layer.pointee.state = .armed
    if layer.pointee.boundary <= clock.ticks(layer.pointee.unit, at: frame) { begin(index) }
  }

  /// Closes a recording, at once or on the next beat.
  @_noLocks private mutating func close(_ index: Int, from frame: Int64) {
    let layer = layers + index
    let tick = clock.ticks(layer.pointee.unit, at: frame)
    let boundary = boundary(layer.pointee.unit, layer.pointee.start + 1, frame)
    if boundary <= tick { return close(index, at: tick) }
    layer.pointee.boundary = boundary
    layer.pointee.state = .closing
  }

  /// The next tick on which a loop may begin or end: a multiple of the quantum, or for loops in seconds the beginning
  /// of a pass of the first layer that loops in seconds. Without one, the present tick.
  /// - Parameter floor: it is not before this tick.
  @_noLocks private func boundary(_ unit: LoopUnit, _ floor: Int64, _ frame: Int64) -> Int64 {
    let tick = clock.ticks(unit, at: frame)
    let from = max(tick, floor)
    if quantum <= 0 { return tick }
    if unit == .beats {
      let grid = max(Int64(Double(quantum) * Double(LoopClock.ticksPerBeat)), Self.shortest(.beats))
      let (whole, rest) = from.quotientAndRemainder(dividingBy: grid)
      return rest <= 0 ? whole * grid : (whole + 1) * grid
    }
    for index in 0..<Self.layers {
      let layer = layers + index
      guard layer.pointee.unit == .frames, layer.pointee.isPlaying else { continue }
      let (pass, phase) = layer.pointee.split(layer.pointee.place(at: from))
      if layer.pointee.settings.isReversed { return tick }
      return phase == 0 ? from : layer.pointee.tick(at: (pass + 1) * layer.pointee.length)
    }
    return tick
  }

  @_noLocks private mutating func overdub(_ index: Int, isOn: Bool, _ frame: Int64) {
    let layer = layers + index
    if !isOn {
      if layer.pointee.state == .overdubbing { endOverdub(index, at: frame) }
      return
    }
    if layer.pointee.state == .recording || layer.pointee.state == .closing {
      close(index, at: clock.ticks(layer.pointee.unit, at: frame))
    }
    // Backward, nothing can be recorded.
    guard layer.pointee.state == .playing, layer.pointee.shownTakes > 0, !layer.pointee.settings.isReversed,
      clock.runs(layer.pointee.unit)
    else { return }
    purge(index)
    changed(index, events: true)
    layer.pointee.takes = min(layer.pointee.takes + 1, Self.takeLimit)
    layer.pointee.shownTakes = layer.pointee.takes
    layer.pointee.state = .overdubbing
    recording |= 1 << UInt16(index)
    capturing |= 1 << UInt16(index)
  }

  @_noLocks private mutating func play(_ index: Int, _ frame: Int64) {
    let layer = layers + index
    switch layer.pointee.state {
    case .recording, .closing: close(index, at: clock.ticks(layer.pointee.unit, at: frame))
    case .overdubbing: endOverdub(index, at: frame)
    case .playing, .stopped:
      layer.pointee.state = .playing
      if layer.pointee.unit == .frames {
        layer.pointee.start = clock.ticks(.frames, at: frame)
        layer.pointee.origin = layer.pointee.settings.isReversed ? layer.pointee.length - 1 : 0
      }
    case .empty, .armed: break
    }
  }

  @_noLocks private mutating func stop(_ index: Int, _ frame: Int64) {
    let layer = layers + index
    switch layer.pointee.state {
    case .armed: return empty(index)
    case .recording, .closing: close(index, at: clock.ticks(layer.pointee.unit, at: frame))
    case .overdubbing: endOverdub(index, at: frame)
    case .empty, .playing, .stopped: break
    }
    if layer.pointee.state == .playing { layer.pointee.state = .stopped }
  }

  @_noLocks private mutating func undo(_ index: Int, _ frame: Int64) {
    let layer = layers + index
    switch layer.pointee.state {
    case .empty: return
    case .armed, .recording, .closing: return empty(index)
    case .overdubbing: endOverdub(index, at: frame)
    case .playing, .stopped: break
    }
    if layer.pointee.shownTakes > 0 { layer.pointee.shownTakes -= 1 }
  }
}
