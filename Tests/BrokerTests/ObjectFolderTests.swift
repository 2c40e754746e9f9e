// The folder of definitions: what is read of a thousand files, and what is said of the others.
import Foundation
import Stores
import Tangibles
import TestSupport
import Testing
import Text

@Suite struct ObjectFolderTests {
  /// A triangle with these sides, the longest below, its third corner above or below it.
  private static func text(_ number: Int, _ sides: [Double], _ hand: Double) -> String {
    let (a, b, c) = (sides[0], sides[1], sides[2])
    let x = (c * c + b * b - a * a) / (2 * c)
    let y = hand * (b * b - x * x).squareRoot()
    return #"{"version": 1, "name": "\#(number)", "pads_mm": [[0, 0], [\#(c), 0], [\#(x), \#(y)]]}"#
  }

  @Test func ofAThousandFilesThirtyTwoAreReadAndTheOthersAreNamed() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "objects-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = SeededGenerator("TANGIBLE_SEED", default: 1)
    /// The names that a plain comparison of sides accepts.
    var (wanted, kept): ([String], [(sides: [Double], hand: Double)]) = ([], [])
    for number in 0..<1000 {
      var words = "{ this is no definition"
      if number % 10 != 3 {
        var sides: [Double] = []
        repeat {
          sides = (0..<3).map { _ in Double.random(in: 30...75, using: &random) }.sorted()
        } while sides[1] - sides[0] < 6.5 || sides[2] - sides[1] < 6.5 || sides[2] > sides[0] + sides[1] - 8
        let hand: Double = random.below(2) == 0 ? 1 : -1
        words = Self.text(number, sides, hand)
        // Between 4.9 and 5.1 mm rounding decides: such a file is left out.
        let nearest =
          kept.filter { $0.hand == hand }
          .map { other in zip(sides, other.sides).map { abs($0 - $1) }.max()! }.min() ?? 100
        if 4.9...5.1 ~= nearest {
          words = "{}"
        } else if nearest > 5, kept.count < 32 {
          kept.append((sides, hand))
          wanted.append("\(number)")
        }
      }
      try words.write(
        to: folder.appending(path: String(format: "%04d.json", number)), atomically: false, encoding: .utf8)
    }
    var refused: [(path: String, message: String)] = []
    let library = ObjectFolder(path: Array(folder.path.utf8)).read { path, error in
      refused.append((string(path), string(error.message)))
    }
    #expect(library.definitions.map { string($0.name) } == wanted)
    #expect(wanted.count == 32 && refused.count == 1000 - 32)
    // In the order of their names, each with its reason.
    #expect(refused.map(\.path) == refused.map(\.path).sorted())
    for (path, message) in refused {
      let reasons = ["this is no JSON", "too similar to", "one more than the 32 objects", "must have a"]
      #expect(reasons.contains { message.contains($0) }, "\(path): \(message)")
    }
    #expect(refused.contains { $0.message.contains("it is too similar to") })
  }
}
