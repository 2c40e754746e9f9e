// The names of drums: what the parts of a kit's patch call its keys. Main thread.
import Foundation
import Patches

/// Names by MIDI key.
struct KitNames {
  /// The kit that plays the layer of drums where nothing else is said.
  static let standard = "circuit_kit"

  private var names: [Int: String] = [:]

  /// No names.
  init() {}

  /// - Parameter patch: the first part that names a key counts.
  init(_ patch: PatchDocument) {
    for part in patch.parts.reversed() where !part.name.isEmpty {
      for key in part.keys { names[Int(key)] = string(part.name) }
    }
  }

  /// The names of a kit in the bundle, or of a patch file; none where neither can be read.
  init(_ kit: String, bundle: BundleOption) {
    let path = kit.hasSuffix(".json") ? kit : (try? bundle.path()).map { "\($0)/patches/\(kit).json" }
    self = path.flatMap { try? PatchFile($0) }.map { KitNames($0.patch) } ?? KitNames()
  }

  subscript(key: Int) -> String? { names[key] }
}
