// Keys and their pitches; the MIDI Tuning Standard byte by byte.
import Foundation
import Testing

@testable import Music

/// Two sets of keys for seventeen channels.
private struct Keys: ~Copyable {
  let memory = UnsafeMutablePointer<KeyTuning>.allocate(capacity: 2 * LiveTuning.count)
  var live: LiveTuning

  init() {
    memory.initialize(repeating: KeyTuning(), count: 2 * LiveTuning.count)
    live = LiveTuning(memory: memory)
  }
  deinit { memory.deallocate() }

  func read(_ bytes: [UInt8]) -> TuningMessage {
    bytes.withUnsafeBytes { TuningMessage.read($0, into: live) }
  }

  func hertz(_ key: Int, channel: Int = 0) -> Double {
    440 * pow(2, (Double(KeyTuning.pitch(of: Float(key), in: live.keys(channel: channel))) - 69) / 12)
  }
}

private func bytes(_ hex: String) -> [UInt8] {
  let digits = Array(hex.filter { !$0.isWhitespace })
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! }
}

private func cents(_ a: Double, _ b: Double) -> Double { abs(1200 * log2(a / b)) }

@Test func theStandardsExamplePlaysAsWritten() {
  let keys = Keys()
  #expect(keys.read(bytes("F0 7F 7F 08 02 00 01 3C 45 00 00 F7")) == .realTime)
  #expect(cents(keys.hertz(60), 440) < 0.01 && cents(keys.hertz(61), 440 * pow(2, -8.0 / 12)) < 0.01)
  // From the standard's table: 440 Hz is 45 00 00, the step below it 44 7F 7F.
  #expect(keys.read(bytes("F0 7E 7F 08 07 00 00 01 3C 44 7F 7F F7")) == .setUp)
  #expect(cents(keys.hertz(60), 440) < 0.01 && keys.hertz(60) < 440)
}

@Test func messagesDoWhatODDSoundsClientDoes() throws {
  struct Case: Decodable {
    var bytes: String
    var hertz: [Double]
  }
  struct File: Decodable { var messages: [Case] }
  let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Models/tunings.json")
  let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: path))
  let keys = Keys()
  var worst = 0.0
  for each in file.messages {
    let answer = keys.read(bytes(each.bytes))
    #expect(answer == (each.bytes.hasPrefix("f07f") ? .realTime : .setUp))
    for channel in [0, 7, 15, LiveTuning.fingers] {
      for key in 0..<128 { worst = max(worst, cents(keys.hertz(key, channel: channel), each.hertz[key])) }
    }
  }
  print("\(file.messages.count) messages, furthest \(worst) cents")
  // The client's fractions are 1/16383, the standard's 1/16384: up to 0.006 cent.
  #expect(file.messages.count >= 7 && worst < 0.01)
}

/// A dump with its checksum.
private func dump(_ head: [UInt8], _ data: [UInt8]) -> [UInt8] {
  let body = head + Array("sixteen letters ".utf8) + data
  return [0xF0] + body + [body.reduce(0, ^), 0xF7]
}

@Test func octavesAreTunedOnTheirChannels() {
  let keys = Keys()
  let offsets = (0..<12).map { Double($0 * 9 - 50) }
  let one = offsets.map { UInt8($0 + 64) }
  // Channels 1, 8, 15: one bit in each of the three bytes.
  #expect(keys.read([0xF0, 0x7F, 0, 8, 8, 1, 1, 1] + one + [0xF7]) == .realTime)
  for channel in 0..<LiveTuning.count {
    let isTuned = [0, 7, 14, LiveTuning.fingers].contains(channel)
    for key in [0, 60, 61, 71, 127] {
      let exact = 440 * pow(2, (Double(key) + (isTuned ? offsets[key % 12] / 100 : 0) - 69) / 12)
      #expect(cents(keys.hertz(key, channel: channel), exact) < 0.01, "channel \(channel), key \(key)")
    }
  }
  // The dumps, of one and two bytes.
  #expect(keys.read(dump([0x7E, 0, 8, 5, 1, 2], one)) == .setUp)
  #expect(cents(keys.hertz(61, channel: 3), 440 * pow(2, (61 - 0.41 - 69) / 12)) < 0.01)
  let two: [UInt8] = (0..<12).flatMap { [UInt8(64 + $0), 0] as [UInt8] }
  #expect(keys.read(dump([0x7E, 0, 8, 6, 1, 2], two)) == .setUp)
  #expect(cents(keys.hertz(71, channel: 3), 440 * pow(2, (71 + 11.0 / 64 - 69) / 12)) < 0.01)
}

@Test func brokenMessagesAreRefusedAndChangeNothing() {
  let data: [UInt8] = (0..<128).flatMap { [UInt8($0), 64, 0] as [UInt8] }
  let good: [[UInt8]] = [
    dump([0x7E, 0, 8, 1, 0], data), dump([0x7E, 0, 8, 4, 0, 0], data),
    bytes("F0 7F 7F 08 02 00 02 3C 45 00 00 3D 46 00 00 F7"), bytes("F0 7E 7F 08 07 00 00 01 3C 45 01 00 F7"),
    dump([0x7E, 0, 8, 5, 1, 2], Array(repeating: 70, count: 12)),
    dump([0x7E, 0, 8, 6, 1, 2], Array(repeating: 70, count: 24)),
    [0xF0, 0x7F, 0, 8, 8, 3, 127, 127] + Array(repeating: 70, count: 12) + [0xF7],
    [0xF0, 0x7E, 0, 8, 9, 3, 127, 127] + Array(repeating: 70, count: 24) + [0xF7],
  ]
  var refused = 0
  func expectNothing(_ message: [UInt8], _ what: String) {
    let keys = Keys()
    let answer = keys.read(message)
    if answer == .refused { refused += 1 }
    #expect(answer == .refused || answer == .other, "\(what): \(answer)")
    for channel in [0, 15, LiveTuning.fingers] {
      #expect(KeyTuning.isSame(keys.live.keys(channel: channel), keys.memory + 20), "\(what)")
    }
  }
  for (index, message) in good.enumerated() {
    #expect(Keys().read(message) == (message[1] == 0x7F ? .realTime : .setUp), "message \(index)")
    for length in 0..<message.count {
      expectNothing(Array(message[..<length]), "message \(index) cut at \(length)")
    }
    expectNothing(message + [0xF7], "message \(index) with one more")
    for place in 5..<message.count - 1 {
      var broken = message
      broken[place] |= 0x80
      expectNothing(broken, "message \(index) with a high bit at \(place)")
    }
    // Dumps detect a wrong bit by their checksum.
    if [0, 1, 4, 5].contains(index) {
      for place in 5..<message.count - 1 {
        var broken = message
        broken[place] ^= 1
        expectNothing(broken, "message \(index) with a wrong bit at \(place)")
      }
    }
  }
  #expect(refused > 1000)
  for other in [
    "F0 F7", "F0 43 10 4C 00 00 7E 00 F7", "F0 7E 7F 06 01 F7", "F0 7E 7F 08 00 00 F7", "90 40 40",
  ] {
    #expect(Keys().read(bytes(other)) == .other)
  }
}

@Test func betweenKeysPitchGoesStraight() {
  var keys = KeyTuning()
  for key in 0..<128 { keys.pitches[key] = 60 + Float(key - 60) * 12 / 31 }
  withUnsafePointer(to: keys) { keys in
    #expect(KeyTuning.pitch(of: 60, in: keys) == 60)
    #expect(abs(KeyTuning.pitch(of: 62.25, in: keys) - (60 + 2.25 * 12 / 31)) < 1e-5)
    #expect(abs(KeyTuning.pitch(of: -2, in: keys) - (60 - 60 * 12.0 / 31 - 2)) < 1e-4)
    #expect(abs(KeyTuning.pitch(of: 128.5, in: keys) - (60 + 67 * 12.0 / 31 + 1.5)) < 1e-4)
  }
  // Equal temperament changes no pitch, to the last bit.
  withUnsafePointer(to: KeyTuning()) { keys in
    for tenth in -1000...2000 { #expect(KeyTuning.pitch(of: Float(tenth) / 7, in: keys) == Float(tenth) / 7) }
  }
}

@Test func aFingerFallsOnKeysThatSound() throws {
  // A white-key mapping of a seven-note scale, and the same with 14 keys, for which named scales are ignored.
  for size in [12, 14] {
    var mapping = KeyboardMapping()
    mapping.size = size
    mapping.degrees = [0, nil, 1, nil, 2, 3, nil, 4, nil, 5, nil, 6]
    mapping.octaveDegree = 7
    let cents = (1...7).map { Double($0) * 1200 / 7 }
    let keys = try #require(KeyTuning(cents: cents, mapping))
    #expect(keys.repeatsAfterTwelve == (size == 12))
    withUnsafePointer(to: keys) { keys in
      let sounding = (0..<128).filter { !KeyTuning.isSilent($0, in: keys) }
      for quantise in PlayingMap.Quantise.allCases {
        let map = PlayingMap(low: 40, high: 90, scale: .majorPentatonic, root: 48, quantise: quantise)
        for step in 0...500 {
          let x = Float(step) / 500
          let pitch = map.pitch(start: (x, 0), now: (x, 0), keys: keys)
          #expect(pitch.isFinite)
          if quantise == .atBegin || quantise == .always {
            let free = 40 + x * 50
            let allowed =
              size == 14 ? sounding : sounding.filter { [0, 2, 4, 7, 9].contains(($0 - 48 + 120) % 12) }
            let best = allowed.map { abs(Float($0) - free) }.min()!
            #expect(allowed.contains(Int(pitch)) && abs(abs(pitch - free) - best) < 1e-4)
          }
        }
      }
    }
  }
}
