// The seam between recorded packets and the decoder of the surface dialects.
import RealTime

/// Turns packets into touches.
struct PacketDecoder: ~Copyable {
  /// - Parameter surface: the surface whose own messages are taken beside those for all.
  init(surface: UInt8?) {}

  /// - Parameters:
  ///   - source: the sender's number.
  ///   - time: nanoseconds.
  mutating func decode(
    packet: UnsafeRawBufferPointer, from source: UInt32, at time: Int64, emit: (SurfaceEvent) -> Void
  ) {
    guard let messages = try? OSCMessage.messages(in: Array(packet)) else { return }
    for (_, message) in messages where message.address == "/tactus/touch" {
      guard message.arguments.count >= 2, case .string(let word) = message.arguments[0],
        case .int32(let id) = message.arguments[1],
        let kind = ["began": SurfaceEvent.Kind.began, "moved": .moved, "ended": .ended][word]
      else { continue }
      let numbers = message.arguments.dropFirst(2).map {
        if case .float(let value) = $0 { value } else { Float.nan }
      }
      func number(_ index: Int) -> Float { numbers.indices.contains(index) ? numbers[index] : .nan }
      emit(
        SurfaceEvent(
          kind, source: source, id: id, x: number(0), y: number(1), pressure: number(2), radius: number(3)))
    }
  }

  /// Ends touches that have been silent for too long.
  mutating func expire(at time: Int64, emit: (SurfaceEvent) -> Void) {}
}
