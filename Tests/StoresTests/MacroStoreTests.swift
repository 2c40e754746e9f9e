// Learning macros of a store.
import Patches
import RealTime
import Synchronization
import TestSupport
import Testing
import Text

@testable import Stores

struct MacroStoreTests {
  @Test func aMacroLearnsTheNextControlAndNoOther() throws {
    let store = PatchStore(folders: DocumentFolders(.patch))
    let feed = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
    feed.initialize(to: InstanceLink())
    defer {
      feed.deinitialize(count: 1)
      feed.deallocate()
    }
    store.learn(macro: 5)
    store.serve(feed)
    let learns = feed.pointee.learns.load(ordering: .relaxed)
    #expect(learns)
    for number in [21, 22] as [UInt8] {
      let isTaken = feed.pointee.send(.learnedControl(number))
      #expect(isTaken)
    }
    store.serve(feed)
    #expect(
      string(store.text()).contains(#""macros": {"#) && string(store.text()).contains(#""5": {"cc": 21}"#))
    let learnsStill = feed.pointee.learns.load(ordering: .relaxed)
    #expect(!learnsStill && !store.isLearning)
    store.learn(macro: 6)
    var source = MacroSource()
    source.address = Array("/fader/1".utf8)
    store.learn(source)
    #expect(store.macros(of: Array("/fader/1".utf8)) == [6] && store.macros(of: Array("/fader/2".utf8)) == [])
  }
}
