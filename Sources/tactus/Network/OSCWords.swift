// The addresses of Tactus's own OSC messages, for completions. Any thread.
import Console
import Dialects

enum OSCWords {
  static var addresses: [String] { TactusAddress.all.map { "/tactus/\(string($0.address))" } }
}
