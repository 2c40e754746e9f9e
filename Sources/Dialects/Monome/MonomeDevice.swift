// One monome grid of serialosc: what it is, who has it, the keys that are down and the lights that it shows. Any thread.
import OSC
import RealTime

/// A grid that serialosc has listed.
package struct MonomeDevice {
  /// The largest grid that Tactus uses; of a larger one, the upper left part.
  package static let limit = 16
  /// A light of a grid without levels is on from this level, as libmonome does it.
  static let halfLight: UInt8 = 8
  /// A light that has not been sent.
  static let unknown: UInt8 = 255

  /// The beginnings of the ids of grids without levels. Later ones have `m` and digits alone.
  private static let withoutLevels: [StaticString] = [
    "m40h", "a40h", "mk", "m64-", "m64_", "m128-", "m128_", "m256-", "m256_",
  ]

  package let id: [UInt8]
  /// The UDP port of its process, from which it also sends.
  package let port: UInt16
  /// 0 until it is known.
  package internal(set) var columns = 0
  /// With the lowest row, whose keys are buttons.
  package internal(set) var rows = 0
  /// Degrees. serialosc turns keys and lights itself; a change only makes the lights unknown.
  package internal(set) var rotation: Int32 = 0
  /// Whether it sends its keys to Tactus.
  package internal(set) var isOwn = false
  /// Whether another program has taken it since it was Tactus's own.
  package internal(set) var isTaken = false
  /// The time of its last message.
  var lastReceived: Int64
  /// By row from the top × 16 + column: levels that were sent.
  private var shown = [UInt8](repeating: unknown, count: limit * limit)
  /// By row from the top: a bit for each key that is down.
  private var down = [UInt16](repeating: 0, count: limit)

  init(id: [UInt8], port: UInt16, at time: Int64) {
    (self.id, self.port, lastReceived) = (id, port, time)
  }

  /// Whether it sends keys and shows lights.
  package var isReady: Bool { isOwn && columns > 0 }

  /// Whether its lights have levels. Those made before 2011 don't; their ids tell them apart.
  var hasLevels: Bool {
    !Self.withoutLevels.contains { prefix in id.withUnsafeBytes { $0.begins(with: prefix) } }
  }

  /// Forgets the lights that it shows, so that all are sent.
  mutating func forgetLights() {
    for index in shown.indices { shown[index] = Self.unknown }
  }

  /// Notes a key; returns it as a pad or a button, nil if nothing has changed.
  mutating func press(column: Int, rowFromTop: Int, isDown: Bool) -> MonomeKey? {
    let bit = UInt16(1) << UInt16(column)
    if (down[rowFromTop] & bit != 0) == isDown { return nil }
    down[rowFromTop] ^= bit
    return MonomeKey(
      column: UInt8(column), row: rowFromTop == rows - 1 ? nil : UInt8(rows - 2 - rowFromTop), isDown: isDown)
  }

  /// Releases all keys; returns those that were down.
  mutating func release() -> [MonomeKey] {
    var keys: [MonomeKey] = []
    for row in down.indices where down[row] != 0 {
      for column in 0..<Self.limit {
        if let key = press(column: column, rowFromTop: row, isDown: false) { keys.append(key) }
      }
    }
    return keys
  }

  /// The level of a light.
  private func level(_ column: Int, _ rowFromTop: Int, of lights: MonomeLights) -> UInt8 {
    guard column < columns, rowFromTop < rows else { return 0 }
    let level =
      rowFromTop == rows - 1
      ? lights.buttons[column] : lights.pads[(rows - 2 - rowFromTop) * MonomeLights.columns + column]
    return hasLevels ? min(level, 15) : level >= Self.halfLight ? 15 : 0
  }

  /// The messages that change its lights to these: one for each quarter of 8 × 8 that differs. They count as sent.
  mutating func messages(showing lights: MonomeLights) -> [[UInt8]] {
    guard isReady else { return [] }
    var messages: [[UInt8]] = []
    for top in stride(from: 0, to: rows, by: 8) {
      for left in stride(from: 0, to: columns, by: 8) {
        var hasChanged = false
        var levels: [UInt8] = []
        for row in top..<top + 8 {
          for column in left..<left + 8 {
            let level = level(column, row, of: lights)
            levels.append(level)
            if shown[row * Self.limit + column] != level { hasChanged = true }
            shown[row * Self.limit + column] = level
          }
        }
        if hasChanged { messages.append(message(levels, left, top)) }
      }
    }
    return messages
  }

  /// The message that sets the lights of a quarter.
  private func message(_ levels: [UInt8], _ left: Int, _ top: Int) -> [UInt8] {
    let place: [OSCArgument] = [.int32(Int32(left)), .int32(Int32(top))]
    if hasLevels {
      return OSCMessage.packet("/tactus/grid/led/level/map", place + levels.map { .int32(Int32($0)) })
    }
    let rows = (0..<8).map { row in
      (0..<8).reduce(Int32(0)) { bits, column in
        levels[row * 8 + column] > 0 ? bits | 1 << Int32(column) : bits
      }
    }
    return OSCMessage.packet("/tactus/grid/led/map", place + rows.map { .int32($0) })
  }
}
