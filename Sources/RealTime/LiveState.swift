// What an instance shows of its performance to watchers: a plain value that crosses as a snapshot. Any
// thread.

/// A live touch at its present position.
public struct LiveTouch: BitwiseCopyable, Sendable, Equatable {
  /// Counts touches in the order of their beginnings; no number is used twice.
  public var number: Int32 = 0
  public var id: Int32 = 0
  public var x: Float = 0
  public var y: Float = 0
  public var pressure: Float = 0
  public var radius: Float = 0

  @_noLocks public init() {}
}

/// A voice while it sounds.
public struct LiveVoice: BitwiseCopyable, Sendable, Equatable {
  /// 1…64.
  public var number: Int32 = 0
  /// Semitones, 60 = middle C.
  public var pitch: Float = 0
  /// The level of its amplitude envelope, 0…1.
  public var level: Float = 0

  @_noLocks public init() {}
}

/// A trigger event that may have caused actions.
public struct LiveMoment: BitwiseCopyable, Sendable, Equatable {
  /// The trigger's raw value.
  public var trigger: UInt32
  /// From 1 for triggers that count; else 0.
  public var number: Int32
  /// Frames since `activate`.
  public var frame: Int64

  @_noLocks public init(trigger: UInt32, number: Int32, frame: Int64) {
    self.trigger = trigger
    self.number = number
    self.frame = frame
  }
}

/// Touches, controllers and voices of one moment.
public struct LiveState: BitwiseCopyable, Sendable {
  /// The number of controllers for which there is room, by raw value.
  public static var controllerLimit: Int { @_noLocks get { 384 } }

  /// False until the first state is published.
  public var isShown = false
  public var touchCount = 0
  public var touches = InlineArray<64, LiveTouch>(repeating: LiveTouch())
  public var voiceCount = 0
  public var voices = InlineArray<64, LiveVoice>(repeating: LiveVoice())
  /// The controllers that are the same for all voices, in natural units.
  public var shared = InlineArray<384, Float>(repeating: 0)
  /// The raw values, plus one, of the controllers in `watched`; 0 for none.
  public var watching = InlineArray<8, UInt16>(repeating: 0)
  /// Eight for each touch, in natural units.
  public var watched = InlineArray<512, Float>(repeating: 0)

  @_noLocks public init() {}
}
