// The common parts of takes and other performances: touches in time, MIDI, and takes that are made of them.
// Main thread.
import Console
import Foundation
import MIDIFiles
import RealTime
import Takes

extension Take {
  /// The events of touches, tokens and sensors.
  package var touches: [DecodedTouch] {
    entries.compactMap { entry in
      guard case .surface(let event) = entry.content else { return nil }
      return DecodedTouch(seconds: Double(entry.frame) / rate, event: event)
    }
  }

  /// The messages of MIDI that are not System Exclusive.
  package var midi: [MIDIFile.Event] {
    entries.compactMap { entry in
      guard case .midi(let bytes) = entry.content, bytes.first != 0xF0 else { return nil }
      return MIDIFile.Event(seconds: Double(entry.frame) / rate, bytes: bytes)
    }
  }

  /// Adds notes that are played as well.
  package mutating func add(_ notes: MIDIFile) {
    entries += notes.events.map {
      Entry(frame: Int64(($0.seconds * rate).rounded()), content: .midi($0.bytes))
    }
    // Events of one frame keep their order.
    entries = entries.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }
      .map(\.element)
  }

  /// A take of decoded touches, which begins with a restart on the default patch or another.
  package init(_ touches: [DecodedTouch], patch: [UInt8], rate: Double, seconds: Double) {
    self.init(rate: rate)
    func frame(_ seconds: Double) -> Int64 { Int64((seconds * rate).rounded()) }
    entries = [Entry(frame: 0, content: .patch(patch)), Entry(frame: 0, content: .restart)]
    entries += touches.map { Entry(frame: frame($0.seconds), content: .surface($0.event)) }
    entries.append(Entry(frame: max(frame(seconds), entries.last!.frame), content: .end))
  }
}
