// The objects that may lie among the touches of a performance, and the surfaces that it comes from, as a
// listening plugin knows them. Main thread.
import ArgumentParser
import Console
import Patches
import Profiles
import Stores
import Tangibles
import Text

/// A library, and where its objects may lie.
package struct TableObjects {
  package var library = TangibleLibrary()
  /// The surface of all sources; nil: that of network.json.
  package var table: TangibleSurface?
  package var network = NetworkDocument()

  package init(library: TangibleLibrary = TangibleLibrary()) { self.library = library }

  /// The objects that a plugin of this user recognizes. Errors go to standard error.
  package static func standard(_ folder: ObjectFolder = .standard()) -> TableObjects {
    placed(TableObjects(library: folder.readReportingFaults()))
  }

  /// Objects on the surfaces that the user's network.json describes. An error of it goes to standard error.
  package static func placed(_ objects: TableObjects) -> TableObjects {
    var objects = objects
    var warnings: [DocumentError] = []
    do throws(DocumentError) {
      objects.network = try NetworkDocument.load(UserFolders.configuration(), warnings: &warnings)
    } catch {
      report(describe(error, in: string(NetworkDocument.fileName), as: "error"))
    }
    return objects
  }

  /// The surface of a source of a performance, `ADDRESS:PORT`, or of a source of TUIO for which it speaks.
  package func table(of source: String, named name: [UInt8]) -> TangibleSurface? {
    table ?? described(source, named: name)?.table
  }

  /// The entry of a source in network.json, if it is the socket of a machine.
  func described(_ source: String, named name: [UInt8]) -> NetworkSource? {
    let parts = source.split(separator: ":")
    guard parts.count == 2, let address = AddressRange([UInt8](parts[0].utf8)), let port = UInt16(parts[1])
    else { return nil }
    return network.source(of: address.address, port: port, named: name)
  }
}

package struct ObjectOptions: ParsableArguments {
  @Option(
    help: "The folder of the definitions of objects; otherwise ~/.local/share/tactus/tangibles.",
    completion: .directory)
  package var tangibles: String?
  @Option(help: "The surface with objects, in millimeters; by default, that of each sender in network.json.")
  package var size: SurfaceSize?
  @Option(help: "How certain recognition of objects must be, with --size: fast or sure.")
  package var confirm = TangibleConfirm.sure

  package init() {}

  /// The objects that a plugin of this user recognizes for a patch, unless options change that.
  package func objects(for patch: PatchDocument) -> TableObjects {
    var objects = objects()
    objects.library = objects.library.narrowed(to: patch.tangibles)
    return objects
  }

  /// The objects that a plugin of this user recognizes, unless options change that.
  package func objects() -> TableObjects {
    var objects = TableObjects.standard(tangibles.map { ObjectFolder(path: [UInt8]($0.utf8)) } ?? .standard())
    objects.table = size.map { TangibleSurface(size: [$0.width, $0.height], confirm: confirm) }
    return objects
  }
}

extension ObjectFolder {
  /// All valid definitions; errors of the others go to standard error.
  package func readReportingFaults() -> TangibleLibrary {
    read { path, error in report(describe(error, in: string(path), as: "error")) }
  }
}

/// The size of a surface as `597x336`.
package struct SurfaceSize: ExpressibleByArgument {
  package let width: Float
  package let height: Float

  package init?(argument: String) {
    let parts = argument.split(separator: "x").map { Float($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], 50...5000 ~= width,
      50...5000 ~= height
    else { return nil }
    (self.width, self.height) = (width, height)
  }

  package var defaultValueDescription: String { "\(width.short)x\(height.short)" }
}

extension TangibleConfirm: ExpressibleByArgument {
  public init?(argument: String) {
    guard let found = Self.allCases.first(where: { "\($0.symbol)" == argument }) else { return nil }
    self = found
  }

  public var defaultValueDescription: String { "\(symbol)" }
  public static var allValueStrings: [String] { allCases.map { "\($0.symbol)" } }
}
