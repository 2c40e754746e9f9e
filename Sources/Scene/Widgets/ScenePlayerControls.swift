// Changes of windows and a host's ports in a scene. Audio thread.
import CPosix
import RealTime

extension ScenePlayer {
  /// Bytes that one block passes on at most.
  static var mostSent: Int { @_noLocks get { 8192 } }

  /// Passes the supervisor's messages on to the patch; they act at the begin of the next tick.
  @_noLocks mutating func sendToPatch() {
    var total = 0
    while total < Self.mostSent, let (_, count) = link.pointee.toPatch.peek() {
      total += count
      guard count <= Self.mostSent else {
        link.pointee.toPatch.pop(into: nil)
        continue
      }
      link.pointee.toPatch.pop(into: relay)
      let message = UnsafeRawBufferPointer(start: relay, count: count)
      _ = stream?.pointee.append(message: message)
      _ = before?.pointee.append(message: message)
    }
  }

  /// A host's port has a value, 0…1. It acts when it is another one than before. The first value after a
  /// restored session is no move. The first one of a new instance is one if it differs from the port's default:
  /// in a bundle that is the scene's own value.
  @_noLocks public mutating func move(control index: Int, to value: Float) {
    guard value.isFinite else { return }
    if moved[index].isNaN, hasSession { moved[index] = value }
    guard moved[index] != value, let stream, index < stream.pointee.controls.count else { return }
    if moved[index].isNaN {
      let first = hasOwnScene ? stream.pointee.controls.start(index) : 0
      if (value - first).magnitude < 1e-4 {
        moved[index] = value
        return
      }
    }
    let number = stream.pointee.controls.value(index, at: value)
    guard stream.pointee.append(control: index, number) else { return }
    moved[index] = value
    // A render changes nothing that is kept.
    if isFreeWheel { return }
    _ = link.pointee.send(.moved(control: index, position: value, choice: choices))
  }
}
