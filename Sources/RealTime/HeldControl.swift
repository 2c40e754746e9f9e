// The controls, besides touches and tokens, that a source can hold, and the events that take and release
// them. Any thread.

/// A control that acts until it is released: a key, a pedal, a wheel that springs back, an axis or button of
/// a game controller. Touches and tokens have their own ids. The hold is a setting, which stays.
///
/// The controls that can be held, and how they end, are defined only here. The input thread uses it for network
/// senders, the audio thread for windows and when a render begins.
public struct HeldControl: BitwiseCopyable, Sendable, Equatable {
  /// The number of controls: 128 keys and five pedals or wheels on each of 16 channels, 22 axes and buttons
  /// on each of four game controllers.
  public static var count: Int { @_noLocks get { firstPad + 4 * padControls } }

  private static var firstOfChannels: Int { @_noLocks get { 16 * 128 } }
  private static var ofChannel: Int { @_noLocks get { 5 } }
  private static var firstPad: Int { @_noLocks get { firstOfChannels + 16 * ofChannel } }
  private static var padControls: Int { @_noLocks get { 22 } }
  private static var bend: Int { @_noLocks get { 3 } }
  private static var pressure: Int { @_noLocks get { 4 } }

  /// 0 to `count` − 1.
  public let number: Int

  /// - Parameter number: 0 to `count` − 1.
  @_noLocks public init(number: Int) { self.number = number }

  /// Returns the event that releases the control.
  /// - Parameter source: The source of the event.
  @_noLocks public func release(source: UInt32) -> SurfaceEvent {
    if number < Self.firstOfChannels {
      return midi(0x80, number / 128, UInt8(truncatingIfNeeded: number % 128), 64, source)
    }
    if number < Self.firstPad {
      let (channel, part) = (
        (number - Self.firstOfChannels) / Self.ofChannel, (number - Self.firstOfChannels) % Self.ofChannel
      )
      switch part {
      case Self.bend: return midi(0xE0, channel, 0, 64, source)
      case Self.pressure: return midi(0xD0, channel, 0, 0, source)
      default: return midi(0xB0, channel, Self.pedal(part), 0, source)
      }
    }
    let (pad, control) = (
      (number - Self.firstPad) / Self.padControls + 1, (number - Self.firstPad) % Self.padControls
    )
    return control < 6
      ? .pad(axis: control + 1, amount: 0, of: pad, source: source)
      : .pad(button: control - 5, amount: 0, of: pad, source: source)
  }

  /// The MIDI controllers for sustain, sostenuto and hold 2.
  @_noLocks private static func pedal(_ part: Int) -> UInt8 { part == 0 ? 64 : part == 1 ? 66 : 69 }

  @_noLocks private func midi(
    _ status: UInt8, _ channel: Int, _ first: UInt8, _ second: UInt8, _ source: UInt32
  ) -> SurfaceEvent {
    var event = SurfaceEvent.midi(status | UInt8(truncatingIfNeeded: channel), first, second)
    event.source = source
    return event
  }

  /// Returns the control that an event takes or releases, or nil if it concerns none.
  @_noLocks public static func change(by event: SurfaceEvent) -> (control: HeldControl, isHeld: Bool)? {
    switch event.kind {
    case .midi:
      guard let (status, first, second) = event.midi else { return nil }
      return change(byMIDI: status, first, second)
    case .pad:
      let pad = event.pad
      guard let number = pad.number, pad.amount.isFinite else { return nil }
      let first = firstPad + (number - 1) * padControls
      if let axis = pad.axis { return (HeldControl(number: first + axis - 1), pad.amount != 0) }
      if let button = pad.button { return (HeldControl(number: first + button + 5), pad.amount != 0) }
      return nil
    default: return nil
    }
  }

  @_noLocks private static func change(
    byMIDI status: UInt8, _ first: UInt8, _ second: UInt8
  ) -> (control: HeldControl, isHeld: Bool)? {
    let channel = Int(status & 15)
    let key = HeldControl(number: channel * 128 + Int(first & 127))
    let base = firstOfChannels + channel * ofChannel
    switch status & 0xF0 {
    case 0x80: return (key, false)
    case 0x90: return (key, second > 0)
    case 0xB0:
      for part in 0..<bend where first == pedal(part) {
        return (HeldControl(number: base + part), second >= 64)
      }
      return nil
    case 0xD0: return (HeldControl(number: base + pressure), first > 0)
    case 0xE0: return (HeldControl(number: base + bend), first != 0 || second != 64)
    default: return nil
    }
  }

  /// Whether an event releases this control: its own release, a channel mode message, or a panic, which
  /// spares only the controls of game controllers.
  @_noLocks public func isReleased(by event: SurfaceEvent) -> Bool {
    if let (control, isHeld) = Self.change(by: event) { return control == self && !isHeld }
    if event.kind == .panic { return number < Self.firstPad }
    guard event.kind == .midi, let (status, first, _) = event.midi, status & 0xF0 == 0xB0 else {
      return false
    }
    let channel = Int(status & 15)
    if first == 121 {
      return number >= Self.firstOfChannels && number < Self.firstPad
        && (number - Self.firstOfChannels) / Self.ofChannel == channel
    }
    return first >= 120 && number < Self.firstOfChannels && number / 128 == channel
  }
}
