// Screens against their pins in Tests/Golden/screens: the draw list of each as text. SCREENS=write pins them
// anew.
import Canvas
import Foundation
import Testing

@testable import Paint

@Suite struct ScreenPinTests {
  private static let pins = "\(DrawnScreen.root)/Tests/Golden/screens"
  /// Gets the texts and the pictures of screens that differ from their pins.
  private static let report = "\(DrawnScreen.root)/.build/screens"

  @Test func screensAreThePinnedOnes() throws {
    let screens = try DrawnScreen.own.get() + DrawnScreen.pages.get()
    let isWriting = ProcessInfo.processInfo.environment["SCREENS"] == "write"
    let files = FileManager.default
    try? files.removeItem(atPath: Self.report)
    try files.createDirectory(atPath: Self.pins, withIntermediateDirectories: true)
    var pinned = Set(try files.contentsOfDirectory(atPath: Self.pins))
    for pin in screens.flatMap(\.pins) {
      let path = "\(Self.pins)/\(pin.file).txt"
      let isPinned = pinned.remove("\(pin.file).txt") != nil
      let expected = isPinned ? try String(contentsOfFile: path, encoding: .utf8) : ""
      guard let difference = DrawListText.difference(pin.file, expected: expected, found: pin.text) else {
        continue
      }
      try Self.show(pin)
      if isWriting {
        try pin.text.write(toFile: path, atomically: true, encoding: .utf8)
      } else {
        Issue.record("\(difference)\nAll of it: \(Self.report)/\(pin.file).txt, with a picture of each look.")
      }
    }
    for file in pinned {
      if isWriting {
        try files.removeItem(atPath: "\(Self.pins)/\(file)")
      } else {
        Issue.record("Tests/Golden/screens/\(file) pins no screen; SCREENS=write removes it.")
      }
    }
    #expect(Set(screens.map(\.name)).count == screens.count)
  }

  /// Writes the text of a screen, and a picture of each look, to the report.
  private static func show(_ pin: ScreenPin) throws {
    try FileManager.default.createDirectory(atPath: report, withIntermediateDirectories: true)
    try pin.text.write(toFile: "\(report)/\(pin.file).txt", atomically: true, encoding: .utf8)
    for look in pin.looks {
      var painter = Painter(
        width: Int(pin.width), height: Int(pin.height), scale: 1, fonts: ScreenPictureTests.fonts)
      painter.paint(look.list)
      let isWritten = painter.write(png: Array("\(report)/\(pin.file)-\(fileName(look.name)).png".utf8))
      #expect(isWritten)
    }
  }
}

/// A file of the pins.
struct ScreenPin {
  /// Its name, without `.txt`.
  let file: String
  /// In points.
  let width: Float
  let height: Float
  let looks: [(name: String, list: DrawList)]
  /// The size and the looks, then the commands.
  let text: String

  init(_ file: String, _ screen: DrawnScreen, _ looks: [(name: String, list: DrawList)], _ lines: [String]) {
    (self.file, self.looks, width, height) = (file, looks, screen.width, screen.height)
    let size = "\(DrawListText.number(width)) \(DrawListText.number(height))"
    let names = looks.map(\.name).joined(separator: " / ")
    text = "screen \(size), colors: \(names)\n\(lines.joined(separator: "\n"))\n"
  }
}

extension DrawnScreen {
  /// One file for all looks that differ in nothing but colors; *Settings* also shows which look is chosen.
  var pins: [ScreenPin] {
    let texts = looks.map { DrawListText.lines($0.list, root: Self.root) }
    if let lines = DrawListText.merged(texts) { return [ScreenPin(fileName(name), self, looks, lines)] }
    return zip(looks, texts).map { look, lines in
      ScreenPin(fileName("\(name) \(look.name)"), self, [look], lines)
    }
  }
}

private func fileName(_ name: String) -> String {
  name.replacing(",", with: "").replacing(" ", with: "-")
}
