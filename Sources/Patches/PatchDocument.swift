// A patch as a document: a value that is read, written, edited and compiled. Not for the audio thread.
import Controls
import Instrument
import Lanes
import Matrix
import Music
import Signal
import Text

/// A patch. Texts are UTF-8. Two patches are equal when all that is written of them is equal.
public struct PatchDocument: Equatable, Sendable {
  /// The newest version of the format, and the one that is written.
  public static var version: Int { 1 }
  /// The most tags.
  public static var tagLimit: Int { 16 }
  /// The most objects that a patch names.
  public static var tangibleLimit: Int { 32 }

  /// The name, at most 128 bytes.
  public var name = UTF8Text("Init").bytes
  /// The author, at most 128 bytes.
  public var author: [UInt8] = []
  /// The category, at most 64 bytes.
  public var category: [UInt8] = []
  /// The description, at most 4096 bytes.
  public var description: [UInt8] = []
  /// Playing instructions, at most 4096 bytes.
  public var howToPlay: [UInt8] = []
  /// Words that name what the patch suits, at most `tagLimit` of at most 32 bytes.
  public var tags: [[UInt8]] = []
  /// The names of the objects on a table that the patch wants; empty: all.
  public var tangibles: [[UInt8]] = []
  /// Values that are sent to objects with a radio, at most 32.
  public var back: [PatchBack] = []
  /// Where everything random begins, 0…2⁵³ − 1.
  public var seed: UInt64 = 1
  /// The playing map of the surface outside parts.
  public var map = PlayingMap()
  /// The patch's own tuning; empty for none.
  public var tuning = PatchTuning()
  /// At most 32; of those that fit a touch or key the first counts, and without one the map above.
  public var parts: [PatchSplit] = []
  /// Polyphony, mono and legato.
  public var voices = VoiceSettings()
  /// Whether plain MIDI notes count as touches of the group.
  public var midiJoinsGroup = false
  /// Which game controller is listened to, 1…4; 0: all.
  public var pad = 0
  /// One bit for each `SoundObject` that is off.
  public var objectsOff: UInt32 = 0
  /// The recorded sounds, at most 32. Of those that have a key the first is played.
  public var samples: [PatchSample] = []
  /// The wavetable of the wave `user`.
  public var wavetable = PatchWavetable()
  /// At most 8.
  public var snapshots: [PatchSnapshot] = []
  /// The map on which controllers move between snapshots.
  public var poses = PatchPoses()
  /// At most 64; the first 32 have trims.
  public var connections: [PatchConnection] = []
  /// At most 32.
  public var routes: [PatchRoute] = []
  /// At most 32.
  public var outputs: [PatchOutput] = []
  /// Whether the patch makes sound; else it only controls others.
  public var makesSound = true
  /// Whether touches leave as MPE.
  public var sendsTouches = true
  /// At most 8.
  public var shapes: [PatchShape] = []
  /// At most 8; expressions read them.
  public var regions: [PatchRegion] = []
  /// The texts of `user_1` to `user_32`; empty where there is none.
  public var expressions = [[UInt8]](repeating: [], count: Program.expressionLimit)
  /// The most bytes of an expression's name.
  public static var expressionNameLimit: Int { 64 }
  /// The names of `user_1` to `user_32` for people; empty where there is none.
  public var expressionNames = [[UInt8]](repeating: [], count: Program.expressionLimit)

  /// The sequences of the four sequencers.
  public var sequences = [StepSequence](repeating: StepSequence(), count: 4)
  /// The drawn curves of the four LFOs: 32 points of −1…1, or empty for a sine.
  public var drawn = [[Float]](repeating: [], count: 4)
  /// The sources of macro_1 to macro_8 besides their ports.
  public var macros = [MacroSource](repeating: MacroSource(), count: MacroSource.count)

  /// The world that touches, keys and controllers move; without bodies there is none.
  public var world = PatchWorld()

  var settings: [ParameterSetting] = Parameter.allCases.map { ParameterSetting($0) }
  /// Keys that this version does not know, kept for those that do.
  var unknown = UnknownKeys()

  /// The plain saw, which a JSON object without keys describes. A new instance starts with `PatchName.first`
  /// instead.
  public init() {
    let cutoff = self[.filterCutoff].base
    func connect(_ source: Controller, _ destination: Parameter, _ low: Float, _ high: Float) {
      connections.append(PatchConnection(Connection(source, destination, low: low, high: high)))
    }
    connect(.touchTimbre, .filterCutoff, cutoff * 0.176_776_69, cutoff * 5.656_854_2)  // ±2.5 octaves
    connect(.touchPressure, .filterCutoff, cutoff, cutoff * 2.828_427_1)  // +1.5 octaves
    connect(.midiModulation, .lfoDepth, 0, 0.5)
  }

  /// The setting of a parameter.
  public subscript(parameter: Parameter) -> ParameterSetting {
    get { settings[Int(parameter.rawValue)] }
    set { settings[Int(parameter.rawValue)] = newValue }
  }

  /// Whether a sound object is off.
  public func isOff(_ object: SoundObject) -> Bool { objectsOff & (1 << UInt32(object.index)) != 0 }

  /// Turns a sound object off or on.
  public mutating func set(_ object: SoundObject, isOff: Bool) {
    let bit: UInt32 = 1 << UInt32(object.index)
    objectsOff = isOff ? objectsOff | bit : objectsOff & ~bit
  }
}

/// A parameter's value in a patch, and the range that its performer is given.
public struct ParameterSetting: Equatable, Sendable {
  /// In low…high.
  public var base: Float
  /// The lower end of the range for the performer.
  public var low: Float
  /// The upper end of the range for the performer.
  public var high: Float
  var unknown: [JSON.Member] = []

  /// The default.
  public init(_ parameter: Parameter) {
    let spec = parameter.spec
    base = spec.default
    low = spec.minimum
    high = spec.maximum
  }
}

/// A connection in a patch.
public struct PatchConnection: Equatable, Sendable {
  /// The connection itself.
  public var connection: Connection
  var unknown: [JSON.Member] = []

  /// A connection without unknown keys.
  public init(_ connection: Connection) { self.connection = connection }
}

/// A route in a patch.
public struct PatchRoute: Equatable, Sendable {
  /// The route itself.
  public var route: Route
  /// The name of the source that the touch must have, at most 32 bytes; empty: any.
  public var source: [UInt8] = []
  /// The text of the expression that must be above 0, at most `conditionLimit` bytes; empty: none.
  public var condition: [UInt8] = []
  var unknown: [JSON.Member] = []

  /// The most bytes of a condition.
  public static var conditionLimit: Int { 1024 }

  /// A route without a source, a condition and unknown keys.
  public init(_ route: Route) { self.route = route }

  /// Whether both do the same: unknown keys do not count.
  func isSame(as other: PatchRoute) -> Bool {
    route == other.route && source == other.source && condition == other.condition
  }
}

/// Unknown keys of the objects that are there once.
struct UnknownKeys: Equatable, Sendable {
  var root: [JSON.Member] = []
  var map: [JSON.Member] = []
  var tuning: [JSON.Member] = []
  var voices: [JSON.Member] = []
  var objects: [JSON.Member] = []
  var parameters: [JSON.Member] = []
  var user: [JSON.Member] = []
  var userNames: [JSON.Member] = []
  var macros: [JSON.Member] = []
}
