// `tactus scene bundle`: a scene as a plugin of its own. Main thread.
import ArgumentParser
import Console
import Foundation
import Performances
import SceneFiles
import Scenes
import Text

extension SceneCommand {
  struct Bundle: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes an LV2 bundle of a scene: a plugin with its own name and named ports.",
      discussion: """
        Put the folder where your hosts look for plugins, for example ~/.lv2. It plays where Pure Data and \
        bubblewrap are installed; its window is that of Tactus, where Tactus is installed.
        """)

    @Argument(help: "The scene, or its name.", completion: SceneCommand.completion)
    var scene: String
    @Option(name: [.short, .long], help: "The folder to make, NAME.lv2.", completion: .directory)
    var output: String
    @Option(help: "The plugin's URI; otherwise urn:tactus:scene: and the name.")
    var uri: String?
    @OptionGroup var bundle: BundleOption

    func run() throws {
      let library = try SceneCommand.library(bundle)
      let scene = try library.scene(scene)
      guard output.hasSuffix(".lv2") else { throw UsageError("--output must end with .lv2") }
      guard !FileManager.default.fileExists(atPath: output) else {
        throw CommandError("\(output) already exists")
      }
      let made = try SceneBundle(scene, library, bundle: try bundle.path(), uri: uri)
      try made.write(to: output)
      printLine(made.uri)
    }
  }
}

/// The files of a bundle that is made of one scene.
struct SceneBundle {
  let uri: String
  private let scene: SceneSource
  private let bundle: String
  private let name: String
  private let info: SceneInfo
  private let controls: [SceneControl]

  init(_ scene: SceneSource, _ library: SceneLibrary, bundle: String, uri: String?) throws {
    self.scene = scene
    self.bundle = bundle
    info = try scene.info()
    name = info.name.isEmpty ? scene.name : string(info.name)
    let letters = scene.name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    self.uri = uri ?? "urn:tactus:scene:\(String(letters))"
    guard self.uri.contains(":"), self.uri.utf8.count < 500,
      self.uri.utf8.allSatisfy({ $0 > 32 && $0 < 127 && !"<>\"{}|\\^`".utf8.contains($0) })
    else { throw UsageError("“\(self.uri)” cannot be a plugin's URI") }
    controls =
      try scene.sidecar().says.controls
      ?? SceneControl.controls(of: scene.page(libraries: library.libraries).widgets)
  }

  /// Writes the folder, which appears when it is complete.
  func write(to output: String) throws {
    let files = FileManager.default
    let partial = "\(output).\(getpid()).partial"
    defer { try? files.removeItem(atPath: partial) }
    do {
      try files.createDirectory(atPath: partial, withIntermediateDirectories: true)
      // The library in front, and the builds that it chooses from; not each machine builds both.
      for library in ["tactus.so", "tactus-plain.so", "tactus-avx2.so"]
      where library == "tactus.so" || files.fileExists(atPath: "\(bundle)/\(library)") {
        try files.copyItem(atPath: "\(bundle)/\(library)", toPath: "\(partial)/\(library)")
      }
      if scene.kind == .patch {
        // A patch finds what lies beside it; the folder of a patch may be anything, so the patch goes alone.
        try files.createDirectory(atPath: "\(partial)/scene", withIntermediateDirectories: true)
        try files.copyItem(atPath: scene.path, toPath: "\(partial)/scene/_own.pd")
      } else {
        let name = scene.kind == .rjDj ? "scene.rj" : "scene"
        try files.copyItem(atPath: scene.folder, toPath: "\(partial)/\(name)")
      }
      let libraries = "\(bundle)/scenes/libs"
      if files.fileExists(atPath: libraries) {
        try files.createDirectory(atPath: "\(partial)/scenes", withIntermediateDirectories: true)
        try files.copyItem(atPath: libraries, toPath: "\(partial)/scenes/libs")
      }
      try Data(uri.utf8).write(to: URL(fileURLWithPath: "\(partial)/own-scene"))
      try Data(manifest.utf8).write(to: URL(fileURLWithPath: "\(partial)/manifest.ttl"))
      try Data(try plugin().utf8).write(to: URL(fileURLWithPath: "\(partial)/plugin.ttl"))
      try files.copyItem(atPath: "\(bundle)/vocabulary.ttl", toPath: "\(partial)/vocabulary.ttl")
      try files.moveItem(atPath: partial, toPath: output)
    } catch let error as CommandError {
      throw error
    } catch { throw CommandError("cannot write \(output): \(sentence(of: error))") }
  }

  private var manifest: String {
    """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

    <\(uri)> a lv2:Plugin , lv2:InstrumentPlugin ;
    \tlv2:binary <tactus.so> ;
    \trdfs:seeAlso <plugin.ttl> , <vocabulary.ttl> .

    """
  }

  /// The description of Tactus Scene, with what is the scene's own: its URI, its name, the names of its ports
  /// and where they stand at first.
  private func plugin() throws -> String {
    guard let data = FileManager.default.contents(atPath: "\(bundle)/scene.ttl") else {
      throw CommandError("cannot read \(bundle)/scene.ttl")
    }
    var text = String(decoding: data, as: UTF8.self)
    text = text.replacingOccurrences(of: "<urn:tactus:scene>", with: "<\(uri)>")
    text = text.replacingOccurrences(of: "<urn:tactus:scene#", with: "<\(uri)#")
    // The window is that of the bundle of all plugins.
    text = text.replacingOccurrences(of: "<\(uri)#ui>", with: "<urn:tactus:scene#ui>")
    text = text.replacingOccurrences(of: "doap:name \"Tactus Scene\"", with: "doap:name \(quoted(name))")
    let about = string(info.description)
    if !about.isEmpty {
      text = text.replacingOccurrences(
        of: "doap:shortdesc \"Any Pure Data patch as a plugin\"", with: "doap:shortdesc \(quoted(about))")
    }
    var ports = text.components(separatedBy: "\t] , [")
    for (index, port) in ports.enumerated() {
      // Each bundle has its own copy of the library, so several would compete for one port.
      if port.contains("lv2:symbol \"osc_listen\"") {
        ports[index] = port.replacingOccurrences(of: "lv2:default 1 ;", with: "lv2:default 0 ;")
      }
      guard let start = port.range(of: "lv2:symbol \"p_"),
        let number = Int(port[start.upperBound...].prefix(2))
      else { continue }
      if number <= controls.count {
        let control = controls[number - 1]
        ports[index] = port.replacingOccurrences(
          of: "lv2:name \"Control \(number)\"", with: "lv2:name \(quoted(string(control.name)))"
        ).replacingOccurrences(
          of: "lv2:default 0.0", with: "lv2:default \(control.range.position(of: control.value))")
      } else {
        ports[index] = port.replacingOccurrences(
          of: "lv2:minimum 0.0 ;", with: "lv2:minimum 0.0 ;\n\t\tlv2:portProperty pprops:notOnGUI ;")
      }
    }
    return ports.joined(separator: "\t] , [")
  }

  /// A text as Turtle has it.
  private func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n", "\r", "\t": " "
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
