// Finds values of a JSON text again, because jansson tells places only of syntax errors.

/// Line and column, from 1; columns count characters.
package struct TextPlace {
  package var line = 1
  package var column = 1

  package init(ofByte offset: Int, in text: UnsafeRawBufferPointer) {
    for byte in text.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xc0 != 0x80 {
        column += 1
      }
    }
  }
}

/// Walks over a JSON text.
package struct Locator {
  private let text: UnsafeRawBufferPointer
  private var place = 0

  package init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// The first bracket that opens a level too many; the text need not be valid.
  package func firstOffset(deeperThan limit: Int) -> Int? {
    var walk = self
    var depth = 0
    while let byte = walk.byte {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > limit { return walk.place }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\""):
        walk.skipString()
        continue
      default: break
      }
      walk.place += 1
    }
    return nil
  }

  /// Where the value at a path begins; of the part of the path that exists.
  package func offset(of path: [PathStep]) -> Int {
    var walk = self
    walk.skipSpace()
    for step in path {
      let parent = walk.place
      guard walk.enter(step) else { return parent }
    }
    return walk.place
  }

  private var byte: UInt8? { place < text.count ? text[place] : nil }

  /// From a value to the one inside it.
  private mutating func enter(_ step: PathStep) -> Bool {
    guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") else { return false }
    let isObject = byte == UInt8(ascii: "{")
    var index = 0
    while true {
      place += 1  // The bracket or a comma.
      skipSpace()
      guard let first = byte, first != UInt8(ascii: "]"), first != UInt8(ascii: "}") else { return false }
      var isFound = step == .index(index)
      if isObject {
        let start = place
        skipString()
        isFound = step == .key([UInt8](text[min(start + 1, place)..<max(start + 1, place - 1)]))
        skipSpace()
        place += 1  // The colon.
        skipSpace()
      }
      if isFound { return true }
      skipValue()
      skipSpace()
      guard byte == UInt8(ascii: ",") else { return false }
      index += 1
    }
  }

  private mutating func skipSpace() {
    while let byte, byte <= 32 { place += 1 }
  }

  private mutating func skipString() {
    place += 1
    while let byte {
      place += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { break }
    }
    place = min(place, text.count)
  }

  /// Past a value, to the comma or bracket that ends it.
  private mutating func skipValue() {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        skipString()
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return
      default: break
      }
      place += 1
    }
  }
}
