// `tactus watch`: shows controllers over time while a performance plays. Main thread.
import ArgumentParser
import Console
import Controls
import Foundation
import Patches
import Performances

struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows controllers over time: what a gesture gives a patch to work with.",
    discussion: """
      Without --csv and --picture, prints the range of every controller that moves. Values are natural, in \
      the units of docs/controllers.md.
      """)

  @Argument(help: "The performance to play, or its name.", completion: NamedKind.performance.completion)
  var performance: String
  @Option(
    help: "Controllers, separated by commas; by default, all that move.",
    completion: .list(Controller.allCases.map { $0.spec.symbol.string }))
  var controllers: String?
  @Flag(help: "Print the values as comma-separated lines: a column a controller, and one for each touch.")
  var csv = false
  @Option(help: "Draw the values to this PNG file.", completion: .file(extensions: ["png"]))
  var picture: String?
  @Option(
    help: "Draw the patch's world to this PNG file: bodies, their trails and hits.",
    completion: .file(extensions: ["png"]))
  var world: String?
  @Option(
    help: "Use this patch's expressions, modules and settings.", completion: NamedKind.patch.completion)
  var patch: String?
  @Option(help: "Seconds from value to value.")
  var step = 0.01
  @Option(help: "Seconds to go on after the last packet.")
  var tail = 1.0
  @OptionGroup var profiles: ProfileOptions
  @OptionGroup var objects: ObjectOptions

  func validate() throws {
    guard step >= 0.001, step <= 10 else { throw ValidationError("--step is 0.001 to 10 seconds") }
    guard tail >= 0, tail <= 600 else { throw ValidationError("--tail is 0 to 600 seconds") }
    _ = try chosen()
  }

  func run() throws {
    let performance = try Recording(contentsOf: self.performance)
    let end = performance.seconds + tail
    let document = try patch.map { try PatchFile($0).patch } ?? performance.patch()
    let chosen = try chosen()
    var trace = try ControllerTrace(
      chosen ?? Controller.allCases,
      of: performance.touches(
        until: end, profiles: profiles.folders.readReportingFaults(), objects: objects.objects(for: document),
        seen: reportObjects),
      patch: document.compile(),
      seconds: end,
      step: step)
    if chosen == nil { trace.dropWhatRests() }
    // The picture is written first, so that its errors are reported before anything is printed.
    if let picture {
      let file = try PendingFile(picture, .picture)
      try TracePicture(title: URL(fileURLWithPath: self.performance).lastPathComponent, trace: trace)
        .write(to: file.temporary)
      try file.commit()
      report("\(picture): \(counted(trace.rows.count, "controller")), \(counted(trace.touches, "touch"))")
    }
    if let world {
      guard !document.world.bodies.isEmpty else {
        throw CommandError("the patch has no world: --patch names another one")
      }
      let file = try PendingFile(world, .picture)
      let title = String(decoding: document.name, as: UTF8.self)
      try WorldPicture(title: title, world: document.world, trace: trace).write(to: file.temporary)
      try file.commit()
      let bodies = document.world.bodies.count
      report("\(world): \(bodies) bodies, \(counted(trace.hits.count, "hit"))")
    }
    if csv {
      printLine(trace.csv, terminator: "")
    } else if picture == nil && world == nil {
      printLine(trace.summary, terminator: "")
    }
  }

  /// The controllers that were named; nil for all that move.
  private func chosen() throws -> [Controller]? {
    try controllers?.split(separator: ",").map { word in
      let symbol = word.trimmingCharacters(in: .whitespaces)
      guard let found = Controller.allCases.first(where: { $0.spec.symbol.string == symbol }) else {
        let hint = Suggestion.hint(for: symbol, among: Controller.allCases.map { $0.spec.symbol.string })
        throw ValidationError("there is no controller “\(symbol)”\(hint): see docs/controllers.md")
      }
      return found
    }
  }
}
