// The touches of one listener, with the objects among them. Input thread.
import RealTime
import Tangibles

/// The events of a listener: the rules of touches first, then the recognition of objects. Without objects,
/// only the former. An event has its own time: that of its command, or when it was due.
package struct ListenerTouches {
  private var touches = SourceTouches()
  private var objects: ObjectRecognition?

  package init() {}

  package var liveCount: Int { touches.liveCount }
  /// The recognition, or nil if there are no definitions.
  package var tracker: TangibleTracker? { objects?.tracker }
  /// The surface on which something was seen last, millimeters; nil: none.
  var tableSize: TablePoint? { objects?.sizes.last?.size }
  func size(of source: UInt32) -> TablePoint? { objects?.sizes.last { $0.source == source }?.size }
  /// Live touches on surfaces where objects may lie.
  var tableTouches: [(place: TablePoint, source: UInt32, isPad: Bool)] { objects?.touches ?? [] }
  /// When something is due without a further command.
  package var nextDeadline: Int64? { objects?.nextDeadline }

  /// Whether a source has neither touches nor objects.
  package func isSilent(_ source: UInt32) -> Bool {
    touches.isSilent(source) && objects?.tracker.lies { $0 & 0xff_ffff == source } != true
  }

  package mutating func forget(_ source: UInt32) { touches.forget(source) }

  /// Starts recognizing the objects of a library. An empty library recognizes none.
  package mutating func use(
    _ library: TangibleLibrary, at time: Int64, emit: (SurfaceEvent, Int64) -> Void
  ) {
    if library == objects?.tracker.library { return }
    objects?.use(library, at: time, emit: emit)
    if library.definitions.isEmpty {
      if objects?.scan == nil { objects = nil }
    } else if objects == nil {
      objects = ObjectRecognition(library)
    }
  }

  /// Scans an object among the touches from now on, or no more. The first object needs no library.
  package mutating func scan(_ isOn: Bool) {
    if objects == nil && isOn { objects = ObjectRecognition(TangibleLibrary()) }
    objects?.scan(isOn)
  }

  /// The scan; nil: none.
  var scan: TangibleScan? { objects?.scan }

  /// See `SourceTouches.handle`.
  /// - Parameter table: The source's surface, if objects may lie there.
  package mutating func handle(
    _ event: PerformanceEvent, surface: UInt8, from source: UInt32, at time: Int64, isOrdered: Bool,
    hasRoom: Bool,
    counting counters: Counters, announcement: () -> [SurfaceEvent], table: () -> TangibleSurface?,
    emit: (SurfaceEvent, Int64) -> Void
  ) {
    objects?.advance(to: time, emit: emit)
    touches.handle(
      event, surface: surface, from: source, at: time, isOrdered: isOrdered, hasRoom: hasRoom,
      counting: counters, announcement: announcement
    ) { Self.pass($0, &objects, at: time, table, emit) }
  }

  /// Takes what an object with a radio says. An id that no definition has is refused.
  package mutating func handle(
    _ message: PercMessage, at time: Int64, counting counters: Counters, emit: (SurfaceEvent, Int64) -> Void
  ) {
    if objects?.take(message, at: time, emit: emit) != true { counters[.notLive] += 1 }
  }

  /// Spots that the surfaces show below the light sensors of objects.
  package var shows: [ObjectShow] { objects?.shows ?? [] }

  /// Ends silent touches and does what is due. See `SourceTouches.expire`.
  package mutating func expire(
    at time: Int64, timeout: Int64, lifetimes: [UInt32: SenderLifetime],
    emit: (SurfaceEvent, Int64) -> Void
  ) {
    advance(to: time, emit: emit)
    touches.expire(at: time, timeout: timeout, lifetimes: lifetimes) {
      Self.pass($0, &objects, at: time, { nil }, emit)
    }
  }

  /// Does what is due.
  package mutating func advance(to time: Int64, emit: (SurfaceEvent, Int64) -> Void) {
    objects?.advance(to: time, emit: emit)
  }

  /// Ends everything that a source holds, lifts its objects, and forgets it.
  package mutating func end(_ source: UInt32, at time: Int64, emit: (SurfaceEvent, Int64) -> Void) {
    touches.end(source) { Self.pass($0, &objects, at: time, { nil }, emit) }
    objects?.lift(sender: source, at: time, emit: emit)
  }

  /// Ends everything that is held, with one event each, and lifts every object.
  package mutating func endAll(at time: Int64, emit: (SurfaceEvent, Int64) -> Void) {
    touches.endAll { Self.pass($0, &objects, at: time, { nil }, emit) }
    objects?.clear(at: time, emit: emit)
  }

  private static func pass(
    _ event: SurfaceEvent, _ objects: inout ObjectRecognition?, at time: Int64,
    _ table: () -> TangibleSurface?, _ emit: (SurfaceEvent, Int64) -> Void
  ) {
    if objects == nil { return emit(event, time) }
    objects!.take(event, at: time, table: table, emit: emit)
  }
}
