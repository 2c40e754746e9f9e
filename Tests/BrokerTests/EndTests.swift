// Everything a source can hold ends when its source vanishes: every kind, in every way. These times are also
// the table of docs/touches.md.
import CPosix
import Controls
import Dialects
import Foundation
import InputTestSupport
import Lanes
import Matrix
import Music
import RealTime
import Signal
import Testing
import TestSupport
import Touch
import WaveRecipes

@testable import Broker
@testable import Instrument

/// The kinds of things that can be held.
enum HeldKind: String, CaseIterable {
  case touch = "touch"
  case token = "token"
  case key = "key or pad on the *Keys* screen"
  case pedal = "pedal"
  case button = "game controller button"
  case axis = "game controller axis"
  case sensor = "sensor"
}

/// The ways in which a source can vanish.
enum Way: String, CaseIterable {
  case end = "released"
  case gone = "page closed, hidden or reloaded; device unplugged"
  case window = "window closed"
  case killed = "page, server or window killed; network lost"
  case tracker = "tracker with `alive` goes silent"
  case silence = "program without `alive` goes silent"
  case render = "render begins"
  case activation = "instance reactivated"
  case deaf = "*OSC listen* off, instance removed"
}

/// Returns the seconds until a held thing has ended, or nil if the case can't occur. Sensors are not held,
/// but time out after 2 s.
func longest(_ kind: HeldKind, _ way: Way) -> Double? {
  switch (kind, way) {
  case (.sensor, .render), (.sensor, .activation): 0
  case (.sensor, .window), (.sensor, .tracker): nil
  case (.sensor, _): 2
  case (.button, .window), (.axis, .window), (.token, .window): nil
  case (.key, .tracker), (.pedal, .tracker), (.button, .tracker), (.axis, .tracker): nil
  case (_, .end), (_, .gone), (_, .window), (_, .render), (_, .activation), (_, .deaf): 0
  case (_, .killed), (_, .tracker): 2
  case (_, .silence): 30
  }
}

/// The wavetables; allocated once for the test process.
private nonisolated(unsafe) let tables: WaveTables = {  // written once, read only after
  let floats = UnsafeMutableBufferPointer<Float>.allocate(capacity: WaveTables.floatCount)
  _ = floats.initialize(from: computedWaveTables())
  return WaveTables(base: floats.baseAddress!)
}()

/// An instance behind a switchboard, as in the plugin, with a simulated clock.
private final class Listener {
  private static let rate = 48_000
  private static let step = 480
  private static let origin: Int64 = 1_000_000_000
  /// The source number of a window, which is above those of all senders.
  private static let window: UInt32 = 0xFFFF_1234

  let switchboard = Switchboard(interfaces: interfacesOfTests())
  let instance = TestInstance()
  private let patch = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
  private var processor: TouchProcessor
  private var watchers = LiveWatchers(sampleRate: Double(rate))
  private let port = Peer.freePort()
  private(set) var frames = 0
  /// The highest sample of the last step.
  private(set) var peak: Float = 0
  /// The heartbeat, which the source sends twice a second.
  var beat: (Listener) -> Void = { _ in }

  private var now: Int64 { Self.origin + Int64(frames) * 1_000_000_000 / Int64(Self.rate) }

  init() {
    var compiled = CompiledPatch()
    compiled.program.base[.ampRelease] = .init(repeating: 0.01)
    patch.initialize(to: compiled)
    processor = TouchProcessor(sampleRate: Float(Self.rate), tables: tables, patch: patch)
    processor.activate()
    switchboard.add(instance.pointer)
    instance.wish(.thisMachine, port: port)
    switchboard.applyWishes(at: now)
  }

  deinit {
    patch.deinitialize(count: 1)
    patch.deallocate()
  }

  /// Receives a packet from a local port.
  func receive(_ packet: [UInt8], from port: UInt16 = 9) {
    let sender = tactus_datagram(stamp: 0, address: Peer.loopback, port: port, truncated: 0, is_stream: 0)
    packet.withUnsafeBytes { switchboard.handle($0, on: switchboard.endpoints[0], from: sender, at: now) }
  }

  /// Receives an event from a window.
  func receive(_ event: SurfaceEvent) {
    var event = event
    event.source = Self.window
    processor.handle(event)
  }

  func hello(stays: Bool = true) {
    var hello = LiveHello()
    (hello.source, hello.stays) = (Self.window, stays)
    if let gone = watchers.hear(hello) { processor.end(source: gone) }
  }

  /// Runs for a number of seconds, or until a condition holds.
  func run(_ seconds: Double, until isSo: (Listener) -> Bool = { _ in false }) {
    let end = frames + Int(seconds * Double(Self.rate))
    repeat {
      if frames % (Self.rate / 2) == 0 { beat(self) }
      switchboard.receive(at: now, offset: 0)
      switchboard.deliver()
      for event in instance.drain() where processor.value(.freeWheel) < 0.5 { processor.handle(event) }
      while let gone = watchers.pass(Self.step) { processor.end(source: gone) }
      var left = [Float](repeating: 0, count: Self.step)
      var right = left
      processor.render(&left, &right, count: Self.step)
      peak = zip(left, right).reduce(0) { max($0, abs($1.0), abs($1.1)) }
      frames += Self.step
    } while frames < end && !isSo(self)
  }

  func set(_ port: TouchPort, _ value: Float) { processor.set(port, value) }
  func activate() { processor.activate() }
  func play(_ message: MIDIMessage) { processor.handle(message) }
  var voices: Int { processor.soundingVoices }

  func listen(_ listen: ListenSettings.Listen) {
    instance.wish(listen, port: port)
    switchboard.applyWishes(at: now)
  }

  func isHeld(_ kind: HeldKind) -> Bool {
    let sources = processor.sources.shared
    return switch kind {
    case .touch: processor.liveTouches > 0 || peak > 1e-4
    case .key, .pedal: peak > 1e-4
    case .token: sources[.tokenCount] > 0
    case .button: sources[.padButton1] != 0
    case .axis: sources[.padAxis2] != 0
    case .sensor: processor.sources.supplies(.motionPitch, frame: processor.presentFrame)
    }
  }
}

/// Returns the packets that take something.
private func begins(_ kind: HeldKind) -> [[UInt8]] {
  let key = OSCEncoder.message("/tactus/midi", [.i(0x90), .i(60), .i(100)])
  return switch kind {
  case .touch: [OSCEncoder.touch("began", 1, 0.5, 0.5)]
  case .token: [OSCEncoder.message("/tactus/token", [.s("placed"), .i(1), .f(0.5), .f(0.5)])]
  case .key: [key]
  case .pedal:
    [
      OSCEncoder.message("/tactus/midi", [.i(0xB0), .i(64), .i(127)]), key,
      OSCEncoder.message("/tactus/midi", [.i(0x80), .i(60), .i(64)]),
    ]
  case .button: [OSCEncoder.message("/tactus/pad/button", [.i(1), .f(1)])]
  case .axis: [OSCEncoder.message("/tactus/pad/axis", [.i(2), .f(-0.5)])]
  case .sensor: [OSCEncoder.message("/tactus/motion/attitude", [.f(0.25), .f(0), .f(0)])]
  }
}

/// Returns the packet that releases it. A sensor has none.
private func ends(_ kind: HeldKind) -> [UInt8]? {
  switch kind {
  case .touch: OSCEncoder.touch("ended", 1)
  case .token: OSCEncoder.message("/tactus/token", [.s("lifted"), .i(1)])
  case .key: OSCEncoder.message("/tactus/midi", [.i(0x80), .i(60), .i(64)])
  case .pedal: OSCEncoder.message("/tactus/midi", [.i(0xB0), .i(64), .i(0)])
  case .button: OSCEncoder.message("/tactus/pad/button", [.i(1), .f(0)])
  case .axis: OSCEncoder.message("/tactus/pad/axis", [.i(2), .f(0)])
  case .sensor: nil
  }
}

/// Returns the window events that take something.
private func windowBegins(_ kind: HeldKind) -> [SurfaceEvent] {
  switch kind {
  case .touch: [.touch(.began, id: 1, x: 0.5, y: 0.5)]
  case .key: [.midi(0x90, 60, 100)]
  case .pedal: [.midi(0xB0, 64, 127), .midi(0x90, 60, 100), .midi(0x80, 60, 64)]
  default: []
  }
}

@Suite(.serialized) struct EndTests {
  /// The additional time for the voice's release, one block, and one step of the test.
  static let sounding = 0.25

  @Test(arguments: HeldKind.allCases, Way.allCases)
  func whatIsHeldEndsWithItsSource(kind: HeldKind, way: Way) {
    guard let longest = longest(kind, way) else { return }
    let listener = Listener()
    let heartbeat: (Listener) -> Void = {
      $0.receive(OSCEncoder.message("/tactus/source/timeout", [.f(1.8)]))
      $0.receive(kind == .touch ? OSCEncoder.alive(1) : OSCEncoder.alive())
    }
    var frame: Int32 = 0
    let profile = kind == .token ? "2Dobj" : "2Dcur"
    let trackerFrame: (Listener) -> Void = {
      frame += 1
      $0.receive(TUIO.frame(profile, alive: [1], [(id: 1, x: 0.5, y: 0.5)], frame))
    }
    switch way {
    case .window:
      listener.beat = { $0.hello() }
      listener.run(1)
      for event in windowBegins(kind) { listener.receive(event) }
    case .tracker:
      listener.beat = trackerFrame
    case .killed:
      listener.beat = heartbeat
      listener.run(1)
      for packet in begins(kind) { listener.receive(packet) }
    default: for packet in begins(kind) { listener.receive(packet) }
    }
    // A sensor repeats its values while it is active.
    if kind == .sensor { listener.run(0.1) } else { listener.run(way == .tracker ? 5 : 1) }
    #expect(listener.isHeld(kind), "must be held first")
    // The source is silent from here on.
    listener.beat = { _ in }
    let vanished = listener.frames
    switch way {
    case .end:
      if let end = ends(kind) { listener.receive(end) }
    case .gone: listener.receive(OSCEncoder.message("/tactus/source/gone"))
    case .window: listener.hello(stays: false)
    case .killed, .tracker, .silence: break
    case .render: listener.set(.freeWheel, 1)
    case .activation: listener.activate()
    case .deaf: listener.listen(.off)
    }
    if longest > 0, kind != .sensor {
      listener.run(longest / 2)
      #expect(listener.isHeld(kind), "a late source keeps what it holds")
    }
    listener.run(longest + 1) { !$0.isHeld(kind) }
    let seconds = Double(listener.frames - vanished) / 48_000
    #expect(!listener.isHeld(kind) && seconds <= longest + Self.sounding, "\(seconds) s")
    listener.run(1)
    #expect(!listener.isHeld(kind), "must stay released")
  }

  /// A killed window sends no more heartbeats.
  @Test(arguments: [HeldKind.touch, .key, .pedal]) func aWindowThatIsKilledEnds(kind: HeldKind) throws {
    let limit = try #require(longest(kind, .killed))
    let listener = Listener()
    listener.beat = { $0.hello() }
    listener.run(1)
    for event in windowBegins(kind) { listener.receive(event) }
    listener.run(1)
    listener.beat = { _ in }
    let vanished = listener.frames
    #expect(listener.isHeld(kind))
    listener.run(limit + 1) { !$0.isHeld(kind) }
    #expect(Double(listener.frames - vanished) / 48_000 <= limit + Self.sounding)
  }

  /// With a heartbeat, a touch may rest indefinitely.
  @Test func aSourceWithAHeartbeatHoldsForEver() {
    let listener = Listener()
    listener.beat = {
      $0.receive(OSCEncoder.message("/tactus/source/timeout", [.f(1.8)]))
      $0.receive(OSCEncoder.alive(1))
    }
    for kind in [HeldKind.touch, .key, .token, .button] {
      for packet in begins(kind) { listener.receive(packet) }
    }
    listener.run(70)
    #expect([HeldKind.touch, .key, .token, .button].allSatisfy { listener.isHeld($0) })
  }

  /// A tracker that sends only changes has no heartbeat, so a resting finger is not lifted after 2 s.
  @Test func aTrackerThatIsSilentByRightIsBelieved() {
    let listener = Listener()
    for number in 1...200 {
      listener.receive(
        TUIO.frame("2Dcur", alive: [1], [(id: 1, x: number % 2 == 0 ? 0.5 : 0.501, y: 0.5)], Int32(number)))
      listener.run(0.02)
    }
    listener.run(29)
    #expect(listener.isHeld(.touch))
    listener.run(2)
    #expect(!listener.isHeld(.touch))
  }

  /// A key held by two browsers ends with the second one.
  @Test func aKeyThatTwoHoldStaysWithTheOther() {
    let listener = Listener()
    for port in [9, 10] as [UInt16] { for packet in begins(.key) { listener.receive(packet, from: port) } }
    listener.run(0.5)
    listener.receive(OSCEncoder.message("/tactus/source/gone"), from: 9)
    listener.run(0.5)
    #expect(listener.isHeld(.key))
    listener.receive(OSCEncoder.message("/tactus/source/gone"), from: 10)
    listener.run(0.5)
    #expect(!listener.isHeld(.key))
  }

  /// A render ends what is held live, but not the host's notes.
  @Test func aRenderKeepsTheNotesOfTheHost() {
    let listener = Listener()
    for packet in begins(.touch) + begins(.pedal) { listener.receive(packet) }
    listener.run(0.5)
    listener.play(.noteOn(channel: 2, note: 64, velocity: 100))
    listener.run(0.5)
    listener.set(.freeWheel, 1)
    listener.run(1)
    #expect(listener.voices == 1)
  }

  /// The documented table matches this one.
  @Test func theTableOfThePageIsThisOne() throws {
    let page = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
        path: "../../docs/touches.md"), encoding: .utf8)
    var table = "| | \(Way.allCases.map(\.rawValue).joined(separator: " | ")) |\n"
    table += "|---|" + String(repeating: "---|", count: Way.allCases.count) + "\n"
    for kind in HeldKind.allCases {
      let times = Way.allCases.map { way in
        longest(kind, way).map { $0 == 0 ? "at once" : "\(Int($0)) s" } ?? "–"
      }
      table += "| \(kind.rawValue) | \(times.joined(separator: " | ")) |\n"
    }
    #expect(page.contains(table), "docs/touches.md must have this table:\n\(table)")
  }
}
