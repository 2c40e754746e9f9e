// The functions that an audio worklet calls. Its one thread.
import CPosix
import RealTime
import Text

/// The instrument, and memory that the script reads and writes.
private struct SoloMemory {
  var instrument: SoloInstrument?
  var input: UnsafeMutableRawPointer?
  var inputCount = 0
  var output: UnsafeMutableRawPointer?
  let left = UnsafeMutablePointer<Float>.allocate(capacity: 128)
  let right = UnsafeMutablePointer<Float>.allocate(capacity: 128)

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: input, count: inputCount) }

  /// Leaves bytes to be read.
  /// - Returns: how many.
  mutating func leave(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    output?.deallocate()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 64)
    if let base = bytes.baseAddress { memory.copyMemory(from: base, byteCount: bytes.count) }
    output = memory
    return Int32(bytes.count)
  }
}

nonisolated(unsafe) private var solo = SoloMemory()  // a worklet calls it from one thread

/// Memory for `count` bytes that the next call reads.
@c(solo_input)
public func soloInput(_ count: Int32) -> UnsafeMutableRawPointer {
  solo.input?.deallocate()
  let input = UnsafeMutableRawPointer.allocate(byteCount: max(Int(count), 1), alignment: 64)
  (solo.input, solo.inputCount) = (input, max(Int(count), 0))
  return input
}

/// The input is a path of `pathCount` bytes and the bytes of that file.
@c(solo_file)
public func soloFile(_ pathCount: Int32) {
  let bytes = solo.bytes
  guard 1...Int32(bytes.count) ~= pathCount else { return }
  let path = bytes.prefix(Int(pathCount)).map { CChar(bitPattern: $0) } + [0]
  let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(Int(pathCount)))
  _ = tactus_memory_write(path, rest.baseAddress, rest.count)
}

/// Begins, behind the files of the library.
@c(solo_start)
public func soloStart(_ sampleRate: Float) { solo.instrument = SoloInstrument(sampleRate: sampleRate) }

/// Renders frames, at most 128.
@c(solo_render)
public func soloRender(_ count: Int32) {
  solo.instrument?.render(solo.left, solo.right, count: Int(min(max(count, 0), 128)))
}
@c(solo_left)
public func soloLeft() -> UnsafeMutablePointer<Float> { solo.left }
@c(solo_right)
public func soloRight() -> UnsafeMutablePointer<Float> { solo.right }

/// The wavetables that it has computed, `WaveTables.floatCount` floats.
@c(solo_tables)
public func soloTables() -> UnsafePointer<Float>? { solo.instrument?.waves }

/// The input is an OSC packet.
@c(solo_packet)
public func soloPacket() { solo.instrument?.receive(solo.bytes) }

/// Writes a live frame if one is due.
/// - Returns: its bytes, which stand at `solo_output`.
@c(solo_picture)
public func soloPicture() -> Int32 {
  guard let words = solo.instrument?.picture(), words.count > 0 else { return 0 }
  return solo.leave(UnsafeRawBufferPointer(words))
}

/// The MIDI messages since the last call, three bytes each.
/// - Returns: their bytes, which stand at `solo_output`.
@c(solo_midi)
public func soloMIDI() -> Int32 {
  guard let bytes = solo.instrument?.midi, !bytes.isEmpty else { return 0 }
  solo.instrument?.emptyMIDI()
  return bytes.withUnsafeBytes { solo.leave($0) }
}

/// The messages since the last call: texts, each with a NUL behind it.
/// - Returns: their bytes, which stand at `solo_output`.
@c(solo_said)
public func soloSaid() -> Int32 {
  var all: [UInt8] = []
  for text in solo.instrument?.outbox ?? [] { all += text + [0] }
  solo.instrument?.emptyOutbox()
  return all.withUnsafeBytes { solo.leave($0) }
}

/// A file that was saved or deleted: its path, a line feed and its bytes; a deleted one has no line feed.
/// - Returns: the count of bytes, which stand at `solo_output`; 0: none.
@c(solo_saved)
public func soloSaved() -> Int32 {
  guard let path = tactus_memory_next_change() else { return 0 }
  var all: [UInt8] = []
  var at = path
  while at.pointee != 0 {
    all.append(UInt8(bitPattern: at.pointee))
    at += 1
  }
  var size = 0
  if let bytes = tactus_read_file(path, 1 << 26, &size) {
    all.append(10)
    all += UnsafeRawBufferPointer(start: bytes, count: size)
    free(bytes)
  }
  return all.withUnsafeBytes { solo.leave($0) }
}

/// The output of the last call.
@c(solo_output)
public func soloOutput() -> UnsafeMutableRawPointer? { solo.output }
