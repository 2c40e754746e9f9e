// A ring of frames of sixteen lanes, for combs and strings. Audio thread; allocated with an instance.
import Lanes

/// A delay for each lane. The ring does not own its memory; copies share it.
public struct LaneRing {
  let base: UnsafeMutablePointer<Lanes>
  let mask: Int32
  var at: Int32 = 0
  /// Frames written since the lane was restarted; older frames read as silence.
  var age = SIMD16<Int32>(repeating: 0)

  /// - Parameters:
  ///   - memory: must stay allocated as long as the ring is used.
  ///   - frames: a power of two.
  @_noLocks public init(memory: UnsafeMutablePointer<Lanes>, frames: Int) {
    base = memory
    mask = Int32(frames - 1)
  }

  /// The number of frames for the longest delay, 1/25 s, which
  /// is the period of the lowest pitch of combs and strings.
  public static func frames(sampleRate: Float) -> Int {
    var size = 16
    while size < Int(sampleRate / 25) + 8 { size *= 2 }
    return size
  }

  @_noLocks public mutating func restart(lane: Int) { age[lane] = 0 }

  @_transparent @_noLocks mutating func write(_ samples: Lanes) {
    base[Int(at & mask)] = samples
    at &+= 1
    // Keeps the age from overflowing; beyond the ring's length its value does not matter.
    age = (age &+ 1) & 0x3FFF_FFFF
  }

  /// The signal `frames` writes ago (2 … the longest delay), interpolated by a cubic.
  @_transparent @_noLocks func read(_ frames: Lanes) -> Lanes {
    let memory = UnsafeRawPointer(base).assumingMemoryBound(to: Float.self)
    return .read(ring: memory, at: at, mask: mask, delay: frames, age: age)
  }
}
