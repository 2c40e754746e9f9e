// `tactus tangible scan`: the definition of an object, from touches that come or that were recorded. Main
// thread.
import ArgumentParser
import Broker
import Console
import Foundation
import Performances
import RealTime
import Stores
import Tangibles
import Text

struct Scan: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures an object that is put down alone and turned once, and writes its definition.",
    discussion: """
      Without a performance it listens as an instance does. It ends when the object has been turned once, or \
      is lifted after a quarter of a turn. Nothing is written if the object cannot be told apart from those \
      of your folder, or if its three sides are alike.
      """)

  @Argument(help: "A recorded performance, or its name.", completion: NamedKind.performance.completion)
  var performance: String?
  @Option(help: "The object's name.")
  var name: String
  @Option(
    name: .shortAndLong, help: "The definition to write; otherwise it is printed.",
    completion: .file(extensions: ["json"]))
  var output: String?
  @OptionGroup var replacing: Replacing
  @Option(help: "The surface in millimeters.")
  var size = SurfaceSize(argument: "597x336")!
  @Option(help: "The port; if another program has it, the next free one.")
  var port: UInt16 = 3333
  @Flag(help: "Listen to the network, not to this machine only.")
  var network = false
  @Option(help: "Stop after this long.")
  var seconds: Double = 600
  @OptionGroup var profiles: ProfileOptions

  func validate() throws {
    guard 1...64 ~= name.utf8.count else { throw ValidationError("--name must have 1 to 64 bytes") }
  }

  func run() throws {
    if let output { try replacing.check(output) }
    let file = try output.map { try PendingFile($0, .tangible) }
    var touches = ScannedTouches(size)
    if let performance {
      let performance = try Performance(contentsOf: performance)
      let end = (performance.packets.last?.seconds ?? 0) + 1
      for touch in performance.touches(until: end, objects: .placed(TableObjects())) where !touches.isDone {
        touches.take(touch.event)
      }
    } else {
      try listen(&touches)
    }
    guard let result = touches.scan.result else {
      throw CommandError(
        "recognition needs exactly three touches: put one object down alone. \(touches.outline)")
    }
    let definition = result.definition(named: [UInt8](name.utf8))
    report(Self.outline(result, of: size))
    let library = ObjectFolder.standard().readReportingFaults()
    if let like = result.nearest(in: library) {
      let other = shown(library.definitions[like.index].name)
      report(
        "\(like.percent.rounded().short) % like \(other): a side differs by \(like.difference.hundredths) mm")
    }
    if let refusal = result.refusal(in: library) { throw CommandError("refused: \(string(refusal.bytes))") }
    guard let file else { return printLine(string(definition.text), terminator: "") }
    try file.write(bytes: definition.text)
    try file.commit()
    report("\(output!): \(shown(definition.name))")
  }

  private func listen(_ touches: inout ScannedTouches) throws {
    let interrupt = Interrupt()
    let start = Date()
    var events: [SurfaceEvent] = []
    let monitor = SurfaceMonitor(
      ListenSettings(listen: network ? .network : .thisMachine, port: port, surface: 0),
      profiles: profiles.folders
    ) { if case .event(let event) = $0 { events.append(event) } }
    guard monitor.port != 0 else { throw CommandError("port \(port): no free port from there on") }
    report("port \(monitor.port): put the object down alone, and turn it once by hand; Ctrl-C ends")
    var told = touches.outline
    while !interrupt.isRequested(), Date().timeIntervalSince(start) < seconds, !touches.isDone {
      monitor.turn(milliseconds: 50)
      for event in events where !touches.isDone { touches.take(event) }
      events.removeAll()
      if touches.outline != told { report(touches.outline) }
      told = touches.outline
    }
  }

  private static func outline(_ result: TangibleScanResult, of size: SurfaceSize) -> String {
    let sides = result.sides.map { ($0 * 10).rounded() / 10 }.map(\.short).joined(separator: ", ")
    var text = "sides of \(sides) mm, certain to " + String(format: "%.2f mm, ", result.uncertainty)
    text += "residual " + String(format: "%.2f mm, ", result.residual)
    text += "\(counted(result.frames, "frame")), \((result.turned * 360).rounded().short)°"
    if let stretch = result.stretch {
      let width = (size.width / (1 + stretch)).rounded()
      text += String(format: "\nthe width is reported %+.1f %% too great", stretch * 100)
      if abs(stretch) >= 0.005 { text += ": rather \(width.short)x\(size.height.short) mm" }
    }
    return text
  }
}

/// The touches of one surface as a scan takes them.
private struct ScannedTouches {
  private(set) var scan = TangibleScan()
  private let size: SurfaceSize
  /// The sources that are mirror images of their surfaces.
  private var mirrored: Set<UInt32> = []
  private var places: [Int64: TablePoint] = [:]

  init(_ size: SurfaceSize) { self.size = size }

  /// Whether it has been turned once, or lifted after a quarter of a turn.
  var isDone: Bool { scan.state == .done }

  /// The result for the user.
  var outline: String {
    switch scan.state {
    case .waiting(0) where scan.frameCount > 0:
      "it was lifted after \(degrees)°: turn it by a quarter at least"
    case .waiting(let touches): "\(counted(touches, "touch")), not the three of one object"
    case .deformed: "the touches move against each other: fingers, or two objects"
    case .scanning: "scanning, \(degrees)°"
    case .done: "done, \(degrees)°"
    }
  }

  private var degrees: String { "\(Int(scan.turned * 24) * 15)" }

  mutating func take(_ event: SurfaceEvent) {
    let word: TangibleTracker.Word
    switch event.kind {
    case .source:
      let lies = event.layout
      let isMirrored = lies.isMirroredX != lies.isMirroredY
      if isMirrored { mirrored.insert(event.source) } else { mirrored.remove(event.source) }
      return
    case .began: word = .began
    case .moved: word = .moved
    case .ended: word = .ended
    default: return
    }
    let key = Int64(event.source) << 32 | Int64(UInt32(bitPattern: event.id))
    var place = places[key] ?? .zero
    if event.touch.x.isFinite {
      place.x = (mirrored.contains(event.source) ? 1 - event.touch.x : event.touch.x) * size.width
    }
    if event.touch.y.isFinite { place.y = event.touch.y * size.height }
    places[key] = word == .ended ? nil : place
    scan.handle(word, source: event.source, id: event.id, place: place)
  }
}
