// Songs of a grid in the form that the audio thread plays. Any thread.

extension GridLimit {
  /// The songs of a grid.
  public static var songs: Int { @_noLocks get { 8 } }
  /// The most sections of a song.
  public static var sections: Int { @_noLocks get { 64 } }
  /// The most bars of a section.
  public static var sectionBars: Int { @_noLocks get { 64 } }
}

/// A section of a song.
public struct GridSection: BitwiseCopyable, Sendable {
  /// The number of bars, from 1.
  public var bars: UInt8 = 1
  /// The bar of the song in which it begins, from 0.
  public fileprivate(set) var first: Int32 = 0
  /// A bit for each layer that is silent.
  public var mutes: UInt32 = 0
  /// By layer: its pattern, from 0.
  public var patterns = InlineArray<16, UInt8>(repeating: 0)

  /// One bar with the first pattern of each layer.
  @_noLocks public init() {}
}

/// A song: sections that follow one another.
public struct GridSong: BitwiseCopyable, Sendable {
  /// The sections; the first `count` are in use.
  public private(set) var sections = InlineArray<64, GridSection>(repeating: GridSection())
  /// The number of sections.
  public private(set) var count = 0
  /// The sum of their bars.
  public private(set) var bars: Int64 = 0

  /// A song without sections, which is not played.
  @_noLocks public init() {}

  /// Appends a section.
  public mutating func append(_ section: GridSection) {
    sections[count] = section
    sections[count].first = Int32(bars)
    count += 1
    bars += Int64(section.bars)
  }
}
