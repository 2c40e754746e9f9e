// The MIDI controllers that carry a recorded touch (docs/mpe.md); the recorder and its reader share this
// table. Any thread.

/// Controllers of a touch's x, y, radius and pressure, in that order, each in fourteen bits.
public enum TouchControllers {
  /// The controllers of the first halves.
  public static var first: SIMD4<UInt8> {
    @_noLocks get { numbers(.touchX, .touchY, .touchRadius, .touchPressure) }
  }

  /// The controllers of the second halves, 32 above the first ones as MIDI defines.
  public static var second: SIMD4<UInt8> {
    @_noLocks get { numbers(.touchXFine, .touchYFine, .touchRadiusFine, .touchPressureFine) }
  }

  /// Other controllers for the second halves, which Ardour plays back as they were recorded; between values
  /// of the others it draws lines.
  public static var discrete: SIMD4<UInt8> {
    @_noLocks get { numbers(.touchXDiscrete, .touchYDiscrete, .touchRadiusDiscrete, .touchPressureDiscrete) }
  }

  /// Marks the other controllers as the position of a touch. It has the highest number, because Ardour plays
  /// the controllers of one tick in the order of their numbers.
  public static var placed: UInt8 { @_noLocks get { MIDIController.touchPlaced.rawValue } }

  @_noLocks private static func numbers(
    _ x: MIDIController, _ y: MIDIController, _ radius: MIDIController, _ pressure: MIDIController
  ) -> SIMD4<UInt8> { SIMD4(x.rawValue, y.rawValue, radius.rawValue, pressure.rawValue) }
}
