// What a subscriber wants to receive: the words of /tactus/subscribe. Input thread.
import Controls
import Profiles
import Text

/// Chosen topics; without a word, all.
package struct Topics: Equatable {
  /// Controllers of touches that one instance can show at a time.
  package static let watchedLimit = 8

  package init() {}

  package var patch = false
  package var touches = false
  package var controllers = false
  package var triggers = false
  package var voices = false
  /// Controllers that were named; `controllers` means all that are not of one touch.
  package var named: [Controller] = []
  /// The profile whose labels, faders and lights are wanted; empty: none.
  package var profile: [UInt8] = []
  /// The first word that means nothing; nil: all do.
  package var unknown: [UInt8]?
  /// These, when the profile has been found.
  package var back: [ProfileBack] = []

  package static var all: Topics {
    var all = Topics()
    (all.patch, all.touches, all.controllers, all.triggers, all.voices) = (true, true, true, true, true)
    return all
  }

  /// Whether it needs what an instance shows of its performance.
  package var isLive: Bool { touches || controllers || triggers || voices || !named.isEmpty || !back.isEmpty }
  /// Named controllers of which each touch has its own.
  package var watched: [Controller] { named.filter { $0.isPerVoice } }

  /// Adds one word; it goes to `unknown` when nothing has that name, or too many have been named.
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
