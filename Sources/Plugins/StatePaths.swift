// Files that belong to a host's session: `state:mapPath`, `state:makePath` and `state:freePath`. Host
// threads.
import CLV2
import CPosix
import LV2
import Text

extension PluginFeatures {
  /// `state:mapPath`, or nil.
  private var pathMap: UnsafeMutablePointer<LV2_State_Map_Path>? {
    data(of: "http://lv2plug.in/ns/ext/state#mapPath")?.assumingMemoryBound(to: LV2_State_Map_Path.self)
  }

  /// Where the host lets a file lie that belongs to the state; nil: nowhere.
  func newPath(_ name: [UInt8]) -> [UInt8]? {
    guard let data = data(of: "http://lv2plug.in/ns/ext/state#makePath") else { return nil }
    let make = data.assumingMemoryBound(to: LV2_State_Make_Path.self)
    let text = name.map { CChar(bitPattern: $0) } + [0]
    guard let made = make.pointee.path(make.pointee.handle, text) else { return nil }
    defer { free(path: made) }
    return [UInt8](UnsafeRawBufferPointer(start: made, count: strlen(made)))
  }

  /// Gives the host a path to save, in its own form of paths.
  func store(
    path: [UInt8], as property: LV2_URID, _ urids: URIDs, _ store: LV2_State_Store_Function,
    _ host: LV2_State_Handle?
  ) -> LV2_State_Status {
    let text = path.map { CChar(bitPattern: $0) } + [0]
    let flags = UInt32(LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue)
    guard let map = pathMap, let mapped = map.pointee.abstract_path(map.pointee.handle, text) else {
      return store(host, property, text, text.count, urids.path, UInt32(LV2_STATE_IS_POD.rawValue))
    }
    defer { free(path: mapped) }
    return store(host, property, mapped, strlen(mapped) + 1, urids.path, flags)
  }

  /// Returns a saved path, or an empty one if none is saved.
  func path(of property: LV2_URID, in state: SavedState) throws(UnreadableState) -> [UInt8] {
    let types = [state.urids.path, state.urids.string]
    guard let value = try state.value(of: property, types: types) else { return [] }
    var path = [UInt8](value)
    while path.last == 0 { path.removeLast() }
    let text = path.map { CChar(bitPattern: $0) } + [0]
    guard let map = pathMap, let mapped = map.pointee.absolute_path(map.pointee.handle, text) else {
      return path
    }
    defer { free(path: mapped) }
    return [UInt8](UnsafeRawBufferPointer(start: mapped, count: strlen(mapped)))
  }

  /// Frees a path of the host by `state:freePath`, or as C does.
  private func free(path: UnsafeMutablePointer<CChar>) {
    if let data = data(of: "http://lv2plug.in/ns/ext/state#freePath") {
      let feature = data.assumingMemoryBound(to: LV2_State_Free_Path.self)
      feature.pointee.free_path(feature.pointee.handle, path)
    } else {
      CLV2.free(path)
    }
  }
}
