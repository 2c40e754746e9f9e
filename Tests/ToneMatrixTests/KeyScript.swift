// Random keys beside a random transport, and what they make of the model's notes.
import Controls
import TestSupport

@testable import ToneMatrix

/// Keys that a host sends while layers follow them, each in a random mode.
struct KeyScript {
  private enum Event {
    case stop
    case key(UInt8, isDown: Bool)
  }

  var script: Script
  private(set) var midi: [Sent] = []
  private var modes: [KeyMode] = []
  private var latches: [Bool] = []
  private let root: Int
  /// Semitones of the scale above its root, over many octaves.
  private let scale: [Int]
  private let notes: [Int]
  private let seed: UInt64

  /// - Parameter hasLife: whether layers have chances, accents and cells that depend on others, and grids have songs.
  init(seed: UInt64, hasLife: Bool = true) {
    script = Script(seed: seed, hasLife: hasLife, hasMore: true)
    self.seed = script.layers[0].life.seed
    var dice = SeededGenerator(seed: seed &+ 77)
    let notes = dice.pick([
      [0, 2, 4, 5, 7, 9, 11], [0, 3, 5, 7, 10], [0], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    ])
    self.notes = notes
    scale = (-60...60).flatMap { octave in notes.map { $0 + 12 * octave } }
    root = 55 + dice.below(12)
    for layer in script.layers.indices {
      var mode = dice.pick(KeyMode.allCases)
      // The first layer follows keys, so that none passes; patterns that keys start are tested on their own.
      while mode == .trigger || layer == 0 && !mode.takesKeys { mode = dice.pick(KeyMode.allCases) }
      modes.append(mode)
      latches.append(dice.isOne(in: 2))
    }
    // Half of the keys act on the frame of a note.
    let frames = modelNotes(
      script.layers, script.positions, songs: script.songs, rate: script.rate, end: script.end
    ).map(\.frame)
    var times: [Int64] = []
    for _ in 0..<(2 + dice.below(60)) {
      let isOnNote = !frames.isEmpty && dice.isOne(in: 2)
      times.append(isOnNote ? dice.pick(frames) : Int64(dice.below(Int(script.end))))
    }
    var down: [UInt8] = []
    for frame in times.sorted() {
      if !down.isEmpty && dice.isOne(in: 2) {
        let key = down.remove(at: dice.below(down.count))
        midi.append(Sent(frame: frame, bytes: dice.isOne(in: 2) ? [0x80, key, 64] : [0x90, key, 0]))
      } else {
        let key = UInt8(40 + dice.below(40))
        if down.contains(key) { continue }
        down.append(key)
        midi.append(Sent(frame: frame, bytes: [0x90, key, 100]))
      }
    }
  }

  func make(_ grid: inout CompiledGrid) {
    for layer in modes.indices {
      let to = grid.layers + layer
      to.pointee.keys = modes[layer]
      to.pointee.latches = latches[layer]
      to.pointee.scale.root = root
      to.pointee.scale.count = notes.count
      for note in notes.indices { to.pointee.scale.semitones[note] = Float(notes[note]) }
      if modes[layer] != .scale { continue }
      for row in 0..<32 { to.pointee.rows[row].pitch = Float(root - 24 + note(row)) }
    }
  }

  /// Semitones above the root of a note of the scale.
  private func note(_ number: Int) -> Int { scale[60 * notes.count + number] }

  var model: [ModelNote] {
    let events = self.events
    return modelNotes(
      script.layers, script.positions, songs: script.songs, rate: script.rate, end: script.end
    ) {
      strike, layer, frame in
      let before = events.prefix { $0.frame <= frame }.map(\.event)
      return pitch(of: strike, Int(layer), Self.chord(before, isLatched: latches[Int(layer)]))
    }
  }

  /// Keys and stops in order. A stop comes before keys of its frame.
  private var events: [(frame: Int64, event: Event)] {
    var found: [(frame: Int64, event: Event)] = []
    for (before, after) in zip(script.positions, script.positions.dropFirst())
    where before.rolls && !after.rolls {
      found.append((after.frame, .stop))
    }
    for message in midi {
      let isDown = message.bytes[0] == 0x90 && message.bytes[2] > 0
      let at = found.firstIndex { $0.frame > message.frame } ?? found.count
      found.insert((message.frame, .key(message.bytes[1], isDown: isDown)), at: at)
    }
    return found
  }

  private static func chord(_ events: [Event], isLatched: Bool) -> [UInt8] {
    var (down, latched): ([UInt8], [UInt8]) = ([], [])
    for event in events {
      switch event {
      case .stop: latched = down
      case .key(let key, true):
        if down.isEmpty { latched = [] }
        down.append(key)
        latched = latched.filter { $0 != key } + [key]
      case .key(let key, false): down.removeAll { $0 == key }
      }
    }
    return Array((isLatched ? latched : down).suffix(16))
  }

  private func pitch(of strike: ModelStrike, _ layer: Int, _ chord: [UInt8]) -> UInt8? {
    let (row, sorted, count) = (Int(strike.note) - 40, chord.map { Int($0) }.sorted(), chord.count)
    func tone(_ number: Int64, of tones: [Int]) -> Int? {
      tones.isEmpty ? nil : tones[Int((number % Int64(count) + Int64(count)) % Int64(count))]
    }
    var pitch: Int?
    switch modes[layer] {
    case .midiIn, .off, .trigger: pitch = row + 40
    case .transpose: pitch = row + 40 + (chord.last.map { Int($0) - 60 } ?? 0)
    case .scale:
      let key = chord.last.map { Int($0) - root } ?? 0
      let way = scale.filter { $0 <= key }.count - scale.filter { $0 <= 0 }.count
      pitch = root - 24 + note(row + way)
    case .chord:
      guard let low = sorted.first, let high = sorted.last else { return nil }
      var span = 12
      while low + span <= high { span += 12 }
      pitch = sorted[row % count] + span * (row / count)
    case .arpeggioUp: pitch = tone(strike.number, of: sorted)
    case .arpeggioDown: pitch = tone(strike.number, of: sorted.reversed())
    case .arpeggioPlayed: pitch = tone(strike.number, of: chord.map { Int($0) })
    case .arpeggioRandom:
      if chord.isEmpty { return nil }
      let chance = Chance.number(
        below: UInt64(count), seed: seed, use: 16, layer: layer, row: 0, step: strike.number)
      pitch = sorted[Int(chance)]
    }
    return pitch.flatMap { 0...127 ~= $0 ? UInt8($0) : nil }
  }
}
