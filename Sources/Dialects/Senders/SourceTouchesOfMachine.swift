// Touches that another socket of the same machine goes on with, and moves that come after their end. Input
// thread.

extension SourceTouches {
  /// A move this near to the place of a touch, a share of the surface, is of the same finger.
  private static let nearness: Float = 0.1

  /// Lets a sender go on with the touches of another socket of its machine: some programs open a socket for
  /// each message, and others get another port while a finger is down.
  ///
  /// Only a sender that has begun no touch itself takes over, because two programs may use the same ids. And
  /// the named touch must have been silent, or the move must be near to it.
  mutating func takeOver(_ report: TouchReport, _ surface: UInt8, by sender: Int, at time: Int64) {
    takeOver(surface, by: sender, at: time) { _, contact in
      contact.id == report.id
        && (contact.isSilent(at: time)
          || report.word == .moved && abs(report.x - contact.x) <= Self.nearness
            && abs(report.y - contact.y) <= Self.nearness)
    }
  }

  /// The same for an `alive`: the named touch must have been silent, or all of the other socket are named.
  mutating func takeOver(_ ids: [Int32], _ surface: UInt8, by sender: Int, at time: Int64) {
    if ids.isEmpty { return }
    takeOver(surface, by: sender, at: time) { other, contact in
      ids.contains(contact.id)
        && (contact.isSilent(at: time)
          || other.contacts.allSatisfy { $0.surface != surface || ids.contains($0.id) })
    }
  }

  /// - Parameter isNamed: Whether a touch of another sender may be taken over and is named.
  private mutating func takeOver(
    _ surface: UInt8, by sender: Int, at time: Int64, where isNamed: (Sender, Contact) -> Bool
  ) {
    if senders[sender].hasBegun { return }
    let (own, known) = (senders[sender].source, senders[sender].contacts)
    var owner: Int?
    var latest = Int64.min
    for index in senders.indices
    where index != sender && SenderNumber.areOfOneMachine(senders[index].source, own) {
      let other = senders[index]
      for contact in other.contacts
      where contact.surface == surface && contact.lastReceived >= latest && isNamed(other, contact)
        && !known.contains(where: { $0.id == contact.id && $0.surface == surface })
      {
        (owner, latest) = (index, contact.lastReceived)
      }
    }
    guard let owner else { return }
    // The other fingers of the old socket come along, unless it still moves them.
    let other = senders[owner]
    for var contact in other.contacts where isNamed(other, contact) || contact.isSilent(at: time) {
      senders[owner].contacts.removeAll { $0.id == contact.id && $0.surface == contact.surface }
      contact.messages = 0
      senders[sender].contacts.append(contact)
    }
  }

  /// Remembers for a moment that a touch has ended by a message.
  mutating func hasEnded(_ contact: Contact, of sender: Int, at time: Int64) {
    for index in senders.indices where index == sender || senders[index].source == contact.source {
      senders[index].ended.removeAll { time - $0.at >= Self.settling }
      if senders[index].ended.count < Self.contactLimit {
        senders[index].ended.append(Ended(surface: contact.surface, id: contact.id, at: time))
      }
    }
  }

  /// Whether a move has been overtaken by the end of its touch.
  func isStraggler(_ id: Int32, _ surface: UInt8, of sender: Int, at time: Int64) -> Bool {
    func hasEnded(_ other: Sender) -> Bool {
      other.ended.contains { $0.id == id && $0.surface == surface && time - $0.at < Self.settling }
    }
    if hasEnded(senders[sender]) { return true }
    // A program that opens a socket for each message has ended the touch from another one.
    return !senders[sender].hasBegun
      && senders.contains {
        SenderNumber.areOfOneMachine($0.source, senders[sender].source) && hasEnded($0)
      }
  }
}
