// *Scene* and *Scenes*: the widgets of a patch of Pure Data, and the folders of scenes. A widget moves at
// once under the pointer, and its value is sent; pointers beside the widgets are touches. Any thread.
import Controls
import Paint
import PanelModel
import Toolkit

/// The screens of Tactus Scene.
public struct SceneScreens: ScreenFamily {
  public enum Screen: Sendable { case scene, scenes }
  public typealias Action = SceneAction
  public typealias ScreenPass = Toolkit.ScreenPass<SceneAction>
  public typealias ScreenControl = Toolkit.ScreenControl<SceneAction>
  public typealias Dialog = Toolkit.Dialog<SceneAction>

  public var panel = Panel()
  public var popup: Popup<SceneAction>?
  public var controls: [ScreenControl] = []
  var state = SceneScreenState()

  public init() {}

  public static func isThere(_ screen: Screen, _ model: ViewModel) -> Bool { model.plugin == .scene }

  public mutating func draw(_ screen: Screen, _ pass: inout ScreenPass, in area: Area) {
    switch screen {
    case .scene: drawScene(&pass, in: area)
    case .scenes: drawScenes(&pass, in: area)
    }
    controls = pass.controls
  }

  public static func gesture(of action: SceneAction) -> ControlGesture {
    switch action {
    case .surface, .widget: .own
    default: .scrolls
    }
  }

  public static func plays(_ action: SceneAction) -> Bool { gesture(of: action) == .own }
  public static func isSurface(_ action: SceneAction) -> Bool { action == .surface }

  public func port(of action: SceneAction) -> Int? {
    switch action {
    case .level: Int(ScenePort.level.rawValue)
    case .inputLevel: Int(ScenePort.inputLevel.rawValue)
    default: nil
    }
  }

  public mutating func handle(
    _ pointer: ViewEvent.Pointer, _ drag: ControlDrag<SceneAction>, at seconds: Double,
    _ requests: inout [PanelRequest]
  ) {
    switch drag.action {
    case .widget(let widget): move(widget, pointer, &requests)
    case .surface:
      panel.fingers.follow(pointer, in: panel.surface(ofPart: drag.area), at: seconds, &requests)
    default: break
    }
  }

  public func scroll(of screen: Screen) -> Float { screen == .scenes ? state.scroll : 0 }
  public mutating func scroll(_ screen: Screen, to scroll: Float) {
    if screen == .scenes { state.scroll = scroll }
  }
}
