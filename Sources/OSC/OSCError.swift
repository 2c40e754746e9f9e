// The reasons why bytes are not OSC. Not for the audio thread.

/// A fault in the form of a packet, a message or a stream (OSC 1.0 and 1.1).
public enum OSCError: Error, CaseIterable, Sendable {
  /// There are no bytes.
  case empty
  /// A packet has more than `OSCPacket.byteLimit` bytes.
  case oversized
  /// The count of bytes is no multiple of four.
  case unaligned
  /// A text has no NUL, or its padding is cut off.
  case unterminated
  /// A byte of padding is not 0.
  case badPadding
  /// An address does not begin with `/`.
  case badAddress
  /// No type tags follow the address.
  case noTypeTags
  /// A type tag is none of `ifsSbhdtcmTFNI`.
  case unknownTag
  /// The arguments need more or fewer bytes than there are.
  case sizeMismatch
  /// There are more than `OSCMessageView.argumentLimit` arguments.
  case tooManyArguments
  /// A bundle is cut off, or an element has an impossible size.
  case badBundle
  /// Bundles are nested deeper than `OSCPacket.depthLimit`.
  case tooDeep
  /// A stream begins with a byte that starts no packet.
  case badFraming

  /// The reason for people, for example `a text has no end`.
  public var words: StaticString {
    switch self {
    case .empty: "no bytes"
    case .oversized: "too many bytes"
    case .unaligned: "the size is no multiple of four"
    case .unterminated: "a text has no end"
    case .badPadding: "a text or a blob is not padded with zeros"
    case .badAddress: "no address"
    case .noTypeTags: "no type tags"
    case .unknownTag: "an unknown type tag"
    case .sizeMismatch: "the arguments do not fit the size"
    case .tooManyArguments: "too many arguments"
    case .badBundle: "a bundle is cut off"
    case .tooDeep: "too many bundles in bundles"
    case .badFraming: "a stream that begins with no packet"
    }
  }
}
