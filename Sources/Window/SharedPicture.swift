// The picture of a window in memory that the X server reads as well, so that it need not pass through the socket. The
// host's thread for windows.
import CX

/// A copy of what the window shows. The server reads it some time after the request; what has changed until then is
/// shown again by a request of its own, so nothing waits.
struct SharedPicture {
  /// X11's number of the memory.
  private(set) var segment: xcb_shm_seg_t = 0
  private var memory: UnsafeMutableRawPointer?
  /// In bytes.
  private var capacity = 0
  /// Whether the server can't share memory.
  private var isRefused = false

  /// - Parameters:
  ///   - width: in pixels, as the height.
  /// - Returns: memory for the rows of a window, without gaps; nil: the server shares none, it may be elsewhere.
  mutating func memory(width: Int, height: Int, _ connection: OpaquePointer) -> UnsafeMutableRawPointer? {
    let bytes = 4 * width * height
    if isRefused || bytes <= capacity { return memory }
    free(connection)
    memory = tactus_x_share(connection, bytes, &segment)
    isRefused = memory == nil
    capacity = isRefused ? 0 : bytes
    return memory
  }

  func free(_ connection: OpaquePointer) {
    guard let memory else { return }
    xcb_shm_detach(connection, segment)
    munmap(memory, capacity)
  }
}
