// A patch that a command reads: a file, a share text, or a name. Main thread.
import Console
import Patches
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
        _ = try read.compile(withSoundsIn: BundleOption.samples(bundle), faults: &warnings)
      }
      patch = read
    } catch {
      throw CommandError(describe(error, in: path, as: "error"))
    }
    self.warnings = warnings
  }
}
