// Answers WebDAV (RFC 4918, classes 1 and 2). The files thread.
import Console
import Foundation

/// The served folders with their locks.
package final class FileServer: @unchecked Sendable {  // the files thread alone calls it
  static let methods =
    "OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, MKCOL, COPY, MOVE, LOCK, UNLOCK"

  private let folder: SharedFolder
  private var locks = FileLocks()

  /// - Parameters:
  ///   - path: The folder that contains those of patches, scenes and so on.
  ///   - limit: The most bytes of a file.
  /// - Returns: nil if the folder can't be opened.
  package init?(_ path: String, limit: Int64) {
    guard let folder = SharedFolder(path, limit: limit) else { return nil }
    self.folder = folder
  }

  /// Answers a request with its whole body, which is at most `FileLimits.body`.
  package func answer(_ request: FileRequest, _ body: [UInt8]) -> FileAnswer {
    do throws(FileFault) { return try handle(request, body) } catch { return FileAnswer(error) }
  }

  private func handle(_ request: FileRequest, _ body: [UInt8]) throws(FileFault) -> FileAnswer {
    locks.expire(at: request.time)
    switch request.method {
    case "OPTIONS":
      return FileAnswer(200, headers: [("dav", "1, 2"), ("allow", Self.methods), ("ms-author-via", "DAV")])
    case "GET", "HEAD": return try read(request)
    case "PROPFIND": return try find(request, body)
    case "PROPPATCH": return try patch(request, body)
    case "LOCK": return try lock(request, body)
    case "UNLOCK": return try unlock(request)
    case "MKCOL":
      if !body.isEmpty { throw .unknownBody }
      if folder.entry(request.path) != nil { throw .exists }
      try check(request, request.path, isNew: true)
      try folder.makeFolder(request.path)
      return FileAnswer(201)
    case "DELETE":
      guard folder.entry(request.path) != nil else { throw .notFound }
      try check(request, request.path, isDeep: true, isNew: true)
      try folder.delete(request.path)
      locks.removeAll(beneath: request.path)
      return FileAnswer(204)
    case "COPY", "MOVE": return try transfer(request, isMove: request.method == "MOVE")
    default: throw .badMethod
    }
  }

  private func tag(_ path: SharedPath) -> String? { folder.entry(path)?.tag }

  /// Checks the conditions of a request, and that no lock forbids to change a path.
  private func check(
    _ request: FileRequest, _ path: SharedPath, isDeep: Bool = false, isNew: Bool = false
  ) throws(FileFault) {
    let conditions = try request.conditions()
    try request.checkTags(tag(request.path))
    guard conditions.hold(of: request.path, locks: locks, tag: tag) else { throw .condition }
    guard
      locks.allow(path, isDeep: isDeep, isNew: isNew, tokens: conditions.tokens, user: request.user)
    else { throw .locked }
  }

  // MARK: Content

  private func read(_ request: FileRequest) throws(FileFault) -> FileAnswer {
    guard let entry = folder.entry(request.path) else { throw .notFound }
    if entry.isFolder {
      return FileAnswer(
        200, headers: [("content-type", "text/plain; charset=utf-8")],
        body: Array("This is a WebDAV folder. Open its address in a file manager.\n".utf8))
    }
    guard try request.conditions().hold(of: request.path, locks: locks, tag: tag) else { throw .condition }
    try request.checkTags(entry.tag)
    let (file, opened) = try folder.open(request.path)
    let headers = [
      // Never shown by a browser, in which it could run scripts of this address.
      ("content-type", "application/octet-stream"), ("content-disposition", "attachment"),
      ("etag", opened.tag), ("last-modified", HTTPDate.text(opened.modified)), ("accept-ranges", "bytes"),
      ("cache-control", "no-cache"),
    ]
    if request.hasCurrent(opened) { return FileAnswer(304, headers: headers) }
    var answer = FileAnswer(200, headers: headers)
    if let range = try request.range(of: opened) {
      answer.status = 206
      answer.headers.append(
        ("content-range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(opened.size)"))
      answer.file = (file: file, range: range)
    } else {
      answer.file = (file: file, range: 0..<opened.size)
    }
    return answer
  }

  /// Begins an upload.
  func begin(_ request: FileRequest) throws(FileFault) -> FileUpload {
    locks.expire(at: request.time)
    if request.length ?? 0 > folder.limit { throw .tooLarge }
    if request["content-range"] != nil { throw .badHeader }
    try checkUpload(request)
    return try folder.create(request.path)
  }

  func finish(_ upload: FileUpload, _ request: FileRequest) throws(FileFault) -> FileAnswer {
    // What was allowed at the beginning may be locked now.
    let isNew = try checkUpload(request)
    let entry = try upload.finish()
    return FileAnswer(isNew ? 201 : 204, headers: [("etag", entry.tag)])
  }

  /// - Returns: Whether the file is new.
  @discardableResult
  private func checkUpload(_ request: FileRequest) throws(FileFault) -> Bool {
    let entry = folder.entry(request.path)
    if entry?.isFolder == true { throw .exists }
    try check(request, request.path, isNew: entry == nil)
    return entry == nil
  }

  private func transfer(_ request: FileRequest, isMove: Bool) throws(FileFault) -> FileAnswer {
    let (source, target) = (request.path, try request.destination())
    guard let entry = folder.entry(source) else { throw .notFound }
    let depth = try request.depth(.infinity)
    // A folder is moved with all that is in it.
    guard depth == .infinity || depth == .zero && !(isMove && entry.isFolder) else { throw .badHeader }
    guard !source.contains(target), !target.contains(source) else { throw .notAllowed }
    let isNew = folder.entry(target) == nil
    if !isNew, try !request.replaces() { throw .condition }
    if isMove { try check(request, source, isDeep: true, isNew: true) }
    try check(request, target, isDeep: true, isNew: isNew)
    if isMove {
      try folder.move(source, to: target)
      locks.removeAll(beneath: source)
    } else {
      try folder.copy(source, to: target, isDeep: depth == .infinity)
    }
    return FileAnswer(isNew ? 201 : 204)
  }

  // MARK: Properties

  private func find(_ request: FileRequest, _ body: [UInt8]) throws(FileFault) -> FileAnswer {
    let depth = try request.depth(.infinity)
    let wanted = try WantedProperties(body)
    guard let entry = folder.entry(request.path) else { throw .notFound }
    if depth == .infinity { throw .infiniteDepth }
    var entries = [(path: request.path, entry: entry)]
    if depth == .one, entry.isFolder { entries += try folder.list(request.path) }
    var xml = "<D:multistatus xmlns:D=\"DAV:\">"
    for each in entries {
      xml += "\n<D:response><D:href>\(each.path.href(isFolder: each.entry.isFolder))</D:href>"
      xml += wanted.answer { value(of: $0, each.path, each.entry) } + "</D:response>"
      guard xml.utf8.count <= FileLimits.answer else { throw .tooMany }
    }
    return FileAnswer(207, xml: xml + "\n</D:multistatus>")
  }

  /// The value of a property as XML; nil: it has none.
  private func value(of property: FileProperty, _ path: SharedPath, _ entry: SharedEntry) -> String? {
    switch property {
    case .resourcetype: return entry.isFolder ? "<D:collection/>" : ""
    case .displayname: return XMLNode.escaped(String(decoding: path.name, as: UTF8.self))
    case .getcontentlength: return entry.isFolder ? nil : String(entry.size)
    case .getlastmodified: return HTTPDate.text(entry.modified)
    case .getetag: return entry.isFolder ? nil : XMLNode.escaped(entry.tag)
    case .supportedlock:
      return ["exclusive", "shared"].map {
        "<D:lockentry><D:lockscope><D:\($0)/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>"
      }.joined()
    case .lockdiscovery: return locks.covering(path).map(Self.xml).joined()
    case .quotaAvailable: return entry.isFolder ? folder.space(path).map { String($0.free) } : nil
    case .quotaUsed: return entry.isFolder ? folder.space(path).map { String($0.used) } : nil
    }
  }

  /// Refuses to set properties: none is kept.
  private func patch(_ request: FileRequest, _ body: [UInt8]) throws(FileFault) -> FileAnswer {
    guard let entry = folder.entry(request.path) else { throw .notFound }
    try check(request, request.path)
    guard let root = XMLNode.read(body), root.isDAV("propertyupdate") else { throw .badBody }
    let names = root.children.filter { $0.isDAV("set") || $0.isDAV("remove") }
      .flatMap { $0.child("prop")?.children ?? [] }.map(WantedProperties.empty)
    return FileAnswer(
      207,
      xml: "<D:multistatus xmlns:D=\"DAV:\">\n<D:response>"
        + "<D:href>\(request.path.href(isFolder: entry.isFolder))</D:href>"
        + "<D:propstat><D:prop>\(names.joined())"
        + "</D:prop><D:status>HTTP/1.1 403 Forbidden</D:status></D:propstat></D:response>\n</D:multistatus>")
  }

  // MARK: Locks

  private static func xml(of lock: FileLock) -> String {
    let text = XMLNode.escaped(lock.owner.text)
    let owner = lock.owner.isAddress ? "<D:href>\(text)</D:href>" : text
    return "<D:activelock><D:locktype><D:write/></D:locktype>"
      + "<D:lockscope><D:\(lock.isShared ? "shared" : "exclusive")/></D:lockscope>"
      + "<D:depth>\(lock.isDeep ? "infinity" : "0")</D:depth><D:owner>\(owner)</D:owner>"
      + "<D:timeout>Second-\(lock.timeout)</D:timeout>"
      + "<D:locktoken><D:href>\(lock.token)</D:href></D:locktoken>"
      + "<D:lockroot><D:href>\(lock.path.href(isFolder: false))</D:href></D:lockroot></D:activelock>"
  }

  private func answer(_ status: Int, _ lock: FileLock, headers: [(String, String)] = []) -> FileAnswer {
    FileAnswer(
      status,
      xml: "<D:prop xmlns:D=\"DAV:\"><D:lockdiscovery>\(Self.xml(of: lock))</D:lockdiscovery></D:prop>",
      headers: headers)
  }

  private func lock(_ request: FileRequest, _ body: [UInt8]) throws(FileFault) -> FileAnswer {
    let conditions = try request.conditions()
    guard conditions.hold(of: request.path, locks: locks, tag: tag) else { throw .condition }
    if body.isEmpty {
      let lock = locks.refresh(
        request.path, tokens: conditions.tokens, user: request.user, timeout: request.timeout,
        at: request.time)
      guard let lock else { throw .condition }
      return answer(200, lock)
    }
    guard let root = XMLNode.read(body), root.isDAV("lockinfo"),
      root.child("locktype")?.child("write") != nil,
      let scope = root.child("lockscope")?.children.first, scope.isDAV("exclusive") || scope.isDAV("shared")
    else { throw .badBody }
    let depth = try request.depth(.infinity)
    guard depth != .one else { throw .badHeader }
    try folder.checkIsOwn(request.path)
    let address = root.child("owner")?.child("href")?.text
    let text = cut(address ?? root.child("owner")?.text ?? "", bytes: FileLimits.owner)
    let lock = FileLock(
      token: "urn:uuid:\(UUID().uuidString.lowercased())", path: request.path, isDeep: depth == .infinity,
      isShared: scope.isDAV("shared"), user: request.user,
      owner: LockOwner(text: String(decoding: text, as: UTF8.self), isAddress: address != nil),
      timeout: request.timeout,
      end: request.time + Int64(request.timeout) * 1_000_000_000)
    let isNew = folder.entry(request.path) == nil
    if isNew {
      guard
        locks.allow(request.path.parent, tokens: conditions.tokens, user: request.user)
      else { throw .locked }
    }
    try locks.add(lock)
    if isNew {
      // A lock of a free name reserves it by an empty file.
      do throws(FileFault) { _ = try folder.create(request.path).finish() } catch {
        _ = locks.remove(lock.token, on: lock.path, user: lock.user)
        throw error
      }
    }
    return answer(isNew ? 201 : 200, lock, headers: [("lock-token", "<\(lock.token)>")])
  }

  private func unlock(_ request: FileRequest) throws(FileFault) -> FileAnswer {
    guard let text = request["lock-token"], text.hasPrefix("<"), text.hasSuffix(">") else {
      throw .badHeader
    }
    guard locks.remove(String(text.dropFirst().dropLast()), on: request.path, user: request.user) else {
      throw .badLockToken
    }
    return FileAnswer(204)
  }
}

/// The body of a PUT. The files thread.
package final class UploadSlot: @unchecked Sendable {  // the files thread alone calls it
  private let server: FileServer
  private let request: FileRequest
  private var upload: FileUpload?
  private var fault: FileFault?

  package init(_ server: FileServer, _ request: FileRequest) {
    (self.server, self.request) = (server, request)
  }

  /// Each step returns why the request is refused; nil: it is not yet.
  package func begin() -> FileFault? {
    attempt { () throws(FileFault) in upload = try server.begin(request) }
  }

  package func append(_ bytes: [UInt8]) -> FileFault? {
    attempt { () throws(FileFault) in try upload?.append(bytes) }
  }

  package func finish() -> FileAnswer {
    defer { upload = nil }
    if let fault { return FileAnswer(fault) }
    guard let upload else { return FileAnswer(.failed) }
    do throws(FileFault) { return try server.finish(upload, request) } catch { return FileAnswer(error) }
  }

  /// Deletes what was written.
  package func cancel() { upload = nil }

  private func attempt(_ step: () throws(FileFault) -> Void) -> FileFault? {
    if fault != nil { return nil }
    do throws(FileFault) { try step() } catch {
      (fault, upload) = (error, nil)
      return error
    }
    return nil
  }
}
