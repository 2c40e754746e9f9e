// The commands about patches: /tactus/patch/…, described in docs/osc.md. Input thread.
import OSC
import Patches

package enum PatchCommand {
  case get, list, next, previous, setLists
  /// Nil: which one is followed.
  case setList([UInt8]?)
  /// A whole patch, as JSON.
  case replace([UInt8])
  /// One change; `undo` and `redo` among them.
  case edit(PatchEdit)
  /// One edit as JSON, which may hold several changes.
  case editText([UInt8])
  /// The line that was drawn last becomes the example of a shape.
  case teach(place: Int?, name: [UInt8]?)
  case load([UInt8])
  case save([UInt8])

  /// Whether it changes nothing and is only answered.
  package var isQuestion: Bool {
    switch self {
    case .get, .list, .setLists, .setList(nil): true
    default: false
    }
  }

  /// - Parameter word: what follows `/tactus/patch/`.
  static func translate(_ word: AddressRest, _ message: borrowing OSCMessageView) throws(Refusal)
    -> PatchCommand
  {
    let count = message.count
    func demand(_ counts: ClosedRange<Int>) throws(Refusal) {
      guard counts ~= count else { throw .wrongArguments }
    }
    if word.equals("set") {
      if count == 1 { return .replace(try message.text(0)) }
      try demand(2...2)
      return .edit(PatchEdit.set(symbol: try message.text(0), to: try message.finite(1)))
    } else if word.equals("connect") {
      try demand(4...5)
      return .edit(
        PatchEdit.connect(
          try message.text(0), to: try message.text(1), low: try message.finite(2),
          high: try message.finite(3), amount: count == 5 ? try message.finite(4) : nil))
    } else if word.equals("disconnect") {
      try demand(2...2)
      return .edit(PatchEdit.disconnect(try message.text(0), from: try message.text(1)))
    } else if word.equals("tuning") {
      try demand(1...2)
      return .edit(.tune(scl: try message.text(0), kbm: count == 2 ? try message.text(1) : []))
    } else if word.equals("edit") {
      try demand(1...1)
      return .editText(try message.text(0))
    } else if word.equals("load") {
      try demand(1...1)
      return .load(try message.text(0))
    } else if word.equals("save") {
      try demand(1...1)
      return .save(try message.text(0))
    } else if word.equals("snapshot") {
      try demand(0...2)
      return .edit(
        .snapshot(
          place: count > 0 ? Int(try message.id(0)) : nil, name: count == 2 ? try message.text(1) : nil))
    } else if word.equals("recall") {
      try demand(1...1)
      return .edit(PatchEdit.recall(snapshot: Int(try message.id(0))))
    } else if word.equals("forget") {
      try demand(1...1)
      return .edit(PatchEdit.forget(snapshot: Int(try message.id(0))))
    } else if word.equals("teach") {
      try demand(0...2)
      return .teach(
        place: count > 0 ? Int(try message.id(0)) : nil, name: count == 2 ? try message.text(1) : nil)
    } else if word.equals("forget_shape") {
      try demand(1...1)
      return .edit(PatchEdit.forgetShape(place: Int(try message.id(0))))
    } else if word.equals("undo") {
      return .edit(.undo)
    } else if word.equals("redo") {
      return .edit(.redo)
    } else if word.equals("get") {
      try demand(0...0)
      return .get
    } else if word.equals("list") {
      try demand(0...0)
      return .list
    } else if word.equals("setlist") {
      try demand(0...1)
      return .setList(count == 1 ? try message.text(0) : nil)
    } else if word.equals("setlists") {
      try demand(0...0)
      return .setLists
    } else if word.equals("next") {
      return .next
    } else if word.equals("previous") {
      return .previous
    }
    throw .unknownAddress
  }
}
