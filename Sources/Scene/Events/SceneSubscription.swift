// The kind of a scene, and the values that its files name. Made by the supervisor; read on the audio thread.
import Controls
import Text

/// The rules for events that a scene expects; `SceneKind` tells them apart in the same way.
enum SceneStyle {
  /// A patch, or a scene of PdParty.
  case patch
  case rjDj
  case droidParty
}

/// The controllers that a scene gets as `tactus-ctl NAME value`, with the beginnings of these messages, and
/// whether it gets `tactus-time`.
struct SceneSubscription: ~Copyable {
  let style: SceneStyle
  let wantsTime: Bool
  /// Whether the patch is asked what it keeps.
  let keeps: Bool
  /// The channels that Pd puts out, and the most of them.
  let outputs: Int
  static let mostOutputs = 16
  /// The number of controllers, and their raw values.
  let count: Int
  let controllers: UnsafeMutablePointer<UInt16>
  /// The message of controller `index` begins with the bytes from `ends[index]` to before `ends[index + 1]`.
  let heads: UnsafeMutablePointer<UInt8>
  let ends: UnsafeMutablePointer<Int>
  /// The values sent last: the shared ones, then those of each slot of a touch.
  let sent: UnsafeMutablePointer<UInt32>
  static var slots: Int { @_noLocks get { 64 } }

  init(
    _ style: SceneStyle = .patch, wantsTime: Bool = false, keeps: Bool = false, outputs: Int = 2,
    _ wanted: [Controller] = []
  ) {
    self.outputs = outputs
    self.style = style
    self.keeps = keeps
    self.wantsTime = wantsTime
    count = wanted.count
    controllers = .allocate(capacity: max(wanted.count, 1))
    ends = .allocate(capacity: wanted.count + 1)
    ends[0] = 0
    var bytes: [UInt8] = []
    for (index, controller) in wanted.enumerated() {
      controllers[index] = controller.rawValue
      var head = PdMessage("tactus-ctl")
      head.add(controller.spec.symbol.bytes)
      bytes += head.bytes.dropLast()
      ends[index + 1] = bytes.count
    }
    heads = .allocate(capacity: max(bytes.count, 1))
    for (index, byte) in bytes.enumerated() { heads[index] = byte }
    // No number has these bits, so that every value is sent once.
    sent = .allocate(capacity: max(wanted.count * (Self.slots + 1), 1))
    sent.initialize(repeating: .max, count: max(wanted.count * (Self.slots + 1), 1))
  }

  deinit {
    controllers.deallocate()
    ends.deallocate()
    heads.deallocate()
    sent.deallocate()
  }

  /// Whether the value of a controller differs from the one that was sent last; it counts as sent.
  /// - Parameter row: 0: the shared ones; a slot of a touch, plus one.
  @_noLocks func isNew(_ index: Int, row: Int, _ value: Float) -> Bool {
    let place = row &* count &+ index
    if sent[place] == value.bitPattern { return false }
    sent[place] = value.bitPattern
    return true
  }
}
