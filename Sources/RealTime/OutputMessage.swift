// The values of outputs that leave as OSC, from the audio thread to the input thread.

/// A value for OSC.
public struct OutputMessage: BitwiseCopyable, Sendable {
  /// The revision of the patch, and the output's place in it.
  public var revision: Int32 = 0
  public var output: UInt8 = 0
  /// The voice, from 1; 0: all.
  public var voice: UInt8 = 0
  public var value: Float = 0

  @_noLocks public init() {}
}
