// The controllers that carry a recorded touch (docs/mpe.md): the one table of whoever writes or reads them.

/// Controllers of a touch's x, y, radius and pressure, in that order, each in fourteen bits.
public enum TouchControllers {
  /// First halves.
  public static var first: SIMD4<UInt8> {
    @_noLocks get { numbers(.touchX, .touchY, .touchRadius, .touchPressure) }
  }

  /// Second halves, 32 above the first ones as MIDI has it.
  public static var second: SIMD4<UInt8> {
    @_noLocks get { numbers(.touchXFine, .touchYFine, .touchRadiusFine, .touchPressureFine) }
  }

  /// The same second halves on controllers that Ardour plays as they were recorded: it draws lines through the others.
  public static var discrete: SIMD4<UInt8> {
    @_noLocks get { numbers(.touchXDiscrete, .touchYDiscrete, .touchRadiusDiscrete, .touchPressureDiscrete) }
  }

  /// Says that the others are a place. It has the highest number, because Ardour plays the controllers of one tick in the
  /// order of their numbers.
  public static var placed: UInt8 { @_noLocks get { MIDIController.touchPlaced.rawValue } }

  @_noLocks private static func numbers(
    _ x: MIDIController, _ y: MIDIController, _ radius: MIDIController, _ pressure: MIDIController
  ) -> SIMD4<UInt8> { SIMD4(x.rawValue, y.rawValue, radius.rawValue, pressure.rawValue) }
}
