// The reasons for which input is refused, and how often each occurred. Input thread.
import Controls
import OSC

/// A reason for which a packet, a message or a touch is refused. Only the bad part is dropped, and each drop
/// is counted once. docs/osc.md lists the symbols.
public enum Refusal: StaticString, NamedCase, Error {
  // The form of packets and messages (OSC 1.0).
  case empty, oversized, unaligned, unterminated, badPadding = "bad_padding", badAddress = "bad_address"
  case noTypeTags = "no_type_tags", unknownTag = "unknown_tag"
  case sizeMismatch = "size_mismatch", tooManyArguments = "too_many_arguments", badBundle = "bad_bundle"
  case tooDeep = "too_deep"
  // The contents of messages.
  case unknownAddress = "unknown_address", wrongArguments = "wrong_arguments", unknownWord = "unknown_word"
  case badID = "bad_id", notFinite = "not_finite", outOfRange = "out_of_range"
  // The limits of a source.
  case notLive = "not_live", tooManyTouches = "too_many_touches", tooManySenders = "too_many_senders"
  case notThisMachine = "not_this_machine"
  // Refused by the broker alone.
  case senderNotAllowed = "sender_not_allowed", queueFull = "queue_full"
  // Patches.
  case patchRefused = "patch_refused", tooManySubscribers = "too_many_subscribers"
  // Grids.
  case gridRefused = "grid_refused"
  // Frames, streams and other texts.
  case lateFrame = "late_frame", notInAlive = "not_in_alive", badJSON = "bad_json"
  case badFraming = "bad_framing", tooManyConnections = "too_many_connections"
  case profileRefused = "profile_refused"
  // Requests.
  case tooManyRequests = "too_many_requests"
  // Other local users.
  case otherUser = "other_user"

  /// The same reason as a fault in the form of OSC.
  package init(_ error: OSCError) {
    self =
      switch error {
      case .empty: .empty
      case .oversized: .oversized
      case .unaligned: .unaligned
      case .unterminated: .unterminated
      case .badPadding: .badPadding
      case .badAddress: .badAddress
      case .noTypeTags: .noTypeTags
      case .unknownTag: .unknownTag
      case .sizeMismatch: .sizeMismatch
      case .tooManyArguments: .tooManyArguments
      case .badBundle: .badBundle
      case .tooDeep: .tooDeep
      case .badFraming: .badFraming
      }
  }
}

/// Counts of what was received, emitted and refused. A class, because all readers of one socket count into
/// the same object. One thread at a time.
public final class Counters {
  /// Received packets, well-formed messages in them, and events that these made.
  public package(set) var packets: UInt64 = 0
  public package(set) var messages: UInt64 = 0
  public package(set) var events: UInt64 = 0
  /// Moves that a later move of the same touch replaced before they were delivered.
  public package(set) var mergedMoves: UInt64 = 0
  private var refused = [UInt64](repeating: 0, count: Refusal.allCases.count)
  /// Called at each refusal, for a monitor.
  package var onRefusal: ((Refusal) -> Void)?

  public init() {}

  /// The number of refusals for `reason`.
  public package(set) subscript(reason: Refusal) -> UInt64 {
    get { refused[reason.index] }
    set {
      let isMore = newValue > refused[reason.index]
      refused[reason.index] = newValue
      if isMore { onRefusal?(reason) }
    }
  }
}
