// A grid as text for people: each layer with its settings, and its cells as letters. Main thread.
import Console
import Controls
import Grids
import Pictures
import ToneMatrix

extension GridDocument {
  /// - Parameters:
  ///   - all: every pattern that is not empty; otherwise only each layer's first one.
  ///   - kit: the names of the drums.
  func outline(all: Bool = false, kit: KitNames = KitNames()) -> String {
    var text = "\(string(name))\n"
    for line in [author, description, howToPlay] where !line.isEmpty { text += "  \(string(line))\n" }
    for (index, song) in songs.enumerated() {
      text += "\nsong \(index + 1) “\(string(song.name))”: \(counted(song.bars, "bar"))\n"
      for (section, each) in song.sections.enumerated() {
        text += each.line(from: song.bar(ofSection: section), layers: layerCount)
      }
    }
    for (index, layer) in layers.enumerated() {
      let patterns = layer.patterns.indices.filter { !layer.patterns[$0].isEmpty }
      if patterns.isEmpty { continue }
      text += "\nlayer \(index + 1) “\(string(layer.name))”: \(layer.summary)\n"
      for pattern in patterns
      where all || pattern == (patterns.contains(layer.pattern) ? layer.pattern : patterns[0]) {
        text += "  pattern \(pattern + 1)\(layer.times(of: pattern))\n" + layer.picture(pattern, kit)
      }
    }
    return text
  }
}

extension GridSectionDocument {
  /// One line: the first bar, the bars, the pattern of each layer (`-`: muted) and the name.
  fileprivate func line(from bar: Int, layers count: Int) -> String {
    let layers = (0..<count).map { mutes[$0] ? "-" : "\(patterns[$0] + 1)" }
    return "  bar \(bar + 1), \(counted(bars, "bar")): \(layers.joined(separator: " "))  \(string(name))\n"
  }
}

extension GridLayerDocument {
  var summary: String {
    var parts = ["\(steps) steps of \(division.symbol)", direction.symbol.description]
    if stretch > 1 { parts.append("1/\(stretch) time") }
    parts.append(channel == 16 ? "MPE" : "channel \(channel + 1)")
    switch scale {
    case .named(let scale): parts.append("\(scale.symbol) on \(noteName(root))")
    case .cents(let cents): parts.append("\(cents.count) notes a period on \(noteName(root))")
    }
    if swing > 0 { parts.append("swing \(swing) %") }
    if keys != .midiIn { parts.append("keys: \(keys.symbol)\(latches ? ", latched" : "")") }
    if !plays { parts.append("muted") }
    if !links.isEmpty {
      parts.append("chain " + links.map { "\($0.pattern + 1)×\($0.bars)" }.joined(separator: " "))
    }
    return parts.joined(separator: ", ")
  }

  /// The settings of a pattern that replace its track's. Empty if there are none.
  fileprivate func times(of pattern: Int) -> String {
    let times = patterns[pattern].times
    var parts: [String] = []
    if times.steps > 0 { parts.append("\(times.steps) steps") }
    if times.hasDivision { parts.append("steps of \(times.division.symbol)") }
    if times.stretch > 0 { parts.append(times.stretch == 1 ? "normal time" : "1/\(times.stretch) time") }
    if times.restart == 1 { parts.append("restarts every bar") }
    if times.restart > 1 { parts.append("restarts every \(times.restart) bars") }
    return parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
  }

  /// The drum of a row on channel 10; nil for other rows.
  private func drumName(ofRow row: Int, _ kit: KitNames) -> String? {
    channel == 9 ? kit[key(ofRow: row)] : nil
  }

  /// The row's drum or note.
  func rowName(_ row: Int, _ kit: KitNames) -> String {
    drumName(ofRow: row, kit) ?? noteName(key(ofRow: row))
  }

  /// One line a row, the highest row first: `x` is a cell, `-` a step in which its note continues, a digit a
  /// ratchet, `?` a probability or a condition. Drums have the kit's names at their ends.
  func picture(_ index: Int, _ kit: KitNames) -> String {
    let (pattern, steps) = (patterns[index], steps(of: index))
    var text = ""
    for row in (0..<rowCount).reversed() {
      var marks = [Character](repeating: ".", count: steps)
      for step in 0..<steps where pattern[row, step].isOn {
        let cell = pattern[row, step]
        for more in 1..<max(2, Int(cell.length)) where cell.length > 1 {
          let place = (step + more) % steps
          if !pattern[row, place].isOn { marks[place] = "-" }
        }
        marks[step] =
          cell.ratchet > 1
          ? Character("\(cell.ratchet)") : cell.isCertain ? "x" : "?"
      }
      let name = noteName(key(ofRow: row))
      let settings = (rows[row].isMuted ? " muted" : "") + (rows[row].isSolo ? " solo" : "")
      let drum = drumName(ofRow: row, kit).map { "  \($0)" } ?? ""
      text += "    " + name.padding(to: 5) + String(marks) + drum + settings + "\n"
    }
    if pattern.lane.contains(where: { $0 < 128 }) {
      text += "    CC" + "\(controller)".padding(to: 3)
      text += String(pattern.lane.prefix(steps).map { $0 < 128 ? Character("\($0 / 13)") : "." }) + "\n"
    }
    for (index, lane) in lanes.enumerated() {
      let values = (0..<steps).map { step in
        pattern.value(lane: index, step: step).map { "\($0)" } ?? "."
      }
      if values.contains(where: { $0 != "." }) {
        text += "    lane \(index + 1), \(lane.summary): \(values.joined(separator: " "))\n"
      }
    }
    return text
  }
}

extension GridLane {
  fileprivate var summary: String {
    let target =
      target == .controller ? "CC \(number)" : parameter?.spec.symbol.string ?? target.symbol.description
    return isLine ? target + " as a line" : target
  }
}

extension String {
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
