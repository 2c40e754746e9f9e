// The changes of a performance since a subscriber's last update, as OSC messages. Input thread.
import Controls
import Dialects
import OSC
import RealTime
import Text

/// The values that one subscriber has received about one instance.
struct LiveStateDiff {
  private var controllers: [Int: Float] = [:]
  private var touches: [Int32: LiveTouch] = [:]
  private var touchControllers: [Int32: [Float]] = [:]
  private var voices: [Int32: LiveVoice] = [:]
  /// Moments that wait to be sent. The oldest are dropped if nothing can be sent for long.
  private var moments: [LiveMoment] = []
  private static let momentLimit = 512  // As many fit into one packet.

  mutating func add(_ new: [LiveMoment]) {
    moments += new
    if moments.count > Self.momentLimit { moments.removeFirst(moments.count - Self.momentLimit) }
  }

  /// The messages of all changes. They count as sent afterwards.
  mutating func messages(_ state: UnsafePointer<LiveState>, _ topics: Topics)
    -> [[UInt8]]
  {
    var messages: [[UInt8]] = []
    guard state.pointee.isShown else { return [] }
    if topics.touches || !topics.watched.isEmpty { appendTouches(state, topics, &messages) }
    if topics.controllers || !topics.named.isEmpty { appendControllers(state, topics, &messages) }
    if topics.voices { appendVoices(state, &messages) }
    if topics.triggers {
      for moment in moments {
        guard let trigger = Trigger(rawValue: UInt8(truncatingIfNeeded: moment.trigger)) else { continue }
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
    _ state: UnsafePointer<LiveState>, _ topics: Topics, _ messages: inout [[UInt8]]
  ) {
    var live: [Int32: LiveTouch] = [:]
    for index in 0..<min(state.pointee.touchCount, 64) {
      let touch = state.pointee.touches[index]
      live[touch.number] = touch
      if topics.touches, touches[touch.number] != touch {
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
            state.pointee.watching[$0] == controller.rawValue + 1
          })
        else { continue }
        let value = state.pointee.watched[index * Topics.watchedLimit + slot]
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

  private mutating func appendControllers(
    _ state: UnsafePointer<LiveState>, _ topics: Topics, _ messages: inout [[UInt8]]
  ) {
    let wanted = topics.controllers ? Array(Controller.allCases) : topics.named
    for controller in wanted where !controller.isPerVoice {
      let index = Int(controller.rawValue)
      let value = state.pointee.shared[index]
      if controllers[index] == value { continue }
      controllers[index] = value
      messages.append(
        OSCMessage.packet("/tactus/live/controller", [.string(controller.spec.symbol.bytes), .float(value)]))
    }
  }

  /// A voice that no longer sounds is sent once more, with the level 0.
  private mutating func appendVoices(_ state: UnsafePointer<LiveState>, _ messages: inout [[UInt8]]) {
    var sounding: [Int32: LiveVoice] = [:]
    for index in 0..<min(state.pointee.voiceCount, 64) {
      let voice = state.pointee.voices[index]
      sounding[voice.number] = voice
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
}
