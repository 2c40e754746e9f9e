// Tunings to choose from: equal divisions, and historical and world scales, as texts of Scala. Any thread.
import Patches
import Text
import Toolkit

/// A tuning of the list.
public struct KnownTuning: Sendable {
  public let name: UTF8Text
  /// Its group in lists.
  public let heading: StaticString
  /// The notes above the first one as words of Scala; the last is the period.
  let notes: [UTF8Text]

  /// The text of Scala.
  public var scl: [UInt8] {
    var text: UTF8Text = "\(name)\n\(notes.count)\n"
    for note in notes { text += "\(note)\n" }
    return text.bytes
  }
}

extension KnownTuning {
  /// The name of the tuning of patches without a Scala text.
  public static var twelve: [UInt8] { UTF8Text("12 equal steps").bytes }

  /// The list, without twelve equal semitones.
  public static let all: [KnownTuning] =
    [5, 7, 9, 10, 13, 15, 16, 17, 19, 22, 24, 26, 27, 29, 31, 34, 41, 53].map { equal($0) }
    + named.map { row in
      KnownTuning(
        name: UTF8Text(row.name), heading: row.heading,
        notes: UTF8Text(row.notes).bytes.split(separator: 32).map { UTF8Text(bytes: Array($0)) })
    }

  /// Tunes a patch to the tuning with an index of the list; nil: to twelve equal steps.
  public static func edit(_ index: Int?) -> PatchEdit {
    .tune(scl: index.flatMap { all.indices.contains($0) ? all[$0].scl : nil } ?? [], kbm: [])
  }

  private static func equal(_ count: Int) -> KnownTuning {
    // In thousandths of a cent.
    let notes = (1...count).map { step -> UTF8Text in
      let cents = (step * 1_200_000 + count / 2) / count
      return "\(ValueText.fixed(Float(cents / 1000), decimals: 0)).\(thousandths(cents % 1000))"
    }
    return KnownTuning(name: "\(count) equal steps", heading: "Equal divisions of the octave", notes: notes)
  }

  private static func thousandths(_ number: Int) -> UTF8Text {
    number < 10 ? "00\(number)" : number < 100 ? "0\(number)" : "\(number)"
  }

  private static var named: [(name: StaticString, heading: StaticString, notes: StaticString)] {
    let historical: StaticString = "Historical"
    let world: StaticString = "World"
    return [
      (
        "Pythagorean", historical,
        "2187/2048 9/8 32/27 81/64 4/3 729/512 3/2 6561/4096 27/16 16/9 243/128 2/1"
      ),
      ("Just, 5-limit", historical, "16/15 9/8 6/5 5/4 4/3 45/32 3/2 8/5 5/3 9/5 15/8 2/1"),
      ("Ptolemy’s diatonic", historical, "9/8 5/4 4/3 3/2 5/3 15/8 2/1"),
      (
        "Quarter-comma meantone", historical,
        "76.049 193.157 310.265 386.314 503.422 579.471 696.578 772.627 889.735 1006.843 1082.892 2/1"
      ),
      (
        "Werckmeister III", historical,
        "90.225 192.180 294.135 390.225 498.045 588.270 696.090 792.180 888.270 996.090 1092.180 2/1"
      ),
      (
        "Kirnberger III", historical,
        "90.225 193.157 294.135 386.314 498.045 590.224 696.578 792.180 889.735 996.090 1088.269 2/1"
      ),
      (
        "Vallotti", historical,
        "94.135 196.090 298.045 392.180 501.955 592.180 698.045 796.090 894.135 1000.000 1090.225 2/1"
      ),
      (
        "22 shrutis", world,
        """
        256/243 16/15 10/9 9/8 32/27 6/5 5/4 81/64 4/3 27/20 45/32 729/512 3/2 128/81 8/5 5/3 27/16 16/9 9/5 15/8 \
        243/128 2/1
        """
      ),
      (
        "17 tones of Safi al-Din", world,
        """
        256/243 65536/59049 9/8 32/27 8192/6561 81/64 4/3 1024/729 262144/177147 3/2 128/81 32768/19683 27/16 16/9 \
        4096/2187 1048576/531441 2/1
        """
      ),
      ("Harmonics 8 to 16", "Others", "9/8 5/4 11/8 3/2 13/8 7/4 15/8 2/1"),
      (
        "Bohlen–Pierce, equal", "Others",
        """
        146.304 292.608 438.913 585.217 731.521 877.825 1024.130 1170.434 1316.738 1463.042 1609.347 1755.651 3/1
        """
      ),
    ]
  }
}
