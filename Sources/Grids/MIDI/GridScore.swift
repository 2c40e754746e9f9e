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
  typealias Message = (tick: Int, bytes: [UInt8])
  /// Of all layers together, in order.
  let messages: [Message]
  private let grid: GridDocument
  /// The length: where the file ends.
  private let ticks: Int

  /// - Parameter bars: of four quarter notes.
  init(_ grid: GridDocument, bars: Int) {
    self.grid = grid
    ticks = bars * 4 * Self.ticksPerQuarter
    messages = Self.play(grid, ticks)
  }

  private static func play(_ grid: GridDocument, _ ticks: Int) -> [Message] {
    var messages: [Message] = []
    let memory = UnsafeMutablePointer<CompiledGrid>.allocate(capacity: 1)
    memory.initialize(to: grid.compile())
    // At 60 quarter notes a minute and this sample rate a frame is a tick.
    var processor = ToneMatrixProcessor(sampleRate: Double(ticksPerQuarter), grid: memory)
    processor.activate()
    var position = Transport()
    position.speed = 1
    position.beatsPerMinute = 60
    position.bar = 0
    position.barBeat = 0
    for start in stride(from: 0, through: ticks, by: ticksPerQuarter) {
      processor.begin(room: 10_000)
      processor.start()
      // At the end the transport stops, so that no note is left on.
      if start == ticks { position.speed = 0 }
      if start == 0 || start == ticks { processor.handle(position) }
      processor.play(upTo: ticksPerQuarter)
      processor.end(ticksPerQuarter)
      for index in 0..<processor.queue.count {
        let event = processor.queue.event(index)
        let bytes = [event.bytes.0, event.bytes.1, event.bytes.2]
        messages.append((start + Int(event.frame), Array(bytes.prefix(Int(event.count)))))
      }
    }
    processor.grid.deinitialize(count: 1)
    processor.grid.deallocate()
    return messages
  }

  /// A Standard MIDI File of format 1: a track with the tempo, then one for each layer that plays.
  func midiFile(tempo: Double) -> [UInt8] {
    let first = MIDITrack(
      name: grid.name, microseconds: Int((60_000_000 / tempo).rounded()), beats: 4, unit: 4)
    let tracks = grid.layers.indices.compactMap { index -> MIDITrack? in
      var alone = grid
      for other in grid.layers.indices where other != index { alone.layers[other].plays = false }
      let messages = Self.play(alone, ticks)
      if messages.isEmpty { return nil }
      var track = MIDITrack(name: grid.layers[index].name)
      for (tick, bytes) in messages { track.add(bytes, at: tick) }
      return track
    }
    return first.file(ticksPerQuarter: Self.ticksPerQuarter, end: ticks, with: tracks)
  }
}
