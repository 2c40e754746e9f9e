// Finds plugins with lilv and instantiates them by URI. Command-line tool; one thread at a time.
import CLilv
import Foundation

/// The plugins on `LV2_PATH`, and those of one more bundle, which has priority.
///
/// Not thread-safe: a world and its instances belong to one thread at a time.
public final class World {
  let lilv: OpaquePointer
  private let bundle: String?

  /// - Parameter bundle: a directory such as `build/tactus.lv2`. Its plugins hide installed ones of the same
  ///   URI, whatever their versions.
  /// - Throws: `HostingError.bundleNotFound`.
  public init(bundle: String? = nil) throws {
    if let bundle, !FileManager.default.fileExists(atPath: bundle + "/manifest.ttl") {
      throw HostingError.bundleNotFound(path: bundle)
    }
    lilv = lilv_world_new()
    // lilv ends the paths of bundles with a slash.
    self.bundle = bundle.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path + "/" }
    lilv_world_load_all(lilv)
    if let path = self.bundle { load(bundle: path) }
  }

  deinit { lilv_world_free(lilv) }

  private func load(bundle path: String) {
    let subjects = Self.subjects(in: path)
    if !subjects.isEmpty && subjects.allSatisfy({ bundle(of: $0) == path }) { return }
    // Of two bundles with the same plugin lilv keeps the older
    // one unless the version is newer, so unload that bundle.
    let rivals = Set(subjects.compactMap { bundle(of: $0) }).subtracting([path])
    for rival in rivals { withNode(ofBundle: rival) { _ = lilv_world_unload_bundle(lilv, $0) } }
    withNode(ofBundle: path) { lilv_world_load_bundle(lilv, $0) }
  }

  private func withNode(ofBundle path: String, _ body: (OpaquePointer?) -> Void) {
    let node = lilv_new_file_uri(lilv, nil, path)
    body(node)
    lilv_node_free(node)
  }

  /// The plugins that a bundle's manifest names; a second world is loaded for it.
  private static func subjects(in path: String) -> [String] {
    let world = lilv_world_new()
    defer { lilv_world_free(world) }
    let node = lilv_new_file_uri(world, nil, path)
    defer { lilv_node_free(node) }
    lilv_world_load_bundle(world, node)
    return uris(lilv_world_get_all_plugins(world))
  }

  private static func uris(_ plugins: UnsafeRawPointer?) -> [String] {
    var found: [String] = []
    var iterator = lilv_plugins_begin(plugins)
    while !lilv_plugins_is_end(plugins, iterator) {
      found.append(
        String(cString: lilv_node_as_uri(lilv_plugin_get_uri(lilv_plugins_get(plugins, iterator)))))
      iterator = lilv_plugins_next(plugins, iterator)
    }
    return found.sorted()
  }

  private static func bundlePath(_ plugin: OpaquePointer) -> String? {
    guard let path = lilv_node_get_path(lilv_plugin_get_bundle_uri(plugin), nil) else { return nil }
    defer { lilv_free(path) }
    return String(cString: path)
  }

  /// The URIs of all plugins, sorted.
  public var plugins: [String] { Self.uris(lilv_world_get_all_plugins(lilv)) }

  /// The directory of the bundle that a plugin is in, with a slash at its end.
  public func bundle(of uri: String) -> String? { find(uri).flatMap(Self.bundlePath) }

  func find(_ uri: String) -> OpaquePointer? {
    guard let node = lilv_new_uri(lilv, uri) else { return nil }
    defer { lilv_node_free(node) }
    return lilv_plugins_get_by_uri(lilv_world_get_all_plugins(lilv), node)
  }

  /// A new instance, all its ports connected, not yet active.
  ///
  /// - Parameters:
  ///   - sampleRate: in hertz.
  ///   - maximumBlock: the most frames of one `run`.
  /// - Throws: `HostingError`.
  public func instantiate(_ uri: String, sampleRate: Double = 48_000, maximumBlock: Int = 1024) throws
    -> Instance
  {
    guard let plugin = find(uri) else {
      throw HostingError.pluginNotFound(
        uri: uri, bundle: bundle, available: bundle.map(Self.subjects) ?? plugins)
    }
    return try Instance(plugin, uri: uri, world: self, sampleRate: sampleRate, maximumBlock: maximumBlock)
  }
}
