// Memory of a fixed size, handed out in pieces at initialisation and freed as a whole.
// Not for the audio thread.
import Lanes

/// One allocation that is handed out piece by piece. Its elements must need no deinitialisation.
public struct Arena: ~Copyable {
  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline let bytes: Int
  private var used = 0

  /// Pieces begin at multiples of this: a lane's size.
  private static var alignment: Int { 64 }

  /// - Parameter bytes: more than the sum of all pieces, each rounded up to 64.
  public init(bytes: Int) {
    self.bytes = bytes
    base = UnsafeMutableRawPointer(Pages.allocate(bytes) as UnsafeMutablePointer<UInt8>)
  }

  @inlinable deinit { Pages.free(base.assumingMemoryBound(to: UInt8.self), bytes) }

  /// Hands out `count` elements, each a copy of `value`. A request that exceeds the arena ends the program,
  /// because all sizes are fixed.
  public mutating func allocate<Element>(_ count: Int, _ value: Element) -> UnsafeMutablePointer<
    Element
  > {
    let size = (count * MemoryLayout<Element>.stride + Self.alignment - 1) / Self.alignment * Self.alignment
    precondition(used + size <= bytes)
    let piece = (base + used).bindMemory(to: Element.self, capacity: count)
    piece.initialize(repeating: value, count: count)
    used += size
    return piece
  }

  /// Hands out memory for `count` elements that nothing has written yet. What is never used costs nothing:
  /// the system gives a page when it is first written.
  public mutating func reserve<Element>(_ count: Int, of type: Element.Type) -> UnsafeMutablePointer<Element>
  {
    let size = (count * MemoryLayout<Element>.stride + Self.alignment - 1) / Self.alignment * Self.alignment
    precondition(used + size <= bytes)
    let piece = (base + used).bindMemory(to: Element.self, capacity: count)
    used += size
    return piece
  }
}
