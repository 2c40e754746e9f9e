// The tokens and controls that sources hold: keys, pedals, wheels, game controllers. Input thread.
import RealTime

extension SourceTouches {
  /// A token or a control that a source holds, and the surface that it was sent to.
  struct Grip: Equatable {
    enum Thing: Equatable {
      case token(Int32)
      case control(HeldControl)
    }
    let thing: Thing
    let surface: UInt8
  }

  /// Notes what an event of a source takes hold of or lets go of. Tokens are of one source; any source may let
  /// go of a control.
  /// - Returns: Whether the event counts. A source that holds too much takes hold of nothing more.
  mutating func hold(
    _ event: SurfaceEvent, _ surface: UInt8, by source: UInt32, at time: Int64, counting counters: Counters
  ) -> Bool {
    switch event.kind {
    case .token, .tokenLifted, .midi, .pad, .hold: break
    default: return true
    }
    guard let grip = Grip(event, surface) else {
      for index in senders.indices where event.kind != .tokenLifted || senders[index].source == source {
        senders[index].grips.removeAll {
          $0.isReleased(by: event) && (event.kind != .tokenLifted || $0.surface == surface)
        }
      }
      return true
    }
    guard let sender = indexOfSender(source) else {
      counters[.tooManySenders] += 1
      return false
    }
    senders[sender].lastReceived = time
    if senders[sender].grips.contains(grip) { return true }
    guard senders[sender].grips.count < Self.contactLimit else {
      counters[.tooManyTouches] += 1
      return false
    }
    senders[sender].grips.append(grip)
    return true
  }

  /// Lets go of all tokens and controls of a source, except controls that another one holds as well. A control
  /// that the source holds on several surfaces ends once.
  mutating func letGo(_ sender: Int, _ emit: (SurfaceEvent) -> Void) {
    while !senders[sender].grips.isEmpty {
      let grip = senders[sender].grips.removeFirst()
      let source = Self.number(of: senders[sender].source, on: grip.surface)
      switch grip.thing {
      case .token(let id): emit(.tokenLifted(source: source, id: id))
      case .control(let control):
        let isHeld = senders.contains { $0.grips.contains { $0.thing == grip.thing } }
        if !isHeld { emit(control.release(source: source)) }
      }
    }
  }

  /// The source of the events of a sender that were sent to a surface.
  static func number(of source: UInt32, on surface: UInt8) -> UInt32 {
    UInt32(surface) << 24 | source & 0xff_ffff
  }
}

extension SourceTouches.Grip {
  /// What an event takes hold of; nil: it holds nothing, or lets go.
  init?(_ event: SurfaceEvent, _ surface: UInt8) {
    if event.kind == .token {
      self.init(thing: .token(event.id), surface: surface)
    } else {
      guard let (control, isHeld) = HeldControl.change(by: event), isHeld else { return nil }
      self.init(thing: .control(control), surface: surface)
    }
  }

  /// Whether an event lets go of it.
  func isReleased(by event: SurfaceEvent) -> Bool {
    switch thing {
    case .token(let id): event.kind == .panic || event.kind == .tokenLifted && event.id == id
    case .control(let control): control.isReleased(by: event)
    }
  }
}
