// Where input profiles lie on the disk. Any thread but the audio thread.
import CPosix
import Profiles
import Text

/// The user's profiles and those of the bundle.
public struct ProfileFolders: Sendable {
  public static let fileLimit = 64

  /// Without a slash at the end; empty: none.
  public let user: [UInt8]
  public let factory: [UInt8]

  public init(user: [UInt8], factory: [UInt8]) {
    self.user = user
    self.factory = factory
  }

  /// The user's folder as the XDG specification finds it.
  /// - Parameter factory: the bundle's `profiles` folder, without a slash at the end.
  public static func standard(factory: [UInt8]) -> ProfileFolders {
    let user = UserFolders.configuration()
    return ProfileFolders(user: user.isEmpty ? [] : ("\(user)/profiles" as UTF8Text).bytes, factory: factory)
  }

  /// All profiles, the user's first, each folder by file names; a file of the bundle is left out when the
  /// user has one of its name. `refused` gets the path and the fault of each broken file.
  public func read(refused: (_ path: [UInt8], DocumentError) -> Void) -> [InputProfile] {
    let own = TextFiles.names(in: user)
    let shipped = TextFiles.names(in: factory).filter { !own.contains($0) }
    var profiles: [InputProfile] = []
    for (folder, names) in [(user, own), (factory, shipped)] {
      for name in names.prefix(Self.fileLimit) {
        let path = ("\(folder)/\(name).json" as UTF8Text).bytes
        do throws(DocumentError) {
          let (text, error) = TextFiles.read(path)
          guard let text else { throw TextFiles.failure("cannot be read", error) }
          var warnings: [DocumentError] = []
          var profile = try InputProfile.read(text, warnings: &warnings)
          profile.isIncluded = folder == factory
          profiles.append(profile)
        } catch {
          refused(path, error)
        }
      }
    }
    return profiles
  }
}
