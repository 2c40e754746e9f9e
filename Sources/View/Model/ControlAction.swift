// What controls do. Any thread.
import Controls
import Grids

/// The screens, in the order of their tabs.
public enum ScreenName: UInt8, CaseIterable, Sendable {
  case play, grid, library, sound, matrix, modules, patch

  /// As `tactus picture` has it.
  public var symbol: StaticString {
    switch self {
    case .play: "play"
    case .grid: "grid"
    case .library: "library"
    case .sound: "sound"
    case .matrix: "matrix"
    case .modules: "modules"
    case .patch: "patch"
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
    case .patch: "Patch"
    }
  }

  /// Whether a plugin has it.
  public func isOf(_ plugin: ViewModel.Plugin) -> Bool {
    switch self {
    case .library: true
    case .grid: plugin == .toneMatrix
    case .play, .sound, .matrix, .modules, .patch: plugin == .touch
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
  /// Of the library: the field of the search; a category, 0 is all; an entry by its file; loads the chosen
  /// one.
  case search
  case category(Int)
  case entry([UInt8])
  case load
  /// Of the grid: a layer, a pattern, a cell, all from 0; a change of the pattern; a setting of the layer.
  case layer(Int)
  case pattern(Int)
  case cell(step: Int, row: Int)
  case tool(GridTool)
  case layerSetting(GridKey.Layer)
  /// Of *Sound*: an object, nil is the voice; its switch; a parameter's base value or an end of its range.
  case object(SoundObject?)
  case objectSwitch(SoundObject)
  case parameter(Parameter, ParameterEnd)
  /// Of *Matrix*: a connection by its place, from 0; the ends of its range; a setting; its removal.
  case connection(Int)
  case connectionLow(Int)
  case connectionHigh(Int)
  case connectionField(Int, ConnectionField)
  case disconnect(Int)
  /// Of *Modules*: a module; a point of an LFO's drawn curve, a step of a sequencer: number, index.
  case module(ModuleName)
  case curvePoint(Int, Int)
  case sequenceStep(Int, Int)
  /// Of *Patch*: a text that is typed; a setting; a snapshot, from 0; one more snapshot.
  case field(PatchField)
  case patchSetting(PatchSetting)
  case snapshot(Int)
  case keepSnapshot
}
