// The instances of a stage: one instrument, or a grid before one or several. Main thread.
import Console
import Controls
import Foundation
import Grids
import Hosting
import Patches
import Performances
import Scenes
import Stage
import Text

/// The instruments to play, before there is a server: so that a wrong name is reported at once.
struct PlayProgram {
  /// The texts of the patches, one for each instrument.
  private var patches: [[UInt8]] = []
  /// The names of a row's patches.
  private var names: [String] = []
  static let mostInstruments = 8
  /// Whether a grid plays several instruments.
  var isRow: Bool { patches.count > 1 }
  /// The MIDI channels of each instrument.
  private var channels: [UInt16] = []
  private var grid: [UInt8]?
  /// The set list that is followed: its name for the plugin, and the patches in it.
  private(set) var setList: (name: String, patches: [String])?
  /// The concert that is played instead.
  private(set) var concert: PlayConcert?
  /// The bindings of controls to actions.
  let controls: ControlList
  /// The patch of Pure Data that is played instead of an instrument.
  private(set) var scene: SceneSource?
  /// Its faults that do not prevent playing.
  private(set) var warnings: [String] = []

  init(_ play: Play, bundle: String) throws {
    let named = try play.scene == nil && play.grid == nil ? play.patch : nil
    let file = try named.flatMap { try Self.concert($0, bundle: bundle) }
    controls = try ControlList(play.conditions(), concert: file)
    warnings = controls.warnings
    if let name = play.scene {
      scene = try SceneCommand.playable(name, play.bundle)
      return
    }
    if let name = play.grid {
      let document = try GridFile(name, bundle: bundle).grid
      grid = document.write()
      if let row = play.row {
        let names = row.split(separator: ",").map(String.init)
        guard 1...Self.mostInstruments ~= names.count else {
          throw UsageError(
            "--row: a row has 1 to \(Self.mostInstruments) instruments, and \(names.count) patches are named")
        }
        let layers = document.layers.prefix(document.layerCount)
        let plain = layers.reduce(UInt16(0)) { $1.channel < 16 ? $0 | 1 << $1.channel : $0 }
        for (index, name) in names.enumerated() {
          let layer = layers[index % layers.count]
          self.names.append(shown(name))
          patches.append(try PatchFile(name, tryingExpressions: true, bundle: bundle).patch.write())
          // A layer of MPE plays on all channels that no other layer has.
          channels.append(layer.channel < 16 ? 1 << layer.channel : ~plain)
        }
        return
      }
    }
    channels = [0xFFFF]
    guard let name = play.patch else {
      let first = try PatchFile(string(PatchName.first), tryingExpressions: true, bundle: bundle)
      patches = [first.patch.write()]
      return
    }
    if let file {
      warnings += file.warnings.map { describe($0, in: file.path, as: "warning") }
      warnings += try file.missing(bundle: play.bundle)
      concert = try PlayConcert(file, bundle: play.bundle)
      return
    }
    if let list = try Self.setList(name, bundle: bundle) {
      let folders = NamedKind.patch.folders(bundle: bundle)
      let missing = SetListCommand.Init.missing(list.list, in: folders)
      warnings += missing
      let names = list.list.patches.map { string($0) }
      let first = names.lazy.compactMap { try? PatchFile($0, tryingExpressions: true, bundle: bundle).patch }
        .first
      guard let first else {
        throw CommandError("\(name): none of its patches can be played: \(missing[0])")
      }
      patches = [first.write()]
      setList = (list.name, names)
      return
    }
    patches = [try PatchFile(name, tryingExpressions: true, bundle: bundle).patch.write()]
  }

  /// A concert of this name or file, if it is one and neither a patch nor a set list.
  private static func concert(_ name: String, bundle: String) throws -> ConcertFile? {
    if !name.hasSuffix(NamedKind.concert.ending) {
      for kind in [NamedKind.patch, .setList] where (try? kind.path(of: name, bundle: bundle)) != nil {
        return nil
      }
      guard (try? NamedKind.concert.path(of: name, bundle: bundle)) != nil else { return nil }
    }
    return try ConcertFile(name, bundle: bundle)
  }

  /// A set list of this name or file, if it is one and no patch.
  private static func setList(_ name: String, bundle: String) throws -> (name: String, list: SetList)? {
    let ending = NamedKind.setList.ending
    if !name.hasSuffix(ending) {
      // A patch of that name has priority.
      if (try? NamedKind.patch.path(of: name, bundle: bundle)) != nil { return nil }
      guard (try? NamedKind.setList.path(of: name, bundle: bundle)) != nil else { return nil }
    }
    let path = try NamedKind.setList.path(of: name, bundle: bundle)
    var warnings: [DocumentError] = []
    let list: SetList
    do { list = try SetList.read(try contents(of: path), warnings: &warnings) } catch let error
      as DocumentError
    {
      throw CommandError(describe(error, in: path, as: "error"))
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().resolvingSymlinksInPath().path
    let known = NamedKind.setList.folders(bundle: bundle)
      .map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    guard known.contains(folder) else {
      throw CommandError("\(path): put it into \(NamedKind.setList.userFolder), where set lists are found")
    }
    let file = URL(fileURLWithPath: path).lastPathComponent
    return (String(file.dropLast(ending.count)), list)
  }

  /// The outputs of a grid's tracks and lights, with the names of their JACK ports.
  private static var separate: [(symbol: String, port: String)] {
    ToneMatrixPort.allCases.filter { $0.isSeparate }.map {
      let symbol = $0.spec.symbol.string
      return (symbol, symbol.replacing("layer", with: "track"))
    }
  }

  /// The instances, with their patches.
  /// - Parameters:
  ///   - block: the frames of a block now. A scene is as late as the longest block, so it gets none longer.
  ///   - states: states that were kept, one for each instance; empty: none.
  func row(
    _ play: Play, bundle: String, rate: Int, block: Int, states: [String]
  ) throws -> [StageClient.Member] {
    let world = try World(bundle: bundle)
    var members: [StageClient.Member] = []
    func listen(_ instance: Instance) throws {
      try instance.set("osc_listen", to: play.network ? 2 : 1)
      if let port = play.port { try instance.set("osc_port", to: Float(port)) }
    }
    if let scene {
      let instance = try world.instantiate(
        "urn:tactus:scene", sampleRate: Double(rate), maximumBlock: block)
      try instance.restoreState(
        states.first ?? stateTurtle("scene", "scene", scene.path))
      try listen(instance)
      return [StageClient.Member(instance)]
    }
    func add(
      _ plugin: String, _ name: String, _ channels: UInt16, level: Float, leads: String?,
      separate: [(symbol: String, port: String)] = [], _ state: String
    ) throws {
      let instance = try world.instantiate(
        "urn:tactus:\(plugin)", sampleRate: Double(rate), maximumBlock: max(8192, block))
      let has = Set(instance.ports.map(\.symbol))
      if leads == nil, let port = TouchPort.allCases.first(where: { !has.contains($0.spec.symbol.string) }) {
        throw CommandError(
          "\(bundle): this bundle is older than the program, it has no port \(port.spec.symbol.string): "
            + "install both from one version, or name another bundle with --bundle")
      }
      try instance.restoreState(states.indices.contains(members.count) ? states[members.count] : state)
      try listen(instance)
      if leads == nil { try instance.set("osc_surface", to: Float(members.count { $0.leads == nil } + 1)) }
      members.append(
        StageClient.Member(
          instance, name: name, channels: channels, level: level, leads: leads,
          sends: leads == nil ? "notify" : nil,
          separate: separate))
    }
    if let grid {
      try add(
        "tonematrix-multi", "grid", 0xFFFF, level: 0, leads: "midi_out", separate: Self.separate,
        stateTurtle("tonematrix-multi", "grid", string(grid)))
    }
    for (index, (patch, heard)) in zip(patches, channels).enumerated() {
      let level: Float = patches.count > 4 ? 0.35 : patches.count > 1 ? 0.5 : 1
      let name = names.indices.contains(index) ? names[index] : ""
      try add("touch", name, heard, level: level, leads: nil, stateTurtle("touch", "patch", string(patch)))
    }
    return members
  }
}
