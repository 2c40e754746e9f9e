// *Library*'s documents and *Settings*: what is asked of the engine, and what its answers show.
import Controls
import PanelModel
import PerformanceScreens
import RealTime
import Testing
import Text
import Toolkit

@testable import LibraryScreens
@testable import Paint
@testable import Shell
@testable import SoundScreens

@Suite struct LibrarySetupTests {
  private func library() -> View {
    var view = View(.toneMatrix, width: 1280, height: 800)
    for (name, isOwn) in [("mine", true), ("rain", false)] {
      var entry = ViewModel.Entry(file: Array(name.utf8), name: Array(name.utf8))
      entry.isOwn = isOwn
      entry.picture = [UInt8](repeating: UInt8(ascii: "c"), count: 256)
      view.model.library.append(entry)
    }
    view.open(.library)
    return view
  }

  @Test func aNameThatBeginsWithTheLettersIsFoundBeforeOneThatContainsThem() {
    var view = View(.touch, width: 1280, height: 800)
    view.model.library = ["Burning glass", "Glass marimba", "Pluck", "Glass pad"].map { name in
      ViewModel.Entry(file: Array(name.utf8), name: Array(name.utf8))
    }
    view.open(.library)
    view.type("gla")
    let found = ["Glass marimba", "Glass pad", "Burning glass"].map { Array($0.utf8) }
    #expect(view.lent(view.library) { $0.foundEntries }.map(\.name) == found)
    #expect(view.lent(view.library) { $0.chosenEntry }?.name == found[0])
  }

  @Test func theLibraryOpensAtWhatPlays() throws {
    var view = library()
    view.model.loaded = Array("rain".utf8)
    view.open(.grid)
    _ = try view.press(.screen(.library))
    view.refreshControls()
    #expect(view.lent(view.library) { $0.chosenEntry }?.file == Array("rain".utf8))
  }

  @Test func documentsAreSavedRenamedCopiedAndDeleted() throws {
    var view = library()
    _ = try view.press("mine")
    _ = try view.press("Rename…")
    view.type("other")
    #expect(questions(view.key(.enter)) == ["{\"rename\": [\"mine\", \"other\"]}"])
    _ = try view.press("Duplicate…")
    #expect(questions(view.key(.enter)) == ["{\"copy\": [\"mine\", \"mine copy\"]}"])
    #expect(questions(try view.press("Delete")) == ["{\"delete\": [\"mine\"]}"])
    let answer = #"{"said": "Deleted “mine”.", "changed": true, "revert": {"restore": ["mine"]}}"#
    _ = view.model.read(library: Array(answer.utf8))
    #expect(questions(try view.press(.revert)) == ["{\"restore\": [\"mine\"]}"])
    view.refreshControls()
    #expect(!view.controls.contains { $0.action == .revert }, "it is undone once")
    _ = try view.press("Save as…")
    view.type("new")
    let saved = view.key(.enter).compactMap { if case .save(let name) = $0 { name } else { nil } }
    #expect(saved == [Array("new".utf8)])
    // What has the name is replaced only by an answer.
    _ = try view.press("Save as…")
    view.type("mine")
    func saves(_ requests: [PanelRequest]) -> [[UInt8]] {
      requests.compactMap { if case .save(let name) = $0 { name } else { nil } }
    }
    #expect(saves(view.key(.enter)).isEmpty)
    #expect(saves(try view.press("Cancel")).isEmpty)
    _ = try view.press("Save as…")
    view.type("mine")
    _ = view.key(.enter)
    #expect(saves(try view.press("Replace")) == [Array("mine".utf8)])
    // *Save* writes what is the user's, and asks for a name otherwise.
    view.model.loaded = Array("mine".utf8)
    #expect(saves(try view.press("Save")) == [Array("mine".utf8)])
    view.model.loaded = Array("rain".utf8)
    #expect(saves(try view.press("Save")).isEmpty && view.popups.popup != nil)
    _ = view.key(.escape)
    // Entries of the bundle are neither renamed nor deleted. Each button keeps its place.
    let places = try ["Load", "Save as…", "Rename…", "Delete"].map { try view.control($0).area }
    _ = try view.press("rain")
    #expect(try ["Load", "Save as…", "Rename…", "Delete"].map { try view.control($0).area } == places)
    #expect(try !view.control("Delete").hasFocus && !view.control("Rename…").hasFocus)
    #expect(questions(try view.press("Delete")).isEmpty && view.popups.popup == nil)
    #expect(try view.control("Duplicate…").hasFocus)
  }

  /// A load over changes says so, and is undone where it says so.
  @Test func aChangedDocumentIsMarkedAndALoadOverItIsUndone() throws {
    var view = touchView()
    view.model.patch.name = Array("Glass pad".utf8)
    view.open(.library)
    func bar() throws -> [UInt8] { try view.control("Loaded").value }
    #expect(try bar() == Array("Glass pad".utf8))
    _ = view.model.read(library: Array(#"{"undo": 1, "redo": 0, "edited": true}"#.utf8))
    #expect(try bar() == Array("Glass pad, changed".utf8))
    let said =
      #"{"undo": 2, "redo": 0, "said": "Loaded “pluck”, replacing your changes to “Glass pad”.", "revert": "undo"}"#
    _ = view.model.read(library: Array(said.utf8))
    view.model.revision += 1
    #expect(try bar() == Array("Glass pad".utf8))
    let requests = try view.press(.revert)
    #expect(requests.contains { if case .edit(.step(.undo), _) = $0 { true } else { false } })
    // Another message takes the button away, on a narrow screen, too.
    _ = view.model.read(library: Array(said.utf8))
    _ = view.handle(.resized(width: 390, height: 844), at: 0)
    _ = view.pass(0)
    view.refreshControls()
    let button = try #require(view.controls.first { $0.action == .revert }).area
    #expect(button.x > 0 && button.right < 390 && button.bottom < 844)
    view.model.message = Array("else".utf8)
    view.refreshControls()
    #expect(!view.controls.contains { $0.action == .revert })
  }

  /// As many categories as the bundle has, and set lists, are reached at every size that shows categories.
  @Test(arguments: [(800, 500), (1100, 700), (1920, 1200), (768, 1024), (844, 390)])
  func everyCategoryIsReached(_ width: Int, _ height: Int) {
    var view = touchView()
    if height < 400 { view.look.size = .finger }
    _ = view.handle(.resized(width: Float(width), height: Float(height)), at: 0)
    let names = [
      "bass", "world", "pad", "sequence", "drone", "percussion", "plucked", "texture", "keys", "lead",
      "tangible",
      "two players", "motion", "strings",
    ]
    view.model.library = names.map { name in
      var entry = ViewModel.Entry(file: Array(name.utf8), name: Array(name.utf8))
      entry.category = Array(name.utf8)
      return entry
    }
    view.model.sets = [Array("Evening".utf8)]
    view.open(.library)
    view.refreshControls()
    for name in ["All"] + names + ["Set lists"] {
      let place = view.controls.first { $0.role == .tab && $0.name == Array(name.utf8) }?.area
      let isSeen = place.map { $0.y >= 0 && $0.bottom <= Float(height) + 0.5 && $0.height >= 24 } ?? false
      #expect(isSeen, "\(name) at \(width) × \(height): \(String(describing: place))")
      let width = TextMetrics.width(Array(name.utf8), size: view.look.text, .semibold)
      #expect(width + 18 <= place?.width ?? 0, "\(name) is cut")
    }
  }

  /// A message over the Library covers none of its buttons.
  @Test(arguments: [(800, 500), (1100, 700), (768, 1024), (390, 844), (844, 390)])
  func theMessageCoversNoButton(_ width: Int, _ height: Int) throws {
    var view = touchView()
    let isPhone = min(width, height) < 400
    if isPhone { view.look.size = .finger }
    _ = view.handle(.resized(width: Float(width), height: Float(height)), at: 0)
    view.open(.library)
    view.model.revert = .undo
    view.model.message = Array(
      "Loaded “A name of a patch that is long”, replacing your changes to “Glass pad”.".utf8)
    _ = view.pass(0)
    view.refreshControls()
    // With tabs in rows of their own, it has room in the bar.
    guard let area = view.messageArea else { return #expect(width == 768 || width == 844) }
    for name in ["Load", "Delete", "Save", "Save as…", "Rename…", "Duplicate…", "Share…"] {
      for control in view.controls where control.name == Array(name.utf8) {
        let other = control.area
        let isApart =
          other.right <= area.x || area.right <= other.x || other.bottom <= area.y || area.bottom <= other.y
        #expect(isApart, "\(name) \(other) under \(area)")
      }
    }
  }

  /// A message covers nothing that is played, on any screen.
  @Test(arguments: [(800, 500), (1100, 700), (768, 1024), (390, 844), (844, 390)])
  func theMessageCoversNothingThatIsPlayed(_ width: Int, _ height: Int) throws {
    var view = touchView()
    if min(width, height) < 400 { view.look.size = .finger }
    _ = view.handle(.resized(width: Float(width), height: Float(height)), at: 0)
    view.model.patch.macros[0].name = Array("Fog".utf8)
    let words = "Loaded “A name of a patch that is long”, replacing your changes to “Another long name”."
    for (number, screen) in view.screens.enumerated() {
      view.open(screen, withTabs: true)
      view.model.message = Array("\(words) \(number)".utf8)
      view.model.revert = .undo
      _ = view.pass(Double(number) * 100)
      view.refreshControls()
      guard let area = view.messageArea else { continue }
      #expect(area.x >= 0 && area.y >= 0 && area.right <= Float(width) && area.bottom <= Float(height))
      for control in view.controls
      where control.role == .surface || control.gesture == .plays || control.port != nil {
        #expect(!control.area.meets(area), "\(screen.title): \(control.area) under \(area)")
      }
      let undo = try #require(view.controls.last { $0.action == .revert }).area
      #expect(undo.x >= area.x && undo.right <= area.right && undo.y >= area.y && undo.bottom <= area.bottom)
      let shown = view.texts.joined(separator: " ")
      #expect(shown.contains("\(words) \(number)"), "\(screen.title): it is cut")
    }
  }

  /// A load by the window sets the host's macros; undone, they are what they were. A load of others leaves them.
  @Test func aLoadSetsTheMacrosOfTheHost() throws {
    var view = touchView()
    let port = TouchPort.macro(2)
    view.model.set(port: port, to: 0.75)
    func settle(_ requests: [PanelRequest]) -> [Int: Float] {
      for (port, value) in ports(requests) { view.model.set(port: port, to: value) }
      return ports(requests)
    }
    view.open(.library)
    view.model.revision += 1
    #expect(settle(view.pass(0)).isEmpty, "another program's load")
    _ = try view.press("pluck")
    let requests = try view.press("Load")
    #expect(ports(requests).isEmpty && ports(view.pass(1)).isEmpty, "it is not loaded yet")
    view.model.loaded = Array("pluck".utf8)
    view.model.revision += 1
    #expect(settle(view.pass(2)) == [port: 0])
    #expect(settle(view.pass(3)).isEmpty)
    view.model.canUndo = true
    #expect(settle(try view.press(.undo)) == [port: 0.75])
    view.model.revision += 1
    view.model.canRedo = true
    #expect(settle(try view.press(.redo)) == [port: 0])
    view.model.revision += 1
    // After another change, undoing that is not undoing the load.
    view.model.revision += 1
    #expect(settle(try view.press(.undo)).isEmpty)
    // A page has no ports of a host.
    view.model.set(port: port, to: 0.5)
    view.model.page = ViewModel.Page()
    _ = try view.press("glass_pad")
    _ = try view.press("Load")
    view.model.loaded = Array("glass_pad".utf8)
    view.model.revision += 1
    #expect(settle(view.pass(4)).isEmpty)
  }

  /// A new document sounds as its template: macros and the bars that every patch has return to what they usually are.
  /// Undo brings document and bars back in one step. A load leaves these bars alone.
  @Test func aNewPatchSetsTheBarsOfPlay() throws {
    var view = touchView()
    let moved = [
      Int(TouchPort.level.rawValue): Float(-12), Int(TouchPort.brightness.rawValue): 0.5,
      Int(TouchPort.lfoDepth.rawValue): 1.5, TouchPort.macro(2): 0.75,
    ]
    for (port, value) in moved { view.model.set(port: port, to: value) }
    func settle(_ requests: [PanelRequest]) -> [Int: Float] {
      for (port, value) in ports(requests) { view.model.set(port: port, to: value) }
      return ports(requests)
    }
    view.open(.library)
    _ = try view.press("New…")
    #expect(questions(try view.press("Empty")) == ["{\"new\": \"empty\"}"])
    #expect(settle(view.pass(1)).isEmpty, "it is not there yet")
    view.model.revision += 1
    let usual = moved.keys.reduce(into: [Int: Float]()) { $0[$1] = TouchPort.at($1)!.spec.default }
    #expect(settle(view.pass(2)) == usual)
    #expect(settle(view.pass(3)).isEmpty)
    view.model.canUndo = true
    #expect(settle(try view.press(.undo)) == moved)
    view.model.revision += 1
    view.model.canRedo = true
    #expect(settle(try view.press(.redo)) == usual)
    // A load.
    view.model.revision += 1
    for (port, value) in moved { view.model.set(port: port, to: value) }
    view.open(.library)
    _ = try view.press("pluck")
    _ = try view.press("Load")
    view.model.loaded = Array("pluck".utf8)
    view.model.revision += 1
    #expect(settle(view.pass(4)) == [TouchPort.macro(2): 0])
  }

  /// A move of a bar that every patch has is undone as that of a macro.
  @Test func aMoveOfThePlainBarsIsUndone() throws {
    var view = touchView()
    view.open(.play, withTabs: true)
    for bar in PlainBar.allCases {
      let before = view.model.value(bar.port)
      let moved = ports(try view.drag(.performance(.plain(bar)), to: 0.3))
      let value = try #require(moved[Int(bar.port.rawValue)])
      #expect(value != before)
      view.model.set(port: Int(bar.port.rawValue), to: value)
      #expect(ports(try view.press(.undo)) == [Int(bar.port.rawValue): before])
      view.model.set(port: Int(bar.port.rawValue), to: before)
      #expect(ports(try view.press(.redo)) == [Int(bar.port.rawValue): value])
      view.model.set(port: Int(bar.port.rawValue), to: value)
    }
  }

  @Test func aGridIsPreviewed() throws {
    var view = library()
    _ = try view.press("rain")
    view.model.ports = (0..<ToneMatrixPort.count).map { ToneMatrixPort.at($0)?.spec.default ?? 0 }
    view.model.ports[Int(ToneMatrixPort.clock.rawValue)] = 1
    view.model.ports[Int(ToneMatrixPort.transport.rawValue)] = 0
    let requests = try view.press("Preview")
    #expect(requests.contains { if case .load(let file) = $0 { file == Array("rain".utf8) } else { false } })
    #expect(ports(requests)[Int(ToneMatrixPort.transport.rawValue)] == 1)
  }

  /// A press plays an entry, the next one ends it; a double click loads it. Leaving the library ends it, too.
  @Test func anEntryIsPreviewedByAPress() throws {
    var view = touchView()
    view.open(.library)
    func loads(_ requests: [PanelRequest]) -> [[UInt8]] {
      requests.compactMap { if case .load(let file) = $0 { file } else { nil } }
    }
    func press(_ name: String, at seconds: Double) throws -> [PanelRequest] {
      _ = view.pass(seconds)
      return try view.press(name)
    }
    let start = #"{"preview": "pluck"}"#
    let end = #"{"preview": ""}"#
    var requests = try press("pluck", at: 1)
    #expect(questions(requests) == [start] && loads(requests).isEmpty)
    #expect(try view.control("Stop preview").action == .library(.preview(Array("pluck".utf8))))
    requests = try press("pluck", at: 2)
    #expect(questions(requests) == [end] && loads(requests).isEmpty && view.model.previewed.isEmpty)
    #expect(questions(try press("Preview", at: 3)) == [start])
    // The instance says that it has ended.
    _ = view.model.read(library: Array(end.utf8))
    #expect(try view.control("Preview").isEnabled)
    #expect(questions(try press("pluck", at: 4)) == [start])
    #expect(loads(try press("pluck", at: 4.2)) == [Array("pluck".utf8)])
    #expect(questions(try press("glass_pad", at: 5)) == [#"{"preview": "glass_pad"}"#])
    // Another screen ends it; so does time, for a page that is not told.
    view.open(.play)
    #expect(questions(view.pass(6)) == [end] && questions(view.pass(7)).isEmpty)
    view.open(.library)
    _ = try press("pluck", at: 8)
    _ = view.pass(9)
    #expect(!view.model.previewed.isEmpty)
    _ = view.pass(16)
    #expect(view.model.previewed.isEmpty)
  }

  /// Hearts and stars are shown at once, and the instance is told; a part of the library has its own order.
  @Test func favoritesStarsAndRecentDocumentsAreMarkedAndShownAlone() throws {
    var view = touchView()
    view.open(.library)
    func shown() -> [String] {
      view.lent(view.library) { $0.foundEntries }.map { String(decoding: $0.file, as: UTF8.self) }
    }
    _ = try view.press("pluck")
    #expect(questions(try view.press("Favorite")) == [#"{"favorite": ["pluck", "1"]}"#])
    func rate(_ stars: String) throws -> [String] {
      _ = try view.press("Stars")
      return questions(try view.press(stars))
    }
    #expect(try rate("4 stars") == [#"{"rate": ["pluck", "4"]}"#])
    _ = try view.press("glass_pad")
    #expect(try rate("5 stars") == [#"{"rate": ["glass_pad", "5"]}"#])
    _ = try view.press("Rated")
    #expect(shown() == ["glass_pad", "pluck"])
    _ = try view.press("Favorites")
    #expect(shown() == ["pluck"])
    #expect(questions(try view.press("Favorite")) == [#"{"favorite": ["pluck", "0"]}"#])
    #expect(shown().isEmpty)
    _ = try view.press("Favorites")
    #expect(shown().count == 4)
    // The same number again takes them away.
    _ = try view.press("pluck")
    #expect(try rate("4 stars") == [#"{"rate": ["pluck", "0"]}"#])
    let list =
      #"{"first": 0, "count": 2, "entries": [{"file": "a", "name": "A", "recent": 2}, {"file": "b", "name": "B", "recent": 1, "favorite": true, "rating": 3}]}"#
    _ = view.model.read(library: Array(list.utf8))
    _ = try view.press("Recent")
    #expect(shown() == ["b", "a"])
    #expect(view.model.library[1].isFavorite && view.model.library[1].rating == 3)
    // The menu of a row has the same, for narrow screens.
    _ = view.handle(.resized(width: 390, height: 844), at: 0)
    view.refreshControls()
    let row = try #require(view.controls.first { $0.action == .library(.entry(Array("a".utf8))) }).area
    var pointer = ViewEvent.Pointer(.began, x: row.middleX, y: row.middleY)
    pointer.isSecondary = true
    _ = view.handle(.pointer(pointer), at: 0)
    #expect(questions(try view.press("2 stars")) == [#"{"rate": ["a", "2"]}"#])
  }

  /// The arrows of the bar and Ctrl with the arrow keys follow the order that is shown.
  @Test func nextAndPreviousFollowTheSearch() throws {
    var view = touchView()
    view.open(.library)
    func loads(_ requests: [PanelRequest]) -> [String] {
      requests.compactMap {
        if case .load(let file) = $0 { String(decoding: file, as: UTF8.self) } else { nil }
      }
    }
    view.model.loaded = Array("glass_marimba".utf8)
    #expect(loads(try view.press("Next")) == ["glass_pad"])
    view.type("plu")
    #expect(loads(try view.press("Next")) == ["pluck"])
    #expect(loads(try view.press("Previous")) == ["pluck"])
    view.open(.library)
    _ = view.handle(.key(.escape, shift: false, control: false), at: 0)
    view.type("gla")
    view.model.loaded = Array("glass_pad".utf8)
    #expect(loads(try view.press("Next")) == ["glass_marimba"], "it begins again, with what is found")
    let requests = view.handle(.key(.up, shift: false, control: true), at: 0)
    #expect(loads(requests) == ["glass_marimba"])
    #expect(view.lent(view.library) { $0.chosenEntry }?.file == Array("glass_marimba".utf8))
  }

  /// A commons is off until an address is given. Return searches it; its entries are heard and loaded as others are.
  @Test func aCommonsIsSearchedWhenItIsAskedFor() throws {
    var view = touchView()
    view.open(.library)
    let isThereBefore = view.has("Commons")
    #expect(!isThereBefore)
    _ = try view.press("New…")
    _ = try view.press("From a commons…")
    view.type("http://example.org")
    #expect(questions(view.key(.enter)).isEmpty)
    #expect(view.texts.joined(separator: " ").contains("begins with https://"))
    _ = view.key(.escape)
    _ = try view.press("New…")
    _ = try view.press("From a commons…")
    view.type("https://example.org/a")
    #expect(questions(view.key(.enter)) == [#"{"commons": ["https://example.org/a"]}"#])
    let chosen =
      #"{"commons": {"address": "https://example.org/a", "searched": "", "found": []}, "said": "x"}"#
    _ = view.model.read(library: Array(chosen.utf8))
    #expect(ViewModel.isAside(library: Array(chosen.utf8)))
    #expect(try view.control("Commons").isOn)
    view.type("glass")
    #expect(questions(view.key(.enter)) == [#"{"commons": "glass"}"#])
    let found =
      #"{"commons": {"address": "https://example.org/a", "searched": "glass", "found": [{"file": "commons/far", "name": "Far glass", "category": "pad", "text": "by Ada"}]}}"#
    _ = view.model.read(library: Array(found.utf8))
    func loads(_ requests: [PanelRequest]) -> [[UInt8]] {
      requests.compactMap { if case .load(let file) = $0 { file } else { nil } }
    }
    #expect(loads(view.key(.enter)) == [Array("commons/far".utf8)], "nothing new is to be searched")
    #expect(questions(try view.press("Far glass")) == [#"{"preview": "commons/far"}"#])
    #expect(view.texts.contains("by Ada"))
    let duplicate = try view.control("Duplicate…")
    #expect(!duplicate.isEnabled)
    #expect(loads(try view.press("Load")) == [Array("commons/far".utf8)])
    _ = try view.press("Commons")
    let isThereAfter = view.has("Far glass")
    #expect(!isThereAfter)
  }

  @Test func aDocumentIsGivenToACommons() throws {
    var view = library()
    view.refreshControls()
    let row = try #require(view.controls.first { $0.action == .library(.entry(Array("mine".utf8))) }).area
    var pointer = ViewEvent.Pointer(.began, x: row.middleX, y: row.middleY)
    pointer.isSecondary = true
    _ = view.handle(.pointer(pointer), at: 0)
    _ = try view.press("Give to a commons…")
    let offersISC = view.has("ISC")
    #expect(!offersISC, "this is the license of what comes with Tactus")
    _ = try view.press("CC-BY-4.0")
    view.type("Ada")
    #expect(questions(view.key(.enter)) == [#"{"pack": ["mine", "CC-BY-4.0", "Ada"]}"#])
  }

  @Test func aNewPatchBeginsFromATemplate() throws {
    var view = touchView()
    view.open(.library)
    for (name, symbol) in [("Empty", "empty"), ("Bass", "bass"), ("Drums", "drums"), ("MPE", "mpe")] {
      _ = try view.press("New…")
      #expect(questions(try view.press(name)) == ["{\"new\": \"\(symbol)\"}"])
    }
    var grids = library()
    #expect(questions(try grids.press("New…")) == [#"{"new": "empty"}"#])
  }

  @Test func aPatchIsPreviewedWhereItIsTouched() throws {
    var view = View(.touch, width: 1280, height: 800)
    view.model.library = [ViewModel.Entry(file: Array("pluck".utf8), name: Array("Pluck".utf8))]
    view.open(.library)
    let requests = try view.press("Play")
    #expect(
      requests.contains { if case .load(let file) = $0 { file == Array("pluck".utf8) } else { false } }
        || view.screen == .play)
    view.open(.library)
    view.refreshControls()
    let pad = try #require(view.controls.last { $0.role == .surface }).area
    let heard = view.handle(.pointer(.init(.began, x: pad.middleX, y: pad.middleY)), at: 0)
    guard case .load? = heard.first, case .surface(let event)? = heard.last else {
      Issue.record("\(heard)")
      return
    }
    #expect(event.kind == .began && abs(event.touch.x - 0.5) < 0.01)
  }

  @Test func setListsBegin() throws {
    var view = View(.touch, width: 1280, height: 800)
    view.model.sets = [Array("evening".utf8)]
    view.open(.library)
    _ = try view.press("Set lists")
    #expect(questions(try view.press("evening")) == ["{\"set\": \"evening\"}"])
  }

  // Settings.

  private func room() throws -> View {
    var view = View(.touch, width: 1280, height: 800)
    let answer = """
      {"file": {"allow": ["192.168.1.0/24"], "sources": [{"from": "192.168.1.40", "name": "table",
      "quarters": 2, "mirror": "both", "crop": [0.1, 0, 0.9, 1], "aspect": 1.5}]}, "ports": [3333],
      "senders": [{"from": "192.168.1.40", "port": 9000, "quarters": 2, "mirrors": 3},
      {"from": "192.168.1.41", "port": 9001, "quarters": 0, "mirrors": 1}],
      "refused": [["10.0.0.7", 12]], "counts": [["packets", 40]], "error": ""}
      """
    view.model.read(room: try Array(answer.utf8).withUnsafeBytes { try JSON($0) })
    view.open(.setup)
    return view
  }

  @Test func theRoomIsShown() throws {
    let room = try room().model.room
    #expect(room.isKnown && room.ports == [3333] && room.allow == [Array("192.168.1.0/24".utf8)])
    #expect(room.sources.map { $0.isHere } == [true, true])
    #expect(room.sources[0].crop == [0.1, 0, 0.9, 1] && room.sources[0].quarters == 2)
    #expect(room.sources[1].isMirroredX && !room.sources[1].isMirroredY)
    #expect(room.counts.map { $0.count } == [40] && room.refused.map { $0.count } == [12])
    // Unknown keys stay in the entry.
    #expect(String(decoding: room.sources[0].words.bytes, as: UTF8.self).contains("\"aspect\": 1.5"))
  }

  @Test func aSizeIsCheckedInItsField() throws {
    var view = try room()
    #expect(view.texts.contains { $0.hasPrefix("To recognize objects on this surface, set its size") })
    for (typed, fault) in [
      ("597", "This is one number."), ("60x34", "If these are centimeters, write 600 x 340."),
      ("wide", "These are not two numbers."), ("597x33600", "33600 mm is too much"),
      ("5 x 336", "5 mm is too small: a side has 50 to 5000 mm."),
    ] {
      _ = try view.press("Recognize objects")
      view.type(typed)
      #expect(questions(view.key(.enter)).isEmpty, "\(typed)")
      let shown = view.texts.joined(separator: " ")
      #expect(shown.contains(fault), "\(shown)")
      _ = view.key(.escape)
    }
    _ = try view.press("Recognize objects")
    view.type("597 x 336")
    let asked = questions(view.key(.enter))
    #expect(asked.count == 1 && asked[0].contains("\"size_mm\": [597, 336]"), "\(asked)")
  }

  /// A page that plays by itself has no network, and asks nothing of a room.
  @Test func aPageAloneRecordsAndOpens() throws {
    var view = View(.touch, width: 1280, height: 800)
    var page = ViewModel.Page()
    (page.port, page.plugins, page.solo) = (1, [1, 2], ViewModel.Page.Solo())
    view.model.page = page
    view.open(.setup)
    func requests(_ requests: [PanelRequest]) -> [DeviceRequest] {
      requests.compactMap { if case .device(let request) = $0 { request } else { nil } }
    }
    let named: [(String, DeviceRequest)] = [
      ("Record audio", .sound), ("Record a take", .take), ("Open a file", .open), ("Gallery", .gallery),
      ("Tone Matrix", .plugin(2)), ("MIDI", .midi), ("Share…", .share),
    ]
    for (name, request) in named { #expect(requests(try view.press(name)) == [request]) }
    let names = view.controls.map { String(decoding: $0.name, as: UTF8.self) }
    #expect(names.contains("MIDI channel") && !names.contains("OSC listen") && !names.contains("Change"))
    #expect(!names.contains("Play the take") && !names.contains("DAW"))
    #expect(questions(view.pass(5)).isEmpty)
    view.model.page?.solo?.isRecording = true
    view.model.page?.solo?.hasTake = true
    #expect(requests(try view.press("Stop and save WAV")) == [.sound])
    #expect(requests(try view.press("Play the take")) == [.replay])
    #expect(requests(try view.press("Share the take…")) == [.shareTake])
    view.model.page?.solo?.hasServer = true
    #expect(requests(try view.press("DAW")) == [.there])
    view.model.page?.solo = nil
    #expect(requests(try view.press("This browser")) == [.here])
  }

  @Test func sendersAreAllowedPlacedAndMirrored() throws {
    var view = try room()
    #expect(
      questions(try view.press("Allow 10.0.0.7, refused 12 times")) == [
        "{\"allow\": [\"192.168.1.0/24\", \"10.0.0.7\"]}"
      ])
    #expect(questions(try view.press("Any on my networks")) == ["{\"allow\": null}"])
    _ = try view.press("Change")
    view.type("10.0.0.1, 10.0.0.2")
    // A blank comes as a key, too.
    let asked = questions(view.key(.enter))
    #expect(asked == ["{\"allow\": [\"10.0.0.1\", \"10.0.0.2\"]}"])
    _ = try view.press("192.168.1.41")
    let mirrored = questions(try view.press("Mirror ↕"))
    #expect(mirrored == ["{\"source\": {\"from\": \"192.168.1.41\", \"mirror\": \"both\"}}"])
    // The edges are written when the hand is lifted.
    _ = try view.drag("Crop left", to: 0.25)
    #expect(
      questions(view.pass(5)) == [
        "{\"source\": {\"from\": \"192.168.1.41\", \"mirror\": \"x\", \"crop\": [0.25, 0, 1, 1]}}"
      ])
    // The turn is a rotary: to the right of its middle is a quarter clockwise, which the file counts as
    // three.
    let dial = try view.control("Rotation").area
    _ = view.handle(.pointer(.init(.began, x: dial.right - 8, y: dial.middleY)), at: 6)
    #expect(questions(view.pass(6)).isEmpty)
    _ = view.handle(.pointer(.init(.ended, x: dial.right - 8, y: dial.middleY)), at: 6)
    #expect(view.model.room.sources[1].quarters == 3)
    #expect(questions(view.pass(6.5)).first?.contains("\"quarters\": 3") ?? false)
    #expect(questions(view.pass(9)) == ["{\"room\": true}"], "what is seen is asked for again")
  }

  @Test func looksAndSizesAndPortsAreChosen() throws {
    var view = try room()
    _ = try view.press("light")
    #expect(view.look[.background] == Look.light[.background])
    _ = try view.press("finger")
    #expect(view.look.size == .finger && view.look.name == Look.light.name)
    let requests = try view.drag("OSC listen", to: 1)
    #expect(ports(requests)[Int(TouchPort.oscListen.rawValue)] == 3)
    let panic = try view.press("Panic: all notes off")
    #expect(panic.contains { if case .surface(let event) = $0 { event.kind == .panic } else { false } })
  }

  @Test func inALowWindowTheKeyboardScrolls() throws {
    var view = try room()
    _ = view.handle(.resized(width: 400, height: 300), at: 0)
    view.refreshControls()
    let hidden = view.controls.filter { $0.area.x >= scrolledAside }.count
    #expect(hidden > 5)
    for _ in 0..<view.controls.count {
      _ = view.key(.tab)
      view.refreshControls()
      view.refreshControls()
      let area = try #require(view.focus.map { view.controls[$0].area })
      #expect(area.x < scrolledAside, "\(String(decoding: view.controls[view.focus!].name, as: UTF8.self))")
    }
  }

  @Test func threeLettersAndReturnLoad() {
    var view = touchView()
    view.open(.library)
    for letter in ["g", "L", "a"] { _ = view.handle(.text(Array(letter.utf8)), at: 0) }
    #expect(view.lent(view.library) { $0.foundEntries }.count == 2)
    let requests = view.handle(.key(.enter, shift: false, control: false), at: 0)
    guard case .load(let file)? = requests.first else {
      Issue.record("nothing is loaded")
      return
    }
    #expect(file == Array("glass_marimba".utf8))
    for _ in 0..<3 { _ = view.handle(.key(.backspace, shift: false, control: false), at: 0) }
    _ = view.handle(.text(Array("Ång".utf8)), at: 0)
    #expect(view.lent(view.library) { $0.foundEntries }.count == 1)
    _ = view.handle(.key(.backspace, shift: false, control: false), at: 0)
    _ = view.handle(.key(.backspace, shift: false, control: false), at: 0)
    #expect(view.library.library.search.text == Array("Å".utf8), "a letter is erased whole")
  }

  /// A return to the library begins another search.
  @Test func aSearchThatHasLoadedIsReplacedByTheNext() throws {
    var view = touchView()
    view.open(.play, withTabs: true)
    func asks(_ requests: [PanelRequest]) -> Bool {
      requests.contains { if case .library = $0 { true } else { false } }
    }
    #expect(asks(try view.press("Library")), "files may have come")
    view.type("gla")
    _ = view.key(.enter)
    view.type("plu")
    #expect(view.library.library.search.text == Array("plu".utf8))
    _ = view.key(.all)
    view.type("pl")
    #expect(view.library.library.search.text == Array("pl".utf8))
    _ = view.key(.home)
    view.type("x")
    #expect(view.library.library.search.text == Array("xpl".utf8))
    _ = try view.press("Search")
    view.type("g")
    #expect(view.library.library.search.text == Array("g".utf8), "a press chooses all")
    _ = try view.press("Sound")
    #expect(asks(try view.press("Library")) && view.library.library.search.text.isEmpty)
    #expect(!asks(try view.press("Library")), "it is shown already")
  }
}
