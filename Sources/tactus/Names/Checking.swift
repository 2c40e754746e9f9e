// The common parts of the commands `check`: --strict, the counts and the last line. Main thread.
import ArgumentParser
import Console
import Text

/// The option of checks that makes warnings errors.
struct Strictness: ParsableArguments {
  @Flag(help: "Fail when there is a warning, too.")
  var strict = false
}

/// Counts what a check has found.
struct CheckReport {
  let noun: String
  private var files = 0
  private var errors = 0
  private var warnings = 0

  init(_ noun: String) { self.noun = noun }

  /// Checks one file; an error that is thrown counts as one, and is printed.
  mutating func check(_ work: (inout CheckReport) throws -> Void) {
    files += 1
    do { try work(&self) } catch { fail(sentence(of: error)) }
  }

  /// Reads documents by their text, prints their warnings, and passes each that can be read on to `show`.
  mutating func check<Document>(
    _ files: [String],
    _ read: ([UInt8], inout [DocumentError]) throws(DocumentError) -> Document,
    show: (Document, String, inout CheckReport) -> Void
  ) {
    for path in files {
      check { report in
        var warnings: [DocumentError] = []
        let text = try contents(of: path)
        do throws(DocumentError) {
          let document = try read(text, &warnings)
          for each in warnings { report.warn(each, in: path) }
          show(document, path, &report)
        } catch {
          throw CommandError(describe(error, in: path, as: "error"))
        }
      }
    }
  }

  mutating func fail(_ line: String) {
    printLine(line)
    errors += 1
  }

  mutating func warn(_ warning: DocumentError, in path: String) {
    printLine(describe(warning, in: path, as: "warning"))
    warnings += 1
  }

  /// Says the counts, and ends the program with a failure if there was an error.
  func finish(_ strictness: Strictness) throws {
    let found =
      errors + warnings == 0
      ? "no mistake" : "\(counted(errors, "error")), \(counted(warnings, "warning"))"
    report("\(counted(files, noun)) checked: \(found)")
    if errors > 0 || strictness.strict && warnings > 0 { throw ExitCode.failure }
  }
}
