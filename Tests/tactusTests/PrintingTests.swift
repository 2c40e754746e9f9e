// Printing of texts from files and strangers.
import Console
import Foundation
import OSC
import TestSupport
import Testing

@testable import tactus

/// Clears the screen, sets the title, begins a line, turns the text's direction, and is C1's way to begin a
/// sequence.
private let hostile = "a\u{1B}[2J\u{1B}]0;owned\u{7}\nfake\r\u{202E}b\u{9B}31m\u{2028}c"

/// The bytes of an output that a terminal obeys: control characters but line feed and tab, and changes of
/// direction.
private func obeyed(_ text: String) -> [String] {
  text.unicodeScalars.filter {
    $0.value < 32 && $0 != "\n" && $0 != "\t" || 0x7F...0x9F ~= $0.value || $0 == "\u{202E}"
      || 0x2028...0x2029 ~= $0.value
  }.map { String($0.value, radix: 16) }
}

@Test func whatATerminalObeysIsEscaped() {
  #expect(shown("é 👩‍🚀 \\ x\u{1B}y\n\u{9B}\u{202E}") == "é 👩‍🚀 \\ x\\u{1B}y\\u{A}\\u{9B}\\u{202E}")
  #expect(CommandError("one\n\ttwo\u{1B}").description == "one\n\ttwo\\u{1B}")
}

@Test func listenEscapesWhatStrangersSend() throws {
  let port = freePort()
  let listen = try Program.tactus("listen", "--port", "\(port)", "--events")
  #expect(eventually { isListening(port) }, "\(listen.errors)")
  let socket = try UDPSocket()
  let json = #"{"id": 1, "type": "touch", "state": "start", "name": "\#(hostile)", "x": 0.5, "y": 0.5}"#
  for packet in [
    OSCMessage(address: "/\(hostile)", arguments: [.float(0.5), .text(hostile)]).packet,
    OSCMessage(address: "/tactus/touch", arguments: [.text(hostile), .int32(1)]).packet,
    OSCMessage(address: "/tactus/source", arguments: [.text(hostile), .symbol([UInt8](hostile.utf8))]).packet,
    OSCMessage(address: "/learn\u{1B}c", arguments: [.character(0x1B), .float(1)]).packet,
    [UInt8](json.utf8), [UInt8](hostile.utf8),
  ] {
    try socket.send(packet, to: try UDPSocket.resolve("127.0.0.1"), port: port)
  }
  let size = "\(hostile.utf8.count) bytes"
  #expect(eventually { listen.output.contains("owned") && listen.output.contains(size) })
  listen.interrupt()
  #expect(listen.wait() == 0)
  #expect(obeyed(listen.output + listen.errors) == [])
  #expect(!listen.output.contains("\nfake"), "a text begins no line")
  #expect(listen.output.contains(#"\u{1B}[2J"#))
}

@Test func allCommandsEscapeWhatFilesSay() throws {
  let folder = try TemporaryFolder()
  let word = hostile.unicodeScalars.map {
    32..<128 ~= $0.value ? "\($0)" : "\\u" + String(format: "%04x", $0.value)
  }.joined()
  func file(_ name: String, _ text: String) throws -> String { try folder.add(name, Data(text.utf8)) }
  let patch = try file(
    "p.json", #"{"version": 1, "name": "\#(word)", "category": "\#(word)", "\#(word)": 1}"#)
  let raw = try file("raw.json", #"{"version": 1, "name": "\#(hostile)"}"#)
  let grid = try file("g.json", #"{"version": 1, "name": "\#(word)", "category": "\#(word)"}"#)
  let list = try file("l.setlist.json", #"{"name": "\#(word)", "patches": ["\#(word)"]}"#)
  let concert = try file(
    "c.concert.json",
    #"{"version": 1, "name": "\#(word)", "notes": "\#(word)", "\#(word)": 1, "songs": [{"title": "\#(word)", "#
      + #""notes": "\#(word)", "instruments": [{"name": "\#(word)", "patch": "x"}]}]}"#)
  let network = try file("network.json", #"{"\#(word)": 1, "senders": [{"\#(word)": 2}]}"#)
  let profile = try file(
    "profile.json", #"{"name": "\#(word)", "\#(word)": 1, "examples": ["/\#(word) 1"]}"#)
  let take = try file("t.tactus", "# tactus performance 1\n0 a:1 \u{1B}zz\n")
  let dump = try file("t.txt", "\u{1B}e83ab2f7.00000000 /a\u{1B} f 1\n")
  for words in [
    ["patch", "show", patch], ["patch", "check", patch, raw], ["patch", "diff", patch, raw],
    ["patch", "diff", patch, grid], ["patch", "tune", patch, "--scl", raw, "-o", folder.path + "/x"],
    ["grid", "show", grid], ["grid", "check", grid, patch, raw], ["setlist", "check", list, raw],
    ["concert", "check", concert, raw], ["concert", "show", concert],
    ["concert", "move", concert, word, "1"],
    ["network", "check", network], ["network", "check", raw], ["profile", "check", profile, raw],
    ["profile", "list", "--profiles", folder.path], ["render", take, "-o", folder.path + "/x.wav"],
    ["watch", take], ["convert", take, folder.path + "/x.mid"], ["convert", dump, folder.path + "/x.tactus"],
    ["convert", patch, folder.path + "/x.mid", "--from", "midi"], ["send", take],
  ] {
    let program = try Program(Program.command, words)
    program.wait()
    let text = program.output + program.errors
    #expect(!text.isEmpty && obeyed(text) == [], "\(words): \(text.debugDescription)")
  }
}
