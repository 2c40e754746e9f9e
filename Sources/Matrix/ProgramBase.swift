// Changes a base value of the program that plays. Audio thread.
import Controls
import Lanes

extension Program {
  /// Sets the base value of a parameter, within its range, as if the program had been prepared with it: what
  /// snapshots and parts do not say follows. By pointer: see `Matrix`, which must know of it (`baseChanged`).
  /// - Parameter value: in the parameter's unit; a number.
  @_noLocks public static func set(
    base value: Float, of parameter: Parameter, in program: UnsafeMutablePointer<Program>
  ) {
    let reached = TargetParameter(parameter)
    let before = program.pointee.bases.lanes[reached.index][0]
    let value = reached.settled(Lanes(repeating: value))
    program.pointee.bases.lanes[reached.index] = value
    if parameter != .morph { move(parameter, from: before, to: value[0], in: program) }
    let isLogarithmic = reached.travel == .logarithmic && isReached(reached.index, in: program)
    program.pointee.start.lanes[reached.index] = isLogarithmic ? TargetParameter.octaves(value) : value
  }

  /// The base value of a parameter, in its unit.
  @_noLocks public static func base(of parameter: Parameter, in program: UnsafePointer<Program>) -> Float {
    program.pointee.bases.lanes[Int(parameter.rawValue)][0]
  }

  /// Changes the patch's own value among those of snapshots and parts. As in a program that is prepared, a
  /// parameter is moved only while they differ.
  @_noLocks private static func move(
    _ parameter: Parameter, from before: Float, to value: Float, in program: UnsafeMutablePointer<Program>
  ) {
    let index = Int(parameter.rawValue)
    let (snapshots, parts) = (program.pointee.ownSnapshots[index], program.pointee.ownParts[index])
    if snapshots == 0 && parts == 0 { return }
    var entry = 0
    while entry < program.pointee.movedCount && program.pointee.moved[entry].index != index { entry += 1 }
    if entry == program.pointee.movedCount {
      // Until now snapshots and parts had the patch's own value.
      program.pointee.moved[entry] = MovedParameter(parameter, value: before)
      program.pointee.partValues[entry] = InlineArray(repeating: program.pointee.moved[entry].points[0])
      program.pointee.movedCount += 1
      setEntry(entry, ofMoved: index, in: program)
      if !isReached(index, in: program) {
        program.pointee.reached[program.pointee.reachedCount] = TargetParameter(parameter)
        program.pointee.reachedCount += 1
      }
    }
    let own = TargetParameter(parameter).travelled(value)
    var isMorphed = false
    var isParted = false
    program.pointee.moved[entry].points[0] = own
    for place in 1...snapshotLimit {
      // The last snapshot fills the rest.
      let snapshot = min(place, program.pointee.snapshotCount)
      if snapshot == 0 || snapshots & (1 << UInt8(snapshot - 1)) == 0 {
        program.pointee.moved[entry].points[place] = own
      }
      if program.pointee.moved[entry].points[place] != own { isMorphed = true }
    }
    program.pointee.partValues[entry][0] = own
    for part in 0..<partLimit {
      if parts & (1 << UInt32(part)) == 0 { program.pointee.partValues[entry][part + 1] = own }
      if program.pointee.partValues[entry][part + 1] != own { isParted = true }
    }
    program.pointee.moved[entry].isMorphed = isMorphed
    program.pointee.moved[entry].isParted = isParted
    if !isMorphed && !isParted { remove(entry, in: program) }
    program.pointee.hasParts = false
    for entry in 0..<program.pointee.movedCount where program.pointee.moved[entry].isParted {
      program.pointee.hasParts = true
    }
  }

  /// Removes a moved parameter, which has one base value everywhere again.
  @_noLocks private static func remove(_ entry: Int, in program: UnsafeMutablePointer<Program>) {
    let index = program.pointee.moved[entry].index
    let last = program.pointee.movedCount - 1
    program.pointee.moved[entry] = program.pointee.moved[last]
    program.pointee.partValues[entry] = program.pointee.partValues[last]
    program.pointee.movedCount = last
    setEntry(entry, ofMoved: program.pointee.moved[entry].index, in: program)
    setEntry(-1, ofMoved: index, in: program)
    for connection in 0..<program.pointee.connectionCount
    where program.pointee.prepared[connection].destination == index { return }
    // No connection reaches it either.
    for place in 0..<program.pointee.reachedCount where program.pointee.reached[place].index == index {
      program.pointee.reached[place] = program.pointee.reached[program.pointee.reachedCount - 1]
      program.pointee.reachedCount -= 1
      return
    }
  }

  /// Sets the index of a parameter among the moved ones for its connections; −1: it is not moved.
  @_noLocks private static func setEntry(
    _ entry: Int, ofMoved index: Int, in program: UnsafeMutablePointer<Program>
  ) {
    for connection in 0..<program.pointee.connectionCount
    where program.pointee.prepared[connection].destination == index {
      program.pointee.prepared[connection].moved = entry
    }
  }

  @_noLocks private static func isReached(_ index: Int, in program: UnsafePointer<Program>) -> Bool {
    for entry in 0..<program.pointee.reachedCount where program.pointee.reached[entry].index == index {
      return true
    }
    return false
  }
}
