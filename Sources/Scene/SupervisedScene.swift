// The scene of one instance as the supervisor sees it: which one is wanted, its Pd, what became of it. Input
// thread, under the supervisor's mutex.
import CPosix
import Controls
import RealTime
import SceneFiles
import Synchronization
import Text

final class SupervisedScene {
  /// Nanoseconds.
  static let second: Int64 = 1_000_000_000
  /// The waits before further attempts; behind the last one the scene stays failed.
  private static let pauses: [Int64] = [0, 1, 4, 16]

  let link: UnsafeMutablePointer<SceneLink>
  /// The scene that is wanted; empty: none.
  private(set) var path: [UInt8] = []
  /// The recording that goes on.
  var recording: SceneRecording?
  /// The Pd that loads, and the one that plays.
  var next: PdProcess?
  var current: PdProcess?
  /// Those that the audio thread still has, and those that end.
  private var leaving: [PdProcess] = []
  private var closing: [PdProcess] = []
  var console = SceneConsole()
  /// Values set from outside, and those of the widgets in a Pd that has ended; by key.
  var kept = WidgetValueStore()
  /// The values that the patch itself saves.
  var memory = PatchMemory()
  /// The Pd that is installed; and the one with which the session was saved, empty: it does not say.
  let version: PdVersion
  /// The limits that this system can enforce.
  private let bounds: BoxBounds
  private(set) var savedVersion: [UInt8] = []
  var hasCompared = false
  var publisher = ScenePublisher()
  /// The picture that the patch has chosen, as windows receive it.
  var background: [UInt8] = []
  /// The name of the requested picture (empty: none), and the earliest time to show it.
  var nextBackground: [UInt8]?
  var backgroundDue: Int64 = 0
  /// When the patch may show a text again.
  var textDue: Int64 = 0
  /// The values of the ports that pages have received.
  var publishedPorts: [Float] = []
  /// Where programs of the network and pages ask, and what they receive.
  let sceneRequests: UnsafeMutablePointer<SceneRequestQueue>?
  private var patch = WatchedPatch()
  private var failures = 0
  /// When the next attempt is due, and when the last one was.
  private var due: Int64?
  private var begun: Int64 = 0
  private var restarts: UInt32 = 0
  /// The sentence behind the state's name, the lines that were told with it, and when.
  private var detail: [UInt8] = []
  /// A sentence about what the box hides or can't limit, or empty.
  private var notice: UTF8Text = ""
  /// The destinations that the broker has not received yet, and the time since which the new patch plays
  /// alone.
  private var destinations: (reach: SceneReach, addresses: [UInt8])?
  private var isSentTo: Int64?
  /// The time of the next check of its limits.
  private var countDue: Int64 = 0
  private var toldLines = 0
  private var told: Int64 = 0

  /// The data folders of all scenes, the folder of the scene that plays or loads, and the id that the session
  /// saves for it.
  let data: SceneDataFolders
  private(set) var dataFolder: SceneData?
  private(set) var dataID: [UInt8] = []
  private let libraries: [UInt8]
  /// The folder of settings; empty: none.
  private let settings: [UInt8]
  private var shelf: SceneFolderRequests
  let places: ScenePlaces

  init(
    _ link: UnsafeMutablePointer<SceneLink>, data: SceneDataFolders, libraries: [UInt8], settings: [UInt8],
    version: PdVersion, bounds: BoxBounds, sceneRequests: UnsafeMutablePointer<SceneRequestQueue>? = nil
  ) {
    self.link = link
    self.sceneRequests = sceneRequests
    self.version = version
    self.bounds = bounds
    self.settings = settings
    self.data = data
    self.libraries = libraries
    func beside(_ folder: [UInt8], _ ending: StaticString, _ other: StaticString) -> [UInt8] {
      let ending = UTF8Text(ending).bytes
      guard folder.count > ending.count, Array(folder.suffix(ending.count)) == ending else { return [] }
      return folder.dropLast(ending.count) + UTF8Text(other).bytes
    }
    // The built-in scene of a bundle has no user folders.
    let base = data.bundle.isEmpty ? data.path : []
    places = ScenePlaces(
      user: beside(base, "/scenes-data", "/scenes"), bundle: beside(libraries, "/scenes/libs", "/scenes"),
      sessions: beside(base, "/scenes-data", "/scenes-sessions"))
    shelf = SceneFolderRequests(user: places.user, bundle: places.bundle)
  }

  /// Whether something moves, so that the thread looks often.
  var isBusy: Bool {
    next != nil || due != nil || current != nil || !leaving.isEmpty || !closing.isEmpty || shelf.isBusy
  }

  var descriptors: [Int32] {
    (next?.descriptors ?? []) + (current?.descriptors ?? [])
  }

  /// Chooses another scene.
  /// - Parameters:
  ///   - values: what its widgets have.
  ///   - memory: what the patch itself keeps.
  ///   - version: the Pd with which the session was saved; empty: none.
  ///   - dataID: The id of the scene's data folder in the session, or empty.
  ///   - ports: what pages have set of the ports that they move; NaN: nothing.
  func choose(
    _ path: [UInt8], values: [(key: [UInt8], value: SceneValue)] = [], memory: [[SceneAtom]] = [],
    version: [UInt8] = [], dataID: [UInt8] = [], ports: [Float] = [.nan, .nan, .nan], now: Int64
  ) {
    link.pointee.pagePorts.begin(with: ports)
    (self.path, self.dataID, dataFolder) = (path, dataID, nil)
    failures = 0
    kept = WidgetValueStore(values)
    (self.memory, savedVersion) = (PatchMemory(memory), version)
    publish(.path, path)
    if path.isEmpty {
      dropNext()
      dropCurrent()
      due = nil
      enter(.none, [])
    } else {
      beginSoon(now)
    }
  }

  /// At once, but ten times a second at most: hosts restore in storms.
  private func beginSoon(_ now: Int64) {
    due = max(now, begun + Self.second / 10)
    enter(.starting, [])
  }

  /// One look: wishes, prints, ends, answers.
  func turn(now: Int64) {
    let wishes = link.pointee.wishes.load(ordering: .acquiring)
    readWishes(now)
    collect(now)
    watch(now)
    recording?.write(from: link)
    follow()
    loadBackground(now)
    readMemory()
    compareVersions()
    answerRequests(now)
    publishNews(now)
    publishPorts()
    if let piece = shelf.turn() { publish(.shelf, piece) }
    // Saved in Pd's own window, it begins anew with what its widgets have.
    if !link.pointee.isFreeWheel.load(ordering: .relaxed), patch.isSaved(now: now), due == nil, !path.isEmpty
    {
      failures = 0
      beginSoon(now)
    }
    checkBounds(now)
    settleDestinations(now)
    if let due, now >= due { begin(now) }
    // Reports the patch's console twice a second.
    if console.count != toldLines, now - told > Self.second / 2 { tellState() }
    link.pointee.answered.store(wishes, ordering: .releasing)
  }

  /// Handles the requests and the values of widgets so far, before a session is saved or restored: a session
  /// has what a host has moved before, and nothing of it acts on another scene.
  func catchUp(_ now: Int64) {
    readWishes(now)
    follow()
  }

  private func readWishes(_ now: Int64) {
    while let (request, text) = link.pointee.toSupervisor.take() {
      switch request {
      case .path: choose(text, now: now)
      case .get:
        publish(.path, path)
        tellState()
        tellRecording()
        publish(.background, background)
        publisher.begin(.windows, nil)
      case .values: set(text)
      case .shelf:
        if SceneFolderRequests.isEdit(text) { edit() }
        if SceneFolderRequests.isEnd(text) { record(false) }
        if !playKey(text) { askShelf(text, now) }
      case .moved(let control, let position, let choice):
        // Another scene may have been chosen while the block ran.
        guard choice == link.pointee.pagePorts.choices.load(ordering: .relaxed) else { break }
        if let page = current?.page ?? next?.page { kept.move(control: control, to: position, page.board) }
      case .time: send(SceneClock.now().message)
      case .timestamp: sendTimestamp()
      case .record: record(true)
      case .endRecord: record(false)
      case .open: open(text)
      case .background: nextBackground = text
      case .address: show(address: text, now)
      }
    }
    let restarts = link.pointee.restarts.load(ordering: .relaxed)
    if restarts != self.restarts {
      self.restarts = restarts
      restart(now)
    }
  }

  /// Begins the scene anew with what was set from outside.
  func restart(_ now: Int64) {
    guard !path.isEmpty else { return }
    failures = 0
    kept.forgetHeard()
    beginSoon(now)
  }

  /// Handles requests about the folders of scenes, and opens the named one. Failures are reported.
  func askShelf(_ question: [UInt8], _ now: Int64) {
    let (said, opened) = shelf.ask(question)
    if let opened { choose(opened, now: now) }
    if !said.isEmpty { publish(.values, ("{\"refused\": \(JSON.quoted(said))}" as UTF8Text).bytes) }
  }

  /// Whether a scene of this path lies in the folders of scenes.
  func isOnShelf(_ path: [UInt8]) -> Bool { shelf.has(path) }

  /// Takes back values that the audio thread no longer uses.
  private func collect(_ now: Int64) {
    while let address = link.pointee.retired.pop() {
      if let index = leaving.firstIndex(where: { UInt(bitPattern: $0.stream) == address }) {
        closing.append(leaving.remove(at: index))
      } else if let current, UInt(bitPattern: current.stream) == address {
        // In free wheel the audio thread gives it back before another one is there.
        let isBroken = current.stream.pointee.isBroken.load(ordering: .relaxed)
        closing.append(current)
        self.current = nil
        if isBroken, due == nil, next == nil { hasFailed("Pd has ended", now) }
      }
    }
    closing.removeAll { $0.close(now: now) }
  }

  /// Whether no line that Pd prints may be lost: a render may begin with the next block.
  private var keepsPrints: Bool {
    isFreeWheel || next != nil || link.pointee.offered.load(ordering: .relaxed) != 0
  }

  /// Whether the host renders.
  var isFreeWheel: Bool { link.pointee.isFreeWheel.load(ordering: .relaxed) }

  private func watch(_ now: Int64) {
    if let next {
      next.readPrints(into: &console, isAll: keepsPrints)
      if next.load() {
        self.next = nil
        offer(next)
      } else if let place = next.wrongPlace {
        next.end()
        dropNext()
        hasFailed("\(place) was replaced while the box was being created", now)
      } else if next.checkEnd() {
        next.readPrints(into: &console, isAll: keepsPrints)
        let refusal = console.first(with: "bwrap: ")
        dropNext()
        if let refusal {
          enter(.blocked, ("this system can't create the box: \(refusal)" as UTF8Text).bytes)
        } else {
          hasFailed("Pd has ended while it loaded the patch", now)
        }
      } else if now - next.begun > 10 * Self.second {
        dropNext()
        hasFailed("the patch did not load within 10 s", now)
      }
    }
    if let current {
      current.readPrints(into: &console, isAll: keepsPrints)
      let limit = isFreeWheel ? 10 * Self.second : Self.second / 2
      if current.checkEnd() || current.stream.pointee.isBroken.load(ordering: .relaxed) {
        current.readPrints(into: &console, isAll: keepsPrints)
        dropCurrent()
        hasFailed("Pd has ended", now)
      } else if current.isHung(for: limit, now: now) {
        dropCurrent()
        hasFailed("Pd hung, and was ended", now)
      } else if failures > 0, now - current.begun > 60 * Self.second {
        failures = 0
      }
    }
  }

  /// Starts a Pd beside the one that plays.
  private func begin(_ now: Int64) {
    dropNext()
    (due, begun) = (nil, now)
    let programs = ScenePrograms()
    console = SceneConsole()
    publisher.forgetLines()
    hasCompared = false
    version.ask(("\(programs.pd)/bin/pd" as UTF8Text).bytes)
    do throws(DocumentError) {
      // Programs needed without a sandbox come first, because they concern every scene.
      if let missing = programs.missing(isBoxed: false) { throw DocumentError(missing.bytes) }
      let file = try SceneFile(path)
      let grant = trust().grant(of: file)
      // Until the new patch plays alone, nothing is sent to the network.
      (destinations, isSentTo) = (grant.reach, nil)
      tellDestinations((.listed, []))
      if let missing = programs.missing(isBoxed: !grant.hasNoBox) { throw DocumentError(missing.bytes) }
      if grant.hasNoBox { console.add(line: "you trust this scene: it has no box") }
      if grant.hasNetwork { console.add(line: "you trust this scene: it has the network") }
      let rate = file.sampleRate(ofHost: link.pointee.sampleRate)
      patch.begin(file.main, now: now)
      let page = ScenePage(file, libraries: libraries, values: kept.all)
      page.begin(with: memory.messages)
      openData(of: file)
      let isFull = dataFolder.map { DataUsage.bytes(in: $0.folder) > SceneLimits.data } ?? false
      if !grant.hasNoBox { bounds.ask(programs.box) }
      var sentences: [UTF8Text] = []
      if !grant.hasNoBox {
        sentences = [SceneFile.sentence(hidden: file.hidden())] + bounds.missing
        if isFull { sentences.append(Self.fullSentence) }
      }
      note(sentences)
      let rates = (host: Int(min(max(link.pointee.sampleRate, 1), 1e6) + 0.5), own: rate)
      let wants = SceneScan.wants(file)
      if wants.outputs > 2 {
        console.add(line: "\(wants.outputs) channels: odd ones are heard on the left, even ones on the right")
      }
      next = try PdProcess(
        PdCommand(
          file, programs, bounds, sampleRate: Double(rate), data: dataFolder, isDataFull: isFull,
          libraries: libraries, grant: grant, outputs: wants.outputs,
          ticks: PdProcess.ticks(link.pointee.ticks, rates), files: page.files),
        page, data: isFull ? nil : dataFolder, ticks: link.pointee.ticks, wants: wants,
        rates: rates, now: now)
      enter(.starting, [])
    } catch {
      dropCurrent()
      enter(.blocked, error.message)
    }
  }

  /// Opens the scene's data folder. Without one, the scene still plays.
  func openData(of file: SceneFile) {
    if data.path.isEmpty { return }
    do throws(DocumentError) {
      let opened = try data.open(for: file, id: dataID) { shelf.paths + places.unpacked }
      (dataFolder, dataID) = (opened, opened.id)
    } catch {
      dataFolder = nil
      console.add(line: UTF8Text(bytes: error.message))
    }
  }

  /// Sends the destinations to the broker, half a second after the previous scene has ended, so that its last
  /// messages have been forwarded by then.
  private func settleDestinations(_ now: Int64) {
    guard let wanted = destinations else { return }
    guard current != nil, next == nil, leaving.isEmpty else { return isSentTo = nil }
    let since = isSentTo ?? now
    isSentTo = since
    guard now - since > Self.second / 2 else { return }
    tellDestinations(wanted)
    destinations = nil
  }

  private func tellDestinations(_ wanted: (reach: SceneReach, addresses: [UInt8])) {
    guard let sceneRequests else { return }
    _ = wanted.addresses.withUnsafeBytes { sceneRequests.pointee.destinations.push(wanted.reach, $0) }
  }

  /// The notice about a full data folder.
  private static let fullSentence: UTF8Text =
    "the scene's data folder exceeds 1 GiB or 10,000 files: it is read-only until you delete some"

  /// Sets the notice that is shown while the scene plays.
  private func note(_ sentences: [UTF8Text]) {
    let sentences = sentences.filter { !$0.bytes.isEmpty }
    for sentence in sentences { console.add(line: sentence) }
    notice = ""
    for sentence in sentences { notice += notice.bytes.isEmpty ? sentence : ("; \(sentence)" as UTF8Text) }
  }

  /// Ends each Pd that exceeds its limits, including those that are loading or leaving. Checks four times a
  /// second, but spends at most a twentieth of the time on it.
  private func checkBounds(_ now: Int64) {
    guard now > countDue else { return }
    let entry = recording?.entry
    var excess: UTF8Text?
    for each in leaving where each.excess(except: entry) != nil { each.end() }
    if let next, let sentence = next.excess(except: entry) {
      next.end()
      dropNext()
      excess = sentence
    }
    if let current, let sentence = current.excess(except: entry) {
      dropCurrent()
      excess = sentence
    }
    countDue = now + max(Self.second / 4, 20 * (tactus_monotonic() - now))
    if let excess { hasFailed(excess, now) }
  }

  /// The user's grants. An unreadable list grants nothing.
  private func trust() -> SceneTrust {
    do throws(DocumentError) { return try SceneTrust(folder: settings) } catch {
      console.add(line: "no scene is trusted: \(error.message)")
      return SceneTrust()
    }
  }

  /// Lets the audio thread have it. The one that it has leaves when it comes back.
  private func offer(_ process: PdProcess) {
    dropUntaken()
    if let current { leaving.append(current) }
    current = process
    link.pointee.offered.store(UInt(bitPattern: process.stream), ordering: .releasing)
    var detail = UTF8Text(bytes: process.page.fault)
    if !notice.bytes.isEmpty { detail += detail.bytes.isEmpty ? notice : ("; \(notice)" as UTF8Text) }
    enter(.playing, detail.bytes)
    publisher.begin(process.page)
    nextBackground = nil
    show(background: [])
  }

  /// Opens the scene in Pd's own window.
  private func edit() {
    var said: UTF8Text = "no scene is chosen"
    if let file = try? SceneFile(path) {
      said = SceneEditor.open(file.main, ScenePrograms().searched(libraries: libraries))
    }
    if !said.bytes.isEmpty {
      publish(.values, ("{\"refused\": \(JSON.quoted(said.bytes))}" as UTF8Text).bytes)
    }
  }

  /// Whether the patch that plays is asked what it keeps.
  var keepsItself: Bool { current?.stream.pointee.wants.keeps ?? false }

  /// Reports on a scene that begins or plays.
  func warn(_ sentence: UTF8Text) {
    console.add(line: sentence)
    if detail.isEmpty { detail = sentence.bytes }
    tellState()
  }

  private func hasFailed(_ reason: UTF8Text, _ now: Int64) {
    if failures < Self.pauses.count {
      due = now + Self.pauses[failures] * Self.second
      failures += 1
      enter(.starting, ("\(reason); it restarts" as UTF8Text).bytes)
    } else {
      enter(.failed, ("\(reason) too often" as UTF8Text).bytes)
    }
  }

  /// Ends the Pd that plays, the one that loads, and a recording.
  func leave() {
    record(false)
    due = nil
    dropNext()
    dropCurrent()
  }

  private func dropNext() {
    guard let next else { return }
    closing.append(next)
    self.next = nil
  }

  /// Ends the Pd that plays. The audio thread may still have its stream, and gives it back.
  private func dropCurrent() {
    dropUntaken()
    guard let current else { return }
    current.stream.pointee.isBroken.store(true, ordering: .relaxed)
    current.end()
    leaving.append(current)
    self.current = nil
  }

  /// Takes back a stream that the audio thread has not taken yet.
  private func dropUntaken() {
    let address = link.pointee.offered.exchange(0, ordering: .acquiringAndReleasing)
    guard address != 0, let current, UInt(bitPattern: current.stream) == address else { return }
    closing.append(current)
    self.current = nil
  }

  private func enter(_ state: SceneState, _ detail: [UInt8]) {
    self.detail = detail
    link.pointee.state.store(state.number, ordering: .releasing)
    tellState()
  }

  func tellState() {
    let number = link.pointee.state.load(ordering: .relaxed)
    let state = SceneState.allCases.first { $0.number == number } ?? .none
    var text = UTF8Text(state.name)
    if !detail.isEmpty { text += ": \(detail)" }
    (toldLines, told) = (console.count, tactus_monotonic())
    publish(.state, text.bytes + console.text)
  }

  /// Publishes to windows and to pages in browsers.
  func publish(_ update: SceneUpdate, _ text: [UInt8]) {
    _ = publish(update, text, to: .windows)
    _ = publish(update, text, to: .pages)
  }

  /// Publishes to one audience. Windows receive it through the host; without room it is lost, because a host that
  /// runs reads all.
  /// - Returns: whether there was room.
  func publish(_ update: SceneUpdate, _ text: [UInt8], to audience: ScenePublisher.Audience) -> Bool {
    switch audience {
    case .windows: return text.withUnsafeBytes { link.pointee.fromSupervisor.push(update, $0) }
    case .pages where !isShown: return false
    case .pages, .programs:
      return text.withUnsafeBytes { sceneRequests?.pointee.updates.push(update, $0) ?? false }
    }
  }

  /// The instance is gone: all of its processes end.
  /// - Returns: those that still do.
  func end(now: Int64) -> [PdProcess] {
    record(false)
    dropNext()
    dropUntaken()
    let all = closing + leaving + [current].compactMap { $0 }
    return all.filter { !$0.close(now: now) }
  }
}
