// The messages, keys, controllers and gestures that cause actions on stage. Not for the audio thread.
import Controls
import Instrument
import Text

/// A trigger of the patch that can cause an action, like `on_swipe_up` or `on_pad_button:16`.
public struct TriggerCondition: Hashable, Sendable {
  /// The trigger.
  public var trigger: Trigger
  /// The number of a trigger that counts, from 1, or 0 for any.
  public var number: Int

  /// A trigger. Its number is not checked.
  public init(_ trigger: Trigger, _ number: Int = 0) { (self.trigger, self.number) = (trigger, number) }

  /// Reads `on_tap` or `on_pad_button:16`.
  /// - Throws: The reason as a sentence, also if the condition can't occur.
  public init(words: [UInt8]) throws(DocumentError) {
    let (trigger, number): (Trigger, Int?) = try numbered(words, "trigger")
    self.init(trigger, number ?? 0)
    if let fault = Self.fault(trigger, number) { throw DocumentError(fault.bytes) }
  }

  private static func fault(_ trigger: Trigger, _ number: Int?) -> UTF8Text? {
    if trigger == .level { return "on_level needs a controller and a threshold, which only a patch can give" }
    if !Output.isPossible(trigger) { return "\(trigger.symbol) needs a region, which only a patch can give" }
    if case .number(let most) = trigger.argument {
      guard let number, !(1...most ~= number) else { return nil }
      return "\(trigger.symbol) has numbers from 1 to \(most)"
    }
    return number == nil ? nil : "\(trigger.symbol) has no number"
  }

  /// The condition in words.
  public var words: UTF8Text { number > 0 ? "\(trigger.symbol):\(number)" : UTF8Text(trigger.symbol) }

  /// Whether a trigger that has occurred meets the condition.
  public func isMet(by other: TriggerCondition) -> Bool {
    trigger == other.trigger && (number == 0 || number == other.number)
  }
}

/// A message, key, control or gesture.
public struct ControlSource: Hashable, Sendable {
  /// The kind of a source, by its key in documents.
  public enum Kind: StaticString, NamedCase {
    case note, cc, program, mmc, osc, key, button, axis, gesture

    /// The range of its number, or nil for a source that is a text.
    var numbers: ClosedRange<Int>? {
      switch self {
      case .note, .cc, .program: 0...127
      case .button: 1...16
      case .axis: 1...6
      case .mmc, .osc, .key, .gesture: nil
      }
    }

    /// Whether it has a MIDI channel.
    var hasChannel: Bool { self == .note || self == .cc || self == .program }
    /// Whether it is a control of a game controller.
    var isOfPad: Bool { self == .button || self == .axis }
    /// Whether it is also released, or has values.
    public var isReleased: Bool {
      switch self {
      case .note, .cc, .osc, .button, .axis: true
      case .program, .mmc, .key, .gesture: false
      }
    }
  }

  /// The value of `channel` for all channels.
  public static var allChannels: Int { 16 }
  /// The most bytes of an OSC address.
  static var addressLimit: Int { 128 }

  /// The kind.
  public var kind: Kind
  /// The note, controller, program, button or axis.
  public var number: Int
  /// The command of MMC, the OSC address, the key or the gesture.
  public var text: [UInt8]
  /// The MIDI channel from 0, or `allChannels`.
  public var channel: Int
  /// The least value of a controller that counts as pressed.
  public var threshold = 64
  /// The game controller from 1, or 0 for any.
  public var pad: Int

  /// A source with a number.
  public init(_ kind: Kind, _ number: Int, channel: Int = allChannels, pad: Int = 0) {
    (self.kind, self.number, text, self.channel, self.pad) = (kind, number, [], channel, pad)
  }

  /// A source that is a text, which is not checked.
  public init(_ kind: Kind, _ text: [UInt8]) {
    (self.kind, number, self.text, channel, pad) = (kind, 0, text, Self.allChannels, 0)
  }

  /// Whether one message can come from both.
  public func overlaps(_ other: ControlSource) -> Bool {
    func meet(_ one: Int, _ two: Int, any: Int) -> Bool { one == two || one == any || two == any }
    if kind != other.kind || number != other.number { return false }
    if kind == .gesture, let one = condition, let two = other.condition {
      return one.trigger == two.trigger && meet(one.number, two.number, any: 0)
    }
    return text == other.text && meet(channel, other.channel, any: Self.allChannels)
      && meet(pad, other.pad, any: 0)
  }

  /// The trigger of a gesture, or nil for another source.
  public var condition: TriggerCondition? { kind == .gesture ? try? TriggerCondition(words: text) : nil }
  /// The command of MMC, or nil for another source.
  public var command: MachineCommand? {
    kind == .mmc ? MachineCommand.allCases.first { text == $0.symbol } : nil
  }

  /// The source in words, like `CC 80 from 64, channel 1`.
  public var words: UTF8Text {
    let on: UTF8Text = channel < Self.allChannels ? ", channel \(channel + 1)" : ""
    let of: UTF8Text = pad > 0 ? ", game controller \(pad)" : ""
    switch kind {
    case .note: return "note \(number)\(on)"
    case .cc: return "CC \(number) from \(threshold)\(on)"
    case .program: return "program \(number)\(on)"
    case .mmc: return "MMC \(text)"
    case .osc: return "OSC \(text)"
    case .key: return "key \(text)"
    case .button: return "button \(number)\(of)"
    case .axis: return "axis \(number)\(of)"
    case .gesture: return "gesture \(text)"
    }
  }

  /// Keys that have a name instead of a character, with the characters that stand for them.
  private static let keyNames: [(name: StaticString, character: StaticString)] = [
    ("space", " "), ("up", "↑"), ("down", "↓"), ("left", "←"), ("right", "→"), ("page_up", "⇞"),
    ("page_down", "⇟"), ("enter", "\n"), ("tab", "\t"),
  ]

  /// The name of a key in documents, or nil if it can't be bound.
  /// - Parameter key: The character of the key, as the terminal has it.
  public static func name(ofKey key: [UInt8]) -> [UInt8]? {
    if let found = keyNames.first(where: { key == $0.character }) { return UTF8Text(found.name).bytes }
    return key.count == 1 && 0x21...0x7E ~= key[0] ? key : nil
  }

  /// The mistake in a text of this kind, or nil if there is none.
  static func fault(of text: [UInt8], _ kind: Kind) -> UTF8Text? {
    switch kind {
    case .mmc:
      if MachineCommand.allCases.contains(where: { text == $0.symbol }) { return nil }
      return "there is no command \(JSON.quoted(text))"
    case .osc:
      let isAddress = text.count > 1 && text[0] == UInt8(ascii: "/")
      guard isAddress, text.allSatisfy({ 0x21...0x7E ~= $0 && !"#*,?[]{}".utf8.contains($0) }) else {
        return "must be an address like \"/pedal/1\""
      }
      return nil
    case .key:
      if text.count == 1, 0x21...0x7E ~= text[0] { return nil }
      if keyNames.contains(where: { text == $0.name }) { return nil }
      return "must be a character, or the name of a key like \"space\" or \"page_down\""
    case .gesture:
      do throws(DocumentError) { _ = try TriggerCondition(words: text) } catch {
        return UTF8Text(bytes: error.message)
      }
      return nil
    case .note, .cc, .program, .button, .axis: return nil
    }
  }
}
