// The library's only entry point, `lv2ui_descriptor`, and the C functions of a window. The host's thread for
// windows.
import CLV2
import LV2
import PanelModel
import Shell

/// The descriptors of the windows, as hosts get them.
private struct WindowTables {
  let touch = makeDescriptor("urn:tactus:touch#ui")
  let toneMatrix = makeDescriptor("urn:tactus:tonematrix#ui")
  let scene = makeDescriptor("urn:tactus:scene#ui")
  let idle: UnsafeMutablePointer<LV2UI_Idle_Interface>
  let options: UnsafeMutablePointer<LV2_Options_Interface>

  init() {
    idle = .allocate(capacity: 1)
    idle.initialize(
      to: LV2UI_Idle_Interface(idle: { handle in
        guard let window = handle?.assumingMemoryBound(to: PluginWindow.self) else { return 1 }
        window.pointee.turn()
        return window.pointee.isGone ? 1 : 0
      }))
    options = .allocate(capacity: 1)
    options.initialize(
      to: LV2_Options_Interface(
        get: { handle, list in
          guard let list else { return LV2_OPTIONS_ERR_UNKNOWN.rawValue }
          return handle?.assumingMemoryBound(to: PluginWindow.self).pointee.get(list) ?? 1
        },
        set: { handle, list in
          guard let list else { return LV2_OPTIONS_ERR_UNKNOWN.rawValue }
          return handle?.assumingMemoryBound(to: PluginWindow.self).pointee.set(list) ?? 1
        }))
  }
}

/// Hosts ask for them from one thread at a time.
nonisolated(unsafe) private let tables = WindowTables()  // immutable once made

@c(tactus_ui_descriptor)
public func tactusUIDescriptor(_ index: UInt32) -> UnsafePointer<LV2UI_Descriptor>? {
  switch index {
  case 0: UnsafePointer(tables.touch)
  case 1: UnsafePointer(tables.toneMatrix)
  case 2: UnsafePointer(tables.scene)
  default: nil
  }
}

private func makeDescriptor(_ uri: StaticString) -> UnsafeMutablePointer<LV2UI_Descriptor> {
  let descriptor = UnsafeMutablePointer<LV2UI_Descriptor>.allocate(capacity: 1)
  descriptor.initialize(
    to: LV2UI_Descriptor(
      URI: uri.cString,
      instantiate: { _, plugin, bundle, write, controller, widget, features in
        open(plugin, bundle, write, controller, widget, PluginFeatures(features))
      },
      cleanup: { handle in
        guard let window = handle?.assumingMemoryBound(to: PluginWindow.self) else { return }
        window.pointee.close()
        window.deinitialize(count: 1)
        window.deallocate()
      },
      port_event: { handle, port, size, format, data in
        guard let data else { return }
        handle?.assumingMemoryBound(to: PluginWindow.self).pointee.hear(port, size, format, data)
      },
      extension_data: { uri in
        guard let uri else { return nil }
        if strcmp(uri, "http://lv2plug.in/ns/extensions/ui#idleInterface") == 0 {
          return UnsafeRawPointer(tables.idle)
        }
        return strcmp(uri, TACTUS_OPTIONS__interface) == 0
          ? UnsafeRawPointer(tables.options) : nil
      }))
  return descriptor
}

private func open(
  _ plugin: UnsafePointer<CChar>?, _ bundle: UnsafePointer<CChar>?, _ write: LV2UI_Write_Function?,
  _ controller: LV2UI_Controller?, _ widget: UnsafeMutablePointer<LV2UI_Widget?>?, _ features: PluginFeatures
) -> LV2UI_Handle? {
  guard let plugin, let write, let map = features.map?.pointee else { return nil }
  // A bundle that is made of one scene has a URI of its own.
  let shown: ViewModel.Plugin =
    strcmp(plugin, "urn:tactus:touch") == 0
    ? .touch : isToneMatrix(plugin) ? .toneMatrix : .scene
  let terms = WindowTerms(map, isTouch: shown == .touch)
  let options = WindowOptions(features, terms)
  let scale = Double(options.scale)
  let least = PluginWindow.least
  var sizes = [PluginWindow.size, PluginWindow.smallSize]
  if let size = WindowCache.settings.size { sizes.insert((size.width, size.height), at: 0) }
  // The parent's number stands in the pointer itself.
  let parent = UInt32(
    truncatingIfNeeded: UInt(bitPattern: features.data(of: "http://lv2plug.in/ns/extensions/ui#parent")))
  guard
    let child = ChildWindow(
      parent: parent,
      sizes: sizes.map { (Int(Double($0.width) * scale), Int(Double($0.height) * scale)) },
      least: (Int(Double(least.width) * scale), Int(Double(least.height) * scale)))
  else {
    features.report(error: "Tactus: can’t open the window, because the display needs 24 bits per pixel.")
    return nil
  }
  var folder: [UInt8] = []
  if let bundle {
    folder = [UInt8](UnsafeRawBufferPointer(start: bundle, count: strlen(bundle)))
    if folder.last == UInt8(ascii: "/") { folder.removeLast() }
  }
  let grip = features.data(of: "http://lv2plug.in/ns/extensions/ui#touch")?
    .assumingMemoryBound(to: LV2UI_Touch.self)
  let dialogs = features.data(of: "http://lv2plug.in/ns/extensions/ui#requestValue")?
    .assumingMemoryBound(to: LV2UI_Request_Value.self)
  let window = UnsafeMutablePointer<PluginWindow>.allocate(capacity: 1)
  window.initialize(
    to: PluginWindow(
      child, shown,
      line: EngineLine(
        terms: terms, write: write, controller: controller, plugin: shown,
        isSingle: strcmp(plugin, "urn:tactus:tonematrix") == 0), bundle: folder,
      options: options, grip: grip, dialogs: shown == .touch ? dialogs : nil))
  widget?.pointee = UnsafeMutableRawPointer(bitPattern: UInt(window.pointee.id))
  if let resize = features.data(of: "http://lv2plug.in/ns/extensions/ui#resize")?
    .assumingMemoryBound(to: LV2UI_Resize.self)
  {
    _ = resize.pointee.ui_resize(
      resize.pointee.handle, Int32(window.pointee.width), Int32(window.pointee.height))
  }
  return UnsafeMutableRawPointer(window)
}

/// Whether the plugin is the Tone Matrix, with one output or with separate ones. Their ports are the same but for
/// the outputs at the end.
private func isToneMatrix(_ plugin: UnsafePointer<CChar>) -> Bool {
  strcmp(plugin, "urn:tactus:tonematrix") == 0 || strcmp(plugin, "urn:tactus:tonematrix-multi") == 0
}
