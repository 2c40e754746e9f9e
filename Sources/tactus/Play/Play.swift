// `tactus play`: the instrument, the grid and the surface on a stage, without a host. Main thread.
import ArgumentParser
import Concerts
import Console
import Foundation
import Hosting
import Performances
import Stage
import Text

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plays the instrument live, without a host: a JACK client that connects what is there.",
    discussion: """
      With PipeWire or jackd, it is connected with the speakers and all MIDI devices, also when these come \
      later. Surfaces and tablets reach it as they reach a plugin. Keys of the terminal: n and p load the \
      next and the previous patch or song, r begins and ends a recording, space starts and stops the time, t taps \
      the tempo, + and - change the master level, x ends all notes, c shows the code of the page of tactus \
      surface, ? the keys, q ends. Pedals, pads, keys and gestures do the same once they are learned (--learn); \
      tactus controls lists them. SIGUSR1 saves the \
      state, SIGTERM fades out and ends recordings. A session of NSM (NSM_URL) opens, saves and ends it, and names \
      the client.
      What is played is written to a journal all the time. After a power cut or a crash the next start goes on \
      with the same song, patches, edits and levels; on a terminal, f begins afresh instead. Without a \
      terminal, --resume does it, and --daemon always.
      Exit codes: 0 it was ended, 1 it could not be played (the message says why), 64 invalid arguments.
      """)

  @Argument(
    help: "A patch, a set list, a concert, or the file of one; otherwise First touch.",
    completion: NamedKind.patch.completion)
  var patch: String?
  @Option(
    help: "A grid that plays before the instrument, or its name.", completion: NamedKind.grid.completion)
  var grid: String?
  @Option(
    help: "Patches for the tracks of --grid, at most 8, separated by commas.",
    completion: NamedKind.patch.completion)
  var row: String?
  @Option(
    help: "A patch of Pure Data, its folder, or the name of a scene, instead of the instrument.",
    completion: SceneCommand.completion)
  var scene: String?
  @OptionGroup var bundle: BundleOption

  @Option(name: .customLong("to"), help: "Ports to play to, as a pattern like '*Headset*'; may be repeated.")
  var outputs: [String] = []
  @Option(
    name: .customLong("from"),
    help: "Ports with sound for a scene, as a pattern; can be repeated. By default, none.")
  var sounds: [String] = []
  @Option(
    name: .customLong("midi"),
    help: "MIDI ports to hear, as a pattern; may be repeated. Otherwise all devices.")
  var inputs: [String] = []
  @Option(
    help: """
      The ports that get the messages for lights, as a pattern. By default, the one device that is heard and has such a \
      port.
      """)
  var lights: String?
  @Option(help: "The name of the client.")
  var name = "tactus"
  @Option(help: "The UDP port of surfaces; without this option 3333, or the next one that is free.")
  var port: UInt16?
  @Flag(help: "Surfaces of the network may play, not of this machine only.")
  var network = false

  @Option(help: "Touch screens, pens and game controllers that play: all, controllers or none.")
  var devices = PlayDeviceChoice.standard
  @Option(name: .customLong("device-folder"), help: .hidden)
  var deviceFolder = "/dev/input"
  @Option(
    help: "A UDP port for remote control: /tactus/play/ with the actions, and the addresses that are bound.")
  var remote: UInt16?
  @Option(
    name: .customLong("when"),
    help: """
      A trigger of the patch and what it does, like on_swipe_right=next or on_pad_button:16=mute:2; may be \
      repeated.
      """)
  var triggers: [String] = []
  @Option(
    help: """
      Waits for a MIDI message, OSC address, key, button or gesture, binds it to this action, like next or song:3, and \
      ends. It is stored in the concert that is named, otherwise in the settings.
      """,
    completion: .list(StageAction.allCases.map { "\($0.symbol)" }))
  var learn: String?
  @Flag(help: "With --learn: the learned note or CC is also sent to control_out, to light its pad.")
  var light = false

  @Option(
    help: "Record to this file from the first note: .wav or .flac; with a take beside it.",
    completion: .file(extensions: ["wav", "flac"]))
  var record: String?
  @Option(help: "Seconds of sound that a recording has from before the key r, 0 to 60.")
  var before = 5.0
  @Flag(inversion: .prefixedNo, help: "Write a take beside the recording, to render it again.")
  var take = true
  @OptionGroup var replacing: Replacing

  @Option(help: "The clock source: internal, jack, link or midi.")
  var clock = PlayClock.internal
  @Option(help: "Quarter notes a minute of the own time, 20 to 300.")
  var tempo = 120.0
  @Option(help: "Quarter notes of a bar, 1 to 32.")
  var bar = 4.0
  @Flag(help: "With --clock jack or link: tell all clients of JACK tempo, bar and beat.")
  var master = false
  @Option(
    name: .customLong("after-loss"),
    help: """
      When the sound server comes back, the time goes on at its place: continue, as it was before, or stop.
      """)
  var afterLoss = PlayAfterLoss.continue
  @Option(
    help: """
      Frames of a block, a power of two from 16 to 8192; otherwise the server's. PipeWire gives them to this client, \
      jackd to all.
      """)
  var latency: Int?
  @Flag(help: "Let the own time run from the start; with --grid it does.")
  var roll = false

  @Flag(help: "Lines instead of a view, as when the output is no terminal.")
  var plain = false
  @Flag(help: "A line of JSON for each event, and one with all figures twice a second.")
  var json = false
  @Option(help: "End after this many seconds.")
  var seconds: Double?
  @Option(
    help: "Keep the patches here when it ends, and begin with them: a file that is written.",
    completion: .file(extensions: ["json"]))
  var state: String?
  @Flag(help: "Go on with the session that was interrupted, as by a power cut, if there is one.")
  var resume = false
  @Flag(help: "Begin afresh, even if a session was interrupted.")
  var fresh = false
  @Flag(help: "For systemd: lines, no keys, and the state kept in ~/.local/state/tactus/play.json.")
  var daemon = false
  @Flag(help: "Check the real-time setup and print the commands that fix it.")
  var check = false

  func validate() throws {
    guard 20...300 ~= tempo else { throw ValidationError("--tempo must be 20 to 300.") }
    guard 1...32 ~= bar else { throw ValidationError("--bar must be 1 to 32.") }
    guard 0...60 ~= before else { throw ValidationError("--before must be 0 to 60 seconds.") }
    if row != nil, grid == nil { throw ValidationError("--row is for the layers of --grid.") }
    if grid != nil, patch?.hasSuffix(NamedKind.concert.ending) == true {
      throw ValidationError("Give a concert, or --grid: the songs of a concert have their grids.")
    }
    if row != nil, patch != nil { throw ValidationError("Give a patch, or --row.") }
    if scene != nil, patch != nil || grid != nil {
      throw ValidationError("Give a scene, or a patch or --grid.")
    }
    if !sounds.isEmpty, scene == nil { throw ValidationError("--from needs --scene.") }
    if let seconds, !(seconds > 0) { throw ValidationError("--seconds must be above 0.") }
    if let port, port < 1024 { throw ValidationError("--port must be 1024 to 65535.") }
    guard !name.isEmpty, name.utf8.count <= 32, !name.contains(":") else {
      throw ValidationError("--name must be 1 to 32 bytes without a colon.")
    }
    if let remote, remote < 1024 { throw ValidationError("--remote must be 1024 to 65535.") }
    if master, clock != .jack, clock != .link {
      throw ValidationError("--master is for --clock jack or --clock link.")
    }
    if let latency, !(16...8192 ~= latency && latency & (latency - 1) == 0) {
      throw ValidationError("--latency must be a power of two from 16 to 8192.")
    }
    do throws(DocumentError) {
      _ = try conditions()
      if let learn { _ = try NumberedAction(words: [UInt8](learn.utf8)) }
    } catch { throw ValidationError(string(error.message)) }
    if scene != nil, !triggers.isEmpty {
      throw ValidationError("--when needs a patch: a scene has no triggers.")
    }
    if light, learn == nil { throw ValidationError("--light is for --learn.") }
    if learn != nil, record != nil { throw ValidationError("--learn records nothing: omit --record.") }
    if resume, fresh { throw ValidationError("--resume and --fresh exclude each other.") }
    if plain, json { throw ValidationError("--plain and --json exclude each other.") }
  }

  /// The bindings of --when.
  /// - Throws: The reason why one of them is none.
  func conditions() throws(DocumentError) -> [ControlBinding] {
    var bindings: [ControlBinding] = []
    for words in triggers {
      let sides = words.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else {
        throw DocumentError([UInt8]("--when \(words): must be a trigger, = and an action".utf8))
      }
      do throws(DocumentError) {
        let condition = try TriggerCondition(words: [UInt8](sides[0].utf8))
        let action = try NumberedAction(words: [UInt8](sides[1].utf8))
        bindings.append(ControlBinding(action, ControlSource(.gesture, condition.words.bytes)))
      } catch { throw DocumentError([UInt8]("--when \(words): ".utf8) + error.message) }
    }
    return bindings
  }

  func run() throws {
    if check { return try checkMachine() }
    let signals = PlaySignals()  // before anything starts threads
    var play = self
    let manager = learn == nil ? try SessionManager.ofEnvironment() : nil
    if let manager {
      (play.state, play.name) = try manager.open()
      // The session says with what it begins.
      (play.resume, play.fresh) = (false, true)
    }
    let journal = PlayJournal(&play)
    defer { journal.end() }
    do {
      var session = try PlaySession(play, signals, journal, manager)
      try session.run()
    } catch let error as StageError {
      manager?.hasOpened(fault: error.description)
      throw CommandError(error.description)
    } catch {
      manager?.hasOpened(fault: sentence(of: error))
      throw error
    }
  }

  /// Prints what was found; fails if something is not well.
  private func checkMachine() throws {
    var fitness = StageFitness.ofThisMachine()
    do {
      let client = try StageClient(name: name)
      fitness.server = .init(
        name: client.server, rate: client.rate, block: client.block, isRealTime: client.isRealTime)
    } catch let error as StageError { fitness.fault = error.description }
    for finding in fitness.findings {
      printLine((finding.isWell ? "good: " : "to do: ") + finding.text)
      if let remedy = finding.remedy { printLine("       \(remedy)") }
    }
    if fitness.findings.contains(where: { !$0.isWell }) { throw ExitCode.failure }
  }
}

/// The clock.
enum PlayClock: String, ExpressibleByArgument, CaseIterable {
  case `internal`, jack, link, midi

  var source: ClockSource {
    switch self {
    case .internal, .link: .posted
    case .jack: .jack
    case .midi: .midi
    }
  }
}

/// Whether the time runs when a lost server has come back.
enum PlayAfterLoss: String, ExpressibleByArgument, CaseIterable { case `continue`, stop }

/// While it exists, signals wait until they are asked for.
struct PlaySignals {
  enum Wish { case end, save }
  private var set = sigset_t()

  init() {
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGUSR1] { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// The signal that came since the last call.
  func next() -> Wish? {
    var (set, none) = (set, timespec())
    switch sigtimedwait(&set, nil, &none) {
    case SIGUSR1: return .save
    case 1...: return .end
    default: return nil
    }
  }
}
