// Answers what programs of the network and pages ask about a scene. Input thread, under the supervisor's mutex.
import RealTime
import SceneFiles
import Synchronization
import Text

extension SupervisedScene {
  /// Bytes of a list, which has to fit one packet.
  private static let listLimit = 60_000
  /// Requests of one turn; the others wait.
  private static let requestsOfTurn = 64

  func answerRequests(_ now: Int64) {
    guard let sceneRequests else { return }
    for _ in 0..<Self.requestsOfTurn {
      guard let (request, text) = sceneRequests.pointee.requests.take() else { break }
      switch request {
      case .question(let number):
        let (kind, said) = answer(text)
        _ = publish(.answer(number, kind), said.bytes, to: .programs)
      case .page: if let arguments = Self.arguments(text)?.arguments { show(arguments, now) }
      case .pageBegins: beginPages()
      case .programBegins: publisher.begin(.programs, current?.page)
      case .refusedDestination:
        let command: UTF8Text = "tactus scene trust NAME --send \(text)"
        console.add(line: "the scene may not send to \(text); to allow it: \(command)")
      }
    }
  }

  /// The word of a request, which is a JSON object of one list, and the list.
  private static func arguments(_ request: [UInt8]) -> (word: [UInt8], arguments: [JSON])? {
    guard let json = request.withUnsafeBytes({ try? JSON($0) }), case .object(let members) = json.value,
      let member = members.first, case .array(let arguments) = member.value.value
    else { return nil }
    return (member.key, arguments)
  }

  /// Plays a key of a window or a page, if that is what the request is: `{"key": ["a", "1"]}`.
  /// - Returns: Whether it is.
  func playKey(_ request: [UInt8]) -> Bool {
    guard let (word, arguments) = Self.arguments(request), word == UTF8Text("key").bytes,
      arguments.count == 2,
      case .string(let name) = arguments[0].value, case .string(let state) = arguments[1].value,
      let code = Self.code(of: name)
    else { return false }
    let isDown = state == UTF8Text("1").bytes
    send(WidgetMessage.bytes(Array((isDown ? "#key" : "#keyup").utf8), .number(Float(code))))
    send(WidgetMessage.bytes(Array("#keyname".utf8), .words([.number(isDown ? 1 : 0), .word(name)])))
    return true
  }

  /// Keys without a letter that have a code in Pd. Others, such as `Up`, have 0.
  private static let codes: [(name: StaticString, code: UInt32)] = [
    ("BackSpace", 8), ("Tab", 9), ("Return", 10), ("Escape", 27), ("Space", 32), ("Delete", 127),
  ]

  /// The code of a key: that of its only letter in UTF-8, or of its name; nil: it is neither.
  private static func code(of text: [UInt8]) -> UInt32? {
    guard let first = text.first, text.count <= 16 else { return nil }
    let count = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    guard text.count <= count else { return codes.first { text == UTF8Text($0.name).bytes }?.code ?? 0 }
    var code = UInt32(first) & (count == 1 ? 0x7f : 0xff >> UInt32(count + 1))
    for byte in text[1..<min(count, text.count)] { code = code << 6 | UInt32(byte & 0x3f) }
    return code
  }

  private func answer(_ question: [UInt8]) -> (SceneAnswer, UTF8Text) {
    func refused(_ reason: UTF8Text) -> (SceneAnswer, UTF8Text) { (.refused, reason) }
    guard let (word, arguments) = Self.arguments(question) else {
      return refused("the question is no JSON object of one list")
    }
    guard let page = current?.page else { return refused("no scene plays") }
    if word == UTF8Text("list").bytes {
      let list = page.list
      let isShort = list.bytes.count <= Self.listLimit
      return isShort ? (.list, list) : refused("the list of widgets does not fit one packet")
    }
    guard case .string(let key)? = arguments.first?.value, let widget = page.board.widget(key) else {
      return refused("there is no widget of that name")
    }
    if word == UTF8Text("set").bytes {
      let value: SceneValue? =
        switch arguments.count {
        case 1: .bang
        case 2: SceneValue(arguments[1])
        default: SceneValue(JSON(.array(Array(arguments.dropFirst()))))
        }
      guard let value, move(key, value) else { return refused("“\(key)” takes no such value") }
    }
    return (.value, page.words(of: widget))
  }
}

extension ScenePage {
  /// The name of a widget and what it has, as a JSON list; of what can be struck the name alone.
  func words(of widget: Int) -> UTF8Text {
    let name = JSON.quoted(board.keys[widget])
    switch board.value(widget) {
    case .number(let number): return "[\(name), \(number)]"
    case .words(let atoms):
      let words = atoms.map { atom in
        switch atom {
        case .number(let number): "\(number)" as UTF8Text
        case .word(let word): JSON.quoted(word)
        }
      }
      return JSON.list("[", [name] + words, "]")
    case .bang, nil: return "[\(name)]"
    }
  }

  /// The widgets that can be moved or seen from outside, as a JSON list of objects.
  var list: UTF8Text {
    let objects = board.widgets.indices.compactMap { index -> UTF8Text? in
      let widget = board.widgets[index]
      guard let kind = widget.kind.symbol, widget.address != nil || board.value(index) != nil else {
        return nil
      }
      var members: [UTF8Text] = [
        "\"name\": \(JSON.quoted(board.keys[index]))", "\"kind\": \"\(kind)\"",
      ]
      if let label = widget.label?.text, !label.isEmpty { members.append("\"label\": \(JSON.quoted(label))") }
      if let range = widget.controlRange {
        members += ["\"low\": \(range.low)", "\"high\": \(range.high)"]
        if range.isLogarithmic { members.append("\"logarithmic\": true") }
      }
      if case .number(let number)? = board.value(index) { members.append("\"value\": \(number)") }
      if case .words(let atoms)? = board.value(index) {
        members.append("\"value\": \(SceneValue.words(atoms).json.words)")
      }
      return JSON.list("{", members, "}")
    }
    return JSON.list("[", objects, "]")
  }
}
