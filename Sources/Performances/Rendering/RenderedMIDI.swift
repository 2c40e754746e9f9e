// The MIDI that a plugin sends during a render, as a Standard MIDI File. Main thread.
import MIDIFiles

/// Collects the messages that a plugin sends during a render.
package struct RenderedMIDI {
  /// Frames per second.
  private let rate: Int
  private var messages: [(frame: Int, bytes: [UInt8])] = []
  /// The number of messages that a file does not hold: MIDI clock with its start, position and stop.
  package private(set) var omitted = 0

  package init(rate: Int) { self.rate = rate }

  /// The most frames of a block: 20 ms, so that a plugin has room for all its messages and none is delayed.
  package var longestBlock: Int { max(rate / 50, 1) }

  /// Appends a message.
  /// - Parameter frame: frames from the start; not before that of the last message.
  package mutating func append(_ bytes: [UInt8], at frame: Int) {
    guard let status = bytes.first, status >= 0x80 else { return }
    if status > 0xF0 { omitted += 1 } else { messages.append((frame, bytes)) }
  }

  /// Returns the file of a render. Notes that still sound end with it.
  /// - Parameters:
  ///   - frames: the length.
  ///   - latency: the frames before the first one of the file.
  package func file(frames: Int, latency: Int = 0) -> MIDIFile {
    var file = MIDIFile()
    var sounding: [[UInt8]] = []
    func append(_ bytes: [UInt8], at frame: Int) {
      file.events.append(MIDIFile.Event(seconds: Double(frame) / Double(rate), bytes: bytes))
    }
    for (frame, bytes) in messages where frame - latency < frames {
      append(bytes, at: max(frame - latency, 0))
      guard bytes.count == 3, [0x80, 0x90].contains(bytes[0] & 0xF0) else { continue }
      let end = [0x80 | bytes[0] & 15, bytes[1], 64]
      sounding.removeAll { $0 == end }
      if bytes[0] & 0xF0 == 0x90, bytes[2] > 0 { sounding.append(end) }
    }
    for end in sounding { append(end, at: frames) }
    file.seconds = Double(frames) / Double(rate)
    return file
  }
}
