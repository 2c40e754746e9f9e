// Tactus Touch without a host and without sound, for controllers and MIDI output. Main thread.
import Controls
import Instrument
import Music
import RealTime
import Signal

/// An instrument in which all wavetables are 0. Time is in frames of 48 kHz.
package struct SilentInstrument: ~Copyable {
  package static let rate = 48_000.0

  package var processor: TouchProcessor
  /// Frames that have passed.
  package private(set) var frame = 0
  private let patch: UnsafeMutablePointer<CompiledPatch>
  private let waves: UnsafeMutablePointer<Float>

  /// Each touch gets a voice, whatever polyphony the patch has.
  package init(patch compiled: CompiledPatch) {
    patch = .allocate(capacity: 1)
    patch.initialize(to: compiled)
    patch.pointee.voices = VoiceSettings()
    patch.pointee.voices.polyphony = 64
    waves = .allocate(capacity: WaveTables.floatCount)
    waves.initialize(repeating: 0, count: WaveTables.floatCount)
    processor = TouchProcessor(
      sampleRate: Float(Self.rate), tables: WaveTables(base: waves), patch: patch)
    processor.activate()
  }

  deinit {
    patch.deinitialize(count: 1)
    patch.deallocate()
    waves.deallocate()
  }

  /// Plays up to a frame; does nothing if that frame has passed.
  /// - Parameter receive: gets the events that are sent on the way.
  package mutating func advance(to end: Int, receive: (OutgoingEvent) -> Void = { _ in }) {
    var left = [Float](repeating: 0, count: 512)
    var right = left
    while frame < end {
      let count = min(512, end - frame)
      processor.render(&left, &right, count: count)
      frame += count
      while let (event, _) = processor.nextOutgoing(count) {
        receive(event)
        processor.popOutgoing()
      }
      processor.closeOutgoing()
    }
  }
}
