// The reasons for which input is refused, and how often each occurred. Input thread.
import OSC

/// A reason for which a packet, a message or a touch is refused. Only the bad part is dropped, and each drop
/// is counted once. docs/osc.md lists the symbols.
public enum Refusal: Int, CaseIterable, Error, Sendable {
  // The form of packets and messages (OSC 1.0).
  case empty, oversized, unaligned, unterminated, badPadding, badAddress, noTypeTags, unknownTag
  case sizeMismatch, tooManyArguments, badBundle, tooDeep
  // The contents of messages.
  case unknownAddress, wrongArguments, unknownWord, badID, notFinite, outOfRange
  // The limits of a source.
  case notLive, tooManyTouches, tooManySenders, notThisMachine
  // Refused by the broker alone.
  case senderNotAllowed, queueFull
  // Patches.
  case patchRefused, tooManySubscribers
  // Grids.
  case gridRefused
  // Frames, streams and other texts.
  case lateFrame, notInAlive, badJSON, badFraming, tooManyConnections, profileRefused
  // Requests.
  case tooManyRequests
  // Other local users.
  case otherUser

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

  /// The name in `/tactus/stats`.
  public var symbol: StaticString {
    switch self {
    case .empty: "empty"
    case .oversized: "oversized"
    case .unaligned: "unaligned"
    case .unterminated: "unterminated"
    case .badPadding: "bad_padding"
    case .badAddress: "bad_address"
    case .noTypeTags: "no_type_tags"
    case .unknownTag: "unknown_tag"
    case .sizeMismatch: "size_mismatch"
    case .tooManyArguments: "too_many_arguments"
    case .badBundle: "bad_bundle"
    case .tooDeep: "too_deep"
    case .unknownAddress: "unknown_address"
    case .wrongArguments: "wrong_arguments"
    case .unknownWord: "unknown_word"
    case .badID: "bad_id"
    case .notFinite: "not_finite"
    case .outOfRange: "out_of_range"
    case .notLive: "not_live"
    case .tooManyTouches: "too_many_touches"
    case .tooManySenders: "too_many_senders"
    case .notThisMachine: "not_this_machine"
    case .senderNotAllowed: "sender_not_allowed"
    case .queueFull: "queue_full"
    case .patchRefused: "patch_refused"
    case .tooManySubscribers: "too_many_subscribers"
    case .gridRefused: "grid_refused"
    case .lateFrame: "late_frame"
    case .notInAlive: "not_in_alive"
    case .badJSON: "bad_json"
    case .badFraming: "bad_framing"
    case .tooManyConnections: "too_many_connections"
    case .profileRefused: "profile_refused"
    case .tooManyRequests: "too_many_requests"
    case .otherUser: "other_user"
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
    get { refused[reason.rawValue] }
    set {
      let isMore = newValue > refused[reason.rawValue]
      refused[reason.rawValue] = newValue
      if isMore { onRefusal?(reason) }
    }
  }
}
