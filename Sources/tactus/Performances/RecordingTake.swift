// Performances as takes. Main thread.
import Patches
import Performances
import Profiles
import Screens
import Takes

extension Recording {
  /// The take that it is, or one as if its packets had come at exactly their times.
  func take(on patch: PatchDocument, profiles: [InputProfile], objects: TableObjects) -> Take {
    if case .take(let take) = self { return take }
    return Take(
      touches(until: seconds, profiles: profiles, objects: objects), patch: patch.write(),
      rate: SilentInstrument.rate,
      seconds: seconds)
  }
}
