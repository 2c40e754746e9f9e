// The patch in the host's session: `state:interface`. Host threads, also while `run` is running: the store
// returns one consistent patch, and a restored one crosses to the audio thread by pointer.
import CLV2
import CPosix
import LV2
import Patches
import RealTime
import Stores
import Synchronization
import Text

func makeStateInterface() -> UnsafeMutablePointer<LV2_State_Interface> {
  let interface = UnsafeMutablePointer<LV2_State_Interface>.allocate(capacity: 1)
  interface.initialize(
    to: LV2_State_Interface(
      save: { handle, store, host, _, _ in save(handle, store, host) },
      restore: { handle, retrieve, host, _, features in
        restore(handle, retrieve, host, PluginFeatures(features))
      }))
  return interface
}

private func save(
  _ handle: LV2_Handle?, _ store: LV2_State_Store_Function?, _ host: LV2_State_Handle?
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
  return save(instance.pointee.store.text(), as: ownURIDs.patch, urids, store, host)
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

/// Restores the patch. A state without a patch restores the default one; an unreadable one changes nothing.
private func restore(
  _ handle: LV2_Handle?, _ retrieve: LV2_State_Retrieve_Function?, _ host: LV2_State_Handle?,
  _ features: PluginFeatures
) -> LV2_State_Status {
  guard let instance = handle?.assumingMemoryBound(to: TouchInstance.self), let retrieve else {
    return LV2_STATE_ERR_UNKNOWN
  }
  let urids = instance.pointee.urids
  let ownURIDs = instance.pointee.ownURIDs
  let store = instance.pointee.store
  var size = 0
  var type: UInt32 = 0
  var flags: UInt32 = 0
  // A preset, or a session without a program, has no program number; then the present one stays.
  if let number = retrieve(host, ownURIDs.program, &size, &type, &flags), size == 4, type == urids.int {
    store.selectedProgram = Int(number.loadUnaligned(as: Int32.self))
  }
  var status = LV2_STATE_SUCCESS
  if let name = text(of: ownURIDs.setList, urids, retrieve, host, &status), PatchName.isValid(name) {
    var number = 0
    if let value = retrieve(host, ownURIDs.setListPlace, &size, &type, &flags), size == 4,
      type == urids.int
    {
      number = max(Int(value.loadUnaligned(as: Int32.self)), 0)
    }
    store.setList = SetListPosition(name: name, number: number)
    // Programs are now those of the set list.
    if let update = instance.pointee.midnamUpdate { update.pointee.update(update.pointee.handle) }
  }
  status = LV2_STATE_SUCCESS
  let text = text(of: ownURIDs.patch, urids, retrieve, host, &status)
  guard let text else {
    if status == LV2_STATE_SUCCESS { store.restoreDefault() }
    return status
  }
  do throws(DocumentError) {
    try store.restore(text)
    return LV2_STATE_SUCCESS
  } catch {
    features.report(error: "Tactus Touch: the saved patch cannot be read.")
    return LV2_STATE_ERR_UNKNOWN
  }
}

/// A text from the host's state. Nil when there is none, or,
/// with an error in `status`, when it is not a text.
func text(
  of property: LV2_URID, _ urids: URIDs, _ retrieve: LV2_State_Retrieve_Function, _ host: LV2_State_Handle?,
  _ status: inout LV2_State_Status
) -> [UInt8]? {
  var size = 0
  var type: UInt32 = 0
  var flags: UInt32 = 0
  guard let value = retrieve(host, property, &size, &type, &flags), size > 0 else { return nil }
  guard type == urids.string || type == urids.chunk else {
    status = LV2_STATE_ERR_BAD_TYPE
    return nil
  }
  var text = UnsafeRawBufferPointer(start: value, count: size)
  if text.last == 0 { text = UnsafeRawBufferPointer(rebasing: text.dropLast()) }
  return [UInt8](text)
}
