// The other sources of controllers: tokens, game controllers, MIDI controls, the host's time. Audio thread.
import Controls
import Lanes
import RealTime

extension ControllerSources {
  @_noLocks mutating func applyToken(_ event: SurfaceEvent, _ frame: Int64) {
    guard
      let (slot, change) = tokens.apply(
        event, calibration(of: event.source), frame, touches.shape, touches.timing, shared)
    else { return }
    hasMoved = true
    hasChanged = true
    let (x, y) = (shared[.token(slot, .x)], shared[.token(slot, .y)])
    let made = { (trigger: Trigger) in
      TriggerEvent(trigger, frame, number: slot + 1, x: x, y: y, nowX: x, nowY: y)
    }
    switch change {
    case .placed: triggerEvents.append(made(.tokenPlaced))
    case .lifted: triggerEvents.append(made(.tokenLifted))
    case .moved:
      for _ in 0..<tokens.popSteps(slot).magnitude { triggerEvents.append(made(.tokenStep)) }
    }
  }

  @_noLocks func calibration(of source: UInt32) -> Calibration {
    let index = touches.descriptionIndex(of: source)
    return index < 0 ? Calibration() : touches.descriptions[index].calibration
  }

  /// The source and the id of a token (0…15), or nil if it does not lie there.
  @_noLocks public func owner(ofToken token: Int) -> (source: UInt32, id: Int32)? { tokens.owner(token) }

  /// The token (0…15) of a source with an id, or nil if it does not lie there.
  @_noLocks public func token(of source: UInt32, id: Int32) -> Int? { tokens.slot(of: source, id: id) }

  /// The solid part of a token (0…15), in roots of the surface's area, or nil if no event has set it.
  @_noLocks public func outline(ofToken token: Int) -> SurfaceEvent.OutlineView? { tokens.outline(token) }

  @_noLocks mutating func applyPad(_ event: SurfaceEvent, _ frame: Int64) {
    let pad = event.pad
    guard pad.amount.isFinite, let number = pad.number else { return }
    if let axis = pad.axis {
      _ = pads.set(axis - 1, of: number, to: pad.amount.within(-1, 1))
      writePad(axis - 1)
    } else if let button = pad.button {
      let amount = pad.amount.within(0, 1)
      let before = pads.set(5 + button, of: number, to: amount)
      writePad(5 + button)
      if before < 0.5 && amount >= 0.5 && pads.hears(number) {
        triggerEvents.append(TriggerEvent(.padButton, frame, number: button))
      }
    }
  }

  /// - Parameter control: 0…5 an axis, 6…21 a button.
  @_noLocks mutating func writePad(_ control: Int) {
    let controller: Controller =
      control < 6 ? .member(control, from: .padAxis1) : .member(control - 6, from: .padButton1)
    shared[controller] = pads.value(of: control)
  }

  /// Removes one of the things that a source holds, and returns the event that ends it, which the caller
  /// handles. Touches come first, then tokens, then keys, pedals and game controllers. Returns nil if nothing
  /// is held.
  /// - Parameters:
  ///   - source: The source, or nil for any source below `limit`.
  ///   - limit: The first source number of the host.
  @_noLocks public mutating func nextEnd(of source: UInt32?, below limit: UInt32) -> SurfaceEvent? {
    for index in 0..<touches.count {
      let touch = touches.touches[touches.order[index]]
      if touch.source < limit, source == nil || touch.source == source {
        return .touch(.ended, source: touch.source, id: touch.id)
      }
    }
    for slot in 0..<TokenTable.slots {
      guard let owner = tokens.owner(slot), owner.source < limit, source == nil || owner.source == source
      else {
        continue
      }
      return .tokenLifted(source: owner.source, id: owner.id)
    }
    return held.pop(of: source)
  }

  /// Releases all sensors. The ports then set their controllers again.
  @_noLocks public mutating func endSensors() { sensors.reset(shared) }

  /// The position of a token (0…15) in diagonals, its velocity and the change of its speed per second; nil: it
  /// is not on the surface.
  @_noLocks public func motion(
    ofToken slot: Int
  ) -> (x: Float, y: Float, speedX: Float, speedY: Float, acceleration: Float)? {
    tokens.motion(slot)
  }

  /// Beats since the beginning of the host's timeline at `frame`; nil while the timeline does not roll.
  @_noLocks public func beats(at frame: Int64) -> Double? { host.beats(at: frame, touches.timing) }

  /// A beat of the host's timeline, its frame, and the beats of a frame; nil while the timeline does not roll.
  public var beatLine: (beat: Double, at: Int64, perFrame: Double)? {
    @_noLocks get { host.line(touches.timing) }
  }

  /// The host's timeline until `frame`, as one position; nil before its first.
  @_noLocks public func hostPosition(at frame: Int64) -> Transport? {
    host.position(at: frame, touches.timing)
  }

  /// The host's tempo in beats a minute.
  public var tempo: Float { @_noLocks get { host.beatsPerMinute } }

  /// Applies a timeline position of the host.
  @_noLocks public mutating func update(_ position: Transport, frame: Int64) {
    host.update(position, frame, touches.timing)
  }

  /// Applies a MIDI control change of any channel.
  /// - Parameters:
  ///   - number: 0…127.
  ///   - amount: 0…1.
  @_noLocks public mutating func control(_ number: Int, _ amount: Float) {
    guard 0...127 ~= number, amount.isFinite else { return }
    let amount = amount.within(0, 1)
    shared[.member(number, from: .midiControl0)] = amount
    if number == 64 { shared[.midiSustain] = amount }
  }

  /// Whether a source supplies a controller now; else the controller's port does.
  @_noLocks public func supplies(_ controller: Controller, frame: Int64) -> Bool {
    switch controller.category {
    case .group: touches.count > 0
    case .motion: sensors.supplies(controller, frame, touches.timing)
    case .macro, .constant, .module, .user: false
    case .touch, .pad, .token, .midi, .host, .gesture, .world: true
    }
  }
}
