// What is asked of patches and grids alike: commands to stores, and answers to senders. Input thread, without
// the broker's mutex.
import Dialects
import Patches
import Stores
import Text

extension Switchboard {
  /// Handles a command about documents of one kind.
  /// - Parameter stores: The stores of the surface's instances that accept the sender.
  func handle<Store: EditedStore>(
    _ command: DocumentCommand<Store.Edit>, of stores: [Store], from caller: Caller
  ) {
    guard let kind = stores.first?.folders.kind else { return }
    // All stores have the same folders, so the first one lists them.
    if case .list = command { return list(stores[0].folders, to: caller) }
    if case .save = command, stores.count > 1 {
      return caller.refuse(
        UTF8Text(kind.word), kind.refusal,
        "several instances hear this: address one by /tactus/surface/N/\(kind.word)/save")
    }
    for store in stores {
      do throws(DocumentError) {
        switch command {
        case .get:
          caller.answer("\(kind.word)", [store.text()])
          continue
        case .library(let first):
          caller.answer("\(kind.word)/library", [store.entries(from: Int(first))])
          continue
        case .question(let text):
          guard caller.origin == .thisMachine else {
            return caller.refuse(
              UTF8Text(kind.word), .notThisMachine, "the library is changed from this machine only")
          }
          // Instances of one place have one disk, so one answer is enough.
          return caller.answer("\(kind.word)/library", [try answer(text, of: store)])
        case .save(let name, let title):
          guard caller.origin == .thisMachine || store.folders.settings().networkSave else {
            caller.refuse(
              UTF8Text(kind.word), .notThisMachine,
              "\(kind.folder) are saved from this machine only, unless bank.json allows \"network_save\"")
            continue
          }
          try store.save(name: name, title: title)
          listings.hasChanged(name, in: store.folders.user)
        case .replace(let text): try store.replace(text)
        case .edit(let edit): try store.apply(edit, ifStill: nil)
        case .editText(let text): try store.apply(edit: text, ifStill: nil)
        case .load(let name): try store.load(name: name)
        case .next: try store.next()
        case .previous: try store.previous()
        case .compare:
          try store.step(.compare)
          caller.answer("\(kind.word)/compare", [store.status().side])
        case .list: break
        }
        answerChange(of: store, to: caller)
      } catch {
        caller.refuse(UTF8Text(kind.word), kind.refusal, UTF8Text(bytes: error.sentence()))
      }
    }
  }

  func answerChange<Store: EditedStore>(of store: Store, to caller: Caller) {
    let status = store.status()
    caller.answer("\(store.folders.kind.word)/changed", [status.name], status.revision)
  }
}

extension DocumentKind {
  /// The reason that is counted for what a document refuses.
  var refusal: Refusal {
    switch self {
    case .patch: .patchRefused
    case .grid: .gridRefused
    }
  }
}
