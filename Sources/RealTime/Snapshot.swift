// Passes the newest state of the audio thread to a reader; neither side waits. Audio thread and one other
// thread.
import Synchronization

/// Three copies of a value between exactly two threads: one is written, one is read, and one lies between
/// them. The reader gets the newest complete value; older ones are lost.
public struct Snapshot<Value>: ~Copyable {
  @usableFromInline let slots: UnsafeMutablePointer<Value>
  /// The index of the slot that lies between, with the bit `fresh` set while the reader has not read it.
  @usableFromInline let between = Atomic<Int>(1)
  @usableFromInline let written: UnsafeMutablePointer<Int>
  @usableFromInline let read: UnsafeMutablePointer<Int>

  @usableFromInline static var fresh: Int { 4 }

  /// - Parameter value: plain data that needs no deinitialisation; what the reader sees before anything is
  ///   published.
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

  /// Memory for the next value; it still holds an old one. Writer only.
  @inlinable public var next: UnsafeMutablePointer<Value> { slots + written.pointee }

  /// Publishes the value in `next`, which must be complete. Writer only.
  @inlinable public func publish() {
    written.pointee = between.exchange(written.pointee | Self.fresh, ordering: .acquiringAndReleasing) & 3
  }

  /// The newest complete value; it does not change until the next call. Reader only.
  @inlinable public var newest: UnsafePointer<Value> {
    if between.load(ordering: .relaxed) & Self.fresh != 0 {
      read.pointee = between.exchange(read.pointee, ordering: .acquiringAndReleasing) & 3
    }
    return UnsafePointer(slots + read.pointee)
  }
}
