// Controllers of sixteen voices and of the group: from fingers, keys and ports to the matrix. Audio thread.
import Controls
import Lanes
import Matrix
import RealTime
import Touch

/// The controllers' natural values and what is needed to bring them up to date.
struct Hands {
  var values = ControllerValues()
  /// 1 in the lanes whose touch or key is down.
  var down = Lanes(repeating: 0)
  /// Set when touches have changed since the last update.
  var touchesChanged = true
  /// Set when ports, channels or voices have changed since the last update.
  var portsChanged = true
  private var relations = InlineArray<16, TouchRelations>(repeating: TouchRelations())
  private var beganAt = InlineArray<16, Int64>(repeating: 0)

  @_noLocks init() {}

  /// A voice begins on `lane`: what it knows of its beginning is set.
  @_noLocks mutating func start(lane: Int, pitch: Float, velocity: Float, random: Float, frame: Int64) {
    touchesChanged = true
    portsChanged = true
    relations[lane] = TouchRelations()
    beganAt[lane] = frame
    set(.touchNote, lane, pitch / 127)
    set(.touchVelocity, lane, velocity)
    set(.touchRandom, lane, random)
    set(.touchBend, lane, 0)
  }

  @_noLocks mutating func set(_ controller: Controller, _ lane: Int, _ value: Float) {
    values[controller][lane] = value
  }

  /// Takes over what fingers, keys and ports say now. A lane whose touch has ended keeps its values.
  /// - Parameter voices: sixteen of them.
  @_noLocks mutating func update(
    _ touches: borrowing TouchTable, group: GroupRelations, _ voices: UnsafePointer<Voice>, ports: PortValues,
    channels: InlineArray<16, ChannelState>, frame: Int64, sampleRate: Float
  ) {
    down = Lanes(repeating: 0)
    for lane in 0..<Lanes.width where voices[lane].state == .held {
      down[lane] = 1
      switch voices[lane].owner {
      case .touch(let slot): follow(touches, slot, lane)
      case .note(let channel, _): if portsChanged { follow(channels[Int(channel)], ports, lane) }
      case .nobody: break
      }
      set(.touchAge, lane, Float(frame - beganAt[lane]) / sampleRate)
    }
    if !touchesChanged && !portsChanged { return }
    touchesChanged = false
    portsChanged = false
    takeGroup(group, ports)
    for index in Int(Controller.macro1.rawValue)...Int(Controller.macro8.rawValue) { takePort(index, ports) }
    for index in Int(Controller.motionPitch.rawValue)...Int(Controller.motionAccelZ.rawValue) {
      takePort(index, ports)
    }
  }

  @_noLocks private mutating func follow(_ touches: borrowing TouchTable, _ slot: Int, _ lane: Int) {
    guard touchesChanged else { return }
    touches.update(&relations[lane], slot: slot)
    let touch = touches.touches[slot]
    set(.touchX, lane, touch.x)
    set(.touchY, lane, touch.y)
    set(.touchTimbre, lane, touch.y)
    set(.touchPressure, lane, touch.pressure)
    set(.touchRadius, lane, touch.radius)
    let now = relations[lane]
    set(.touchDistanceToCenter, lane, now.distanceToCenter)
    set(.touchAngleToCenter, lane, now.angleToCenter)
    set(.touchDistanceFromStart, lane, now.distanceFromStart)
    set(.touchAngleFromStart, lane, now.angleFromStart)
    set(.touchDistanceToPrevious, lane, now.distanceToPrevious)
    set(.touchAngleToPrevious, lane, now.angleToPrevious)
    set(.touchDistanceToNearest, lane, now.distanceToNearest)
  }

  /// A key has no finger: its touch controllers are the ports', but for what MIDI says itself.
  @_noLocks private mutating func follow(_ channel: ChannelState, _ ports: PortValues, _ lane: Int) {
    for index in Int(Controller.touchX.rawValue)...Int(Controller.touchVertexAngle.rawValue) {
      guard let controller = Controller.at(index), controller != .touchAge else { continue }
      set(controller, lane, ports[Self.port(index)])
    }
    if let timbre = channel.timbre { set(.touchTimbre, lane, timbre) }
    if let pressure = channel.pressure { set(.touchPressure, lane, pressure) }
    set(.midiBend, lane, channel.bend)
    set(.midiPressure, lane, channel.pressure ?? 0)
    set(.midiModulation, lane, channel.modulation)
  }

  @_noLocks private mutating func takeGroup(_ group: GroupRelations, _ ports: PortValues) {
    for index in Int(Controller.groupCount.rawValue)...Int(Controller.groupAxisAngle.rawValue) {
      takePort(index, ports)
    }
    // While no hand is on the surface, the ports are the group.
    if group.count == 0 { return }
    spread(.groupCount, group.count)
    spread(.groupCentroidX, group.centroidX)
    spread(.groupCentroidY, group.centroidY)
    spread(.groupCentroidDistance, group.centroidDistance)
    spread(.groupWidth, group.width)
    spread(.groupHeight, group.height)
    spread(.groupSpread, group.spread)
    spread(.groupPairMean, group.pairMean)
  }

  @_noLocks private mutating func takePort(_ index: Int, _ ports: PortValues) {
    if let controller = Controller.at(index) { spread(controller, ports[Self.port(index)]) }
  }

  @_noLocks private mutating func spread(_ controller: Controller, _ value: Float) {
    values[controller] = Lanes(repeating: value)
  }

  /// Controllers with ports stand in the ports' order.
  @_noLocks private static func port(_ index: Int) -> TouchPort {
    TouchPort.at(Int(TouchPort.macro1.rawValue) + index) ?? .macro1
  }
}
