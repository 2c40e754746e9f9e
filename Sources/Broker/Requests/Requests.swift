// Requests that need a document, a file or a long answer. They wait until the touches of a turn are done.
// Input thread, without the broker's mutex: it must not use instances and their links.
import Dialects
import Patches
import Profiles
import RealTime
import Stores
import Text

/// A request of a sender.
struct Request {
  enum Kind {
    case stats(InstanceCounts)
    case patch(PatchCommand, [PatchStore])
    case grid(GridCommand, [GridStore])
  }

  /// The greatest number of waiting requests, of one sender and of all.
  static let limitOfSender = 256
  static let limit = 1024

  let kind: Kind
  let caller: Caller
}

/// Requests of instances and folders.
enum DeferredTask {
  case patch(PatchStore, ReceivedRequest)
  case grid(GridStore, ReceivedRequest)
  /// The audio thread had no room for base values.
  case post(PatchStore)
  /// A window's request about its document.
  case patchCommand(PatchStore, DocumentCommand<PatchEdit>)
  case gridCommand(GridStore, GridCommand)
  /// A file of a store's folder has changed; nil: any may have.
  case patchFile(PatchStore, [UInt8]?)
  case gridFile(GridStore, [UInt8]?)
  /// A file of a store's folder of samples has changed.
  case sounds(PatchStore)
  /// Macros learn the source of a command. Then the command is handled, and moves them.
  case learn([PatchStore], MacroSource, DelayedCommand)

  /// Further tasks stay where they are.
  static let limit = 256
}

/// A command that is handled in the next turn.
struct DelayedCommand {
  let command: Command
  let context: CommandContext
  var caller: Caller
  let time: Int64
}

/// The lists of patches and grids, and the callers that wait until a list is current.
struct Listings {
  static let limit = 64

  /// One for each pair of folders.
  private(set) var libraries: [DocumentLibrary] = []
  var waiting: [(library: DocumentLibrary, caller: Caller)] = []

  mutating func library(of folders: DocumentFolders) -> DocumentLibrary {
    if let known = libraries.first(where: {
      $0.folders.kind == folders.kind && $0.folders.user == folders.user
        && $0.folders.factory == folders.factory
    }) {
      return known
    }
    libraries.append(DocumentLibrary(folders: folders))
    return libraries[libraries.count - 1]
  }

  /// A file has changed in a folder.
  /// - Parameter name: the document; nil: any file; `.some(nil)`: a file that is no document.
  func hasChanged(_ name: [UInt8]??, in folder: [UInt8]) {
    for each in libraries where each.folders.user == folder || each.folders.factory == folder {
      if case .some(nil) = name { each.namesHaveChanged() } else { each.hasChanged(name ?? nil) }
    }
  }
}

extension Switchboard {
  /// Adds a request to those of its sender. Refuses it if too many wait.
  func add(_ kind: Request.Kind, from caller: Caller) {
    if !requests.append(Request(kind: kind, caller: caller), of: caller.key) {
      caller.endpoint.counters[.tooManyRequests] += 1
    }
  }

  /// Adds a request of the documents of instances, or refuses it where no instance has one.
  /// - Parameter surface: the number of the surface; 0: any.
  func add<Store: EditedStore>(
    _ stores: [Store], of kind: DocumentKind, _ surface: UInt8, from caller: Caller, _ request: Request.Kind
  ) {
    if !stores.isEmpty { return add(request, from: caller) }
    let place: UTF8Text = surface == 0 ? "" : " of surface \(Int(surface))"
    caller.refuse(UTF8Text(kind.word), "no instance\(place) with a \(kind.word) receives this")
  }

  /// Whether a request for an answer alone is refused, because its address has had too many answers.
  func refuses(_ caller: Caller) -> Bool {
    if caller.mayBeAnswered { return false }
    caller.endpoint.counters[.tooManyRequests] += 1
    return true
  }

  /// Does one thing of all that waits: reads a file, serves a request. The owner calls it outside of the
  /// mutex.
  /// - Returns: Whether there was something to do.
  func work() -> Bool {
    if profilesAreDue {
      readProfiles()
      return true
    }
    if objectsAreDue {
      objectsAreDue = false
      readingOfObjects = objectFolder?.read { monitor?.refused($0, $1) }
      return true
    }
    if policyIsDue {
      policyIsDue = false
      policyHasChanged = true
      readPolicy()
      return true
    }
    if !deferredTasks.isEmpty {
      serve(deferredTasks.removeFirst())
      return true
    }
    // Takes one of each, because any local user can fill the first queue.
    let question = verification.waiting.pop()
    if let question { delayed.append(proven(question)) }
    let request = requests.pop()
    if let request { serve(request) }
    let lists = workOnLists()
    return question != nil || request != nil || lists
  }

  private func serve(_ task: DeferredTask) {
    switch task {
    case .patch(let store, let request): serve(request, of: store)
    case .grid(let store, let request): serve(request, of: store)
    case .post(let store): store.postOwed()
    case .patchCommand(let store, let command): handle(command, of: store)
    case .gridCommand(let store, let command): handle(command, of: store)
    case .patchFile(let store, let name): store.fileChanged(name)
    case .gridFile(let store, let name): store.fileChanged(name)
    case .sounds(let store): store.soundsChanged()
    case .learn(let stores, let source, let command):
      for store in stores { store.learn(source) }
      delayed.append(command)
    }
  }

  private func serve(_ request: Request) {
    let caller = request.caller
    switch request.kind {
    case .stats(let counts):
      caller.answer(Stats.message(caller.endpoint.counters, counts, senders: senders.count))
      for message in policy.messages { caller.answer(message) }
    case .patch(let command, let stores): handle(command, stores: stores, from: caller)
    case .grid(let command, let stores): handle(command, of: stores, from: caller)
    }
  }

  /// Reads one document for the list that is asked for, and answers when the list is complete.
  /// - Returns: Whether a list is asked for.
  private func workOnLists() -> Bool {
    guard let (library, caller) = listings.waiting.first else { return false }
    if library.update() { return true }
    listings.waiting.removeFirst()
    list(library, to: caller)
    return true
  }

  /// Answers with as many names as one packet holds, and with one error for each of the first 16 broken
  /// files.
  private func list(_ library: DocumentLibrary, to caller: Caller) {
    let kind = library.folders.kind.word
    answer("\(kind)/list", library.names, to: caller)
    for sentence in library.broken.prefix(16) { caller.refuse(UTF8Text(kind), UTF8Text(bytes: sentence)) }
  }

  /// Lets a caller wait for the list of a folder.
  func list(_ folders: DocumentFolders, to caller: Caller) {
    let library = currentLibrary(of: folders)
    guard listings.waiting.count < Listings.limit else {
      return caller.refuse(UTF8Text(folders.kind.word), .tooManyRequests, "too many others wait for the list")
    }
    listings.waiting.append((library, caller))
  }

  /// The lists of a store's folders. While no watch tells of changes, they are made again each second.
  func currentLibrary(of folders: DocumentFolders) -> DocumentLibrary {
    let library = listings.library(of: folders)
    let isWatched = folders.user.isEmpty || watch.isWatching(folders.user)
    if !isWatched, answers.now >= unwatchedListsDue {
      unwatchedListsDue = answers.now + 1_000_000_000
      library.hasChanged()
    }
    return library
  }

  /// Answers with as many names as one packet holds.
  func answer(_ word: UTF8Text, _ names: [[UInt8]], to caller: Caller) {
    var bytesLeft = 65_507 - 64
    let fitting = names.prefix { name in
      bytesLeft -= name.count + 5  // its tag, its NUL and padding
      return bytesLeft >= 0
    }
    caller.answer(word, Array(fitting))
  }
}
