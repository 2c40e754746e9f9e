// `tactus controls`: the bindings of pedals, pads, keys and gestures to actions, and where each is from. Main thread.
import ArgumentParser
import Concerts
import Console
import Foundation
import Performances
import Text

struct ControlsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "controls",
    abstract: "Lists what pedals, pads, keys and gestures do on stage, and where it is said.",
    discussion: """
      Those of a concert have priority over yours in $XDG_CONFIG_HOME/tactus/controls.json (~/.config/tactus). \
      `tactus play --learn next` adds one. Fails with FILE:LINE:COLUMN if a file has an error.
      """)

  @Argument(help: "The concert that is played, or its name.", completion: NamedKind.concert.completion)
  var concert: String?
  @Option(help: "Remove the bindings of an action, like next or song:3: from the concert, or from yours.")
  var forget: String?
  @OptionGroup var listing: Listing

  func run() throws {
    if let forget { return try remove(forget) }
    let list = try ControlList(concert: concert.map { try ConcertFile($0) })
    for warning in list.warnings { report(warning) }
    var report = ListReport(listing)
    for entry in list.entries {
      let binding = entry.binding
      let light = binding.light.words
      report.add(
        binding.action.words.text, binding.source.words.text + (light.map { ", light \($0)" } ?? ""),
        shown(entry.place),
        fields: [
          "action": binding.action.words.text, "source": binding.source.words.text, "place": entry.place,
        ].merging(light.map { ["light": $0] } ?? [:]) { $1 })
    }
    if list.entries.isEmpty { report.note("nothing is bound: tactus play --learn next") }
    report.finish()
  }

  private func remove(_ words: String) throws {
    let action: NumberedAction
    do throws(DocumentError) { action = try NumberedAction(words: [UInt8](words.utf8)) } catch {
      throw UsageError(string(error.message))
    }
    var store = try ControlStore(concert: concert)
    let removed = store.controls.bindings.filter { $0.action == action }
    guard !removed.isEmpty else { throw CommandError("\(store.path): nothing is bound to \(words)") }
    store.controls.bindings.removeAll { $0.action == action }
    try store.write()
    for binding in removed { report("\(words): \(binding.source.words.text) is removed from \(store.path)") }
  }
}

extension ControlLight {
  /// The message in words, or nil without a light.
  fileprivate var words: String? {
    number.map { "\(isController ? "CC" : "note") \($0), channel \(channel + 1)" }
  }
}
