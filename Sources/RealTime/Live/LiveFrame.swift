// The live frame: what a performance looks like at one moment, as 32-bit words in little-endian order. The
// layout stands in docs/live-frame.md. Any thread.

/// A part of a live frame. Raw values are ids in messages: append only.
public enum LiveSection: UInt32, BitwiseCopyable, CaseIterable, Sendable {
  /// A `LiveTouch` for each live touch.
  case touches = 1
  /// A float for each controller by raw value, in natural units; of those that each voice has for itself the
  /// value at rest, but for modules and expressions, of which it is that of the leading voice.
  case controllers = 2
  /// A float for each parameter by raw value, in its unit: the leading voice's value after the matrix.
  case parameters = 3
  /// A `LiveRoute` for each connection of the patch, in its order.
  case routes = 4
  /// A `LiveVoice` for each voice that sounds.
  case voices = 5
  /// A `LiveLayer` for each layer of the grid.
  case grid = 6
  /// Two floats: the greatest magnitude of the left and of the right output since the last frame.
  case levels = 7
  /// Eight words for each touch, in the order of `touches`: floats of the controllers that the watcher has
  /// named. Before them eight words with the raw values, plus one, of these controllers; 0: none.
  case touchControllers = 8
  /// A `LiveBody` for each body of the patch's world, in its order.
  case bodies = 9
  /// A `LiveAction` for each of the last actions of the patch's routes, the oldest first.
  case actions = 10
  /// A `LiveSolid` for each token on the table, where the patch has a world.
  case solids = 11
  /// The samples of the output since the last frame: two words, the number of the first sample and the samples a
  /// second (float), then a word for each two samples, the earlier one in the lower half, signed; 16,384 is full
  /// scale. Without samples: silence.
  case output = 12
  /// A `LiveSent` for each output of the patch, in its order.
  case sent = 13
  /// A `LiveSong` if a song plays.
  case song = 14
  /// A `LiveLoop` for each layer of the looper, if one is in use.
  case loops = 15

  /// The section's bit in a mask.
  public var bit: UInt32 { @_noLocks get { 1 << rawValue } }
  /// 32-bit words of one element.
  var wordCount: Int {
    @_noLocks get {
      switch self {
      case .touches: LiveTouch.wordCount
      case .controllers, .parameters, .output: 1
      case .bodies: LiveBody.wordCount
      case .actions: LiveAction.wordCount
      case .solids: LiveSolid.wordCount
      case .routes: LiveRoute.wordCount
      case .sent: LiveSent.wordCount
      case .voices: LiveVoice.wordCount
      case .grid: LiveLayer.wordCount
      case .song: LiveSong.wordCount
      case .loops: LiveLoop.wordCount
      case .levels: 2
      case .touchControllers: 8
      }
    }
  }
  var id: UInt32 { @_noLocks get { rawValue } }
  @_noLocks static func at(_ id: UInt32) -> LiveSection? { LiveSection(rawValue: id) }
}

/// The head of a live frame.
public struct LiveHead: BitwiseCopyable, Sendable, Equatable {
  /// Counts the frames that an instance has made for its watchers; wraps.
  public var sequence: UInt32 = 0
  /// `CLOCK_MONOTONIC` at the beginning of the block, in nanoseconds.
  public var clock: Int64 = 0
  /// The first frame of the block, counted from `activate`.
  public var frame: Int64 = 0
  /// The position of the timeline at the beginning of the block: in beats of the host for Tactus Touch, in
  /// quarter notes for the Tone Matrix; NaN: not known.
  public var position = Double.nan
  /// Beats or quarter notes a minute, as in `position`.
  public var tempo: Float = 120
  /// 0: the timeline stands still; 1: it rolls.
  public var speed: Float = 0
  public var sampleRate: Float = 0
  /// The revision of the document that plays.
  public var revision: UInt32 = 0
  /// Elements of lists that found no room in the frame.
  public var leftOut: UInt32 = 0
  /// Whether a Tone Matrix plays by a clock of its own.
  public var hasOwnClock = false

  @_noLocks public init() {}

  /// The version of the layout: a frame of another one is not read.
  public static var version: UInt32 { @_noLocks get { 1 } }
  static var wordCount: Int { @_noLocks get { 16 } }
  /// The first word: the letters TLF and the version.
  static var mark: UInt32 { @_noLocks get { 0x0046_4C54 | version << 24 } }
}

/// Memory for one live frame, in which an instance shows itself to the process's input thread.
public struct LiveFrame: BitwiseCopyable, Sendable {
  /// The most words that the memory holds: room for all sections with 64 touches, 64 voices, 64 bodies and 32 outputs.
  public static var capacity: Int { @_noLocks get { 3008 } }
  /// The most words of a frame that is sent: 5.7 kB, and 4 kB of the output's samples.
  public static var sentCapacity: Int { @_noLocks get { 1425 + OutputSamples.wordCount } }

  private var words = InlineArray<3008, UInt32>(repeating: 0)

  /// No frame.
  @_noLocks public init() {}

  /// The words of a frame, to be written.
  @_noLocks public static func words(
    of frame: UnsafeMutablePointer<LiveFrame>
  ) -> UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(frame).assumingMemoryBound(to: UInt32.self)
  }

  /// A reader of the frame that the memory holds, or nil if it holds none yet.
  @_noLocks public static func reader(_ frame: UnsafePointer<LiveFrame>) -> LiveFrameReader? {
    LiveFrameReader(UnsafeRawBufferPointer(start: frame, count: 4 * capacity))
  }
}

/// The words of one element.
struct LiveWords {
  let start: UnsafeRawPointer

  subscript(index: Int) -> UInt32 {
    @_noLocks get { UInt32(littleEndian: start.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)) }
  }
  @_noLocks func integer(_ index: Int) -> Int32 { Int32(bitPattern: self[index]) }
  @_noLocks func float(_ index: Int) -> Float { Float(bitPattern: self[index]) }
}
