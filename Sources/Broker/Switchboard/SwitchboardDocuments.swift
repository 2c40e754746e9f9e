// The common requests of patches and grids: commands to stores, and answers to senders. Input thread, without
// the broker's mutex.
import Dialects
import Patches
import RealTime
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
        case .save(let name, _):
          guard caller.origin == .thisMachine || store.folders.settings().networkSave else {
            caller.refuse(
              UTF8Text(kind.word), .notThisMachine,
              "\(kind.folder) are saved from this machine only, unless bank.json allows \"network_save\"")
            continue
          }
          try change(store, by: command)
          listings.hasChanged(name, in: store.folders.user)
        case .compare:
          try change(store, by: command)
          caller.answer("\(kind.word)/compare", [store.status().side])
        case .replace, .edit, .editText, .load, .next, .previous, .list: try change(store, by: command)
        }
        answerChange(of: store, to: caller)
      } catch {
        caller.refuse(UTF8Text(kind.word), kind.refusal, UTF8Text(bytes: error.sentence()))
      }
    }
  }

  /// Makes the change of a command; a question changes nothing.
  private func change<Store: EditedStore>(
    _ store: Store, by command: DocumentCommand<Store.Edit>
  ) throws(DocumentError) {
    switch command {
    case .replace(let text): try store.replace(text)
    case .edit(let edit): try store.apply(edit, ifStill: nil)
    case .editText(let text, let head): try store.apply(edit: text, by: head)
    case .load(let name): try store.load(name: name)
    case .save(let name, let title): try store.save(name: name, title: title)
    case .next: try store.next()
    case .previous: try store.previous()
    case .compare: try store.step(.compare)
    case .get, .list, .library, .question: break
    }
  }

  /// Handles a command of a window, which is answered through its host.
  func handle<Store: EditedStore>(_ command: DocumentCommand<Store.Edit>, of store: Store) {
    switch command {
    case .get: store.serve(.text(.get, []))
    case .library(let first): store.owe(store.entries(from: Int(first), isHost: true))
    case .question(let question): serve(.text(.library, question), of: store)
    default:
      do throws(DocumentError) { try change(store, by: command) } catch {}  // the store has reported it
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
