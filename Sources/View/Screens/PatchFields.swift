// The texts and settings of a patch that stand on *Patch*, and the edits that they make. Any thread.
import Controls
import Instrument
import Music
import Patches
import Text

/// A text of a patch that is typed.
public enum PatchField: Equatable, Sendable {
  case name, author, category, description, howToPlay, tags, seed
  /// An expression, 1…8; the name of a macro, 1…8.
  case expression(Int), macroName(Int)

  static var texts: [PatchField] { [.name, .author, .category, .tags, .howToPlay, .description, .seed] }

  var title: [UInt8] {
    switch self {
    case .name: UTF8Text("Name").bytes
    case .author: UTF8Text("Author").bytes
    case .category: UTF8Text("Category").bytes
    case .description: UTF8Text("Description").bytes
    case .howToPlay: UTF8Text("How to play").bytes
    case .tags: UTF8Text("Tags").bytes
    case .seed: UTF8Text("Seed").bytes
    case .expression(let number): ("Expression \(number)" as UTF8Text).bytes
    case .macroName(let number): ("Macro \(number)" as UTF8Text).bytes
    }
  }

  func text(of patch: PatchDocument) -> [UInt8] {
    switch self {
    case .name: return patch.name
    case .author: return patch.author
    case .category: return patch.category
    case .description: return patch.description
    case .howToPlay: return patch.howToPlay
    case .tags: return Array(patch.tags.joined(separator: UTF8Text(", ").bytes))
    case .seed: return [UInt8](patch.seed.description.utf8)
    case .expression(let number): return patch.expressions[number - 1]
    case .macroName(let number): return patch.macros[number - 1].name
    }
  }

  /// The edit that makes a text the patch's; nil if it cannot be one.
  func edit(_ text: [UInt8], of patch: PatchDocument) -> PatchEdit? {
    func key(_ key: PatchKey) -> PatchEdit { .member(key, JSON(.string(text))) }
    switch self {
    case .name: return key(.name)
    case .author: return key(.author)
    case .category: return key(.category)
    case .description: return key(.description)
    case .howToPlay: return key(.howToPlay)
    case .tags:
      let words = text.split(separator: UInt8(ascii: ",")).map { word in
        Array(word.drop { $0 == 32 }.reversed().drop { $0 == 32 }.reversed())
      }
      return .member(.tags, JSON(.array(words.filter { !$0.isEmpty }.map { JSON(.string($0)) })))
    case .seed: return Int(decimal: text).map { .member(.seed, JSON(.integer(Int64($0)))) }
    case .expression(let number):
      let place = [UInt8](number.description.utf8)
      return .member(.user, JSON(.object([JSON.Member(key: place, value: JSON(.string(text)))])))
    case .macroName(let number):
      // A macro is replaced as a whole, so what it has learnt goes along.
      let macro = patch.macros[number - 1]
      var members = [JSON.Member(key: PatchKey.Macro.name.bytes, value: JSON(.string(text)))]
      if let control = macro.control {
        members.append(JSON.Member(key: PatchKey.Macro.cc.bytes, value: JSON(.integer(Int64(control)))))
      }
      if !macro.address.isEmpty {
        members.append(JSON.Member(key: PatchKey.Macro.osc.bytes, value: JSON(.string(macro.address))))
      }
      let place = [UInt8](number.description.utf8)
      return .member(.macros, JSON(.object([JSON.Member(key: place, value: JSON(.object(members)))])))
    }
  }
}

/// A setting of a patch that is one number or one choice.
public enum PatchSetting: UInt8, CaseIterable, Sendable {
  case axis, low, high, scale, root, quantise, glide, polyphony, mono, legato, midiJoinsGroup, pad

  var title: StaticString {
    switch self {
    case .axis: "Axis of the pitch"
    case .low: "Lowest note"
    case .high: "Highest note"
    case .scale: "Scale"
    case .root: "Root"
    case .quantise: "Quantise"
    case .glide: "Glide of the pitch"
    case .polyphony: "Polyphony"
    case .mono: "One voice for all"
    case .legato: "Legato"
    case .midiJoinsGroup: "MIDI joins the group"
    case .pad: "Game controller"
    }
  }

  var range: ClosedRange<Int> {
    switch self {
    case .axis: 0...PlayingMap.Axis.allCases.count - 1
    case .low, .high, .root: 0...127
    case .scale: 0...Scale.allCases.count - 1
    case .quantise: 0...PlayingMap.Quantise.allCases.count - 1
    case .glide: 0...200
    case .polyphony: 1...64
    case .mono, .legato, .midiJoinsGroup: 0...1
    case .pad: 0...4
    }
  }

  func value(of patch: PatchDocument) -> Int {
    switch self {
    case .axis: Int(patch.map.axis.rawValue)
    case .low: Int(patch.map.low.rounded())
    case .high: Int(patch.map.high.rounded())
    case .scale: Int(patch.map.scale.rawValue)
    case .root: Int(patch.map.root.rounded())
    case .quantise: Int(patch.map.quantise.rawValue)
    case .glide: Int((patch.map.glide * 100).rounded())
    case .polyphony: patch.voices.polyphony
    case .mono: patch.voices.isMono ? 1 : 0
    case .legato: patch.voices.isLegato ? 1 : 0
    case .midiJoinsGroup: patch.midiJoinsGroup ? 1 : 0
    case .pad: patch.pad
    }
  }

  func text(_ value: Int) -> [UInt8] {
    switch self {
    case .axis: ValueText.plain(PlayingMap.Axis.allCases[value].symbol)
    case .low, .high, .root: ValueText.note(value)
    case .scale: ValueText.plain(Scale(number: Float(value)).symbol)
    case .quantise: ValueText.plain(PlayingMap.Quantise.allCases[value].symbol)
    case .glide: ValueText.words(Float(value) / 100, .seconds).bytes
    case .polyphony: ("\(value)" as UTF8Text).bytes
    case .mono, .legato, .midiJoinsGroup: UTF8Text(value == 1 ? "on" : "off").bytes
    case .pad: (value == 0 ? "all" : "\(value)" as UTF8Text).bytes
    }
  }

  /// The edit that gives the patch this value.
  func edit(_ value: Int) -> PatchEdit {
    func part(_ key: PatchKey, _ name: [UInt8], _ json: JSON.Value) -> PatchEdit {
      .member(key, JSON(.object([JSON.Member(key: name, value: JSON(json))])))
    }
    func symbol(_ symbol: StaticString) -> JSON.Value { .string(UTF8Text(symbol).bytes) }
    switch self {
    case .axis: return part(.map, PatchKey.Map.axis.bytes, symbol(PlayingMap.Axis.allCases[value].symbol))
    case .low: return part(.map, PatchKey.Map.low.bytes, .integer(Int64(value)))
    case .high: return part(.map, PatchKey.Map.high.bytes, .integer(Int64(value)))
    case .scale: return part(.map, PatchKey.Map.scale.bytes, symbol(Scale(number: Float(value)).symbol))
    case .root: return part(.map, PatchKey.Map.root.bytes, .integer(Int64(value)))
    case .quantise:
      return part(.map, PatchKey.Map.quantise.bytes, symbol(PlayingMap.Quantise.allCases[value].symbol))
    case .glide: return part(.map, PatchKey.Map.glide.bytes, .real(Double(value) / 100))
    case .polyphony: return part(.voices, PatchKey.Voices.polyphony.bytes, .integer(Int64(value)))
    case .mono: return part(.voices, PatchKey.Voices.mono.bytes, .bool(value == 1))
    case .legato: return part(.voices, PatchKey.Voices.legato.bytes, .bool(value == 1))
    case .midiJoinsGroup: return .member(.midiJoinsGroup, JSON(.bool(value == 1)))
    case .pad: return .member(.pad, JSON(.integer(Int64(value))))
    }
  }
}
