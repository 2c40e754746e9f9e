// The folders of scenes for windows: a list with pictures, made a few scenes at a time, and what is done with
// the user's own scenes. Input thread.
import CPosix
import SceneFiles
import Text

/// Answers questions about the folders of scenes.
package struct SceneFolderRequests {
  /// The most scenes of a list, and the most bytes of a patch that gets a picture.
  private static let limit = 500
  private static let pictureLimit = 1 << 20
  /// Shapes of a picture.
  private static let shapes = 32
  /// Bytes of one text of the answer, and scenes that one turn reads.
  private static let piece = 6000
  private static let atOnce = 4
  /// The most folders within each other, with that of scenes itself.
  private static let depth = 5

  /// The user's folder and the bundle's; empty: none.
  private let user: [UInt8]
  private let bundle: [UInt8]
  /// The data folders of the scenes.
  private let data: SceneDataFolders
  private var waiting: [(path: [UInt8], isOwn: Bool)] = []
  private var entries: [UTF8Text] = []
  private var isListing = false
  private var answer: [UInt8] = []
  private var place = 0

  package init(user: [UInt8], bundle: [UInt8]) {
    (self.user, self.bundle) = (user, bundle)
    data = SceneDataFolders(user.isEmpty ? [] : ("\(Self.folder(of: user))/scenes-data" as UTF8Text).bytes)
  }

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
    if isAsked("edit", 0) || isAsked("end_recording", 0) { return ([], nil) }
    if isAsked("open", 1) { return ([], texts[0]) }
    // One who asks again waits for the same answer.
    if isAsked("list", 0), isListing { return ([], nil) }
    var said: [UInt8] = []
    if !isAsked("list", 0) {
      do throws(DocumentError) { said = try change(word, texts) } catch { said = error.message }
    }
    begin()
    return (said, nil)
  }

  /// Renames, moves, copies, deletes or installs a scene.
  /// - Returns: what was done, for people.
  package func change(_ word: [UInt8], _ texts: [[UInt8]]) throws(DocumentError) -> [UInt8] {
    func isAsked(_ name: StaticString, _ count: Int) -> Bool {
      word == UTF8Text(name).bytes && texts.count == count
    }
    let said: UTF8Text
    if isAsked("rename", 2) {
      said = try rename(texts[0], texts[1])
    } else if isAsked("move", 2) {
      said = try move(texts[0], texts[1])
    } else if isAsked("copy", 2) {
      said = try copy(texts[0], texts[1])
    } else if isAsked("delete", 1) {
      said = try delete(texts[0])
    } else if isAsked("install", 1) {
      said = try install(texts[0])
    } else {
      throw Self.error("a request about scenes is one of list, open, rename, move, copy, delete and install")
    }
    return said.bytes
  }

  private static func error(_ sentence: UTF8Text) -> DocumentError { DocumentError(sentence.bytes) }

  /// The paths of all scenes in the folders.
  var paths: [[UInt8]] { Self.scenes(in: user) + Self.scenes(in: bundle) }

  /// Whether a scene of this path lies in the folders.
  func has(_ path: [UInt8]) -> Bool { paths.contains(path) }

  /// Whether a question asks for Pd's own window.
  static func isEdit(_ question: [UInt8]) -> Bool { question == ("{\"edit\": []}" as UTF8Text).bytes }

  /// Whether a question asks for the end of a recording, also of one that the patch has begun.
  static func isEnd(_ question: [UInt8]) -> Bool {
    question == ("{\"end_recording\": []}" as UTF8Text).bytes
  }

  // MARK: The list

  private mutating func begin() {
    (entries, answer, place, isListing) = ([], [], 0, true)
    let own = Self.scenes(in: user)
    waiting = own.map { ($0, true) }
    let hidden = own.map { name(of: $0) }
    for path in Self.scenes(in: bundle) where !hidden.contains(name(of: path)) {
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
        if let entry = entry(path, isOwn) { entries.append(entry) }
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

  /// The scenes of a folder and of the folders in it, in the order of their paths; those of the folder first.
  static func scenes(in folder: [UInt8], depth: Int = depth) -> [[UInt8]] {
    guard !folder.isEmpty, depth > 0, let names = SceneFile.names(in: folder) else { return [] }
    let paths = names.filter { $0.first != UInt8(ascii: ".") && !Self.isTaken($0) }
      .sorted { $0.lexicographicallyPrecedes($1) }.map { ("\(folder)/\($0)" as UTF8Text).bytes }
    var found = paths.filter { Self.kind(of: $0) != nil }
    for path in paths where found.count < Self.limit && SceneFile.isFolder(path) == true {
      if Self.kind(of: path) == nil { found += scenes(in: path, depth: depth - 1) }
    }
    return found
  }

  /// Names of folders that are none of scenes.
  private static func isTaken(_ name: [UInt8]) -> Bool {
    name == ("libs" as UTF8Text).bytes || name == ("data" as UTF8Text).bytes
  }

  private static func last(of path: [UInt8]) -> [UInt8] {
    Array(path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
  }

  private static func folder(of path: [UInt8]) -> [UInt8] {
    Array(path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
  }

  /// The name of a scene from the folder of scenes on: `live/bells`.
  private func name(of path: [UInt8]) -> [UInt8] {
    for folder in [user, bundle] where !folder.isEmpty && path.starts(with: folder + [UInt8(ascii: "/")]) {
      return SceneKind.name(of: Array(path[(folder.count + 1)...]))
    }
    return SceneKind.name(of: Self.last(of: path))
  }

  private static func kind(of path: [UInt8]) -> SceneKind? { SceneFile.kind(of: path) }

  private func entry(_ path: [UInt8], _ isOwn: Bool) -> UTF8Text? {
    guard let kind = Self.kind(of: path) else { return nil }
    let spec = kind.spec
    var about: [UInt8] = []
    if spec.info.utf8CodeUnitCount > 0,
      let text = OpenFolder(path)?.read(UTF8Text(spec.info).bytes, limit: 1 << 16)
    {
      let info = kind == .rjDj ? try? SceneInfo(propertyList: text) : try? SceneInfo(json: text)
      about = Array((info?.description ?? []).prefix(300))
      while let byte = about.last, about.count == 300, byte & 0xC0 == 0x80 { about.removeLast() }
      about = about.map { $0 < 32 ? 32 : $0 }
    }
    var view = SceneArea(x: 0, y: 0, width: 400, height: 300)
    var shapes: [UTF8Text] = []
    if let text = Self.text(of: path, kind, limit: Self.pictureLimit),
      let file = try? text.span.bytes.withUnsafeBytes({ text throws(DocumentError) in
        try PdFile(text, foreign: foreign(path), content: .widgets)
      })
    {
      view = file.view
      for widget in file.widgets where widget.panel == 0 && shapes.count < Self.shapes {
        if case .comment = widget.kind { continue }
        if widget.isViewPort { continue }
        var area = widget.area
        area.x -= view.x
        area.y -= view.y
        guard area.width > 0, area.x < view.width, area.y < view.height else { continue }
        let colour = Int(widget.background.code)
        shapes.append(
          "[\(Int(area.x)), \(Int(area.y)), \(Int(area.width)), \(Int(area.height)), \(colour)]")
      }
    }
    let members: [UTF8Text] = [
      "\"path\": \(JSON.quoted(path))", "\"name\": \(JSON.quoted(SceneKind.name(of: Self.last(of: path))))",
      "\"folder\": \(JSON.quoted(Self.folder(of: name(of: path))))",
      "\"kind\": \"\(spec.title)\"", "\"own\": \(UTF8Text(isOwn ? "true" : "false"))",
      "\"about\": \(JSON.quoted(about))", "\"width\": \(Int(view.width))", "\"height\": \(Int(view.height))",
      "\"picture\": \(JSON.list("[", shapes, "]"))",
      "\"thumb\": \(JSON.quoted(Self.thumb(of: path)))",
    ]
    return JSON.list("{", members, "}")
  }

  /// The names of DroidParty's widgets that are other objects in a scene.
  private func foreign(_ path: [UInt8]) -> [[UInt8]] {
    guard let file = try? SceneFile(path) else { return [] }
    let libraries: [UInt8] = bundle.isEmpty ? [] : ("\(bundle)/libs" as UTF8Text).bytes
    return SceneView(file, libraries: libraries).search(.widgets).foreign
  }

  /// The picture of a scene, without the ending; empty: there is none.
  private static func thumb(of path: [UInt8]) -> [UInt8] {
    let thumb = SceneKind.thumb(of: path)
    let isThere = ([".png", ".jpg"] as [StaticString]).contains { ending in
      // A link may lead to a picture outside the scene.
      var entry = tactus_entry()
      let path = ("\(thumb)\(ending)" as UTF8Text).bytes
      return tactus_stat_beneath(AT_FDCWD, path.c, &entry) == 0 && entry.kind == tactus_is_file
    }
    return isThere ? thumb : []
  }

  /// Reads the patch of a scene, or returns nil if it can't be read.
  private static func text(of path: [UInt8], _ kind: SceneKind, limit: Int) -> [UInt8]? {
    if SceneFile.isFolder(path) == false { return ScenePage.read(path, limit: limit) }
    return OpenFolder(path)?.read(UTF8Text(kind.spec.main).bytes, limit: limit)
  }

  // MARK: What is done

  /// The path of a new scene of the user's.
  /// - Parameters:
  ///   - name: its name, with the folder of scenes in which it lies, if that is another one: `live/bells`.
  ///   - path: a scene of the same kind.
  /// - Throws: the name cannot be one, or is in use.
  private func place(_ name: [UInt8], like path: [UInt8]) throws(DocumentError) -> [UInt8] {
    let name = SceneKind.name(of: name)
    let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && part.count <= 100 && part.first != UInt8(ascii: ".") && !Self.isTaken(Array(part))
        && !part.contains { $0 < 32 || $0 == 127 || $0 == 0x5C }
    }
    // No scene lies in another one.
    var (folder, isInScene) = (user, false)
    for part in parts.dropLast() {
      folder += [UInt8(ascii: "/")] + part
      if Self.kind(of: folder) != nil || SceneFile.isFolder(folder) == false { isInScene = true }
    }
    guard !user.isEmpty, isName, parts.count <= Self.depth, !isInScene,
      !Self.scenes(in: user).contains(where: { self.name(of: $0) == name })
    else { throw Self.error("“\(name)” cannot be the name of a scene, or there is one with it") }
    let last = Self.last(of: path)
    let ending = Array(last.dropFirst(SceneKind.name(of: last).count))
    let target = ("\(user)/\(name)\(ending)" as UTF8Text).bytes
    guard SceneFile.isFolder(target) == nil else { throw Self.error("there is a folder “\(name)”") }
    return target
  }

  /// - Throws: the scene is none of the user's.
  private func checkOwn(_ path: [UInt8], _ what: StaticString) throws(DocumentError) {
    guard Self.scenes(in: user).contains(path) else {
      throw Self.error("only your own scenes can be \(what)")
    }
  }

  private func bring(_ path: [UInt8], to target: [UInt8]) throws(DocumentError) {
    let isThere = tactus_make_folders(Self.folder(of: target).c) == 0
    let old = try? SceneFile(path)
    if let old { data.takeOver(old) { paths } }
    guard isThere, CPosix.rename(path.c, target.c) == 0 else {
      throw Self.error("cannot move it: \([UInt8](c: strerror(tactus_error())))")
    }
    if let old, let new = SceneFile.realPath(target) { data.move(old.path, to: new) }
    tidy(Self.folder(of: path))
  }

  /// A folder of scenes that is empty now goes with its last scene.
  private func tidy(_ folder: [UInt8]) {
    var folder = folder
    while folder.count > user.count, rmdir(folder.c) == 0 { folder = Self.folder(of: folder) }
  }

  /// It stays in its folder.
  private func rename(_ path: [UInt8], _ name: [UInt8]) throws(DocumentError) -> UTF8Text {
    try checkOwn(path, "renamed")
    guard !name.contains(UInt8(ascii: "/")) else {
      throw Self.error("“\(name)” cannot be the name of a scene: to another folder it is moved")
    }
    let folder = Self.folder(of: self.name(of: path))
    try bring(path, to: place(folder.isEmpty ? name : folder + [UInt8(ascii: "/")] + name, like: path))
    return "renamed to “\(name)”"
  }

  /// - Parameter folder: from the folder of scenes on; empty: that itself.
  private func move(_ path: [UInt8], _ folder: [UInt8]) throws(DocumentError) -> UTF8Text {
    try checkOwn(path, "moved")
    var folder = folder
    while folder.last == UInt8(ascii: "/") { folder.removeLast() }
    let name = SceneKind.name(of: Self.last(of: path))
    try bring(path, to: place(folder.isEmpty ? name : folder + [UInt8(ascii: "/")] + name, like: path))
    return folder.isEmpty ? "moved to the folder of scenes" : "moved to “\(folder)”"
  }

  private func copy(_ path: [UInt8], _ name: [UInt8]) throws(DocumentError) -> UTF8Text {
    guard has(path) else {
      throw Self.error("there is no scene \(path)")
    }
    guard SceneTree.copy(path, to: try place(name, like: path)) else { throw Self.error("cannot copy it") }
    return "copied to “\(name)”"
  }

  private func delete(_ path: [UInt8]) throws(DocumentError) -> UTF8Text {
    try checkOwn(path, "deleted")
    guard SceneTree.delete(path) else { throw Self.error("cannot delete it") }
    tidy(Self.folder(of: path))
    return "deleted “\(SceneKind.name(of: Self.last(of: path)))”"
  }

  /// Unpacks a zip: a scene's folder, or one patch.
  private func install(_ file: [UInt8]) throws(DocumentError) -> UTF8Text {
    guard let bytes = ScenePage.read(file, limit: ZipArchive.byteLimit) else {
      throw Self.error("cannot read \(file)")
    }
    do throws(DocumentError) {
      let archive = try ZipArchive(bytes)
      guard let first = archive.entries.first else { throw Self.error("is empty") }
      let top = Array(first.path.prefix { $0 != UInt8(ascii: "/") })
      let head = top + [UInt8(ascii: "/")]
      let isFolder = archive.entries.allSatisfy { $0.path.starts(with: head) }
      guard isFolder || archive.entries.count == 1 else {
        throw Self.error("has neither one folder with a scene nor one patch")
      }
      let kind = SceneKind.recognize(
        top, isFolder: isFolder,
        has: { name in archive.entries.contains { $0.path == head + UTF8Text(name).bytes } })
      guard kind != nil else { throw Self.error("has neither one folder with a scene nor one patch") }
      let name = SceneKind.name(of: top)
      _ = try place(name, like: [])
      let partial = ("\(user)/.\(Int(getpid())).partial" as UTF8Text).bytes
      defer { _ = SceneTree.delete(partial) }
      for entry in archive.entries {
        let rest = isFolder ? Array(entry.path.dropFirst(top.count)) : []
        guard SceneTree.write(try archive.contents(of: entry), to: partial + rest) else {
          throw Self.error("cannot write into \(user)")
        }
      }
      let target = ("\(user)/\(top)" as UTF8Text).bytes
      guard CPosix.rename(partial.c, target.c) == 0 else { throw Self.error("cannot write into \(user)") }
      return "installed “\(name)”"
    } catch { throw Self.error("\(file): \(error.message)") }
  }
}
