// `tactus-surface`, which `tactus surface` runs: the server of the page. Main thread.
import ArgumentParser
import Broker
import Console
import Foundation
import Performances
import SharedFiles
import Stores
import Surface
import WebPage

@main
struct TactusSurface: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "tactus surface", version: Version.text)

  @OptionGroup var arguments: SurfaceArguments

  func run() throws { try reportingErrors(serve) }

  private func serve() throws {
    let interrupt = Interrupt()
    let folder = string(UserFolders.configuration())
    var settings = SurfaceSettings()
    let outward = arguments.local ? nil : arguments.address ?? LocalAddress.outward()
    settings.address = outward ?? "127.0.0.1"
    let isLocal = outward == nil || outward == "127.0.0.1"
    if !arguments.local, outward == nil {
      report("this machine is in no network, so only its own browsers are served")
    }
    settings.port = Int(arguments.port)
    settings.names = isLocal ? ["localhost", "127.0.0.1"] : [settings.address] + LocalAddress.names
    if !arguments.plain, !isLocal {
      settings.certificate = try Certificate(names: settings.names, folder: folder.isEmpty ? nil : folder)
    }
    settings.bundle = try arguments.bundle.path()
    settings.token = arguments.keep ? try TokenFile(folder: folder).token : nil
    settings.allowsSaving = arguments.saving
    settings.delay = Int64((arguments.delay ?? (isLocal ? 0 : 20)) * 1_000_000)
    settings.plugin = arguments.plugin
    if arguments.files {
      settings.files = .init(
        data: string(UserFolders.data()), configuration: folder, limit: Int64(arguments.fileLimit) << 20)
    }
    let server = try SurfaceServer(settings)
    try server.start()
    // Whoever reads the address below finds the notice complete, or none.
    let notice = PageNotice(server, folder: folder)
    defer { notice?.remove() }
    show(server, settings)
    if arguments.files {
      report("your files are at \(server.filesAddress), with any user name and a password")
      if try FilePasswords(folder: folder).all.isEmpty {
        report("there is no password yet: `tactus password add NAME` makes one")
      }
    }
    let announcer = Announcer()
    if !isLocal {
      // The page says who may join; the token is not announced.
      let name = cut("Tactus on \(ProcessInfo.processInfo.hostName)", bytes: 63)
      announcer.announce(
        ServiceAnnouncement(
          settings.certificate == nil ? "_http._tcp" : "_https._tcp", ports: [arguments.port], name: name))
    }
    defer { announcer.announce(ServiceAnnouncement()) }
    var last = ""
    var (turns, nextRefusals) = (0, 20)
    usleep(500_000)  // until a plugin has had time to answer
    while !interrupt.isRequested() {
      usleep(100_000)
      // At most once a minute, so that a flood does not scroll the code away.
      turns += 1
      if turns >= nextRefusals {
        let refusals = try server.newRefusals()
        for each in refusals { report(each) }
        nextRefusals = turns + (refusals.isEmpty ? 10 : 600)
      }
      let status = try server.status()
      if status != last { report(status) }
      last = status
    }
    try server.stop()
  }

  private func show(_ server: SurfaceServer, _ settings: SurfaceSettings) {
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { ProcessInfo.processInfo.environment[$0] }
      .first { !$0.isEmpty } ?? ""
    if isatty(1) != 0, locale.uppercased().contains("UTF"), let code = QRCode(server.joinAddress) {
      // Of our own making; `printLine` would show its colors as words.
      printText(code.terminalText)
    }
    printLine(server.joinAddress)
    let scheme = settings.certificate == nil ? "http" : "https"
    report(
      "this code is also at \(scheme)://\(settings.names[0]):\(settings.port)/qr, for this machine alone")
    if let certificate = settings.certificate {
      report("the browser asks once about the certificate; its SHA-256 is \(certificate.fingerprint)")
    } else if settings.address != "127.0.0.1" {
      report("over http others in this network can read what is sent: among strangers leave out --plain")
    }
  }
}

/// The file by which the plugins of this machine know the page, so that *Settings* shows it.
private struct PageNotice {
  private let path: String
  private let text: Data
  /// - Returns: nil if there is no room for it; the page is served all the same.
  init?(_ server: SurfaceServer, folder: String) {
    if folder.isEmpty { return nil }
    path = "\(folder)/\(String(decoding: ServedPage.fileName, as: UTF8.self))"
    text = Data(
      ServedPage.text(
        address: Array(server.joinAddress.utf8), code: server.codeRows.map { Array($0.utf8) },
        process: getpid()))
    let files = FileManager.default
    try? files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? files.removeItem(atPath: path)
    // It holds the token, so it is its user's alone from its first moment.
    guard files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let file = FileHandle(forWritingAtPath: path), (try? file.write(contentsOf: text)) != nil
    else {
      report("\(path) cannot be written, so the plugin does not show the address")
      try? files.removeItem(atPath: path)
      return nil
    }
  }

  /// Removes it, unless another server has written its own.
  func remove() {
    let files = FileManager.default
    if files.contents(atPath: path) == text { try? files.removeItem(atPath: path) }
  }
}
