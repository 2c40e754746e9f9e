// The folders of scenes for windows: a list with pictures, made a few scenes at a time, and what is done with
// the user's own scenes. Input thread.
import CPosix
import SceneFiles
import Text

/// Answers questions about the folders of scenes.
package struct SceneShelf {
  /// The most scenes of a list, and the most bytes of a patch that gets a picture.
  private static let limit = 500
  private static let pictureLimit = 1 << 20
  /// Shapes of a picture.
  private static let shapes = 32
  /// Bytes of one text of the answer, and scenes that one turn reads.
  private static let piece = 6000
  private static let atOnce = 4

  /// The user's folder and the bundle's; empty: none.
  private let user: [UInt8]
  private let bundle: [UInt8]
  private var waiting: [(path: [UInt8], isOwn: Bool)] = []
  private var entries: [UTF8Text] = []
  private var isListing = false
  private var answer: [UInt8] = []
  private var place = 0

  package init(user: [UInt8], bundle: [UInt8]) { (self.user, self.bundle) = (user, bundle) }

  /// A question: a JSON object with one word and its texts. What cannot be done is said.
  /// - Returns: the reason for people, or what was done; empty: a list is coming. And the scene to open.
  package mutating func ask(_ question: [UInt8]) -> (said: [UInt8], open: [UInt8]?) {
    guard let json = question.withUnsafeBytes({ try? JSON($0) }), case .object(let members) = json.value,
      members.count == 1, case .array(let list) = members[0].value.value
    else { return (("the question is no JSON object of one list" as UTF8Text).bytes, nil) }
    var texts: [[UInt8]] = []
    for case .string(let text) in list.map({ $0.value }) { texts.append(text) }
    let word = members[0].key
    func isAsked(_ name: StaticString, _ count: Int) -> Bool {
      word == UTF8Text(name).bytes && texts.count == count
    }
    var said: UTF8Text = ""
    if isAsked("edit", 0) { return ([], nil) }
    if isAsked("list", 0) {
    } else if isAsked("open", 1) {
      return ([], texts[0])
    } else if isAsked("rename", 2) {
      said = rename(texts[0], texts[1])
    } else if isAsked("copy", 2) {
      said = copy(texts[0], texts[1])
    } else if isAsked("delete", 1) {
      said = delete(texts[0])
    } else if isAsked("install", 1) {
      said = install(texts[0])
    } else {
      return (("scenes are asked for list, open, rename, copy, delete and install" as UTF8Text).bytes, nil)
    }
    begin()
    return (said.bytes, nil)
  }

  /// Whether a question asks for Pd's own window.
  static func isEdit(_ question: [UInt8]) -> Bool { question == ("{\"edit\": []}" as UTF8Text).bytes }

  // MARK: The list

  private mutating func begin() {
    (entries, answer, place, isListing) = ([], [], 0, true)
    let own = scenes(in: user)
    waiting = own.map { ($0, true) }
    let hidden = own.map { Self.name(of: $0) }
    for path in scenes(in: bundle) where !hidden.contains(Self.name(of: path)) {
      waiting.append((path, false))
    }
    if waiting.count > Self.limit { waiting.removeLast(waiting.count - Self.limit) }
  }

  /// A piece of work. The next text of the answer: its place, the length of the whole, a line end, its bytes.
  package mutating func turn() -> [UInt8]? {
    if isListing {
      for _ in 0..<Self.atOnce {
        guard let (path, isOwn) = waiting.first else { break }
        waiting.removeFirst()
        if let entry = Self.entry(path, isOwn) { entries.append(entry) }
      }
      guard waiting.isEmpty else { return nil }
      answer = JSON.list("[", entries, "]").bytes
      (entries, isListing) = ([], false)
    }
    guard place < answer.count else { return nil }
    let end = min(place + Self.piece, answer.count)
    let text = ("\(place) \(answer.count)\n" as UTF8Text).bytes + answer[place..<end]
    place = end
    if end == answer.count { (answer, place) = ([], 0) }
    return text
  }

  /// Whether there is more to do.
  package var isBusy: Bool { isListing || place < answer.count }

  private func scenes(in folder: [UInt8]) -> [[UInt8]] {
    guard !folder.isEmpty, let names = SceneFile.names(in: folder) else { return [] }
    return names.filter { $0.first != UInt8(ascii: ".") && $0 != ("libs" as UTF8Text).bytes }
      .sorted { $0.lexicographicallyPrecedes($1) }
      .map { ("\(folder)/\($0)" as UTF8Text).bytes }.filter { Self.kind(of: $0) != nil }
  }

  private static func last(of path: [UInt8]) -> [UInt8] {
    Array(path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
  }

  private static func name(of path: [UInt8]) -> [UInt8] { SceneKind.name(of: last(of: path)) }

  private static func kind(of path: [UInt8]) -> SceneKind? {
    guard let isFolder = SceneFile.isFolder(path) else { return nil }
    return SceneKind.recognise(
      last(of: path), isFolder: isFolder,
      has: { SceneFile.isFolder(("\(path)/\($0)" as UTF8Text).bytes) == false })
  }

  private static func entry(_ path: [UInt8], _ isOwn: Bool) -> UTF8Text? {
    guard let kind = kind(of: path) else { return nil }
    let spec = kind.spec
    let main = kind == .patch ? path : ("\(path)/\(spec.main)" as UTF8Text).bytes
    var about: [UInt8] = []
    if spec.info.utf8CodeUnitCount > 0,
      let text = ScenePage.read(("\(path)/\(spec.info)" as UTF8Text).bytes, limit: 1 << 16)
    {
      let info = kind == .rjDj ? try? SceneInfo(propertyList: text) : try? SceneInfo(json: text)
      about = Array((info?.description ?? []).prefix(300))
      while let byte = about.last, about.count == 300, byte & 0xC0 == 0x80 { about.removeLast() }
      about = about.map { $0 < 32 ? 32 : $0 }
    }
    var (width, height): (Float, Float) = (400, 300)
    var shapes: [UTF8Text] = []
    if let text = ScenePage.read(main, limit: pictureLimit),
      let file = try? text.span.bytes.withUnsafeBytes({ text throws(DocumentError) in try PdFile(text) })
    {
      (width, height) = (file.width, file.height)
      for widget in file.widgets where shapes.count < Self.shapes {
        if case .comment = widget.kind { continue }
        let area = widget.area
        guard area.width > 0, area.x < width, area.y < height else { continue }
        let colour = Int(widget.background.code)
        shapes.append(
          "[\(Int(area.x)), \(Int(area.y)), \(Int(area.width)), \(Int(area.height)), \(colour)]")
      }
    }
    let members: [UTF8Text] = [
      "\"path\": \(JSON.quoted(path))", "\"name\": \(JSON.quoted(name(of: path)))",
      "\"kind\": \"\(spec.title)\"", "\"own\": \(UTF8Text(isOwn ? "true" : "false"))",
      "\"about\": \(JSON.quoted(about))", "\"width\": \(Int(width))", "\"height\": \(Int(height))",
      "\"picture\": \(JSON.list("[", shapes, "]"))",
    ]
    return JSON.list("{", members, "}")
  }

  // MARK: What is done

  /// The path of a new scene of the user's; nil: the name cannot be one, or is in use.
  private func place(_ name: [UInt8], like path: [UInt8]) -> [UInt8]? {
    let name = SceneKind.name(of: name)
    guard !user.isEmpty, !name.isEmpty, name.count <= 100, name.first != UInt8(ascii: "."),
      name != ("libs" as UTF8Text).bytes,
      !name.contains(where: { $0 < 32 || $0 == 127 || $0 == 0x2F || $0 == 0x5C }),
      !scenes(in: user).contains(where: { Self.name(of: $0) == name })
    else { return nil }
    let kind = Self.kind(of: path)
    let ending: StaticString = kind == .patch ? ".pd" : kind == .rjDj ? ".rj" : ""
    return ("\(user)/\(name)\(ending)" as UTF8Text).bytes
  }

  private func isOwn(_ path: [UInt8]) -> Bool { scenes(in: user).contains(path) }

  private static func noName(_ name: [UInt8]) -> UTF8Text {
    "“\(name)” cannot be the name of a scene, or there is one with it"
  }

  private func rename(_ path: [UInt8], _ name: [UInt8]) -> UTF8Text {
    guard isOwn(path) else { return "only your own scenes can be renamed" }
    guard let target = place(name, like: path) else { return Self.noName(name) }
    let error = CPosix.rename(path.c, target.c) == 0 ? 0 : tactus_error()
    return error == 0 ? "renamed to “\(name)”" : "cannot rename it: \([UInt8](c: strerror(error)))"
  }

  private func copy(_ path: [UInt8], _ name: [UInt8]) -> UTF8Text {
    guard isOwn(path) || scenes(in: bundle).contains(path) else { return "there is no scene \(path)" }
    guard let target = place(name, like: path) else { return Self.noName(name) }
    guard SceneTree.copy(path, to: target) else { return "cannot copy it" }
    return "copied to “\(name)”"
  }

  private func delete(_ path: [UInt8]) -> UTF8Text {
    guard isOwn(path) else { return "only your own scenes can be deleted" }
    return SceneTree.delete(path) ? "deleted “\(Self.name(of: path))”" : "cannot delete it"
  }

  /// Unpacks a zip: a scene's folder, or one patch.
  private func install(_ file: [UInt8]) -> UTF8Text {
    guard let bytes = ScenePage.read(file, limit: ZipArchive.byteLimit) else { return "cannot read \(file)" }
    do throws(DocumentError) {
      let archive = try ZipArchive(bytes)
      guard let first = archive.entries.first else { return "\(file) is empty" }
      let top = Array(first.path.prefix { $0 != UInt8(ascii: "/") })
      let head = top + [UInt8(ascii: "/")]
      let isFolder = archive.entries.allSatisfy { $0.path.starts(with: head) }
      guard isFolder || archive.entries.count == 1 else {
        return "\(file) has neither one folder with a scene nor one patch"
      }
      let kind = SceneKind.recognise(
        top, isFolder: isFolder,
        has: { name in archive.entries.contains { $0.path == head + UTF8Text(name).bytes } })
      guard let kind else { return "\(file) has neither one folder with a scene nor one patch" }
      let ending: StaticString = kind == .patch ? ".pd" : kind == .rjDj ? ".rj" : ""
      let name = SceneKind.name(of: top)
      guard place(name, like: []) != nil else { return Self.noName(name) }
      let partial = ("\(user)/.\(Int(getpid())).partial" as UTF8Text).bytes
      defer { _ = SceneTree.delete(partial) }
      for entry in archive.entries {
        let rest = isFolder ? Array(entry.path.dropFirst(top.count)) : []
        guard SceneTree.write(try archive.contents(of: entry), to: partial + rest) else {
          return "cannot write into \(user)"
        }
      }
      let target = ("\(user)/\(name)\(ending)" as UTF8Text).bytes
      return CPosix.rename(partial.c, target.c) == 0 ? "installed “\(name)”" : "cannot write into \(user)"
    } catch { return "\(file): \(error.message)" }
  }
}

/// Files and folders with all that is in them.
enum SceneTree {
  /// The most folders within each other.
  private static let depth = 32

  private static func split(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8]) {
    let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return (Array(path[..<slash]), Array(path[(slash + 1)...]))
  }

  static func write(_ bytes: [UInt8], to path: [UInt8]) -> Bool {
    let (folder, name) = split(path)
    guard tactus_make_folders(folder.c) == 0 else { return false }
    let beside = ("\(name).new" as UTF8Text).bytes
    return bytes.withUnsafeBytes {
      tactus_replace_file(
        folder.c, name.c, beside.c, $0.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!, $0.count)
    } == 0
  }

  static func copy(_ path: [UInt8], to target: [UInt8], depth: Int = depth) -> Bool {
    guard depth > 0, let isFolder = SceneFile.isFolder(path) else { return false }
    if !isFolder {
      guard let bytes = ScenePage.read(path, limit: 256 << 20) else { return false }
      return write(bytes, to: target)
    }
    guard tactus_make_folders(target.c) == 0, let names = SceneFile.names(in: path, atMost: 5000) else {
      return false
    }
    return names.allSatisfy {
      copy(("\(path)/\($0)" as UTF8Text).bytes, to: ("\(target)/\($0)" as UTF8Text).bytes, depth: depth - 1)
    }
  }

  /// Links are deleted, and not followed.
  static func delete(_ path: [UInt8], depth: Int = depth) -> Bool {
    if unlink(path.c) == 0 { return true }
    guard depth > 0, let names = SceneFile.names(in: path, atMost: 5000) else { return false }
    for name in names where !delete(("\(path)/\(name)" as UTF8Text).bytes, depth: depth - 1) { return false }
    return rmdir(path.c) == 0
  }
}
