// The instrument that a page plays by itself: its document, its sound, what it shows. An audio worklet's one
// thread, on which a page has no other way to a sound.
import Controls
import Instrument
import Lanes
import Music
import Patches
import RealTime
import Signal
import Stores
import Text
import Touch
import WaveRecipes

/// One instrument. What it says waits in `outbox`, in the words of docs/surface.md.
final class SoloInstrument {
  /// Frames a second of pictures for the page.
  private static let picturesPerSecond = 30

  /// Where the page puts the library's files, and where saved ones are.
  static let bundle: UTF8Text = "/bundle"
  static let user: UTF8Text = "/user"

  private let store = PatchStore(
    folders: DocumentFolders(
      .patch, user: ("\(user)/patches" as UTF8Text).bytes, factory: ("\(bundle)/patches" as UTF8Text).bytes))
  private let tables: UnsafeMutablePointer<Float>
  private let processor: UnsafeMutablePointer<TouchProcessor>
  private let words = UnsafeMutablePointer<UInt32>.allocate(capacity: LiveFrame.sentCapacity)
  private let framesPerPicture: Int
  private var framesSincePicture = 0
  private var pictures: UInt32 = 0
  private var levels = (left: Float(0), right: Float(0))
  private var named = InlineArray<8, UInt16>(repeating: 0)
  /// The revision that the page was told last.
  private var told: Int32 = -1
  /// Texts for the page, in order.
  private(set) var outbox: [[UInt8]] = []

  /// Begins with the starting patch. Computes the wavetables, which takes a part of a second.
  /// - Parameter sampleRate: in hertz.
  init(sampleRate: Float) {
    let computed = computedWaveTables()
    tables = .allocate(capacity: computed.count)
    tables.initialize(from: computed, count: computed.count)
    let first = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
    first.initialize(to: CompiledPatch())
    processor = .allocate(capacity: 1)
    processor.initialize(
      to: TouchProcessor(sampleRate: sampleRate, tables: WaveTables(base: tables), patch: first))
    framesPerPicture = Int(sampleRate) / Self.picturesPerSecond
    processor.pointee.activate()
    takeUpPatch()
  }

  deinit {
    processor.pointee.patch.pointee.releaseSounds()
    processor.pointee.patch.deinitialize(count: 1)
    processor.pointee.patch.deallocate()
    processor.deinitialize(count: 1)
    processor.deallocate()
    words.deallocate()
    tables.deallocate()
  }

  // MARK: Sound

  /// The wavetables.
  var waves: UnsafePointer<Float> { UnsafePointer(tables) }

  /// Renders what comes next.
  func render(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) {
    let mode = FloatMode.flushingDenormals()
    processor.pointee.render(left, right, count: count)
    mode.restore()
    for index in 0..<count {
      levels.left = max(levels.left, abs(left[index]))
      levels.right = max(levels.right, abs(right[index]))
    }
    var steps = processor.pointee.popRequestedSteps()
    while steps != 0 {
      answer { () throws(DocumentError) in steps > 0 ? try store.next() : try store.previous() }
      steps -= steps.signum()
    }
    processor.pointee.dropOutgoing()
    framesSincePicture += count
  }

  func handle(_ event: SurfaceEvent) { processor.pointee.handle(event) }

  /// A channel message of MIDI.
  func handle(midi bytes: UnsafeRawBufferPointer) {
    guard let message = MIDIMessage(bytes), processor.pointee.hears(message) else { return }
    processor.pointee.handle(message)
  }

  // MARK: What it shows

  /// Writes a live frame, if one is due.
  /// - Returns: its words; empty: none is due.
  func picture() -> UnsafeBufferPointer<UInt32> {
    guard framesSincePicture >= framesPerPicture else { return UnsafeBufferPointer(start: words, count: 0) }
    framesSincePicture = 0
    processor.pointee.measureRoutes(true)
    var writer = LiveFrameWriter(words, capacity: LiveFrame.sentCapacity)
    if writer.begin(.levels) { writer.add(left: levels.left, right: levels.right) }
    levels = (0, 0)
    processor.pointee.show(~LiveSection.levels.bit, named: named, into: &writer)
    var head = processor.pointee.liveHead(blockAt: processor.pointee.presentFrame, clock: 0)
    pictures &+= 1
    head.sequence = pictures
    return UnsafeBufferPointer(start: words, count: writer.finish(head))
  }

  func emptyOutbox() { outbox.removeAll() }

  // MARK: What it is asked

  /// Does what a text asks: a verb, and behind a blank what it needs.
  func ask(_ text: [UInt8]) {
    let blank = text.firstIndex(of: UInt8(ascii: " ")) ?? text.count
    let argument = Array(text[min(blank + 1, text.count)...])
    guard let verb = SoloVerb(Array(text[..<blank])) else { return }
    switch verb {
    case .hello:
      say("plugin patch 1 1:1")
      tellRevision()
    case .get: say("document \(UTF8Text(bytes: store.text()))")
    case .library: say("library \(UTF8Text(bytes: store.entries(from: Self.integer(argument) ?? 0)))")
    case .edit: answer { () throws(DocumentError) in _ = try store.apply(edit: argument) }
    case .load: answer { () throws(DocumentError) in try store.load(name: argument) }
    case .save: answer { () throws(DocumentError) in try store.save(name: argument, title: argument) }
    case .replace: answer { () throws(DocumentError) in try store.replace(argument) }
    case .ask:
      answer { () throws(DocumentError) in
        say("library \(UTF8Text(bytes: try store.answer(library: argument)))")
      }
    case .macro, .trim:
      let parts = argument.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard parts.count == 2, let number = Self.integer(Array(parts[0])), let value = Self.number(parts[1])
      else { return }
      let isMacro = verb == .macro
      guard 1...(isMacro ? 8 : 32) ~= number, 0...(isMacro ? 1 : 2) ~= value else { return }
      handle(SurfaceEvent(isMacro ? .macro : .trim, id: Int32(number), x: value))
    case .panic: handle(SurfaceEvent(.panic))
    case .names:
      named = InlineArray<8, UInt16>(repeating: 0)
      let symbols = argument.split(separator: UInt8(ascii: " ")).prefix(8)
      for (index, symbol) in symbols.enumerated() {
        let known = Controller.allCases.first { ("\($0.spec.symbol)" as UTF8Text).bytes == Array(symbol) }
        guard let controller = known else { continue }
        named[index] = UInt16(controller.rawValue) + 1
      }
    }
  }

  /// Makes a change, says what was refused, and takes up the patch.
  private func answer(_ change: () throws(DocumentError) -> Void) {
    do throws(DocumentError) { try change() } catch { say("error \(UTF8Text(bytes: error.sentence()))") }
    takeUpPatch()
    tellRevision()
  }

  private func takeUpPatch() {
    guard let next = store.mailbox.pointee.pop() else { return }
    store.mailbox.pointee.retire(processor.pointee.apply(next))
    store.mailbox.pointee.collect()
  }

  private func tellRevision() {
    let status = store.status()
    if status.revision == told { return }
    told = status.revision
    say("changed \(Int(told)) \(UTF8Text(bytes: status.name))")
  }

  private func say(_ text: UTF8Text) { outbox.append(text.bytes) }

  private static func integer(_ digits: [UInt8]) -> Int? {
    guard case .integer(let number)? = json(digits) else { return nil }
    return Int(clamping: number)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Float? {
    switch json(Array(digits)) {
    case .integer(let number): Float(number)
    case .real(let number): Float(number)
    default: nil
    }
  }

  private static func json(_ text: [UInt8]) -> JSON.Value? {
    text.withUnsafeBytes { try? JSON($0, limit: 64) }?.value
  }
}

/// What a page may ask: the list of docs/surface.md, and a whole patch to be played.
enum SoloVerb: CaseIterable {
  case hello, get, library, edit, load, save, replace, ask, macro, trim, panic, names

  init?(_ word: [UInt8]) {
    guard let verb = Self.allCases.first(where: { UTF8Text($0.symbol).bytes == word }) else { return nil }
    self = verb
  }

  private var symbol: StaticString {
    switch self {
    case .hello: "hello"
    case .get: "get"
    case .library: "library"
    case .edit: "edit"
    case .load: "load"
    case .save: "save"
    case .replace: "replace"
    case .ask: "ask"
    case .macro: "macro"
    case .trim: "trim"
    case .panic: "panic"
    case .names: "names"
    }
  }
}
