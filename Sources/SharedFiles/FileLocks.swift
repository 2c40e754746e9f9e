// The locks of WebDAV (RFC 4918, sections 6 and 7). The files thread.

/// A write lock.
struct FileLock {
  /// `urn:uuid:…`
  let token: String
  let path: SharedPath
  /// Whether it also locks everything beneath.
  let isDeep: Bool
  let isShared: Bool
  /// The password that it was made with: its user alone may use the token.
  let user: String
  /// What the client says of itself: a text or an address.
  let owner: LockOwner
  /// Seconds.
  var timeout: Int
  /// Monotonic, in nanoseconds.
  var end: Int64
}

/// What a client says of itself when it locks.
struct LockOwner {
  var text = ""
  var isAddress = false
}

/// All locks.
struct FileLocks {
  /// Seconds; a client may ask for less.
  static let longest = 600

  private var all: [FileLock] = []

  /// Forgets the locks that have ended.
  mutating func expire(at now: Int64) { all.removeAll { $0.end <= now } }

  /// The locks that hold for a path: its own and the deep ones above.
  func covering(_ path: SharedPath) -> [FileLock] {
    all.filter { $0.path == path || $0.isDeep && $0.path.contains(path) }
  }

  /// Whether a user who submits tokens may change a path.
  /// - Parameters:
  ///   - isDeep: Whether everything beneath changes, too.
  ///   - isNew: Whether a name comes or goes, which changes the folder.
  func allow(
    _ path: SharedPath, isDeep: Bool = false, isNew: Bool = false, tokens: Set<String>, user: String
  ) -> Bool {
    // Of several shared locks, one is enough.
    func isAllowed(_ path: SharedPath) -> Bool {
      let locks = covering(path)
      return locks.isEmpty || locks.contains { $0.user == user && tokens.contains($0.token) }
    }
    guard isAllowed(path), !isNew || isAllowed(path.parent) else { return false }
    return !isDeep || all.allSatisfy { !path.contains($0.path) || isAllowed($0.path) }
  }

  /// Adds a lock, unless another one excludes it.
  mutating func add(_ lock: FileLock) throws(FileFault) {
    let others = covering(lock.path) + (lock.isDeep ? all.filter { lock.path.contains($0.path) } : [])
    guard others.allSatisfy({ $0.isShared && lock.isShared }) else { throw .locked }
    guard all.count < FileLimits.locks else { throw .tooManyLocks }
    all.append(lock)
  }

  /// Prolongs the locks of a path whose tokens a user submits.
  /// - Returns: The first of them.
  mutating func refresh(
    _ path: SharedPath, tokens: Set<String>, user: String, timeout: Int, at now: Int64
  ) -> FileLock? {
    let mine = covering(path).filter { $0.user == user && tokens.contains($0.token) }.map(\.token)
    for index in all.indices where mine.contains(all[index].token) {
      (all[index].timeout, all[index].end) = (timeout, now + Int64(timeout) * 1_000_000_000)
    }
    return all.first { mine.contains($0.token) }
  }

  /// - Returns: Whether there was such a lock of the user's on the path.
  mutating func remove(_ token: String, on path: SharedPath, user: String) -> Bool {
    guard covering(path).contains(where: { $0.token == token && $0.user == user }) else { return false }
    all.removeAll { $0.token == token }
    return true
  }

  /// Removes the locks of what is deleted.
  mutating func removeAll(beneath path: SharedPath) { all.removeAll { path.contains($0.path) } }
}
