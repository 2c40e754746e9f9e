// Controllers of sixteen voices: from fingers, keys and ports to the matrix. Audio thread.
import Controls
import Lanes
import Matrix
import RealTime
import Touch

/// The controllers' natural values and what is needed to bring them up to date.
struct VoiceControllers {
  var values = ControllerValues()
  /// 1 in the lanes whose touch or key is down.
  var down = Lanes(repeating: 0)
  /// Set when what touches supply is to be copied, whether it changed or not.
  var touchesChanged = true
  /// Set when ports, channels or voices have changed since the last update.
  var portsChanged = true
  /// The version of the sources that was copied last.
  private var seen: UInt64 = 0
  private var beganAt = InlineArray<16, Int64>(repeating: 0)

  @_noLocks init() {}

  /// A voice begins on `lane`: what it knows of its beginning is set, everything else of a touch is at rest.
  @_noLocks mutating func start(lane: Int, pitch: Float, velocity: Float, random: Float, frame: Int64) {
    touchesChanged = true
    portsChanged = true
    beganAt[lane] = frame
    for index in 0..<Controller.count {
      guard let controller = Controller.at(index), controller.category == .touch else { continue }
      set(controller, lane, controller.spec.rest)
    }
    set(.touchNote, lane, pitch / 127)
    set(.touchVelocity, lane, velocity)
    set(.touchRandom, lane, random)
  }

  @_noLocks mutating func set(_ controller: Controller, _ lane: Int, _ value: Float) {
    values.set(controller, lane: lane, value)
  }

  /// How far a finger's pitch is from where its voice began.
  /// - Parameter range: semitones that are 1.
  @_noLocks mutating func bend(lane: Int, pitch: Float, range: Float) {
    let beginning = values[.touchNote][lane] * 127
    set(.touchBend, lane, min(max((pitch - beginning) / max(range, 1e-3), -1), 1))
  }

  /// Copies the values of fingers, keys and ports. A lane whose touch has ended keeps its values.
  /// - Parameters:
  ///   - common: what all voices see alike, `Controller.count` of them.
  ///   - voices: sixteen of them.
  @_noLocks mutating func update(
    _ sources: borrowing ControllerSources, common: UnsafePointer<Float>, _ voices: UnsafePointer<Voice>,
    ports: PortValues, frame: Int64, sampleRate: Float
  ) {
    values.setShared(common)
    let hasMoved = touchesChanged || sources.version != seen
    down = Lanes(repeating: 0)
    for lane in 0..<Lanes.width where voices[lane].state == .held {
      down[lane] = 1
      switch voices[lane].owner {
      case .touch(let slot): if hasMoved { copy(sources, slot: slot, lane: lane) }
      case .note where voices[lane].slot >= 0:
        if hasMoved || portsChanged { copy(sources, note: voices + lane, lane: lane) }
      case .note: if portsChanged { copy(voices + lane, ports, lane) }
      case .none: break
      }
      set(.touchAge, lane, Float(frame - beganAt[lane]) / sampleRate)
    }
    touchesChanged = false
    portsChanged = false
    seen = sources.version
  }

  /// Copies all that the touch in a slot supplies to a lane.
  @_noLocks mutating func copy(_ sources: borrowing ControllerSources, slot: Int, lane: Int) {
    let age = values[.touchAge][lane]
    values.setLane(
      lane, from: .touchX, to: .touchVertexAngle, sources.touch.column(.touchX, slot: slot),
      stride: TouchValues.stride)
    values.setLane(
      lane, from: .touchStartX, to: .touchAngleToToken4, sources.touch.column(.touchStartX, slot: slot),
      stride: TouchValues.stride)
    // The voice's own: in mono it is older than the touch that it follows.
    set(.touchAge, lane, age)
  }

  /// Copies all that an MPE note supplies to a lane: as a touch, and as a note.
  @_noLocks mutating func copy(_ sources: borrowing ControllerSources, note: UnsafePointer<Voice>, lane: Int)
  {
    copy(sources, slot: note.pointee.slot, lane: lane)
    copy(note, lane, timbre: 0.5, pressure: 0)
  }

  /// A plain key has no finger: its touch controllers are the ports', except those that MIDI sends.
  @_noLocks private mutating func copy(
    _ note: UnsafePointer<Voice>, _ ports: PortValues, _ lane: Int
  ) {
    for index in Int(Controller.touchX.rawValue)...Int(Controller.touchVertexAngle.rawValue) {
      guard let controller = Controller.at(index), controller != .touchAge else { continue }
      set(controller, lane, ports[TouchPort.at(Int(TouchPort.macro1.rawValue) + index) ?? .macro1])
    }
    copy(note, lane, timbre: nil, pressure: nil)
  }

  /// Copies the MIDI controllers of a note.
  /// - Parameters:
  ///   - timbre, pressure: count where MIDI sent none; nil: what was there.
  @_noLocks private mutating func copy(
    _ note: UnsafePointer<Voice>, _ lane: Int, timbre: Float?, pressure: Float?
  ) {
    let heard = note.pointee.heard
    if let timbre = heard.timbre ?? timbre { set(.touchTimbre, lane, timbre) }
    if let pressure = heard.pressure ?? pressure { set(.touchPressure, lane, pressure) }
    set(.touchBend, lane, heard.bend)
    set(.midiBend, lane, heard.bend)
    set(.midiPressure, lane, heard.pressure ?? 0)
    set(.midiModulation, lane, heard.modulation)
  }
}
