// A patch's answers to the request to save, on their way to the supervisor. Audio thread.
import RealTime
import Synchronization

extension ScenePlayer {
  /// Passes a list on that the patch has sent to `tactus-save`.
  @_noLocks mutating func keep(_ atoms: PdAtoms) {
    if !link.pointee.kept.push(.list, atoms.remaining) { lostLists &+= 1 }
  }

  /// Passes a mark on: whether it is the end, the number of the question, and what has been lost so far.
  @_noLocks mutating func mark(_ atoms: inout PdAtoms) {
    guard let stream, let isEnd = atoms.number(), let question = atoms.number(), question >= 0,
      question < 1e7
    else { return }
    let lost = UInt32(truncatingIfNeeded: stream.pointee.lostMessages) &+ lostLists
    let mark = PatchMemory.Part.mark(isEnd: isEnd != 0, question: Int(question), lost: lost)
    _ = link.pointee.kept.push(mark, UnsafeRawBufferPointer(start: nil, count: 0))
  }
}
