// Verifies that a local request comes from a program of the current user. Input thread.
import CPosix
import Dialects
import Text

/// The local requests whose sender is not verified yet, and the senders that were refused.
struct SenderVerification {
  /// The nanoseconds a turn may spend on kernel queries. Further requests wait for the next turn.
  static let timeOfTurn: Int64 = 300_000
  /// The time in nanoseconds for which a refused sender is not looked up again, so that its flood costs
  /// nothing.
  static let patience: Int64 = 1_000_000_000
  static let refusedLimit = 256

  var waiting = FairQueue<DelayedCommand>(limitOfSender: Request.limitOfSender, limit: Request.limit)
  fileprivate var spent: Int64 = 0
  /// The senders verified in this turn, and when. Packets that arrived before then are theirs.
  fileprivate var proven: [SenderKey: Int64] = [:]
  private var refused: [SenderKey: Int64] = [:]

  mutating func beginTurn() {
    spent = 0
    proven.removeAll(keepingCapacity: true)
  }

  fileprivate mutating func refuse(_ key: SenderKey, at now: Int64) {
    if refused.count >= Self.refusedLimit { refused = refused.filter { $0.value > now } }
    if refused.count < Self.refusedLimit { refused[key] = now + Self.patience }
  }

  /// Whether a sender belongs to the current user, or nil if the kernel must be asked.
  /// - Parameter time: The time at which the packet arrived.
  fileprivate func knows(_ key: SenderKey, sentAt time: Int64, at now: Int64) -> Bool? {
    if let proof = proven[key], time <= proof { return true }
    return (refused[key] ?? .min) > now ? false : nil
  }

  fileprivate var hasTime: Bool { spent < Self.timeOfTurn }
}

extension Switchboard {
  /// Handles a local request once its sender is verified: at once, or in its turn.
  func prove(_ command: DelayedCommand) {
    let caller = command.caller
    // Keeps the order of the sender's requests.
    if !verification.waiting.waits(caller.key),
      verification.hasTime || verification.knows(caller.key, sentAt: command.time, at: answers.now) != nil
    {
      return handle(proven(command))
    }
    if !verification.waiting.append(command, of: caller.key) {
      caller.endpoint.counters[.tooManyRequests] += 1
    }
  }

  /// Returns the command, marked with whether the kernel attributes its sender to the current user.
  func proven(_ command: DelayedCommand) -> DelayedCommand {
    var command = command
    let caller = command.caller
    if verification.knows(caller.key, sentAt: command.time, at: answers.now)
      ?? asks(about: caller.key, on: caller.endpoint)
    {
      command.caller.isOwn = true
    } else {
      command.caller.origin = .otherUser
    }
    return command
  }

  /// Whether a new sender is not known to be a program of the current user. The kernel is queried only while
  /// the turn has time left.
  func isStranger(_ key: SenderKey, at time: Int64) -> Bool {
    // Senders inside this process, such as windows, have no address.
    if key.address == 0 || key.sender.isControl { return false }
    guard key.isLocal, let endpoint = endpoint(of: key) else { return true }
    if let isOwn = verification.knows(key, sentAt: time, at: answers.now) { return !isOwn }
    return !verification.hasTime || !asks(about: key, on: endpoint)
  }

  /// Asks the kernel whether a sender belongs to the current user, and caches the answer.
  private func asks(about key: SenderKey, on endpoint: Endpoint) -> Bool {
    let start = tactus_monotonic()
    let isOwn = isOwn(endpoint, key.sender)
    if isOwn { verification.proven[key] = start } else { verification.refuse(key, at: answers.now) }
    verification.spent += tactus_monotonic() - start
    return isOwn
  }

  /// Refuses a request from another user, or from a program that has already closed its socket.
  func refuse(otherUser caller: Caller) {
    policy.refuse(caller.sender.address, isOtherUser: true)
    caller.refuse(
      "", .otherUser,
      """
      requests are accepted only from programs of the user who runs the host, and their socket must stay \
      open until the answer arrives. To accept every local user, set OSC listen to "This machine, any user"
      """)
  }
}
