// The controls that the ports of a host move in one Pd: addresses and ranges. Audio thread, except `init`.
import Lanes
import SceneFiles

/// Up to sixteen numbers of a patch, in memory that the audio thread may read.
struct ControlTable: ~Copyable {
  private struct Row {
    var address: UnsafeMutablePointer<UInt8>
    var count = 0
    var low: Float = 0
    var high: Float = 1
    var isLogarithmic = false
    var steps: Float = 0
    /// The position when the patch has been loaded.
    var start: Float = 0
  }

  private let rows: UnsafeMutablePointer<Row>
  let count: Int

  init(_ controls: [SceneControl]) {
    count = min(controls.count, SceneSidecar.controlLimit)
    rows = .allocate(capacity: max(1, count))
    for (index, control) in controls.prefix(count).enumerated() {
      let bytes = control.address.prefix(255)
      let address = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
      for (place, byte) in bytes.enumerated() { address[place] = byte }
      (rows + index).initialize(
        to: Row(
          address: address, count: bytes.count, low: control.range.low, high: control.range.high,
          isLogarithmic: control.range.isLogarithmic, steps: Float(control.steps),
          start: control.range.position(of: control.value)))
    }
  }

  deinit {
    for index in 0..<count { rows[index].address.deallocate() }
    rows.deallocate()
  }

  /// The name in the patch, and its length; 0: there is no such control.
  @_noLocks func address(_ index: Int) -> (UnsafePointer<UInt8>, Int) {
    index < count
      ? (UnsafePointer(rows[index].address), rows[index].count) : (UnsafePointer(bitPattern: 1)!, 0)
  }

  /// The port's position when the patch has been loaded.
  @_noLocks func start(_ index: Int) -> Float { index < count ? rows[index].start : 0 }

  /// The number at a port's position, as `SceneControl.value(at:)` has it.
  @_noLocks func value(_ index: Int, at position: Float) -> Float {
    guard index < count else { return 0 }
    let row = rows[index]
    let part = min(max(position, 0), 1)
    if row.steps > 0 {
      let step = Float(Int(part * row.steps + 0.5)) / row.steps
      return row.low + step * (row.high - row.low)
    }
    if !row.isLogarithmic { return row.low + part * (row.high - row.low) }
    return row.low * Scalar.exp2(part * Scalar.log2(row.high / row.low))
  }
}
