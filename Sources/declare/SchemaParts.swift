// Parts of JSON Schemas that are written by hand. Command-line tool; main thread.
import Text

/// Each key with its schema.
func properties<Key: DocumentKey>(_ schema: (Key) -> [String: Any]) -> [String: Any] {
  Dictionary(uniqueKeysWithValues: Key.allCases.map { ("\($0.symbol)", schema($0)) })
}
