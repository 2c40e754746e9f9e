// What the audio thread shows of itself: the newest of something large, whole, without either side waiting.
import Synchronization

/// Three copies of a value between exactly two threads: one is being written, one is being read, one lies between. The
/// reader sees the newest that is complete; older ones are lost.
public struct Snapshot<Value>: ~Copyable {
  @usableFromInline let slots: UnsafeMutablePointer<Value>
  /// The slot that lies between, and `fresh` when the reader has not seen it.
  @usableFromInline let between = Atomic<Int>(1)
  @usableFromInline let written: UnsafeMutablePointer<Int>
  @usableFromInline let read: UnsafeMutablePointer<Int>

  @usableFromInline static var fresh: Int { 4 }

  /// - Parameter value: plain data that needs no deinitialisation; what the reader sees before anything is published.
  public init(_ value: Value) {
    slots = .allocate(capacity: 3)
    slots.initialize(repeating: value, count: 3)
    written = .allocate(capacity: 1)
    written.initialize(to: 0)
    read = .allocate(capacity: 1)
    read.initialize(to: 2)
  }

  @inlinable deinit {
    slots.deallocate()
    written.deallocate()
    read.deallocate()
  }

  /// Where the next value is to be written; it holds an old one. Writer only.
  @inlinable public var next: UnsafeMutablePointer<Value> { slots + written.pointee }

  /// What stands in `next` is complete. Writer only.
  @inlinable public func publish() {
    written.pointee = between.exchange(written.pointee | Self.fresh, ordering: .acquiringAndReleasing) & 3
  }

  /// The newest value; it stays as it is until the next call. Reader only.
  @inlinable public var newest: UnsafePointer<Value> {
    if between.load(ordering: .relaxed) & Self.fresh != 0 {
      read.pointee = between.exchange(read.pointee, ordering: .acquiringAndReleasing) & 3
    }
    return UnsafePointer(slots + read.pointee)
  }
}
