// What a performance asks of the document that it plays. From the audio thread to the input thread.

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

/// What MIDI, triggers, keys and pads ask of an instance's document. The store makes the edit of it.
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
  /// To a grid: a note was played. Velocity 1…127, length in steps, 1…32.
  case note(GridCellIndex, velocity: UInt8, length: UInt8)
}

/// A request, and the texts that were sent before it.
struct OrderedRequest: BitwiseCopyable, Sendable {
  var request: PerformanceRequest
  /// `ByteRing.end` of the texts when the request was made.
  var textsEnd: Int
}

/// What a store is asked: a text of the host, or a request of the performance.
public enum StoreRequest {
  /// Of this kind and this length, still in `toPatch`.
  case text(kind: UInt32, count: Int)
  case performance(PerformanceRequest)
}

extension InstanceLink {
  /// Sends a request to the store, behind the texts that were sent before. Audio thread.
  /// - Returns: false, and nothing is sent, where there is no room.
  @_noLocks public func send(_ request: PerformanceRequest) -> Bool {
    requests.push(OrderedRequest(request: request, textsEnd: toPatch.end))
  }

  /// The oldest of the texts and requests, in the order in which the audio thread sent them. A request is
  /// removed from its ring; a text waits for `toPatch.pop`. Input thread.
  public func nextStoreRequest() -> StoreRequest? {
    // The text first: a request that was sent before a text that is seen is seen as well.
    let text = toPatch.peek()
    if let next = requests.peek(), next.textsEnd &- toPatch.start <= 0 {
      _ = requests.pop()
      return .performance(next.request)
    }
    return text.map { .text(kind: $0.kind, count: $0.count) }
  }
}
