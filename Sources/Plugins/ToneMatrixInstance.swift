// One instance of the Tone Matrix: connects ports, events and the network to the processor. Host thread and
// audio thread.
import Broker
import CLV2
import CPosix
import Controls
import LV2
import Lanes
import Music
import RealTime
import Stores
import Synchronization
import ToneMatrix

/// The instance that an `LV2_Handle` of the Tone Matrix points to.
struct ToneMatrixInstance: ~Copyable, OptionsInstance {
  /// Bytes of the output buffer that MIDI leaves free for the store's texts; more than one text.
  static var roomForTexts: Int { @_noLocks get { 71_024 } }
  /// The part of it that the playing positions may use.
  static var roomForPositions: Int { @_noLocks get { 2048 } }

  let urids: URIDs
  let ownURIDs: TactusURIDs
  let options: InstanceOptions
  /// Shared with the input thread.
  let feed: UnsafeMutablePointer<InstanceLink>
  /// Keeps and edits the grid; not for the audio thread.
  let store: GridStore
  let mailbox: UnsafeMutablePointer<Mailbox<CompiledGrid>>
  let playing: UnsafeMutablePointer<GridPlaying>
  var processor: ToneMatrixProcessor
  /// The outputs of layers and lights in this block, `separateCount` of them; nil: the plugin has one output.
  private let separate: UnsafeMutablePointer<AtomOutput>?
  private static var separateCount: Int { @_noLocks get { GridLimit.layers + 1 } }
  /// The buffers that the host connected, by the raw value of the port, `ToneMatrixPort.count` of them.
  let ports: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// The previous bits of each control input, so that only changes are handled; as many.
  let lastBits: UnsafeMutablePointer<UInt32>
  /// The playing positions that `notify` sent last, and the frames until it may send again.
  var told = InlineArray<16, GridPlaying.Layer>(repeating: GridPlaying.Layer())
  var tellPeriod: Int
  /// Whether the host has asked for the grid. Such a host draws the grid and gets positions; other hosts
  /// would only log them.
  var isWatched = false
  var tellWait = 0
  /// Frames since the last live frame was published for programs.
  var framesNotShown = 0
  /// The windows that watch.
  var live: LiveOutput
  /// The picture in the host's mixer strip, and what it shows.
  var strip: InlineDisplay
  private var waker: InputWaker
  private var requests: GridPortRequests
  let strips = Snapshot(GridStrip())
  var shownStrip = GridStrip()
  /// The notes of one frame, until something else comes.
  var notes = NoteOrder()
  private let noteBytes: UnsafeMutablePointer<UInt8>
  /// The messages that prepare the device with pads.
  private let setupBytes: UnsafeMutablePointer<UInt8>
  /// The messages of more than three bytes that pass in this block, in the host's memory, each with the number
  /// of the queue's events before it.
  private var exclusives = InlineArray<16, (before: Int, event: AtomEvent)?>(repeating: nil)
  private var exclusiveCount = 0

  /// - Parameters:
  ///   - isSeparate: whether the plugin has separate outputs for layers and lights.
  ///   - store: holds the grid that plays first.
  ///   - grid: the compiled form of it; the instance owns it from here on.
  ///   - strip: how the host is asked to draw the picture in its mixer strip, or nil if it has none.
  ///   - worker: the host's worker, or nil if it has none.
  ///   - knobs: the host's feature for moving its knobs, or nil.
  init(
    isSeparate: Bool, sampleRate: Double, options: InstanceOptions, urids: URIDs, ownURIDs: TactusURIDs,
    store: GridStore, grid: UnsafeMutablePointer<CompiledGrid>,
    strip: UnsafeMutablePointer<Tactus_Inline_Queue>?,
    worker: UnsafeMutablePointer<LV2_Worker_Schedule>?,
    knobs: UnsafeMutablePointer<Tactus_Port_Request>?
  ) {
    self.urids = urids
    self.ownURIDs = ownURIDs
    self.options = options
    self.store = store
    mailbox = store.mailbox
    playing = store.playing
    processor = ToneMatrixProcessor(sampleRate: sampleRate, grid: grid)
    tellPeriod = Int(sampleRate / 60) + 1
    live = LiveOutput(sampleRate: sampleRate)
    self.strip = InlineDisplay(sampleRate: sampleRate, queue: strip)
    waker = InputWaker(worker)
    requests = GridPortRequests(isSeparate: isSeparate, host: knobs)
    ports = .allocate(capacity: ToneMatrixPort.count)
    ports.initialize(repeating: nil, count: ToneMatrixPort.count)
    lastBits = .allocate(capacity: ToneMatrixPort.count)
    lastBits.initialize(repeating: 0xFFFF_FFFF, count: ToneMatrixPort.count)
    noteBytes = .allocate(capacity: 3)
    setupBytes = .allocate(capacity: GridPads.setupLimit)
    setupBytes.initialize(repeating: 0, count: GridPads.setupLimit)
    separate = isSeparate ? .allocate(capacity: Self.separateCount) : nil
    separate?.initialize(repeating: AtomOutput(nil, urids), count: Self.separateCount)
    feed = .allocate(capacity: 1)
    feed.initialize(to: InstanceLink())
    Broker.register(link: feed, grid: store)
  }

  deinit {
    Broker.unregister(link: feed)
    processor.grid.deinitialize(count: 1)
    processor.grid.deallocate()
    feed.deinitialize(count: 1)
    feed.deallocate()
    ports.deallocate()
    lastBits.deallocate()
    noteBytes.deallocate()
    setupBytes.deallocate()
    separate?.deallocate()
    options.free()
  }

  /// Plays at the sample rate of the options, as an instance that was made at that rate and got this one's grid.
  mutating func followOptions() {
    let sampleRate = Double(options.sampleRate)
    if Float(processor.sampleRate) == options.sampleRate { return }
    processor.restart(sampleRate: sampleRate)
    (tellPeriod, tellWait, framesNotShown) = (Int(sampleRate / 60) + 1, 0, 0)
    live.set(sampleRate: sampleRate)
    strip.set(sampleRate: sampleRate)
    notes = NoteOrder()
    // The new processor does not know the ports.
    lastBits.update(repeating: 0xFFFF_FFFF, count: ToneMatrixPort.count)
  }

  /// Connects the port with an LV2 index.
  func connect(_ index: UInt32, _ data: UnsafeMutableRawPointer?) {
    let port = ToneMatrixPort.port(at: index, separate: separate != nil)
    if port < UInt32(ToneMatrixPort.count) { ports[Int(port)] = data }
  }

  @_noLocks mutating func activate() {
    processor.activate()
    notes = NoteOrder()
    tellWait = 0
    // Buttons of pads have set what ports set: the host's values count again.
    for index in 0..<ToneMatrixPort.count { lastBits[index] = 0xFFFF_FFFF }
  }

  @_noLocks mutating func run(_ frames: Int) {
    let mode = FloatMode.flushingDenormals()
    // MIDI and texts share one port: Ardour counts each event output as a MIDI output and starts a following
    // instrument once for each of them.
    var output = AtomOutput(port(.midiOut), urids)
    live.begin(frame: processor.presentFrame, clock: tactus_monotonic_nanoseconds())
    var passed = frames
    while live.watchers.isAny, live.watchers.pass(passed) != nil { passed = 0 }
    feed.pointee.hasWindow.store(live.watchers.isAny, ordering: .relaxed)
    processor.begin(room: openSeparate(output.roomForMIDI(besides: Self.roomForTexts)))
    applyNewGrid()
    readPorts()
    sendSetup(&output)
    takeMonomeKeys()
    play(frames)
    processor.end(frames)
    showMonome(frames)
    notify(&output, frames)
    send(&output, frames)
    sendLive(frames, &output)
    show(frames)
    sendRequests()
    showStrip(frames)
    writePorts()
    if processor.value(.freeWheel) < 0.5 { requests.ask(lastBits, processor) }
    waker.wake()
    mode.restore()
  }

  @_noLocks private func port(_ port: ToneMatrixPort) -> UnsafeMutableRawPointer? {
    ports[Int(port.rawValue)]
  }

  /// Begins the sequences of the separate outputs.
  /// - Parameter room: the number of messages that the common output takes.
  /// - Returns: the number that all connected outputs take, so that no note loses its end in one of them.
  @_noLocks private func openSeparate(_ room: Int) -> Int {
    guard let separate else { return room }
    var least = room
    for index in 0..<Self.separateCount {
      separate[index] = AtomOutput(
        port(index < GridLimit.layers ? .out(of: index) : .lightsOut), urids)
      if separate[index].isConnected { least = min(least, separate[index].roomForMIDI(besides: 0)) }
    }
    return least
  }

  /// Lets a new grid play from this block's first frame, and retires the old one to be freed.
  @_noLocks private mutating func applyNewGrid() {
    guard mailbox.pointee.hasRoomToRetire, let next = mailbox.pointee.pop() else { return }
    mailbox.pointee.retire(processor.apply(next))
  }

  /// Reads the control inputs that have changed.
  @_noLocks private mutating func readPorts() {
    for index in Int(ToneMatrixPort.firstControl.rawValue)..<ToneMatrixPort.count {
      guard let pointer = ports[index] else { continue }
      let bits = pointer.loadUnaligned(as: UInt32.self)
      // Most ports rest, so this comes first. Of outputs it reads what was written there.
      if bits == lastBits[index] { continue }
      guard let port = ToneMatrixPort.at(index), port.isInput else { continue }
      lastBits[index] = bits
      processor.set(port, Float(bitPattern: bits))
    }
    let wish = ListenSettings(
      listen: ListenSettings.listen(raw: UInt8(processor.value(.oscListen) + 0.5)),
      port: UInt16(processor.value(.oscPort) + 0.5), surface: UInt8(processor.value(.oscSurface) + 0.5))
    feed.pointee.wish.store(wish.packed, ordering: .releasing)
    feed.pointee.monome.isWanted.store(processor.value(.monome) >= 0.5, ordering: .relaxed)
  }

  /// Handles the keys of monome grids, on the block's first frame.
  @_noLocks private mutating func takeMonomeKeys() {
    let size = Int(feed.pointee.monome.size.load(ordering: .relaxed))
    processor.setMonome(columns: size & 255, rows: size >> 8)
    while let key = feed.pointee.monome.keys.pop() { processor.handle(key) }
  }

  /// Publishes the lights of monome grids.
  @_noLocks private mutating func showMonome(_ frames: Int) {
    if processor.showMonome(frames, into: feed.pointee.monome.lights.next) {
      feed.pointee.monome.lights.publish()
    }
  }

  /// Plays from event to event, each on its own frame.
  @_noLocks private mutating func play(_ frames: Int) {
    processor.start()
    var sequence = AtomSequence(port(.events), urids)
    var position = 0
    while let event = sequence.next() {
      let frame = min(max(Int(event.frame), position), frames)
      if frame > position || event.type != urids.midiEvent { playNotes() }
      position = frame
      // Steps due on the event's frame play after the event, because the event may say where that frame is.
      processor.play(upTo: position)
      handle(event)
    }
    playNotes()
    processor.play(upTo: frames)
  }

  /// Plays the notes that came on one frame, in their order.
  @_noLocks private mutating func playNotes() {
    while let (status, key, velocity) = notes.next() {
      (noteBytes[0], noteBytes[1], noteBytes[2]) = (status, key, velocity)
      processor.handle(midi: UnsafeRawBufferPointer(start: noteBytes, count: 3))
    }
  }

  @_noLocks private mutating func handle(_ event: AtomEvent) {
    if event.type == urids.midiEvent {
      if notes.isFull { playNotes() }
      if notes.add(event.body) { return }
      playNotes()
      if event.body.count == 3, event.body[0] & 0xF0 == 0xB0, event.body[1] < 120,
        feed.pointee.learns.load(ordering: .relaxed)
      {
        _ = feed.pointee.send(.learnedControl(event.body[1]))
      }
      let isExclusive = event.body.count > 3 && event.body[0] == 0xF0
      if isExclusive { pass(event) } else { processor.handle(midi: event.body) }
    } else if event.type == ownURIDs.hello {
      if let hello = LiveHello(event.body) { _ = live.watchers.hear(hello) }
      feed.pointee.hasWindow.store(live.watchers.isAny, ordering: .relaxed)
    } else if let position = event.transport(urids) {
      processor.handle(position)
    } else if let message = event.documentMessage(urids, ownURIDs, whole: ownURIDs.grid) {
      if message.kind == .get { isWatched = true }
      send(message.kind, message.text)
    }
  }

  /// Lets a message of more than three bytes pass: system exclusive, by which instruments are tuned.
  @_noLocks private mutating func pass(_ event: AtomEvent) {
    guard exclusiveCount < exclusives.count, let before = processor.reserve(bytes: event.body.count + 24)
    else {
      return
    }
    exclusives[exclusiveCount] = (before, event)
    exclusiveCount += 1
  }

  /// Sends the messages that prepare the device with pads on the block's first frame, before its lights.
  @_noLocks private mutating func sendSetup(_ output: inout AtomOutput) {
    guard let count = processor.takeSetup() else { return }
    for index in 0..<count { setupBytes[index] = processor.grid.pointee.pads.setup[index] }
    var start = 0
    for index in 0..<count where setupBytes[index] == 0xF7 {
      let message = UnsafeRawBufferPointer(start: setupBytes + start, count: index + 1 - start)
      if let separate {
        separate[GridLimit.layers].event(urids.midiEvent, message, at: 0)
      } else {
        output.event(urids.midiEvent, message, at: 0)
      }
      start = index + 1
    }
  }

  /// Sends the block's MIDI.
  @_noLocks private mutating func send(_ output: inout AtomOutput, _ frames: Int) {
    var (passed, last) = (0, 0)
    for index in 0...processor.queue.count {
      while passed < exclusiveCount, let (before, event) = exclusives[passed], before == index {
        last = max(last, min(Int(event.frame), frames))
        output.event(urids.midiEvent, event.body, at: last)
        passed += 1
      }
      if index == processor.queue.count { break }
      let event = processor.queue.event(index)
      last = Int(event.frame)
      if let separate {
        if let layer = event.source.layer {
          separate[layer].midi(event.bytes, count: Int(event.count), at: last)
        } else if event.source.isLight {
          separate[GridLimit.layers].midi(event.bytes, count: Int(event.count), at: last)
          continue
        }
      }
      output.midi(event.bytes, count: Int(event.count), at: last)
    }
    exclusiveCount = 0
  }

  /// Sends a text to the store, through the input thread. A text without room is dropped and counted.
  @_noLocks private mutating func send(_ kind: DocumentMessage, _ text: UnsafeRawBufferPointer) {
    waker.isDue = true
    if !feed.pointee.toPatch.push(kind, text) {
      feed.pointee.droppedTexts.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// Sends recorded notes and pressed pads to the store.
  @_noLocks private mutating func sendRequests() {
    while let request = processor.popRequest() {
      if !feed.pointee.send(request) { feed.pointee.droppedTexts.wrappingAdd(1, ordering: .relaxed) }
    }
  }

  /// Sends positions, at most 60 times a second, and the store's texts, as far as the port has room.
  @_noLocks private mutating func notify(_ output: inout AtomOutput, _ frames: Int) {
    var room = output.roomBesidesMIDI(Self.roomForTexts) - Self.roomForPositions
    var hasChanged = false
    while let message = feed.pointee.fromPatch.peek() {
      let kind = message.head
      // Too long for this port in any block, so it is dropped and counted.
      guard message.count + 128 <= Self.roomForTexts - Self.roomForPositions else {
        feed.pointee.fromPatch.pop(into: nil)
        feed.pointee.droppedTexts.wrappingAdd(1, ordering: .relaxed)
        if kind == .patch || kind == .edit { hasChanged = true }
        continue
      }
      guard message.count + 128 <= room, output.hasRoom(forText: message.count) else { break }
      room -= message.count + 128
      output.set(
        ownURIDs.property(of: kind, whole: ownURIDs.grid), textOf: feed.pointee.fromPatch,
        count: message.count, isReadOnly: kind == .error)
      if kind == .patch || kind == .edit { hasChanged = true }
    }
    if hasChanged { output.stateChanged() }
    tellWait -= frames
    for layer in 0..<GridLimit.layers {
      let now = GridPlaying.Layer(
        column: processor.column(of: layer), pattern: processor.pattern(of: layer),
        lit: processor.lit(of: layer))
      playing.pointee.store(now, layer)
      guard isWatched, tellWait <= 0, now != told[layer] else { continue }
      told[layer] = now
      output.put(
        ownURIDs.playing, integers: Int32(layer + 1), Int32(now.pattern + 1), Int32(now.column + 1),
        Int32(bitPattern: now.lit))
    }
    if tellWait <= 0 { tellWait = tellPeriod }
  }

  /// Sends a live frame to windows, if one is due, behind the block's MIDI.
  @_noLocks private mutating func sendLive(_ frames: Int, _ output: inout AtomOutput) {
    guard live.watchers.isDue() else { return }
    var writer = LiveFrameWriter(live.words, capacity: LiveFrame.sentCapacity)
    processor.show(live.watchers.mask, blockAt: live.blockStart, into: &writer)
    let head = processor.liveHead(blockAt: live.blockStart, clock: live.clock)
    live.send(&writer, head, as: ownURIDs.liveFrame, frames: frames, to: &output)
  }

  /// While a program watches: publishes a live frame sixty times a second.
  @_noLocks private mutating func show(_ frames: Int) {
    framesNotShown += frames
    guard feed.pointee.isWatched.load(ordering: .relaxed), framesNotShown >= tellPeriod else { return }
    framesNotShown = 0
    var writer = LiveFrameWriter(LiveFrame.words(of: feed.pointee.live.next), capacity: LiveFrame.capacity)
    processor.show(
      feed.pointee.wantedSections.load(ordering: .relaxed), blockAt: live.blockStart, into: &writer)
    _ = writer.finish(processor.liveHead(blockAt: live.blockStart, clock: live.clock))
    feed.pointee.live.publish()
  }

  /// Mutating for the same reason as `TouchInstance.writePorts`.
  @_noLocks private mutating func writePorts() {
    for layer in 0..<GridLimit.usualLayers {
      write(ToneMatrixPort.liveColumn1, layer, Float(processor.column(of: layer) + 1))
      write(ToneMatrixPort.livePattern1, layer, Float(processor.pattern(of: layer) + 1))
    }
    write(.liveNotes, 0, Float(processor.notesSounding))
    write(.liveDropped, 0, Float(min(processor.queue.dropped, 1_000_000)))
    write(.liveOscPort, 0, Float(feed.pointee.port.load(ordering: .relaxed)))
  }

  @_noLocks private func write(_ first: ToneMatrixPort, _ offset: Int, _ value: Float) {
    ports[Int(first.rawValue) + offset]?.storeBytes(of: value, as: Float.self)
  }
}
