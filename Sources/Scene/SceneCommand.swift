// The command that starts Pd for a scene, in its box. Input thread.
import CPosix
import SceneFiles
import Text

/// Where the programs lie that a scene needs.
public struct ScenePrograms {
  /// Debian's folder of Pd. TACTUS_PUREDATA and TACTUS_BWRAP name others, for tests.
  let pd: [UInt8] = Self.path("TACTUS_PUREDATA", "/usr/lib/puredata")
  let box: [UInt8] = Self.path("TACTUS_BWRAP", "/usr/bin/bwrap")
  /// Sets the limits that Pd begins with.
  static let limits: StaticString = "/usr/bin/prlimit"
  /// Where Debian's objects lie that many patches use.
  static let packages: [StaticString] = ["/usr/lib/pd/extra/ggee", "/usr/lib/pd/extra/mrpeach"]

  /// Those of this system.
  public init() {}

  private static func path(_ variable: StaticString, _ usual: StaticString) -> [UInt8] {
    getenv(UTF8Text(variable).bytes.c).map { [UInt8](c: $0) } ?? UTF8Text(usual).bytes
  }

  /// The folders in which Pd searches, in its order, beside those of the patch.
  /// - Parameter libraries: the folder with folders of abstractions; empty: none.
  public func searched(libraries: [UInt8]) -> [[UInt8]] {
    Self.packages.map { UTF8Text($0).bytes }
      + Self.folders(in: libraries).map { ("\(libraries)/\($0)" as UTF8Text).bytes }
      + [("\(pd)/extra" as UTF8Text).bytes]
  }

  /// The names of the folders of abstractions, in the order in which they are searched.
  static func folders(in libraries: [UInt8]) -> [[UInt8]] {
    guard !libraries.isEmpty, let names = SceneFile.names(in: libraries) else { return [] }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// What is missing, as a sentence; nil if nothing is.
  public var missing: UTF8Text? { missing(isBoxed: true) }

  /// What is missing for a scene with or without its box.
  func missing(isBoxed: Bool) -> UTF8Text? {
    if access(("\(pd)/bin/pd" as UTF8Text).bytes.c, X_OK) != 0 {
      return "Pure Data is not installed: install puredata-core and puredata-extra"
    }
    if access(("\(pd)/extra/pd~/pdsched.pd_linux" as UTF8Text).bytes.c, R_OK) != 0 {
      return "Pure Data's own scheduler is not installed: install puredata-extra"
    }
    if isBoxed, access(box.c, X_OK) != 0 {
      return """
        bubblewrap is not installed, and without a box a patch could do all that you can: install it, or say \
        tactus scene trust --no-box
        """
    }
    return nil
  }
}

/// A scene on the disk.
struct SceneFile {
  /// What the box shows as /scene: the folder of the patch; or the patch alone if that folder is the home.
  let shown: [UInt8]
  /// The patch as the box sees it.
  let entry: [UInt8]
  /// Whether the scene is a folder.
  let isFolder: Bool

  /// - Throws: what is missing.
  init(_ path: [UInt8]) throws(DocumentError) {
    guard path.first == UInt8(ascii: "/") else {
      throw DocumentError(("the path of a scene begins with /" as UTF8Text).bytes)
    }
    var trimmed = path
    while trimmed.count > 1, trimmed.last == UInt8(ascii: "/") { trimmed.removeLast() }
    guard let isFolder = Self.isFolder(trimmed) else {
      throw DocumentError(("there is no scene at \(trimmed)" as UTF8Text).bytes)
    }
    self.isFolder = isFolder
    if isFolder {
      for name in ["_main.pd", "droidparty_main.pd"] as [StaticString]
      where Self.isFolder(("\(trimmed)/\(name)" as UTF8Text).bytes) == false {
        (shown, entry) = (trimmed, ("/scene/\(name)" as UTF8Text).bytes)
        return
      }
      throw DocumentError(
        ("there is neither _main.pd nor droidparty_main.pd in \(trimmed)" as UTF8Text).bytes)
    }
    let slash = trimmed.lastIndex(of: UInt8(ascii: "/")) ?? 0
    let folder = [UInt8](trimmed[..<slash])
    let name = [UInt8](trimmed[(slash + 1)...])
    let home = getenv("HOME").map { [UInt8](c: $0) } ?? []
    entry = ("/scene/\(name)" as UTF8Text).bytes
    shown = folder.isEmpty || folder == home ? trimmed : folder
  }

  /// Nil if there is neither a file nor a folder.
  static func isFolder(_ path: [UInt8]) -> Bool? {
    var stamp = tactus_file_stamp()
    return tactus_stamp_of_file(path.c, &stamp) == 0 ? stamp.is_folder : nil
  }

  /// The place of `shown` in the box.
  private var place: [UInt8] {
    entry.starts(with: ("/scene/" as UTF8Text).bytes) && shown.hasEnding(entry.dropFirst(6))
      ? entry : ("/scene" as UTF8Text).bytes
  }

  /// The patch's file.
  var main: [UInt8] {
    place == entry ? shown : ("\(shown)\(UTF8Text(bytes: Array(entry.dropFirst(6))))" as UTF8Text).bytes
  }

  /// The scene's name: that of its folder, or of its patch without the ending.
  var name: [UInt8] {
    let isMain = entry.hasEnding(("_main.pd" as UTF8Text).bytes[...])
    let ending = entry.hasEnding((".pd" as UTF8Text).bytes[...]) ? 3 : 0
    let path = isMain ? shown : [UInt8](entry.dropLast(ending))
    return [UInt8](path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
  }

  /// The sample rate at which Pd runs: that of its sidecar, else that of its kind, else the host's.
  func sampleRate(ofHost host: Double) -> Int {
    let own = Int(min(max(host, 1), 1e6) + 0.5)
    guard isFolder else { return own }
    var rate = style == .rjDj ? 22_050 : 0
    var size = 0
    let path = ("\(shown)/\(SceneSidecar.file)" as UTF8Text).bytes
    if let bytes = tactus_read_file(path.c, 1 << 20, &size) {
      let text = [UInt8](UnsafeRawBufferPointer(start: bytes, count: size))
      free(bytes)
      var warnings: [DocumentError] = []
      // One that cannot be read is reported by `tactus scene check`.
      if let says = try? SceneSidecar(text, warnings: &warnings), let asked = says.rate { rate = asked }
    }
    return rate == 0 ? own : rate
  }

  /// What its events are like.
  var style: SceneStyle {
    if shown.hasEnding((".rj" as UTF8Text).bytes[...]) { return .rjDj }
    return entry.hasEnding(("/droidparty_main.pd" as UTF8Text).bytes[...]) ? .droidParty : .patch
  }

  /// The most files beside a patch with which it gets a data folder.
  static let mostFiles = 500

  /// The words that show the scene, for reading, and its data folder, for writing.
  private func binds(_ data: [UInt8]) -> [UTF8Text] {
    let (shown, place) = (UTF8Text(bytes: shown), UTF8Text(bytes: place))
    guard place.bytes != entry, !data.isEmpty, tactus_make_folders(data.c) == 0,
      let names = Self.names(in: self.shown)
    else { return ["--ro-bind", shown, place] }
    var words: [UTF8Text] = ["--tmpfs", "/scene"]
    for name in names where name != ("data" as UTF8Text).bytes {
      words += ["--ro-bind", "\(shown)/\(name)", "/scene/\(name)"]
    }
    return words + ["--bind", UTF8Text(bytes: data), "/scene/data", "--remount-ro", "/scene"]
  }

  /// The names in a folder; nil if there are too many.
  static func names(in folder: [UInt8], atMost limit: Int = mostFiles) -> [[UInt8]]? {
    guard let opened = opendir(folder.c) else { return nil }
    defer { closedir(opened) }
    var names: [[UInt8]] = []
    while let found = readdir(opened) {
      let name = [UInt8](c: tactus_entry_name(found))
      if name != [46], name != [46, 46] { names.append(name) }
      if names.count > limit { return nil }
    }
    return names
  }

  /// The words of the command. The box has the system's programs, the scene for reading, and nothing else: no
  /// home, no network, no other process.
  /// - Parameters:
  ///   - data: the folder that the scene may write to; empty: none.
  ///   - libraries: the folder with folders of abstractions that all scenes find; empty: none.
  ///   - grant: what the user lets the scene do beyond its box.
  ///   - files: what lies at other places of the box than on the disk, as the program's files from 3 on.
  ///     Without a box they are left out.
  func command(
    _ programs: ScenePrograms, sampleRate: Double, data: [UInt8], libraries: [UInt8],
    grant: SceneGrant = SceneGrant(), files: [SceneBoxFile] = []
  ) -> [[UInt8]] {
    var words: [[UInt8]] = []
    let files = grant.hasNoBox ? [] : files
    func add(_ more: UTF8Text...) { words += more.map { $0.bytes } }
    let found = ScenePrograms.folders(in: libraries)
    let (library, opened): (UTF8Text, UTF8Text)
    if grant.hasNoBox {
      let isAlone = place == entry
      opened = isAlone ? UTF8Text(bytes: shown) : "\(shown)\([UInt8](entry.dropFirst(6)))"
      library = UTF8Text(bytes: libraries)
      let folder = isAlone ? [UInt8](shown[..<(shown.lastIndex(of: UInt8(ascii: "/")) ?? 0)]) : shown
      add("/usr/bin/env", "-C", folder.isEmpty ? "/" : UTF8Text(bytes: folder))
    } else {
      (library, opened) = ("/libs", UTF8Text(bytes: entry))
      add(UTF8Text(bytes: programs.box), "--as-pid-1", "--unshare-all")
      if grant.hasNetwork {
        add("--share-net", "--ro-bind-try", "/etc/resolv.conf", "/etc/resolv.conf")
        add("--ro-bind-try", "/etc/hosts", "/etc/hosts")
      }
      add("--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv")
      add("--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64")
      add("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp")
      words += binds(data).map { $0.bytes }
      if !found.isEmpty { add("--ro-bind", UTF8Text(bytes: libraries), "/libs") }
      for (index, file) in files.enumerated() {
        add("--ro-bind-data", "\(3 + index)", UTF8Text(bytes: file.place))
      }
      add("--chdir", "/scene")
    }
    // A gigabyte of memory, no core file.
    add(UTF8Text(ScenePrograms.limits), "--as=1073741824", "--core=0")
    add("\(programs.pd)/bin/pd", "-noprefs", "-nogui", "-nrt", "-nomidi")
    add("-schedlib", "\(programs.pd)/extra/pd~/pdsched", "-extraflags", "b")
    add("-inchannels", "2", "-outchannels", "2", "-r", "\(Int(sampleRate + 0.5))")
    for folder in ScenePrograms.packages { add("-path", UTF8Text(folder)) }
    for name in found { add("-path", "\(library)/\(name)") }
    // Pd's objects that send MIDI are those of this library.
    if access(("\(libraries)/tactus/tactusmidi.pd_linux" as UTF8Text).bytes.c, R_OK) == 0 {
      add("-lib", "tactusmidi")
    }
    // It hears all that is sent, so that Pd does not report what the patch does not hear; and it passes on
    // what the patch says.
    if found.contains(("tactus" as UTF8Text).bytes) { add("-open", "\(library)/tactus/tactus-hub.pd") }
    for file in files where file.place != entry { add("-open", UTF8Text(bytes: file.place)) }
    add("-open", opened)
    return words
  }
}

extension [UInt8] {
  func hasEnding(_ ending: ArraySlice<UInt8>) -> Bool {
    count >= ending.count && self[(count - ending.count)...] == ending
  }

  /// The bytes of a C string.
  init(c text: UnsafePointer<CChar>) {
    self.init(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  /// With the NUL that C expects. A NUL inside cuts the text there.
  var c: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
