// A ring of frames of sixteen lanes: the memory of combs and strings. Allocated with an instance, audio thread.
import Lanes

/// Memory for delays, one a lane. It belongs to somebody else; copies share it.
public struct LaneRing {
  let base: UnsafeMutablePointer<Lanes>
  let mask: Int32
  var at: Int32 = 0
  /// Frames written since the lane was restarted: what is older reads as silence.
  var age = SIMD16<Int32>(repeating: 0)

  /// - Parameters:
  ///   - memory: stays alive as long as the ring.
  ///   - frames: a power of two.
  @_noLocks public init(memory: UnsafeMutablePointer<Lanes>, frames: Int) {
    base = memory
    mask = Int32(frames - 1)
  }

  /// The frames of a ring for a longest delay of 1/25 s: the lowest pitch of strings and combs.
  public static func frames(sampleRate: Float) -> Int {
    var size = 16
    while size < Int(sampleRate / 25) + 8 { size *= 2 }
    return size
  }

  @_noLocks public mutating func restart(lane: Int) { age[lane] = 0 }

  @_transparent @_noLocks mutating func write(_ samples: Lanes) {
    base[Int(at & mask)] = samples
    at &+= 1
    // Beyond the ring's length it no longer matters.
    age = (age &+ 1) & 0x3FFF_FFFF
  }

  /// What was written `frames` (2 … the longest) writes ago, between samples by a cubic.
  @_transparent @_noLocks func read(_ frames: Lanes) -> Lanes {
    let memory = UnsafeRawPointer(base).assumingMemoryBound(to: Float.self)
    return .read(ring: memory, at: at, mask: mask, delay: frames, age: age)
  }
}
