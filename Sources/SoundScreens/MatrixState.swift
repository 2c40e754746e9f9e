// The state of *Matrix*, and the edits of connections. Any thread.
import Controls
import Demonstrations
import Lanes
import Matrix
import Music
import Paint
import PanelModel
import Patches
import Text
import Toolkit

/// A tool of *Matrix*.
public enum MatrixTool: Equatable, Sendable {
  /// Chooses a source, then a destination; starts *Learn*, with or without clocks; chooses a candidate.
  case add, learn, clocks
  case use(Controller)
  /// All connections at once; adds one there: source, destination.
  case overview
  case connect(Controller, Parameter)
  /// Lets a source move what a macro moves, with the same ranges.
  case join(Controller, Controller)
  /// Lists all controllers, or the macros, that may move a parameter; waits for one that moves.
  case sources(of: Parameter)
  case macros(of: Parameter)
  case learnFor(Parameter)
  /// Lists what a connection, from 0, may have as its source, its destination, its scale; sets it.
  case listSources(Int)
  case listDestinations(Int)
  case listScales(Int)
  case source(Int, Controller)
  case destination(Int, Parameter)
  case scale(Int, Scale?)
  /// Starts and stops *Show*; of a proposal, from 0: adds it, adds and opens it, drops it.
  case show
  case keep(Int)
  case edit(Int)
  case refuse(Int)
  /// Adds the map of poses that is proposed, or drops it.
  case keepPoses
  case refusePoses
}

struct MatrixState: Sendable {
  /// The destination of the connection for which a hand is waited for, or nil if it is chosen later.
  var destination: Parameter?
  /// Whether *Learn* is active and includes ages and clocks; and, by raw value, each controller's travel
  /// since and its last value.
  var learns = false
  var learnsClocks = false
  var moved: [Float] = []
  var before: [Float] = []
  /// The controllers that have moved farthest, in the order of the buttons.
  var candidates: [Controller] = []
  /// What the player shows at present, or nil; and when the next sample is due, in seconds.
  var demonstration: Demonstration?
  var sampleIsDue = 0.0
  /// The connections that were proposed and neither kept nor refused.
  var proposals: [ConnectionProposal] = []
  /// The map of poses that was proposed, and the snapshot that was chosen last, from 1, or 0.
  var poses: PoseProposal?
  var playedSnapshot = 0
  var isOverview = false
  /// The trims as they were before one connection sounded alone, and which one that is.
  var solo: (place: Int, trims: [Float])?
  /// The connection that is open, from 0.
  var chosen = 0
  /// The connection that opens once it is there, from 0, or nil if none has been asked for.
  var awaited: Int?
  /// Whether the list is to be scrolled so that the open connection is seen.
  var isSought = false
  var scroll: Float = 0
  /// Whether the list is so low that the open connection has its curve beside its settings.
  var isLow = false
  /// A connection that is being dragged and is not yet in the model.
  var edited: (place: Int, connection: Connection)?
  /// Whether the tab was chosen, and whether *Out* is open then; else it is if the patch has outputs and no
  /// connections. Of its list: as above.
  var hasTab = false
  var tab = false
  var chosenOutput = 0
  var awaitedOutput: Int?
  var isOutputSought = false
  var outputScroll: Float = 0
  var editedOutputs: [Int: PatchOutput] = [:]
  /// Whether *Out* shows an output of OSC, and when the names of destinations are requested again.
  var showsOSC = false
  var destinationsAreDue = 0.0
  /// Where a controller can be dropped.
  var dropArea = Area(x: 0, y: 0, width: 0, height: 0)
}

/// The settings of a connection that are one number or one choice.
public enum ConnectionField: UInt8, CaseIterable, Sendable {
  case amount, sensitivity, slope, direction, smoothUp, smoothDown, gate, mode, combine

  var title: StaticString {
    switch self {
    case .amount: "Amount"
    case .sensitivity: "Sensitivity"
    case .slope: "Slope"
    case .direction: "Direction"
    case .smoothUp: "Rise time"
    case .smoothDown: "Fall time"
    case .gate: "Gate"
    case .mode: "Mode"
    case .combine: "Combine"
    }
  }

  /// The setting of a connection as a control sets it.
  func value(of connection: Connection) -> ControlValue {
    let name = UTF8Text(title).bytes
    func list(_ index: Int, _ count: Int, _ words: @escaping @Sendable (Int) -> [UInt8]) -> ControlValue {
      ControlValue(name, index, 0...count - 1, usual: 0, .list, words: words)
    }
    switch self {
    case .amount: return ControlValue(name, connection.amount, -2...2, usual: 1)
    case .sensitivity: return ControlValue(name, connection.sensitivity, 0...16, usual: 1, .none, .root)
    case .slope: return ControlValue(name, connection.curve, -1...1, usual: 0)
    case .direction:
      return list(connection.isInverted ? 1 : 0, 2) { UTF8Text($0 == 1 ? "inverted" : "normal").bytes }
    case .smoothUp: return ControlValue(name, connection.smoothUp, 0...10, usual: 0, .seconds, .root)
    case .smoothDown: return ControlValue(name, connection.smoothDown, 0...10, usual: 0, .seconds, .root)
    case .gate:
      return list(connection.gate.index, Gate.allCases.count) { ValueText.plain(Gate.allCases[$0].symbol) }
    case .mode:
      return list(connection.mode.index, Mode.allCases.count) { ValueText.plain(Mode.allCases[$0].symbol) }
    case .combine:
      return list(connection.combine.index, Combine.allCases.count) {
        ValueText.plain(Combine.allCases[$0].symbol)
      }
    }
  }

  func set(_ value: Float, in connection: inout Connection) {
    switch self {
    case .amount: connection.amount = value
    case .sensitivity: connection.sensitivity = value
    case .slope: connection.curve = value
    case .direction: connection.isInverted = value >= 0.5
    case .smoothUp: connection.smoothUp = value
    case .smoothDown: connection.smoothDown = value
    case .gate: connection.gate = Gate.allCases[Int(value)]
    case .mode: connection.mode = Mode.allCases[Int(value)]
    case .combine: connection.combine = Combine.allCases[Int(value)]
    }
  }
}

extension SoundScreens {
  /// Whether the tab *Out* is open.
  var showsOutputs: Bool {
    matrix.hasTab ? matrix.tab : model.patch.connections.isEmpty && !model.patch.outputs.isEmpty
  }

  /// The ends of a connection's range as controls set them.
  func low(of one: Connection) -> ControlValue {
    one.destination.control(
      one.low, usual: one.destination.spec.minimum, name: ("low end of \(name(of: one))" as UTF8Text).bytes)
  }

  func high(of one: Connection) -> ControlValue {
    one.destination.control(
      one.high, usual: one.destination.spec.maximum, name: ("high end of \(name(of: one))" as UTF8Text).bytes)
  }

  /// The amount of a connection as a control sets it.
  func amount(of one: Connection) -> ControlValue {
    var amount = ConnectionField.amount.value(of: one)
    amount.name = ("Amount of \(name(of: one))" as UTF8Text).bytes
    return amount
  }

  func name(of one: Connection) -> UTF8Text { "\(model.name(of: one.source)) to \(one.destination.title)" }

  /// A connection as it is, or as it is being dragged.
  func connection(_ place: Int) -> Connection {
    if let edited = matrix.edited, edited.place == place { return edited.connection }
    if let shifted = panel.shifted(place) { return shifted }
    return model.patch.connections[place].connection
  }

  /// Changes a connection: at once for the eye, and as a request.
  mutating func change(_ place: Int, _ requests: inout [PanelRequest], _ body: (inout Connection) -> Void) {
    guard model.patch.connections.indices.contains(place) else { return }
    var changed = connection(place)
    body(&changed)
    guard changed != connection(place) else { return }
    matrix.edited = (place, changed)
    var whole = model.patch.connections[place]
    whole.connection = changed
    requests.append(.edit(.connect(whole, place: place + 1), revision: model.revision))
  }

  /// Opens a connection, and scrolls to it.
  mutating func open(connection place: Int) {
    (matrix.chosen, matrix.isSought, matrix.awaited) = (place, true, nil)
  }

  /// Removes a connection.
  func remove(connection place: Int) -> PanelRequest? {
    guard model.patch.connections.indices.contains(place) else { return nil }
    return .edit(.disconnect(place: place + 1), revision: model.revision)
  }
}
