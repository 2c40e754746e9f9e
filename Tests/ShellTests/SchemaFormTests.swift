// Every key of both JSON Schemas, at every level, is found on a screen by pressing what is there, and is
// changed there. The schemas are read as files: screens are drawn from other tables.
import Controls
import Foundation
import Grids
import Patches
import Testing
import Text

@testable import Forms
@testable import Shell

@Suite struct SchemaFormTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func schema(_ name: String) throws -> [String: Any] {
    let data = try Data(contentsOf: root.appendingPathComponent("docs/\(name).schema.json"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// A part of a schema, with what it refers to put in its place.
  private struct Place {
    let all: [String: Any]
    let node: [String: Any]

    init(_ all: [String: Any], _ node: [String: Any]) {
      var node = node
      if let name = (node["$ref"] as? String)?.split(separator: "/").last,
        let defs = all["$defs"] as? [String: Any]
      {
        node = defs[String(name)] as? [String: Any] ?? [:]
      }
      (self.all, self.node) = (all, node)
    }

    var alternatives: [Place] {
      (node["anyOf"] as? [[String: Any]])?.flatMap { Place(all, $0).alternatives } ?? [self]
    }
    var properties: [String: Place] {
      var found: [String: Place] = [:]
      for one in alternatives {
        for (key, value) in one.node["properties"] as? [String: Any] ?? [:] {
          if let value = value as? [String: Any] { found[key] = Place(all, value) }
        }
        if let pattern = (one.node["patternProperties"] as? [String: Any])?.values.first as? [String: Any] {
          for number in [1, 16] { found["\(number)"] = Place(all, pattern) }
        }
      }
      return found
    }
    var items: Place? {
      for one in alternatives {
        if let items = one.node["items"] as? [String: Any] { return Place(all, items) }
      }
      return nil
    }
    var tuple: [Place] {
      for one in alternatives {
        if let items = one.node["prefixItems"] as? [[String: Any]] { return items.map { Place(all, $0) } }
      }
      return []
    }

    /// Whether a value is of a kind that the schema allows here: type, range, word.
    func allows(_ value: JSON) -> Bool {
      alternatives.contains { one in
        let node = one.node
        if let words = node["enum"] as? [String] {
          if case .string(let text) = value.value {
            return words.contains(String(decoding: text, as: UTF8.self))
          }
          return false
        }
        if let word = node["const"] as? String { return value == JSON(.string(Array(word.utf8))) }
        switch (node["type"] as? String, value.value) {
        case ("number", .integer), ("number", .real), ("integer", .integer):
          let number = value.real ?? .nan
          let low = (node["minimum"] as? NSNumber)?.doubleValue ?? -.infinity
          let high = (node["maximum"] as? NSNumber)?.doubleValue ?? .infinity
          return (low - 1e-6...high + 1e-6).contains(number)
        case ("string", .string(let text)): return text.count <= (node["maxLength"] as? Int ?? .max)
        case ("boolean", .bool), ("null", .null): return true
        case ("array", .array(let all)):
          return all.count >= (node["minItems"] as? Int ?? 0)
            && all.count <= (node["maxItems"] as? Int ?? .max)
        case ("object", .object): return true
        default: return false
        }
      }
    }
  }

  private static func words(_ path: [PathStep]) -> String {
    path.map { step in
      switch step {
      case .key(let key): String(decoding: key, as: UTF8.self)
      case .index(let index): "\(index)"
      }
    }.joined(separator: "/")
  }

  private static func parse(_ text: [UInt8]) throws -> JSON { try text.withUnsafeBytes { try JSON($0) } }

  private static func value(_ view: inout View, _ path: [PathStep]) throws -> JSON? {
    return view.resolve(path[...])?.json
  }

  /// Finds a path on a screen and changes its value.
  private static func change(_ view: inout View, _ path: [PathStep], _ place: Place) throws -> Bool {
    var view = view
    guard open(&view, path) else { return false }
    return try changeHere(&view, path, place)
  }

  /// Texts that are typed until one of them changes the value: numbers, an expression, a hash, a line of 32
  /// points, a scale and a mapping of Scala.
  private static let candidates: [String] = [
    "2", "0.5", "1", "1, 2", "0.25", "0.1, 0.2", "#a0b0c0", "500", "touch_x * 2",
    String(repeating: "ab", count: 32),
    (0..<32).map { "\(Double($0) / 32)" }.joined(separator: ", "),
    "! a.scl\na\n 2\n 100.0\n 2/1\n", "0\n0\n127\n60\n69\n440.0\n0\n",
  ]

  /// Changes a value on the page that is open.
  private static func changeHere(_ view: inout View, _ path: [PathStep], _ place: Place) throws -> Bool {
    let before = try value(&view, path)
    view.refreshControls()
    var acts: [FormAct] = [.flip, .type, .pick]
    acts += (0..<6).map { .choose($0) }
    for act in acts {
      var other = view
      guard var requests = press(&other, other.formAction(act, path)) else { continue }
      if act == .type {
        let texts = place.allows(JSON(.string([65]))) ? ["/sub.wav"] : []
        for candidate in texts + candidates {
          var typed = other
          _ = typed.handle(.key(.home, shift: false, control: false), at: 0)
          _ = typed.handle(.key(.end, shift: true, control: false), at: 0)
          _ = typed.handle(.key(.delete, shift: false, control: false), at: 0)
          _ = typed.handle(.text(Array(candidate.utf8)), at: 0)
          requests = typed.handle(.key(.enter, shift: false, control: true), at: 0)
          if !requests.isEmpty, try carry(requests, &typed), let after = try value(&typed, path),
            after != before
          {
            #expect(
              place.allows(after), "\(words(path)): \(String(decoding: after.words.bytes, as: UTF8.self))")
            return true
          }
        }
        continue
      }
      if act == .pick {
        // The second entry, in case that the first is what is there.
        other.refreshControls()
        let entries = other.controls.filter { control in
          if case .field(.choose, let at)? = control.action.form { at == path } else { false }
        }
        guard entries.count > 1 else { continue }
        requests = press(&other, entries[1].action) ?? []
      }
      if try carry(requests, &other), let after = try value(&other, path), after != before {
        #expect(place.allows(after), "\(words(path)): \(String(decoding: after.words.bytes, as: UTF8.self))")
        return true
      }
    }
    return false
  }

  /// All places of a schema. Lists are entered at their elements that the document has.
  private static func walk(
    _ view: inout View, _ place: Place, _ path: [PathStep], _ missing: inout [String], _ count: inout Int
  ) throws {
    if path.last == key("version") { return }
    let form = view.resolve(path[...])?.field.form
    if !path.isEmpty {
      guard
        form != nil || ["routes", "bodies", "back", "outputs"].contains(where: { path.contains(key($0)) })
      else {
        missing.append(words(path))
        return
      }
    }
    if case .object(let object)? = form, object.isSparse {
      // Parameters: each can be chosen from the list; those of a patch are added here, one by one.
      let names = Set(place.properties.keys).subtracting(["morph"])
      let known = Set(object.fields.map { String(decoding: $0.key, as: UTF8.self) })
      missing += names.subtracting(known).map { "\(words(path))/\($0)" }
      for (index, field) in object.fields.enumerated() where path.count == 1 || index % 41 == 0 {
        count += 1
        var other = view
        guard open(&other, path + [.key(field.key)]), press(&other, other.formAction(.pick, path)) != nil
        else {
          missing.append(words(path))
          return
        }
        // A picture is drawn for each letter, so most titles are pasted.
        let title = FormEditor.title(of: field)
        if index % 41 == 0 {
          for letter in title { _ = other.type([letter]) }
        } else {
          _ = other.handle(.text(title), at: 0)
        }
        let requests = press(&other, other.formAction(.choose(index), path))
        let inner = path + [.key(field.key)]
        let base = place.properties[String(decoding: field.key, as: UTF8.self)]?.properties["base"]
        let isThere: Bool
        if path.count == 1, let base {
          isThere = try other.form.path == inner && changeHere(&other, inner + [key("base")], base)
        } else {
          isThere = try requests.map { try carry($0, &other) } ?? false
        }
        if !isThere { missing.append(words(inner)) }
      }
      return
    }
    let properties = place.properties
    let tuple = place.tuple
    if !properties.isEmpty {
      for (name, inner) in properties.sorted(by: { $0.key < $1.key }) {
        try walk(&view, inner, path + [key(name)], &missing, &count)
      }
    } else if !tuple.isEmpty {
      for (index, inner) in tuple.enumerated() {
        try walk(&view, inner, path + [.index(index)], &missing, &count)
      }
    } else if let items = place.items, case .list? = form {
      let all = try value(&view, path)?.elements.count ?? 0
      #expect(all > 0, "\(words(path)) has no elements")
      for index in 0..<all where path != [key("layers")] || index == 0 {
        // A route has only the keys that its trigger has a use for.
        try walk(&view, items, path + [.index(index)], &missing, &count)
      }
    } else if case .tuple(let fields)? = form, let items = place.items {
      for index in fields.indices { try walk(&view, items, path + [.index(index)], &missing, &count) }
    } else {
      count += 1
      if try !change(&view, path, place) { missing.append(words(path)) }
    }
  }

  static let patch = """
    {"version": 1, "tags": ["a"], "tangibles": ["a"],
     "back": [{"object": "a", "shows": "token_1_angle", "out": [0, 255]},
              {"shows": "on_token_placed", "number": 2}, {"shows": "on_bar"}],
     "parts": [{"map": {}}], "samples": [{"file": "a.wav"}],
     "wavetable": {"file": "b.wav"}, "snapshots": [{"name": "S", "place": [0.2, 0.3]}],
     "poses": {"x": "touch_x", "y": "touch_y", "place": [0.5, 0.5]},
     "connections": [{"source": "touch_x", "destination": "filter_1_cutoff"}],
     "routes": [{"trigger": "on_tap", "action": "lfo_1.reset"},
                {"trigger": "on_count_reached", "action": "loop.record"},
                {"trigger": "on_level", "of": "touch_x", "level": 0.5, "action": "lfo_1.reset"}],
     "outputs": [{"source": "touch_x", "to": "note", "trigger": "on_count_reached"},
                 {"source": "touch_x", "to": "osc", "trigger": "on_tap", "arguments": ["value"]},
                 {"to": "mmc", "command": "stop", "trigger": "on_tap"},
                 {"source": "touch_x", "to": "cc", "number": 3}],
     "shapes": [{"points": [[0.1, 0.1], [0.9, 0.9]]}], "regions": [{"points": [[0.1, 0.1], [0.9, 0.9]]}], "sequences": {"1": {"steps": [0.25, 0.5]},
     "2": {"steps": [0.1]}, "3": {"steps": [0.1]}, "4": {"steps": [0.1]}},
     "world": {"bodies": [{"at": [0.4, 0.4], "shape": "box", "pin": "swing", "pivot": [0.3, 0.3]},
                          {"at": [0.6, 0.6], "pin": "slide"}, {"at": [0.2, 0.6], "speed": [0, 0]}],
               "springs": [{"from": 1, "to": 3}], "fields": [{"kind": "gravity", "at": [0.5, 0.5]}],
               "zones": [{"region": [0, 0, 0.5, 0.5]}]}}
    """

  private static let grid = """
    {"version": 1, "pads": {"notes": [[1, 2]], "column_channels": [1, 2], "setup": ["F0 01 F7"],
      "buttons": [{"note": 3, "action": "stop"}]}, "layers": [{"chain": [{"pattern": 1, "bars": 2}], "lanes": [{"to": "cc", "number": 1}],
     "patterns": {"1": {"cells": [[1, 1], [2, 2, {"velocity": 3, "if": ["row", 1, "plays"]}]], "lane": [[1, 2]],
                        "lanes": [[1, 1, 5]], "accents": [[1, 120]]},
                  "16": {"cells": [[1, 1], [2, 2, {"velocity": 3, "if": ["row", 1, "plays"]}]], "lane": [[1, 2]],
                         "lanes": [[1, 1, 5]], "accents": [[1, 120]]}}}],
     "songs": [{"sections": [{"bars": 2, "mutes": [1]}]}]}
    """

  @Test func everyKeyOfAPatchIsFoundAndChanged() throws {
    var view = View(.touch, width: 1280, height: 800)
    var warnings: [DocumentError] = []
    view.model.show(try PatchDocument.read(Array(Self.patch.utf8), warnings: &warnings))
    let schema = try Self.schema("patch")
    var missing: [String] = []
    var count = 0
    try Self.walk(&view, Place(schema, schema), [], &missing, &count)
    // Each key of a route, of a body and of what is sent back stands at one of the three at least, that of an output
    // at one of four.
    let keys = [
      "back": PatchKey.Back.allCases.map { "\($0.symbol)" },
      "routes": PatchKey.Route.allCases.map { "\($0.symbol)" },
      "outputs": PatchKey.Output.allCases.map { "\($0.symbol)" },
      "world/bodies": PatchKey.Body.allCases.map { "\($0.symbol)" },
    ]
    for (list, keys) in keys {
      for key in keys {
        let left = missing.filter { $0.hasPrefix("\(list)/") && "\($0)/".contains("/\(key)/") }
        let places = Set(left.map { $0.dropFirst(list.count + 1).prefix { $0 != "/" } })
        #expect(places.count < (list == "outputs" ? 4 : 3), "\(left)")
      }
      missing.removeAll { $0.hasPrefix("\(list)/") }
    }
    #expect(missing.isEmpty, "on no screen, or not to be changed: \(missing)")
    #expect(count > 400, "\(count) keys were tried")
  }

  @Test func everyKeyOfAGridIsFoundAndChanged() throws {
    var view = View(.toneMatrix, width: 1280, height: 800)
    var warnings: [DocumentError] = []
    view.model.show(try GridDocument.read(Array(Self.grid.utf8), warnings: &warnings))
    let schema = try Self.schema("grid")
    var missing: [String] = []
    var count = 0
    try Self.walk(&view, Place(schema, schema), [], &missing, &count)
    // A controller has a number in place of a parameter.
    missing.removeAll { $0.hasPrefix("layers/0/lanes/0/parameter") }
    // A button with a note has no controller; a message is hexadecimal, and no other text.
    missing.removeAll { $0 == "pads/buttons/0/cc" || $0 == "pads/setup/0" }
    #expect(missing.isEmpty, "on no screen, or not to be changed: \(missing)")
    #expect(count > 40, "\(count) keys were tried")
  }
}
