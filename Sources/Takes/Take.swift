// A take: what acted on an instrument, each with its frame, so that it sounds as it was heard
// (docs/performance.md, version 2). Main thread.
import Controls
import RealTime
import Text

/// A performance of version 2, from an instrument that was asked for it.
package struct Take {
  /// One thing that acted, or a note about the take.
  package enum Content {
    /// This patch plays from here; UTF-8.
    case patch([UInt8])
    /// The looper has these layers from here; UTF-8.
    case loops([UInt8])
    case port(TouchPort, Float)
    /// The instrument is activated.
    case restart
    /// One message.
    case midi([UInt8])
    case surface(SurfaceEvent)
    case position(Transport)
    /// The host records automation that the instrument reports.
    case reportsAutomation
    /// A master of all tunings played.
    case mastered
    /// So many records are missing, from somewhere before here.
    case lost(UInt64)
    case end
  }

  package struct Entry {
    /// From the start of the take.
    package var frame: Int64
    package var content: Content

    package init(frame: Int64, content: Content) { (self.frame, self.content) = (frame, content) }
  }

  /// Frames per second.
  package var rate: Double
  /// In the order in which they acted.
  package var entries: [Entry] = []

  package init(rate: Double) { self.rate = rate }

  /// The frame at which the take ends.
  package var length: Int64 { entries.last?.frame ?? 0 }
  package var seconds: Double { Double(length) / rate }

  /// Where a frame of the take lies at another rate, halves away from 0. The product is exact and divided
  /// once, so that the page and the command never part by a frame.
  /// - Parameter other: frames per second.
  package func frame(_ frame: Int64, at other: Double) -> Int64 {
    Int64((Double(frame) * other / rate).rounded())
  }

  /// The text of the first patch; empty: the take names none.
  package var patch: [UInt8] {
    for entry in entries { if case .patch(let text) = entry.content { return text } }
    return []
  }

  /// Why it does not sound as it was heard; nil if it does.
  package var doubt: [UInt8]? {
    var lost: UInt64 = 0
    var isMastered = false
    for entry in entries {
      if case .lost(let count) = entry.content { lost += count }
      if case .mastered = entry.content { isMastered = true }
    }
    let words: UTF8Text
    switch true {
    case lost > 0: words = "\(Self.digits(lost)) of its events were lost"
    case patch.isEmpty: words = "its patch was lost"
    case isMastered: words = "a tuning master played, which is not in it"
    default: return nil
    }
    return words.bytes
  }
}
