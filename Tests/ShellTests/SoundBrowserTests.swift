// The browser of sound files, and the ranges of samples on a keyboard.
import Foundation
import PanelModel
import Patches
import Testing
import Text
import Toolkit

@testable import Forms
@testable import Shell
@testable import SoundScreens

@Suite struct SoundBrowserTests {
  /// An answer of an instance about a folder.
  static func list(_ place: String, _ files: [(String, Int, Int)], from first: Int = 0, of count: Int? = nil)
    -> [UInt8]
  {
    let entries = files.map {
      "{\"file\": \"\($0.0)\", \"frames\": \($0.1), \"rate\": 48000, \"channels\": \($0.2)}"
    }.joined(separator: ", ")
    let text = """
      {"sounds": [\(entries)], "place": "\(place)", "first": \(first), "count": \(count ?? files.count), \
      "folder": "/home/me/samples", "last": "/home/me/kit"}
      """
    return Array(text.utf8)
  }

  /// A view with the browser open on *Patch*, and its first list.
  func opened(_ section: String, _ button: String) throws -> View {
    var view = touchView()
    view.open(.patch, withTabs: true)
    _ = try view.press(section)
    _ = try view.press(button)
    #expect(questions(view.pass(1)) == [#"{"sounds": ["user", 0]}"#])
    #expect(questions(view.pass(1.1)).isEmpty, "it waits for the answer")
    _ = view.model.read(library: Self.list("user", [("drums/kick.wav", 24960, 1), ("vowels.wav", 8192, 2)]))
    return view
  }

  @Test func aPressPlaysAndTheNextOneTakes() throws {
    var view = try opened("Samples", "Add a sample…")
    #expect(try view.control("drums/kick.wav").value == Array("0.52 s · mono".utf8))
    #expect(try view.control("vowels.wav").value == Array("0.17 s · stereo".utf8))
    #expect(try !view.control("Use").isEnabled)
    #expect(questions(try view.press("drums/kick.wav")) == [#"{"hear": ["user", "drums/kick.wav"]}"#])
    #expect(try view.control("Use").isEnabled)
    #expect(view.model.heard == HeardSound(.user, Array("drums/kick.wav".utf8)))
    // It has ended, as the instance says; the next press takes it all the same.
    _ = view.model.read(library: Array(#"{"preview": "", "heard": []}"#.utf8))
    #expect(view.model.heard == nil)
    #expect(questions(try view.press("drums/kick.wav")) == [#"{"use": ["user", "drums/kick.wav", "new"]}"#])
    #expect(try view.control("Add a sample…").role == .button, "the page is back")
  }

  @Test func theSearchTheKeysAndTheButtons() throws {
    var view = try opened("Samples", "Add a sample…")
    _ = try view.press("Search sounds")
    view.type("vow")
    let isFound1 = view.has("drums/kick.wav")
    #expect(!isFound1)
    #expect(questions(view.key(.down)) == [#"{"hear": ["user", "vowels.wav"]}"#])
    #expect(questions(try view.press("Stop the sound")) == [#"{"hear": []}"#])
    #expect(questions(try view.press("Use")) == [#"{"use": ["user", "vowels.wav", "new"]}"#])
  }

  @Test func itAsksForTheRestAndForOtherFolders() throws {
    var view = touchView()
    view.open(.patch, withTabs: true)
    _ = try view.press("Samples")
    _ = try view.press("Add a sample…")
    _ = view.pass(1)
    _ = view.model.read(library: Self.list("user", [("a.wav", 100, 1)], of: 2))
    #expect(questions(view.pass(1.1)) == [#"{"sounds": ["user", 1]}"#])
    _ = view.model.read(library: Self.list("user", [("b.wav", 100, 1)], from: 1, of: 2))
    #expect(questions(view.pass(1.2)).isEmpty && view.model.sounds.files.count == 2)
    _ = try view.press("kit")
    #expect(questions(view.pass(1.3)) == [#"{"sounds": ["last", 0]}"#])
    let isFound2 = view.has("a.wav")
    #expect(!isFound2)
    // What is not answered is asked again; another screen ends it, and what plays.
    #expect(questions(view.pass(2.5)) == [#"{"sounds": ["last", 0]}"#])
    _ = view.model.read(library: Self.list("last", [("c.wav", 100, 1)]))
    _ = try view.press("c.wav")
    view.open(.play, withTabs: true)
    #expect(questions(view.pass(2.6)) == [#"{"hear": []}"#])
  }

  @Test func aSampleAndTheWavetableGetTheirFiles() throws {
    var view = touchView()
    var patch = view.model.patch
    patch.samples = [PatchSample(file: Array("old.wav".utf8)), PatchSample(file: Array("two.wav".utf8))]
    view.model.show(patch)
    view.open(.patch, withTabs: true)
    _ = try view.press("Samples")
    _ = try view.press("2")
    _ = try view.press("Choose another file…")
    _ = view.model.read(library: Self.list("user", [("new.wav", 100, 1)]))
    _ = try view.press("new.wav")
    #expect(questions(try view.press("Use")).first == #"{"use": ["user", "new.wav", "1"]}"#)
    var other = try opened("Wavetable", "Choose a wavetable…")
    #expect(try other.control("vowels.wav").value == Array("4 cycles of 2048".utf8))
    #expect(try other.control("drums/kick.wav").value == Array("0.52 s · mono".utf8), "no whole cycles")
    _ = try other.press("vowels.wav")
    #expect(questions(try other.press("Use")).first == #"{"use": ["user", "vowels.wav", "wavetable"]}"#)
  }

  @Test func theSoundScreenOpensItToo() throws {
    var view = touchView()
    view.open(.sound, withTabs: true)
    _ = try view.press("Samples")
    _ = try view.press("Choose a sample…")
    _ = view.model.read(library: Self.list("user", [("a.wav", 100, 1)]))
    _ = try view.press("a.wav")
    #expect(questions(try view.press("a.wav")) == [#"{"use": ["user", "a.wav", "new"]}"#, #"{"hear": []}"#])
    #expect(try view.control("Choose a sample…").role == .button)
    let isFound3 = view.has("Browse…")
    #expect(!isFound3)
    // A host that has dialogs for files.
    view.model.hostAsksForFiles = true
    _ = try view.press("Choose a sample…")
    let asked = try view.press("Browse…").contains { if case .askForFile(false) = $0 { true } else { false } }
    #expect(asked)
  }

  // MARK: Keys

  /// A view of *Patch* with two samples on the page of them all.
  func zones() throws -> View {
    var view = touchView()
    var patch = view.model.patch
    patch.samples = [PatchSample(file: Array("low.wav".utf8)), PatchSample(file: Array("high.wav".utf8))]
    (patch.samples[1].low, patch.samples[1].high, patch.samples[1].root) = (60, 96, 72)
    view.model.show(patch)
    view.open(.patch, withTabs: true)
    _ = try view.press("Samples")
    return view
  }

  func carried(_ view: inout View, _ name: String, by keys: Float) throws {
    let control = try view.control(name)
    let track = try #require(control.track)
    // The root is grabbed beside the ends.
    let x = control.area == track ? track.x + 0.1 * track.width : control.area.middleX
    let y = control.area.middleY
    let way = keys / 127 * track.width
    let requests =
      view.handle(.pointer(.init(.began, x: x, y: y)), at: 0)
      + view.handle(.pointer(.init(.moved, x: x + way, y: y)), at: 0)
      + view.handle(.pointer(.init(.ended, x: x + way, y: y)), at: 0)
    view.model.show(try applied(requests, to: view.model.patch))
    view.model.revision += 1
  }

  @Test func dragsOnTheKeyboardSetTheKeysOfASample() throws {
    var view = try zones()
    try carried(&view, "Lowest key of sample 2", by: 5)
    #expect(view.model.patch.samples[1].low == 65 && view.model.patch.samples[1].high == 96)
    try carried(&view, "Highest key of sample 2", by: -12)
    #expect(view.model.patch.samples[1].high == 84)
    try carried(&view, "Root of sample 2", by: -2)
    #expect(abs(view.model.patch.samples[1].root - 70) < 0.5)
    // An end stops at the other one.
    try carried(&view, "Lowest key of sample 2", by: 50)
    #expect(view.model.patch.samples[1].low == 84)
    // Without keys, a sample has all of them.
    try carried(&view, "Highest key of sample 1", by: -67)
    #expect(view.model.patch.samples[0].low == 0 && view.model.patch.samples[0].high == 60)
    #expect(view.model.patch.samples[1].high == 84)
  }
}
