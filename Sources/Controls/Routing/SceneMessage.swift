// The messages that scenes hear of the surface and the device, in PdParty's names. Any thread.

/// A message to a scene, also for programs that develop one.
public enum SceneMessage: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case touch, stylus, accelerate, gyro, location, speed, altitude, compass, magnet, motion, time, controller
  case shake, key, keyUp, keyName, print

  /// The word of OSC's addresses, `/pdparty/WORD`; in a patch with `#` before it.
  public var word: StaticString {
    @_noLocks get {
      switch self {
      case .touch: "touch"
      case .stylus: "stylus"
      case .accelerate: "accelerate"
      case .gyro: "gyro"
      case .location: "loc"
      case .speed: "speed"
      case .altitude: "altitude"
      case .compass: "compass"
      case .magnet: "magnet"
      case .motion: "motion"
      case .time: "time"
      case .controller: "controller"
      case .shake: "shake"
      case .key: "key"
      case .keyUp: "keyup"
      case .keyName: "keyname"
      case .print: "print"
      }
    }
  }

  /// A bit for each message.
  public var bit: UInt32 { @_noLocks get { 1 << UInt32(rawValue) } }

  /// The bit of a message to a patch, by the bytes of its receiver; 0: it is none of these.
  @_noLocks public static func bit(of receiver: UnsafeRawBufferPointer) -> UInt32 {
    guard receiver.count > 1, receiver[0] == UInt8(ascii: "#") else { return 0 }
    var raw: UInt8 = 0
    while let message = SceneMessage(raw: raw) {
      let word = message.word
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

  /// The message with this raw value, or nil.
  @_noLocks public init?(raw: UInt8) { self.init(rawValue: raw) }
}
