// The folders of lessons, beside those of patches. Any thread but the audio thread.
import Controls
import Text

extension DocumentFolders {
  /// The most lessons of a list, and the most bytes of one, so that hosts carry an answer.
  private static var lessonLimit: Int { 100 }
  private static var lessonBytes: Int { 15_000 }
  private static var lessonEnding: [UInt8] { UTF8Text(".lesson.json").bytes }

  /// The user's folder and the bundle's; an empty text for one that is not there.
  private var lessonFolders: [[UInt8]] {
    [user, factory].map { folder in
      guard let slash = folder.lastIndex(of: UInt8(ascii: "/")) else { return [] }
      return Array(folder[...slash]) + UTF8Text("lessons").bytes
    }
  }

  /// The names of all lessons: the user's first, then those of the bundle without a namesake there.
  private func lessonNames() -> [[UInt8]] {
    var names: [[UInt8]] = []
    for folder in lessonFolders {
      let found = TextFiles.list(folder) { file in
        let (name, ending) = (Array(file.dropLast(Self.lessonEnding.count)), Self.lessonEnding)
        return file.suffix(ending.count).elementsEqual(ending) && (try? checkName(name)) != nil ? name : nil
      }
      let more = found.filter { !names.contains($0) }
      names += more
    }
    return names
  }

  /// Reads a lesson as JSON, the user's before the bundle's of that name.
  private func lesson(_ name: [UInt8]) throws(DocumentError) -> JSON {
    try checkName(name)
    for folder in lessonFolders where !folder.isEmpty {
      let path = ("\(folder)/\(name)\(Self.lessonEnding)" as UTF8Text).bytes
      guard let text = TextFiles.read(path, limit: Self.lessonBytes).text else { continue }
      return try text.span.bytes.withUnsafeBytes { bytes throws(DocumentError) in try JSON(bytes) }
    }
    throw DocumentError("there is no lesson “\(name)” of at most \(Self.lessonBytes) bytes" as UTF8Text)
  }

  /// Answers a question about lessons: `{"lessons": 0}` lists them, `{"lesson": "name"}` reads one.
  /// - Returns: the answer as JSON, or nil if it is another question.
  func answer(lessons member: JSON.Member) throws(DocumentError) -> [UInt8]? {
    if member.key == "lessons" {
      let entries = lessonNames().prefix(Self.lessonLimit).compactMap { file -> UTF8Text? in
        var found: JSON?
        do throws(DocumentError) { found = try lesson(file) } catch { return nil }
        guard case .object(let members)? = found?.value,
          case .string(let title)? = members.first(where: { $0.key == "name" })?.value.value
        else { return nil }
        return "{\"file\": \(JSON.quoted(file)), \"name\": \(JSON.quoted(Array(title.prefix(64))))}"
      }
      return ("{\"lessons\": \(JSON.list("[", entries, "]"))}" as UTF8Text).bytes
    }
    guard member.key == "lesson", case .string(let name) = member.value.value else { return nil }
    return ("{\"lesson\": \(try lesson(name).words)}" as UTF8Text).bytes
  }
}
