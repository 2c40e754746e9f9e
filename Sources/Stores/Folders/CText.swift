// Converts texts for C and back. Any thread but the audio thread.
import CPosix

extension [UInt8] {
  /// The bytes of a C string.
  init(c text: UnsafePointer<CChar>) {
    self.init(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  /// With the NUL that C expects. A NUL inside cuts the text there.
  public var c: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
