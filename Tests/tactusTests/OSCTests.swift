// OSC as values, compared with byte vectors and with liblo's own programs.
import Foundation
import TestSupport
import Testing

@testable import tactus

private let messages = [
  OSCMessage(
    address: "/tactus/touch", arguments: [.string("began"), .int32(-3), .float(0.25), .float(-0.5)]),
  OSCMessage(
    address: "/all",
    arguments: [
      .int64(123_456_789_012), .double(0.125), .time(0x5_0000_0006), .character(97),
      .midi([0, 0x90, 60, 127]),
      .yes, .no, .none, .infinitum, .blob([0, 1, 128]), .symbol("sy m"), .string("say \"be\" 1 \"x"),
      .int32(1),
    ]),
  OSCMessage(address: "/empty"),
  OSCMessage(address: "/blob", arguments: [.blob([]), .blob(Array(1...12)), .float(.infinity), .float(0)]),
]

@Test func packetsAreReadAsTheyWereWritten() throws {
  for message in messages {
    #expect(message.packet.count.isMultiple(of: 4))
    #expect(try OSCMessage.messages(in: message.packet).map(\.message) == [message])
    #expect(OSCMessage(text: message.text[...]) == message, "\(message.text)")
  }
}

@Test func theVectorOfTheFactsIsRead() throws {
  // The alive message of a TUIO bundle, computed by an independent encoder.
  let hex =
    "2362756e646c650000000000000000010000001c2f7475696f2f3244637572002c737300736f75726365000074407800"
  let bytes = stride(from: 0, to: hex.count, by: 2).map { UInt8(hex.dropFirst($0).prefix(2), radix: 16)! }
  let found = try OSCMessage.messages(in: bytes)
  #expect(
    found.map(\.message) == [
      OSCMessage(address: "/tuio/2Dcur", arguments: [.string("source"), .string("t@x")])
    ])
  #expect(found[0].time == 1)
}

@Test func brokenPacketsAreErrorsNotCrashes() {
  var generator = SeededGenerator("brokenPacketsAreErrorsNotCrashes", seed: 11)
  var (read, refused) = (0, 0)
  for _ in 0..<20_000 {
    var bytes = messages.randomElement(using: &generator)!.packet
    if Bool.random(using: &generator) {
      bytes = Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, UInt8(bytes.count)] + bytes
    }
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      bytes[bytes.indices.randomElement(using: &generator)!] = .random(in: 0...255, using: &generator)
    }
    bytes.removeLast(Int.random(in: 0...8, using: &generator))
    do {
      _ = try OSCMessage.messages(in: bytes)
      read += 1
    } catch is OSCMessage.Malformed {
      refused += 1
    } catch {
      Issue.record("\(error) is not of a packet")
    }
  }
  #expect(read > 1000 && refused > 1000, "\(read) were read, \(refused) refused")
  for broken: [UInt8] in [
    [], [47], Array("/a\0\0,b\0\0".utf8) + [255, 255, 255, 255], Array("#bundle\0".utf8),
  ] {
    #expect(throws: OSCMessage.Malformed.self) { try OSCMessage.messages(in: broken) }
  }
}

@Test func convertAgreesWithTheRealOscdump() throws {
  let port = UInt16.random(in: 20_000...30_000)
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
    for (packet, original) in zip(back.packets, performance.packets) {
      #expect(abs(packet.seconds - original.seconds) < (dump == text ? 1e-6 : 0.05))
    }
  }
}

@Test func recordWritesWhatOscsendSends() throws {
  let port = UInt16.random(in: 30_000...40_000)
  let folder = try TemporaryFolder()
  let file = "\(folder.path)/take.tactus"
  let record = try Program.tactus("record", "--port", "\(port)", "--output", file)
  try #require(eventually { isListening(port) })
  // `oscsend` uses a new port each time, so there are two sources.
  for word in ["began", "ended"] {
    let sent = try Program(
      "/usr/bin/oscsend", ["127.0.0.1", "\(port)", "/tactus/touch", "siff", word, "3", "0.25", "1"])
    #expect(sent.wait() == 0)
    usleep(50_000)
  }
  record.interrupt()
  #expect(record.wait() == 0, "\(record.errors)")
  let performance = try Performance(contentsOf: file)
  #expect(performance.packets.count == 2 && performance.sourceNumbers.count == 2)
  #expect(performance.packets[0].seconds == 0 && (0.04...1).contains(performance.packets[1].seconds))
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
