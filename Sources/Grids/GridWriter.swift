// A grid as canonical text: one order of keys, one line for a pattern, defaults left out. Reading it gives the same
// grid, and writing that the same bytes.
import Controls
import Music
import Text
import ToneMatrix

extension GridDocument {
  /// The grid as JSON, ending in a line end.
  public func write() -> [UInt8] {
    var members: [UTF8Text] = []
    func add(_ key: StaticString, _ value: UTF8Text) { members.append("\"\(key)\": \(value)") }
    add("version", "\(Self.version)")
    add("name", JSON.quoted(name))
    if !author.isEmpty { add("author", JSON.quoted(author)) }
    if !category.isEmpty { add("category", JSON.quoted(category)) }
    if !description.isEmpty { add("description", JSON.quoted(description)) }
    if !howToPlay.isEmpty { add("how_to_play", JSON.quoted(howToPlay)) }
    add("seed", "\(Int(seed))")
    if pads != GridPadMap() { add("pads", pads.words) }
    var layers: UTF8Text = "["
    for index in self.layers.indices {
      layers += index == 0 ? "\n" : ",\n"
      layers += self.layers[index].words(beside: GridLayerDocument(index))
    }
    layers += "\n  ]"
    add("layers", layers)
    members += unknown.map { $0.words }
    var words: UTF8Text = "{\n"
    for index in members.indices {
      words += "  \(members[index])"
      words += index < members.count - 1 ? ",\n" : "\n"
    }
    words += "}\n"
    return words.bytes
  }
}

extension GridLayerDocument {
  /// - Parameter plain: The layer as an empty grid has it, whose values are left out.
  fileprivate func words(beside plain: GridLayerDocument) -> UTF8Text {
    var members: [UTF8Text] = []
    func add(_ key: StaticString, _ value: UTF8Text, _ isDefault: Bool) {
      if !isDefault { members.append("\"\(key)\": \(value)") }
    }
    add("name", JSON.quoted(name), name == plain.name)
    add("steps", "\(steps)", steps == plain.steps)
    add("rows", "\(rowCount)", rowCount == plain.rowCount)
    add("division", "\"\(division.symbol)\"", division == plain.division)
    for time in GridTime.allCases where time.stretch == stretch {
      add("time", "\"\(time.symbol)\"", stretch == plain.stretch)
    }
    add("direction", "\"\(direction.symbol)\"", direction == plain.direction)
    add("scale", scale.words, scale == plain.scale)
    add("root", "\(root)", root == plain.root)
    add("channel", channel == 16 ? "\"mpe\"" : "\(channel + 1)", channel == plain.channel)
    add("octave", "\(octave)", octave == plain.octave)
    add("gate", "\(gate)", gate == plain.gate)
    add("velocity", "\(velocity)", velocity == plain.velocity)
    add("swing", "\(swing)", swing == plain.swing)
    add("play", plays ? "true" : "false", plays == plain.plays)
    add("pattern", "\(pattern + 1)", pattern == plain.pattern)
    add("controller", controller == 255 ? "null" : "\(controller)", controller == plain.controller)
    var rowWords: [UTF8Text] = []
    for row in rows.indices {
      if let words = rows[row].words(beside: plain.rows[row]) { rowWords.append("\"\(row + 1)\": \(words)") }
    }
    if !rowWords.isEmpty { members.append("\"row_settings\": \(JSON.list("{", rowWords, "}"))") }
    if !links.isEmpty {
      let words = links.map { "{\"pattern\": \(Int($0.pattern) + 1), \"bars\": \(Int($0.bars))}" as UTF8Text }
      members.append("\"chain\": \(JSON.list("[", words, "]"))")
    }
    members += unknown.map { $0.words }
    var lines: [UTF8Text] = []
    for index in patterns.indices where !patterns[index].isEmpty {
      lines.append("\n        \"\(index + 1)\": \(patterns[index].words)")
    }
    if !lines.isEmpty {
      var words: UTF8Text = "{"
      for index in lines.indices {
        if index > 0 { words += "," }
        words += lines[index]
      }
      words += "\n      }"
      members.append("\"patterns\": \(words)")
    }
    return "    \(JSON.list("{", members, "}"))"
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
  /// What it says beside `plain`; nil when that is nothing.
  fileprivate func words(beside plain: GridRowDocument) -> UTF8Text? {
    var members: [UTF8Text] = []
    if note != plain.note { members.append(note.map { "\"note\": \($0)" } ?? "\"note\": null") }
    if isMuted != plain.isMuted { members.append(isMuted ? "\"mute\": true" : "\"mute\": false") }
    if isSolo != plain.isSolo { members.append(isSolo ? "\"solo\": true" : "\"solo\": false") }
    if first != plain.first { members.append("\"first\": \(first + 1)") }
    if last != plain.last { members.append("\"last\": \(last + 1)") }
    members += unknown.map { $0.words }
    return members.isEmpty ? nil : JSON.list("{", members, "}")
  }
}

extension GridPattern {
  fileprivate var words: UTF8Text {
    var members: [UTF8Text] = []
    var list: [UTF8Text] = []
    for step in 0..<GridLimit.steps {
      for row in 0..<GridLimit.rows where self[row, step].isOn {
        let properties = self[row, step].properties
        let place: [UTF8Text] = ["\(step + 1)", "\(row + 1)"]
        list.append(JSON.list("[", place + (properties.map { [$0] } ?? []), "]"))
      }
    }
    if !list.isEmpty { members.append("\"cells\": \(JSON.list("[", list, "]"))") }
    list = []
    for step in lane.indices where lane[step] < 128 { list.append("[\(step + 1), \(Int(lane[step]))]") }
    if !list.isEmpty { members.append("\"lane\": \(JSON.list("[", list, "]"))") }
    members += unknown.map { $0.words }
    return JSON.list("{", members, "}")
  }
}

extension GridCell {
  /// What it says beside being on; nil when that is nothing.
  var properties: UTF8Text? {
    var members: [UTF8Text] = []
    if velocity != 0 { members.append("\"velocity\": \(Int(velocity))") }
    if length != 1 { members.append("\"length\": \(Int(length))") }
    if probability != 100 { members.append("\"probability\": \(Int(probability))") }
    if of != 1 { members.append("\"condition\": [\(Int(nth)), \(Int(of))]") }
    if delay != 0 { members.append("\"delay\": \(Int(delay))") }
    if ratchet != 1 { members.append("\"ratchet\": \(Int(ratchet))") }
    return members.isEmpty ? nil : JSON.list("{", members, "}")
  }
}

extension GridPadMap {
  fileprivate var words: UTF8Text {
    let plain = GridPadMap()
    var members: [UTF8Text] = []
    func add(_ key: StaticString, _ value: Int, _ isDefault: Bool) {
      if !isDefault { members.append("\"\(key)\": \(value)") }
    }
    if notes != plain.notes {
      let rows = notes.map { JSON.list("[", $0.map { "\($0)" as UTF8Text }, "]") }
      members.append("\"notes\": \(JSON.list("[", rows, "]"))")
    }
    add("first_step", firstStep + 1, firstStep == plain.firstStep)
    add("first_row", firstRow + 1, firstRow == plain.firstRow)
    add("channel", channel + 1, channel == plain.channel)
    add("off", off, off == plain.off)
    add("on", on, on == plain.on)
    add("playing", playing, playing == plain.playing)
    add("column", column, column == plain.column)
    return JSON.list("{", members + unknown.map { $0.words }, "}")
  }
}
