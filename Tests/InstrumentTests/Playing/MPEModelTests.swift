// Random MPE streams, compared with an independent model in Python (Tests/Models/mpe.py).
import Foundation
import TestSupport
import Testing

@testable import Instrument

/// One or a few messages, valid or not.
private func some(_ random: inout SeededGenerator) -> [[UInt8]] {
  let channel = UInt8.random(in: 0...15, using: &random)
  let value = UInt8.random(in: 0...127, using: &random)
  let control = { (number: UInt8, value: UInt8) in [0xB0 | channel, number, value] }
  switch Int.random(in: 0..<40, using: &random) {
  case 0..<12:
    return [[0x90 | channel, .random(in: 58...60, using: &random), .random(in: 0...100, using: &random)]]
  case 12..<17: return [[0x80 | channel, .random(in: 58...60, using: &random), value]]
  case 17..<22: return [[0xE0 | channel, .random(in: 0...127, using: &random), value]]
  case 22..<25: return [[0xD0 | channel, value]]
  case 25..<28: return [control(74, value)]
  case 28:  // a zone, on channels that may and on one that may not
    let members = [UInt8(0), 1, 3, 7, 8, 12, 14, 15, 16, 127].randomElement(using: &random)!
    return parameter(6, members, on: [0, 15, 0, 15, channel].randomElement(using: &random)!)
  case 29: return parameter(0, [0, 2, 12, 24, 48, 96, 97, 127].randomElement(using: &random)!, on: channel)
  case 30: return [control(38, value)]
  case 31: return [control(96, value)]
  case 32: return [control(97, value)]
  case 33:  // half of a parameter, or another order
    return [control(100, [0, 6, 127].randomElement(using: &random)!)]
  case 34: return [control(101, [0, 0, 1, 127].randomElement(using: &random)!)]
  case 35: return [control(6, value)]
  case 36: return [control([98, 99].randomElement(using: &random)!, value)]
  case 37: return [control(121, 0)]
  case 38: return [control([120, 123, 124, 125, 126, 127].randomElement(using: &random)!, 0)]
  default: return [control(.random(in: 20...30, using: &random), value)]
  }
}

@Test func randomStreamsMatchTheModel() throws {
  let seed = testSeed("MPE_SEED", default: 1)
  var random = SeededGenerator(seed: seed)
  var lines = ""
  for story in 0..<60 {
    let mode = [3, 3, 3, 1, 2, 0][story % 6]
    let rig = Rig([(.mpe, Float(mode)), (.bendRange, 5)], patch: openPatch())
    var messages: [String] = []
    var notes: [[[Float]]] = []
    while messages.count < 400 {
      for message in some(&random) {
        rig.midi(message)
        messages.append(message.map { String(format: "%02x", $0) }.joined())
        notes.append(rig.notes)
      }
      if messages.count % 7 == 0 { rig.advance(Int.random(in: 1...40, using: &random)) }
    }
    #expect(rig.isFinite)
    lines += "{\"mode\":\(mode),\"bend\":5,\"messages\":\(messages),\"notes\":\(notes)}\n"
  }
  let answer = try runModel("mpe.py", lines)
  #expect(answer.agrees, "MPE_SEED=\(seed): \(answer.printed)")
  print(answer.printed)
}
