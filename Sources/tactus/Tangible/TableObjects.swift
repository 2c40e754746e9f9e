// The objects that may lie among the touches of a performance, as a listening plugin recognises them. Main
// thread.
import ArgumentParser
import Console
import Patches
import Profiles
import Stores
import Tangibles
import Text

/// A library, and where its objects may lie.
struct TableObjects {
  var library = TangibleLibrary()
  /// The surface of all sources; nil: that of network.json.
  var table: TangibleSurface?
  var network = NetworkDocument()

  /// What a plugin of this user recognises. Errors go to standard error.
  static func standard(_ folder: ObjectFolder = .standard()) -> TableObjects {
    var objects = TableObjects(library: folder.readReportingFaults())
    var warnings: [DocumentError] = []
    do throws(DocumentError) {
      objects.network = try NetworkDocument.load(UserFolders.configuration(), warnings: &warnings)
    } catch {
      report(describe(error, in: string(NetworkDocument.fileName), as: "error"))
    }
    return objects
  }

  /// The surface of a source of a performance, `ADDRESS:PORT`, or of a source of TUIO for which it speaks.
  func table(of source: String, named name: [UInt8]) -> TangibleSurface? {
    table ?? described(source, named: name)?.table
  }

  /// How the places of a source are straightened.
  func map(of source: String, named name: [UInt8]) -> ProjectiveMap? { described(source, named: name)?.map }

  private func described(_ source: String, named name: [UInt8]) -> NetworkSource? {
    let parts = source.split(separator: ":")
    guard parts.count == 2, let address = AddressRange([UInt8](parts[0].utf8)), let port = UInt16(parts[1])
    else { return nil }
    return network.source(of: address.address, port: port, named: name)
  }
}

struct ObjectOptions: ParsableArguments {
  @Option(
    help: "The folder of the definitions of objects; otherwise ~/.local/share/tactus/tangibles.",
    completion: .directory)
  var tangibles: String?
  @Option(help: "The surface with objects, in millimetres; otherwise network.json says it of each sender.")
  var size: SurfaceSize?
  @Option(help: "How certain recognition of objects must be, with --size: fast or sure.")
  var confirm = TangibleConfirm.sure

  /// What a plugin of this user recognises for a patch, unless options say otherwise.
  func objects(for patch: PatchDocument) -> TableObjects {
    var objects = objects()
    objects.library = objects.library.narrowed(to: patch.tangibles)
    return objects
  }

  /// What a plugin of this user recognises, unless options say otherwise.
  func objects() -> TableObjects {
    var objects = TableObjects.standard(tangibles.map { ObjectFolder(path: [UInt8]($0.utf8)) } ?? .standard())
    objects.table = size.map { TangibleSurface(size: [$0.width, $0.height], confirm: confirm) }
    return objects
  }
}

extension ObjectFolder {
  /// All valid definitions; errors of the others go to standard error.
  func readReportingFaults() -> TangibleLibrary {
    read { path, error in report(describe(error, in: string(path), as: "error")) }
  }
}
