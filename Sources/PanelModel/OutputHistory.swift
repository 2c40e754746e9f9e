// The last samples of the output, of live frames. Any thread.
import RealTime

/// The last samples of an instance's output, for the oscilloscope and the spectrum.
public struct OutputHistory: Equatable, Sendable {
  /// The most samples: 0.17 s at 48 kHz.
  public static var capacity: Int { 8192 }

  /// The newest one is the last. Both channels' mean, 1 is full scale.
  public private(set) var samples: [Float] = []
  /// Samples a second.
  public private(set) var rate: Float = 48_000
  /// Counts the frames that were followed.
  public private(set) var frames: UInt32 = 0
  /// The number of the sample after the last one, as the instance counts them.
  private var next: UInt32 = 0

  public init() {}

  /// Takes up the samples of a live frame, if it has any. Samples that don't continue the last ones replace them.
  public mutating func follow(_ frame: LiveFrameReader) {
    guard let output = frame.output() else { return }
    frames &+= 1
    rate = max(1, output.rate)
    if output.count == 0 {
      samples = []
      return
    }
    if output.first != next { samples.removeAll(keepingCapacity: true) }
    samples.removeFirst(max(0, min(samples.count, samples.count + output.count - Self.capacity)))
    for index in 0..<output.count { samples.append(frame.outputSample(index)) }
    next = output.first &+ UInt32(output.count)
  }
}
