// Requests to the host to move the knobs of the Tone Matrix to what buttons of pads have set. Audio thread, except
// `init`.
import CLV2
import Controls
import LV2
import ToneMatrix

/// The requests of one instance. Nothing holds beside a port: the host's answer is the value that the port has already.
struct GridPortRequests {
  private static var count: Int { @_noLocks get { 4 } }

  /// The ports that buttons set.
  @_noLocks private static func port(_ index: Int) -> ToneMatrixPort {
    switch index {
    case 0: .editLayer
    case 1: .fillIn
    case 2: .section
    default: .transport
    }
  }

  /// The host's feature, or nil: the host moves no knobs.
  private let host: UnsafeMutablePointer<Tactus_Port_Request>?
  /// The LV2 indices of these ports.
  private var indices = InlineArray<4, UInt32>(repeating: 0)
  /// The value of each port at the end of the last block, or NaN before the first.
  private var last = InlineArray<4, Float>(repeating: .nan)

  /// - Parameters:
  ///   - isSeparate: whether the plugin has separate outputs for layers and lights.
  ///   - host: the host's feature.
  init(isSeparate: Bool, host: UnsafeMutablePointer<Tactus_Port_Request>?) {
    self.host = host
    for index in 0..<Self.count {
      indices[index] = ToneMatrixPort.index(of: Self.port(index).rawValue, separate: isSeparate)
    }
  }

  /// Requests the values that the host doesn't show. Called at the end of each block.
  /// - Parameters:
  ///   - hostBits: the bits of the host's values, by the raw value of the port.
  ///   - processor: has the values in use.
  @_noLocks mutating func ask(
    _ hostBits: UnsafeMutablePointer<UInt32>, _ processor: borrowing ToneMatrixProcessor
  ) {
    guard let host else { return }
    for index in 0..<Self.count {
      let value = processor.value(Self.port(index))
      if value == last[index] { continue }
      last[index] = value
      let shown = Float(bitPattern: hostBits[Int(Self.port(index).rawValue)])
      if shown != value, !shown.isNaN { tactus_request_port(host, indices[index], value) }
    }
  }
}
