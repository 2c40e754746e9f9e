// The parts of the stage that need no server: clocks, the ring, the lines of Link's helper, fitness. One
// thread.
import Foundation
import Testing

@testable import Stage

/// Numbers of a fixed seed, nearly normal: the sum of twelve even ones.
private struct Noise {
  private var state: UInt64 = 22
  mutating func even() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53)
  }
  mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + even() } }
}

struct StageTests {
  @Test func aClockOfMIDIWithJitterHoldsTheTempo() {
    // 1 ms of jitter, a minute long, at the tempos' extremes and between, ten times each.
    var noise = Noise()
    for tempo in [40.0, 97.3, 120, 240] {
      let rate = 48_000.0
      let step = 60 / (tempo * ClockLoop.resolution) * rate
      var (early, worst) = (0.0, 0.0)
      for _ in 0..<10 {
        var loop = ClockLoop()
        for pulse in 0..<Int(60 * rate / step) {
          let time = Double(pulse) * step
          _ = loop.pulse(at: (time + 0.001 * rate * noise.normal()).rounded(), rate: rate)
          let error = abs(loop.tempo / tempo - 1)
          if time > 2 * rate { early = max(early, error) }
          if time > 4 * rate { worst = max(worst, error) }
        }
      }
      #expect(early < 0.002, "\(tempo), after two seconds: \(early * 100) %")
      #expect(worst < 0.0005, "\(tempo), after four seconds: \(worst * 100) %")
    }
  }

  @Test func aClockFollowsAnotherTempoAndAPause() {
    var loop = ClockLoop()
    let rate = 48_000.0
    var time = 0.0
    func play(_ tempo: Double, seconds: Double) {
      let step = 60 / (tempo * ClockLoop.resolution) * rate
      for _ in 0..<Int(seconds * rate / step) {
        _ = loop.pulse(at: time, rate: rate)
        time += step
      }
    }
    play(120, seconds: 5)
    #expect(abs(loop.tempo - 120) < 0.01)
    time += 2 * rate
    play(90, seconds: 5)
    #expect(abs(loop.tempo - 90) < 0.01)
    #expect(loop.pulses > 400)
  }

  @Test func aTimelineIsALine() {
    var timeline = StageTimeline()
    (timeline.tempo, timeline.beat, timeline.isRolling) = (90, 3, true)
    #expect(timeline.beat(at: 48_000, 0, rate: 48_000) == 4.5)
    let position = timeline.position(at: 96_000, 0, rate: 48_000)
    #expect(position.bar == 1 && position.barBeat == 2 && position.speed == 1)
    (timeline.countsTime, timeline.anchor) = (true, 5_000_000)
    #expect(timeline.beat(at: 0, 7_000_000, rate: 48_000) == 6)
    // Before its beginning a bar is negative, as Link counts in.
    #expect(timeline.position(at: 0, 1_000_000, rate: 48_000).bar == -1)
    timeline.isRolling = false
    #expect(timeline.beat(at: 0, 9_000_000, rate: 48_000) == 3)
  }

  @Test(arguments: [61.7, 97.5, 240], [FloatingPointRoundingRule.down, .toNearestOrEven])
  func aTransportOfWholeTicksIsALine(tempo: Double, rounds: FloatingPointRoundingRule) {
    // The master truncates or rounds its ticks; blocks are odd.
    let (rate, ticks) = (48_000.0, 1920.0)
    var line = TransportLine()
    var worst = 0.0
    for block in 0..<500 {
      let frame = Int64(block * 1021)
      let exact = Double(frame) / rate * tempo / 60
      let told = (exact * ticks).rounded(rounds) / ticks
      let beat = line.beat(at: frame, told: told, tick: 1 / ticks, tempo: tempo, rate: rate)
      worst = max(worst, abs(beat - exact))
    }
    #expect(worst < 1e-9, "\(worst) beats")
  }

  @Test func aTransportThatJumpsOrRestartsIsFollowed() {
    let rate = 48_000.0
    var line = TransportLine()
    func beat(_ frame: Int64, _ told: Double, _ tempo: Double) -> Double {
      line.beat(at: frame, told: told, tick: 1 / 1920, tempo: tempo, rate: rate)
    }
    #expect(beat(0, 0, 120) == 0)
    #expect(beat(48_000, 2, 120) == 2)
    #expect(beat(480_000, 20, 120) == 20, "the transport has jumped, and its master counts from the start")
    // Another tempo from here on: the line goes on from what is told, without a tremble.
    #expect(beat(480_000, 20, 90) == 20)
    #expect(beat(528_000, 21.4999, 90) == 21.5)
    // Bar 1 has been set anew.
    #expect(beat(576_000, 7, 90) == 7)
    #expect(beat(624_000, 8.4998, 90) == 8.5)
  }

  @Test func tapsAreATempo() {
    var taps = TempoTaps()
    #expect(taps.tap(at: 1) == nil)
    #expect(taps.tap(at: 1.5) == 120)
    #expect(taps.tap(at: 2) == 120)
    #expect(taps.tap(at: 9) == nil, "a pause begins anew")
    #expect(taps.tap(at: 9.01) == 300, "the fastest")
  }

  @Test func linesOfTheHelperAreReadAndOthersAreNot() throws {
    let session = try #require(LinkHelper.Session(line: "link 133.5 17.25 123456789 1 2"))
    #expect(session.tempo == 133.5 && session.beat == 17.25 && session.isPlaying && session.peers == 2)
    let timeline = session.timeline(beatsPerBar: 3)
    #expect(timeline.beat(at: 0, 183_456_789, rate: 1) == 150.75)
    for line in [
      "", "link", "link 120 0 0 1", "link nan 0 0 1 0", "link 120 inf 0 1 0", "link 120 0 x 1 0",
      "link 120 0 0 2 0", "link 0 0 0 1 0", "knil 120 0 0 1 0", "link 120 0 0 1 0 9", "link 120 0 0 1 -1",
    ] { #expect(LinkHelper.Session(line: line) == nil, "\(line)") }
  }

  @Test func theRingKeepsOrderAndCountsWhatFindsNoRoom() {
    let ring = SoundRing(frames: 1)
    let left = (0..<3000).map { Float($0) }
    let right = left.map { -$0 }
    ring.push(left, right, 3000)
    ring.push(left, right, 3000)  // 4096 frames are the least that a ring holds
    #expect(ring.lost.load(ordering: .relaxed) == 3000 && ring.count == 3000)
    ring.drop(1000)
    ring.push(left, right, 1500)
    var read: [Float] = []
    ring.read(.max) { samples, frames in
      for frame in 0..<frames { read.append(samples[2 * frame] - samples[2 * frame + 1]) }
    }
    var expected: [Float] = []
    for frame in 1000..<3000 { expected.append(Float(2 * frame)) }
    for frame in 0..<1500 { expected.append(Float(2 * frame)) }
    #expect(read == expected)
    #expect(ring.count == 0)
  }

  @Test func theSetupCheckPrintsCommands() {
    var fitness = StageFitness()
    fitness.fault = "no server"
    #expect(fitness.findings[0].text == "no server" && !fitness.findings[0].isWell)
    #expect(fitness.findings[1].remedy?.contains("usermod -aG audio") == true)
    fitness.groups = ["audio"]
    #expect(fitness.findings[1].remedy?.contains("dpkg-reconfigure") == true)
    fitness.server = .init(name: "JACK 1", rate: 48_000, block: 480, isRealTime: true)
    (fitness.priority, fitness.lockable, fitness.processors) = (95, .max, 2)
    #expect(fitness.findings.allSatisfy { $0.isWell && $0.remedy == nil })
    #expect(fitness.findings[0].text.hasSuffix("blocks of 480 frames (10.0 ms)"))
    fitness.governor = "powersave"
    #expect(fitness.findings.filter { !$0.isWell }.count == 1)
  }

  @Test func patternsAreThoseOfAShell() {
    #expect(StageClient.fits("Keystation 49:midi_1", "keyst*"))
    #expect(!StageClient.fits("system:playback_1", "capture*"))
    #expect(StageClient.fits("a2j:LPK25 [20]", "*lpk25*"))
  }
}

@Test func lightsReturnToDevicesThatAreHeardAndTakeMIDI() {
  let takers = [
    "a2j:nano [20] (playback): nano MIDI 1", "a2j:synth [24] (playback): synth MIDI 1",
    "Midi-Bridge:Pads 1:(playback_0) Pads MIDI", "system:midi_playback_1", "other:capture",
  ]
  func returns(_ sources: String...) -> [String] { StageClient.returns(of: Set(sources), among: takers) }
  #expect(returns("a2j:nano [20] (capture): nano MIDI 1") == [takers[0]])
  #expect(
    returns("Midi-Bridge:Pads 1:(capture_0) Pads MIDI", "a2j:pedal [28] (capture): pedal") == [takers[2]])
  let both = returns("a2j:nano [20] (capture): nano MIDI 1", "a2j:synth [24] (capture): synth MIDI 1")
  #expect(both == Array(takers[...1]))
  // One without a way back, a number that may mean another device, and the port itself.
  #expect(returns("a2j:pedal [28] (capture): pedal") == [] && returns("system:midi_capture_1") == [])
  #expect(returns("a2j:nano [20] (playback): nano MIDI 1") == [] && returns() == [])
}
