// Reads a message with an address pattern (OSC 1.0) once for each address of Tactus that it matches. Input
// thread.
import Controls
import OSC
import Profiles

extension TactusDialect {
  /// The addresses that a pattern can match. Those of patches and grids are missing, because one message for
  /// all of them is a mistake.
  private static var methods: [StaticString] {
    PlayWord.allCases.map { $0.symbol }
      + CommonWord.allCases.filter { !([.takeBegin, .takeEnd] + CommonWord.ofStage).contains($0) }.map {
        $0.symbol
      }
  }

  /// The number of surfaces that an instance can be set to.
  static let surfaces = 16

  private static let addresses: [[UInt8]] = {
    let words = methods.map { word in word.withUTF8Buffer { Array($0) } }
    let root: [UInt8] = Array(0x2f...0x2f) + "tactus/".utf8
    var addresses = words.map { root + $0 }
    for surface in 1...surfaces {
      addresses += words.map { root + Array("surface/".utf8) + Array(surface.description.utf8) + [0x2f] + $0 }
    }
    return addresses
  }()

  /// Emits a command for each matching address. If no address gives a command, throws the first refusal.
  static func translatePattern(
    _ message: borrowing OSCMessageView, refuse: (Refusal) -> Void, body: CommandBody
  ) throws(Refusal) {
    guard let pattern = AddressPattern(Array(message.address)) else { throw .badAddress }
    var first: Refusal?
    var isHandled = false
    for address in addresses {
      try address.span.bytes.withUnsafeBytes { bytes throws(Refusal) in
        guard pattern.matches(bytes) else { return }
        do throws(Refusal) {
          try translate(message, AddressRest(bytes), refuse: refuse) {
            isHandled = true
            body($0, CommandContext(dialect: .tactus, surface: $1))
          }
        } catch {
          first = first ?? error
        }
      }
    }
    if !isHandled { throw first ?? .unknownAddress }
  }
}
