// The screens, and what their controls do. Any thread.
import GridScreens
import LibraryScreens
import PanelModel
import PerformanceScreens
import SceneScreens
import SoundScreens
import Text
import Toolkit

/// A screen of the shell.
public struct ScreenName: CaseIterable, Equatable, Sendable {
  let screen: FamilyScreen

  /// The screens, in the order of their tabs: the symbol in addresses and commands, the title on the tab, and the
  /// screen of its family, which says the rest.
  private static let list: [(symbol: StaticString, title: StaticString, screen: FamilyScreen)] = [
    ("play", "Play", .performance(.play)),
    ("grid", "Grid", .grid(.grid)),
    ("library", "Library", .library(.library)),
    ("sound", "Sound", .sound(.sound)),
    ("matrix", "Matrix", .sound(.matrix)),
    ("modules", "Modules", .sound(.modules)),
    ("patch", "Patch", .sound(.patch)),
    ("details", "Details", .grid(.details)),
    ("keys", "Keys", .performance(.keys)),
    ("sandbox", "World", .performance(.sandbox)),
    ("table", "Table", .performance(.table)),
    ("set-up", "Settings", .library(.settings)),
    ("scene", "Scene", .scene(.scene)),
    ("scenes", "Scenes", .scene(.scenes)),
  ]

  // Screens that others name.
  public static var play: Self { Self(screen: .performance(.play)) }
  public static var grid: Self { Self(screen: .grid(.grid)) }
  public static var library: Self { Self(screen: .library(.library)) }
  public static var setup: Self { Self(screen: .library(.settings)) }
  public static var scene: Self { Self(screen: .scene(.scene)) }
  public static var scenes: Self { Self(screen: .scene(.scenes)) }

  public static var allCases: [Self] { list.map { Self(screen: $0.screen) } }
  private var place: Int { Self.list.firstIndex { $0.screen == screen } ?? 0 }
  public var symbol: StaticString { Self.list[place].symbol }
  public var title: StaticString { Self.list[place].title }

  init(screen: FamilyScreen) { self.screen = screen }

  /// The screen with a symbol, or nil if there is none.
  public init?(symbol: [UInt8]) {
    guard let found = Self.list.first(where: { UTF8Text($0.symbol).bytes == symbol }) else { return nil }
    self.init(screen: found.screen)
  }

  /// Whether a plugin has it.
  public func isOf(_ plugin: ViewModel.Plugin) -> Bool {
    var model = ViewModel()
    model.plugin = plugin
    return screen.traits(in: model).isThere
  }
}

/// A screen of one of the families.
enum FamilyScreen: Equatable, Sendable {
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

/// The action of a control that is pressed or dragged.
public enum ControlAction: Equatable, Sendable {
  /// Of the bar above all screens.
  case screen(ScreenName)
  /// Loads the library's entry before or behind the loaded one.
  case neighbour(Int)
  case undo, redo
  /// Copies the document as text; a page that plays alone also shows its address as a QR code.
  case share
  /// Sends the message's undo request.
  case revert
  case step(HistoryStep)
  /// Closes the page of the manual.
  case closeManual
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
