// The version of Tactus, which the command and the Debian package name. Any thread.

package enum Version {
  /// The Makefile reads it from this line.
  package static let text = "0.1.0"
}
