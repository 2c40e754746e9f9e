// The screens, and what their controls do. Any thread.
import GridScreens
import LibraryScreens
import PanelModel
import PerformanceScreens
import SceneScreens
import SoundScreens
import Text
import Toolkit

/// The screens, in the order of their tabs.
public enum ScreenName: UInt8, CaseIterable, Sendable {
  case play, grid, library, sound, matrix, modules, patch, details, keys, sandbox, table, setup, scene
  case scenes

  /// The symbol in addresses and commands, the title on the tab, and the screen of its family.
  private var entry: (symbol: StaticString, title: StaticString, screen: FamilyScreen) {
    switch self {
    case .play: ("play", "Play", .performance(.play))
    case .grid: ("grid", "Grid", .grid(.grid))
    case .library: ("library", "Library", .library(.library))
    case .sound: ("sound", "Sound", .sound(.sound))
    case .matrix: ("matrix", "Matrix", .sound(.matrix))
    case .modules: ("modules", "Modules", .sound(.modules))
    case .patch: ("patch", "Patch", .sound(.patch))
    case .details: ("details", "Details", .grid(.details))
    case .keys: ("keys", "Keys", .performance(.keys))
    case .sandbox: ("sandbox", "Sandbox", .performance(.sandbox))
    case .table: ("table", "Table", .performance(.table))
    case .setup: ("set-up", "Set-up", .library(.settings))
    case .scene: ("scene", "Scene", .scene(.scene))
    case .scenes: ("scenes", "Scenes", .scene(.scenes))
    }
  }

  public var symbol: StaticString { entry.symbol }
  public var title: StaticString { entry.title }
  var screen: FamilyScreen { entry.screen }

  /// The screen with a symbol.
  init?(symbol: StaticString) {
    let bytes = UTF8Text(symbol).bytes
    guard let found = Self.allCases.first(where: { UTF8Text($0.symbol).bytes == bytes }) else { return nil }
    self = found
  }

  /// Whether a plugin has it.
  public func isOf(_ plugin: ViewModel.Plugin) -> Bool {
    var model = ViewModel()
    model.plugin = plugin
    return screen.traits(in: model).isThere
  }
}

/// A screen of one of the families.
enum FamilyScreen: Equatable {
  case performance(PerformanceScreens.Screen)
  case sound(SoundScreens.Screen)
  case grid(GridScreens.Screen)
  case library(LibraryScreens.Screen)
  case scene(SceneScreens.Screen)

  func traits(in model: ViewModel) -> ScreenTraits {
    switch self {
    case .performance(let screen): PerformanceScreens.traits(of: screen, in: model)
    case .sound(let screen): SoundScreens.traits(of: screen, in: model)
    case .grid(let screen): GridScreens.traits(of: screen, in: model)
    case .library(let screen): LibraryScreens.traits(of: screen, in: model)
    case .scene(let screen): SceneScreens.traits(of: screen, in: model)
    }
  }
}

/// What a control does when it is pressed or dragged.
public enum ControlAction: Equatable, Sendable {
  /// Of the bar above all screens.
  case screen(ScreenName)
  /// Loads the library's entry before or behind the loaded one.
  case neighbour(Int)
  case undo, redo
  case step(HistoryStep)
  /// Of what lies above a screen.
  case popup(PopupAction)
  /// Of a screen.
  case performance(PerformanceAction)
  case sound(SoundAction)
  case grid(GridAction)
  case library(LibraryAction)
  case scene(SceneAction)

  /// Whether it is a key of the keyboard on the screen.
  var isOfKeyboard: Bool { if case .popup(let action) = self { action.isOfKeyboard } else { false } }

  // The actions of the families; nil: it belongs to another one.

  static func performance(of action: ControlAction) -> PerformanceAction? {
    if case .performance(let action) = action { action } else { nil }
  }
  static func sound(of action: ControlAction) -> SoundAction? {
    if case .sound(let action) = action { action } else { nil }
  }
  static func grid(of action: ControlAction) -> GridAction? {
    if case .grid(let action) = action { action } else { nil }
  }
  static func library(of action: ControlAction) -> LibraryAction? {
    if case .library(let action) = action { action } else { nil }
  }
  static func scene(of action: ControlAction) -> SceneAction? {
    if case .scene(let action) = action { action } else { nil }
  }
}
