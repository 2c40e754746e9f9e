// Takes sixteen voices to two or four times the sample rate and back. Audio thread.
import Lanes

/// Runs a part at a higher rate against aliasing: the voices' sound is raised, bent and lowered.
public struct Oversampler {
  /// The highest factor, and so the room that `raise` needs for each frame.
  public static var most: Int { @_noLocks get { 4 } }

  var first = HalfBand<Lanes>()
  var second = HalfBand<Lanes>()
  var last = HalfBand<Lanes>()
  var lastButOne = HalfBand<Lanes>()

  @_noLocks public init() {}

  /// Clears the lane's memory.
  @_noLocks public mutating func restart(lane: Int) {
    first.restart(lane: lane)
    second.restart(lane: lane)
    last.restart(lane: lane)
    lastButOne.restart(lane: lane)
  }

  /// Writes `times` frames to `room` for each of `count` frames.
  /// - Parameter times: 2 or 4.
  @_noLocks public mutating func raise(
    _ samples: UnsafePointer<Lanes>, into room: UnsafeMutablePointer<Lanes>, count: Int, times: Int
  ) {
    // Twice the frames stand in the second half of the room, and become four times as many from its
    // beginning: what is written never overtakes what is read.
    let half = room + (times == 4 ? 2 * count : 0)
    for index in 0..<count { (half[2 * index], half[2 * index + 1]) = first.double(samples[index]) }
    if times < 4 { return }
    for index in 0..<(2 * count) {
      (room[2 * index], room[2 * index + 1]) = second.double(room[2 * count + index])
    }
  }

  /// Writes one frame to `samples` for each `times` frames of `room`, which it overwrites.
  @_noLocks public mutating func lower(
    _ room: UnsafeMutablePointer<Lanes>, into samples: UnsafeMutablePointer<Lanes>, count: Int, times: Int
  ) {
    if times == 4 {
      for index in 0..<(2 * count) { room[index] = lastButOne.halve(room[2 * index], room[2 * index + 1]) }
    }
    for index in 0..<count { samples[index] = last.halve(room[2 * index], room[2 * index + 1]) }
  }
}
