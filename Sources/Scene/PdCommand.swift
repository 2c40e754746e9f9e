// The command that starts Pd for a scene, in its box. Input thread.
import CPosix
import SceneFiles
import Text

/// The paths of the programs that a scene needs.
public struct ScenePrograms {
  /// Debian's folder of Pd. Tests set TACTUS_PUREDATA and TACTUS_BWRAP to use others.
  let pd: [UInt8] = Self.path("TACTUS_PUREDATA", "/usr/lib/puredata")
  let box: [UInt8] = Self.path("TACTUS_BWRAP", "/usr/bin/bwrap")
  /// The program that sets Pd's resource limits.
  static let limits: StaticString = "/usr/bin/prlimit"
  /// Debian's packages of externals that many patches use.
  static let packages: [StaticString] = ["/usr/lib/pd/extra/ggee", "/usr/lib/pd/extra/mrpeach"]

  /// Uses the programs installed on this system.
  public init() {}

  private static func path(_ variable: StaticString, _ usual: StaticString) -> [UInt8] {
    getenv(UTF8Text(variable).bytes.c).map { [UInt8](c: $0) } ?? UTF8Text(usual).bytes
  }

  /// Returns the folders that Pd is told to search, in order, after those of the patch.
  /// - Parameter libraries: The folder that contains folders of abstractions, or empty.
  func searched(libraries: [UInt8]) -> [[UInt8]] {
    Self.packages.map { UTF8Text($0).bytes }
      + Self.folders(in: libraries).map { ("\(libraries)/\($0)" as UTF8Text).bytes }
  }

  /// The folders that every Pd of Debian searches behind them. Two more are in the user's home, which the box
  /// hides.
  var standard: [[UInt8]] {
    ["/usr/local/lib/pd-externals", "\(pd)/extra", "/usr/lib/pd/extra"].map { (text: UTF8Text) in text.bytes }
  }

  /// Returns the names of the folders of abstractions, in search order.
  static func folders(in libraries: [UInt8]) -> [[UInt8]] {
    guard !libraries.isEmpty, let names = SceneFile.names(in: libraries) else { return [] }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// A sentence about what is not installed, or nil.
  public var missing: UTF8Text? { missing(isBoxed: true) }

  /// Returns a sentence about what a scene needs and is not installed, or nil.
  func missing(isBoxed: Bool) -> UTF8Text? {
    if access(("\(pd)/bin/pd" as UTF8Text).bytes.c, X_OK) != 0 {
      return "Pure Data is not installed: install puredata-core and puredata-extra"
    }
    if access(("\(pd)/extra/stdout/stdout.pd_linux" as UTF8Text).bytes.c, R_OK) != 0 {
      return "Pure Data's object stdout is not installed: install puredata-extra"
    }
    if isBoxed, access(box.c, X_OK) != 0 {
      return """
        bubblewrap is not installed, and without a box a patch could do all that you can: install it, or run \
        tactus scene trust --no-box
        """
    }
    return nil
  }
}

/// A file that the box shows instead of the one on disk.
struct SceneBoxFile {
  /// The file's path in the box.
  var place: [UInt8]
  var bytes: [UInt8]
  /// Whether Pd opens it before the scene's patch.
  var isOpened = false
}

/// The command that starts Pd for a scene, in its box or without it.
struct PdCommand {
  /// The arguments of the command.
  private(set) var words: [[UInt8]] = []
  /// The files that the program inherits from descriptor 3 on: contents first, then the pipe on which
  /// bubblewrap reports the process in the box, the filter and the memory. Never a folder: Pd could escape
  /// the box through its descriptor.
  private(set) var files: [SceneBoxFile] = []
  /// The seccomp filter, which follows the pipe; empty if there is none.
  private(set) var filter: [UInt8] = []
  /// The entries that the box should show.
  private(set) var places: [BoxPlace] = []
  let isBoxed: Bool

  /// Builds the command. The box contains the system's programs and the scene, read-only, and nothing else:
  /// no home, no network, no other process.
  /// - Parameters:
  ///   - data: The folder that the scene may write to, if any.
  ///   - isDataFull: Whether the scene may only read that folder.
  ///   - bounds: The limits that this system can enforce.
  ///   - libraries: The folder that contains folders of abstractions for all scenes, or empty.
  ///   - grant: What the user allows the scene beyond its box.
  ///   - outputs: The number of Pd's output channels.
  ///   - ticks: The ticks of sound that the stream keeps.
  ///   - files: The files that the box shows instead of those on disk. Empty without a box.
  init(
    _ file: SceneFile, _ programs: ScenePrograms, _ bounds: BoxBounds, sampleRate: Double, data: SceneData?,
    isDataFull: Bool = false, libraries: [UInt8], grant: SceneGrant = SceneGrant(), outputs: Int = 2,
    ticks: Int, files: [SceneBoxFile] = []
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
      // Copies of abstractions write beside the scene.
      if files.count > 2 { add("--symlink", "/scene/data", "\(ReachablePatch.folder)/data") }
      add("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/scene")
      add("--info-fd", "\(3 + files.count)")
      if bounds.hasFilter {
        filter = BoxBounds.filter()
        add("--seccomp", "\(4 + files.count)")
      }
      // A write beyond the file size limit then fails in the patch instead of ending Pd.
      add("/usr/bin/env", "--ignore-signal=XFSZ")
    }
    add(UTF8Text(ScenePrograms.limits), "--as=\(SceneLimits.memory)", "--core=0")
    if isBoxed {
      add("--fsize=\(SceneLimits.data)", "--rtprio=0")
      if bounds.countsProcesses { add("--nproc=\(SceneLimits.processes)") }
    }
    add("\(programs.pd)/bin/pd", "-noprefs", "-nogui", "-nrt", "-nomidi")
    // The scheduler plays the ticks in the memory, whose descriptor follows the other files.
    let memory = 3 + self.files.count + (isBoxed ? 1 : 0) + (filter.isEmpty ? 0 : 1)
    add("-schedlib", "\(library)/tactus/tactussched", "-extraflags")
    add("\(memory),\(ticks),\(outputs),\(Int(sampleRate + 0.5))")
    add("-inchannels", "2", "-outchannels", "\(outputs)", "-r", "\(Int(sampleRate + 0.5))")
    for folder in ScenePrograms.packages { add("-path", UTF8Text(folder)) }
    for name in found { add("-path", "\(library)/\(name)") }
    // This library provides Pd's MIDI output objects.
    add("-lib", "tactusmidi")
    // The hub receives every message, so that Pd doesn't report missing receivers, and forwards those of the
    // patch.
    if found.contains(("tactus" as UTF8Text).bytes) { add("-open", "\(library)/tactus/tactus-hub.pd") }
    for each in self.files where each.isOpened { add("-open", UTF8Text(bytes: each.place)) }
    add("-open", opened)
  }

  private mutating func add(_ more: UTF8Text...) { words += more.map { $0.bytes } }

  /// Adds the arguments that create the box, without the scene.
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

  // MARK: The scene

  /// Adds the arguments that show the scene read-only and its data folder writable. Each name is looked up
  /// beneath the scene's open folder, and links that lead out of it are omitted. bubblewrap receives paths,
  /// because it would resolve a descriptor in /proc to a path anyway; `BoxWatch` then compares what the box
  /// contains with what was looked up here.
  private mutating func show(_ file: SceneFile, _ data: SceneData?, _ isDataFull: Bool) {
    let folder = UTF8Text(bytes: file.folderPath)
    if file.isAlone {
      return bind(file.patch, folder, file.folder, at: file.entry)
    }
    guard let data, let names = file.folder.names(atMost: SceneFile.mostFiles) else {
      // As a whole, because the targets of its links are looked up in the box, which contains nothing else.
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

  /// Adds an entry of the scene's folder.
  private mutating func bind(_ name: [UInt8], _ path: UTF8Text, _ folder: OpenFolder, at place: [UInt8]) {
    guard let entry = folder.entry(name) else { return }
    switch entry.kind {
    case tactus_is_file, tactus_is_folder:
      add("--ro-bind", "\(path)/\(name)", UTF8Text(bytes: place))
      // The box has a copy of the patch at its path.
      if !files.contains(where: { $0.place == place }) { places.append(BoxPlace(place: place, entry: entry)) }
    case tactus_is_link:
      // A link that stays within the scene's folder is recreated in the box.
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

  /// The bytes with the terminating NUL that C expects. A NUL inside truncates the string.
  var c: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
