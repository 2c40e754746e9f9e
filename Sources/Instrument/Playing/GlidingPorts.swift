// Ports that reach the voices without a controller: the trims, and the quick controls that bend parameters.
// They come in steps and are smoothed. Audio thread.
import Controls
import Lanes
import Matrix

/// The quick controls of which steps would be heard in a voice, as they are heard.
struct QuickControls {
  var cutoff: Float = 0
  var resonance: Float = 0
  var detune: Float = 0
  var lfoDepth: Float = 0
  var width: Float = 0
}

/// The trims of connections and the quick controls, which follow their ports smoothly.
struct GlidingPorts {
  /// The trims at the next evaluation, for the matrix.
  // A variable, because Swift 6.3 miscompiles writes through a constant pointer under the thread sanitizer.
  private(set) var trims: UnsafeMutablePointer<InlineArray<32, Float>>
  private(set) var quick = QuickControls()
  /// Whether a port has moved, and what is heard has not arrived yet. At rest it costs nothing.
  var isMoving = true
  /// At the last evaluation: the values, and the ports that they approached. The trims, then quick controls.
  private var now = InlineArray<3, Lanes>(repeating: Lanes(repeating: 1))
  private var targets = InlineArray<3, Lanes>(repeating: Lanes(repeating: 1))

  /// - Parameter trims: memory for the trims, freed by its owner.
  init(trims: UnsafeMutablePointer<InlineArray<32, Float>>) { self.trims = trims }

  /// Sets everything to the ports without a glide.
  @_noLocks mutating func jump(_ ports: PortValues, _ wanted: UnsafePointer<InlineArray<32, Float>>) {
    for row in 0..<3 {
      targets[row] = Self.row(row, ports, wanted)
      now[row] = targets[row]
    }
    show(now)
    isMoving = false
  }

  /// Moves by the `elapsed` frames since the last evaluation, and computes the values `ahead` frames from
  /// now.
  @_noLocks mutating func advance(
    _ ports: PortValues, _ wanted: UnsafePointer<InlineArray<32, Float>>, elapsed: Float, ahead: Float,
    sampleRate: Float
  ) {
    if !isMoving { return }
    let passed = Scalar.approach(frames: elapsed, seconds: Program.steps, sampleRate: sampleRate)
    let coming = Scalar.approach(frames: ahead, seconds: Program.steps, sampleRate: sampleRate)
    var next = now
    var farthest: Float = 0
    for row in 0..<3 {
      now[row] += (targets[row] - now[row]) * passed
      targets[row] = Self.row(row, ports, wanted)
      let way = targets[row] - now[row]
      next[row] = now[row] + way * coming
      farthest = max(farthest, max(way.largest, -way.smallest))
    }
    if farthest < 1e-6 { jump(ports, wanted) } else { show(next) }
  }

  @_noLocks private mutating func show(_ values: InlineArray<3, Lanes>) {
    UnsafeMutableRawPointer(trims).storeBytes(of: values[0], as: Lanes.self)
    UnsafeMutableRawPointer(trims).storeBytes(of: values[1], toByteOffset: 64, as: Lanes.self)
    quick.cutoff = values[2][0]
    quick.resonance = values[2][1]
    quick.detune = values[2][2]
    quick.lfoDepth = values[2][3]
    quick.width = values[2][4]
  }

  @_noLocks private static func row(
    _ row: Int, _ ports: PortValues, _ trims: UnsafePointer<InlineArray<32, Float>>
  ) -> Lanes {
    if row < 2 { return UnsafeRawPointer(trims).loadUnaligned(fromByteOffset: 64 * row, as: Lanes.self) }
    var quick = Lanes(repeating: 0)
    quick[0] = ports[.cutoff]
    quick[1] = ports[.resonance]
    quick[2] = ports[.detune]
    quick[3] = ports[.lfoDepth]
    quick[4] = ports[.width]
    return quick
  }
}
