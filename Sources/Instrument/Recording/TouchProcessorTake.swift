// Where a take of the instrument begins and ends. Audio thread.
import Controls
import Lanes
import Loops
import Music
import RealTime
import Touch

extension TouchProcessor {
  /// Begins or ends a take if one is asked for. Must be called at the start of a block, when its patch and
  /// ports are set.
  @_noLocks public mutating func serveTake() {
    let asked = take.asked()
    if take.isWriting {
      if asked != take.number { take.end(at: frame) }
      return
    }
    take.expect(asked != 0)
    // The restart of the instrument restarts motion, so while the timeline rolls it waits for its next jump.
    if transport.speed == 0 { beginTake(timeline: nil) }
  }

  /// Begins the take that is asked for, if nothing is heard.
  /// - Parameter timeline: the timeline's own frame, if it rolls from here.
  /// - Returns: whether it has begun. Then the host's position has been handled again.
  @_noLocks @discardableResult mutating func beginTake(timeline: Int64?) -> Bool {
    guard take.isAwaited, take.isSilent(sampleRate: sampleRate), voices.table.sounding == 0, liveTouches == 0,
      looper.revision == 0 || looper.isComplete
    else { return false }
    var position = sources.hostPosition(at: frame)
    position?.frame = timeline
    begin(take.asked(), position)
    return true
  }

  /// Restarts the instrument and writes all that its sound depends on from here.
  @_noLocks private mutating func begin(_ asked: UInt32, _ position: Transport?) {
    clock = ControlClock()
    take.begin(asked, sampleRate: sampleRate, revision: patch.pointee.revision)
    if hostAutomation.isWanted { take.recordAutomation() }
    for index in 0..<TouchPort.count where TouchPort.isControlInput(index) {
      take.record(port: UInt32(index), ports.value(at: index), at: 0)
    }
    reset()
    if looper.revision != 0 { recordLoops() }
    for index in 0..<SentValues.count where !load.sent.value(index).isNaN { recordSent(index) }
    recordBaseChanges()
    if midi.zones.mode != .off {
      record(midi.zones.lower, manager: MPEZones.lowerManager, member: MPEZones.lowerManager + 1)
      record(midi.zones.upper, manager: MPEZones.upperManager, member: MPEZones.upperManager - 1)
    }
    if midi.tunings.isMastered { take.recordMaster(at: 0) }
    if let position { handle(position) }
  }

  /// A zone stays over a restart. Here it is the messages that make it.
  @_noLocks private mutating func record(_ zone: MPEZone, manager: UInt8, member: UInt8) {
    if zone.members == 0 { return }
    record(parameter: 6, Float(zone.members), channel: manager)
    record(parameter: 0, zone.memberRange, channel: member)
    record(parameter: 0, zone.managerRange, channel: manager)
  }

  /// A registered parameter: its selection, its value, and that none is selected, as after a restart.
  @_noLocks private mutating func record(parameter: UInt8, _ value: Float, channel: UInt8) {
    let whole = Scalar.floor(value)
    take.record(controller: 101, 0, channel: channel, at: 0)
    take.record(controller: 100, parameter, channel: channel, at: 0)
    take.record(controller: 6, UInt8(whole), channel: channel, at: 0)
    let hundredths = UInt8(min(Scalar.floor((value - whole) * 100 + 0.5), 99))
    take.record(controller: 38, hundredths, channel: channel, at: 0)
    take.record(controller: 101, 127, channel: channel, at: 0)
    take.record(controller: 100, 127, channel: channel, at: 0)
  }

  /// Records that the looper has its present layers from here. They must have been handed out.
  @_noLocks public mutating func recordLoops() { take.record(loopsRevision: looper.revision, at: frame) }

  /// Records a message of MIDI that is handled next.
  @_noLocks public mutating func record(midi bytes: UnsafeRawBufferPointer) {
    take.record(midi: bytes, at: frame)
  }

  /// Records a note, as three bytes of MIDI, that is handled next.
  @_noLocks public mutating func record(note: (UInt8, UInt8, UInt8)) { take.record(note: note, at: frame) }
}
