// A session on the stage: the client's life, the clock, keys, signals and what is told. Main thread.
import Concerts
import Console
import Controls
import Foundation
import Hosting
import OSC
import Stage

/// Everything that `tactus play` does, turn by turn.
struct PlaySession {
  private let play: Play
  private let signals: PlaySignals
  private let bundle: String
  private let program: PlayProgram
  private let view: PlayView
  private let keys: TerminalKeys?
  private var link: LinkHelper?
  private var taps = TempoTaps()
  private var timeline = StageTimeline()
  private var stage: Playing?
  private var recorder: PlayRecorder
  private var news: PlaySubscription?
  private var kept: SavedStates
  private var rowStates = RowStates()
  private let journal: PlayJournal
  private var remote: PlayRemote?
  private var controls: PlayControls
  private var mixer = PlayMixer()
  /// The action that is learned; then nothing else acts.
  private var learning: PlayLearning?
  private var page = PlayPage()
  private let devices: PlayDevices?
  private let stateFile: String?
  /// The manager of the session in which it plays, and the states that are saved there.
  private let manager: SessionManager?
  private var saved: [String]?
  private var nextLook = Date()
  private var isLinkLost = false
  private var wasRefused = 0
  /// The MIDI messages that had come at the last look.
  private var midi = 0
  private var notices = PlayNotices()
  /// The instruments of the song before, until they hear no surfaces any more.
  private var leaving: [StageClient.Member]?
  private var nextFacts = Date()
  /// The messages that the view has not shown yet.
  private var before: StageFacts?
  private var isLatencyRefused = false
  private var sceneState = SceneState.none
  private let begin = Date()

  /// A client that plays, and its row.
  private final class Playing {
    let client: StageClient
    var row: [StageClient.Member]
    let disk: SoundDisk

    init(_ client: StageClient, _ row: [StageClient.Member], before: Double) {
      (self.client, self.row) = (client, row)
      disk = SoundDisk(client, before: before)
    }

    /// The first instance of Tactus Touch.
    var instrument: Instance { row.first { $0.leads == nil }?.instance ?? row[0].instance }
  }

  /// The duration of a turn of the loop, and the interval of searches for a lost server.
  private static let turn: UInt32 = 20_000
  private static let patience: UInt32 = 500_000

  init(_ play: Play, _ signals: PlaySignals, _ journal: PlayJournal, _ manager: SessionManager? = nil) throws
  {
    (self.play, self.signals, self.journal, self.manager) = (play, signals, journal, manager)
    bundle = try play.bundle.path()
    guard FileManager.default.fileExists(atPath: bundle + "/manifest.ttl") else {
      throw HostingError.bundleNotFound(path: bundle)
    }
    program = try PlayProgram(play, bundle: bundle)
    let isPlain = play.plain || play.daemon || isatty(STDOUT_FILENO) == 0
    view = PlayView(play.json ? .json : isPlain ? .plain : .screen)
    recorder = try PlayRecorder(play, journal)
    keys = play.daemon ? nil : TerminalKeys()
    stateFile = try play.state ?? (play.daemon ? SavedStates.standard() : nil)
    if let stateFile { _ = try PendingFile(stateFile) }  // it is told now if nothing can be written there
    kept = stateFile.map { SavedStates(reading: $0) } ?? SavedStates()
    // A named instrument has priority over a saved one, and a scene is saved for a scene alone.
    if kept.states.contains(where: { $0.contains("<urn:tactus:scene>") }) { kept.states = [] }
    if play.patch != nil || play.grid != nil || play.scene != nil { kept.states = [] }
    if let states = journal.savedStates { kept = states }
    remote = try play.remote.map { try PlayRemote(port: $0, network: play.network) }
    controls = PlayControls(program.controls)
    if let words = play.learn {
      learning = try PlayLearning(
        words, concert: program.concert == nil ? nil : play.patch, replaces: play.replacing.force,
        hasLight: play.light)
    }
    devices = play.devices == .none ? nil : PlayDevices(folder: play.deviceFolder, choice: play.devices)
    devices?.keep(controls.pads, all: learning != nil)
    (timeline.tempo, timeline.beatsPerBar) = (play.tempo, play.bar)
    timeline.anchor = -1
    timeline.isRolling = play.clock == .internal && (play.roll || play.grid != nil)
    if play.clock == .internal, let resumed = journal.timeline(timeline) { timeline = resumed }
  }

  mutating func run() throws {
    for warning in program.warnings { view.say(.warning, warning) }
    if controls.needsRemote, remote == nil {
      view.say(.warning, "OSC addresses are bound, and nothing listens to them: add --remote PORT")
    }
    if play.clock == .link { link = try LinkHelper(tempo: play.tempo, quantum: play.bar) }
    try open(first: true)
    manager?.hasOpened()
    if let learning { view.say(.patch, learning.greeting(remote: play.remote)) }
    saved = states()
    var isOver = false
    while !isOver {
      usleep(Self.turn)
      switch signals.next() {
      case .end: isOver = true
      case .save: save()
      case nil: break
      }
      followManager()
      for request in learning == nil ? requests() : learn() where grant(request) { isOver = true }
      if journal.wantsFresh { try beginAfresh() }
      if let seconds = play.seconds, -begin.timeIntervalSinceNow > seconds { isOver = true }
      try turn()
    }
    close()
  }

  // MARK: The server

  /// Opens a client and plays; waits for a server that has gone.
  private mutating func open(first: Bool) throws {
    let client = try StageClient(name: play.name, block: play.latency)
    client.controls = controls.messages
    client.learns = learning != nil
    let row = try start(client, first: first)
    if first, journal.isResuming { mixer = PlayMixer(journal.resumed) }
    mixer.restore(row, client, level: concertLevel)
    let stage = Playing(client, row, before: play.before)
    self.stage = stage
    view.say(
      .server,
      "\(client.server), \(client.rate) Hz, blocks of \(client.block) frames"
        + (client.isRealTime ? "" : ", without real-time priority (see tactus play --check)"))
    isLatencyRefused = false
    if client.name != play.name {
      view.say(.warning, "another client is called “\(play.name)”, so this one is “\(client.name)”")
    }
    if first, StageFitness.lockMemory() { view.say(.server, "its memory is locked") }
    if play.master, !client.lead() {
      view.say(.warning, "another client tells the time of JACK, and is followed")
    }
    connect()
    let port = openPort(of: stage.instrument)
    if let port {
      view.say(
        .surfaces, "surfaces: UDP port \(port)" + (play.network ? " of the network" : " of this machine"))
      if let wish = play.port, wish != port {
        view.say(.warning, "port \(wish) is another program's: surfaces send to \(port) instead")
      }
    }
    let hasTriggers = controls.needsTriggers || learning != nil
    news = port.flatMap { try? PlaySubscription(port: $0, hasTriggers: hasTriggers) }
    devices?.play(port)
    if first, !journal.isResuming, let list = program.setList { news?.follow(list.name) }
    if recorder.isWanted {
      recorder.begin(stage.disk, stage.client, port: port, takes(of: stage), waits: true, view)
    }
    // The time of a concert begins with the first song.
    if program.concert == nil || play.clock != .internal { post(timeline) }
    if play.clock == .jack, play.master, play.roll { client.roll(true) }
    if let concert = program.concert { view.say(.patch, concert.line) }
  }

  /// Lets a client begin to play; its row. If the instruments of an interrupted session can't be restored, it begins
  /// without them.
  /// - Parameter first: Whether this is the first client of the session, and none that comes after a loss of the server.
  private mutating func start(_ client: StageClient, first: Bool) throws -> [StageClient.Member] {
    guard first, journal.isResuming else { return try start(client, isBack: !first) }
    do { return try start(client, after: journal.resumed, isBack: false) } catch let error as HostingError {
      view.say(.warning, "it can't go on and begins afresh: \(sentence(of: error))")
      journal.beginAfresh()
      kept = SavedStates()
      return try start(client, isBack: false)
    }
  }

  /// - Parameters:
  ///   - interrupted: the session that this one goes on with, or nil if it begins afresh.
  ///   - isBack: whether the server had gone: then a song goes on where it was.
  private mutating func start(
    _ client: StageClient, after interrupted: JournalSession? = nil, isBack: Bool
  ) throws -> [StageClient.Member] {
    guard let concert = program.concert else {
      let row = try program.row(
        play, bundle: bundle, rate: client.rate, block: client.block, states: kept.states)
      try client.start(row, clock: play.clock.source, before: max(play.before, 1))
      return row
    }
    if let song = interrupted?.song {
      concert.goOn(with: song.number - 1)
      if concert.index != song.number - 1 { kept.states = [] }
    }
    let rig = try concert.open(rate: client.rate, block: client.block, states: kept.states)
    var start = concert.start(of: concert.index, after: timeline, rolls: play.roll)
    if interrupted != nil, let before = journal.timeline(start.timeline) {
      start = StageRig.Start(before, click: start.click)
    } else if isBack, play.clock == .internal {
      start = StageRig.Start(timeline)
    }
    timeline = start.timeline
    timeline.anchor = -1
    listen(rig.members, isOn: true)
    try client.start(
      rig, pairs: concert.outputs, start: play.clock == .link ? nil : start, clock: play.clock.source,
      before: max(play.before, 1))
    return rig.members
  }

  /// Lets surfaces play the instruments of a song, or not any more.
  private func listen(_ row: [StageClient.Member], isOn: Bool) {
    var place = 0
    for member in row where member.instance.control("osc_listen") != nil {
      if let port = play.port { try? member.instance.set("osc_port", to: Float(port)) }
      if member.leads == nil {
        place += 1
        try? member.instance.set("osc_surface", to: Float(place))
      }
      try? member.instance.set("osc_listen", to: isOn ? play.network ? 2 : 1 : 0)
    }
  }

  /// Begins the takes of a new song as soon as its instruments alone hear their surfaces.
  private mutating func followTakes(_ stage: Playing) {
    func hears(_ member: StageClient.Member) -> Bool {
      (member.instance.value(of: "live_osc_port") ?? 1) >= 1
    }
    guard let leaving, stage.row.allSatisfy(hears),
      !leaving.contains(where: { $0.instance.control("live_osc_port") != nil && hears($0) })
    else { return }
    self.leaving = nil
    recorder.beginTakes(port: news?.port, takes(of: stage))
  }

  /// The instruments whose takes a recording has: all but scenes. In a concert the files have the song's number.
  private func takes(of stage: Playing) -> [PlayRecorder.Source] {
    let row = stage.row.filter { $0.leads == nil }
    let song = program.concert.map { "\($0.index + 1)-" } ?? ""
    return row.enumerated().compactMap { index, member in
      // Scenes send nothing to a take.
      guard member.sends != nil else { return nil }
      let name = member.name.map {
        $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? String($0) : "_"
      }.joined()
      let isAlone = row.count == 1 && program.concert == nil
      return PlayRecorder.Source(
        surface: UInt8(index + 1), name: isAlone ? "" : "\(song)\(index + 1)-\(name)")
    }
  }

  /// Lets the wanted song of a concert begin as soon as it can.
  private mutating func followConcert(_ stage: Playing) {
    guard let concert = program.concert else { return }
    for program in stage.client.programs() { concert.choose(program) }
    let view = view
    guard
      let begun = concert.turn(
        stage.client, timeline, isOwn: play.clock != .link, say: { view.say(.warning, $0) })
    else { return }
    listen(begun.rig.members, isOn: true)
    if begun.rig !== begun.old { listen(begun.old.members, isOn: false) }
    stage.row = begun.rig.members
    if begun.rig !== begun.old {
      recorder.stopTakes()
      leaving = begun.old.members
    }
    let song = concert.concert.songs[concert.index]
    if play.clock == .internal, let start = begun.start {
      timeline = start.timeline
      timeline.anchor = -1
    } else {
      if song.tempo > 0 { setTempo(Double(song.tempo)) }
      if song.start != .nothing { roll(true) }
    }
    view.say(.patch, concert.line)
  }

  /// The port that the instrument has opened, within two seconds; nil: it opens none.
  private func openPort(of instrument: Instance) -> UInt16? {
    guard instrument.control("live_osc_port") != nil else { return nil }
    for _ in 0..<100 {
      if let value = instrument.value(of: "live_osc_port"), value >= 1 { return UInt16(value) }
      usleep(20_000)
    }
    return nil
  }

  private func connect() {
    guard let stage else { return }
    let (made, missing, gone, undecided) = stage.client.connect(
      outputs: play.outputs, inputs: play.inputs, sounds: play.sounds,
      lights: play.lights ?? (controls.hasLights ? "" : nil), kept: kept.connections)
    for port in gone { view.say(.connected, "\(port) has gone, and all notes end") }
    for connection in made { view.say(.connected, connection) }
    for pattern in missing {
      let (playing, sounding, heard) = stage.client.otherPorts()
      let there = (playing + (play.sounds.isEmpty ? [] : sounding) + heard).joined(separator: ", ")
      view.say(
        .warning,
        "no port fits “\(pattern)”; it is connected as soon as one comes. There are: "
          + (there.isEmpty ? "none" : there))
    }
    if !undecided.isEmpty {
      view.say(
        .warning,
        "several devices could show the lights, and none does until --lights names one: "
          + undecided.joined(separator: ", "))
    }
  }

  /// Ends what the client that cannot go on does, and keeps the states.
  private mutating func leave() {
    guard let stage else { return }
    let why =
      stage.client.isOver
      ? "the sound server has gone"
      : stage.client.hasOtherRate
        ? "the sound server has another rate" : "the sound server has longer blocks"
    view.say(.warning, "\(why); it is looked for until it is there")
    if play.clock == .internal {
      let figures = stage.client.figures()
      (timeline.beat, timeline.anchor) = (figures.beat, -1)
      timeline.isRolling = figures.isRolling && play.afterLoss == .continue
    }
    kept.states = stage.row.compactMap { try? $0.instance.saveState() }
    mixer.keepMutes(stage.row, stage.client)
    devices?.play(nil)
    recorder.end(stage.disk, stage.client, view, because: why)
    _ = stage.disk.close()
    (news, leaving) = (nil, nil)
    notices = PlayNotices()
    sceneState = .none
  }

  /// Opens a new client as soon as there is a server. The old one is closed before: two of one process in two
  /// servers disturb each other.
  private mutating func reopen() throws {
    leave()
    stage = nil
    program.concert?.close()
    while true {
      do { return try open(first: false) } catch let error as StageError {
        if case .end? = signals.next() { throw error }
        usleep(Self.patience)
      }
    }
  }

  // MARK: Turns

  private mutating func turn() throws {
    // Held by nothing here, or the old client would live beside the new one.
    if stage.map({ $0.client.isOver || $0.client.hasOtherRate || $0.client.hasLongerBlocks }) ?? false {
      return try reopen()
    }
    guard let stage else { return }
    connect()
    followConcert(stage)
    followTakes(stage)
    lookAtScene()
    followLink()
    for line in devices?.news() ?? [] { view.say(line.isFault ? .warning : .connected, line.text) }
    if page.look(), let address = page.address { view.say(page: address, forLogs: page.publicAddress ?? "") }
    recorder.look(stage.disk, view)
    record(stage)
    var controls = controls
    controls.light(stage.client) { state($0, stage) }
    self.controls = controls
    if nextFacts.timeIntervalSinceNow < 0 { show(stage) }
  }

  /// Shows how it goes.
  private mutating func show(_ stage: Playing) {
    let figures = stage.client.figures()
    if figures.refused > wasRefused {
      view.say(.warning, "\(figures.refused - wasRefused) events were too large")
    }
    wasRefused = figures.refused
    if let wish = play.latency, figures.block > 0, figures.block != wish, !isLatencyRefused {
      isLatencyRefused = true
      view.say(
        .warning, "the server keeps its blocks of \(figures.block) frames: --latency \(wish) was refused")
    }
    nextFacts = Date(timeIntervalSinceNow: PlayNotices.period)
    var facts = facts(stage, figures)
    midi = figures.midi
    if let news { notices.tell(facts, sentence: view.sentence, by: news) }
    if let before { facts.join(before) }
    before = view.isDue ? nil : facts
    if view.isDue { view.show(facts, figures) }
  }

  /// The facts of this moment.
  private mutating func facts(_ stage: Playing, _ figures: StageClient.Figures) -> StageFacts {
    var facts = StageFacts()
    if let concert = program.concert {
      let song = concert.concert.songs[concert.index]
      (facts.kind, facts.title, facts.notes) = (
        "song", shown(song.title),
        song.notes.split(separator: 10).map { shown(Array($0)) }.joined(separator: "\n")
      )
      (facts.number, facts.count, facts.next) = (
        concert.index + 1, concert.concert.songs.count, concert.nextTitle
      )
    } else {
      facts.kind = program.scene == nil ? "patch" : "scene"
      facts.title = shown(program.scene?.name ?? news?.patch ?? "")
      (facts.number, facts.count) = (
        news?.place ?? 0, news?.place == nil ? 0 : program.setList?.patches.count ?? 0
      )
      facts.next = shown(news?.next(in: program.setList?.patches) ?? "")
    }
    (facts.tempo, facts.beat, facts.isRolling) = (figures.tempo, figures.beat, figures.isRolling)
    (facts.beatsPerBar, facts.clock, facts.peers) = (
      figures.beatsPerBar, play.clock.rawValue, link?.session?.peers
    )
    (facts.meters, facts.level) = (figures.meters, figures.level)
    facts.master = mixer.master(concertLevel)
    // Each instrument of a concert gets all touches.
    facts.touches = Int(stage.instrument.value(of: "live_count") ?? 0)
    let instruments = program.concert == nil ? [stage.instrument] : stage.row.map(\.instance)
    facts.voices = instruments.reduce(0) { $0 + Int($1.value(of: "live_voices") ?? 0) }
    facts.hasMIDI = figures.midi != midi
    (facts.load, facts.dropouts, facts.lostFrames) = (stage.client.load, figures.xruns, figures.lostFrames)
    facts.latency = Double(stage.client.outputLatency) / Double(stage.client.rate)
    facts.recorded = stage.disk.outline.map { Double($0.frames) / Double(stage.client.rate) }
    facts.freeDisk = recorder.free()
    facts.rigs = program.concert?.rigCount
    facts.keys = controls.keys
    return facts
  }

  /// Hands what is played to the journal, and tells what that has to say.
  private mutating func record(_ stage: Playing) {
    var song = JournalSong()
    if let concert = program.concert {
      song.number = concert.index + 1
      song.count = concert.concert.songs.count
      song.title = string(concert.concert.songs[concert.index].title)
    } else {
      song.number = news?.place ?? 0
      song.count = program.setList?.patches.count ?? 0
      song.title = program.scene?.name ?? play.grid ?? news?.patch ?? ""
    }
    let row = stage.row.map(\.instance)
    let change = rowStates.look(at: row)
    if let change { tell(change, stage) }
    journal.look(at: row, &rowStates, change, song, timeline, stage.client, volume: mixer.volume)
    for line in journal.news() { view.say(line.isFault ? .warning : .patch, line.text) }
  }

  /// Says which patch or grid an instrument of a concert plays now, if it was another one before: a route, a surface or
  /// a browser may have loaded it.
  private func tell(_ change: RowStates.Change, _ stage: Playing) {
    let member = stage.row[change.place]
    let property = member.leads == nil ? "patch" : "grid"
    guard program.concert != nil, let name = RowStates.name(property, in: change.now),
      name != RowStates.name(property, in: change.before)
    else { return }
    view.say(.patch, "\(member.name): the \(property) is “\(shown(name))”")
  }

  /// Tells what has become of the scene.
  private mutating func lookAtScene() {
    guard let scene = program.scene, let value = stage?.instrument.value(of: "live_state"),
      let state = SceneState(rawValue: UInt32(value)), state != sceneState
    else { return }
    sceneState = state
    let isFault = state == .failed || state == .blocked
    view.say(isFault ? .warning : .patch, "the scene “\(scene.name)”: \(state.name)")
    if isFault { view.say(.warning, "tactus scene check \(scene.path) lists what is missing") }
  }

  private mutating func followLink() {
    guard let link else { return }
    if link.read(), let session = link.session { post(session.timeline(beatsPerBar: play.bar)) }
    if link.isLost != isLinkLost {
      isLinkLost = link.isLost
      view.say(.warning, isLinkLost ? "the helper of Link is lost; the time goes on alone" : "Link is back")
    }
  }

  /// Hands a timeline to the audio thread, and keeps it for the next client.
  private mutating func post(_ next: StageTimeline) {
    timeline = next
    stage?.client.post(next)
  }

  // MARK: Wishes

  /// The requests since the last turn: by keys, MIDI, game controllers, OSC and triggers of the patch.
  private mutating func requests() -> [PlayRequest] {
    var requests = controls.requests(stage?.client.controlEvents() ?? [])
    while let key = keys?.next() {
      if key == PlayView.keysKey { view.showKeys() }
      if key == PlayJournal.freshKey { journal.askToBeginAfresh() }
      requests += controls.requests(key: key)
    }
    requests += controls.requests(devices?.reports() ?? [])
    requests += controls.requests(readRemote()) { [view] in view.say(.warning, $0) }
    let news = readNews()
    for condition in news.triggers {
      requests += controls.requests(ControlSource(.gesture, condition.words.bytes))
    }
    return requests + news.requests
  }

  /// The messages of remote control.
  private mutating func readRemote() -> [OSCMessage] {
    remote?.read { [view] in view.say(.warning, $0) } ?? []
  }

  /// Shows the news of the instrument. Returns the triggers of its patch, and actions that others want.
  private mutating func readNews() -> (triggers: [TriggerCondition], requests: [PlayRequest]) {
    guard let (lines, triggers, requests) = news?.read() else { return ([], []) }
    // In a concert the song is told, and not the patch of each instrument.
    for line in lines where line.isFault || program.concert == nil {
      view.say(line.isFault ? .warning : .patch, line.text)
    }
    return (triggers, requests)
  }

  /// Stores the source that has acted since the last turn.
  /// - Returns: The request to end, once it is stored.
  private mutating func learn() -> [PlayRequest] {
    guard var learning else { return [] }
    defer { self.learning = learning }
    var sources = (stage?.client.controlEvents() ?? []).compactMap { learning.source($0) }
    let end = PlayRequest(NumberedAction(.end))
    while let key = keys?.next() {
      if PlayRequest(key: key)?.action.action == .end { return [end] }
      if let name = ControlSource.name(ofKey: Array(String(key).utf8)) {
        sources.append(ControlSource(.key, name))
      }
    }
    sources += (devices?.reports() ?? []).compactMap { learning.source($0) }
    sources += readRemote().compactMap { learning.source($0) }
    for condition in readNews().triggers { learning.note(condition, at: Date()) }
    if let gesture = learning.gesture(at: Date()) { sources.append(gesture) }
    for source in sources {
      guard let (text, isDone) = learning.learn(source) else { continue }
      view.say(isDone ? .patch : .warning, text)
      if isDone { return [end] }
    }
    return []
  }

  /// Does what is requested; whether it ends the session.
  private mutating func grant(_ request: PlayRequest) -> Bool {
    guard let stage else { return request.action.action == .end }
    switch request.action.action {
    case .next: step(1)
    case .previous: step(-1)
    case .song: choose(request.action.number - 1)
    case .panic:
      stage.client.panic()
      news?.send("panic")
      view.say(.patch, "all notes end")
    case .record:
      let records = stage.disk.outline != nil
      guard request.isOn != records else { break }
      if records {
        recorder.end(stage.disk, stage.client, view, because: nil)
      } else {
        recorder.begin(stage.disk, stage.client, port: news?.port, takes(of: stage), waits: false, view)
      }
    case .time: roll(request.isOn)
    case .start, .stop: roll(request.action.action == .start)
    case .tap:
      guard let tempo = taps.tap(at: -begin.timeIntervalSinceNow) else { break }
      let isOwn = setTempo(tempo)
      view.say(
        .patch, isOwn ? "\(rounded(tempo)) a minute" : "the tempo is that of --clock \(play.clock.rawValue)")
    case .page: showPage()
    case .end: return true
    case .pattern, .fill, .mute, .macro, .level, .louder, .softer:
      if let line = mixer.perform(request, stage.row, stage.client, level: concertLevel) {
        view.say(line.isFault ? .warning : .patch, line.text)
      }
    }
    return false
  }

  /// Goes to the next or the previous song or patch. A row of several instruments has neither.
  private func step(_ step: Int) {
    if let concert = program.concert { return concert.step(step) }
    guard !program.isRow else { return view.say(.patch, "a row has no songs: play a concert") }
    news?.send(step > 0 ? "patch/next" : "patch/previous")
  }

  /// The level of the concert in decibels.
  private var concertLevel: Float { program.concert?.concert.level ?? 0 }

  /// Begins a song from 0, or loads a patch of the set list.
  private func choose(_ song: Int) {
    if let concert = program.concert {
      if concert.concert.songs.indices.contains(song) { return concert.choose(song) }
    } else if let patches = program.setList?.patches, patches.indices.contains(song) {
      news?.send("patch/load", [.text(patches[song])])
      return
    }
    view.say(.warning, "there is no song \(song + 1)")
  }

  /// The state of an action, 0 to 1, for a light.
  private func state(_ action: NumberedAction, _ stage: Playing) -> Float {
    let isOn: Bool
    switch action.action {
    case .record: isOn = stage.disk.outline != nil
    case .time, .start: isOn = stage.client.isRolling
    case .stop: isOn = !stage.client.isRolling
    case .song: isOn = action.number == program.concert.map { $0.index + 1 } ?? news?.place
    default: return mixer.state(action, stage.row, stage.client)
    }
    return isOn ? 1 : 0
  }

  private func showPage() {
    guard let address = page.address else { return view.say(.page, "no page is served: run tactus surface") }
    view.show(page: address, code: page.code, forLogs: page.publicAddress ?? "")
  }

  /// Starts or stops the time; nil: the other of both.
  private mutating func roll(_ isOn: Bool?) {
    let isRolling = link?.session?.isPlaying ?? stage?.client.figures().isRolling ?? false
    let isOn = isOn ?? !isRolling
    guard isOn != isRolling else { return }
    guard link != nil || play.clock == .internal || play.clock == .jack && play.master else {
      return view.say(.patch, "the time is that of --clock \(play.clock.rawValue)")
    }
    view.say(.patch, isOn ? "the time runs" : "the time stops")
    if let link { return link.setPlaying(isOn) }
    if play.clock == .jack {
      stage?.client.roll(isOn)
      return
    }
    var next = timeline
    (next.isRolling, next.beat, next.anchor) = (isOn, 0, -1)
    post(next)
  }

  /// - Returns: whether the tempo is this program's to set.
  @discardableResult
  private mutating func setTempo(_ tempo: Double) -> Bool {
    if let link {
      link.setTempo(tempo)
      return true
    }
    guard play.clock == .internal || play.master, let stage else { return false }
    // The beat goes on from where it is.
    var next = timeline
    (next.tempo, next.beat, next.anchor) = (tempo, stage.client.figures().beat, -1)
    post(next)
    return true
  }

  // MARK: Beginning and ending

  /// Gives up the interrupted session that this one goes on with.
  private mutating func beginAfresh() throws {
    journal.beginAfresh()
    stage?.client.fadeOut()
    if let stage { recorder.end(stage.disk, stage.client, view, because: "the session begins afresh") }
    _ = stage?.disk.close()
    devices?.play(nil)
    (news, stage, kept, leaving, mixer) = (nil, nil, SavedStates(), nil, PlayMixer())
    notices = PlayNotices()
    program.concert?.close(forgetting: true)
    program.concert?.goOn(with: 0)
    (timeline.tempo, timeline.beatsPerBar) = (play.tempo, play.bar)
    timeline.isRolling = play.clock == .internal && (play.roll || play.grid != nil)
    view.say(.patch, "it begins afresh")
    try open(first: true)
  }

  /// Keeps the state.
  /// - Returns: the reason why it could not be kept, or nil if it is.
  @discardableResult
  private func save() -> String? {
    guard let stateFile, let stage else { return nil }
    do {
      var now = kept
      // The songs of a concert are those of its file.
      now.states = try program.concert == nil ? stage.row.map { try $0.instance.saveState() } : []
      if !stage.client.isOver { now.connections = stage.client.connections() }
      try now.write(to: stateFile)
      view.say(.patch, "the state is kept in \(stateFile)")
      return nil
    } catch {
      view.say(.warning, "the state could not be kept: \(sentence(of: error))")
      return sentence(of: error)
    }
  }

  /// The states of the row, or nil if one can't be saved now.
  private func states() -> [String]? { try? stage?.row.map { try $0.instance.saveState() } }

  /// Saves when the manager of the session asks, and tells it every other second whether something is unsaved.
  private mutating func followManager() {
    guard let manager else { return }
    if manager.wantsSave() {
      let fault = save()
      if fault == nil { saved = states() }
      manager.hasSaved(fault: fault)
    }
    guard nextLook.timeIntervalSinceNow < 0 else { return }
    nextLook = Date(timeIntervalSinceNow: 2)
    if let now = states() { manager.tell(isDirty: now != saved) }
  }

  private mutating func close() {
    guard let stage else { return }
    // A session that is closed without a save keeps what was saved; learning changes nothing of it.
    if manager == nil, learning == nil { save() }
    devices?.end()
    controls.darken(stage.client)
    stage.client.fadeOut()
    recorder.end(stage.disk, stage.client, view, because: nil)
    _ = stage.disk.close()
    for line in journal.news() { view.say(line.isFault ? .warning : .patch, line.text) }
    program.concert?.close()
  }
}
