// The beginning of a performance (docs/performance.md) as events: a phrase by which a patch is previewed. Input thread.
import RealTime
import Text

/// Reads the beginning of a performance.
package enum PerformancePhrase {
  /// Returns the touches, tokens and sensors of the first seconds, counted from the first packet. Lines that are none of
  /// a performance are skipped.
  package static func events(
    in text: [UInt8], seconds longest: Double
  ) -> [(seconds: Double, event: SurfaceEvent)] {
    var events: [(seconds: Double, event: SurfaceEvent)] = []
    var senders: [ArraySlice<UInt8>] = []
    var first: Double?
    for line in text.split(separator: 10) {
      let words = line.prefix { $0 != UInt8(ascii: "#") }.split { $0 == 32 || $0 == 9 || $0 == 13 }
      guard words.count == 3, let seconds = seconds(words[0]), let packet = bytes(words[2]) else { continue }
      let beginning = first ?? seconds
      first = beginning
      guard seconds - beginning <= longest else { break }
      let known = senders.firstIndex { $0 == words[1] }
      if known == nil { senders.append(words[1]) }
      let source = UInt32(known ?? senders.count - 1) + 1
      packet.withUnsafeBytes { packet in
        TactusDialect.read(packet, refuse: { _, _ in }) { command in
          switch command {
          case .play(.touch(let report)): events.append((seconds - beginning, report.event(source: source)))
          case .play(.event(var event)):
            event.source = source
            events.append((seconds - beginning, event))
          default: break
          }
        }
      }
    }
    return events
  }

  /// The number of a text of digits with or without a point.
  private static func seconds(_ word: ArraySlice<UInt8>) -> Double? {
    var (value, unit): (Double, Double) = (0, 0)
    for letter in word {
      if letter == UInt8(ascii: "."), unit == 0 {
        unit = 1
      } else if 48...57 ~= letter {
        unit /= 10
        value = unit == 0 ? value * 10 + Double(letter - 48) : value + Double(letter - 48) * unit
      } else {
        return nil
      }
    }
    return word.isEmpty ? nil : value
  }

  private static func bytes(_ word: ArraySlice<UInt8>) -> [UInt8]? {
    func digit(_ letter: UInt8) -> UInt8? {
      switch letter {
      case 48...57: letter - 48
      case UInt8(ascii: "a")...UInt8(ascii: "f"): letter - 87
      case UInt8(ascii: "A")...UInt8(ascii: "F"): letter - 55
      default: nil
      }
    }
    guard word.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(word.count / 2)
    var index = word.startIndex
    while index < word.endIndex {
      guard let high = digit(word[index]), let low = digit(word[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
      index += 2
    }
    return bytes
  }
}

extension TouchReport {
  /// The report as an event of a source.
  package func event(source: UInt32) -> SurfaceEvent {
    let kind: SurfaceEvent.Kind =
      switch word {
      case .began: .began
      case .moved: .moved
      case .ended: .ended
      }
    return .touch(kind, source: source, id: id, x: x, y: y, pressure: pressure, radius: radius)
  }
}
