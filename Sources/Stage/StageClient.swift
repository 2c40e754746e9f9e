// The client of a JACK server: ports, callbacks and connections. One thread; the server's own threads call
// back.
import CJack
import Foundation
import Hosting
import Synchronization

/// A client that plays a row of instances, until the server goes or the client is closed.
public final class StageClient {
  /// A member of the row.
  public struct Member {
    public let instance: Instance
    /// The MIDI channels that it hears, a bit each.
    public let channels: UInt16
    public let level: Float
    /// The event output that plays the others; nil: it plays none.
    public let leads: String?

    public init(_ instance: Instance, channels: UInt16 = 0xFFFF, level: Float = 1, leads: String? = nil) {
      (self.instance, self.channels, self.level, self.leads) = (instance, channels, level, leads)
    }
  }

  /// The name that the server gave, which differs if another client had the wished one.
  public let name: String
  public let rate: Int
  public let block: Int
  public let isRealTime: Bool
  /// The server's version, and the library through which it is reached.
  public let server: String

  private let client: OpaquePointer
  private let flags = UnsafeMutablePointer<Flags>.allocate(capacity: 1)
  private var player: UnsafeMutablePointer<Player>?
  /// Its ports by their own names.
  private var own: [String: OpaquePointer] = [:]
  /// The ports that it has heard since the last look.
  private var sources: Set<String> = []
  /// They outlive the player.
  private var members: [Member] = []

  /// What the server's threads tell.
  private struct Flags: ~Copyable {
    let isOver = Atomic<Bool>(false)
    let rate = Atomic<Int>(0)
    let portsChanged = Atomic<Bool>(true)
  }

  /// The libraries that are tried: jackd's or the system's, then PipeWire's in its own folder.
  private static var libraries: [String] {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
    return ["libjack.so.0"]
      + ([""] + folders.filter { $0.contains("-linux-gnu") }.map { "\($0)/" })
      .map { "/usr/lib/\($0)pipewire-0.3/jack/libjack.so.0" }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }

  /// Opens a client of the server that runs.
  /// - Throws: `StageError` if there is no library or no server.
  public init(name wish: String) throws {
    var isInstalled = false
    var opened: (OpaquePointer, String)?
    for library in Self.libraries where opened == nil {
      guard tactus_jack_load(library) == 0 else { continue }
      isInstalled = true
      // What the library would print is said by us, once.
      tactus_jack_set_error_function { _ in }
      tactus_jack_set_info_function { _ in }
      var status = JackStatus(rawValue: 0)
      if let client = tactus_jack_open(wish, &status) {
        let kind = library.contains("pipewire") ? "PipeWire" : "JACK"
        opened = (client, "\(kind) \(String(cString: tactus_jack_get_version_string()))")
      }
    }
    guard let (client, server) = opened else {
      throw StageError(
        isInstalled
          ? "no sound server runs for this user: start PipeWire (systemctl --user start pipewire) or jackd"
          : "no JACK library is installed: sudo apt install pipewire-jack (or jackd2)")
    }
    self.client = client
    self.server = server
    self.name = String(cString: tactus_jack_get_client_name(client))
    rate = Int(tactus_jack_get_sample_rate(client))
    block = Int(tactus_jack_get_buffer_size(client))
    isRealTime = tactus_jack_is_realtime(client) != 0
    flags.initialize(to: Flags())
    flags.pointee.rate.store(rate, ordering: .relaxed)
    tactus_jack_on_shutdown(
      client,
      { argument in
        argument!.assumingMemoryBound(to: Flags.self).pointee.isOver.store(true, ordering: .releasing)
      }, flags)
    tactus_jack_set_sample_rate_callback(
      client,
      { rate, argument in
        argument!.assumingMemoryBound(to: Flags.self).pointee.rate.store(Int(rate), ordering: .releasing)
        return 0
      }, flags)
    tactus_jack_set_port_registration_callback(
      client,
      { _, _, argument in
        argument!.assumingMemoryBound(to: Flags.self).pointee.portsChanged.store(true, ordering: .releasing)
      }, flags)
  }

  deinit {
    if !isOver { tactus_jack_deactivate(client) }
    tactus_jack_client_close(client)
    if let player {
      player.deinitialize(count: 1)
      player.deallocate()
    }
    flags.deinitialize(count: 1)
    flags.deallocate()
  }

  /// Registers the ports and begins to play.
  /// - Parameters:
  ///   - row: in order; the first may play the others.
  ///   - before: seconds of sound that are kept for a recording that begins later.
  public func start(_ row: [Member], clock: ClockSource, before: Double) throws {
    precondition(player == nil && !row.isEmpty && row.count <= Self.mostMembers)
    members = row
    func port(_ name: String, _ type: String, _ flags: UInt32) throws -> OpaquePointer {
      guard let port = tactus_jack_port_register(client, name, type, UInt(flags), 0) else {
        throw StageError("the server refuses the port \(name)")
      }
      own[name] = port
      return port
    }
    let output = JackPortIsOutput.rawValue
    let player = UnsafeMutablePointer<Player>.allocate(capacity: 1)
    player.initialize(
      to: Player(
        client: client, left: try port(Self.outputs[0], Self.audio, output),
        right: try port(Self.outputs[1], Self.audio, output),
        midi: try port(Self.midiInput, Self.midi, JackPortIsInput.rawValue),
        row: try row.map {
          Seat(live: try $0.instance.live(reading: $0.leads), channels: $0.channels, level: $0.level)
        }, isLed: row[0].leads != nil, source: clock, rate: Double(rate),
        kept: Int((before + 6) * Double(rate))))
    self.player = player
    tactus_jack_set_process_callback(
      client,
      { frames, argument in
        argument!.assumingMemoryBound(to: Player.self).pointee.process(frames)
        return 0
      }, player)
    tactus_jack_set_xrun_callback(
      client,
      { argument in
        let player = argument!.assumingMemoryBound(to: Player.self)
        player.pointee.xruns.add(1, ordering: .relaxed)
        player.pointee.lastXrun.store(player.pointee.frames.load(ordering: .relaxed), ordering: .relaxed)
        return 0
      }, player)
    tactus_jack_set_freewheel_callback(
      client,
      { isOn, argument in
        argument!.assumingMemoryBound(to: Player.self).pointee.freeWheels.store(
          isOn != 0, ordering: .relaxed)
      }, player)
    guard tactus_jack_activate(client) == 0 else { throw StageError("the server does not let \(name) begin") }
  }

  /// Tells all clients of JACK tempo, bar and beat from now on.
  /// - Returns: false: another client does.
  public func lead() -> Bool {
    guard let player else { return false }
    return tactus_jack_set_timebase_callback(
      client, 1,
      { _, frames, position, _, argument in
        guard let position, let argument else { return }
        argument.assumingMemoryBound(to: Player.self).pointee.fill(position, Int(frames))
      }, player) == 0
  }

  /// Starts or stops JACK's transport, for all of its clients.
  public func roll(_ isOn: Bool) {
    if isOn { tactus_jack_transport_start(client) } else { tactus_jack_transport_stop(client) }
  }

  public static let mostMembers = 9
  private static let audio = "32 bit float mono audio"
  private static let midi = "8 bit raw midi"
  private static let midiInput = "midi_in"
  private static let outputs = ["out_left", "out_right"]

  // MARK: What happens

  /// Whether the server has gone.
  public var isOver: Bool { flags.pointee.isOver.load(ordering: .acquiring) }
  /// Whether the server now has another rate: then a new client is needed.
  public var hasOtherRate: Bool { flags.pointee.rate.load(ordering: .acquiring) != rate }
  public var load: Double { isOver ? 0 : Double(tactus_jack_cpu_load(client)) }

  /// Figures of the audio thread.
  public struct Figures: Sendable {
    public var callbacks = 0, frames = 0, midi = 0, refused = 0, xruns = 0, lostFrames = 0, lastXrun = -1
    public var blocksTooLong = 0
    /// The greatest sample since the last call.
    public var peak: Float = 0
    public var tempo = 0.0, beat = 0.0
    public var isRolling = false
  }

  public func figures() -> Figures {
    var figures = Figures()
    guard let player else { return figures }
    figures.callbacks = player.pointee.callbacks.load(ordering: .relaxed)
    figures.frames = player.pointee.frames.load(ordering: .acquiring)
    figures.midi = player.pointee.midiCount.load(ordering: .relaxed)
    figures.refused = player.pointee.refused.load(ordering: .relaxed)
    figures.xruns = player.pointee.xruns.load(ordering: .relaxed)
    figures.lastXrun = player.pointee.lastXrun.load(ordering: .relaxed)
    figures.blocksTooLong = player.pointee.tooLong.load(ordering: .relaxed)
    figures.lostFrames = player.pointee.sound.lost.load(ordering: .relaxed)
    figures.peak = Float(bitPattern: player.pointee.peak.exchange(0, ordering: .relaxed))
    figures.tempo = Double(bitPattern: player.pointee.shownTempo.load(ordering: .relaxed))
    figures.beat = Double(bitPattern: player.pointee.shownBeat.load(ordering: .relaxed))
    figures.isRolling = player.pointee.shownRolling.load(ordering: .relaxed)
    return figures
  }

  /// Sends a message of MIDI to the row. Returns false if there is no room.
  @discardableResult
  public func send(_ first: UInt8, _ second: UInt8 = 0, _ third: UInt8 = 0) -> Bool {
    player?.pointee.messages.push(UInt32(first) | UInt32(second) << 8 | UInt32(third) << 16) ?? false
  }

  /// Ends all notes and sounds of all channels.
  public func panic() {
    releaseNotes()
    for channel in UInt8(0)..<16 { send(0xB0 | channel, 120, 0) }
  }

  /// Releases the pedals and notes of all channels.
  private func releaseNotes() {
    for channel in UInt8(0)..<16 {
      send(0xB0 | channel, 64, 0)
      send(0xB0 | channel, 123, 0)
    }
  }

  /// Hands a timeline to the audio thread.
  @discardableResult
  public func post(_ timeline: StageTimeline) -> Bool { player?.pointee.timelines.push(timeline) ?? false }

  /// Fades out, and waits until it is silent, or until the server ought to have called.
  public func fadeOut() {
    guard let player else { return }
    player.pointee.fades.store(true, ordering: .relaxed)
    for _ in 0..<100 where !isOver && !player.pointee.isSilent.load(ordering: .acquiring) { usleep(10_000) }
  }

  /// The recording's side of the sound; nil before the start.
  func withSound<Answer>(_ body: (borrowing SoundRing) throws -> Answer) rethrows -> Answer? {
    guard let player else { return nil }
    return try body(player.pointee.sound)
  }

  // MARK: Connections

  /// A connection of one of our ports with another client's.
  public struct Connection: Hashable, Sendable {
    /// The name of our port, without that of the client.
    public let own: String
    public let other: String

    public init(own: String, other: String) { (self.own, self.other) = (own, other) }
  }

  /// All connections that there are now, by whomever they were made.
  public func connections() -> [Connection] {
    own.sorted { $0.key < $1.key }.flatMap { name, port in
      Self.names(tactus_jack_port_get_all_connections(client, port)).map {
        Connection(own: name, other: $0)
      }
    }
  }

  /// Makes the connections of which both ports are there.
  /// - Returns: what could be made or was there before.
  private func restore(_ kept: [Connection]) -> [Connection] {
    let already = Set(connections())
    let there = Set(otherPorts().playing + otherPorts().heard)
    return kept.filter { one in
      guard own[one.own] != nil, there.contains(one.other) else { return false }
      let ours = "\(name):\(one.own)"
      return already.contains(one)
        || (one.own == Self.midiInput
          ? tactus_jack_connect(client, one.other, ours) : tactus_jack_connect(client, ours, one.other)) == 0
    }
  }

  /// Connects what is there and not yet connected, if ports have come since the last call.
  /// - Parameters:
  ///   - outputs: patterns of the names of ports to play to; empty: the first two physical ones.
  ///   - inputs: patterns of the names of ports to hear; empty: all physical ones.
  ///   - kept: connections of an earlier session. If one of them plays, no other port is played to.
  /// - Returns: what has been connected, the patterns that no port fits, and the ports that were heard and
  ///   are no longer; all notes end then, because those of a keyboard that is unplugged are never released.
  public func connect(
    outputs: [String], inputs: [String], kept: [Connection] = []
  ) -> (made: [String], missing: [String], gone: [String]) {
    noteLatency()
    guard flags.pointee.portsChanged.exchange(false, ordering: .acquiringAndReleasing) else {
      return ([], [], [])
    }
    var (made, missing): ([String], [String]) = ([], [])
    let restored = restore(kept)
    func connect(_ from: String, _ to: String) {
      if tactus_jack_connect(client, from, to) == 0 { made.append("\(from) → \(to)") }
    }
    let isInput = JackPortIsInput.rawValue
    let physical = JackPortIsPhysical.rawValue
    if outputs.isEmpty, restored.allSatisfy({ $0.own == Self.midiInput }) {
      let found = ports(Self.audio, isInput | physical)
      for (own, port) in zip(Self.outputs, found) { connect("\(name):\(own)", port) }
      // A single speaker gets both sides.
      if found.count == 1 { connect("\(name):\(Self.outputs[1])", found[0]) }
    }
    for (index, pattern) in outputs.enumerated() {
      let found = ports(Self.audio, isInput).filter { Self.fits($0, pattern) }
      if found.isEmpty { missing.append(pattern) }
      // One pattern means both sides, two mean left and right.
      for (place, port) in found.enumerated() {
        let side = outputs.count == 1 ? place % 2 : index % 2
        connect("\(name):\(Self.outputs[side])", port)
      }
    }
    let isOutput = JackPortIsOutput.rawValue
    let heard = ports(Self.midi, inputs.isEmpty ? isOutput | physical : isOutput)
    for port in heard where inputs.isEmpty || inputs.contains(where: { Self.fits(port, $0) }) {
      connect(port, "\(name):\(Self.midiInput)")
    }
    missing += inputs.filter { pattern in !heard.contains { Self.fits($0, pattern) } }
    // One look at the connections: a port that goes between two looks would be missed by both.
    let hearing = Set(connections().filter { $0.own == Self.midiInput }.map(\.other))
    let gone = sources.subtracting(hearing).sorted()
    if !gone.isEmpty { releaseNotes() }
    sources = hearing
    return (made, missing, gone)
  }

  /// Tells the audio thread how long its sound is on its way.
  private func noteLatency() {
    guard let player, !isOver, let port = own[Self.outputs[0]] else { return }
    var range = jack_latency_range_t()
    tactus_jack_port_get_latency_range(port, JackPlaybackLatency, &range)
    player.pointee.latency.store(Int(range.max) * 1_000_000 / rate, ordering: .relaxed)
  }

  /// The names of all ports of a kind but our own.
  private func ports(_ type: String, _ flags: UInt32) -> [String] {
    Self.names(tactus_jack_get_ports(client, nil, type, UInt(flags))).filter { !$0.hasPrefix(name + ":") }
  }

  /// The names of a list of JACK's, which is freed.
  private static func names(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
    guard let list else { return [] }
    defer { tactus_jack_free(UnsafeMutableRawPointer(mutating: list)) }
    var found: [String] = []
    var next = list
    while let name = next.pointee {
      found.append(String(cString: name))
      next += 1
    }
    return found
  }

  /// All ports that others have, for a message: sound first, then MIDI.
  public func otherPorts() -> (playing: [String], heard: [String]) {
    (ports(Self.audio, JackPortIsInput.rawValue), ports(Self.midi, JackPortIsOutput.rawValue))
  }

  /// Whether a name fits a pattern of letters, `*` and `?`, in capitals or not.
  static func fits(_ name: String, _ pattern: String) -> Bool {
    fnmatch(pattern.lowercased(), name.lowercased(), 0) == 0
  }
}
