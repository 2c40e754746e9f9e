// A grid as a document: a value that is read, written, edited and compiled. Not for the audio thread.
import Controls
import Music
import Text
import ToneMatrix

/// A grid. Texts are UTF-8. Indices count from 0 here; texts count from 1.
public struct GridDocument: Equatable, Sendable {
  /// The newest version of the format, and the one that is written.
  public static var version: Int { 1 }
  /// A longer text is refused; every cell of every pattern with all its properties is shorter.
  public static var textLimit: Int { 16 << 20 }

  public var name = UTF8Text("Empty").bytes
  public var author: [UInt8] = []
  public var category: [UInt8] = []
  public var description: [UInt8] = []
  public var howToPlay: [UInt8] = []
  /// Where everything random begins, 0…2⁵³ − 1.
  public var seed: UInt64 = 1
  public var pads = GridPadMap()
  /// Always sixteen. Behind the fourth one, those that are as in an empty grid are neither saved nor shown.
  public var layers: [GridLayerDocument] = (0..<GridLimit.layers).map { GridLayerDocument($0) }
  /// At most eight.
  public var songs: [GridSongDocument] = []
  /// Keys that this version does not know, kept for those that do.
  var unknown: [JSON.Member] = []

  /// Empty layers: tone, bass, drums, free, and twelve without a purpose.
  public init() {}

  /// The number of layers up to the last one that differs from an empty grid, or that a song uses; at least four.
  public var layerCount: Int {
    var count = songs.reduce(GridLimit.usualLayers) { max($0, $1.layerCount) }
    for index in count..<GridLimit.layers where layers[index] != GridLayerDocument(index) {
      count = index + 1
    }
    return count
  }

  /// The numbers of steps and rows of a simple grid.
  public static var simpleSizes: [Int] { [8, 16, 32] }

  /// Whether only the cells and the size of the first pattern differ from an empty grid.
  public var isSimple: Bool {
    let usual = GridDocument()
    var first = layers[0]
    guard first.rowCount == first.steps, Self.simpleSizes.contains(first.steps) else { return false }
    (first.steps, first.rowCount) = (usual.layers[0].steps, usual.layers[0].rowCount)
    first.patterns[0].cells = []
    return first == usual.layers[0] && layers.dropFirst().elementsEqual(usual.layers.dropFirst())
      && pads == usual.pads && songs.isEmpty
  }
}

/// A scale of a layer.
public enum GridScale: Equatable, Sendable {
  case named(Scale)
  /// Cents above the root, ascending, the last one the period, as in Scala files; 1…128 of them.
  case cents([Float])

  /// Semitones above the root of a row, from 0.
  func semitones(row: Int) -> Float {
    switch self {
    case .named(let scale): return Float(scale.semitones(degree: row))
    case .cents(let cents):
      let octave = row / cents.count
      let degree = row % cents.count
      return (Float(octave) * cents[cents.count - 1] + (degree == 0 ? 0 : cents[degree - 1])) / 100
    }
  }
}

extension GridScale {
  /// The notes of one period.
  fileprivate func notes(root: Int) -> ScaleNotes {
    var notes = ScaleNotes()
    notes.count =
      switch self {
      case .named(let scale): scale.noteCount
      case .cents(let cents): cents.count
      }
    for note in 0..<notes.count { notes.semitones[note] = semitones(row: note) }
    notes.period = semitones(row: notes.count)
    notes.root = root % 12 + (root % 12 > 6 ? 48 : 60)
    return notes
  }
}

/// The settings of one row.
public struct GridRowDocument: Equatable, Sendable {
  /// A note of its own, 0…127; nil: the scale's.
  public var note: Int?
  public var isMuted = false
  public var isSolo = false
  public var first = 0
  public var last = GridLimit.steps - 1
  var unknown: [JSON.Member] = []

  public init() {}
}

/// Cells, the lane and the times of one pattern.
public struct GridPattern: Equatable, Sendable {
  /// Row by row 32 × 64, or empty.
  public var cells: [GridCell] = []
  /// 64 values, 255 where a step has none; or empty.
  public var lane: [UInt8] = []
  /// The values of the layer's lanes, lane by lane 8 × 64, `GridLane.none` where a step has none; or empty.
  public var lanes: [Int16] = []
  /// 64 percentages of velocities, 100 where a step has no accent; or empty.
  public var accents: [UInt8] = []
  /// Its own steps, division, time, restart and probability.
  public var times = GridPatternTimes()
  var unknown: [JSON.Member] = []

  public init() {}

  public subscript(row: Int, step: Int) -> GridCell {
    get { cells.isEmpty ? GridCell() : cells[row * GridLimit.steps + step] }
    set {
      if cells.isEmpty {
        if newValue == GridCell() { return }
        cells = [GridCell](repeating: GridCell(), count: GridLimit.rows * GridLimit.steps)
      }
      cells[row * GridLimit.steps + step] = newValue
    }
  }

  public var isEmpty: Bool {
    !cells.contains { $0.isOn } && !lane.contains { $0 < 128 } && lanes.allSatisfy { $0 == GridLane.none }
      && !accents.contains { $0 != 100 }
      && times == GridPatternTimes() && unknown.isEmpty
  }

  /// Whether it has values that `tidy` can find without effect.
  var hasValues: Bool { !cells.isEmpty || !lane.isEmpty || !lanes.isEmpty || !accents.isEmpty }

  /// Removes what has no effect, so that patterns of the same cells are equal and empty ones need no memory.
  mutating func tidy() {
    for index in cells.indices where !cells[index].isOn { cells[index] = GridCell() }
    if !cells.contains(where: { $0.isOn }) { cells = [] }
    if !lane.contains(where: { $0 < 128 }) { lane = [] }
    if lanes.allSatisfy({ $0 == GridLane.none }) { lanes = [] }
    if !accents.contains(where: { $0 != 100 }) { accents = [] }
  }
}

/// A layer. Cells beyond its steps and rows are kept in its patterns, hidden and silent.
public struct GridLayerDocument: Equatable, Sendable {
  public var name: [UInt8]
  /// The number of steps, 1…64. A pattern may have its own.
  public var steps = 16
  /// 1…32.
  public var rowCount = 16
  public var division = Division.sixteenth
  /// 1, 2 or 4: normal, half or quarter time.
  public var stretch = 1
  public var direction = Direction.forward
  public var scale = GridScale.named(.ritusen)
  /// The note of the lowest row, 0…127.
  public var root = 60
  /// 0…15, or 16: MPE.
  public var channel: Int
  public var octave = 0
  /// Percent of a step, 1…100.
  public var gate = 50
  public var velocity = 100
  /// Percent of a step, 0…75.
  public var swing = 0
  public var plays = true
  public var pattern = 0
  /// 0…127, or 255: none.
  public var controller = 255
  /// Percent by which velocities deviate by chance, 0…100, and percent of a step by which strikes do, 0…50.
  public var humanizeVelocity = 0
  /// See `humanizeVelocity`.
  public var humanizeTiming = 0
  /// The bend of velocities, −100…100. Above 0 soft notes are louder, below 0 softer.
  public var velocityCurve = 0
  public var keys = KeyMode.midiIn
  /// Whether keys act until the next ones.
  public var latches = false
  /// At most eight, beside the lane of the controller.
  public var lanes: [GridLane] = []
  /// Always 32.
  public var rows = [GridRowDocument](repeating: GridRowDocument(), count: GridLimit.rows)
  /// At most 32 links.
  public var links: [GridLink] = []
  /// Always 16.
  public var patterns = [GridPattern](repeating: GridPattern(), count: GridLimit.patterns)
  var unknown: [JSON.Member] = []

  /// The notes of the drum layer's rows: General MIDI, the kick lowest.
  static let drumNotes = [36, 38, 37, 39, 42, 44, 46, 41, 43, 45, 47, 50, 49, 51, 56, 54]

  /// The layer with this index as an empty grid has it.
  public init(_ index: Int) { self = Self.empty[index] }

  /// The layers of an empty grid. Layers that are made of them share their memory until they are changed.
  private static let empty = (0..<GridLimit.layers).map { GridLayerDocument(at: $0) }

  private init(at index: Int) {
    channel = index
    switch index {
    case 0: name = UTF8Text("tone").bytes
    case 1:
      name = UTF8Text("bass").bytes
      scale = .named(.minorPentatonic)
      root = 36
    case 2:
      name = UTF8Text("drums").bytes
      channel = 9
      setDrums()
    case 3:
      name = UTF8Text("free").bytes
      scale = .named(.major)
    case 9:
      // Its channel is that of the drums.
      name = UTF8Text("percussion").bytes
      setDrums()
    default:
      name = ("track \(index + 1)" as UTF8Text).bytes
      scale = .named(.major)
    }
  }

  private mutating func setDrums() {
    root = 36
    for row in Self.drumNotes.indices { rows[row].note = Self.drumNotes[row] }
  }
}

extension GridDocument {
  /// The form that `ToneMatrixProcessor` plays.
  public func compile() -> CompiledGrid {
    var grid = CompiledGrid()
    grid.seed = seed
    grid.pads = pads.compiled
    for index in songs.indices { grid.songs[index] = songs[index].compiled }
    for index in layers.indices {
      grid.layers[index] = layers[index].compiled
      for pattern in layers[index].patterns.indices {
        let from = layers[index].patterns[pattern]
        if !from.cells.isEmpty {
          from.cells.withUnsafeBufferPointer { grid.setCells(index, pattern, $0) }
        }
        if !from.lane.isEmpty { from.lane.withUnsafeBufferPointer { grid.setLane(index, pattern, $0) } }
        if !from.lanes.isEmpty {
          from.lanes.withUnsafeBufferPointer { grid.setLaneValues(index, pattern, $0) }
        }
        if !from.accents.isEmpty {
          from.accents.withUnsafeBufferPointer { grid.setAccents(index, pattern, $0) }
        }
      }
    }
    return grid
  }
}

extension GridLayerDocument {
  /// The pitch of a row in semitones, before octave and transposition.
  public func pitch(ofRow row: Int) -> Float {
    rows[row].note.map { Float($0) } ?? Float(root) + scale.semitones(row: row)
  }

  /// The key nearest to what a row plays, before transposition. The octave moves only rows of the scale.
  public func key(ofRow row: Int) -> Int {
    Int((pitch(ofRow: row) + 0.5).rounded(.down)) + (rows[row].note == nil ? 12 * octave : 0)
  }

  /// Whether its rows without notes of their own play the tones of a chord.
  public var playsTones: Bool { keys == .chord || keys.isArpeggio }

  /// The steps of a pattern, from 0: its own, or the layer's.
  public func steps(of pattern: Int) -> Int {
    let own = patterns[pattern].times.steps
    return own == 0 ? steps : Int(own)
  }

  /// The length of a pattern's steps in 96ths of a quarter note.
  public func stepLength(of pattern: Int) -> Int {
    let times = patterns[pattern].times
    let division = times.hasDivision ? times.division : division
    return Int(division.ninetySixths) * (times.stretch == 0 ? stretch : Int(times.stretch))
  }

  var compiled: GridLayer {
    var layer = GridLayer()
    layer.steps = UInt8(steps)
    layer.rowCount = UInt8(rowCount)
    layer.division = division
    layer.stretch = UInt8(stretch)
    layer.direction = direction
    layer.channel = UInt8(channel)
    layer.octave = Int8(octave)
    layer.gate = UInt8(gate)
    layer.velocity = UInt8(velocity)
    layer.swing = UInt8(swing)
    layer.plays = plays
    layer.pattern = UInt8(pattern)
    layer.controller = UInt8(controller)
    layer.humanizeVelocity = UInt8(humanizeVelocity)
    layer.humanizeTiming = UInt8(humanizeTiming)
    layer.velocityCurve = Int8(velocityCurve)
    for index in rows.indices {
      var row = GridRow()
      row.pitch = pitch(ofRow: index)
      row.isFree = rows[index].note != nil
      row.isMuted = rows[index].isMuted
      row.isSolo = rows[index].isSolo
      row.first = UInt8(rows[index].first)
      row.last = UInt8(rows[index].last)
      layer.rows[index] = row
      if row.isSolo && index < rowCount { layer.hasSolo = true }
    }
    for index in links.indices {
      layer.links[index] = links[index]
      layer.chainBars += Int32(links[index].bars)
    }
    layer.linkCount = UInt8(links.count)
    for index in patterns.indices { layer.times[index] = patterns[index].times }
    layer.keys = keys
    layer.latches = latches
    layer.scale = scale.notes(root: root)
    for index in lanes.indices { layer.lanes[index] = lanes[index] }
    layer.laneCount = UInt8(lanes.count)
    return layer
  }
}
