// Writes docs/objects.md: each sound object with its picture
// and its parameters. Command-line tool; main thread.
import Controls
import Signal

func objectsDocument() -> String {
  var text = """
    # Sound objects

    Written by `declare` from `Sources/Controls`; edit there. The pictures come from the sound itself:
    `make docs` plays each object through the built plugin. A patch switches an object off under `objects`.
    These cost nothing: a source at level 0, a filter of the kind `none`, an effect at mix 0, the limiter
    while it is off, the compressor at a ratio of 1 without gain, and a module that no connection uses.

    The sources sound together. They go through the shaper, then through the filters, in series or side by
    side, then through the amplifier. The sum of all voices goes through drive, equaliser, compressor,
    chorus, delay and reverb, then through the level, a guard and the limiter. The guard has no parameters.
    Up to +6 dBFS it changes nothing; it bends louder samples so that none exceeds +12 dBFS. A sample that
    is no number becomes silence and is counted (`not_numbers` of `/tactus/stats`). The guard is there
    because feedback, resonance, an equaliser of 18 dB and a compressor's gain of 24 dB multiply
    (`make campaign PART=storm` plays ten thousand random patches).

    Envelopes 2 to 4, LFOs and sequencers exist once for each voice or once for all voices (`…_scope`). A
    module for all voices has the parameters of the voice that began last. An envelope for all lasts from
    the first touch or key that goes down to the last one that comes up. A sequencer or LFO of a single
    voice begins with the voice, and its beats follow only the tempo of the host. Each voice has an
    amplifier envelope of its own, `env_1`, which decides when the voice ends.

    """
  for object in SoundObject.allCases {
    let (name, meaning) = object.description
    text += """

      ## `\(object.symbol)`: \(name)

      \(meaning)

      ![\(name)](images/objects/\(object.symbol).svg)


      """
    text += rows(Parameter.allCases.filter { belongs($0, to: "\(object.symbol)_") })
  }
  text += "\n## The voice\n\n"
  let prefixes = SoundObject.allCases.map { "\($0.symbol)_" }
  text += rows(Parameter.allCases.filter { each in !prefixes.contains { belongs(each, to: $0) } })
  return text
}

private func belongs(_ parameter: Parameter, to prefix: String) -> Bool {
  parameter.spec.symbol.string.hasPrefix(prefix)
}

private func rows(_ parameters: [Parameter]) -> String {
  if parameters.isEmpty { return "No parameters of its own.\n" }
  return "| parameter | range | meaning |\n| --- | --- | --- |\n"
    + parameters.map { parameter in
      let spec = parameter.spec
      let choices = parameter.choices.map { "`\($0)`" }
      let range =
        choices.isEmpty
        ? "\(short(spec.minimum)) … \(short(spec.maximum)) \(spec.unit.symbol)"
        : choices.joined(separator: ", ")
      return "| `\(spec.symbol.string)` | \(range) | \(spec.text) |\n"
    }.joined()
}
