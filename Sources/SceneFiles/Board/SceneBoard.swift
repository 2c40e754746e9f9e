// The widgets of a patch while it plays: what each shows, and what moves it. Not for the audio thread.
import Text

/// The widgets of a patch with what they have now.
public struct SceneBoard: Sendable {
  /// The shown state of a widget.
  public struct State: Equatable, Sendable {
    /// Its number.
    public var number: Float
    /// Its words: of boxes, displays, lists and stretches.
    public var words: [SceneAtom] = []
    /// The number of times it has been struck.
    public var strokes: UInt32 = 0
    /// Whether anything but the file has set it.
    public var hasChanged = false
  }

  /// The most names that are listened to.
  public static let nameLimit = 4096

  /// The width and height of the patch in its pixels.
  public let width: Float
  /// See `width`.
  public let height: Float
  /// In the order of the file; those of panels behind those of the main page, then a `panelSwitch` for each.
  public private(set) var widgets: [SceneWidget]
  /// By widget, the messages that have changed how it looks.
  public private(set) var looks: [[[SceneAtom]]]
  /// The subpatches that are pages of their own.
  public let panels: [ScenePanel]
  /// By which people and programs name the widgets: each once. `$0` is as in the file.
  public let keys: [[UInt8]]
  /// By widget.
  public private(set) var states: [State]
  /// The names in the patch that are listened to.
  public let names: [[UInt8]]
  /// For each name the widgets that send to it or are set by it.
  private var ends: [[(widget: Int, isSet: Bool)]]
  /// The controls that a host moves.
  public let controls: [SceneControl]

  /// A board of nothing.
  public init() {
    (width, height, widgets, looks, panels, keys) = (1, 1, [], [], [], [])
    (states, names, ends, controls) = ([], [], [], [])
  }

  /// The widgets of a file that `PdFile.reachable` made.
  /// - Parameter controls: what a host moves; nil: the first widgets.
  public init(_ file: PdFile, controls: [SceneControl]? = nil) {
    (width, height, panels) = (file.width, file.height, file.panels)
    widgets = file.widgets + file.panels.indices.map { Self.panelSwitch($0 + 1, file.panels[$0]) }
    looks = widgets.map { _ in [] }
    states = widgets.map { widget in
      // A meter is dark until it hears something.
      if case .meter = widget.kind { State(number: -101) } else { State(number: widget.value) }
    }
    var (names, ends, keys): ([[UInt8]], [[(widget: Int, isSet: Bool)]], [[UInt8]]) = ([], [], [])
    // The keys of widgets in abstractions follow, so that sessions know the others by the same ones.
    var count = 0
    for (index, widget) in widgets.enumerated() {
      keys.append([])
      for (name, isSet) in [(widget.receive, true), (widget.send, false)] {
        guard let name, PdName.isReachable(name) else { continue }
        if let known = names.firstIndex(of: name) {
          ends[known].append((index, isSet))
        } else if names.count < Self.nameLimit {
          names.append(name)
          ends.append([(index, isSet)])
        }
      }
      if widget.isInAbstraction { continue }
      keys[index] = Self.key(of: widget, count, among: keys)
      count += 1
    }
    for (index, widget) in widgets.enumerated() where widget.isInAbstraction {
      keys[index] = Self.key(of: widget, count, among: keys)
      count += 1
    }
    (self.names, self.ends, self.keys) = (names, ends, keys)
    self.controls = controls ?? SceneControl.controls(of: file.widgets)
  }

  /// The switch of a panel: closed at first, whatever the file says of Pd's own window.
  private static func panelSwitch(_ place: Int, _ panel: ScenePanel) -> SceneWidget {
    SceneWidget(
      kind: .panelSwitch(place), area: SceneArea(x: 0, y: 0, width: 0, height: 0), send: nil,
      receive: panel.receiver, label: nil, background: SceneColour(0xffffff), foreground: SceneColour(0),
      value: 0, isSentAtLoad: false, line: 1)
  }

  /// The widget that opens and closes a panel.
  /// - Parameter panel: its place from 1.
  public func panelSwitch(of panel: Int) -> Int { widgets.count - panels.count + panel - 1 }

  /// Whether the first word of what a widget is sent says what the message is.
  public func hasSelector(_ widget: Int) -> Bool {
    if case .panelSwitch = widgets[widget].kind { true } else { false }
  }

  /// Whether a panel is open.
  public func isOpen(_ panel: Int) -> Bool { states[panelSwitch(of: panel)].number != 0 }

  private static func key(of widget: SceneWidget, _ index: Int, among keys: [[UInt8]]) -> [UInt8] {
    let own = [widget.send, widget.receive].compactMap { $0 }.first { !PdName.isOurs($0) }
    let base = own.map(PdName.shown) ?? ("widget-\(index + 1)" as UTF8Text).bytes
    var (key, number) = (base, 1)
    while keys.contains(key) {
      number += 1
      key = ("\(base)#\(number)" as UTF8Text).bytes
    }
    return key
  }

  /// The value of a widget for a session; nil: none that can be saved.
  public func value(_ widget: Int) -> SceneValue? {
    switch widgets[widget].kind {
    case .toggle, .slider, .dragNumber, .radio, .number, .knob, .meter, .panelSwitch:
      .number(states[widget].number)
    case .symbol, .list, .ribbon, .display: .words(states[widget].words)
    case .tapList(let words):
      words.indices.contains(Int(states[widget].number)) ? .number(states[widget].number) : nil
    case .bang, .panel, .comment, .loadSave, .menuBang, .touchArea, .wordButton: nil
    }
  }

  /// Whether a session keeps what the widget has.
  public func isKept(_ widget: Int) -> Bool {
    switch widgets[widget].kind {
    case .display, .meter, .panelSwitch: false
    default: value(widget) != nil && states[widget].hasChanged
    }
  }

  // MARK: From the patch

  /// Receives a message to a name. Returns the changed widgets, and their messages.
  public mutating func hear(
    _ name: Int, _ value: SceneValue
  ) -> (changed: [Int], messages: [(to: [UInt8], value: SceneValue)]) {
    guard ends.indices.contains(name) else { return ([], []) }
    var changed: [Int] = []
    var messages: [(to: [UInt8], value: SceneValue)] = []
    for (widget, isSet) in ends[name] {
      if isSet, case .words(let message) = value, change(widget, message) {
        changed.append(widget)
        continue
      }
      let before = states[widget]
      hear(value, widget, isSet: isSet)
      if states[widget] == before { continue }
      states[widget].hasChanged = true
      changed.append(widget)
      // DroidParty's widgets are ours: one that is set says so.
      if isSet, widgets[widget].isOurs { messages += said(widget) }
    }
    return (changed, messages)
  }

  /// Changes how a widget looks, if a message does so.
  @discardableResult public mutating func change(_ widget: Int, _ message: [SceneAtom]) -> Bool {
    let before = widgets[widget]
    guard let kept = widgets[widget].change(message) else { return false }
    states[widget].number = widgets[widget].number(states[widget].number, from: before)
    looks[widget].removeAll { $0.first == kept.first }
    looks[widget].append(kept)
    return true
  }

  /// The part of the main page that is shown.
  public var view: SceneArea {
    SceneArea(viewOf: widgets, width, height)
  }

  private mutating func hear(_ value: SceneValue, _ widget: Int, isSet: Bool) {
    var value = value
    if case .words(let atoms) = value, atoms.first == .word(Array("set".utf8)) {
      value = .words(Array(atoms.dropFirst()))
    }
    let first: SceneAtom? = if case .words(let atoms) = value { atoms.first } else { nil }
    var number: Float?
    if case .number(let given) = value { number = given }
    if case .number(let given)? = first { number = given }
    switch widgets[widget].kind {
    // Set, Pd's own buttons say so by the other name.
    case .bang: if !isSet { states[widget].strokes &+= 1 }
    case .wordButton: states[widget].strokes &+= 1
    case .toggle, .meter: if let number { states[widget].number = number }
    case .panelSwitch:
      // Of all that a subpatch is told, this opens and closes it.
      if case .words(let atoms) = value, atoms.count > 1, atoms[0] == .word(Array("vis".utf8)),
        case .number(let state) = atoms[1]
      {
        states[widget].number = state != 0 ? 1 : 0
      }
    case .slider(_, let range, _), .dragNumber(_, let range, _), .knob(let range, _, _):
      if let number { states[widget].number = range.limited(number) }
    case .number(_, let low, let high):
      if let number { states[widget].number = low < high ? min(max(number, low), high) : number }
    case .radio(_, let cells):
      if let number { states[widget].number = min(max(number.rounded(.down), 0), Float(cells - 1)) }
    case .symbol, .list, .display, .ribbon:
      switch value {
      case .number(let number): states[widget].words = [.number(number)]
      case .words(let atoms):
        if case .symbol = widgets[widget].kind {
          states[widget].words = Array(atoms.prefix(1))
        } else {
          states[widget].words = atoms
        }
      case .bang: break
      }
    case .tapList(let words):
      if case .word(let word)? = first, let index = words.firstIndex(of: word) {
        states[widget].number = Float(index)
      } else if isSet, let number, words.indices.contains(Int(min(max(number, -1), 1e6))) {
        states[widget].number = number.rounded(.down)
      }
    case .panel, .comment, .loadSave, .menuBang, .touchArea: break
    }
  }

  /// The messages that a widget of DroidParty's sends when it has been moved.
  private func said(_ widget: Int) -> [(to: [UInt8], value: SceneValue)] {
    guard let send = widgets[widget].send else { return [] }
    switch widgets[widget].kind {
    case .tapList(let words):
      let index = Int(states[widget].number)
      guard words.indices.contains(index) else { return [] }
      return [
        (("\(send)/idx" as UTF8Text).bytes, .number(Float(index))), (send, .words([.word(words[index])])),
      ]
    case .knob, .number: return [(send, .number(states[widget].number))]
    default: return []
    }
  }

  /// Shows what a widget has elsewhere: a copy of a board is told the values of the other one, and of what
  /// can be struck the number of its strokes.
  public mutating func show(_ widget: Int, _ value: SceneValue) {
    switch (widgets[widget].kind, value) {
    case (.bang, .number(let count)), (.wordButton, .number(let count)):
      states[widget].strokes = UInt32(min(max(count, 0), 4e9))
    case (.panelSwitch, .number(let state)): states[widget].number = state != 0 ? 1 : 0
    default: hear(value, widget, isSet: true)
    }
  }

  // MARK: From outside

  /// The widget of a key, or nil if there is none.
  public func widget(_ key: [UInt8]) -> Int? { keys.firstIndex(of: key) }

  /// Moves a widget. The messages for the patch; nil: the widget takes no such value.
  public mutating func set(_ widget: Int, _ value: SceneValue) -> [(to: [UInt8], value: SceneValue)]? {
    guard widgets.indices.contains(widget), let to = widgets[widget].address else { return nil }
    let before = states[widget]
    switch (widgets[widget].kind, value) {
    case (.bang, _), (.wordButton, _), (.menuBang, _): return [(to, .bang)]
    case (.touchArea, .words(let atoms)): return atoms.count == 2 ? [(to, value)] : nil
    case (.ribbon, .words(let atoms)):
      guard atoms.count == 2 else { return nil }
      states[widget].words = atoms
      states[widget].hasChanged = true
      return [(to, value)]
    case (.tapList, _), (.knob, _):
      hear(value, widget, isSet: true)
      if states[widget] != before { states[widget].hasChanged = true }
      return said(widget)
    case (.number, .number) where widgets[widget].isOurs:
      hear(value, widget, isSet: true)
      if states[widget] != before { states[widget].hasChanged = true }
      return said(widget)
    case (.panelSwitch, .number(let state)):
      states[widget].number = state != 0 ? 1 : 0
      return [(to, .words([.word(Array("vis".utf8)), .number(states[widget].number)]))]
    case (.toggle, .number), (.slider, .number), (.dragNumber, .number), (.radio, .number),
      (.number, .number):
      hear(value, widget, isSet: true)
      states[widget].hasChanged = true
      guard case .number = value else { return nil }
      return [(to, .number(states[widget].number))]
    case (.symbol, .words(let atoms)):
      guard let first = atoms.first else { return nil }
      hear(value, widget, isSet: true)
      states[widget].hasChanged = true
      return [(to, .words([.word(first.text)]))]
    case (.list, .words), (.list, .number):
      hear(value, widget, isSet: true)
      states[widget].hasChanged = true
      return [(to, value)]
    default: return nil
    }
  }
}

/// Names of widgets in a patch.
enum PdName {
  /// Whether messages reach it from outside.
  static func isReachable(_ name: [UInt8]) -> Bool {
    !name.isEmpty && name.count < 256 && !name.contains(UInt8(ascii: "$"))
      && PdWord(bytes: name).number == nil
  }

  /// Whether `PdFile.reachable` made it.
  static func isOurs(_ name: [UInt8]) -> Bool {
    name.starts(with: Array("tactus-send-".utf8)) || name.starts(with: Array("tactus-set-".utf8))
  }

  /// As people read it: with `$0`, and in UTF-8. Pd knows it by the bytes of the file.
  static func shown(_ name: [UInt8]) -> [UInt8] {
    let name = UTF8Text.repaired(name)
    let numbers = PdFile.ownNumber...(PdFile.ownNumber + PdFile.instanceLimit)
    let digits = 5
    guard name.count >= digits else { return name }
    for start in 0...name.count - digits {
      guard let number = Int(decimal: Array(name[start..<start + digits])), numbers ~= number else {
        continue
      }
      return Array(name[..<start]) + Array("$0".utf8) + Array(name[(start + digits)...])
    }
    return name
  }
}

extension SceneRange {
  /// A number within both ends.
  public func limited(_ number: Float) -> Float {
    low < high ? min(max(number, low), high) : min(max(number, high), low)
  }
}
