// A plugin's whole state as Turtle text, by lilv, as in a
// host's session. Command-line tool; one thread at a time.
import CLilv

extension Instance {
  private static let stateURI = "urn:tactus:state"

  /// The state: all control inputs and what the plugin's own `state:interface` saves.
  ///
  /// - Throws: `HostingError.stateFailed`.
  public func saveState() throws -> String {
    let state = lilv_state_new_from_instance(
      plugin, lilv, features.map, nil, nil, nil, nil,
      { symbol, context, size, type in
        let instance = Unmanaged<Instance>.fromOpaque(context!).takeUnretainedValue()
        guard let pointer = instance.controlPointer(String(cString: symbol!)) else { return nil }
        size!.pointee = 4
        type!.pointee = instance.table.map(Vocabulary.atom + "Float")
        return UnsafeRawPointer(pointer)
      }, Unmanaged.passUnretained(self).toOpaque(), LV2_STATE_IS_POD.rawValue, features.list)
    guard let state else { throw HostingError.stateFailed(plugin: uri, reason: "it could not be saved") }
    defer { lilv_state_free(state) }
    guard
      let text = lilv_state_to_string(world.lilv, features.map, features.unmap, state, Self.stateURI, nil)
    else { throw HostingError.stateFailed(plugin: uri, reason: "it could not be written as text") }
    defer { lilv_free(text) }
    return String(cString: text)
  }

  /// Restores what `saveState` returned. Must not be called while `run` is running on another thread.
  ///
  /// - Throws: `HostingError.stateFailed` for text that is not the state of this plugin.
  public func restoreState(_ text: String) throws {
    guard let state = lilv_state_new_from_string(world.lilv, features.map, text) else {
      throw HostingError.stateFailed(plugin: uri, reason: "this text is no state")
    }
    defer { lilv_state_free(state) }
    let owner = lilv_state_get_plugin_uri(state).map { String(cString: lilv_node_as_uri($0)) }
    guard owner == uri else {
      throw HostingError.stateFailed(plugin: uri, reason: "this is a state of <\(owner ?? "nothing")>")
    }
    lilv_state_restore(
      state, lilv,
      { symbol, context, value, size, type in
        let instance = Unmanaged<Instance>.fromOpaque(context!).takeUnretainedValue()
        // lilv writes numbers as Turtle, so a whole number may come back as an integer.
        guard let value, size == 4, let pointer = instance.controlPointer(String(cString: symbol!)) else {
          return
        }
        switch instance.table.unmap(type) {
        case Vocabulary.atom + "Float": pointer.pointee = value.loadUnaligned(as: Float.self)
        case Vocabulary.atom + "Int": pointer.pointee = Float(value.loadUnaligned(as: Int32.self))
        default: break
        }
      }, Unmanaged.passUnretained(self).toOpaque(), 0, features.list)
  }
}
