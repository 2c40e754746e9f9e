// The keys of a grid that edits and screens name; `GridFields` has all of them. Not for the audio thread.
import Text

/// The keys of a grid.
public enum GridKey: DocumentKey {
  case version, name, author, category, description, howToPlay, seed, pads, layers

  public var symbol: StaticString {
    switch self {
    case .version: "version"
    case .name: "name"
    case .author: "author"
    case .category: "category"
    case .description: "description"
    case .howToPlay: "how_to_play"
    case .seed: "seed"
    case .pads: "pads"
    case .layers: "layers"
    }
  }

  /// Of a layer.
  public enum Layer: DocumentKey {
    case name, steps, rows, division, time, direction, scale, root, channel, octave, gate, velocity,
      swing, play, pattern, controller, rowSettings, chain, patterns

    public var symbol: StaticString {
      switch self {
      case .name: "name"
      case .steps: "steps"
      case .rows: "rows"
      case .division: "division"
      case .time: "time"
      case .direction: "direction"
      case .scale: "scale"
      case .root: "root"
      case .channel: "channel"
      case .octave: "octave"
      case .gate: "gate"
      case .velocity: "velocity"
      case .swing: "swing"
      case .play: "play"
      case .pattern: "pattern"
      case .controller: "controller"
      case .rowSettings: "row_settings"
      case .chain: "chain"
      case .patterns: "patterns"
      }
    }
  }

  /// Of the settings of a row.
  public enum Row: DocumentKey {
    case note, mute, solo, first, last

    public var symbol: StaticString {
      switch self {
      case .note: "note"
      case .mute: "mute"
      case .solo: "solo"
      case .first: "first"
      case .last: "last"
      }
    }
  }

  /// Of the pads of a note grid.
  public enum Pads: DocumentKey {
    case notes, firstStep, firstRow, channel, off, on, playing, column

    public var symbol: StaticString {
      switch self {
      case .notes: "notes"
      case .firstStep: "first_step"
      case .firstRow: "first_row"
      case .channel: "channel"
      case .off: "off"
      case .on: "on"
      case .playing: "playing"
      case .column: "column"
      }
    }
  }

  /// Of what an edit names: a pattern, a row, a step.
  public enum Selection: DocumentKey {
    case layer, pattern, row, step

    public var symbol: StaticString {
      switch self {
      case .layer: "layer"
      case .pattern: "pattern"
      case .row: "row"
      case .step: "step"
      }
    }
  }

  /// Of the arguments of an edit.
  public enum Argument: DocumentKey {
    case on, cells, every, pulses, rotate, steps, rows, density, seed

    public var symbol: StaticString {
      switch self {
      case .on: "on"
      case .cells: "cells"
      case .every: "every"
      case .pulses: "pulses"
      case .rotate: "rotate"
      case .steps: "steps"
      case .rows: "rows"
      case .density: "density"
      case .seed: "seed"
      }
    }
  }
}
