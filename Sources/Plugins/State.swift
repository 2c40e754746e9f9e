// The patch in the host's session: `state:interface`. Host threads, also while `run` is running: the store
// returns one consistent patch, and a restored one crosses to the audio thread by pointer.
import CLV2
import CPosix
import Controls
import Instrument
import LV2
import Loops
import Patches
import RealTime
import Stores
import Synchronization
import Text

func makeStateInterface() -> UnsafeMutablePointer<LV2_State_Interface> {
  let interface = UnsafeMutablePointer<LV2_State_Interface>.allocate(capacity: 1)
  interface.initialize(
    to: LV2_State_Interface(
      save: { handle, store, host, _, features in save(handle, store, host, PluginFeatures(features)) },
      restore: { handle, retrieve, host, _, features in
        restore(handle, retrieve, host, PluginFeatures(features))
      }))
  return interface
}

private func save(
  _ handle: LV2_Handle?, _ store: LV2_State_Store_Function?, _ host: LV2_State_Handle?,
  _ features: PluginFeatures
) -> LV2_State_Status {
  guard let instance = handle?.assumingMemoryBound(to: TouchInstance.self), let store else {
    return LV2_STATE_ERR_UNKNOWN
  }
  let urids = instance.pointee.urids
  let ownURIDs = instance.pointee.ownURIDs
  if let program = instance.pointee.store.selectedProgram {
    var number = Int32(clamping: program)
    _ = store(
      host, ownURIDs.program, &number, 4, urids.int,
      UInt32(LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue))
  }
  // A base value that is heard becomes an edit within milliseconds, and the session must have it.
  let heard = instance.pointee.feed.pointee.baseChange.load(ordering: .acquiring)
  for _ in 0..<100 where Int32(bitPattern: heard &- instance.pointee.store.containedChange) > 0 {
    usleep(1000)
  }
  let setList = instance.pointee.store.setList
  if !setList.name.isEmpty {
    _ = save(setList.name, as: ownURIDs.setList, urids, store, host)
    var number = Int32(clamping: setList.number)
    _ = store(
      host, ownURIDs.setListPlace, &number, 4, urids.int,
      UInt32(LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue))
  }
  let sent = SentState(instance.pointee.store.sentValues { instance.pointee.loads.newest.pointee }).text
  if !sent.isEmpty { _ = save(sent, as: ownURIDs.sent, urids, store, host) }
  for _ in 0..<100 where instance.pointee.store.collectLoops() { usleep(1000) }
  let loops = instance.pointee.store.savedLoops().text
  if !loops.isEmpty { _ = save(loops, as: ownURIDs.loops, urids, store, host) }
  var sounds = 0
  instance.pointee.store.saveSounds(at: { features.newPath($0) }) {
    if sounds == ownURIDs.sounds.count { return }
    _ = features.store(path: $0, as: ownURIDs.sounds[sounds], urids, store, host)
    sounds += 1
  }
  return save(instance.pointee.store.text(), as: ownURIDs.patch, urids, store, host)
}

extension SentState {
  fileprivate init(_ sent: SentValues) {
    for index in 0..<SentValues.count {
      let port = SentValues.port(index).spec
      add(port.symbol, port.minimum...port.maximum, sent.value(index))
    }
  }

  fileprivate var sent: SentValues {
    var sent = SentValues()
    for index in values.indices { sent.set(index, values[index]) }
    return sent
  }
}

/// Gives the host a text to save.
func save(
  _ text: [UInt8], as property: LV2_URID, _ urids: URIDs, _ store: LV2_State_Store_Function,
  _ host: LV2_State_Handle?
) -> LV2_State_Status {
  // serd 0.30, with which hosts read their sessions, fails at a quote before a backslash in a long string:
  // such a text is saved as bytes.
  let isFragile = zip(text, text.dropFirst()).contains {
    $0 == UInt8(ascii: "\"") && $1 == UInt8(ascii: "\\")
  }
  return (isFragile ? text : text + [0]).withUnsafeBytes {
    store(
      host, property, $0.baseAddress, $0.count, isFragile ? urids.chunk : urids.string,
      UInt32(LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue))
  }
}

/// Restores program, set list, layers of the looper, patch with its sound files, and the values that were sent in place
/// of those of ports. Changes nothing if part of the state can't be read. A state without a patch
/// restores the one of a new instance.
private func restore(
  _ handle: LV2_Handle?, _ retrieve: LV2_State_Retrieve_Function?, _ host: LV2_State_Handle?,
  _ features: PluginFeatures
) -> LV2_State_Status {
  guard let instance = handle?.assumingMemoryBound(to: TouchInstance.self), let retrieve else {
    return LV2_STATE_ERR_UNKNOWN
  }
  let ownURIDs = instance.pointee.ownURIDs
  let store = instance.pointee.store
  let state = SavedState(urids: instance.pointee.urids, retrieve: retrieve, host: host)
  do throws(UnreadableState) {
    // A preset or session may lack a program, a set list and loops. The current ones then stay.
    let program = try state.number(of: ownURIDs.program)
    var setList: SetListPosition?
    if let name = try state.text(of: ownURIDs.setList), !name.isEmpty {
      guard PatchName.isValid(name) else { throw .text }
      setList = SetListPosition(name: name, number: max(try state.number(of: ownURIDs.setListPlace) ?? 0, 0))
    }
    var sent = SentState(SentValues())
    try sent.read(try state.text(of: ownURIDs.sent))
    var sounds: [[UInt8]] = []
    for index in ownURIDs.sounds.indices {
      let path = try features.path(of: ownURIDs.sounds[index], in: state)
      if !path.isEmpty { sounds.append(path) }
    }
    var loops: SavedLoops?
    if let text = try state.text(of: ownURIDs.loops) {
      do throws(DocumentError) { loops = try SavedLoops(text: text) } catch { throw .text }
      loops?.forgetSenders()
    }
    // The patch is the last part that can be rejected, and it is rejected as a whole.
    if let text = try state.text(of: ownURIDs.patch) {
      do throws(DocumentError) {
        try store.restore(text, sent: sent.sent, sounds: sounds)
      } catch { throw .text }
    } else {
      store.restoreDefault(sent: sent.sent)
    }
    if let loops { store.restore(loops, sampleRate: instance.pointee.options.sampleRate) }
    if let program { store.selectedProgram = program }
    if let setList {
      store.setList = setList
      // Notifies the host, because programs now come from the set list.
      if let update = instance.pointee.midnamUpdate { update.pointee.update(update.pointee.handle) }
    }
    return LV2_STATE_SUCCESS
  } catch {
    features.report(error: "Tactus Touch: can't read the saved state; nothing was changed.")
    return error.status
  }
}

/// A part of a host's state that can't be read.
enum UnreadableState: Error {
  case type, text

  /// The LV2 status to return to the host.
  var status: LV2_State_Status { self == .type ? LV2_STATE_ERR_BAD_TYPE : LV2_STATE_ERR_UNKNOWN }
}

/// The state that the host restores.
struct SavedState {
  let urids: URIDs
  let retrieve: LV2_State_Retrieve_Function
  let host: LV2_State_Handle?

  /// Returns a string of the state, or nil if it is missing.
  func text(of property: LV2_URID) throws(UnreadableState) -> [UInt8]? {
    guard let value = try value(of: property, types: [urids.string, urids.chunk]) else { return nil }
    return [UInt8](value.last == 0 ? UnsafeRawBufferPointer(rebasing: value.dropLast()) : value)
  }

  /// Returns a number of the state, or nil if it is missing.
  func number(of property: LV2_URID) throws(UnreadableState) -> Int? {
    guard let value = try value(of: property, types: [urids.int]) else { return nil }
    guard value.count == 4 else { throw .type }
    return Int(value.loadUnaligned(as: Int32.self))
  }

  /// Returns the bytes of a value of one of the given types, or nil if it is missing.
  func value(of property: LV2_URID, types: [LV2_URID]) throws(UnreadableState) -> UnsafeRawBufferPointer? {
    var size = 0
    var type: UInt32 = 0
    var flags: UInt32 = 0
    guard let value = retrieve(host, property, &size, &type, &flags), size > 0 else { return nil }
    guard types.contains(type) else { throw .type }
    return UnsafeRawBufferPointer(start: value, count: size)
  }
}
