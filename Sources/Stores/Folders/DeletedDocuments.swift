// Deleted documents, which are in the user's trash and can be restored. Any thread but the audio thread.
import CPosix
import Patches
import Text

extension LibraryEntries {
  /// The maximum number of documents that can be restored.
  static var deletedLimit: Int { 16 }

  /// Moves a user document to the trash.
  func delete(_ name: [UInt8], in folders: DocumentFolders) throws(DocumentError) {
    let path = ("\(folders.user)/\(PatchName.file(name))" as UTF8Text).bytes
    let (text, error) = TextFiles.read(path)
    guard let text else { throw TextFiles.failure("cannot be deleted", error) }
    let place = folders.trash.isEmpty ? [] : try Self.discard(text, of: path, named: name, to: folders.trash)
    try folders.delete(name)
    deleted = deleted.suffix(Self.deletedLimit - 1) + [(name, text, place)]
  }

  /// Restores the last deleted document with this name.
  func restore(_ name: [UInt8], in folders: DocumentFolders) throws(DocumentError) {
    guard let index = deleted.lastIndex(where: { $0.name == name }) else {
      throw DocumentError(
        "“\(name)” was not deleted here: look for it in the trash of your file manager" as UTF8Text)
    }
    if TextFiles.names(in: folders.user).contains(name) {
      throw DocumentError("there is already a \(folders.kind.word) “\(name)”" as UTF8Text)
    }
    try folders.save(deleted[index].text, as: name)
    let place = deleted.remove(at: index).place
    if place.isEmpty { return }
    _ = unlink(Self.file(place, in: folders.trash).c)
    _ = unlink(Self.information(place, in: folders.trash).c)
  }

  /// Writes a file into a trash.
  /// - Returns: its name there.
  private static func discard(
    _ text: [UInt8], of path: [UInt8], named name: [UInt8], to trash: [UInt8]
  ) throws(DocumentError) -> [UInt8] {
    #if arch(wasm32)
      return []
    #else
      var place = PatchName.file(name)
      var stamp = tactus_file_stamp()
      var count = 2
      while tactus_stamp_of_file(information(place, in: trash).c, &stamp) == 0 {
        place = PatchName.file(("\(name) \(count)" as UTF8Text).bytes)
        count += 1
      }
      var date = [CChar](repeating: 0, count: 32)
      tactus_local_time(&date, date.count)
      let head: UTF8Text = "[Trash Info]\nPath=\(escaped(path))\nDeletionDate=\([UInt8](c: date))\n"
      let beside = (".\(Int(getpid()))-tactus" as UTF8Text).bytes
      for (folder, file, bytes) in [
        ("info", place + UTF8Text(".trashinfo").bytes, head.bytes), ("files", place, text),
      ] as [(StaticString, [UInt8], [UInt8])] {
        let folder = ("\(trash)/\(folder)" as UTF8Text).bytes
        var error = tactus_make_folders(folder.c)
        if error == 0 { error = tactus_replace_file(folder.c, file.c, beside.c, bytes, bytes.count) }
        if error != 0 { throw TextFiles.failure("cannot be moved to the trash", error) }
      }
      return place
    #endif
  }

  private static func file(_ place: [UInt8], in trash: [UInt8]) -> [UInt8] {
    ("\(trash)/files/\(place)" as UTF8Text).bytes
  }

  private static func information(_ place: [UInt8], in trash: [UInt8]) -> [UInt8] {
    ("\(trash)/info/\(place).trashinfo" as UTF8Text).bytes
  }

  /// Escapes a path as in a URL (RFC 2396).
  private static func escaped(_ path: [UInt8]) -> [UInt8] {
    let digits = UTF8Text("0123456789ABCDEF").bytes
    return path.flatMap { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 48...57,
        UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"):
        [byte]
      default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }
}
