// A concert that is played: the rig of each song, and those of its neighbors, which are made ready in the background.
// Main thread, but for the making.
import Concerts
import Console
import Controls
import Foundation
import Grids
import Hosting
import Performances
import Scenes
import Stage
import Synchronization

/// The songs of a session.
///
/// At most six rigs exist at once: that of the song, those of the next and the previous song, and three that ring out, of
/// which the oldest is about to be silent.
final class PlayConcert {
  /// A song that begins.
  struct Begun {
    let rig: StageRig
    let old: StageRig
    let start: StageRig.Start?
  }

  let concert: Concert
  /// The names of the pairs of ports besides the main one.
  let outputs: [String]
  /// The songs by what their rigs are made of, or why they can't be played.
  private let plans: [Result<RigPlan, CommandError>]
  private let bundle: String
  /// The song that plays, from 0, and one that is to play as soon as its rig is ready.
  private(set) var index: Int
  private var wanted: Int?
  /// The rigs that play or ring out, with their songs; the last one plays.
  private var playing: [(song: Int, rig: StageRig)] = []
  private let queue = DispatchQueue(label: "rigs", qos: .utility)
  private let made = MadeRigs()
  private var ready: [Int: StageRig] = [:]
  private var making: Set<Int> = []
  /// The states that songs had at their ends, until they begin again.
  private let left = LeftStates()
  private var form = (rate: 48_000, block: 1024)

  /// - Throws: `CommandError` if none of the songs can be played.
  init(_ file: ConcertFile, bundle: BundleOption) throws {
    self.bundle = try bundle.path()
    let concert = file.concert
    self.concert = concert
    let names = concert.outputs
    outputs = names.map { string($0) }
    var states: [String: String] = [:]
    plans = concert.songs.map { song in
      do { return .success(try RigPlan(song, in: file, outputs: names, bundle, &states)) } catch {
        return .failure(CommandError(sentence(of: error)))
      }
    }
    guard let first = plans.firstIndex(where: { (try? $0.get()) != nil }) else {
      if case .failure(let error)? = plans.first { throw error }
      throw CommandError("\(file.path): there is no song in this concert")
    }
    index = first
  }

  var title: String { "\(index + 1). \(shown(concert.songs[index].title))" }
  private var next: Int { song(1, from: index) }
  private var previous: Int { song(-1, from: index) }
  var nextTitle: String { next == index ? "" : shown(concert.songs[next].title) }

  /// The song behind another one, or before it, that can be played; behind the last comes the first.
  private func song(_ step: Int, from song: Int) -> Int {
    var next = song
    repeat { next = (next + step + plans.count) % plans.count } while !canPlay(next) && next != song
    return next
  }

  private func canPlay(_ song: Int) -> Bool { (try? plans[song].get()) != nil }

  /// The line that announces the song.
  var line: String {
    let notes = concert.songs[index].notes
    return "song \(index + 1) of \(plans.count): “\(shown(concert.songs[index].title))”"
      + (notes.isEmpty ? "" : ": \(shown(notes))")
  }

  /// The number of rigs that play, ring out or are ready.
  var rigCount: Int { playing.count + ready.count }

  // MARK: Requests

  /// Chooses the song behind the one that is wanted with 1, and the one before it with -1. One that can't be played
  /// is passed over.
  func step(_ step: Int) { wanted = song(step, from: wanted ?? index) }

  /// Chooses a song from 0; another number is ignored.
  func choose(_ song: Int) { if plans.indices.contains(song) { wanted = song } }

  // MARK: Turns

  /// Begins with another song from 0, if it can be played, or else with the one that is first.
  func goOn(with song: Int) {
    index = plans.indices.contains(song) && canPlay(song) ? song : self.song(1, from: plans.count - 1)
  }

  /// Makes the rig of the present song for a client that begins, and forgets those of another one.
  /// - Parameter states: The saved states of its instances, the grid first. If empty, they start as in the concert.
  func open(rate: Int, block: Int, states: [String] = []) throws -> StageRig {
    queue.sync {}
    _ = made.take()
    (ready, making, wanted) = ([:], [], nil)
    form = (rate, block)
    let rig = try plans[index].get().rig(bundle: bundle, rate: rate, block: block, states: states)
    playing = [(index, rig)]
    return rig
  }

  /// Lets all rigs go, before their client goes.
  /// - Parameter forgetting: Whether what was changed in the songs is forgotten as well.
  func close(forgetting: Bool = false) {
    queue.sync {}
    for (song, rig) in playing { left.keep(rig, of: song) }
    if forgetting { left.forget() }
    (ready, playing, making) = ([:], [], [])
    _ = made.take()
  }

  /// Lets the wanted song begin if its rig is ready, and makes its neighbors ready.
  /// - Parameters:
  ///   - timeline: The time before the song.
  ///   - isOwn: Whether the time is that of this program.
  ///   - say: Gets what could not be done.
  func turn(
    _ client: StageClient, _ timeline: StageTimeline, isOwn: Bool, say: (String) -> Void
  ) -> Begun? {
    let returned = client.takeBack()
    let over = playing.filter { entry in returned.contains { $0 === entry.rig } }
    playing.removeAll { entry in returned.contains { $0 === entry.rig } }
    // Instances may take long to be saved and to end.
    if !returned.isEmpty {
      queue.async { [left] in
        for (song, rig) in over { left.keep(rig, of: song) }
        _ = returned.count
      }
    }
    for (song, result) in made.take() {
      making.remove(song)
      switch result {
      case .success(let rig): ready[song] = rig
      case .failure(let error): fail(song, error, say)
      }
    }
    let begun = begin(client, timeline, isOwn, say)
    prepare()
    return begun
  }

  private func fail(_ song: Int, _ error: any Error, _ say: (String) -> Void) {
    guard wanted == song else { return }
    wanted = nil
    say("song \(song + 1), “\(shown(concert.songs[song].title))”: \(sentence(of: error)); this one plays on")
  }

  private func begin(
    _ client: StageClient, _ timeline: StageTimeline, _ isOwn: Bool, _ say: (String) -> Void
  ) -> Begun? {
    guard let song = wanted, let old = playing.last?.rig else { return nil }
    if song == index {
      wanted = nil
      return nil
    }
    if case .failure(let error) = plans[song] {
      fail(song, error, say)
      return nil
    }
    // One that rings out still is at hand as it is.
    let ringing = playing.firstIndex { $0.song == song }
    guard let rig = ringing.map({ playing[$0].rig }) ?? ready[song] else { return nil }
    let start = isOwn ? start(of: song, after: timeline) : nil
    guard client.play(rig, start: start) else { return nil }
    if let ringing { playing.remove(at: ringing) } else { ready[song] = nil }
    playing.append((song, rig))
    (index, wanted) = (song, nil)
    return Begun(rig: rig, old: old, start: start)
  }

  /// The time with which a song begins.
  func start(of song: Int, after timeline: StageTimeline, rolls: Bool = false) -> StageRig.Start {
    let song = concert.songs[song]
    var next = timeline
    if song.tempo > 0 { next.tempo = Double(song.tempo) }
    if let meter = song.meter { next.beatsPerBar = meter.quarters }
    (next.beat, next.anchor, next.countsTime) = (0, 0, false)
    switch song.start {
    case .nothing: next.isRolling = rolls
    case .grid: next.isRolling = true
    case .countIn: (next.isRolling, next.beat) = (true, -next.beatsPerBar)
    }
    return StageRig.Start(next, click: 4 / Double(song.meter?.value ?? 4))
  }

  /// Makes the rigs of the wanted song, the next and the previous one, and lets others go.
  private func prepare() {
    let songs = [wanted, next, previous].compactMap { $0 }
    for song in ready.keys where !songs.contains(song) {
      if let rig = ready.removeValue(forKey: song) { queue.async { _ = rig.members.count } }
    }
    // One after the other, so that the wanted one waits for at most one.
    guard making.isEmpty else { return }
    for song in songs where ready[song] == nil && !playing.contains(where: { $0.song == song }) {
      guard case .success(let plan) = plans[song] else { continue }
      making.insert(song)
      let (bundle, form) = (bundle, form)
      queue.async { [made, left] in
        made.add(
          song,
          Result {
            try plan.rig(
              bundle: bundle, rate: form.rate, block: form.block, states: left.states(of: song),
              begins: true)
          })
      }
      return
    }
  }
}

/// The rigs on their way from the thread that makes them.
private final class MadeRigs: Sendable {
  private let rigs = Mutex<[(song: Int, rig: Result<StageRig, any Error>)]>([])

  func add(_ song: Int, _ rig: Result<StageRig, any Error>) { rigs.withLock { $0.append((song, rig)) } }

  func take() -> [(song: Int, rig: Result<StageRig, any Error>)] {
    rigs.withLock { rigs in
      defer { rigs = [] }
      return rigs
    }
  }
}

/// The states that the instances of songs had when their rigs ended.
private final class LeftStates: Sendable {
  private let states = Mutex<[Int: [String]]>([:])

  func keep(_ rig: StageRig, of song: Int) {
    guard let now = try? rig.members.map({ try $0.instance.saveState() }) else { return }
    states.withLock { $0[song] = now }
  }

  func states(of song: Int) -> [String] { states.withLock { $0[song] ?? [] } }
  func forget() { states.withLock { $0 = [:] } }
}

/// The plan of a song's rig.
private struct RigPlan: Sendable {
  struct Member: Sendable {
    var plugin: String
    var name: String
    var state: String
    var zone: KeyZone
    var mix: SeatMix
    var output: Int
    /// Values of control inputs.
    var controls: [(symbol: String, value: Float)] = []
  }

  private var members: [Member] = []
  private var level: Float
  private var grid: (state: String, controls: [(symbol: String, value: Float)])?

  /// - Parameter states: The states of patches, which songs share.
  /// - Throws: `CommandError` if a patch, scene or grid is not there or can't be played.
  init(
    _ song: ConcertSong, in file: ConcertFile, outputs: [[UInt8]], _ bundle: BundleOption,
    _ states: inout [String: String]
  ) throws {
    let folder = try bundle.path()
    level = song.level
    let instruments = file.concert.instruments(of: song)
    for instrument in instruments {
      let (plugin, state) =
        instrument.patch.isEmpty
        ? (
          "scene",
          stateTurtle("scene", "scene", try SceneCommand.playable(string(instrument.scene), bundle).path)
        )
        : ("touch", try Self.patch(instrument.patch, in: file, folder, &states))
      var zone = KeyZone()
      zone.channels =
        instrument.channel == ConcertInstrument.allChannels ? 0xFFFF : 1 << UInt16(instrument.channel)
      (zone.lowKey, zone.highKey) = (UInt8(instrument.lowKey), UInt8(instrument.highKey))
      (zone.lowVelocity, zone.highVelocity) = (UInt8(instrument.lowVelocity), UInt8(instrument.highVelocity))
      zone.transpose = Int8(instrument.transpose)
      members.append(
        Member(
          plugin: plugin, name: shown(instrument.title), state: state, zone: zone,
          mix: SeatMix(level: instrument.level, pan: instrument.pan, isMuted: instrument.isMuted),
          output: outputs.firstIndex(of: instrument.output).map { $0 + 1 } ?? 0))
    }
    for macro in song.macros {
      guard let index = macro.index(among: instruments) else { continue }
      members[index].controls.append(("macro_\(macro.number + 1)", macro.value))
    }
    if !song.grid.isEmpty { grid = try Self.grid(of: song, in: file, folder) }
  }

  private static func patch(
    _ name: [UInt8], in file: ConcertFile, _ bundle: String, _ states: inout [String: String]
  ) throws -> String {
    if let state = states[string(name)] { return state }
    guard let path = file.path(of: name, .patch, bundle: bundle) else {
      throw CommandError("the patch “\(shown(name))” is not there")
    }
    let patch = try PatchFile(path, tryingExpressions: true, bundle: bundle).patch
    let state = stateTurtle("touch", "patch", string(patch.write()))
    states[string(name)] = state
    return state
  }

  private static func grid(
    of song: ConcertSong, in file: ConcertFile, _ bundle: String
  ) throws -> (state: String, controls: [(symbol: String, value: Float)]) {
    guard let path = file.path(of: song.grid, .grid, bundle: bundle) else {
      throw CommandError("the grid “\(shown(song.grid))” is not there")
    }
    let document = try GridFile(path).grid
    var controls: [(symbol: String, value: Float)] = []
    if let pattern = song.pattern {
      // Without a song, each track plays the pattern of its port.
      controls = [("song", 0)] + (1...16).map { ("layer_\($0)_pattern", Float(pattern + 1)) }
    }
    if let chain = song.chain { controls = [("song", Float(chain + 1))] }
    return (stateTurtle("tonematrix-multi", "grid", string(document.write())), controls)
  }

  /// The rig, ready to play. Any thread.
  /// - Parameters:
  ///   - states: Those of its instruments, a grid first, instead of the concert's; empty or of another number: the
  ///     concert's.
  ///   - begins: Whether macros and the pattern of the grid have the values of the concert in any case.
  func rig(
    bundle: String, rate: Int, block: Int, states: [String] = [], begins: Bool = false
  ) throws -> StageRig {
    let world = try World(bundle: bundle)
    let saved = states.count == members.count + (grid == nil ? 0 : 1) ? states : []
    var row: [StageClient.Member] = []
    func instance(
      _ plugin: String, _ state: String, _ controls: [(symbol: String, value: Float)]
    ) throws -> Instance {
      let instance = try world.instantiate(
        "urn:tactus:\(plugin)", sampleRate: Double(rate),
        maximumBlock: plugin == "scene" ? block : max(8192, block))
      try instance.restoreState(saved.isEmpty ? state : saved[row.count])
      for (symbol, value) in saved.isEmpty || begins ? controls : [] where instance.control(symbol) != nil {
        try instance.set(symbol, to: value)
      }
      // Surfaces play only the song that is heard.
      if instance.control("osc_listen") != nil { try instance.set("osc_listen", to: 0) }
      return instance
    }
    if let grid {
      row.append(
        StageClient.Member(
          try instance("tonematrix-multi", grid.state, grid.controls), name: "grid", level: 0,
          leads: "midi_out"))
    }
    for member in members {
      let instance = try instance(member.plugin, member.state, member.controls)
      row.append(
        StageClient.Member(
          instance, name: member.name, zone: member.zone, mix: member.mix, songLevel: level,
          output: member.output,
          sends: member.plugin == "touch" ? "notify" : nil))
    }
    return try StageRig(row)
  }
}
