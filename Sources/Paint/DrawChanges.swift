// The parts of a picture that must be drawn again when another one follows. Any thread.

/// Compares each picture with the one before it.
///
/// Parts that both pictures have in the same order are the same on the screen. So outside of the areas of all
/// other parts each point is covered by the same parts in the same order, and has the same color.
public struct DrawChanges: Sendable {
  /// The parts of the list that was compared last.
  public private(set) var parts: [DrawPart] = []
  /// The areas that differ, in whole points, apart from each other, from above.
  public private(set) var areas: [Area] = []

  /// The areas in bands: those that share rows are painted at once, because all of a row is painted.
  public var bands: [ArraySlice<Area>] {
    var (bands, first, bottom): ([ArraySlice<Area>], Int, Float) = ([], 0, -.infinity)
    for (index, area) in areas.enumerated() {
      if area.y >= bottom, index > first {
        bands.append(areas[first..<index])
        first = index
      }
      bottom = max(bottom, area.bottom)
    }
    if first < areas.count { bands.append(areas[first...]) }
    return bands
  }

  private var before: [DrawPart] = []
  private var tiles = ChangedTiles()

  public init() {}

  /// Compares a list with the one that was given before.
  /// - Parameter isWhole: all of it counts as changed.
  public mutating func follow(_ list: DrawList, width: Float, height: Float, isWhole: Bool) {
    let all = Area(x: 0, y: 0, width: width, height: height)
    swap(&parts, &before)
    list.parts(&parts, in: all)
    areas.removeAll(keepingCapacity: true)
    guard !isWhole else { return areas.append(all) }
    tiles.clear(width: width, height: height)
    var (old, new) = (before.count, parts.count)
    while old > 0, new > 0, before[old - 1].digest == parts[new - 1].digest {
      old -= 1
      new -= 1
    }
    match(old, new)
    if tiles.areMostlyChanged { areas.append(all) } else { tiles.rectangles(&areas, within: all) }
  }

  /// Matches the first parts of both pictures, and marks the tiles of those that have no partner, until most
  /// of the picture has changed.
  private mutating func match(_ oldEnd: Int, _ newEnd: Int) {
    var (old, new) = (0, 0)
    while (old < oldEnd || new < newEnd) && !tiles.areMostlyChanged {
      if old < oldEnd, new < newEnd, before[old].digest == parts[new].digest {
        old += 1
        new += 1
        continue
      }
      let (skippedOld, skippedNew) = nextMatch(old, oldEnd, new, newEnd)
      for index in old..<old + skippedOld { tiles.mark(before[index]) }
      for index in new..<new + skippedNew { tiles.mark(parts[index]) }
      old += skippedOld
      new += skippedNew
    }
  }

  /// The number of parts of both without a partner, until the next with one; looks some way ahead.
  private func nextMatch(_ old: Int, _ oldEnd: Int, _ new: Int, _ newEnd: Int) -> (Int, Int) {
    let (oldRest, newRest) = (oldEnd - old, newEnd - new)
    let reach = min(48, oldRest + newRest)
    for distance in 1..<max(reach, 1) {
      for skipped in max(0, distance - newRest + 1)..<max(1, min(distance, oldRest - 1) + 1)
      where skipped < oldRest && distance - skipped < newRest
        && before[old + skipped].digest == parts[new + distance - skipped].digest
      {
        return (skipped, distance - skipped)
      }
    }
    return (min(oldRest, 24), min(newRest, 24))
  }
}

/// The picture in square tiles, each changed or not.
private struct ChangedTiles: Sendable {
  /// Points of a side.
  private static var side: Float { 40 }
  private var columns = 0
  private var rows = 0
  private var isChanged: [Bool] = []
  private var changed = 0

  /// Whether all of the picture is better painted at once: each band of areas looks at all parts.
  var areMostlyChanged: Bool { 2 * changed > isChanged.count }

  mutating func clear(width: Float, height: Float) {
    columns = Int((width / Self.side).rounded(.up))
    rows = Int((height / Self.side).rounded(.up))
    isChanged.removeAll(keepingCapacity: true)
    isChanged.append(contentsOf: repeatElement(false, count: columns * rows))
    changed = 0
  }

  /// Marks the tiles in which a part may be seen.
  mutating func mark(_ part: DrawPart) {
    let area = part.area
    guard !area.isEmpty else { return }
    let (left, right) = (tile(area.x, columns), tile(area.right, columns))
    for row in tile(area.y, rows)...tile(area.bottom, rows) {
      for column in left...right {
        let place = Area(
          x: Float(column) * Self.side, y: Float(row) * Self.side, width: Self.side, height: Self.side)
        guard !isChanged[row * columns + column], part.line?.meets(place) ?? true else { continue }
        isChanged[row * columns + column] = true
        changed += 1
      }
    }
  }

  private func tile(_ at: Float, _ count: Int) -> Int { min(max(Int(at / Self.side), 0), count - 1) }

  /// Rectangles of changed tiles: as wide as a row has them, then as high as the next rows have the same.
  mutating func rectangles(_ areas: inout [Area], within all: Area) {
    for row in 0..<rows {
      var column = 0
      while column < columns {
        guard isChanged[row * columns + column] else {
          column += 1
          continue
        }
        let first = column
        while column < columns, isChanged[row * columns + column] { column += 1 }
        var bottom = row + 1
        while bottom < rows, hasRun(bottom, first, column) {
          for index in first..<column { isChanged[bottom * columns + index] = false }
          bottom += 1
        }
        let (x, y) = (Float(first) * Self.side, Float(row) * Self.side)
        areas.append(
          Area(
            x: x, y: y, width: min(Float(column) * Self.side, all.right) - x,
            height: min(Float(bottom) * Self.side, all.bottom) - y))
      }
    }
  }

  /// Whether these tiles of a row have changed.
  private func hasRun(_ row: Int, _ first: Int, _ end: Int) -> Bool {
    for column in first..<end where !isChanged[row * columns + column] { return false }
    return true
  }
}
