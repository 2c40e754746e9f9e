// The set list that an instance follows, and where in it it is. Any thread but the audio thread.
import Patches
import Text

/// Where an instance is in the set list that it follows; part of the host's session.
public struct SetListPlace: Equatable, Sendable {
  /// The file's name without `.setlist.json`; empty: none is followed.
  public var name: [UInt8] = []
  /// The patch that was loaded from it last, from 1; 0: none yet.
  public var place = 0

  public init(name: [UInt8] = [], place: Int = 0) {
    self.name = name
    self.place = place
  }
}

extension PatchStore {
  /// The names of all set lists that there are.
  public func setLists() -> [[UInt8]] { folders.setLists() }

  /// From now on `next`, `previous` and programs go by this set list, and its first patch that can be loaded
  /// is loaded. Without a name they go by the folder again, and nothing is loaded.
  public func follow(setList name: [UInt8]) throws(DocumentError) {
    if name.isEmpty {
      setList = SetListPlace()
      return
    }
    _ = try read(setList: name)
    setList = SetListPlace(name: name)
    // A program of another list says nothing about this one.
    selectedProgram = nil
    try next()
  }

  /// The patches to step through and the index of the last one; −1 before the first.
  func order() throws(DocumentError) -> (names: [[UInt8]], index: Int?) {
    let followed = setList
    if followed.name.isEmpty {
      let names = folders.names()
      guard !names.isEmpty else { throw report(DocumentError("there are no patches")) }
      return (names, names.firstIndex(of: loadedFile))
    }
    let names = try read(setList: followed.name).patches
    return (names, followed.place > 0 ? min(followed.place, names.count) - 1 : nil)
  }

  func read(setList name: [UInt8]) throws(DocumentError) -> SetList {
    do throws(DocumentError) {
      var warnings: [DocumentError] = []
      return try SetList.read(try folders.text(ofSetList: name), warnings: &warnings)
    } catch {
      throw report(error, about: PatchName.setListEnding(name))
    }
  }
}
