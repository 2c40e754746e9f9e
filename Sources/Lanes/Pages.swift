// The large memories of an instance, in pages of their own. Not for the audio thread.
import CLanes

/// Allocates memory that goes back to the system when it is freed. The allocator of the process keeps freed
/// memory of this size, and hosts would keep that of each instance that they ever had.
public enum Pages {
  /// Memory for at least one element, not initialized. Ends the program if there is none.
  @inlinable public static func allocate<Element>(_ count: Int) -> UnsafeMutablePointer<Element> {
    tactus_allocate_pages(bytes(of: Element.self, count)).bindMemory(to: Element.self, capacity: count)
  }

  /// Frees memory of `allocate`.
  /// - Parameter count: the number of elements that it was allocated for.
  @inlinable public static func free<Element>(_ memory: UnsafeMutablePointer<Element>, _ count: Int) {
    tactus_free_pages(memory, bytes(of: Element.self, count))
  }

  @inlinable static func bytes<Element>(of type: Element.Type, _ count: Int) -> Int {
    max(count, 1) * MemoryLayout<Element>.stride
  }
}
