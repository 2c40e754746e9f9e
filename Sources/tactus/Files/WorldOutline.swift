// The world of a patch as letters, for `tactus patch show`. Main thread.
import Foundation
import Patches
import World

extension PatchWorld {
  /// The room where it begins, about 48 letters wide: bodies with a number as that number, others as `o` and
  /// `#`, those that stand still as `=`, zones as dots.
  var drawing: [String] {
    let columns = 48
    // A letter is about twice as high as it is wide.
    let rows = max(4, Int((Float(columns) * height / width / 2).rounded()))
    var letters = [[Character]](repeating: [Character](repeating: " ", count: columns), count: rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let x = (Float(column) + 0.5) / Float(columns) * width
        let y = height - (Float(row) + 0.5) / Float(rows) * height
        let isInZone = zones.contains {
          x >= $0.zone.left && x <= $0.zone.right && y >= $0.zone.bottom && y <= $0.zone.top
        }
        if isInZone { letters[row][column] = "." }
        for entry in bodies where entry.body.covers(x, y) { letters[row][column] = entry.body.letter }
      }
    }
    // A body that is smaller than a letter is seen, too.
    for entry in bodies {
      let column = min(max(Int(entry.body.x / width * Float(columns)), 0), columns - 1)
      let row = min(max(Int((1 - entry.body.y / height) * Float(rows)), 0), rows - 1)
      letters[row][column] = entry.body.letter
    }
    let edge = "  +" + String(repeating: "-", count: columns) + "+"
    let named = bodies.filter { $0.body.number > 0 && !$0.name.isEmpty }.map {
      "\($0.body.number) \(String(decoding: $0.name, as: UTF8.self))"
    }
    return [edge] + letters.map { "  |" + String($0) + "|" } + [edge]
      + (named.isEmpty ? [] : ["  " + named.joined(separator: ", ")])
  }
}

extension BodyDescription {
  fileprivate var letter: Character {
    if number > 0 { return Character(String(number)) }
    return pin == .place ? "=" : shape == .circle ? "o" : "#"
  }

  fileprivate func covers(_ x: Float, _ y: Float) -> Bool {
    let (dx, dy) = (x - self.x, y - self.y)
    if shape == .circle { return dx * dx + dy * dy <= halfWidth * halfWidth }
    let (cosine, sine) = (cos(angle * 2 * .pi), sin(angle * 2 * .pi))
    return abs(cosine * dx + sine * dy) <= halfWidth && abs(-sine * dx + cosine * dy) <= halfHeight
  }
}
