// `tactus tangible stats`: what recognition makes of a performance. Main thread.
import ArgumentParser
import Console
import Foundation
import RealTime
import Tangibles

struct TangibleStats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Shows how the objects in a performance are recognised and lost.",
    discussion: """
      For each object: how often it was recognised, lifted and filtered, how many pads were let go and found \
      again, how many seconds it lay there, how long recognition took on average from the first touch, and \
      the tolerance at the end, which follows the touches that are seen.
      """)

  @Argument(help: "The performance, or its name.", completion: NamedKind.performance.completion)
  var performance: String
  @Argument(
    help: "The definitions of the objects; otherwise those of your folder.",
    completion: .file(extensions: ["json"]))
  var files: [String] = []
  @Option(help: "The surface in millimetres.")
  var size = SurfaceSize(argument: "597x336")!
  @Option(help: "How certain recognition must be: fast or sure.")
  var confirm = TangibleConfirm.sure
  @Flag(help: "Prints each object that is put down or lifted, and each touch that leaves as a pad.")
  var events = false

  func run() throws {
    let performance = try Performance(contentsOf: performance)
    let library = try TangibleFolder.library(files)
    var tracker = TangibleTracker(library, confirm: confirm)
    var table = TableLog(library, size, isTold: events)
    let end = (performance.packets.last?.seconds ?? 0) + 2
    for touch in performance.touches(until: end) {
      let (event, time) = (touch.event, Int64(touch.seconds * 1e9))
      switch event.kind {
      case .began: table.hand(event, .began, to: &tracker, at: time)
      case .moved: table.hand(event, .moved, to: &tracker, at: time)
      case .ended: table.hand(event, .ended, to: &tracker, at: time)
      case .panic: tracker.clear(at: time) { table.note($0, at: $1) }
      default: break
      }
    }
    tracker.advance(to: Int64(end * 1e9)) { table.note($0, at: $1) }
    printLine("object\trecognised\tlifted\tfiltered\tlet go\tfound\tseconds\tlatency ms\ttolerance mm")
    for (index, seen) in tracker.seen.enumerated() {
      let latency = seen.recognised == 0 ? 0 : Double(seen.latency) / Double(seen.recognised) / 1e6
      printLine(
        "\(shown(library.definitions[index].name))\t\(seen.recognised)\t\(seen.lifted)\t\(seen.filtered)\t"
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

/// What happens on a table, as lines and as times.
private struct TableLog {
  private let library: TangibleLibrary
  private let size: SurfaceSize
  private let isTold: Bool
  private var since: [Int: Double] = [:]
  private var lain: [Int: Double] = [:]

  init(_ library: TangibleLibrary, _ size: SurfaceSize, isTold: Bool) {
    (self.library, self.size, self.isTold) = (library, size, isTold)
  }

  mutating func hand(
    _ event: SurfaceEvent, _ word: TangibleTracker.Word, to tracker: inout TangibleTracker, at time: Int64
  ) {
    let radius = event.radius * (size.width * size.width + size.height * size.height).squareRoot()
    tracker.handle(
      word, source: event.source, id: event.id, place: [event.x * size.width, event.y * size.height],
      radius: radius, at: time
    ) { note($0, at: $1) }
  }

  mutating func note(_ change: TangibleChange, at time: Int64) {
    let seconds = Double(time) / 1e9
    func tell(_ line: String) {
      if isTold { printLine(String(format: "%.3f ", seconds) + line) }
    }
    switch change {
    case .through: break
    case .withdrawn(_, let id): tell("touch \(id) is a pad")
    case .released(_, let id, _): tell("touch \(id) is a finger again")
    case .placed(let index, _, let pose):
      if since[index] != nil { return }
      since[index] = seconds
      tell(
        "\(shown(library.definitions[index].name)) at \(pose.place.x.short), \(pose.place.y.short) mm, "
          + "\((pose.turns * 360).short)°")
    case .lifted(let index, _):
      lain[index, default: 0] += seconds - (since.removeValue(forKey: index) ?? seconds)
      tell("\(shown(library.definitions[index].name)) lifted")
    }
  }

  /// How long an object has lain there.
  func seconds(of index: Int, until end: Double) -> Double {
    lain[index, default: 0] + (since[index].map { end - $0 } ?? 0)
  }
}

extension TangibleConfirm: ExpressibleByArgument {
  public init?(argument: String) {
    guard let found = Self.allCases.first(where: { "\($0.symbol)" == argument }) else { return nil }
    self = found
  }

  public var defaultValueDescription: String { "\(symbol)" }
  public static var allValueStrings: [String] { allCases.map { "\($0.symbol)" } }
}
