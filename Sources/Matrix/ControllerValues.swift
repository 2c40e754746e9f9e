// The input and output of the matrix: the values of all controllers and of all parameters. Audio thread.
import Controls
import Lanes

/// The natural values of all controllers for sixteen voices. A controller that is per voice has one lane for
/// each voice; the others have one number.
///
/// The audio thread reads it through pointers, because reading an element of an array in a borrowed struct
/// copies the array.
public struct ControllerValues {
  /// The values of controllers that are per voice, by `laneIndices`.
  var lanes = InlineArray<112, Lanes>(repeating: Lanes(repeating: 0))
  /// The values of the other controllers, by raw value.
  var shared = InlineArray<512, Float>(repeating: 0)
  /// A controller's index among `lanes`, by raw value; `isShared` for the others.
  var laneIndices = InlineArray<512, UInt8>(repeating: Self.isShared)

  /// The serial of each voice's touch, also of one that has ended; 0: it has none.
  public var serials = InlineArray<16, UInt64>(repeating: 0)

  static var isShared: UInt8 { @_noLocks get { 255 } }

  /// Every controller at rest.
  @_noLocks public init() {
    var laneIndex: UInt8 = 0
    for index in 0..<Controller.count {
      guard let spec = Controller.at(index)?.spec else { continue }
      shared[index] = spec.rest
      if !spec.isPerVoice { continue }
      laneIndices[index] = laneIndex
      lanes[Int(laneIndex)] = Lanes(repeating: spec.rest)
      laneIndex += 1
    }
  }

  /// The index of a controller's lanes, or −1 for a controller that is the same for all voices. Counts the
  /// controllers before it: not for the audio thread.
  static func laneIndex(of controller: Controller) -> Int {
    if !controller.isPerVoice { return -1 }
    var laneIndex = 0
    for index in 0..<Int(controller.rawValue) where Controller.at(index)?.isPerVoice == true {
      laneIndex += 1
    }
    return laneIndex
  }

  /// One value for each voice. A controller that is the same for all voices is set from the first lane.
  @_noLocks public subscript(controller: Controller) -> Lanes {
    get {
      let index = Int(controller.rawValue)
      let laneIndex = laneIndices[index]
      return laneIndex == Self.isShared ? Lanes(repeating: shared[index]) : lanes[Int(laneIndex)]
    }
    set {
      let index = Int(controller.rawValue)
      let laneIndex = laneIndices[index]
      if laneIndex == Self.isShared { shared[index] = newValue[0] } else { lanes[Int(laneIndex)] = newValue }
    }
  }

  /// Sets a controller of one voice; a controller that is the same for all voices is set for all.
  @_noLocks public mutating func set(_ controller: Controller, lane: Int, _ value: Float) {
    let index = Int(controller.rawValue)
    let laneIndex = laneIndices[index]
    if laneIndex == Self.isShared { shared[index] = value } else { lanes[Int(laneIndex)][lane & 15] = value }
  }

  /// Sets the value of a controller for all voices.
  @_noLocks public mutating func set(_ controller: Controller, _ value: Float) {
    let index = Int(controller.rawValue)
    let laneIndex = laneIndices[index]
    if laneIndex == Self.isShared {
      shared[index] = value
    } else {
      lanes[Int(laneIndex)] = Lanes(repeating: value)
    }
  }

  /// Sets the controller of an expression, from 0.
  @_noLocks mutating func setUser(_ index: Int, _ value: Lanes) {
    lanes[Int(laneIndices[Int(Controller.user(index + 1).rawValue)])] = value
  }

  /// Sets all controllers that are not per voice; `common` holds `Controller.count` values by raw value.
  @_noLocks public mutating func setShared(_ common: UnsafePointer<Float>) {
    withUnsafeMutablePointer(to: &shared) {
      UnsafeMutableRawPointer($0).copyMemory(
        from: common, byteCount: Controller.count * MemoryLayout<Float>.stride)
    }
  }

  /// Sets one voice's values of consecutive controllers, which must all be per voice; the values are `stride`
  /// floats apart.
  @_noLocks public mutating func setLane(
    _ lane: Int, from first: Controller, to last: Controller, _ numbers: UnsafePointer<Float>, stride: Int
  ) {
    let laneIndex = Int(laneIndices[Int(first.rawValue)])
    withUnsafeMutablePointer(to: &lanes) {
      let memory = UnsafeMutableRawPointer($0)
      for index in 0...Int(last.rawValue) - Int(first.rawValue) {
        memory.storeBytes(
          of: numbers[index * stride], toByteOffset: ((laneIndex + index) * Lanes.width + lane & 15) * 4,
          as: Float.self)
      }
    }
  }
}

/// Room for as many elements as there are parameters: `Parameter.count`, which cannot stand here.
typealias ParameterList<Element> = InlineArray<240, Element>

/// The values of all parameters in their own units, one lane a voice.
public struct ParameterValues {
  var lanes = ParameterList<Lanes>(repeating: Lanes(repeating: 0))

  /// Every parameter at its default.
  @_noLocks public init() {
    for index in 0..<Parameter.count {
      if let parameter = Parameter.at(index) { lanes[index] = Lanes(repeating: parameter.spec.default) }
    }
  }

  /// The values of one parameter, a lane for each voice.
  @_noLocks public subscript(parameter: Parameter) -> Lanes {
    get { lanes[Int(parameter.rawValue)] }
    set { lanes[Int(parameter.rawValue)] = newValue }
  }
}
