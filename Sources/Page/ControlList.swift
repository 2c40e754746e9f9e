// The controls of a screen as JSON, of which the page's script makes elements for screen readers. A browser's
// one thread.
import Paint
import Shell
import Text
import Toolkit

extension PageFrame {
  /// The controls in the order of the keyboard's focus.
  var controlList: UTF8Text {
    let rows = view.controls.map { control -> UTF8Text in
      let area = control.area
      let place: UTF8Text = "\(Int(area.x)),\(Int(area.y)),\(Int(area.width)),\(Int(area.height))"
      var members: [UTF8Text] = [
        "\"role\": \(JSON.quoted(UTF8Text(control.role.ariaName).bytes))",
        "\"name\": \(JSON.quoted(control.name))", "\"place\": [\(place)]",
      ]
      if !control.value.isEmpty { members.append("\"value\": \(JSON.quoted(control.value))") }
      if control.isOn { members.append("\"on\": true") }
      if control.part.isFinite { members.append("\"part\": \(Int(control.part * 100 + 0.5))") }
      if control.hasFocus { members.append("\"focus\": true") }
      return JSON.list("{", members, "}")
    }
    return JSON.list("[", rows, "]")
  }
}
