// The specifications of the outputs of Tactus Touch that show its state. Any thread.

extension TouchPort.Spec {
  static var liveCount: Self {
    Self(
      Symbol("live_count"), Symbol("Touches"), .live, .none, 0...64, flow: .controlOutput,
      style: .integer,
      "Number of touches.")
  }

  static var liveCentroidX: Self {
    Self.live("live_centroid_x", "Center x", .groupCentroidX, "Mean x of the live touches.")
  }

  static var liveCentroidY: Self {
    Self.live("live_centroid_y", "Center y", .groupCentroidY, "Mean y of the live touches.")
  }

  static var liveSpread: Self {
    Self.live("live_spread", "Spread", .groupSpread, "Mean distance from the center.")
  }

  static var liveTotalSpeed: Self {
    Self.live(
      "live_total_speed", "Total speed", .groupTotalSpeed, "Sum of all speeds.")
  }

  static var liveRotation: Self {
    Self.live(
      "live_rotation", "Rotation", .groupRotation, "How far the group has turned.")
  }

  static var liveScale: Self {
    Self.live(
      "live_scale", "Scale", .groupScale, "How far the group has been spread or pinched.")
  }

  static var liveHullArea: Self {
    Self.live(
      "live_hull_area", "Hull area", .groupHullArea, "Area of the touches' outline.")
  }

  static var liveLastX: Self {
    Self.live("live_last_x", "Last touch x", .touchX, "The x of the touch with the latest message.")
  }

  static var liveLastY: Self {
    Self.live("live_last_y", "Last touch y", .touchY, "The y of the touch with the latest message.")
  }

  static var liveVoices: Self {
    Self(
      Symbol("live_voices"), Symbol("Active voices"), .live, .none, 0...64, flow: .controlOutput,
      style: .integer, "Number of voices.")
  }

  static var liveOscPort: Self {
    Self(
      Symbol("live_osc_port"), Symbol("OSC port in use"), .setup, .none, 0...65535, flow: .controlOutput,
      style: .integer, "The open UDP port; 0: none.")
  }

  static var latency: Self {
    Self(
      Symbol("latency"), Symbol("Latency"), .live, .frames, 0...2048, flow: .controlOutput,
      style: .hostLatency, "Latency in frames: 0, or 1.5 ms with the limiter on.")
  }

  /// A control output of the patch, from 1.
  @_noLocks static func out(_ number: Int) -> Self {
    Self(
      Symbol("out_", number: number, digits: 2), Symbol("Output ", number: number), .out, .none, 0...1,
      flow: .controlOutput, "A value that the patch sends, as of the end of the block.")
  }

  /// An output with the unit and range of a controller.
  private static func live(
    _ symbol: StaticString, _ name: StaticString, _ controller: Controller, _ text: StaticString
  ) -> Self {
    let of = controller.spec
    return Self(
      Symbol(symbol), Symbol(name), .live, of.unit, of.minimum...of.fullScale, default: of.rest,
      flow: .controlOutput, text)
  }
}
