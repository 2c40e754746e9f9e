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

/// What the box shows in place of a file on the disk.
struct SceneBoxFile {
  /// Where the box has it.
  var place: [UInt8]
  var bytes: [UInt8]
}

/// The command that starts Pd for a scene, in its box or without it.
struct PdCommand {
  /// The words of the command.
  private(set) var words: [[UInt8]] = []
  /// What the program gets as its files from 3 on: texts first, then the end of the pipe on which the box
  /// says which process is in it. No folder is among them: Pd would have it open, and reach all around it.
  private(set) var files: [SceneBoxFile] = []
  /// The seccomp filter, behind the pipe; empty: none.
  private(set) var filter: [UInt8] = []
  /// What the box is to show.
  private(set) var places: [BoxPlace] = []
  /// Whether there is a box.
  let isBoxed: Bool

  /// The box has the system's programs, the scene for reading, and nothing else: no home, no network, no
  /// other process.
  /// - Parameters:
  ///   - data: the folder that the scene may write to; nil: none.
  ///   - isDataFull: the scene may only read it.
  ///   - bounds: what this system can bound.
  ///   - libraries: the folder with folders of abstractions that all scenes find; empty: none.
  ///   - grant: what the user lets the scene do beyond its box.
  ///   - files: what is at other places of the box than on the disk. Without a box there is none.
  init(
    _ file: SceneFile, _ programs: ScenePrograms, _ bounds: BoxBounds, sampleRate: Double, data: SceneData?,
    isDataFull: Bool = false, libraries: [UInt8], grant: SceneGrant = SceneGrant(), files: [SceneBoxFile] = []
  ) {
    isBoxed = !grant.hasNoBox
    let found = ScenePrograms.folders(in: libraries)
    let (library, opened): (UTF8Text, UTF8Text)
    if grant.hasNoBox {
      (library, opened) = (UTF8Text(bytes: libraries), UTF8Text(bytes: file.main))
      add("/usr/bin/env", "-C", UTF8Text(bytes: file.folderPath))
    } else {
      (library, opened) = ("/libs", UTF8Text(bytes: file.entry))
      self.files = files
      addBox(of: programs, bounds, grant)
      show(file, data, isDataFull)
      if !found.isEmpty { add("--ro-bind", UTF8Text(bytes: libraries), "/libs") }
      for (index, file) in files.enumerated() {
        add("--ro-bind-data", "\(3 + index)", UTF8Text(bytes: file.place))
      }
      add("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/scene")
      add("--info-fd", "\(3 + files.count)")
      if bounds.hasFilter {
        filter = BoxBounds.filter()
        add("--seccomp", "\(4 + files.count)")
      }
      // A file that is too large is an error of the patch, and does not end Pd.
      add("/usr/bin/env", "--ignore-signal=XFSZ")
    }
    add(UTF8Text(ScenePrograms.limits), "--as=\(SceneLimits.memory)", "--core=0")
    if isBoxed {
      add("--fsize=\(SceneLimits.data)", "--rtprio=0")
      if bounds.countsProcesses { add("--nproc=\(SceneLimits.processes)") }
    }
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
    for each in self.files where each.place != file.entry { add("-open", UTF8Text(bytes: each.place)) }
    add("-open", opened)
  }

  private mutating func add(_ more: UTF8Text...) { words += more.map { $0.bytes } }

  /// The words that make the box, without the scene.
  private mutating func addBox(of programs: ScenePrograms, _ bounds: BoxBounds, _ grant: SceneGrant) {
    add(UTF8Text(bytes: programs.box), "--as-pid-1", "--unshare-all")
    if bounds.hasNoNamespaces { words += BoxBounds.namespaces.map { $0.bytes } }
    if grant.hasNetwork {
      add("--share-net", "--ro-bind-try", "/etc/resolv.conf", "/etc/resolv.conf")
      add("--ro-bind-try", "/etc/hosts", "/etc/hosts")
    }
    add("--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv")
    add("--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64")
    add("--proc", "/proc", "--dev", "/dev")
    if bounds.hasSizes {
      words += BoxBounds.sizes.map { $0.bytes }
    } else {
      add("--tmpfs", "/dev/shm", "--tmpfs", "/tmp")
    }
  }

  // MARK: The scene in its box

  /// The words that show the scene, for reading, and its data folder, for writing. Each name is looked up
  /// beneath the scene's open folder; a link that leads out of it is left out. bubblewrap gets paths (of a
  /// descriptor in /proc it would make a path itself), and `BoxWatch` compares what the box has then with
  /// what was looked up here.
  private mutating func show(_ file: SceneFile, _ data: SceneData?, _ isDataFull: Bool) {
    let folder = UTF8Text(bytes: file.folderPath)
    if file.isAlone {
      return bind(file.patch, folder, file.folder, at: file.entry)
    }
    guard let data, let names = file.folder.names(atMost: SceneFile.mostFiles) else {
      // As a whole: what links in it lead to is found in the box, where nothing else is.
      add("--ro-bind", folder, "/scene")
      if let entry = file.folder.entry {
        places.append(BoxPlace(place: ("/scene" as UTF8Text).bytes, entry: entry))
      }
      return
    }
    add("--tmpfs", "/scene")
    for name in names where name != ("data" as UTF8Text).bytes {
      bind(name, folder, file.folder, at: ("/scene/\(name)" as UTF8Text).bytes)
    }
    let place = ("/scene/data" as UTF8Text).bytes
    add(isDataFull ? "--ro-bind" : "--bind", UTF8Text(bytes: data.path), UTF8Text(bytes: place))
    add("--remount-ro", "/scene")
    if let entry = data.folder.entry { places.append(BoxPlace(place: place, entry: entry)) }
  }

  /// Shows an entry of the scene's folder.
  private mutating func bind(_ name: [UInt8], _ path: UTF8Text, _ folder: OpenFolder, at place: [UInt8]) {
    guard let entry = folder.entry(name) else { return }
    switch entry.kind {
    case tactus_is_file, tactus_is_folder:
      add("--ro-bind", "\(path)/\(name)", UTF8Text(bytes: place))
      // The copy of the patch is at its place.
      if !files.contains(where: { $0.place == place }) { places.append(BoxPlace(place: place, entry: entry)) }
    case tactus_is_link:
      // One that stays in the scene's folder is the same link there.
      guard let text = folder.link(name), !SceneFile.leadsOut(text, from: name) else { return }
      add("--symlink", UTF8Text(bytes: text), UTF8Text(bytes: place))
    default: return
    }
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
