// The samples of the output that an oscilloscope shows. Audio thread, except `init`.
import Lanes

/// The samples of an instance's output since the last live frame, as `LiveSection.output` shows them: the mean of
/// both channels, with at most 50,000 samples a second. Nothing is computed while no window wants them.
public struct OutputSamples: ~Copyable {
  /// The samples in memory, and the most of them in a frame. Blocks of more frames leave a gap.
  @inlinable public static var capacity: Int { @_noLocks get { 4096 } }
  @inlinable public static var limit: Int { @_noLocks get { 2048 } }
  /// The most words of the section in a frame, with its head.
  @inlinable public static var wordCount: Int { @_noLocks get { 3 + limit / 2 } }

  /// The sum of both channels, in a ring.
  private let ring: UnsafeMutablePointer<Float>
  /// The number of samples so far, and of those that were sent.
  private var count = 0
  private var sent = 0
  /// Frames of which a sample is the mean, and what belongs to the next sample: their sum and number.
  private let stride: Int
  private var sum: Float = 0
  private var pending = 0
  private let rate: Float

  /// - Parameter sampleRate: in hertz.
  public init(sampleRate: Double) {
    stride = max(1, Int((sampleRate / 50_000).rounded(.up)))
    rate = Float(sampleRate) / Float(stride)
    ring = .allocate(capacity: Self.capacity)
    ring.initialize(repeating: 0, count: Self.capacity)
  }

  deinit { ring.deallocate() }

  /// Takes up a block.
  @_noLocks public mutating func hear(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ frames: Int
  ) {
    if stride > 1 { return hear(meansOf: left, right, frames) }
    var index = max(0, frames &- Self.capacity)
    count &+= index
    while index < frames {
      let place = count & (Self.capacity &- 1)
      let length = min(frames &- index, Self.capacity &- place)
      let (l, r, target) = (left + index, right + index, ring + place)
      var next = 0
      while next &+ Lanes.width <= length {
        let a = UnsafeRawPointer(l + next).loadUnaligned(as: Lanes.self)
        let b = UnsafeRawPointer(r + next).loadUnaligned(as: Lanes.self)
        UnsafeMutableRawPointer(target + next).storeBytes(of: a + b, as: Lanes.self)
        next &+= Lanes.width
      }
      while next < length {
        target[next] = l[next] + r[next]
        next &+= 1
      }
      count &+= length
      index &+= length
    }
  }

  @_noLocks private mutating func hear(
    meansOf left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ frames: Int
  ) {
    let part = 1 / Float(stride)
    for index in 0..<frames {
      sum += left[index] + right[index]
      pending &+= 1
      if pending < stride { continue }
      ring[count & (Self.capacity &- 1)] = sum * part
      count &+= 1
      (sum, pending) = (0, 0)
    }
  }

  /// Writes the samples since the last frame as a section. Silence is a section without samples, equal each time.
  @_noLocks public mutating func write(_ writer: inout LiveFrameWriter) {
    let length = min(count &- sent, Self.limit) & ~1
    let first = count &- length
    sent = count
    guard writer.begin(.output) else { return }
    var isSilent = true
    for index in first..<first &+ length where ring[index & (Self.capacity &- 1)] != 0 {
      isSilent = false
      break
    }
    if isSilent { return writer.add(outputFrom: 0, rate: rate) }
    writer.add(outputFrom: UInt32(truncatingIfNeeded: first), rate: rate)
    for index in 0..<length / 2 {
      let place = first &+ 2 &* index
      writer.add(
        output: ring[place & (Self.capacity &- 1)] / 2, ring[(place &+ 1) & (Self.capacity &- 1)] / 2)
    }
  }
}
