// What has changed of a performance since a subscriber was last told, as OSC messages. Input thread.
import Controls
import RealTime
import Text

/// What one subscriber knows of one instance.
struct LiveStateDiff {
  private var controllers: [Int: Float] = [:]
  private var touches: [Int32: LiveTouch] = [:]
  private var touchControllers: [Int32: [Float]] = [:]
  private var voices: [Int32: LiveVoice] = [:]
  /// Moments that are still to be told; the oldest are lost when nobody is told for long.
  private var moments: [LiveMoment] = []
  private static let momentLimit = 512  // they fit into one packet

  mutating func add(_ new: [LiveMoment]) {
    moments += new
    if moments.count > Self.momentLimit { moments.removeFirst(moments.count - Self.momentLimit) }
  }

  /// The messages of all that is new; afterwards it is known.
  mutating func messages(_ state: UnsafePointer<LiveState>, _ topics: Topics)
    -> [[UInt8]]
  {
    var messages: [[UInt8]] = []
    guard state.pointee.isShown else { return [] }
    if topics.touches || !topics.watched.isEmpty { tellTouches(state, topics, &messages) }
    if topics.controllers || !topics.named.isEmpty { tellControllers(state, topics, &messages) }
    if topics.voices { tellVoices(state, &messages) }
    if topics.triggers {
      for moment in moments {
        guard let trigger = Trigger(rawValue: UInt8(truncatingIfNeeded: moment.trigger)) else { continue }
        let symbol = trigger.symbol.withUTF8Buffer { Array($0) }
        messages.append(
          OSCAnswer.message(
            "/tactus/live/trigger", [.text(symbol), .whole(moment.number), .long(moment.frame)]))
      }
    }
    moments = []
    return messages
  }

  private mutating func tellTouches(
    _ state: UnsafePointer<LiveState>, _ topics: Topics, _ messages: inout [[UInt8]]
  ) {
    var live: [Int32: LiveTouch] = [:]
    for index in 0..<min(state.pointee.touchCount, 64) {
      let touch = state.pointee.touches[index]
      live[touch.number] = touch
      if topics.touches, touches[touch.number] != touch {
        messages.append(
          OSCAnswer.message(
            "/tactus/live/touch",
            [
              .whole(touch.number), .whole(touch.id), .float(touch.x), .float(touch.y),
              .float(touch.pressure),
              .float(touch.radius),
            ]))
      }
      var values = touchControllers[touch.number] ?? [Float](repeating: .nan, count: Topics.watchedLimit)
      for controller in topics.watched {
        guard
          let place = (0..<Topics.watchedLimit).first(where: {
            state.pointee.watching[$0] == controller.rawValue + 1
          })
        else { continue }
        let value = state.pointee.watched[index * Topics.watchedLimit + place]
        if values[place] == value { continue }
        values[place] = value
        messages.append(
          OSCAnswer.message(
            "/tactus/live/controller",
            [.text(controller.spec.symbol.bytes), .whole(touch.number), .float(value)]))
      }
      touchControllers[touch.number] = values
    }
    for number in touches.keys.sorted() where live[number] == nil {
      if topics.touches { messages.append(OSCAnswer.message("/tactus/live/ended", [.whole(number)])) }
      touchControllers[number] = nil
    }
    touches = live
  }

  private mutating func tellControllers(
    _ state: UnsafePointer<LiveState>, _ topics: Topics, _ messages: inout [[UInt8]]
  ) {
    let wanted = topics.controllers ? Array(Controller.allCases) : topics.named
    for controller in wanted where !controller.isPerVoice {
      let index = Int(controller.rawValue)
      let value = state.pointee.shared[index]
      if controllers[index] == value { continue }
      controllers[index] = value
      messages.append(
        OSCAnswer.message("/tactus/live/controller", [.text(controller.spec.symbol.bytes), .float(value)]))
    }
  }

  /// A voice that sounds no more is told once more, with the level 0.
  private mutating func tellVoices(_ state: UnsafePointer<LiveState>, _ messages: inout [[UInt8]]) {
    var sounding: [Int32: LiveVoice] = [:]
    for index in 0..<min(state.pointee.voiceCount, 64) {
      let voice = state.pointee.voices[index]
      sounding[voice.number] = voice
    }
    for (number, old) in voices.sorted(by: { $0.key < $1.key }) where sounding[number] == nil {
      messages.append(
        OSCAnswer.message("/tactus/live/voice", [.whole(number), .float(old.pitch), .float(0)]))
    }
    for (number, voice) in sounding.sorted(by: { $0.key < $1.key }) where voices[number] != voice {
      messages.append(
        OSCAnswer.message("/tactus/live/voice", [.whole(number), .float(voice.pitch), .float(voice.level)]))
    }
    voices = sounding
  }
}
