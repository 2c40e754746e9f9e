// Controllers and parameters as list items, with headings and search words. Any thread.
import Controls
import Patches
import Text
import Toolkit

/// An entry of the registry in a list.
public struct RegistryEntry<Item: Sendable>: Sendable {
  public let item: Item
  public let name: [UInt8]
  public let heading: [UInt8]
  /// Other words the search finds it by: its symbol, its synonyms and its description.
  public let keywords: [UInt8]

  /// The list item for an entry.
  @inlinable
  public func listed<Action>(_ action: Action, isOn: Bool = false) -> ListPopup<Action>.Item {
    .init(name, action, isOn: isOn, heading: heading, keywords: keywords)
  }
}

/// The controllers and parameters, in the order of lists.
public enum RegistryList {
  /// The sources of connections, by category.
  public static let controllers: [RegistryEntry<Controller>] = Controller.Category.listed.flatMap {
    category in
    Controller.allCases.filter { $0.category == category }.map { controller in
      RegistryEntry(
        item: controller, name: controller.shortName, heading: UTF8Text(category.title).bytes,
        keywords: keywords(of: controller.spec.symbol, controller.spec.name.bytes, controller.spec.text))
    }
  }

  /// The destinations of connections, by sound object.
  public static let parameters: [RegistryEntry<Parameter>] = SoundObject.stages.flatMap { stage in
    stage.objects.flatMap { object in
      Parameter.all(of: object).map { parameter in
        RegistryEntry(
          item: parameter, name: parameter.title, heading: SoundObject.title(of: object),
          keywords: keywords(of: parameter.spec.symbol, [], parameter.spec.text))
      }
    }
  }

  private static let synonyms = Synonyms.table.map { row in
    (words: UTF8Text(row.words).bytes, symbols: row.symbols.map { UTF8Text($0).bytes })
  }

  private static func keywords(of symbol: Symbol, _ name: [UInt8], _ text: StaticString) -> [UInt8] {
    let symbol = symbol.bytes
    var words: UTF8Text = "\(symbol.map { $0 == UInt8(ascii: "_") ? 32 : $0 }) \(name) "
    for row in synonyms where row.symbols.contains(where: { TextSearch.contains(symbol, $0) }) {
      words += "\(row.words) "
    }
    words += UTF8Text(text)
    return TextSearch.folded(words.bytes)
  }
}

extension Controller.Category {
  /// All categories in list order, most used first.
  static var listed: [Self] {
    [
      .module, .macro, .touch, .group, .gesture, .motion, .host, .user, .world, .constant, .midi, .pad,
      .token,
    ]
  }

  /// The heading in lists.
  var title: StaticString {
    switch self {
    case .module: "Modules"
    case .macro: "Macros"
    case .touch: "One touch"
    case .group: "All touches"
    case .gesture: "Gestures"
    case .motion: "Motion of the device"
    case .host: "Clock of the host"
    case .user: "Expressions"
    case .world: "World"
    case .constant: "Constant"
    case .midi: "MIDI"
    case .pad: "Game controller"
    case .token: "Objects on the surface"
    }
  }
}

extension SoundObject {
  /// The stages of the signal: sources, shapers, modules and effects. Nil is the voice.
  public static let stages: [(name: StaticString, objects: [SoundObject?])] = {
    var stages: [(name: StaticString, objects: [SoundObject?])] = [
      ("Sources", [.oscillatorA, .oscillatorB, .oscillatorC, .fm, .noise, .string, .grain]),
      ("Shape", [.shaper, .filter1, .filter2, nil]),
      ("Modules", [.env2, .env3, .env4, .lfo1, .lfo2, .lfo3, .lfo4, .seq1, .seq2, .seq3, .seq4]),
      ("Effects", [.drive, .chorus, .delay, .reverb, .equaliser, .compressor, .limiter]),
    ]
    // New objects of the registry are with the sources until they have a stage.
    for object in SoundObject.allCases where !stages.contains(where: { $0.objects.contains(object) }) {
      stages[0].objects.append(object)
    }
    return stages
  }()

  /// The name of the object, or of the voice, which has the first envelope.
  public static func title(of object: SoundObject?) -> [UInt8] {
    UTF8Text(object?.description.name ?? "Voice, Envelope 1").bytes
  }

  /// The module as a controller, or nil if the object isn't a module.
  public var controller: Controller? { Self.controllers[index] }

  private static let controllers: [Controller?] = allCases.map { object in
    let symbol = UTF8Text(object.symbol).bytes
    return Controller.allCases.first { $0.category == .module && $0.spec.symbol.isText(symbol) }
  }
}

extension Parameter {
  /// The parameters of an object: those whose symbols begin with its own. The voice (nil) has the rest.
  public static func all(of object: SoundObject?) -> [Parameter] {
    byObject[object?.index ?? SoundObject.allCases.count]
  }

  /// Indexed by object; the last entry is the voice.
  private static let byObject: [[Parameter]] = {
    func belongs(_ parameter: Parameter, _ object: SoundObject) -> Bool {
      let prefix = UTF8Text(object.symbol).bytes + [UInt8(ascii: "_")]
      return parameter.spec.symbol.bytes.starts(with: prefix)
    }
    let voice = inScreenOrder.filter { each in !SoundObject.allCases.contains { belongs(each, $0) } }
    return SoundObject.allCases.map { object in inScreenOrder.filter { belongs($0, object) } } + [voice]
  }()

  /// All parameters, the beats beside the rate or time that they replace.
  public static let inScreenOrder: [Parameter] = {
    var order = allCases.map { $0 }
    for beats in allCases {
      let symbol = beats.spec.symbol.bytes
      guard symbol.suffix(5).elementsEqual("beats".utf8), let at = order.firstIndex(of: beats) else {
        continue
      }
      let stem = Array(symbol.dropLast(5))
      order.remove(at: at)
      let free = order.firstIndex { each in
        each.spec.symbol.isText(stem + UTF8Text("rate").bytes)
          || each.spec.symbol.isText(stem + UTF8Text("time").bytes)
      }
      order.insert(beats, at: free.map { $0 + 1 } ?? at)
    }
    return order
  }()
}

extension ViewModel {
  /// The name of a controller: macros and expressions have the patch's, and a short expression without one is
  /// its own name.
  public func name(of controller: Controller) -> [UInt8] {
    if let number = controller.userNumber {
      let named = patch.expressionNames[number - 1]
      let text = patch.expressions[number - 1]
      return !named.isEmpty ? named : 1...24 ~= text.count ? text : controller.shortName
    }
    let place = Int(controller.rawValue) - Int(Controller.macro1.rawValue)
    guard patch.macros.indices.contains(place), 1...24 ~= patch.macros[place].name.count else {
      return controller.shortName
    }
    return patch.macros[place].name
  }

  /// The name of a controller where there is room: that of a long expression also has the controllers that it
  /// reads.
  public func title(of controller: Controller) -> [UInt8] {
    let name = name(of: controller)
    guard let number = controller.userNumber, name == controller.shortName else { return name }
    let read = Controller.named(in: patch.expressions[number - 1])
    if read.isEmpty { return name }
    var words: UTF8Text = "\(name) ("
    for (index, each) in read.enumerated() {
      let next = self.name(of: each)
      if index > 0, words.bytes.count + next.count > 36 {
        words += ", …"
        break
      }
      words += index > 0 ? ", \(next)" : "\(next)"
    }
    words += ")"
    return words.bytes
  }
}

extension Controller {
  /// The controllers that an expression names, in the order of their first mention.
  static func named(in expression: [UInt8]) -> [Controller] {
    func isLetter(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
    var found: [Controller] = []
    for word in expression.split(whereSeparator: { !isLetter($0) }) {
      let word = Array(word)
      guard let controller = allCases.first(where: { $0.spec.symbol.isText(word) }),
        !found.contains(controller)
      else { continue }
      found.append(controller)
    }
    return found
  }
}
