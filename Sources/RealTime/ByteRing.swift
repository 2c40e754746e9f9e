// Texts of any length between exactly two threads: the queue behind messages about documents.
import Lanes
import Synchronization

/// A single-producer, single-consumer queue of byte strings, each behind a head that says what it is. Neither
/// side waits or allocates.
///
/// As those of `MessageRing`, its methods have no real-time mark because they are generic.
public struct ByteRing<Head: BitwiseCopyable>: ~Copyable {
  @usableFromInline let bytes: UnsafeMutablePointer<UInt8>
  @usableFromInline let mask: Int
  /// Memory in which the producer and, 64 bytes behind it, the consumer have length and head of one text.
  @usableFromInline let scratch: UnsafeMutableRawPointer
  /// Bytes that were ever appended, and ever removed; both wrap. Each is written by its own side.
  @usableFromInline let appended = Atomic<Int>(0)
  @usableFromInline let removed = Atomic<Int>(0)

  /// - Parameter capacity: a power of two; bytes, with four for each text and those of its head beside its own.
  public init(capacity: Int) {
    precondition(capacity > 8 && capacity & (capacity - 1) == 0, "a ring's capacity is a power of two")
    precondition(MemoryLayout<Head>.size <= 32, "a head has at most 32 bytes")
    bytes = Pages.allocate(capacity)
    mask = capacity - 1
    scratch = .allocate(byteCount: 128, alignment: 64)
  }

  @inlinable deinit {
    Pages.free(bytes, mask + 1)
    scratch.deallocate()
  }

  /// Appends a text, or answers false and changes nothing when there is no room. Producer only.
  @inlinable public func push(_ head: Head, _ text: UnsafeRawBufferPointer) -> Bool {
    let end = appended.load(ordering: .relaxed)
    let free = mask + 1 - (end &- removed.load(ordering: .acquiring))
    let start = 4 + MemoryLayout<Head>.size
    guard text.count + start <= free else { return false }
    scratch.storeBytes(of: UInt32(truncatingIfNeeded: text.count), as: UInt32.self)
    scratch.storeBytes(of: head, toByteOffset: 16, as: Head.self)
    put(UnsafeRawBufferPointer(start: scratch, count: 4), at: end)
    put(UnsafeRawBufferPointer(start: scratch + 16, count: MemoryLayout<Head>.size), at: end &+ 4)
    put(text, at: end &+ start)
    appended.store(end &+ start &+ text.count, ordering: .releasing)
    return true
  }

  /// Head and length of the oldest text, or nil. Consumer only.
  @inlinable public func peek() -> (head: Head, count: Int)? {
    let start = removed.load(ordering: .relaxed)
    if start == appended.load(ordering: .acquiring) { return nil }
    let own = scratch + 64
    get(own, 4, at: start)
    get(own + 16, MemoryLayout<Head>.size, at: start &+ 4)
    return (own.load(fromByteOffset: 16, as: Head.self), Int(own.load(as: UInt32.self)))
  }

  /// Copies the oldest text to `target`, which has room for it; drops it when `target` is nil. Consumer
  /// only.
  @inlinable public func pop(into target: UnsafeMutableRawPointer?) {
    guard let (_, count) = peek() else { return }
    let start = removed.load(ordering: .relaxed) &+ 4 &+ MemoryLayout<Head>.size
    if let target { get(target, count, at: start) }
    removed.store(start &+ count, ordering: .releasing)
  }

  /// Removes the oldest text and returns a copy of it with its head, or nil if the ring is empty. Consumer only,
  /// and never the audio thread, because it allocates.
  @inlinable public func take() -> (head: Head, bytes: [UInt8])? {
    guard let (head, count) = peek() else { return nil }
    let text = [UInt8](unsafeUninitializedCapacity: count) { room, used in
      pop(into: room.baseAddress)
      used = count
    }
    return (head, text)
  }

  @inlinable func put(_ source: UnsafeRawBufferPointer, at position: Int) {
    for index in 0..<source.count { bytes[(position &+ index) & mask] = source[index] }
  }

  @inlinable func get(_ target: UnsafeMutableRawPointer, _ count: Int, at position: Int) {
    for index in 0..<count {
      target.storeBytes(of: bytes[(position &+ index) & mask], toByteOffset: index, as: UInt8.self)
    }
  }
}

/// The head of texts that are all of one kind.
public struct NoHead: BitwiseCopyable, Sendable {
  @inlinable @_noLocks public init() {}
}

extension ByteRing where Head == NoHead {
  @inlinable public func push(_ text: UnsafeRawBufferPointer) -> Bool { push(NoHead(), text) }
}
