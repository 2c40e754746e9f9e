// Plain MIDI keys as members of the group of touches, where a patch wants that. Audio thread.
import Controls
import Music
import RealTime
import Touch

extension TouchProcessor {
  /// A channel's keys are a source of touches: this number and the channel. No sender of the network has it.
  static var keySource: UInt32 { @_noLocks get { 0xFFFF_FF00 } }

  /// A key went down: it joins the group, if the patch says so, where a finger would play its pitch. Its voice goes
  /// on taking its own controllers from the ports.
  @_noLocks mutating func join(key: UInt8, channel: UInt8) {
    guard patch.pointee.midiJoinsGroup else { return }
    _ = surface.apply(place(.began, key: key, channel: channel), frame: frame)
    handsChanged()
    tellMoments()
  }

  /// A bend, timbre or pressure of a channel moves its keys.
  @_noLocks mutating func moveKeys(of channel: UInt8) {
    for slot in 0..<TouchTable.capacity {
      let touch = surface.touches.touches[slot]
      guard touch.isLive, touch.source == Self.keySource | UInt32(channel) else { continue }
      handsChanged()
      _ = surface.apply(
        place(.moved, key: UInt8(truncatingIfNeeded: touch.id), channel: channel), frame: frame)
    }
    tellMoments()
  }

  /// A key came up; it leaves the group even if the patch has changed since, and even if a pedal holds its voice.
  @_noLocks mutating func leave(key: UInt8, channel: UInt8) {
    let source = Self.keySource | UInt32(channel)
    guard surface.touches.slot(source: source, id: Int32(key)) != nil else { return }
    handsChanged()
    _ = surface.apply(SurfaceEvent(.ended, source: source, id: Int32(key)), frame: frame)
    tellMoments()
  }

  @_noLocks mutating func leaveAllKeys(of channel: UInt8) {
    for key in 0..<UInt8(128) { leave(key: key, channel: channel) }
  }

  /// Along the playing map's axis where its pitch lies, across it at its timbre (CC 74; the middle before one came).
  @_noLocks private func place(_ kind: SurfaceEvent.Kind, key: UInt8, channel: UInt8) -> SurfaceEvent {
    let state = channels[Int(channel)]
    let map = patch.pointee.map
    let along = map.position(of: Float(key) + state.bend * ports[.bendRange])
    let across = state.timbre ?? 0.5
    return SurfaceEvent(
      kind, source: Self.keySource | UInt32(channel), id: Int32(key), x: map.axis == .y ? across : along,
      y: map.axis == .y ? along : across, pressure: state.pressure ?? 0)
  }
}
