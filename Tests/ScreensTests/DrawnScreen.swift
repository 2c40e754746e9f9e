// The screens that tests look at: all screens in all looks, and patches, grids, worlds and scenes in one.
import Foundation
import Grids
import Paint
import PanelModel
import RealTime
import SceneFiles
import Text
import Toolkit

@testable import GridScreens
@testable import LibraryScreens
@testable import PerformanceScreens
@testable import Screens
@testable import Shell

/// A screen as it is drawn in one or several looks.
struct DrawnScreen: Sendable {
  let name: String
  /// In points.
  let width: Float
  let height: Float
  let looks: [(name: String, list: DrawList)]

  /// - Parameter looks: the looks to draw, at the size of the picture's own; nil: its own alone.
  init(_ name: String, _ picture: inout ScreenPicture, looks: [Look]?) {
    self.name = name
    (width, height) = (picture.view.width, picture.view.height)
    let own = picture.view.look
    self.looks = (looks ?? [own]).map { look in
      picture.view.look = look
      picture.view.look.size = own.size
      var list = DrawList()
      picture.view.draw(into: &list)
      return (String(decoding: look.name, as: UTF8.self), list)
    }
    picture.view.look = own
  }

  /// The screens in the colors of looks, drawn once for all tests.
  static let own = Result {
    var drawn: [DrawnScreen] = []
    try screens { name, looks, picture in drawn.append(DrawnScreen(name, &picture, looks: looks)) }
    return drawn
  }

  /// The pages of scenes, in the colors of their patches.
  static let pages = Result {
    var drawn: [DrawnScreen] = []
    try scenes { name, looks, picture in drawn.append(DrawnScreen(name, &picture, looks: looks)) }
    return drawn
  }

  /// Calls `body` with each screen, and with the looks that it is drawn in.
  private static func screens(_ body: (String, [Look]?, inout ScreenPicture) -> Void) throws {
    let library = try library
    var requests: [PanelRequest] = []
    for size in [Look.Size.medium, .finger] {
      var look = Look.dark
      look.size = size
      var touch = ScreenPicture(.touch, width: 1280, height: 800, look: look)
      touch.view.model.library = library
      try touch.play(try patch("turning_strings"), chord, until: 1.5)
      touch.view.model.read(table: try Array(table.utf8).withUnsafeBytes { try JSON($0) })
      for screen in touch.view.screens {
        for isOpen in screen == .play ? [false, true] : [true] {
          touch.view.open(screen, withTabs: isOpen)
          body("touch \(screen.word)\(isOpen ? "" : " closed") \(size)", Look.all, &touch)
        }
      }
      var matrix = ScreenPicture(.toneMatrix, width: 1280, height: 800, look: look)
      matrix.view.model.library = try grids
      matrix.play(try grid("night_bus"), until: 1.3, tempo: 120)
      for screen in matrix.view.screens {
        matrix.view.open(screen, withTabs: true)
        body("matrix \(screen.word) \(size)", Look.all, &matrix)
      }
      try above(size, &touch, &matrix, body)
      try tables(size, &touch, body)
    }
    for name in ["pinch_nebula", "glass_marimba", "first_touch"] {
      var picture = ScreenPicture(.touch, width: 1024, height: 640, look: .dark)
      try picture.play(try patch(name), chord, until: 1.2)
      body("patch \(name)", nil, &picture)
    }
    for name in ["bouncing_board", "air_hockey", "double_pendulum"] {
      var picture = ScreenPicture(.touch, width: 1280, height: 800, look: .dark)
      let shown = try patch(name)
      picture.view.model.library = library
      try picture.play(shown, tenFingers, until: 1.4)
      picture.view.open(.sandbox, withTabs: true)
      body("sandbox \(name)", nil, &picture)
      for (shape, width, height) in [("tablet", 820, 1180), ("phone", 390, 844)] as [(String, Float, Float)] {
        _ = picture.view.handle(.resized(width: width, height: height), at: 2)
        body("sandbox \(name) on an upright \(shape)", nil, &picture)
      }
      _ = picture.view.handle(.resized(width: 800, height: 500), at: 2)
      picture.view.look = .light
      picture.view.press(.performance(.sandbox(.edit)), &requests)
      picture.view.performance.sandbox.chosen = 0
      body("sandbox \(name) in a small window, edited", nil, &picture)
    }
    for (shape, width, height) in [("window", 1100, 700), ("phone", 390, 844)] as [(String, Float, Float)] {
      var first = ScreenPicture(.toneMatrix, width: width, height: height, look: .dark)
      first.view.showsMore = false
      first.play(GridDocument(), until: 0, tempo: 120)
      body("grid opened first in a \(shape)", nil, &first)
    }
    for name in ["rain", "night_bus"] {
      var low = ScreenPicture(.toneMatrix, width: 480, height: 340, look: .light)
      low.view.look.size = .finger
      low.play(try grid(name), until: 2.1, tempo: 100)
      body("grid \(name) in a small window", nil, &low)
      var picture = ScreenPicture(.toneMatrix, width: 800, height: 600, look: .dark)
      picture.play(try grid(name), until: 2.1, tempo: 100)
      body("grid \(name)", nil, &picture)
    }
  }

  /// Popups above screens, pages of *Grid*, hexagons of *Keys*.
  private static func above(
    _ size: Look.Size, _ touch: inout ScreenPicture, _ matrix: inout ScreenPicture,
    _ body: (String, [Look]?, inout ScreenPicture) -> Void
  ) throws {
    matrix.view.open(.grid, withTabs: true)
    matrix.view.withGrid { $0.openMenu(ofCell: 4, 6, 600, 420) }
    body("matrix menu of a cell \(size)", Look.all, &matrix)
    matrix.view.withGrid { $0.choose(.probability, 4, 6, at: Area(x: 600, y: 420, width: 0, height: 0)) }
    body("matrix rotary \(size)", Look.all, &matrix)
    matrix.view.popups.popup = nil
    for page in GridPage.allCases where page != .layer {
      matrix.view.grid.state.page = page
      body("matrix grid page \(page) \(size)", Look.all, &matrix)
    }
    let grid = matrix.view.model.grid
    let song = #"[{"pattern": 1, "bars": 4}, {"pattern": 2, "bars": 2}, {"pattern": 1, "bars": 8}]"#
    try matrix.view.model.grid.apply(edit: Array(#"{"layer": {"chain": \#(song)}}"#.utf8))
    matrix.view.grid.state.page = .chain
    body("matrix grid song \(size)", Look.all, &matrix)
    let sections = """
      [{"name": "Intro", "bars": 4, "mutes": [1, 2]}, {"name": "Verse", "bars": 8, "patterns": [1, 1, 2, 1]},
        {"name": "Chorus", "bars": 8, "patterns": [2, 3, 3, 1]}, {"bars": 16, "patterns": [12, 3, 4, 1]}]
      """
    try matrix.view.model.grid.apply(
      edit: Array(#"{"song": {"name": "Evening", "sections": \#(sections)}}"#.utf8))
    var live = matrix.view.model.live
    var place = LiveSong()
    (place.section, place.next, place.bars) = (1, 2, 3.5)
    live.song = place
    matrix.view.show(live, at: 0)
    body("matrix grid sections \(size)", Look.all, &matrix)
    live.song = nil
    matrix.view.show(live, at: 0)
    matrix.view.model.show(grid)
    matrix.view.grid.state.page = .layer
    touch.view.open(.library, withTabs: true)
    touch.view.popups.hasKeyboard = true
    touch.view.popups.popup = .dialog(
      Dialog(
        .library(.save), "Save patch as", "Save", TextEditing(Array("Turning strings".utf8)))
    )
    body("touch dialog with a keyboard \(size)", Look.all, &touch)
    touch.view.popups = PopupState<ControlAction>()
    var requests: [PanelRequest] = []
    touch.view.open(ScreenName(screen: .sound(.sound)), withTabs: true)
    _ = touch.view.openValueMenu(of: .sound(.parameter(.oscALevel, .base)), 700, 240)
    body("touch menu of a value \(size)", Look.all, &touch)
    touch.view.popups = PopupState<ControlAction>()
    touch.view.popups.place = Area(x: 640, y: 150, width: 400, height: 32)
    touch.view.openList(of: .sound(.parameter(.oscAWave, .base)), &requests)
    body("touch list of waves \(size)", Look.all, &touch)
    touch.view.popups = PopupState<ControlAction>()
    _ = touch.view.handle(.resized(width: 800, height: 500), at: 2)
    touch.view.open(.library, withTabs: true)
    touch.view.model.refuse("This edit is of revision 7, and the document is at 9 now.")
    body("touch library in a small window \(size)", nil, &touch)
    (touch.view.model.message, touch.view.model.isRefusal) = ([], false)
    _ = touch.view.handle(.resized(width: 1280, height: 800), at: 2)
    touch.view.open(.keys, withTabs: true)
    var scl = "nineteen\n19\n"
    for tone in 1...19 { scl += "\(Double(tone) * 1200 / 19)\n" }
    let tuning = touch.view.model.patch.tuning
    touch.view.model.patch.tuning.scl = Array(scl.utf8)
    body("touch hexagons \(size)", Look.all, &touch)
    touch.view.model.patch.tuning = tuning
    touch.view.model.read(
      room: try Array(room.utf8).withUnsafeBytes { try JSON($0) })
    touch.view.open(.setup, withTabs: true)
    body("touch set-up with senders \(size)", Look.all, &touch)
    touch.view.model.room = ViewModel.Room()
  }

  /// *Table* on other shapes of screens, with an object that a hand holds, while it scans, without objects.
  private static func tables(
    _ size: Look.Size, _ touch: inout ScreenPicture, _ body: (String, [Look]?, inout ScreenPicture) -> Void
  ) throws {
    var requests: [PanelRequest] = []
    touch.view.open(.table, withTabs: true)
    for (shape, width, height) in [("tablet", 820, 1180), ("phone", 390, 844)] as [(String, Float, Float)] {
      _ = touch.view.handle(.resized(width: width, height: height), at: 2)
      touch.view.press(.performance(.table(.put(2))), &requests)
      body("table held on an upright \(shape) \(size)", Look.all, &touch)
      touch.view.press(.performance(.table(.put(2))), &requests)
      touch.view.model.read(table: try Array(scan.utf8).withUnsafeBytes { try JSON($0) })
      body("table scan on an upright \(shape) \(size)", Look.all, &touch)
      touch.view.model.read(table: try Array(table.utf8).withUnsafeBytes { try JSON($0) })
    }
    _ = touch.view.handle(.resized(width: 1280, height: 800), at: 2)
    touch.view.model.read(table: try Array(scan.utf8).withUnsafeBytes { try JSON($0) })
    body("table scan \(size)", Look.all, &touch)
    touch.view.model.table = ViewModel.Table()
    touch.view.model.read(
      table: try Array("{\"objects\": [], \"library\": []}".utf8).withUnsafeBytes { try JSON($0) })
    body("table without objects \(size)", Look.all, &touch)
  }

  /// *Scene* with pages of the bundle, one without widgets, and none. Their colors are those of the patches.
  private static func scenes(_ body: (String, [Look]?, inout ScreenPicture) -> Void) throws {
    for (title, file) in [
      ("every_widget", "every_widget.pd"), ("pocket_pad", "pocket_pad/droidparty_main.pd"),
      ("echo_walk", "echo_walk.rj/_main.pd"), ("not chosen", ""),
    ] {
      for (shape, width, height, looks) in [
        ("wide", 1280, 800, [Look.dark, .light]), ("tablet", 820, 1180, nil), ("phone", 390, 844, nil),
      ] as [(String, Float, Float, [Look]?)] {
        var picture = ScreenPicture(.scene, width: width, height: height, look: .dark)
        if shape == "phone" { picture.view.look.size = .finger }
        picture.view.open(.scene, withTabs: true)
        if !file.isEmpty {
          let path = "\(root)/bundle/scenes/\(file)"
          let text = PdFile.reachable(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
          picture.view.model.scene.read(.path, Array(path.utf8))
          picture.view.model.scene.read(.state, Array("Playing".utf8))
          picture.view.model.scene.read(.widgets, Array("0 \(text.count)\n".utf8) + text)
        }
        body("scene \(title) \(shape)", looks, &picture)
      }
    }
  }
}

extension ScreenName {
  /// Its symbol as one word.
  var word: String { symbol.description.filter { $0 != "-" } }
  static var keys: Self { Self(screen: .performance(.keys)) }
  static var sandbox: Self { Self(screen: .performance(.sandbox)) }
  static var table: Self { Self(screen: .performance(.table)) }
}
