// Writes docs/controllers.md: every controller and every trigger. Command-line tool; main thread.
import Controls
import Foundation

private let sections: [(categories: [Controller.Category], title: String, text: String)] = [
  (
    [.touch], "Of one touch",
    "Each voice has its own values. It keeps the last ones when its touch has ended. In a voice of a plain "
      + "MIDI note, controllers with a control port have the port's value."
  ),
  (
    [.group], "Of the group",
    "One value for all voices, from all live touches. While no touch is live, controllers with a control "
      + "port have the port's value."
  ),
  (
    [.motion, .pad], "Of the device and of game controllers",
    "A motion controller is its port's value while its sensor has been silent for 2 s or more. Game "
      + "controllers, gravity, gyroscope and magnet have no port."
  ),
  (
    [.token], "Of objects",
    "Sixteen slots. A token of class 1 … 16 takes the slot of that number if it is free, any other the "
      + "first free one. A lifted token's place, angle and turns stay. `facing` is the angle of the tokens "
      + "5 … 16, because `token_12_angle` is that of the tokens 1 and 2."
  ),
  (
    [.gesture], "Of gestures",
    "Their values follow the gesture while it lasts, and stay until the next one."
  ),
  (
    [.world], "Of a world",
    "Eight bodies of the patch's world have a number; the others only meet them. Without such a body they "
      + "are at rest. [Worlds](world.md) says how they move."
  ),
  (
    [.midi, .host, .macro, .constant, .module, .user], "Of MIDI, the host, modules and the patch",
    "A macro is its port's value, or what `/tactus/macro` sent since the port last moved."
  ),
]

func controllersDocument() -> String {
  var text = """
    # Controllers and triggers

    Written by `declare` from `Sources/Controls`; edit there. Controllers are numbers that fingers, objects,
    devices, keys and modules supply. Connections, expressions and `on_level` use them. Symbols never
    change.

    **Signs.** p is a touch's place in diagonals, (a·x, y) / √(a² + 1) with the aspect ratio a (4:3): the
    surface's diagonal is 1. c is its centre, m the mean of all live p, p₀ where the touch began. Angles are
    in turns, anticlockwise from +x. An angle between two points that are the same holds its last value, 0
    at first. Smoothing acts on vectors, never on their angles. n is the number of live touches. v is a
    touch's velocity, computed when a message of it comes: v ← v + (1 − exp(−Δt/30 ms))·(Δp/Δt − v), Δt
    being the time since the message before. After 50 ms without a message the place counts as repeated. A
    relation to a partner that is not there is 0.

    **Normalised**, a controller is (value − low) / (high − low) of its range, clamped to 0 … 1.


    """
  for section in sections {
    let controllers = Controller.allCases.filter { section.categories.contains($0.category) }
    let isDrawn = controllers.contains { drawing(of: $0) != nil }
    text += "## \(section.title)\n\n\(section.text)\n\n"
    var head = ["symbol", "meaning", "formula", "unit", "range", "at rest", "for each"]
    if isDrawn { head.append("drawing") }
    text += row(head) + row(head.map { _ in "---" })
    for controller in controllers {
      if let number = controller.midiControlNumber, number > 0 { continue }
      text += row(cells(controller) + (isDrawn ? [picture(controller)] : []))
    }
    text += "\n"
  }
  return text + triggersText()
}

private func cells(_ controller: Controller) -> [String] {
  let spec = controller.spec
  let symbol =
    controller.midiControlNumber == nil ? "`\(spec.symbol.string)`" : "`midi_cc_0` … `midi_cc_127`"
  return [
    symbol, "\(spec.text)", "\(spec.formula)".replacingOccurrences(of: "|", with: "\\|"),
    "\(spec.unit.symbol)",
    "\(short(spec.minimum)) … \(short(spec.fullScale))", short(spec.rest), spec.isPerVoice ? "voice" : "",
  ]
}

private func picture(_ controller: Controller) -> String {
  drawing(of: controller) == nil ? "" : "![\(controller.spec.name.string)](\(drawingName(of: controller)))"
}

private func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }

private func triggersText() -> String {
  var text = """
    ## Triggers

    A trigger has the frame on which it happened. Its action is done at that frame if an event caused the
    trigger, else at the tick that notices it, at most 32 frames later. A route may narrow a trigger down,
    and each may have a condition (`if`): see [patches.md](patches.md).

    | trigger | narrowed down by | when |
    |---|---|---|

    """
  for trigger in Trigger.allCases {
    let argument =
      switch trigger.argument {
      case .none: trigger.isOfTouches ? "`source`, `kind`" : ""
      case .region: "`region`, `source`, `kind`"
      case .number(let greatest):
        "`number` 1 … \(greatest)" + (trigger.isOfTouches ? ", `source`, `kind`" : "")
      case .level: "`of`, `level`, `hysteresis`, `direction`"
      }
    text += row(["`\(trigger.symbol)`", argument, "\(trigger.text)"])
  }
  return text
}
