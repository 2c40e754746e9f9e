// A grid as the audio thread plays it: prepared elsewhere, swapped in by pointer.
import Controls

/// The sizes of the world.
public enum GridLimit {
  /// The layers of a grid.
  public static var layers: Int { @_noLocks get { 4 } }
  /// The patterns of a layer.
  public static var patterns: Int { @_noLocks get { 16 } }
  /// The most steps of a pattern.
  public static var steps: Int { @_noLocks get { 32 } }
  /// The most rows of a layer.
  public static var rows: Int { @_noLocks get { 32 } }
  /// The most links of a chain.
  public static var links: Int { @_noLocks get { 32 } }
}

/// One cell. Whole numbers only, so that a text gives them back exactly.
public struct GridCell: BitwiseCopyable, Sendable, Equatable {
  /// Whether the cell plays.
  public var isOn: Bool
  /// 1…127; 0: the layer's.
  public var velocity: UInt8 = 0
  /// Steps that the note spans, 1…32.
  public var length: UInt8 = 1
  /// Percent, 0…100.
  public var probability: UInt8 = 100
  /// It plays in the `nth` (1…8) of every `of` (1…8) times through its row.
  public var nth: UInt8 = 1
  /// See `nth`.
  public var of: UInt8 = 1
  /// How late it is, percent of a step, 0…99.
  public var delay: UInt8 = 0
  /// How often it is struck within its first step, 1…4.
  public var ratchet: UInt8 = 1

  /// A cell that plays as its layer says.
  @_noLocks public init(isOn: Bool = false) { self.isOn = isOn }
}

/// One row of a layer.
public struct GridRow: BitwiseCopyable, Sendable, Equatable {
  /// Semitones, 60 = middle C; parts of a semitone sound in MPE only.
  public var pitch: Float = 60
  /// It has a note of its own, which no transposition moves.
  public var isFree = false
  /// A muted row is silent.
  public var isMuted = false
  /// While any row of the layer is solo, the others are silent.
  public var isSolo = false
  /// The steps that it goes through, from 0.
  public var first: UInt8 = 0
  /// See `first`.
  public var last: UInt8 = 31

  /// A row at middle C, all steps long.
  @_noLocks public init() {}
}

/// One link of a layer's chain of patterns.
public struct GridLink: BitwiseCopyable, Sendable, Equatable {
  /// From 0.
  public var pattern: UInt8 = 0
  /// How many bars the pattern plays, from 1.
  public var bars: UInt8 = 1

  /// Pattern 1 for one bar.
  @_noLocks public init() {}
}

/// What a layer is beside its cells.
public struct GridLayer: Sendable {
  /// Steps of each pattern, 1…32.
  public var steps: UInt8 = 16
  /// Rows, 1…32.
  public var rowCount: UInt8 = 16
  /// The length of a step before `stretch`.
  public var division = Division.sixteenth
  /// Its steps are so many times longer: 1, 2, 4.
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
  /// Percent of a step by which every second one is late, 0…75.
  public var swing: UInt8 = 0
  /// Whether the layer is heard.
  public var plays = true
  /// The pattern that plays where nothing else is asked, from 0.
  public var pattern: UInt8 = 0
  /// The controller of the lane, 0…127; 255: none.
  public var controller: UInt8 = 255
  /// The rows from the lowest; the first `rowCount` are in use.
  public var rows = InlineArray<32, GridRow>(repeating: GridRow())
  /// Whether any row is solo.
  public var hasSolo = false
  /// The chain of patterns; the first `linkCount` are in use.
  public var links = InlineArray<32, GridLink>(repeating: GridLink())
  /// How many links the chain has; 0: no chain.
  public var linkCount: UInt8 = 0
  /// The sum of all links' bars.
  public var chainBars: Int32 = 0

  /// A layer of sixteen steps and rows with one pattern and no chain.
  @_noLocks public init() {}
}

/// A grid of pads and its lights.
public struct GridPads: Sendable {
  /// By note: step and row of the pad, each from 0 in the part that is shown; 255 where there is none.
  public var steps = InlineArray<128, UInt8>(repeating: 255)
  /// See `steps`.
  public var rows = InlineArray<128, UInt8>(repeating: 255)
  /// Of the lights, 0…15.
  public var channel: UInt8 = 0
  /// Velocities of a light: nothing there, a cell, a cell in the column that plays, that column.
  public var off: UInt8 = 0
  /// See `off`.
  public var on: UInt8 = 5
  /// See `off`.
  public var playing: UInt8 = 21
  /// See `off`.
  public var column: UInt8 = 1

  /// No pads.
  @_noLocks public init() {}
}

/// All layers and patterns. Patterns without a cell take no memory.
public struct CompiledGrid: ~Copyable {
  /// Where everything random begins.
  public var seed: UInt64 = 1
  /// Grows with each edit.
  public var revision: UInt32 = 0
  /// The grid of pads that plays and shows this grid.
  public var pads = GridPads()
  /// The four layers.
  public let layers: UnsafeMutablePointer<GridLayer>
  /// By layer × 16 + pattern: 32 rows of 32 cells, or nil.
  public let cells: UnsafeMutablePointer<UnsafeMutablePointer<GridCell>?>
  /// By layer × 16 + pattern: 32 values of the lane, 255 where it says nothing; or nil.
  public let lanes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>

  /// Empty layers. Allocates.
  public init() {
    layers = .allocate(capacity: GridLimit.layers)
    layers.initialize(repeating: GridLayer(), count: GridLimit.layers)
    let patterns = GridLimit.layers * GridLimit.patterns
    cells = .allocate(capacity: patterns)
    cells.initialize(repeating: nil, count: patterns)
    lanes = .allocate(capacity: patterns)
    lanes.initialize(repeating: nil, count: patterns)
  }

  @inlinable deinit {
    for index in 0..<64 {
      cells[index]?.deallocate()
      lanes[index]?.deallocate()
    }
    cells.deallocate()
    lanes.deallocate()
    layers.deallocate()
  }

  /// Gives a pattern its cells, 1024 of them, row by row.
  public func setCells(_ layer: Int, _ pattern: Int, _ from: UnsafeBufferPointer<GridCell>) {
    let memory = UnsafeMutablePointer<GridCell>.allocate(capacity: 1024)
    for index in 0..<1024 { memory[index] = from[index] }
    cells[layer * GridLimit.patterns + pattern] = memory
  }

  /// Gives a pattern its lane, 32 values.
  public func setLane(_ layer: Int, _ pattern: Int, _ from: UnsafeBufferPointer<UInt8>) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 32)
    for index in 0..<32 { memory[index] = from[index] }
    lanes[layer * GridLimit.patterns + pattern] = memory
  }
}
