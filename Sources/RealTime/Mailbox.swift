// How something large reaches the audio thread: a pointer is swapped, and the old thing is sent back.
import Synchronization

/// Hands prepared values to the audio thread and takes used ones back. Preparing threads exclude each other
/// by a lock of their own; the audio thread never waits.
public struct Mailbox<Value: ~Copyable>: ~Copyable {
  @usableFromInline let posted = Atomic<UInt>(0)
  @usableFromInline let retired: MessageRing<UInt>

  /// 64 values may be on their way back before `collect` is called.
  public init() { retired = MessageRing(capacity: 64) }

  /// Leaves `value` for the audio thread. What lay there unread is freed. Preparing side; allocates.
  public func post(_ value: consuming Value) {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    pointer.initialize(to: value)
    Self.free(posted.exchange(UInt(bitPattern: pointer), ordering: .acquiringAndReleasing))
    collect()
  }

  /// Frees what the audio thread has sent back. Preparing side.
  public func collect() {
    while let address = retired.pop() { Self.free(address) }
  }

  /// What was posted last, once; it is the caller's until `retire`. Audio thread.
  @inlinable public func pop() -> UnsafeMutablePointer<Value>? {
    if posted.load(ordering: .relaxed) == 0 { return nil }
    return UnsafeMutablePointer(bitPattern: posted.exchange(0, ordering: .acquiringAndReleasing))
  }

  /// Whether `retire` has room; a new value is only to be taken while it has. Audio thread.
  @inlinable public var hasRoomToRetire: Bool { retired.count < 64 }

  /// Sends a used value back to be freed. Audio thread.
  @inlinable public func retire(_ value: UnsafeMutablePointer<Value>) {
    _ = retired.push(UInt(bitPattern: value))
  }

  /// Frees whatever is still inside. After this no thread may come back.
  public func drain() {
    Self.free(posted.exchange(0, ordering: .acquiringAndReleasing))
    collect()
  }

  private static func free(_ address: UInt) {
    guard let pointer = UnsafeMutablePointer<Value>(bitPattern: address) else { return }
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }
}
