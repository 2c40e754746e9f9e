// A scene in a session, and the search for it. Host thread, and the supervisor's mutex.
import CPosix
import RealTime
import SceneFiles
import Synchronization
import Text

/// A scene in a session.
public struct SavedScene {
  /// Where it lies; empty: there is none.
  public var path: [UInt8] = []
  /// Its path in the folder of scenes, the user's or the bundle's; else the last part of `path`.
  public var name: [UInt8] = []
  /// Whether it lies in the user's folder or the bundle's, and is found by its name.
  public var isInUsers = false
  public var isInBundles = false
  /// Its zip file in the session; empty: there is none.
  public var parcel: [UInt8] = []
  /// The values of its widgets, as a JSON object, and the patch's own, as a JSON list of lists.
  public var values: [UInt8] = []
  public var memory: [UInt8] = []
  /// The version of Pd.
  public var version: [UInt8] = []
  /// The id by which its data folder is found again, or empty.
  public var data: [UInt8] = []
  /// What pages have set of the ports that they move (`PagePorts.all`); NaN: nothing.
  public var ports: [Float] = [.nan, .nan, .nan]

  public init() {}
}

extension SceneSupervisor {
  /// Nanoseconds that a patch has to say what it keeps.
  private static let patience: Int64 = 500_000_000

  /// The scene of an instance, for a session. A patch that saves values is asked for them: the host waits for
  /// the answer, for half a second at most. Without an answer, as in a host that does not run meanwhile, the
  /// one before stays.
  public static func saved(of link: UnsafeMutablePointer<SceneLink>) -> SavedScene {
    var question: Int?
    with(link) {
      $0.catchUp(tactus_monotonic())
      question = $0.askMemory()
    }
    let end = tactus_monotonic() + patience
    while let asked = question, tactus_monotonic() < end {
      usleep(2000)
      with(link) { if $0.hasAnswered(asked) { question = nil } }
    }
    var saved = SavedScene()
    with(link) { saved = $0.saved }
    return saved
  }

  /// Chooses the scene of a session. Returns false, and changes nothing, if the values of its widgets or
  /// patch can't be read.
  public static func restore(_ saved: SavedScene, for link: UnsafeMutablePointer<SceneLink>) -> Bool {
    guard let values = WidgetValueStore.read(saved.values), let memory = PatchMemory.read(saved.memory) else {
      return false
    }
    var places = ScenePlaces()
    with(link) { places = $0.places }
    let path = places.find(saved)
    with(link) {
      $0.catchUp(tactus_monotonic())
      $0.choose(
        path, values: values, memory: memory, version: saved.version, dataID: saved.data,
        ports: saved.ports, now: tactus_monotonic())
    }
    return true
  }
}

extension SceneSupervisor {
  /// Lets the scene of an instance begin anew at another sample rate or with other blocks, with what a session keeps of
  /// it. Host thread, while the audio thread rests.
  public static func restart(
    _ link: UnsafeMutablePointer<SceneLink>, _ player: inout ScenePlayer, sampleRate: Double,
    longestBlock: Int, areBlocksTicks: Bool
  ) {
    let saved = saved(of: link)
    player.end()
    with(link) {
      $0.leave()
      link.pointee.set(sampleRate: sampleRate, longestBlock: longestBlock)
    }
    player = player.renewed(
      sampleRate: sampleRate, longestBlock: longestBlock, areBlocksTicks: areBlocksTicks)
    if saved.path.isEmpty { return }
    if restore(saved, for: link) { player.hasSession = true }
    awaitStart(of: link)
  }
}

/// The folders in which scenes lie; empty: there is none.
struct ScenePlaces {
  var user: [UInt8] = []
  var bundle: [UInt8] = []
  /// Where scenes of sessions are unpacked.
  var sessions: [UInt8] = []

  /// The paths of the scenes unpacked from sessions.
  var unpacked: [[UInt8]] { SceneFolderRequests.scenes(in: sessions) }

  /// The path from a folder on; nil: it lies elsewhere.
  private static func rest(of path: [UInt8], in folder: [UInt8]) -> [UInt8]? {
    let head = folder + [UInt8(ascii: "/")]
    guard !folder.isEmpty, path.starts(with: head), path.count > head.count else { return nil }
    return Array(path[head.count...])
  }

  /// Sets the path of a scene.
  func place(_ path: [UInt8], in saved: inout SavedScene) {
    var trimmed = path
    while trimmed.count > 1, trimmed.last == UInt8(ascii: "/") { trimmed.removeLast() }
    (saved.path, saved.name) = (path, SceneArchive.name(of: path))
    if let name = Self.rest(of: trimmed, in: user) { (saved.name, saved.isInUsers) = (name, true) }
    if let name = Self.rest(of: trimmed, in: bundle) { (saved.name, saved.isInBundles) = (name, true) }
  }

  /// Where the scene of a session is now: where it was, in the folders of scenes by its name, or in the
  /// session's zip file. If it is nowhere, where it should be.
  func find(_ saved: SavedScene) -> [UInt8] {
    func isScene(_ path: [UInt8]) -> Bool { (try? SceneFile(path)) != nil }
    if !saved.path.isEmpty, isScene(saved.path) { return saved.path }
    let isName = saved.name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0.first != UInt8(ascii: ".") }
    var named: [UInt8] = []
    if !saved.name.isEmpty, isName {
      for folder in [user, bundle] where !folder.isEmpty {
        named = ("\(folder)/\(saved.name)" as UTF8Text).bytes
        if isScene(named) { return named }
      }
    }
    if !saved.parcel.isEmpty, let path = SceneArchive.unpack(saved.parcel, saved.name, into: sessions) {
      return path
    }
    return saved.path.isEmpty ? named : saved.path
  }
}

extension SupervisedScene {
  /// Requests the patch's values for the session.
  /// - Returns: the number of the question; nil: it keeps nothing, or does not play, or the host renders.
  func askMemory() -> Int? {
    guard keepsItself, !link.pointee.isFreeWheel.load(ordering: .relaxed) else { return nil }
    for message in memory.ask() { send(message) }
    return memory.asked
  }

  /// Whether a question has been answered.
  func hasAnswered(_ question: Int) -> Bool {
    readMemory()
    return memory.answered == question
  }

  /// Reads what the patch has answered so far.
  func readMemory() {
    while let (part, bytes) = link.pointee.kept.take() {
      switch part {
      case .list: memory.hear(bytes)
      case .mark(let isEnd, let question, let lost):
        if memory.mark(isEnd: isEnd, question: question, lost: lost) {
          console.add(line: "what the patch keeps has more than 64 KiB: it is not saved")
        }
      }
    }
  }

  var saved: SavedScene {
    var saved = SavedScene()
    if path.isEmpty { return saved }
    places.place(path, in: &saved)
    (saved.values, saved.memory, saved.version, saved.data) = (values, memory.text, version.text, dataID)
    saved.ports = link.pointee.pagePorts.sent
    return saved
  }

  /// Reports once in each Pd that a session comes from another version.
  func compareVersions() {
    version.turn()
    guard !savedVersion.isEmpty, !version.text.isEmpty, savedVersion != version.text, !hasCompared else {
      return
    }
    hasCompared = true
    warn(
      "the session was saved with Pd \(savedVersion), and this is Pd \(version.text): it may sound different")
  }
}
