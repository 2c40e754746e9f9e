// The one meeting place of an instance's audio thread and the supervisor. Each word has one writer.
import Controls
import RealTime
import Synchronization

/// The messages between an instance of the scene and the supervisor.
public struct SceneLink: ~Copyable {
  /// A request of the audio thread to the supervisor; some with a text.
  public enum Request: BitwiseCopyable, Sendable {
    /// The path of the scene that is wanted.
    case path
    /// Publish all to windows again.
    case get
    /// Values of widgets, as JSON.
    case values
    /// The host has moved the port of this control in the scene with this choice number.
    case moved(control: Int, position: Float, choice: UInt32)
    /// A question about the folders of scenes.
    case shelf
    /// Of the patch: tell the date and time, or as one word.
    case time
    case timestamp
    /// Of the patch: begin or end a recording; open a scene; show an address.
    case record
    case endRecord
    case open
    case address
    /// Of the patch: put another picture behind the widgets, or none.
    case background
  }

  /// The sample rate of the host, and the ticks of sound that a stream keeps.
  private(set) var sampleRate: Double
  private(set) var ticks: Int
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
  /// Audio thread → supervisor.
  public let toSupervisor = ByteRing<Request>(capacity: 1 << 14)
  /// Supervisor → audio thread: what it publishes to windows.
  public let fromSupervisor = ByteRing<SceneUpdate>(capacity: 1 << 16)
  /// Supervisor → audio thread: messages to the patch, as Pd reads them.
  let toScene = ByteRing<NoHead>(capacity: 1 << 16)
  /// Supervisor → audio thread: whether a recording goes on; and back its frames, with those that were lost.
  let isRecording = Atomic<Bool>(false)
  let recorded = MessageRing<SIMD2<Float>>(capacity: 1 << 18)
  let lostFrames = Atomic<UInt32>(0)
  /// Supervisor → audio thread: how often a program, a page or a window has changed what the session keeps.
  public let sessionChanges = Atomic<UInt32>(0)
  /// Supervisor → audio thread, and back: the ports that pages move.
  public let pagePorts = PagePorts()
  /// Audio thread → supervisor: what a patch says that it keeps.
  let kept = ByteRing<PatchMemory.Part>(capacity: 1 << 17)
  /// Supervisor → audio thread: messages for the patch, as bytes of its stream.
  let toPatch = ByteRing<NoHead>(capacity: 1 << 15)

  /// - Parameter longestBlock: the most frames that one `run` of the player has.
  public init(sampleRate: Double, longestBlock: Int) {
    self.sampleRate = sampleRate
    ticks = Self.ticks(longestBlock)
  }

  private static func ticks(_ longestBlock: Int) -> Int {
    var ticks = 256
    while ticks < longestBlock / PdTick.frames * 4 + 128 { ticks *= 2 }
    return ticks
  }

  /// Sets what the next Pd is started with. Under the supervisor's mutex, and while the audio thread rests.
  mutating func set(sampleRate: Double, longestBlock: Int) {
    (self.sampleRate, ticks) = (sampleRate, Self.ticks(longestBlock))
  }

  /// Sends the supervisor a request. Audio thread.
  /// - Returns: Whether there was room to ask.
  @_noLocks public func send(
    _ request: Request, _ text: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
  ) -> Bool {
    guard toSupervisor.push(request, text) else { return false }
    if case .path = request { wishes.wrappingAdd(1, ordering: .releasing) }
    return true
  }
}
