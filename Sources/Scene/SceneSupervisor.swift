// Starts, watches and ends the Pd of all scenes of the process. One input thread, which lives as long as
// there is a scene or a Pd that ends; host threads add and remove instances.
import CPosix
import Controls
import RealTime
import Synchronization

/// The supervisor of all scenes. None of it is for the audio thread.
public enum SceneSupervisor {
  /// Begins to serve an instance.
  /// - Parameters:
  ///   - link: stays valid until `unregister` returns.
  ///   - data: The folder `scenes-data`, which contains a writable folder for each scene, or empty.
  ///   - bundle: The name of the bundle whose built-in scene the instance plays, or empty if it plays any
  ///     scene.
  ///   - libraries: the folder with folders of abstractions that all scenes find; empty: none.
  ///   - sceneRequests: where programs of the network ask; valid as long as `link`; nil: nowhere.
  ///   - settings: the folder of the user's settings, with the list of trusted scenes; empty: none.
  public static func register(
    _ link: UnsafeMutablePointer<SceneLink>, data: [UInt8], bundle: [UInt8] = [], libraries: [UInt8],
    settings: [UInt8], sceneRequests: UnsafeMutablePointer<SceneRequestQueue>? = nil
  ) {
    SceneThread.shared.withScenes {
      $0.append(
        SupervisedScene(
          link, data: SceneDataFolders(data, bundle: bundle), libraries: libraries, settings: settings,
          version: SceneThread.shared.version, bounds: SceneThread.shared.bounds, sceneRequests: sceneRequests
        ))
    }
  }

  /// Ends the Pd of an instance. Its `run` is never called again.
  public static func unregister(_ link: UnsafeMutablePointer<SceneLink>, _ player: inout ScenePlayer) {
    player.end()
    SceneThread.shared.remove(link)
  }

  /// Chooses the scene of an instance: an absolute path; empty: none.
  public static func choose(_ path: [UInt8], for link: UnsafeMutablePointer<SceneLink>) {
    with(link) { $0.choose(path, now: tactus_monotonic()) }
  }

  /// Waits until the scene of an instance plays or cannot, at most 5 s: the next block may be one of a render.
  /// Host thread, but never in `activate`, which some hosts call on their audio thread.
  public static func awaitStart(of link: UnsafeMutablePointer<SceneLink>) {
    let end = tactus_monotonic() + 5_000_000_000
    while link.pointee.state.load(ordering: .acquiring) == SceneState.starting.number,
      tactus_monotonic() < end
    {
      usleep(1000)
    }
  }

  /// Does something with the scene of an instance, under the mutex.
  static func with(_ link: UnsafeMutablePointer<SceneLink>, _ body: (SupervisedScene) -> Void) {
    SceneThread.shared.withScenes { scenes in
      if let scene = scenes.first(where: { $0.link == link }) { body(scene) }
    }
  }
}

/// The mutex, the thread and what the mutex guards. Never freed, because the library stays loaded.
private final class SceneThread: @unchecked Sendable {  // what callers share with the thread is under `mutex`
  static let shared = SceneThread()
  /// The period in which scenes are looked at while one plays, and else; milliseconds.
  private static let period: Int32 = 10
  private static let restPeriod: Int32 = 50

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var scenes: [SupervisedScene] = []
  /// Processes of instances that are gone.
  private var orphans: [PdProcess] = []
  private var isRunning = false
  let version = PdVersion()
  let bounds = BoxBounds()

  init() { pthread_mutex_init(mutex, nil) }

  func withScenes(_ body: (inout [SupervisedScene]) -> Void) {
    pthread_mutex_lock(mutex)
    body(&scenes)
    if !scenes.isEmpty, !isRunning {
      isRunning =
        tactus_start_thread(
          { owner in
            Unmanaged<SceneThread>.fromOpaque(owner!).takeUnretainedValue().run()
            return nil
          }, Unmanaged.passUnretained(self).toOpaque()) == 0
    }
    pthread_mutex_unlock(mutex)
  }

  func remove(_ link: UnsafeMutablePointer<SceneLink>) {
    pthread_mutex_lock(mutex)
    if let index = scenes.firstIndex(where: { $0.link == link }) {
      orphans += scenes.remove(at: index).end(now: tactus_monotonic())
    }
    pthread_mutex_unlock(mutex)
  }

  private func run() {
    tactus_name_thread("tactus-scenes")
    while let (descriptors, timeout) = turn() {
      var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&polled, nfds_t(polled.count), timeout)
      // A scene that prints without end does not keep this thread busy.
      usleep(500)
    }
  }

  /// Looks at every scene. What to wait for next, or nil if the thread is no longer needed.
  private func turn() -> ([Int32], Int32)? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let now = tactus_monotonic()
    for scene in scenes { scene.turn(now: now) }
    orphans.removeAll { $0.close(now: now) }
    isRunning = !scenes.isEmpty || !orphans.isEmpty
    guard isRunning else { return nil }
    let isBusy = !orphans.isEmpty || scenes.contains { $0.isBusy }
    // Nothing wakes the thread when a box is finished or a patch is open, so it polls.
    let isStarting = scenes.contains { $0.next != nil }
    return (scenes.flatMap { $0.descriptors }, isStarting ? 1 : isBusy ? Self.period : Self.restPeriod)
  }
}
