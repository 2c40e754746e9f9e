// Widgets as Pd itself has them: Pd opens random patches and saves them, and another program reads what Pd
// has written.
import Foundation
import TestSupport
import Testing

@testable import SceneFiles

/// A widget in the words of Tests/Models/widgets.py.
private struct Described: Decodable {
  let kind: String
  let x: Float
  let y: Float
  let w: Float?
  let h: Float?
  let low: Float?
  let high: Float?
  let value: Float?
  let on: Float?
  let `init`: Float?
  let send: String?
  let receive: String?
  let label: String?
  let label_at: [Float]?
  let font: Int?
  let size: Float?
  let colours: [String]?
  let text: String?
}

private struct Patch: Decodable {
  let text: String
  let saved: String
  let widgets: [Described]
}

@Suite struct PdWidgetTests {
  @Test func widgetsAreThoseThatPdHas() throws {
    let seed = testSeed("WIDGETS_SEED", default: 1)
    let answer = try runModel("widgets.py", "\(seed % 1_000_000) 10")
    #expect(answer.agrees, "\(answer.printed)")
    let patches = try JSONDecoder().decode([Patch].self, from: answer.output)
    #expect(patches.count == 11)
    for (index, patch) in patches.enumerated() {
      // As it was written by hand, and as Pd has saved it.
      for (source, text) in [("own", patch.text), ("saved", patch.saved)] {
        let file = try read(text)
        // Those of subpatches have tests of their own.
        let widgets = file.widgets.filter { $0.panel == 0 }
        #expect(widgets.count == patch.widgets.count)
        for (widget, expected) in zip(widgets, patch.widgets) {
          // Pd saves some of the arguments that it refuses, but does not use them before they are read again.
          let isRefused = file.warnings.contains { $0.line == widget.line }
          #expect(!isRefused || source == "own")
          let faults = differences(widget, expected, isRefused: isRefused)
          #expect(faults.isEmpty, "patch \(index), \(source), line \(widget.line): \(faults)")
        }
      }
    }
  }

  /// The differences, in words; empty: none.
  private func differences(_ widget: SceneWidget, _ expected: Described, isRefused: Bool) -> [String] {
    var faults: [String] = []
    func compare<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) {
      if found != expected { faults.append("\(what): \(found), Pd has \(expected)") }
    }
    func near(_ what: String, _ found: Float, _ expected: Float?) {
      guard let expected else { return }
      // Pd writes six digits.
      let isNear = abs(found - expected) <= 1e-4 * max(abs(expected), 1e-3)
      if !isNear { faults.append("\(what): \(found), Pd has \(expected)") }
    }
    let words = widget.kind.words
    if isRefused {
      let names = [words.kind, expected.kind].map { $0.prefix { $0 != " " } }
      compare("kind", names[0], names[1])
    } else {
      compare("kind", words.kind, expected.kind)
    }
    near("x", widget.area.x, expected.x)
    near("y", widget.area.y, expected.y)
    near("width", widget.area.width, expected.w)
    near("height", widget.area.height, expected.h)
    if isRefused { return faults }
    if let range = words.range {
      near("low", range.low, expected.low)
      near("high", range.high, expected.high)
    }
    near("value", widget.value, expected.value)
    if case .toggle(let on) = widget.kind { near("on", on, expected.on) }
    if let sends = expected.`init` { compare("init", widget.isSentAtLoad, sends != 0) }
    if case .comment(let text) = widget.kind {
      compare("text", string(text), expected.text ?? "")
      return faults
    }
    compare("send", widget.send.map(string), expected.send)
    compare("receive", widget.receive.map(string), expected.receive)
    compare("label", widget.label.map { string($0.text) }, expected.label)
    if let label = widget.label, let place = expected.label_at {
      compare("label's place", [label.x, label.y], place)
      compare("font", label.font, expected.font ?? 0)
      compare("size", label.size, expected.size ?? 0)
    }
    if let colours = expected.colours {
      // Pd keeps the color of a label that is not there.
      var codes = [widget.background]
      if colours.count == 3 { codes.append(widget.foreground) }
      if let label = widget.label { codes.append(label.colour) }
      let pinned = widget.label == nil ? Array(colours.dropLast()) : colours
      compare(
        "colours", codes.map { String(0x100_0000 + $0.code, radix: 16).dropFirst().description }, pinned)
    }
    return faults
  }
}

extension SceneWidgetKind {
  /// The kind in the words of the model, and its range.
  fileprivate var words: (kind: String, range: SceneRange?) {
    func flag(_ isTrue: Bool) -> Int { isTrue ? 1 : 0 }
    switch self {
    case .bang(let hold, let flash): return ("bang \(hold) \(flash)", nil)
    case .toggle: return ("toggle", nil)
    case .slider(let axis, let range, let isSteady):
      let name = axis == .horizontal ? "hsl" : "vsl"
      return ("\(name) \(flag(range.isLogarithmic)) \(flag(isSteady))", range)
    case .dragNumber(let digits, let range, let height):
      return ("nbx \(digits) \(flag(range.isLogarithmic)) \(height)", range)
    case .radio(let axis, let cells): return ("\(axis == .horizontal ? "h" : "v")radio \(cells)", nil)
    case .meter(let hasScale): return ("vu \(flag(hasScale))", nil)
    case .panel: return ("cnv", nil)
    case .number(let digits, let low, let high): return ("floatatom \(digits) \(Int(low)) \(Int(high))", nil)
    case .symbol: return ("symbolatom", nil)
    case .list: return ("listbox", nil)
    case .comment: return ("comment", nil)
    default: return ("no object of Pd", nil)
    }
  }
}
