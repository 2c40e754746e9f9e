// The folders of pad profiles. Any thread but the audio thread.
import Grids
import Text

/// The user's pad profiles and those of the bundle.
public struct PadFolders: Sendable {
  /// A profile and the path of its file.
  public struct Found: Sendable {
    public let path: [UInt8]
    public let profile: PadProfile
  }

  /// The most profiles of a folder that are read.
  static let fileLimit = 64

  /// Without a slash at the end; empty: none.
  public let user: [UInt8]
  /// See `user`.
  public let factory: [UInt8]

  /// The folders `pads` beside those of grids.
  public init(beside grids: DocumentFolders) {
    func beside(_ folder: [UInt8]) -> [UInt8] {
      guard let slash = folder.lastIndex(of: UInt8(ascii: "/")) else { return [] }
      return Array(folder[...slash]) + UTF8Text("pads").bytes
    }
    (user, factory) = (beside(grids.user), beside(grids.factory))
  }

  /// The user's folder as the XDG specification finds it, and the bundle's.
  /// - Parameter bundle: without a slash at the end; empty: none.
  public static func standard(bundle: [UInt8]) -> PadFolders {
    PadFolders(beside: DocumentFolders.standard(.grid, bundle: bundle))
  }

  /// All profiles, the user's first, each folder by file names. A profile of the bundle is left out when the user has a
  /// file of its name. `refused` gets the path and the fault of each broken file.
  public func read(refused: (_ path: [UInt8], DocumentError) -> Void) -> [Found] {
    let own = TextFiles.names(in: user)
    let shipped = TextFiles.names(in: factory).filter { !own.contains($0) }
    var profiles: [Found] = []
    for (folder, names) in [(user, own), (factory, shipped)] {
      for name in names.prefix(Self.fileLimit) {
        let path = ("\(folder)/\(name).json" as UTF8Text).bytes
        do throws(DocumentError) {
          let (text, error) = TextFiles.read(path, limit: PadProfile.textLimit)
          guard let text else { throw TextFiles.failure("cannot be read", error) }
          var warnings: [DocumentError] = []
          profiles.append(Found(path: path, profile: try PadProfile.read(text, warnings: &warnings)))
        } catch {
          refused(path, error)
        }
      }
    }
    return profiles
  }
}
