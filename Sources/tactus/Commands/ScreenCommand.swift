// `tactus picture`: a screen of the window as a picture. Main thread.
import ArgumentParser
import Canvas
import Console
import Controls
import Dialects
import Foundation
import Grids
import Paint
import PanelModel
import Patches
import Performances
import Screens
import Shell
import Stores
import Tangibles
import Text

struct ScreenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture",
    abstract: "Draws a screen of the plugin's window as a PNG picture, without a window.",
    discussion: "The same text, fonts and version of cairo give the same picture.")

  @Argument(
    help: "The screen: \(ScreenCommand.names.joined(separator: ", ")).",
    completion: .list(ScreenCommand.names))
  var screen: String
  @Option(name: [.short, .long], help: "The PNG file to write.", completion: .file(extensions: ["png"]))
  var output: String
  @Option(
    help: "The patch, or its name; otherwise that of a take, or First touch.",
    completion: NamedKind.patch.completion)
  var patch: String?
  @Option(help: "The grid, or its name.", completion: NamedKind.grid.completion)
  var grid: String?
  @Option(
    name: [.long, .customLong("take")], help: "What plays: a performance or a take, or its name.",
    completion: NamedKind.performance.completion)
  var performance: String?
  @Option(help: "The moment of the performance in seconds.")
  var at = 0.0
  @Option(
    help: "The look: dark, light, high-contrast, or a file of your own.",
    completion: .list(ScreenCommand.looks))
  var look = "dark"
  @Option(
    help: "Width and height in points, 200x100 to 8000x5000.",
    completion: .list(["1280x800", "1920x1080", "1100x700", "800x600", "400x800"]))
  var size = "1280x800"
  @Option(
    help: "The size of texts and targets: small, medium or finger.",
    completion: .list(Look.Size.allCases.map { $0.symbol.description }))
  var sizes = "medium"
  @Option(help: "Pixels a point, 0.5 to 4.")
  var scale = 1.0
  @Flag(help: "Bring out the tabs and the macros on Play.")
  var tabs = false
  @Flag(help: "Draw a new grid as it opens the first time.")
  var simple = false
  @Option(
    help: "Of sound: the chosen object, as filter_1 or delay.",
    completion: .list(SoundObject.allCases.map { $0.symbol.description }))
  var object: SoundObject?
  @Option(help: "The scene, or its name.", completion: SceneCommand.completion)
  var scene: String?
  @Flag(help: "Of scene: the page alone, at the patch's own pixels.")
  var page = false
  @OptionGroup var bundle: BundleOption
  @OptionGroup var profiles: UserProfiles
  @Option(
    help: "The folder of the definitions of objects; otherwise ~/.local/share/tactus/tangibles.",
    completion: .directory)
  var tangibles: String?
  @Option(help: "The surface with objects, as 597x336 in millimeters; otherwise network.json says it.")
  var table: SurfaceSize?
  @Option(help: "How certain recognition of objects must be, with --table: fast or sure.")
  var confirm = TangibleConfirm.sure

  static var looks: [String] { Look.all.map { string($0.name).replacingOccurrences(of: " ", with: "-") } }
  static var names: [String] { ScreenName.allCases.map { $0.symbol.description } }

  func validate() throws {
    guard let chosen = chosenScreen else {
      throw ValidationError(
        "there is no screen “\(screen)”\(Suggestion.hint(for: screen, among: Self.names)): "
          + Self.names.joined(separator: ", "))
    }
    guard 0.5...4 ~= scale else { throw ValidationError("--scale must be 0.5 to 4") }
    guard 0...Performance.longest ~= at else {
      throw ValidationError("--at must be 0 to \(Int(Performance.longest))")
    }
    if page && (chosen != .scene || scene == nil) {
      throw ValidationError("--page is for the screen scene, with --scene")
    }
    _ = try points()
    _ = try chosenSize()
  }

  private var chosenScreen: ScreenName? { ScreenName.allCases.first { $0.symbol.description == screen } }

  func run() throws {
    guard let screen = chosenScreen else { return }
    let (width, height) = try points()
    let folder = try bundle.path()
    if screen.isOf(.scene) {
      var picture = ScreenPicture(.scene, width: width, height: height, look: try chosenLook())
      picture.view.open(screen, withTabs: true)
      if screen == .scenes { picture.show(shelf: try SceneCommand.library(bundle)) }
      if let scene {
        let library = try SceneCommand.library(bundle)
        try picture.show(scene: try library.scene(scene), of: library)
      }
      return try write(picture, folder)
    }
    let isGrid = screen == .grid || grid != nil && screen.isOf(.toneMatrix)
    var picture = ScreenPicture(
      isGrid ? .toneMatrix : .touch, width: width, height: height, look: try chosenLook())
    picture.view.model.library = try entries(isGrid ? .grid : .patch, in: folder)
    picture.view.open(screen, withTabs: tabs || screen != .play)
    picture.view.showsMore = !simple
    if let object { picture.view.open(object) }
    if isGrid {
      let document = try grid.map { try GridFile($0, bundle: bundle.given).grid } ?? GridDocument()
      picture.play(document, until: at, tempo: 120)
    } else {
      let played = try performance.map { try Recording(contentsOf: $0) }
      let document = try patch == nil ? played?.patch() ?? PatchFile.chosen(nil) : PatchFile.chosen(patch)
      var objects = TableObjects.standard(
        tangibles.map { ObjectFolder(path: [UInt8]($0.utf8)) } ?? .standard())
      objects.table = table.map { TangibleSurface(size: [$0.width, $0.height], confirm: confirm) }
      var lying = SurfaceDecoder(objects: objects.library).tableWords
      let touches = try played?.touches(
        until: at, profiles: profiles.folders(bundle: folder).readReportingFaults(), objects: objects,
        table: { lying = $0 })
      try picture.play(document, (touches ?? []).map { ($0.seconds, $0.event) }, until: at)
      picture.view.model.read(table: try lying.withUnsafeBytes { try JSON($0) })
    }
    try write(picture, folder)
  }

  private func write(_ picture: ScreenPicture, _ folder: String) throws {
    var picture = picture
    let fonts = BundleFonts(folder: [UInt8]((folder + "/fonts").utf8))
    if !fonts.isComplete { report("warning: \(folder)/fonts has not both fonts; other letters stand in") }
    let file = try PendingFile(output, .picture)
    guard picture.painted(scale: scale, fonts: fonts, isPage: page).write(png: [UInt8](file.temporary.utf8))
    else {
      throw CommandError("cannot write \(output)")
    }
    try file.commit()
    report("\(output): a picture of “\(screen)”")
  }

  private func points() throws -> (Float, Float) {
    let parts = size.split(separator: "x").compactMap { Float($0) }
    guard parts.count == 2, 200...8000 ~= parts[0], 100...5000 ~= parts[1] else {
      throw ValidationError("--size must be WIDTHxHEIGHT, 200x100 to 8000x5000")
    }
    return (parts[0], parts[1])
  }

  private func chosenLook() throws -> Look {
    var found: Look
    if let named = Look.all.first(where: { string($0.name) == look.replacingOccurrences(of: "-", with: " ") })
    {
      found = named
    } else if FileManager.default.fileExists(atPath: look) {
      found = try Look(contentsOf: look)
    } else {
      let names = Look.all.map { string($0.name).replacingOccurrences(of: " ", with: "-") }
      throw ValidationError(
        "“\(look)” is neither a look nor a file\(Suggestion.hint(for: look, among: names)): "
          + names.joined(separator: ", "))
    }
    found.size = try chosenSize()
    return found
  }

  private func chosenSize() throws -> Look.Size {
    guard let size = Look.Size.allCases.first(where: { $0.symbol.description == sizes }) else {
      throw ValidationError("--sizes must be small, medium or finger")
    }
    return size
  }

  /// The library's entries of one kind of document.
  private func entries(_ kind: NamedKind, in bundle: String) throws -> [ViewModel.Entry] {
    try kind.files(in: kind.folders(bundle: bundle)[kind.folders(bundle: bundle).count - 1]).map { file in
      var entry = ViewModel.Entry(file: [UInt8](file.name.utf8), name: [])
      if kind == .patch {
        let patch = try PatchFile(file.path).patch
        (entry.name, entry.category, entry.tags) = (patch.name, patch.category, patch.tags)
        entry.text = patch.howToPlay
      } else {
        let grid = try GridFile(file.path).grid
        (entry.name, entry.category, entry.text) = (grid.name, grid.category, grid.howToPlay)
        entry.picture = grid.thumbnail
      }
      return entry
    }
  }
}

extension SoundObject: ExpressibleByArgument {
  public init?(argument: String) {
    guard let object = Self.allCases.first(where: { $0.symbol.description == argument }) else { return nil }
    self = object
  }

  public static var allValueStrings: [String] { allCases.map { $0.symbol.description } }
}

extension Look {
  /// - Throws: `CommandError` with the file's name.
  init(contentsOf path: String) throws {
    let bytes = try contents(of: path)
    do throws(DocumentError) {
      self = try bytes.span.bytes.withUnsafeBytes { raw throws(DocumentError) in try Look(JSON(raw)) }
    } catch { throw CommandError(describe(error, in: path, as: "error")) }
  }
}
