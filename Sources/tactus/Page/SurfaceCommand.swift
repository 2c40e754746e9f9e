// `tactus surface`: serves the page that plays the instrument in any browser. Main thread.
import ArgumentParser
import Broker
import Console
import Foundation
import Stores
import Surface

struct SurfaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "surface",
    abstract: "Lets any browser play: a tablet, a telephone, another computer.",
    discussion: """
      Prints an address, and a code to scan. The browser that opens it may play, see, find and edit; nothing \
      is installed on it. The page comes over https with a certificate of its own, of which the browser asks \
      once; with --plain over http, which everybody in the network can read, and without sensors. The plugin \
      is found by itself, and again after its host has started again. Ends with Ctrl-C.
      """)

  @Flag(help: "For browsers of this machine alone, over http.")
  var local = false
  @Option(help: "The port of the page.")
  var port: UInt16 = 8808
  @Flag(help: "Over http. Sensors, a screen that stays awake and finer fingers need https.")
  var plain = false
  @Option(help: "The address of this machine to be opened; otherwise that of the way out of it.")
  var address: String?
  @Option(help: "The plugin's port, as *OSC port in use* shows it; otherwise it is looked for.")
  var plugin: UInt16?
  @Option(
    help:
      "Milliseconds by which touches are delayed, to keep their rhythm; otherwise 0 with --local, else 20."
  )
  var delay: Double?
  @Flag(help: "Keep the address for the next time, in a file for you alone.")
  var keep = false
  @Flag(inversion: .prefixedNo, help: "Let browsers save patches and grids among yours.")
  var saving = true
  @OptionGroup var bundle: BundleOption

  func validate() throws {
    guard port > 0 else { throw ValidationError("--port is 1 to 65535") }
    if let delay, !(0...200 ~= delay) { throw ValidationError("--delay is 0 to 200 milliseconds") }
    if local, address != nil { throw ValidationError("--local and --address exclude each other") }
  }

  func run() throws {
    let interrupt = Interrupt()
    let folder = string(UserFolders.configuration())
    var settings = SurfaceSettings()
    let outward = local ? nil : address ?? OwnAddress.outward()
    settings.address = outward ?? "127.0.0.1"
    let isLocal = outward == nil || outward == "127.0.0.1"
    if !local, outward == nil { report("this machine is in no network, so only its own browsers are served") }
    settings.port = Int(port)
    settings.names = isLocal ? ["localhost", "127.0.0.1"] : [settings.address] + OwnAddress.names
    if !plain, !isLocal {
      settings.certificate = try Certificate(names: settings.names, folder: folder.isEmpty ? nil : folder)
    }
    settings.bundle = try bundle.path()
    settings.token = keep ? try KeptToken(folder: folder).token : nil
    settings.allowsSaving = saving
    settings.delay = Int64((delay ?? (isLocal ? 0 : 20)) * 1_000_000)
    settings.plugin = plugin
    let server = try SurfaceServer(settings)
    try server.start()
    show(server, settings)
    let notice = PageNotice(server, folder: folder)
    defer { notice?.remove() }
    let announcer = Announcer()
    if !isLocal {
      // The page says who may join; the token is not announced.
      let name = Array("Tactus on \(ProcessInfo.processInfo.hostName)".utf8.prefix(63))
      announcer.announce(
        ServiceAnnouncement(
          settings.certificate == nil ? "_http._tcp" : "_https._tcp", ports: [port], name: name))
    }
    defer { announcer.announce(ServiceAnnouncement()) }
    var last = ""
    usleep(500_000)  // until a plugin has had time to answer
    while !interrupt.isRequested() {
      usleep(100_000)
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
      // Of our own making; `printLine` would show its colours as words.
      FileHandle.standardOutput.write(Data(code.terminalText.utf8))
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

/// The file by which the plugins of this machine know the page, so that *Set-up* shows it.
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
