// Verifies that a local request comes from a program of the current user. Input thread.
import CPosix
import Dialects
import Text

/// The local requests whose sender is not verified yet, and the senders that were refused.
struct Proofs {
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

  fileprivate func isRefused(_ key: SenderKey, at now: Int64) -> Bool { (refused[key] ?? .min) > now }
}

extension Switchboard {
  /// Handles a local request once its sender is verified: at once, or in its turn.
  func prove(_ command: DelayedCommand) {
    let key = command.caller.key
    if let time = proofs.proven[key], command.time <= time {
      var command = command
      command.caller.isOwn = true
      return handle(command)
    }
    if proofs.isRefused(key, at: answers.now) {
      var command = command
      command.caller.origin = .otherUser
      return handle(command)
    }
    if proofs.spent < Proofs.timeOfTurn, !proofs.waiting.waits(key) { return handle(proven(command)) }
    if !proofs.waiting.append(command, of: key) { command.caller.endpoint.counters[.tooManyRequests] += 1 }
  }

  /// Returns the command, marked with whether the kernel attributes its sender to the current user.
  func proven(_ command: DelayedCommand) -> DelayedCommand {
    var command = command
    let start = tactus_monotonic()
    if isOwn(command.caller.endpoint, command.caller.sender) {
      command.caller.isOwn = true
      proofs.proven[command.caller.key] = start
    } else {
      command.caller.origin = .otherUser
      proofs.refuse(command.caller.key, at: answers.now)
    }
    proofs.spent += tactus_monotonic() - start
    return command
  }

  /// Whether a new sender is not known to be a program of the current user. The kernel is queried only while
  /// the turn has time left.
  func isStranger(_ key: SenderKey, at now: Int64) -> Bool {
    // Senders inside this process, such as windows, have no address.
    if key.address == 0 || key.sender.isControl { return false }
    guard key.isLocal, proofs.spent < Proofs.timeOfTurn, !proofs.isRefused(key, at: now),
      let endpoint = endpoint(of: key)
    else { return true }
    let start = tactus_monotonic()
    let isStranger = !isOwn(endpoint, key.sender)
    proofs.spent += tactus_monotonic() - start
    if isStranger { proofs.refuse(key, at: now) }
    return isStranger
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
