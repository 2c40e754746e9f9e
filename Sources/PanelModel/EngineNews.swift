// A frame's knowledge of the engine: live frames, documents, the library. Any thread.
import Controls
import Grids
import Lessons
import Patches
import Text

extension JSON {
  /// The value of a key, or nil if this isn't an object or has no such key.
  public subscript(key: StaticString) -> JSON? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// Its text; empty: it is none.
  public var text: [UInt8] {
    guard case .string(let text) = value else { return [] }
    return text
  }

  /// Its whole number; 0: it is none.
  public var number: Int {
    guard case .integer(let number) = value else { return 0 }
    return Int(clamping: number)
  }
}

extension ViewModel {
  /// Reads a document that the instance sent; false: it cannot be read.
  public mutating func read(document text: [UInt8]) -> Bool {
    var warnings: [DocumentError] = []
    do throws(DocumentError) {
      switch plugin {
      case .touch: patch = try PatchDocument.read(text, warnings: &warnings)
      case .toneMatrix: grid = try GridDocument.read(text, warnings: &warnings)
      case .scene: return true
      }
      written = text
      return true
    } catch {
      message = error.sentence()
      isRefusal = true
      return false
    }
  }

  /// Makes the edits that the instance has made, each a JSON text; false: one does not fit this document.
  public mutating func apply(edits: [[UInt8]]) -> Bool {
    do throws(DocumentError) {
      switch plugin {
      case .touch:
        for edit in edits { try patch.apply(edit: edit) }
      case .toneMatrix:
        for edit in edits { try grid.apply(edit: edit) }
      case .scene: return false
      }
      written = nil
      return true
    } catch { return false }
  }

  /// Reads an answer about the library.
  /// - Returns: the number of the entry that is to be asked for next; nil: all are known.
  public mutating func read(library text: [UInt8]) -> Int? {
    guard let answer = text.withUnsafeBytes({ try? JSON($0) }) else { return nil }
    if let table = answer["table"] {
      read(table: table)
      return nil
    }
    if let instruments = answer["instruments"] {
      let found = instruments.elements.map {
        Instrument(
          name: $0["name"]?.text ?? [], channel: $0["channel"]?.number ?? 0,
          isDrumKit: $0["kit"]?.number == 1)
      }
      if found != self.instruments { self.instruments = found }
      return nil
    }
    if let lessons = answer["lessons"] {
      self.lessons = lessons.elements.map {
        LessonEntry(file: $0["file"]?.text ?? [], name: $0["name"]?.text ?? [])
      }
      lessonLists += 1
      return nil
    }
    if let lesson = answer["lesson"] {
      var warnings: [DocumentError] = []
      do throws(DocumentError) {
        self.lesson = try Lesson.read(lesson.words.bytes, warnings: &warnings)
      } catch {
        (message, isRefusal) = (error.sentence(), true)
      }
      return nil
    }
    if let profiles = answer["pads"] {
      padProfiles = profiles.elements.map { $0.text }
      return nil
    }
    if answer["sounds"] != nil {
      sounds.read(answer)
      return nil
    }
    if let heard = answer["heard"] {
      let words = heard.elements.map { $0.text }
      self.heard = words.count == 2 ? SoundPlace(words[0]).map { HeardSound($0, words[1]) } : nil
    }
    if let commons = answer["commons"] { read(commons: commons) }
    if let room = answer["room"] { read(room: room) }
    if let previewed = answer["preview"] { self.previewed = previewed.text }
    if let loaded = answer["loaded"] { self.loaded = loaded.text }
    if let exported = answer["exported"] { self.exported = exported.text }
    if let said = answer["said"] {
      (message, isRefusal) = (said.text, false)
      if let revert = answer["revert"] {
        self.revert = revert.text.isEmpty ? .question(revert.words.bytes) : .undo
      }
      if answer["changed"] != nil { return 0 }
    }
    if case .array(let sets)? = answer["sets"]?.value { self.sets = sets.map { $0.text } }
    if let undo = answer["undo"] {
      (canUndo, canRedo) = (undo.number > 0, answer["redo"]?.number ?? 0 > 0)
      (undoTitle, redoTitle) = (answer["undo_title"]?.text ?? [], answer["redo_title"]?.text ?? [])
      side = answer["side"]?.text ?? []
      isEdited = answer["edited"] != nil
    }
    guard case .array(let entries)? = answer["entries"]?.value else { return nil }
    let (first, count) = (answer["first"]?.number ?? 0, answer["count"]?.number ?? 0)
    if first == 0 { library = [] }
    // An answer that does not continue the list belongs to an older question.
    guard first == library.count else { return nil }
    library += entries.map { Self.entry($0) }
    return library.count < count && !entries.isEmpty ? library.count : nil
  }

  private static func entry(_ json: JSON) -> Entry {
    var entry = Entry(file: json["file"]?.text ?? [], name: json["name"]?.text ?? [])
    entry.category = json["category"]?.text ?? []
    entry.text = json["text"]?.text ?? []
    entry.picture = json["picture"]?.text ?? []
    entry.isFavorite = json["favorite"] != nil
    (entry.rating, entry.recent) = (json["rating"]?.number ?? 0, json["recent"]?.number ?? 0)
    if case .bool(let isOwn)? = json["own"]?.value { entry.isOwn = isOwn }
    if case .array(let tags)? = json["tags"]?.value { entry.tags = tags.map { $0.text } }
    return entry
  }

  private mutating func read(commons json: JSON) {
    if let address = json["address"] { commons.address = address.text }
    guard case .array(let entries)? = json["found"]?.value else { return }
    commons.searched = json["searched"]?.text ?? []
    commons.found = entries.map { Self.entry($0) }
  }
}
