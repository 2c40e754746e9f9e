// The numbers of senders when there are more senders than numbers.
import Testing

@testable import Dialects

struct SenderRegistryTests {
  /// A full book: sender n was heard at n, but for the first one, who spoke again.
  private func full() throws -> (book: SenderRegistry, numbers: [UInt32]) {
    var book = SenderRegistry()
    var numbers: [UInt32] = []
    for sender in 0..<SenderRegistry.limit {
      let key = SenderKey(address: UInt32(sender), socket: 9)
      let number = book.number(of: key, at: Int64(sender), isSilent: { _ in true }, forget: { _ in })
      numbers.append(try #require(number))
    }
    let again = book.number(
      of: SenderKey(address: 0, socket: 9), at: 1000, isSilent: { _ in true }, forget: { _ in })
    #expect(again == numbers[0] && Set(numbers).count == SenderRegistry.limit)
    return (book, numbers)
  }

  @Test func theLongestSilentSenderGivesWay() throws {
    let numbers: [UInt32]
    var book: SenderRegistry
    (book, numbers) = try full()
    var forgotten: [UInt32] = []
    // The second sender has touches, so that the third is the first that can go.
    let number = book.number(
      of: SenderKey(address: 5000, socket: 9), at: 2000, isSilent: { $0 != numbers[1] },
      forget: { forgotten.append($0) })
    #expect(forgotten == [numbers[2]] && number != nil && book.count == SenderRegistry.limit)
    let others = numbers.filter { $0 != numbers[2] }
    #expect(number.map { !others.contains($0) } == true)
  }

  @Test func strangersLeaveNumbersForOurUser() {
    var book = SenderRegistry()
    func number(_ sender: Int, isStranger: Bool) -> UInt32? {
      book.number(
        of: SenderKey(address: UInt32(sender), socket: 9), at: Int64(sender), isStranger: { isStranger },
        isSilent: { _ in false }, forget: { _ in Issue.record("a sender with touches is forgotten") })
    }
    let strangers = (0..<1000).compactMap { number($0, isStranger: true) }
    #expect(strangers.count == SenderRegistry.limit - SenderRegistry.reserved)
    let own = (1000..<1100).compactMap { number($0, isStranger: false) }
    #expect(own.count == SenderRegistry.reserved)
  }

  @Test func aStrangerTakesNoNumberOfASilentProgramOfOurUser() {
    var book = SenderRegistry()
    for sender in 0..<10_000 {
      let isStranger = sender > 0
      let number = book.number(
        of: SenderKey(address: UInt32(sender), socket: 9), at: Int64(sender), isStranger: { isStranger },
        isSilent: { _ in true }, forget: { _ in })
      #expect(number != nil)
    }
    #expect(book.keys.contains(SenderKey(address: 0, socket: 9)))
  }

  @Test func whereAllHaveTouchesNoOneGivesWay() throws {
    var (book, _) = try full()
    let number = book.number(
      of: SenderKey(address: 5000, socket: 9), at: 2000, isSilent: { _ in false },
      forget: { _ in Issue.record("a sender with touches is forgotten") })
    #expect(number == nil)
  }
}
