// The changes of a performance since a subscriber's last update, as OSC messages. Input thread.
import Controls
import Dialects
import Lanes
import OSC
import RealTime
import Text

extension LiveFrameReader {
  /// Returns the frame as an OSC message with the number of its surface.
  func message(of surface: UInt8) -> [UInt8] {
    OSCMessage.packet("/tactus/live/frame", [.blob(Array(bytes)), .int32(Int32(surface))])
  }
}

/// The values that one subscriber has received about one instance.
struct LiveStateDiff {
  private var controllers: [Int: Float] = [:]
  private var parameters: [Int: Float] = [:]
  private var touches: [Int32: LiveTouch] = [:]
  private var touchControllers: [Int32: [Float]] = [:]
  private var voices: [Int32: LiveVoice] = [:]
  private var bodies: [LiveBody] = []
  /// The first frame of the block that the live frame shows which was sent last.
  private var shownFrame: Int64?
  /// Moments that wait to be sent. The oldest are dropped if nothing can be sent for long.
  private var moments: [LiveMoment] = []
  private static let momentLimit = 512  // As many fit into one packet.

  mutating func add(_ new: [LiveMoment]) {
    moments += new
    if moments.count > Self.momentLimit { moments.removeFirst(moments.count - Self.momentLimit) }
  }

  /// Returns the messages of all changes, which then count as sent.
  /// - Parameters:
  ///   - frame: The newest frame, or nil if none has been shown yet.
  ///   - surface: The surface of the instance.
  mutating func messages(_ frame: LiveFrameReader?, of surface: UInt8, _ topics: Topics) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    guard let frame else { return [] }
    if topics.frame, shownFrame != frame.head.frame {
      shownFrame = frame.head.frame
      messages.append(frame.message(of: surface))
    }
    if topics.touches || !topics.watched.isEmpty { appendTouches(frame, topics, &messages) }
    if topics.controllers || !topics.named.isEmpty { appendControllers(frame, topics, &messages) }
    if topics.parameters { appendParameters(frame, &messages) }
    if topics.voices { appendVoices(frame, &messages) }
    if topics.bodies { appendBodies(frame, &messages) }
    if topics.triggers {
      for moment in moments {
        guard let trigger = Trigger(index: Int(moment.trigger)) else { continue }
        let symbol = trigger.symbol.withUTF8Buffer { Array($0) }
        messages.append(
          OSCMessage.packet(
            "/tactus/live/trigger", [.string(symbol), .int32(moment.number), .int64(moment.frame)]))
      }
    }
    moments = []
    return messages
  }

  private mutating func appendTouches(
    _ frame: LiveFrameReader, _ topics: Topics, _ messages: inout [[UInt8]]
  ) {
    // A frame from before the subscription says nothing of touches, not that there are none.
    guard frame.mask & LiveSection.touches.bit != 0 else { return }
    var live: [Int32: LiveTouch] = [:]
    for index in 0..<frame.count(.touches) {
      guard let touch = frame.touch(index) else { continue }
      live[touch.number] = touch
      if topics.touches, !Self.isSent(touches[touch.number], touch) {
        messages.append(
          OSCMessage.packet(
            "/tactus/live/touch",
            [
              .int32(touch.number), .int32(touch.id), .float(touch.x), .float(touch.y),
              .float(touch.pressure),
              .float(touch.radius),
            ]))
      }
      var values = touchControllers[touch.number] ?? [Float](repeating: .nan, count: Topics.watchedLimit)
      for controller in topics.watched {
        guard
          let slot = (0..<Topics.watchedLimit).first(where: {
            frame.namedController($0) == Int(controller.rawValue)
          }), let value = frame.value(ofTouch: index, named: slot)
        else { continue }
        if values[slot] == value { continue }
        values[slot] = value
        messages.append(
          OSCMessage.packet(
            "/tactus/live/controller",
            [.string(controller.spec.symbol.bytes), .int32(touch.number), .float(value)]))
      }
      touchControllers[touch.number] = values
    }
    for number in touches.keys.sorted() where live[number] == nil {
      if topics.touches { messages.append(OSCMessage.packet("/tactus/live/ended", [.int32(number)])) }
      touchControllers[number] = nil
    }
    touches = live
  }

  /// Whether a message about the one touch would be the same as about the other.
  private static func isSent(_ old: LiveTouch?, _ new: LiveTouch) -> Bool {
    guard let old else { return false }
    return old.id == new.id && old.x == new.x && old.y == new.y && old.pressure == new.pressure
      && old.radius == new.radius
  }

  private mutating func appendControllers(
    _ frame: LiveFrameReader, _ topics: Topics, _ messages: inout [[UInt8]]
  ) {
    let wanted = topics.controllers ? Array(Controller.allCases) : topics.named
    for controller in wanted where !controller.isPerVoice {
      let index = Int(controller.rawValue)
      guard let value = frame.controller(index), controllers[index] != value else { continue }
      controllers[index] = value
      messages.append(
        OSCMessage.packet("/tactus/live/controller", [.string(controller.spec.symbol.bytes), .float(value)]))
    }
  }

  private mutating func appendParameters(_ frame: LiveFrameReader, _ messages: inout [[UInt8]]) {
    for parameter in Parameter.allCases {
      let index = Int(parameter.rawValue)
      guard let value = frame.parameter(index), parameters[index] != value else { continue }
      parameters[index] = value
      messages.append(
        OSCMessage.packet("/tactus/live/parameter", [.string(parameter.spec.symbol.bytes), .float(value)]))
    }
  }

  /// A voice that no longer sounds is sent once more, with the level 0.
  private mutating func appendVoices(_ frame: LiveFrameReader, _ messages: inout [[UInt8]]) {
    guard frame.mask & LiveSection.voices.bit != 0 else { return }
    var sounding: [Int32: LiveVoice] = [:]
    for index in 0..<frame.count(.voices) {
      if let voice = frame.voice(index) { sounding[voice.number] = voice }
    }
    for (number, old) in voices.sorted(by: { $0.key < $1.key }) where sounding[number] == nil {
      messages.append(
        OSCMessage.packet("/tactus/live/voice", [.int32(number), .float(old.pitch), .float(0)]))
    }
    for (number, voice) in sounding.sorted(by: { $0.key < $1.key }) where voices[number] != voice {
      messages.append(
        OSCMessage.packet("/tactus/live/voice", [.int32(number), .float(voice.pitch), .float(voice.level)]))
    }
    voices = sounding
  }

  /// The bodies of the world that have moved: numbered from 1 by their place in the patch, their middle in
  /// meters, their angle in turns.
  private mutating func appendBodies(_ frame: LiveFrameReader, _ messages: inout [[UInt8]]) {
    guard frame.mask & LiveSection.bodies.bit != 0 else { return }
    let old = bodies
    bodies = (0..<frame.count(.bodies)).compactMap { frame.body($0) }
    for (index, body) in bodies.enumerated() where !old.indices.contains(index) || old[index] != body {
      let angle = Scalar.turns(y: body.sine, x: body.cosine)
      messages.append(
        OSCMessage.packet(
          "/tactus/live/body", [.int32(Int32(index + 1)), .float(body.x), .float(body.y), .float(angle)]))
    }
  }
}
