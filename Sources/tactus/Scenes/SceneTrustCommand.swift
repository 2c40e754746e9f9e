// `tactus scene trust`: lets a scene use the network, or run without its box. Main thread.
import ArgumentParser
import Console
import Foundation
import Performances
import Scene
import Scenes
import Stores
import Text

struct SceneTrustCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust",
    abstract: "Lets a scene use the network or run without the sandbox, while none of its files changes.",
    discussion: """
      It is kept in scenes-trust.json beside your other settings, by the hash of the scene's files. No \
      session, no port and no scene can grant it. Without an option the command shows what the scene may do; \
      without a name it lists the trusted scenes.
      """)

  @Argument(help: "The scene, or its name.", completion: SceneCommand.completion)
  var scene: String?
  @Flag(help: "It may use the network.")
  var network = false
  @Flag(help: "Run without the sandbox: it can read, change and delete all that you can.")
  var noBox = false
  @Option(
    help: ArgumentHelp(
      "It may send #osc-out to this address, once that has subscribed. May be repeated.",
      valueName: "address"))
  var send: [String] = []
  @Flag(help: "It may do no more than other scenes.")
  var remove = false
  @OptionGroup var bundle: BundleOption
  @OptionGroup var listing: Listing

  func validate() throws {
    if scene != nil, listing.json { throw ValidationError("--json is for the list, without a scene") }
    if scene == nil, network || noBox || remove || !send.isEmpty { throw ValidationError("name the scene") }
    for address in send where SceneGrant.bytes(of: Array(address.utf8)) == nil {
      throw ValidationError("“\(address)” is not an IPv4 address; write it like 192.168.1.20")
    }
    if remove, network || noBox || !send.isEmpty {
      throw ValidationError("--remove can't be combined with other options")
    }
  }

  func run() throws {
    let folder = UserFolders.configuration()
    guard !folder.isEmpty else { throw CommandError("there is no folder of settings: HOME is not set") }
    var trust: SceneTrust
    do throws(DocumentError) { trust = try SceneTrust(folder: folder) } catch {
      throw CommandError(string(error.message))
    }
    guard let scene else {
      var list = ListReport(listing)
      for each in trust.entries {
        list.add(
          shown(each.name), words(each.grant), string(each.hash),
          fields: [
            "name": string(each.name), "network": each.grant.hasNetwork, "no_box": each.grant.hasNoBox,
            "send": each.grant.destinations.map { string($0) }, "hash": string(each.hash),
          ])
      }
      return list.finish()
    }
    let found = try SceneCommand.library(bundle).scene(scene)
    guard let hash = SceneHash.hash(of: Array(found.path.utf8)) else {
      throw CommandError(
        "\(found.path) can't be trusted: it is too large, can't be read, or a link leads out of its folder")
    }
    if network || noBox || remove || !send.isEmpty {
      let grant = SceneGrant(
        hasNetwork: network, hasNoBox: noBox, destinations: send.map { Array($0.utf8) })
      trust.set(grant, of: hash, named: Array(found.name.utf8))
      let path = string(folder)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data(trust.text).write(to: URL(fileURLWithPath: "\(path)/\(SceneTrust.file)"), options: .atomic)
    }
    printLine("\(found.name)\t\(words(trust.entries.first { $0.hash == hash }?.grant ?? SceneGrant()))")
  }

  private func words(_ grant: SceneGrant) -> String {
    let sends = grant.destinations.map { "sends to \(string($0))" }
    let allowed = ([grant.hasNetwork ? "network" : "", grant.hasNoBox ? "no box" : ""] + sends)
      .filter { !$0.isEmpty }
    return allowed.isEmpty ? "nothing more than all scenes" : allowed.joined(separator: ", ")
  }
}
