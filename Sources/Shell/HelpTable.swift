// The help texts of controls, which tips show. Any thread.
import SoundScreens
import Text

/// The help of controls that aren't parameters, by name.
enum HelpTable {
  /// The name of a control, what it does, its keys (empty: those of all buttons).
  static let controls: [(name: StaticString, text: StaticString, keys: StaticString)] = [
    ("Undo", "Reverts the last change of the document, or the last move of a bar on Play.", ""),
    ("Redo", "Repeats the change that was undone last.", ""),
    ("A/B", "Begins a comparison: you change a copy, and each further press switches between the two.", ""),
    (
      "Previous", "Loads the document before this one, in the order that Library shows.", "Ctrl-Up on Library"
    ),
    ("Next", "Loads the document after this one, in the order that Library shows.", "Ctrl-Down on Library"),
    ("Loaded", "Opens the library.", ""),
    (
      "Share",
      "Copies the document as text for a message. A page that plays alone also shows its address as a QR code.",
      ""
    ),
    ("Choose a sample…", "Opens the browser of sound files: press a file to hear it, again to use it.", ""),
    ("Choose a wavetable…", "Opens the browser of sound files for the wave `user`.", ""),
    ("Use", "Takes the chosen sound file into the patch.", "Return"),
    ("Browse…", "Lets the host ask for a sound file.", ""),
    ("More", "Shows tracks, patterns, the song and every setting.", ""),
    ("Less", "Shows only the cells, play, tempo and size.", ""),
    ("Tuning", "Lists tunings: equal divisions, historical and world scales.", ""),
    ("Search tunings", "Finds tunings by name. Return takes the first.", ""),
    ("Preview", "Plays a short phrase of the chosen patch, which is not loaded.", ""),
    ("Stop preview", "Ends the preview.", ""),
    ("Favorite", "Marks the chosen document as a favorite.", ""),
    ("Stars", "Gives the chosen document one to five stars; the same number again takes them away.", ""),
    ("Favorites", "Shows your favorites alone.", ""),
    ("Recent", "Shows what you loaded or saved last.", ""),
    ("Rated", "Shows what you gave stars, the most stars first.", ""),
    ("Commons", "Shows what others have published: type words, and Return searches it.", ""),
    ("New…", "Begins a document: empty, or from a template.", ""),
    (
      "Search", "Finds documents by their names, words and categories. Letters go there on their own.",
      "Return loads"
    ),
    ("Load", "Plays the chosen document in place of this one.", "Return"),
    (
      "Save", "Saves the document under its name. One that comes with Tactus asks for a name of your own.", ""
    ),
    ("Save as…", "Saves a copy of your own under a name that you type. It asks before it replaces one.", ""),
    ("Rename…", "Gives the chosen document of yours another name.", ""),
    ("Duplicate…", "Saves a copy of the chosen document under a name that you type.", ""),
    ("Delete", "Moves the chosen document of yours to the trash. The message has Undo.", ""),
    ("Copy as text", "Puts the document on the clipboard, for a message or another instance.", ""),
    ("Paste text", "Loads the document whose text is on the clipboard.", ""),
    ("Show tabs", "Brings back the tabs and the macros.", "Menu"),
    ("Hide tabs", "Leaves the surface alone.", "Menu, Escape"),
    ("Play", "The surface: each drag is a touch. With Shift it stays down.", ""),
    ("Search sources", "Finds sources by their names and by what they mean, as “distance” or “knob”.", ""),
    ("Sources to drag", "Lists the sources. Drag one onto a parameter, and it moves it.", ""),
    ("All objects", "Shows the objects of the sound.", ""),
    ("Add", "Connects a source with a parameter: you choose both from lists.", ""),
    ("Learn", "Waits for a gesture or a knob, and offers the sources that move.", ""),
    ("Clocks", "Lets Learn offer ages of touches and the host’s clock as well.", ""),
    ("Oscilloscope and spectrum", "Shows the output as a wave and by its frequencies.", ""),
    ("Overview", "Shows all connections as a table.", ""),
    ("Mute", "Silences this connection without changing the patch.", ""),
    ("Solo", "Lets only this connection act, without changing the patch.", ""),
    ("Source…", "Chooses another source.", ""),
    ("Destination…", "Chooses another parameter.", ""),
    ("Scale…", "Lets the pitch step along a scale.", ""),
    ("Remove", "Removes this connection.", ""),
    (
      "Curve",
      "How the source’s way becomes the parameter’s: drag up for an early rise, down for a late one.", ""
    ),
  ]
  /// The help text for a control on the *Out* tab of *Matrix*.
  static func text(of tool: OutputTool) -> StaticString {
    switch tool {
    case .tab: "Shows what this patch sends to other instruments and programs."
    case .add: "Sends a source to another instrument: you choose it and its destination from lists."
    case .open: "Opens the settings of this output. Drop a source here, and the output sends it instead."
    case .low: "The value that is sent while the source is at its low end."
    case .high: "The value that is sent while the source is at its high end."
    case .field(_, let field): text(of: field)
    case .use, .source, .listSources: "Chooses another source."
    case .new, .kind, .listKinds: "Chooses another kind of message."
    case .trigger, .listTriggers: "Sends the value or begins the note at an event, such as a tap."
    case .end, .listEnds: "Ends the note, or sends the low end, at another event."
    case .velocity, .listVelocities: "Chooses the source of the velocity of notes."
    case .toggle: "An output that is off sends nothing."
    case .remove: "Removes this output."
    case .texts: "Opens Patch, where you type the destination, the address and the arguments."
    }
  }

  private static func text(of field: OutputField) -> StaticString {
    switch field {
    case .number: "The number of the controller, parameter, key or control output."
    case .channel: "The MIDI channel on which it is sent, or the first one if each voice has its own."
    case .voices: "Sends the newest voice, each voice on one channel, or each voice on a channel of its own."
    case .command: "The command for recorders, such as play or stop."
    case .slope: "Curves the response between the low and the high end."
    case .direction: "Inverted: the high end is sent while the source is at its low end."
    case .smoothUp: "The time in which a rising value follows the source."
    case .smoothDown: "The time in which a falling value follows the source."
    case .threshold: "The least change that is sent, as a part of the range."
    case .rate: "The most messages a second."
    case .length: "How long notes last; 0: until their end."
    }
  }
}
