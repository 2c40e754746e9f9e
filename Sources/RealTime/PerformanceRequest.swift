// Requests of a performance to the document that it plays. From the audio thread to the input thread.
import Synchronization

/// A cell of a grid; all from 0.
public struct GridCellIndex: BitwiseCopyable, Equatable, Sendable {
  public var layer: UInt8
  public var pattern: UInt8
  public var step: UInt8
  public var row: UInt8

  @_noLocks public init(layer: UInt8, pattern: UInt8, step: UInt8, row: UInt8) {
    (self.layer, self.pattern, self.step, self.row) = (layer, pattern, step, row)
  }
}

/// A base value of a parameter that acts in the next block and is an edit of the patch afterwards, with the head
/// of an edit (docs/window.md).
///
/// Windows send it as an event: the seven words of `SurfaceEvent`, of the kind `parameter`, and five more.
public struct ParameterEdit: BitwiseCopyable, Equatable, Sendable {
  /// The parameter's raw value.
  public var parameter: UInt16
  /// In the parameter's unit.
  public var base: Float
  /// Who sends it, as in the head of an edit, and the drag that it belongs to, 0 for none.
  public var client: Int64
  public var stroke: UInt32
  /// The number of the edit, and of the client's oldest edit that has not been answered; 0: no answer is
  /// wanted.
  public var number: UInt32
  public var waiting: UInt32

  @_noLocks public init(
    parameter: UInt16, base: Float, client: Int64 = 0, stroke: UInt32 = 0, number: UInt32 = 0,
    waiting: UInt32 = 0
  ) {
    (self.parameter, self.base, self.client) = (parameter, base, client)
    (self.stroke, self.number, self.waiting) = (stroke, number, waiting)
  }

  /// 32-bit words of the event as an atom's body.
  public static var wordCount: Int { @_noLocks get { SurfaceEvent.wordCount + 5 } }

  /// Reads the body of an event; nil for one of another kind, or one that is no edit.
  @_noLocks public init?(_ body: UnsafeRawBufferPointer) {
    guard let start = body.baseAddress, body.count >= 4 * Self.wordCount else { return nil }
    let words = LiveWords(start: start)
    guard words[0] == SurfaceEvent.Kind.parameter.rawValue, words[2] <= 0xFFFF else { return nil }
    self.init(
      parameter: UInt16(truncatingIfNeeded: words[2]), base: Float(bitPattern: words[3]),
      client: Int64(bitPattern: UInt64(words[8]) << 32 | UInt64(words[7])) & .max, stroke: words[11],
      number: words[9], waiting: words[10])
  }

  /// The words of the body. Not for the audio thread.
  public var words: [UInt32] {
    let none = Float.nan.bitPattern
    return [
      SurfaceEvent.Kind.parameter.rawValue, 0, UInt32(parameter), base.bitPattern, none, none, none,
      UInt32(truncatingIfNeeded: client), UInt32(truncatingIfNeeded: client >> 32), number, waiting, stroke,
    ]
  }
}

/// A base value that an edit has given the document. The audio thread sets it in the patch that plays, so nothing is
/// compiled.
public struct BaseSetting: BitwiseCopyable, Equatable, Sendable {
  /// The parameter's raw value.
  public var parameter: UInt16
  /// In the parameter's unit.
  public var base: Float
  /// The first revision of the document that has the value.
  public var revision: Int32

  @_noLocks public init(parameter: UInt16, base: Float, revision: Int32 = 0) {
    (self.parameter, self.base, self.revision) = (parameter, base, revision)
  }
}

/// A request of MIDI, triggers, keys or pads to an instance's document. The store turns it into an edit.
public enum PerformanceRequest: BitwiseCopyable, Equatable, Sendable {
  /// To a patch: load the next one, as triggers ask.
  case next
  /// To a patch: load the one before.
  case previous
  /// To a patch: a MIDI Program Change, 0…127.
  case program(UInt8)
  /// To a patch: a MIDI control change (0…119), for the macro that learns.
  case learnedControl(UInt8)
  /// To a grid: a pad was pressed. Its cell is turned on or off.
  case toggle(GridCellIndex)
  /// To a grid: a button was pressed. Its layer is muted, or no longer.
  case mute(layer: UInt8)
  /// To a grid: a knob was turned. Sets the value of a lane, the `row` of the place. The values of one turn of the knob
  /// have one stroke, from 1.
  case lane(GridCellIndex, value: Int16, stroke: UInt32)
  /// To a grid: a note was played. Velocity 1…127, length in steps, 1…32.
  case note(GridCellIndex, velocity: UInt8, length: UInt8)
  /// To a patch: the audio thread has set a base value, and numbered the change. `taken` is the revision of the
  /// last `BaseSetting` that it had taken before.
  case parameter(ParameterEdit, change: UInt32, taken: Int32)
}

/// A request, and the texts that were sent before it.
struct OrderedRequest: BitwiseCopyable, Sendable {
  var request: PerformanceRequest
  /// `ByteRing.appended` of the texts when the request was made.
  var textsEnd: Int
}

/// A request to a store: a text of the host, or a request of the performance.
public enum StoreRequest {
  /// Of this kind and this length, still in `toPatch`.
  case text(DocumentMessage, count: Int)
  case performance(PerformanceRequest)
}

extension InstanceLink {
  /// Sends a request to the store, behind the texts that were sent before. Audio thread.
  /// - Returns: false, and nothing is sent, where there is no room.
  @_noLocks public func send(_ request: PerformanceRequest) -> Bool {
    requests.push(OrderedRequest(request: request, textsEnd: toPatch.appended.load(ordering: .relaxed)))
  }

  /// Whether a text or a request waits. Input thread.
  public var hasStoreRequests: Bool { requests.count > 0 || toPatch.peek() != nil }

  /// The oldest of the texts and requests, in the order in which the audio thread sent them. A request is
  /// removed from its ring; a text waits for `toPatch.pop`. Input thread.
  public func nextStoreRequest() -> StoreRequest? {
    // The text first: a request that was sent before a text that is seen is seen as well.
    let text = toPatch.peek()
    if let next = requests.peek(), next.textsEnd &- toPatch.removed.load(ordering: .relaxed) <= 0 {
      _ = requests.pop()
      return .performance(next.request)
    }
    return text.map { .text($0.head, count: $0.count) }
  }
}
