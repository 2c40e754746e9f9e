// The instrument as a WebAssembly module that a test drives, beside the built plugin. One thread.
import Instrument
import Lanes
import Music
import Patches
import RealTime
import Signal
import Text
import Touch

nonisolated(unsafe) private var processor: UnsafeMutablePointer<TouchProcessor>?  // WebAssembly: one thread

/// Memory for the caller.
@c(sound_memory)
public func soundMemory(_ count: Int32) -> UnsafeMutableRawPointer {
  .allocate(byteCount: Int(max(count, 0)), alignment: 64)
}

/// Begins with the starting patch and then takes up the one of a text, as the plugin does when a host
/// restores it.
/// - Parameters:
///   - tables: the wavetable file.
///   - text: a patch in JSON.
/// - Returns: 0, or 1 if the text is no patch.
@c(sound_start)
public func soundStart(
  _ rate: Float, _ tables: UnsafeRawPointer, _ text: UnsafeRawPointer, _ count: Int32
) -> Int32 {
  var warnings: [DocumentError] = []
  guard
    let compiled = try? PatchDocument.read(
      UnsafeRawBufferPointer(start: text, count: Int(count)), warnings: &warnings
    ).compile()
  else { return 1 }
  let first = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
  first.initialize(to: CompiledPatch())
  let next = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
  next.initialize(to: compiled)
  let started = UnsafeMutablePointer<TouchProcessor>.allocate(capacity: 1)
  started.initialize(
    to: TouchProcessor(
      sampleRate: rate,
      tables: WaveTables(base: (tables + WaveTables.headerBytes).assumingMemoryBound(to: Float.self)),
      patch: first))
  started.pointee.activate()
  _ = started.pointee.apply(next)
  processor = started
  return 0
}

/// A touch of 1 began, 2 moved, 3 ended.
@c(sound_touch)
public func soundTouch(_ kind: UInt32, _ id: Int32, _ x: Float, _ y: Float, _ pressure: Float) {
  guard let kind = SurfaceEvent.kind(raw: kind) else { return }
  processor?.pointee.handle(SurfaceEvent(kind, source: 0, id: id, x: x, y: y, pressure: pressure))
}

/// A MIDI message of three bytes.
@c(sound_midi)
public func soundMIDI(_ status: UInt32, _ first: UInt32, _ second: UInt32) {
  var bytes = (UInt8(status & 255), UInt8(first & 127), UInt8(second & 127))
  let message = withUnsafeBytes(of: &bytes) { MIDIMessage($0) }
  if let message, let processor, processor.pointee.hears(message) { processor.pointee.handle(message) }
}

@c(sound_render)
public func soundRender(
  _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int32
) {
  let mode = FloatMode.flushingDenormals()
  processor?.pointee.render(left, right, count: Int(count))
  mode.restore()
}
