// Drives the processor as the plugin does and records what it sends.
import Controls
import RealTime
import TestSupport

@testable import ToneMatrix

extension SeededGenerator {
  mutating func isOne(in count: Int) -> Bool { below(count) == 0 }
}

struct Sent: Hashable {
  var frame: Int64
  var bytes: [UInt8]
}

final class Player {
  var processor: ToneMatrixProcessor
  var frame: Int64 = 0
  var sent: [Sent] = []
  /// Notes that have begun and not ended, by channel × 128 + note.
  var held: Set<Int> = []
  /// Note-ons of held keys and note-offs of other keys; there must be none.
  var faults: [Sent] = []
  /// The messages of each layer, as its own output has them, and its notes that have begun and not ended.
  var sentByLayer = [[Sent]](repeating: [], count: GridLimit.layers)
  var heldByLayer = [Set<Int>](repeating: [], count: GridLimit.layers)
  /// Messages that came from the host, and lights.
  var passed: [Sent] = []
  var lights: [Sent] = []
  private var waiting: [(frame: Int, event: Event)] = []
  var room = 100_000

  enum Event {
    case position(Transport)
    case midi([UInt8])
  }

  init(rate: Double = 48_000, _ make: (inout CompiledGrid) -> Void = { _ in }) {
    let grid = UnsafeMutablePointer<CompiledGrid>.allocate(capacity: 1)
    grid.initialize(to: CompiledGrid())
    make(&grid.pointee)
    processor = ToneMatrixProcessor(sampleRate: rate, grid: grid)
    processor.activate()
  }

  deinit {
    processor.grid.deinitialize(count: 1)
    processor.grid.deallocate()
  }

  func apply(_ make: (inout CompiledGrid) -> Void) {
    let grid = UnsafeMutablePointer<CompiledGrid>.allocate(capacity: 1)
    grid.initialize(to: CompiledGrid())
    make(&grid.pointee)
    pending = grid
  }
  private var pending: UnsafeMutablePointer<CompiledGrid>?
  private var settings: [(ToneMatrixPort, Float)] = []

  func set(_ port: ToneMatrixPort, _ value: Float) { settings.append((port, value)) }

  /// - Parameter frame: within the next block.
  func at(_ frame: Int, _ position: Transport) { waiting.append((frame, .position(position))) }
  func at(_ frame: Int, midi: [UInt8]) { waiting.append((frame, .midi(midi))) }

  func run(_ frames: Int) {
    processor.begin(room: room)
    if let grid = pending {
      let old = processor.apply(grid)
      old.deinitialize(count: 1)
      old.deallocate()
      pending = nil
    }
    for (port, value) in settings { processor.set(port, value) }
    settings = []
    processor.start()
    for (frame, event) in waiting {
      processor.play(upTo: min(frame, frames))
      switch event {
      case .position(let position): processor.handle(position)
      case .midi(let bytes): bytes.withUnsafeBytes { processor.handle(midi: $0) }
      }
    }
    waiting = []
    processor.play(upTo: frames)
    processor.end(frames)
    var last: Int32 = 0
    for index in 0..<processor.queue.count {
      let event = processor.queue.event(index)
      let bytes = [event.bytes.0, event.bytes.1, event.bytes.2].prefix(Int(event.count))
      let message = Sent(frame: frame + Int64(event.frame), bytes: Array(bytes))
      if event.frame < last || Int(event.frame) >= max(frames, 1) { faults.append(message) }
      last = event.frame
      hear(message)
      hear(message, from: event.source)
    }
    frame += Int64(frames)
  }

  private func hear(_ message: Sent) {
    sent.append(message)
    let kind = message.bytes[0] & 0xF0
    guard kind == 0x80 || kind == 0x90 else { return }
    let key = Int(message.bytes[0] & 15) * 128 + Int(message.bytes[1])
    if kind == 0x90 && message.bytes[2] > 0 {
      if !held.insert(key).inserted { faults.append(message) }
    } else if held.remove(key) == nil {
      faults.append(message)
    }
  }

  /// Sorts a message by the output by which it leaves.
  private func hear(_ message: Sent, from source: MIDISource) {
    guard let layer = source.layer else {
      if source.isLight { lights.append(message) } else { passed.append(message) }
      return
    }
    sentByLayer[layer].append(message)
    let key = Int(message.bytes[0] & 15) * 128 + Int(message.bytes[1])
    if message.bytes[0] & 0xF0 == 0x90 {
      if !heldByLayer[layer].insert(key).inserted { faults.append(message) }
    } else if message.bytes[0] & 0xF0 == 0x80, heldByLayer[layer].remove(key) == nil {
      faults.append(message)
    }
  }

  /// The note-ons in the form of the model.
  var notes: [ModelNote] {
    sent.filter { $0.bytes[0] & 0xF0 == 0x90 }.map {
      ModelNote(frame: $0.frame, channel: $0.bytes[0] & 15, note: $0.bytes[1], velocity: $0.bytes[2])
    }.sorted()
  }
}

/// A rolling position with all of its properties.
func rolling(
  frame: Int64, bar: Int64 = 0, barBeat: Double = 0, tempo: Double = 120, speed: Double = 1,
  beatsPerBar: Double = 4, beatUnit: Int64 = 4
) -> Transport {
  var position = Transport()
  position.speed = speed
  position.frame = frame
  position.bar = bar
  position.barBeat = barBeat
  position.beatsPerMinute = tempo
  position.beatsPerBar = beatsPerBar
  position.beatUnit = beatUnit
  return position
}

func stopped(frame: Int64 = 0) -> Transport { rolling(frame: frame, speed: 0) }

extension CompiledGrid {
  /// A pattern from cells at (step, row), both from 0.
  mutating func fill(_ layer: Int, pattern: Int = 0, _ list: [(step: Int, row: Int, cell: GridCell)]) {
    var cells = [GridCell](repeating: GridCell(), count: GridLimit.rows * GridLimit.steps)
    for (step, row, cell) in list { cells[row * GridLimit.steps + step] = cell }
    cells.withUnsafeBufferPointer { setCells(layer, pattern, $0) }
  }
}

/// 120 beats a minute at 48 kHz: a sixteenth is 6000 frames.
let sixteenth = 6000

func one(_ step: Int, _ row: Int) -> (step: Int, row: Int, cell: GridCell) {
  (step, row, GridCell(isOn: true))
}

func plain(_ grid: inout CompiledGrid, steps: UInt8 = 16) {
  for layer in 0..<GridLimit.layers {
    grid.layers[layer].steps = steps
    grid.layers[layer].rowCount = 32
    grid.layers[layer].channel = UInt8(layer)
    for row in 0..<32 { grid.layers[layer].rows[row].pitch = Float(40 + row) }
  }
}

/// A pad with the lights of an empty grid.
func litPad(note: Int, column: Int, row: Int) -> PadControl {
  var pad = PadControl(note: UInt8(note))
  (pad.column, pad.row, pad.lightChannel) = (UInt8(column), UInt8(row), 15)
  for (light, value) in [(PadLight.off, 0), (.on, 5), (.column, 1), (.playing, 21)] {
    pad.lights[Int(light.rawValue)] = UInt8(value)
  }
  return pad
}

extension Player {
  /// Rolls from bar `bar` for this many sixteenths and stops.
  func roll(sixteenths: Int, block: Int = 500, from bar: Int64 = 0) {
    at(0, rolling(frame: bar * 96_000, bar: bar))
    for _ in 0..<(sixteenths * sixteenth / block) { run(block) }
    at(0, stopped())
    run(block)
  }

  /// Reads what a live frame says about the grid and its song.
  func live<Value>(_ read: (LiveFrameReader) -> Value?) -> Value? {
    var words = [UInt32](repeating: 0, count: 256)
    return words.withUnsafeMutableBufferPointer { words in
      var writer = LiveFrameWriter(words.baseAddress!, capacity: words.count)
      processor.show(LiveSection.grid.bit, blockAt: frame, into: &writer)
      let count = writer.finish(LiveHead())
      return LiveFrameReader(UnsafeRawBufferPointer(start: words.baseAddress!, count: 4 * count)).flatMap(
        read)
    }
  }

  /// For each note, the sixteenth in which it began, and the key.
  var steps: [[Int]] { notes.map { [Int($0.frame) / sixteenth, Int($0.note)] } }
}
