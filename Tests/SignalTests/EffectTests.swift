// Effects: off changes nothing, echoes come at their times, the reverb decays in its time.
import Foundation
import Lanes
import Reverberation
import Testing

@testable import Signal

@Test func driveAtZeroIsOffAndElseBounded() {
  var drive = Drive()
  drive.aim(decibels: 0, approach: 1, reciprocalFrames: 1 / 32)
  #expect(drive.isOff)
  let loud = run(count: 9600, input: { sin(Float($0) * 0.05) * 3 }) { left, right in
    drive.aim(decibels: 36, approach: 0.1, reciprocalFrames: 1 / 32)
    drive.process(left, right, count: 32)
  }
  // √(63.1): the clipper's ceiling at 36 dB. What is cut off above half the sample rate leaves ripples.
  #expect(loud.left[4800...].allSatisfy { abs($0) <= 1.4 / 7.9 })
}

@Test func theFirstEchoComesAfterItsTime() throws {
  var echo = Echo(sampleRate: 48_000)
  for _ in 0..<2000 {
    echo.aim(1, approach: 0.1, reciprocalFrames: 1 / 32)
    if echo.fade.isOff { continue }
    var l = [Float](repeating: 0, count: 32)
    var r = l
    echo.process(&l, &r, count: 32)
  }
  let out = run(count: 48_000, input: { $0 == 0 ? 1 : 0 }) { echo.process($0, $1, count: 32) }
  let first = try #require(out.left[1...].firstIndex { abs($0) > 0.01 })
  let second = try #require(out.right[1...].firstIndex { abs($0) > 0.01 })
  #expect(abs(Double(first) - 0.36 * 48_000) <= 1)
  #expect(abs(Double(second) - 0.72 * 48_000) <= 2)
}

@Test func theLowCutOfAnEchoTakesItsLowest() {
  var settings = EchoSettings()
  (settings.seconds, settings.feedback, settings.lowCut) = (0.01, 0, 200)
  var echo = Echo(sampleRate: 48_000)
  echo.jump(1, settings)
  let out = run(count: 48_000, input: { _ in 1 }) { echo.process($0, $1, count: 32) }
  // A constant input: what remains is the input itself. Without the cut, its echo is as loud.
  #expect(out.left[40_000...].allSatisfy { abs($0 - 1) < 0.01 })
  // Without it from here on, nothing of what it took out stays out.
  settings.lowCut = 20
  let whole = run(count: 48_000, input: { _ in 1 }) {
    echo.aim(1, settings, approach: 0.1, reciprocalFrames: 1 / 32)
    echo.process($0, $1, count: 32)
  }
  #expect(whole.left[40_000...].allSatisfy { $0 > 1.1 })
}

@Test func chorusTurnsForeverOnItsCircle() {
  var chorus = Chorus(sampleRate: 8000)
  var silence: [Float] = [0, 0]
  for _ in 0..<2 {
    chorus.aim(1, approach: 1, reciprocalFrames: 1)
    silence.withUnsafeMutableBufferPointer { chorus.process($0.baseAddress!, $0.baseAddress! + 1, count: 1) }
  }
  chorus.aim(1, approach: 1, reciprocalFrames: 1)
  let out = run(count: 8000 * 60, input: { sin(Float($0) * 0.3) }) { chorus.process($0, $1, count: 32) }
  // After a minute the modulation is as wide as before: the envelope of the sum still beats.
  let late = out.left[(8000 * 57)...].map(abs)
  #expect((late.max() ?? 0) > 1.2 && (late.max() ?? 9) <= 1.71)
}

@Test func effectsThatAreOffAreOffAtOnceAndAgainAfterFading() {
  var echo = Echo(sampleRate: 48_000)
  var reverb = Reverb(sampleRate: 48_000)
  var chorus = Chorus(sampleRate: 48_000)
  let off = [echo.fade.isOff, reverb.fade.isOff, chorus.fade.isOff]
  #expect(off == [true, true, true])
  for target in [Float(1), 0] {
    _ = run(count: 48_000, input: { _ in 0.1 }) { left, right in
      echo.aim(target, approach: 0.1, reciprocalFrames: 1 / 32)
      reverb.aim(target, approach: 0.1, reciprocalFrames: 1 / 32)
      chorus.aim(target, approach: 0.1, reciprocalFrames: 1 / 32)
      echo.process(left, right, count: 32)
      reverb.process(left, right, count: 32)
      chorus.process(left, right, count: 32)
    }
    let state = [echo.fade.isOff, reverb.fade.isOff, chorus.fade.isOff]
    #expect(state == [target == 0, target == 0, target == 0])
  }
}

/// The greatest step of a tone while an effect is switched on.
private func switchedOn(
  _ aim: (Float) -> Void, _ process: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Void
)
  -> Float
{
  let out = run(count: 48_000, input: { sin(Float($0) * 0.02) }) { left, right in
    aim(0.8)
    process(left, right)
  }
  return zip(out.left, out.left.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
}

@Test func anEffectSwitchedOnInATonesMiddleBeginsSoftly() {
  // Neighbouring samples of the tone differ by at most 0.02. A copy without a fade would step by up to 0.8;
  // one that fades in over 10 ms adds its own slope and at most 1/480 of its height.
  let bound: Float = 0.02 * (1 + 0.8) + 0.8 / 480
  var chorus = Chorus(sampleRate: 48_000)
  var echo = Echo(sampleRate: 48_000)
  var reverb = Reverb(sampleRate: 48_000)
  #expect(
    switchedOn(
      { chorus.aim($0, approach: 0.0645, reciprocalFrames: 1 / 32) }, { chorus.process($0, $1, count: 32) })
      < bound)
  #expect(
    switchedOn(
      { echo.aim($0, approach: 0.0645, reciprocalFrames: 1 / 32) }, { echo.process($0, $1, count: 32) })
      < bound)
  #expect(
    switchedOn(
      { reverb.aim($0, approach: 0.0645, reciprocalFrames: 1 / 32) }, { reverb.process($0, $1, count: 32) })
      < bound * 2)
}

@Test func aDelayReadsItsFirstSampleAndSilenceBeforeIt() {
  let memory = UnsafeMutablePointer<Float>.allocate(capacity: 8)
  defer { memory.deallocate() }
  memory.initialize(repeating: 9, count: 8)
  var track = DelayTrack(samples: memory, mask: 7)
  track.write(0.5)
  track.write(0.25)
  #expect([1, 2, 3].map { track.read($0 as Int) } == [0.25, 0.5, 0])
}

@Test func aPointThatTurnsStaysOnTheCircle() {
  var point = CirclePoint()
  (point.turnSine, point.turnCosine) = (0.6, 0.8)
  for _ in 0..<1000 { point.turn() }
  #expect(abs(point.sine * point.sine + point.cosine * point.cosine - 1) < 1e-5)
}
