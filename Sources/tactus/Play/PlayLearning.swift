// `tactus play --learn`: the next message, key, control or gesture becomes the source of an action. Main thread.
import Concerts
import Console
import Controls
import Foundation
import OSC
import Stage
import Text

/// Waits for a source and stores it.
struct PlayLearning {
  private let action: NumberedAction
  private var store: ControlStore
  private let replaces: Bool
  private let hasLight: Bool
  /// A gesture that may be the beginning of another one, as a tap is that of a double tap.
  private var gesture: (source: ControlSource, since: Date)?
  private var refused: [ControlSource] = []

  private static let patience = 0.5
  /// The gestures that are learned. Others occur with each touch.
  private static let gestures: [Trigger] = [
    .tap, .doubleTap, .hold, .swipeLeft, .swipeRight, .swipeUp, .swipeDown, .pan, .pinch, .rotate, .shake,
    .shape,
    .tokenPlaced,
  ]

  /// - Parameters:
  ///   - words: The action, like `next` or `song:3`.
  ///   - concert: The concert in which it is stored, or nil for the user's settings.
  ///   - replaces: Whether another action may lose the source.
  ///   - hasLight: Whether the message is also sent as a light.
  /// - Throws: `CommandError` if the file of the bindings can't be read.
  init(_ words: String, concert: String?, replaces: Bool, hasLight: Bool) throws {
    do throws(DocumentError) { action = try NumberedAction(words: [UInt8](words.utf8)) } catch {
      throw CommandError(string(error.message))
    }
    store = try ControlStore(concert: concert)
    (self.replaces, self.hasLight) = (replaces, hasLight)
  }

  /// The sentence at the beginning.
  func greeting(remote: UInt16?) -> String {
    "learning \(action.words.text): press a pedal, pad, key or button, or make a gesture"
      + (remote.map { ", or send OSC to port \($0)" } ?? "; with --remote, OSC too") + ". q ends"
  }

  /// The source of a MIDI message, or nil if it is none that can be learned: bank selects precede programs, and pedals
  /// also send how they are released.
  func source(_ event: MIDIControlEvent) -> ControlSource? {
    guard event.phase == .pressed else { return nil }
    let source = event.source
    switch source.kind {
    case .cc:
      guard ![0, 32].contains(source.number), source.number < 120 else { return nil }
      return action.action.kind == .value || event.value >= 64 ? source : nil
    case .mmc: return source.text.isEmpty ? nil : source
    default: return source
    }
  }

  /// The source of a message of OSC, or nil if it is a release or can't be learned.
  func source(_ message: OSCMessage) -> ControlSource? {
    let isReleased = message.arguments.first.flatMap { PlayRequest.number($0) } == 0
    return isReleased || PlayRequest.isOwn(message) ? nil : ControlSource(.osc, message.address)
  }

  /// The source of a game controller, or nil if it is released or at rest.
  func source(_ report: PlayDevices.Report) -> ControlSource? {
    abs(report.value) >= 0.5 ? report.source : nil
  }

  /// Notes a trigger of the patch.
  mutating func note(_ condition: TriggerCondition, at now: Date) {
    guard Self.gestures.contains(condition.trigger) else { return }
    gesture = (ControlSource(.gesture, condition.words.bytes), gesture?.since ?? now)
  }

  /// The gesture that has ended, or nil.
  mutating func gesture(at now: Date) -> ControlSource? {
    guard let found = gesture, now.timeIntervalSince(found.since) > Self.patience else { return nil }
    gesture = nil
    return found.source
  }

  /// Stores a source.
  /// - Returns: A sentence, and whether it has been stored. Nil if the same source has been refused before.
  mutating func learn(_ source: ControlSource) -> (text: String, isDone: Bool)? {
    let name = "\(source.words.text)"
    if let other = store.controls.all.first(where: { $0.source.overlaps(source) }), !replaces {
      if other.action == action { return ("\(action.words.text): \(name) already, in \(store.path)", true) }
      if refused.contains(source) { return nil }
      refused.append(source)
      return (
        "\(name) is for \(other.action.words.text) in \(store.path); --force replaces it. Press another one",
        false
      )
    }
    var binding = ControlBinding(action, source)
    if hasLight, action.action.hasState, source.kind == .note || source.kind == .cc {
      binding.light.isController = source.kind == .cc
      (binding.light.number, binding.light.channel) = (source.number, source.channel)
    }
    do { try store.add(binding, replaces: replaces) } catch { return (sentence(of: error), false) }
    return ("\(action.words.text): \(name), in \(store.path)", true)
  }
}

extension UTF8Text {
  /// The text as a string for people.
  var text: String { shown(bytes) }
}
