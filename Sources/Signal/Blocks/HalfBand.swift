// Doubles and halves the sample rate of a signal, one frame at a time. Audio thread.
import Lanes

/// A half-band low-pass of two branches of three all-passes (elliptic; method of L. de Soras, "HIIR", after
/// P. P. Vaidyanathan). At 44.1 kHz and more it attenuates by 100 dB what would alias below 18 kHz, and is
/// flat within 1e−8 dB up to there. Its phase is that of a minimum-phase filter: a few frames of delay, not
/// reported.
///
/// One filter doubles or halves, not both. A frame has one number for each voice or channel.
struct HalfBand<Frame: SIMD> where Frame.Scalar == Float {
  private var even = AllPasses<Frame>()
  private var odd = AllPasses<Frame>()

  @inline(__always) mutating func restart(lane: Int) {
    even.restart(lane: lane)
    odd.restart(lane: lane)
  }

  /// Two frames at twice the rate, the earlier one first, become one.
  @inline(__always) mutating func halve(_ first: Frame, _ second: Frame) -> Frame {
    (evenBranch(second) + oddBranch(first)) * 0.5
  }

  /// One frame becomes two at twice the rate.
  @inline(__always) mutating func double(_ frame: Frame) -> (first: Frame, second: Frame) {
    (evenBranch(frame), oddBranch(frame))
  }

  @inline(__always) private mutating func evenBranch(_ x: Frame) -> Frame {
    even.process(x, 0.041_451_595, 0.315_656_805, 0.687_541_399)
  }

  @inline(__always) private mutating func oddBranch(_ x: Frame) -> Frame {
    odd.process(x, 0.155_103_569, 0.497_702_307, 0.888_648_949)
  }
}

/// Three first-order all-passes in a row: y = c(x − y₁) + x₁.
private struct AllPasses<Frame: SIMD> where Frame.Scalar == Float {
  private var last = Frame(repeating: 0)
  private var first = Frame(repeating: 0)
  private var second = Frame(repeating: 0)
  private var third = Frame(repeating: 0)

  @inline(__always) mutating func restart(lane: Int) {
    last[lane] = 0
    first[lane] = 0
    second[lane] = 0
    third[lane] = 0
  }

  @inline(__always) mutating func process(
    _ x: Frame, _ one: Float, _ two: Float, _ three: Float
  ) -> Frame {
    let a = (x - first) * one + last
    last = x
    let b = (a - second) * two + first
    first = a
    let c = (b - third) * three + second
    second = b
    third = c
    return c
  }
}
