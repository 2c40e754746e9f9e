// Scenes to begin with, one of each kind. Main thread.
import Console
import Foundation
import SceneFiles
import Text

extension SceneLibrary {
  /// Writes a scene to begin with into the user's folder.
  package func makeScene(_ name: String, _ kind: SceneKind) throws -> SceneSource {
    let ending = kind == .patch ? ".pd" : kind == .rjDj ? ".rj" : ""
    let place = try self.place(of: name + ending)
    for (file, text) in SceneTemplate.files(kind, name) {
      try Self.write(Array(text.utf8), to: file.isEmpty ? place : "\(place)/\(file)")
    }
    guard let scene = SceneSource(place) else { throw CommandError("\(place) is no scene") }
    return scene
  }
}

/// The files of scenes to begin with. Each sounds in any Pd that finds the bundle's abstractions.
enum SceneTemplate {
  /// Their paths in the scene's folder, and their texts.
  static func files(_ kind: SceneKind, _ name: String) -> [(path: String, text: String)] {
    switch kind {
    case .patch: [("", sliders)]
    case .pdParty:
      [
        ("_main.pd", touched(width: 480, height: 270, scale: 1)),
        ("info.json", info(name)),
      ]
    case .rjDj:
      [
        ("_main.pd", touched(width: 320, height: 320, scale: 320)),
        ("Info.plist", propertyList(name)),
      ]
    case .droidParty: [("droidparty_main.pd", knobs)]
    }
  }

  private static let look = "#ffffff #d9622b #2b3a42"

  private static let sliders = """
    #N canvas 60 60 480 270 12;
    #X text 20 20 A tone. Move the sliders \\, or move them from the host.;
    #X obj 20 80 hsl 200 28 110 880 1 1 pitch pitch-set pitch 2 -10 0 12 \(look) 6633 1;
    #X obj 250 80 hsl 200 28 0 1 0 1 level level-set level 2 -10 0 12 \(look) 5970 1;
    #X obj 20 320 osc~;
    #X obj 250 320 pack f 20;
    #X obj 250 350 line~;
    #X obj 20 380 *~;
    #X obj 20 410 dac~;
    #X connect 1 0 3 0;
    #X connect 2 0 4 0;
    #X connect 4 0 5 0;
    #X connect 3 0 6 0;
    #X connect 5 0 6 1;
    #X connect 6 0 7 0;
    #X connect 6 0 7 1;

    """

  private static let knobs = """
    #N canvas 60 60 480 270 12;
    #X text 20 20 A tone with two knobs.;
    #X obj 20 80 mknob 70 150 110 880 1 1 pitch pitch-set pitch 0 -8 0 12 -1 -261682 -1 220 1;
    #X obj 150 80 mknob 70 150 0 1 0 1 level level-set level 0 -8 0 12 -1 -261682 -1 0.3 1;
    #X obj 20 320 osc~ 220;
    #X obj 250 320 pack f 20;
    #X obj 250 350 line~;
    #X obj 20 380 *~;
    #X obj 20 410 dac~;
    #X obj 250 240 loadbang;
    #X msg 250 270 \\; pitch 220 \\; level 0.3;
    #X connect 1 0 3 0;
    #X connect 2 0 4 0;
    #X connect 4 0 5 0;
    #X connect 3 0 6 0;
    #X connect 5 0 6 1;
    #X connect 6 0 7 0;
    #X connect 6 0 7 1;
    #X connect 8 0 9 0;

    """

  /// One voice for a finger and for keys: where the finger is, is the tone and its loudness.
  /// - Parameter scale: what coordinates of touches are multiplied by.
  private static func touched(width: Int, height: Int, scale: Int) -> String {
    """
    #N canvas 60 60 \(width) \(height) 12;
    #X text 20 20 Touch it \\, or play a key.;
    #X text 20 50 From left to right: the tone. From below to above: the loudness.;
    #X obj 20 340 r #touch;
    #X obj 20 370 route up down xy;
    #X msg 20 400 0;
    #X obj 120 400 unpack f f f;
    #X obj 120 430 / \(scale);
    #X obj 230 430 / \(scale);
    #X obj 120 460 expr 110 * pow(8 \\, \\$f1);
    #X obj 330 460 expr 0.3 * (1 - \\$f1);
    #X obj 500 340 notein;
    #X obj 500 370 mtof;
    #X obj 600 370 / 423;
    #X obj 120 520 pack f 20;
    #X obj 330 520 pack f 40;
    #X obj 120 550 line~;
    #X obj 330 550 line~;
    #X obj 120 580 osc~;
    #X obj 120 610 *~;
    #X obj 120 640 soundoutput;
    #X connect 2 0 3 0;
    #X connect 3 0 4 0;
    #X connect 3 1 5 0;
    #X connect 3 2 5 0;
    #X connect 5 1 6 0;
    #X connect 5 2 7 0;
    #X connect 6 0 8 0;
    #X connect 7 0 9 0;
    #X connect 8 0 13 0;
    #X connect 9 0 14 0;
    #X connect 4 0 14 0;
    #X connect 10 0 11 0;
    #X connect 10 1 12 0;
    #X connect 11 0 13 0;
    #X connect 12 0 14 0;
    #X connect 13 0 15 0;
    #X connect 14 0 16 0;
    #X connect 15 0 17 0;
    #X connect 17 0 18 0;
    #X connect 16 0 18 1;
    #X connect 18 0 19 0;
    #X connect 18 0 19 1;

    """
  }

  private static let about = "A tone for a finger or a key."

  private static func info(_ name: String) -> String {
    """
    {
      "name": \(string(JSON.quoted(Array(name.utf8)).bytes)),
      "author": "",
      "description": "\(about)",
      "category": ""
    }

    """
  }

  private static func propertyList(_ name: String) -> String {
    let name = name.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
        <key>info</key>
        <dict>
          <key>name</key><string>\(name)</string>
          <key>author</key><string></string>
          <key>description</key><string>\(about)</string>
          <key>category</key><string></string>
        </dict>
      </dict>
      </plist>

      """
  }
}
