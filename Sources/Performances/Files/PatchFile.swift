// A patch that a command reads: a file, a share text, or a name. Main thread.
import Console
import Patches
import Stores
import Text

/// A patch, read from a file.
package struct PatchFile {
  package let patch: PatchDocument
  package let warnings: [DocumentError]
  /// The file.
  package let path: String

  /// Reads a patch that will be written again; what was clamped or is unknown goes to standard error.
  package static func patch(_ path: String) throws -> PatchDocument {
    let file = try PatchFile(path)
    for warning in file.warnings { report(describe(warning, in: file.path, as: "warning")) }
    return file.patch
  }

  /// Returns the patch of a file, a share text or a name, or by default the patch of a new instance.
  package static func chosen(_ name: String?) throws -> PatchDocument {
    if let name { return try PatchFile(name).patch }
    let bundle = (try? BundleOption.standard()) ?? ""
    return PatchDocument.first(in: .standard(.patch, bundle: Array(bundle.utf8)))
  }

  /// - Parameters:
  ///   - name: a file, a share text or the name of a patch.
  ///   - bundle: where factory patches are; nil for what is built here or installed.
  /// - Throws: `CommandError` with path, line and column.
  package init(_ name: String, tryingExpressions: Bool = false, bundle: String? = nil) throws {
    let share = string(PatchDocument.sharePrefix)
    let isShared = name.hasPrefix(share)
    path = isShared ? "\(name.prefix(16))…" : try NamedKind.patch.path(of: name, bundle: bundle)
    var text = isShared ? [UInt8](name.utf8) : try contents(of: path)
    if text.starts(with: PatchDocument.sharePrefix) {
      do throws(DocumentError) { text = try PatchDocument.json(ofShareText: text) } catch {
        throw CommandError("\(path): \(string(error.message))")
      }
    }
    var warnings: [DocumentError] = []
    do throws(DocumentError) {
      var read =
        tryingExpressions
        ? try PatchDocument.check(text, warnings: &warnings)
        : try PatchDocument.read(text, warnings: &warnings)
      if tryingExpressions {
        var faults: [DocumentError] = []
        _ = try read.compile(withSoundsIn: BundleOption.samples(bundle), faults: &faults)
        warnings += faults.map { Self.placed($0, in: text) }
      }
      patch = read
    } catch {
      throw CommandError(describe(error, in: path, as: "error"))
    }
    self.warnings = warnings
  }
  /// The fault of a sound, which names its sample or the wavetable, with the line and column of its file.
  private static func placed(_ fault: DocumentError, in text: [UInt8]) -> DocumentError {
    text.withUnsafeBytes { bytes in
      guard let root = try? JSON(bytes) else { return fault }
      let wavetable = JSONNode(root, at: []).member("wavetable").member("file")
      var places = [("wavetable: ", wavetable)]
      let samples = (try? JSONNode(root, at: []).member("samples").elements()) ?? []
      for (index, sample) in samples.enumerated() {
        places.append(("samples[\(index)]: ", sample.member("file")))
      }
      guard let place = places.first(where: { fault.message.starts(with: $0.0.utf8) })?.1 else {
        return fault
      }
      let found = place.fault("").error(in: bytes)
      return DocumentError(fault.message, line: found.line, column: found.column)
    }
  }
}
