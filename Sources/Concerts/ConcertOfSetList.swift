// Set lists as concerts. Not for the audio thread.
import Patches

extension Concert {
  /// The concert that a set list is: a song for each patch, played by one instrument on all keys and channels.
  public init(_ list: SetList) {
    self.init(name: list.name.count > Self.nameLimit ? Self.cut(list.name) : list.name)
    for patch in list.patches {
      songs.append(ConcertSong(title: patch, instruments: [ConcertInstrument(patch: patch)]))
    }
  }

  /// The beginning of a longer name, which ends between two characters.
  private static func cut(_ name: [UInt8]) -> [UInt8] {
    var end = nameLimit
    while end > 0, name[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(name[..<end])
  }
}
