// Passes large values to the audio thread by pointer, and used ones back. Audio thread and preparing threads.
import Synchronization

/// Passes prepared values to the audio thread, and used ones back. Preparing threads exclude each other
/// by a lock of their own; the audio thread never waits.
public struct Mailbox<Value: ~Copyable>: ~Copyable {
  @usableFromInline let posted = Atomic<UInt>(0)
  @usableFromInline let retired: MessageRing<UInt>

  /// Called before a value is freed.
  let release: (UnsafeMutablePointer<Value>) -> Void

  /// Up to 64 values may wait to be freed between two calls of `collect`.
  /// - Parameter release: gives back what a value has besides its own memory. Preparing side.
  public init(release: @escaping (UnsafeMutablePointer<Value>) -> Void = { _ in }) {
    retired = MessageRing(capacity: 64)
    self.release = release
  }

  /// Leaves `value` for the audio thread, and frees a value that waited unread. Preparing side; allocates.
  public func post(_ value: consuming Value) {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    pointer.initialize(to: value)
    free(posted.exchange(UInt(bitPattern: pointer), ordering: .acquiringAndReleasing))
    collect()
  }

  /// Frees the values that the audio thread has sent back. Preparing side.
  public func collect() {
    while let address = retired.pop() { free(address) }
  }

  /// Removes and returns the value that was posted last; nil if there is none. The caller owns it until
  /// `retire`. Audio thread.
  @inlinable public func pop() -> UnsafeMutablePointer<Value>? {
    if posted.load(ordering: .relaxed) == 0 { return nil }
    return UnsafeMutablePointer(bitPattern: posted.exchange(0, ordering: .acquiringAndReleasing))
  }

  /// Whether `retire` has room. Check this before `pop`. Audio thread.
  @inlinable public var hasRoomToRetire: Bool { retired.count < 64 }

  /// Sends a used value back to be freed. Audio thread.
  @inlinable public func retire(_ value: UnsafeMutablePointer<Value>) {
    _ = retired.push(UInt(bitPattern: value))
  }

  /// Frees all values that are still inside. No thread may use the mailbox afterwards.
  public func drain() {
    free(posted.exchange(0, ordering: .acquiringAndReleasing))
    collect()
  }

  private func free(_ address: UInt) {
    guard let pointer = UnsafeMutablePointer<Value>(bitPattern: address) else { return }
    release(pointer)
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }
}
