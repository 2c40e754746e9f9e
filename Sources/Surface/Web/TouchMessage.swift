// Binary messages of a page, as docs/surface.md lists them. Any thread.
import OSC

/// Reads little-endian numbers; it never reads beyond the end.
struct MessageReader {
  private let bytes: [UInt8]
  private(set) var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var rest: Int { bytes.count - at }

  mutating func byte() -> UInt8 {
    guard at < bytes.count else { return 0 }
    defer { at += 1 }
    return bytes[at]
  }
  mutating func half() -> UInt16 { UInt16(byte()) | UInt16(byte()) << 8 }
  mutating func word() -> UInt32 { UInt32(half()) | UInt32(half()) << 16 }
  mutating func float() -> Float { Float(bitPattern: word()) }
}

/// One point of a touch.
struct BrowserPoint: Equatable {
  enum Word: UInt8 {
    case began = 1, moved, ended

    var symbol: StaticString {
      switch self {
      case .began: "began"
      case .moved: "moved"
      case .ended: "ended"
      }
    }
  }

  var word: Word
  /// 1…64.
  var id: UInt8
  /// Before the message's time, in units of 0.1 ms.
  var before: UInt16
  /// 0…1, y upwards.
  var x: Float
  var y: Float
  /// 0…1; nil: the device does not say.
  var pressure: Float?
  /// In diagonals.
  var radius: Float?
  /// Minor by major half axis; direction of the major one in turns.
  var aspect: Float?
  var angle: Float?

  /// What the plugin is told.
  var packet: [UInt8] {
    var arguments: [OSCArgument] = [
      .string(word.symbol.withUTF8Buffer { Array($0) }), .int32(Int32(id)), .float(x), .float(y),
    ]
    // The arguments have places, so that one which is missing ends the list.
    for next in [pressure, radius, aspect, angle] {
      guard let next else { break }
      arguments.append(.float(next))
    }
    return OSCMessage.packet("/tactus/touch", arguments)
  }
}

/// What a page says in binary.
enum BrowserMessage: Equatable {
  case touches([BrowserPoint])
  /// It is answered by the same bytes.
  case ping
  /// The touches that are down.
  case alive([UInt8])
  /// The sensor of `MotionSensor`, and its numbers.
  case motion(sensor: UInt8, Float, Float, Float)
  /// A channel message of MIDI.
  case midi(UInt8, UInt8, UInt8)
  /// A controller, 1…4; an axis, 1…6, or a button, 101…116; its value.
  case pad(controller: UInt8, part: UInt16, Float)

  /// Bytes of the longest message.
  static let byteLimit = 2048
  static let touchLimit = 64

  /// The address of each sensor, in the order of `MotionSensor`, and how many numbers it has.
  private static let sensors: [(address: StaticString, numbers: Int)] = [
    ("/tactus/motion/attitude", 3), ("/tactus/motion/acceleration", 3), ("/tactus/motion/gravity", 3),
    ("/tactus/motion/gyroscope", 3), ("/tactus/motion/magnet", 3), ("/tactus/motion/heading", 1),
    ("/pdparty/loc", 3), ("/pdparty/speed", 2), ("/pdparty/altitude", 2),
  ]

  /// The packet of a sensor, 1…9, with as many of its numbers as it has.
  static func packet(ofSensor sensor: UInt8, _ numbers: [Float]) -> [UInt8] {
    let one = sensors[Int(sensor) - 1]
    return OSCMessage.packet(one.address, numbers.prefix(one.numbers).map { .float($0) })
  }

  /// Its time on the page's clock in nanoseconds.
  static func read(_ bytes: [UInt8]) -> (message: BrowserMessage, time: Int64)? {
    guard 8...byteLimit ~= bytes.count else { return nil }
    var reader = MessageReader(bytes)
    let (kind, count) = (reader.byte(), reader.byte())
    _ = reader.half()
    let time = Int64(reader.word()) * 100_000
    switch kind {
    case 1:
      guard 1...140 ~= count, reader.rest == Int(count) * 14 else { return nil }
      var points: [BrowserPoint] = []
      for _ in 0..<count {
        guard let point = reader.point() else { return nil }
        points.append(point)
      }
      return (.touches(points), time)
    case 2: return reader.rest == 0 ? (.ping, time) : nil
    case 3:
      guard count <= touchLimit, reader.rest == Int(count) else { return nil }
      let ids = (0..<count).map { _ in reader.byte() }
      return ids.allSatisfy { 1...64 ~= $0 } ? (.alive(ids), time) : nil
    case 4:
      guard 1...UInt8(sensors.count) ~= count, reader.rest == 12 else { return nil }
      let (x, y, z) = (reader.float(), reader.float(), reader.float())
      guard x.isFinite, y.isFinite, z.isFinite else { return nil }
      return (.motion(sensor: count, x, y, z), time)
    case 5:
      guard 1...4 ~= count, reader.rest == 6 else { return nil }
      let (part, value) = (reader.half(), reader.float())
      let isAxis = 1...6 ~= part
      guard isAxis || 101...116 ~= part, value >= (isAxis ? -1 : 0), value <= 1 else { return nil }
      return (.pad(controller: count, part: part, value), time)
    case 6:
      guard count == 1, reader.rest == 3 else { return nil }
      let (status, first, second) = (reader.byte(), reader.byte(), reader.byte())
      guard 0x80..<0xF0 ~= status, first < 0x80, second < 0x80 else { return nil }
      return (.midi(status, first, second), time)
    default: return nil
    }
  }
}

extension MessageReader {
  fileprivate mutating func point() -> BrowserPoint? {
    guard let word = BrowserPoint.Word(rawValue: byte()) else { return nil }
    let id = byte()
    guard 1...64 ~= id else { return nil }
    let before = half()
    func part(_ value: UInt16) -> Float { Float(value) / 65_534 }
    let (x, y, pressure, radius) = (half(), half(), half(), half())
    let (aspect, angle) = (byte(), byte())
    guard x != .max, y != .max else { return nil }
    return BrowserPoint(
      word: word, id: id, before: before, x: part(x), y: part(y),
      pressure: pressure == .max ? nil : part(pressure), radius: radius == .max ? nil : part(radius),
      aspect: aspect == .max ? nil : Float(aspect) / 254, angle: aspect == .max ? nil : Float(angle) / 256)
  }
}
