// A rig of instruments: made on any thread, played by the audio thread, and let go when that has given it back.
import Foundation
import Hosting
import Synchronization

/// An instance of a rig.
struct Seat: ~Copyable {
  let live: LiveInstance
  /// Whether its MIDI leaves.
  let sends: Bool
  /// The pair of ports that it plays to; the main pair is 0.
  let output: Int
  let controls: SeatControls
  var router = KeyRouter()
  var left, right: GainRamp

  init(_ member: StageClient.Member, _ live: LiveInstance) {
    self.live = live
    (sends, output) = (member.sends != nil, member.output)
    controls = SeatControls(member.zone, member.gains)
    (left, right) = (GainRamp(member.gains.left), GainRamp(member.gains.right))
  }

  deinit { live.free() }
}

/// A rig on the audio thread.
struct Rig: ~Copyable {
  let seats: UnsafeMutablePointer<Seat>
  let count: Int
  /// Whether the first plays the others.
  let isLed: Bool
  /// Whether each instrument has its zone. Otherwise all get what their channels have, unchanged.
  let isRouted: Bool
  /// The most frames of a block.
  let maximumBlock: Int
  /// Of each instance, the place behind the message that is to leave next.
  let places: UnsafeMutablePointer<Int>
  /// Whether another rig plays, and this one ends.
  var isRetired = false
  /// Whether the instances are still to learn that the time stands.
  var mustStop = false
  /// Whether it is to be silent soon, and the factor on its way there.
  var fades = false
  var fade = GainRamp(1)
  /// The frames for which it has been silent.
  var silence = 0

  /// The number of notes that are held.
  var held: Int {
    @_noLocks get {
      var held = 0
      for index in 0..<count { held += seats[index].router.held }
      return held
    }
  }

  deinit {
    seats.deinitialize(count: count)
    seats.deallocate()
    places.deallocate()
  }
}

/// A rig of instances that are ready to play.
public final class StageRig: @unchecked Sendable {  // while it plays, other threads change only its atomics
  /// The time with which a rig begins.
  public struct Start: BitwiseCopyable, Sendable {
    /// The time; its anchor is the moment of the beginning. A beat below 0 is a count-in, which the instances don't
    /// see.
    public var timeline: StageTimeline
    /// The quarter notes between two clicks of the count-in.
    public var click: Double

    /// A time from a beat on.
    public init(_ timeline: StageTimeline, click: Double = 1) {
      (self.timeline, self.click) = (timeline, click)
    }
  }

  /// A rig that is to play.
  struct Next: BitwiseCopyable {
    let address: UInt
    let start: Start?
  }

  /// The instances in order.
  public let members: [StageClient.Member]
  let rig: UnsafeMutablePointer<Rig>
  /// The number of times that the audio thread has taken it and not given it back.
  var plays = 0

  /// Activates the instances.
  /// - Parameter isRouted: Whether each instrument has its zone.
  public init(_ members: [StageClient.Member], isRouted: Bool = true) throws {
    precondition(!members.isEmpty && members.count <= StageClient.mostMembers)
    self.members = members
    let lives = try members.map {
      try $0.instance.live(reading: $0.leads ?? $0.sends, others: $0.separate.map(\.symbol))
    }
    let seats = UnsafeMutablePointer<Seat>.allocate(capacity: members.count)
    for (index, live) in lives.enumerated() { (seats + index).initialize(to: Seat(members[index], live)) }
    let places = UnsafeMutablePointer<Int>.allocate(capacity: members.count)
    places.initialize(repeating: 0, count: members.count)
    rig = .allocate(capacity: 1)
    rig.initialize(
      to: Rig(
        seats: seats, count: members.count, isLed: members[0].leads != nil, isRouted: isRouted,
        maximumBlock: lives.map(\.maximumBlock).min()!, places: places))
  }

  deinit {
    precondition(plays == 0, "a rig is let go when the audio thread has given it back")
    rig.deinitialize(count: 1)
    rig.deallocate()
  }

  /// Changes the level, the place and the mute of an instrument within 20 ms. Any thread.
  public func set(_ mix: SeatMix, of index: Int) { rig.pointee.seats[index].controls.set(mix.gains) }

  /// The levels of the instruments since the last call, without what leads them; silence is −120. One thread.
  func takeMeters() -> [StageFacts.Meter] {
    members.indices.filter { members[$0].leads == nil }.map { index in
      let peak = rig.pointee.seats[index].controls.takePeak()
      let isMuted =
        rig.pointee.seats[index].controls.left == 0 && rig.pointee.seats[index].controls.right == 0
      return StageFacts.Meter(members[index].name, level: StageFacts.decibels(peak), isMuted: isMuted)
    }
  }

  /// Changes the keys that an instrument plays. Notes that are held end with their old keys. Any thread.
  public func set(_ zone: KeyZone, of index: Int) { rig.pointee.seats[index].controls.set(zone) }
}
