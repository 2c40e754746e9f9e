// The instrument that a page plays by itself: its documents, its sound, what it shows. An audio worklet's one
// thread, on which a page has no other way to a sound.
import Controls
import Instrument
import Lanes
import Loops
import Music
import Patches
import RealTime
import Signal
import Stores
import Takes
import Text
import ToneMatrix
import Touch
import WaveRecipes

/// One instrument, and a Tone Matrix that plays it. What it says waits in `outbox`, in the words of
/// docs/surface.md.
final class SoloInstrument {
  /// Frames a second of pictures for the page.
  private static let picturesPerSecond = 30

  let store: PatchStore
  let grid: SoloGrid
  let processor: UnsafeMutablePointer<TouchProcessor>
  private var previews: PreviewPlayer
  /// Sounds how far the player is from a lesson.
  private var guide: GuideTone
  private let tables: UnsafeMutablePointer<Float>
  private let words = UnsafeMutablePointer<UInt32>.allocate(capacity: LiveFrame.sentCapacity)
  private let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 3)
  private let sampleRate: Float
  private let framesPerPicture: Int
  private var framesSincePicture = 0
  private var pictures: UInt32 = 0
  private var levels = (left: Float(0), right: Float(0))
  private var samples: OutputSamples
  /// Whether the page shows the output's samples.
  var showsOutput = false
  /// The controllers of single touches that the page shows.
  var named = InlineArray<8, UInt16>(repeating: 0)
  /// Whether the page has the grid before it.
  var showsGrid = false
  /// The revision that the page was told last.
  var told: Int32 = -1
  /// Texts for the page, in order.
  private(set) var outbox: [[UInt8]] = []
  /// The MIDI messages for the page's outputs, three bytes each, and how many bytes wait at most.
  private(set) var midi: [UInt8] = []
  private static let midiLimit = 12_288
  var take = SoloTake()
  /// The take that plays; nil: none.
  private var replay: SoloReplay?
  /// The ports as the page has set them: a take that plays moves them for its time.
  private var ports: [Float]
  /// The layers of the looper before the take that plays.
  private var ownLoops = SavedLoops()

  /// Begins with the starting patch. Computes the wavetables, which takes a part of a second.
  /// - Parameter sampleRate: in hertz.
  init(sampleRate: Float) {
    self.sampleRate = sampleRate
    samples = OutputSamples(sampleRate: Double(sampleRate))
    func folders(_ kind: DocumentKind, _ name: UTF8Text) -> DocumentFolders {
      DocumentFolders(
        kind, user: ("/user/\(name)" as UTF8Text).bytes, factory: ("/bundle/\(name)" as UTF8Text).bytes)
    }
    store = PatchStore(folders: folders(.patch, "patches"))
    grid = SoloGrid(sampleRate: sampleRate, folders: folders(.grid, "grids"))
    let computed = computedWaveTables()
    tables = .allocate(capacity: computed.count)
    tables.initialize(from: computed, count: computed.count)
    let first = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
    first.initialize(to: CompiledPatch())
    processor = .allocate(capacity: 1)
    processor.initialize(
      to: TouchProcessor(sampleRate: sampleRate, tables: WaveTables(base: tables), patch: first))
    previews = PreviewPlayer(link: store.previews.link)
    guide = GuideTone(sampleRate: sampleRate)
    ports = TouchPort.allCases.map { $0.spec.default }
    framesPerPicture = Int(sampleRate) / Self.picturesPerSecond
    store.previews.open(sampleRate: sampleRate, tables: WaveTables(base: tables))
    processor.pointee.activate()
    processor.pointee.take.link = take.link
    takeUp()
  }

  deinit {
    store.previews.close()
    previews.release()
    processor.pointee.patch.pointee.releaseSounds()
    processor.pointee.patch.deinitialize(count: 1)
    processor.pointee.patch.deallocate()
    processor.deinitialize(count: 1)
    processor.deallocate()
    words.deallocate()
    bytes.deallocate()
    tables.deallocate()
  }

  // MARK: Sound

  /// The wavetables.
  var waves: UnsafePointer<Float> { UnsafePointer(tables) }

  /// Renders what comes next.
  func render(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) {
    let mode = FloatMode.flushingDenormals()
    processor.pointee.serveTake()
    let notes = grid.play(count)
    var (at, note) = (0, 0)
    while at < count {
      let nextNote = note < notes ? Int(grid.message(note).frame) : count
      let stop = min(max(nextNote, at), at + min(replay?.untilNext ?? count, count - at), count)
      if stop > at {
        processor.pointee.render(left + at, right + at, count: stop - at)
        replay?.pass(stop - at)
        at = stop
      }
      if at == count { break }
      if replay?.untilNext == 0 {
        act()
      } else if nextNote <= at {
        play(grid.message(note))
        note += 1
      }
    }
    previews.play(
      left, right, count: count, isAllowed: replay == nil, level: processor.pointee.value(.level),
      reference: processor.pointee.value(.tuningReference))
    guide.add(to: left, right, count: count)
    mode.restore()
    if store.previews.collect() { say("library {\"preview\": \"\", \"heard\": []}") }
    if showsOutput { samples.hear(left, right, count) }
    for index in 0..<count {
      levels.left = max(levels.left, abs(left[index]))
      levels.right = max(levels.right, abs(right[index]))
    }
    var steps = processor.pointee.popRequestedSteps()
    while steps != 0 {
      answer { () throws(DocumentError) in steps > 0 ? try store.next() : try store.previous() }
      steps -= steps.signum()
    }
    while let (event, _) = processor.pointee.nextOutgoing(count) {
      if event.kind == .midi, midi.count < Self.midiLimit {
        midi += [event.bytes.0, event.bytes.1, event.bytes.2]
      }
      processor.pointee.popOutgoing()
    }
    processor.pointee.closeOutgoing()
    framesSincePicture += count
    let hadBegun = take.hasBegun
    _ = processor.pointee.handOutLoops(to: store.loops)
    store.collectLoops()
    let whole = take.read {
      store.text(ofRevision: $0)
    } loops: {
      store.loopsText(ofRevision: $0)
    }
    if !hadBegun, take.hasBegun { say("note The take has begun.") }
    if let whole { finish(whole) }
  }

  func handle(_ event: SurfaceEvent) {
    if event.kind == .guide { return guide.set(distance: event.amount) }
    if event.kind == .began { previews.stop() }
    processor.pointee.handle(event)
  }

  /// A message of MIDI.
  func handle(midi bytes: UnsafeRawBufferPointer) {
    processor.pointee.record(midi: bytes)
    if bytes.first == 0xF0 { return processor.pointee.handle(exclusive: bytes) }
    guard let message = MIDIMessage(bytes), processor.pointee.hears(message) else { return }
    if case .noteOn = message { previews.stop() }
    processor.pointee.handle(message)
  }

  private func play(_ event: MIDIQueueEvent) {
    (bytes[0], bytes[1], bytes[2]) = event.bytes
    handle(midi: UnsafeRawBufferPointer(start: bytes, count: Int(event.count)))
  }

  /// Sets a port of the plugin that the page has before it.
  func set(port index: Int, _ value: Float) {
    if showsGrid {
      if let port = ToneMatrixPort.at(index) { grid.set(port, value) }
    } else if let port = TouchPort.at(index), TouchPort.isControlInput(index) {
      ports[index] = value
      processor.pointee.set(port, value)
    }
  }

  func panic() {
    grid.panic()
    handle(SurfaceEvent(.panic))
  }

  // MARK: Takes

  /// The page is given a take that has ended.
  private func finish(_ take: Take) {
    store.keepForTake(false)
    say("took \(take.text)")
  }

  /// Plays a take from its beginning. The instrument begins anew, as in a render: nothing rings from before,
  /// and no patch that was there moves to the take's.
  func play(take text: [UInt8]) {
    stop()
    do throws(DocumentError) {
      let take = try Take(text: text)
      say("playing \(Float(take.seconds))")
      if let doubt = take.doubt { say("note This may sound different: \(doubt).") }
      processor.pointee.handOutAllLoops(to: store.loops) { store.collectLoops() }
      ownLoops = store.savedLoops()
      play(SavedLoops())
      processor.pointee.activate()
      replay = SoloReplay(take, sampleRate: sampleRate)
    } catch { say("error \(error.sentence())") }
  }

  /// Plays a take no more.
  func stop() {
    guard replay != nil else { return }
    replay = nil
    handle(SurfaceEvent(.panic))
    play(ownLoops)
    for (index, value) in ports.enumerated() where TouchPort.isControlInput(index) {
      if let port = TouchPort.at(index) { processor.pointee.set(port, value) }
    }
    say("played")
  }

  /// Plays other layers of the looper.
  private func play(_ layers: SavedLoops) {
    store.restore(layers, sampleRate: sampleRate)
    guard let next = store.loops.pointee.restored.pop() else { return }
    processor.pointee.apply(next)
    store.loops.pointee.restored.retire(next)
  }

  /// The next thing of the take that plays acts.
  private func act() {
    switch replay?.next() {
    case .patch(let text):
      let isDone = answer { () throws(DocumentError) in try store.replace(text) }
      if !isDone { return stop() }
    case .loops(let text):
      let isDone = answer { () throws(DocumentError) in play(try SavedLoops(text: text)) }
      if !isDone { return stop() }
    case .port(let port, let value): processor.pointee.set(port, value)
    case .restart: processor.pointee.activate()
    case .midi(let bytes): bytes.withUnsafeBytes { handle(midi: $0) }
    case .surface(let event): handle(event)
    case .position(let position): processor.pointee.handle(position)
    case .reportsAutomation, .mastered, .lost: break
    case .end, nil: return stop()
    }
    if replay?.isOver == true { stop() }
  }

  // MARK: What it shows

  /// Writes a live frame, if one is due.
  /// - Returns: its words; empty: none is due.
  func picture() -> UnsafeBufferPointer<UInt32> {
    guard framesSincePicture >= framesPerPicture else { return UnsafeBufferPointer(start: words, count: 0) }
    framesSincePicture = 0
    pictures &+= 1
    var writer = LiveFrameWriter(words, capacity: LiveFrame.sentCapacity)
    var head: LiveHead
    if showsGrid {
      head = grid.show(into: &writer)
    } else {
      processor.pointee.measureRoutes(true)
      if showsOutput { samples.write(&writer) }
      if writer.begin(.levels) { writer.add(left: levels.left, right: levels.right) }
      levels = (0, 0)
      processor.pointee.show(~(LiveSection.levels.bit | LiveSection.output.bit), named: named, into: &writer)
      head = processor.pointee.liveHead(blockAt: processor.pointee.presentFrame, clock: 0)
    }
    head.sequence = pictures
    return UnsafeBufferPointer(start: words, count: writer.finish(head))
  }

  func emptyOutbox() { outbox.removeAll() }
  func emptyMIDI() { midi.removeAll(keepingCapacity: true) }
  func say(_ text: UTF8Text) { outbox.append(text.bytes) }

  // MARK: Documents

  /// Makes a change, says what was refused, and takes up what has changed.
  /// - Returns: whether it was done.
  @discardableResult
  func answer(_ change: () throws(DocumentError) -> Void) -> Bool {
    var isDone = true
    do throws(DocumentError) { try change() } catch {
      say("error \(error.sentence())")
      isDone = false
    }
    takeUp()
    tellRevision()
    return isDone
  }

  /// Reads the recorded sounds of a patch of the library, because that takes longer than a block. They stay
  /// in memory: the compiled patch retains them and never releases them. A fault is told when the patch is
  /// loaded.
  func prepare(_ name: [UInt8]) {
    var (warnings, faults): ([DocumentError], [DocumentError]) = ([], [])
    do throws(DocumentError) {
      let text = try store.folders.text(of: name)
      var document = try PatchDocument.read(text, warnings: &warnings)
      _ = try document.compile(withSoundsIn: store.folders.samples, faults: &faults)
    } catch {}
  }

  private func takeUp() {
    grid.takeUp()
    guard let next = store.mailbox.pointee.pop() else { return }
    store.mailbox.pointee.retire(processor.pointee.apply(next))
    store.mailbox.pointee.collect()
  }

  func tellRevision() {
    let status = showsGrid ? grid.store.status() : store.status()
    if status.revision == told { return }
    told = status.revision
    say("changed \(Int(told)) \(status.name)")
  }
}
