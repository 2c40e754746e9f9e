// Owns all sockets of the process; all instances of all plugins share it. Input thread, which runs while an
// instance is registered or a socket is open; not for the audio thread.
import CPosix
import RealTime
import Stores
import Synchronization

/// Delivers the messages of surfaces, over UDP and TCP, to the instances that listen.
public enum Broker {
  /// Begins to serve `link`. Within 50 ms of each change of `link.wish` the socket is open or released, and
  /// `link.port` is the open port (0: none). Not real-time.
  /// - Parameters:
  ///   - link: Must stay valid until `unregister` returns.
  ///   - store: The instance's patch, if it has one. The broker's thread applies requests of the network, of
  ///     files and of the link to it within 50 ms.
  ///   - grid: The instance's grid, which is served in the same way. An instance with a grid receives no
  ///     touches.
  ///   - sceneRequests: Of an instance with a scene: where programs ask about it; valid as long as `link`.
  ///   - profiles: The folders of input profiles. The folders of the first call are used for all instances.
  public static func register(
    link: UnsafeMutablePointer<InstanceLink>, store: PatchStore? = nil, grid: GridStore? = nil,
    profiles: ProfileFolders? = nil,
    sceneRequests: UnsafeMutablePointer<SceneRequestQueue>? = nil
  ) {
    BrokerThread.shared.withSwitchboard { switchboard in
      if let profiles, switchboard.profileFolders == nil { switchboard.profileFolders = profiles }
      switchboard.add(link, store, grid, sceneRequests: sceneRequests)
    }
  }

  /// Stops serving `link`. After it returns, the broker no longer uses `link`; a request that has come before
  /// may still change the store. Not real-time: waits for at most one turn of the input thread, which reads
  /// no file and compiles nothing.
  public static func unregister(link: UnsafeMutablePointer<InstanceLink>) {
    BrokerThread.shared.withSwitchboard { $0.remove(link) }
  }

  /// The input thread looks at once for what instances have sent. Any thread that may make a system call.
  public static func wake() { BrokerThread.shared.wake() }
}

/// The mutex, the thread and the switchboard that the mutex guards. Must not be freed while its thread runs.
/// The shared one is never freed, because the library stays loaded.
///
/// The thread takes turns under the mutex, which end in time. It works outside of it: there it may read files
/// and compile documents. Callers at the mutex use instances and profile folders only, the work neither.
final class BrokerThread: @unchecked Sendable {  // what callers share with the thread is under `mutex`
  static let shared = BrokerThread()
  /// The period, milliseconds, in which wishes are read; and the shorter one while events wait for room in a
  /// ring.
  private static let period: Int32 = 50
  private static let periodWhenBlocked: Int32 = 2
  /// The period in which it is seen whether a window has sent something, while one is open; and the shorter one
  /// for a second after that, because one hand rarely stops at one edit.
  private static let periodOfWindows: Int32 = 10
  private static let periodOfBusyWindows: Int32 = 2
  private static let busyTime: Int64 = 1_000_000_000
  /// No further work begins after this time; then touches are read again. Nanoseconds.
  private static let workLength: Int64 = 1_000_000

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let switchboard = Switchboard(
    folder: UserFolders.configuration(), clock: { tactus_monotonic() })
  private(set) var isRunning = false
  /// When a window has sent something last.
  private var lastOfWindows = Int64.min / 2
  /// The number of callers that wait for the mutex. The thread lets them in between turns, because a pthread
  /// mutex is not fair and a flood of packets would keep them out.
  private let waiting = Atomic<Int>(0)

  /// Ends the thread's wait; −1 where the process has no more descriptors: then its period ends it.
  private let wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

  init() { pthread_mutex_init(mutex, nil) }

  func wake() { eventfd_write(wakeup, 1) }

  func withSwitchboard(_ body: (Switchboard) -> Void) {
    waiting.add(1, ordering: .relaxed)
    pthread_mutex_lock(mutex)
    waiting.subtract(1, ordering: .relaxed)
    body(switchboard)
    if !switchboard.instances.isEmpty, !isRunning {
      isRunning =
        tactus_start_thread(
          { owner in
            Unmanaged<BrokerThread>.fromOpaque(owner!).takeUnretainedValue().run()
            return nil
          }, Unmanaged.passUnretained(self).toOpaque()) == 0
    }
    pthread_mutex_unlock(mutex)
  }

  private func run() {
    tactus_name_thread("tactus-input")
    // Else touches would wait while builds or other plugins keep the processors busy.
    let isRealTime = tactus_raise_priority() > 0
    while let sockets = turn() {
      // At most 10 ms, so that a caller that the system does not run holds up no touches.
      for _ in 0..<50 where waiting.load(ordering: .relaxed) > 0 { usleep(200) }
      let hasWorked = work()
      var polled = (sockets.descriptors + [wakeup]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // Under a flood nothing else makes it wait. A twelfth of the time is for ordinary threads: Linux stops
      // real-time ones for up to 50 ms that leave less than a twentieth, and may end a process with a thread
      // that never waits (RLIMIT_RTTIME).
      if isRealTime, hasWorked || sockets.timeout == 0 || poll(&polled, nfds_t(polled.count), 0) > 0 {
        usleep(250)
      }
      wait(for: &polled, hasWorked ? 0 : sockets.timeout)
      var count: eventfd_t = 0
      eventfd_read(wakeup, &count)
    }
  }

  /// Waits for packets, or until a window has sent something. Not every host has a worker that could end this, so
  /// the rings of instances with windows are looked at.
  /// - Parameter timeout: milliseconds.
  private func wait(for polled: inout [pollfd], _ timeout: Int32) {
    var left = timeout
    while true {
      let isBusy = tactus_monotonic() - lastOfWindows < Self.busyTime
      let period = isBusy ? Self.periodOfBusyWindows : Self.periodOfWindows
      let slice = withSwitchboardState({ $0.hasWindow }) ? min(left, period) : left
      if poll(&polled, nfds_t(polled.count), slice) != 0 || slice == left { return }
      left -= slice
      if withSwitchboardState({ $0.hasWindowRequests }) {
        lastOfWindows = tactus_monotonic()
        return
      }
    }
  }

  private func withSwitchboardState(_ body: (Switchboard) -> Bool) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(switchboard)
  }

  /// Does what waits, for a bounded time; one thing only while packets wait.
  /// - Returns: Whether there was anything. Then another turn shows what has come of it.
  private func work() -> Bool {
    let end = tactus_monotonic() + Self.workLength
    var hasWorked = false
    while switchboard.work() {
      hasWorked = true
      if tactus_monotonic() >= end || switchboard.isBusy { break }
    }
    return hasWorked
  }

  /// Runs one turn under the mutex.
  /// - Returns: What to poll next, or nil if the thread is no longer needed.
  private func turn() -> (descriptors: [Int32], timeout: Int32)? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let now = tactus_monotonic()
    if switchboard.lacksProfiles {  // They are read before the first packet.
      switchboard.profilesAreDue = true
      switchboard.objectFolder = .standard()
      switchboard.objectsAreDue = true
      return ([], 0)
    }
    switchboard.applyWork(at: now)
    switchboard.applyWishes(at: now)
    switchboard.deliver()  // Waiting events first, which makes room.
    switchboard.receive(at: tactus_monotonic(), offset: Self.clockOffset())
    switchboard.collect(at: tactus_monotonic())
    switchboard.show(at: tactus_monotonic())
    switchboard.serveGrids(at: tactus_monotonic())
    switchboard.serveMonomes(at: tactus_monotonic())
    switchboard.serveScenes(at: tactus_monotonic())
    switchboard.sendOutputs(at: tactus_monotonic())
    isRunning = !switchboard.isIdle
    guard isRunning else { return nil }
    var timeout = switchboard.isBlocked ? Self.periodWhenBlocked : Self.period
    // Nothing wakes this thread when a patch sends.
    if switchboard.sendsOfScenes || switchboard.sendsOutputs(at: now) { timeout = Self.periodWhenBlocked }
    // The touches of a window's table come without packets.
    if switchboard.hasSimulatedTable { timeout = min(timeout, 10) }
    if switchboard.isBusy { timeout = 0 }
    for due in [switchboard.nextUpdate, switchboard.nextDeadline].compactMap({ $0 }) {
      timeout = min(timeout, Int32(clamping: max(due - tactus_monotonic(), 0) / 1_000_000 + 1))
    }
    let sockets = switchboard.endpoints.flatMap { $0.descriptors } + switchboard.monomes.descriptors
    return (sockets + switchboard.watch.descriptors, timeout)
  }

  /// `CLOCK_REALTIME`, in which the kernel stamps packets, minus `CLOCK_MONOTONIC`. Measured in each turn,
  /// because the former is set and slewed. The tightest of a few readings, because a thread can be preempted
  /// in between.
  private static func clockOffset() -> Int64 {
    var offset: Int64 = 0
    var tightest = Int64.max
    for _ in 0..<4 where tightest > 1000 {
      let before = tactus_monotonic()
      let real = tactus_realtime()
      let spread = tactus_monotonic() - before
      if spread < tightest { (tightest, offset) = (spread, real - before - spread / 2) }
    }
    return offset
  }
}
