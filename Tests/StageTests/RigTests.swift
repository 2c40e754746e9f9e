// The rigs of a concert without a server: which notes go where, levels without steps, the clicks of a count-in. One
// thread.
import Foundation
import TestSupport
import Testing

@testable import Stage

/// An independent model of the router: it computes from a list of held notes which messages an instrument gets.
private struct RoutingModel {
  struct Note: Equatable {
    var source: Int
    var channel: Int
    var key: Int
    var sent: Int
  }
  var notes: [Note] = []

  mutating func end(_ source: Int, _ channel: Int, _ key: Int) -> Int? {
    guard
      let index = notes.firstIndex(where: { $0.source == source && $0.channel == channel && $0.key == key })
    else { return nil }
    return notes.remove(at: index).sent
  }

  /// The messages that leave for one that comes.
  mutating func messages(
    _ bytes: [UInt8], _ source: Int, _ zone: KeyZone, _ isRetired: Bool
  ) -> [[UInt8]] {
    let (kind, channel) = (bytes[0] >> 4, Int(bytes[0] & 15))
    let hears = (0..<16).filter { zone.channels >> UInt16($0) & 1 == 1 }.contains(channel)
    let isOn = kind == 9 && bytes[2] > 0
    if isOn {
      if isRetired { return [] }
      var out: [[UInt8]] = []
      if let old = end(source, channel, Int(bytes[1])) {
        out.append([0x80 | UInt8(channel), UInt8(old), 64])
      }
      let sent = Int(bytes[1]) + Int(zone.transpose)
      if hears, (zone.lowKey...zone.highKey).contains(bytes[1]),
        (zone.lowVelocity...zone.highVelocity).contains(bytes[2]), (0...127).contains(sent)
      {
        notes.append(Note(source: source, channel: channel, key: Int(bytes[1]), sent: sent))
        out.append([bytes[0], UInt8(sent), bytes[2]])
      }
      return out
    }
    switch kind {
    case 8, 9:
      return end(source, channel, Int(bytes[1])).map { [[bytes[0], UInt8($0), bytes[2]]] } ?? []
    case 10:
      let note = notes.first { $0.source == source && $0.channel == channel && $0.key == Int(bytes[1]) }
      return note.map { [[bytes[0], UInt8($0.sent), bytes[2]]] } ?? []
    case 11:
      let holds = notes.contains { $0.source == source && $0.channel == channel }
      if bytes[1] >= 120 {
        if ![121, 122].contains(bytes[1]) {
          notes.removeAll { $0.source == source && $0.channel == channel }
        }
        return hears || holds ? [bytes] : []
      }
      if !isRetired { return hears ? [bytes] : [] }
      return (hears || holds) && [64, 66, 67, 69].contains(bytes[1]) && bytes[2] < 64 ? [bytes] : []
    case 15: return isRetired ? [] : [bytes]
    default: return hears && !isRetired ? [bytes] : []
    }
  }
}

struct RigTests {
  /// The messages that the audio thread sends for one message.
  private func messages(
    _ router: inout KeyRouter, _ bytes: [UInt8], _ source: KeyRouter.Source, _ zone: KeyZone,
    _ isRetired: Bool
  ) -> [[UInt8]] {
    let answer = router.route(
      bytes[0], bytes.count > 1 ? bytes[1] : 0, bytes.count > 2 ? bytes[2] : 0, from: source, zone,
      isRetired: isRetired)
    var out: [[UInt8]] = []
    if answer.ended >= 0 { out.append([0x80 | bytes[0] & 15, UInt8(answer.ended), 64]) }
    if answer.passes { out.append(answer.key >= 0 ? [bytes[0], UInt8(answer.key), bytes[2]] : bytes) }
    return out
  }

  private func zone(_ random: inout SeededGenerator) -> KeyZone {
    var zone = KeyZone()
    zone.channels = random.below(3) == 0 ? 0xFFFF : UInt16(random.below(0x10000))
    (zone.lowKey, zone.highKey) = (UInt8(random.below(40)), UInt8(60 + random.below(68)))
    (zone.lowVelocity, zone.highVelocity) = (UInt8(1 + random.below(40)), UInt8(80 + random.below(48)))
    zone.transpose = Int8(random.below(97) - 48)
    return zone
  }

  @Test func randomMessagesGoWhereTheModelSays() {
    var random = SeededGenerator("ROUTING_SEED", default: 45)
    for _ in 0..<testCases(60, inCampaign: 2000) {
      var router = KeyRouter()
      var model = RoutingModel()
      var zone = zone(&random)
      var isRetired = false
      for step in 0..<400 {
        if random.below(25) == 0 { zone = self.zone(&random) }
        if random.below(60) == 0 { isRetired.toggle() }
        let status = [0x80, 0x90, 0x90, 0x90, 0xA0, 0xB0, 0xC0, 0xD0, 0xE0, 0xF0][random.below(10)]
        // Few channels and keys, so that many meet.
        let controller = [1, 7, 64, 66, 67, 69, 120, 121, 123][random.below(9)]
        let bytes: [UInt8] = [
          UInt8(status | random.below(3)), UInt8(status == 0xB0 ? controller : 30 + random.below(50)),
          UInt8(random.below(5) == 0 ? 0 : random.below(128)),
        ]
        let source = random.below(4) == 0 ? KeyRouter.Source.grid : .keyboard
        let out = messages(&router, bytes, source, zone, isRetired)
        let expected = model.messages(bytes, source.rawValue, zone, isRetired)
        #expect(out == expected, "step \(step): \(bytes) to \(zone), \(isRetired)")
        #expect(router.held == model.notes.count)
      }
    }
  }

  @Test func everyNoteEndsOnceWithTheKeyThatWasSent() {
    var random = SeededGenerator("ROUTING_END_SEED", default: 45)
    for _ in 0..<40 {
      var router = KeyRouter()
      var zone = zone(&random)
      var sounding: [Int: Int] = [:]
      func note(_ status: UInt8, _ key: Int, _ isRetired: Bool) {
        for out in messages(&router, [status, UInt8(key), 100], .keyboard, zone, isRetired) {
          let key = Int(out[0] & 15) * 128 + Int(out[1])
          sounding[key, default: 0] += out[0] & 0xF0 == 0x90 ? 1 : -1
          #expect(sounding[key]! >= 0, "a note that is not there ends")
        }
      }
      for _ in 0..<200 {
        if random.below(10) == 0 { zone = self.zone(&random) }
        note((random.below(2) == 0 ? 0x80 : 0x90) | UInt8(random.below(16)), random.below(128), false)
      }
      zone.channels = 0
      // The song has ended, and all keys are released.
      for channel in UInt8(0)..<16 { for key in 0..<128 { note(0x80 | channel, key, true) } }
      #expect(sounding.values.allSatisfy { $0 == 0 } && router.held == 0)
    }
  }

  @Test func aZoneIsOneWord() {
    var random = SeededGenerator("ZONE_SEED", default: 45)
    for _ in 0..<200 {
      let zone = zone(&random)
      #expect(KeyZone(bits: zone.bits) == zone)
    }
  }

  @Test func aPanKeepsThePowerAndTheMiddleTheLevel() {
    for level: Float in [-60, -6, 0, 12] {
      let power = pow(10, Double(level) / 10)
      for pan in stride(from: Float(-1), through: 1, by: 0.125) {
        let gains = SeatMix(level: level, pan: pan).gains
        let sum = Double(gains.left) * Double(gains.left) + Double(gains.right) * Double(gains.right)
        #expect(abs(sum / (2 * power) - 1) < 1e-5, "\(pan)")
        #expect((gains.left > gains.right) == (pan < 0))
      }
    }
    #expect(SeatMix(level: -6, pan: 0).gains == (pow(10, -0.3), pow(10, -0.3)))
    #expect(SeatMix(pan: -1).gains.right < 1e-6 && SeatMix(level: 6, isMuted: true).gains == (0, 0))
  }

  @Test func aLevelMovesInSmallStepsAndArrives() {
    var random = SeededGenerator("RAMP_SEED", default: 45)
    var ramp = GainRamp(1)
    let step: Float = 1 / 960
    var before = ramp.gain
    for _ in 0..<200 {
      let target = Float(random.below(4000)) / 1000
      let frames = Int(abs(target - before) / step) + 2
      for _ in 0..<frames {
        let now = ramp.next(target, step)
        #expect(abs(now - before) <= step * 1.001)
        #expect((now - before) * (target - before) >= 0, "it goes the other way")
        before = now
      }
      #expect(before == target)
    }
  }

  /// The frames at which a sound begins after silence.
  private func onsets(_ sound: [Float], quiet: Int) -> [Int] {
    var found: [Int] = []
    var last = -quiet
    for (frame, sample) in sound.enumerated() where abs(sample) > 1e-3 {
      if frame - last >= quiet { found.append(frame) }
      last = frame
    }
    return found
  }

  @Test(arguments: [64, 256, 1021])
  func aCountInClicksOnEachBeatOfABar(block: Int) {
    // 7/8 at 97 quarter notes a minute: seven clicks of an eighth.
    let (rate, tempo, step) = (48_000.0, 97.0, 0.5)
    var countIn = CountIn(rate: rate)
    countIn.start(at: -3.5, step: step)
    let perFrame = tempo / 60 / rate
    let length = Int(4.5 / perFrame) / block * block
    var sound: [Float] = []
    var (left, right) = ([Float](repeating: 0, count: block), [Float](repeating: 0, count: block))
    for start in stride(from: 0, to: length, by: block) {
      for index in 0..<block { (left[index], right[index]) = (0, 0) }
      countIn.add(
        to: &left, &right, block, start: -3.5 + Double(start) * perFrame, perFrame: perFrame, gain: 1)
      #expect(left == right)
      sound += left
    }
    let expected = (0..<7).map { Int((Double($0) * step / perFrame).rounded()) }
    let found = onsets(sound, quiet: 4000)
    #expect(found.count == 7, "\(found)")
    for (frame, wanted) in zip(found, expected) {
      #expect(abs(frame - wanted) <= 2, "\(frame) for \(wanted)")
    }
    let first = peak(sound[0..<expected[1]])
    for index in 1..<7 {
      #expect(peak(sound[expected[index]..<min(expected[index] + 4000, sound.count)]) < first * 0.9)
    }
    #expect(first < 0.3 && first > 0.15)
    #expect(peak(sound.suffix(block)) == 0, "it is silent in the song")
  }
}
