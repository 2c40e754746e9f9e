// The commands about patches: /tactus/patch/…, described in docs/osc.md. Input thread.
import Controls
import OSC
import Patches
import Text

package enum PatchCommand: Sendable {
  case document(DocumentCommand<PatchEdit>)
  /// Nil: which one is followed.
  case setList([UInt8]?)
  case setLists
  /// The line that was drawn last becomes the example of a shape.
  case teach(place: Int?, name: [UInt8]?)

  /// Whether it changes nothing and is only answered.
  package var isQuestion: Bool {
    switch self {
    case .document(let command): command.isQuestion
    case .setLists, .setList(nil): true
    case .setList, .teach: false
    }
  }

  /// - Parameter word: what follows `/tactus/patch/`.
  static func translate(_ word: AddressRest, _ message: borrowing OSCMessageView) throws(Refusal)
    -> PatchCommand
  {
    if let command = try DocumentCommand<PatchEdit>.translate(word, .patch, message) {
      return .document(command)
    }
    let count = message.count
    if word.equals(DocumentWord.set.symbol) {
      return .edit(PatchEdit.set(symbol: try message.text(0), to: try message.finite(1)))
    }
    for each in PatchWord.allCases where word.equals(each.symbol) {
      guard each.row.counts ~= count else { throw .wrongArguments }
      switch each {
      case .connect:
        return .edit(
          PatchEdit.connect(
            try message.text(0), to: try message.text(1), low: try message.finite(2),
            high: try message.finite(3), amount: count == 5 ? try message.finite(4) : nil))
      case .disconnect: return .edit(PatchEdit.disconnect(try message.text(0), from: try message.text(1)))
      case .tuning: return .edit(.tune(scl: try message.text(0), kbm: count == 2 ? try message.text(1) : []))
      case .snapshot:
        return .edit(
          .snapshot(
            place: count > 0 ? Int(try message.id(0)) : nil, name: count == 2 ? try message.text(1) : nil))
      case .recall: return .edit(.recall(snapshot: Int(try message.id(0))))
      case .forget: return .edit(.forget(snapshot: Int(try message.id(0))))
      case .teach:
        return .teach(
          place: count > 0 ? Int(try message.id(0)) : nil, name: count == 2 ? try message.text(1) : nil)
      case .forgetShape: return .edit(PatchEdit.forgetShape(place: Int(try message.id(0))))
      case .setList: return .setList(count == 1 ? try message.text(0) : nil)
      case .setLists: return .setLists
      }
    }
    throw .unknownAddress
  }

  private static func edit(_ edit: PatchEdit) -> PatchCommand { .document(.edit(edit)) }
}
