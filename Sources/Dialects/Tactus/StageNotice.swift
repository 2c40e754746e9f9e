// The notices of `tactus play`: the names of its instruments, its song, its time and levels; and actions for it. Input
// thread.
import Controls
import OSC
import Text

/// A notice of a program on a stage.
package enum StageNotice {
  /// The names of the instruments by their places.
  case rig([[UInt8]])
  /// The packet that subscribers receive about the song, or about this moment.
  case song([UInt8])
  case moment([UInt8])
  /// The packet with the master level and the mutes.
  case mix([UInt8])
  /// The packet with an action that a program wants.
  case action([UInt8])

  static let nameLimit = 64

  /// Reads a notice. Returns nil if the message is something else.
  static func read(_ name: AddressRest, _ message: borrowing OSCMessageView) throws(Refusal) -> StageNotice? {
    guard let word = CommonWord.ofStage.first(where: { name.equals($0.symbol) }) else { return nil }
    guard word.row.counts.contains(message.count) else { throw .wrongArguments }
    switch word {
    case .rig:
      var names: [[UInt8]] = []
      for index in 0..<message.count { names.append(addressPart(try message.text(index))) }
      return .rig(names)
    case .stage:
      for (index, isText) in [true, false, false, true, true, true].enumerated()
      where message.isText(at: index) != isText { throw .wrongArguments }
      return .song(packet("/tactus/live/stage", message))
    case .stageMix:
      for index in 0..<message.count { _ = try message.finite(index) }
      return .mix(packet("/tactus/live/stage/mix", message))
    case .stageDo:
      _ = try message.text(0)
      if message.count > 1 { _ = try message.finite(1) }
      return .action(packet("/tactus/live/stage/do", message))
    default:
      for index in 1..<9 { _ = try message.finite(index) }
      return .moment(packet("/tactus/live/stage/now", message))
    }
  }

  private static func packet(_ address: StaticString, _ message: borrowing OSCMessageView) -> [UInt8] {
    var arguments: [OSCArgument] = []
    for index in 0..<message.count {
      if let argument = message.argument(at: index) { arguments.append(argument) }
    }
    return OSCMessage.packet(address, arguments)
  }

  /// A name as a part of an address, where OSC allows neither spaces nor the signs of patterns.
  private static func addressPart(_ name: [UInt8]) -> [UInt8] {
    name.prefix(nameLimit).map { byte in
      byte <= 32 || byte == 127 || "#*,/?[]{}".utf8.contains(byte) ? UInt8(ascii: "_") : byte
    }
  }
}
