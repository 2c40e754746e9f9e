// One output of a patch, as numbers and resolved names, and in the form that the audio thread reads.
// Any thread.
import Controls
import Lanes
import Matrix

/// An output: what the instrument sends to other instruments, programs and the host. Numbers out of range are
/// clamped.
public struct Output: Sendable, Equatable {
  /// The most outputs of a patch.
  public static var limit: Int { @_noLocks get { 32 } }
  /// The limits of `rate`, messages a second, and the usual one.
  public static var rates: ClosedRange<Float> { 1...1500 }
  public static var usualRate: Float { 250 }
  /// The limits of `length`, in seconds, and the usual one of a note without an end.
  public static var lengths: ClosedRange<Float> { 0.01...60 }

  /// The controller that is read.
  public var source = Controller.constant
  /// The destination, and its number.
  public var kind = OutputDestination.control
  public var number = 1
  /// 1…16.
  public var channel = 1
  /// The voices whose values are sent.
  public var voices = OutputVoices.shared
  /// The value at positions 0 and 1: a share of the destination's range; for notes a key, for OSC any number.
  public var low: Float = 0
  public var high: Float = 1
  /// Whether a controller at 1 gives `low`.
  public var isInverted = false
  /// −1 (late) … 0 (straight) … 1 (early), as of a connection.
  public var curve: Float = 0
  /// Time constants in seconds for rising and falling values, 0…10.
  public var smoothUp: Float = 0
  public var smoothDown: Float = 0
  /// The most messages a second.
  public var rate = Output.usualRate
  /// The least change that is sent, as a share of the range; 0: each step of the destination.
  public var threshold: Float = 0
  /// The trigger that sends the value or begins the note, or nil if the value is sent when it changes and a note
  /// lasts as long as its voice.
  public var trigger: Trigger?
  /// The number that the trigger must have, from 1; 0: any. And the region of its touch.
  public var which: UInt8 = 0
  public var region = Region()
  /// The trigger that sends `low` or ends the note; nil: none.
  public var end: Trigger?
  /// The seconds after which a note of a trigger ends at the latest; 0: only its end.
  public var length: Float = 0
  /// The controller that is the velocity of notes.
  public var velocity = Controller.touchVelocity
  /// The command of `mmc`.
  public var command = MachineCommand.play
  /// Whether it is sent at all.
  public var isOn = true

  /// An output with the range that is usual for its kind.
  public init(_ source: Controller, _ kind: OutputDestination, number: Int? = nil) {
    self.source = source
    self.kind = kind
    // Controller 0 selects a bank.
    self.number = number ?? (kind == .control || kind == .control14 ? 1 : kind.numbers?.lowerBound ?? 0)
    (low, high) = kind.range
  }

  /// Whether a trigger can begin or end an output: those that need a level or watch regions cannot.
  public static func isPossible(_ trigger: Trigger) -> Bool {
    switch trigger {
    case .level, .enteredRegion, .leftRegion: false
    default: true
    }
  }
}

/// Everything that the audio thread needs of one output.
public struct PreparedOutput {
  let output: Output
  /// Natural value · scale + offset is the normalized value.
  let scale: Float
  let offset: Float
  let rest: Float
  let velocityScale: Float
  let velocityOffset: Float
  let velocityRest: Float
  let slope: Float
  let start: Float
  /// 1/s − 1 of the curve; 1 for a straight one.
  let bend: Float
  let range: Float
  /// The reciprocals of the time constants; 0: not smoothed.
  let up: Float
  let down: Float
  let isSmoothed: Bool
  /// The change of the value below which nothing is sent.
  let change: Float
  /// The trigger with its number and region.
  let begin: Route
  /// Whether the value is sent when it changes.
  let isContinuous: Bool
  /// Whether an incoming message of the same kind, number and channel would move the source.
  public var isLooped = false

  public init(_ output: Output) {
    self.output = output
    let spec = output.source.spec
    scale = 1 / (spec.fullScale - spec.minimum)
    offset = -spec.minimum * scale
    rest = spec.rest
    let velocity = output.velocity.spec
    velocityScale = 1 / (velocity.fullScale - velocity.minimum)
    velocityOffset = -velocity.minimum * velocityScale
    velocityRest = velocity.rest
    slope = output.isInverted ? -1 : 1
    start = output.isInverted ? 1 : 0
    bend = 2 / (1 + 0.96 * min(max(output.curve, -1), 1)) - 1
    range = output.high - output.low
    up = output.smoothUp > 0 ? 1 / output.smoothUp : 0
    down = output.smoothDown > 0 ? 1 / output.smoothDown : 0
    isSmoothed = up > 0 || down > 0
    change = output.threshold * (output.high - output.low).magnitude
    var route = Route(output.trigger ?? .touchBegan, .lfoReset)
    route.number = output.which
    route.region = output.region
    begin = route
    isContinuous =
      output.trigger == nil && output.kind != .clock && output.kind != .machine && output.kind != .note
  }

  /// The value of a controller's natural value behind slope and range.
  @_noLocks func value(_ natural: Float) -> Float {
    let given = natural.isNaN ? rest : natural
    let position = (given * scale + offset).limited(0, 1) * slope + start
    let bent = bend == 1 ? position : position / (bend + position * (1 - bend))
    return output.low + bent * range
  }

  /// The velocity of MIDI for a natural value of its controller, 1…127.
  @_noLocks func velocity(_ natural: Float) -> UInt8 {
    let given = natural.isNaN ? velocityRest : natural
    let part = (given * velocityScale + velocityOffset).limited(0, 1)
    return UInt8(max(Scalar.floor(part * 127 + 0.5), 1))
  }

  /// The number that MIDI takes for a value.
  @_noLocks func step(_ value: Float) -> Int32 {
    let steps = output.kind.steps
    let scaled = output.kind == .note ? value : value * Float(steps)
    return Int32(Scalar.floor(scaled + 0.5).limited(0, Float(steps)))
  }

  /// The value of a number that came in, as a share of the destination's range.
  @_noLocks func part(_ step: Int32) -> Float { Float(step) / Float(max(output.kind.steps, 1)) }
}
