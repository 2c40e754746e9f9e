// `tactus profile`: lists and checks input profiles. Main thread.
import ArgumentParser
import Console
import Dialects
import Foundation
import OSC
import Performances
import Profiles
import RealTime
import Stores
import Text

struct Profile: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists and checks input profiles: how messages of other programs are read.",
    subcommands: [List.self, Check.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the profiles that are in use, in the order in which they are tried.")

    @OptionGroup var folders: ProfileOptions
    @OptionGroup var listing: Listing

    func run() throws {
      let folders = folders.folders
      var list = ListReport(listing)
      list.note("# yours: \(string(folders.user))")
      list.note("# the bundle's: \(string(folders.factory))")
      var isBroken = false
      for profile in folders.read(refused: { path, error in
        isBroken = true
        report(describe(error, in: string(path), as: "error"))
      }) {
        list.add(
          shown(profile.name), counted(profile.rules.count, "rule"), shown(profile.description),
          fields: [
            "name": string(profile.name), "rules": profile.rules.count,
            "description": string(profile.description),
          ])
      }
      list.finish()
      if isBroken { throw ExitCode.failure }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks profiles, and shows how their examples are read.",
      discussion: "Prints FILE:LINE:COLUMN of each error and warning. Fails when there is an error.")

    @Argument(help: "The profiles.", completion: .file(extensions: ["json"]))
    var files: [String]
    @OptionGroup var strictness: Strictness

    func run() throws {
      var report = CheckReport("profile")
      report.check(files) { text, warnings throws(DocumentError) in
        if text.isEmpty { throw DocumentError([UInt8]("is empty".utf8)) }
        return try InputProfile.read(text, warnings: &warnings)
      } show: { profile, path, report in
        Self.show(profile, path, &report)
      }
      try report.finish(strictness)
    }

    /// Reads the examples in order, a second apart, and prints the results.
    private static func show(_ profile: InputProfile, _ path: String, _ report: inout CheckReport) {
      printLine(
        "\(path): \(counted(profile.rules.count, "rule")), \(counted(profile.examples.count, "example"))")
      var decoder = SurfaceDecoder(profiles: [profile])
      for (second, example) in profile.examples.enumerated() {
        var found: [String] = []
        let packet =
          example.first == UInt8(ascii: "{") ? example : OSCMessage(example: string(example))?.packet
        guard let packet else {
          report.fail("  \(string(example))\n    error: this is neither an object nor address and arguments")
          continue
        }
        let before = Refusal.allCases.map { decoder.counters[$0] }
        packet.withUnsafeBytes {
          decoder.decode(packet: $0, from: 1, at: Int64(second) * 1_000_000_000) { event, _ in
            found.append(event.outline)
          }
        }
        printLine("  \(string(example))")
        let refusals = zip(Refusal.allCases, before).filter { decoder.counters[$0] > $1 }.map(\.0.symbol)
        if found.isEmpty, refusals.isEmpty { found = ["nothing yet, or for macros that have learned it"] }
        for line in found { printLine("    \(line)") }
        for refusal in refusals { report.fail("    error: refused, \(refusal)") }
      }
    }
  }
}

extension OSCMessage {
  /// Reads an address and words: integers, numbers, `true` and `false`, and texts.
  init?(example: String) { self.init(words: example.split(separator: " ").map(String.init)) }

  /// Reads an address and its arguments, each a word; what stands between double quotes is a text.
  init?(words: [String]) {
    guard let address = words.first, address.hasPrefix("/") else { return nil }
    self.init(address: address, arguments: words.dropFirst().map { OSCArgument(word: $0) })
  }
}

extension OSCArgument {
  fileprivate init(word: String) {
    if word.count > 1, word.first == "\"", word.last == "\"" {
      self = .text(String(word.dropFirst().dropLast()))
    } else if let whole = Int32(word) {
      self = .int32(whole)
    } else if let number = Float(word), word.contains(where: \.isNumber) {
      self = .float(number)
    } else {
      self = word == "true" ? .yes : word == "false" ? .no : .text(word)
    }
  }
}

extension SurfaceEvent {
  /// A line for people: the kind of event, its id, and each number that is known.
  var outline: String {
    func numbers(_ names: String...) -> String {
      zip(names, (0..<4).map { words[$0] }).filter { !$1.isNaN }.map { " \($0) \($1.short)" }.joined()
    }
    switch kind {
    case .began, .moved, .ended, .withdrawn:
      return "touch \(id) \(kind):" + numbers("x", "y", "pressure", "radius")
    case .shape: return "touch \(id) shape:" + numbers("aspect", "orientation")
    case .token: return "token \(id):" + numbers("x", "y", "angle", "class")
    case .tokenLifted: return "token \(id) lifted"
    case .tokenOutline: return "token \(id) outline:" + numbers("half_width", "half_height", "ahead", "left")
    case .motion:
      let sensor = MotionSensor.at(id).map { "\($0)" } ?? "sensor \(id)"
      return "\(sensor):" + numbers("x", "y", "z")
    case .pad:
      let which = pad.number == 1 ? "" : pad.number.map { "pad \($0) " } ?? "unknown "
      return which + (pad.button.map { "button \($0):" } ?? "axis \(pad.axis ?? 0):") + numbers("value")
    case .macro: return "macro \(id):" + numbers("value")
    case .hold: return "hold:" + numbers("value")
    case .panic: return "panic"
    case .source: return "source \(id):" + numbers("left", "bottom", "right", "top")
    case .sourceName: return "source's name, part \(id)"
    case .midi:
      let words = midi.map { [$0, $1, $2].map { String($0, radix: 16) }.joined(separator: " ") }
      return "MIDI " + (words ?? "that is no channel message")
    case .trim: return "trim \(id):" + numbers("value")
    case .parameter: return "parameter \(id):" + numbers("base")
    case .guide: return "guide:" + numbers("distance")
    case .loop:
      let command = LoopCommand.at(words[0]).map { "\($0.name)" } ?? "command"
      return "loop \(id) \(command) \(words[1])"
    }
  }
}
