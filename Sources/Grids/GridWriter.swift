// Writes a grid as canonical text: one order of keys, one line for a pattern, defaults left out. Reading the
// text gives the same grid, and writing that gives the same bytes. Not for the audio thread.
import Controls
import Music
import Text
import ToneMatrix

extension GridDocument {
  /// The grid as JSON, ending in a line end.
  public func write() -> [UInt8] {
    var members = JSON.members { (key: GridKey) in self.words(of: key) }
    members += unknown.map { $0.words }
    var words: UTF8Text = "{\n"
    for index in members.indices {
      words += "  \(members[index])"
      words += index < members.count - 1 ? ",\n" : "\n"
    }
    words += "}\n"
    return words.bytes
  }

  /// The text of a key's value; nil where the key is left out.
  private func words(of key: GridKey) -> UTF8Text? {
    switch key {
    case .version: return "\(Self.version)"
    case .name: return JSON.quoted(name)
    case .author: return author.isEmpty ? nil : JSON.quoted(author)
    case .category: return category.isEmpty ? nil : JSON.quoted(category)
    case .description: return description.isEmpty ? nil : JSON.quoted(description)
    case .howToPlay: return howToPlay.isEmpty ? nil : JSON.quoted(howToPlay)
    case .seed: return "\(Int(seed))"
    case .pads: return pads == GridPadMap() ? nil : pads.words
    case .layers:
      var words: UTF8Text = "["
      for index in layers.indices {
        words += index == 0 ? "\n" : ",\n"
        words += layers[index].words(beside: GridLayerDocument(index))
      }
      words += "\n  ]"
      return words
    }
  }
}

extension GridLayerDocument {
  /// - Parameter plain: The layer as an empty grid has it; values that equal its values are left out.
  fileprivate func words(beside plain: GridLayerDocument) -> UTF8Text {
    // The patterns come last, behind what is not known.
    var members = JSON.members { (key: GridKey.Layer) in
      key == .patterns ? nil : words(of: key, beside: plain)
    }
    members += unknown.map { $0.words }
    members += JSON.members { (key: GridKey.Layer) in
      key == .patterns ? words(of: key, beside: plain) : nil
    }
    return "    \(JSON.list("{", members, "}"))"
  }

  private func words(of key: GridKey.Layer, beside plain: GridLayerDocument) -> UTF8Text? {
    switch key {
    case .name: return name == plain.name ? nil : JSON.quoted(name)
    case .steps: return steps == plain.steps ? nil : "\(steps)"
    case .rows: return rowCount == plain.rowCount ? nil : "\(rowCount)"
    case .division: return division == plain.division ? nil : "\"\(division.symbol)\""
    case .time:
      let time = GridTime.allCases.first { $0.stretch == stretch }
      return stretch == plain.stretch ? nil : time.map { "\"\($0.symbol)\"" }
    case .direction: return direction == plain.direction ? nil : "\"\(direction.symbol)\""
    case .scale: return scale == plain.scale ? nil : scale.words
    case .root: return root == plain.root ? nil : "\(root)"
    case .channel:
      if channel == plain.channel { return nil }
      return channel == 16 ? "\"mpe\"" : "\(channel + 1)"
    case .octave: return octave == plain.octave ? nil : "\(octave)"
    case .gate: return gate == plain.gate ? nil : "\(gate)"
    case .velocity: return velocity == plain.velocity ? nil : "\(velocity)"
    case .swing: return swing == plain.swing ? nil : "\(swing)"
    case .play: return plays == plain.plays ? nil : plays ? "true" : "false"
    case .pattern: return pattern == plain.pattern ? nil : "\(pattern + 1)"
    case .controller:
      if controller == plain.controller { return nil }
      return controller == 255 ? "null" : "\(controller)"
    case .rowSettings: return rowWords(beside: plain)
    case .chain: return links.isEmpty ? nil : JSON.list("[", links.map { $0.words }, "]")
    case .patterns: return patternWords
    }
  }

  private func rowWords(beside plain: GridLayerDocument) -> UTF8Text? {
    var members: [UTF8Text] = []
    for row in rows.indices {
      if let words = rows[row].words(beside: plain.rows[row]) { members.append("\"\(row + 1)\": \(words)") }
    }
    return members.isEmpty ? nil : JSON.list("{", members, "}")
  }

  /// One line for each pattern.
  private var patternWords: UTF8Text? {
    var lines: [UTF8Text] = []
    for index in patterns.indices where !patterns[index].isEmpty {
      lines.append("\n        \"\(index + 1)\": \(patterns[index].words)")
    }
    if lines.isEmpty { return nil }
    var words: UTF8Text = "{"
    for index in lines.indices {
      if index > 0 { words += "," }
      words += lines[index]
    }
    words += "\n      }"
    return words
  }
}

extension GridLink {
  fileprivate var words: UTF8Text {
    let members = JSON.members { (key: GridKey.Link) -> UTF8Text? in
      switch key {
      case .pattern: "\(Int(pattern) + 1)"
      case .bars: "\(Int(bars))"
      }
    }
    return JSON.list("{", members, "}")
  }
}

extension GridScale {
  var words: UTF8Text {
    switch self {
    case .named(let scale): return "\"\(scale.symbol)\""
    case .cents(let cents): return JSON.list("[", cents.map { "\($0)" as UTF8Text }, "]")
    }
  }
}

extension GridRowDocument {
  /// What differs from `plain`; nil when nothing does.
  fileprivate func words(beside plain: GridRowDocument) -> UTF8Text? {
    let known = JSON.members { (key: GridKey.Row) -> UTF8Text? in
      switch key {
      case .note: note == plain.note ? nil : note.map { "\($0)" } ?? "null"
      case .mute: isMuted == plain.isMuted ? nil : isMuted ? "true" : "false"
      case .solo: isSolo == plain.isSolo ? nil : isSolo ? "true" : "false"
      case .first: first == plain.first ? nil : "\(first + 1)"
      case .last: last == plain.last ? nil : "\(last + 1)"
      }
    }
    let members = known + unknown.map { $0.words }
    return members.isEmpty ? nil : JSON.list("{", members, "}")
  }
}

extension GridPattern {
  /// The pattern as JSON, as it stands in a layer's `patterns`.
  public var words: UTF8Text {
    let members = JSON.members { (key: GridKey.Pattern) in
      let list =
        switch key {
        case .cells: cellWords
        case .lane:
          lane.indices.filter { lane[$0] < 128 }.map { "[\($0 + 1), \(Int(lane[$0]))]" as UTF8Text }
        }
      return list.isEmpty ? nil : JSON.list("[", list, "]")
    }
    return JSON.list("{", members + unknown.map { $0.words }, "}")
  }

  private var cellWords: [UTF8Text] {
    var list: [UTF8Text] = []
    for step in 0..<GridLimit.steps {
      for row in 0..<GridLimit.rows where self[row, step].isOn {
        let properties = self[row, step].properties
        let place: [UTF8Text] = ["\(step + 1)", "\(row + 1)"]
        list.append(JSON.list("[", place + (properties.map { [$0] } ?? []), "]"))
      }
    }
    return list
  }
}

extension GridCell {
  /// The properties beside being on; nil when all are defaults.
  var properties: UTF8Text? {
    let members = JSON.members { (key: GridKey.Cell) -> UTF8Text? in
      switch key {
      case .velocity: velocity == 0 ? nil : "\(Int(velocity))"
      case .length: length == 1 ? nil : "\(Int(length))"
      case .probability: probability == 100 ? nil : "\(Int(probability))"
      case .condition: of == 1 ? nil : "[\(Int(nth)), \(Int(of))]"
      case .delay: delay == 0 ? nil : "\(Int(delay))"
      case .ratchet: ratchet == 1 ? nil : "\(Int(ratchet))"
      }
    }
    return members.isEmpty ? nil : JSON.list("{", members, "}")
  }
}

extension GridPadMap {
  fileprivate var words: UTF8Text {
    let plain = GridPadMap()
    let members = JSON.members { (key: GridKey.Pads) -> UTF8Text? in
      switch key {
      case .notes:
        notes == plain.notes
          ? nil : JSON.list("[", notes.map { JSON.list("[", $0.map { "\($0)" as UTF8Text }, "]") }, "]")
      case .firstStep: firstStep == plain.firstStep ? nil : "\(firstStep + 1)"
      case .firstRow: firstRow == plain.firstRow ? nil : "\(firstRow + 1)"
      case .channel: channel == plain.channel ? nil : "\(channel + 1)"
      case .off: off == plain.off ? nil : "\(off)"
      case .on: on == plain.on ? nil : "\(on)"
      case .playing: playing == plain.playing ? nil : "\(playing)"
      case .column: column == plain.column ? nil : "\(column)"
      }
    }
    return JSON.list("{", members + unknown.map { $0.words }, "}")
  }
}
