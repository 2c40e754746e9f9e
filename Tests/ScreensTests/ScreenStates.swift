// The contents of the tests' screens: documents of the bundle, gestures, and answers of the broker.
import Foundation
import Grids
import PanelModel
import Patches
import RealTime
import Shell
import Text

extension DrawnScreen {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(path)")))
  }

  static func patch(_ name: String) throws -> PatchDocument {
    var warnings: [DocumentError] = []
    return try PatchDocument.read(try bytes("bundle/patches/\(name).json"), warnings: &warnings)
  }

  static func grid(_ name: String) throws -> GridDocument {
    var warnings: [DocumentError] = []
    return try GridDocument.read(try bytes("bundle/grids/\(name).json"), warnings: &warnings)
  }

  /// Five fingers that begin one after the other, turn and spread.
  static let chord: [(seconds: Double, event: SurfaceEvent)] = {
    let places: [(Float, Float)] = [(0.3, 0.35), (0.55, 0.7), (0.72, 0.4), (0.42, 0.8), (0.62, 0.22)]
    var events: [(seconds: Double, event: SurfaceEvent)] = []
    for step in 0...60 {
      for (index, place) in places.enumerated() where step >= index * 4 {
        let turn = Float(step) * 0.012
        let (dx, dy) = (place.0 - 0.5, place.1 - 0.5)
        let event = SurfaceEvent.touch(
          step == index * 4 ? .began : .moved, source: 1, id: Int32(index),
          x: 0.5 + dx * cos(turn) - dy * sin(turn), y: 0.5 + dx * sin(turn) + dy * cos(turn),
          pressure: 0.3 + 0.12 * Float(index), radius: 0.02 + 0.003 * Float(index))
        events.append((Double(step) / 40, event))
      }
    }
    return events
  }()

  /// Five fingers on keys below, five above that take what is under them and throw it.
  static let tenFingers: [(seconds: Double, event: SurfaceEvent)] = {
    var events: [(seconds: Double, event: SurfaceEvent)] = []
    for finger in 0..<5 {
      let x = 0.12 + 0.19 * Float(finger)
      events.append(
        (0.1 + 0.05 * Double(finger), SurfaceEvent.touch(.began, source: 1, id: Int32(finger), x: x, y: 0.2)))
      for step in 0...20 {
        let event = SurfaceEvent.touch(
          step == 0 ? .began : .moved, source: 1, id: Int32(10 + finger), x: x + 0.003 * Float(step),
          y: 0.48 + 0.015 * Float(step))
        events.append((0.5 + 0.03 * Double(step), event))
      }
    }
    return events.sorted { $0.seconds < $1.seconds }
  }()

  static var library: [ViewModel.Entry] {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(root)/bundle/patches").sorted()
      return try names.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".setlist.json") && $0 != "bank.json" }
        .map { file in
          let patch = try patch(String(file.dropLast(5)))
          var entry = ViewModel.Entry(file: Array(file.utf8), name: patch.name)
          (entry.category, entry.tags, entry.text) = (patch.category, patch.tags, patch.howToPlay)
          entry.picture = patch.world.thumbnail
          return entry
        }
    }
  }

  static var grids: [ViewModel.Entry] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: "\(root)/bundle/grids").sorted().filter {
        $0.hasSuffix(".json")
      }.map { file in
        let grid = try grid(String(file.dropLast(5)))
        var entry = ViewModel.Entry(file: Array(file.dropLast(5).utf8), name: grid.name)
        (entry.category, entry.text, entry.picture) = (grid.category, grid.howToPlay, grid.thumbnail)
        return entry
      }
    }
  }

  static let table = """
    {"size_mm": [600, 340], "touches": [[190, 145, 1], [152, 170, 1], [156, 133, 1], [420, 250, 0]],
     "objects": [
      {"object": 0, "state": "lies", "pads": 3, "at_mm": [166, 150], "turns": 0.08, "tolerance_mm": 2.8},
      {"object": 1, "state": "partly", "pads": 2, "at_mm": [330, 230], "turns": 0.62, "tolerance_mm": 3.1},
      {"object": 3, "state": "filtered", "pads": 0, "at_mm": [470, 110], "turns": 0.9, "tolerance_mm": 3}],
     "library": [
      {"name": "small card", "class": 1, "pads_mm": [[22.5, 0], [-21.8, 18.4], [-0.7, -18.4]],
       "sides_mm": [27.2, 38.8, 48], "outline_mm": [[40, 6], [-30, 34], [-49, -12], [21, -40]],
       "seen": [3, 2, 0, 1, 1]},
      {"name": "wide card", "class": 2, "pads_mm": [[28.7, 0], [-27.0, 22.3], [-1.7, -22.3]],
       "sides_mm": [37.7, 51.2, 60], "outline_mm": [[47, 8], [-35, 41], [-57, -14], [24, -47]],
       "seen": [1, 0, 0, 0, 0]},
      {"name": "long card", "class": 3, "pads_mm": [[34.9, 0], [-33.6, 24.1], [-1.3, -24.1]],
       "sides_mm": [45.7, 66.4, 75], "outline_mm": [[53, 10], [-43, 44], [-67, -18], [29, -52]],
       "seen": [0, 0, 0, 0, 0]},
      {"name": "round stone", "pads_mm": [[30, 0], [-18, 25], [-12, -25]], "sides_mm": [40, 50.4, 54.1],
       "seen": [5, 4, 2, 3, 3]}]}
    """

  static let scan = """
    {"size_mm": [600, 340], "touches": [[290, 145, 0], [252, 170, 0], [256, 133, 0]], "objects": [],
     "scan": {"state": "scanning", "turned": 0.17, "enough": 0, "pads_mm": [[0, 0], [65, 0], [43, 25.5]],
      "sides_mm": [33.7, 50, 65], "uncertainty_mm": 0.6, "frames": 80, "stretch": 0.021,
      "nearest": "long card", "percent": 31}}
    """

  static let room = """
    {"file": {"allow": ["192.168.1.0/24"], "sources": [{"from": "192.168.1.40", "name": "table east",
    "quarters": 1, "mirror": "x", "crop": [0.1, 0, 0.9, 1]}]}, "ports": [3333],
    "senders": [{"from": "192.168.1.40", "port": 9000, "quarters": 1, "mirrors": 1},
    {"from": "192.168.1.41", "port": 9001, "quarters": 0, "mirrors": 0}],
    "refused": [["10.0.0.7", 12]], "counts": [["packets", 4012], ["messages", 4012], ["no_route", 3]]}
    """
}
