// One JSON object that tells of touches: ours, or that of tuioJSON 1.0. Not for the audio thread.
import Text

/// What one object says. Numbers that it does not have are NaN.
public struct TouchLine: Sendable {
  public enum Meaning: Sendable, Equatable {
    case began, moved, ended
    /// An object on the surface.
    case placed, lifted
    /// `ids` are all that are live.
    case alive
    /// Understood, and of no effect: gestures, shapes and handwriting, which are worked out here.
    case noted
  }

  /// Why an object is refused.
  public enum Fault: Error, Equatable { case notJSON, unknownWord, wrongArguments, badID }

  public var meaning = Meaning.moved
  public var id: Int32 = 0
  public var ids: [Int32] = []
  public var surface: UInt8 = 0
  /// Whether y grows downwards, as in tuioJSON.
  public var isDownwards = false
  public var x = Float.nan
  public var y = Float.nan
  public var pressure = Float.nan
  public var radius = Float.nan
  public var aspect = Float.nan
  public var orientation = Float.nan
  public var angle = Float.nan
  public var tokenClass = Float.nan

  /// Longer texts are refused.
  public static let byteLimit = 65_507

  /// Reads one object.
  public static func read(_ text: UnsafeRawBufferPointer) throws(Fault) -> TouchLine {
    let members: [JSON.Member]
    do throws(DocumentError) {
      guard case .object(let found) = try JSON(text, limit: byteLimit).value else { throw DocumentError([]) }
      members = found
    } catch {
      throw .notJSON
    }
    var line = TouchLine()
    if let type = members.first(where: { $0.key == "type" }) {
      try line.readTuio(members, type.value)
    } else {
      try line.readOwn(members)
    }
    return line
  }

  private static func text(_ json: JSON) throws(Fault) -> [UInt8] {
    guard case .string(let text) = json.value else { throw .wrongArguments }
    return text
  }

  private static func number(_ json: JSON) throws(Fault) -> Float {
    switch json.value {
    case .integer(let number): return Float(number)
    case .real(let number): return Float(number)
    default: throw .wrongArguments
    }
  }

  private static func id(_ json: JSON) throws(Fault) -> Int32 {
    guard case .integer(let number) = json.value, let id = Int32(exactly: number) else { throw .badID }
    return id
  }

  /// `{"id": 1, "type": "touch", "state": "start", "x": 0.5, "y": 0.5}`
  private mutating func readTuio(_ members: [JSON.Member], _ type: JSON) throws(Fault) {
    isDownwards = true
    let type = try Self.text(type)
    if type == "gesture" || type == "shape" || type == "handwriting" {
      meaning = .noted
      return
    }
    guard type == "touch" || type == "pen" else { throw .unknownWord }
    var (hasID, hasState) = (false, false)
    for each in members {
      if each.key == "id" {
        id = try Self.id(each.value)
        hasID = true
      } else if each.key == "state" {
        let state = try Self.text(each.value)
        guard state == "start" || state == "move" || state == "end" else { throw .unknownWord }
        meaning = state == "start" ? .began : state == "move" ? .moved : .ended
        hasState = true
      } else if each.key == "x" {
        x = try Self.number(each.value)
      } else if each.key == "y" {
        y = try Self.number(each.value)
      }
    }
    guard hasID, hasState else { throw .wrongArguments }
  }

  /// `{"touch": "began", "id": 1, "x": 0.5, "y": 0.5}`; without a word it moved.
  private mutating func readOwn(_ members: [JSON.Member]) throws(Fault) {
    var hasID = false
    for each in members {
      if each.key == "touch" {
        let word = try Self.text(each.value)
        guard word == "began" || word == "moved" || word == "ended" else { throw .unknownWord }
        meaning = word == "began" ? .began : word == "moved" ? .moved : .ended
      } else if each.key == "token" {
        let word = try Self.text(each.value)
        guard word == "placed" || word == "moved" || word == "lifted" else { throw .unknownWord }
        meaning = word == "lifted" ? .lifted : .placed
      } else if each.key == "alive" {
        guard case .array(let elements) = each.value.value, elements.count <= 1024 else {
          throw .wrongArguments
        }
        meaning = .alive
        for element in elements { ids.append(try Self.id(element)) }
        hasID = true
      } else if each.key == "id" {
        id = try Self.id(each.value)
        hasID = true
      } else if each.key == "surface" {
        guard case .integer(let number) = each.value.value, 0...255 ~= number else { throw .wrongArguments }
        surface = UInt8(number)
      } else {
        try readNumber(each)
      }
    }
    guard hasID else { throw .wrongArguments }
  }

  private mutating func readNumber(_ member: JSON.Member) throws(Fault) {
    if member.key == "x" {
      x = try Self.number(member.value)
    } else if member.key == "y" {
      y = try Self.number(member.value)
    } else if member.key == "pressure" {
      pressure = try Self.number(member.value)
    } else if member.key == "radius" {
      radius = try Self.number(member.value)
    } else if member.key == "aspect" {
      aspect = try Self.number(member.value)
    } else if member.key == "orientation" {
      orientation = try Self.number(member.value)
    } else if member.key == "angle" {
      angle = try Self.number(member.value)
    } else if member.key == "class" {
      tokenClass = try Self.number(member.value)
    }
  }
}
