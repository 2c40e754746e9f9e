// Plays events into a processor on exact frames and returns the sound.
import Foundation
import Matrix
import Music
import RealTime
import Signal
import WaveRecipes

@testable import Controls
@testable import Instrument

/// The wavetables as in the bundle; allocated once for the test process.
nonisolated(unsafe) let tables: WaveTables = {  // written once, read only after
  let floats = UnsafeMutableBufferPointer<Float>.allocate(capacity: WaveTables.floatCount)
  _ = floats.initialize(from: computedWaveTables())
  return WaveTables(base: floats.baseAddress!)
}()

/// The starting sound of the instrument, as far as these tests need it: y and pressure open the filter.
func startingPatch() -> CompiledPatch {
  var patch = CompiledPatch()
  let open: Float = 5.656_854
  _ = patch.program.append(Connection(.touchTimbre, .filterCutoff, low: 1100 / open, high: 1100 * open))
  _ = patch.program.append(Connection(.touchPressure, .filterCutoff, low: 1100, high: 1100 * 2.828_427))
  _ = patch.program.append(Connection(.midiModulation, .lfoDepth, low: 0, high: 0.5))
  return patch
}

enum Event {
  case midi(MIDIMessage)
  case exclusive([UInt8])
  case surface(SurfaceEvent)
  case port(TouchPort, Float)
  case transport(Transport)
  /// Swaps to the second patch of `play`.
  case swap
}

/// A touch event, by default in the middle of the surface.
func touch(_ kind: SurfaceEvent.Kind, _ id: Int32 = 1, x: Float = 0.5, y: Float = 0.5, pressure: Float = .nan)
  -> Event
{ .surface(SurfaceEvent.touch(kind, source: 1, id: id, x: x, y: y, pressure: pressure)) }

struct Sound: Equatable {
  var left: [Float] = []
  var right: [Float] = []
  /// Voices sounding at the end.
  var voices = 0
  var touches = 0
}

/// Renders `frames` frames with each event on its frame, in host blocks of `block` frames.
func play(
  _ events: [(frame: Int, event: Event)], frames: Int, block: Int = 64, rate: Float = 48_000,
  settings: [(TouchPort, Float)] = [], oneOscillator: Bool = false, patch: CompiledPatch = startingPatch(),
  swap: (frame: Int, patch: CompiledPatch)? = nil
) -> Sound {
  let memory = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
  memory.initialize(to: patch)
  defer { memory.deallocate() }
  var processor = TouchProcessor(sampleRate: rate, tables: tables, patch: memory)
  for (port, value) in settings { processor.set(port, value) }
  // The two oscillators of the starting patch beat; the pitch of one alone can be measured to a cent.
  if oneOscillator { memory.pointee.objectsOff = 1 << UInt32(SoundObject.oscillatorB.index) }
  processor.activate()
  var sound = Sound(left: .init(repeating: 0, count: frames), right: .init(repeating: 0, count: frames))
  let second = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
  second.initialize(to: swap?.patch ?? patch)
  defer { second.deallocate() }
  let events = events + (swap.map { [($0.frame, Event.swap)] } ?? [])
  var rest = events.sorted { $0.frame < $1.frame }[...]
  sound.left.withUnsafeMutableBufferPointer { left in
    sound.right.withUnsafeMutableBufferPointer { right in
      var at = 0
      while at < frames {
        while let next = rest.first, next.frame <= at {
          if case .swap = next.event {
            _ = processor.apply(second)
          } else {
            apply(next.event, to: &processor)
          }
          rest = rest.dropFirst()
        }
        let blockEnd = min((at / block + 1) * block, frames)
        let end = min(blockEnd, rest.first?.frame ?? frames)
        processor.render(left.baseAddress! + at, right.baseAddress! + at, count: end - at)
        at = end
      }
    }
  }
  sound.voices = processor.soundingVoices
  sound.touches = processor.liveTouches
  return sound
}

private func apply(_ event: Event, to processor: inout TouchProcessor) {
  switch event {
  case .midi(let message): processor.handle(message)
  case .exclusive(let bytes): bytes.withUnsafeBytes { processor.handle(exclusive: $0) }
  case .surface(let event): processor.handle(event)
  case .port(let port, let value): processor.set(port, value)
  case .transport(let position): processor.handle(position)
  case .swap: break
  }
}

func greatestStep(_ samples: some Collection<Float>) -> Float {
  zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
}

func isFinite(_ sound: Sound) -> Bool { (sound.left + sound.right).allSatisfy { $0.isFinite } }
