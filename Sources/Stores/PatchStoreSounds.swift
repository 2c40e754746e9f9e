// The sound files of an instance's patch, copied into a host's session. Any thread but the audio thread.
import CPosix
import Patches
import Text

extension PatchStore {
  /// Copies the sound files of the patch into a session, without those of the bundle, each once.
  /// - Parameters:
  ///   - path: Returns where a file of this name is to be; nil: the session takes no files.
  ///   - body: Called with the path of each file that is there.
  public func saveSounds(at path: ([UInt8]) -> [UInt8]?, _ body: ([UInt8]) -> Void) {
    let places = folders
    let own = places.factory.isEmpty ? [] : places.samples.last ?? []
    var saved: [[UInt8]] = []
    for (file, hash) in soundFiles where !hash.isEmpty && !saved.contains(hash) {
      saved.append(hash)
      guard let found = SoundLibrary.shared.find(file, hash: hash, in: places),
        own.isEmpty || !found.path.starts(with: own + [UInt8(ascii: "/")])
      else { continue }
      // The hash keeps files of one name apart.
      let last = file.split(separator: UInt8(ascii: "/")).last ?? []
      let name = hash.prefix(12) + [UInt8(ascii: "-")] + last.suffix(200)
      if let path = path(Array(name)), TextFiles.put(found.bytes, at: path) { body(path) }
    }
  }
}

extension TextFiles {
  /// Writes a file unless it has these bytes. Returns whether it has them.
  fileprivate static func put(_ bytes: [UInt8], at path: [UInt8]) -> Bool {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return false }
    if read(path, limit: RecordedSound.byteLimit).text == bytes { return true }
    let (folder, name) = (Array(path[..<slash]), Array(path[(slash + 1)...]))
    let beside = (".\(Int(getpid()))-saved" as UTF8Text).bytes
    return tactus_make_folders(folder.c) == 0
      && tactus_replace_file(folder.c, name.c, beside.c, bytes, bytes.count) == 0
  }
}
