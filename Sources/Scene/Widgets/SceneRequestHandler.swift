// What programs of the network ask about a scene's widgets, and are told of them. Input thread, under the
// supervisor's mutex.
import Controls
import RealTime
import SceneFiles
import Synchronization
import Text

/// What is to be told to subscribers.
struct SceneRequestHandler {
  /// 60 times a second at most; nanoseconds.
  fileprivate static let period: Int64 = 16_000_000
  /// Bytes of one text of news, and of a list, which has to fit one packet.
  fileprivate static let piece = 6000
  fileprivate static let longest = 60_000
  /// Questions of one turn, and lines of Pd; the others wait.
  fileprivate static let atOnce = 64
  fileprivate var changed: [Int] = []
  fileprivate var told: Int64 = 0
  /// The lines of the console that were told.
  fileprivate var lines = 0

  mutating func note(_ widgets: [Int]) {
    for widget in widgets where !changed.contains(widget) { changed.append(widget) }
  }

  /// Another Pd prints.
  mutating func forgetConsole() { lines = 0 }
}

extension SupervisedScene {
  /// Answers questions, and tells what is due.
  func serveDesk(_ now: Int64) {
    guard let sceneRequests else { return }
    for _ in 0..<SceneRequestHandler.atOnce {
      guard let (bytes, number) = sceneRequests.pointee.questions.take() else { break }
      let text = answer(bytes, now).bytes
      if number != 0 { _ = text.withUnsafeBytes { sceneRequests.pointee.answers.push(kind: number, $0) } }
    }
    let isWatched = sceneRequests.pointee.isWatched.load(ordering: .relaxed)
    if !isWatched { requestHandler.changed = [] }
    guard now - requestHandler.told >= SceneRequestHandler.period else { return }
    requestHandler.told = now
    if isWatched { tellValues(sceneRequests) }
    if sceneRequests.pointee.forwards.load(ordering: .relaxed) & SceneMessage.print.bit == 0 {
      requestHandler.lines = console.count
    } else if console.count != requestHandler.lines {
      tellLines(sceneRequests)
    }
  }

  private func tellValues(_ sceneRequests: UnsafeMutablePointer<SceneRequestQueue>) {
    guard let page = current?.page else { return }
    var (values, length, count): ([UTF8Text], Int, Int) = ([], 0, 0)
    while count < requestHandler.changed.count, length < SceneRequestHandler.piece {
      let widget = requestHandler.changed[count]
      count += 1
      guard page.board.value(widget) != nil || page.board.states[widget].strokes > 0 else { continue }
      values.append(page.words(of: widget))
      length += values[values.count - 1].bytes.count
    }
    if values.isEmpty {
      requestHandler.changed = []
      return
    }
    let news: UTF8Text = "{\"values\": \(JSON.list("[", values, "]"))}"
    // Without room it is told later, with what widgets have then.
    if news.bytes.withUnsafeBytes({ sceneRequests.pointee.answers.push(kind: 0, $0) }) {
      requestHandler.changed.removeFirst(count)
    }
  }

  private func tellLines(_ sceneRequests: UnsafeMutablePointer<SceneRequestQueue>) {
    let lines = console.lines(behind: requestHandler.lines).prefix(SceneRequestHandler.atOnce)
    let behind = console.count - console.lines(behind: requestHandler.lines).count
    let words = lines.map { "[\(JSON.quoted($0))]" as UTF8Text }
    let news: UTF8Text = "{\"print\": \(JSON.list("[", words, "]"))}"
    if news.bytes.withUnsafeBytes({ sceneRequests.pointee.answers.push(kind: 0, $0) }) {
      requestHandler.lines = behind + lines.count
    }
  }

  /// The answer to a question: an object with what it asks for, or with the reason why there is none.
  private func answer(_ question: [UInt8], _ now: Int64) -> UTF8Text {
    func refused(_ reason: UTF8Text) -> UTF8Text { "{\"refused\": \(JSON.quoted(reason.bytes))}" }
    guard let json = question.withUnsafeBytes({ try? JSON($0) }), case .object(let members) = json.value,
      let member = members.first, case .array(let arguments) = member.value.value
    else { return refused("the question is no JSON object of one list") }
    if member.key == UTF8Text("stranger").bytes, case .string(let address)? = arguments.first?.value {
      let command: UTF8Text = "tactus scene trust NAME --send \(address)"
      console.add(line: "the scene may not send to \(address); to allow it: \(command)")
      return ""
    }
    if member.key == UTF8Text("window").bytes {
      show(arguments, now)
      return ""
    }
    guard let page = current?.page else { return refused("no scene plays") }
    if member.key == UTF8Text("all").bytes {
      requestHandler.note(Array(page.board.widgets.indices))
      return ""
    }
    if member.key == UTF8Text("list").bytes {
      let list = page.list
      let isShort = list.bytes.count <= SceneRequestHandler.longest
      return isShort ? "{\"list\": \(list)}" : refused("the list of widgets does not fit one packet")
    }
    guard case .string(let key)? = arguments.first?.value, let widget = page.board.widget(key) else {
      return refused("there is no widget of that name")
    }
    if member.key == UTF8Text("set").bytes {
      let value: SceneValue? =
        switch arguments.count {
        case 1: .bang
        case 2: SceneValue(arguments[1])
        default: SceneValue(JSON(.array(Array(arguments.dropFirst()))))
        }
      guard let value, move(key, value) else { return refused("“\(key)” takes no such value") }
    }
    return "{\"value\": \(page.words(of: widget))}"
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
