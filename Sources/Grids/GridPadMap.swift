// The map of a device with pads, as grids and pad profiles have it. Not for the audio thread.
import Controls
import Text
import ToneMatrix

/// The map of a device with pads.
public struct GridPadMap: Equatable, Sendable {
  /// The name of the profile that it comes from; empty: none.
  public var name: [UInt8] = []
  /// The notes of the pads, lowest row first, at most 32 × 64; Launchpads count so in programmer mode.
  public var notes: [[Int]] = (0..<8).map { row in (0..<8).map { 11 + 10 * row + $0 } }
  /// The channels of the columns, 0…15, of a device that tells its columns apart by them; or empty.
  public var columnChannels: [Int] = []
  /// The cell that the lowest left pad shows at first.
  public var firstStep = 0
  public var firstRow = 0
  /// The MIDI channel of the lights, 0…15.
  public var channel = 15
  public var off = 0
  public var on = 5
  public var playing = 21
  public var column = 1
  public var buttons: [GridPadButton] = []
  /// System exclusive messages that prepare the device.
  public var setup: [[UInt8]] = []
  var unknown: [JSON.Member] = []

  /// The pads of a Launchpad in programmer mode.
  public init() {}
}

/// A button of a device with pads.
public struct GridPadButton: Equatable, Sendable {
  /// The note or the controller that it sends, 0…127; one of the two.
  public var note: Int?
  public var controller: Int?
  /// The MIDI channel of the button and its light, 0…15. Nil accepts any channel; the light then uses that of the pads.
  public var channel: Int?
  public var action = PadAction.track
  /// The number of the track, pattern or section, from 1; nil if the action needs none.
  public var number: Int?
  /// The values of its light.
  public var off = 0
  public var on = 127
  /// The light of a pattern, section or stop that is queued; nil means the same as `on`.
  public var queued: Int?

  /// A button without a message.
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
      if columnChannels.isEmpty {
        // If several pads send the same note, the last one wins.
        guard let row = notes.lastIndex(where: { $0.contains(note) }),
          let column = notes[row].lastIndex(of: note)
        else { continue }
        pads.add(pad(note, column, row))
        continue
      }
      for row in notes.indices {
        for column in notes[row].indices where notes[row][column] == note {
          var control = pad(note, column, row)
          if columnChannels.indices.contains(column) {
            control.channel = UInt8(columnChannels[column])
            control.lightChannel = control.channel
          }
          pads.add(control)
        }
      }
    }
    for button in buttons { pads.add(button.compiled(lightChannel: channel)) }
    for message in setup {
      for byte in message { pads.add(setup: byte) }
    }
    pads.signature = signature
    return pads
  }

  private func pad(_ note: Int, _ column: Int, _ row: Int) -> PadControl {
    var control = PadControl(note: UInt8(note))
    (control.column, control.row, control.lightChannel) = (UInt8(column), UInt8(row), UInt8(channel))
    control.lights[Int(PadLight.off.rawValue)] = UInt8(off)
    control.lights[Int(PadLight.on.rawValue)] = UInt8(on)
    control.lights[Int(PadLight.column.rawValue)] = UInt8(self.column)
    control.lights[Int(PadLight.playing.rawValue)] = UInt8(playing)
    return control
  }

  /// A hash of all that differs between devices (FNV-1a). Colors are not part of it: a change of one changes the lights
  /// that have it.
  private var signature: UInt32 {
    var hash: UInt32 = 2_166_136_261
    func add(_ number: Int) { hash = (hash ^ UInt32(truncatingIfNeeded: number)) &* 16_777_619 }
    for row in notes {
      add(-1)
      for note in row { add(note) }
    }
    for number in columnChannels + [firstStep, firstRow, channel] { add(number) }
    for button in buttons {
      for number in [button.note, button.controller, button.channel, button.number] { add(number ?? -2) }
      add(button.action.index)
    }
    for message in setup {
      for byte in message { add(Int(byte)) }
    }
    return hash
  }
}

extension GridPadButton {
  fileprivate func compiled(lightChannel: Int) -> PadControl {
    var control = PadControl(
      action: action, argument: UInt8(number ?? 0), number: UInt8(controller ?? note ?? 0),
      isController: controller != nil)
    if let channel { control.channel = UInt8(channel) }
    control.lightChannel = UInt8(channel ?? lightChannel)
    for light in PadLight.allCases { control.lights[Int(light.rawValue)] = UInt8(on) }
    control.lights[Int(PadLight.off.rawValue)] = UInt8(off)
    control.lights[Int(PadLight.queued.rawValue)] = UInt8(queued ?? on)
    return control
  }
}
