// `tactus convert`: performances from and to the text of `oscdump -L`, and MIDI files. Main thread.
import ArgumentParser
import Foundation
import Patches

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Converts between performances, MIDI files, and what liblo's oscdump prints.",
    discussion: """
      The name of a file tells its format: .tactus is a performance, .mid or .midi a Standard MIDI File, \
      .txt or .osc a text as oscdump prints it. --from and --to override that.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case performance, midi, oscdump

    private var endings: [String] {
      switch self {
      case .performance: [".tactus"]
      case .midi: [".mid", ".midi"]
      case .oscdump: [".txt", ".osc"]
      }
    }

    /// - Throws: `CommandError` if the ending is none of these.
    init(path: String, option: String) throws {
      guard
        let found = Self.allCases.first(where: { $0.endings.contains(where: path.lowercased().hasSuffix) })
      else {
        let endings = Self.allCases.flatMap(\.endings).joined(separator: ", ")
        let formats = Self.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandError(
          "\(path): its ending is none of \(endings); \(option) says what it is: \(formats)")
      }
      self = found
    }
  }

  @Argument(help: "The file to read, or a performance's name.", completion: NamedKind.performance.completion)
  var input: String
  @Argument(help: "The file to write.", completion: .file())
  var output: String
  @Option(help: "What the input is.")
  var from: Format?
  @Option(help: "What the output is.")
  var to: Format?
  @Option(
    help: "The patch with the playing map for the pitches of notes; otherwise the default patch.",
    completion: NamedKind.patch.completion)
  var patch: String?
  @OptionGroup var replacing: Replacing
  @OptionGroup var profiles: ProfileOptions

  func run() throws {
    let to = try to ?? Format(path: output, option: "--to")
    try replacing.check(output)
    let input = try NamedKind.performance.path(of: input)
    let performance =
      switch try from ?? Format(path: input, option: "--from") {
      case .performance: try Performance(contentsOf: input)
      case .oscdump: try Performance(oscdump: lines(of: input), name: input)
      case .midi: try recorded()
      }
    let file = try PendingFile(output)
    switch to {
    case .performance: try file.write(performance.text)
    case .oscdump: try file.write(performance.oscdump(name: input))
    case .midi: try file.write(bytes: midi(of: performance))
    }
    try file.commit()
    tell("\(output): \(performance.outline)")
  }

  private func recorded() throws -> Performance {
    var leftOut = 0
    let performance = try Performance(midi: MIDIFile(contentsOf: input), leftOut: &leftOut)
    guard !performance.packets.isEmpty else {
      throw CommandError("\(input): no recorded touch is in it (\(leftOut) other notes)")
    }
    if leftOut > 0 { tell("\(input): \(leftOut) notes are no recorded touches and were left out") }
    return performance
  }

  private func midi(of performance: Performance) throws -> [UInt8] {
    let document = try patch.map { try PatchFile($0).patch } ?? PatchDocument()
    let (file, leftOut) = try performance.midi(
      patch: document, profiles: profiles.folders.readTellingFaults())
    guard !file.events.isEmpty else { throw CommandError("\(input): no touch could be read") }
    if leftOut > 0 { tell("\(input): \(leftOut) touches were left out: fifteen others were down") }
    return file.bytes
  }
}
