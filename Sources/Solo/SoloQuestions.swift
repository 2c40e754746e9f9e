// What the page asks of its instrument, in words. An audio worklet's one thread.
import Controls
import RealTime
import Stores
import Text

extension SoloInstrument {
  /// Does what a text asks: a verb, and behind a blank what it needs.
  func ask(_ text: [UInt8]) {
    let blank = text.firstIndex(of: UInt8(ascii: " ")) ?? text.count
    let argument = Array(text[min(blank + 1, text.count)...])
    guard let verb = SoloVerb(Array(text[..<blank])) else { return }
    if showsGrid { ask(verb, argument, of: grid.store) } else { ask(verb, argument, of: store) }
  }

  private func ask<Store: EditedStore>(_ verb: SoloVerb, _ argument: [UInt8], of document: Store) {
    switch verb {
    case .hello: meet()
    case .plugin:
      showsGrid = argument == "2"
      meet()
    case .get: say("document \(document.text())")
    case .library: say("library \(document.entries(from: Self.integer(argument) ?? 0))")
    case .edit: answer { () throws(DocumentError) in _ = try document.apply(edit: argument, ifStill: nil) }
    case .load: answer { () throws(DocumentError) in try document.load(name: argument) }
    case .save: answer { () throws(DocumentError) in try document.save(name: argument, title: argument) }
    case .ask:
      answer { () throws(DocumentError) in say("library \(try document.answer(window: argument))") }
    case .port:
      let parts = argument.split(separator: UInt8(ascii: " "))
      guard parts.count == 2, let port = Self.integer(Array(parts[0])),
        let value = Self.number(Array(parts[1]))
      else { return }
      set(port: port, value)
    case .panic: panic()
    case .names: show(argument.split(separator: UInt8(ascii: " ")).prefix(8))
    case .take: argument == "end" ? endTake() : beginTake()
    case .replay: play(take: argument)
    case .stop: stop()
    case .prepare: prepare(argument)
    }
  }

  /// Says which plugin the page has before it: 1 is the instrument, 2 the Tone Matrix.
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
    if take.isAsked, !take.hasBegun { say("error Nothing was recorded: the take has not begun.") }
    take.end()
  }

  private func show(_ symbols: ArraySlice<ArraySlice<UInt8>>) {
    named = InlineArray<8, UInt16>(repeating: 0)
    for (index, symbol) in symbols.enumerated() {
      let known = Controller.allCases.first { $0.spec.symbol.isText(Array(symbol)) }
      if let known { named[index] = UInt16(known.rawValue) + 1 }
    }
  }

  private static func integer(_ digits: [UInt8]) -> Int? {
    if case .integer(let number)? = JSON.number(digits) { Int(clamping: number) } else { nil }
  }

  private static func number(_ digits: [UInt8]) -> Float? {
    switch JSON.number(digits) {
    case .integer(let number): Float(number)
    case .real(let number): Float(number)
    default: nil
    }
  }
}
