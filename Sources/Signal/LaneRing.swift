// A ring of frames of sixteen lanes: the memory of combs and strings. Allocated with an instance, audio thread.
import CLanes
import Lanes

/// Memory for delays, one a lane. Whoever makes it frees it; copies share the memory.
public struct LaneRing {
  let base: UnsafeMutablePointer<Lanes>
  let mask: Int32
  var at: Int32 = 0
  /// Frames written since the lane was restarted: what is older reads as silence.
  var age = SIMD16<Int32>(repeating: 0)

  /// - Parameter longest: the greatest delay in frames. Allocates.
  public init(longest: Int) {
    var size = 16
    while size < longest + 4 { size *= 2 }
    base = .allocate(capacity: size)
    base.initialize(repeating: Lanes(repeating: 0), count: size)
    mask = Int32(size - 1)
  }

  public func deallocate() { base.deallocate() }

  /// The lowest frequency that rings: a longest delay of 1/20 s.
  public static func frames(sampleRate: Float) -> Int { Int(sampleRate / 20) + 4 }

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
    return tactus_read_ring(memory, at, mask, frames, age)
  }
}
