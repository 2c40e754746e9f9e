// What watchers see of a performance: touches, controllers, voices and moments. Audio thread.
import Controls
import Lanes
import Matrix
import RealTime
import Signal
import Touch

/// Moments on their way to watchers; those that find no room are not shown.
struct ShownTriggerEvents {
  /// All fingers may lift in one block, each with several moments.
  static var capacity: Int { @_noLocks get { 512 } }
  private let waiting: UnsafeMutablePointer<LiveMoment>
  private var count = 0
  private var taken = 0
  /// Whether anybody watches.
  var isWanted = false

  /// `capacity` moments, in memory that its owner frees.
  init(memory: UnsafeMutablePointer<LiveMoment>) { waiting = memory }

  @_noLocks mutating func append(_ trigger: Trigger, number: Int, frame: Int64) {
    guard isWanted, count < Self.capacity else { return }
    waiting[count] = LiveMoment(
      trigger: UInt32(trigger.rawValue), number: Int32(truncatingIfNeeded: number), frame: frame)
    count += 1
  }

  /// Takes the oldest out.
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
  /// Keeps trigger events for `nextShownMoment` while an instance is watched.
  @_noLocks public mutating func keepMoments(_ isWatched: Bool) { shown.isWanted = isWatched }

  /// The oldest moment that was not shown yet.
  @_noLocks public mutating func nextShownMoment() -> LiveMoment? { shown.next() }

  /// Writes everything that is to be seen now, and for each touch the controllers that `state.watching` names.
  @_noLocks public func show(_ state: UnsafeMutablePointer<LiveState>) {
    state.pointee.isShown = true
    showTouches(state)
    for index in 0..<Controller.count { state.pointee.shared[index] = common.values[index] }
    // What a module or an expression gives, as the voice that began last sees it.
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

  /// As its voice sees it; a touch without a voice has what the surface knows.
  @_noLocks private func value(_ controller: Controller, ofTouch slot: Int) -> Float {
    if let voice = voices.table.heldVoice(of: .touch(slot: slot)) {
      return value(of: controller, voice: voice)
    }
    return controller.category == .touch ? sources.touch.value(controller, slot: slot) : controller.spec.rest
  }
}
