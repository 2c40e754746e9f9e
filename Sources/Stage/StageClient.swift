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
    /// The name for people, and for addresses over OSC.
    public let name: String
    /// The channels, keys and velocities that it plays, and its transposition. Without a concert only the channels
    /// count.
    public let zone: KeyZone
    /// The factors of its left and right side while it isn't muted.
    public let gains: (left: Float, right: Float)
    /// The pair of ports that it plays to; the main pair is 0.
    public let output: Int
    /// The event output that plays the others; nil: it plays none.
    public let leads: String?
    /// The event output whose MIDI leaves by `midi_out`; nil: none does.
    public let sends: String?
    /// Event outputs whose MIDI leaves by ports of their own, with the names of these. Only of the first in the
    /// row.
    public let separate: [(symbol: String, port: String)]
    /// Whether it is silent at first.
    public let isMuted: Bool

    public init(
      _ instance: Instance, name: String = "", channels: UInt16 = 0xFFFF, level: Float = 1,
      leads: String? = nil,
      sends: String? = nil, separate: [(symbol: String, port: String)] = []
    ) {
      var zone = KeyZone()
      zone.channels = channels
      (self.instance, self.zone, gains, output) = (instance, zone, (level, level), 0)
      (self.name, self.leads, self.sends, self.separate, isMuted) = (name, leads, sends, separate, false)
    }

    /// An instrument of a concert.
    public init(
      _ instance: Instance, name: String, zone: KeyZone, mix: SeatMix, songLevel: Float = 0, output: Int = 0,
      sends: String? = nil
    ) {
      var mix = mix
      mix.level += songLevel
      (isMuted, mix.isMuted) = (mix.isMuted, false)
      (self.instance, self.zone, gains, self.output) = (instance, zone, mix.gains, output)
      (self.name, leads, self.sends, separate) = (name, nil, sends, [])
    }
  }

  /// The name that the server gave, which differs if another client had the wished one.
  public let name: String
  public let rate: Int
  public let block: Int
  public let isRealTime: Bool
  /// The server's version, and the library through which it is reached.
  public let server: String

  let client: OpaquePointer
  let flags = UnsafeMutablePointer<Flags>.allocate(capacity: 1)
  private(set) var player: UnsafeMutablePointer<Player>?
  /// Its ports by their own names.
  private(set) var own: [String: OpaquePointer] = [:]
  /// The ports that it hears or has heard, and that were there at the last look.
  var sources: Set<String> = []
  /// The ports connected to `control_out`, which sends the lights.
  var lightPorts: Set<String> = []
  /// The ports that could show the lights, if several devices could when ports last changed.
  var undecidedLightPorts: [String] = []
  /// The MIDI messages that cause actions. A change counts for the next start.
  public var controls: [MIDIControl] = []
  /// Whether all messages that can be bound are reported and none plays. A change counts for the next start.
  public var learns = false
  /// The one speaker that plays both sides, as long as there is only one.
  var singleSpeaker: String?
  /// The rigs that the audio thread has: they outlive the player.
  private var rigs: [StageRig] = []
  /// The rig that plays.
  private var playing: StageRig?

  /// The flags that the server's threads set.
  struct Flags: ~Copyable {
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
  /// - Parameter block: the wished frames of a block, or nil for the server's. PipeWire serves each client with its own;
  ///   jackd changes its block for all.
  /// - Throws: `StageError` if there is no library or no server.
  public init(name wish: String, block wished: Int? = nil) throws {
    // PipeWire reads it when a client is opened, and takes the fraction for seconds.
    if let wished { setenv("PIPEWIRE_LATENCY", "\(wished)/48000", 1) }
    var isInstalled = false
    var opened: (OpaquePointer, String)?
    for library in Self.libraries where opened == nil {
      guard tactus_jack_load(library) == 0 else { continue }
      isInstalled = true
      // The errors of the library are reported by this program, once.
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
    if let wished, server.hasPrefix("JACK"), Int(tactus_jack_get_buffer_size(client)) != wished {
      _ = tactus_jack_set_buffer_size(client, UInt32(wished))
    }
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
    if !isOver {
      forgetPorts()
      tactus_jack_deactivate(client)
    }
    tactus_jack_client_close(client)
    if let player {
      player.deinitialize(count: 1)
      player.deallocate()
    }
    for rig in rigs { rig.plays = 0 }
    flags.deinitialize(count: 1)
    flags.deallocate()
  }

  /// Registers the ports and begins to play.
  /// - Parameters:
  ///   - row: in order; the first may play the others.
  ///   - before: seconds of sound that are kept for a recording that begins later.
  public func start(_ row: [Member], clock: ClockSource, before: Double) throws {
    try start(try StageRig(row, isRouted: false), clock: clock, before: before)
  }

  /// Registers the ports and begins to play a rig, which others may follow.
  /// - Parameters:
  ///   - pairs: the names of the pairs of ports besides the main one, for this rig and all others.
  ///   - start: the beginning of the time, or nil if a timeline is posted later.
  ///   - before: seconds of sound that are kept for a recording that begins later.
  public func start(
    _ rig: StageRig, pairs: [String] = [], start: StageRig.Start? = nil, clock: ClockSource, before: Double
  ) throws {
    precondition(player == nil)
    let row = rig.members
    rig.plays = 1
    (rigs, playing) = ([rig], rig)
    func port(_ name: String, _ type: String, _ flags: UInt32) throws -> OpaquePointer {
      guard let port = tactus_jack_port_register(client, name, type, UInt(flags), 0) else {
        throw StageError("the server refuses the port \(name)")
      }
      own[name] = port
      return port
    }
    let (output, input) = (JackPortIsOutput.rawValue, JackPortIsInput.rawValue)
    let player = UnsafeMutablePointer<Player>.allocate(capacity: 1)
    player.initialize(
      to: Player(
        client: client,
        outputs: try (Self.outputs + pairs.flatMap { ["\($0)_left", "\($0)_right"] }).map {
          try port($0, Self.audio, output)
        },
        inputs: !rig.rig.pointee.isRouted && row.contains { !$0.instance.audioInputs.isEmpty }
          ? (try port(Self.inputs[0], Self.audio, input), try port(Self.inputs[1], Self.audio, input)) : nil,
        midi: try port(Self.midiInput, Self.midi, input),
        sent: rig.rig.pointee.isRouted || row.contains { $0.sends != nil }
          ? try port(Self.midiOutput, Self.midi, output) : nil,
        separate: try row[0].separate.map { try port($0.port, Self.midi, output) }, rig: rig.rig,
        start: start,
        source: clock, rate: Double(rate),
        kept: Int((before + 6) * Double(rate)), controls: ControlMap(controls, learns: learns),
        lights: try port(Self.controlOutput, Self.midi, output)))
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
    describePorts()
  }

  /// Sends all clients of JACK tempo, bar and beat from now on.
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

  /// The most instances of a rig: sixteen instruments and a grid.
  public static let mostMembers = 17
  static let audio = "32 bit float mono audio"
  static let midi = "8 bit raw midi"
  static let midiInput = "midi_in"
  /// The MIDI that the row sends: outputs of patches, and touches as MPE.
  static let midiOutput = "midi_out"
  /// The messages for the lights of controllers.
  static let controlOutput = "control_out"
  static let outputs = ["out_left", "out_right"]
  static let inputs = ["in_left", "in_right"]

  // MARK: Rigs

  /// Lets a rig play from the next block on. The one that plays gets the ends of its notes and rings out; of those that
  /// ring out already, the third last fades out.
  /// - Parameter start: the beginning of the time, or nil to let it go on.
  /// - Returns: Whether there was room for the request.
  public func play(_ rig: StageRig, start: StageRig.Start?) -> Bool {
    let next = StageRig.Next(address: UInt(bitPattern: rig.rig), start: start)
    guard let player, player.pointee.nextRigs.push(next) else { return false }
    rig.plays += 1
    playing = rig
    if !rigs.contains(where: { $0 === rig }) { rigs.append(rig) }
    return true
  }

  /// Takes the rigs that have rung out since the last call.
  /// - Returns: Those that nothing plays any more.
  public func takeBack() -> [StageRig] {
    var over: [StageRig] = []
    while let bits = player?.pointee.returnedRigs.pop() {
      guard let index = rigs.firstIndex(where: { UInt(bitPattern: $0.rig) == bits }) else { continue }
      rigs[index].plays -= 1
      if rigs[index].plays == 0 { over.append(rigs.remove(at: index)) }
    }
    return over
  }

  /// The number of rigs that play or ring out.
  public var rigCount: Int { rigs.count }

  /// The Program Changes for a concert since the last call.
  public func programs() -> [Int] {
    var programs: [Int] = []
    while let program = player?.pointee.programs.pop() { programs.append(Int(program)) }
    return programs
  }

  /// The bound messages that have arrived since the last call.
  public func controlEvents() -> [MIDIControlEvent] {
    var events: [MIDIControlEvent] = []
    while let event = player?.pointee.controls.events.pop() { events.append(event) }
    return events
  }

  /// Sends a message to the lights. Returns false if there is no room.
  @discardableResult
  public func light(_ status: UInt8, _ number: UInt8, _ value: UInt8) -> Bool {
    player?.pointee.lights.push(UInt32(status) | UInt32(number) << 8 | UInt32(value) << 16) ?? false
  }

  /// Mutes an instance that plays, or lets it sound again, within 20 ms.
  public func setMute(_ isMuted: Bool, of instance: Instance) {
    for rig in rigs {
      if let index = rig.members.firstIndex(where: { $0.instance === instance }) {
        rig.setMute(isMuted, of: index)
      }
    }
  }

  /// Whether an instance that plays is muted.
  public func isMuted(_ instance: Instance) -> Bool {
    rigs.contains { rig in
      zip(rig.members, rig.muted).contains { $0.instance === instance && $1 }
    }
  }

  /// Sets the master level in decibels, which is reached without a click.
  public func setLevel(_ decibels: Float) {
    player?.pointee.master.store(pow(10, decibels / 20).bitPattern, ordering: .relaxed)
  }

  // MARK: What happens

  /// Whether the server has gone.
  public var isOver: Bool { flags.pointee.isOver.load(ordering: .acquiring) }
  /// Whether the server now has another rate: then a new client is needed.
  public var hasOtherRate: Bool { flags.pointee.rate.load(ordering: .acquiring) != rate }
  /// Whether blocks have come that are longer than the instances run: then a new client is needed.
  public var hasLongerBlocks: Bool { (player?.pointee.tooLong.load(ordering: .relaxed) ?? 0) > 0 }
  /// Frames from a rendered block to the speakers, as the server says; 0 if it doesn't.
  public var outputLatency: Int { (player?.pointee.latency.load(ordering: .relaxed) ?? 0) * rate / 1_000_000 }
  public var load: Double { isOver ? 0 : Double(tactus_jack_cpu_load(client)) }

  /// Whether the time runs.
  public var isRolling: Bool { player?.pointee.shownRolling.load(ordering: .relaxed) ?? false }

  /// Figures of the audio thread.
  public struct Figures: Sendable {
    public var callbacks = 0, frames = 0, midi = 0, refused = 0, xruns = 0, lostFrames = 0, lastXrun = -1
    public var blocksTooLong = 0
    /// The frames of the last block, or 0 before the first.
    public var block = 0
    /// The greatest sample since the last call.
    public var peak: Float = 0
    /// The levels of the instruments since the last call.
    public var meters: [StageFacts.Meter] = []
    /// The greatest sample in decibels; −120 is silence.
    public var level: Double { StageFacts.decibels(peak) }
    public var beatsPerBar = 4.0
    public var tempo = 0.0, beat = 0.0
    public var isRolling = false
  }

  public func figures() -> Figures {
    var figures = Figures()
    guard let player else { return figures }
    figures.callbacks = player.pointee.callbacks.load(ordering: .relaxed)
    figures.frames = player.pointee.frames.load(ordering: .acquiring)
    figures.block = player.pointee.lastBlock.load(ordering: .relaxed)
    figures.midi = player.pointee.midiCount.load(ordering: .relaxed)
    figures.refused = player.pointee.refused.load(ordering: .relaxed)
    figures.xruns = player.pointee.xruns.load(ordering: .relaxed)
    figures.lastXrun = player.pointee.lastXrun.load(ordering: .relaxed)
    figures.blocksTooLong = player.pointee.tooLong.load(ordering: .relaxed)
    figures.lostFrames = player.pointee.sound.lost.load(ordering: .relaxed)
    figures.peak = Float(bitPattern: player.pointee.peak.exchange(0, ordering: .relaxed))
    figures.meters = playing?.takeMeters() ?? []
    figures.beatsPerBar = Double(bitPattern: player.pointee.shownBar.load(ordering: .relaxed))
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
  func releaseNotes() {
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
}
