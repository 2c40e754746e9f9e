// The pixels of a window in memory shared with the X server, so that they needn't be sent through its socket. The host's
// thread for windows.
import CX

/// A copy of the window's pixels. The server reads an area some time after it is asked to show it. If the pixels have
/// changed by then, another request for the same area follows, so there is no need to wait.
struct SharedPicture {
  /// The X11 id of the memory.
  private(set) var segment: xcb_shm_seg_t = 0
  private var memory: UnsafeMutableRawPointer?
  /// In bytes.
  private var capacity = 0
  /// Whether the server can't share memory.
  private var isRefused = false

  /// - Parameters:
  ///   - width: in pixels, as the height.
  /// - Returns: memory for all rows, without gaps between them, or nil if the server can't share memory.
  mutating func memory(width: Int, height: Int, _ connection: OpaquePointer) -> UnsafeMutableRawPointer? {
    let bytes = 4 * width * height
    if isRefused || bytes <= capacity { return memory }
    free(connection)
    memory = tactus_x_share(connection, bytes, &segment)
    isRefused = memory == nil
    capacity = isRefused ? 0 : bytes
    return memory
  }

  /// Unmaps the memory. The server keeps it until it has shown what it was asked to.
  func free(_ connection: OpaquePointer) {
    guard let memory else { return }
    xcb_shm_detach(connection, segment)
    munmap(memory, capacity)
  }
}
