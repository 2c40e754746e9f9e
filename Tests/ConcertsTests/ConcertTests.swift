// Concerts: read, written, refused with a place; set lists as concerts.
import Foundation
import Patches
import TestSupport
import Testing
import Text

@testable import Concerts

private func concert(_ text: String) throws(DocumentError) -> (concert: Concert, warnings: [DocumentError]) {
  var warnings: [DocumentError] = []
  let concert = try Concert.read(Array(text.utf8), warnings: &warnings)
  return (concert, warnings)
}

private func refusal(_ text: String) -> String {
  do throws(DocumentError) {
    _ = try concert(text)
    return "read"
  } catch {
    return string(error.sentence())
  }
}

/// Every key, in the canonical order, with a rig that two songs share.
let everyKey = """
  {
    "version": 1,
    "name": "Friday",
    "notes": "Doors at eight",
    "level": -3,
    "rigs": [
      {"name": "band", "instruments": [
          {"name": "bass", "patch": "pluck", "channel": 2, "keys": [0, 59], "transpose": -12, \
  "velocities": [20, 127], "level": -6, "pan": -0.5, "mute": true, "output": "amp"},
          {"scene": "live/fingers"}
        ]}
    ],
    "songs": [
      {"title": "Ünder", "notes": "capo", "tempo": 96, "meter": "7/8", "rig": "band", "grid": "rain", \
  "pattern": 3, "start": "count_in", "level": 2, "macros": [
          {"instrument": "bass", "macro": 1, "value": 0.5},
          {"instrument": 2, "macro": 8, "value": 1}
        ]},
      {"title": "Reprise", "rig": "band", "grid": "rain", "song": 2, "start": "grid"},
      {"title": "Solo", "instruments": [
          {"patch": "glass_pad"}
        ], "later": 1}
    ],
    "_mine": [1]
  }

  """

struct ConcertTests {
  @Test func aConcertIsReadAndWritten() throws {
    let (read, warnings) = try concert(everyKey)
    #expect(string(read.write()) == everyKey)
    #expect(
      warnings.map { string($0.message) } == ["songs[2].later: is not known; it is kept and does nothing"])
    let bass = try #require(read.instruments(of: read.songs[0]).first)
    #expect(bass.channel == 1 && bass.lowKey == 0 && bass.highKey == 59 && bass.transpose == -12)
    #expect(bass.lowVelocity == 20 && bass.level == -6 && bass.pan == -0.5 && bass.isMuted)
    #expect(read.songs[0].meter?.quarters == 3.5 && read.songs[0].pattern == 2 && read.songs[1].chain == 1)
    #expect(read.songs[0].macros.map { $0.index(among: read.rigs[0].instruments) } == [0, 1])
    #expect(read.instruments(of: read.songs[2]) == [ConcertInstrument(patch: Array("glass_pad".utf8))])
    #expect(read.outputs.map { string($0) } == ["amp"])
  }

  @Test func plainValuesAreNotWritten() throws {
    let text = """
      {"version": 1, "name": "", "notes": "", "level": 0, "rigs": [], "songs": [{"title": "a", "notes": "", \
      "start": "nothing", "level": 0, "macros": [], "instruments": [{"name": "", "patch": "x", \
      "channel": "all", "keys": [0, 127], "transpose": 0, "velocities": [1, 127], "level": 0, "pan": 0, \
      "mute": false, "output": "main"}]}]}
      """
    let expected = """
      {
        "version": 1,
        "name": "",
        "songs": [
          {"title": "a", "instruments": [
              {"patch": "x"}
            ]}
        ]
      }

      """
    #expect(try string(concert(text).concert.write()) == expected)
    #expect(string(Concert().write()) == "{\n  \"version\": 1,\n  \"name\": \"\",\n  \"songs\": []\n}\n")
  }

  /// A concert with one song, and a member of it in place of the usual ones.
  private static func song(_ members: String) -> String {
    "{\"version\": 1,\n \"songs\": [{\(members)}]}"
  }

  private static func instrument(_ members: String) -> String {
    song("\"title\": \"a\", \"instruments\": [{\(members)}]")
  }

  private static let rig = "{\"name\": \"r\", \"instruments\": [{\"name\": \"i\", \"patch\": \"x\"}]}"

  private static let one = "\"title\": \"a\", \"instruments\": [{\"patch\": \"x\"}]"

  @Test func badConcertsSayWhereAndWhy() {
    let many = (0...16).map { _ in "{\"patch\": \"x\"}" }.joined(separator: ",")
    for (text, message) in [
      ("", "line 1 column 1: this is no JSON"), ("[]", "a concert is a JSON object"),
      ("{}", "must have a \"version\""), ("{\"version\": 1}", "songs is missing"),
      ("{\"songs\": [7], \"version\": 2}", "this concert is of version 2"),
      ("{\"version\": 0, \"songs\": []}", "whole number from 1"),
      ("{\"version\": 1, \"songs\": {}}", "songs: must be a list"),
      (Self.song(""), "line 2 column 12: songs[0]: title is missing"),
      (Self.song("\"title\": \"\""), "songs[0].title: must not be empty"),
      (Self.song("\"title\": \"a\""), "must have a \"rig\" or its own \"instruments\""),
      (Self.song(Self.one + ", \"rig\": \"r\""), "must have a \"rig\" or its own \"instruments\""),
      (
        Self.song("\"title\": \"a\", \"rig\": \"r\""),
        "line 2 column 34: songs[0].rig: there is no rig \"r\" in rigs"
      ),
      ("{\"version\": 1, \"rigs\": [\(Self.rig), \(Self.rig)], \"songs\": []}", "there are two rigs \"r\""),
      (
        "{\"version\": 1, \"rigs\": [\(Self.rig)], \"songs\": [{\"title\": \"a\", \"rig\": \"r\", "
          + "\"macros\": [{\"instrument\": \"j\", \"macro\": 1, \"value\": 1}]}]}",
        "songs[0].macros[0].instrument: there is no instrument \"j\" in the rig"
      ),
      (
        "{\"version\": 1, \"rigs\": [\(Self.rig)], \"songs\": [{\"title\": \"a\", \"rig\": \"r\", "
          + "\"macros\": [{\"instrument\": \"i\", \"macro\": 1, \"value\": 1}, "
          + "{\"instrument\": 1, \"macro\": 1, \"value\": 0}]}]}",
        "songs[0].macros[1]: macro 1 of this instrument is set twice"
      ),
      (
        Self.song(Self.one + ", \"macros\": [{\"instrument\": 2, \"macro\": 1, \"value\": 1}]"),
        "there is no instrument 2, the rig has 1"
      ),
      (Self.song(Self.one + ", \"macros\": [{\"macro\": 1, \"value\": 1}]"), "instrument is missing"),
      (Self.song("\"title\": \"a\", \"instruments\": []"), "a rig has 1 to 16 instruments"),
      (Self.song("\"title\": \"a\", \"instruments\": [\(many)]"), "has 17 instruments, more than 16"),
      (Self.instrument(""), "must have a \"patch\" or a \"scene\""),
      (Self.instrument("\"patch\": \"x\", \"scene\": \"y\""), "must have a \"patch\" or a \"scene\""),
      (Self.instrument("\"patch\": \"../x\""), "patch: cannot be the name of a patch"),
      (Self.instrument("\"scene\": \"live//x\""), "scene: cannot be the name of a scene"),
      (Self.instrument("\"scene\": \"../x\""), "scene: cannot be the name of a scene"),
      (Self.instrument("\"patch\": \"x\", \"channel\": \"some\""), "channel: must be a whole number"),
      (Self.instrument("\"patch\": \"x\", \"keys\": [60]"), "must be the least and the greatest key"),
      (Self.instrument("\"patch\": \"x\", \"keys\": [60, 59]"), "must be the least and the greatest key"),
      (Self.instrument("\"patch\": \"x\", \"velocities\": [9, 8]"), "the greatest velocity"),
      (Self.instrument("\"patch\": \"x\", \"output\": \"midi\""), "output: must be \"main\""),
      (Self.instrument("\"patch\": \"x\", \"output\": \"a b\""), "output: must be \"main\""),
      (
        Self.song(
          "\"title\": \"a\", \"instruments\": [{\"name\": \"i\", \"patch\": \"x\"}, "
            + "{\"name\": \"i\", \"patch\": \"y\"}]"),
        "songs[0].instruments[1].name: there are two instruments \"i\" in this rig"
      ),
      (Self.song(Self.one + ", \"meter\": \"4/3\""), "meter: must be a meter like"),
      (Self.song(Self.one + ", \"meter\": \"33/4\""), "meter: must be a meter like"),
      (Self.song(Self.one + ", \"pattern\": 1"), "pattern: needs a \"grid\""),
      (Self.song(Self.one + ", \"start\": \"grid\""), "start: needs a \"grid\""),
      (Self.song(Self.one + ", \"start\": \"now\""), "there is no start of a song \"now\""),
      (
        Self.song(Self.one + ", \"grid\": \"g\", \"pattern\": 1, \"song\": 1"),
        "song: stands beside a \"pattern\""
      ),
    ] {
      let said = refusal(text)
      #expect(said.contains(message), "\(text): \(said)")
    }
    let songs = [String](repeating: "{\(Self.one)}", count: 129).joined(separator: ",")
    #expect(refusal("{\"version\": 1, \"songs\": [\(songs)]}").contains("has 129 songs, more than 128"))
    let outputs = (0..<9).map { "{\"patch\": \"x\", \"output\": \"o\($0)\"}" }.joined(separator: ",")
    #expect(
      refusal(Self.song("\"title\": \"a\", \"instruments\": [\(outputs)]"))
        .contains("name 9 outputs, more than 8"))
  }

  @Test func numbersOutsideTheirRangesAreClampedAndReported() throws {
    let (read, warnings) = try concert(
      Self.instrument(
        "\"patch\": \"x\", \"channel\": 17, \"transpose\": 99, \"level\": 99, \"keys\": [-1, 200]"))
    let instrument = read.songs[0].instruments[0]
    #expect(instrument.channel == 15 && instrument.transpose == 48 && instrument.level == 12)
    #expect(instrument.lowKey == 0 && instrument.highKey == 127)
    let unused = try concert("{\"version\": 1,\n \"rigs\": [\(Self.rig)], \"songs\": []}").warnings
    #expect(
      unused.map { string($0.sentence()) } == ["line 2 column 20: rigs[0].name: no song names this rig"])
    #expect(warnings.count == 5 && warnings.allSatisfy { $0.line == 2 && $0.column > 0 })
  }

  @Test func twelveSongsWithThreeRigsRepeatNoRig() throws {
    var concert = Concert(name: Array("Evening".utf8))
    for name in ["a", "b", "c"] {
      concert.rigs.append(
        ConcertRig(
          name: Array(name.utf8),
          instruments: (0..<16).map { _ in ConcertInstrument(patch: Array("patch_\(name)".utf8)) }))
    }
    for number in 0..<12 {
      var song = ConcertSong(title: Array("Song \(number + 1)".utf8))
      song.rig = concert.rigs[number % 3].name
      concert.songs.append(song)
    }
    let text = string(concert.write())
    #expect(text.components(separatedBy: "patch_b").count == 17)
    let (read, warnings) = try Self.read(text)
    #expect(read == concert && warnings.isEmpty)
    #expect(read.instruments(of: read.songs[4]).count == 16)
  }

  private static func read(_ text: String) throws(DocumentError) -> (Concert, [DocumentError]) {
    try concert(text)
  }

  @Test func aMovedSongHasItsPlaceAndTheOthersKeepTheirOrder() {
    var concert = Concert()
    concert.songs = "abcd".utf8.map { ConcertSong(title: [$0]) }
    for (from, to, titles) in [(0, 3, "bcda"), (3, 0, "abcd"), (1, 2, "acbd"), (2, 2, "acbd")] {
      concert.moveSong(from, to: to)
      #expect(concert.songs.map { string($0.title) }.joined() == titles)
    }
  }

  @Test func aSetListIsAConcertOfOneInstrument() throws {
    let long = String(repeating: "a", count: 63) + "é"
    let list = try SetList(
      name: Array(long.utf8), patches: ["pluck", "Glass pad", "pluck"].map { Array($0.utf8) })
    let concert = Concert(list)
    #expect(string(concert.name) == String(repeating: "a", count: 63))
    #expect(concert.songs.map { string($0.title) } == ["pluck", "Glass pad", "pluck"])
    #expect(concert.songs.allSatisfy { $0.instruments == [ConcertInstrument(patch: $0.title)] })
    #expect(try Self.read(string(concert.write())).0 == concert)
  }

  @Test func whateverIsReadIsAConcertOrARefusalWithAPlace() throws {
    var random = SeededGenerator("CONCERT_SEED", default: 1)
    let seed = Array(everyKey.utf8)
    var (read, refused) = (0, 0)
    for _ in 0..<4000 {
      var text = seed
      for _ in 0...random.below(3) where !text.isEmpty {
        let place = random.below(text.count)
        switch random.below(5) {
        case 0: text[place] = UInt8(random.below(256))
        case 1: text.removeSubrange(place..<min(text.count, place + random.below(30)))
        case 2: text.insert(contentsOf: text[place..<min(text.count, place + random.below(30))], at: place)
        default:
          if let digit = text[place...].firstIndex(where: { 48...57 ~= $0 }) {
            text.replaceSubrange(digit...digit, with: "\(random.below(200) - 20)".utf8)
          }
        }
      }
      do throws(DocumentError) {
        var warnings: [DocumentError] = []
        let first = try Concert.read(text, warnings: &warnings)
        var none: [DocumentError] = []
        let again = try Concert.read(first.write(), warnings: &none)
        #expect(again == first && again.write() == first.write())
        read += 1
      } catch {
        #expect(!error.message.isEmpty && error.line > 0 && error.column > 0, "\(string(error.message))")
        refused += 1
      }
    }
    #expect(read > 300 && refused > 300, "\(read) and \(refused)")
  }
}
