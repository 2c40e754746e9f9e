// The controllers of sixteen voices: passes the values of fingers, keys and ports to the matrix.
// Audio thread.
import Controls
import Lanes
import Matrix
import Music
import RealTime
import Touch

/// The controllers' natural values, and the state that updating them needs.
struct VoiceControllers {
  var values = ControllerValues()
  /// 1 in the lanes with a touch or key that is down.
  var down = Lanes(repeating: 0)
  /// Whether the controllers of touches must be copied, even if they did not change.
  var touchesChanged = true
  /// Whether ports, channels or voices have changed since the last update.
  var portsChanged = true
  /// The version of the sources at the last copy.
  private var seen: UInt64 = 0
  private var beganAt = InlineArray<16, Int64>(repeating: 0)
  /// The offset of the timbre, half the value of the port *Brightness*.
  private var brightness: Float = 0

  @_noLocks init() {}

  /// Begins a voice on `lane`: sets the values of its beginning, and puts all other controllers of a touch at
  /// rest.
  @_noLocks mutating func start(lane: Int, pitch: Float, velocity: Float, random: Float, frame: Int64) {
    touchesChanged = true
    portsChanged = true
    beganAt[lane] = frame
    values.serials[lane] = 0
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

  /// Sets the distance of a finger's pitch from the pitch at which its voice began.
  /// - Parameter range: the distance in semitones that gives 1.
  @_noLocks mutating func bend(lane: Int, pitch: Float, range: Float) {
    let beginning = values[.touchNote][lane] * 127
    set(.touchBend, lane, min(max((pitch - beginning) / max(range, 1e-3), -1), 1))
  }

  /// Copies the values of fingers, keys and ports. A lane with an ended touch keeps its values.
  /// - Parameters:
  ///   - sources: by pointer: Swift 6.3 copies them while another part of their owner changes.
  ///   - common: the values of controllers that are the same for all voices, `Controller.count` of them.
  ///   - voices: the sixteen voices.
  @_noLocks mutating func update(
    _ sources: UnsafePointer<ControllerSources>, common: UnsafePointer<Float>, _ voices: UnsafePointer<Voice>,
    ports: PortValues, frame: Int64, sampleRate: Float
  ) {
    values.setShared(common)
    let isTurned = 0.5 * ports[.brightness] != brightness
    brightness = 0.5 * ports[.brightness]
    let hasMoved = touchesChanged || isTurned || sources.pointee.version != seen
    if isTurned { portsChanged = true }
    down = Lanes(repeating: 0)
    for lane in 0..<Lanes.width where voices[lane].state == .held {
      down[lane] = 1
      switch voices[lane].owner {
      case .touch(let slot):
        if hasMoved {
          copy(sources.pointee, slot: slot, lane: lane)
          brighten(lane)
        }
      case .note where voices[lane].slot >= 0:
        if hasMoved || portsChanged {
          copy(sources.pointee, note: voices + lane, lane: lane)
          brighten(lane)
        }
      case .note:
        if portsChanged {
          copy(voices + lane, ports, lane)
          brighten(lane)
        }
      case .none: break
      }
      set(.touchAge, lane, Float(frame - beganAt[lane]) / sampleRate)
    }
    touchesChanged = false
    portsChanged = false
    seen = sources.pointee.version
  }

  /// Plays a voice as if its touch were higher or lower.
  @_noLocks private mutating func brighten(_ lane: Int) {
    if brightness == 0 { return }
    set(.touchTimbre, lane, min(max(values[.touchTimbre][lane] + brightness, 0), 1))
  }

  /// Copies all controllers of the touch in a slot to a lane.
  @_noLocks mutating func copy(_ sources: borrowing ControllerSources, slot: Int, lane: Int) {
    let age = values[.touchAge][lane]
    Self.copy(sources, slot: slot, lane: lane, into: &values)
    // The age is the voice's own, because a mono voice is older than the touch that it follows.
    set(.touchAge, lane, age)
  }

  /// Copies all controllers of the touch in a slot to a lane of some values.
  @_noLocks static func copy(
    _ sources: borrowing ControllerSources, slot: Int, lane: Int, into values: inout ControllerValues
  ) {
    values.setLane(
      lane, from: .touchX, to: .touchVertexAngle, sources.touch.column(.touchX, slot: slot),
      stride: TouchValues.stride)
    values.setLane(
      lane, from: .touchStartX, to: .touchAngleToToken4, sources.touch.column(.touchStartX, slot: slot),
      stride: TouchValues.stride)
    let nearest = Controller.touchDistanceToNearestToken
    values.serials[lane & 15] = sources.touches.touches[slot].serial
    values.setLane(
      lane, from: nearest, to: .touchAngleToNearestToken, sources.touch.column(nearest, slot: slot),
      stride: TouchValues.stride)
  }

  /// Copies all controllers of an MPE note to a lane: those of its touch and those of the note.
  @_noLocks mutating func copy(_ sources: borrowing ControllerSources, note: UnsafePointer<Voice>, lane: Int)
  {
    copy(sources, slot: note.pointee.slot, lane: lane)
    copy(note, lane, timbre: 0.5, pressure: 0)
  }

  /// Sets the touch controllers of a plain key: from MIDI if it sends them, else from the ports, because a
  /// key has no finger.
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
  ///   - timbre, pressure: used while MIDI has sent none; nil: the previous value stays.
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
