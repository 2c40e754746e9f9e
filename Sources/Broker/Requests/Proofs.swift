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

  /// Whether a sender is of our user; nil: the kernel must be asked.
  /// - Parameter time: When the packet arrived.
  fileprivate func knows(_ key: SenderKey, sentAt time: Int64, at now: Int64) -> Bool? {
    if let proof = proven[key], time <= proof { return true }
    return (refused[key] ?? .min) > now ? false : nil
  }

  fileprivate var hasTime: Bool { spent < Self.timeOfTurn }
}

extension Switchboard {
  /// Handles a request of this machine when it is known whose it is: at once, or when its turn has come.
  func prove(_ command: DelayedCommand) {
    let caller = command.caller
    // What the sender has sent before comes first.
    if !proofs.waiting.waits(caller.key),
      proofs.hasTime || proofs.knows(caller.key, sentAt: command.time, at: answers.now) != nil
    {
      return handle(proven(command))
    }
    if !proofs.waiting.append(command, of: caller.key) { caller.endpoint.counters[.tooManyRequests] += 1 }
  }

  /// The command with what the kernel says of its sender.
  func proven(_ command: DelayedCommand) -> DelayedCommand {
    var command = command
    let caller = command.caller
    if proofs.knows(caller.key, sentAt: command.time, at: answers.now)
      ?? asks(about: caller.key, on: caller.endpoint)
    {
      command.caller.isOwn = true
    } else {
      command.caller.origin = .otherUser
    }
    return command
  }

  /// Whether a new sender that plays is not known to be a program of our user. That is found out as long as
  /// the turn has time for it.
  func isStranger(_ key: SenderKey, at time: Int64) -> Bool {
    // The tables of windows have no address.
    if key.address == 0 || key.sender.isControl { return false }
    guard key.isLocal, let endpoint = endpoint(of: key) else { return true }
    if let isOwn = proofs.knows(key, sentAt: time, at: answers.now) { return !isOwn }
    return !proofs.hasTime || !asks(about: key, on: endpoint)
  }

  /// Asks the kernel whether a sender is of our user, and keeps the answer.
  private func asks(about key: SenderKey, on endpoint: Endpoint) -> Bool {
    let start = tactus_monotonic()
    let isOwn = isOwn(endpoint, key.sender)
    if isOwn { proofs.proven[key] = start } else { proofs.refuse(key, at: answers.now) }
    proofs.spent += tactus_monotonic() - start
    return isOwn
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
