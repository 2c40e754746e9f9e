// A grid as a short text to pass on: its name and all that sounds, in a compact form, as base64url
// (RFC 4648). Not for the audio thread.
import Controls
import Music
import Text
import ToneMatrix

extension GridDocument {
  /// Stands before the base64url; the digit is the version of the compact form.
  public static var sharePrefix: [UInt8] { UTF8Text("tm1.").bytes }
  /// A longer text is refused.
  static var shareLimit: Int { 1 << 20 }

  /// The share text. Author, descriptions, pads, unknown keys and hidden cells stay behind.
  public var shareText: [UInt8] {
    var out = ShareWriter()
    out.text(name)
    out.number(seed)
    let count = layerCount
    out.layers(layers, 0..<GridLimit.usualLayers)
    if count > GridLimit.usualLayers {
      out.byte(ShareForm.layers)
      out.byte(count)
      out.layers(layers, GridLimit.usualLayers..<count)
    }
    let shared = Array(layers.prefix(count))
    out.keys(shared)
    out.lanes(shared)
    for song in songs { out.song(song, layers: count) }
    out.life(shared)
    return Self.sharePrefix + Base64URL.encode(out.bytes)
  }

  /// Reads a share text.
  public init(shareText text: [UInt8]) throws(DocumentError) {
    let prefix = Self.sharePrefix
    guard text.count <= Self.shareLimit else { throw DocumentError("the share text is longer than 1 MiB") }
    guard text.starts(with: prefix) else { throw DocumentError("this is no share text: it begins with tm1.") }
    guard let bytes = Base64URL.decode(Array(text.dropFirst(prefix.count))) else {
      throw DocumentError("the share text is damaged: not base64url")
    }
    self.init()
    var reader = ShareReader(bytes)
    do throws(ShareReader.Broken) {
      name = try reader.text(limit: 128)
      seed = min(try reader.number(), 9_007_199_254_740_991)
      try reader.layers(&layers, 0..<GridLimit.usualLayers)
      while !reader.isAtEnd {
        switch try reader.byte(ShareForm.keys...ShareForm.layers) {
        case ShareForm.keys: try reader.keys(&layers)
        case ShareForm.lanes: try reader.lanes(&layers)
        case ShareForm.layers:
          reader.count = try reader.byte(GridLimit.usualLayers + 1...GridLimit.layers)
          try reader.layers(&layers, GridLimit.usualLayers..<reader.count)
        case ShareForm.songs:
          guard songs.count < GridLimit.songs else { throw ShareReader.Broken() }
          songs.append(try reader.song())
        default: try reader.life(&layers)
        }
      }
    } catch {
      throw DocumentError("the share text is damaged at byte \(reader.offset) of its content" as UTF8Text)
    }
  }
}

extension GridLayerDocument {
  /// Whether the first form of a layer holds all that sounds: 32 steps, no times of patterns, no early cells. The wide form,
  /// which came later, begins with 2 instead of 1.
  fileprivate var isNarrow: Bool {
    for index in patterns.indices {
      let pattern = patterns[index]
      var times = pattern.times
      times.probability = 100
      if times != GridPatternTimes() { return false }
      for row in 0..<rowCount {
        for step in 0..<steps where pattern[row, step].isOn {
          if !pattern[row, step].isNarrow { return false }
        }
      }
    }
    return steps <= ShareForm.steps && !rows.contains { $0.first >= ShareForm.steps || 31..<63 ~= $0.last }
  }
}

extension GridCell {
  fileprivate var isNarrow: Bool { length <= 32 && delay >= 0 }
}

private enum ShareForm {
  /// The most steps of the first form.
  static var steps: Int { 32 }
  /// Begin the key modes and the lanes of all layers, each song, and chances, accents and conditions. They come last and
  /// only if there are any. Before them, `layers` begins the number of layers, if there are more than four, and those
  /// behind the fourth.
  static var keys: Int { 1 }
  static var lanes: Int { 2 }
  static var songs: Int { 3 }
  static var life: Int { 4 }
  static var layers: Int { 5 }
}

extension GridCell {
  /// Whether it has a condition that the forms of layers don't hold.
  fileprivate var hasLife: Bool { isOn && (moment != .always || relation != nil) }
}

extension GridPattern {
  fileprivate var hasLife: Bool {
    times.probability != 100 || !accents.isEmpty || cells.contains { $0.hasLife }
  }
}

extension GridLayerDocument {
  fileprivate var hasLife: Bool {
    humanizeVelocity != 0 || humanizeTiming != 0 || velocityCurve != 0 || patterns.contains { $0.hasLife }
  }
}

private struct ShareWriter {
  var bytes: [UInt8] = []
  /// Whether the layer has the wide form.
  private var isWide = false

  mutating func byte(_ value: Int) { bytes.append(UInt8(truncatingIfNeeded: value)) }

  /// Seven bits a byte, the lowest first.
  mutating func number(_ value: UInt64) {
    var rest = value
    while rest >= 128 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func text(_ text: [UInt8]) {
    number(UInt64(text.count))
    bytes += text
  }

  mutating func layers(_ layers: [GridLayerDocument], _ range: Range<Int>) {
    for index in range {
      let plain = GridLayerDocument(index)
      if layers[index] == plain { byte(0) } else { layer(layers[index], beside: plain) }
    }
  }

  /// - Parameter plain: The empty layer; rows that equal its rows are left out.
  private mutating func layer(_ layer: GridLayerDocument, beside plain: GridLayerDocument) {
    isWide = !layer.isNarrow
    byte(isWide ? 2 : 1)
    text(layer.name)
    for value in [
      layer.steps, layer.rowCount, Int(layer.division.rawValue), layer.stretch,
      layer.direction.index, layer.channel, layer.octave + 4, layer.gate, layer.velocity,
      layer.swing, layer.plays ? 1 : 0, layer.pattern, layer.controller, layer.root,
    ] { byte(value) }
    switch layer.scale {
    case .named(let scale): byte(scale.index)
    case .cents(let cents):
      byte(255)
      byte(cents.count)
      for each in cents {
        for shift in [0, 8, 16, 24] { byte(Int(each.bitPattern >> UInt32(shift)) & 255) }
      }
    }
    let rows = layer.rows.indices.filter { layer.rows[$0] != plain.rows[$0] }
    byte(rows.count)
    for index in rows {
      let row = layer.rows[index]
      byte(index)
      byte((row.isMuted ? 1 : 0) + (row.isSolo ? 2 : 0))
      byte(row.note ?? 255)
      byte(row.first)
      byte(isWide ? row.last : min(row.last, ShareForm.steps - 1))
    }
    byte(layer.links.count)
    for link in layer.links {
      byte(Int(link.pattern))
      byte(Int(link.bars))
    }
    let full = layer.patterns.indices.filter { !layer.patterns[$0].isEmpty }
    byte(full.count)
    for index in full {
      byte(index)
      pattern(layer.patterns[index], layer, layer.steps(of: index))
    }
  }

  mutating func keys(_ layers: [GridLayerDocument]) {
    guard layers.contains(where: { $0.keys != .midiIn || $0.latches }) else { return }
    byte(ShareForm.keys)
    for layer in layers {
      byte(layer.keys.index)
      byte(layer.latches ? 1 : 0)
    }
  }

  mutating func lanes(_ layers: [GridLayerDocument]) {
    guard layers.contains(where: { $0.hasLanes }) else { return }
    byte(ShareForm.lanes)
    for layer in layers {
      byte(layer.lanes.count)
      for lane in layer.lanes {
        byte(lane.target.index)
        number(UInt64(lane.number))
        byte(lane.isLine ? 1 : 0)
      }
      let full = layer.patterns.indices.filter { !layer.patterns[$0].lanes.isEmpty }
      byte(full.count)
      for index in full {
        byte(index)
        let (values, steps) = (layer.patterns[index].lanes, layer.steps(of: index))
        let places = values.indices.filter { $0 % GridLimit.steps < steps && values[$0] != GridLane.none }
        number(UInt64(places.count))
        for place in places {
          number(UInt64(place))
          number(UInt64(Int(values[place]) - GridLane.values.lowerBound))
        }
      }
    }
  }

  mutating func song(_ song: GridSongDocument, layers: Int) {
    byte(ShareForm.songs)
    text(song.name)
    byte(song.sections.count)
    for section in song.sections {
      text(section.name)
      byte(section.bars)
      for layer in 0..<layers {
        byte(section.patterns[layer] | (section.mutes[layer] ? 128 : 0))
      }
    }
  }

  private mutating func pattern(_ pattern: GridPattern, _ layer: GridLayerDocument, _ steps: Int) {
    if isWide {
      let times = pattern.times
      byte(Int(times.steps))
      byte(times.hasDivision ? Int(times.division.rawValue) + 1 : 0)
      byte(Int(times.stretch))
      byte(Int(times.restart))
    }
    let width = isWide ? GridLimit.steps : ShareForm.steps
    var special: [Int] = []
    var gap: UInt64 = 0
    var gaps: [UInt64] = []
    for row in 0..<layer.rowCount {
      for step in 0..<steps {
        let cell = pattern[row, step]
        guard cell.isOn else {
          gap += 1
          continue
        }
        gaps.append(gap)
        gap = 0
        var plain = cell
        (plain.moment, plain.relation) = (.always, nil)
        if plain != GridCell(isOn: true) { special.append(row * width + step) }
      }
    }
    number(UInt64(gaps.count))
    for gap in gaps { number(gap) }
    number(UInt64(special.count))
    for index in special {
      let cell = pattern[index / width, index % width]
      number(UInt64(index))
      bytes += [
        cell.velocity, cell.length, cell.probability, cell.nth << 4 | cell.of,
        UInt8(bitPattern: cell.delay), cell.ratchet,
      ]
    }
    let lane = pattern.lane.indices.filter { $0 < steps && pattern.lane[$0] < 128 }
    byte(lane.count)
    for step in lane {
      byte(step)
      byte(Int(pattern.lane[step]))
    }
  }
}

extension ShareWriter {
  mutating func life(_ layers: [GridLayerDocument]) {
    guard layers.contains(where: { $0.hasLife }) else { return }
    byte(ShareForm.life)
    for layer in layers {
      for value in [layer.humanizeVelocity, layer.humanizeTiming, layer.velocityCurve + 100] { byte(value) }
      let patterns = layer.patterns.indices.filter { layer.patterns[$0].hasLife }
      byte(patterns.count)
      for index in patterns {
        byte(index)
        life(layer.patterns[index], steps: layer.steps(of: index), rows: layer.rowCount)
      }
    }
  }

  private mutating func life(_ pattern: GridPattern, steps: Int, rows: Int) {
    byte(Int(pattern.times.probability))
    let accents = pattern.accents.indices.filter { pattern.accents[$0] != 100 }
    byte(accents.count)
    for step in accents { bytes += [UInt8(step), pattern.accents[step]] }
    let cells = pattern.cells.indices.filter {
      pattern.cells[$0].hasLife && $0 % GridLimit.steps < steps && $0 / GridLimit.steps < rows
    }
    number(UInt64(cells.count))
    for index in cells {
      let cell = pattern.cells[index]
      number(UInt64(index))
      byte(cell.moment.index)
      byte(cell.relation.map { ($0.part == .row ? 1 : 3) + ($0.plays ? 0 : 1) } ?? 0)
      byte(cell.relation.map { Int($0.number) } ?? 0)
    }
  }
}

private struct ShareReader {
  struct Broken: Error {}

  let bytes: [UInt8]
  var offset = 0
  /// The number of layers that the text has.
  var count = GridLimit.usualLayers
  /// Whether the layer has the wide form.
  private var isWide = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  /// The most steps of the layer's form.
  private var width: Int { isWide ? GridLimit.steps : ShareForm.steps }

  mutating func byte(_ range: ClosedRange<Int> = 0...255) throws(Broken) -> Int {
    guard offset < bytes.count, range ~= Int(bytes[offset]) else { throw Broken() }
    offset += 1
    return Int(bytes[offset - 1])
  }

  mutating func number() throws(Broken) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      let byte = UInt64(try byte())
      value |= (byte & 127) << shift
      if byte < 128 { return value }
    }
    throw Broken()
  }

  mutating func text(limit: Int) throws(Broken) -> [UInt8] {
    let count = try number()
    guard count <= UInt64(limit), offset + Int(count) <= bytes.count else { throw Broken() }
    offset += Int(count)
    let text = Array(bytes[offset - Int(count)..<offset])
    guard UTF8Text.isValid(text) else { throw Broken() }
    return text
  }

  mutating func layers(_ layers: inout [GridLayerDocument], _ range: Range<Int>) throws(Broken) {
    for index in range {
      let form = try byte(0...2)
      isWide = form == 2
      if form > 0 { try layer(&layers[index]) }
    }
  }

  private mutating func layer(_ layer: inout GridLayerDocument) throws(Broken) {
    layer.name = try text(limit: 64)
    layer.steps = try byte(1...width)
    layer.rowCount = try byte(1...32)
    layer.division = Division.at(try byte(0...Division.allCases.count - 1))
    layer.stretch = try byte(1...4)
    guard layer.stretch != 3 else { throw Broken() }
    layer.direction = Direction.at(try byte(0...Direction.allCases.count - 1))
    layer.channel = try byte(0...16)
    layer.octave = try byte(0...8) - 4
    layer.gate = try byte(1...100)
    layer.velocity = try byte(1...127)
    layer.swing = try byte(0...75)
    layer.plays = try byte(0...1) == 1
    layer.pattern = try byte(0...15)
    layer.controller = try byte()
    guard layer.controller < 128 || layer.controller == 255 else { throw Broken() }
    layer.root = try byte(0...127)
    layer.scale = try scale()
    for _ in 0..<(try byte(0...32)) { try row(&layer) }
    layer.links = []
    for _ in 0..<(try byte(0...32)) {
      var link = GridLink()
      link.pattern = UInt8(try byte(0...15))
      link.bars = UInt8(try byte(1...64))
      layer.links.append(link)
    }
    for _ in 0..<(try byte(0...16)) {
      let index = try byte(0...15)
      layer.patterns[index] = try pattern(layer)
    }
  }

  mutating func keys(_ layers: inout [GridLayerDocument]) throws(Broken) {
    for index in 0..<count {
      guard let mode = KeyMode(index: try byte()) else { throw Broken() }
      layers[index].keys = mode
      layers[index].latches = try byte(0...1) == 1
    }
  }

  mutating func lanes(_ layers: inout [GridLayerDocument]) throws(Broken) {
    for layer in 0..<count {
      for _ in 0..<(try byte(0...GridLimit.lanes)) {
        var lane = GridLane()
        guard let target = LaneTarget(index: try byte()) else { throw Broken() }
        lane.target = target
        lane.number = UInt16(try limited(GridLane.numbers(of: target).upperBound))
        lane.isLine = try byte(0...1) == 1
        layers[layer].lanes.append(lane)
      }
      for _ in 0..<(try byte(0...GridLimit.patterns)) {
        let pattern = try byte(0...GridLimit.patterns - 1)
        for _ in 0..<(try limited(GridLimit.lanes * GridLimit.steps)) {
          let place = try limited(GridLimit.lanes * GridLimit.steps - 1)
          let value = try limited(GridLane.values.count - 1) + GridLane.values.lowerBound
          layers[layer].patterns[pattern].set(
            value, lane: place / GridLimit.steps, step: place % GridLimit.steps)
        }
      }
    }
  }

  mutating func song() throws(Broken) -> GridSongDocument {
    var song = GridSongDocument()
    song.name = try text(limit: 64)
    for _ in 0..<(try byte(0...GridLimit.sections)) {
      var section = GridSectionDocument()
      section.name = try text(limit: 64)
      section.bars = try byte(1...GridLimit.sectionBars)
      for layer in 0..<count {
        let byte = try byte()
        guard byte & 127 < GridLimit.patterns else { throw Broken() }
        (section.patterns[layer], section.mutes[layer]) = (byte & 127, byte >= 128)
      }
      song.sections.append(section)
    }
    return song
  }

  private mutating func scale() throws(Broken) -> GridScale {
    let number = try byte()
    if number < 255 {
      guard let scale = Scale(index: number) else { throw Broken() }
      return .named(scale)
    }
    var cents: [Float] = []
    for _ in 0..<(try byte(1...128)) {
      var bits: UInt32 = 0
      for shift in [0, 8, 16, 24] { bits |= UInt32(try byte()) << UInt32(shift) }
      let next = Float(bitPattern: bits)
      guard next > cents.last ?? 0, next <= 12_000 else { throw Broken() }
      cents.append(next)
    }
    return .cents(cents)
  }

  private mutating func row(_ layer: inout GridLayerDocument) throws(Broken) {
    var row = GridRowDocument()
    let index = try byte(0...31)
    let flags = try byte(0...3)
    row.isMuted = flags & 1 == 1
    row.isSolo = flags & 2 == 2
    let note = try byte()
    guard note < 128 || note == 255 else { throw Broken() }
    row.note = note == 255 ? nil : note
    row.first = try byte(0...width - 1)
    row.last = try byte(row.first...width - 1)
    if row.last == width - 1 { row.last = GridLimit.steps - 1 }
    layer.rows[index] = row
  }

  private mutating func pattern(_ layer: GridLayerDocument) throws(Broken) -> GridPattern {
    var pattern = GridPattern()
    if isWide { pattern.times = try times() }
    let steps = pattern.times.steps == 0 ? layer.steps : Int(pattern.times.steps)
    let size = steps * layer.rowCount
    var index = -1
    for _ in 0..<(try limited(size)) {
      index += 1 + (try limited(size))
      guard index < size else { throw Broken() }
      pattern[index / steps, index % steps] = GridCell(isOn: true)
    }
    for _ in 0..<(try limited(size)) {
      let index = try limited(GridLimit.rows * width - 1)
      let (row, step) = (index / width, index % width)
      guard pattern[row, step].isOn else { throw Broken() }
      var cell = GridCell(isOn: true)
      cell.velocity = UInt8(try byte(0...127))
      cell.length = UInt8(try byte(1...width))
      cell.probability = UInt8(try byte(0...100))
      let condition = try byte()
      cell.nth = UInt8(condition >> 4)
      cell.of = UInt8(condition & 15)
      guard 1...8 ~= cell.of, 1...cell.of ~= cell.nth else { throw Broken() }
      cell.delay = Int8(truncatingIfNeeded: try byte())
      guard (isWide ? -99...99 : 0...99) ~= cell.delay else { throw Broken() }
      cell.ratchet = UInt8(try byte(1...4))
      pattern[row, step] = cell
    }
    for _ in 0..<(try byte(0...steps)) {
      let step = try byte(0...steps - 1)
      if pattern.lane.isEmpty { pattern.lane = [UInt8](repeating: 255, count: GridLimit.steps) }
      pattern.lane[step] = UInt8(try byte(0...127))
    }
    return pattern
  }

  mutating func life(_ layers: inout [GridLayerDocument]) throws(Broken) {
    for layer in 0..<count {
      layers[layer].humanizeVelocity = try byte(0...100)
      layers[layer].humanizeTiming = try byte(0...50)
      layers[layer].velocityCurve = try byte(0...200) - 100
      for _ in 0..<(try byte(0...GridLimit.patterns)) {
        let index = try byte(0...GridLimit.patterns - 1)
        try life(&layers[layer].patterns[index])
      }
    }
  }

  private mutating func life(_ pattern: inout GridPattern) throws(Broken) {
    pattern.times.probability = UInt8(try byte(0...100))
    for _ in 0..<(try byte(0...GridLimit.steps)) {
      if pattern.accents.isEmpty { pattern.accents = [UInt8](repeating: 100, count: GridLimit.steps) }
      pattern.accents[try byte(0...GridLimit.steps - 1)] = UInt8(try byte(0...200))
    }
    let size = GridLimit.rows * GridLimit.steps
    for _ in 0..<(try limited(size)) {
      let index = try limited(size - 1)
      guard pattern.cells.indices.contains(index), pattern.cells[index].isOn,
        let moment = CellMoment(index: try byte())
      else { throw Broken() }
      pattern.cells[index].moment = moment
      let kind = try byte(0...4)
      let part: CellRelation.Part = kind < 3 ? .row : .track
      let number = try byte(0...(part == .row ? GridLimit.rows : GridLimit.layers) - 1)
      if kind > 0 { pattern.cells[index].relation = CellRelation(part, UInt8(number), plays: kind % 2 == 1) }
    }
  }

  private mutating func times() throws(Broken) -> GridPatternTimes {
    var times = GridPatternTimes()
    times.steps = UInt8(try byte(0...GridLimit.steps))
    let division = try byte(0...Division.allCases.count)
    if division > 0 { (times.hasDivision, times.division) = (true, Division.at(division - 1)) }
    times.stretch = UInt8(try byte(0...4))
    guard times.stretch != 3 else { throw Broken() }
    times.restart = UInt8(try byte(0...GridLimit.restart))
    return times
  }

  private mutating func limited(_ limit: Int) throws(Broken) -> Int {
    let value = try number()
    guard value <= UInt64(limit) else { throw Broken() }
    return Int(value)
  }
}
