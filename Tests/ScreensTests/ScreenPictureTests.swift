// Screens as pictures: the contrast of every text with what is behind it, and the pictures' pixels, which are
// pinned in Tests/Golden/screens.txt for one version of cairo. SCREENS=write pins them anew, and
// SCREENS_FOLDER gets the pictures themselves, to be looked at.
import Canvas
import Controls
import Foundation
import Grids
import Patches
import RealTime
import Testing
import Text

@testable import Screens
@testable import View

@Suite struct ScreenPictureTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  private static let fonts = BundleFonts(folder: Array("\(root)/bundle/fonts".utf8))

  private static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(path)")))
  }

  private static func patch(_ name: String) throws -> PatchDocument {
    var warnings: [DocumentError] = []
    return try PatchDocument.read(try bytes("bundle/patches/\(name).json"), warnings: &warnings)
  }

  private static func grid(_ name: String) throws -> GridDocument {
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
        let event = SurfaceEvent(
          step == index * 4 ? .began : .moved, source: 1, id: Int32(index),
          x: 0.5 + dx * cos(turn) - dy * sin(turn), y: 0.5 + dx * sin(turn) + dy * cos(turn),
          pressure: 0.3 + 0.12 * Float(index), radius: 0.02 + 0.003 * Float(index))
        events.append((Double(step) / 40, event))
      }
    }
    return events
  }()

  private static var library: [ViewModel.Entry] {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(root)/bundle/patches").sorted()
      return try names.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".setlist.json") && $0 != "bank.json" }
        .map { file in
          let patch = try patch(String(file.dropLast(5)))
          var entry = ViewModel.Entry(file: Array(file.utf8), name: patch.name)
          (entry.category, entry.tags, entry.text) = (patch.category, patch.tags, patch.howToPlay)
          return entry
        }
    }
  }

  /// Each picture that is pinned: all screens in all looks, patches and grids in one look.
  private static func pictures(_ body: (String, inout ScreenPicture) -> Void) throws {
    let library = try library
    for look in Look.all {
      for size in [Look.Size.medium, .finger] {
        var look = look
        look.size = size
        let name = "\(String(decoding: look.name, as: UTF8.self)) \(size)"
        var touch = ScreenPicture(.touch, width: 1280, height: 800, look: look)
        touch.view.model.library = library
        try touch.play(try patch("turning_strings"), chord, until: 1.5)
        for screen in touch.view.screens {
          for isOpen in screen == .play ? [false, true] : [true] {
            touch.view.open(screen, withTabs: isOpen)
            body("touch \(screen)\(isOpen ? "" : " closed") \(name)", &touch)
          }
        }
        var matrix = ScreenPicture(.toneMatrix, width: 1280, height: 800, look: look)
        matrix.play(try grid("night_bus"), until: 1.3, tempo: 120)
        for screen in matrix.view.screens {
          matrix.view.open(screen, withTabs: true)
          body("matrix \(screen) \(name)", &matrix)
        }
      }
    }
    for name in ["pinch_nebula", "glass_marimba", "drum_table", "first_touch"]
    where FileManager.default.fileExists(atPath: "\(root)/bundle/patches/\(name).json") {
      var picture = ScreenPicture(.touch, width: 1024, height: 640, look: .dark)
      try picture.play(try patch(name), chord, until: 1.2)
      body("patch \(name)", &picture)
    }
    for name in ["rain", "night_bus"] {
      var picture = ScreenPicture(.toneMatrix, width: 800, height: 600, look: .dark)
      picture.play(try grid(name), until: 2.1, tempo: 100)
      body("grid \(name)", &picture)
    }
  }

  /// Under each text the colours that fill at least a twentieth of its box are 4.5 : 1 away from its own.
  @Test func everyTextCanBeRead() throws {
    #expect(Self.fonts.isComplete)
    var count = 0
    try Self.pictures { name, picture in
      var list = DrawList()
      picture.view.draw(into: &list)
      let painter = Painter(
        width: Int(picture.view.width), height: Int(picture.view.height), scale: 1, fonts: Self.fonts)
      var clips = [Area(x: 0, y: 0, width: picture.view.width, height: picture.view.height)]
      list.forEach { command in
        if case .clip(let area) = command { clips.append(Self.common(area, clips[clips.count - 1])) }
        if command == .unclip { clips.removeLast() }
        if case .text(let text) = command {
          count += 1
          TextMetrics.forEachLetter(text.bytes) { code, _ in
            let isThere = TextMetrics.units(of: code, text.face) != AdvanceTable.missing
            #expect(
              isThere,
              "\(name): “\(String(decoding: text.bytes, as: UTF8.self))” has a letter that is missing")
          }
          let contrast = Self.leastContrast(of: text, within: clips[clips.count - 1], on: painter)
          #expect(
            contrast >= Look.leastContrast,
            "\(name): “\(String(decoding: text.bytes, as: UTF8.self))” at \(text.y): \(contrast) : 1"
          )
        }
        painter.perform(command)
      }
    }
    #expect(count > 1000)
  }

  private static func common(_ a: Area, _ b: Area) -> Area {
    let (x, y) = (max(a.x, b.x), max(a.y, b.y))
    return Area(
      x: x, y: y, width: max(0, min(a.right, b.right) - x), height: max(0, min(a.bottom, b.bottom) - y))
  }

  /// What is seen of the text counts: nothing outside of the clip.
  private static func leastContrast(
    of text: PlacedText, within clip: Area, on painter: borrowing Painter
  ) -> Float {
    let width = TextMetrics.width(text.bytes, size: text.size, text.face)
    let box = common(
      Area(x: text.x, y: text.y - text.size * 0.75, width: width, height: text.size * 0.8), clip)
    let (left, top) = (Int(box.x), Int(box.y))
    let (right, bottom) = (min(painter.width, Int(box.right)), min(painter.height, Int(box.bottom)))
    var found: [UInt32: Int] = [:]
    let (pixels, stride) = (UnsafeRawPointer(painter.pixels), painter.stride)
    for y in top..<max(top, bottom) {
      for x in left..<max(left, right) {
        found[pixels.load(fromByteOffset: y * stride + 4 * x, as: UInt32.self) & 0xFF_FFFF, default: 0] += 1
      }
    }
    let all = found.values.reduce(0, +)
    return found.filter { $0.value * 20 >= all }.map { ground in
      let ground = Ink(ground.key)
      return text.ink.over(ground).contrast(with: ground)
    }.min() ?? 21
  }

  /// FNV-1a of 64 bits over the words of all pixels.
  private static func hash(_ painter: borrowing Painter) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let (pixels, stride) = (UnsafeRawPointer(painter.pixels), painter.stride)
    for y in 0..<painter.height {
      for x in 0..<painter.width {
        let word = pixels.load(fromByteOffset: y * stride + 4 * x, as: UInt32.self) & 0xFF_FFFF
        hash = (hash ^ UInt64(word)) &* 0x100_0000_01b3
      }
    }
    return String(hash, radix: 16)
  }

  @Test func picturesAreThePinnedOnes() throws {
    let path = "\(Self.root)/Tests/Golden/screens.txt"
    var lines = ["cairo \(Painter.version)"]
    try Self.pictures { name, picture in
      let painter = picture.painted(scale: 1, fonts: Self.fonts)
      lines.append("\(Self.hash(painter)) \(name)")
      if let folder = ProcessInfo.processInfo.environment["SCREENS_FOLDER"] {
        _ = painter.write(png: Array("\(folder)/\(name.replacingOccurrences(of: " ", with: "_")).png".utf8))
      }
    }
    #expect(Set(lines).count == lines.count)
    if ProcessInfo.processInfo.environment["SCREENS"] == "write" {
      try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }
    let pinned = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    // Another version of cairo may round otherwise; the names stay.
    if pinned.first == lines.first {
      #expect(pinned == lines)
    } else {
      let names = [pinned, lines].map { $0.dropFirst().map { $0.split(separator: " ").dropFirst() } }
      #expect(names[0] == names[1])
    }
  }

  @Test func theSamePictureTwiceIsEqual() throws {
    var (a, b) = (
      ScreenPicture(.touch, width: 640, height: 400, look: .dark),
      ScreenPicture(.touch, width: 640, height: 400, look: .dark)
    )
    try a.play(try Self.patch("turning_strings"), Self.chord, until: 1)
    try b.play(try Self.patch("turning_strings"), Self.chord, until: 1)
    let first = a.painted(scale: 2, fonts: Self.fonts)
    let second = b.painted(scale: 2, fonts: Self.fonts)
    #expect(Self.hash(first) == Self.hash(second))
    #expect(first.width == 1280 && first.height == 800)
  }
}
