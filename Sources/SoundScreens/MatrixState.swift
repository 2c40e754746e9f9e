// The state of *Matrix*, and the edits of connections. Any thread.
import Controls
import Lanes
import Matrix
import PanelModel
import Patches
import Text

/// A tool of *Matrix*.
public enum MatrixTool: Equatable, Sendable {
  /// Chooses a source, then a destination; waits for a hand that moves a source; takes what moved most.
  case add, learn
  case use(Controller)
  /// All connections at once; adds one there: source, destination.
  case overview
  case connect(Controller, Parameter)
}

struct MatrixState: Sendable {
  /// The source of a connection that is being added, or nil if none has been chosen yet.
  var source: Controller?
  /// Whether a moving hand chooses the source; by raw value, how much each controller has moved, and where it
  /// was last.
  var learns = false
  var moved: [Float] = []
  var before: [Float] = []
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
  /// A connection that is being dragged and is not yet in the model.
  var edited: (place: Int, connection: Connection)?
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

  /// The number of steps from 0 to 1; 0: continuous.
  var steps: Int {
    switch self {
    case .amount, .sensitivity, .slope, .smoothUp, .smoothDown: 0
    case .direction: 1
    case .gate, .mode: 2
    case .combine: 4
    }
  }

  /// Where it stands, 0…1.
  func part(of connection: Connection) -> Float {
    switch self {
    case .amount: (connection.amount + 2) / 4
    case .sensitivity: (connection.sensitivity / 16).squareRoot()
    case .slope: (connection.curve + 1) / 2
    case .direction: connection.isInverted ? 1 : 0
    case .smoothUp: (connection.smoothUp / 10).squareRoot()
    case .smoothDown: (connection.smoothDown / 10).squareRoot()
    case .gate: Float(connection.gate.index) / 2
    case .mode: Float(connection.mode.index) / 2
    case .combine: Float(connection.combine.index) / 4
    }
  }

  func set(_ part: Float, in connection: inout Connection) {
    func round(_ value: Float) -> Float { (value * 100).rounded() / 100 }
    func choice(_ steps: Int) -> Int { Int((part * Float(steps)).rounded()) }
    switch self {
    case .amount: connection.amount = round(part * 4 - 2)
    case .sensitivity: connection.sensitivity = round(part * part * 16)
    case .slope: connection.curve = round(part * 2 - 1)
    case .direction: connection.isInverted = part >= 0.5
    case .smoothUp: connection.smoothUp = round(part * part * 10)
    case .smoothDown: connection.smoothDown = round(part * part * 10)
    case .gate: connection.gate = Gate.allCases[choice(2)]
    case .mode: connection.mode = Mode.allCases[choice(2)]
    case .combine: connection.combine = Combine.allCases[choice(4)]
    }
  }

  func text(of connection: Connection) -> [UInt8] {
    switch self {
    case .amount: ValueText.fixed(connection.amount, decimals: 2).bytes
    case .sensitivity: ValueText.fixed(connection.sensitivity, decimals: 2).bytes
    case .slope: ValueText.fixed(connection.curve, decimals: 2).bytes
    case .direction: UTF8Text(connection.isInverted ? "inverted" : "normal").bytes
    case .smoothUp: ValueText.words(connection.smoothUp, .seconds).bytes
    case .smoothDown: ValueText.words(connection.smoothDown, .seconds).bytes
    case .gate: ValueText.plain(connection.gate.symbol)
    case .mode: ValueText.plain(connection.mode.symbol)
    case .combine: ValueText.plain(connection.combine.symbol)
    }
  }
}

extension SoundScreens {
  /// A connection as it is, or as it is being dragged.
  func connection(_ place: Int) -> Connection {
    if let edited = matrix.edited, edited.place == place { return edited.connection }
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
