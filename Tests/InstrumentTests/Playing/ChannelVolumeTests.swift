// CC 7 and CC 10 as volume and pan, measured at the output.
import Controls
import Foundation
import Matrix
import Music
import Testing

@testable import Instrument

private func control(_ number: UInt8, _ value: UInt8, channel: UInt8 = 0) -> Event {
  .midi(.controller(channel: channel, number: number, value: value))
}
private func note(_ key: UInt8 = 60, channel: UInt8 = 0) -> Event {
  .midi(.noteOn(channel: channel, note: key, velocity: 100))
}

/// The level of the second half, in decibels, on both sides.
private func levels(_ sound: Sound) -> (left: Double, right: Double) {
  func level(_ samples: [Float]) -> Double {
    let half = samples.suffix(samples.count / 2)
    return 10 * log10(half.reduce(1e-20) { $0 + Double($1) * Double($1) } / Double(half.count))
  }
  return (level(sound.left), level(sound.right))
}

private func levels(
  _ events: [Event], _ note: Event = note(), patch: CompiledPatch = startingPatch()
) -> (left: Double, right: Double) {
  levels(play(events.map { (0, $0) } + [(0, note)], frames: 24_000, patch: patch))
}

struct ChannelVolumeTests {
  /// GM 2: 40 · lg(value / 127) decibels.
  @Test(arguments: [127, 100, 64, 20]) func volumeFollowsItsCurve(_ value: UInt8) {
    let (before, after) = (levels([]), levels([control(7, value)]))
    let expected = 40 * log10(Double(value) / 127)
    #expect(
      abs(after.left - before.left - expected) < 0.01 && abs(after.right - before.right - expected) < 0.01)
  }

  @Test func aVolumeOf0IsSilent() { #expect(levels([control(7, 0)]).left < -150) }

  /// The power of both sides stays the same; the middle changes nothing.
  @Test(arguments: [0, 32, 64, 100, 127]) func panKeepsThePower(_ value: UInt8) {
    let (before, after) = (levels([]), levels([control(10, value)]))
    let place = max(Double(value) - 1, 0) / 63 - 1
    for (gain, share) in [(after.left - before.left, 1 - place), (after.right - before.right, 1 + place)] {
      if share > 0 { #expect(abs(gain - 10 * log10(share)) < 0.01) } else { #expect(gain < -100) }
    }
  }

  /// Until a message comes, and at full volume in the middle, every sample is the same.
  @Test func fullVolumeInTheMiddleChangesNoSample() {
    let plain = play([(0, note())], frames: 4800)
    let full = play([(0, control(7, 127)), (0, control(10, 64)), (0, note())], frames: 4800)
    #expect(plain.left == full.left && plain.right == full.right)
  }

  /// RP-015 leaves volume and pan as they are.
  @Test func resetControllersLeavesThem() {
    let set = levels([control(7, 64), control(10, 100)])
    let reset = levels([control(7, 64), control(10, 100), control(121, 0)])
    #expect(abs(set.left - reset.left) < 0.01 && abs(set.right - reset.right) < 0.01)
  }

  /// A macro that has learned the controller, a connection or an expression keep it for themselves.
  @Test(arguments: 0..<3) func aControllerWithAnotherJobDoesOnlyThat(_ job: Int) {
    var patch = startingPatch()
    switch job {
    case 0: (patch.macroControls[3], patch.macroControls[4]) = (7, 10)
    case 1:
      _ = patch.program.append(Connection(.midiControl7, .oscBLevel, low: 1, high: 1))
      _ = patch.program.append(Connection(.midiControl10, .oscBLevel, low: 1, high: 1))
    default:
      for controller in [Controller.midiControl7, .midiControl10] {
        _ = patch.program.expressions[controller == .midiControl7 ? 0 : 1].append(.controller(controller))
      }
    }
    patch.findChannelControls()
    let (before, after) = (levels([], patch: patch), levels([control(7, 20), control(10, 0)], patch: patch))
    #expect(abs(after.left - before.left) < 0.01 && abs(after.right - before.right) < 0.01)
  }

  /// The volume acts on what sounds already, tails of effects included, without a click.
  @Test func aMoveIsSmooth() {
    let still = play([(0, note())], frames: 24_000)
    let moved = play([(0, note()), (12_000, control(7, 64)), (18_000, control(10, 0))], frames: 24_000)
    #expect(moved.left[..<12_000] == still.left[..<12_000])
    #expect(greatestStep(moved.left) < 1.5 * greatestStep(still.left))
  }

  /// In a patch with parts each channel has its own.
  @Test func partsHaveTheVolumeOfTheirChannel() {
    var patch = startingPatch()
    for index in 0..<2 {
      var part = Split()
      part.keys[index] = .max
      part.takesTouches = false
      patch.parts[index] = part
    }
    patch.partCount = 2
    let quiet = [control(7, 64, channel: 1), control(10, 127, channel: 1)]
    for (key, channel) in [(UInt8(48), UInt8(0)), (72, 1)] {
      let note = note(key, channel: channel)
      let (before, after) = (levels([], note, patch: patch), levels(quiet, note, patch: patch))
      if channel == 0 {
        #expect(abs(after.left - before.left) < 0.01 && abs(after.right - before.right) < 0.01)
      } else {
        #expect(after.left - before.left < -20 && after.right - before.right < -5)
      }
    }
  }
}
