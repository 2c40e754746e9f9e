// MIDI 1.0 channel messages as Swift values. Any thread.

/// Controllers that the instrument uses, with the names that hosts show. Their numbers are those of the MIDI
/// standard. The general purpose controllers (16 to 19 with 48 to 51, 80 to 83) and 45 carry touches, see
/// `TouchControllers`; some of these and 12, 13, 44 carry tokens, see `TokenControllers`.
public enum MIDIController: UInt8, CaseIterable, Sendable {
  case modulation = 1
  case dataEntry = 6
  case volume = 7
  case pan = 10
  case expression = 11
  case token = 12
  case tokenFirst = 13
  case touchX = 16
  case touchY = 17
  case touchRadius = 18
  case touchPressure = 19
  case modulationFine = 33
  case dataEntryFine = 38
  case expressionFine = 43
  case tokenSixth = 44
  case touchPressureDiscrete = 45
  case touchXFine = 48
  case touchYFine = 49
  case touchRadiusFine = 50
  case touchPressureFine = 51
  case sustain = 64
  case sostenuto = 66
  case hold = 69
  case timbre = 74
  case touchXDiscrete = 80
  case touchYDiscrete = 81
  case touchRadiusDiscrete = 82
  case touchPlaced = 83
  case velocityFine = 88
  case dataIncrement = 96
  case dataDecrement = 97
  case otherParameterFine = 98
  case otherParameter = 99
  case parameterFine = 100
  case parameter = 101
  case allSoundOff = 120
  case resetControllers = 121
  case allNotesOff = 123
  case omniOff = 124
  case omniOn = 125
  case mono = 126
  case poly = 127

  /// The controller with this number, or nil.
  @_noLocks static public func at(_ number: UInt8) -> MIDIController? { MIDIController(rawValue: number) }

  /// The name of the controller, for host menus.
  public var name: StaticString {
    switch self {
    case .modulation: "Modulation (vibrato)"
    case .dataEntry: "Data entry (MPE zone, bend range)"
    case .volume: "Volume"
    case .pan: "Pan"
    case .expression: "Expression"
    case .token: "Token (performance)"
    case .tokenFirst: "Token, first part (performance)"
    case .touchX: "Touch x (performance)"
    case .touchY: "Touch y (performance)"
    case .touchRadius: "Touch radius (performance)"
    case .touchPressure: "Touch pressure (performance)"
    case .modulationFine: "Modulation, fine"
    case .dataEntryFine: "Data entry, fine"
    case .expressionFine: "Expression, fine"
    case .tokenSixth: "Token, sixth part (performance)"
    case .touchPressureDiscrete: "Touch pressure, fine, discrete (performance)"
    case .touchXFine: "Touch x, fine (performance)"
    case .touchYFine: "Touch y, fine (performance)"
    case .touchRadiusFine: "Touch radius, fine (performance)"
    case .touchPressureFine: "Touch pressure, fine (performance)"
    case .sustain: "Sustain pedal"
    case .sostenuto: "Sostenuto pedal"
    case .hold: "Hold pedal 2 (latch)"
    case .timbre: "Brightness (MPE timbre)"
    case .touchXDiscrete: "Touch x, fine, discrete (performance)"
    case .touchYDiscrete: "Touch y, fine, discrete (performance)"
    case .touchRadiusDiscrete: "Touch radius, fine, discrete (performance)"
    case .touchPlaced: "Touch placed (performance)"
    case .velocityFine: "Velocity of the next note, fine"
    case .dataIncrement: "Data increment"
    case .dataDecrement: "Data decrement"
    case .otherParameterFine: "Non-registered parameter, fine"
    case .otherParameter: "Non-registered parameter"
    case .parameterFine: "Registered parameter, fine"
    case .parameter: "Registered parameter"
    case .allSoundOff: "All sound off"
    case .resetControllers: "Reset controllers"
    case .allNotesOff: "All notes off"
    case .omniOff: "Omni off (all notes off)"
    case .omniOn: "Omni on (all notes off)"
    case .mono: "Mono (all notes off)"
    case .poly: "Poly (all notes off)"
    }
  }
}

/// One channel message, or System Reset (MIDI 1.0 Detailed Specification 4.2). Channels run from 0 to 15.
public enum MIDIMessage: Sendable, Equatable {
  case noteOn(channel: UInt8, note: UInt8, velocity: UInt8)
  /// The velocity is 64 if none was sent.
  case noteOff(channel: UInt8, note: UInt8, velocity: UInt8 = 64)
  case controller(channel: UInt8, number: UInt8, value: UInt8)
  /// Program 0…127.
  case program(channel: UInt8, number: UInt8)
  case channelPressure(channel: UInt8, value: UInt8)
  /// Pressure of one key.
  case keyPressure(channel: UInt8, note: UInt8, value: UInt8)
  /// −1…1, 0 in the middle; 16383 is 8191/8192.
  case bend(channel: UInt8, amount: Float)
  /// System Reset: everything becomes silent.
  case reset

  /// The channel, 0…15; nil for System Reset.
  public var channel: UInt8? {
    @_noLocks get {
      switch self {
      case .noteOn(let channel, _, _), .noteOff(let channel, _, _), .controller(let channel, _, _),
        .program(let channel, _), .channelPressure(let channel, _), .keyPressure(let channel, _, _),
        .bend(let channel, _):
        channel
      case .reset: nil
      }
    }
  }

  /// Decodes one message. Returns nil for anything else: other system messages, wrong lengths, data bytes
  /// above 127, and channel messages that the instrument does not use.
  @_noLocks public init?(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count == 1 && bytes[0] == 0xFF {
      self = .reset
      return
    }
    guard bytes.count >= 2, bytes.count <= 3, bytes[1] < 0x80 else { return nil }
    let channel = bytes[0] & 0x0F
    let kind = bytes[0] & 0xF0
    if kind == 0xD0 || kind == 0xC0 {
      guard bytes.count == 2 else { return nil }
      self =
        kind == 0xD0
        ? .channelPressure(channel: channel, value: bytes[1]) : .program(channel: channel, number: bytes[1])
      return
    }
    guard bytes.count == 3, bytes[2] < 0x80 else { return nil }
    switch kind {
    case 0x80: self = .noteOff(channel: channel, note: bytes[1], velocity: bytes[2])
    // A note-on with velocity 0 is a note-off.
    case 0x90 where bytes[2] == 0: self = .noteOff(channel: channel, note: bytes[1])
    case 0x90: self = .noteOn(channel: channel, note: bytes[1], velocity: bytes[2])
    case 0xA0: self = .keyPressure(channel: channel, note: bytes[1], value: bytes[2])
    case 0xB0: self = .controller(channel: channel, number: bytes[1], value: bytes[2])
    case 0xE0:
      let wheel = Int(bytes[1]) | Int(bytes[2]) << 7
      self = .bend(channel: channel, amount: Float(wheel - 8192) / 8192)
    default: return nil
    }
  }
}
