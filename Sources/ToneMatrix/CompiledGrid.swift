// A grid in the form that the audio thread plays: prepared on another thread, passed by pointer. Any thread.
import Controls

/// The sizes of a grid.
public enum GridLimit {
  /// The layers of a grid.
  public static var layers: Int { @_noLocks get { 16 } }
  /// The layers that a grid shows and saves even while they are empty.
  public static var usualLayers: Int { @_noLocks get { 4 } }
  /// The patterns of a layer.
  public static var patterns: Int { @_noLocks get { 16 } }
  /// The most steps of a pattern.
  public static var steps: Int { @_noLocks get { 64 } }
  /// The most bars after which a pattern restarts.
  public static var restart: Int { @_noLocks get { 64 } }
  /// The most rows of a layer.
  public static var rows: Int { @_noLocks get { 32 } }
  /// The most links of a chain.
  public static var links: Int { @_noLocks get { 32 } }
  /// The most lanes of a layer beside that of its controller.
  public static var lanes: Int { @_noLocks get { 8 } }
}

/// One cell. It has only whole numbers, so that a text reproduces them exactly.
public struct GridCell: BitwiseCopyable, Sendable, Equatable {
  /// Whether the cell plays.
  public var isOn: Bool
  /// 1…127; 0: the velocity of the layer.
  public var velocity: UInt8 = 0
  /// Steps that the note spans, 1…64.
  public var length: UInt8 = 1
  /// Percent, 0…100.
  public var probability: UInt8 = 100
  /// The cell plays in the `nth` (1…8) of every `of` (1…8) passes through its row.
  public var nth: UInt8 = 1
  /// See `nth`.
  public var of: UInt8 = 1
  /// The delay in percent of a step, 0…99; below 0, to −99, in percent of the way back to the step before.
  public var delay: Int8 = 0
  /// The number of strikes within the first step, 1…4.
  public var ratchet: UInt8 = 1
  /// The fills in which the cell plays.
  public var moment = CellMoment.always
  /// The row or the track that must play or rest.
  public var relation: CellRelation?

  /// Whether the cell plays in each pass.
  public var isCertain: Bool { probability >= 100 && of == 1 && moment == .always && relation == nil }

  /// A cell with the values of its layer.
  @_noLocks public init(isOn: Bool = false) { self.isOn = isOn }
}

/// One row of a layer.
public struct GridRow: BitwiseCopyable, Sendable, Equatable {
  /// Semitones, 60 = middle C; parts of a semitone sound in MPE only.
  public var pitch: Float = 60
  /// Whether the row has a pitch of its own, which no transposition changes.
  public var isFree = false
  /// A muted row is silent.
  public var isMuted = false
  /// While any row of the layer is solo, the others are silent.
  public var isSolo = false
  /// The first step of the row, from 0.
  public var first: UInt8 = 0
  /// The last step of the row, from 0.
  public var last: UInt8 = 63

  /// A row at middle C, all steps long.
  @_noLocks public init() {}
}

/// One link of a layer's chain of patterns.
public struct GridLink: BitwiseCopyable, Sendable, Equatable {
  /// From 0.
  public var pattern: UInt8 = 0
  /// The number of bars that the pattern plays, from 1.
  public var bars: UInt8 = 1

  /// Pattern 1 for one bar.
  @_noLocks public init() {}
}

/// The times of a pattern, as far as they are not those of its layer, and its probability.
public struct GridPatternTimes: Sendable, Equatable {
  /// Steps, 1…64; 0: those of the layer.
  public var steps: UInt8 = 0
  /// Whether the pattern has a division.
  public var hasDivision = false
  /// The length of a step before `stretch`, if `hasDivision`.
  public var division = Division.sixteenth
  /// A factor on the length of its steps: 1, 2, 4; 0: that of the layer.
  public var stretch: UInt8 = 0
  /// The number of bars after which the pattern starts again, 1…64; 0: it never does.
  public var restart: UInt8 = 0
  /// Percent by which the probability of its cells is multiplied, 0…100.
  public var probability: UInt8 = 100

  /// The times of the layer.
  @_noLocks public init() {}

  /// Whether the pattern's steps may have other places than those of its layer.
  public var changesTime: Bool { @_noLocks get { hasDivision || stretch != 0 || restart != 0 } }
}

/// The settings of a layer, without its cells.
public struct GridLayer: Sendable {
  /// Steps of each pattern without steps of its own, 1…64.
  public var steps: UInt8 = 16
  /// Rows, 1…32.
  public var rowCount: UInt8 = 16
  /// The length of a step before `stretch`.
  public var division = Division.sixteenth
  /// A factor on the length of its steps: 1, 2, 4.
  public var stretch: UInt8 = 1
  /// The order in which steps play.
  public var direction = Direction.forward
  /// 0…15, or 16: MPE in the lower zone.
  public var channel: UInt8 = 0
  /// Octaves by which the scale's rows are moved.
  public var octave: Int8 = 0
  /// Percent of a step, 1…100.
  public var gate: UInt8 = 50
  /// 1…127.
  public var velocity: UInt8 = 100
  /// The delay of every second step, in percent of a step, 0…75.
  public var swing: UInt8 = 0
  /// Whether the layer plays.
  public var plays = true
  /// The pattern that plays while no other is requested, from 0.
  public var pattern: UInt8 = 0
  /// The controller of the lane, 0…127; 255: none.
  public var controller: UInt8 = 255
  /// The rows from the lowest; the first `rowCount` are in use.
  public var rows = InlineArray<32, GridRow>(repeating: GridRow())
  /// Whether any row is solo.
  public var hasSolo = false
  /// The chain of patterns; the first `linkCount` are in use.
  public var links = InlineArray<32, GridLink>(repeating: GridLink())
  /// The number of links of the chain; 0: no chain.
  public var linkCount: UInt8 = 0
  /// The sum of all links' bars.
  public var chainBars: Int32 = 0
  /// A bit for each pattern with early cells.
  public var earlyPatterns: UInt32 = 0
  /// Percent by which velocities, and percent of a step by which strikes deviate by chance, 0…100 and 0…50.
  public var humanizeVelocity: UInt8 = 0
  /// See `humanizeVelocity`.
  public var humanizeTiming: UInt8 = 0
  /// The bend of velocities, −100…100. Above 0 soft notes are louder, by up to a quarter of 127; below 0 softer.
  public var velocityCurve: Int8 = 0
  /// The times of the patterns.
  public var times = InlineArray<16, GridPatternTimes>(repeating: GridPatternTimes())
  /// The way in which the layer follows keys, and whether it follows them until the next ones.
  public var keys = KeyMode.midiIn
  /// See `keys`.
  public var latches = false
  /// The notes of its scale.
  public var scale = ScaleNotes()
  /// The lanes beside that of the controller; the first `laneCount` are in use.
  public var lanes = InlineArray<8, GridLane>(repeating: GridLane())
  /// See `lanes`.
  public var laneCount: UInt8 = 0

  /// A layer of sixteen steps and rows with one pattern and no chain.
  @_noLocks public init() {}

  /// The steps of a pattern (0…15).
  @_noLocks public func steps(of pattern: Int) -> Int {
    times[pattern].steps == 0 ? Int(steps) : Int(times[pattern].steps)
  }
}

/// All layers and patterns. A pattern without cells takes no memory.
public struct CompiledGrid: ~Copyable {
  /// The seed of all random numbers.
  public var seed: UInt64 = 1
  /// Increases with each edit.
  public var revision: UInt32 = 0
  /// The device with pads that plays and shows this grid.
  public var pads = GridPads()
  /// The layers, `GridLimit.layers` of them.
  public let layers: UnsafeMutablePointer<GridLayer>
  /// By layer × 16 + pattern: 32 rows of 64 cells, or nil.
  public let cells: UnsafeMutablePointer<UnsafeMutablePointer<GridCell>?>
  /// By layer × 16 + pattern: 64 controller values, 255 for a step without one; or nil.
  public let lanes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
  /// By layer × 16 + pattern: the values of `GridLane`s, 64 for each of eight lanes; or nil.
  public let laneValues: UnsafeMutablePointer<UnsafeMutablePointer<Int16>?>
  /// By layer × 16 + pattern: for each of 64 columns the percent of its velocities, 0…200; or nil.
  public let accents: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
  /// By layer × 16 + pattern: for each of 32 rows a bit for each cell that is on; or nil, as in `cells`.
  @usableFromInline let cellBits: UnsafeMutablePointer<UnsafeMutablePointer<UInt64>?>
  /// The songs, `GridLimit.songs` of them; those without sections are not played.
  public let songs: UnsafeMutablePointer<GridSong>

  /// Empty layers. Allocates.
  public init() {
    layers = .allocate(capacity: GridLimit.layers)
    layers.initialize(repeating: GridLayer(), count: GridLimit.layers)
    let patterns = GridLimit.layers * GridLimit.patterns
    cells = .allocate(capacity: patterns)
    cells.initialize(repeating: nil, count: patterns)
    lanes = .allocate(capacity: patterns)
    lanes.initialize(repeating: nil, count: patterns)
    laneValues = .allocate(capacity: patterns)
    laneValues.initialize(repeating: nil, count: patterns)
    accents = .allocate(capacity: patterns)
    accents.initialize(repeating: nil, count: patterns)
    cellBits = .allocate(capacity: patterns)
    cellBits.initialize(repeating: nil, count: patterns)
    songs = .allocate(capacity: GridLimit.songs)
    songs.initialize(repeating: GridSong(), count: GridLimit.songs)
  }

  @inlinable deinit {
    for index in 0..<GridLimit.layers * GridLimit.patterns {
      cells[index]?.deallocate()
      lanes[index]?.deallocate()
      laneValues[index]?.deallocate()
      accents[index]?.deallocate()
      cellBits[index]?.deallocate()
    }
    cells.deallocate()
    lanes.deallocate()
    laneValues.deallocate()
    accents.deallocate()
    cellBits.deallocate()
    layers.deallocate()
    songs.deallocate()
  }

  /// Gives a pattern its cells, `rows` × `steps` of them, row by row. The settings of its layer come first.
  public func setCells(_ layer: Int, _ pattern: Int, _ from: UnsafeBufferPointer<GridCell>) {
    let count = GridLimit.rows * GridLimit.steps
    let memory = UnsafeMutablePointer<GridCell>.allocate(capacity: count)
    var isEarly = false
    let bits = UnsafeMutablePointer<UInt64>.allocate(capacity: GridLimit.rows)
    bits.initialize(repeating: 0, count: GridLimit.rows)
    for index in 0..<count {
      memory[index] = from[index]
      if from[index].isOn && Int(from[index].delay) < Int(layers[layer].humanizeTiming) { isEarly = true }
      if from[index].isOn { bits[index / GridLimit.steps] |= 1 << UInt64(index % GridLimit.steps) }
    }
    let bit = UInt32(1) << UInt32(pattern)
    layers[layer].earlyPatterns &= ~bit
    if isEarly { layers[layer].earlyPatterns |= bit }
    cells[layer * GridLimit.patterns + pattern] = memory
    cellBits[layer * GridLimit.patterns + pattern] = bits
  }

  /// Gives a pattern its lane, a value for each of `steps`.
  public func setLane(_ layer: Int, _ pattern: Int, _ from: UnsafeBufferPointer<UInt8>) {
    lanes[layer * GridLimit.patterns + pattern] = Self.copy(from)
  }

  /// Gives a pattern its accents, a percentage for each of `steps`.
  public func setAccents(_ layer: Int, _ pattern: Int, _ from: UnsafeBufferPointer<UInt8>) {
    accents[layer * GridLimit.patterns + pattern] = Self.copy(from)
  }

  private static func copy(_ from: UnsafeBufferPointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: GridLimit.steps)
    for index in 0..<GridLimit.steps { memory[index] = from[index] }
    return memory
  }

  /// Gives a pattern the values of its lanes, `lanes` × `steps` of them, lane by lane.
  public func setLaneValues(_ layer: Int, _ pattern: Int, _ from: UnsafeBufferPointer<Int16>) {
    let count = GridLimit.lanes * GridLimit.steps
    let memory = UnsafeMutablePointer<Int16>.allocate(capacity: count)
    for index in 0..<count { memory[index] = from[index] }
    laneValues[layer * GridLimit.patterns + pattern] = memory
  }
}
