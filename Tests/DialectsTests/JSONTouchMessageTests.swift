// Lines of JSON touches.
import Testing

@testable import Dialects

struct JSONTouchMessageTests {
  @Test(arguments: [
    (#"{"token": "placed", "id": 1}"#, JSONTouchMessage.Meaning.placed),
    (#"{"token": "moved", "id": 1}"#, .placed),
    (#"{"token": "lifted", "id": 1}"#, .lifted), (#"{"touch": "began", "id": 1}"#, .began),
    (#"{"touch": "ended", "id": 1}"#, .ended), (#"{"id": 1}"#, .moved), (#"{"alive": [1, 2]}"#, .alive),
  ])
  func aLineIsReadByItsWord(text: String, meaning: JSONTouchMessage.Meaning) throws {
    let line = try Array(text.utf8).withUnsafeBytes { bytes throws(JSONTouchMessage.Fault) in
      try JSONTouchMessage.read(bytes)
    }
    #expect(line.meaning == meaning)
  }
}
