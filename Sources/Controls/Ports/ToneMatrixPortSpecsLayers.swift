// The specifications of the ports of the Tone Matrix's layers: eleven settings of each of the first four, and four of
// each of the others. Any thread.

extension ToneMatrixPort.Spec {
  /// The port of one setting of `layer`, 0…15.
  static func layer(_ layer: Int, _ setting: ToneMatrixPort.LayerSetting) -> Self {
    let group: ToneMatrixPort.Group =
      layer == 0
      ? .layer1
      : layer == 1 ? .layer2 : layer == 2 ? .layer3 : layer == 3 ? .layer4 : .laterLayers
    let rest = setting.rest
    let symbol = Symbol("layer_", number: layer + 1, tail: ending(of: setting))
    let name = Symbol("Track ", number: layer + 1, tail: words(of: setting))
    switch setting {
    case .play:
      return Self(symbol, name, group, default: rest, style: .toggle, "Off: the track is silent.")
    case .pattern:
      return Self(
        symbol, name, group, .none, 0...16, style: .integer, named: .layerPattern,
        "The pattern to play; acts when it changes.")
    case .octave:
      return Self(
        symbol, name, group, .none, -4...4, style: .integer, "Added to the grid's octave.")
    case .transpose:
      return Self(
        symbol, name, group, .semitones, -24...24, style: .integer,
        "Transposes the track; rows with a fixed note stay.")
    case .velocity:
      return Self(symbol, name, group, .none, 0...2, default: rest, "Multiplies the track's velocities.")
    case .gate:
      return Self(
        symbol, name, group, .none, 0.0625...4, default: rest, style: .logarithmic,
        "Multiplies the lengths of the track's notes.")
    case .swing:
      return Self(
        symbol, name, group, .percent, -75...75, style: .integer, "Added to the grid's swing.")
    case .probability:
      return Self(
        symbol, name, group, .none, 0...1, default: rest, "Multiplies the probability of the track's cells.")
    case .division:
      return Self(
        symbol, name, group, .none, 0...21, choices: .division,
        "Length of a step, instead of the grid's.")
    case .direction:
      return Self(
        symbol, name, group, .none, 0...5, choices: .direction,
        "Order of the steps, instead of the grid's.")
    case .channel:
      return Self(
        symbol, name, group, .none, 0...17, style: .integer, named: .layerChannel,
        "MIDI channel, instead of the grid's.")
    }
  }

  private static func ending(of setting: ToneMatrixPort.LayerSetting) -> StaticString {
    switch setting {
    case .play: "_play"
    case .pattern: "_pattern"
    case .octave: "_octave"
    case .transpose: "_transpose"
    case .velocity: "_velocity"
    case .gate: "_gate"
    case .swing: "_swing"
    case .probability: "_probability"
    case .division: "_division"
    case .direction: "_direction"
    case .channel: "_channel"
    }
  }

  private static func words(of setting: ToneMatrixPort.LayerSetting) -> StaticString {
    switch setting {
    case .play: " play"
    case .pattern: " pattern"
    case .octave: " octave"
    case .transpose: " transpose"
    case .velocity: " velocity"
    case .gate: " gate"
    case .swing: " swing"
    case .probability: " probability"
    case .division: " division"
    case .direction: " direction"
    case .channel: " channel"
    }
  }
}
