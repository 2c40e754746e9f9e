// Shared by the tests of profiles.
import Text

func string(_ text: [UInt8]) -> String { String(decoding: text, as: UTF8.self) }

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
