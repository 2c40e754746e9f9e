// The names of General MIDI's percussion keys, for pictures of grids. Any thread.

/// The instrument that a key of channel 10 plays by General MIDI 1; nil outside 35 … 81.
package func generalMIDIDrumName(_ key: Int) -> String? {
  let names = [
    "bass drum 2", "bass drum", "side stick", "snare", "clap", "snare 2", "low floor tom", "closed hat",
    "high floor tom", "pedal hat", "low tom", "open hat", "low mid tom", "high mid tom", "crash", "high tom",
    "ride", "china", "ride bell", "tambourine", "splash", "cowbell", "crash 2", "vibraslap", "ride 2",
    "high bongo", "low bongo", "mute conga", "high conga", "low conga", "high timbale", "low timbale",
    "high agogo", "low agogo", "cabasa", "maracas", "short whistle", "long whistle", "short guiro",
    "long guiro", "claves", "high wood block", "low wood block", "mute cuica", "open cuica", "mute triangle",
    "open triangle",
  ]
  return names.indices ~= key - 35 ? names[key - 35] : nil
}
