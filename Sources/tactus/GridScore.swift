// What a grid plays, by the engine itself, in ticks of 1/960 quarter note.
import Documents
import RealTime
import ToneMatrix

/// The MIDI of the first bars of a grid.
struct GridScore {
  static let ticksPerQuarter = 960
  /// Ticks and messages, in order.
  private(set) var messages: [(tick: Int, bytes: [UInt8])] = []
  let ticks: Int

  /// - Parameter bars: of four quarter notes.
  init(_ grid: GridDocument, bars: Int) {
    ticks = bars * 4 * Self.ticksPerQuarter
    let memory = UnsafeMutablePointer<CompiledGrid>.allocate(capacity: 1)
    memory.initialize(to: grid.compile())
    // At 60 quarter notes a minute a frame is a tick.
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
      // At the end everything stops, so that no note lasts on.
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
    func big(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }
    func variable(_ number: Int) -> [UInt8] {
      var bytes = [UInt8(number & 127)]
      var rest = number >> 7
      while rest > 0 {
        bytes.insert(UInt8(rest & 127) | 128, at: 0)
        rest >>= 7
      }
      return bytes
    }
    var track: [UInt8] = [0, 0xFF, 0x51, 3] + big(Int((60_000_000 / tempo).rounded()), 3)
    var last = 0
    for (tick, bytes) in messages {
      track += variable(tick - last) + bytes
      last = tick
    }
    track += variable(max(ticks - last, 0)) + [0xFF, 0x2F, 0]
    return Array("MThd".utf8) + big(6, 4) + big(0, 2) + big(1, 2) + big(Self.ticksPerQuarter, 2)
      + Array("MTrk".utf8) + big(track.count, 4) + track
  }
}
