// The state that all screens of a panel share. Any thread.
import Controls
import Grids
import Matrix
import Paint
import Patches
import Text
import Toolkit

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
  /// Whether Alt is held: ranges are shown that are not used.
  public var hasAlt = false { didSet { if hasAlt != oldValue { isStale = true } } }
  /// The fingers that pointers have put down on the surface.
  public var fingers = SurfaceFingers()
  /// Whether the clipboard's text is imported when it arrives.
  public var imports = false
  /// The symbol of the screen that a screen wants to be opened; nil: none.
  public var opens: StaticString?

  /// The last samples of the output, while a screen shows them, and whether one does.
  public var output = OutputHistory()
  public var showsOutput = false

  /// A parameter that is being dragged and is not yet in the model.
  public var edited: (parameter: Parameter, change: ParameterChange)?
  /// The ranges that base values have taken along, those of the last moved one last.
  var shifts: [RangeShift] = []

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

  /// A parameter's base value or one end of its range as a control sets it.
  public func value(of parameter: Parameter, _ end: ParameterEnd) -> ControlValue {
    let (setting, spec) = (setting(parameter), parameter.spec)
    switch end {
    case .base: return parameter.control(setting.base, name: parameter.title)
    case .low:
      return parameter.control(
        setting.low, usual: spec.minimum, name: ("low end of \(parameter.title)" as UTF8Text).bytes)
    case .high:
      return parameter.control(
        setting.high, usual: spec.maximum, name: ("high end of \(parameter.title)" as UTF8Text).bytes)
    }
  }

  /// Sets a parameter's base value or one end of its range.
  public mutating func change(
    _ parameter: Parameter, _ end: ParameterEnd, to value: Float, _ requests: inout [PanelRequest]
  ) {
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
    let isGoing = isHeld || edited.map { $0.parameter == parameter } ?? false
    edited = (parameter, change)
    requests.append(.edit(.set(parameter, change), revision: nil))
    if let base = change.base { shift(rangesOf: parameter, to: base, isGoing: isGoing, &requests) }
  }

  /// A base value takes the ranges of the parameter's connections along, because the sum of a connection is counted
  /// from the base value: with an amount of 1, the base value alone would not be heard.
  private mutating func shift(
    rangesOf parameter: Parameter, to base: Float, isGoing: Bool, _ requests: inout [PanelRequest]
  ) {
    var shift = RangeShift(parameter, in: model.patch)
    let known = shifts.first { $0.parameter == parameter }
    shifts.removeAll { $0.parameter == parameter }
    if shift.entries.isEmpty { return }
    if let known, isGoing || known.isIn(model.patch) { shift = known }
    let before = shift.entries.map { $0.connection }
    shift.move(to: base)
    for (entry, before) in zip(shift.entries, before) where entry.connection != before {
      requests.append(entry.request)
    }
    // A handle moves two parameters at once.
    shifts = shifts.suffix(3) + [shift]
  }

  /// A connection that a base value being dragged takes along, as it is requested; nil: none is.
  public func shifted(_ place: Int) -> Connection? {
    guard let edited else { return nil }
    return shifts.first { $0.parameter == edited.parameter }?.entries.first { $0.place == place }?.connection
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
