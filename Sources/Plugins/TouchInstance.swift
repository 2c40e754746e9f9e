// One instance of Tactus Touch: connects ports, events and the network to the processor. Host thread and
// audio thread.
import Broker
import Touch
import CLV2
import CPosix
import CTuningMaster
import Controls
import Instrument
import LV2
import Lanes
import Loops
import Music
import RealTime
import Signal
import Stores
import Synchronization

/// The instance that an `LV2_Handle` of Tactus Touch points to.
struct TouchInstance: ~Copyable, OptionsInstance {
  /// The most network events of one `run`, so that a flood cannot prolong a block; the others wait.
  static var eventsPerRun: Int { @_noLocks get { 256 } }
  /// The longest text for a `notify` buffer of the size that the Turtle file requests (`rsz:minimumSize`).
  static var longestText: Int { @_noLocks get { 65_536 - 256 } }

  let urids: URIDs
  let ownURIDs: TactusURIDs
  let tableFile: UnsafeRawPointer
  let options: InstanceOptions
  /// Shared with the input thread.
  let feed: UnsafeMutablePointer<InstanceLink>
  /// Keeps and edits the patch; not for the audio thread.
  let store: PatchStore
  /// Patches from the store to the audio thread and back.
  let mailbox: UnsafeMutablePointer<Mailbox<CompiledPatch>>
  /// Layers of the looper to the store, and restored ones back.
  let loops: UnsafeMutablePointer<LoopExchange>
  var processor: TouchProcessor
  /// Plays patches that are not loaded.
  private var previews: PreviewPlayer
  /// Sounds how far the player is from a lesson.
  private var guide: GuideTone
  /// The host's request for changed program names; nil: it wants none.
  var midnamUpdate: UnsafeMutablePointer<Tactus_Midnam_Update>?
  /// A master of all tunings, if one is installed.
  let master: UnsafeMutablePointer<tactus_master>?
  var clock: ArrivalClock
  var framesPerShow: Int
  /// The number of drawn lines that have been published.
  var drawnLines: UInt32 = 0
  /// The number of the last base value that a window has set.
  var baseChange: UInt32 = 0
  /// The revision of the last base value that came from the document.
  private var takenBase: Int32 = 0
  /// Frames since the last live state was published.
  var framesNotShown = 0
  /// The windows that watch.
  var live: LiveOutput
  /// The picture in the host's mixer strip, and whether it shows touches.
  var strip: InlineDisplay
  var waker: InputWaker
  private var requests: PortRequests
  let strips = Snapshot(TouchStrip())
  /// The load that plays and the values that were sent since, for the session.
  let loads = Snapshot(PatchLoad())
  var isStripUsed = false
  /// The buffers that the host connected, `TouchPort.count` of them.
  let ports: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// The previous bits of each control input, so that only changes are handled; as many.
  let lastBits: UnsafeMutablePointer<UInt32>
  /// The bits of a port whose value is not known yet.
  private static var unknown: UInt32 { @_noLocks get { 0xFFFF_FFFF } }
  /// The notes of one frame, until something else comes.
  var notes = NoteOrder()
  /// The controllers that the outputs from `liveCentroidX` to `liveHullArea` show.
  var shown = InlineArray<7, Controller>(repeating: .groupCount)
  static var shownCount: Int { @_noLocks get { 7 } }

  /// - Parameters:
  ///   - tableFile: the mapped wavetable file, `WaveTables.fileBytes` long; the instance releases it.
  ///   - store: holds the patch that sounds first.
  ///   - profiles: the folders of input profiles.
  ///   - patch: the compiled form of it; the instance owns it from here on.
  ///   - writesAutomation: whether the host records automation that the plugin sends.
  ///   - strip: how the host is asked to draw the picture in its mixer strip, or nil if it has none.
  ///   - worker: the host's worker, or nil if it has none.
  ///   - knobs: the host's feature for moving its knobs, or nil.
  init(
    sampleRate: Double, options: InstanceOptions, urids: URIDs, ownURIDs: TactusURIDs,
    tableFile: UnsafeRawPointer, store: PatchStore,
    profiles: ProfileFolders, patch: UnsafeMutablePointer<CompiledPatch>, writesAutomation: Bool,
    strip: UnsafeMutablePointer<Tactus_Inline_Queue>?,
    worker: UnsafeMutablePointer<LV2_Worker_Schedule>?,
    knobs: UnsafeMutablePointer<Tactus_Port_Request>?
  ) {
    self.urids = urids
    self.ownURIDs = ownURIDs
    self.tableFile = tableFile
    self.options = options
    let tables = Self.tables(in: tableFile)
    self.store = store
    mailbox = store.mailbox
    loops = store.loops
    processor = TouchProcessor(sampleRate: Float(sampleRate), tables: tables, patch: patch)
    processor.reportAutomation(writesAutomation)
    previews = PreviewPlayer(link: store.previews.link)
    store.previews.open(sampleRate: Float(sampleRate), tables: tables)
    guide = GuideTone(sampleRate: Float(sampleRate))
    midnamUpdate = nil
    clock = ArrivalClock(sampleRate: sampleRate)
    framesPerShow = Int(sampleRate / 60)
    live = LiveOutput(sampleRate: sampleRate)
    self.strip = InlineDisplay(sampleRate: sampleRate, queue: strip)
    waker = InputWaker(worker)
    requests = PortRequests(sampleRate: sampleRate, host: knobs)
    ports = .allocate(capacity: TouchPort.count)
    ports.initialize(repeating: nil, count: TouchPort.count)
    for index in 0..<Self.shownCount {
      let port = TouchPort.at(Int(TouchPort.liveCentroidX.rawValue) + index)
      if let controller = port?.shown { shown[index] = controller }
    }
    lastBits = .allocate(capacity: TouchPort.count)
    lastBits.initialize(repeating: Self.unknown, count: TouchPort.count)
    master = tactus_master_open()
    feed = .allocate(capacity: 1)
    feed.initialize(to: InstanceLink())
    processor.take.link = feed
    Broker.register(link: feed, store: store, profiles: profiles)
  }

  deinit {
    Broker.unregister(link: feed)
    store.previews.close()
    previews.release()
    tactus_master_close(master)
    processor.patch.pointee.releaseSounds()
    processor.patch.deinitialize(count: 1)
    processor.patch.deallocate()
    feed.deinitialize(count: 1)
    feed.deallocate()
    ports.deallocate()
    lastBits.deallocate()
    options.free()
    SharedTables.shared.release(tableFile)
  }

  private static func tables(in file: UnsafeRawPointer) -> WaveTables {
    WaveTables(base: (file + WaveTables.headerBytes).assumingMemoryBound(to: Float.self))
  }

  /// Plays at the sample rate of the options, as an instance that was made at that rate and got this one's state.
  mutating func followOptions() {
    let sampleRate = Double(options.sampleRate)
    if processor.sampleRate == options.sampleRate { return }
    let tables = Self.tables(in: tableFile)
    let store = store
    processor.handOutAllLoops(to: loops) { store.collectLoops() }
    processor.restart(sampleRate: options.sampleRate, tables: tables)
    previews.end()
    store.previews.stop()
    store.previews.open(sampleRate: options.sampleRate, tables: tables)
    guide = GuideTone(sampleRate: options.sampleRate)
    clock = ArrivalClock(sampleRate: sampleRate)
    (framesPerShow, framesNotShown) = (Int(sampleRate / 60), 0)
    live.set(sampleRate: sampleRate)
    strip.set(sampleRate: sampleRate)
    requests.set(sampleRate: sampleRate)
    notes = NoteOrder()
    store.postLoops(sampleRate: options.sampleRate)
    // The new processor knows neither ports nor the master.
    lastBits.update(repeating: Self.unknown, count: TouchPort.count)
    if let master { master.pointee.is_known = false }
  }

  @_noLocks mutating func activate() {
    clock.reset()
    processor.activate()
    previews.end()
    guide.reset()
    notes = NoteOrder()
  }

  @_noLocks mutating func run(_ frames: Int) {
    let mode = FloatMode.flushingDenormals()
    let now = tactus_monotonic_nanoseconds()
    clock.ran(frames: frames, at: now)
    live.begin(frame: processor.presentFrame, clock: now)
    applyNewPatch()
    applyLoops()
    applyBases()
    updateTuning()
    readPorts()
    processor.serveTake()
    sendOwed()
    watch(frames)
    render(frames)
    preview(frames)
    notify(frames)
    show(frames)
    showDrawn()
    showStrip(frames)
    writePorts()
    writeOutputs()
    if processor.value(.freeWheel) < 0.5 { requests.ask(processor.load.sent, frames) }
    waker.wake()
    mode.restore()
  }

  @_noLocks func port(_ port: TouchPort) -> UnsafeMutableRawPointer? { ports[Int(port.rawValue)] }

  /// Applies a new patch from this block's first frame, and retires the old one to be freed.
  @_noLocks private mutating func applyNewPatch() {
    guard mailbox.pointee.hasRoomToRetire, let next = mailbox.pointee.pop() else { return }
    let load = processor.load.number
    mailbox.pointee.retire(processor.apply(next))
    if processor.load.number == load { return }
    // The first values of these ports after a load are no moves.
    for index in 0..<SentValues.count { lastBits[Int(SentValues.port(index).rawValue)] = Self.unknown }
  }

  /// Plays restored layers of the looper from this block's first frame.
  @_noLocks private mutating func applyLoops() {
    guard loops.pointee.restored.hasRoomToRetire, let next = loops.pointee.restored.pop() else { return }
    processor.apply(next)
    loops.pointee.restored.retire(next)
    _ = processor.handOutLoops(to: loops)
    processor.recordLoops()
  }

  /// Sets from this block's first frame the base values that edits have set since the patch was posted.
  @_noLocks private mutating func applyBases() {
    var count = 0
    while count < InstanceLink.baseCapacity, let setting = feed.pointee.bases.pop() {
      processor.set(setting)
      takenBase = setting.revision
      count += 1
    }
  }

  /// Applies the tuning of the master from this block's first frame.
  @_noLocks private mutating func updateTuning() {
    guard let master else { return }
    guard tactus_master_is_there(master) else {
      master.pointee.is_known = false
      processor.forgetMaster()
      return
    }
    let changed = tactus_master_read(master)
    if changed == 0 { return }
    for channel in 0..<LiveTuning.count where changed & (1 << UInt32(channel)) != 0 {
      if let hertz = tactus_master_hertz(master, Int32(channel)) {
        processor.update(master: hertz, channel: channel)
      }
    }
    processor.retuneSoundingVoices()
  }

  /// Reads the control inputs that have changed; a port with a selection acts only on a change.
  @_noLocks private mutating func readPorts() {
    // The outputs stand between the inputs.
    readPorts(Int(TouchPort.firstControl.rawValue), upTo: Int(TouchPort.liveCount.rawValue))
    readPorts(Int(TouchPort.midiChannel.rawValue), upTo: Int(TouchPort.out01.rawValue))
    let wish = ListenSettings(
      listen: ListenSettings.listen(raw: UInt8(processor.value(.oscListen) + 0.5)),
      port: UInt16(processor.value(.oscPort) + 0.5), surface: UInt8(processor.value(.oscSurface) + 0.5))
    feed.pointee.wish.store(wish.packed, ordering: .releasing)
    feed.pointee.channel.store(UInt32(processor.value(.midiChannel) + 0.5), ordering: .relaxed)
  }

  @_noLocks private mutating func readPorts(_ first: Int, upTo end: Int) {
    var index = first
    while index < end {
      if let pointer = ports[index] {
        let bits = pointer.loadUnaligned(as: UInt32.self)
        if bits != lastBits[index] {
          let isMove = lastBits[index] != Self.unknown
          lastBits[index] = bits
          if let port = TouchPort.at(index) {
            let value = Float(bitPattern: bits)
            processor.set(port, value, isMove: isMove && !requests.isAnswer(port, value))
          }
        }
      }
      index += 1
    }
  }

  /// Renders from event to event of the host and the network, each on its own frame.
  @_noLocks private mutating func render(_ frames: Int) {
    var sequence = AtomSequence(port(.events), urids)
    var pending = sequence.next()
    var budget = Self.eventsPerRun
    let freeWheels = processor.value(.freeWheel) >= 0.5
    if freeWheels { ignoreNetwork() }
    var position = 0
    while true {
      let hostFrame = min(max(Int(pending?.frame ?? .max), position), frames)
      let networkFrame = freeWheels || budget == 0 ? frames : nextNetworkFrame(position, frames)
      let next = pending == nil ? networkFrame : min(hostFrame, networkFrame)
      if next > position || pending?.type != urids.midiEvent || hostFrame != next { playNotes() }
      if let left = port(.outLeft), let right = port(.outRight), next > position {
        processor.render(
          left.assumingMemoryBound(to: Float.self) + position,
          right.assumingMemoryBound(to: Float.self) + position, count: next - position)
      }
      position = next
      if let event = pending, hostFrame == next {
        handle(event)
        pending = sequence.next()
      } else if networkFrame < frames, let message = feed.pointee.events.pop() {
        play(message.event)
        budget -= 1
        count(taken: 1, ignored: 0)
      } else {
        break
      }
    }
  }

  /// Plays an event of a surface. The distance from a lesson is no part of the performance.
  @_noLocks private mutating func play(_ event: SurfaceEvent) {
    if event.kind == .guide { return guide.set(distance: event.amount) }
    if event.kind == .began { previews.stop() }
    processor.handle(event)
  }

  /// Adds a patch that is previewed, and the guide of a lesson, to the sound; not in exports, because they belong to no
  /// performance.
  @_noLocks private mutating func preview(_ frames: Int) {
    guard let left = port(.outLeft), let right = port(.outRight) else { return }
    if guide.isActive {
      if processor.value(.freeWheel) >= 0.5 || processor.value(.enabled) < 0.5 { guide.reset() }
      guide.add(
        to: left.assumingMemoryBound(to: Float.self), right.assumingMemoryBound(to: Float.self), count: frames
      )
    }
    previews.play(
      left.assumingMemoryBound(to: Float.self), right.assumingMemoryBound(to: Float.self), count: frames,
      isAllowed: processor.value(.freeWheel) < 0.5 && processor.value(.enabled) >= 0.5,
      level: processor.value(.level), reference: processor.value(.tuningReference))
  }

  /// Plays the notes that came on one frame, in their order.
  @_noLocks private mutating func playNotes() {
    while var note = notes.next() {
      guard let message = withUnsafeBytes(of: &note, { MIDIMessage($0) }) else { continue }
      processor.pass(message, note)
      guard processor.hears(message) else { continue }
      if let master, master.pointee.is_known, case .noteOn(let channel, let key, _) = message,
        tactus_master_silences(master, key, channel)
      {
        continue
      }
      if case .noteOn = message { previews.stop() }
      processor.record(note: note)
      processor.handle(message)
    }
  }

  /// The frame of this block at which the next network event acts; `frames` when there is none in it.
  @_noLocks private func nextNetworkFrame(_ position: Int, _ frames: Int) -> Int {
    guard let message = feed.pointee.events.peek() else { return frames }
    let frame = clock.frame(of: message.arrival)
    return frame >= Double(frames) ? frames : max(Int(max(frame, 0)), position)
  }

  @_noLocks private mutating func ignoreNetwork() {
    var ignored: UInt64 = 0
    while ignored < 4096, feed.pointee.events.pop() != nil { ignored += 1 }
    count(taken: 0, ignored: ignored)
  }

  @_noLocks private func count(taken: UInt64, ignored: UInt64) {
    if taken > 0 { feed.pointee.taken.wrappingAdd(taken, ordering: .relaxed) }
    if ignored > 0 { feed.pointee.ignoredInFreeWheel.wrappingAdd(ignored, ordering: .relaxed) }
  }

  /// Ends everything held by windows that have closed.
  @_noLocks private mutating func watch(_ frames: Int) {
    let shown =
      feed.pointee.isWatched.load(ordering: .relaxed)
      ? feed.pointee.wantedSections.load(ordering: .relaxed) : 0
    processor.measureRoutes(live.wants(.routes) || shown & LiveSection.routes.bit != 0)
    guard live.watchers.isAny else { return }
    var passed = frames
    while let gone = live.watchers.pass(passed) {
      previews.stop()
      processor.end(source: gone)
      passed = 0
    }
    feed.pointee.hasWindow.store(live.watchers.isAny, ordering: .relaxed)
  }

  @_noLocks private mutating func handle(_ event: AtomEvent) {
    if event.type == urids.midiEvent {
      if notes.isFull { playNotes() }
      if notes.add(event.body) { return }
      playNotes()
      if event.body.first == 0xF0 { return processor.handle(exclusive: event.body) }
      guard let message = MIDIMessage(event.body) else { return }
      let body = event.body
      if body.count > 1 { processor.pass(message, (body[0], body[1], body.count > 2 ? body[2] : 0)) }
      guard processor.hears(message) else { return }
      if case .program(_, let number) = message {
        send(.program(number))
      }
      // Numbers from 120 on are channel mode messages, not controllers. They end notes.
      if case .controller(_, let number, _) = message {
        if number >= 120 {
          notes.forget()
        } else if feed.pointee.learns.load(ordering: .relaxed) {
          _ = feed.pointee.send(.learnedControl(number))
        }
      }
      processor.record(midi: event.body)
      processor.handle(message)
    } else if let surface = event.surfaceEvent(ownURIDs) {
      if surface.kind == .parameter, let edit = ParameterEdit(event.body) { return set(edit) }
      play(surface)
    } else if event.type == ownURIDs.hello {
      if let hello = LiveHello(event.body), let gone = live.watchers.hear(hello) {
        previews.stop()
        processor.end(source: gone)
      }
      feed.pointee.hasWindow.store(live.watchers.isAny, ordering: .relaxed)
    } else if let position = event.transport(urids) {
      processor.handle(position)
    } else if let message = event.documentMessage(urids, ownURIDs, whole: ownURIDs.patch) {
      send(message.kind, message.text)
    }
  }

  /// Sets a base value on this frame. The document follows.
  @_noLocks private mutating func set(_ edit: ParameterEdit) {
    guard let parameter = Parameter.at(Int(edit.parameter)) else { return }
    let number = nextBaseChange
    guard let base = processor.set(base: edit.base, of: parameter, number: number) else { return }
    baseChange = number
    var edit = edit
    edit.base = base
    if !feed.pointee.send(.parameter(edit, change: number, taken: takenBase)) { processor.owe(parameter) }
    feed.pointee.baseChange.store(number, ordering: .releasing)
  }

  private var nextBaseChange: UInt32 { @_noLocks get { baseChange &+ 1 == 0 ? 1 : baseChange &+ 1 } }

  /// Sends what has found no room before.
  @_noLocks private mutating func sendOwed() {
    while let owed = processor.nextOwed() {
      let edit = ParameterEdit(parameter: owed.parameter.rawValue, base: owed.base)
      if !feed.pointee.send(.parameter(edit, change: nextBaseChange, taken: takenBase)) { return }
      baseChange = nextBaseChange
      processor.told(owed.parameter, number: baseChange)
    }
  }

  /// Sends a text to the store, through the input thread. A text without room is dropped and counted.
  @_noLocks private mutating func send(_ kind: DocumentMessage, _ text: UnsafeRawBufferPointer) {
    waker.isDue = true
    if !feed.pointee.toPatch.push(kind, text) {
      feed.pointee.droppedTexts.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// Sends a request to the store, through the input thread. A request for which there is no room is dropped
  /// and counted.
  @_noLocks func send(_ request: PerformanceRequest) {
    if !feed.pointee.send(request) { feed.pointee.droppedTexts.wrappingAdd(1, ordering: .relaxed) }
  }
}
