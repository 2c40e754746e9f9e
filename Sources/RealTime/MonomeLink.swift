// Keys and lights of monome grids between the input thread and the audio thread of a Tone Matrix.
import Synchronization

/// A key of a monome grid that went down or up.
public struct MonomeKey: BitwiseCopyable, Equatable, Sendable {
  /// From the left, 0…15.
  public var column: UInt8
  /// The row of pads, counted from the bottom, 0…14, or nil for a button in the lowest row of the grid.
  public var row: UInt8?
  /// Whether the key went down.
  public var isDown: Bool

  @_noLocks public init(column: UInt8, row: UInt8?, isDown: Bool) {
    (self.column, self.row, self.isDown) = (column, row, isDown)
  }
}

/// The lights of a monome grid: levels, 0…15.
public struct MonomeLights: BitwiseCopyable, Sendable {
  /// The columns, and the rows of pads without that of the buttons, of the largest grid.
  public static var columns: Int { @_noLocks get { 16 } }
  /// See `columns`.
  public static var rows: Int { @_noLocks get { 15 } }

  /// By row × 16 + column, the lowest row first.
  public var pads = InlineArray<240, UInt8>(repeating: 0)
  /// By column.
  public var buttons = InlineArray<16, UInt8>(repeating: 0)

  /// All lights off.
  @_noLocks public init() {}
}

/// The rings and words that an instance shares with the monome grids that show it. Every word has one writer.
public struct MonomeLink: ~Copyable {
  /// Written by the audio thread: whether the instance wants to be played by monome grids.
  public let isWanted = Atomic<Bool>(false)
  /// Written by the input thread: the size of the largest connected grid, as columns + 256 × rows of pads, or 0 if no
  /// grid is connected.
  public let size = Atomic<UInt32>(0)
  /// Keys from the input thread to the audio thread.
  public let keys: MessageRing<MonomeKey>
  /// Lights from the audio thread to the input thread, at most 60 times a second while a grid is connected.
  public let lights: Snapshot<MonomeLights>

  /// 256 keys: both hands on the whole of the largest grid.
  public init() {
    keys = MessageRing(capacity: 256)
    lights = Snapshot(MonomeLights())
  }
}
