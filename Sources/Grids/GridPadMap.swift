// The map of a device with pads, as grids and pad profiles have it. Not for the audio thread.
import Controls
import Text
import ToneMatrix

/// The map of a device with pads.
public struct GridPadMap: Equatable, Sendable {
  /// The notes of the pads, lowest row first, at most 32 × 64; Launchpads count so in programmer mode.
  public var notes: [[Int]] = (0..<8).map { row in (0..<8).map { 11 + 10 * row + $0 } }
  /// The cell that the lowest left pad shows.
  public var firstStep = 0
  public var firstRow = 0
  /// Of the lights, 0…15.
  public var channel = 15
  public var off = 0
  public var on = 5
  public var playing = 21
  public var column = 1
  var unknown: [JSON.Member] = []

  public init() {}
}

extension GridPadMap {
  /// The form that `ToneMatrixProcessor` plays and lights.
  var compiled: GridPads {
    var pads = GridPads()
    pads.columns = UInt8(notes.map { $0.count }.max() ?? 0)
    pads.rows = UInt8(notes.count)
    (pads.firstStep, pads.firstRow) = (UInt8(firstStep), UInt8(firstRow))
    for note in 0...127 {
      // Of several pads with one note, the last one counts.
      guard let row = notes.lastIndex(where: { $0.contains(note) }),
        let column = notes[row].lastIndex(of: note)
      else { continue }
      var control = PadControl(note: UInt8(note))
      (control.column, control.row, control.lightChannel) = (UInt8(column), UInt8(row), UInt8(channel))
      control.lights[Int(PadLight.off.rawValue)] = UInt8(off)
      control.lights[Int(PadLight.on.rawValue)] = UInt8(on)
      control.lights[Int(PadLight.column.rawValue)] = UInt8(self.column)
      control.lights[Int(PadLight.playing.rawValue)] = UInt8(playing)
      pads.add(control)
    }
    return pads
  }
}
