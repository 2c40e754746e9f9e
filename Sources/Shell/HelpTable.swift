// The help texts of controls, which tips show. Any thread.
import Text

/// The help of controls that aren't parameters, by name.
enum HelpTable {
  /// The name of a control, what it does, its keys (empty: those of all buttons).
  static let controls: [(name: StaticString, text: StaticString, keys: StaticString)] = [
    ("Undo", "Reverts the last change of the document, or the last move of a macro.", ""),
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
    ("Search tunings", "Finds tunings by name. Return takes the first.", ""),
    ("Preview", "Plays a short phrase of the chosen patch, which is not loaded.", ""),
    ("Stop preview", "Ends the preview.", ""),
    ("Favorite", "Marks the chosen document as a favorite.", ""),
    ("Stars", "Gives the chosen document one to five stars; the same number again takes them away.", ""),
    ("Favorites", "Shows your favorites alone.", ""),
    ("Recent", "Shows what you loaded or saved last.", ""),
    ("Rated", "Shows what you gave stars, the most stars first.", ""),
    ("New…", "Begins a document: empty, or from a template.", ""),
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
}
