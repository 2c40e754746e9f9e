// The state that all screens of a panel share. Any thread.
import Controls
import Grids
import Matrix
import Paint
import Patches
import Text

/// The state that all screens of a panel share: the model, the look, the size, the fingers on the surface.
public struct Panel: Sendable {
  public var model = ViewModel() { didSet { isStale = true } }
  /// Colors and sizes.
  public var look = Look.dark { didSet { isStale = true } }
  /// In points.
  public var width: Float
  public var height: Float
  /// The part of the surface that is shown and played: left, bottom, right and top of 0…1.
  public var part: (left: Float, bottom: Float, right: Float, top: Float) = (0, 0, 1, 1) {
    didSet { isStale = true }
  }
  /// Whether tabs, macros and the handle are hidden, so that a display shows one screen alone.
  public var isBare = false { didSet { isStale = true } }
  /// Whether something has changed since it was drawn.
  public var isStale = true
  /// Whether a pointer is down on a control.
  public var isHeld = false
  /// The fingers that pointers have put down on the surface.
  public var fingers = SurfaceFingers()
  /// The symbol of the screen that a screen wants to be opened; nil: none.
  public var opens: StaticString?

  /// A parameter that is being dragged and is not yet in the model.
  public var edited: (parameter: Parameter, change: ParameterChange)?

  /// A panel of a size in points.
  public init(width: Float = 1, height: Float = 1) {
    (self.width, self.height) = (max(1, width), max(1, height))
  }

  /// The area of the whole surface if another area shows its part.
  public func surface(ofPart area: Area) -> Area {
    let width = area.width / max(0.01, part.right - part.left)
    let height = area.height / max(0.01, part.top - part.bottom)
    return Area(
      x: area.x - part.left * width, y: area.y - (1 - part.top) * height, width: width, height: height)
  }

  // MARK: Parameters

  /// A parameter's setting as it is, or as it is being dragged.
  public func setting(_ parameter: Parameter) -> ParameterSetting {
    var setting = model.patch[parameter]
    if let edited, edited.parameter == parameter {
      setting.base = edited.change.base ?? setting.base
      setting.low = edited.change.low ?? setting.low
      setting.high = edited.change.high ?? setting.high
    }
    return setting
  }

  /// Drags a parameter's base value or one end of its range.
  public mutating func change(
    _ parameter: Parameter, _ end: ParameterEnd, part: Float, _ requests: inout [PanelRequest]
  ) {
    let value = parameter.value(at: part)
    let now = setting(parameter)
    var change = ParameterChange()
    switch end {
    case .base: change.base = min(max(value, now.low), now.high)
    case .low: change.low = min(value, now.high)
    case .high: change.high = max(value, now.low)
    }
    let isSame =
      (change.base ?? now.base) == now.base && (change.low ?? now.low) == now.low
      && (change.high ?? now.high) == now.high
    if isSame { return }
    edited = (parameter, change)
    requests.append(.edit(.set(parameter, change), revision: nil))
  }

  /// Shows a message where people look: in the bar above.
  public mutating func say(_ words: [UInt8]) { (model.message, model.isRefusal) = (words, false) }
}

/// The dragged part of a parameter's range.
public enum ParameterEnd: UInt8, Sendable { case base, low, high }

extension ViewModel {
  /// The edit that steps through the history of the document.
  public func edit(_ step: HistoryStep) -> PanelRequest {
    plugin == .touch ? .edit(.step(step), revision: nil) : .editGrid(.step(step), revision: nil)
  }

  /// A controller's live value in its unit; at rest if none is known.
  public func liveValue(_ controller: Controller) -> Float {
    let index = Int(controller.rawValue)
    guard live.controllers.indices.contains(index), live.controllers[index].isFinite else {
      return controller.spec.rest
    }
    return live.controllers[index]
  }

  /// A parameter's live value in its unit; its base value if none is known.
  public func liveValue(_ parameter: Parameter) -> Float {
    let index = Int(parameter.rawValue)
    guard live.parameters.indices.contains(index), live.parameters[index].isFinite else {
      return patch[parameter].base
    }
    return live.parameters[index]
  }
}
