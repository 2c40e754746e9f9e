// The fields that hold objects: one, a list of them, or one for each number. Not for the audio thread.

extension DocumentVisitor {
  /// An object, which is left out if all its fields are.
  /// - Parameter indent: The spaces before each field on a line of its own; 0: all are on one line.
  /// - Returns: Its value if it has been read.
  @discardableResult
  @inline(never)
  package mutating func object<Fields: DocumentFields>(
    _ key: StaticString, _ fields: inout Fields, beside plain: Fields, indent: Int = 0
  ) throws(Fault) -> JSONNode? {
    switch task {
    case .read:
      guard let node = value(of: key) else { return nil }
      try read(&fields, from: node, beside: plain)
      return node
    case .write:
      let members = words(of: fields, beside: plain)
      if !members.isEmpty { write(key, JSON.lines("{", members, "}", indent: indent)) }
    case .form: describe(key, Self.form(of: plain))
    }
    return nil
  }

  /// An object that has no type of its own.
  /// - Parameters:
  ///   - isAlways: Whether an empty one is written.
  ///   - indent: The spaces before each field on a line of its own; 0: all are on one line.
  ///   - title: The text that a screen shows before each key.
  ///   - isSparse: Whether most of its keys are left out, and a screen shows those that are there.
  /// - Returns: Its value if it has been read.
  @discardableResult
  @inline(never)
  package mutating func object(
    _ key: StaticString, isAlways: Bool = false, indent: Int = 0, title: StaticString = "",
    isSparse: Bool = false, _ visit: Visit
  ) throws(Fault) -> JSONNode? {
    switch task {
    case .read:
      guard let node = value(of: key) else { return nil }
      try read(node, visit)
      return node
    case .write:
      let members = words(visit)
      if isAlways || !members.isEmpty { write(key, JSON.lines("{", members, "}", indent: indent)) }
    case .form:
      describe(key, Self.form(title: title, isSparse: isSparse, visit))
    }
    return nil
  }

  @inline(never)
  private static func form(title: StaticString, isSparse: Bool, _ visit: Visit) -> DocumentForm {
    var object = Self.object { visitor throws(Fault) in
      visitor.title = title
      try visit(&visitor)
    }
    object.isSparse = isSparse
    return .object(object)
  }

  /// A list of at most so many objects, which an error calls `things`. Those that are read replace all.
  /// - Parameters:
  ///   - new: The JSON of an element that a screen adds. Empty: their number is fixed, those at the end may be left
  ///     out, and an edit changes them one by one.
  ///   - indent: The spaces before each element on a line of its own; 0: all are on one line.
  ///   - isAlways: Whether an empty list is written.
  ///   - start: An element before its fields are read; nil: the type's own.
  /// - Returns: Whether they have been read.
  @discardableResult
  @inline(never)
  package mutating func list<Element: DocumentFields>(
    _ key: StaticString, _ elements: inout [Element], most: Int, _ things: StaticString, new: StaticString,
    indent: Int = 0, isAlways: Bool = false, start: @autoclosure () -> Element? = nil
  ) throws(Fault) -> Bool {
    switch task {
    case .read:
      guard let nodes = try self.elements(of: key, most: most, things) else { return false }
      let isFixed = new.utf8CodeUnitCount == 0
      if !isFixed { elements = [] }
      for index in nodes.indices {
        let plain = start() ?? Element.element(at: index, like: nodes[index].json)
        if !isFixed { elements.append(plain) } else if !isEdit { elements[index] = plain }
        try read(&elements[index], from: nodes[index], beside: plain)
      }
      return true
    case .write:
      if elements.isEmpty && !isAlways { break }
      var items: [[UTF8Text]] = []
      for index in elements.indices {
        items.append(words(of: elements[index], beside: Element.element(at: index, like: JSON(.null))))
      }
      write(key, objects: items, indent: indent)
    case .form:
      describe(key, most: most, new: new) { index, json in
        Self.form(of: Element.element(at: index, like: json))
      }
    }
    return false
  }

  @inline(never)
  private mutating func write(_ key: StaticString, objects: [[UTF8Text]], indent: Int) {
    write(key, JSON.lines("[", objects.map { JSON.list("{", $0, "}") }, "]", indent: indent))
  }

  @inline(never)
  private mutating func describe(
    _ key: StaticString, most: Int, new: StaticString,
    of element: @escaping @Sendable (Int, JSON) -> DocumentForm
  ) {
    describe(key, .list(most: most, new: new, of: element))
  }

  /// An object with a member for each number from 1, of which those without fields are left out.
  /// - Parameters:
  ///   - thing: What an error calls a number.
  ///   - title: What a screen puts before a number.
  ///   - indent: The spaces before each member on a line of its own; 0: all are on one line.
  @inline(never)
  package mutating func numbered<Element: DocumentFields>(
    _ key: StaticString, _ elements: inout [Element], beside plain: [Element], _ thing: StaticString,
    title: StaticString, indent: Int = 0
  ) throws(Fault) {
    switch task {
    case .read:
      guard let members = try value(of: key)?.members() else { return }
      for (key, node) in members {
        let index = try node.index(of: thing, key, count: elements.count)
        try read(&elements[index], from: node, beside: plain[index])
      }
    case .write:
      var items: [[UTF8Text]] = []
      for index in elements.indices { items.append(words(of: elements[index], beside: plain[index])) }
      write(key, numbered: items, indent: indent)
    case .form: describe(key, .numbered(title, elements.count, Self.form(of: plain[0])))
    }
  }

  @inline(never)
  private mutating func write(_ key: StaticString, numbered objects: [[UTF8Text]], indent: Int) {
    var items: [UTF8Text] = []
    for index in objects.indices where !objects[index].isEmpty {
      items.append("\"\(index + 1)\": \(JSON.list("{", objects[index], "}"))")
    }
    if !items.isEmpty { write(key, JSON.lines("{", items, "}", indent: indent)) }
  }

  /// The elements of a list, if it is the one being read.
  @inline(never)
  package mutating func elements(
    of key: StaticString, most: Int, _ things: StaticString
  ) throws(Fault) -> [JSONNode]? {
    guard let node = value(of: key) else { return nil }
    let nodes = try node.elements()
    guard nodes.count <= most else { throw node.fault("has \(nodes.count) \(things), more than \(most)") }
    return nodes
  }
}

extension JSONNode {
  /// The index of a thing whose number from 1 is the value's key.
  @inline(never)
  fileprivate func index(of thing: StaticString, _ key: [UInt8], count: Int) throws(Fault) -> Int {
    guard let number = Int(decimal: key), 1...count ~= number else {
      throw fault("must be a \(thing), 1…\(count)")
    }
    return number - 1
  }
}

extension JSON {
  /// Items between two brackets, each on a line of its own behind so many spaces; with 0 all on one line.
  @inline(never)
  package static func lines(
    _ open: UTF8Text, _ items: [UTF8Text], _ close: UTF8Text, indent: Int
  ) -> UTF8Text {
    if indent == 0 || items.isEmpty { return list(open, items, close) }
    let space = [UInt8](repeating: UInt8(ascii: " "), count: indent)
    var words = open
    for index in items.indices {
      words += index == 0 ? "\n" : ",\n"
      words.bytes += space
      words += items[index]
    }
    words += "\n"
    words.bytes += space.dropLast(2)
    words += close
    return words
  }
}
