// Journals: what can be read after any damage, compared with a model that knows only where records end; full disks;
// locks; sizes in WAV files. One thread, and the journal's own.
import Foundation
import Testing

@testable import Stage

/// Numbers of a fixed seed.
private struct Dice: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 16 ^ state << 32
  }
}

/// A folder that is gone after the test.
private final class Folder {
  let path = NSTemporaryDirectory() + "journal-\(UUID().uuidString)"
  init() { mkdir(path, 0o700) }
  deinit { try? FileManager.default.removeItem(atPath: path) }
  func bytes(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: "\(path)/\(name)").map { [UInt8]($0) } ?? []
  }
}

struct JournalTests {
  /// A record of every kind, then random ones.
  private static func records(_ count: Int, seed: UInt64) -> [[JournalEntry]] {
    var dice = Dice(state: seed)
    func text(_ most: Int) -> String {
      String(
        (0..<Int.random(in: 0...most, using: &dice)).map { _ in "aé\u{0}“🎹\n".randomElement(using: &dice)! })
    }
    func entry(_ kind: Int) -> JournalEntry {
      let place = UInt16.random(in: 0..<16, using: &dice)
      switch kind {
      case 0:
        return .began(
          Double.random(in: 0...2e9, using: &dice), [JournalPair("patch", text(9)), JournalPair("", "")])
      case 1:
        return .song(
          JournalSong(number: Int(place), count: 12, title: text(20), instruments: 16, edits: Int(place)))
      case 2: return .state(place, text(300))
      case 3:
        return .setting(.allCases.randomElement(using: &dice)!, place, .random(in: -1...300, using: &dice))
      case 4: return .connections((0..<Int(place)).map { _ in JournalPair(text(9), text(9)) })
      case 5: return .recording("/a/\(text(9)).wav", text(9))
      case 6: return .recordingEnded
      case 7: return .ended
      default:
        return .take(Int32(place), (0..<Int(place) * 9).map { _ in UInt8.random(in: 0...255, using: &dice) })
      }
    }
    return (0..<count).map { number in
      if number < 9 { return [entry(number)] }
      return (0..<Int.random(in: 1...3, using: &dice)).map { _ in entry(Int.random(in: 0..<9, using: &dice)) }
    }
  }

  /// A journal, and where each record ends.
  private static func journal(_ records: [[JournalEntry]]) -> (bytes: [UInt8], ends: [Int]) {
    var bytes = JournalFormat.head
    var ends: [Int] = []
    for (number, record) in records.enumerated() {
      bytes += JournalFormat.record(record, number: UInt32(number))
      ends.append(bytes.count)
    }
    return (bytes, ends)
  }

  /// The records that must be readable: those that end before the first damaged byte.
  private static func expect(
    _ records: [[JournalEntry]], _ ends: [Int], before damage: Int, in bytes: [UInt8], _ what: String
  ) throws {
    let count = ends.prefix { $0 <= damage }.count
    let found = try JournalFormat.read(bytes)
    if damage < JournalFormat.headSize {
      #expect(found == nil, "\(what) at \(damage)")
    } else {
      #expect(found == Array(records[..<count]), "\(what) at \(damage): \(found?.count ?? -1), not \(count)")
    }
  }

  @Test func aJournalComesBackAtAnyOfAThousandCuts() throws {
    let records = Self.records(200, seed: 1)
    let (bytes, ends) = Self.journal(records)
    #expect(try JournalFormat.read(bytes) == records)
    var dice = Dice(state: 2)
    for _ in 0..<1000 {
      let cut = Int.random(in: 0...bytes.count, using: &dice)
      let rest = bytes.count - cut
      let (head, tail) = (Array(bytes[..<cut]), bytes[cut...])
      try Self.expect(records, ends, before: cut, in: head, "torn")
      // A tail of zeros or of garbage: the damage begins with the first byte that differs.
      let zeros = [UInt8](repeating: 0, count: rest)
      let garbage = (0..<rest).map { _ in UInt8.random(in: 0...255, using: &dice) }
      for (what, end) in [("zeros", zeros), ("garbage", garbage), ("zeros behind", zeros + zeros)] {
        let same = zip(tail, end).prefix { $0 == $1 }.count
        try Self.expect(records, ends, before: cut + same, in: head + end, what)
      }
    }
  }

  @Test func theLastRecordsCanBeCutAtEveryByte() throws {
    let records = Self.records(24, seed: 3)
    let (bytes, ends) = Self.journal(records)
    for cut in 0...bytes.count {
      try Self.expect(records, ends, before: cut, in: Array(bytes[..<cut]), "torn")
    }
  }

  @Test func aFlippedBitEndsTheJournalBeforeItsRecord() throws {
    let records = Self.records(14, seed: 4)
    let (bytes, ends) = Self.journal(records)
    for bit in 0..<bytes.count * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      try Self.expect(records, ends, before: bit / 8, in: damaged, "bit \(bit % 8)")
    }
  }

  @Test func theBytesOfTheFormatStay() throws {
    let record: [JournalEntry] = [.setting(.tempo, 0, 97), .recording("/é", "t")]
    let bytes = JournalFormat.head + JournalFormat.record(record, number: 0)
    let hex = bytes.map { String(format: "%02x", $0) }.joined()
    #expect(
      hex == "544143545553" + "4a0a" + "01000000" + Self.sum("5441435455534a0a01000000")
        + "21000000" + "00000000"
        + Self.sum(
          "2100000000000000" + "040b000000" + "04" + "0000" + "0000000000405840" + "060c000000" + "03000000"
            + "2fc3a9" + "01000000" + "74")
        + "040b000000" + "04" + "0000" + "0000000000405840" + "060c000000" + "03000000" + "2fc3a9"
        + "01000000"
        + "74")
  }

  /// CRC-32 bit by bit, lowest byte first, of bytes as hex digits.
  private static func sum(_ hex: String) -> String {
    let digits = Array(hex)
    var crc = ~UInt32(0)
    for place in stride(from: 0, to: digits.count, by: 2) {
      crc ^= UInt32(String(digits[place...place + 1]), radix: 16)!
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return (0..<4).map { String(format: "%02x", UInt8(truncatingIfNeeded: ~crc >> UInt32(8 * $0))) }.joined()
  }

  @Test func aLaterVersionIsRefusedAndUnknownKindsAreSkipped() throws {
    var head = JournalBytes(bytes: Array("TACTUSJ\n".utf8))
    head.add(UInt32(2))
    let sum = Self.sum(head.bytes.map { String(format: "%02x", $0) }.joined())
    head.bytes += (0..<4).map { place in
      UInt8(String(Array(sum)[2 * place...2 * place + 1]), radix: 16)!
    }
    #expect(throws: StageError.self) { try JournalFormat.read(head.bytes) }
    #expect(JournalEntry(kind: 200, body: [1, 2]) == nil)
    #expect(JournalEntry(kind: 8, body: [1, 2]) == .ended, "fields of a later version are ignored")
  }

  @Test func aSessionIsWhatItsRecordsSay() {
    var session = JournalSession()
    session.add([.began(5, [JournalPair("patch", "gig")])])
    session.add([
      .song(JournalSong(number: 1, count: 3, title: "A", instruments: 2)), .state(0, "a"), .state(1, "b"),
    ])
    session.add([.state(1, "c")])
    session.add([.state(1, "d"), .setting(.tempo, 0, 97)])
    session.add([.setting(.mute, 1, 1)])
    #expect(session.row == ["a", "d"] && session.song?.edits == 2)
    #expect(session.value(.tempo) == 97 && session.value(.mute, at: 1) == 1 && session.value(.level) == nil)
    // The shortest record says the same, also of the edits.
    #expect(JournalSession([session.record]) == session)
    session.add([.recording("/a.wav", "/t")])
    #expect(JournalSession([session.record]).recording == JournalPair("/a.wav", "/t"))
    session.add([.recordingEnded])
    session.add([.song(JournalSong(number: 2, count: 3, title: "B", instruments: 1)), .state(0, "e")])
    #expect(session.row == ["e"] && session.song?.edits == 0 && session.recording == nil)
    #expect(session.value(.mute, at: 1) == nil && session.value(.tempo) == 97)
    session.add([.song(JournalSong(instruments: 3))])
    #expect(session.row == [], "a state is missing")
  }

  /// Waits until a condition that a thread brings about.
  private static func wait(_ isTrue: () -> Bool) -> Bool {
    for _ in 0..<500 {
      if isTrue() { return true }
      usleep(20_000)
    }
    return false
  }

  @Test func aSongChangeMakesTheFileShortAndTheOldOneStaysUntilThen() throws {
    let folder = Folder()
    let writer = JournalWriter(folder.path + "/1.journal")
    let long = String(repeating: "x", count: 100_000)
    writer.post([.song(JournalSong(title: "A", instruments: 1)), .state(0, long)], replaces: true)
    for number in 0..<20 { writer.post([.state(0, long + "\(number)")]) }
    #expect(Self.wait { folder.bytes("1.journal").count > 2_000_000 })
    writer.post([.song(JournalSong(title: "B", instruments: 1)), .state(0, "b")], replaces: true)
    #expect(Self.wait { folder.bytes("1.journal").count < 200 })
    writer.post([.state(0, "c")])
    writer.beginTake(folder.path + "/1-1.take", of: "/a.wav")
    writer.post(0, [1, 2, 3], take: folder.path + "/1-1.take")
    #expect(writer.end())
    let session = JournalSession(JournalFolder.records(folder.path + "/1.journal"))
    #expect(session.row == ["c"] && session.song?.title == "B" && session.song?.edits == 1)
    #expect(
      JournalFolder.records(folder.path + "/1-1.take")
        == [[.recording("/a.wav", folder.path + "/1-1.take")], [.take(0, [1, 2, 3])]])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2, "nothing is left over")
  }

  @Test func aFolderThatTakesNothingIsSaidOnceAndTriedAgain() throws {
    // The folder comes later, like a disk that is full first and then is not.
    let folder = Folder()
    let writer = JournalWriter(folder.path + "/late/1.journal")
    writer.post([.song(JournalSong(title: "A", instruments: 1)), .state(0, "a")], replaces: true)
    var news: [JournalNews] = []
    #expect(
      Self.wait {
        news += writer.news(); return !news.isEmpty
      })
    for number in 0..<100 { writer.post([.state(0, "\(number)")]) }
    usleep(2_500_000)  // two more attempts
    news += writer.news()
    #expect(news.count == 1 && news[0].isFault && news[0].text.contains("No such file"))
    mkdir(folder.path + "/late", 0o700)
    #expect(
      Self.wait {
        news += writer.news(); return news.count == 2
      })
    #expect(!news[1].isFault)
    writer.post([.setting(.tempo, 0, 90)])
    writer.end()
    let session = JournalSession(JournalFolder.records(folder.path + "/late/1.journal"))
    #expect(session.row == ["99"] && session.value(.tempo) == 90 && session.song?.edits == 100)
  }

  @Test func twoSessionsNeverGetTheSamePlace() throws {
    let folder = Folder()
    let journals = try JournalFolder(folder.path + "/stage")
    let first = try #require(try journals.choose { $0.first })
    let second = try #require(try journals.choose { $0.first })
    #expect(first.number == 1 && second.number == 2 && first.session == nil)
    let writer = JournalWriter(first.path)
    writer.post(
      [.began(1, []), .song(JournalSong(title: "A", instruments: 1)), .state(0, "a")], replaces: true)
    let take = first.nextTake()
    writer.beginTake(take, of: "/a.wav")
    writer.post(0, [], take: take)
    writer.end()
    // Both are locked; the first one's session is found only when it is gone.
    #expect(try journals.choose { $0.first }?.number == 3)
  }

  @Test func aSessionIsFoundWhenItsLockIsGoneAndOnlyWithoutGoodbye() throws {
    let folder = Folder()
    let journals = try JournalFolder(folder.path + "/stage")
    func write(_ record: [JournalEntry]) throws -> String {
      let place = try #require(try journals.choose { $0.first })
      let writer = JournalWriter(place.path)
      writer.post(
        [.began(1, []), .song(JournalSong(title: "A", instruments: 1)), .state(0, "a")], replaces: true)
      let take = place.nextTake()
      writer.beginTake(take, of: "/a.wav")
      if !record.isEmpty { writer.post(record) }
      writer.end()
      return take
    }
    let take = try write([])
    let found = try journals.choose { $0.first }
    #expect(found?.session?.song?.title == "A" && found?.takes == [take])
    #expect(found?.nextTake() != take)
    _ = consume found
    _ = try write([.ended])
    #expect(try journals.choose { $0.first }?.session == nil)
  }

  @Test(arguments: [false, true])
  func aWaveOfAnyLengthGetsAHeadThatIsTrue(isLong: Bool) throws {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func wave(frames: Int, saying said: Int) -> [UInt8] {
      let format =
        Array("fmt ".utf8) + number(16, 4) + number(3, 2) + number(2, 2) + number(48_000, 4)
        + number(384_000, 4) + number(8, 2) + number(32, 2)
      let spare = Array((isLong ? "ds64" : "JUNK").utf8) + number(28, 4)
      let riff = 4 + 36 + format.count + 8 + 8 * said
      let sizes =
        isLong
        ? number(riff, 8) + number(8 * said, 8) + number(said, 8) + number(0, 4)
        : [UInt8](repeating: 0, count: 28)
      return Array((isLong ? "RF64" : "RIFF").utf8) + number(isLong ? -1 : riff, 4) + Array("WAVE".utf8)
        + spare
        + sizes + format + Array("data".utf8) + number(isLong ? -1 : 8 * said, 4)
        + (0..<8 * frames).map { UInt8(truncatingIfNeeded: $0 * 7) }
    }
    let folder = Folder()
    let path = folder.path + "/a.wav"
    for (frames, said, extra) in [
      (100, 100, 0), (100, 60, 0), (100, 200, 0), (100, 100, 5), (100, 0, 3), (0, 9, 7),
    ] {
      let bytes = wave(frames: frames, saying: said) + [UInt8](repeating: 9, count: extra)
      #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
      #expect(WaveMending.mend(path) == WaveMending.Length(rate: 48_000, frames: frames))
      #expect(folder.bytes("a.wav") == wave(frames: frames, saying: frames), "\(frames), \(said), \(extra)")
    }
    for bytes in [
      [], Array("RIFF".utf8), Array(wave(frames: 9, saying: 9)[..<40]), Array("no sound at all".utf8),
    ] {
      #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
      #expect(WaveMending.mend(path) == nil && folder.bytes("a.wav") == bytes, "it is left alone")
    }
  }
}
