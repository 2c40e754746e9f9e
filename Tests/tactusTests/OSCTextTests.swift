// OSC as text, against liblo's own programs.
import Console
import Foundation
import OSC
import TestSupport
import Testing

@testable import Performances
@testable import tactus

private let messages = [
  OSCMessage(
    address: "/tactus/touch", arguments: [.text("began"), .int32(-3), .float(0.25), .float(-0.5)]),
  OSCMessage(
    address: "/all",
    arguments: [
      .int64(123_456_789_012), .double(0.125), .time(0x5_0000_0006), .character(97),
      .midi(0x0090_3c7f), .yes, .no, .none, .infinitum, .blob([0, 1, 128]), .symbol(Array("sy m".utf8)),
      .text("say \"be\" 1 \"x"),
      .int32(1),
    ]),
  OSCMessage(address: "/empty"),
  OSCMessage(address: "/blob", arguments: [.blob([]), .blob(Array(1...12)), .float(.infinity), .float(0)]),
]

@Test func packetsAreReadAsTheyWereWritten() throws {
  for message in messages {
    #expect(message.packet.count.isMultiple(of: 4))
    #expect(try OSCMessage.messages(in: message.packet) == [message])
    #expect(OSCMessage(text: message.text[...]) == message, "\(message.text)")
  }
}

@Test func convertAgreesWithTheRealOscdump() throws {
  let port = freePort()
  let performance = Performance(
    packets: messages.enumerated().map {
      Performance.Packet(seconds: Double($0.offset) * 0.1, source: "a", bytes: $0.element.packet)
    })
  let folder = try TemporaryFolder()
  let file = try folder.add("take.tactus", Data(performance.text.utf8))
  let oscdump = try Program("/usr/bin/oscdump", ["-L", "\(port)"])
  try #require(eventually { isListening(port) })
  #expect(try Program.tactus("send", file, "--port", "\(port)").wait() == 0)
  _ = eventually { oscdump.output.contains("/blob") }
  oscdump.kill()  // signals only tell it to stop after the next message
  oscdump.wait()
  let heard = oscdump.output

  // `convert` writes what `oscdump` printed, except for the time tags…
  func untimed(_ text: String) -> [Substring] { text.split(separator: "\n").map { $0.drop { $0 != " " } } }
  let text = "\(folder.path)/take.txt"
  #expect(try Program.tactus("convert", file, text).wait() == 0)
  #expect(try untimed(String(contentsOfFile: text, encoding: .utf8)) == untimed(heard))
  // … and `convert` reads both back to the packets that were sent.
  for dump in [text, try folder.add("heard.txt", Data(heard.utf8))] {
    let back = try Performance(oscdump: lines(of: dump), name: dump)
    #expect(back.packets.map(\.bytes) == performance.packets.map(\.bytes))
    // When packets arrive is up to the machine; their order is not.
    #expect(back.packets.map(\.seconds) == back.packets.map(\.seconds).sorted())
    guard dump == text else { continue }
    for (packet, original) in zip(back.packets, performance.packets) {
      #expect(abs(packet.seconds - original.seconds) < 1e-6)
    }
  }
}

@Test func recordWritesWhatOscsendSends() throws {
  let port = freePort()
  let folder = try TemporaryFolder()
  let file = "\(folder.path)/take.tactus"
  let record = try Program.tactus("record", "--port", "\(port)", "--output", file)
  try #require(eventually { isListening(port) })
  // `oscsend` uses a new port each time, so there are two sources.
  for word in ["began", "ended"] {
    let sent = try Program(
      "/usr/bin/oscsend", ["127.0.0.1", "\(port)", "/tactus/touch", "siff", word, "3", "0.25", "1"])
    #expect(sent.wait() == 0)
    #expect(eventually { hasReadAll(port) })
    usleep(50_000)
  }
  record.interrupt()
  #expect(record.wait() == 0, "\(record.errors)")
  let performance = try Performance(contentsOf: file)
  #expect(performance.packets.count == 2 && performance.sourceNumbers.count == 2)
  #expect(performance.packets[0].seconds == 0 && performance.packets[1].seconds >= 0.04)
  #expect(performance.touches(until: 2).map(\.event.kind) == [.began, .ended])
  #expect(performance.text.contains("# /tactus/touch siff \"ended\" 3 0.250000 1.000000"))
  #expect(folder.names == ["take.tactus"])
}

@Test(arguments: [
  ("eeab8ebb.134e65be /a i 1\nnothing", "x:2: no time tag"),
  ("eeab8ebb.134e65be /a i one", "x:1: no message"),
  ("eeab8ebb.134e65be /a b [14 byte blob]", "x:1: oscdump does not print blobs"),
  ("eeab8ebb.134e65be /a\neeaf8ebb.134e65be /a", "x:2: more than a day"),
])
func anErrorInOscdumpTextNamesTheLine(text: String, expected: String) {
  let error = #expect(throws: CommandError.self) {
    try Performance(oscdump: text.split(separator: "\n"), name: "x")
  }
  #expect(error!.description.hasPrefix(expected), "\(error!)")
}

@Test func messagesAtOnceAreAtTheTimeOfTheOneBefore() throws {
  let text = "00000000.00000001 /a \n10000000.80000000 /b \n00000000.00000000 /c \n10000001.00000000 /d "
  let performance = try Performance(oscdump: text.split(separator: "\n"), name: "x")
  #expect(performance.packets.map(\.seconds) == [0, 0, 0, 0.5])
}
