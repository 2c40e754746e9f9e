// Ports of the plugins by what screens show of them. Any thread.
import Controls
import Grids

extension TouchPort {
  /// The index of the port of a macro, from 0.
  public static func macro(_ index: Int) -> Int { Int(TouchPort.macro1.rawValue) + index }
  /// The index of the port of a connection's trim, from 0.
  public static func trim(_ place: Int) -> Int { Int(TouchPort.trim01.rawValue) + place }
  /// The number of connections that have one.
  public static var trimCount: Int { 32 }
}

extension ViewModel {
  /// The value of a port of the Tone Matrix.
  public func value(_ port: ToneMatrixPort) -> Float {
    ports.indices.contains(Int(port.rawValue)) ? ports[Int(port.rawValue)] : port.spec.default
  }

  /// The value of a port of Tactus Scene.
  public func value(_ port: ScenePort) -> Float {
    ports.indices.contains(Int(port.rawValue)) ? ports[Int(port.rawValue)] : port.spec.default
  }

  /// Sets a port by its index. Ports before it that are missing have their defaults.
  public mutating func set(port: Int, to value: Float) {
    guard 0..<1024 ~= port, !(ports.indices.contains(port) && ports[port] == value) else { return }
    while ports.count <= port {
      let index = ports.count
      let usual =
        switch plugin {
        case .touch: TouchPort.at(index)?.spec.default
        case .toneMatrix: ToneMatrixPort.at(index)?.spec.default
        case .scene: ScenePort.at(index)?.spec.default
        }
      ports.append(usual ?? 0)
    }
    ports[port] = value
  }

  /// The number of tracks of the grid up to the last one that is used, at least four.
  public var usedTracks: Int { grid.layerCount }

  // MARK: The clock of a grid

  public var hasOwnClock: Bool { value(ToneMatrixPort.clock) > 0.5 }

  /// Under the host's clock a pause is the silence of all layers in use, because only the host moves its clock.
  public var isHeld: Bool {
    (0..<usedTracks).allSatisfy { ToneMatrixPort.layer($0, .play).map { value($0) < 0.5 } ?? true }
  }

  /// Whether the grid is to be heard when its clock runs.
  public var isPlaying: Bool { hasOwnClock ? Int(value(ToneMatrixPort.transport).rounded()) == 1 : !isHeld }

  /// Plays or pauses the grid.
  public func playOrPause(_ requests: inout [PanelRequest]) {
    if hasOwnClock {
      requests.append(.port(Int(ToneMatrixPort.transport.rawValue), isPlaying ? 2 : 1))
    } else {
      let value: Float = isHeld ? 1 : 0
      for layer in grid.layers.indices {
        guard let port = ToneMatrixPort.layer(layer, .play) else { continue }
        requests.append(.port(Int(port.rawValue), value))
      }
    }
  }
}
