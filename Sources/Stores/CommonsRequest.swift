// The program that asks a commons for an instance: `tactus commons answer`. It alone reaches the network. Input thread.
import CPosix
import Patches
import Text

/// The request of an instance to a commons. Another one ends it.
public final class CommonsRequest {
  enum Task: Equatable {
    case search
    /// The entry with this name.
    case preview([UInt8])
    case load([UInt8])
    case pack
  }

  /// The most bytes of an answer.
  private static var answerLimit: Int { 65_536 }

  /// The command, which is found on the path. Tests have another one.
  var command: [UTF8Text] = ["/usr/bin/env", "tactus", "commons", "answer", "--"]
  private var task: Task?
  private var stream: Int32 = -1
  private var process: Int32 = 0
  private var answer: [UInt8] = []

  deinit { stop() }

  #if arch(wasm32)
    /// A page asks by its script.
    func start(_: Task, _: [[UInt8]]) throws(DocumentError) {
      throw DocumentError("a page can't do this: use the window or the command")
    }
    func stop() {}
    func takeAnswer() -> (Task, [UInt8])? { nil }
  #else
    /// Starts the program.
    /// - Parameter words: the command's words behind `tactus commons answer`.
    func start(_ task: Task, _ words: [[UInt8]]) throws(DocumentError) {
      stop()
      var arguments: [UnsafeMutablePointer<CChar>?] = (command.map { $0.bytes } + words).map { strdup($0.c) }
      arguments.append(nil)
      stream = tactus_open_stream_with(&arguments, &process)
      for argument in arguments { free(argument) }
      if stream < 0 { throw DocumentError("the command tactus can't be started") }
      (self.task, answer) = (task, [])
    }

    /// Ends the program; it has no answer.
    func stop() {
      if stream >= 0 { tactus_close_stream(stream, process) }
      (stream, task) = (-1, nil)
    }

    /// What was asked and its answer, once the program has ended; nil before, or if nothing was asked.
    func takeAnswer() -> (Task, [UInt8])? {
      guard let task else { return nil }
      var room = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = room.withUnsafeMutableBytes { tactus_stream_receive(stream, $0.baseAddress, $0.count) }
        if count == 0 { return nil }
        if count < 0 || answer.count > Self.answerLimit { break }
        answer += room.prefix(count)
      }
      stop()
      return (task, answer)
    }
  #endif
}

extension EditedStore {
  /// Entries of a commons are documents with this before their names, which no name of a file contains.
  private static var prefix: [UInt8] { UTF8Text("commons/").bytes }

  /// Answers what the host's window asks about a commons: `{"commons": "words"}` searches it, `{"commons": ["address"]}`
  /// chooses it, `{"load": "commons/name"}` and `{"preview": "commons/name"}` get an entry, `{"pack": ["name", "license",
  /// "author"]}` writes a contribution. The result comes later, as another answer.
  /// - Returns: the answer; nil: it is another question.
  func answer(commons member: JSON.Member) throws(DocumentError) -> [UInt8]? {
    do throws(DocumentError) { return try begin(member) } catch { throw refused(error) }
  }

  private func begin(_ member: JSON.Member) throws(DocumentError) -> [UInt8]? {
    let kind = UTF8Text(folders.kind.word).bytes
    switch member.value.value {
    case .string(let words) where member.key == "commons":
      let address = try commonsAddress()
      try commons.start(.search, [address, kind, UTF8Text("search").bytes, words])
      return commonsAnswer(address, "Searching…", searched: words)
    case .string(let name) where member.key == "load" && name.starts(with: Self.prefix):
      return try get(.load(name), kind, "load", name)
    case .string(let name) where member.key == "preview" && name.starts(with: Self.prefix):
      return try get(.preview(name), kind, "preview", name)
    case .array(let values) where member.key == "commons" || member.key == "pack":
      var texts: [[UInt8]] = []
      for value in values { if case .string(let text) = value.value { texts.append(text) } }
      var marks = LibraryMarks(of: folders)
      if member.key == "pack", texts.count == 3 {
        texts[0] = try folders.path(of: texts[0])
        try commons.start(.pack, [marks.commons, kind, UTF8Text("pack").bytes] + texts)
        return commonsAnswer(marks.commons, "Rendering it, as a commons will…")
      }
      guard member.key == "commons", texts.count == 1, texts[0].count <= 256 else {
        throw DocumentError(
          "a commons has one address, a contribution a name, a license and an author" as UTF8Text)
      }
      marks.commons = texts[0]
      try marks.save(for: folders)
      commons.stop()
      let said: UTF8Text = texts[0].isEmpty ? "No commons is asked." : "The commons is \(texts[0])."
      return commonsAnswer(texts[0], said, searched: [])
    default: return nil
    }
  }

  private func get(
    _ task: CommonsRequest.Task, _ kind: [UInt8], _ word: StaticString, _ name: [UInt8]
  ) throws(DocumentError) -> [UInt8] {
    let address = try commonsAddress()
    let entry = Array(name[Self.prefix.count...])
    try commons.start(task, [address, kind, UTF8Text(word).bytes, entry])
    return commonsAnswer(address, "Getting “\(Array(entry.prefix(64)))”…")
  }

  private func commonsAddress() throws(DocumentError) -> [UInt8] {
    let address = LibraryMarks(of: folders).commons
    if address.isEmpty { throw DocumentError("no commons is chosen: give its address first") }
    return address
  }

  /// - Parameter searched: nil: what was found stays.
  private func commonsAnswer(_ address: [UInt8], _ said: UTF8Text, searched: [UInt8]? = nil) -> [UInt8] {
    let found: UTF8Text =
      searched.map { ", \"searched\": \(JSON.quoted($0)), \"found\": []" } ?? ""
    let text: UTF8Text =
      "{\"commons\": {\"address\": \(JSON.quoted(address))\(found)}, \"said\": \(JSON.quoted(said.bytes))}"
    return text.bytes
  }

  /// Does what a commons was asked for, once it has answered; the host is owed what came of it.
  func finishCommons() {
    do throws(DocumentError) {
      if let answer = try commonsResult() { owe(answer) }
    } catch {
      owe(refusal: error.sentence())
    }
  }

  /// Does what a commons was asked for.
  /// - Returns: what a window is told; nil: there is no answer yet.
  func commonsResult() throws(DocumentError) -> [UInt8]? {
    guard let (task, text) = commons.takeAnswer() else { return nil }
    return try answer(to: task, text)
  }

  private func answer(to task: CommonsRequest.Task, _ text: [UInt8]) throws(DocumentError) -> [UInt8] {
    let json = text.withUnsafeBytes { try? JSON($0, limit: 65_536) }
    guard case .object(let members)? = json?.value else {
      throw DocumentError("the commons gives no answer: is the command tactus installed?" as UTF8Text)
    }
    func value(_ key: StaticString) -> [UInt8] {
      guard case .string(let text)? = members.first(where: { $0.key == key })?.value.value else { return [] }
      return text
    }
    if !value("error").isEmpty { throw DocumentError(value("error")) }
    let words: [UTF8Text]
    switch task {
    case .search: return text
    case .preview(let name):
      // Its sounds are beside it, as those of the user are.
      let heard = DocumentFolders(folders.kind, user: value("folder"), factory: folders.factory)
      try preview(value("name"), in: heard, as: name)
      words = said(UTF8Text(bytes: value("said")), isChanged: false)
    case .load:
      let before = replaced
      try load(name: value("name"))
      noteUse(of: value("name"))
      words = said(UTF8Text(bytes: value("said")), replacing: before) + ["\"changed\": true"]
    case .pack: words = said(UTF8Text(bytes: value("said")), isChanged: false)
    }
    return JSON.list("{", head(folders.names()) + words, "}").bytes
  }
}
