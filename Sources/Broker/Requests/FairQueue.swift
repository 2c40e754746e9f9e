// Fair queues: elements wait in a queue for each sender. Input thread.
import Dialects

/// Elements of senders, which are taken in turn: the first of one sender, then the first of the next. So no
/// sender waits for another one that has sent more.
struct FairQueue<Element> {
  private struct Queue {
    let key: SenderKey
    var elements: [Element]
    /// The index of the first element that waits.
    var first = 0
  }

  /// The greatest number of waiting elements, of one sender and of all.
  let limitOfSender: Int
  let limit: Int
  private var queues: [Queue] = []
  private var next = 0
  private(set) var count = 0

  init(limitOfSender: Int, limit: Int) { (self.limitOfSender, self.limit) = (limitOfSender, limit) }

  func waits(_ key: SenderKey) -> Bool { count > 0 && queues.contains { $0.key == key } }

  /// Adds an element behind the others of its sender; false if there is no room.
  mutating func append(_ element: Element, of key: SenderKey) -> Bool {
    guard count < limit else { return false }
    if let index = queues.firstIndex(where: { $0.key == key }) {
      guard queues[index].elements.count - queues[index].first < limitOfSender else { return false }
      queues[index].elements.append(element)
    } else {
      queues.append(Queue(key: key, elements: [element]))
    }
    count += 1
    return true
  }

  /// Removes and returns the first element of the sender that has its turn; nil if none waits.
  mutating func pop() -> Element? {
    if queues.isEmpty { return nil }
    if next >= queues.count { next = 0 }
    let first = queues[next].first
    let element = queues[next].elements[first]
    queues[next].first += 1
    count -= 1
    if queues[next].first == queues[next].elements.count {
      queues.remove(at: next)
    } else {
      if first == limitOfSender {  // What was taken is freed now and then.
        queues[next].elements.removeFirst(first + 1)
        queues[next].first = 0
      }
      next += 1
    }
    return element
  }
}

/// A pair of fair queues with separate capacities, for local and for remote senders. They alternate, so that
/// neither side can starve the other.
struct RankedQueue<Element> {
  private var local: FairQueue<Element>
  private var others: FairQueue<Element>
  private var isTurnOfOthers = false

  /// - Parameters: The limits of each queue.
  init(limitOfSender: Int, limit: Int) {
    local = FairQueue(limitOfSender: limitOfSender, limit: limit)
    others = FairQueue(limitOfSender: limitOfSender, limit: limit)
  }

  var count: Int { local.count + others.count }

  func waits(_ key: SenderKey) -> Bool { key.isLocal ? local.waits(key) : others.waits(key) }

  mutating func append(_ element: Element, of key: SenderKey) -> Bool {
    key.isLocal ? local.append(element, of: key) : others.append(element, of: key)
  }

  mutating func pop() -> Element? {
    defer { isTurnOfOthers.toggle() }
    return isTurnOfOthers ? others.pop() ?? local.pop() : local.pop() ?? others.pop()
  }
}
