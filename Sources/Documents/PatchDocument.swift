// A patch as people and files have it.
import Controls
import Instrument
import Matrix
import Music

/// What is wrong with a document, and where.
public struct DocumentError: Error {
  /// Line and column in the text, from 1; 0 where the fault has no place in it.
  public var line = 0
  public var column = 0
  /// What is wrong and at which key, in one sentence of UTF-8.
  public var message: [UInt8]

  public init(_ message: [UInt8], line: Int = 0, column: Int = 0) {
    self.message = message
    self.line = line
    self.column = column
  }
}

/// A patch: everything that makes a sound and how hands play it. Texts are UTF-8.
public struct PatchDocument {
  /// The newest version of the format, which `write` writes.
  public static let version = 1
  /// Longest text of a patch, bytes.
  public static let limit = 1 << 20

  /// A parameter that the patch speaks of.
  public struct Value: Equatable, Sendable {
    public var base: Float
    /// The performer's range, within the parameter's own.
    public var low: Float
    public var high: Float
  }

  /// A connection as it is written, with what this version does not know of it.
  public struct Link: Sendable {
    public var connection: Connection
    /// What the mapped value is stepped to, or nil.
    public var scale: Scale?
    var unknown: [Unknown] = []
  }

  /// A key that this version does not know, and its value as JSON; kept and written back.
  struct Unknown: Sendable {
    var key: [UInt8]
    var json: [UInt8]
  }

  public var name = bytes("Init")
  public var author: [UInt8] = []
  public var category: [UInt8] = []
  public var summary: [UInt8] = []
  public var howToPlay: [UInt8] = []
  public var seed: UInt64 = 1
  public var map = PlayingMap()
  public var voices = VoiceSettings()
  public var midiJoinsGroup = false
  /// One bit for each `SoundObject` that is off.
  public var objectsOff: UInt32 = 0
  public var values: [Value]
  public var links: [Link] = []
  public var routes: [Route] = []
  /// The texts of `user_1` to `user_8`; empty: none.
  public var expressions = [[UInt8]](repeating: [], count: Program.expressionLimit)
  var unknown: [Unknown] = []
  var unknownOfMap: [Unknown] = []
  var unknownOfVoices: [Unknown] = []

  /// The patch that sounds when nobody says otherwise: y, timbre and pressure open the filter, the modulation
  /// wheel brings vibrato.
  public init() {
    self.init(empty: ())
    name = bytes("First touch")
    let cutoff = Parameter.filterCutoff.spec.default
    links = [
      Link(connection: Connection(.touchTimbre, .filterCutoff, low: cutoff / 5.65, high: cutoff * 5.65)),
      Link(connection: Connection(.touchPressure, .filterCutoff, low: cutoff, high: cutoff * 2.83)),
      Link(connection: Connection(.midiModulation, .lfoDepth, low: 0, high: 0.5)),
    ]
  }

  /// Every parameter at its default and nothing connected: what a text with missing keys begins with.
  init(empty: Void) {
    values = Parameter.allCases.map { parameter in
      let spec = parameter.spec
      return Value(base: spec.default, low: spec.minimum, high: spec.maximum)
    }
  }

  public subscript(parameter: Parameter) -> Value {
    get { values[Int(parameter.rawValue)] }
    set { values[Int(parameter.rawValue)] = newValue }
  }

  /// What the audio thread plays.
  /// - Throws: an expression's fault.
  public func compile() throws(DocumentError) -> CompiledPatch {
    var patch = CompiledPatch()
    for parameter in Parameter.allCases {
      patch.program.base[parameter] = SIMD16(repeating: self[parameter].base)
    }
    for link in links {
      var connection = link.connection
      connection.scaleMask = link.scale?.semitones ?? 0
      // The performer's range bounds what a connection may reach.
      let range = self[connection.destination]
      connection.low = min(max(connection.low, range.low), range.high)
      connection.high = min(max(connection.high, range.low), range.high)
      _ = patch.program.append(connection)
    }
    for route in routes { _ = patch.program.append(route) }
    for (index, text) in expressions.enumerated() where !text.isEmpty {
      patch.program.expressions[index] = try expression(text, number: index + 1)
    }
    patch.map = map
    patch.voices = voices
    patch.midiJoinsGroup = midiJoinsGroup
    patch.seed = seed
    patch.objectsOff = objectsOff
    return patch
  }

  private func expression(_ text: [UInt8], number: Int) throws(DocumentError) -> Expression {
    do {
      return try text.withUnsafeBufferPointer { (text) throws(DocumentError) in
        try ExpressionParser.parse(text)
      }
    } catch {
      let place = bytes("user_") + bytes(decimal: number) + bytes(": ")
      throw DocumentError(place + error.message, line: error.line, column: error.column)
    }
  }
}
