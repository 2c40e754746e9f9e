// The common helpers for tests of screens: pressing by name, dragging, and edits that are applied.
import Grids
import Paint
import PanelModel
import Patches
import Testing
import Text
import Toolkit

@testable import Forms
@testable import GridScreens
@testable import Shell
@testable import SoundScreens

extension View {
  /// The control with a name.
  mutating func control(_ name: String) throws -> ScreenControl {
    refreshControls()
    return try #require(controls.last { $0.name == Array(name.utf8) }, "there is no control \(name)")
  }

  /// Whether there is a control with a name.
  mutating func has(_ name: String) -> Bool {
    refreshControls()
    return controls.contains { $0.name == Array(name.utf8) }
  }

  /// The same of a view that stays as it is.
  func shows(_ name: String) -> Bool {
    var copy = self
    return copy.has(name)
  }

  /// Presses the control with a name, as the hand of a kind does.
  mutating func press(_ name: String, _ kind: ViewEvent.Pointer.Kind = .mouse) throws -> [PanelRequest] {
    let area = try control(name).area
    return handle(.pointer(.init(.began, kind, x: area.middleX, y: area.middleY)), at: 0)
      + handle(.pointer(.init(.ended, kind, x: area.middleX, y: area.middleY)), at: 0.1)
  }

  /// Presses the control with an action.
  mutating func press(_ action: ControlAction) throws -> [PanelRequest] {
    refreshControls()
    let area = try #require(controls.last { $0.action == action }, "\(action)").area
    return handle(.pointer(.init(.began, x: area.middleX, y: area.middleY)), at: 0)
      + handle(.pointer(.init(.ended, x: area.middleX, y: area.middleY)), at: 0.1)
  }

  /// Drags the control with an action from where it is to a part of its track.
  mutating func drag(_ action: ControlAction, to part: Float) throws -> [PanelRequest] {
    refreshControls()
    let control = try #require(controls.last { $0.action == action }, "\(action)")
    let track = control.track ?? control.area
    let (y, x) = (control.area.middleY, control.area.middleX + (part - control.part) * track.width)
    return handle(.pointer(.init(.began, x: control.area.middleX, y: y)), at: 0)
      + handle(.pointer(.init(.moved, x: x, y: y)), at: 0)
      + handle(.pointer(.init(.ended, x: x, y: y)), at: 0)
  }

  /// Drags the control with a name to a part of its width.
  mutating func drag(_ name: String, to part: Float) throws -> [PanelRequest] {
    let control = try control(name)
    let area = control.area
    let x = area.middleX + (part - control.part) * area.width
    return handle(.pointer(.init(.began, x: area.middleX, y: area.middleY)), at: 0)
      + handle(.pointer(.init(.moved, x: x, y: area.middleY)), at: 0)
      + handle(.pointer(.init(.ended, x: x, y: area.middleY)), at: 0)
  }

  mutating func type(_ text: String) {
    for letter in text { _ = type(Array(String(letter).utf8)) }
  }

  mutating func key(_ key: ViewEvent.Key, shift: Bool = false) -> [PanelRequest] {
    handle(.key(key, shift: shift, control: false), at: 0)
  }

  /// Applies the edits of some requests to the grid, as the engine would.
  mutating func apply(_ requests: [PanelRequest]) throws {
    model.show(try applied(requests, to: model.grid))
    model.revision += 1
  }
}

/// A view of an instrument with four patches in its library.
func touchView() -> View {
  var view = View(.touch, width: 1280, height: 800)
  for name in ["glass_marimba", "glass_pad", "pluck", "Ångström"] {
    var entry = ViewModel.Entry(file: Array(name.utf8), name: Array(name.utf8))
    entry.category = Array((name == "pluck" ? "plucked" : "pads").utf8)
    view.model.library.append(entry)
  }
  view.model.loaded = Array("glass_pad".utf8)
  return view
}

/// A patch after the edits of some requests.
func applied(_ requests: [PanelRequest], to patch: PatchDocument) throws -> PatchDocument {
  var patch = patch
  for case .edit(let edit, _) in requests { try patch.apply(edit) }
  return patch
}

/// A grid after the edits of some requests.
func applied(_ requests: [PanelRequest], to grid: GridDocument) throws -> GridDocument {
  var grid = grid
  for case .editGrid(let edit, _) in requests { try grid.apply(edit) }
  return grid
}

/// The questions among some requests.
func questions(_ requests: [PanelRequest]) -> [String] {
  requests.compactMap {
    if case .question(let text) = $0 { String(decoding: text, as: UTF8.self) } else { nil }
  }
}

/// The ports that some requests set.
func ports(_ requests: [PanelRequest]) -> [Int: Float] {
  var ports: [Int: Float] = [:]
  for case .port(let port, let value) in requests { ports[port] = value }
  return ports
}

extension View {
  /// Types a letter as frames do: Space comes as a key and as a letter.
  mutating func type(_ letter: [UInt8]) -> [PanelRequest] {
    let key = letter == [32] ? handle(.key(.space, shift: false, control: false), at: 0) : []
    return key + handle(.text(letter), at: 0)
  }
}

extension View {
  /// Reads something of screens, or of a form, while they have the panel.
  func lent<User: PanelUser, Result>(_ user: User, _ read: (inout User) -> Result) -> Result {
    var (user, panel) = (user, panel)
    return lend(&panel, to: &user, read)
  }

  /// The texts that are drawn, each line for itself.
  var texts: [String] {
    var (copy, list) = (self, DrawList())
    copy.draw(into: &list)
    var texts: [String] = []
    list.forEach {
      if case .text(let text) = $0 { texts.append(String(decoding: text.bytes, as: UTF8.self)) }
    }
    return texts
  }

  /// The state of the form of the document.
  var form: FormState {
    get { model.plugin == .touch ? sound.form.state : grid.form.state }
    set { if model.plugin == .touch { sound.form.state = newValue } else { grid.form.state = newValue } }
  }

  func resolve(_ path: ArraySlice<PathStep>) -> (field: DocumentField, json: JSON?)? {
    lent(model.plugin == .touch ? sound.form : grid.form) {
      $0.refresh()
      return $0.resolve(path)
    }
  }

  /// Returns the action of a control of the form.
  func formAction(_ act: FormAct, _ path: [PathStep]) -> ControlAction {
    model.plugin == .touch ? .sound(.form(.field(act, path))) : .grid(.form(.field(act, path)))
  }
}

extension ControlAction {
  /// The action of a form; nil: the control belongs to none.
  var form: FormAction? {
    switch self {
    case .sound(.form(let action)), .grid(.form(let action)): action
    default: nil
    }
  }
}

extension ScreenName {
  static var sound: Self { Self(screen: .sound(.sound)) }
  static var matrix: Self { Self(screen: .sound(.matrix)) }
  static var modules: Self { Self(screen: .sound(.modules)) }
  static var patch: Self { Self(screen: .sound(.patch)) }
  static var details: Self { Self(screen: .grid(.details)) }
  static var keys: Self { Self(screen: .performance(.keys)) }
  static var sandbox: Self { Self(screen: .performance(.sandbox)) }
  static var table: Self { Self(screen: .performance(.table)) }
}
