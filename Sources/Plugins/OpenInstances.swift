// The number of instances of all plugins in the process. Host threads.
import CPosix
import Synchronization

/// Counts instances, so that what they leave in the heap goes back to the system after the last one.
enum OpenInstances {
  private static let count = Atomic<Int>(0)

  static func opened() { count.add(1, ordering: .relaxed) }

  /// Must be called when the memory of the instance has been freed. Not real-time.
  static func closed() {
    if count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { tactus_trim_heap() }
  }
}
