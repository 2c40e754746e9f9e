// The controls that the ports of a host move in a scene. Not for the audio thread.

/// A number of a patch that is moved from outside.
public struct SceneControl: Equatable, Sendable {
  /// The name for people.
  public var name: [UInt8]
  /// The name in the patch to which the number is sent.
  public var address: [UInt8]
  /// The address for people, with `$0` as in the file; of a widget that is set without a name, the name to
  /// which it sends.
  public var shownAddress: [UInt8] { PdName.shown(PdName.isOurs(address) ? name : address) }
  /// The numbers at a port's 0 and 1.
  public var range: SceneRange
  /// The number when the patch has been loaded.
  public var value: Float
  /// The number of steps from one end to the other; 0: continuous.
  public var steps = 0

  /// A number with its names and range.
  public init(name: [UInt8], address: [UInt8], range: SceneRange, value: Float) {
    (self.name, self.address, self.range, self.value) = (name, address, range, value)
  }

  /// The number at a position of a port, 0…1.
  public func value(at position: Float) -> Float {
    if steps == 0 { return range.value(at: position) }
    let part = (min(max(position, 0), 1) * Float(steps)).rounded() / Float(steps)
    return range.low + part * (range.high - range.low)
  }

  /// The controls that a patch's widgets give: sliders, knobs, numbers with a range, radios and toggles that
  /// can be reached, from above to below and then from left to right, those of the main page before those of
  /// panels, and those of abstractions behind both; each address once, sixteen at most.
  ///
  /// A number goes to the name by which a widget is set, so that the widget shows it; only without one to the
  /// name to which the widget sends.
  public static func controls(of widgets: [SceneWidget]) -> [SceneControl] {
    var found: [SceneControl] = []
    var names: [[UInt8]] = []
    let ordered = widgets.enumerated().sorted { left, right in
      let (a, b) = (left.element.area, right.element.area)
      if left.element.isInAbstraction != right.element.isInAbstraction {
        return right.element.isInAbstraction
      }
      let (first, second) = (left.element.panel, right.element.panel)
      if first != second { return first < second }
      return (a.y, a.x, Float(left.offset)) < (b.y, b.x, Float(right.offset))
    }
    for (_, widget) in ordered where found.count < SceneSidecar.controlLimit {
      guard let range = widget.controlRange, let address = widget.address,
        let name = [widget.receive, widget.send].compactMap({ $0 }).first(where: { !PdName.isOurs($0) }),
        !names.contains(name)
      else { continue }
      names.append(name)
      var control = SceneControl(
        name: widget.label?.text ?? PdName.shown(name), address: address, range: range, value: widget.value)
      if case .toggle = widget.kind { control.steps = 1 }
      if case .radio(_, let cells) = widget.kind { control.steps = max(1, cells - 1) }
      found.append(control)
    }
    return found
  }
}

extension SceneWidget {
  /// The name to which a number for the widget is sent from outside, or nil if there is none.
  ///
  /// Pd's own widgets are set, and send then themselves. Those of DroidParty are drawn by who shows the
  /// patch: what they send is sent for them.
  public var address: [UInt8]? {
    for case let name? in isOurs ? [send, receive] : [receive, send]
    where !name.isEmpty && !name.contains(UInt8(ascii: "$")) {
      return name
    }
    return nil
  }

  /// The range of a port for the widget, or nil if it has none.
  public var controlRange: SceneRange? {
    switch kind {
    case .slider(_, let range, _), .knob(let range, _, _): range
    case .dragNumber(_, let range, _): range.high - range.low <= 1e6 ? range : nil
    case .number(_, let low, let high):
      low < high ? SceneRange(low: low, high: high, isLogarithmic: false) : nil
    case .radio(_, let cells): SceneRange(low: 0, high: Float(cells - 1), isLogarithmic: false)
    case .toggle(let on): SceneRange(low: 0, high: on, isLogarithmic: false)
    case .bang, .meter, .panel, .symbol, .list, .comment, .display, .loadSave, .menuBang, .ribbon, .tapList,
      .touchArea, .wordButton, .panelSwitch:
      nil
    }
  }
}
