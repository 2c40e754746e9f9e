// An instrument to which a test sends events frame by frame, with access to its state.
import Controls
import Music
import RealTime

@testable import Instrument

/// One processor, its patch, and its output events.
final class Rig {
  var processor: TouchProcessor
  var out: [OutgoingEvent] = []
  private(set) var frame = 0
  private(set) var isFinite = true
  private let patch: UnsafeMutablePointer<CompiledPatch>

  init(_ settings: [(TouchPort, Float)] = [], patch compiled: CompiledPatch = startingPatch()) {
    patch = .allocate(capacity: 1)
    patch.initialize(to: compiled)
    processor = TouchProcessor(sampleRate: 48_000, tables: tables, patch: patch)
    for (port, value) in settings { processor.set(port, value) }
    processor.activate()
  }

  deinit {
    patch.deinitialize(count: 1)
    patch.deallocate()
  }

  /// Handles MIDI messages on the present frame.
  func midi(_ messages: [UInt8]...) { midi(messages) }

  func midi(_ messages: [[UInt8]]) {
    for bytes in messages {
      if let message = bytes.withUnsafeBytes({ MIDIMessage($0) }) { processor.handle(message) }
    }
  }

  func touch(
    _ kind: SurfaceEvent.Kind, _ id: Int32 = 1, x: Float = .nan, y: Float = .nan, pressure: Float = .nan,
    radius: Float = .nan
  ) {
    processor.handle(
      SurfaceEvent.touch(kind, source: 1, id: id, x: x, y: y, pressure: pressure, radius: radius))
  }

  func advance(_ frames: Int = 1) {
    var left = [Float](repeating: 0, count: frames)
    var right = left
    processor.render(&left, &right, count: frames)
    isFinite = isFinite && (left + right).allSatisfy(\.isFinite)
    frame += frames
    while let (event, _) = processor.nextOutgoing(frames) {
      out.append(event)
      processor.popOutgoing()
    }
    processor.closeOutgoing()
  }

  /// The MIDI messages that were sent, with their frames.
  var sent: [(frame: Int, bytes: [UInt8])] {
    out.filter { $0.kind == .midi }.map {
      (Int($0.frame), Array([$0.bytes.0, $0.bytes.1, $0.bytes.2].prefix(Int($0.count))))
    }
  }

  /// Held notes as channel, key, pitch, pressure and timbre (−1: not sent), in order.
  var notes: [[Float]] {
    var found: [[Float]] = []
    for voice in 0..<VoiceTable.capacity {
      guard processor.voices.table[voice].state == .held,
        case .note(let channel, let key) = processor.voices.table[voice].owner
      else { continue }
      let heard = processor.voices.table[voice].heard
      found.append([Float(channel), Float(key), pitch(voice), heard.pressure ?? -1, heard.timbre ?? -1])
    }
    return found.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
  }

  /// The pitch that a voice glides to.
  func pitch(_ voice: Int) -> Float { processor.voices.banks[voice / 16].voices.pitch.target[voice % 16] }

  /// The first voice that sounds.
  var voice: Int {
    (0..<VoiceTable.capacity).first { processor.voices.table[$0].state != .free } ?? 0
  }

  func value(_ controller: Controller, _ voice: Int) -> Float {
    processor.value(of: controller, voice: voice)
  }

  var held: Int { (0..<VoiceTable.capacity).count { processor.voices.table[$0].state == .held } }
}

/// The messages that set a registered parameter on a channel.
func parameter(_ number: UInt8, _ value: UInt8, on channel: UInt8) -> [[UInt8]] {
  [[0xB0 | channel, 101, 0], [0xB0 | channel, 100, number], [0xB0 | channel, 6, value]]
}

/// The messages for a touch at x, y, radius and pressure (0…16383) on a channel: pairs of controllers alone,
/// or, with `discrete`, as the recorder sends them.
func pairs(_ numbers: [Int], on channel: UInt8, discrete: Bool = false) -> [[UInt8]] {
  var messages: [[UInt8]] = []
  for (index, number) in zip(UInt8(0)..., numbers) {
    messages.append([0xB0 | channel, 16 + index, UInt8(number >> 7)])
    messages.append([0xB0 | channel, 48 + index, UInt8(number & 127)])
    if discrete { messages.append([0xB0 | channel, [80, 81, 82, 45][Int(index)], UInt8(number & 127)]) }
  }
  messages.append([0xB0 | channel, 83, 1])
  return messages
}

/// A patch with 64 voices and no scale, so that fingers sound at their own pitch.
func openPatch() -> CompiledPatch {
  var patch = startingPatch()
  patch.voices.polyphony = 64
  patch.map = PlayingMap(axis: .x, low: 48, high: 72, quantise: .off)
  return patch
}
