// `tactus tangible simulate`: a performance of objects and fingers on an imperfect panel. Main thread.
import ArgumentParser
import Console
import Foundation
import OSC
import Performances
import Tangibles

struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a performance in which objects are put down, dragged, turned and lifted.",
    discussion: """
      Each object lies for a time, is away for a time, and comes back elsewhere. The touches are those of an \
      imperfect panel. Equal seeds give equal performances.
      """)

  @Argument(
    help: "The definitions of the objects; otherwise those of your folder.",
    completion: .file(extensions: ["json"]))
  var files: [String] = []
  @Option(name: .shortAndLong, help: "The performance to write.", completion: .file(extensions: ["tactus"]))
  var output: String
  @OptionGroup var replacing: Replacing
  @Option(help: "Which of all possible performances.")
  var seed: UInt64 = 1
  @Option(help: "How long it is.")
  var seconds = 20.0
  @Option(help: "The surface in millimeters.")
  var size = SurfaceSize(argument: "597x336")!
  @Option(help: "The noise of each coordinate of a touch, in millimeters.")
  var noise: Float = 1
  @Option(help: "How far a pad's touches lie beside the pad, in millimeters.")
  var bias: Float = 0.7
  @Option(help: "Within how many milliseconds the pads of an object come.")
  var spread: Float = 80
  @Option(help: "How often a second a pad's touch is lost for a moment.")
  var drops: Float = 0.5
  @Option(help: "How often a second a pad is pulled 8 mm aside for a moment.")
  var merges: Float = 0
  @Option(help: "The share of drags in which one touch stays behind, 0 to 1.")
  var ghosts: Float = 0
  @Option(help: "After how many seconds at most the panel filters touches that lie still; 0: never.")
  var filter: Float = 0
  @Option(help: "How many fingers play beside the objects.")
  var fingers = 0
  @Option(help: "The seconds that an object stays before it is lifted.")
  var stay: Float = 4
  @Option(help: "How many seconds it is away then.")
  var pause: Float = 1.5
  @Option(help: "How fast it is dragged at most, in millimeters a second.")
  var speed: Float = 60
  @Option(help: "How fast it is turned at most, in turns a second.")
  var turning: Float = 0.2

  func validate() throws {
    func check(_ name: String, _ value: Float, _ range: ClosedRange<Float>) throws {
      if range ~= value { return }
      throw ValidationError(
        "--\(name) is \(value.short), not \(range.lowerBound.short) to \(range.upperBound.short)")
    }
    try check("seconds", Float(seconds), 0.1...3600)
    try check("noise", noise, 0...10)
    try check("bias", bias, 0...10)
    try check("spread", spread, 0...1000)
    try check("drops", drops, 0...20)
    try check("merges", merges, 0...20)
    try check("ghosts", ghosts, 0...1)
    try check("filter", filter, 0...600)
    try check("fingers", Float(fingers), 0...40)
    try check("stay", stay, 0.5...600)
    try check("pause", pause, 0...600)
    try check("speed", speed, 0...1000)
    try check("turning", turning, 0...2)
  }

  func run() throws {
    try replacing.check(output)
    let file = try PendingFile(output, .performance)
    let library = try TangibleFolder.library(files)
    var settings = TableSettings()
    settings.size = [size.width, size.height]
    (settings.noise, settings.bias, settings.spread) = (noise, bias, spread / 1000)
    (settings.drops, settings.merges, settings.ghosts) = (drops, merges, ghosts)
    (settings.filter, settings.fingers) = (filter, fingers)
    (settings.stay, settings.pause) = (stay, pause)
    (settings.speed, settings.turning) = (speed, turning)
    var table = TableSimulation(library.definitions, settings, seed: seed)
    var performance = Performance()
    for frame in 0..<Int(seconds / Double(TableSimulation.step)) {
      let touches = table.next()
      for message in table.messages {
        performance.packets.append(
          Performance.Packet(seconds: Double(frame) / 100, source: "127.0.0.1:2", bytes: message.packet))
      }
      for touch in touches {
        performance.packets.append(
          Performance.Packet(
            seconds: Double(frame) / 100, source: "127.0.0.1:1", bytes: touch.packet(on: settings.size)))
      }
    }
    try file.write(performance.text)
    try file.commit()
    report("\(output): \(counted(library.definitions.count, "object")), \(performance.outline)")
  }
}

extension PercMessage {
  fileprivate var packet: [UInt8] {
    let address: StaticString =
      switch word {
      case .near: "/tactus/tangible/near"
      case .field: "/tactus/tangible/field"
      case .light: "/tactus/tangible/light"
      }
    return OSCMessage(address, [.text(String(decoding: id, as: UTF8.self)), .int32(isOn ? 1 : 0)]).packet
  }
}

extension TableSimulation.Report {
  /// The touch as `/tactus/touch`, in shares of the surface.
  fileprivate func packet(on size: TablePoint) -> [UInt8] {
    let word =
      switch self.word {
      case .began: "began"
      case .moved: "moved"
      case .ended: "ended"
      }
    let (x, y) = (min(max(place.x / size.x, 0), 1), min(max(place.y / size.y, 0), 1))
    return OSCMessage("/tactus/touch", [.text(word), .int32(id), .float(x), .float(y)]).packet
  }
}
