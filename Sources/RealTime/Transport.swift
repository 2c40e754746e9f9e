// The position of the host's timeline. Any thread.

/// A position that a host sent (`http://lv2plug.in/ns/ext/time#Position`); properties that it left out are
/// nil.
public struct Transport: Sendable {
  /// Frames of timeline per frame of audio: 0 stopped, 1 rolling.
  public var speed: Double?
  /// Frames since the timeline's beginning.
  public var frame: Int64?
  public var beatsPerMinute: Double?
  public var bar: Int64?
  public var barBeat: Double?
  public var beatsPerBar: Double?
  public var beatUnit: Int64?

  @_noLocks public init() {}
}
