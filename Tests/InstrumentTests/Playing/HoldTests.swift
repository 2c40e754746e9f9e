// Hold: what goes on after keys and fingers are up, by port, OSC and MIDI; and panic in the same ways.
import Controls
import Foundation
import Music
import RealTime
import TestSupport
import Testing

@testable import Instrument

private func note(_ key: UInt8) -> Event { .midi(.noteOn(channel: 0, note: key, velocity: 100)) }
private func off(_ key: UInt8) -> Event { .midi(.noteOff(channel: 0, note: key)) }
private func pedal(_ number: UInt8, _ value: UInt8) -> Event {
  .midi(.controller(channel: 0, number: number, value: value))
}
private func sent(_ value: Float) -> Event { .surface(.hold(value)) }

/// The number of voices long after everything that should end has ended.
private func voices(_ events: [(Int, Event)]) -> Int {
  play(events.map { (frame: $0.0, event: $0.1) }, frames: 120_000).voices
}

/// A key and a finger that are released after 0.1 s.
private let played: [(Int, Event)] = [
  (100, note(60)), (100, touch(.began, 1)), (4900, off(60)), (4900, touch(.ended, 1)),
]

@Test(arguments: [
  ("nothing", 0, [], []), ("the port", 2, [(0, Event.port(.hold, 1))], [(9000, Event.port(.hold, 0))]),
  ("the port latched", 2, [(0, Event.port(.hold, 2))], [(9000, Event.port(.hold, 0))]),
  ("OSC", 2, [(0, sent(1))], [(9000, sent(0))]), ("OSC latched", 2, [(0, sent(2))], [(9000, sent(0))]),
  ("the sustain pedal", 2, [(0, pedal(64, 127))], [(9000, pedal(64, 0))]),
  ("the second hold pedal", 2, [(0, pedal(69, 127))], [(9000, pedal(69, 0))]),
  (
    "OSC, ended by the port", 2, [(0, sent(1))], [(9000, Event.port(.hold, 1)), (9100, Event.port(.hold, 0))]
  ),
])
func holdKeepsKeysAndFingersUntilItEnds(
  name: String, expected: Int, begin: [(Int, Event)], end: [(Int, Event)]
) {
  #expect(voices(begin + played) == expected, "\(name)")
  #expect(voices(begin + played + end) == 0, "\(name), ended")
}

@Test func aPortThatTakesTheHoldOverReleasesNothing() {
  #expect(voices([(0, sent(1))] + played + [(9000, Event.port(.hold, 1))]) == 2)
  #expect(voices([(0, sent(2))] + played + [(9000, Event.port(.hold, 1))]) == 2)
}

@Test func latchedVoicesEndWhenSomebodyBeginsWithNothingDown() {
  let latched = [(0, Event.port(.hold, 2))] + played
  // A finger after all are up: the two latched notes end, and the finger is latched instead.
  #expect(voices(latched + [(9000, touch(.began, 2)), (9900, touch(.ended, 2))]) == 1)
  // While that one is down, a second one joins it.
  #expect(
    voices(latched + [(9000, touch(.began, 2)), (9500, note(67)), (9900, touch(.ended, 2)), (9950, off(67))])
      == 2)
  // With sustain all of them go on.
  let sustained = [(0, Event.port(.hold, 1))] + played
  #expect(voices(sustained + [(9000, touch(.began, 2)), (9900, touch(.ended, 2))]) == 3)
}

@Test func aPedalOfOneChannelHoldsFingersButNotKeysOfOthers() {
  let other: [(Int, Event)] = [
    (100, .midi(.noteOn(channel: 5, note: 40, velocity: 90))), (4900, .midi(.noteOff(channel: 5, note: 40))),
  ]
  #expect(voices([(0, pedal(64, 127))] + played + other) == 2)
}

@Test(arguments: [
  Event.port(.panic, 1), .midi(.reset), .surface(.panic()),
])
func panicEndsEverythingHoweverItComes(panic: Event) {
  let held: [(Int, Event)] = [
    (0, .port(.hold, 2)), (0, pedal(69, 127)), (10, note(60)), (10, touch(.began, 1)), (20, off(60)),
  ]
  let sound = play((held + [(9000, panic)]).map { (frame: $0.0, event: $0.1) }, frames: 12_000)
  #expect(sound.voices == 0 && sound.touches == 0)
  #expect(peak(sound.left[11_000...]) < 1e-4)
}
