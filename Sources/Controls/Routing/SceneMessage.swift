// The messages that scenes hear of the surface and the device, in PdParty's names. Any thread.

/// What a scene is told, and what is passed on to programs that develop one.
public enum SceneMessage: StaticString, NamedCase, BitwiseCopyable {
  case touch, stylus, accelerate, gyro, location = "loc", speed, altitude, compass, magnet, motion, time
  case controller
  case shake, key, keyUp = "keyup", keyName = "keyname", print

  /// A bit for each message.
  public var bit: UInt32 { @_noLocks get { 1 << UInt32(index) } }

  /// The bit of a message to a patch, by the bytes of its receiver; 0: it is none of these.
  @_noLocks public static func bit(of receiver: UnsafeRawBufferPointer) -> UInt32 {
    guard receiver.count > 1, receiver[0] == UInt8(ascii: "#") else { return 0 }
    var raw: UInt8 = 0
    while let message = SceneMessage(raw: raw) {
      let word = message.symbol
      if receiver.count == word.utf8CodeUnitCount + 1 {
        var isSame = true
        for index in 0..<word.utf8CodeUnitCount where receiver[index + 1] != word.utf8Start[index] {
          isSame = false
        }
        if isSame { return message.bit }
      }
      raw &+= 1
    }
    return 0
  }

  /// The message at this place, or nil.
  @_noLocks public init?(raw: UInt8) { self.init(index: Int(raw)) }
}
