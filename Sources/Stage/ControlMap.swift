// MIDI messages that cause actions of the player and play no instrument. The audio thread reads them; the main thread
// takes what they have caused.
import RealTime

/// A MIDI message that is bound to an action.
public struct MIDIControl: BitwiseCopyable, Sendable {
  /// The kind of a message.
  public enum Kind: UInt8, BitwiseCopyable, Sendable { case note, controller, program, machine }

  let kind: Kind
  let number: UInt8
  let channels: UInt16
  let threshold: UInt8
  let hasValues: Bool

  /// A bound message.
  /// - Parameters:
  ///   - number: The note, the controller, the program or the command of MMC.
  ///   - channels: The MIDI channels, a bit each.
  ///   - threshold: The least value of a controller that counts as pressed.
  ///   - hasValues: Whether each value of a controller is reported, and not only that it is pressed or released.
  public init(
    _ kind: Kind, _ number: UInt8, channels: UInt16 = 0xFFFF, threshold: UInt8 = 64, hasValues: Bool = false
  ) {
    (self.kind, self.number, self.channels, self.threshold) = (kind, number, channels, threshold)
    self.hasValues = hasValues
  }
}

/// A bound message that has arrived.
public struct MIDIControlEvent: BitwiseCopyable, Sendable {
  /// The change of a control.
  public enum Phase: UInt8, BitwiseCopyable, Sendable { case pressed, released, moved }

  /// The index of the bound message, or -1 for one to learn.
  public let index: Int
  /// The change.
  public let phase: Phase
  /// The kind of the message.
  public let kind: MIDIControl.Kind
  /// The MIDI channel from 0.
  public let channel: UInt8
  /// The note, the controller, the program or the command of MMC.
  public let number: UInt8
  /// The velocity or value, 0 to 127.
  public let value: UInt8
}

/// The bound messages, which don't change while the client plays.
struct ControlMap: ~Copyable {
  /// The events for the main thread.
  let events = MessageRing<MIDIControlEvent>(capacity: 256)
  private let controls: UnsafeMutablePointer<MIDIControl>
  private let count: Int
  /// Whether each controller counts as pressed.
  private let areDown: UnsafeMutablePointer<Bool>
  /// Whether all messages are reported and none plays.
  private let learns: Bool

  init(_ controls: [MIDIControl], learns: Bool) {
    (count, self.learns) = (controls.count, learns)
    self.controls = .allocate(capacity: max(1, count))
    self.controls.initialize(from: controls, count: count)
    areDown = .allocate(capacity: max(1, count))
    areDown.initialize(repeating: false, count: max(1, count))
  }

  deinit {
    controls.deallocate()
    areDown.deallocate()
  }

  /// A message as the table sees it.
  private struct Message: BitwiseCopyable {
    let kind: MIDIControl.Kind
    let number: UInt8
    let channel: UInt8
    let value: UInt8

    @_noLocks init(_ kind: MIDIControl.Kind, _ number: UInt8, _ channel: UInt8, _ value: UInt8) {
      (self.kind, self.number, self.channel, self.value) = (kind, number, channel, value)
    }
  }

  /// The message of these bytes, or nil if it can't be bound.
  @_noLocks private static func message(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> Message? {
    let channel = bytes[0] & 15
    switch bytes[0] & 0xF0 {
    case 0x80 where size > 2: return Message(.note, bytes[1], channel, 0)
    case 0x90 where size > 2: return Message(.note, bytes[1], channel, bytes[2])
    case 0xB0 where size > 2: return Message(.controller, bytes[1], channel, bytes[2])
    case 0xC0 where size > 1: return Message(.program, bytes[1], channel, 127)
    case 0xF0 where bytes[0] == 0xF0 && size > 5 && bytes[1] == 0x7F && bytes[3] == 6:
      return Message(.machine, bytes[4], 0, 127)
    default: return nil
    }
  }

  @_noLocks private func fits(_ index: Int, _ message: Message) -> Bool {
    controls[index].kind == message.kind && controls[index].number == message.number
      && controls[index].channels & (1 << UInt16(message.channel)) != 0
  }

  /// Whether a message is bound, so that it plays nothing. The pressure of a bound note plays nothing either.
  @_noLocks func holds(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> Bool {
    if count == 0 && !learns { return false }
    let isPressure = bytes[0] & 0xF0 == 0xA0 && size > 2
    guard let message = isPressure ? Message(.note, bytes[1], bytes[0] & 15, 0) : Self.message(bytes, size)
    else { return false }
    if learns { return true }
    for index in 0..<count where fits(index, message) { return true }
    return false
  }

  /// Reports what a message causes.
  /// - Returns: Whether it is bound.
  @_noLocks func take(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> Bool {
    guard holds(bytes, size) else { return false }
    guard let message = Self.message(bytes, size) else { return true }
    if learns { report(-1, message.value > 0 ? .pressed : .released, message) }
    for index in 0..<count where fits(index, message) {
      guard message.kind == .controller else {
        report(index, message.value > 0 ? .pressed : .released, message)
        continue
      }
      let isDown = message.value >= controls[index].threshold
      if isDown != areDown[index] {
        areDown[index] = isDown
        report(index, isDown ? .pressed : .released, message)
      } else if controls[index].hasValues {
        report(index, .moved, message)
      }
    }
    return true
  }

  @_noLocks private func report(_ index: Int, _ phase: MIDIControlEvent.Phase, _ message: Message) {
    // Nobody waits for a full ring; the main thread takes the events fifty times a second.
    _ = events.push(
      MIDIControlEvent(
        index: index, phase: phase, kind: message.kind, channel: message.channel, number: message.number,
        value: message.value))
  }
}
