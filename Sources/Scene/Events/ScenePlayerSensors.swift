// Sensors of the device and the host's timeline to the patch. Audio thread.
import Controls
import Lanes
import RealTime
import Touch

extension ScenePlayer {
  /// Keeps what a sensor says until a tick tells it.
  @_noLocks mutating func hear(_ motion: SurfaceEvent.MotionView) {
    guard let sensor = motion.sensor else { return }
    let index = Int(sensor.number)
    var value = events.values[index]
    if motion.x.isFinite { value.x = motion.x }
    if motion.y.isFinite { value.y = motion.y }
    if motion.z.isFinite { value.z = motion.z }
    events.values[index] = value
    events.fresh |= 1 << UInt16(truncatingIfNeeded: index)
    events.freshMotion |= 1 << UInt16(truncatingIfNeeded: index)
  }

  /// Sends the sensors that are on and due, and those that the scene has requested.
  @_noLocks mutating func tellSensors() {
    guard let stream else { return }
    let turn = 2 * Float.pi
    tell(.accelerate, .acceleration, "#accelerate", 3, 1)
    tell(.gyro, .gyroscope, "#gyro", 3, turn)
    tell(.magnet, .magnet, "#magnet", 3, 1)
    if isDue(.compass, .heading) { tellCompass() }
    if isDue(.location, .location) { tellPlace() }
    let isPlaced = stream.pointee.requests.on & SceneSensor.location.bit != 0
    tellMore(.speed, "#speed", isPlaced)
    tellMore(.altitude, "#altitude", isPlaced)
    tellMotion()
    stream.pointee.requests.asked = 0
  }

  /// Whether a sensor is to be told now.
  @_noLocks private mutating func isDue(_ sensor: SceneSensor, _ source: MotionSensor) -> Bool {
    guard let requests = stream?.pointee.requests, !events.values[Int(source.number)].x.isNaN else {
      return false
    }
    if requests.asked & sensor.bit != 0 { return true }
    guard requests.on & ~requests.quiet & sensor.bit != 0 else { return false }
    let period = Int(sampleRate / requests.rates[sensor.number])
    guard position - events.told[sensor.number] >= period else { return false }
    return events.fresh & Self.bit(source) != 0
  }

  @_noLocks private static func bit(_ source: MotionSensor) -> UInt16 {
    1 << UInt16(truncatingIfNeeded: source.number)
  }

  @_noLocks private mutating func note(_ sensor: SceneSensor, _ source: MotionSensor) {
    events.told[sensor.number] = position
    events.fresh &= ~Self.bit(source)
  }

  /// Sends the numbers of a sensor as a list.
  @_noLocks private mutating func tell(
    _ sensor: SceneSensor, _ source: MotionSensor, _ receiver: StaticString, _ count: Int, _ factor: Float
  ) {
    guard isDue(sensor, source) else { return }
    note(sensor, source)
    events.writer.begin(receiver)
    let value = events.values[Int(source.number)]
    for axis in 0..<count { events.writer.add(value[axis].isNaN ? 0 : value[axis] * factor) }
    sendWritten()
  }

  /// Degrees clockwise from north, if they have changed by as much as the scene wants.
  @_noLocks private mutating func tellCompass() {
    let heading = events.values[Int(MotionSensor.heading.number)].x
    let degrees = (heading - Scalar.floor(heading)) * 360
    var change = (degrees - events.heading).magnitude
    if change > 180 { change = 360 - change }
    let isAsked = (stream?.pointee.requests.asked ?? 0) & SceneSensor.compass.bit != 0
    note(.compass, .heading)
    if !isAsked, let least = stream?.pointee.requests.degrees, change < least { return }
    events.heading = degrees
    events.writer.begin("#compass")
    events.writer.add(degrees)
    sendWritten()
  }

  /// The place, if it has moved as far as the scene wants. A degree of latitude has 111,195 m.
  @_noLocks private mutating func tellPlace() {
    let value = events.values[Int(MotionSensor.location.number)]
    let narrow = Scalar.sine(turns: value.x / 360 + 0.25)
    let (north, east) = ((value.x - events.place.x) * 111_195, (value.y - events.place.y) * 111_195 * narrow)
    let isAsked = (stream?.pointee.requests.asked ?? 0) & SceneSensor.location.bit != 0
    note(.location, .location)
    let moved = Scalar.squareRoot(north * north + east * east)
    if !isAsked, let least = stream?.pointee.requests.metres, moved < least { return }
    events.place = SIMD2(value.x, value.y)
    events.writer.begin("#loc")
    for axis in 0..<3 { events.writer.add(value[axis].isNaN ? 0 : value[axis]) }
    sendWritten()
  }

  /// Speed and course, or altitude and accuracy: each message of the device, while the place is on.
  @_noLocks private mutating func tellMore(
    _ source: MotionSensor, _ receiver: StaticString, _ isOn: Bool
  ) {
    guard events.fresh & Self.bit(source) != 0 else { return }
    events.fresh &= ~Self.bit(source)
    guard isOn else { return }
    let value = events.values[Int(source.number)]
    events.writer.begin(receiver)
    for axis in 0..<2 { events.writer.add(value[axis].isNaN ? 0 : value[axis]) }
    sendWritten()
  }

  /// `#motion` with what is known of attitude, rotation, gravity and the acceleration without gravity.
  @_noLocks private mutating func tellMotion() {
    guard let requests = stream?.pointee.requests else { return }
    let isAsked = requests.asked & SceneSensor.motion.bit != 0
    if !isAsked {
      let period = Int(sampleRate / requests.rates[SceneSensor.motion.number])
      guard requests.on & ~requests.quiet & SceneSensor.motion.bit != 0, events.freshMotion & 0b11110 != 0,
        position - events.told[SceneSensor.motion.number] >= period
      else { return }
    }
    events.told[SceneSensor.motion.number] = position
    let turn = 2 * Float.pi
    let gravity = events.values[Int(MotionSensor.gravity.number)]
    tellMotion("attitude", events.values[Int(MotionSensor.attitude.number)] * turn)
    tellMotion("rotation", events.values[Int(MotionSensor.gyroscope.number)] * turn)
    tellMotion("gravity", gravity)
    tellMotion("user", events.values[Int(MotionSensor.acceleration.number)] - gravity)
    events.freshMotion = 0
  }

  @_noLocks private mutating func tellMotion(_ word: StaticString, _ value: SIMD4<Float>) {
    if value.x.isNaN || value.y.isNaN || value.z.isNaN { return }
    events.writer.begin("#motion")
    events.writer.add(word)
    for axis in 0..<3 { events.writer.add(value[axis]) }
    sendWritten()
  }

  // MARK: The timeline

  /// The host's timeline from this frame on. Its starts, stops and tempos are told at once.
  @_noLocks public mutating func handle(_ transport: Transport) {
    events.sources.update(transport, frame: Int64(position))
    let isRolling = (events.sources.hostPosition(at: Int64(position))?.speed ?? 0) != 0
    if isRolling != events.isRolling {
      events.isRolling = isRolling
      events.writer.begin("#transport")
      events.writer.add("play")
      events.writer.add(isRolling ? 1 : 0)
      sendWritten()
    }
    if events.sources.tempo != events.tempo {
      events.tempo = events.sources.tempo
      events.writer.begin("#transport")
      events.writer.add("tempo")
      events.writer.add(events.tempo)
      sendWritten()
    }
  }

  /// Sends a new scene the earlier state.
  @_noLocks mutating func tellState() {
    (events.isRolling, events.tempo) = (false, 0)
    events.toldTime = SIMD4(repeating: .nan)
    events.pads = 0
    if events.sources.hostPosition(at: Int64(position)) != nil { handle(Transport()) }
  }

  /// `tactus-time`: the beat and the bar at the tick's first frame, the tempo, and whether it rolls.
  @_noLocks mutating func tellTime() {
    guard let stream, stream.pointee.wants.wantsTime else { return }
    let frame = Int64(position - PdTick.frames)
    guard let now = events.sources.hostPosition(at: Int64(frame)), let inBar = now.barBeat,
      let first = now.bar
    else { return }
    let perBar = now.beatsPerBar ?? 4
    let beat = Double(first) * perBar + inBar
    let value = SIMD4<Float>(
      Float(beat), Float(Scalar.floor(beat / perBar)), Float(now.beatsPerMinute ?? 120),
      now.speed == 0 ? 0 : 1)
    if value == events.toldTime { return }
    events.toldTime = value
    events.writer.begin("tactus-time")
    for part in 0..<4 { events.writer.add(value[part]) }
    sendWritten()
  }
}
