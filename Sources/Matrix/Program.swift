// A patch's relations as the audio thread runs them: flat, of fixed size, prepared elsewhere.
import Controls
import Lanes

/// Base values, connections, expressions and routes of one patch. A plain value of fixed size: it may be copied
/// on the audio thread.
public struct Program {
  /// The most connections.
  public static var connectionLimit: Int { @_noLocks get { 64 } }
  /// The most snapshots.
  public static var snapshotLimit: Int { @_noLocks get { 8 } }
  /// The most routes.
  public static var routeLimit: Int { @_noLocks get { 32 } }
  /// The most user expressions.
  public static var expressionLimit: Int { @_noLocks get { 8 } }

  /// What parameters are where no connection reaches them.
  public var base = ParameterValues() {
    didSet { prepareStart() }
  }
  /// How many of `connections` are in use.
  public private(set) var connectionCount = 0
  /// In the order in which they were appended.
  public private(set) var connections = InlineArray<64, Connection>(
    repeating: Connection(.constant, .ampLevel, low: 0, high: 1))
  /// The same connections as `Matrix` reads them.
  var prepared = InlineArray<64, PreparedConnection>(
    repeating: PreparedConnection(Connection(.constant, .ampLevel, low: 0, high: 1)))
  /// 1/time constant of 16 connections each: four rising, four falling. Infinite where there is none.
  var smoothing = InlineArray<8, Lanes>(repeating: Lanes(repeating: .infinity))
  /// Where evaluation starts: base values within their ranges, in the travel of those that connections reach.
  var start = ParameterValues()
  /// The parameters that connections reach, or snapshots, each once.
  var reachedCount = 0
  var reached = InlineArray<192, Reached>(repeating: Reached(.ampLevel))
  /// What snapshots move: parameters of which they have different values. They count as reached.
  public private(set) var snapshotCount = 0
  var morphedCount = 0
  var morphed = InlineArray<192, MorphedParameter>(repeating: MorphedParameter(.ampLevel, [0]))
  /// How many of `routes` are in use.
  public private(set) var routeCount = 0
  /// In the order in which they were appended.
  public private(set) var routes = InlineArray<32, Route>(repeating: Route(.touchBegan, .lfoReset))
  /// `user_1` to `user_8`, evaluated in this order.
  public var expressions = InlineArray<8, Expression>(repeating: Expression())

  /// Every parameter at its default, and no relation.
  public init() {}

  /// Appends, or answers false when there are 64.
  public mutating func append(_ connection: Connection) -> Bool {
    let index = connectionCount
    guard index < Self.connectionLimit else { return false }
    connections[index] = connection
    prepared[index] = PreparedConnection(connection)
    prepared[index].morphed = morphedIndex(Int(connection.destination.rawValue))
    smoothing[index / 16][index % 16] = 1 / connection.smoothUp.within(0, 10)
    smoothing[4 + index / 16][index % 16] = 1 / connection.smoothDown.within(0, 10)
    connectionCount += 1
    reach(connection.destination)
    return true
  }

  /// Snapshots 1 to 8, each with a value for every parameter by raw value. For a program that has its base values.
  public mutating func apply(snapshots: [[Float]]) {
    snapshotCount = min(snapshots.count, Self.snapshotLimit)
    morphedCount = 0
    if snapshotCount == 0 { return }
    reach(.morph)
    for index in 0..<Parameter.count {
      guard let parameter = Parameter.at(index), parameter != .morph else { continue }
      let values = [base.lanes[index][0]] + snapshots.prefix(snapshotCount).map { $0[index] }
      if values.allSatisfy({ $0 == values[0] }) { continue }
      reach(parameter)
      morphed[morphedCount] = MorphedParameter(parameter, values)
      morphedCount += 1
    }
    for index in 0..<connectionCount {
      prepared[index].morphed = morphedIndex(prepared[index].destination)
    }
  }

  private func morphedIndex(_ index: Int) -> Int {
    for entry in 0..<morphedCount where morphed[entry].index == index { return entry }
    return -1
  }

  private mutating func reach(_ parameter: Parameter) {
    for index in 0..<reachedCount where reached[index].index == Int(parameter.rawValue) { return }
    reached[reachedCount] = Reached(parameter)
    reachedCount += 1
    prepareStart(parameter)
  }

  private mutating func prepareStart(_ parameter: Parameter) {
    let index = Int(parameter.rawValue)
    start.lanes[index] = Reached(parameter).settled(base.lanes[index])
    for entry in 0..<reachedCount where reached[entry].index == index && reached[entry].travel == .logarithmic
    {
      start.lanes[index] = start.lanes[index].log2
    }
  }

  /// Puts a parameter back to where evaluation starts. By pointer: see `Matrix`.
  @_noLocks public static func restore(
    _ parameter: Parameter, from program: UnsafePointer<Program>, in values: inout ParameterValues
  ) {
    let index = Int(parameter.rawValue)
    values.lanes[index] = program.pointee.start.lanes[index]
  }

  /// Whether a trigger does anything.
  @_noLocks public static func hears(_ trigger: Trigger, in program: UnsafePointer<Program>) -> Bool {
    for index in 0..<program.pointee.routeCount where program.pointee.routes[index].trigger == trigger {
      return true
    }
    return false
  }

  /// Whether a controller moves anything. Expressions may ask for any.
  @_noLocks public static func uses(_ controller: Controller, in program: UnsafePointer<Program>) -> Bool {
    for index in 0..<program.pointee.connectionCount
    where program.pointee.prepared[index].source == Int(controller.rawValue) { return true }
    for index in 0..<program.pointee.routeCount where program.pointee.routes[index].trigger == .level {
      return true
    }
    for index in 0..<expressionLimit where program.pointee.expressions[index].count > 0 { return true }
    return false
  }

  private mutating func prepareStart() {
    for index in 0..<Parameter.count {
      if let parameter = Parameter.at(index) { prepareStart(parameter) }
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
