// Takes: a plugin in a host that keeps its sound is asked for one, and the command plays it again.
import CSndfile
import Console
import Controls
import Foundation
import OSC
import RealTime
import Takes
import TestSupport
import Testing

@testable import Hosting
@testable import Performances
@testable import tactus

/// A host that runs Tactus Touch a little faster than real time and keeps what sounds.
private final class KeepingHost {
  let instance: Instance
  private(set) var left: [Float] = []
  private(set) var right: [Float] = []

  init(rate: Double = 48_000) throws {
    let world = try World(bundle: try #require(BundleOption.built))
    instance = try world.instantiate("urn:tactus:touch", sampleRate: rate, maximumBlock: 256)
    try instance.set("osc_port", to: Float(freePort()))
    try instance.set("osc_listen", to: 1)
  }

  /// The open port.
  var port: UInt16 { UInt16(instance.value(of: "live_osc_port") ?? 0) }

  func run(_ frames: Int, _ events: [TimedEvent] = []) {
    instance.run(frames, events)
    left += instance.audio("out_left")[0..<frames]
    right += instance.audio("out_right")[0..<frames]
    usleep(1000)
  }

  /// Runs until the condition holds.
  func run(until condition: () -> Bool) -> Bool {
    for _ in 0..<20_000 {
      if condition() { return true }
      run(256)
    }
    return false
  }

  /// Runs without a pause: what sounds dies away.
  func pass(seconds: Int) {
    for _ in 0..<seconds * 200 {
      instance.run(240)
      left += instance.audio("out_left")[0..<240]
      right += instance.audio("out_right")[0..<240]
    }
  }
}

/// The samples of both channels of a WAV file.
private func read(_ path: String) throws -> (left: [Float], right: [Float], rate: Int) {
  var info = SF_INFO()
  let file = try #require(sf_open(path, Int32(SFM_READ), &info))
  defer { sf_close(file) }
  var samples = [Float](repeating: 0, count: Int(info.frames) * 2)
  #expect(info.channels == 2 && sf_readf_float(file, &samples, info.frames) == info.frames)
  return (
    stride(from: 0, to: samples.count, by: 2).map { samples[$0] },
    stride(from: 1, to: samples.count, by: 2).map { samples[$0] }, Int(info.samplerate)
  )
}

/// Random actions of a performer, a host and a network on a plugin.
private struct Hands {
  var random: SeededGenerator
  private var down: Set<Int32> = []
  private var keys: Set<UInt8> = []
  private var beat = 0.0
  private var isRolling = false

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func number() -> Float { Float.random(in: 0...1, using: &random) }

  /// The events of one block.
  mutating func events(_ frames: Int) -> [TimedEvent] {
    var events: [TimedEvent] = []
    let tempo = Float(90 + Int(random.next() % 60))
    if random.next() % 40 == 0 {
      isRolling.toggle()
      events.append(
        TimedEvent(
          frame: 0,
          .position(
            Position(
              frame: Int64(beat * 24_000), speed: isRolling ? 1 : 0, beatsPerMinute: tempo,
              bar: Int64(beat / 4), barBeat: Float(beat.truncatingRemainder(dividingBy: 4))))))
    }
    if isRolling { beat += Double(frames) / 24_000 }
    for _ in 0..<random.next() % 3 {
      let frame = Int(random.next() % UInt64(frames))
      let id = Int32(random.next() % 5)
      let key = UInt8(36 + random.next() % 48)
      switch random.next() % 10 {
      case 0...3:
        let kind: SurfaceEvent.Kind = down.contains(id) ? .moved : .began
        down.insert(id)
        events.append(
          TimedEvent(
            frame: frame,
            .surface(
              SurfaceEvent.touch(
                kind, source: 7, id: id, x: number(), y: number(), pressure: number(),
                radius: number() / 9))))
      case 4:
        if down.remove(id) != nil {
          events.append(TimedEvent(frame: frame, .surface(SurfaceEvent.touch(.ended, source: 7, id: id))))
        }
      case 5...6:
        keys.insert(key)
        events.append(TimedEvent(frame: frame, .midi([0x90, key, UInt8(1 + random.next() % 127)])))
      case 7:
        for key in keys.sorted() { events.append(TimedEvent(frame: frame, .midi([0x80, key, 64]))) }
        keys = []
      case 8: events.append(TimedEvent(frame: frame, .midi([0xB0, 1, UInt8(random.next() % 128)])))
      default: events.append(TimedEvent(frame: frame, .midi([0xE0, 0, UInt8(random.next() % 128)])))
      }
    }
    return events.sorted { $0.frame < $1.frame }
  }

  /// A step of a drag in a window, which moves one of a few parameters, also beyond what a patch allows.
  mutating func drag(_ number: Int, _ frames: Int) -> TimedEvent {
    let moved: [Parameter] = [.filterCutoff, .filterResonance, .drive, .oscAWave, .reverb, .morph, .lfoDepth]
    let parameter = moved[number / 12 % moved.count]
    let spec = parameter.spec
    let base = spec.minimum + (spec.maximum - spec.minimum) * self.number()
    let edit = ParameterEdit(
      parameter: parameter.rawValue, base: base, client: 7, stroke: UInt32(1 + number / 12),
      number: UInt32(number), waiting: UInt32(number))
    let body = edit.words.withUnsafeBytes { Array($0) }
    return TimedEvent(
      frame: Int(random.next() % UInt64(frames)), .atom(type: "urn:tactus:vocabulary#Event", body: body))
  }

  /// The end of all that is down.
  var ends: [TimedEvent] {
    [TimedEvent(frame: 0, .surface(.panic())), TimedEvent(frame: 0, .midi([0xB0, 123, 0]))]
  }
}

/// Where a take begins.
private enum Beginning: CaseIterable {
  /// On a fresh instance, at a standstill.
  case fresh
  /// When what was played before has died away.
  case played
  /// At a jump of the timeline, which rolls.
  case jump
}

@Test(arguments: Beginning.allCases) private func aTakeSoundsAsItWasHeard(beginning: Beginning) throws {
  let seed = testSeed("TAKE_SEED", default: 1)
  var hands = Hands(seed: seed)
  let folder = try TemporaryFolder()
  let file = "\(folder.path)/take.tactus"
  let host = try KeepingHost()
  try #require(host.run { host.port != 0 })
  if beginning == .played {
    // Zones, an edit, notes and touches before the take.
    for bytes in [[0xB0, 101, 0], [0xB0, 100, 6], [0xB0, 6, 7], [0xB1, 100, 0], [0xB1, 6, 24]] as [[UInt8]] {
      host.run(64, [TimedEvent(frame: 3, .midi(bytes))])
    }
    for _ in 0..<200 { host.run(200, hands.events(200)) }
    // The last value of a window is newer than the patch with which the take begins.
    for number in 1...30 { host.run(200, [hands.drag(number, 200)]) }
    host.run(200, hands.ends + [TimedEvent(frame: 9, .position(Position(frame: 0, speed: 0)))])
    host.pass(seconds: 20)
    hands = Hands(seed: seed &+ 1)
  }
  if beginning == .jump {
    host.run(
      100, [TimedEvent(frame: 50, .position(Position(frame: 999, speed: 1, bar: 3, barBeat: 1.25)))])
  }
  let record = try Program.tactus("record", "--take", "--port", "\(host.port)", "-o", file)
  if beginning == .jump {
    try #require(host.run { record.errors.contains("begins as soon as") }, "\(record.errors)")
    for _ in 0..<500 { host.run(256) }
    // A note on the frame of the jump is not cut, though nothing has sounded for long.
    func jump(_ events: [TimedEvent]) {
      host.run(
        256,
        events
          + [TimedEvent(frame: 77, .position(Position(frame: 36_000, speed: 1, bar: 0, barBeat: 1.5)))])
      for _ in 0..<300 { host.run(256) }
    }
    host.run(256, [TimedEvent(frame: 0, .midi([0x90, 50, 100]))])
    host.run(256, [TimedEvent(frame: 0, .midi([0x80, 50, 0]))])
    host.pass(seconds: 20)
    jump([TimedEvent(frame: 77, .midi([0x90, 60, 100]))])
    #expect(!record.errors.contains("has begun") && host.left.suffix(9600).contains { abs($0) > 0.001 })
    host.run(256, hands.ends)
    host.pass(seconds: 20)
    jump([])
  }
  try #require(host.run { record.errors.contains("the take has begun") }, "\(record.errors)")

  let begin = host.left.count
  let sender = try UDPSocket()
  let here = try UDPSocket.resolve("127.0.0.1")
  func send(_ address: String, _ arguments: [OSCArgument]) throws {
    try sender.send(OSCMessage(address: address, arguments: arguments).packet, to: here, port: host.port)
  }
  for block in 0..<testCases(800, inCampaign: 3000) {
    let frames = 1 + Int(hands.random.next() % 256)
    if block % 7 == 0 {
      let word = block % 210 == 0 ? "began" : block % 210 == 203 ? "ended" : "moved"
      try send("/tactus/touch", [.text(word), .int32(3), .float(hands.number()), .float(hands.number())])
    }
    if block % 97 == 0 { try host.instance.set("macro_1", to: hands.number()) }
    if block % 499 == 400 { try host.instance.set("midi_channel", to: block % 998 == 400 ? 2 : 0) }
    if block % 131 == 0 { try host.instance.set("cutoff", to: hands.number() * 4 - 2) }
    let patches = ["wobble", "tape_garden", "night_walk", "harp_of_streams", "spread_organ", "gravel"]
    if block % 250 == 100 { try send("/tactus/patch/load", [.text(patches[block / 250 % 6])]) }
    if block % 250 == 150 {
      try send("/tactus/patch/set", [.text("filter_1_cutoff"), .float(300 + 3000 * hands.number())])
    }
    var events = hands.events(frames)
    if block % 2 == 0 { events.append(hands.drag(31 + block / 2, frames)) }
    if block % 250 == 220 { try send("/tactus/patch/undo", []) }
    host.run(frames, events.sorted { $0.frame < $1.frame })
  }
  record.interrupt()
  try #require(host.run { record.errors.contains("events in") }, "\(record.errors)")
  #expect(record.wait() == 0, "\(record.errors)")
  #expect(!record.errors.contains("warning"), "\(record.errors)")

  for block in ["512", "37"] {
    let wave = "\(folder.path)/take.wav"
    let render = try Program.tactus("render", file, "-o", wave, "--block", block)
    #expect(render.wait() == 0 && !render.errors.contains("warning"), "\(render.errors)")
    let sound = try read(wave)
    #expect(sound.rate == 48_000)
    // The take begins before the program knows that it has, in silence.
    let heard = try #require(host.left[begin...].firstIndex { $0 != 0 })
    let played = try #require(sound.left.firstIndex { $0 != 0 })
    let start = heard - played
    try #require(start >= 0 && start + sound.left.count <= host.left.count)
    let differing = sound.left.indices.filter {
      sound.left[$0] != host.left[start + $0] || sound.right[$0] != host.right[start + $0]
    }
    #expect(
      differing.isEmpty,
      "\(differing.count) of \(sound.left.count) frames differ, from \(differing.first ?? 0), block \(block)")
    #expect(sound.left.count > 60_000 && sound.left.contains { abs($0) > 0.01 })
  }
}

@Test func aTakeComesBackAsItWasWritten() throws {
  var position = RealTime.Transport()
  (position.speed, position.beatsPerMinute, position.bar, position.barBeat) = (1, 123.456789, -1, 0.1)
  let name = SurfaceEvent(
    .sourceName, source: 9, id: 1, words: SIMD4(Float(bitPattern: 0x7fc0_0001), 0.1, .nan, .nan))
  let patch = [UInt8]("{\n  \"name\": \"a # b\u{2028}c\"\n}\n".utf8)
  let contents: [Take.Content] = [
    .patch(patch), .port(.cutoff, -1), .port(.level, -6.25), .port(.midiChannel, 3), .restart,
    .reportsAutomation,
    .midi([0x90, 60, 1]),
    .surface(SurfaceEvent.touch(.began, source: 0x0100_0007, id: -3, x: 0.1, y: 1 / 3)), .surface(name),
    .position(position), .patch([]), .surface(.panic()), .mastered, .lost(7), .end,
  ]
  var take = Take(rate: 44_100)
  take.entries = contents.enumerated().map { Take.Entry(frame: Int64($0 * $0), content: $1) }
  let folder = try TemporaryFolder()
  let file = try folder.add("a.tactus", Data(take.text))
  guard case .take(let back) = try Recording(contentsOf: file) else { throw CommandError("no take") }
  #expect(back.text == take.text && back.patch == patch && back.rate == 44_100)
  #expect(back.doubt == Array("7 of its events were lost".utf8))
  let windows = try folder.add("b.tactus", Data(take.text.flatMap { $0 == 10 ? [13, 10] : [$0] }))
  guard case .take(let other) = try Recording(contentsOf: windows) else { throw CommandError("no take") }
  #expect(other.text == take.text)
}

/// The frame that is played at another rate is the exact one, halves upwards, as whole numbers say.
@Test func framesOfATakeLieAtAnotherRateWhereArithmeticPutsThem() {
  var halves = 0
  for (rate, other) in [(48_000, 44_100), (44_100, 48_000), (48_000, 96_000), (96_000, 44_100)] {
    let take = Take(rate: Double(rate))
    for frame in stride(from: 0, to: 30_000_000, by: 48) {
      let exact = (2 * frame * other + rate) / (2 * rate)
      halves += (2 * frame * other) % (2 * rate) == rate ? 1 : 0
      if take.frame(Int64(frame), at: Double(other)) != Int64(exact) {
        Issue.record("frame \(frame) of \(rate) Hz at \(other) Hz")
        return
      }
    }
  }
  #expect(halves > 10_000, "frames that lie between two")
}

/// A control input that was appended behind the outputs.
@Test func theLastPortCanBeSet() throws {
  let folder = try TemporaryFolder()
  let take = try folder.add(
    "a.tactus",
    Data("# tactus performance 2\nrate 48000\n0 port midi_channel 3\n0 restart\n4800 end\n".utf8))
  for words in [[], ["--set", "midi_channel=2"]] {
    let program = try Program(Program.command, ["render", take, "-o", "\(folder.path)/a.wav"] + words)
    #expect(program.wait() == 0, "\(program.errors)")
  }
  let program = try Program.tactus("render", take, "-o", "\(folder.path)/a.wav", "--set", "latency=2")
  #expect(program.wait() != 0 && program.errors.contains("no control input latency"), "\(program.errors)")
}

@Test(arguments: [
  ("0 end", "2: the sample rate"), ("rate 0", "2: “0” is no sample rate"),
  ("rate 48000\n5 end\n4 end", "4: frame 4 comes after 5"), ("rate 48000\nx end", "3: expected: frame word"),
  ("rate 48000\n0 patch 0000\n| {}", "3: the patch is not the one that was recorded"),
  ("rate 48000\n| {}", "3: a line of a patch without a patch"),
  ("rate 48000\n0 port nothing 1", "3: “port nothing 1” cannot be read"),
  ("rate 48000\n0 began 1 2 3", "cannot be read"), ("rate 48000\n0 midi 9", "cannot be read"),
  ("rate 48000\n0 position speed", "cannot be read"), ("rate 48000\n0 began 1 1 inf 0 0 0", "cannot be read"),
  ("rate 48000\n99999999999999 end", "later than a day"), ("", "the sample rate is missing"),
])
func aBadTakeIsRefusedWithItsLine(text: String, error: String) throws {
  let folder = try TemporaryFolder()
  let file = try folder.add("bad.tactus", Data("# tactus performance 2\n\(text)\n".utf8))
  #expect { _ = try Recording(contentsOf: file) } throws: { "\($0)".contains(error) }
}

@Test func packetsBecomeATakeThatAllCommandsRead() throws {
  let folder = try TemporaryFolder()
  let demo = "\(#filePath)".replacingOccurrences(
    of: "Tests/tactusTests/TakeTests.swift", with: "bundle/demos/first-touch.tactus")
  let take = "\(folder.path)/take.tactus"
  for words in [
    ["convert", demo, take, "--to", "take"], ["convert", take, "\(folder.path)/take.mid"],
    ["convert", demo, "\(folder.path)/demo.mid"], ["convert", take, "\(folder.path)/again.tactus"],
  ] {
    let program = try Program(Program.command, words)
    #expect(program.wait() == 0, "\(words) \(program.errors)")
  }
  func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: "\(folder.path)/\(name)") }
  #expect(bytes("take.mid") != nil && bytes("take.mid") == bytes("demo.mid"))
  #expect(bytes("again.tactus") == bytes("take.tactus"))
  // The controllers and the sound are those of the packets.
  let traces = try [demo, take].map {
    let watch = try Program.tactus("watch", $0, "--csv", "--controllers", "group_count,touch_x")
    #expect(watch.wait() == 0, "\(watch.errors)")
    return watch.output
  }
  #expect(traces[0] == traces[1] && traces[0].count > 1000)
  let waves = try [demo, take].map {
    let wave = "\(folder.path)/x.wav"
    let render = try Program.tactus("render", $0, "-o", wave, "--seconds", "3")
    #expect(render.wait() == 0, "\(render.errors)")
    return try read(wave).left
  }
  #expect(waves[0] == waves[1] && waves[0].contains { abs($0) > 0.01 })
  for words in [["send", take], ["convert", take, "\(folder.path)/x.txt"]] {
    let program = try Program(Program.command, words)
    #expect(program.wait() != 0 && program.errors.contains("a take has no packets"), "\(program.errors)")
  }
}

@Test func aTakeThatIsNotThereIsAnError() throws {
  let folder = try TemporaryFolder()
  let record = try Program.tactus(
    "record", "--take", "--port", "\(freePort())", "-o", "\(folder.path)/x.tactus", "--seconds", "60")
  #expect(record.wait() != 0 && record.errors.contains("no plugin answers"), "\(record.errors)")
  #expect(folder.names.isEmpty)
}
