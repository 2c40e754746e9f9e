// The live state for watchers: touches, controllers, voices and trigger events. Audio thread.
import Controls
import Lanes
import Matrix
import RealTime
import Signal
import Touch

/// Trigger events for watchers; without room, an event is not shown.
struct ShownTriggerEvents {
  /// All fingers may lift in one block, with several trigger events each.
  static var capacity: Int { @_noLocks get { 512 } }
  private let waiting: UnsafeMutablePointer<LiveMoment>
  private var count = 0
  private var taken = 0
  /// Whether a client watches.
  var isWanted = false

  /// - Parameter memory: `capacity` events, freed by their owner.
  init(memory: UnsafeMutablePointer<LiveMoment>) { waiting = memory }

  @_noLocks mutating func append(_ trigger: Trigger, number: Int, frame: Int64) {
    guard isWanted, count < Self.capacity else { return }
    waiting[count] = LiveMoment(
      trigger: UInt32(trigger.rawValue), number: Int32(truncatingIfNeeded: number), frame: frame)
    count += 1
  }

  /// Removes and returns the oldest event.
  @_noLocks mutating func next() -> LiveMoment? {
    guard taken < count else {
      (taken, count) = (0, 0)
      return nil
    }
    taken += 1
    return waiting[taken - 1]
  }
}

extension TouchProcessor {
  /// Sets whether trigger events are kept for `nextShownMoment`, because a client watches the instance.
  @_noLocks public mutating func keepMoments(_ isWatched: Bool) { shown.isWanted = isWatched }

  /// Removes and returns the oldest event that was not shown yet.
  @_noLocks public mutating func nextShownMoment() -> LiveMoment? { shown.next() }

  /// Writes the present state, and for each touch the controllers that `state.watching` names.
  @_noLocks public func show(_ state: UnsafeMutablePointer<LiveState>) {
    state.pointee.isShown = true
    showTouches(state)
    for index in 0..<Controller.count { state.pointee.shared[index] = common.values[index] }
    // The controllers of modules and expressions have the values of the leading voice.
    let leading = voices.banks + voices.lead
    for index in Int(Controller.env1.rawValue)...Int(Controller.lfo1.rawValue) {
      if let controller = Controller.at(index), !controller.isPerVoice {
        state.pointee.shared[index] = leading.pointee.controllers.values[controller][voices.leadingLane]
      }
    }
    var count = 0
    for voice in 0..<VoiceTable.capacity where voices.table[voice].state != .free {
      let (bank, lane) = (voice / Lanes.width, voice % Lanes.width)
      var one = LiveVoice()
      one.number = Int32(truncatingIfNeeded: voice + 1)
      one.pitch = voices.banks[bank].voices.pitch.value[lane]
      one.level = voices.banks[bank].voices.envelope.level[lane]
      state.pointee.voices[count] = one
      count += 1
    }
    state.pointee.voiceCount = count
  }

  @_noLocks private func showTouches(_ state: UnsafeMutablePointer<LiveState>) {
    var count = 0
    for slot in 0..<TouchTable.capacity where sources.touches.touches[slot].isLive {
      let touch = sources.touches.touches[slot]
      var one = LiveTouch()
      one.number = Int32(truncatingIfNeeded: touch.order)
      one.id = touch.id
      one.x = touch.x
      one.y = touch.y
      one.pressure = touch.pressure
      one.radius = touch.radius
      state.pointee.touches[count] = one
      for index in 0..<8 where state.pointee.watching[index] > 0 {
        guard let controller = Controller.at(Int(state.pointee.watching[index]) - 1) else { continue }
        state.pointee.watched[count * 8 + index] = value(controller, ofTouch: slot)
      }
      count += 1
    }
    state.pointee.touchCount = count
  }

  /// The value that the touch's voice has; for a touch without a voice, the value of the surface.
  @_noLocks private func value(_ controller: Controller, ofTouch slot: Int) -> Float {
    if let voice = voices.table.heldVoice(of: .touch(slot: slot)) {
      return value(of: controller, voice: voice)
    }
    return controller.category == .touch ? sources.touch.value(controller, slot: slot) : controller.spec.rest
  }
}
