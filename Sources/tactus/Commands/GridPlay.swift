// `tactus grid play`: the Tone Matrix plays Tactus Touch
// along a tempo map, both hosted with lilv. Main thread.
import ArgumentParser
import Console
import Foundation
import Grids
import Hosting
import Performances
import Pictures
import ToneMatrix

extension Grid {
  struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Plays a grid on Tactus Touch into a WAV file and a piano roll.",
      discussion: "Each track with cells plays its own instance, with the patch given for it.")

    @Argument(help: "The grid, its name or its share text.", completion: NamedKind.grid.completion)
    var file: String
    @Option(
      name: .shortAndLong, help: "The sound to write: .wav and .aiff of 32-bit floats, .flac of 24 bits.",
      completion: .file(extensions: SoundFormat.endings))
    var output: String
    @Option(help: "A PNG picture of the notes and the tempo.", completion: .file(extensions: ["png"]))
    var picture: String?
    @OptionGroup var bundle: BundleOption
    @Option(help: "Tempos as QUARTER=BPM words, between them straight lines; QUARTER!BPM jumps.")
    var tempo = "0=120"
    @Option(help: "Quarter notes to play, 1 to 4096; two seconds more let them fade out.")
    var quarters = 32
    @Option(
      help: "Patches for the tracks in turn, files or names, separated by commas.",
      completion: NamedKind.patch.completion)
    var patches = "pluck,rubber_bass,\(KitNames.standard),glass_pad"
    @Option(help: "Frames per block, 1 to 8192.")
    var block = 256

    func validate() throws {
      guard 1...4096 ~= quarters else { throw ValidationError("--quarters must be 1 to 4096.") }
      guard 1...8192 ~= block else { throw ValidationError("--block must be 1 to 8192.") }
      guard TempoLine(tempo) != nil else {
        throw ValidationError("--tempo must be words like 0=120 16=90 16!140, in order, 20 to 300.")
      }
      guard 1...GridLimit.layers ~= patches.split(separator: ",").count else {
        throw ValidationError("--patches must be 1 to 16 names, separated by commas.")
      }
    }

    func run() throws {
      let grid = try GridFile(file, bundle: bundle.given).grid
      guard let line = TempoLine(tempo) else { return }
      var band = try GridBand(
        grid, bundle: bundle.path(), patches: patches.split(separator: ",").map(String.init))
      let sound = try PendingFile(output, .sound)
      let image = try picture.map { try PendingFile($0, .picture) }
      let positions = line.positions(quarters: Double(quarters), rate: GridBand.rate)
      let wave = try WaveFile(
        sound.temporary, SoundFormat(path: output), rate: GridBand.rate, channels: 2,
        frames: GridBand.frames(of: positions))
      try band.play(positions, block: block) { try wave.write($0) }
      try wave.close()
      if let image {
        try PianoRoll(
          title: string(grid.name), notes: band.notes, tempos: band.tempos, seconds: band.seconds,
          drums: band.drums.names
        ).write(to: image.temporary)
      }
      try sound.commit()
      try image?.commit()
      let seconds = String(format: "%.1f", band.seconds)
      report("\(output): \(counted(band.notes.count, "note")) in \(seconds) s, \(GridBand.rate) Hz")
    }
  }
}

/// Tempos by quarter note, with straight lines between points.
struct TempoLine {
  struct Point {
    var quarter, tempo: Double
    /// Whether the tempo jumps here.
    var jumps: Bool
  }

  private(set) var points: [Point] = []

  /// Nil when the text is not a tempo map.
  init?(_ text: String) {
    for word in text.split(separator: " ") {
      let parts = word.split(whereSeparator: { $0 == "=" || $0 == "!" })
      guard parts.count == 2, let quarter = Double(parts[0]), let tempo = Double(parts[1]),
        quarter >= points.last?.quarter ?? 0, 20...300 ~= tempo
      else { return nil }
      points.append(Point(quarter: quarter, tempo: tempo, jumps: word.contains("!")))
    }
    if points.isEmpty { return nil }
  }

  func tempo(at quarter: Double) -> Double {
    guard let next = points.firstIndex(where: { $0.quarter > quarter }) else { return points.last!.tempo }
    guard next > 0 else { return points[0].tempo }
    let (a, b) = (points[next - 1], points[next])
    if b.jumps { return a.tempo }
    return a.tempo + (b.tempo - a.tempo) * (quarter - a.quarter) / (b.quarter - a.quarter)
  }
}

extension TempoLine {
  /// Frames from one position to the next, however long the blocks are.
  private static let step = 256

  /// The reports of a host's timeline: its position, every few frames; and at last the stop, on the first
  /// frame that is not before `quarters`.
  func positions(quarters: Double, rate: Int) -> [Position] {
    var positions: [Position] = []
    var place = 0.0
    var frame = 0
    func add(speed: Float) {
      let bar = (place / 4).rounded(.down)
      positions.append(
        Position(
          frame: Int64(frame), speed: speed, beatsPerMinute: Float(tempo(at: place)), bar: Int64(bar),
          barBeat: Float(place - bar * 4)))
    }
    while true {
      add(speed: 1)
      let perFrame = tempo(at: place) / 60 / Double(rate)
      let left = (quarters - place) / perFrame
      if left <= Double(Self.step) {
        // A time late by a rounding error counts as on its frame, as for notes.
        frame += max(0, Int((left - 1e-3).rounded(.up)))
        place = quarters
        add(speed: 0)
        return positions
      }
      place += perFrame * Double(Self.step)
      frame += Self.step
    }
  }
}

/// The Tone Matrix and an instrument for each layer that plays.
struct GridBand {
  static let rate = 48_000
  private let matrix: Instance
  /// The instruments, each with the channels that it plays, a bit each.
  private var players: [(channels: UInt16, instance: Instance)] = []
  /// The notes that have been played.
  private(set) var notes: [PlayedNote] = []
  private(set) var tempos: [(seconds: Double, tempo: Double)] = []
  private(set) var seconds = 0.0
  /// The names of the keys in the patch of the layer on channel 10.
  private(set) var drums = KitNames()

  init(_ grid: GridDocument, bundle: String, patches: [String]) throws {
    let world = try World(bundle: bundle)
    matrix = try world.instantiate("urn:tactus:tonematrix", sampleRate: Double(Self.rate), maximumBlock: 8192)
    try matrix.restoreState(stateTurtle("tonematrix", "grid", string(grid.write())))
    try matrix.set("osc_listen", to: 0)
    let playing = grid.layers.enumerated().filter { !$0.element.patterns.allSatisfy(\.isEmpty) }
    let plain = playing.reduce(UInt16(0)) { $1.element.channel < 16 ? $0 | 1 << $1.element.channel : $0 }
    for (index, layer) in playing {
      let instance = try world.instantiate(
        "urn:tactus:touch", sampleRate: Double(Self.rate), maximumBlock: 8192)
      let patch = try PatchFile(patches[index % patches.count], bundle: bundle).patch
      if layer.channel == 9 { drums = KitNames(patch) }
      try instance.restoreState(stateTurtle("touch", "patch", string(patch.write())))
      try instance.set("osc_listen", to: 0)
      // A layer of MPE plays on all channels that no other layer has.
      players.append((layer.channel < 16 ? 1 << layer.channel : ~plain, instance))
    }
    if players.isEmpty { throw CommandError("no cell is on in this grid") }
  }

  /// The length of the sound: up to the last position, and two seconds more for the notes to fade out.
  static func frames(of positions: [Position]) -> Int { Int(positions[positions.count - 1].frame) + 2 * rate }

  /// Plays along positions; passes interleaved stereo to `write`. The sound does not depend on `block`.
  mutating func play(_ positions: [Position], block: Int, write: ([Float]) throws -> Void) throws {
    tempos = positions.map { (Double($0.frame) / Double(Self.rate), Double($0.beatsPerMinute)) }
    let frames = Self.frames(of: positions)
    var rest = positions[...]
    var open: [Int: PlayedNote] = [:]
    for frame in stride(from: 0, to: frames, by: block) {
      let count = min(block, frames - frame)
      var events: [TimedEvent] = []
      while let next = rest.first, next.frame < frame + count {
        events.append(TimedEvent(frame: Int(next.frame) - frame, .position(next)))
        rest.removeFirst()
      }
      matrix.run(count, events)
      let sent = matrix.output("midi_out").filter { (1...3).contains($0.body.count) }
      for event in sent { log(event, at: Double(frame + event.frame) / Double(Self.rate), &open) }
      var mix = [Float](repeating: 0, count: 2 * count)
      for (channels, instance) in players {
        let own = sent.filter { channels & (1 << UInt16($0.body[0] & 15)) != 0 }
        instance.run(count, own.map { TimedEvent(frame: $0.frame, .midi($0.body)) })
        let (left, right) = (instance.audio("out_left"), instance.audio("out_right"))
        for index in 0..<count {
          mix[2 * index] += 0.5 * left[index]
          mix[2 * index + 1] += 0.5 * right[index]
        }
      }
      try write(mix)
    }
    seconds = Double(frames) / Double(Self.rate)
  }

  private mutating func log(_ event: OutputEvent, at seconds: Double, _ open: inout [Int: PlayedNote]) {
    guard event.body.count == 3 else { return }
    let key = Int(event.body[0] & 15) * 128 + Int(event.body[1])
    if event.body[0] & 0xF0 == 0x90 {
      open[key] = PlayedNote(
        begin: seconds, end: seconds, channel: key / 128, key: key % 128, velocity: Int(event.body[2]))
    } else if event.body[0] & 0xF0 == 0x80, var note = open.removeValue(forKey: key) {
      note.end = seconds
      notes.append(note)
    }
  }
}
