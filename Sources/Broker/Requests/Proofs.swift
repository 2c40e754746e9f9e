// Requests of this machine, of which it is not known yet whether a program of our user has sent them. Input
// thread.
import CPosix
import Dialects
import Text

/// What waits for the kernel's answer about its sender, and the senders that were refused.
struct Proofs {
  /// The time that a turn spends on asking, nanoseconds; further requests wait until the turn is over.
  static let timeOfTurn: Int64 = 300_000
  /// A sender that was refused is not asked about again for this time; so its flood costs nothing.
  static let patience: Int64 = 1_000_000_000
  static let refusedLimit = 256

  var waiting = FairQueue<DelayedCommand>(limitOfSender: Request.limitOfSender, limit: Request.limit)
  fileprivate var spent: Int64 = 0
  /// The senders of our user that were found in this turn, and when. All that had arrived by then is theirs.
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
  /// Handles a request of this machine when it is known whose it is: at once, or when its turn has come.
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

  /// The command with what the kernel says of its sender.
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

  /// Whether a new sender that plays is not known to be a program of our user. That is found out as long as
  /// the turn has time for it.
  func isStranger(_ key: SenderKey, at now: Int64) -> Bool {
    // The tables of windows have no address.
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

  /// Refuses a request of another user, or of a program that has closed its socket meanwhile.
  func refuse(otherUser caller: Caller) {
    policy.refuse(caller.sender.address, isOtherUser: true)
    caller.refuse(
      "", .otherUser,
      """
      requests are for programs of the user who runs the host, which keep their socket open until they are \
      answered; OSC listen "This machine, any user" takes them from all
      """)
  }
}
