// The lines that a scene prints, and how they reach a host.
import Testing
import Text

@testable import Scene

@Suite struct ConsoleTests {
  private func console(_ pieces: [UInt8]...) -> SceneConsole {
    var console = SceneConsole()
    for piece in pieces { piece.withUnsafeBufferPointer { console.append($0) } }
    return console
  }

  private func lines(_ console: SceneConsole) -> [String] {
    console.lines(behind: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func linesAreUTF8() {
    let text = Array("äöü: symbol grüße-日本\n".utf8)
    // A pipe divides letters anywhere.
    for cut in 1..<text.count {
      #expect(lines(console(Array(text[..<cut]), Array(text[cut...]))) == ["äöü: symbol grüße-日本"])
    }
    #expect(lines(console([0x48, 0xf6, 0x68, 0x65, 0x0a])) == ["Höhe"])
    #expect(lines(console([0x1b, 0x5b, 0x7f, 0x85, 0x0a], Array("\u{9b}x\n".utf8))) == ["?[??", "?x"])
    #expect(console(Array("é".utf8)).text == Array("\né".utf8))
  }

  @Test func aLongLineEndsWithAWholeLetter() {
    for lead in 0..<4 {
      let line = String(repeating: "x", count: lead) + String(repeating: "日", count: 100)
      let found = lines(console(Array("\(line)\n".utf8)))[0]
      #expect(line.hasPrefix(found) && (198...200).contains(found.utf8.count), "\(found)")
    }
  }

  /// Lines that find no room are told later, and those that are gone are counted.
  @Test func noLineIsLostWithoutAWord() {
    var publisher = ScenePublisher()
    var console = SceneConsole()
    console.keepsMore = true
    for number in 0..<5000 { console.add(line: "line \(number)") }
    var told: [String] = []
    for round in 0..<2000 {
      // Every second time there is no room.
      _ = publisher.publish(console, to: .windows, now: 0, atOnce: true) { _, text in
        guard round % 2 == 1 else { return false }
        told += String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        return true
      }
    }
    #expect(told == (0..<5000).map { "line \($0)" })
    console = SceneConsole()
    publisher.forgetLines()
    for number in 0..<1000 { console.add(line: "line \(number)") }
    var first = ""
    _ = publisher.publish(console, to: .windows, now: 1_000_000_000, atOnce: false) { _, text in
      first = String(decoding: text.split(separator: 0x0a)[0], as: UTF8.self)
      return true
    }
    #expect(first == "… 800 more lines")
  }
}
