// The options that name folders of input profiles. Main thread.
import ArgumentParser
import Console
import Profiles
import Stores
import Text

/// The folders of profiles: the user's and the bundle's.
package struct ProfileOptions: ParsableArguments {
  @OptionGroup package var bundle: BundleOption
  @OptionGroup package var own: UserProfiles

  package init() {}

  /// Without a bundle, only the user's folder.
  package var folders: ProfileFolders { own.folders(bundle: (try? bundle.path()) ?? "") }
}

/// The folder of the user's profiles.
package struct UserProfiles: ParsableArguments {
  @Option(help: "The folder of your profiles; otherwise ~/.config/tactus/profiles.")
  package var profiles: String?

  package init() {}

  package func folders(bundle: String) -> ProfileFolders {
    let factory = [UInt8]("\(bundle)/profiles".utf8)
    if let profiles { return ProfileFolders(user: [UInt8](profiles.utf8), factory: factory) }
    return .standard(factory: factory)
  }
}

extension ProfileFolders {
  /// All valid profiles; errors of the others go to standard error.
  package func readReportingFaults() -> [InputProfile] {
    read { path, error in report(describe(error, in: string(path), as: "error")) }
  }
}
