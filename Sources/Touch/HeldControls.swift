// The sources that hold keys, pedals, wheels and game controllers, so that these end with them. Audio thread.
import Lanes
import RealTime

/// The source that last took each `HeldControl`. This type is a handle; its owner frees the memory.
struct HeldControls {
  /// The source's number plus one, or 0 if nothing holds the control.
  private let holders: UnsafeMutablePointer<UInt32>
  /// The number of controls held. While it is 0, searches are skipped.
  private var count = 0

  init() {
    holders = .allocate(capacity: HeldControl.count)
    holders.initialize(repeating: 0, count: HeldControl.count)
  }

  func deallocate() { holders.deallocate() }

  @_noLocks mutating func reset() {
    holders.update(repeating: 0, count: HeldControl.count)
    count = 0
  }

  /// Tracks the control that an event takes or releases.
  @_noLocks mutating func apply(_ event: SurfaceEvent) {
    if let (control, isHeld) = HeldControl.change(by: event) {
      set(control.number, isHeld ? event.source &+ 1 : 0)
    } else if event.kind == .midi || event.kind == .panic, count > 0 {
      for number in 0..<HeldControl.count
      where holders[number] != 0 && HeldControl(number: number).isReleased(by: event) {
        set(number, 0)
      }
    }
  }

  /// Removes one of the controls that a source holds, and returns the event that releases it, or nil if it
  /// holds none.
  /// - Parameter source: The source, or nil for any.
  @_noLocks mutating func pop(of source: UInt32?) -> SurfaceEvent? {
    if count == 0 { return nil }
    for number in 0..<HeldControl.count where holders[number] != 0 {
      let holder = holders[number] &- 1
      if let source, holder != source { continue }
      set(number, 0)
      return HeldControl(number: number).release(source: holder)
    }
    return nil
  }

  @_noLocks private mutating func set(_ number: Int, _ holder: UInt32) {
    if (holders[number] == 0) != (holder == 0) { count += holder == 0 ? -1 : 1 }
    holders[number] = holder
  }
}
