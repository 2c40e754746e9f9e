// Announces the ports that are open to the local network: those of OSC as `_osc._udp`, and the page of
// `tactus surface`, by multicast DNS, through Avahi if it is installed. A thread of its own, because a D-Bus
// that hangs must not delay touches.
import CAvahi
import CPosix
import Stores
import Text

/// The announced service; RFC 6763 defines the names of services.
package struct ServiceAnnouncement: Equatable {
  /// The service and its protocol.
  package var type: StaticString
  package var ports: [UInt16]
  /// At most 63 bytes.
  package var name: [UInt8]

  package init(_ type: StaticString = "_osc._udp", ports: [UInt16] = [], name: [UInt8] = []) {
    (self.type, self.ports, self.name) = (type, ports, name)
  }

  package static func == (a: ServiceAnnouncement, b: ServiceAnnouncement) -> Bool {
    a.ports == b.ports && a.name == b.name
  }
}

/// The announcer. It lives as long as its thread, which ends soon after the last port is withdrawn.
package final class Announcer: @unchecked Sendable {  // all that changes is reached under `mutex` only
  /// A new announcement is published within this time, milliseconds.
  private static let period: Int32 = 200
  /// If Avahi or D-Bus is missing, it is tried again after this many periods.
  private static let retry = 50

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var wish = ServiceAnnouncement()
  private var isRunning = false

  package init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Announces this service instead of the last one. Does not wait.
  package func announce(_ wish: ServiceAnnouncement) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    self.wish = wish
    if isRunning || wish.ports.isEmpty { return }
    let owner = Unmanaged.passRetained(self)
    isRunning =
      tactus_start_thread(
        { owner in
          Unmanaged<Announcer>.fromOpaque(owner!).takeRetainedValue().run()
          return nil
        }, owner.toOpaque()) == 0
    if !isRunning { owner.release() }
  }

  /// The service to announce; nil if there is none and the thread ends.
  private func next() -> ServiceAnnouncement? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    isRunning = !wish.ports.isEmpty
    return isRunning ? wish : nil
  }

  private func run() {
    tactus_name_thread("tactus-announce")
    var avahi = tactus_avahi_functions()
    let isThere = tactus_avahi_load(&avahi) != 0
    var wait = 0
    while let wish = next() {
      if isThere, wait == 0 {
        serve(avahi, wish)
        wait = Self.retry
      } else {
        wait = max(wait - 1, 0)
        usleep(UInt32(Self.period) * 1000)
      }
    }
  }

  /// Announces services until there is none or Avahi fails.
  private func serve(_ avahi: tactus_avahi_functions, _ first: ServiceAnnouncement) {
    guard let poll = avahi.poll_new() else { return }
    defer { avahi.poll_free(poll) }
    var error: Int32 = 0
    guard
      let client = avahi.client_new(
        avahi.poll_get(poll), Int32(TACTUS_AVAHI_NO_FAIL), { _, _, _ in }, nil, &error)
    else { return }
    defer { avahi.client_free(client) }
    var group: UnsafeMutableRawPointer?
    var published: ServiceAnnouncement?
    var name: [UInt8] = []
    while avahi.poll_iterate(poll, Self.period) == 0, let wish = next() {
      let state = avahi.client_state(client)
      if state == TACTUS_AVAHI_FAILURE { return }
      guard state == TACTUS_AVAHI_RUNNING else {
        published = nil  // The daemon is gone, and so are its services.
        continue
      }
      group = group ?? avahi.group_new(client, { _, _, _ in }, nil)
      guard let group else { return }
      let isTaken = avahi.group_state(group) == TACTUS_AVAHI_GROUP_COLLISION
      if published == wish && !isTaken { continue }
      name = isTaken && published?.name == wish.name ? another(avahi, name) : wish.name
      // If a name is taken on this machine, the next free one is found at once.
      var tries = 0
      while tries < 16, !publish(avahi, group, wish, name) {
        name = another(avahi, name)
        tries += 1
      }
      published = wish
    }
  }

  /// Publishes the ports; false if another service of this machine has the name.
  private func publish(
    _ avahi: tactus_avahi_functions, _ group: UnsafeMutableRawPointer, _ wish: ServiceAnnouncement,
    _ name: [UInt8]
  ) -> Bool {
    _ = avahi.group_reset(group)
    for (index, port) in wish.ports.enumerated() {
      let each = index == 0 ? name : name.prefix(57) + [UInt8](" \(index + 1)".utf8)
      let error = avahi.group_add(
        group, Int32(TACTUS_AVAHI_ANY_INTERFACE), Int32(TACTUS_AVAHI_IPV4), 0, each.c,
        UTF8Text(wish.type).bytes.c, nil, nil, port, nil)
      if error == TACTUS_AVAHI_ERR_COLLISION { return false }
    }
    return avahi.group_commit(group) != TACTUS_AVAHI_ERR_COLLISION
  }

  private func another(_ avahi: tactus_avahi_functions, _ name: [UInt8]) -> [UInt8] {
    guard let other = avahi.another_name(name.c) else { return name }
    defer { avahi.free(other) }
    return [UInt8](UnsafeRawBufferPointer(start: other, count: strlen(other)))
  }
}
