// The set list of an instance, and the position in it. Any thread but the audio thread.
import Patches
import Text

/// The set list of an instance and the position in it; part of the host's session.
public struct SetListPosition: Equatable, Sendable {
  /// The file's name without `.setlist.json`; empty: none is followed.
  public var name: [UInt8] = []
  /// The patch that was loaded from it last, from 1; 0: none yet.
  public var number = 0

  public init(name: [UInt8] = [], number: Int = 0) {
    self.name = name
    self.number = number
  }
}

extension PatchStore {
  /// Selects the set list that `next`, `previous` and programs go by, and loads its first patch that can be
  /// loaded. With an empty name they go by the folder, and nothing is loaded.
  public func select(setList name: [UInt8]) throws(DocumentError) {
    // The last program belonged to another list, so the same number counts as new.
    if name.isEmpty {
      setList = SetListPosition()
      selectedProgram = nil
      return
    }
    _ = try read(setList: name)
    setList = SetListPosition(name: name)
    selectedProgram = nil
    try next()
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
