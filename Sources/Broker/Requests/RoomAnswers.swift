// Requests of a window about the room: accepted and present senders, counts; and changes of network.json.
// Input thread, without the broker's mutex.
import CPosix
import Controls
import Dialects
import Profiles
import RealTime
import Stores
import Tangibles
import Text

extension Switchboard {
  /// Serves a request of a window. What concerns the room is answered here, all else by the store.
  func serve<Store: EditedStore>(_ request: ReceivedRequest, of store: Store) {
    guard case .text(.library, let question) = request, let asked = Self.roomMember(question) else {
      return store.serve(request)
    }
    do throws(DocumentError) { store.owe(try answer(room: asked, of: store.folders)) } catch {
      store.owe(refusal: error.sentence(about: NetworkDocument.fileName))
    }
  }

  /// The answer to a question of a window that came over OSC.
  func answer<Store: EditedStore>(_ question: [UInt8], of store: Store) throws(DocumentError) -> [UInt8] {
    guard let asked = Self.roomMember(question) else { return try store.answer(library: question) }
    return try answer(room: asked, of: store.folders)
  }

  /// The part of the network settings to read or change, or nil if the question is about documents.
  private static func roomMember(_ question: [UInt8]) -> JSON.Member? {
    guard let json = question.withUnsafeBytes({ try? JSON($0, limit: 65_536) }),
      case .object(let members) = json.value, members.count == 1, let member = members.first,
      member.key == "room" || member.key == "allow" || member.key == "source" || member.key == "object"
        || member.key == "objects" || member.key == "instruments"
    else { return nil }
    return member
  }

  private func answer(room member: JSON.Member, of folders: DocumentFolders) throws(DocumentError) -> [UInt8]
  {
    if member.key == "object" || member.key == "objects" {
      return try saveObjects(member, factory: folders.factory).bytes
    }
    if member.key == "instruments" { return instrumentWords.bytes }
    let isChange = !(member.key == "room")
    if isChange { try change(member) }
    return room(isChanged: isChange).bytes
  }

  /// The instances of Tactus Touch in this process: the patch, the MIDI channel (0: all), whether it is a drum kit.
  private var instrumentWords: UTF8Text {
    let words = instances.compactMap { each -> UTF8Text? in
      guard let store = each.store else { return nil }
      let channel = Int(each.link.pointee.channel.load(ordering: .relaxed))
      let name = JSON.quoted(store.status().name)
      return "{\"name\": \(name), \"channel\": \(channel), \"kit\": \(store.isDrumKit ? 1 : 0)}"
    }
    return "{\"instruments\": \(JSON.list("[", Array(words.prefix(64)), "]"))}"
  }

  /// The room as JSON: at most 64 senders.
  private func room(isChanged: Bool) -> UTF8Text {
    let file = policy.folder.isEmpty ? nil : try? networkFile()
    var members: [UTF8Text] = []
    if case .object(let known)? = file?.value {
      members = known.map { "\(JSON.quoted($0.key)): \($0.value.words)" }
    }
    var room: [UTF8Text] = ["\"file\": \(JSON.list("{", members, "}"))"]
    room.append("\"ports\": \(JSON.list("[", endpoints.map { "\(Int($0.port))" }, "]"))")
    // The tables of windows have no address.
    let known = senders.keys.filter { $0.address != 0 }.prefix(64)
    room.append("\"senders\": \(JSON.list("[", known.map { sender($0) }, "]"))")
    room.append("\"refused\": \(policy.refusedWords)")
    var counts: [UTF8Text] = []
    func count(_ name: StaticString, _ value: (Counters) -> UInt64) {
      let sum = endpoints.reduce(UInt64(0)) { $0 &+ value($1.counters) }
      if sum > 0 { counts.append("[\"\(name)\", \(Int(clamping: sum))]") }
    }
    count("packets") { $0.packets }
    count("messages") { $0.messages }
    count("events") { $0.events }
    for reason in Refusal.allCases { count(reason.symbol) { $0[reason] } }
    room.append("\"counts\": \(JSON.list("[", counts, "]"))")
    if let page = ServedPage.read(folder: policy.folder) { room.append("\"page\": \(page)") }
    if !policy.error.isEmpty { room.append("\"error\": \(JSON.quoted(policy.error))") }
    let said: UTF8Text =
      isChanged ? ", \"said\": \"network.json is written. It applies from the next touch on.\"" : ""
    return "{\"room\": \(JSON.list("{", room, "}"))\(said)}"
  }

  /// A sender: its address and port, and its layout as it is now.
  private func sender(_ key: SenderKey) -> UTF8Text {
    let layout = announcement(of: key, CommandContext(dialect: .tactus)).layout
    let bits = Int(layout?.id ?? 0)
    var members: [UTF8Text] = [
      "\"from\": \(JSON.quoted(AddressRange.text(key.address)))", "\"port\": \(Int(key.socket & 0xFFFF))",
      "\"quarters\": \(bits & 3)", "\"mirrors\": \(bits >> 2 & 3)",
    ]
    if let touch = lastTouches[key] {
      members.append("\"at\": [\(touch.x), \(touch.y)], \"touched\": \(touch.count)")
    }
    if let named = policy.network.source(of: key.address, port: key.sender.port, named: []),
      !named.name.isEmpty
    {
      members.append("\"name\": \(JSON.quoted(named.name))")
    }
    return JSON.list("{", members, "}")
  }

  /// Notes where a sender is touched, for the calibration by its corners.
  func note(_ event: PerformanceEvent, of key: SenderKey) {
    guard case .touch(let report) = event, report.word != .ended, report.x.isFinite, report.y.isFinite
    else { return }
    let last = lastTouches[key]
    let isNew = report.word == .began || last?.id != report.id
    if last == nil && lastTouches.count >= SenderRegistry.limit { lastTouches.removeAll() }
    lastTouches[key] = (report.id, report.x, report.y, (last?.count ?? 0) &+ (isNew ? 1 : 0))
  }

  /// Keeps a definition of an object among the user's, or takes the cards that come with Tactus.
  private func saveObjects(_ member: JSON.Member, factory: [UInt8]) throws(DocumentError) -> UTF8Text {
    guard let folder = objectFolder else { throw DocumentError("there is no folder of objects" as UTF8Text) }
    let said: UTF8Text
    if member.key == "object" {
      var warnings: [DocumentError] = []
      let definition = try TangibleDefinition.read(member.value.words.bytes, warnings: &warnings)
      said = "\(definition.name) is saved as \(try folder.save(definition))."
    } else {
      // The bundle's folder beside that of its patches.
      let bundle = factory.lastIndex(of: UInt8(ascii: "/")).map { Array(factory[..<$0]) } ?? []
      let cards = ObjectFolder(path: bundle.isEmpty ? [] : ("\(bundle)/tangibles" as UTF8Text).bytes)
      said = "\(try folder.take(from: cards)) cards are among your objects now."
    }
    objectsAreDue = true
    return "{\"said\": \(JSON.quoted(said.bytes))}"
  }

  private func networkFile() throws(DocumentError) -> JSON {
    let text = try NetworkDocument.text(policy.folder)
    return try text.span.bytes.withUnsafeBytes { raw throws(DocumentError) in try JSON(raw) }
  }

  /// Writes a change into network.json; what it does not concern stays as it is.
  private func change(_ member: JSON.Member) throws(DocumentError) {
    guard case .object(var members) = try networkFile().value else {
      throw DocumentError("must be an object" as UTF8Text)
    }
    if member.key == "allow" {
      members.removeAll { $0.key == "allow" }
      if member.value.value != .null { members.append(member) }
    } else {
      guard case .object(let source) = member.value.value,
        let from = source.first(where: { $0.key == "from" })
      else { throw DocumentError("a source has \"from\"" as UTF8Text) }
      var sources: [JSON] = []
      if case .array(let known)? = members.first(where: { $0.key == "sources" })?.value.value {
        sources = known
      }
      // The first that fits a sender counts.
      let place = sources.firstIndex { each in
        guard case .object(let members) = each.value else { return false }
        return members.contains { $0.key == "from" && $0.value == from.value }
      }
      if let place { sources[place] = member.value } else { sources.append(member.value) }
      members.removeAll { $0.key == "sources" }
      members.append(JSON.Member(key: UTF8Text("sources").bytes, value: JSON(.array(sources))))
    }
    try NetworkDocument.save(JSON(.object(members)).words.bytes + [10], policy.folder)
    policyIsDue = true
  }
}
