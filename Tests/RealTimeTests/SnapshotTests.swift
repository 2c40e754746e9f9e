// A snapshot is always whole and never older than the one read before.
import Foundation
import RealTime
import Synchronization
import Testing

/// A value that shows whether it was torn: all of its words are equal.
private struct UTF8Text {
  var words = InlineArray<256, UInt64>(repeating: 0)
}

@Test func theReaderSeesWhatWasThereFirstAndThenTheNewest() {
  let snapshot = Snapshot(0)
  #expect(snapshot.newest.pointee == 0)
  for value in 1...5 {
    snapshot.next.pointee = value
    #expect(snapshot.newest.pointee == max(0, value - 1), "not before it is published")
    snapshot.publish()
    #expect(snapshot.newest.pointee == value)
    #expect(snapshot.newest.pointee == value, "and it stays")
  }
  for value in 6...9 {
    snapshot.next.pointee = value
    snapshot.publish()
  }
  #expect(snapshot.newest.pointee == 9)
}

/// Shares a snapshot with the writing thread.
private final class Shared: @unchecked Sendable {  // the snapshot is under test
  let snapshot = Snapshot(UTF8Text())
  let isDone = Atomic<Bool>(false)
}

@Test func noSnapshotIsTornOrOlderThanTheLast() {
  let shared = Shared()
  Thread.detachNewThread {
    for round in 1...UInt64(200_000) {
      let next = shared.snapshot.next
      for index in 0..<256 { next.pointee.words[index] = round }
      shared.snapshot.publish()
    }
    shared.isDone.store(true, ordering: .releasing)
  }
  var last: UInt64 = 0
  var seen = 0
  while true {
    let isDone = shared.isDone.load(ordering: .acquiring)
    let words = shared.snapshot.newest
    let first = words.pointee.words[0]
    var torn = 0
    for index in 1..<256 where words.pointee.words[index] != first { torn += 1 }
    #expect(torn == 0 && first >= last)
    if torn > 0 || first < last { break }
    if first != last { seen += 1 }
    last = first
    if isDone { break }
  }
  #expect(last == 200_000)
  print("\(seen) of 200000 snapshots seen")
}
