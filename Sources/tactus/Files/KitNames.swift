// The names of drums: what the parts of a kit's patch call its keys. Main thread.
import Console
import Grids
import Patches
import Performances

/// Names by MIDI key.
struct KitNames {
  /// The kit that plays the layer of drums where nothing else is said.
  static let standard = "circuit_kit"

  private(set) var names: [Int: String] = [:]

  /// No names.
  init() {}

  /// - Parameter patch: the first part that names a key counts.
  init(_ patch: PatchDocument) {
    for part in patch.parts.reversed() where !part.name.isEmpty {
      for key in part.keys { names[Int(key)] = string(part.name) }
    }
  }

  /// - Parameters:
  ///   - kit: a patch, as a file or by its name; no names if it cannot be read.
  ///   - bundle: where factory patches are; nil for what is built here or installed.
  init(_ kit: String, bundle: String?) {
    self = (try? PatchFile(kit, bundle: bundle)).map { KitNames($0.patch) } ?? KitNames()
  }

  /// The name of a key: of the kit, or of the standard kit if it names none.
  subscript(key: Int) -> String? { names.isEmpty ? DrumName.of(key).map { string($0) } : names[key] }
}
