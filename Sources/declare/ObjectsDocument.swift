// Writes docs/objects.md: each sound object with its picture
// and its parameters. Command-line tool; main thread.
import Controls
import Signal

func objectsDocument() -> String {
  var text = """
    # Sound objects

    Written by `declare` from `Sources/Controls`; edit there. The pictures are heard: `make docs` plays each \
    object
    through the built plugin. A patch switches an object off under `objects`; a source at level 0, a filter \
    of the
    kind `none`, an effect at mix 0, the limiter while it is off and a module that no connection asks for \
    cost nothing.

    Sources sound together, go through the shaper, then through the filters in series or side by side, then \
    through
    the amplifier; the sum of all voices goes through drive, equaliser, chorus, delay and reverb, then \
    through the
    level, a guard and the limiter. The guard has no parameters: up to +6 dBFS it is a wire, and what is \
    louder it bends
    so that nothing leaves above +12 dBFS; a sample that is no number becomes silence and is counted \
    (`not_numbers` of
    `/tactus/stats`). Feedback, resonance and an equaliser of 18 dB multiply: of ten thousand patches at \
    random 108 came
    to it above +12 dBFS, the loudest at +26 dBFS (`make storm`).

    Envelopes 2 to 4, LFOs and sequencers are one for each voice or one for all (`…_scope`). One for all \
    takes its
    parameters from the voice that began last; an envelope for all goes from the first hand down to the last \
    one up. In a
    voice of its own a sequencer or LFO begins with the voice, and its beats are the host's tempo alone. The \
    envelope of
    the amplifier, `env_1`, is each voice's: it decides when a voice ends.

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
