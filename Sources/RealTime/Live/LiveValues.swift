// The values of a performance for displays. Any thread.

/// A live touch at its present position.
public struct LiveTouch: BitwiseCopyable, Sendable, Equatable {
  /// Counts touches in the order of their beginnings; no number is used twice.
  public var number: Int32 = 0
  /// The source, and the id that the source gives the touch.
  public var source: UInt32 = 0
  public var id: Int32 = 0
  /// The position: x right, y up, both 0…1.
  public var x: Float = 0
  public var y: Float = 0
  /// 0…1.
  public var pressure: Float = 0
  /// Major half-axis of the contact in diagonals of the surface; 0: not known.
  public var radius: Float = 0
  /// Minor / major half-axis (0…1) and the direction of the major one (0…½ turn), each as a number 0…65,535.
  private var shape: UInt32 = 0xffff
  /// Its number in expressions, from 1: the least that no other live touch had when it began; 0: not known.
  public var place: UInt32 = 0

  @_noLocks public init() {}

  /// Sets the shape of the contact: minor / major half-axis (0…1) and the major one's direction (0…½ turn).
  @_noLocks public mutating func setShape(aspect: Float, direction: Float) {
    shape = Self.part(aspect) | Self.part(2 * direction) << 16
  }

  /// Minor / major half-axis, 0…1.
  public var aspect: Float { @_noLocks get { Float(shape & 0xffff) / 65_535 } }
  /// The direction of the major half-axis, 0…½ turn.
  public var direction: Float { @_noLocks get { Float(shape >> 16) / 131_070 } }

  /// A number 0…1 as 0…65,535; NaN becomes 0.
  @_noLocks private static func part(_ value: Float) -> UInt32 {
    value > 0 ? UInt32((value < 1 ? value : 1) * 65_535 + 0.5) : 0
  }

  static var wordCount: Int { @_noLocks get { 9 } }

  @_noLocks func write(_ words: UnsafeMutablePointer<UInt32>) {
    words[0] = UInt32(bitPattern: number).littleEndian
    words[1] = source.littleEndian
    words[2] = UInt32(bitPattern: id).littleEndian
    words[3] = x.bitPattern.littleEndian
    words[4] = y.bitPattern.littleEndian
    words[5] = pressure.bitPattern.littleEndian
    words[6] = radius.bitPattern.littleEndian
    words[7] = shape.littleEndian
    words[8] = place.littleEndian
  }

  @_noLocks init(_ words: LiveWords) {
    number = words.integer(0)
    source = words[1]
    id = words.integer(2)
    (x, y, pressure, radius) = (words.float(3), words.float(4), words.float(5), words.float(6))
    shape = words[7]
    place = words[8]
  }
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

  static var wordCount: Int { @_noLocks get { 3 } }

  @_noLocks func write(_ words: UnsafeMutablePointer<UInt32>) {
    words[0] = UInt32(bitPattern: number).littleEndian
    words[1] = pitch.bitPattern.littleEndian
    words[2] = level.bitPattern.littleEndian
  }

  @_noLocks init(_ words: LiveWords) {
    number = words.integer(0)
    (pitch, level) = (words.float(1), words.float(2))
  }
}

/// The values of one connection of the matrix.
public struct LiveRoute: BitwiseCopyable, Sendable, Equatable {
  /// The position of the source for the leading voice, behind sensitivity, gate and mode, 0…1.
  public var position: Float = 0
  /// The value for the leading voice behind slope, range and smoothing, as a part of the parameter's travel:
  /// 0 is the parameter's minimum, 1 its maximum.
  public var level: Float = 0
  /// The greatest distance of any voice's value from the parameter's base value since the last frame, as a
  /// part of the parameter's travel.
  public var peak: Float = 0

  @_noLocks public init() {}

  static var wordCount: Int { @_noLocks get { 3 } }

  @_noLocks func write(_ words: UnsafeMutablePointer<UInt32>) {
    words[0] = position.bitPattern.littleEndian
    words[1] = level.bitPattern.littleEndian
    words[2] = peak.bitPattern.littleEndian
  }

  @_noLocks init(_ words: LiveWords) {
    (position, level, peak) = (words.float(0), words.float(1), words.float(2))
  }
}

/// The state of one output of a patch.
public struct LiveSent: BitwiseCopyable, Sendable, Equatable {
  /// The value that was sent or came in last: a share of the range, of a note its key; NaN: none.
  public var value: Float = .nan
  /// Whether it came in from outside.
  public var isIncoming = false
  /// Values that were sent, and those that had to wait because there was no room; both wrap.
  public var sent: UInt32 = 0
  /// See `sent`.
  public var delayed: UInt32 = 0
  /// Messages that came in and move the output's own source; wraps.
  public var loops: UInt32 = 0

  /// No value, and nothing sent.
  @_noLocks public init(
    value: Float = .nan, isIncoming: Bool = false, sent: UInt32 = 0, delayed: UInt32 = 0, loops: UInt32 = 0
  ) {
    self.value = value
    self.isIncoming = isIncoming
    self.sent = sent
    self.delayed = delayed
    self.loops = loops
  }

  static var wordCount: Int { @_noLocks get { 5 } }

  @_noLocks func write(_ words: UnsafeMutablePointer<UInt32>) {
    words[0] = value.bitPattern.littleEndian
    words[1] = (isIncoming ? 1 : 0 as UInt32).littleEndian
    words[2] = sent.littleEndian
    words[3] = delayed.littleEndian
    words[4] = loops.littleEndian
  }

  @_noLocks init(_ words: LiveWords) {
    value = words.float(0)
    isIncoming = words[1] & 1 != 0
    (sent, delayed, loops) = (words[2], words[3], words[4])
  }
}

/// Where a body of a world is, and how it lies.
public struct LiveBody: BitwiseCopyable, Sendable, Equatable {
  /// The middle of its shape in meters, from the lower left corner of the room.
  public var x: Float = 0
  public var y: Float = 0
  /// Cosine and sine of its angle.
  public var cosine: Float = 1
  public var sine: Float = 0

  @_noLocks public init() {}

  static var wordCount: Int { @_noLocks get { 4 } }

  @_noLocks func write(_ words: UnsafeMutablePointer<UInt32>) {
    words[0] = x.bitPattern.littleEndian
    words[1] = y.bitPattern.littleEndian
    words[2] = cosine.bitPattern.littleEndian
    words[3] = sine.bitPattern.littleEndian
  }

  @_noLocks init(_ words: LiveWords) {
    (x, y, cosine, sine) = (words.float(0), words.float(1), words.float(2), words.float(3))
  }
}

/// The playing state of one layer of a grid.
public struct LiveLayer: BitwiseCopyable, Sendable, Equatable {
  /// The column that plays, from 0; −1 if none does, −2 if the track was stopped.
  public var column: Int32 = -1
  /// The pattern that plays, from 0.
  public var pattern: Int32 = 0
  /// A bit for each row that was struck in the column.
  public var lit: UInt32 = 0
  /// Quarter notes from the head's position to the layer's next step, and the length of a step.
  public var untilNext: Float = 0
  public var step: Float = 0

  @_noLocks public init() {}

  static var wordCount: Int { @_noLocks get { 5 } }

  @_noLocks func write(_ words: UnsafeMutablePointer<UInt32>) {
    words[0] = UInt32(bitPattern: column).littleEndian
    words[1] = UInt32(bitPattern: pattern).littleEndian
    words[2] = lit.littleEndian
    words[3] = untilNext.bitPattern.littleEndian
    words[4] = step.bitPattern.littleEndian
  }

  @_noLocks init(_ words: LiveWords) {
    (column, pattern, lit) = (words.integer(0), words.integer(1), words[2])
    (untilNext, step) = (words.float(3), words.float(4))
  }
}

/// The place in the song of a grid.
public struct LiveSong: BitwiseCopyable, Sendable, Equatable {
  /// The song and its section, from 0.
  public var song: Int32 = 0
  /// See `song`.
  public var section: Int32 = 0
  /// The section that a jump leads to at the next bar line, from 0; −1: no jump is to come.
  public var next: Int32 = -1
  /// Bars from the section's beginning to the head's position.
  public var bars: Float = 0

  @_noLocks public init() {}

  static var wordCount: Int { @_noLocks get { 4 } }

  @_noLocks func write(_ words: UnsafeMutablePointer<UInt32>) {
    words[0] = UInt32(bitPattern: song).littleEndian
    words[1] = UInt32(bitPattern: section).littleEndian
    words[2] = UInt32(bitPattern: next).littleEndian
    words[3] = bars.bitPattern.littleEndian
  }

  @_noLocks init(_ words: LiveWords) {
    (song, section, next) = (words.integer(0), words.integer(1), words.integer(2))
    bars = words.float(3)
  }
}

/// A layer of the looper.
public struct LiveLoop: BitwiseCopyable, Sendable, Equatable {
  public var state = LoopState.empty
  public var isMuted = false
  public var isSelected = false
  /// The number of its events.
  public var count: UInt32 = 0
  /// The place in its loop, 0…1, or 0 while it does not play.
  public var part: Float = 0

  @_noLocks public init() {}

  static var wordCount: Int { @_noLocks get { 3 } }

  @_noLocks func write(_ words: UnsafeMutablePointer<UInt32>) {
    let flags: UInt32 = (isMuted ? 0x100 : 0) | (isSelected ? 0x200 : 0)
    words[0] = (UInt32(state.rawValue) | flags).littleEndian
    words[1] = count.littleEndian
    words[2] = part.bitPattern.littleEndian
  }

  @_noLocks init(_ words: LiveWords) {
    state = LoopState.at(UInt8(words[0] & 0xFF))
    (isMuted, isSelected) = (words[0] & 0x100 != 0, words[0] & 0x200 != 0)
    (count, part) = (words[1], words.float(2))
  }
}

/// The solid part of a token in the world: a box or a circle.
public struct LiveSolid: BitwiseCopyable, Sendable, Equatable {
  /// The token's slot, 1…16.
  public var slot: UInt32 = 0
  /// The middle in meters.
  public var x: Float = 0
  /// See `x`.
  public var y: Float = 0
  /// Of its angle.
  public var cosine: Float = 1
  /// Of its angle.
  public var sine: Float = 0
  /// Half the side along the angle, meters; of a circle its radius.
  public var halfWidth: Float = 0
  /// Half the side across, meters; 0: it is a circle.
  public var halfHeight: Float = 0

  @_noLocks public init() {}

  static var wordCount: Int { @_noLocks get { 7 } }

  @_noLocks func write(_ words: UnsafeMutablePointer<UInt32>) {
    words[0] = slot.littleEndian
    words[1] = x.bitPattern.littleEndian
    words[2] = y.bitPattern.littleEndian
    words[3] = cosine.bitPattern.littleEndian
    words[4] = sine.bitPattern.littleEndian
    words[5] = halfWidth.bitPattern.littleEndian
    words[6] = halfHeight.bitPattern.littleEndian
  }

  @_noLocks init(_ words: LiveWords) {
    (slot, x, y) = (words[0], words.float(1), words.float(2))
    (cosine, sine) = (words.float(3), words.float(4))
    (halfWidth, halfHeight) = (words.float(5), words.float(6))
  }
}

/// An action of one of the patch's routes.
public struct LiveAction: BitwiseCopyable, Sendable, Equatable {
  /// The route, by its place in the patch, from 0.
  public var route: Int32
  /// Where it happened, 0…1; NaN: at no place.
  public var x: Float
  /// See `x`.
  public var y: Float
  /// Seconds from the action until the frame.
  public var age: Float

  @_noLocks public init(route: Int32, x: Float, y: Float, age: Float) {
    (self.route, self.x, self.y, self.age) = (route, x, y, age)
  }

  static var wordCount: Int { @_noLocks get { 4 } }

  @_noLocks func write(_ words: UnsafeMutablePointer<UInt32>) {
    words[0] = UInt32(bitPattern: route).littleEndian
    words[1] = x.bitPattern.littleEndian
    words[2] = y.bitPattern.littleEndian
    words[3] = age.bitPattern.littleEndian
  }

  @_noLocks init(_ words: LiveWords) {
    self.init(route: words.integer(0), x: words.float(1), y: words.float(2), age: words.float(3))
  }
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
