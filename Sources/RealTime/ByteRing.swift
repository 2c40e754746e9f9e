// Texts of any length between exactly two threads: the queue behind messages about documents.
import Lanes
import Synchronization

/// A single-producer, single-consumer queue of byte strings, each with a kind. Neither side waits or
/// allocates.
public struct ByteRing: ~Copyable {
  @usableFromInline let bytes: UnsafeMutablePointer<UInt8>
  @usableFromInline let mask: Int
  @usableFromInline let head = Atomic<Int>(0)
  @usableFromInline let tail = Atomic<Int>(0)

  /// - Parameter capacity: a power of two; bytes, with 8 for each text beside its own.
  public init(capacity: Int) {
    precondition(capacity > 8 && capacity & (capacity - 1) == 0, "a ring's capacity is a power of two")
    bytes = Pages.allocate(capacity)
    mask = capacity - 1
  }

  @inlinable deinit { Pages.free(bytes, mask + 1) }

  /// Appends a text, or answers false and changes nothing when there is no room. Producer only.
  @_noLocks public func push(kind: UInt32, _ text: UnsafeRawBufferPointer) -> Bool {
    let end = tail.load(ordering: .relaxed)
    let free = mask + 1 - (end &- head.load(ordering: .acquiring))
    guard text.count + 8 <= free else { return false }
    put(UInt32(truncatingIfNeeded: text.count), at: end)
    put(kind, at: end &+ 4)
    for index in 0..<text.count { bytes[(end &+ 8 &+ index) & mask] = text[index] }
    tail.store(end &+ 8 &+ text.count, ordering: .releasing)
    return true
  }

  /// Appends a frame and a body as one text, or answers false and changes nothing when there is no room.
  /// Producer only.
  @_noLocks public func push(kind: UInt32, at frame: Int64, _ body: UnsafeRawBufferPointer) -> Bool {
    let end = tail.load(ordering: .relaxed)
    let free = mask + 1 - (end &- head.load(ordering: .acquiring))
    guard body.count + 16 <= free else { return false }
    put(UInt32(truncatingIfNeeded: body.count &+ 8), at: end)
    put(kind, at: end &+ 4)
    put(UInt32(truncatingIfNeeded: frame), at: end &+ 8)
    put(UInt32(truncatingIfNeeded: frame >> 32), at: end &+ 12)
    for index in 0..<body.count { bytes[(end &+ 16 &+ index) & mask] = body[index] }
    tail.store(end &+ 16 &+ body.count, ordering: .releasing)
    return true
  }

  /// Bytes that were ever appended; wraps. Exact on the producer's side.
  var end: Int { @_noLocks get { tail.load(ordering: .relaxed) } }

  /// Bytes that were ever removed; wraps. Exact on the consumer's side.
  var start: Int { head.load(ordering: .relaxed) }

  /// Length and kind of the oldest text, or nil. Consumer only.
  @_noLocks public func peek() -> (count: Int, kind: UInt32)? {
    let start = head.load(ordering: .relaxed)
    if start == tail.load(ordering: .acquiring) { return nil }
    return (Int(get(at: start)), get(at: start &+ 4))
  }

  /// The frame of the oldest text, which was pushed with one. Consumer only.
  @_noLocks public func nextFrame() -> Int64 {
    let start = head.load(ordering: .relaxed)
    return Int64(get(at: start &+ 8)) | Int64(get(at: start &+ 12)) << 32
  }

  /// Copies the oldest text to `target`, which has room for it; drops it when `target` is nil. Consumer
  /// only.
  @_noLocks public func pop(into target: UnsafeMutableRawPointer?) {
    guard let (count, _) = peek() else { return }
    let start = head.load(ordering: .relaxed)
    if let target {
      for index in 0..<count {
        target.storeBytes(of: bytes[(start &+ 8 &+ index) & mask], toByteOffset: index, as: UInt8.self)
      }
    }
    head.store(start &+ 8 &+ count, ordering: .releasing)
  }

  /// Removes the oldest text, and returns a copy with its kind; nil: there is none. Consumer only, and never
  /// the audio thread: it allocates.
  public func take() -> (bytes: [UInt8], kind: UInt32)? {
    guard let (count, kind) = peek() else { return nil }
    let text = [UInt8](unsafeUninitializedCapacity: count) { room, used in
      pop(into: room.baseAddress)
      used = count
    }
    return (text, kind)
  }

  @_noLocks private func put(_ word: UInt32, at position: Int) {
    for byte in 0..<4 {
      bytes[(position &+ byte) & mask] = UInt8(truncatingIfNeeded: word >> UInt32(8 * byte))
    }
  }

  @_noLocks private func get(at position: Int) -> UInt32 {
    var word: UInt32 = 0
    for byte in 0..<4 { word |= UInt32(bytes[(position &+ byte) & mask]) << UInt32(8 * byte) }
    return word
  }
}
