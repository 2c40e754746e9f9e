// `tactus convert`: performances and takes from and to the text of `oscdump -L`, and MIDI files. Main thread.
import ArgumentParser
import Console
import Foundation
import MIDIFiles
import Patches
import Performances
import Screens
import Takes

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Converts between performances, MIDI files, and what liblo's oscdump prints.",
    discussion: """
      The name of a file tells its format: .tactus is a performance, .mid or .midi a Standard MIDI File, \
      .txt or .osc a text as oscdump prints it. --from and --to override that. A performance may be a take; \
      --to take makes one.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case performance, take, midi, oscdump

    private var endings: [String] {
      switch self {
      case .performance: [".tactus"]
      case .take: []  // has the ending of a performance
      case .midi: [".mid", ".midi"]
      case .oscdump: [".txt", ".osc"]
      }
    }

    /// - Throws: `UsageError` if the ending is none of these.
    init(path: String, option: String) throws {
      guard
        let found = Self.allCases.first(where: { $0.endings.contains(where: path.lowercased().hasSuffix) })
      else {
        let endings = Self.allCases.flatMap(\.endings).joined(separator: ", ")
        let formats = Self.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError(
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
    help: "The patch with the playing map for the pitches of notes; otherwise First touch.",
    completion: NamedKind.patch.completion)
  var patch: String?
  @OptionGroup var replacing: Replacing
  @OptionGroup var profiles: ProfileOptions
  @OptionGroup var objects: ObjectOptions

  func run() throws {
    let to = try to ?? Format(path: output, option: "--to")
    try replacing.check(output)
    let input = try NamedKind.performance.path(of: input)
    let recording: Recording =
      switch try from ?? Format(path: input, option: "--from") {
      case .performance, .take: try Recording(contentsOf: input)
      case .oscdump: .packets(try Performance(oscdump: lines(of: input), name: input))
      case .midi: .packets(try recorded())
      }
    let file = try PendingFile(output)
    switch (to, recording) {
    case (.performance, .packets(let performance)): try file.write(performance.text)
    case (.performance, .take(let take)), (.take, .take(let take)): try file.write(bytes: take.text)
    case (.take, .packets): try file.write(bytes: take(of: recording).text)
    case (.oscdump, .packets(let performance)): try file.write(performance.oscdump(name: input))
    case (.oscdump, .take): throw CommandError("\(input): a take has no packets")
    case (.midi, _): try file.write(bytes: midi(of: recording))
    }
    try file.commit()
    report("\(output): \(recording.outline)")
  }

  /// A take as if these packets had come at exactly their times.
  private func take(of recording: Recording) throws -> Take {
    let document = try PatchFile.chosen(patch)
    return recording.take(
      on: document, profiles: profiles.folders.readReportingFaults(), objects: objects.objects(for: document))
  }

  private func recorded() throws -> Performance {
    var leftOut = 0
    let performance = try Performance(midi: MIDIFile(contentsOf: input), leftOut: &leftOut)
    guard !performance.packets.isEmpty else {
      throw CommandError("\(input): no recorded touch is in it (\(leftOut) other notes)")
    }
    if leftOut > 0 { report("\(input): \(leftOut) notes are not recorded touches; skipped") }
    return performance
  }

  private func midi(of recording: Recording) throws -> [UInt8] {
    let document = try patch.map { try PatchFile($0).patch } ?? recording.patch()
    let touches = recording.touches(
      until: recording.seconds, profiles: profiles.folders.readReportingFaults(),
      objects: objects.objects(for: document))
    var (file, leftOut) = try Performance.midi(of: touches, until: recording.seconds, patch: document)
    if case .take(let take) = recording, !take.midi.isEmpty {
      // On the channels of touches they would be others' notes.
      if file.events.isEmpty {
        file.events = take.midi
      } else {
        report("\(input): \(take.midi.count) MIDI messages skipped: touches use their channels")
      }
    }
    guard !file.events.isEmpty else { throw CommandError("\(input): no touch could be read") }
    if leftOut > 0 { report("\(input): \(leftOut) touches skipped: fifteen others were down") }
    return file.bytes
  }
}
