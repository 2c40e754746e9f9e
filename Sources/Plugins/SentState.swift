// What was sent in place of the values of ports, in the host's session: a JSON object of symbols and numbers.
// Host threads.
import Controls
import Text

/// The ports to which values can be sent, with the values that were; NaN: none.
struct SentState {
  private var ports: [(symbol: Symbol, range: ClosedRange<Float>)] = []
  private(set) var values: [Float] = []

  mutating func add(_ symbol: Symbol, _ range: ClosedRange<Float>, _ value: Float = .nan) {
    ports.append((symbol, range))
    values.append(value)
  }

  /// Empty: nothing was sent.
  var text: [UInt8] {
    let members = values.indices.filter { !values[$0].isNaN }.map {
      JSON.Member(key: ("\(ports[$0].symbol)" as UTF8Text).bytes, value: JSON(.real(Double(values[$0]))))
    }
    return members.isEmpty ? [] : JSON(.object(members)).words.bytes
  }

  /// Reads the values of a text. Skips symbols of other versions.
  mutating func read(_ text: [UInt8]?) throws(UnreadableState) {
    guard let text else { return }
    guard let json = text.withUnsafeBytes({ try? JSON($0) }), case .object(let members) = json.value else {
      throw .text
    }
    for member in members {
      let value: Float
      switch member.value.value {
      case .integer(let number): value = Float(number)
      case .real(let number): value = Float(number)
      default: throw .text
      }
      guard let index = ports.firstIndex(where: { $0.symbol.isText(member.key) }) else { continue }
      let range = ports[index].range
      values[index] = min(max(value, range.lowerBound), range.upperBound)
    }
  }
}
