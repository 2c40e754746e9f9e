// The playing state of each layer, for clients that draw it. The audio thread writes it; any other thread
// reads it.
import Synchronization

/// One word for each layer. Every word has one writer, the audio thread.
public struct GridPlaying: ~Copyable {
  /// `GridLimit.layers` of them.
  @usableFromInline let words: UnsafeMutablePointer<Atomic<UInt64>>

  /// The state in which nothing plays. Allocates.
  public init() {
    words = .allocate(capacity: GridLimit.layers)
    for layer in 0..<GridLimit.layers { (words + layer).initialize(to: Atomic(0)) }
  }

  @inlinable deinit {
    words.deinitialize(count: GridLimit.layers)
    words.deallocate()
  }

  /// The state of a layer.
  public struct Layer: BitwiseCopyable, Sendable, Equatable {
    /// The column that plays, from 0; −1: none.
    public var column: Int
    /// The pattern that plays, from 0.
    public var pattern: Int
    /// A bit for each row that was struck in that column.
    public var lit: UInt32

    /// The state of a layer; without arguments nothing plays.
    @_noLocks public init(column: Int = -1, pattern: Int = 0, lit: UInt32 = 0) {
      self.column = column
      self.pattern = pattern
      self.lit = lit
    }

    var packed: UInt64 {
      @_noLocks get { UInt64(lit) << 32 | UInt64(pattern & 255) << 8 | UInt64(column + 1) }
    }
  }

  /// Publishes the state of a layer (0…15). Audio thread.
  @_noLocks public func store(_ value: Layer, _ layer: Int) {
    words[layer].store(value.packed, ordering: .relaxed)
  }

  /// The state of a layer (0…15). Any thread.
  public func load(_ layer: Int) -> Layer {
    let word = words[layer].load(ordering: .relaxed)
    return Layer(column: Int(word & 255) - 1, pattern: Int(word >> 8 & 255), lit: UInt32(word >> 32))
  }
}
