// What controls do. Any thread.
import Controls
import Grids
import Text

/// The screens, in the order of their tabs.
public enum ScreenName: UInt8, CaseIterable, Sendable {
  case play, grid, library, sound, matrix, modules, patch, details, keys, sandbox, table, setup, scene
  case scenes

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
    case .details: "details"
    case .keys: "keys"
    case .sandbox: "sandbox"
    case .table: "table"
    case .setup: "set-up"
    case .scene: "scene"
    case .scenes: "scenes"
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
    case .details: "Details"
    case .keys: "Keys"
    case .sandbox: "Sandbox"
    case .table: "Table"
    case .setup: "Set-up"
    case .scene: "Scene"
    case .scenes: "Scenes"
    }
  }

  /// Whether a plugin has it.
  public func isOf(_ plugin: ViewModel.Plugin) -> Bool {
    switch self {
    case .library, .setup: plugin != .scene
    case .scene, .scenes: plugin == .scene
    case .grid, .details: plugin == .toneMatrix
    case .play, .sound, .matrix, .modules, .patch, .keys, .sandbox, .table: plugin == .touch
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
  case step(HistoryStep)
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
  /// Shows all objects where a small screen shows one.
  case objects
  case objectSwitch(SoundObject)
  case parameter(Parameter, ParameterEnd)
  /// Of *Matrix*: a connection by its place, from 0; the ends of its range; a setting; its removal.
  case connection(Int)
  case connectionLow(Int)
  case connectionHigh(Int)
  case connectionField(Int, ConnectionField)
  case disconnect(Int)
  /// The slope of a connection as a curve; its trim, which mutes it and lets it sound alone, too.
  case slope(Int)
  case trim(Int)
  case mute(Int)
  case solo(Int)
  case matrix(MatrixTool)
  /// Of *Modules*: a module; a point of an LFO's drawn curve, a step of a sequencer: number, index.
  case module(ModuleName)
  case curvePoint(Int, Int)
  case sequenceStep(Int, Int)
  /// The end of a stage of an envelope: its time, and the level that it leads to.
  case envelopePoint(EnvelopeStage)
  /// Of *Patch* and *Details*: what a control of the form does, and the place of its value.
  case form(FormAct, [PathStep])
  /// Goes to a snapshot, from 0; puts the present values in its place; keeps them as one more.
  case snapshot(Int)
  case storeSnapshot(Int)
  case keepSnapshot
  /// Each of these has its own file: of *Grid*, *Keys*, *Sandbox*, *Table*, *Scene*, *Set-up*, of the
  /// library's documents, of what lies above a screen.
  case grid(GridAction)
  case keys(KeysAction)
  case sandbox(SandboxAction)
  case table(TableAction)
  case scene(SceneAction)
  case setup(SetupAction)
  case shelf(LibraryAction)
  case popup(PopupAction)
}

extension ControlAction {
  /// Whether a hand that drags it moves the list. Of *Sandbox* only the worlds do: other hands play there.
  var liesInList: Bool {
    switch self {
    case .keys, .scene(.widget): false
    case .sandbox(let action): action.isWorld
    case .table(let action): action != .surface
    default: true
    }
  }

  /// Whether a hand that holds it changes the document, and does not play.
  var isEditing: Bool {
    switch self {
    case .surface, .keys, .table, .scene(.widget): false
    default: true
    }
  }
}
