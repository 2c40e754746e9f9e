// A patch's relations as the audio thread runs them: flat, of fixed size, prepared elsewhere.
import Controls

/// A user expression compiled to a stack program of at most 64 steps. See `Expression.swift`.
public struct Expression: Sendable {
  /// The empty expression is 0.
  public init() {}
}

/// A trigger that does something.
public struct Route: Sendable, Equatable {
  public var trigger: Trigger
  public var action: Action

  public init(_ trigger: Trigger, _ action: Action) {
    self.trigger = trigger
    self.action = action
  }
}

/// Base values, connections, expressions and routes of one patch. A plain value of fixed size: it may be copied
/// on the audio thread.
public struct Program {
  public static var connectionLimit: Int { @_noLocks get { 64 } }
  public static var routeLimit: Int { @_noLocks get { 32 } }
  public static var expressionLimit: Int { @_noLocks get { 8 } }

  /// What parameters are where no connection reaches them.
  public var base = ParameterValues()
  public private(set) var connectionCount = 0
  public private(set) var connections = InlineArray<64, Connection>(
    repeating: Connection(.constant, .ampLevel, low: 0, high: 1))
  var prepared = InlineArray<64, PreparedConnection>(repeating: PreparedConnection())
  /// Bit n: connection n is the first of the list on its parameter.
  private var first: UInt64 = 0
  public private(set) var routeCount = 0
  public private(set) var routes = InlineArray<32, Route>(repeating: Route(.touchBegan, .lfoReset))
  /// `user_1` to `user_8`, evaluated in this order.
  public var expressions = InlineArray<8, Expression>(repeating: Expression())

  public init() {}

  /// Appends, or answers false when there are 64.
  public mutating func append(_ connection: Connection) -> Bool {
    guard connectionCount < Self.connectionLimit else { return false }
    connections[connectionCount] = connection
    prepared[connectionCount] = PreparedConnection(connection)
    let isNew = !(0..<connectionCount).contains { connections[$0].destination == connection.destination }
    if isNew { first |= 1 << UInt64(connectionCount) }
    connectionCount += 1
    return true
  }

  @_noLocks func isFirstOnItsParameter(_ index: Int) -> Bool { first & (1 << UInt64(index)) != 0 }

  /// Appends, or answers false when there are 32.
  public mutating func append(_ route: Route) -> Bool {
    guard routeCount < Self.routeLimit else { return false }
    routes[routeCount] = route
    routeCount += 1
    return true
  }
}
