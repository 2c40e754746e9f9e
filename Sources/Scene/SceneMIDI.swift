// MIDI of the host to the receivers that Pd's own MIDI objects listen to. Audio thread.
import Touch

extension ScenePlayer {
  /// Sends a MIDI message to the patch; it acts at the begin of its tick.
  @_noLocks public mutating func handle(midi bytes: UnsafeRawBufferPointer) {
    guard bytes.count > 0 else { return }
    let status = bytes[0]
    let channel = Float(status & 15) + 1
    let first = bytes.count > 1 ? Float(bytes[1] & 127) : 0
    let second = bytes.count > 2 ? Float(bytes[2] & 127) : 0
    if status & 0xF0 == 0xB0 { events.sources.control(Int(first), second / 127) }
    if status < 0xF0 {
      switch status & 0xF0 {
      case 0x80: send("#notein", 3, first, 0, channel)
      case 0x90: send("#notein", 3, first, second, channel)
      case 0xA0: send("#polytouchin", 3, first, second, channel)
      case 0xB0: send("#ctlin", 3, first, second, channel)
      case 0xC0: send("#pgmin", 2, first + 1, channel)
      case 0xD0: send("#touchin", 2, first, channel)
      case 0xE0: send("#bendin", 2, first + 128 * second, channel)
      default: break
      }
    } else if status >= 0xF8 {
      send("#midirealtimein", 2, 0, Float(status))
    } else if status == 0xF0 {
      for byte in bytes { send("#sysexin", 2, Float(byte), 0) }
    }
    // [midiin] hears each byte.
    for byte in bytes where status != 0xF0 { send("#midiin", 2, Float(byte), 0) }
  }
}
