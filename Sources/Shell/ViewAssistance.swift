// Programs that assist a user who does not see the screen press controls and set values by their place in the list. Any
// thread.
import Paint
import PanelModel
import Toolkit

extension View {
  /// The control that keys act on: the one with the focus. Without one, on *Library*, it is the entry that the arrows
  /// choose and Return loads.
  public var keyControl: Int? {
    if focus != nil || screen != .library || popups.popup != nil { return focus }
    return controls.firstIndex { $0.role == .item && $0.isOn }
  }

  /// Presses the control at an index, as a mouse does at its middle; one that is out of view is scrolled to first. A
  /// slider opens its list or the field to type its value; a surface takes only real pointers.
  /// - Returns: the requests for the frame to carry out, in order.
  public mutating func press(control index: Int, at seconds: Double) -> [PanelRequest] {
    refreshControls()
    guard controls.indices.contains(index), controls[index].isEnabled, controls[index].role != .surface
    else { return [] }
    if controls[index].part.isFinite {
      focus(on: index)
      return handle(.key(.enter, shift: false, control: false), at: seconds)
    }
    reveal(index)
    guard controls.indices.contains(index) else { return [] }
    let area = controls[index].area
    // No device uses this pointer id.
    var pointer = ViewEvent.Pointer(.began, id: -2, x: area.middleX, y: area.middleY)
    let requests = handle(.pointer(pointer), at: seconds)
    pointer.phase = .ended
    return requests + handle(.pointer(pointer), at: seconds)
  }

  /// Moves the slider at an index to a part of its range, 0…1.
  /// - Returns: the requests for the frame to carry out, in order.
  public mutating func set(control index: Int, to part: Float, at seconds: Double) -> [PanelRequest] {
    refreshControls()
    guard controls.indices.contains(index), controls[index].isEnabled, part.isFinite,
      let value = value(of: controls[index].action)
    else { return [] }
    focus(on: index)
    var requests: [PanelRequest] = []
    set(controls[index].action, to: value.value(at: part), &requests)
    return requests
  }

  /// Gives the keyboard to the control at an index, and scrolls to it.
  public mutating func reveal(_ index: Int) {
    focus(on: index)
    scrollToFocus()
    refreshControls()
  }
}
