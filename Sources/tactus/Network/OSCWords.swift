// The addresses of Tactus's own OSC messages, for completions. Any thread.
import Console
import Dialects

enum OSCWords {
  /// What plays, and is not answered: what follows `/tactus/`.
  private static let playing = [
    "touch", "alive", "panic", "token", "tangible/near", "tangible/field", "tangible/light",
    "motion/attitude",
    "motion/acceleration", "motion/gravity", "motion/gyroscope", "motion/magnet", "motion/heading",
    "pad/axis",
    "pad/button", "pad/gone", "macro", "trim", "midi", "source", "source/name", "source/timeout",
    "source/gone", "hold",
  ]

  static var addresses: [String] {
    (playing + RequestForm.all.map { string($0.address) }).map { "/tactus/\($0)" }
  }
}
