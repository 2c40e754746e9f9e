// A bounded queue between exactly two threads, one that pushes and one that pops; neither waits. Any two
// threads.
import Synchronization

/// A single-producer, single-consumer queue of plain values.
///
/// Its methods carry no real-time mark because they are generic: the compiler checks them, specialised,
/// inside each marked caller. It lives behind a pointer for as long as either thread may use it; the code
/// that allocates it also frees it.
public struct MessageRing<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int
  @usableFromInline let head = Atomic<Int>(0)  // next slot to pop; written by the consumer
  @usableFromInline let tail = Atomic<Int>(0)  // next slot to push; written by the producer

  /// - Parameter capacity: a power of two; the ring holds that many elements. Not real-time.
  public init(capacity: Int) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a ring's capacity is a power of two")
    slots = .allocate(capacity: capacity)
    mask = capacity - 1
  }

  deinit { slots.deallocate() }

  /// Appends `element`; returns false and changes nothing when the ring is full. Producer only.
  @inlinable public func push(_ element: Element) -> Bool {
    let end = tail.load(ordering: .relaxed)
    if end &- head.load(ordering: .acquiring) > mask { return false }
    slots[end & mask] = element
    tail.store(end &+ 1, ordering: .releasing)
    return true
  }

  /// The oldest element, which stays in the ring, or nil when the ring is empty. Consumer only.
  @inlinable public func peek() -> Element? {
    let start = head.load(ordering: .relaxed)
    if start == tail.load(ordering: .acquiring) { return nil }
    return slots[start & mask]
  }

  /// Removes and returns the oldest element, or nil when the ring is empty. Consumer only.
  @inlinable public func pop() -> Element? {
    let start = head.load(ordering: .relaxed)
    if start == tail.load(ordering: .acquiring) { return nil }
    let element = slots[start & mask]
    head.store(start &+ 1, ordering: .releasing)
    return element
  }

  /// The number of waiting elements; a snapshot, exact only on the calling thread's side.
  @inlinable public var count: Int {
    tail.load(ordering: .acquiring) &- head.load(ordering: .acquiring)
  }
}
