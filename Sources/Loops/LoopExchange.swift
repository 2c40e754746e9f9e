// The way of layers from an instance's audio thread to its store, and of restored ones back.
import RealTime
import Synchronization

/// A layer without its events, as it is saved.
public struct SavedLayer: BitwiseCopyable, Sendable, Equatable {
  /// `empty`, `playing` or `stopped`.
  public var state = LoopState.empty
  public var settings = LoopSettings()
  public var unit = LoopUnit.beats
  /// As in a `LoopLayer`.
  public var takes: UInt8 = 0
  public var shownTakes: UInt8 = 0
  public var serial: Int32 = 0
  public var length: Int64 = 0
  public var start: Int64 = 0
  public var origin: Int64 = 0

  @_noLocks public init() {}
}

/// A piece of what is saved. Audio thread → store.
public enum LoopRecord: BitwiseCopyable, Sendable {
  /// From here on, all is about the layers of the restore with this number.
  case restored(UInt32)
  /// All events of a layer, 0…15, follow.
  case begin(UInt8)
  case event(LoopEvent)
  /// The layer with this index; its events are complete.
  case layer(UInt8, SavedLayer)
  /// All that has changed is there.
  case end(LoopEnd)
}

/// The settings for all layers, at the end of what was handed out.
public struct LoopEnd: BitwiseCopyable, Sendable {
  public var selected: UInt8
  public var prefersFrames: Bool
  public var quantum: Float
  public var rate: Float
  /// The number of the last change.
  public var revision: Int32

  @_noLocks init(selected: UInt8, prefersFrames: Bool, quantum: Float, rate: Float, revision: Int32) {
    (self.selected, self.prefersFrames, self.quantum) = (selected, prefersFrames, quantum)
    (self.rate, self.revision) = (rate, revision)
  }
}

/// The layers on their way between an instance's audio thread and its store. It lives behind a pointer as long as the store.
public struct LoopExchange: ~Copyable {
  /// Audio thread → store.
  public let records: MessageRing<LoopRecord>
  /// Store → audio thread.
  public let restored = Mailbox<PreparedLooper>()
  /// Audio thread → store: whether something has changed that `records` had no room for.
  public let isOwed = Atomic<Bool>(false)

  /// 2048 records: at 256 frames a block, a layer of 50,000 events needs less than half a second.
  public init() { records = MessageRing(capacity: 2048) }

  /// Frees what no audio thread has taken. No thread may use the exchange afterwards.
  public func drain() { restored.drain() }
}

/// Layers that are ready to be copied by the audio thread. Not for the audio thread.
public struct PreparedLooper: ~Copyable {
  private let memory: Arena
  public let looper: Looper

  /// - Parameters:
  ///   - saved: must have been repaired.
  ///   - sampleRate: frames per second of the instrument.
  ///   - number: as `LoopAssembly.restore` returns it, or 0 without a store.
  public init(_ saved: SavedLoops, sampleRate: Float, number: UInt32 = 0) {
    var saved = saved
    saved.convert(to: sampleRate)
    var arena = Arena(bytes: Looper.bytes)
    var looper = Looper(memory: &arena)
    looper.fill(saved, number: number)
    self.looper = looper
    memory = arena
  }
}
