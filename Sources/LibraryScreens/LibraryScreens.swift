// *Library* and *Settings*: documents on the disk, and what belongs to the place where one plays: look,
// ports, senders, the page for browsers. What the engine knows of them is asked for while it is seen. Any
// thread.
import Paint
import PanelModel
import Toolkit

/// The screens of documents and of settings.
public struct LibraryScreens: ScreenFamily {
  public enum Screen: CaseIterable, Sendable { case library, settings }
  public typealias Action = LibraryAction
  public typealias ScreenPass = Toolkit.ScreenPass<LibraryAction>
  public typealias ScreenControl = Toolkit.ScreenControl<LibraryAction>
  typealias Dialog = Toolkit.Dialog<LibraryAction>
  /// Draws the surface that plays the chosen patch.
  public typealias SurfaceDrawing = (inout DrawList, Area, inout Panel) -> Void

  public var lent = LentPanel()
  public var popup: Popup<LibraryAction>?
  public var controls: [ScreenControl] = []
  var library = LibraryState()
  var settings = SettingsState()

  public init() {}

  /// A page has *Settings* of a scene, too, which chooses another plugin.
  public static func traits(of screen: Screen, in model: ViewModel) -> ScreenTraits {
    ScreenTraits(
      isThere: model.plugin != .scene || screen == .settings && model.page != nil,
      takesLetters: screen == .library)
  }

  public mutating func draw(_ screen: Screen, _ pass: inout ScreenPass, in area: Area) {
    draw(screen, &pass, in: area) { _, _, _ in }
  }

  public mutating func draw(
    _ screen: Screen, _ pass: inout ScreenPass, in area: Area, surface: SurfaceDrawing
  ) {
    switch screen {
    case .library: drawLibrary(&pass, in: area, surface)
    case .settings: drawSettings(&pass, in: area)
    }
    controls = pass.controls
  }

  public mutating func handle(
    _ pointer: ViewEvent.Pointer, _ drag: ControlDrag, of action: LibraryAction, at seconds: Double,
    _ requests: inout [PanelRequest]
  ) {
    if pointer.phase == .began { hear(&requests) }
    panel.fingers.follow(pointer, in: panel.surface(ofPart: drag.area), at: seconds, &requests)
  }

  public func value(of action: LibraryAction) -> ControlValue? {
    if case .settings(let action) = action { value(of: action) } else { nil }
  }

  public mutating func set(_ action: LibraryAction, to value: Float, _ requests: inout [PanelRequest]) {
    if case .settings(let action) = action { set(action, to: value, &requests) }
  }

  /// Time passes: the room is asked for while it is seen, and previews end.
  /// - Parameter screen: the one that is open; nil: none of these.
  public mutating func pass(_ seconds: Double, on screen: Screen?, _ requests: inout [PanelRequest]) {
    keepRoom(isOpen: screen == .settings, at: seconds, &requests)
    passPreview(isOpen: screen == .library, at: seconds, &requests)
  }

  public mutating func appear(_ screen: Screen, _ requests: inout [PanelRequest]) {
    guard screen == .library else { return }
    // Files may have come since it was shown.
    library.search = TextEditing()
    requests.append(.library)
    // It opens at what plays.
    let found = foundEntries
    if let now = found.firstIndex(where: { $0.file == model.loaded }) { choose(now, of: found) }
  }

  public func editing(on screen: Screen) -> TextEditing? { screen == .library ? library.search : nil }

  public mutating func handle(
    _ key: ViewEvent.Key, on screen: Screen, shift: Bool, control: Bool, focus: KeyboardFocus,
    _ requests: inout [PanelRequest]
  ) -> Bool {
    guard screen == .library, focus == .nothing else { return false }
    if control, key == .down || key == .up {
      loadNeighbour(key == .down ? 1 : -1, &requests)
      isStale = true
      return true
    }
    return handleInSearch(key, shift: shift, &requests)
  }

  public mutating func type(_ letters: [UInt8], on screen: Screen, _ requests: inout [PanelRequest]) {
    if screen == .library { search(letters) }
  }

  public mutating func scroll(_ screen: Screen, by points: Float) {
    if screen == .library { library.scroll += points } else { settings.scroll += points }
  }
}
