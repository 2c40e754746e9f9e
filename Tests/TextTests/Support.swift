// Shared by the tests of texts: errors as strings, and the error of a call that must fail.
import TestSupport
import Text

extension DocumentError {
  var text: String { string(message) }
}

/// The error of a call that must fail.
func refusal<T>(_ body: () throws(DocumentError) -> T) -> DocumentError? {
  do throws(DocumentError) {
    _ = try body()
    return nil
  } catch {
    return error
  }
}
