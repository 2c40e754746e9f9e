// Screens as pictures: the contrast of every text with what is behind it, and the pictures' pixels, which are
// pinned in Tests/Golden/screens.txt for one version of cairo. SCREENS=write pins them anew, and
// SCREENS_FOLDER gets the pictures themselves, to be looked at.
import Canvas
import Controls
import Foundation
import Grids
import Patches
import RealTime
import SceneFiles
import Testing
import Text

@testable import Paint
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

  /// Five fingers on keys below, five above that take what is under them and throw it.
  static let tenFingers: [(seconds: Double, event: SurfaceEvent)] = {
    var events: [(seconds: Double, event: SurfaceEvent)] = []
    for finger in 0..<5 {
      let x = 0.12 + 0.19 * Float(finger)
      events.append(
        (0.1 + 0.05 * Double(finger), SurfaceEvent(.began, source: 1, id: Int32(finger), x: x, y: 0.2)))
      for step in 0...20 {
        let event = SurfaceEvent(
          step == 0 ? .began : .moved, source: 1, id: Int32(10 + finger), x: x + 0.003 * Float(step),
          y: 0.48 + 0.015 * Float(step))
        events.append((0.5 + 0.03 * Double(step), event))
      }
    }
    return events.sorted { $0.seconds < $1.seconds }
  }()

  private static var library: [ViewModel.Entry] {
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

  private static var grids: [ViewModel.Entry] {
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

  /// Each picture that is pinned: all screens in all looks, patches and grids in one look.
  private static func pictures(_ body: (String, inout ScreenPicture) -> Void) throws {
    let library = try library
    var wishes: [Wish] = []
    for look in Look.all {
      for size in [Look.Size.medium, .finger] {
        var look = look
        look.size = size
        let name = "\(String(decoding: look.name, as: UTF8.self)) \(size)"
        var touch = ScreenPicture(.touch, width: 1280, height: 800, look: look)
        touch.view.model.library = library
        try touch.play(try patch("turning_strings"), chord, until: 1.5)
        touch.view.model.read(table: try Array(table.utf8).withUnsafeBytes { try JSON($0) })
        for screen in touch.view.screens {
          for isOpen in screen == .play ? [false, true] : [true] {
            touch.view.open(screen, withTabs: isOpen)
            body("touch \(screen)\(isOpen ? "" : " closed") \(name)", &touch)
          }
        }
        var matrix = ScreenPicture(.toneMatrix, width: 1280, height: 800, look: look)
        matrix.view.model.library = try grids
        matrix.play(try grid("night_bus"), until: 1.3, tempo: 120)
        for screen in matrix.view.screens {
          matrix.view.open(screen, withTabs: true)
          body("matrix \(screen) \(name)", &matrix)
        }
        try above(name, &touch, &matrix, body)
        try tables(name, &touch, body)
      }
    }
    for name in ["pinch_nebula", "glass_marimba", "drum_table", "first_touch"]
    where FileManager.default.fileExists(atPath: "\(root)/bundle/patches/\(name).json") {
      var picture = ScreenPicture(.touch, width: 1024, height: 640, look: .dark)
      try picture.play(try patch(name), chord, until: 1.2)
      body("patch \(name)", &picture)
    }
    for name in ["bouncing_board", "air_hockey", "double_pendulum"] {
      var picture = ScreenPicture(.touch, width: 1280, height: 800, look: .dark)
      let shown = try patch(name)
      picture.view.model.library = library
      try picture.play(shown, tenFingers, until: 1.4)
      picture.view.open(.sandbox, withTabs: true)
      body("sandbox \(name)", &picture)
      for (shape, width, height) in [("tablet", 820, 1180), ("phone", 390, 844)] as [(String, Float, Float)] {
        _ = picture.view.handle(.resized(width: width, height: height), at: 2)
        body("sandbox \(name) on an upright \(shape)", &picture)
      }
      _ = picture.view.handle(.resized(width: 800, height: 500), at: 2)
      picture.view.look = .light
      picture.view.press(.sandbox(.edit), &wishes)
      picture.view.sandbox.chosen = 0
      body("sandbox \(name) in a small window, edited", &picture)
    }
    for name in ["rain", "night_bus"] {
      var low = ScreenPicture(.toneMatrix, width: 480, height: 340, look: .light)
      low.view.look.size = .finger
      low.play(try grid(name), until: 2.1, tempo: 100)
      body("grid \(name) in a small window", &low)
      var picture = ScreenPicture(.toneMatrix, width: 800, height: 600, look: .dark)
      picture.play(try grid(name), until: 2.1, tempo: 100)
      body("grid \(name)", &picture)
    }
  }

  /// What lies above screens, pages of *Grid*, hexagons of *Keys*.
  private static func above(
    _ name: String, _ touch: inout ScreenPicture, _ matrix: inout ScreenPicture,
    _ body: (String, inout ScreenPicture) -> Void
  ) throws {
    matrix.view.open(.grid, withTabs: true)
    matrix.view.openMenu(ofCell: 4, 6, 600, 420)
    body("matrix menu of a cell \(name)", &matrix)
    matrix.view.open(.rotary(RotaryPopup(property: .probability, step: 4, row: 6, x: 600, y: 420)))
    body("matrix rotary \(name)", &matrix)
    matrix.view.popups.popup = nil
    for page in GridPage.allCases where page != .layer {
      matrix.view.grid.page = page
      body("matrix grid page \(page) \(name)", &matrix)
    }
    matrix.view.grid.page = .layer
    touch.view.open(.library, withTabs: true)
    touch.view.popups.hasKeyboard = true
    touch.view.popups.popup = .dialog(
      Dialog(.save, "Save this patch among yours as", "Save", TextEditing(Array("Turning strings".utf8))))
    body("touch dialog with a keyboard \(name)", &touch)
    touch.view.popups = PopupState()
    touch.view.open(.keys, withTabs: true)
    var scl = "nineteen\n19\n"
    for tone in 1...19 { scl += "\(Double(tone) * 1200 / 19)\n" }
    let tuning = touch.view.model.patch.tuning
    touch.view.model.patch.tuning.scl = Array(scl.utf8)
    body("touch hexagons \(name)", &touch)
    touch.view.model.patch.tuning = tuning
    touch.view.model.read(
      room: try Array(room.utf8).withUnsafeBytes { try JSON($0) })
    touch.view.open(.setup, withTabs: true)
    body("touch set-up with senders \(name)", &touch)
    touch.view.model.room = ViewModel.Room()
  }

  /// *Table* on other shapes of screens, with an object that a hand holds, while it scans, without objects.
  private static func tables(
    _ name: String, _ touch: inout ScreenPicture, _ body: (String, inout ScreenPicture) -> Void
  ) throws {
    var wishes: [Wish] = []
    touch.view.open(.table, withTabs: true)
    for (shape, width, height) in [("tablet", 820, 1180), ("phone", 390, 844)] as [(String, Float, Float)] {
      _ = touch.view.handle(.resized(width: width, height: height), at: 2)
      touch.view.press(.table(.put(2)), &wishes)
      body("table held on an upright \(shape) \(name)", &touch)
      touch.view.press(.table(.put(2)), &wishes)
      touch.view.model.read(table: try Array(scan.utf8).withUnsafeBytes { try JSON($0) })
      body("table scan on an upright \(shape) \(name)", &touch)
      touch.view.model.read(table: try Array(table.utf8).withUnsafeBytes { try JSON($0) })
    }
    _ = touch.view.handle(.resized(width: 1280, height: 800), at: 2)
    touch.view.model.read(table: try Array(scan.utf8).withUnsafeBytes { try JSON($0) })
    body("table scan \(name)", &touch)
    touch.view.model.table = ViewModel.Table()
    touch.view.model.read(
      table: try Array("{\"objects\": [], \"library\": []}".utf8).withUnsafeBytes { try JSON($0) })
    body("table without objects \(name)", &touch)
  }

  /// *Scene* with pages of the bundle, one without widgets, and none. Their colours are those of the patches.
  private static func scenes(_ body: (String, inout ScreenPicture) -> Void) throws {
    var finger = Look.dark
    finger.size = .finger
    for name in ["every_widget.pd", "pocket_pad/droidparty_main.pd", "echo_walk.rj/_main.pd", ""] {
      for (shape, width, height, look) in [
        ("wide", 1280, 800, Look.dark), ("light", 1280, 800, .light), ("tablet", 820, 1180, .dark),
        ("phone", 390, 844, finger),
      ] as [(String, Float, Float, Look)] {
        var picture = ScreenPicture(.scene, width: width, height: height, look: look)
        picture.view.open(.scene, withTabs: true)
        if !name.isEmpty {
          let path = "\(root)/bundle/scenes/\(name)"
          let text = PdFile.reachable(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
          picture.view.model.scene.read(.path, Array(path.utf8))
          picture.view.model.scene.read(.state, Array("Playing".utf8))
          picture.view.model.scene.read(.widgets, Array("0 \(text.count)\n".utf8) + text)
        }
        body("scene \(name.isEmpty ? "not chosen" : name) \(shape)", &picture)
      }
    }
  }

  private static let table = """
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

  private static let scan = """
    {"size_mm": [600, 340], "touches": [[290, 145, 0], [252, 170, 0], [256, 133, 0]], "objects": [],
     "scan": {"state": "scanning", "turned": 0.17, "enough": 0, "pads_mm": [[0, 0], [65, 0], [43, 25.5]],
      "sides_mm": [33.7, 50, 65], "uncertainty_mm": 0.6, "frames": 80, "stretch": 0.021,
      "nearest": "long card", "percent": 31}}
    """

  private static let room = """
    {"file": {"allow": ["192.168.1.0/24"], "sources": [{"from": "192.168.1.40", "name": "table east",
    "quarters": 1, "mirror": "x", "crop": [0.1, 0, 0.9, 1]}]}, "ports": [3333],
    "senders": [{"from": "192.168.1.40", "port": 9000, "quarters": 1, "mirrors": 1},
    {"from": "192.168.1.41", "port": 9001, "quarters": 0, "mirrors": 0}],
    "refused": [["10.0.0.7", 12]], "counts": [["packets", 4012], ["messages", 4012], ["no_route", 3]]}
    """

  /// Under each text the colours that fill at least a twentieth of its box are 4.5 : 1 away from its own.
  @Test func everyTextCanBeRead() throws {
    #expect(Self.fonts.isComplete)
    var count = 0
    try Self.pictures { name, picture in
      var list = DrawList()
      picture.view.draw(into: &list)
      var painter = Painter(
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
    let pin = { (name: String, picture: inout ScreenPicture) in
      let painter = picture.painted(scale: 1, fonts: Self.fonts)
      lines.append("\(Self.hash(painter)) \(name)")
      if let folder = ProcessInfo.processInfo.environment["SCREENS_FOLDER"] {
        let file = name.replacingOccurrences(of: " ", with: "_").replacingOccurrences(of: "/", with: "_")
        _ = painter.write(png: Array("\(folder)/\(file).png".utf8))
      }
    }
    try Self.pictures(pin)
    try Self.scenes(pin)
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
