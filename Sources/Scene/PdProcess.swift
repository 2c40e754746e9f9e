// One Pd, from its start to its end. Input thread.
import CPosix
import Synchronization
import Text

/// A Pd process with its stream.
final class PdProcess {
  let process: Int32
  private let prints: Int32
  /// Ours until it is offered, and again when it is retired.
  let stream: UnsafeMutablePointer<SceneStream>
  /// When it was started, and when it was asked to end; nanoseconds.
  let begun: Int64
  private var ending: Int64?
  private var isKilled = false
  /// When an answer came last.
  private var lastAnswer: Int64
  private var lastCount = 0
  private(set) var hasEnded = false

  /// The open patch, with its widgets.
  let page: ScenePage
  /// The check of its box, or nil if it runs without one.
  let box: BoxWatch?
  /// The folder that it may write to, if any.
  private let data: SceneData?
  /// The number of failed counts of its disk usage in a row.
  private var uncounted = 0
  /// The cgroup that limits its memory, if any.
  private let group: MemoryGroup?
  private var isInGroup = false

  /// Starts Pd, and sends the tick in which it opens the patch.
  /// - Throws: why it cannot be started.
  init(
    _ command: PdCommand, _ page: ScenePage, data: SceneData?, ticks: Int, wants: consuming SceneSubscription,
    rates: (host: Int, own: Int), now: Int64
  ) throws(DocumentError) {
    self.page = page
    var (ours, theirs, ourPrints, theirPrints): (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)
    var (info, theirInfo): (Int32, Int32) = (-1, -1)
    let kept = Self.ticks(ticks, rates)
    let memory = SceneMemory(ticks: kept, outputs: wants.outputs)
    var error = memory.descriptor < 0 ? ENOMEM : tactus_stream_pair(&ours, &theirs)
    if error == 0 { error = tactus_print_pipe(&ourPrints, &theirPrints) }
    if error == 0, command.isBoxed {
      error = tactus_print_pipe(&info, &theirInfo)
      theirInfo = tactus_moved_up(theirInfo)
    }
    var started: Int32 = 0
    if error == 0 {
      var arguments: [UnsafeMutablePointer<CChar>?] = command.words.map { strdup($0.c) }
      arguments.append(nil)
      let texts = command.files.map { file in
        file.bytes.withUnsafeBytes { tactus_memory_file($0.baseAddress, $0.count) }
      }
      var more = texts + (command.isBoxed ? [theirInfo] : [])
      if !command.filter.isEmpty {
        more.append(command.filter.withUnsafeBytes { tactus_memory_file($0.baseAddress, $0.count) })
      }
      more.append(memory.descriptor)
      error =
        more.contains { $0 < 0 }
        ? ENOMEM : tactus_spawn(&arguments, theirs, theirPrints, more, Int32(more.count), &started)
      for file in texts where file >= 0 { CPosix.close(file) }
      if !command.filter.isEmpty, let file = more.dropLast().last, file >= 0 { CPosix.close(file) }
      for argument in arguments { free(argument) }
    }
    for descriptor in [theirs, theirPrints, theirInfo, memory.descriptor] where descriptor >= 0 {
      CPosix.close(descriptor)
    }
    guard error == 0 else {
      for descriptor in [ours, ourPrints, info] where descriptor >= 0 { CPosix.close(descriptor) }
      memory.free()
      throw DocumentError(
        ("Pd cannot be started: \([UInt8](c: strerror(error)))" as UTF8Text).bytes)
    }
    (process, prints, begun, lastAnswer) = (started, ourPrints, now, now)
    self.data = data
    box = command.isBoxed ? BoxWatch(info: info, places: command.places) : nil
    group = command.isBoxed ? MemoryGroup() : nil
    stream = .allocate(capacity: 1)
    stream.initialize(
      to: SceneStream(
        socket: ours, memory: memory, ticks: kept, wants: wants, board: page.board, rates: rates))
    appendSilence()
  }

  /// Appends a silent tick, with a number that no tick of the host has.
  private func appendSilence() {
    let silence = UnsafeMutablePointer<Float>.allocate(capacity: 2 * PdTick.frames)
    silence.initialize(repeating: 0, count: 2 * PdTick.frames)
    stream.pointee.append(tick: -2, silence)
    silence.deallocate()
  }

  deinit { CPosix.close(prints) }

  /// The ticks of sound that a stream keeps; a faster Pd has more of them.
  static func ticks(_ ticks: Int, _ rates: (host: Int, own: Int)) -> Int {
    var more = ticks
    while more * rates.host < ticks * rates.own { more *= 2 }
    return more
  }

  /// The descriptors that the thread waits for.
  var descriptors: [Int32] { hasEnded ? [] : [prints] }

  /// Whether its box is still being created.
  var isBuilding: Bool {
    guard let box, case .building = box.state else { return false }
    return true
  }

  /// The path in the box that shows something unexpected, or nil if none is known.
  var wrongPlace: [UInt8]? {
    guard case .wrong(let place)? = box?.look() else { return nil }
    return place
  }

  /// Sends the first tick once the box shows what it should. Returns whether it was answered: the patch is
  /// then open, and its sound is on.
  func load() -> Bool {
    if let box {
      if wrongPlace != nil || isBuilding { return false }
      if !isInGroup, box.process != 0 {
        _ = group?.add(box.process)
        isInGroup = true
      }
    }
    stream.pointee.exchange()
    guard stream.pointee.waiting == 0 else { return false }
    stream.pointee.beginPlaying()
    // PdParty's messages after each load.
    guard
      stream.pointee.append("pd", selector: "dsp", 1, 1)
        && stream.pointee.append("#transport", selector: "play", 1, 1)
        && stream.pointee.append("#volume", selector: "set", 1, 1)
        && stream.pointee.append("#micvolume", 1, 1)
    else { return false }
    // Behind the messages that the patch has sent when it was loaded.
    for message in page.beginning { _ = message.withUnsafeBytes { stream.pointee.append(message: $0) } }
    return true
  }

  /// Whether it has answered nothing for so long while it should have.
  func isHung(for limit: Int64, now: Int64) -> Bool {
    let count = stream.pointee.answered.load(ordering: .relaxed)
    // An answer that the host does not read is none that is missing.
    if count != lastCount || stream.pointee.waiting == 0 || stream.pointee.memory.done(beyond: count) > 0
      || tactus_stream_is_readable(stream.pointee.socket)
    {
      (lastCount, lastAnswer) = (count, now)
    }
    return now - lastAnswer > limit
  }

  /// Whether the process is gone. Its stream then says so, too.
  func checkEnd() -> Bool {
    if !hasEnded, tactus_has_ended(process) { hasEnded = true }
    if hasEnded { stream.pointee.isBroken.store(true, ordering: .relaxed) }
    return hasEnded
  }

  /// Appends what it has printed; a bounded piece of it.
  /// - Parameter isAll: In a render all that the pipe contains, and no line gives way to another one.
  func readPrints(into console: inout SceneConsole, isAll: Bool) {
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)
    defer { room.deallocate() }
    console.keepsMore = isAll
    for _ in 0..<(isAll ? 64 : 4) {
      let count = read(prints, room, 4096)
      if count <= 0 { return }
      console.append(UnsafeBufferPointer(start: room, count: count))
    }
  }

  /// Returns a sentence about the limit that the process exceeds, if any.
  /// - Parameter except: The file that the host records into.
  func excess(except: tactus_entry?) -> UTF8Text? {
    guard let box, box.process != 0, !isKilled, !hasEnded else { return nil }
    if box.isCrowded { return "the scene has made more than 10,000 files in /tmp or /dev/shm" }
    guard let data, let place = data.folder.entry else { return nil }
    var bytes = DataUsage.bytes(in: data.folder, except: except)
    if bytes <= SceneLimits.data {
      let deleted = DataUsage.deleted(by: box.process, on: place.device)
      bytes = deleted == .max ? .max : bytes + deleted
    }
    // A single count can fail because the scene deletes files meanwhile.
    uncounted = bytes == .max ? uncounted + 1 : 0
    if bytes <= SceneLimits.data || bytes == .max && uncounted < 2 { return nil }
    return "the scene has filled its data folder (limit: 1 GiB, 10,000 files)"
  }

  /// Ends it at once.
  func end() {
    guard !isKilled, !hasEnded else { return }
    kill(process, SIGKILL)
    box?.end()
    isKilled = true
  }

  /// Frees the stream. Its end ends Pd; one that hangs is killed after 200 ms. Whether it is gone.
  func close(now: Int64) -> Bool {
    if ending == nil {
      // Pd reads pending messages before it sees the end. A Pd whose box is wrong gets nothing.
      if !hasEnded, !isBuilding, wrongPlace == nil, stream.pointee.append("#closebang", selector: "bang", 0) {
        appendSilence()
        stream.pointee.exchange()
      }
      stream.deinitialize(count: 1)
      stream.deallocate()
      ending = now
    }
    if !hasEnded, tactus_has_ended(process) { hasEnded = true }
    if !hasEnded, let ending, now - ending > 200_000_000 { end() }
    return hasEnded
  }
}

/// The last lines that a scene has printed.
struct SceneConsole {
  /// Lines that are kept, those of the state's text, and bytes of one.
  private static let lines = 200
  private static let fewLines = 20
  private static let length = 200
  /// Lines that are kept during a render, which may print faster than its host reads.
  private static let moreLines = 20_000
  var keepsMore = false
  /// Pd says this of its scheduler in each scene.
  private static let usual = UTF8Text("unknown audio API specified").bytes
  private var complete: [[UInt8]] = []
  private var open: [UInt8] = []
  /// The lines that it has ever had.
  private(set) var count = 0

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if !open.isEmpty, open != Self.usual {
          complete.append(Self.shown(open))
          count += 1
        }
        open = []
        let kept = keepsMore ? Self.moreLines : Self.lines
        if complete.count > kept { complete.removeFirst(complete.count - kept) }
      } else if open.count < Self.length {
        open.append(byte >= 32 && byte != 127 ? byte : UInt8(ascii: "?"))
      }
    }
  }

  /// Returns a line as UTF-8 without control characters. One that was cut within a character ends before it.
  private static func shown(_ line: [UInt8]) -> [UInt8] {
    var line = line
    if line.count == length, let start = line.lastIndex(where: { $0 & 0xc0 != 0x80 }), line[start] >= 0xc0,
      !UTF8Text.isValid(Array(line[start...]))
    {
      line.removeSubrange(start...)
    }
    var shown: [UInt8] = []
    for byte in UTF8Text.repaired(line) {
      // The controls beyond ASCII are C2 80 to C2 9F.
      if shown.last == 0xc2, 0x80...0x9f ~= byte {
        shown[shown.count - 1] = UInt8(ascii: "?")
      } else {
        shown.append(byte)
      }
    }
    return shown
  }

  /// Appends a line of ours.
  mutating func add(line: UTF8Text) {
    (line.bytes + [UInt8(ascii: "\n")]).withUnsafeBufferPointer { append($0) }
  }

  var text: [UInt8] {
    var text: [UInt8] = []
    for line in (complete.suffix(Self.fewLines) + (open.isEmpty ? [] : [Self.shown(open)]))
      .suffix(Self.fewLines)
    {
      text += [UInt8(ascii: "\n")] + line
    }
    return text
  }

  /// The complete lines behind the first `seen` ones, as far as they are kept.
  func lines(behind seen: Int) -> ArraySlice<[UInt8]> {
    complete.suffix(min(max(0, count - seen), complete.count))
  }

  /// Returns the rest of the first line that begins with `word`.
  func first(with word: StaticString) -> [UInt8]? {
    let word = UTF8Text(word).bytes
    return (complete + [open]).first { $0.starts(with: word) }.map { Array($0.dropFirst(word.count)) }
  }
}
