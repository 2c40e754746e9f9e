// Short texts of events to compare in tests.
import RealTime

extension SurfaceEvent {
  /// A short form to compare: kind, id and place.
  package var brief: String { kind == .panic ? "panic" : "\(kind) \(id) \(words[0]) \(words[1])" }

  /// The letters of a part of a name.
  package var namePart: String {
    let bytes = (0..<4).map { words[$0] }.flatMap { word in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word.bitPattern >> UInt32($0)) }
    }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
