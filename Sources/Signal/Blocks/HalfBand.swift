// Doubles and halves the sample rate of a signal, one frame at a time. Audio thread.
import Lanes

/// A half-band low-pass of two branches of three all-passes (elliptic; method of L. de Soras, "HIIR", after
/// P. P. Vaidyanathan). At 44.1 kHz and more it attenuates by 100 dB what would alias below 18 kHz, and is
/// flat within 1e−8 dB up to there. Its phase is that of a minimum-phase filter: a few frames of delay, not
/// reported.
///
/// One filter doubles or halves, not both. A frame has one number for each voice or channel.
struct HalfBand<Frame: SIMD> where Frame.Scalar == Float {
  private var evenIn = Frame(repeating: 0)
  private var even0 = Frame(repeating: 0)
  private var even1 = Frame(repeating: 0)
  private var even2 = Frame(repeating: 0)
  private var oddIn = Frame(repeating: 0)
  private var odd0 = Frame(repeating: 0)
  private var odd1 = Frame(repeating: 0)
  private var odd2 = Frame(repeating: 0)

  @inline(__always) mutating func restart(lane: Int) {
    evenIn[lane] = 0
    even0[lane] = 0
    even1[lane] = 0
    even2[lane] = 0
    oddIn[lane] = 0
    odd0[lane] = 0
    odd1[lane] = 0
    odd2[lane] = 0
  }

  /// Two frames at twice the rate, the earlier one first, become one.
  @inline(__always) mutating func halve(_ first: Frame, _ second: Frame) -> Frame {
    (even(second) + odd(first)) * 0.5
  }

  /// One frame becomes two at twice the rate.
  @inline(__always) mutating func double(_ frame: Frame) -> (first: Frame, second: Frame) {
    (even(frame), odd(frame))
  }

  /// First-order all-passes y = c(x − y₁) + x₁, in a row.
  @inline(__always) private mutating func even(_ x: Frame) -> Frame {
    let a = (x - even0) * 0.041_451_595 + evenIn
    evenIn = x
    let b = (a - even1) * 0.315_656_805 + even0
    even0 = a
    let c = (b - even2) * 0.687_541_399 + even1
    even1 = b
    even2 = c
    return c
  }

  @inline(__always) private mutating func odd(_ x: Frame) -> Frame {
    let a = (x - odd0) * 0.155_103_569 + oddIn
    oddIn = x
    let b = (a - odd1) * 0.497_702_307 + odd0
    odd0 = a
    let c = (b - odd2) * 0.888_648_949 + odd1
    odd1 = b
    odd2 = c
    return c
  }
}
