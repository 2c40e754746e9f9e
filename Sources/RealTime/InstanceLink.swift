// The one meeting place of an instance's audio thread and the process's input thread.
import Synchronization

/// The network settings of an instance's ports.
public struct ListenSettings: BitwiseCopyable, Sendable, Equatable {
  /// Who may speak to an instance. Raw values are the port's values.
  public enum Listen: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    case off = 0
    case thisMachine = 1
    case network = 2
    /// This machine, including requests from its other users.
    case anyUser = 3
  }

  /// The setting for a port's value; unknown values are off.
  @_noLocks public static func listen(raw: UInt8) -> Listen { Listen(rawValue: raw) ?? .off }

  public var listen: Listen
  /// The UDP port that is asked for; the broker takes the next free one if it is taken.
  public var port: UInt16
  /// The surface number whose addressed messages this instance takes beside the unaddressed; 0: only those.
  public var surface: UInt8

  @inlinable @_noLocks public init(listen: Listen, port: UInt16, surface: UInt8) {
    self.listen = listen
    self.port = port
    self.surface = surface
  }

  @inlinable public var packed: UInt32 {
    @_noLocks get { UInt32(listen.rawValue) << 24 | UInt32(surface) << 16 | UInt32(port) }
  }

  @inlinable @_noLocks public init(packed: UInt32) {
    listen = Listen(rawValue: UInt8(truncatingIfNeeded: packed >> 24)) ?? .off
    surface = UInt8(truncatingIfNeeded: packed >> 16)
    port = UInt16(truncatingIfNeeded: packed)
  }
}

/// Rings and words shared by one instance's `run` and the broker. Every word has one writer.
public struct InstanceLink: ~Copyable {
  /// Broker → audio thread.
  public let events: MessageRing<SurfaceMessage>
  /// Audio thread → broker: the packed `ListenSettings`; off until the first `run`.
  public let wish = Atomic<UInt32>(0)
  /// Audio thread → broker: the MIDI channel that the instance plays, 1…16; 0: all.
  public let channel = Atomic<UInt32>(0)
  /// Broker → audio thread: the UDP port that is really open, 0 for none.
  public let port = Atomic<UInt32>(0)
  /// Audio thread → broker, for `/tactus/stats`: events taken, ignored while free-wheeling, refused
  /// because all touches were in use, and voices sounding now.
  public let taken = Atomic<UInt64>(0)
  public let ignoredInFreeWheel = Atomic<UInt64>(0)
  public let refusedTouches = Atomic<UInt64>(0)
  /// Touches that did not leave as MIDI, because fifteen others did.
  public let unrecordedTouches = Atomic<UInt64>(0)
  public let voices = Atomic<UInt32>(0)
  /// Tuning messages of MIDI that were refused.
  public let refusedTunings = Atomic<UInt64>(0)
  /// Samples that were no numbers.
  public let notNumbers = Atomic<UInt64>(0)
  /// Bodies and hits of the world that were held at a limit.
  public let worldClamps = Atomic<UInt64>(0)
  /// Events of loops that were not recorded or not played because of a limit.
  public let lostLoopEvents = Atomic<UInt64>(0)
  /// Texts and requests for the document that found no room.
  public let droppedTexts = Atomic<UInt64>(0)

  /// Audio thread → input thread, while it is watched: the performance, at most 60 times a second, and
  /// its trigger events.
  public let live: Snapshot<LiveFrame>
  public let triggerEvents: MessageRing<LiveMoment>
  /// Audio thread → input thread: the line that was drawn last.
  public let drawn: Snapshot<DrawnTrace>
  /// Input thread → audio thread: whether a subscriber watches, a bit for each `LiveSection` that any of them
  /// needs, and the raw values, plus one, of up to eight controllers with a value for each touch.
  public let isWatched = Atomic<Bool>(false)
  public let wantedSections = Atomic<UInt32>(0)
  @usableFromInline let watchedLow = Atomic<UInt64>(0)
  @usableFromInline let watchedHigh = Atomic<UInt64>(0)

  /// Audio thread → input thread: whether a window is open. Then the thread looks for texts and requests more often.
  public let hasWindow = Atomic<Bool>(false)
  /// Audio thread → host: the number of the last base value that it has set for a window.
  public let baseChange = Atomic<UInt32>(0)
  /// Input thread → audio thread: the revision of the document. Base values that the audio thread has set raise
  /// it without another compiled patch.
  public let documentRevision = Atomic<Int32>(0)

  /// Input thread → audio thread: base values that the document has and the patch that was posted last has not.
  public let bases: MessageRing<BaseSetting>
  /// The capacity of `bases`: more than there are parameters.
  public static var baseCapacity: Int { @_noLocks get { 256 } }

  /// Input thread → audio thread: a macro waits for the next MIDI control change.
  public let learns = Atomic<Bool>(false)

  /// Audio thread → input thread: the values that the patch sends as OSC.
  public let outputs: MessageRing<OutputMessage>

  /// Audio thread → input thread: documents and edits that a host sent as `patch:Set`.
  public let toPatch: ByteRing<DocumentMessage>
  /// Audio thread → input thread: what the performance asks of the document.
  let requests: MessageRing<OrderedRequest>
  /// Input thread → audio thread: what `notify` sends.
  public let fromPatch: ByteRing<DocumentMessage>

  /// The take that a program asked for.
  public let take: TakeLink

  /// The monome grids that show this instance.
  public let monome: MonomeLink

  /// 4096 messages: 64 fingers at 120 Hz for half a second without a single `run`.
  public init() {
    events = MessageRing(capacity: 4096)
    live = Snapshot(LiveFrame())
    triggerEvents = MessageRing(capacity: 1024)
    drawn = Snapshot(DrawnTrace())
    toPatch = ByteRing(capacity: 1 << 18)
    requests = MessageRing(capacity: 1024)
    bases = MessageRing(capacity: Self.baseCapacity)
    fromPatch = ByteRing(capacity: 1 << 18)
    outputs = MessageRing(capacity: 1024)
    take = TakeLink()
    monome = MonomeLink()
  }

  /// Sets what is watched. Input thread.
  /// - Parameters:
  ///   - sections: a bit for each `LiveSection`.
  ///   - controllers: raw values.
  public func watch(_ isWatched: Bool, sections: UInt32, _ controllers: [UInt16]) {
    var words: (UInt64, UInt64) = (0, 0)
    for (index, raw) in controllers.prefix(8).enumerated() {
      let bits = (UInt64(raw) + 1) << UInt64(16 * (index % 4))
      if index < 4 { words.0 |= bits } else { words.1 |= bits }
    }
    watchedLow.store(words.0, ordering: .relaxed)
    watchedHigh.store(words.1, ordering: .relaxed)
    wantedSections.store(sections, ordering: .relaxed)
    self.isWatched.store(isWatched, ordering: .relaxed)
  }

  /// The raw value, plus one, of the watched controller at an index (0…7); 0 for none. Audio thread.
  @inlinable public func watched(_ index: Int) -> UInt16 {
    let words = index < 4 ? watchedLow.load(ordering: .relaxed) : watchedHigh.load(ordering: .relaxed)
    return UInt16(truncatingIfNeeded: words >> UInt64(16 * (index % 4)))
  }

  /// `watched` of all indices. Audio thread.
  @inlinable public var allWatched: InlineArray<8, UInt16> {
    @_noLocks get {
      var all = InlineArray<8, UInt16>(repeating: 0)
      for index in 0..<8 { all[index] = watched(index) }
      return all
    }
  }
}

/// Kinds of texts between a host and the store of a document, JSON in UTF-8.
public enum DocumentMessage: BitwiseCopyable, Sendable {
  /// A whole patch or grid: `urn:tactus:vocabulary#patch` or `#grid`.
  case patch
  /// One edit: `urn:tactus:vocabulary#edit`.
  case edit
  /// A sentence about what was refused: `urn:tactus:vocabulary#error`.
  case error
  /// To the store: send the whole document on `notify` (`patch:Get`).
  case get
  /// The whole document as the answer to `get`: nothing has changed.
  case answer
  /// A library request of a window, and the answer: `urn:tactus:vocabulary#library`.
  case library
  /// To the store: an OSC packet of a window, `urn:tactus:vocabulary#Packet`.
  case packet
  /// To the store: the path of a sound file that the host's user has chosen, `urn:tactus:vocabulary#sample` or
  /// `#wavetable`.
  case sample, wavetable
}
