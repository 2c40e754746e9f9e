// Requests for files: their passwords, their bodies, and the thread on which files are read and written. The
// server's event loop.
import Console
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import SharedFiles

/// The state that all requests for files share.
final class FileService {
  /// The most uploads at once.
  private static let uploadLimit = 16
  /// The bytes of answers in memory that clients have not taken. Beyond it, further answers are dropped.
  private static let unsentLimit = 24 << 20

  let server: FileServer
  /// One thread, so that requests are handled one after another, and uploads in the order of their pieces.
  let pool = NIOThreadPool(numberOfThreads: 1)
  private var passwords: FilePasswords
  private var counts: [FileFault: Int] = [:]
  private var uploads = 0
  private var unsent = 0

  init(_ settings: SurfaceSettings.Files) throws {
    passwords = try FilePasswords(folder: settings.configuration)
    guard let server = FileServer(settings.data, limit: settings.limit) else {
      throw CommandError("the folder of your files can't be opened: \(settings.data)")
    }
    self.server = server
    pool.start()
    // Touches of other processes come first.
    pool.submit { _ in _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) }
  }

  /// What was refused, as members of JSON.
  var countRows: [String] { FileFault.allCases.map { "\"files_\($0.rawValue)\": \(counts[$0] ?? 0)" } }

  /// Returns the name of the password that a request shows.
  func user(of head: HTTPRequestHead) throws(Pairing.Fault) -> String {
    let fields = head.headers["authorization"]
    if fields.isEmpty { throw .noPassword }
    passwords.refresh()
    let words = fields[0].split(separator: " ")
    guard fields.count == 1, words.count == 2, words[0].lowercased() == "basic",
      let data = Data(base64Encoded: String(words[1])), let text = String(bytes: data, encoding: .utf8),
      let colon = text.firstIndex(of: ":"),
      let name = passwords.name(of: String(text[text.index(after: colon)...]))
    else { throw .wrongPassword }
    return name
  }

  /// Admits a request.
  fileprivate func begin(_ request: FileRequest) throws(FileFault) {
    guard request.isUpload else { return }
    if uploads >= Self.uploadLimit { throw .busy }
    uploads += 1
  }

  fileprivate func end(_ request: FileRequest) { if request.isUpload { uploads -= 1 } }

  /// Counts a refusal, and the bytes of an answer until they are sent.
  /// - Returns: The answer, or a refusal if there are too many such bytes.
  func add(_ answer: FileAnswer) -> FileAnswer {
    let answer = unsent + answer.body.count > Self.unsentLimit ? FileAnswer(.busy) : answer
    if let fault = answer.fault { counts[fault, default: 0] += 1 }
    unsent += answer.body.count
    return answer
  }

  func hasSent(_ bytes: Int) { unsent -= bytes }
}

/// One request for files, from its head to its answer.
final class FileExchange {
  private let service: FileService
  private let request: FileRequest
  private let bound: RequestBound
  private let loop: any EventLoop
  private let slot: UploadSlot?
  private let isAdmitted: Bool
  private var body: [UInt8] = []
  /// The steps that the files thread has not done.
  private var steps = 0
  /// Called once.
  private var reply: ((FileAnswer) -> Void)?

  /// - Parameters:
  ///   - accept: Called if the client may send the body of an upload.
  ///   - reply: Called once with the answer, also before the body has ended.
  init(
    _ service: FileService, _ request: FileRequest, _ bound: RequestBound, _ loop: any EventLoop,
    accept: @escaping () -> Void, reply: @escaping (FileAnswer) -> Void
  ) {
    (self.service, self.request, self.bound, self.loop) = (service, request, bound, loop)
    self.reply = reply
    var fault: FileFault?
    do throws(FileFault) { try service.begin(request) } catch { fault = error }
    isAdmitted = fault == nil
    slot = request.isUpload && isAdmitted ? UploadSlot(service.server, request) : nil
    if let fault {
      answer(FileAnswer(fault))
      return
    }
    bound.beginsBody()
    if let slot { run({ slot.begin() }) { [weak self] in if self?.take($0) == true { accept() } } }
  }

  deinit {
    if isAdmitted { service.end(request) }
    if let slot { service.pool.submit { _ in slot.cancel() } }
  }

  /// Takes a piece of the body.
  func receive(_ buffer: ByteBuffer) {
    if reply == nil { return }
    let bytes = [UInt8](buffer.readableBytesView)
    if let slot { return run({ slot.append(bytes) }) { [weak self] in _ = self?.take($0) } }
    guard body.count + bytes.count <= FileLimits.body else { return answer(FileAnswer(.tooLarge)) }
    body += bytes
  }

  /// The body is complete.
  func end() {
    if reply == nil { return }
    if let slot { return run({ slot.finish() }) { self.answer($0) } }
    let (server, request, body) = (service.server, request, body)
    run({ server.answer(request, body) }) { self.answer($0) }
  }

  /// Whether the request goes on.
  private func take(_ fault: FileFault?) -> Bool {
    if let fault { answer(FileAnswer(fault)) }
    return fault == nil
  }

  private func answer(_ answer: FileAnswer) {
    guard let reply else { return }
    self.reply = nil
    reply(service.add(answer))
  }

  /// Does something on the files thread. Meanwhile, nothing more is read of the connection.
  private func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, _ then: @escaping (Result) -> Void
  ) {
    steps += 1
    bound.isPaused = true
    let here = NIOLoopBound((self, then), eventLoop: loop)
    service.pool.runIfActive(eventLoop: loop, work).whenSuccess {
      let (exchange, then) = here.value
      exchange.steps -= 1
      if exchange.steps == 0 { exchange.bound.isPaused = false }
      then($0)
    }
  }
}
