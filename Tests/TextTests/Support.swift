// What the tests of texts share: errors as strings, and the error of something that must fail.
import TestSupport
import Text

extension DocumentError {
  var text: String { string(message) }
}

/// The error of something that must fail.
func refusal<T>(_ body: () throws(DocumentError) -> T) -> DocumentError? {
  do throws(DocumentError) {
    _ = try body()
    return nil
  } catch {
    return error
  }
}
