// What controls do. Any thread.
import Controls

/// The screens, in the order of their tabs.
public enum ScreenName: UInt8, CaseIterable, Sendable {
  case play, grid, library, sound, matrix, modules, keys, setUp

  /// As `tactus picture` has it.
  public var symbol: StaticString {
    switch self {
    case .play: "play"
    case .grid: "grid"
    case .library: "library"
    case .sound: "sound"
    case .matrix: "matrix"
    case .modules: "modules"
    case .keys: "keys"
    case .setUp: "setup"
    }
  }

  /// On its tab.
  public var title: StaticString {
    switch self {
    case .play: "Play"
    case .grid: "Grid"
    case .library: "Library"
    case .sound: "Sound"
    case .matrix: "Matrix"
    case .modules: "Modules"
    case .keys: "Keys"
    case .setUp: "Set-up"
    }
  }

  /// Whether a plugin has it.
  public func isOf(_ plugin: ViewModel.Plugin) -> Bool {
    switch self {
    case .library, .setUp: true
    case .grid: plugin == .toneMatrix
    case .play, .sound, .matrix, .modules, .keys: plugin == .touch
    }
  }
}

/// What a control does when it is pressed or dragged.
public enum ControlAction: Equatable, Sendable {
  /// Takes pointers as touches.
  case surface
  /// Brings out tabs and macros on *Play*, and puts them away.
  case handle
  case screen(ScreenName)
  /// Loads the library's entry before or behind the loaded one.
  case neighbour(Int)
  case undo, redo
  /// A macro, from 0.
  case macro(Int)
}
