// Sixteen voices become two channels.
import Lanes
import Testing

@testable import Signal

@Test func aMixerSumsLanesAtTheirOwnGains() {
  var mixer = Mixer()
  mixer.set(lane: 0, left: 0.5, right: 0.25)
  mixer.set(lane: 3, left: 1, right: 0)
  var samples = [Lanes(repeating: 0), Lanes(repeating: 0)]
  (samples[0][0], samples[0][3], samples[0][7]) = (1, -2, 100)
  samples[1][0] = 4
  var (left, right): ([Float], [Float]) = ([9, 9], [9, 9])
  mixer.process(samples, &left, &right, count: 2)
  // The seventh lane has no gain yet.
  #expect(left == [-1.5, 2] && right == [0.25, 1])
  #expect(mixer.lastLeft[0] == 2 && mixer.lastRight[0] == 1)
  mixer.forget(lane: 0)
  #expect(mixer.lastLeft[0] == 0 && mixer.lastRight[0] == 0)
}
