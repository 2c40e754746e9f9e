// *Scene* and *Scenes*: the widgets of a patch of Pure Data, and the folders of scenes. A widget moves at
// once under the pointer, and its value is sent; pointers beside the widgets are touches. Any thread.
import Controls
import Paint
import PanelModel
import Toolkit

/// The screens of Tactus Scene.
public struct SceneScreens: ScreenFamily {
  public enum Screen: CaseIterable, Sendable { case scene, scenes }
  public typealias Action = SceneAction
  public typealias ScreenPass = Toolkit.ScreenPass<SceneAction>
  public typealias ScreenControl = Toolkit.ScreenControl<SceneAction>
  public typealias Dialog = Toolkit.Dialog<SceneAction>

  public var lent = LentPanel()
  public var popup: Popup<SceneAction>?
  public var controls: [ScreenControl] = []
  var state = SceneScreenState()

  public init() {}

  public static func traits(of screen: Screen, in model: ViewModel) -> ScreenTraits {
    ScreenTraits(isThere: model.plugin == .scene)
  }

  public mutating func draw(_ screen: Screen, _ pass: inout ScreenPass, in area: Area) {
    switch screen {
    case .scene: drawScene(&pass, in: area)
    case .scenes: drawScenes(&pass, in: area)
    }
    controls = pass.controls
  }

  public mutating func handle(
    _ pointer: ViewEvent.Pointer, _ drag: ControlDrag, of action: SceneAction, at seconds: Double,
    _ requests: inout [PanelRequest]
  ) {
    switch action {
    case .widget(let widget): move(widget, pointer, &requests)
    case .surface:
      panel.fingers.follow(pointer, in: panel.surface(ofPart: drag.area), at: seconds, &requests)
    default: break
    }
  }

  /// A key of the keyboard is one of the patch.
  public mutating func type(_ letters: [UInt8], on screen: Screen, _ requests: inout [PanelRequest]) {
    guard screen == .scene, !state.keys.contains(letters), state.keys.count < 32 else { return }
    state.keys.append(letters)
    requests.append(.sceneShelf(question("key", [letters, Array("1".utf8)])))
  }

  public mutating func releaseKey(_ letters: [UInt8], _ requests: inout [PanelRequest]) {
    guard let index = state.keys.firstIndex(of: letters) else { return }
    state.keys.remove(at: index)
    requests.append(.sceneShelf(question("key", [letters, Array("0".utf8)])))
  }

  /// The keyboard goes: no key comes up here any more.
  public mutating func releaseKeys(_ requests: inout [PanelRequest]) {
    for letters in state.keys { releaseKey(letters, &requests) }
  }

  public mutating func scroll(_ screen: Screen, by points: Float) {
    if screen == .scenes { state.scroll += points }
  }
}
