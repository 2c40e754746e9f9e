// The table of ports of the Tone Matrix, each with its specification. A port that is missing here does not
// compile. Any thread.

extension ToneMatrixPort {
  /// The purpose of a port.
  private enum Role {
    /// It is a setting of a layer, 0…15.
    case layer(Int, LayerSetting)
    /// It is for something else.
    case own(Spec)
  }

  private var role: Role {
    @inline(__always) @_noLocks get {
      switch self {
      case .events: .own(.events)
      case .midiOut: .own(.midiOut)
      case .enabled: .own(.enabled)
      case .freeWheel: .own(.freeWheel)
      case .oscListen: .own(.oscListen)
      case .oscPort: .own(.oscPort)
      case .oscSurface: .own(.oscSurface)
      case .clock: .own(.clock)
      case .transport: .own(.transport)
      case .tempo: .own(.tempo)
      case .switchAt: .own(.switchAt)
      case .midiIn: .own(.midiIn)
      case .latch: .own(.latch)
      case .editLayer: .own(.editLayer)
      case .lights: .own(.lights)
      case .panic: .own(.panic)
      case .transpose: .own(.transpose)
      case .velocity: .own(.velocity)
      case .gate: .own(.gate)
      case .swing: .own(.swing)
      case .probability: .own(.probability)
      case .layer1Play: .layer(0, .play)
      case .layer1Pattern: .layer(0, .pattern)
      case .layer1Octave: .layer(0, .octave)
      case .layer1Transpose: .layer(0, .transpose)
      case .layer1Velocity: .layer(0, .velocity)
      case .layer1Gate: .layer(0, .gate)
      case .layer1Swing: .layer(0, .swing)
      case .layer1Probability: .layer(0, .probability)
      case .layer1Division: .layer(0, .division)
      case .layer1Direction: .layer(0, .direction)
      case .layer1Channel: .layer(0, .channel)
      case .layer2Play: .layer(1, .play)
      case .layer2Pattern: .layer(1, .pattern)
      case .layer2Octave: .layer(1, .octave)
      case .layer2Transpose: .layer(1, .transpose)
      case .layer2Velocity: .layer(1, .velocity)
      case .layer2Gate: .layer(1, .gate)
      case .layer2Swing: .layer(1, .swing)
      case .layer2Probability: .layer(1, .probability)
      case .layer2Division: .layer(1, .division)
      case .layer2Direction: .layer(1, .direction)
      case .layer2Channel: .layer(1, .channel)
      case .layer3Play: .layer(2, .play)
      case .layer3Pattern: .layer(2, .pattern)
      case .layer3Octave: .layer(2, .octave)
      case .layer3Transpose: .layer(2, .transpose)
      case .layer3Velocity: .layer(2, .velocity)
      case .layer3Gate: .layer(2, .gate)
      case .layer3Swing: .layer(2, .swing)
      case .layer3Probability: .layer(2, .probability)
      case .layer3Division: .layer(2, .division)
      case .layer3Direction: .layer(2, .direction)
      case .layer3Channel: .layer(2, .channel)
      case .layer4Play: .layer(3, .play)
      case .layer4Pattern: .layer(3, .pattern)
      case .layer4Octave: .layer(3, .octave)
      case .layer4Transpose: .layer(3, .transpose)
      case .layer4Velocity: .layer(3, .velocity)
      case .layer4Gate: .layer(3, .gate)
      case .layer4Swing: .layer(3, .swing)
      case .layer4Probability: .layer(3, .probability)
      case .layer4Division: .layer(3, .division)
      case .layer4Direction: .layer(3, .direction)
      case .layer4Channel: .layer(3, .channel)
      case .liveColumn1: .own(.liveColumn(1))
      case .liveColumn2: .own(.liveColumn(2))
      case .liveColumn3: .own(.liveColumn(3))
      case .liveColumn4: .own(.liveColumn(4))
      case .livePattern1: .own(.livePattern(1))
      case .livePattern2: .own(.livePattern(2))
      case .livePattern3: .own(.livePattern(3))
      case .livePattern4: .own(.livePattern(4))
      case .liveNotes: .own(.liveNotes)
      case .liveDropped: .own(.liveDropped)
      case .liveOscPort: .own(.liveOscPort)
      case .layer1Out: .own(.layerOut(1))
      case .layer2Out: .own(.layerOut(2))
      case .layer3Out: .own(.layerOut(3))
      case .layer4Out: .own(.layerOut(4))
      case .lightsOut: .own(.lightsOut)
      case .song: .own(.song)
      case .section: .own(.section)
      case .loopSection: .own(.loopSection)
      case .fillIn: .own(.fillIn)
      case .layer5Play: .layer(4, .play)
      case .layer5Pattern: .layer(4, .pattern)
      case .layer5Velocity: .layer(4, .velocity)
      case .layer5Channel: .layer(4, .channel)
      case .layer6Play: .layer(5, .play)
      case .layer6Pattern: .layer(5, .pattern)
      case .layer6Velocity: .layer(5, .velocity)
      case .layer6Channel: .layer(5, .channel)
      case .layer7Play: .layer(6, .play)
      case .layer7Pattern: .layer(6, .pattern)
      case .layer7Velocity: .layer(6, .velocity)
      case .layer7Channel: .layer(6, .channel)
      case .layer8Play: .layer(7, .play)
      case .layer8Pattern: .layer(7, .pattern)
      case .layer8Velocity: .layer(7, .velocity)
      case .layer8Channel: .layer(7, .channel)
      case .layer9Play: .layer(8, .play)
      case .layer9Pattern: .layer(8, .pattern)
      case .layer9Velocity: .layer(8, .velocity)
      case .layer9Channel: .layer(8, .channel)
      case .layer10Play: .layer(9, .play)
      case .layer10Pattern: .layer(9, .pattern)
      case .layer10Velocity: .layer(9, .velocity)
      case .layer10Channel: .layer(9, .channel)
      case .layer11Play: .layer(10, .play)
      case .layer11Pattern: .layer(10, .pattern)
      case .layer11Velocity: .layer(10, .velocity)
      case .layer11Channel: .layer(10, .channel)
      case .layer12Play: .layer(11, .play)
      case .layer12Pattern: .layer(11, .pattern)
      case .layer12Velocity: .layer(11, .velocity)
      case .layer12Channel: .layer(11, .channel)
      case .layer13Play: .layer(12, .play)
      case .layer13Pattern: .layer(12, .pattern)
      case .layer13Velocity: .layer(12, .velocity)
      case .layer13Channel: .layer(12, .channel)
      case .layer14Play: .layer(13, .play)
      case .layer14Pattern: .layer(13, .pattern)
      case .layer14Velocity: .layer(13, .velocity)
      case .layer14Channel: .layer(13, .channel)
      case .layer15Play: .layer(14, .play)
      case .layer15Pattern: .layer(14, .pattern)
      case .layer15Velocity: .layer(14, .velocity)
      case .layer15Channel: .layer(14, .channel)
      case .layer16Play: .layer(15, .play)
      case .layer16Pattern: .layer(15, .pattern)
      case .layer16Velocity: .layer(15, .velocity)
      case .layer16Channel: .layer(15, .channel)
      case .monome: .own(.monome)
      case .layer5Out: .own(.layerOut(5))
      case .layer6Out: .own(.layerOut(6))
      case .layer7Out: .own(.layerOut(7))
      case .layer8Out: .own(.layerOut(8))
      case .layer9Out: .own(.layerOut(9))
      case .layer10Out: .own(.layerOut(10))
      case .layer11Out: .own(.layerOut(11))
      case .layer12Out: .own(.layerOut(12))
      case .layer13Out: .own(.layerOut(13))
      case .layer14Out: .own(.layerOut(14))
      case .layer15Out: .own(.layerOut(15))
      case .layer16Out: .own(.layerOut(16))
      }
    }
  }

  /// This port's specification: its names, row, unit, range and default.
  public var spec: Spec {
    @_noLocks get {
      switch role {
      case .layer(let layer, let setting): .layer(layer, setting)
      case .own(let spec): spec
      }
    }
  }

  /// The layer (0…15) and the setting of a layer's port; nil for all others.
  public var layerSetting: (layer: Int, setting: LayerSetting)? {
    @_noLocks get {
      switch role {
      case .layer(let layer, let setting): (layer, setting)
      case .own: nil
      }
    }
  }

  /// The values that have a name, in ascending order.
  public var points: [(value: Int, name: StaticString)] { spec.choices?.points ?? [] }
}
