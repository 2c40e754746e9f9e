// One change to a patch, as a value. Not for the audio thread.
import Controls
import Instrument
import Matrix
import Text

/// One change to a patch. OSC, MIDI and triggers make it; the JSON of an edit is decoded to one or more of
/// them. Numbers out of range are clamped with a warning when the change is applied.
public enum PatchEdit: DocumentEdit, Equatable {
  /// Sets the base value of a parameter, its range, or both.
  case set(Parameter, ParameterChange)
  /// Switches a sound object on or off.
  case object(SoundObject, isOn: Bool)
  /// Appends a connection, or replaces the one at `place` (from 1).
  case connect(PatchConnection, place: Int?)
  /// Removes the connection at a place (from 1).
  case disconnect(place: Int)
  /// Removes all connections between a source and a destination.
  case disconnectAll(Controller, Parameter)
  /// Adds a route, unless the patch has it.
  case route(PatchRoute)
  /// Removes a route.
  case unroute(PatchRoute)
  /// Keeps the base values as a snapshot (from 1; nil: behind the last). Without a name the name stays.
  case snapshot(place: Int?, name: [UInt8]?)
  /// Makes the values of a snapshot (from 1) the patch's own.
  case recall(snapshot: Int)
  /// Removes a snapshot (from 1).
  case forget(snapshot: Int)
  /// Teaches a shape by a line, or changes the one at a place (from 1; nil: behind the last). Without a name
  /// the name stays.
  case shape(place: Int?, name: [UInt8]?, points: [SIMD2<Float>])
  /// Removes a shape (from 1).
  case forgetShape(place: Int)
  /// Adds a body to the world, or replaces the one at a place (from 1; nil: behind the last).
  case body(place: Int?, WorldBody)
  /// Moves the home of a body (from 1), in meters.
  case moveBody(place: Int, x: Float, y: Float)
  /// Removes a body (from 1), and the springs that hang on it.
  case removeBody(place: Int)
  /// Adds a spring to the world, or replaces the one at a place (from 1; nil: behind the last).
  case spring(place: Int?, WorldSpring)
  /// Removes a spring (from 1).
  case removeSpring(place: Int)
  /// Adds a field to the world, or replaces the one at a place (from 1; nil: behind the last).
  case field(place: Int?, WorldField)
  /// Removes a field (from 1).
  case removeField(place: Int)
  /// Adds an output, or replaces the one at a place (from 1; nil: behind the last).
  case output(place: Int?, PatchOutput)
  /// Removes an output (from 1).
  case removeOutput(place: Int)
  /// Tunes the keys: the texts of Scala; empty ones for none.
  case tune(scl: [UInt8], kbm: [UInt8])
  /// Lets a macro (1…8) follow a control change or an address; the macro's name stays.
  case learn(macro: Int, MacroSource)
  /// Changes what one key of a patch names.
  case member([UInt8], JSON)
  /// Goes to another document that a store keeps.
  case step(HistoryStep)
  /// An edit that names a controller or a parameter that does not exist. Applying it throws what is wrong
  /// with its JSON form.
  case unresolved([UInt8])
}

/// The changes of a parameter by an edit; nil: unchanged. Values are in the parameter's unit; those of a
/// choice are its index.
public struct ParameterChange: Equatable, Sendable {
  /// The base value, in the unit of the parameter; nil leaves it.
  public var base: Float?
  /// The lower end of the range for the performer; nil leaves it.
  public var low: Float?
  /// The upper end of the range for the performer; nil leaves it.
  public var high: Float?
  var unknown: [JSON.Member] = []

  /// The values that change.
  public init(base: Float? = nil, low: Float? = nil, high: Float? = nil) {
    (self.base, self.low, self.high) = (base, low, high)
  }
}

extension PatchEdit {
  /// Takes the last change back.
  public static var undo: PatchEdit { .step(.undo) }
  /// Does again what was taken back last.
  public static var redo: PatchEdit { .step(.redo) }

  /// Sets the base value of the parameter with a symbol.
  public static func set(symbol: [UInt8], to value: Float) -> PatchEdit {
    guard let parameter = Parameter.named(symbol) else {
      return .unresolved(("{\"set\": {\(JSON.quoted(symbol)): \(value)}}" as UTF8Text).bytes)
    }
    return .set(parameter, ParameterChange(base: value))
  }

  /// Appends a connection between what two symbols name.
  /// - Parameter amount: nil: the default, 1.
  public static func connect(
    _ source: [UInt8], to destination: [UInt8], low: Float, high: Float, amount: Float?
  ) -> PatchEdit {
    guard let (source, destination) = ends(source, destination) else {
      let amount: UTF8Text = amount.map { ", \"amount\": \($0)" } ?? ""
      return unresolved(
        "connect", source, destination, ", \"low\": \(low), \"high\": \(high)\(amount)")
    }
    var connection = Connection(source, destination, low: low, high: high)
    if let amount { connection.amount = amount }
    return .connect(PatchConnection(connection), place: nil)
  }

  /// Removes all connections between what two symbols name.
  public static func disconnect(_ source: [UInt8], from destination: [UInt8]) -> PatchEdit {
    guard let (source, destination) = ends(source, destination) else {
      return unresolved("disconnect", source, destination, "")
    }
    return .disconnectAll(source, destination)
  }

  private static func ends(_ source: [UInt8], _ destination: [UInt8]) -> (Controller, Parameter)? {
    guard let source = Controller.allCases.first(where: { $0.spec.symbol.isText(source) }),
      let destination = Parameter.named(destination)
    else { return nil }
    return (source, destination)
  }

  private static func unresolved(
    _ key: StaticString, _ source: [UInt8], _ destination: [UInt8], _ more: UTF8Text
  ) -> PatchEdit {
    let ends: UTF8Text = "\"source\": \(JSON.quoted(source)), \"destination\": \(JSON.quoted(destination))"
    return .unresolved(("{\"\(key)\": {\(ends)\(more)}}" as UTF8Text).bytes)
  }
}

extension Parameter {
  /// The parameter with a symbol, or nil.
  static func named(_ symbol: [UInt8]) -> Parameter? { allCases.first { $0.spec.symbol.isText(symbol) } }
}
