// `tactus tangible stats`: what recognition makes of a performance. Main thread.
import ArgumentParser
import Console
import Foundation
import Performances
import RealTime
import Tangibles

struct TangibleStats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Shows how the objects in a performance are recognized and lost.",
    discussion: """
      For each object: how often it was recognized, lifted and filtered, how many pads were let go and found \
      again, how many seconds it lay there, how long recognition took on average from the first touch, and \
      the tolerance at the end, which follows the touches that are seen.
      """)

  @Argument(help: "The performance, or its name.", completion: NamedKind.performance.completion)
  var performance: String
  @Argument(
    help: "The definitions of the objects; otherwise those of your folder.",
    completion: .file(extensions: ["json"]))
  var files: [String] = []
  @Option(help: "The surface in millimeters.")
  var size = SurfaceSize(argument: "597x336")!
  @Option(help: "How certain recognition must be: fast or sure.")
  var confirm = TangibleConfirm.sure
  @Flag(help: "Prints each object that is put down or lifted, and each touch that leaves as a pad.")
  var events = false

  func run() throws {
    let performance = try Performance(contentsOf: performance)
    let library = try TangibleFolder.library(files)
    var objects = TableObjects.placed(TableObjects(library: library))
    objects.table = TangibleSurface(size: [size.width, size.height], confirm: confirm)
    let end = (performance.packets.last?.seconds ?? 0) + 2
    var tracker = TangibleTracker(library)
    var table = TableLog(library, size, isTold: events)
    for touch in performance.touches(until: end, objects: objects, seen: { tracker = $0 }) {
      table.note(touch.event, at: touch.seconds)
    }
    printLine("object\trecognized\tlifted\tfiltered\tdropped\trecovered\tseconds\tlatency ms\ttolerance mm")
    for (index, seen) in tracker.seen.enumerated() {
      let latency = seen.recognized == 0 ? 0 : Double(seen.latency) / Double(seen.recognized) / 1e6
      printLine(
        "\(shown(library.definitions[index].name))\t\(seen.recognized)\t\(seen.lifted)\t\(seen.filtered)\t"
          + "\(seen.released)\t\(seen.found)\t"
          + String(
            format: "%.1f\t%.0f\t%.2f", table.seconds(of: index, until: end), latency,
            tracker.tolerance(of: index)))
    }
    if tracker.refused != TangibleRefusals() {
      report("refused: \(tracker.refused.touches) touches, \(tracker.refused.candidates) candidates")
    }
  }
}

/// The events of a table, as lines and as times.
private struct TableLog {
  private let library: TangibleLibrary
  private let size: SurfaceSize
  private let isTold: Bool
  private var since: [Int: Double] = [:]
  private var lain: [Int: Double] = [:]

  init(_ library: TangibleLibrary, _ size: SurfaceSize, isTold: Bool) {
    (self.library, self.size, self.isTold) = (library, size, isTold)
  }

  mutating func note(_ event: SurfaceEvent, at seconds: Double) {
    func tell(_ line: String) {
      if isTold { printLine(String(format: "%.3f ", seconds) + line) }
    }
    /// The tokens of objects have the ids −1, −2, …
    let index = -1 - Int(event.id)
    switch event.kind {
    case .withdrawn: tell("touch \(event.id) is a pad")
    case .token where library.definitions.indices ~= index && since[index] == nil:
      since[index] = seconds
      tell(
        "\(shown(library.definitions[index].name)) at \((event.token.x * size.width).hundredths), "
          + "\((event.token.y * size.height).hundredths) mm, \((event.token.angle * 360).hundredths)°")
    case .tokenLifted where since[index] != nil:
      lain[index, default: 0] += seconds - since.removeValue(forKey: index)!
      tell("\(shown(library.definitions[index].name)) lifted")
    default: break
    }
  }

  /// The time for which an object has been on the table.
  func seconds(of index: Int, until end: Double) -> Double {
    lain[index, default: 0] + (since[index].map { end - $0 } ?? 0)
  }
}
