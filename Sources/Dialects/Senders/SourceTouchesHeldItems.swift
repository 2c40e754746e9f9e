// The tokens and controls that sources hold: keys, pedals, wheels, game controllers. Input thread.
import RealTime

extension SourceTouches {
  /// A token or control that a source holds, and the surface it was sent to.
  struct HeldItem: Equatable {
    enum Kind: Equatable {
      case token(Int32)
      case control(HeldControl)
    }
    let kind: Kind
    let surface: UInt8
  }

  /// Tracks the token or control that an event takes or releases. A token belongs to one source; any source
  /// may release a control.
  /// - Returns: Whether the event should be applied. A source at its limit can't take more.
  mutating func hold(
    _ event: SurfaceEvent, _ surface: UInt8, by source: UInt32, at time: Int64, counting counters: Counters
  ) -> Bool {
    switch event.kind {
    case .token, .tokenLifted, .midi, .pad: break
    default: return true
    }
    guard let item = HeldItem(event, surface) else {
      for index in senders.indices where event.kind != .tokenLifted || senders[index].source == source {
        senders[index].heldItems.removeAll {
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
    if senders[sender].heldItems.contains(item) { return true }
    guard senders[sender].heldItems.count < Self.contactLimit else {
      counters[.tooManyTouches] += 1
      return false
    }
    senders[sender].heldItems.append(item)
    return true
  }

  /// Releases all tokens and controls of a source, except controls that another source also holds. A control
  /// that the source holds on several surfaces is released once.
  mutating func release(_ sender: Int, _ emit: (SurfaceEvent) -> Void) {
    while !senders[sender].heldItems.isEmpty {
      let item = senders[sender].heldItems.removeFirst()
      let source = Self.number(of: senders[sender].source, on: item.surface)
      switch item.kind {
      case .token(let id): emit(.tokenLifted(source: source, id: id))
      case .control(let control):
        let isHeld = senders.contains { $0.heldItems.contains { $0.kind == item.kind } }
        if !isHeld { emit(control.release(source: source)) }
      }
    }
  }

  /// Returns the number of a source for events on one surface.
  static func number(of source: UInt32, on surface: UInt8) -> UInt32 {
    UInt32(surface) << 24 | source & 0xff_ffff
  }
}

extension SourceTouches.HeldItem {
  /// Creates the item that an event takes, or nil if it takes nothing.
  init?(_ event: SurfaceEvent, _ surface: UInt8) {
    if event.kind == .token {
      self.init(kind: .token(event.id), surface: surface)
    } else {
      guard let (control, isHeld) = HeldControl.change(by: event), isHeld else { return nil }
      self.init(kind: .control(control), surface: surface)
    }
  }

  /// Whether an event releases the item.
  func isReleased(by event: SurfaceEvent) -> Bool {
    switch kind {
    case .token(let id): event.kind == .panic || event.kind == .tokenLifted && event.id == id
    case .control(let control): control.isReleased(by: event)
    }
  }
}
