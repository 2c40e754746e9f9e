// Requests to the host to move its knobs to sent values. Audio thread, except `init` and `set`.
import CLV2
import Controls
import Instrument
import LV2

/// The requests of one instance. A port change that answers a request doesn't end the sent value; any other
/// change does.
struct PortRequests {
  /// Requests a second at most for each port.
  private static var rate: Double { 20 }

  /// Nil: the host moves no knobs.
  private let host: UnsafeMutablePointer<Tactus_Port_Request>?
  /// The last request for each port; NaN: none.
  private var asked = SentValues()
  private var period: Int
  private var wait = 0

  /// - Parameter host: the host's feature.
  init(sampleRate: Double, host: UnsafeMutablePointer<Tactus_Port_Request>?) {
    self.host = host
    period = Int(sampleRate / Self.rate)
  }

  /// Counts at another rate from now on.
  mutating func set(sampleRate: Double) { (period, wait) = (Int(sampleRate / Self.rate), 0) }

  /// Requests the values that the host doesn't show yet. Called at the end of each block.
  @_noLocks mutating func ask(_ sent: SentValues, _ frames: Int) {
    guard let host else { return }
    wait -= frames
    if wait > 0 { return }
    wait = period
    for index in 0..<SentValues.count {
      let value = sent.value(index)
      if value.bitPattern == asked.value(index).bitPattern { continue }
      asked.set(index, value)
      if !value.isNaN { tactus_request_port(host, UInt32(SentValues.port(index).rawValue), value) }
    }
  }

  /// Whether a port change answers a request.
  @_noLocks func isAnswer(_ port: TouchPort, _ value: Float) -> Bool {
    guard host != nil, let index = SentValues.index(of: port) else { return false }
    return asked.value(index) == value
  }
}

extension PluginFeatures {
  /// The host's feature for moving its knobs, under either name of the extension, or nil.
  var portRequest: UnsafeMutablePointer<Tactus_Port_Request>? {
    (data(of: "http://kxstudio.sf.net/ns/lv2ext/control-input-port-change-request")
      ?? data(of: "http://kx.studio/ns/lv2ext/control-input-port-change-request"))?
      .assumingMemoryBound(to: Tactus_Port_Request.self)
  }
}
