// Layers of the looper beside the patch: restored to the audio thread, and handed out by it.
import Loops
import Patches
import RealTime
import Testing
import Text

@testable import Stores

struct LoopStoreTests {
  let store = PatchStore(folders: DocumentFolders(.patch))

  private let text = Array(
    """
    {"version": 1, "rate": 48000, "layers": {"2": {"state": "playing", "unit": "seconds", "length": 2000,
      "takes": 1, "shown": 1, "level": 0.5, "events": [[0, 1, 0, 0, 0, 1, 0.5, 0.25], [1000, 1, 0, 2, 0, 1]]}}}
    """.utf8)

  @Test func whatIsRestoredIsSavedBeforeItPlays() throws {
    #expect(store.savedLoops().text.isEmpty)
    let saved = try SavedLoops(text: text)
    store.restore(saved, sampleRate: 48_000)
    #expect(store.savedLoops().text == saved.text)
    let posted = store.loops.pointee.restored.pop()
    let prepared = try #require(posted)
    let layer = prepared.pointee.looper.layer(1)
    #expect(layer.state == .playing && layer.count == 2)
    // The audio thread takes it, and hands out a change.
    var memory = Arena(bytes: Looper.bytes)
    var looper = Looper(memory: &memory)
    looper.replace(with: prepared.pointee.looper)
    store.loops.pointee.restored.retire(prepared)
    looper.apply(.mute, to: 2, 1, source: 1, at: 0)
    _ = looper.handOut(to: store.loops, limit: 3, rate: 48_000)
    #expect(!store.collectLoops())
    let muted = store.savedLoops()
    #expect(muted.layers[1].settings.isMuted && muted.layers[1].settings.level == 0.5)
    #expect(muted.events[1].count == 2)
    #expect(store.loopsText(ofRevision: looper.revision) == muted.text)
    #expect(store.loopsText(ofRevision: looper.revision - 1) == nil)
  }

  @Test func anotherRateConvertsSeconds() throws {
    store.restore(try SavedLoops(text: text), sampleRate: 96_000)
    #expect(store.savedLoops().layers[1].length == 4000 && store.savedLoops().events[1][1].position == 2000)
    store.postLoops(sampleRate: 48_000)
    #expect(store.savedLoops().layers[1].length == 2000)
  }

  /// The patch is saved as before.
  @Test func thePatchHasNoLoops() throws {
    let before = store.text()
    store.restore(try SavedLoops(text: text), sampleRate: 48_000)
    #expect(store.text() == before && !store.isChanged)
  }
}
