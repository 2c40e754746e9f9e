// `tactus tangible`: the objects that a touch table recognizes. Main thread.
import ArgumentParser
import Console
import Foundation
import Performances
import Tangibles
import Text

struct Tangible: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists, checks, scans and simulates objects that a touch table recognizes by three pads.",
    subcommands: [List.self, Check.self, Scan.self, Simulate.self, TangibleStats.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Lists the objects of your folder: sides in millimeters, and the object that is most like each.")

    @OptionGroup var listing: Listing

    func run() throws {
      var list = ListReport(listing)
      list.note("# yours: \(TangibleFolder.path)")
      var library = TangibleLibrary()
      var isBroken = false
      var names: [String] = []
      for path in TangibleFolder.files(in: TangibleFolder.path) {
        do {
          let definition = try TangibleFolder.read(path)
          if let fault = library.fault(adding: definition) {
            throw CommandError("\(path): error: \(string(fault.bytes))")
          }
          names.append(shown(definition.name))
        } catch {
          isBroken = true
          report(sentence(of: error))
        }
      }
      for (index, definition) in library.definitions.enumerated() {
        let others = library.definitions.indices.filter { $0 != index }
        let nearest = others.compactMap { other in
          definition.difference(to: library.definitions[other]).map { (other, $0) }
        }.min { $0.1 < $1.1 }
        let like = nearest.map { "\($0.1.hundredths) mm from \(names[$0.0])" } ?? "like no other"
        let sides = definition.sides.map(\.hundredths).joined(separator: " ")
        var fields: [String: Any] = [
          "name": string(definition.name), "sides_mm": definition.sides.map { Double($0) },
          "tolerance_mm": Double(definition.tolerance),
        ]
        if let (other, difference) = nearest {
          fields["nearest"] = string(library.definitions[other].name)
          fields["difference_mm"] = Double(difference)
        }
        list.add(
          names[index], "\(sides) mm", "tolerance \(definition.tolerance.hundredths)", like, fields: fields)
      }
      list.finish()
      if isBroken { throw ExitCode.failure }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks definitions, separately and together.",
      discussion: """
        Prints FILE:LINE:COLUMN of each error and warning. It is an error, too, if an object cannot be told \
        from one before it. Fails when there is an error.
        """)

    @Argument(help: "The definitions.", completion: .file(extensions: ["json"]))
    var files: [String]
    @OptionGroup var strictness: Strictness

    func run() throws {
      var report = CheckReport("definition")
      var library = TangibleLibrary()
      for path in files {
        report.check { report in
          let definition = try TangibleFolder.read(path) { report.warn($0, in: path) }
          if let fault = library.fault(adding: definition) {
            throw CommandError("\(path): error: \(string(fault.bytes))")
          }
          let sides = definition.sides.map(\.hundredths).joined(separator: ", ")
          printLine("\(path): \(shown(definition.name)), sides of \(sides) mm")
        }
      }
      try report.finish(strictness)
    }
  }
}
