// The packets of the page to the instrument that it plays by itself. An audio worklet's one thread.
import Controls
import Dialects
import OSC
import Patches
import RealTime
import Stores
import Text

extension SoloInstrument {
  /// Does what a packet says.
  func receive(_ packet: UnsafeRawBufferPointer) {
    if packet.starts(with: "/tactus/page/".utf8) {
      // A take may be longer than a packet of the network.
      let messages = (try? OSCMessage.messages(in: packet, limit: packet.count)) ?? []
      for message in messages { receive(fromPage: message) }
      return
    }
    TactusDialect.read(packet, refuse: { if let request = $1 { say("error \(request.sentence)") } }) {
      receive($0)
    }
  }

  private func receive(_ command: Command) {
    switch command {
    case .play(.touch(let report)): handle(report.event(source: Self.source))
    case .play(.event(var event)):
      event.source = Self.source
      handle(event)
    case .play(.panic): panic()
    case .request(.patch(.document(let command))): receive(command, of: store)
    case .request(.grid(let command)): receive(command, of: grid.store)
    case .request(.take(let isEnd)): isEnd ? endTake() : beginTake()
    default: break
    }
  }

  private func receive<Store: EditedStore>(_ command: DocumentCommand<Store.Edit>, of document: Store) {
    switch command {
    case .get: say("document \(document.text())")
    case .library(let first): say("library \(document.entries(from: Int(first)))")
    case .question(let question):
      answer { () throws(DocumentError) in say("library \(try document.answer(window: question))") }
    case .edit(let edit): answer { () throws(DocumentError) in _ = try document.apply(edit, ifStill: nil) }
    case .editText(let text, let head):
      answer { () throws(DocumentError) in _ = try document.apply(edit: text, by: head) }
    case .load(let name): answer { () throws(DocumentError) in try document.load(name: name) }
    case .save(let name, let title):
      answer { () throws(DocumentError) in try document.save(name: name, title: title) }
    case .replace(let text): answer { () throws(DocumentError) in try document.replace(text) }
    case .next: answer { () throws(DocumentError) in try document.next() }
    case .previous: answer { () throws(DocumentError) in try document.previous() }
    case .compare: answer { () throws(DocumentError) in _ = try document.step(.compare) }
    case .list: break
    }
  }

  /// A message of the page about itself (docs/osc.md).
  private func receive(fromPage message: OSCMessage) {
    let word = Array(message.address.dropFirst("/tactus/page/".utf8.count))
    let texts = message.arguments.compactMap { argument -> [UInt8]? in
      if case .string(let text) = argument { text } else { nil }
    }
    if word == "plugin", case .int32(let number)? = message.arguments.first {
      showsGrid = number == 2
      meet()
    } else if word == "port", message.arguments.count == 2, case .int32(let port) = message.arguments[0],
      case .float(let value) = message.arguments[1]
    {
      set(port: Int(port), value)
    } else if word == "names" {
      show(texts)
    } else if word == "output", case .int32(let isShown)? = message.arguments.first {
      showsOutput = isShown != 0
    } else if word == "replay", let text = texts.first {
      play(take: text)
    } else if word == "stop" {
      stop()
    } else if word == "document" {
      // `document` also answers the screens, at any time: what is shared has a word of its own.
      say("shared \(showsGrid ? grid.store.text() : store.text())")
    } else if word == "prepare", let name = texts.first {
      prepare(name)
    }
  }

  /// Sets the plugin that the page shows: 1 is the instrument, 2 the Tone Matrix.
  private func meet() {
    say(showsGrid ? "plugin grid 2 1:1 2:1" : "plugin patch 1 1:1 2:1")
    told = -1
    tellRevision()
  }

  private func beginTake() {
    if take.isAsked { return }
    store.keepForTake(true)
    take.begin()
    say("note The take begins as soon as nothing sounds.")
  }

  private func endTake() {
    if take.isAsked, !take.hasBegun {
      say("error Nothing was recorded, because the sound never paused. Stop playing, then start again.")
    }
    take.end()
  }

  private func show(_ symbols: [[UInt8]]) {
    named = InlineArray<8, UInt16>(repeating: 0)
    for (index, symbol) in symbols.prefix(8).enumerated() {
      let known = Controller.allCases.first { $0.spec.symbol.isText(symbol) }
      if let known { named[index] = UInt16(known.rawValue) + 1 }
    }
  }

  /// The source of everything that the page plays.
  fileprivate static var source: UInt32 { 1 }
}
