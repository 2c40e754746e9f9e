// The numbers of the touch table by slot, read one by one or sixteen at a time. Audio thread.
import Controls
import Lanes

/// Columns of 64 numbers, one for each slot. This is a handle: its owner frees the memory.
public struct SlotNumbers {
  static var slots: Int { @_noLocks get { 64 } }
  static var groups: Int { @_noLocks get { 4 } }
  private let base: UnsafeMutableRawPointer
  private let columns: Int

  /// Every number is 0.
  init(columns: Int) {
    self.columns = columns
    base = .allocate(byteCount: columns * Self.slots * 4, alignment: 64)
    base.initializeMemory(as: Float.self, repeating: 0, count: columns * Self.slots)
  }

  func deallocate() { base.deallocate() }

  @inline(__always) @_noLocks func number(_ column: Int, slot: Int) -> Float {
    base.load(fromByteOffset: (column &* 64 &+ slot) &* 4, as: Float.self)
  }

  @inline(__always) @_noLocks func set(_ column: Int, slot: Int, _ value: Float) {
    base.storeBytes(of: value, toByteOffset: (column &* 64 &+ slot) &* 4, as: Float.self)
  }

  /// Slots 16·group … 16·group + 15.
  @inline(__always) @_noLocks func lanes(_ column: Int, group: Int) -> Lanes {
    base.load(fromByteOffset: (column &* 64 &+ group &* 16) &* 4, as: Lanes.self)
  }

  @_noLocks func pointer(_ column: Int, slot: Int) -> UnsafePointer<Float> {
    UnsafePointer((base + (column &* 64 &+ slot) &* 4).assumingMemoryBound(to: Float.self))
  }

  @inline(__always) @_noLocks func set(_ column: Int, group: Int, _ value: Lanes) {
    base.storeBytes(of: value, toByteOffset: (column &* 64 &+ group &* 16) &* 4, as: Lanes.self)
  }
}

extension Controller {
  /// The column of a controller of one touch.
  @inline(__always) @_noLocks func touchColumn() -> Int {
    let index = Int(rawValue)
    if index <= Int(Controller.touchVertexAngle.rawValue) { return index - Int(Controller.touchX.rawValue) }
    if index <= Int(Controller.touchRandom.rawValue) {
      return index - Int(Controller.touchNote.rawValue) + 16
    }
    if index <= Int(Controller.touchAngleToToken4.rawValue) {
      return index - Int(Controller.touchStartX.rawValue) + 20
    }
    return index - Int(Controller.touchAngleToNearestToken.rawValue) + Self.touchColumns - 1
  }

  /// The number of controllers of one touch.
  static var touchColumns: Int {
    @_noLocks get { Int(Controller.touchAngleToToken4.rawValue) - Int(Controller.touchStartX.rawValue) + 23 }
  }
}

/// The controllers of each live touch in natural units. Those that only a voice has (note, velocity, bend,
/// timbre of a note, random) stay at rest.
public struct TouchValues {
  let numbers: SlotNumbers

  /// A controller of category `touch` of the touch in that slot, in its natural unit.
  @_noLocks public func value(_ controller: Controller, slot: Int) -> Float {
    numbers.number(controller.touchColumn(), slot: slot)
  }

  /// The distance in floats from one controller of a slot to the next.
  public static var stride: Int { @_noLocks get { SlotNumbers.slots } }

  /// The address of a slot's values of consecutive controllers.
  @_noLocks public func column(_ first: Controller, slot: Int) -> UnsafePointer<Float> {
    numbers.pointer(first.touchColumn(), slot: slot)
  }

  @inline(__always) @_noLocks func set(_ controller: Controller, slot: Int, _ value: Float) {
    numbers.set(controller.touchColumn(), slot: slot, value)
  }

  @inline(__always) @_noLocks func lanes(_ controller: Controller, group: Int) -> Lanes {
    numbers.lanes(controller.touchColumn(), group: group)
  }

  @inline(__always) @_noLocks func set(_ controller: Controller, group: Int, _ value: Lanes) {
    numbers.set(controller.touchColumn(), group: group, value)
  }
}

/// The controllers that are the same for all voices, as far as this room supplies them, in natural units.
public struct SharedValues {
  let base: UnsafeMutablePointer<Float>
  /// All of them, by raw value.
  public var numbers: UnsafePointer<Float> { @_noLocks get { UnsafePointer(base) } }

  init() {
    base = .allocate(capacity: Controller.count)
    base.initialize(repeating: 0, count: Controller.count)
    rest()
  }

  @_noLocks func rest() {
    for index in 0..<Controller.count { base[index] = Controller.at(index)?.spec.rest ?? 0 }
  }

  /// The value of a controller that does not belong to one touch, in its natural unit.
  @inline(__always) @_noLocks public subscript(controller: Controller) -> Float {
    get { base[Int(controller.rawValue)] }
    nonmutating set { base[Int(controller.rawValue)] = newValue }
  }
}
