// The model of an input profile: rules that give the messages of other programs a meaning (docs/profiles.md).
// Not for the audio thread.
import Controls

/// Rules by which messages of other programs are read.
///
/// The first rule with a matching address reads a message. The other rules do not see it.
public struct InputProfile: Sendable {
  public static let version = 1
  static let ruleLimit = 128

  public var name: [UInt8] = []
  public var description: [UInt8] = []
  public var rules: [ProfileRule] = []
  /// Messages as text, `/1/xy1 0.25 0.5`, that show what the profile reads.
  public var examples: [[UInt8]] = []
  /// Whether it comes with the bundle. A macro that has learned an address keeps it from such a profile.
  public var isIncluded = false
  /// The messages that are sent back to a subscribed surface.
  public var back: [ProfileBack] = []
  /// The port to which they are sent. A sender that uses the profile is then subscribed by its first message;
  /// nil: a sender must subscribe itself.
  public var backPort: UInt16?

  public init() {}

  /// Whether a rule reads JSON objects.
  public var readsJSON: Bool { rules.contains { $0.json != nil } }
}

/// The kind of command that a rule makes of a message.
public enum ProfileKind: StaticString, NamedCase {
  case touch, token, attitude, acceleration, gravity, gyroscope, magnet, heading, macro, axis, button, control
  /// A message that has no effect and that no macro may learn.
  case nothing

  /// The arguments that a rule of this kind may read.
  public var arguments: [ProfileArgument] {
    switch self {
    case .touch: Self.touchArguments
    case .token: Self.tokenArguments
    case .attitude, .acceleration, .gravity, .gyroscope, .magnet: Self.axisArguments
    case .heading: Self.valueArguments
    case .macro, .axis, .button, .control: Self.numberedArguments
    case .nothing: []
    }
  }

  // One list a function, never inlined: see `Parameter.Choices.names`.

  @inline(never) private static var touchArguments: [ProfileArgument] {
    [.x, .y, .pressure, .radius, .aspect, .orientation, .id, .state]
  }
  @inline(never) private static var tokenArguments: [ProfileArgument] {
    [.x, .y, .angle, .tokenClass, .id, .state]
  }
  @inline(never) private static var axisArguments: [ProfileArgument] { [.x, .y, .z] }
  @inline(never) private static var valueArguments: [ProfileArgument] { [.value] }
  @inline(never) private static var numberedArguments: [ProfileArgument] { [.value, .number] }

  /// The range of its number, for example of a macro, or nil if the kind has no number.
  public var numbers: ClosedRange<Int64>? {
    switch self {
    case .macro: 1...8
    case .axis: 1...6
    case .button: 1...16
    case .control: 0...119
    default: nil
    }
  }
}

/// The meaning of one argument of a message.
public enum ProfileArgument: StaticString, NamedCase {
  case x, y, z, pressure, radius, aspect, orientation, angle, value, id, number, tokenClass = "class", state
  case ignored = "_"

  /// Whether the argument is a number that can be scaled.
  public var isScaled: Bool {
    switch self {
    case .id, .number, .tokenClass, .state, .ignored: false
    default: true
    }
  }

  /// The allowed range, and the slack: a value at most this far outside is clamped. Nil: any number is
  /// allowed.
  public func limits(_ kind: ProfileKind) -> (range: ClosedRange<Float>, slack: Float)? {
    switch (kind, self) {
    case (.touch, .x), (.touch, .y), (.touch, .pressure), (.touch, .aspect), (.token, .x), (.token, .y),
      (.macro, .value), (.button, .value), (.control, .value):
      (0...1, 0.05)
    case (.axis, .value): (-1...1, 0.05)
    case (_, .radius): (0...Float.greatestFiniteMagnitude, 0)
    default: nil
    }
  }
}

/// A straight line from received numbers to the units of Tactus.
public struct ProfileScale: Sendable, Equatable {
  public var inLow: Float = 0
  public var inHigh: Float = 1
  public var outLow: Float = 0
  public var outHigh: Float = 1

  public init() {}

  public func callAsFunction(_ value: Float) -> Float {
    outLow + (value - inLow) / (inHigh - inLow) * (outHigh - outLow)
  }
}

public struct ProfileRule: Sendable {
  static let argumentLimit = 64

  /// What tells the touches or tokens of a rule apart: the parts of the address that its signs match, an
  /// argument, the position in a message about several, or only the sender, which then has a single touch.
  public enum Identity: StaticString, NamedCase {
    case address, argument, position = "place", sender
  }

  public var address: AddressPattern
  /// The rule for JSON objects; nil: it reads OSC messages.
  public var json: ProfileJSON?
  public var kind = ProfileKind.touch
  public var arguments: [ProfileArgument] = []
  /// Whether a message repeats `arguments`, once for each touch.
  public var repeats = false
  /// Whether a position begins a touch; otherwise only a state does.
  public var begins = true
  /// The x or y that is sent when a touch has ended; any other position is down. Nil: there is no such number.
  public var up: Float?
  /// The number of pads side by side on which touches without a position play. The pad is the last `#` of the
  /// address, or the place in a list. Nil: touches have positions.
  public var pads: Int32?
  public var identity = Identity.address
  /// The name of its group; empty: it is a group of its own.
  var groupName: [UInt8] = []
  /// Rules of one group are about the same touches. The number of a group is the index of its first rule.
  public var group = 0
  /// The number of the macro, axis, button or control; nil: the last `#` of the address or an argument has
  /// it.
  public var number: Int32?
  /// One scale for each argument, by its index. It counts if `isScaled` is true at the same index.
  public var scales: [ProfileScale] = Array(repeating: ProfileScale(), count: ProfileArgument.allCases.count)
  public var isScaled: [Bool] = Array(repeating: false, count: ProfileArgument.allCases.count)
  /// A touch without messages for this time ends, seconds; 0: the time of /tactus/timeout. A touch that a
  /// state holds down has the timeout of the rule that read the state.
  public var timeout: Float = 0

  /// A received number in the units of Tactus.
  public func scaled(_ value: Float, _ argument: ProfileArgument) -> Float {
    let index = argument.index
    return isScaled[index] ? scales[index](value) : value
  }
}
