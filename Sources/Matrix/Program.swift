// A patch's relations as the audio thread runs them: flat, of fixed size, prepared elsewhere.
import Controls
import Lanes

/// Base values, connections, expressions and routes of one patch. A plain value of fixed size: it may be copied
/// on the audio thread.
public struct Program {
  public static var connectionLimit: Int { @_noLocks get { 64 } }
  public static var routeLimit: Int { @_noLocks get { 32 } }
  public static var expressionLimit: Int { @_noLocks get { 8 } }

  /// What parameters are where no connection reaches them.
  public var base = ParameterValues() {
    didSet { prepareStart() }
  }
  public private(set) var connectionCount = 0
  public private(set) var connections = InlineArray<64, Connection>(
    repeating: Connection(.constant, .ampLevel, low: 0, high: 1))
  /// The same connections as `Matrix` reads them.
  var prepared = InlineArray<64, PreparedConnection>(
    repeating: PreparedConnection(Connection(.constant, .ampLevel, low: 0, high: 1)))
  /// 1/time constant of 16 places each: four rising, four falling. Infinite where there is none.
  var smoothing = InlineArray<8, Lanes>(repeating: Lanes(repeating: .infinity))
  /// Where evaluation starts: base values within their ranges, in the travel of those that connections reach.
  var start = ParameterValues()
  /// The parameters that connections reach, each once.
  var reachedCount = 0
  var reached = InlineArray<32, Reached>(repeating: Reached(.ampLevel))
  public private(set) var routeCount = 0
  public private(set) var routes = InlineArray<32, Route>(repeating: Route(.touchBegan, .lfoReset))
  /// `user_1` to `user_8`, evaluated in this order.
  public var expressions = InlineArray<8, Expression>(repeating: Expression())

  public init() {}

  /// Appends, or answers false when there are 64.
  public mutating func append(_ connection: Connection) -> Bool {
    let place = connectionCount
    guard place < Self.connectionLimit else { return false }
    connections[place] = connection
    prepared[place] = PreparedConnection(connection)
    smoothing[place / 16][place % 16] = 1 / connection.smoothUp.within(0, 10)
    smoothing[4 + place / 16][place % 16] = 1 / connection.smoothDown.within(0, 10)
    connectionCount += 1
    reach(connection.destination)
    return true
  }

  private mutating func reach(_ parameter: Parameter) {
    for index in 0..<reachedCount where reached[index].index == Int(parameter.rawValue) { return }
    reached[reachedCount] = Reached(parameter)
    reachedCount += 1
    prepareStart()
  }

  private mutating func prepareStart() {
    for index in 0..<Parameter.count {
      guard let parameter = Parameter.at(index) else { continue }
      start.lanes[index] = Reached(parameter).settled(base.lanes[index])
    }
    for index in 0..<reachedCount where reached[index].travel == .logarithmic {
      start.lanes[reached[index].index] = start.lanes[reached[index].index].log2
    }
  }

  /// Appends, or answers false when there are 32.
  public mutating func append(_ route: Route) -> Bool {
    guard routeCount < Self.routeLimit else { return false }
    routes[routeCount] = route
    routeCount += 1
    return true
  }
}
