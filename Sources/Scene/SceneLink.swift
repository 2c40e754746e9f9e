// The one meeting place of an instance's audio thread and the supervisor. Each word has one writer.
import Controls
import RealTime
import Synchronization

/// What an instance of the scene and the supervisor say to each other.
public struct SceneLink: ~Copyable {
  /// Kinds of texts in both rings.
  public enum Message: UInt32, BitwiseCopyable, Sendable {
    /// A path: to the supervisor the scene that is wanted, from it the one that is chosen.
    case path = 1
    /// From the supervisor: what the scene does.
    case state = 2
    /// To the supervisor: say all.
    case get = 3
    /// To the supervisor, of the patch: tell the date and time, or as one word.
    case time = 20
    case timestamp = 21
    /// To the supervisor, of the patch: begin or end a recording; open a scene; show an address.
    case record = 22
    case endRecord = 23
    case open = 24
    case address = 25
    /// To the supervisor values of widgets, as JSON; from it those that have changed.
    case values = 4
    /// To the supervisor: a host has moved a port; its place and value, as 32-bit words.
    case moved = 5
    /// From the supervisor: a piece of the page, and what the ports move.
    case widgets = 6
    case controls = 7
    /// From the supervisor: lines that Pd has printed.
    case console = 8
    /// To the supervisor: a question about the folders of scenes; from it a piece of the answer.
    case shelf = 9
    /// From the supervisor: the file into which what sounds is written; empty: none.
    case recording = 10

    /// The word by which pages in browsers know a text; nil: none is told of it.
    var word: StaticString? {
      switch self {
      case .path: "path"
      case .state: "state"
      case .values: "values"
      case .widgets: "widgets"
      case .console: "console"
      case .shelf: "shelf"
      case .recording: "recording"
      default: nil
      }
    }

    /// The kind's number in a ring.
    public var number: UInt32 { @_noLocks get { rawValue } }
  }

  /// The sample rate of the host, and the ticks of sound that a stream keeps.
  let sampleRate: Double
  let ticks: Int
  /// Supervisor → audio thread: the address of a `SceneStream` that is ready to play; 0: none.
  let offered = Atomic<UInt>(0)
  /// Audio thread → supervisor: addresses of streams that it no longer uses.
  let retired = MessageRing<UInt>(capacity: 16)
  /// Audio thread → supervisor: how often it has asked for anything, and how often for a new begin.
  let wishes = Atomic<UInt32>(0)
  let restarts = Atomic<UInt32>(0)
  /// Supervisor → audio thread: the wishes that it has read, so that `state` is what came of them.
  let answered = Atomic<UInt32>(0)
  /// Supervisor → audio thread: a `SceneState`.
  let state = Atomic<UInt32>(0)
  /// Audio thread → supervisor.
  let isFreeWheel = Atomic<Bool>(false)
  /// Audio thread → supervisor, and back.
  public let toSupervisor = ByteRing(capacity: 1 << 14)
  public let fromSupervisor = ByteRing(capacity: 1 << 16)
  /// Supervisor → audio thread: messages to the patch, as Pd reads them.
  let toScene = ByteRing(capacity: 1 << 16)
  /// Supervisor → audio thread: whether a recording goes on; and back its frames, with those that were lost.
  let isRecording = Atomic<Bool>(false)
  let recorded = MessageRing<SIMD2<Float>>(capacity: 1 << 18)
  let lostFrames = Atomic<UInt32>(0)
  /// Supervisor → audio thread, and back: the ports that pages move.
  let pagePorts = PagePorts()
  /// Audio thread → supervisor: what a patch says that it keeps (kind 0), and marks around it (kind 1).
  let kept = ByteRing(capacity: 1 << 17)
  /// Supervisor → audio thread: messages for the patch, as bytes of its stream.
  let toPatch = ByteRing(capacity: 1 << 15)

  /// - Parameter longestBlock: the most frames that one `run` of the player has.
  public init(sampleRate: Double, longestBlock: Int) {
    self.sampleRate = sampleRate
    var ticks = 256
    while ticks < longestBlock / PdTick.frames * 4 + 128 { ticks *= 2 }
    self.ticks = ticks
  }

  /// Asks for another scene. Audio thread.
  /// - Returns: Whether there was room to ask.
  @_noLocks public func send(_ message: Message, _ text: UnsafeRawBufferPointer) -> Bool {
    guard toSupervisor.push(kind: message.number, text) else { return false }
    if message == .path { wishes.wrappingAdd(1, ordering: .releasing) }
    return true
  }
}
