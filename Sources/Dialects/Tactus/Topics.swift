// The topics of a subscriber, from the words of /tactus/subscribe. Input thread.
import Controls
import Profiles
import RealTime
import Text

/// The chosen topics. A message without a word chooses all.
package struct Topics: Equatable {
  /// The greatest number of touch controllers that an instance shows at a time.
  package static let watchedLimit = 8

  package init() {}

  package var patch = false
  package var touches = false
  package var controllers = false
  package var triggers = false
  package var voices = false
  package var parameters = false
  /// The poses of the bodies of a world.
  package var bodies = false
  /// Spots that a surface shows below the light sensors of objects.
  package var tangibles = false
  /// The song of a stage.
  package var stage = false
  /// Values of the widgets of a scene.
  package var scene = false
  /// Messages to the windows of a scene, for pages in browsers.
  package var window = false
  /// A bit for each `SceneMessage` that is passed on.
  package var forwarded: UInt32 = 0
  /// The whole live frame as it is, in one blob.
  package var frame = false
  /// The named controllers. `controllers` stands for all that do not belong to a single touch.
  package var named: [Controller] = []
  /// The name of the profile that describes labels, faders and lights; empty: none.
  package var profile: [UInt8] = []
  /// The first unknown word; nil: all are known.
  package var unknown: [UInt8]?
  /// The messages that the profile sends back, once it has been found.
  package var back: [ProfileBack] = []

  package static var all: Topics {
    var all = Topics()
    (all.patch, all.touches, all.controllers, all.triggers, all.voices) = (true, true, true, true, true)
    return all
  }

  /// Whether any topic needs the live state of an instance.
  package var isLive: Bool {
    frame || touches || controllers || triggers || voices || parameters || bodies || tangibles
      || !named.isEmpty || !back.isEmpty
  }
  /// A bit for each section of the live frame that the topics need.
  package var sections: UInt32 {
    var sections: UInt32 = 0
    if touches || !watched.isEmpty { sections |= LiveSection.touches.bit }
    if !watched.isEmpty { sections |= LiveSection.touchControllers.bit }
    if controllers || !named.isEmpty || !back.isEmpty { sections |= LiveSection.controllers.bit }
    if voices { sections |= LiveSection.voices.bit }
    if parameters { sections |= LiveSection.parameters.bit }
    if bodies { sections |= LiveSection.bodies.bit }
    // The output's samples would triple the traffic.
    if frame { for section in LiveSection.allCases where section != .output { sections |= section.bit } }
    return sections
  }
  /// The named controllers that each touch has by itself.
  package var watched: [Controller] { named.filter { $0.isPerVoice } }

  /// Adds one word. An unknown word is kept in `unknown`, and so is one beyond the limit of named
  /// controllers.
  mutating func add(_ word: [UInt8]) {
    if word == "patch" {
      patch = true
    } else if word == "touches" {
      touches = true
    } else if word == "controllers" {
      controllers = true
    } else if word == "triggers" {
      triggers = true
    } else if word == "voices" {
      voices = true
    } else if word == "parameters" {
      parameters = true
    } else if word == "bodies" {
      bodies = true
    } else if word == "tangibles" {
      tangibles = true
    } else if word == "stage" {
      stage = true
    } else if word == "scene" {
      scene = true
    } else if word == "scene:window" {
      window = true
    } else if word == "pdparty" {
      for message in SceneMessage.allCases { forwarded |= message.bit }
    } else if word.starts(with: [UInt8]("pdparty:".utf8)) {
      let named = SceneMessage(Array(word.dropFirst(8)))
      if let named { forwarded |= named.bit } else if unknown == nil { unknown = word }
    } else if word == "frame" {
      frame = true
    } else if word.starts(with: [UInt8]("profile:".utf8)) {
      profile = Array(word.dropFirst(8))
    } else {
      let controller = Controller.allCases.first { $0.spec.symbol.isText(word) }
      if let controller, named.contains(controller) { return }
      guard let controller, named.count < 32, !controller.isPerVoice || watched.count < Self.watchedLimit
      else {
        if unknown == nil { unknown = word }
        return
      }
      named.append(controller)
    }
  }
}
