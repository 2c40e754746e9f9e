// The MIDI that a grid plays, computed by the Tone Matrix
// itself, in ticks of 1/960 quarter note. Main thread.
import Console
import Grids
import MIDIFiles
import RealTime
import ToneMatrix

/// The MIDI of the first bars of a grid.
struct GridScore {
  static let ticksPerQuarter = 960
  /// Ticks and messages, in order.
  private(set) var messages: [(tick: Int, bytes: [UInt8])] = []
  /// The length: where the file ends.
  let ticks: Int

  /// - Parameter bars: of four quarter notes.
  init(_ grid: GridDocument, bars: Int) {
    ticks = bars * 4 * Self.ticksPerQuarter
    let memory = UnsafeMutablePointer<CompiledGrid>.allocate(capacity: 1)
    memory.initialize(to: grid.compile())
    // At 60 quarter notes a minute and this sample rate a frame is a tick.
    var processor = ToneMatrixProcessor(sampleRate: Double(Self.ticksPerQuarter), grid: memory)
    processor.activate()
    var position = Transport()
    position.speed = 1
    position.beatsPerMinute = 60
    position.bar = 0
    position.barBeat = 0
    for start in stride(from: 0, through: ticks, by: Self.ticksPerQuarter) {
      processor.begin(room: 10_000)
      processor.start()
      // At the end the transport stops, so that no note is left on.
      if start == ticks { position.speed = 0 }
      if start == 0 || start == ticks { processor.handle(position) }
      processor.play(upTo: Self.ticksPerQuarter)
      processor.end(Self.ticksPerQuarter)
      for index in 0..<processor.queue.count {
        let event = processor.queue.event(index)
        let bytes = [event.bytes.0, event.bytes.1, event.bytes.2]
        messages.append((start + Int(event.frame), Array(bytes.prefix(Int(event.count)))))
      }
    }
    processor.grid.deinitialize(count: 1)
    processor.grid.deallocate()
  }

  /// A Standard MIDI File of format 0.
  func midiFile(tempo: Double) -> [UInt8] {
    var track = MIDITrack(microseconds: Int((60_000_000 / tempo).rounded()))
    for (tick, bytes) in messages { track.add(bytes, at: tick) }
    return track.file(ticksPerQuarter: Self.ticksPerQuarter, end: ticks)
  }
}
